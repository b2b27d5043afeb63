/* Runs files of SQL statements in one in-memory database each, then exercises the C interface.
 * Prints every row and error, and a running checksum; no times, no addresses, no paths. */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sqlite3.h"

static unsigned long long running = 14695981039346656037ull;

/* Prints, and takes what is printed into the checksum. */
static void say(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  char *text = sqlite3_vmprintf(format, arguments);
  va_end(arguments);
  for (const char *at = text; *at; at++)
    running = (running ^ (unsigned char)*at) * 1099511628211ull;
  fputs(text, stdout);
  sqlite3_free(text);
}

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* --- printing rows ----------------------------------------------------------------------------- */

static void say_blob(const unsigned char *bytes, int length) {
  unsigned sum = 5381;
  for (int i = 0; i < length; i++)
    sum = sum * 33 + bytes[i];
  say("x%d:%08x", length, sum);
}

static void say_column(sqlite3_stmt *statement, int column) {
  switch (sqlite3_column_type(statement, column)) {
  case SQLITE_NULL:
    say("~");
    break;
  case SQLITE_BLOB:
    say_blob(sqlite3_column_blob(statement, column), sqlite3_column_bytes(statement, column));
    break;
  case SQLITE_FLOAT:
    say("%.12g", sqlite3_column_double(statement, column));
    break;
  default:
    say("%s", sqlite3_column_text(statement, column));
  }
}

static void say_row(sqlite3_stmt *statement) {
  for (int i = 0; i < sqlite3_column_count(statement); i++) {
    if (i)
      say("|");
    say_column(statement, i);
  }
  say("\n");
}

static void say_rows(sqlite3 *db, sqlite3_stmt *statement) {
  int status;
  while ((status = sqlite3_step(statement)) == SQLITE_ROW)
    say_row(statement);
  if (status != SQLITE_DONE)
    say("! %s\n", sqlite3_errmsg(db));
}

/* Behind the next semicolon: where to go on after a statement that does not parse. */
static const char *behind_semicolon(const char *sql) {
  const char *end = strchr(sql, ';');
  return end ? end + 1 : sql + strlen(sql);
}

/* Runs every statement of a text; an error is printed and the next statement goes on. */
static void run_text(sqlite3 *db, const char *sql) {
  while (*sql) {
    sqlite3_stmt *statement;
    const char *rest;
    if (sqlite3_prepare_v3(db, sql, -1, 0, &statement, &rest) != SQLITE_OK) {
      say("! %s (at %d)\n", sqlite3_errmsg(db), sqlite3_error_offset(db));
      sql = behind_semicolon(sql);
      continue;
    }
    if (statement)
      say_rows(db, statement);
    sqlite3_finalize(statement);
    sql = rest;
  }
}

static sqlite3 *open_memory(void) {
  sqlite3 *db;
  if (sqlite3_open_v2(":memory:", &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL)) {
    fprintf(stderr, "cannot open a database in memory\n");
    exit(1);
  }
  sqlite3_extended_result_codes(db, 1);
  return db;
}

/* --- functions, aggregates, collations, a virtual table ------------------------------------------ */

static void add_all(sqlite3_context *context, int count, sqlite3_value **values) {
  sqlite3_int64 sum = 0;
  for (int i = 0; i < count; i++)
    sum += sqlite3_value_int64(values[i]);
  sqlite3_result_int64(context, sum);
}

static void describe(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  switch (sqlite3_value_type(values[0])) {
  case SQLITE_INTEGER: sqlite3_result_text(context, "integer", -1, SQLITE_STATIC); break;
  case SQLITE_FLOAT: sqlite3_result_double(context, sqlite3_value_double(values[0]) / 2); break;
  case SQLITE_TEXT: sqlite3_result_value(context, values[0]); break;
  case SQLITE_BLOB: sqlite3_result_zeroblob(context, 3); break;
  default: sqlite3_result_error(context, "nothing to describe", -1);
  }
}

typedef struct {
  double sum;
  int count;
} Mean;

static void mean_step(sqlite3_context *context, int count, sqlite3_value **values) {
  Mean *mean = sqlite3_aggregate_context(context, sizeof *mean);
  (void)count;
  mean->sum += sqlite3_value_double(values[0]);
  mean->count++;
}

static void mean_inverse(sqlite3_context *context, int count, sqlite3_value **values) {
  Mean *mean = sqlite3_aggregate_context(context, sizeof *mean);
  (void)count;
  mean->sum -= sqlite3_value_double(values[0]);
  mean->count--;
}

static void mean_value(sqlite3_context *context) {
  Mean *mean = sqlite3_aggregate_context(context, sizeof *mean);
  if (mean->count)
    sqlite3_result_double(context, mean->sum / mean->count);
}

static int backwards(void *unused, int left, const void *a, int right, const void *b) {
  (void)unused;
  int shared = left < right ? left : right;
  for (int i = 1; i <= shared; i++) {
    int difference = ((const char *)a)[left - i] - ((const char *)b)[right - i];
    if (difference)
      return difference;
  }
  return left - right;
}

static void own_functions(void) {
  sqlite3 *db = open_memory();
  int plain = SQLITE_UTF8 | SQLITE_DETERMINISTIC;
  sqlite3_create_function_v2(db, "add_all", -1, plain, NULL, add_all, NULL, NULL, NULL);
  sqlite3_create_function_v2(db, "describe", 1, plain, NULL, describe, NULL, NULL, NULL);
  sqlite3_create_window_function(db, "mean", 1, plain, NULL, mean_step, mean_value, mean_value,
                                 mean_inverse, NULL);
  sqlite3_create_collation(db, "backwards", SQLITE_UTF8, NULL, backwards);
  run_text(db, "SELECT add_all(), add_all(1,2,3), describe(1), describe(3.0), describe('t'), describe(x'00');"
               "SELECT describe(NULL);"
               "CREATE TABLE t(a TEXT COLLATE backwards, b REAL);"
               "INSERT INTO t VALUES('xa',1),('ab',2),('zz',3),('ba',4),('cab',5);"
               "SELECT a, mean(b) OVER (ORDER BY b ROWS 2 PRECEDING) FROM t ORDER BY a;"
               "SELECT mean(b) FROM t; SELECT a FROM t WHERE a > 'ab' ORDER BY a DESC;"
               "CREATE INDEX ta ON t(a); SELECT count(*) FROM t WHERE a='zz'; SELECT add_all('1', 2.9, x'33');");
  sqlite3_close(db);
}

/* --- parameters, metadata, blobs ------------------------------------------------------------------- */

static void parameters(sqlite3 *db) {
  sqlite3_stmt *statement;
  sqlite3_prepare_v2(db, "INSERT INTO item(id, name, price, data) VALUES(?1, :name, @price, $data)", -1,
                     &statement, NULL);
  for (int i = 0; i < 200; i++) {
    char name[32], data[300];
    int length = snprintf(name, sizeof name, "item %d", i * 37 % 200);
    memset(data, 'a' + i % 26, sizeof data);
    sqlite3_bind_int(statement, 1, i);
    sqlite3_bind_text(statement, sqlite3_bind_parameter_index(statement, ":name"), name, length,
                      SQLITE_TRANSIENT);
    sqlite3_bind_double(statement, 3, i / 8.0);
    sqlite3_bind_blob(statement, 4, data, i, SQLITE_STATIC);
    if (i % 50 == 49)
      sqlite3_bind_null(statement, 4);
    if (sqlite3_step(statement) != SQLITE_DONE)
      say("! %s\n", sqlite3_errmsg(db));
    sqlite3_reset(statement);
  }
  say("parameters %d %s, inserted %lld, changes %d\n", sqlite3_bind_parameter_count(statement),
      sqlite3_bind_parameter_name(statement, 3), sqlite3_last_insert_rowid(db), sqlite3_total_changes(db));
  sqlite3_clear_bindings(statement);
  char *expanded = sqlite3_expanded_sql(statement);
  say("%s\n", expanded);
  sqlite3_free(expanded);
  sqlite3_finalize(statement);
}

static void metadata(sqlite3 *db) {
  sqlite3_stmt *statement;
  sqlite3_prepare_v2(db, "SELECT id AS number, upper(name), price FROM item WHERE id < 2", -1, &statement, NULL);
  for (int i = 0; i < sqlite3_column_count(statement); i++) {
    const char *type = sqlite3_column_decltype(statement, i), *origin = sqlite3_column_origin_name(statement, i);
    say("%s %s %s\n", sqlite3_column_name(statement, i), type ? type : "-", origin ? origin : "-");
  }
  say("read-only %d, explain %d\n", sqlite3_stmt_readonly(statement), sqlite3_stmt_isexplain(statement));
  sqlite3_finalize(statement);
  const char *type, *collation;
  int not_null, key, automatic;
  sqlite3_table_column_metadata(db, "main", "item", "id", &type, &collation, &not_null, &key, &automatic);
  say("id: %s %s %d %d %d\n", type, collation, not_null, key, automatic);
  char **table;
  int rows, columns;
  sqlite3_get_table(db, "SELECT id, name FROM item ORDER BY name LIMIT 5", &table, &rows, &columns, NULL);
  for (int i = 0; i < (rows + 1) * columns; i++)
    say("%s%s", table[i], (i + 1) % columns ? "," : "\n");
  sqlite3_free_table(table);
}

static void blobs(sqlite3 *db) {
  sqlite3_blob *blob;
  char bytes[16] = "";
  run_text(db, "INSERT INTO item(id, data) VALUES(1000, zeroblob(5000))");
  sqlite3_blob_open(db, "main", "item", "data", 1000, 1, &blob);
  for (int at = 0; at + 16 <= sqlite3_blob_bytes(blob); at += 16) {
    memset(bytes, at % 251, sizeof bytes);
    sqlite3_blob_write(blob, bytes, sizeof bytes, at);
  }
  say("beyond the end: %d\n", sqlite3_blob_write(blob, bytes, 16, 4999));
  sqlite3_blob_reopen(blob, 100);
  sqlite3_blob_read(blob, bytes, 10, 50);
  say("blob of %d: %.10s\n", sqlite3_blob_bytes(blob), bytes);
  say("no such row: %d\n", sqlite3_blob_reopen(blob, 5555));
  sqlite3_blob_close(blob);
  run_text(db, "SELECT data FROM item WHERE id = 1000");
  int missing = sqlite3_blob_open(db, "main", "nowhere", "data", 1, 0, &blob);
  say("missing: %d %s\n", missing, sqlite3_errmsg(db));
}

/* --- hooks, limits, authorisation, progress -------------------------------------------------------- */

static int updates[32], commits, rollbacks, steps;

static void on_update(void *unused, int kind, const char *base, const char *table, sqlite3_int64 row) {
  (void)unused, (void)base, (void)table, (void)row;
  updates[kind % 32]++;
}

static int on_commit(void *refuse) { return commits++, *(int *)refuse; }

static void on_rollback(void *unused) { (void)unused, rollbacks++; }

static int on_progress(void *limit) { return ++steps > *(int *)limit; }

static int authorise(void *unused, int action, const char *a, const char *b, const char *base, const char *trigger) {
  (void)unused, (void)base, (void)trigger;
  if (action == SQLITE_DROP_TABLE)
    return SQLITE_DENY;
  return action == SQLITE_READ && a && b && !strcmp(b, "secret") ? SQLITE_IGNORE : SQLITE_OK;
}

static void on_preupdate(void *unused, sqlite3 *db, int kind, const char *base, const char *table,
                         sqlite3_int64 old_row, sqlite3_int64 new_row) {
  sqlite3_value *before = NULL, *after = NULL;
  (void)unused, (void)base;
  if (kind != SQLITE_INSERT)
    sqlite3_preupdate_old(db, 1, &before);
  if (kind != SQLITE_DELETE)
    sqlite3_preupdate_new(db, 1, &after);
  say("pre %d %s %lld->%lld columns %d depth %d: %s => %s\n", kind, table, old_row, new_row,
      sqlite3_preupdate_count(db), sqlite3_preupdate_depth(db),
      before ? (const char *)sqlite3_value_text(before) : "-", after ? (const char *)sqlite3_value_text(after) : "-");
}

static void hooks(void) {
  sqlite3 *db = open_memory();
  int refuse = 0, limit = 50;
  run_text(db, "CREATE TABLE t(id INTEGER PRIMARY KEY, v, secret); CREATE TABLE u(x)");
  sqlite3_update_hook(db, on_update, NULL);
  sqlite3_commit_hook(db, on_commit, &refuse);
  sqlite3_rollback_hook(db, on_rollback, NULL);
  sqlite3_preupdate_hook(db, on_preupdate, NULL);
  run_text(db, "INSERT INTO t VALUES(1,'a','s'),(2,'b','s'); UPDATE t SET v = v || '!' WHERE id = 2;"
               "DELETE FROM t WHERE id = 1; BEGIN; INSERT INTO t VALUES(9,'z',0); ROLLBACK;");
  refuse = 1;
  run_text(db, "INSERT INTO t VALUES(5,'e','s')");
  refuse = 0;
  say("hooks: %d inserts, %d updates, %d deletes, %d commits, %d rollbacks\n", updates[SQLITE_INSERT],
      updates[SQLITE_UPDATE], updates[SQLITE_DELETE], commits, rollbacks);
  sqlite3_set_authorizer(db, authorise, NULL);
  run_text(db, "SELECT id, secret FROM t; DROP TABLE u; SELECT * FROM u");
  sqlite3_set_authorizer(db, NULL, NULL);
  sqlite3_progress_handler(db, 100, on_progress, &limit);
  run_text(db, "WITH RECURSIVE c(x) AS (VALUES(1) UNION ALL SELECT x+1 FROM c) SELECT max(x) FROM c");
  sqlite3_progress_handler(db, 0, NULL, NULL);
  int columns = sqlite3_limit(db, SQLITE_LIMIT_COLUMN, 3);
  say("limit %d, then %d\n", columns, sqlite3_limit(db, SQLITE_LIMIT_COLUMN, -1));
  run_text(db, "CREATE TABLE wide(a,b,c,d); SELECT 1,2,3,4");
  sqlite3_close(db);
}

/* --- backup, serialisation, sessions ---------------------------------------------------------------- */

static void backup(sqlite3 *from) {
  sqlite3 *to = open_memory();
  sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
  int rounds = 0;
  while (sqlite3_backup_step(backup, 3) == SQLITE_OK)
    rounds++;
  say("backup: %d rounds, %d pages, %d left\n", rounds, sqlite3_backup_pagecount(backup),
      sqlite3_backup_remaining(backup));
  say("finished: %d\n", sqlite3_backup_finish(backup));
  run_text(to, "SELECT count(*), sum(price), max(name) FROM item; PRAGMA integrity_check");
  sqlite3_int64 size;
  unsigned char *image = sqlite3_serialize(to, "main", &size, 0);
  sqlite3 *copy = open_memory();
  sqlite3_deserialize(copy, "main", image, size, size,
                      SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE);
  run_text(copy, "INSERT INTO item(id) VALUES(2000); SELECT count(*) FROM item; PRAGMA quick_check");
  sqlite3_close(copy);
  sqlite3_close(to);
}

static void say_changes(const void *changes, int size) {
  sqlite3_changeset_iter *iterator;
  sqlite3changeset_start(&iterator, size, (void *)changes);
  while (sqlite3changeset_next(iterator) == SQLITE_ROW) {
    const char *table;
    int columns, kind, indirect;
    sqlite3changeset_op(iterator, &table, &columns, &kind, &indirect);
    say("%s %d %d:", table, kind, indirect);
    for (int i = 0; i < columns; i++) {
      sqlite3_value *before = NULL, *after = NULL;
      if (kind != SQLITE_INSERT)
        sqlite3changeset_old(iterator, i, &before);
      if (kind != SQLITE_DELETE)
        sqlite3changeset_new(iterator, i, &after);
      say(" %s>%s", before ? (const char *)sqlite3_value_text(before) : "-",
          after ? (const char *)sqlite3_value_text(after) : "-");
    }
    say("\n");
  }
  sqlite3changeset_finalize(iterator);
}

static int on_conflict(void *unused, int kind, sqlite3_changeset_iter *iterator) {
  (void)unused;
  const char *table;
  int columns, operation, indirect;
  sqlite3changeset_op(iterator, &table, &columns, &operation, &indirect);
  say("conflict %d in %s\n", kind, table);
  return kind == SQLITE_CHANGESET_DATA || kind == SQLITE_CHANGESET_CONFLICT ? SQLITE_CHANGESET_REPLACE
                                                                            : SQLITE_CHANGESET_OMIT;
}

static const char session_schema[] =
    "CREATE TABLE p(id INTEGER PRIMARY KEY, a, b); CREATE TABLE q(x TEXT PRIMARY KEY, y) WITHOUT ROWID;"
    "INSERT INTO p VALUES(1,'one',1.5),(2,'two',2.5),(3,'three',NULL); INSERT INTO q VALUES('k','v');";

static void combine(int size, void *changes) {
  int inverted_size, group_size, both_size;
  void *inverted, *grouped, *both;
  sqlite3changeset_invert(size, changes, &inverted_size, &inverted);
  say_changes(inverted, inverted_size);
  sqlite3changeset_concat(size, changes, inverted_size, inverted, &both_size, &both);
  sqlite3_changegroup *group;
  sqlite3changegroup_new(&group);
  sqlite3changegroup_add(group, size, changes);
  sqlite3changegroup_add(group, size, changes);
  sqlite3changegroup_output(group, &group_size, &grouped);
  say("changes %d, inverted %d, both %d, grouped %d\n", size, inverted_size, both_size, group_size);
  sqlite3changegroup_delete(group);
  sqlite3_free(inverted), sqlite3_free(grouped), sqlite3_free(both);
}

static void apply(int size, void *changes) {
  sqlite3 *other = open_memory();
  run_text(other, session_schema);
  run_text(other, "UPDATE p SET a = 'elsewhere' WHERE id = 1; INSERT INTO p VALUES(4,'mine',0); DELETE FROM q");
  say("apply: %d\n", sqlite3changeset_apply_v2(other, size, changes, NULL, on_conflict, NULL, NULL, NULL, 0));
  run_text(other, "SELECT * FROM p; SELECT * FROM q");
  sqlite3_close(other);
}

static void sessions(void) {
  sqlite3 *db = open_memory();
  sqlite3_session *session;
  int size, patch_size;
  void *changes, *patch;
  run_text(db, session_schema);
  sqlite3session_create(db, "main", &session);
  sqlite3session_attach(session, NULL);
  run_text(db, "UPDATE p SET a='uno', b=9 WHERE id=1; DELETE FROM p WHERE id=2; INSERT INTO p VALUES(4,'four',x'0102');"
               "UPDATE q SET y='w'; INSERT INTO q VALUES('k2',7); DELETE FROM q WHERE x='k2';");
  sqlite3session_changeset(session, &size, &changes);
  sqlite3session_patchset(session, &patch_size, &patch);
  say("empty %d, patch %d\n", sqlite3session_isempty(session), patch_size);
  say_changes(changes, size);
  combine(size, changes);
  apply(size, changes);
  run_text(db, "ATTACH ':memory:' AS aux; CREATE TABLE aux.p(id INTEGER PRIMARY KEY, a, b); INSERT INTO aux.p VALUES(3,'x',1)");
  say("diff: %d\n", sqlite3session_diff(session, "aux", "p", NULL));
  sqlite3_free(changes), sqlite3_free(patch);
  sqlite3session_delete(session);
  sqlite3_close(db);
}

/* --- small services of the library ------------------------------------------------------------------ */

static void services(void) {
  char *text = sqlite3_mprintf("%d|%5d|%-5d|%05d|%x|%X|%o|%c|%s|%.3s|%10s|%q|%Q|%w|%,d|%!.15g|%e|%%|%lld", -42, 42, 42,
                               42, 255, 255, 8, 'c', "str", "truncate", "right", "it's", "it's", "a\"b", 1234567, 0.1,
                               12345.678, -1234567890123LL);
  say("%s\n", text);
  sqlite3_free(text);
  sqlite3_str *string = sqlite3_str_new(NULL);
  sqlite3_str_appendall(string, "all ");
  sqlite3_str_appendchar(string, 5, '=');
  sqlite3_str_appendf(string, " %d", 7);
  char *built = sqlite3_str_finish(string);
  say("%s %d %d %d\n", built, sqlite3_strglob("a*[0-9]", "abc5"), sqlite3_strlike("A%_c", "abxc", 0),
      sqlite3_stricmp("ABC", "abd"));
  sqlite3_free(built);
  say("%d %d %d %d\n", sqlite3_complete("SELECT 1;"), sqlite3_complete("SELECT 'open;"),
      sqlite3_complete("CREATE TRIGGER t AFTER INSERT ON x BEGIN SELECT 1;"), sqlite3_keyword_count() > 100);
  say("%s; %s; %s\n", sqlite3_errstr(SQLITE_BUSY), sqlite3_errstr(SQLITE_CONSTRAINT), sqlite3_errstr(999));
  say("%s %d\n", sqlite3_uri_parameter(NULL, "x") ? "parameter" : "none", sqlite3_compileoption_used("ENABLE_FTS5"));
  static const unsigned short utf16[] = {'S', 'E', 'L', 'E', 'C', 'T', ' ', '\'', 0xE9, 0x4E2D, '\'', 0};
  sqlite3 *db;
  sqlite3_stmt *statement;
  sqlite3_open16(u":memory:", &db);
  sqlite3_prepare16_v2(db, utf16, -1, &statement, NULL);
  say_rows(db, statement);
  sqlite3_finalize(statement);
  run_text(db, "PRAGMA encoding; CREATE TABLE t(a); INSERT INTO t VALUES('wide'); SELECT a, hex(a), length(a) FROM t");
  sqlite3_close(db);
}

/* A database in a file, in both journal modes, with two connections. */
static void on_disk(void) {
  const char *name = "bench.db";
  sqlite3 *first, *second;
  remove(name);
  if (sqlite3_open(name, &first) || sqlite3_open(name, &second)) {
    say("! cannot open a file\n");
    return;
  }
  run_text(first, "PRAGMA page_size=1024; PRAGMA journal_mode=delete; CREATE TABLE t(a,b); CREATE INDEX ta ON t(a);"
                  "WITH RECURSIVE c(x) AS (VALUES(1) UNION ALL SELECT x+1 FROM c WHERE x<3000) INSERT INTO t SELECT x%97, hex(x*x) FROM c;"
                  "PRAGMA journal_mode=wal; UPDATE t SET b=b||'w' WHERE a<10; BEGIN IMMEDIATE; DELETE FROM t WHERE a=5;");
  run_text(second, "SELECT count(*) FROM t; INSERT INTO t VALUES(1,2);");
  run_text(first, "COMMIT; PRAGMA wal_checkpoint(TRUNCATE);");
  run_text(second, "SELECT count(*), sum(length(b)) FROM t; PRAGMA integrity_check; PRAGMA journal_mode");
  run_text(first, "PRAGMA auto_vacuum; DELETE FROM t WHERE a>50; PRAGMA page_count; PRAGMA freelist_count;");
  sqlite3_close(second);
  run_text(first, "PRAGMA journal_mode=truncate; PRAGMA auto_vacuum=incremental; VACUUM; PRAGMA page_count; DELETE FROM t WHERE a>20;"
                  "PRAGMA incremental_vacuum(5); PRAGMA page_count; VACUUM INTO 'bench2.db'; ATTACH 'bench2.db' AS two;"
                  "BEGIN; DELETE FROM main.t; DELETE FROM two.t; ROLLBACK; SELECT count(*) FROM two.t;"
                  "BEGIN; DELETE FROM main.t WHERE a=1; DELETE FROM two.t WHERE a=2; COMMIT;"
                  "SELECT count(*) FROM main.t; SELECT count(*) FROM two.t; PRAGMA database_list_unknown");
  sqlite3_close(first);
  remove(name);
  remove("bench2.db");
}

/* --- everything ---------------------------------------------------------------------------------------- */

static int run_file(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) {
    fprintf(stderr, "cannot read %s\n", base_name(path));
    return 1;
  }
  fseek(file, 0, SEEK_END);
  long length = ftell(file);
  rewind(file);
  char *text = calloc((size_t)length + 1, 1);
  if (!text || fread(text, 1, (size_t)length, file) != (size_t)length) {
    fprintf(stderr, "cannot read %s\n", base_name(path));
    return 1;
  }
  fclose(file);
  say("== %s\n", base_name(path));
  sqlite3 *db = open_memory();
  run_text(db, text);
  say("closed: %d, checksum %llx\n", sqlite3_close(db), running);
  free(text);
  return 0;
}

static void c_interface(void) {
  sqlite3 *db = open_memory();
  run_text(db, "CREATE TABLE item(id INTEGER PRIMARY KEY, name VARCHAR(20), price REAL, data BLOB)");
  parameters(db);
  metadata(db);
  blobs(db);
  backup(db);
  sqlite3_close(db);
  own_functions();
  hooks();
  sessions();
  services();
  on_disk();
}

int main(int count, char **arguments) {
  int failures = 0;
  for (int i = 1; i < count; i++)
    failures += run_file(arguments[i]);
  say("== interface\n");
  c_interface();
  say("memory in use: %lld, checksum %llx\n", sqlite3_memory_used(), running);
  return failures != 0;
}
