/* Runs the Lua scripts that it is given, one state each, and exercises the C interface besides.
 * Prints the same on every run: no times, no addresses, no paths. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lauxlib.h"
#include "lua.h"
#include "lualib.h"

/* The last component of a path: what may be printed. */
static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* Message handler: puts a traceback behind an error message. */
static int with_traceback(lua_State *L) {
  luaL_traceback(L, L, luaL_tolstring(L, 1, NULL), 1);
  return 1;
}

/* checksum(text): a number that depends on every byte and on their order. */
static int checksum(lua_State *L) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  lua_Unsigned sum = 1469598103u;
  for (size_t i = 0; i < length; i++)
    sum = (sum ^ (unsigned char)text[i]) * 1099511628211u;
  lua_pushinteger(L, (lua_Integer)sum);
  return 1;
}

/* --- a userdata type: a growing list of numbers with user values ------------------------------- */

#define LIST "bench.list"

typedef struct {
  size_t length, room;
  double *items;
} List;

static List *to_list(lua_State *L) { return luaL_checkudata(L, 1, LIST); }

static int list_new(lua_State *L) {
  const char *name = luaL_optstring(L, 1, "unnamed");
  List *list = lua_newuserdatauv(L, sizeof *list, 1);
  memset(list, 0, sizeof *list);
  luaL_setmetatable(L, LIST);
  lua_pushstring(L, name);
  lua_setiuservalue(L, -2, 1);
  return 1;
}

static int list_push(lua_State *L) {
  List *list = to_list(L);
  if (list->length == list->room) {
    list->room = list->room ? list->room * 2 : 4;
    list->items = realloc(list->items, list->room * sizeof *list->items);
    if (!list->items)
      return luaL_error(L, "out of memory");
  }
  list->items[list->length++] = luaL_checknumber(L, 2);
  lua_settop(L, 1);
  return 1;
}

static int list_index(lua_State *L) {
  List *list = to_list(L);
  if (lua_isinteger(L, 2)) {
    lua_Integer i = lua_tointeger(L, 2);
    luaL_argcheck(L, i >= 1 && (size_t)i <= list->length, 2, "out of range");
    lua_pushnumber(L, list->items[i - 1]);
    return 1;
  }
  if (strcmp(luaL_checkstring(L, 2), "name") == 0) {
    lua_getiuservalue(L, 1, 1);
    return 1;
  }
  luaL_getmetafield(L, 1, lua_tostring(L, 2));
  return 1;
}

static int list_length(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)to_list(L)->length);
  return 1;
}

static int list_free(lua_State *L) {
  List *list = to_list(L);
  free(list->items);
  list->items = NULL;
  list->length = list->room = 0;
  return 0;
}

static const luaL_Reg list_methods[] = {
    {"push", list_push},     {"__index", list_index}, {"__len", list_length},
    {"__gc", list_free},     {"__close", list_free},  {NULL, NULL},
};

/* --- continuations, hooks, warnings ------------------------------------------------------------ */

static int after_call(lua_State *L, int status, lua_KContext context) {
  lua_pushinteger(L, (lua_Integer)context);
  lua_pushboolean(L, status == LUA_OK || status == LUA_YIELD);
  return lua_gettop(L);
}

/* through(f, ...): calls f, which may yield, and adds two results. */
static int through(lua_State *L) {
  int status = lua_pcallk(L, lua_gettop(L) - 1, LUA_MULTRET, 0, 77, after_call);
  return after_call(L, status, 77);
}

static int hook_counts[5];

static void count_event(lua_State *L, lua_Debug *event) {
  lua_getinfo(L, "nSlutr", event);
  hook_counts[event->event]++;
}

/* traced(f): runs f and returns how many calls, returns, lines and tail calls it took. */
static int traced(lua_State *L) {
  memset(hook_counts, 0, sizeof hook_counts);
  lua_sethook(L, count_event, LUA_MASKCALL | LUA_MASKRET | LUA_MASKLINE, 0);
  lua_call(L, 0, 0);
  lua_sethook(L, NULL, 0, 0);
  lua_pushinteger(L, hook_counts[LUA_HOOKCALL]);
  lua_pushinteger(L, hook_counts[LUA_HOOKRET]);
  lua_pushinteger(L, hook_counts[LUA_HOOKLINE]);
  lua_pushinteger(L, hook_counts[LUA_HOOKTAILCALL]);
  return 4;
}

static void print_warning(void *unused, const char *message, int more) {
  (void)unused;
  printf("%s%s", message, more ? "" : " (warning)\n");
}

/* --- the C interface by itself ------------------------------------------------------------------ */

static const char *const pieces[] = {"return ", "1 +", " 2, 'two'", " .. 3", NULL};

static const char *next_piece(lua_State *L, void *position, size_t *length) {
  const char *const **at = position;
  (void)L;
  if (!**at)
    return NULL;
  *length = strlen(**at);
  return *(*at)++;
}

static void load_in_pieces(lua_State *L) {
  const char *const *position = pieces;
  if (lua_load(L, next_piece, &position, "=pieces", "t") || lua_pcall(L, 0, 2, 0))
    puts(lua_tostring(L, -1));
  printf("pieces: %lld %s\n", (long long)lua_tointeger(L, -2), lua_tostring(L, -1));
  lua_settop(L, 0);
}

static void compare_and_compute(lua_State *L) {
  static const int operators[] = {LUA_OPADD, LUA_OPSUB,  LUA_OPMUL, LUA_OPMOD,  LUA_OPPOW,
                                  LUA_OPDIV, LUA_OPIDIV, LUA_OPBAND, LUA_OPBOR, LUA_OPBXOR,
                                  LUA_OPSHL, LUA_OPSHR};
  for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
    lua_pushinteger(L, 1000003);
    lua_pushinteger(L, 7);
    lua_arith(L, operators[i]);
    printf("%s ", luaL_tolstring(L, -1, NULL));
    lua_pop(L, 2);
  }
  lua_pushinteger(L, 3);
  lua_pushnumber(L, 3.0);
  printf("eq %d lt %d le %d raw %d\n", lua_compare(L, -1, -2, LUA_OPEQ),
         lua_compare(L, -1, -2, LUA_OPLT), lua_compare(L, -1, -2, LUA_OPLE), lua_rawequal(L, -1, -2));
  lua_settop(L, 0);
}

static void stack_shuffle(lua_State *L) {
  for (int i = 1; i <= 6; i++)
    lua_pushinteger(L, i);
  lua_rotate(L, 2, 2);
  lua_insert(L, 1);
  lua_remove(L, 3);
  lua_copy(L, 1, 4);
  lua_pushvalue(L, -2);
  lua_replace(L, 2);
  printf("stack:");
  for (int i = 1; i <= lua_gettop(L); i++)
    printf(" %lld", (long long)lua_tointeger(L, i));
  printf(" of %d, room %d\n", lua_absindex(L, -1), lua_checkstack(L, 100));
  lua_settop(L, 0);
}

static void tables_and_references(lua_State *L) {
  lua_createtable(L, 4, 4);
  int reference = (lua_pushstring(L, "kept"), luaL_ref(L, -2));
  lua_rawgeti(L, -1, reference);
  printf("reference: %s\n", lua_tostring(L, -1));
  lua_pop(L, 1);
  luaL_unref(L, -1, reference);
  lua_pushnumber(L, 2.5), lua_setfield(L, -2, "x");
  lua_pushboolean(L, 1), lua_rawsetp(L, -2, pieces);
  lua_pushinteger(L, 9), lua_seti(L, -2, 1);
  lua_pushlightuserdata(L, (void *)pieces), lua_rawget(L, -2);
  printf("light key: %d\n", lua_toboolean(L, -1));
  lua_pop(L, 1);
  luaL_getsubtable(L, -1, "sub");
  lua_pop(L, 1);
  int count = 0;
  for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1))
    count++;
  printf("entries: %d length %llu\n", count, (unsigned long long)lua_rawlen(L, -1));
  lua_settop(L, 0);
}

static void buffers(lua_State *L) {
  luaL_Buffer buffer;
  luaL_buffinitsize(L, &buffer, 8);
  for (int i = 0; i < 300; i++)
    luaL_addstring(&buffer, i % 7 ? "ab" : "-");
  lua_pushinteger(L, 12345);
  luaL_addvalue(&buffer);
  luaL_addgsub(&buffer, "one two one", "one", "1");
  luaL_pushresult(&buffer);
  lua_pushcfunction(L, checksum);
  lua_insert(L, -2);
  lua_call(L, 1, 1);
  printf("buffer: %lld\n", (long long)lua_tointeger(L, -1));
  lua_pushfstring(L, "%s|%d|%c|%U|%f|%I|%%", "s", 5, 'c', 0x20ACL, 1.5, (LUAI_UACINT)-9);
  puts(lua_tostring(L, -1));
  lua_settop(L, 0);
}

static int yielding(lua_State *L) {
  lua_pushliteral(L, "half way");
  return lua_yield(L, 1);
}

static void threads(lua_State *L) {
  lua_State *thread = lua_newthread(L);
  int results;
  lua_pushcfunction(thread, yielding);
  int first = lua_resume(thread, L, 0, &results);
  printf("thread: %d %s %d", first, lua_tostring(thread, -1), lua_status(thread));
  lua_pop(thread, results);
  int second = lua_resume(thread, L, 0, &results);
  printf(" then %d, closed %d\n", second, lua_closethread(thread, L));
  lua_pushinteger(L, 5);
  lua_xmove(L, thread, 1);
  printf("moved: %lld\n", (long long)lua_tointeger(thread, -1));
  lua_settop(L, 0);
}

static void collector(lua_State *L) {
  lua_gc(L, LUA_GCSTOP);
  printf("running: %d", lua_gc(L, LUA_GCISRUNNING));
  lua_gc(L, LUA_GCRESTART);
  lua_gc(L, LUA_GCGEN, 20, 100);
  lua_gc(L, LUA_GCSTEP, 10);
  printf(" %d", lua_gc(L, LUA_GCINC, 200, 100, 13) == LUA_GCGEN);
  lua_gc(L, LUA_GCCOLLECT);
  printf(" %d\n", lua_gc(L, LUA_GCISRUNNING));
}

static void c_interface(void) {
  lua_State *L = luaL_newstate();
  luaL_checkversion(L);
  luaL_openlibs(L);
  load_in_pieces(L);
  compare_and_compute(L);
  stack_shuffle(L);
  tables_and_references(L);
  buffers(L);
  threads(L);
  collector(L);
  lua_close(L);
}

/* --- an allocator that runs out ------------------------------------------------------------------ */

typedef struct {
  size_t used, limit;
} Budget;

static void *limited(void *data, void *block, size_t old, size_t wanted) {
  Budget *budget = data;
  size_t before = block ? old : 0;
  if (wanted > before && budget->used + (wanted - before) > budget->limit)
    return NULL;
  budget->used += wanted - before;
  if (wanted)
    return realloc(block, wanted);
  free(block);
  return NULL;
}

static void out_of_memory(void) {
  Budget budget = {0, 400000};
  lua_State *L = lua_newstate(limited, &budget);
  luaL_openlibs(L);
  int status = luaL_dostring(L, "local t = {} for i = 1, 1e7 do t[i] = ('x'):rep(i) end");
  printf("out of memory: %d %s\n", status, lua_tostring(L, -1));
  lua_close(L);
  printf("left over: %zu\n", budget.used);
}

/* --- scripts --------------------------------------------------------------------------------------- */

static char *read_whole(const char *path, size_t *length) {
  FILE *file = fopen(path, "rb");
  if (!file)
    return NULL;
  fseek(file, 0, SEEK_END);
  *length = (size_t)ftell(file);
  rewind(file);
  char *text = malloc(*length + 1);
  if (text && fread(text, 1, *length, file) != *length) {
    free(text);
    text = NULL;
  }
  fclose(file);
  return text;
}

static void offer_functions(lua_State *L) {
  luaL_newmetatable(L, LIST);
  luaL_setfuncs(L, list_methods, 0);
  lua_pop(L, 1);
  lua_register(L, "newlist", list_new);
  lua_register(L, "checksum", checksum);
  lua_register(L, "through", through);
  lua_register(L, "traced", traced);
}

static int run_script(const char *path) {
  size_t length;
  char *text = read_whole(path, &length);
  if (!text) {
    fprintf(stderr, "cannot read %s\n", base_name(path));
    return 1;
  }
  lua_State *L = luaL_newstate();
  luaL_openlibs(L);
  offer_functions(L);
  lua_setwarnf(L, print_warning, NULL);
  char name[256];
  snprintf(name, sizeof name, "@%s", base_name(path));
  lua_pushcfunction(L, with_traceback);
  int failed = luaL_loadbuffer(L, text, length, name) || lua_pcall(L, 0, 0, 1);
  if (failed)
    printf("failed: %s\n", lua_tostring(L, -1));
  lua_close(L);
  free(text);
  return failed;
}

int main(int count, char **arguments) {
  int failures = 0;
  c_interface();
  out_of_memory();
  for (int i = 1; i < count; i++) {
    printf("== %s\n", base_name(arguments[i]));
    fflush(stdout);
    failures += run_script(arguments[i]);
  }
  return failures != 0;
}
