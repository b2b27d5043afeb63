// Names for what the LLVMContext holds once for each value, which mean the same in any process: digests of
// the content. Nothing of the module goes in that another module with the same function could have otherwise:
// no addresses, no numbers given by order, no names of local symbols that their content can speak for.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Type.h"
#include "llvm/IR/Value.h"

namespace fmerge {

// Whether one copy of a variable is as good as another, so that its content says all.
bool isContent(const llvm::GlobalVariable &G);

// 128 bits of BLAKE3.
using Digest = std::array<uint64_t, 2>;

// What tells a module from all others of a program: its name and a digest of what it defines. The same wherever a
// pipeline has done the same to the module.
std::string moduleIdentity(const llvm::Module &M);

class StableNames {
public:
  // The module does not change for as long as its names are asked for.
  explicit StableNames(const llvm::Module &M) : Home(M) {}

  // Tells what is only itself from its like elsewhere.
  llvm::StringRef module();

  Digest of(llvm::Type *T);
  Digest of(llvm::Attribute A);
  Digest of(llvm::AttributeList A);
  // A constant or inline assembly; may be null.
  Digest of(const llvm::Value *V);
  // May be null. A distinct node is like no other.
  Digest of(const llvm::Metadata *M);
  Digest of(llvm::StringRef Text);
  // Of a kind of metadata, by its name.
  Digest ofKind(const llvm::LLVMContext &Context, unsigned Kind);

  // What a local symbol is called, no two of the module alike, and whether another module may mean its own such
  // symbol by that.
  std::pair<std::string, bool> ofLocal(const llvm::GlobalValue &G);
  // Whether a variable is known by its content. It was asked for before.
  bool isWalked(const llvm::GlobalVariable &G) const;
  // The place of a block in its function.
  unsigned numberOf(const llvm::BasicBlock &B);

private:
  const llvm::Module &Home;
  std::string Identity;
  // How many symbols have a name, without what was added to it, and the numbers of those that have none.
  llvm::StringMap<unsigned> Locals;
  llvm::DenseMap<const llvm::GlobalValue *, unsigned> Unnamed;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> Blocks;
  uint64_t DistinctNodes = 0;
  llvm::DenseMap<unsigned, Digest> Kinds;
  llvm::DenseMap<const void *, Digest> Known;
  // Of all that was asked for: when it was first seen, and what leads back to itself.
  llvm::DenseMap<const void *, unsigned> Order;
  llvm::DenseSet<const void *> Cyclic;
  unsigned Clock = 0;

  // The parts' digests are known.
  Digest ofOne(const llvm::Value &V);
  Digest ofOne(const llvm::MDNode &N);
  void nameLocals();
  template <typename Node, typename Parts, typename Make> Digest settled(Node *Root, Parts PartsOf, Make DigestOf);
  template <typename Node, typename Parts> void findCycles(Node *Root, Parts PartsOf);
};

} // namespace fmerge
