// A module pass for tests: near twins of real functions, all of them called.
//
//   twins<seed=N;count=K;alter>
//   twins<seed=N;copies>
//   twins<seed=N;count=K;mutants>
//   twins<loosen>
//
// Each chosen function gets K clones, each changed in a few places, and a dispatcher that takes its name and
// place and calls the function and its clones in turn. What the clones do is noted in one number, which the
// program prints when it ends. So a merge that mixes up two twins shows in the program's output.
//
// With `copies` each gets equal copies under every linkage, and calls reach any of them.
//
// With `mutants` the module needs no main: see `drive.cpp`, which is the one kind that may do what is undefined.
// `loosen` drops all facts that make a value undefined; where one is untrue, so far as it is looked at, or an operation
// has no result for its operands, the program ends. Slots of the stack have a content before they are written. A
// program does the same then unless it does what is undefined.
//
// The program stays free of undefined behaviour if it was. Without `alter` a change keeps what a function
// computes, and twins differ by what they note. With `alter` twins compute other things: what addresses, loop
// exits, divisors, shifts and calls depend on stays as it is, facts that LLVM had inferred are dropped, and the
// rest may change freely. That asks for programs that are fine with any number anywhere else.

#pragma once

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

#include <random>
#include <vector>

namespace twins {

// All randomness: equal seeds give equal modules everywhere.
class Chance {
public:
  explicit Chance(uint64_t seed) : engine(seed) {}
  uint64_t number() { return engine(); }
  uint64_t below(uint64_t limit) { return number() % limit; }
  bool once_in(uint64_t n) { return below(n) == 0; }
  template <typename T> const T &of(const std::vector<T> &all) { return all[below(all.size())]; }
  // Not std::shuffle, which differs between libraries.
  template <typename T> void shuffle(std::vector<T> &all) {
    for (size_t left = all.size(); left > 1; --left)
      std::swap(all[left - 1], all[below(left)]);
  }

private:
  std::mt19937_64 engine;
};

using Frozen = llvm::SmallPtrSet<const llvm::Value *, 32>;

// What a change goes by: a function, what must stay as it is, and where to note things.
struct Subject {
  llvm::Function &function;
  Frozen frozen;
  llvm::GlobalVariable &state;
};

// Emits code that notes a number, or what a function returned.
void note(llvm::IRBuilder<> &at, llvm::GlobalVariable &state, llvm::Value *value);

// Makes a function note whether some of its sums overflow.
void add_probes(llvm::Function &function, llvm::GlobalVariable &state, Chance &chance);

// Makes some accesses of a function volatile.
void make_volatile(llvm::Function &function, llvm::GlobalVariable &state, Chance &chance);

// Changes a function in a few places.
void mutate(llvm::Function &function, llvm::GlobalVariable &state, bool alter, Chance &chance);

// Changes a function in a few places, whatever it computes then, and what is said of it.
void mutate_freely(llvm::Function &function, llvm::GlobalVariable &state, Chance &chance);

// Gives functions such mutants, and the module what calls them all.
void make_mutants(llvm::Module &module, uint64_t count, llvm::GlobalVariable &state, Chance &chance);

// Gives each function equal copies, which calls reach at random.
void make_copies(const std::vector<llvm::Function *> &originals, llvm::GlobalVariable &state, Chance &chance);

// What must not be altered: whatever decides on addresses, loop exits, divisors, shifts and calls.
Frozen frozen_values(llvm::Function &function);

// Makes a program end where a value is not what flags, attributes or metadata say, or an operation has no result.
void show_poison(llvm::Module &module);

// Makes a program end where a function reads or writes what its attribute `memory` says that it does not.
void show_memory(llvm::Module &module);

// Keeps loads whose values nobody needs: code generation drops them, and with them what is undefined of their
// addresses.
void show_loads(llvm::Module &module);

// Gives each slot of the stack a content before anything is written to it, which chance would not give it.
void fill_slots(llvm::Module &module);

// Drops what LLVM has inferred and a change may make untrue.
void loosen(llvm::Module &module, bool alter);

} // namespace twins
