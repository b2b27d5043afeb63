#include "shapes.h"

int volume(const struct shape *shape) {
  int width = checked("width", shape->width);
  int height = checked("height", shape->height);
  int depth = checked("depth", shape->depth);
  int sum = checked("volume", width * height + depth * 5);
  if (sum > checked("limit", 100 * width))
    sum -= checked("excess", sum - height);
  return checked("volume", sum) + checked("width", depth);
}
