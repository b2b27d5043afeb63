// The end of a program that ran our passes, and what its user has asked LLVM to print then. For src/ending.rs (its Rust
// side: src/ffi/ending.rs).

#include "llvm/ADT/Statistic.h"
#include "llvm/Pass.h"
#include "llvm/Support/ManagedStatic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

// Defined by src/ending.rs. It does not unwind.
extern "C" void fmerge_finish();

namespace {

// lld ends without running destructors. But it calls llvm_shutdown, as clang and opt do, and that destroys this object.
struct Ending {
  ~Ending() { fmerge_finish(); }
};

ManagedStatic<Ending> ending;

} // namespace

extern "C" {

void fmerge_await_end() { (void)*ending; }

bool fmerge_wants_statistics() { return AreStatisticsEnabled(); }

bool fmerge_wants_times() { return TimePassesIsEnabled; }

void fmerge_print_info(const char *text, size_t length) { *CreateInfoOutputFile() << StringRef(text, length); }

} // extern "C"
