// Functions that throw, catch, clean up on the way and throw again.

extern "C" {
#include "drive.h"
}

namespace {

struct Small {
  int32_t code;
};

struct Large {
  int64_t parts[3];
};

int32_t alive;

// Something to clean up while an exception passes.
struct Counted {
  int32_t by;
  explicit Counted(int32_t by) : by(by) { alive ^= by; }
  ~Counted() { alive ^= by + 1; }
};

} // namespace

int32_t may_throw(int32_t a, int32_t b) {
  if ((a & 3) == 1)
    throw b;
  if ((a & 3) == 2)
    throw Small{a ^ b};
  if ((b & 7) == 3)
    throw Large{{a, b, a ^ b}};
  return (int32_t)((uint32_t)a + (uint32_t)b);
}

int32_t may_throw_too(int32_t a, int32_t b) {
  Counted counted(b);
  if ((b & 3) == 1)
    throw a;
  if ((a & 7) == 2)
    throw Small{b};
  return may_throw(a ^ 5, b);
}

int32_t catch_numbers(int32_t a, int32_t b) {
  try {
    return may_throw(a, b) ^ 1;
  } catch (int32_t number) {
    return number & 255;
  }
}

int32_t catch_small(int32_t a, int32_t b) {
  try {
    return may_throw_too(a, b) ^ 2;
  } catch (const Small &small) {
    return small.code ^ 9;
  } catch (...) {
    return -1;
  }
}

int32_t catch_large(int32_t a, int32_t b) {
  int32_t sum = 0;
  for (int i = 0; i < (a & 3) + 1; ++i) {
    Counted counted(i);
    try {
      sum ^= may_throw(a + i, b);
    } catch (const Large &large) {
      sum = (int32_t)((uint64_t)large.parts[0] + (uint64_t)large.parts[2]);
    } catch (const Small &small) {
      sum ^= small.code;
    }
  }
  return sum;
}

int32_t pass_on(int32_t a, int32_t b, int32_t c) {
  Counted outer(a);
  try {
    Counted inner(c);
    return may_throw_too(a, b) ^ may_throw(b, c);
  } catch (int32_t number) {
    if (number & 1)
      throw;
    return number ^ c;
  }
}

int32_t pass_back(int32_t a, int32_t b, int32_t c) {
  Counted outer(b);
  try {
    int32_t first = may_throw(c, b);
    Counted inner(first);
    return may_throw_too(first, a) ^ b;
  } catch (const Small &small) {
    if (small.code & 2)
      throw Large{{a, b, c}};
    return small.code;
  }
}

static int32_t all(int32_t (*function)(int32_t, int32_t, int32_t), int32_t a, int32_t b, int32_t c) {
  try {
    return function(a, b, c);
  } catch (int32_t number) {
    return number ^ 100;
  } catch (const Small &small) {
    return small.code ^ 200;
  } catch (const Large &large) {
    return (int32_t)large.parts[1] ^ 300;
  }
}

static int32_t of_numbers(int32_t a, int32_t b, int32_t) { return catch_numbers(a, b); }
static int32_t of_large(int32_t a, int32_t b, int32_t) { return catch_large(a, b); }

int main() {
  for (int i = 0; i < ROUNDS; ++i) {
    int32_t a = (int32_t)drive_number() & 0xFFFFFF, b = (int32_t)drive_number(), c = (int32_t)drive_number();
    drive_note((uint32_t)all(of_numbers, a, b, c));
    drive_note((uint32_t)catch_small(a, b));
    drive_note((uint32_t)all(of_large, a, b, c));
    drive_note((uint32_t)all(pass_on, a, b, c));
    drive_note((uint32_t)all(pass_back, a, b, c));
    drive_note((uint32_t)alive);
  }
  return drive_tell();
}
