// Runs the cases of a module of mutants (`fuzz/twins/drive.cpp`), each in a process of its own, and prints what came of
// it.
#include <stdint.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

int drive_count(void);
void drive_case(int number);
uint64_t drive_result(void);
_Alignas(64) unsigned char drive_memory[4096];

// Set in the process of a case. What is undefined may run into `main`, which would start processes without end.
static volatile int is_case;

static void run(int number) {
  struct itimerval soon = {{0, 0}, {0, 50000}};
  uint64_t hash;
  setitimer(ITIMER_VIRTUAL, &soon, 0);
  is_case = 1;
  drive_case(number);
  hash = drive_result();
  for (unsigned at = 0; at < sizeof drive_memory; ++at)
    hash = (hash ^ drive_memory[at]) * 0x9E3779B97F4A7C15u, hash ^= hash >> 29;
  printf("%d %llx\n", number, (unsigned long long)hash);
  fflush(stdout);
  _exit(0);
}

int main(void) {
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  for (unsigned at = 0; at < sizeof drive_memory; ++at)
    drive_memory[at] = (unsigned char)(at * at * 7 + (at >> 5));
  for (int number = 0; number < drive_count(); ++number) {
    fflush(stdout);
    if (is_case)
      _exit(1);
    pid_t child = fork();
    if (child == 0)
      run(number);
    waitpid(child, 0, 0);
  }
  return 0;
}
