// Functions of floats and doubles, with conversions kept in range, and small structs of them by value.

#include "drive.h"

typedef struct {
  double x, y;
} Point;

typedef struct {
  float x, y, z, w;
} Quad;

double polynomial(double x, double a, double b, double c) {
  double value = a * x + b;
  value = value * x + c;
  if (value > 1e6)
    return value - 1e6;
  if (value < -1e6)
    return value + a;
  return value * 0.5;
}

float blend(float a, float b, int32_t weight) {
  float share = (float)(weight & 255) / 255.0f;
  return a * share + b * (1.0f - share);
}

Point turn(Point p, int times) {
  for (int i = 0; i < (times & 3); ++i) {
    double x = p.x;
    p.x = -p.y;
    p.y = x;
  }
  return p;
}

Quad scale(Quad q, float by) {
  q.x *= by;
  q.y *= by;
  q.z += by;
  q.w = q.w > by ? q.w : by;
  return q;
}

int32_t grade(double mark) {
  if (!(mark > 0))
    return 0;
  if (mark >= 100)
    return 1000;
  int32_t whole = (int32_t)(mark > 0 && mark < 100 ? mark : 0);
  return whole * 10 + (mark - whole > 0.5);
}

double mean(const double *values, unsigned count) {
  double sum = 0;
  for (unsigned i = 0; i < (count & 7); ++i)
    sum += values[i];
  return sum / (double)((count & 7) + 1);
}

double largest(const double *values, int from) {
  double best = values[from & 7];
  for (int i = 0; i < 8; ++i)
    if (values[i] > best)
      best = values[i];
  return best;
}

double root(double of) {
  double guess = 1;
  for (int i = 0; i < 12; ++i)
    guess = 0.5 * (guess + of / guess);
  return guess;
}

int main(void) {
  double values[8];
  for (int i = 0; i < ROUNDS; ++i) {
    for (int j = 0; j < 8; ++j)
      values[j] = drive_real();
    uint64_t n = drive_number();
    drive_note_real(polynomial(values[0], values[1], values[2], values[3]));
    drive_note_real(blend((float)values[4], (float)values[5], (int32_t)n));
    Point p = turn((Point){values[0], values[6]}, (int)n);
    drive_note_real(p.x);
    drive_note_real(p.y);
    Quad q = scale((Quad){(float)values[1], (float)values[2], (float)values[3], 4}, (float)values[7]);
    drive_note_real(q.x + q.y);
    drive_note_real(q.z - q.w);
    drive_note((uint64_t)grade(values[3] / 1e10));
    drive_note_real(mean(values, (unsigned)n));
    drive_note_real(largest(values, (int)n));
    drive_note_real(root(values[2]));
  }
  return drive_tell();
}
