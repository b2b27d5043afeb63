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
bool isContent(const llvm::GlobalVariable &g);

// 128 bits of BLAKE3.
using Digest = std::array<uint64_t, 2>;

// What tells a module from all others of a program: its name and a digest of what it defines. The same wherever a
// pipeline has done the same to the module.
std::string moduleIdentity(const llvm::Module &m);

class StableNames {
public:
  // The module does not change for as long as its names are asked for.
  explicit StableNames(const llvm::Module &m) : home(m) {}

  // Tells what is only itself from its like elsewhere.
  llvm::StringRef module();

  Digest of(llvm::Type *t);
  Digest of(llvm::Attribute a);
  Digest of(llvm::AttributeList a);
  // A constant or inline assembly; may be null.
  Digest of(const llvm::Value *v);
  // May be null. A distinct node is like no other.
  Digest of(const llvm::Metadata *m);
  Digest of(llvm::StringRef text);
  // Of a kind of metadata, by its name.
  Digest ofKind(const llvm::LLVMContext &context, unsigned kind);

  // What a local symbol is called, no two of the module alike, and whether another module may mean its own such
  // symbol by that.
  std::pair<std::string, bool> ofLocal(const llvm::GlobalValue &g);
  // Whether a variable is known by its content. It was asked for before.
  bool isWalked(const llvm::GlobalVariable &g) const;
  // The place of a block in its function.
  unsigned numberOf(const llvm::BasicBlock &b);

private:
  const llvm::Module &home;
  std::string identity;
  // How many symbols have a name, without what was added to it, and the numbers of those that have none.
  llvm::StringMap<unsigned> locals;
  llvm::DenseMap<const llvm::GlobalValue *, unsigned> unnamed;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> blocks;
  uint64_t distinctNodes = 0;
  llvm::DenseMap<unsigned, Digest> kinds;
  llvm::DenseMap<const void *, Digest> known;
  // Of all that was asked for: when it was first seen, and what leads back to itself.
  llvm::DenseMap<const void *, unsigned> order;
  llvm::DenseSet<const void *> cyclic;
  unsigned clock = 0;

  // The parts' digests are known.
  Digest ofOne(const llvm::Value &v);
  Digest ofOne(const llvm::MDNode &n);
  void nameLocals();
  template <typename Node, typename Parts, typename Make> Digest settled(Node *root, Parts partsOf, Make digestOf);
  template <typename Node, typename Parts> void findCycles(Node *root, Parts partsOf);
};

} // namespace fmerge
