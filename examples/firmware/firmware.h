// What the parts of the firmware share.
#ifndef FIRMWARE_H
#define FIRMWARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Code that must not leave its place: the boot loader, which is never overwritten, and what runs while the flash is busy.
#define BOOT __attribute__((section(".boot"), noinline))
#define BOOT_DATA __attribute__((section(".boot.data")))
#ifdef __riscv
#define IN_RAM __attribute__((section(".iram1"), noinline))
#else
#define IN_RAM __attribute__((section(".ramfunc"), noinline))
#endif

// The header of the application, by which the boot loader knows it.
struct header {
  uint32_t magic;
  void (*entry)(void);
  uint32_t version;
};
#define MAGIC 0x46574d31u
extern const struct header application_header;

// port-arm.c, port-riscv.c
void put_character(char c);
void start_timer(void);
_Noreturn void stop(int status);
extern volatile uint32_t ticks;

// flash.c
int flash_write(uint32_t at, const uint8_t *data, uint32_t count);
int flash_erase(uint32_t at, uint32_t count);
uint32_t flash_sum(uint32_t at, uint32_t count);
extern uint8_t flash_memory[1024];

// drivers.c
struct sample {
  int32_t temperature, pressure, humidity, light;
};
int thermometer_start(void);
int barometer_start(void);
int hygrometer_start(void);
int photometer_start(void);
int32_t thermometer_read(uint32_t time);
int32_t barometer_read(uint32_t time);
int32_t hygrometer_read(uint32_t time);
int32_t photometer_read(uint32_t time);

uint32_t divide(uint32_t number, uint32_t by, uint32_t *rest);
_Noreturn void application(void);

#endif
