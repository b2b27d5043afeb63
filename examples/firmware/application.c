// Reads sensors, filters what they say, keeps it in a log in the flash, and answers commands.
#include "firmware.h"

uint32_t divide(uint32_t number, uint32_t by, uint32_t *rest) {
  uint32_t quotient = 0, remainder = 0;
  for (int bit = 31; bit >= 0; --bit) {
    remainder = remainder << 1 | (number >> bit & 1);
    if (remainder >= by)
      remainder -= by, quotient |= 1u << bit;
  }
  if (rest)
    *rest = remainder;
  return quotient;
}

static void print(const char *text) {
  while (*text)
    put_character(*text++);
}

static void print_number(int32_t number) {
  char digits[12];
  int at = 12;
  uint32_t left = number < 0 ? -(uint32_t)number : (uint32_t)number;
  do {
    uint32_t digit;
    left = divide(left, 10, &digit);
    digits[--at] = (char)('0' + digit);
  } while (left);
  if (number < 0)
    digits[--at] = '-';
  while (at < 12)
    put_character(digits[at++]);
}

static void print_hex(uint32_t number) {
  for (int shift = 28; shift >= 0; shift -= 4)
    put_character("0123456789abcdef"[number >> shift & 15]);
}

static void say(const char *what, int32_t number) {
  print(what);
  print(": ");
  print_number(number);
  print("\n");
}

// Queues of bytes, half words and words: the same code three times but for its types.
#define QUEUE(NAME, TYPE, SIZE)                                                                                                  \
  struct NAME {                                                                                                                  \
    TYPE items[SIZE];                                                                                                            \
    uint16_t first, count;                                                                                                       \
    uint32_t lost;                                                                                                               \
  };                                                                                                                             \
  __attribute__((noinline)) static bool NAME##_put(struct NAME *queue, TYPE item) {                                              \
    if (queue->count == SIZE) {                                                                                                  \
      queue->lost++;                                                                                                             \
      return false;                                                                                                              \
    }                                                                                                                            \
    unsigned at = queue->first + queue->count++;                                                                                 \
    queue->items[at >= SIZE ? at - SIZE : at] = item;                                                                            \
    return true;                                                                                                                 \
  }                                                                                                                              \
  __attribute__((noinline)) static bool NAME##_take(struct NAME *queue, TYPE *item) {                                            \
    if (!queue->count)                                                                                                           \
      return false;                                                                                                              \
    *item = queue->items[queue->first];                                                                                          \
    queue->first = queue->first + 1 == SIZE ? 0 : (uint16_t)(queue->first + 1);                                                  \
    queue->count--;                                                                                                              \
    return true;                                                                                                                 \
  }

QUEUE(bytes, uint8_t, 16)
QUEUE(halves, uint16_t, 12)
QUEUE(words, uint32_t, 8)

static struct bytes input;
static struct halves history;
static struct words events;

// Filters: of each sensor its own, with its own constants.
static struct {
  int32_t mean, least, most;
  uint32_t count;
} temperature, pressure, humidity, light;

__attribute__((noinline)) static void filter_temperature(int32_t value) {
  if (!temperature.count++)
    temperature.mean = temperature.least = temperature.most = value;
  temperature.mean += (value - temperature.mean) >> 2;
  if (value < temperature.least)
    temperature.least = value;
  if (value > temperature.most)
    temperature.most = value;
  if (temperature.mean > 6000)
    words_put(&events, 0x100u | (uint32_t)temperature.count);
  halves_put(&history, (uint16_t)(temperature.mean >> 1));
}

__attribute__((noinline)) static void filter_pressure(int32_t value) {
  if (!pressure.count++)
    pressure.mean = pressure.least = pressure.most = value;
  pressure.mean += (value - pressure.mean) >> 4;
  if (value < pressure.least)
    pressure.least = value;
  if (value > pressure.most)
    pressure.most = value;
  if (pressure.mean < 50000)
    words_put(&events, 0x200u | (uint32_t)pressure.count);
  halves_put(&history, (uint16_t)(pressure.mean >> 3));
}

__attribute__((noinline)) static void filter_humidity(int32_t value) {
  if (!humidity.count++)
    humidity.mean = humidity.least = humidity.most = value;
  humidity.mean += (value - humidity.mean) >> 3;
  if (value < humidity.least)
    humidity.least = value;
  if (value > humidity.most)
    humidity.most = value;
  if (humidity.mean > 2000)
    words_put(&events, 0x300u | (uint32_t)humidity.count);
  halves_put(&history, (uint16_t)(humidity.mean >> 2));
}

__attribute__((noinline)) static void filter_light(int32_t value) {
  if (!light.count++)
    light.mean = light.least = light.most = value;
  light.mean += (value - light.mean) >> 1;
  if (value < light.least)
    light.least = value;
  if (value > light.most)
    light.most = value;
  if (light.mean < 300)
    words_put(&events, 0x400u | (uint32_t)light.count);
  halves_put(&history, (uint16_t)(light.mean >> 4));
}

__attribute__((noinline)) static void report_temperature(void) {
  say("temperature", temperature.mean);
  say("  least", temperature.least);
  say("  most", temperature.most);
  if (temperature.most - temperature.least > 1000)
    print("  changing\n");
}

__attribute__((noinline)) static void report_pressure(void) {
  say("pressure", pressure.mean);
  say("  least", pressure.least);
  say("  most", pressure.most);
  if (pressure.most - pressure.least > 2500)
    print("  changing\n");
}

__attribute__((noinline)) static void report_humidity(void) {
  say("humidity", humidity.mean);
  say("  least", humidity.least);
  say("  most", humidity.most);
  if (humidity.most - humidity.least > 500)
    print("  changing\n");
}

__attribute__((noinline)) static void report_light(void) {
  say("light", light.mean);
  say("  least", light.least);
  say("  most", light.most);
  if (light.most - light.least > 4000)
    print("  changing\n");
}

// Settings, each with its own limits.
static struct {
  uint8_t address, rate;
  uint16_t period;
  uint32_t baud;
} settings = {7, 1, 100, 9600};

__attribute__((noinline)) static int set_address(int32_t value) {
  if (value < 1 || value > 127) {
    words_put(&events, 0x1000);
    return -1;
  }
  settings.address = (uint8_t)value;
  words_put(&events, 0x1001);
  return 0;
}

__attribute__((noinline)) static int set_rate(int32_t value) {
  if (value < 0 || value > 15) {
    words_put(&events, 0x2000);
    return -2;
  }
  settings.rate = (uint8_t)value;
  words_put(&events, 0x2001);
  return 0;
}

__attribute__((noinline)) static int set_period(int32_t value) {
  if (value < 10 || value > 60000) {
    words_put(&events, 0x3000);
    return -3;
  }
  settings.period = (uint16_t)value;
  words_put(&events, 0x3001);
  return 0;
}

__attribute__((noinline)) static int set_baud(int32_t value) {
  if (value < 300 || value > 921600) {
    words_put(&events, 0x4000);
    return -4;
  }
  settings.baud = (uint32_t)value;
  words_put(&events, 0x4001);
  return 0;
}

static int command(const char *text) {
  while (*text)
    bytes_put(&input, (uint8_t)*text++);
  uint8_t what = 0, digit;
  int32_t number = 0;
  bytes_take(&input, &what);
  while (bytes_take(&input, &digit))
    if (digit >= '0' && digit <= '9')
      number = number * 10 + digit - '0';
  switch (what) {
  case 'a':
    return set_address(number);
  case 'r':
    return set_rate(number);
  case 'p':
    return set_period(number);
  case 'b':
    return set_baud(number);
  default:
    return -9;
  }
}

static uint32_t sum(const uint8_t *data, uint32_t count) {
  uint32_t sum = 5381;
  for (uint32_t at = 0; at < count; ++at)
    sum = sum * 33 ^ data[at];
  return sum;
}

static void keep(uint32_t at) {
  uint16_t half;
  uint8_t record[24];
  uint32_t count = 0;
  while (count < sizeof record && halves_take(&history, &half)) {
    record[count++] = (uint8_t)half;
    record[count++] = (uint8_t)(half >> 8);
  }
  flash_erase(at, sizeof record);
  flash_write(at, record, count);
  print("record ");
  print_hex(flash_sum(at, count));
  print(flash_sum(at, count) == sum(record, count) ? " kept\n" : " lost\n");
}

_Noreturn void application(void) {
  print("firmware\n");
  start_timer();
  say("thermometer", thermometer_start());
  say("barometer", barometer_start());
  say("hygrometer", hygrometer_start());
  say("photometer", photometer_start());
  for (uint32_t time = 0; time < 60; time += 5) {
    filter_temperature(thermometer_read(time));
    filter_pressure(barometer_read(time));
    filter_humidity(hygrometer_read(time));
    filter_light(photometer_read(time));
    if (history.count == 12)
      keep(time * 8);
  }
  report_temperature();
  report_pressure();
  report_humidity();
  report_light();
  const char *const commands[] = {"a9", "a200", "r12", "r99", "p5", "p5000", "b115200", "b1", "x"};
  for (unsigned at = 0; at < sizeof commands / sizeof *commands; ++at)
    say(commands[at], command(commands[at]));
  say("settings", settings.address + settings.rate + settings.period + (int32_t)settings.baud);
  uint32_t event;
  while (words_take(&events, &event))
    say("event", (int32_t)event);
  say("events lost", (int32_t)events.lost);
  while (ticks < 3)
    ;
  print("ticks\n");
  stop(0);
}
