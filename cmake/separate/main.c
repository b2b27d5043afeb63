#include "shapes.h"

#include <stdio.h>

int checked(const char *name, int value) {
  if (value < 0)
    printf("%s is %d\n", name, value);
  return value < 0 ? 0 : value;
}

int main(void) {
  struct shape box = {2, 3, 4};
  printf("%d %d\n", area(&box), volume(&box));
  return 0;
}
