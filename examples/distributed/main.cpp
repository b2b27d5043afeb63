#include "shapes.h"

int main() {
  std::printf("%d\n", area(7, 9) + volume(3, 5));
  return 0;
}
