// Demangled names of functions.

#include "llvm/Demangle/Demangle.h"

#include <cstddef>
#include <string>
#include <string_view>

// Hands the demangled name of a function of C++, Rust or D to `take`; any other name as it is.
extern "C" void fmerge_demangle(const char *name, size_t length,
                                void (*take)(void *place, const char *text, size_t length), void *place) {
  std::string readable = llvm::demangle(std::string_view(name, length));
  take(place, readable.data(), readable.size());
}
