// OpenThread without a radio: a platform whose time passes when it is asked, and commands for the command line.
#include <stdint.h>
#include <string.h>
#include <openthread/instance.h>
#include <openthread/cli.h>
#include <openthread/tasklet.h>
void out(const char *s);
static otInstance *instance;
int print(void *c, const char *format, __builtin_va_list list) {
  (void)c;
  static char line[600];
  int vsnprintf(char *, size_t, const char *, __builtin_va_list);
  int n = vsnprintf(line, sizeof line, format, list);
  out(line);
  return n;
}
static const char *const commands[] = {"version",
                                       "help",
                                       "state",
                                       "channel",
                                       "channel 15",
                                       "panid 0x1234",
                                       "extpanid",
                                       "dataset init new",
                                       "dataset networkname test",
                                       "dataset panid 0xabcd",
                                       "dataset active",
                                       "dataset commit active",
                                       "dataset",
                                       "ipaddr",
                                       "ifconfig up",
                                       "thread start",
                                       "ipaddr",
                                       "netdata show",
                                       "counters mac",
                                       "prefix add fd00:1::/64 paros",
                                       "netdata register",
                                       "route add fd00:2::/64 s",
                                       "srp server enable",
                                       "srp client host name x",
                                       "srp client service add a _b._udp 1234",
                                       "macfilter addr add 0f6127e33af6b401",
                                       "macfilter addr",
                                       "leaderdata",
                                       "router table",
                                       "mode rdn",
                                       "keysequence counter",
                                       "partitionid",
                                       "udp open",
                                       "udp bind :: 1234",
                                       "coap start",
                                       "coap resource t",
                                       "history netinfo",
                                       "pollperiod 100",
                                       "txpower 3",
                                       "unsecureport add 1234",
                                       "unsecureport get",
                                       "bufferinfo",
                                       "childtable",
                                       "commissioner start",
                                       "commissioner state",
                                       "networkkey",
                                       "nosuch"};
int main(void) {
  instance = otInstanceInitSingle();
  otCliInit(instance, print, 0);
  for (unsigned i = 0; i < sizeof commands / sizeof *commands; ++i) {
    static char line[200];
    strcpy(line, commands[i]);
    out(line);
    out("\n");
    otCliInputLine(line);
    extern uint32_t now;
    for (int n = 0; n < 400; ++n) {
      extern void platform_step(void);
      otTaskletsProcess(instance);
      platform_step();
    }
  }
  return 0;
}
uint32_t now;
#include <openthread/platform/alarm-milli.h>
#include <openthread/platform/radio.h>
#include <openthread/platform/settings.h>
#include <openthread/platform/misc.h>
#include <openthread/platform/entropy.h>
static uint32_t alarm_at;
static bool alarm_on;
static uint32_t seed = 1;
uint32_t otPlatAlarmMilliGetNow(void) { return now; }
void otPlatAlarmMilliStartAt(otInstance *i, uint32_t t0, uint32_t dt) {
  alarm_at = t0 + dt;
  alarm_on = true;
}
void otPlatAlarmMilliStop(otInstance *i) { alarm_on = false; }
otError otPlatEntropyGet(uint8_t *to, uint16_t n) {
  while (n--) {
    seed = seed * 1664525 + 1013904223;
    *to++ = seed >> 24;
  }
  return OT_ERROR_NONE;
}
void otPlatLog(otLogLevel l, otLogRegion r, const char *f, ...) {}
static otRadioFrame frame;
static uint8_t psdu[128];
static bool sending;
static bool promiscuous;
otRadioFrame *otPlatRadioGetTransmitBuffer(otInstance *i) {
  frame.mPsdu = psdu;
  return &frame;
}
otError otPlatRadioTransmit(otInstance *i, otRadioFrame *f) {
  sending = true;
  otPlatRadioTxStarted(i, f);
  return OT_ERROR_NONE;
}
otError otPlatRadioEnable(otInstance *i) { return OT_ERROR_NONE; }
otError otPlatRadioSleep(otInstance *i) { return OT_ERROR_NONE; }
otError otPlatRadioReceive(otInstance *i, uint8_t c) { return OT_ERROR_NONE; }
otError otPlatRadioEnergyScan(otInstance *i, uint8_t c, uint16_t d) { return OT_ERROR_NOT_IMPLEMENTED; }
otRadioCaps otPlatRadioGetCaps(otInstance *i) { return OT_RADIO_CAPS_NONE; }
void otPlatRadioGetIeeeEui64(otInstance *i, uint8_t *e) { memset(e, 0x42, 8); }
int8_t otPlatRadioGetReceiveSensitivity(otInstance *i) { return -100; }
int8_t otPlatRadioGetRssi(otInstance *i) { return -50; }
bool otPlatRadioGetPromiscuous(otInstance *i) { return promiscuous; }
void otPlatRadioSetPromiscuous(otInstance *i, bool p) { promiscuous = p; }
static int8_t power;
otError otPlatRadioGetTransmitPower(otInstance *i, int8_t *p) {
  *p = power;
  return OT_ERROR_NONE;
}
otError otPlatRadioSetTransmitPower(otInstance *i, int8_t p) {
  power = p;
  return OT_ERROR_NONE;
}
otError otPlatRadioGetCcaEnergyDetectThreshold(otInstance *i, int8_t *p) {
  *p = -75;
  return OT_ERROR_NONE;
}
otError otPlatRadioSetCcaEnergyDetectThreshold(otInstance *i, int8_t p) { return OT_ERROR_NONE; }
void otPlatRadioSetPanId(otInstance *i, uint16_t p) {}
void otPlatRadioSetShortAddress(otInstance *i, uint16_t a) {}
void otPlatRadioSetExtendedAddress(otInstance *i, const otExtAddress *a) {}
void otPlatRadioEnableSrcMatch(otInstance *i, bool e) {}
otError otPlatRadioAddSrcMatchShortEntry(otInstance *i, uint16_t a) { return OT_ERROR_NONE; }
otError otPlatRadioAddSrcMatchExtEntry(otInstance *i, const otExtAddress *a) { return OT_ERROR_NONE; }
otError otPlatRadioClearSrcMatchShortEntry(otInstance *i, uint16_t a) { return OT_ERROR_NONE; }
otError otPlatRadioClearSrcMatchExtEntry(otInstance *i, const otExtAddress *a) { return OT_ERROR_NONE; }
void otPlatRadioClearSrcMatchShortEntries(otInstance *i) {}
void otPlatRadioClearSrcMatchExtEntries(otInstance *i) {}
void otPlatReset(otInstance *i) {}
void otPlatSettingsInit(otInstance *i, const uint16_t *k, uint16_t n) {}
static struct {
  uint16_t key, size;
  uint8_t data[256];
} kept[12];
otError otPlatSettingsGet(otInstance *i, uint16_t key, int index, uint8_t *v, uint16_t *n) {
  for (int k = 0; k < 12; ++k)
    if (kept[k].size && kept[k].key == key && !index--) {
      if (n) {
        if (v)
          memcpy(v, kept[k].data, *n < kept[k].size ? *n : kept[k].size);
        *n = kept[k].size;
      }
      return OT_ERROR_NONE;
    }
  return OT_ERROR_NOT_FOUND;
}
otError otPlatSettingsAdd(otInstance *i, uint16_t key, const uint8_t *v, uint16_t n) {
  for (int k = 0; k < 12; ++k)
    if (!kept[k].size && n <= 256) {
      kept[k].key = key;
      kept[k].size = n;
      memcpy(kept[k].data, v, n);
      return OT_ERROR_NONE;
    }
  return OT_ERROR_NO_BUFS;
}
otError otPlatSettingsDelete(otInstance *i, uint16_t key, int index) {
  for (int k = 0; k < 12; ++k)
    if (kept[k].size && kept[k].key == key && (index < 0 || !index--))
      kept[k].size = 0;
  return OT_ERROR_NONE;
}
otError otPlatSettingsSet(otInstance *i, uint16_t key, const uint8_t *v, uint16_t n) {
  otPlatSettingsDelete(i, key, -1);
  return otPlatSettingsAdd(i, key, v, n);
}
void otPlatSettingsWipe(otInstance *i) { memset(kept, 0, sizeof kept); }
void platform_step(void) {
  now += 5;
  if (sending) {
    sending = false;
    otPlatRadioTxDone(instance, &frame, 0, OT_ERROR_NONE);
  }
  if (alarm_on && (int32_t)(now - alarm_at) >= 0) {
    alarm_on = false;
    otPlatAlarmMilliFired(instance);
  }
}
extern char end[];
static char *heap = end;
void *_sbrk(int n) {
  char *was = heap;
  heap += n;
  return was;
}
void _exit(int n) {
  out("exit\n");
  void stop(void);
  stop();
}
