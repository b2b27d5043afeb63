#include <cstdio>
#include <vector>

int area(int width, int height), volume(int width, int height);

// Two functions of different files are alike.
#define SHAPE(NAME, SIZE)                                                                          \
  std::vector<int> sizes;                                                                          \
  for (int at = 0; at < height; ++at) {                                                            \
    std::printf(NAME " %d\n", at);                                                                 \
    sizes.push_back(SIZE + at);                                                                    \
  }                                                                                                \
  int sum = 0;                                                                                     \
  for (int size : sizes)                                                                           \
    sum += size > 100 ? size - height : size;                                                      \
  std::printf(NAME ": %d\n", sum);                                                                 \
  return sum;
