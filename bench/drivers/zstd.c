/* Compresses and decompresses data that it makes itself: at many levels, with each strategy, as streams,
 * with dictionaries, with sequences given by hand, with several threads, and with damaged input.
 * Each round trip is checked; sizes and checksums are printed.
 *
 * With arguments it does one thing, for measurements of time:
 *   make TO                       writes data of several kinds to a file
 *   compress LEVEL TO FROM...     compresses files, put together, in one call
 *   decompress FROM               prints what that was made of */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ZSTD_STATIC_LINKING_ONLY
#define ZDICT_STATIC_LINKING_ONLY
#include "zdict.h"
#include "zstd.h"
#include "zstd_errors.h"

enum { MOST = 1 << 20 };

static unsigned char *input, *packed, *unpacked;
static size_t packed_room;
static int failures;

/* --- data ---------------------------------------------------------------------------------------- */

static unsigned long long state;

static unsigned next_random(void) {
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  return (unsigned)(state >> 33);
}

static void noise(unsigned char *to, size_t size) {
  for (size_t i = 0; i < size; i++)
    to[i] = (unsigned char)next_random();
}

static void words(unsigned char *to, size_t size) {
  static const char *const list[] = {"merge ", "function ", "block ", "the ", "a ", "identifier ", "select ", "of ",
                                     "return ", "size\n",    "and ",   "in ",  "thunk ", "parameter, ", "is ", "call. "};
  size_t at = 0;
  while (at < size) {
    unsigned r = next_random();
    const char *word = list[(r & 15) * ((r >> 4 & 15) + 1) / 16];
    for (; *word && at < size; word++)
      to[at++] = (unsigned char)*word;
  }
}

static void skewed(unsigned char *to, size_t size) {
  for (size_t i = 0; i < size; i++) {
    unsigned r = next_random();
    to[i] = (unsigned char)((r & 255) * (r >> 8 & 255) >> 10);
  }
}

static void records(unsigned char *to, size_t size) {
  for (size_t i = 0; i < size; i++) {
    size_t field = i % 24;
    to[i] = (unsigned char)(field < 4 ? (i / 24) >> (8 * field) : field < 12 ? 0 : field < 16 ? next_random() & 3 : field);
  }
}

static void distant(unsigned char *to, size_t size) {
  size_t piece = size / 5 + 1;
  noise(to, piece < size ? piece : size);
  for (size_t i = piece; i < size; i++)
    to[i] = i % 1000 < 990 ? to[i - piece] : (unsigned char)next_random();
}

static void flat(unsigned char *to, size_t size) { memset(to, 'z', size); }

typedef struct {
  const char *name;
  void (*fill)(unsigned char *, size_t);
} Kind;

static const Kind kinds[] = {{"words", words},     {"noise", noise},     {"skewed", skewed},
                             {"records", records}, {"distant", distant}, {"flat", flat}};
enum { KINDS = sizeof kinds / sizeof *kinds };

static void make(const Kind *kind, size_t size) {
  state = size * 31 + (unsigned char)kind->name[0];
  kind->fill(input, size);
}

/* --- reporting ------------------------------------------------------------------------------------- */

static unsigned sum_of(const unsigned char *bytes, size_t size) {
  unsigned sum = 2166136261u;
  for (size_t i = 0; i < size; i++)
    sum = (sum ^ bytes[i]) * 16777619u;
  return sum;
}

static void fail(const char *what, size_t code) {
  printf("FAILED %s: %s\n", what, ZSTD_isError(code) ? ZSTD_getErrorName(code) : "data differs");
  failures++;
}

/* Whether `result` is an error; an error is reported. */
static int failed(const char *what, size_t result) {
  if (ZSTD_isError(result))
    fail(what, result);
  return ZSTD_isError(result) != 0;
}

static void compare(const char *what, size_t got, size_t size) {
  if (got != size || memcmp(input, unpacked, size))
    fail(what, got);
}

/* Unpacks `packed` in one call, compares with the input, prints. */
static void settle(const char *what, int detail, size_t size, size_t packed_size) {
  if (failed(what, packed_size))
    return;
  memset(unpacked, 0x55, size);
  compare(what, ZSTD_decompress(unpacked, size, packed, packed_size), size);
  printf("%s %d: %zu -> %zu %08x\n", what, detail, size, packed_size, sum_of(packed, packed_size));
}

/* --- one call, levels and parameters ----------------------------------------------------------------- */

static void levels(void) {
  static const int tried[] = {-50, -5, -1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16, 17, 18, 19, 22};
  for (int k = 0; k < KINDS; k++)
    for (size_t i = 0; i < sizeof tried / sizeof *tried; i++) {
      size_t size = tried[i] > 12 ? 60000 : 200000;
      make(&kinds[k], size);
      settle(kinds[k].name, tried[i], size, ZSTD_compress(packed, packed_room, input, size, tried[i]));
    }
}

static void sizes(void) {
  static const size_t tried[] = {0, 1, 2, 7, 8, 15, 31, 32, 33, 63, 64, 100, 255, 256, 257, 1000, 1023, 4096, 16383, 65536, 131072, 131073};
  for (size_t i = 0; i < sizeof tried / sizeof *tried; i++)
    for (int level = 1; level <= 19; level += 6) {
      make(&kinds[0], tried[i]);
      settle("size", level, tried[i], ZSTD_compress(packed, packed_room, input, tried[i], level));
    }
}

static size_t with_parameters(size_t size, const int (*set)[2], int count) {
  ZSTD_CCtx *context = ZSTD_createCCtx();
  size_t result = 0;
  for (int i = 0; i < count && !ZSTD_isError(result); i++)
    result = ZSTD_CCtx_setParameter(context, (ZSTD_cParameter)set[i][0], set[i][1]);
  if (!ZSTD_isError(result))
    result = ZSTD_compress2(context, packed, packed_room, input, size);
  ZSTD_freeCCtx(context);
  return result;
}

static void strategies(void) {
  for (int strategy = ZSTD_fast; strategy <= ZSTD_btultra2; strategy++)
    for (int match = 3; match <= 7; match++)
      for (int row = ZSTD_ps_enable; row <= ZSTD_ps_disable; row++) {
        const int set[][2] = {{ZSTD_c_strategy, strategy},     {ZSTD_c_minMatch, match},
                              {ZSTD_c_windowLog, 16},          {ZSTD_c_searchLog, 4},
                              {ZSTD_c_useRowMatchFinder, row}, {ZSTD_c_checksumFlag, match & 1},
                              {ZSTD_c_targetLength, 32}};
        make(&kinds[(strategy + match) % KINDS], 90000);
        settle("strategy", strategy * 100 + match * 10 + row, 90000, with_parameters(90000, set, 7));
      }
}

static void options(void) {
  static const int tried[][4] = {
      {ZSTD_c_enableLongDistanceMatching, 1, ZSTD_c_ldmMinMatch, 32},
      {ZSTD_c_enableLongDistanceMatching, 1, ZSTD_c_compressionLevel, 17},
      {ZSTD_c_literalCompressionMode, ZSTD_ps_enable, ZSTD_c_compressionLevel, -3},
      {ZSTD_c_literalCompressionMode, ZSTD_ps_disable, ZSTD_c_compressionLevel, 5},
      {ZSTD_c_targetCBlockSize, 1400, ZSTD_c_compressionLevel, 5},
      {ZSTD_c_targetCBlockSize, 2000, ZSTD_c_compressionLevel, 19},
      {ZSTD_c_splitAfterSequences, ZSTD_ps_enable, ZSTD_c_compressionLevel, 3},
      {ZSTD_c_splitAfterSequences, ZSTD_ps_disable, ZSTD_c_compressionLevel, 19},
      {ZSTD_c_blockSplitterLevel, 6, ZSTD_c_compressionLevel, 7},
      {ZSTD_c_maxBlockSize, 5000, ZSTD_c_compressionLevel, 3},
      {ZSTD_c_contentSizeFlag, 0, ZSTD_c_checksumFlag, 1},
      {ZSTD_c_forceMaxWindow, 1, ZSTD_c_compressionLevel, 1},
      {ZSTD_c_hashLog, 7, ZSTD_c_chainLog, 8},
      {ZSTD_c_srcSizeHint, 1000, ZSTD_c_compressionLevel, 6},
  };
  for (size_t i = 0; i < sizeof tried / sizeof *tried; i++)
    for (int k = 0; k < KINDS; k++) {
      const int set[][2] = {{tried[i][0], tried[i][1]}, {tried[i][2], tried[i][3]}};
      make(&kinds[k], 150000);
      settle("option", (int)i * 10 + k, 150000, with_parameters(150000, set, 2));
    }
}

static void bounds(void) {
  /* Upper bounds beyond 24 go by the size of a pointer. */
  unsigned long long sum = 0;
  for (int p = ZSTD_c_compressionLevel; p <= ZSTD_c_jobSize + 2; p++) {
    ZSTD_bounds limits = ZSTD_cParam_getBounds((ZSTD_cParameter)p);
    if (!ZSTD_isError(limits.error))
      sum = sum * 31 + limits.lowerBound + (limits.upperBound > 24 ? 24 : limits.upperBound);
  }
  printf("bounds %llu, levels %d to %d, bound %zu\n", sum, ZSTD_minCLevel(), ZSTD_maxCLevel(), ZSTD_compressBound(12345));
  ZSTD_parameters p = ZSTD_getParams(9, 50000, 100);
  printf("window %u chain %u hash %u search %u, usable %d\n", p.cParams.windowLog, p.cParams.chainLog,
         p.cParams.hashLog, p.cParams.searchLog, !ZSTD_isError(ZSTD_checkCParams(p.cParams)));
  make(&kinds[0], 50000);
  ZSTD_CCtx *context = ZSTD_createCCtx();
  settle("advanced", 9, 50000, ZSTD_compress_advanced(context, packed, packed_room, input, 50000, NULL, 0, p));
  ZSTD_freeCCtx(context);
}

/* --- streams --------------------------------------------------------------------------------------------- */

static size_t stream_in(ZSTD_CCtx *context, size_t size, size_t piece, size_t room) {
  ZSTD_outBuffer out = {packed, 0, 0};
  ZSTD_inBuffer in = {input, 0, 0};
  size_t left = 1;
  while (left) {
    size_t more = size - in.size < piece ? size - in.size : piece;
    if (in.pos == in.size)
      in.size += more;
    out.size = out.pos + room < packed_room ? out.pos + room : packed_room;
    int last = in.size == size, flush = in.size / piece % 3 == 0;
    left = ZSTD_compressStream2(context, &out, &in, last ? ZSTD_e_end : flush ? ZSTD_e_flush : ZSTD_e_continue);
    if (ZSTD_isError(left))
      return left;
    left = last ? left : 1;
  }
  return out.pos;
}

static size_t stream_out(ZSTD_DCtx *context, size_t packed_size, size_t size, size_t piece, size_t room) {
  ZSTD_inBuffer in = {packed, 0, 0};
  ZSTD_outBuffer out = {unpacked, 0, 0};
  size_t left = 1;
  while (left && !(in.pos == packed_size && out.pos == size)) {
    if (in.pos == in.size)
      in.size = in.size + piece < packed_size ? in.size + piece : packed_size;
    out.size = out.pos + room < size ? out.pos + room : size;
    left = ZSTD_decompressStream(context, &out, &in);
    if (ZSTD_isError(left))
      return left;
  }
  return out.pos;
}

static void streams(void) {
  ZSTD_CCtx *packer = ZSTD_createCCtx();
  ZSTD_DCtx *unpacker = ZSTD_createDCtx();
  for (int k = 0; k < KINDS; k++)
    for (int i = 0; i < 5; i++) {
      size_t size = 300000, piece = 977u << i, room = 331u << (4 - i);
      make(&kinds[k], size);
      ZSTD_CCtx_reset(packer, ZSTD_reset_session_and_parameters);
      ZSTD_CCtx_setParameter(packer, ZSTD_c_compressionLevel, i * 3 + 1);
      ZSTD_CCtx_setParameter(packer, ZSTD_c_windowLog, 15 + i);
      ZSTD_CCtx_setParameter(packer, ZSTD_c_checksumFlag, 1);
      if (i & 1)
        ZSTD_CCtx_setPledgedSrcSize(packer, size);
      size_t packed_size = stream_in(packer, size, piece, room);
      if (failed("stream", packed_size))
        continue;
      compare("stream", stream_out(unpacker, packed_size, size, room, piece), size);
      printf("stream %d: %zu %08x\n", k * 10 + i, packed_size, sum_of(packed, packed_size));
    }
  ZSTD_freeCCtx(packer);
  ZSTD_freeDCtx(unpacker);
}

static void threads(void) {
  ZSTD_CCtx *packer = ZSTD_createCCtx();
  for (int workers = 1; workers <= 3; workers++) {
    make(&kinds[workers % 2 ? 0 : 4], MOST);
    ZSTD_CCtx_reset(packer, ZSTD_reset_session_and_parameters);
    ZSTD_CCtx_setParameter(packer, ZSTD_c_nbWorkers, workers);
    ZSTD_CCtx_setParameter(packer, ZSTD_c_jobSize, 1 << 19);
    ZSTD_CCtx_setParameter(packer, ZSTD_c_overlapLog, 4 + workers);
    ZSTD_CCtx_setParameter(packer, ZSTD_c_enableLongDistanceMatching, workers == 3);
    ZSTD_CCtx_setParameter(packer, ZSTD_c_checksumFlag, 1);
    settle("workers", workers, MOST, ZSTD_compress2(packer, packed, packed_room, input, MOST));
  }
  ZSTD_freeCCtx(packer);
}

/* Block by block, with an explicit beginning and end. */
static void buffer_less(void) {
  ZSTD_CCtx *packer = ZSTD_createCCtx();
  size_t size = 100000, at = 0, out = 0;
  make(&kinds[3], size);
  ZSTD_compressBegin(packer, 4);
  for (; at + 30000 < size; at += 30000)
    out += ZSTD_compressContinue(packer, packed + out, packed_room - out, input + at, 30000);
  out += ZSTD_compressEnd(packer, packed + out, packed_room - out, input + at, size - at);
  settle("continue", 4, size, out);
  ZSTD_DCtx *unpacker = ZSTD_createDCtx();
  size_t from = 0, to = 0, wanted;
  ZSTD_decompressBegin(unpacker);
  while ((wanted = ZSTD_nextSrcSizeToDecompress(unpacker)) != 0) {
    size_t got = ZSTD_decompressContinue(unpacker, unpacked + to, size - to, packed + from, wanted);
    if (failed("continue", got))
      break;
    from += wanted, to += got;
  }
  compare("continue", to, size);
  size_t block = (ZSTD_compressBegin(packer, 3), ZSTD_compressBlock(packer, packed, packed_room, input, 20000));
  ZSTD_decompressBegin(unpacker);
  compare("block", ZSTD_decompressBlock(unpacker, unpacked, 20000, packed, block), 20000);
  printf("block: %zu\n", block);
  ZSTD_freeCCtx(packer);
  ZSTD_freeDCtx(unpacker);
}

/* --- dictionaries ------------------------------------------------------------------------------------------ */

enum { SAMPLES = 400, SAMPLE = 600, DICTIONARY = 8000 };

static unsigned char samples[SAMPLES * SAMPLE], dictionary[DICTIONARY];
static size_t sample_sizes[SAMPLES];

static void make_samples(void) {
  state = 4711;
  for (int i = 0; i < SAMPLES; i++) {
    sample_sizes[i] = SAMPLE;
    unsigned char *sample = samples + i * SAMPLE;
    words(sample, SAMPLE);
    memcpy(sample, "{\"kind\": \"sample\", \"number\": ", 29);
    records(sample + 300, 96);
  }
}

static size_t finish_by_hand(void) {
  ZDICT_params_t header = {3, 0, 77};
  return ZDICT_finalizeDictionary(dictionary, DICTIONARY, samples, 5000, samples, sample_sizes, SAMPLES, header);
}

static size_t train(int how) {
  ZDICT_cover_params_t cover = {.k = 200, .d = 8, .steps = 4, .nbThreads = 1};
  ZDICT_fastCover_params_t fast = {.k = 200, .d = 6, .f = 16, .accel = 2, .steps = 4, .nbThreads = 1};
  ZDICT_legacy_params_t legacy = {.selectivityLevel = 9};
  switch (how) {
  case 0: return ZDICT_trainFromBuffer(dictionary, DICTIONARY, samples, sample_sizes, SAMPLES);
  case 1: return ZDICT_trainFromBuffer_cover(dictionary, DICTIONARY, samples, sample_sizes, SAMPLES, cover);
  case 2: return ZDICT_trainFromBuffer_fastCover(dictionary, DICTIONARY, samples, sample_sizes, SAMPLES, fast);
  case 3: return ZDICT_trainFromBuffer_legacy(dictionary, DICTIONARY, samples, sample_sizes, SAMPLES, legacy);
  case 4: cover.k = 0; return ZDICT_optimizeTrainFromBuffer_cover(dictionary, 4000, samples, sample_sizes, SAMPLES / 4, &cover);
  case 5: return finish_by_hand();
  default: memcpy(dictionary, samples, 3000); return 3000;
  }
}

/* One input of each size with a digested dictionary, attached or copied as the library sees fit. */
static void use_dictionary(int how, size_t dictionary_size, int level) {
  ZSTD_CDict *for_packing = ZSTD_createCDict(dictionary, dictionary_size, level);
  ZSTD_DDict *for_unpacking = ZSTD_createDDict(dictionary, dictionary_size);
  ZSTD_CCtx *packer = ZSTD_createCCtx();
  ZSTD_DCtx *unpacker = ZSTD_createDCtx();
  for (size_t size = 100; size < 100000; size *= 9) {
    make(&kinds[0], size);
    size_t n = ZSTD_compress_usingCDict(packer, packed, packed_room, input, size, for_packing);
    if (failed("dictionary", n))
      continue;
    compare("dictionary", ZSTD_decompress_usingDDict(unpacker, unpacked, size, packed, n, for_unpacking), size);
    printf("dictionary %d level %d: %zu -> %zu %08x, ids %d\n", how, level, size, n, sum_of(packed, n),
           ZSTD_getDictID_fromFrame(packed, n) == ZSTD_getDictID_fromDDict(for_unpacking));
    n = ZSTD_compress_usingDict(packer, packed, packed_room, input, size, dictionary, dictionary_size, level);
    compare("dictionary once", ZSTD_decompress_usingDict(unpacker, unpacked, size, packed, n, dictionary, dictionary_size), size);
  }
  ZSTD_freeCDict(for_packing), ZSTD_freeDDict(for_unpacking);
  ZSTD_freeCCtx(packer), ZSTD_freeDCtx(unpacker);
}

/* Every strategy with an attached, a copied and a loaded dictionary, as a stream. */
static void attached(size_t dictionary_size) {
  ZSTD_CCtx *packer = ZSTD_createCCtx();
  ZSTD_DCtx *unpacker = ZSTD_createDCtx();
  for (int strategy = ZSTD_fast; strategy <= ZSTD_btultra2; strategy++)
    for (int how = ZSTD_dictDefaultAttach; how <= ZSTD_dictForceLoad; how++)
      for (int dedicated = 0; dedicated < 2; dedicated++) {
        size_t size = 40000;
        make(&kinds[how % 2 ? 0 : 3], size);
        ZSTD_CCtx_reset(packer, ZSTD_reset_session_and_parameters);
        ZSTD_CCtx_setParameter(packer, ZSTD_c_strategy, strategy);
        ZSTD_CCtx_setParameter(packer, ZSTD_c_forceAttachDict, how);
        ZSTD_CCtx_setParameter(packer, ZSTD_c_enableDedicatedDictSearch, dedicated);
        ZSTD_CCtx_setParameter(packer, ZSTD_c_useRowMatchFinder, dedicated ? ZSTD_ps_enable : ZSTD_ps_disable);
        ZSTD_CCtx_loadDictionary(packer, dictionary, dictionary_size);
        size_t n = stream_in(packer, size, 7000, 9000);
        if (failed("attached", n))
          continue;
        ZSTD_DCtx_reset(unpacker, ZSTD_reset_session_and_parameters);
        ZSTD_DCtx_loadDictionary(unpacker, dictionary, dictionary_size);
        compare("attached", stream_out(unpacker, n, size, 3000, 5000), size);
        printf("attached %d: %zu %08x\n", strategy * 100 + how * 10 + dedicated, n, sum_of(packed, n));
      }
  ZSTD_freeCCtx(packer), ZSTD_freeDCtx(unpacker);
}

static void prefixes(void) {
  ZSTD_CCtx *packer = ZSTD_createCCtx();
  ZSTD_DCtx *unpacker = ZSTD_createDCtx();
  for (int level = 1; level < 20; level += 3) {
    make(&kinds[0], 50000);
    ZSTD_CCtx_setParameter(packer, ZSTD_c_compressionLevel, level);
    ZSTD_CCtx_refPrefix(packer, input, 40000);
    size_t n = ZSTD_compress2(packer, packed, packed_room, input, 50000);
    ZSTD_DCtx_refPrefix(unpacker, input, 40000);
    compare("prefix", ZSTD_decompressDCtx(unpacker, unpacked, 50000, packed, n), 50000);
    printf("prefix %d: %zu\n", level, n);
  }
  ZSTD_freeCCtx(packer), ZSTD_freeDCtx(unpacker);
}

static void dictionaries(void) {
  make_samples();
  for (int how = 0; how < 7; how++) {
    size_t size = train(how);
    if (failed("training", size))
      continue;
    printf("trained %d: %zu %08x id %u\n", how, size, sum_of(dictionary, size), how < 6 ? ZDICT_getDictID(dictionary, size) : 0);
    for (int level = 1; level < 20; level += 4)
      use_dictionary(how, size, level);
    if (how == 2 || how == 6)
      attached(size);
  }
  prefixes();
}

/* --- sequences, frames, other interfaces ----------------------------------------------------------------- */

static void sequences(void) {
  size_t size = 50000, room = ZSTD_sequenceBound(size);
  ZSTD_Sequence *list = calloc(room, sizeof *list);
  ZSTD_CCtx *context = ZSTD_createCCtx();
  make(&kinds[0], size);
  size_t count = ZSTD_generateSequences(context, list, room, input, size);
  ZSTD_CCtx_reset(context, ZSTD_reset_session_and_parameters);
  ZSTD_CCtx_setParameter(context, ZSTD_c_blockDelimiters, ZSTD_sf_explicitBlockDelimiters);
  ZSTD_CCtx_setParameter(context, ZSTD_c_validateSequences, 1);
  settle("sequences", (int)count, size, ZSTD_compressSequences(context, packed, packed_room, list, count, input, size));
  count = ZSTD_mergeBlockDelimiters(list, count);
  ZSTD_CCtx_setParameter(context, ZSTD_c_blockDelimiters, ZSTD_sf_noBlockDelimiters);
  size_t merged = ZSTD_compressSequences(context, packed, packed_room, list, count, input, size);
  printf("merged %zu: %s\n", count, ZSTD_getErrorName(merged));
  ZSTD_freeCCtx(context);
  free(list);
}

static void frames(void) {
  make(&kinds[0], 70000);
  size_t first = ZSTD_compress(packed, packed_room, input, 30000, 3);
  size_t skip = ZSTD_writeSkippableFrame(packed + first, packed_room - first, "skipped", 7, 5);
  size_t second = ZSTD_compress(packed + first + skip, packed_room, input + 30000, 40000, 12);
  size_t all = first + skip + second;
  compare("frames", ZSTD_decompress(unpacked, 70000, packed, all), 70000);
  ZSTD_FrameHeader header;
  ZSTD_getFrameHeader(&header, packed, all);
  printf("frames: %zu %zu %zu, content %llu, total %llu, bound %llu, window %llu, margin %zu\n", first, skip, second,
         ZSTD_getFrameContentSize(packed, all), ZSTD_findDecompressedSize(packed, all),
         ZSTD_decompressBound(packed, all), header.windowSize, ZSTD_decompressionMargin(packed, all));
  printf("found %zu, frame %d, skippable %d\n", ZSTD_findFrameCompressedSize(packed, all), ZSTD_isFrame(packed, all),
         ZSTD_isSkippableFrame(packed + first, skip));
  unsigned variant;
  char text[8] = "";
  size_t read = ZSTD_readSkippableFrame(text, 8, &variant, packed + first, skip);
  printf("skipped %zu %s %u\n", read, text, variant);
}

static void magicless(void) {
  ZSTD_CCtx *packer = ZSTD_createCCtx();
  ZSTD_DCtx *unpacker = ZSTD_createDCtx();
  make(&kinds[2], 80000);
  ZSTD_CCtx_setParameter(packer, ZSTD_c_format, ZSTD_f_zstd1_magicless);
  ZSTD_DCtx_setParameter(unpacker, ZSTD_d_format, ZSTD_f_zstd1_magicless);
  ZSTD_DCtx_setParameter(unpacker, ZSTD_d_windowLogMax, 20);
  size_t n = ZSTD_compress2(packer, packed, packed_room, input, 80000);
  compare("magicless", ZSTD_decompressDCtx(unpacker, unpacked, 80000, packed, n), 80000);
  ZSTD_CCtx *copy = ZSTD_createCCtx();
  ZSTD_compressBegin(packer, 6);
  ZSTD_copyCCtx(copy, packer, 80000);
  settle("copied", 6, 80000, ZSTD_compressEnd(copy, packed, packed_room, input, 80000));
  printf("progress %llu, memory %d\n", ZSTD_getFrameProgression(copy).ingested, ZSTD_sizeof_CCtx(copy) > 0);
  ZSTD_freeCCtx(copy), ZSTD_freeCCtx(packer), ZSTD_freeDCtx(unpacker);
}

/* All memory from one block given in advance. */
static void fixed_memory(void) {
  size_t room = ZSTD_estimateCCtxSize(5), other = ZSTD_estimateDCtxSize();
  void *workspace = malloc(room), *second = malloc(other);
  ZSTD_CCtx *packer = ZSTD_initStaticCCtx(workspace, room);
  ZSTD_DCtx *unpacker = ZSTD_initStaticDCtx(second, other);
  make(&kinds[3], 50000);
  size_t n = ZSTD_compressCCtx(packer, packed, packed_room, input, 50000, 5);
  if (!failed("fixed memory", n))
    compare("fixed memory", ZSTD_decompressDCtx(unpacker, unpacked, 50000, packed, n), 50000);
  printf("fixed memory: %zu\n", n);
  free(workspace), free(second);
}

/* --- damaged input ----------------------------------------------------------------------------------------- */

static unsigned errors[ZSTD_error_maxCode];

/* Which of the two shows that data are damaged goes by how many bits are read at a time. */
static void count_error(size_t result) {
  ZSTD_ErrorCode code = ZSTD_getErrorCode(result);
  errors[code == ZSTD_error_checksum_wrong ? ZSTD_error_corruption_detected : code]++;
}

static void damage(void) {
  for (int k = 0; k < KINDS; k++) {
    make(&kinds[k], 20000);
    const int set[][2] = {{ZSTD_c_compressionLevel, 7}, {ZSTD_c_checksumFlag, 1}};
    size_t n = with_parameters(20000, set, 2);
    for (size_t at = 0; at < n; at += n / 97 + 1) {
      packed[at] ^= 0x41;
      count_error(ZSTD_decompress(unpacked, 20000, packed, n));
      packed[at] ^= 0x41;
      count_error(ZSTD_decompress(unpacked, 20000, packed, at));
    }
    count_error(ZSTD_decompress(unpacked, 100, packed, n));
    count_error(ZSTD_compress(packed, 10, input, 20000, 1));
  }
  for (int i = 0; i < ZSTD_error_maxCode; i++)
    if (errors[i])
      printf("%u times: %s\n", errors[i], ZSTD_getErrorString((ZSTD_ErrorCode)i));
}

static void take(unsigned char **memory, size_t size) {
  *memory = malloc(size);
  if (!*memory) {
    fprintf(stderr, "out of memory\n");
    exit(1);
  }
}

/* --- single steps on files, for measurements of time -------------------------------------------------------- */

static int complain(const char *what) {
  fprintf(stderr, "cannot %s\n", what);
  return 1;
}

/* Adds the content of a file to what is in memory already; 0 if it cannot be read. */
static int read_file(const char *path, unsigned char **memory, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (!file)
    return 0;
  fseek(file, 0, SEEK_END);
  size_t length = (size_t)ftell(file);
  rewind(file);
  *memory = realloc(*memory, *size + length);
  int good = *memory && fread(*memory + *size, 1, length, file) == length;
  *size += length;
  fclose(file);
  return good;
}

static int write_file(const char *path, const unsigned char *bytes, size_t size) {
  FILE *file = fopen(path, "wb");
  return file && fwrite(bytes, 1, size, file) == size && !fclose(file);
}

static int make_file(const char *path) {
  enum { PART = 150000 };
  input = malloc(PART * KINDS);
  if (!input)
    return complain("allocate");
  unsigned char *all = input;
  for (int k = 0; k < KINDS; k++, input += PART)
    make(&kinds[k], PART);
  return write_file(path, all, PART * KINDS) ? 0 : complain("write");
}

static int compress_files(int level, const char *to, char **from, int count) {
  size_t size = 0;
  for (int i = 0; i < count; i++)
    if (!read_file(from[i], &input, &size))
      return complain("read");
  packed_room = ZSTD_compressBound(size);
  packed = malloc(packed_room);
  size_t result = packed ? ZSTD_compress(packed, packed_room, input, size, level) : 0;
  if (!result || failed("compress", result) || !write_file(to, packed, result))
    return complain("compress");
  printf("%zu -> %zu %08x\n", size, result, sum_of(packed, result));
  return 0;
}

static int decompress_file(const char *from) {
  size_t packed_size = 0;
  if (!read_file(from, &packed, &packed_size))
    return complain("read");
  size_t size = (size_t)ZSTD_getFrameContentSize(packed, packed_size);
  unpacked = malloc(size);
  if (!unpacked || failed("decompress", ZSTD_decompress(unpacked, size, packed, packed_size)))
    return complain("decompress");
  return fwrite(unpacked, 1, size, stdout) == size ? 0 : complain("print");
}

static int single_step(int count, char **arguments) {
  if (count == 3 && !strcmp(arguments[1], "make"))
    return make_file(arguments[2]);
  if (count > 4 && !strcmp(arguments[1], "compress"))
    return compress_files(atoi(arguments[2]), arguments[3], arguments + 4, count - 4);
  if (count == 3 && !strcmp(arguments[1], "decompress"))
    return decompress_file(arguments[2]);
  return complain("understand these arguments");
}

int main(int count, char **arguments) {
  if (count > 1)
    return single_step(count, arguments);
  packed_room = ZSTD_compressBound(MOST) * 2;
  take(&input, MOST), take(&packed, packed_room), take(&unpacked, MOST);
  levels();
  sizes();
  strategies();
  options();
  bounds();
  streams();
  threads();
  buffer_less();
  dictionaries();
  sequences();
  frames();
  magicless();
  fixed_memory();
  damage();
  printf("%d failures\n", failures);
  free(input), free(packed), free(unpacked);
  return failures != 0;
}
