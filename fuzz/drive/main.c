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

// Set in the process of a case. A case that comes to the code of its caller, by a wild jump or a call of `main`, would
// start cases of its own without end.
static volatile int running;

static void run(int number) {
  running = 1;
  struct itimerval soon = {{0, 0}, {0, 50000}};
  uint64_t hash;
  setitimer(ITIMER_VIRTUAL, &soon, 0);
  drive_case(number);
  hash = drive_result();
  for (unsigned at = 0; at < sizeof drive_memory; ++at)
    hash = (hash ^ drive_memory[at]) * 0x9E3779B97F4A7C15u, hash ^= hash >> 29;
  printf("%d %llx\n", number, (unsigned long long)hash);
  fflush(stdout);
  _exit(0);
}

static void end_strayed_case(void) {
  if (running)
    _exit(1);
}

int main(void) {
  end_strayed_case();
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  for (unsigned at = 0; at < sizeof drive_memory; ++at)
    drive_memory[at] = (unsigned char)(at * at * 7 + (at >> 5));
  for (int number = 0; number < drive_count(); ++number) {
    fflush(stdout);
    end_strayed_case();
    pid_t child = fork();
    if (child == 0)
      run(number);
    waitpid(child, 0, 0);
  }
  return 0;
}
