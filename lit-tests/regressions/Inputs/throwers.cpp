// Calls `left` and `right` of the test, with callees that throw and then with callees that do not.
#include <cstdio>

extern "C" int left(bool which, int x, int y);
extern "C" int right(bool which, int x, int y);

static bool throwing = true;

extern "C" void one(int value) {
  if (throwing)
    throw value;
}
extern "C" void two(int value) {
  if (throwing)
    throw value;
}

int main() {
  std::printf("left one %d two %d, ", left(true, 7, 9), left(false, 7, 9));
  std::printf("right one %d two %d\n", right(true, 7, 9), right(false, 7, 9));
  throwing = false;
  std::printf("left %d %d, ", left(true, 7, 9), left(false, 7, 9));
  std::printf("right %d %d\n", right(true, 7, 9), right(false, 7, 9));
}
