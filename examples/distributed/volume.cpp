#include "shapes.h"

int volume(int width, int height) { SHAPE("volume", width * width * height) }
