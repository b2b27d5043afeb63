#include "area.h"

#include <stdio.h>

int main(void) {
  printf("%d\n", room(6, 4) + hall(6, 4));
  return 0;
}
