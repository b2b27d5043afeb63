#include "shapes.h"

int area(int width, int height) { SHAPE("area", width * height) }
