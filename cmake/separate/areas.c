#include "shapes.h"

int area(const struct shape *shape) {
  int width = checked("width", shape->width);
  int height = checked("height", shape->height);
  int depth = checked("depth", shape->depth);
  int sum = checked("area", width * height + depth * 3);
  if (sum > checked("limit", 100 * width))
    sum -= checked("excess", sum - height);
  return checked("area", sum) + checked("width", depth);
}
