// Names for what the LLVMContext holds once for each value, which mean the same in any process: digests of
// the content. Nothing of the module goes in that another module with the same function could have otherwise:
// no addresses, no numbers given by order, no names of local symbols that their content can speak for.
#pragma once

#include <array>
#include <cstdint>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/Type.h"
#include "llvm/IR/Value.h"
#include "llvm/IR/Metadata.h"

namespace fmerge {

// 128 bits of BLAKE3.
using Digest = std::array<uint64_t, 2>;

class StableNames {
public:
  Digest of(llvm::Type *T);
  Digest of(llvm::Attribute A);
  Digest of(llvm::AttributeList A);
  // A constant or inline assembly; may be null.
  Digest of(const llvm::Value *V);
  // May be null. Distinct nodes have no name.
  Digest of(const llvm::Metadata *M);
  // Of a kind of metadata, by its name.
  Digest ofKind(const llvm::LLVMContext &Context, unsigned Kind);

private:
  llvm::DenseMap<unsigned, Digest> Kinds;
  llvm::DenseMap<const void *, Digest> Known;
};

} // namespace fmerge
