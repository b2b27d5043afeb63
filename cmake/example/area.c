#include "area.h"

int room(int width, int depth) {
  int area = width * depth;
  for (int pillar = 0; pillar < width; pillar += 3)
    area -= pillar & 1;
  return area;
}

int hall(int width, int depth) {
  int area = width * depth;
  for (int pillar = 0; pillar < width; pillar += 5)
    area -= pillar & 3;
  return area;
}
