// Two similar functions that the program runs all the time, and two that only an argument makes it run.
#include <stdio.h>
#include <stdlib.h>

#define APART __attribute__((noinline))

static volatile unsigned last;

APART static unsigned often_one(unsigned x) {
  last = x;
  x = x * 31 + last;
  last = x ^ 7;
  x = (x >> 3) + last;
  last = x * 5;
  x = x - last;
  last = x & 255;
  return x + 11;
}

APART static unsigned often_two(unsigned x) {
  last = x;
  x = x * 31 + last;
  last = x ^ 9;
  x = (x >> 3) + last;
  last = x * 5;
  x = x - last;
  last = x & 255;
  return x + 12;
}

APART static int never_one(const char *name) {
  fprintf(stderr, "cannot open %s\n", name);
  fprintf(stderr, "the first argument is wrong\n");
  last = 3;
  fprintf(stderr, "it must be a file, and is %u\n", last);
  fflush(stderr);
  fprintf(stderr, "for %s see the manual\n", name);
  return 5;
}

APART static int never_two(const char *name) {
  fprintf(stderr, "cannot open %s\n", name);
  fprintf(stderr, "the second argument is wrong\n");
  last = 3;
  fprintf(stderr, "it must be a file, and is %u\n", last);
  fflush(stderr);
  fprintf(stderr, "for %s see the manual\n", name);
  return 6;
}

int main(int count, char **arguments) {
  unsigned x = 1;
  if (count > 1 && arguments[1][0] == '-')
    return never_one(arguments[1]);
  if (count > 2)
    return never_two(arguments[2]);
  for (unsigned n = 0; n < 100000; ++n)
    x = often_one(x) + often_two(x);
  printf("%u\n", x);
  return 0;
}
