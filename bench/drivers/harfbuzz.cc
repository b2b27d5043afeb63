/* Shapes texts with the fonts that it is given, makes subsets of the fonts, and prints what comes out.
 * Prints the same on every run. Arguments: fonts, then "--", then texts. */

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "hb-ot.h"
#include "hb-subset.h"
#include "hb.h"

/* A number that depends on every value and on their order. */
struct Checksum {
  uint64_t sum = 1469598103934665603u;
  void add(uint64_t value) { sum = (sum ^ value) * 1099511628211u; }
};

static std::vector<std::string> read_lines(const char *path, size_t most) {
  std::ifstream in(path, std::ios::binary);
  std::vector<std::string> lines;
  for (std::string line; lines.size() < most && std::getline(in, line);)
    lines.push_back(line);
  return lines;
}

static const char *base_name(const char *path) {
  const char *slash = std::strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static void add_glyphs(hb_buffer_t *buffer, Checksum &sum, unsigned &glyphs, long &advance) {
  unsigned count;
  const hb_glyph_info_t *infos = hb_buffer_get_glyph_infos(buffer, &count);
  const hb_glyph_position_t *positions = hb_buffer_get_glyph_positions(buffer, &count);
  for (unsigned i = 0; i < count; i++) {
    for (uint64_t value : {uint64_t(infos[i].codepoint), uint64_t(infos[i].cluster), uint64_t(positions[i].x_advance),
                           uint64_t(positions[i].x_offset), uint64_t(positions[i].y_offset)})
      sum.add(value);
    advance += positions[i].x_advance;
  }
  glyphs += count;
}

static void shape(hb_font_t *font, const char *path, const char *features_text) {
  std::vector<hb_feature_t> features;
  hb_feature_t feature;
  if (hb_feature_from_string(features_text, -1, &feature))
    features.push_back(feature);
  hb_buffer_t *buffer = hb_buffer_create();
  Checksum sum;
  unsigned glyphs = 0;
  long advance = 0;
  for (const std::string &line : read_lines(path, 400)) {
    hb_buffer_clear_contents(buffer);
    hb_buffer_add_utf8(buffer, line.data(), int(line.size()), 0, -1);
    hb_buffer_guess_segment_properties(buffer);
    hb_shape(font, buffer, features.data(), unsigned(features.size()));
    add_glyphs(buffer, sum, glyphs, advance);
  }
  char shown[400] = "";
  unsigned used = 0;
  unsigned length = std::min(hb_buffer_get_length(buffer), 6u);
  hb_buffer_serialize_glyphs(buffer, 0, length, shown, sizeof shown, &used, font, HB_BUFFER_SERIALIZE_FORMAT_JSON, HB_BUFFER_SERIALIZE_FLAG_DEFAULT);
  std::printf("  %s %s: %u glyphs, advance %ld, %016llx %s\n", base_name(path), features_text, glyphs, advance, (unsigned long long)sum.sum, shown);
  hb_buffer_destroy(buffer);
}

static void add_point(void *data, float x, float y) {
  Checksum *sum = static_cast<Checksum *>(data);
  sum->add(uint64_t(int64_t(x * 64)));
  sum->add(uint64_t(int64_t(y * 64)));
}

static void move_to(hb_draw_funcs_t *, void *data, hb_draw_state_t *, float x, float y, void *) { add_point(data, x, y); }
static void line_to(hb_draw_funcs_t *, void *data, hb_draw_state_t *, float x, float y, void *) { add_point(data, x, y); }
static void quadratic_to(hb_draw_funcs_t *, void *data, hb_draw_state_t *, float cx, float cy, float x, float y, void *) {
  add_point(data, cx, cy);
  add_point(data, x, y);
}

static void draw(hb_font_t *font, unsigned count) {
  hb_draw_funcs_t *functions = hb_draw_funcs_create();
  hb_draw_funcs_set_move_to_func(functions, move_to, nullptr, nullptr);
  hb_draw_funcs_set_line_to_func(functions, line_to, nullptr, nullptr);
  hb_draw_funcs_set_quadratic_to_func(functions, quadratic_to, nullptr, nullptr);
  Checksum sum;
  char name[64];
  for (unsigned glyph = 0; glyph < count; glyph++) {
    hb_font_draw_glyph(font, glyph, functions, &sum);
    hb_glyph_extents_t extents;
    if (hb_font_get_glyph_extents(font, glyph, &extents))
      sum.add(uint64_t(extents.width) << 32 | uint32_t(extents.height));
    if (hb_font_get_glyph_name(font, glyph, name, sizeof name))
      sum.add(name[0]);
  }
  std::printf("  outlines %016llx\n", (unsigned long long)sum.sum);
  hb_draw_funcs_destroy(functions);
}

static void describe(hb_face_t *face) {
  hb_set_t *characters = hb_set_create();
  hb_face_collect_unicodes(face, characters);
  hb_tag_t scripts[32];
  unsigned count = 32;
  hb_ot_layout_table_get_script_tags(face, HB_OT_TAG_GSUB, 0, &count, scripts);
  std::printf("  %u glyphs, %u characters, scripts", hb_face_get_glyph_count(face), hb_set_get_population(characters));
  for (unsigned i = 0; i < count; i++)
    std::printf(" %c%c%c%c", HB_UNTAG(scripts[i]));
  char name[80];
  unsigned length = sizeof name;
  hb_ot_name_get_utf8(face, HB_OT_NAME_ID_FULL_NAME, HB_LANGUAGE_INVALID, &length, name);
  std::printf(", name %s\n", name);
  hb_set_destroy(characters);
}

static void subset(hb_face_t *face, unsigned first, unsigned last, unsigned flags) {
  hb_subset_input_t *input = hb_subset_input_create_or_fail();
  hb_set_add_range(hb_subset_input_unicode_set(input), first, last);
  hb_subset_input_set_flags(input, flags);
  hb_face_t *small = hb_subset_or_fail(face, input);
  if (small) {
    hb_blob_t *blob = hb_face_reference_blob(small);
    unsigned length;
    const char *data = hb_blob_get_data(blob, &length);
    Checksum sum;
    for (unsigned i = 0; i < length; i++)
      sum.add((unsigned char)data[i]);
    std::printf("  subset %x-%x flags %x: %u bytes %016llx, %u glyphs\n", first, last, flags, length, (unsigned long long)sum.sum, hb_face_get_glyph_count(small));
    hb_blob_destroy(blob);
  } else {
    std::printf("  subset %x-%x failed\n", first, last);
  }
  hb_face_destroy(small);
  hb_subset_input_destroy(input);
}

int main(int count, char **arguments) {
  char **end = arguments + count, **texts = std::find_if(arguments + 1, end, [](const char *text) { return !std::strcmp(text, "--"); });
  for (char **path = arguments + 1; path != texts; path++) {
    std::printf("%s\n", base_name(*path));
    hb_blob_t *blob = hb_blob_create_from_file(*path);
    hb_face_t *face = hb_face_create(blob, 0);
    hb_font_t *font = hb_font_create(face);
    describe(face);
    draw(font, std::min(hb_face_get_glyph_count(face), 500u));
    for (char **text = texts + 1; text < end; text++)
      for (const char *features : {"", "-kern", "smcp[3:9]", "aalt=2"})
        shape(font, *text, features);
    subset(face, 0x41, 0x7a, HB_SUBSET_FLAGS_DEFAULT);
    subset(face, 0x600, 0x6ff, HB_SUBSET_FLAGS_RETAIN_GIDS);
    subset(face, 0x20, 0xffff, HB_SUBSET_FLAGS_NO_HINTING | HB_SUBSET_FLAGS_DESUBROUTINIZE);
    hb_font_destroy(font);
    hb_face_destroy(face);
    hb_blob_destroy(blob);
  }
}
