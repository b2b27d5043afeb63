// What code generation calls. Compiled without LTO: calls of these functions appear when LTO is over.
#include <stddef.h>
#include <stdint.h>

void *memcpy(void *to, const void *from, size_t count) {
  for (size_t at = 0; at < count; ++at)
    ((char *)to)[at] = ((const char *)from)[at];
  return to;
}

void *memset(void *to, int byte, size_t count) {
  for (size_t at = 0; at < count; ++at)
    ((char *)to)[at] = (char)byte;
  return to;
}

#ifdef __arm__
void __aeabi_memcpy(void *to, const void *from, size_t count) { memcpy(to, from, count); }
void __aeabi_memcpy4(void *to, const void *from, size_t count) { memcpy(to, from, count); }
void __aeabi_memset(void *to, size_t count, int byte) { memset(to, byte, count); }
void __aeabi_memclr(void *to, size_t count) { memset(to, 0, count); }
void __aeabi_memclr4(void *to, size_t count) { memset(to, 0, count); }
#endif
