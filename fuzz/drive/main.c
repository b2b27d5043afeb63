// Runs the cases of a module of mutants (`fuzz/twins/drive.cpp`) and prints what came of each.
//
// Cases run one after the other in a process, and each finds the program's variables as they were at the beginning. A
// case that crashes or does not end takes the process with it, and the next one begins in another.
//
// Arguments: `alone` if each case is to have a process of its own, so that what it wrote where it should not have is
// gone, or `together`; then the numbers of the cases that are to run. Without numbers, all do.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

int drive_count(void);
void drive_case(int number);
uint64_t drive_result(void);
_Alignas(64) unsigned char drive_memory[4096];

// Where the variables begin and end.
extern char __data_start[], _end[];

// Set in the process of a case. What is undefined may run into `main`, which would start processes without end.
static volatile int is_case;

// The variables as they were, these pointers included.
static char *saved;

// The case that runs; the processes share it.
static volatile int *running;

static void restore(void) { memcpy(__data_start, saved, (size_t)(_end - __data_start)); }

static void save(void) {
  size_t size = (size_t)(_end - __data_start);
  saved = mmap(0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  running = mmap(0, sizeof *running, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (saved == MAP_FAILED || running == MAP_FAILED)
    _exit(2);
  is_case = 1;
  memcpy(saved, __data_start, size);
  is_case = 0;
}

static void run(int number) {
  struct itimerval soon = {{0, 0}, {0, 50000}};
  char line[40];
  uint64_t hash;
  setitimer(ITIMER_VIRTUAL, &soon, 0);
  drive_case(number);
  hash = drive_result();
  for (unsigned at = 0; at < sizeof drive_memory; ++at)
    hash = (hash ^ drive_memory[at]) * 0x9E3779B97F4A7C15u, hash ^= hash >> 29;
  snprintf(line, sizeof line, "%d %llx\n", number, (unsigned long long)hash);
  if (write(1, line, strlen(line)) < 0)
    _exit(2);
}

static void run_from(const int *cases, int first, int end) {
  for (*running = first; *running < end; ++*running) {
    restore();
    run(cases[*running]);
  }
  _exit(0);
}

// The cases that are to run, and how many there are.
static int *chosen(int arguments, char **given, int *count) {
  *count = arguments > 2 ? arguments - 2 : drive_count();
  int *cases = malloc(sizeof *cases * (size_t)*count + 1);
  if (!cases)
    _exit(2);
  for (int at = 0; at < *count; ++at)
    cases[at] = arguments > 2 ? atoi(given[at + 2]) : at;
  return cases;
}

int main(int arguments, char **given) {
  struct rlimit none = {0, 0};
  int count, *cases = chosen(arguments, given, &count);
  int is_alone = arguments > 1 && strcmp(given[1], "alone") == 0;
  setrlimit(RLIMIT_CORE, &none);
  for (unsigned at = 0; at < sizeof drive_memory; ++at)
    drive_memory[at] = (unsigned char)(at * at * 7 + (at >> 5));
  save();
  for (int first = 0; first < count; first = is_alone ? first + 1 : *running + 1) {
    if (is_case)
      _exit(1);
    *running = first;
    pid_t child = fork();
    if (child == 0)
      run_from(cases, first, is_alone ? first + 1 : count);
    waitpid(child, 0, 0);
  }
  return 0;
}
