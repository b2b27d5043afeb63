// What happens when a program loads the library: it checks that the program has the LLVM that we were built for.
//
// Nothing of LLVM is called before that is known, because classes change their layout between versions.

#include "llvm-c/Core.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/CBindingWrapping.h"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <string>

using namespace llvm;

void fmergeRegisterOptions();

namespace {

struct Version {
  unsigned major = 0;
  unsigned minor = 0;
  unsigned patch = 0;
};

// The version of the LLVM whose symbols we are bound to. LLVM tells it since version 16. For older versions, and for
// programs without LLVM, it is 0.0.0.
Version hostVersion() {
  using Ask = void (*)(unsigned *, unsigned *, unsigned *);
  Version version;
  if (auto ask = reinterpret_cast<Ask>(dlsym(RTLD_DEFAULT, "LLVMGetVersion")))
    ask(&version.major, &version.minor, &version.patch);
  return version;
}

[[noreturn]] void refuse(const Version &host) {
  std::string found = "is none, or older than LLVM 16";
  if (host.major != 0)
    found =
        "is LLVM " + std::to_string(host.major) + "." + std::to_string(host.minor) + "." + std::to_string(host.patch);
  std::fprintf(stderr,
               "fmerge: error: the plugin needs a compiler, linker or opt of LLVM %d, but the LLVM of the program that "
               "loads it %s\n",
               LLVM_VERSION_MAJOR, found.c_str());
  std::_Exit(1);
}

// Options must exist as soon as the library is loaded (`lld -mllvm -load=...`). A program without LLVM may look at the
// library, as long as it does not use it as a plugin.
[[gnu::constructor]] void onLoad() {
  Version host = hostVersion();
  if (host.major == LLVM_VERSION_MAJOR)
    fmergeRegisterOptions();
  else if (host.major != 0)
    refuse(host);
}

} // namespace

extern "C" void fmerge_require_llvm() {
  Version host = hostVersion();
  if (host.major != LLVM_VERSION_MAJOR)
    refuse(host);
}

// Calls of C functions from Rust are bound when the library is loaded, and not when they are called. Functions that
// LLVM before 17 does not have are therefore defined here. (Nobody else sees them: rustc hides all symbols of C and
// C++.)
extern "C" LLVMTypeRef LLVMArrayType2(LLVMTypeRef element, uint64_t count) {
  return wrap(ArrayType::get(unwrap(element), count));
}

extern "C" uint64_t LLVMGetArrayLength2(LLVMTypeRef type) { return cast<ArrayType>(unwrap(type))->getNumElements(); }

extern "C" LLVMTypeRef LLVMPointerTypeInContext(LLVMContextRef context, unsigned addressSpace) {
  return wrap(PointerType::get(*unwrap(context), addressSpace));
}
