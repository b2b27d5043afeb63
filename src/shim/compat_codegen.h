// The seam between versions of LLVM for code generation, as compat.h is for all else.
#pragma once

#include "compat.h"

#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace fmerge::compat {

// Wrappers that take a triple: they look up the registered code generator of a target, and create a machine with
// further arguments. Earlier versions take the triple as text.
template <typename Registry>
auto lookUpTarget(const llvm::Triple &triple, std::string &error, int)
    -> decltype(Registry::lookupTarget(triple, error)) {
  return Registry::lookupTarget(triple, error);
}
template <typename Registry> auto lookUpTarget(const llvm::Triple &triple, std::string &error, long) {
  return Registry::lookupTarget(triple.str(), error);
}
template <typename Target, typename... Rest>
auto createMachine(int, const Target &target, const llvm::Triple &triple, const Rest &...rest)
    -> decltype(target.createTargetMachine(triple, rest...)) {
  return target.createTargetMachine(triple, rest...);
}
template <typename Target, typename... Rest>
auto createMachine(long, const Target &target, const llvm::Triple &triple, const Rest &...rest) {
  return target.createTargetMachine(triple.str(), rest...);
}

//===-- Copies of functions ------------------------------------------------------------------------===//

// Fills `copy`, a function of another module, with the attributes and the body of `f`. `declare` gives the globals in
// the other module, and metadata nodes stay the same. Up to 20, copying within one module treats metadata like that
// (the two steps and the predicate came with llvm/llvm-project#118624 and #129148).
template <typename F, typename Values, typename Returns, typename Declare>
void copyBody(F &copy, const F &f, Values &values, Returns &returns, Declare &declare) {
#if LLVM_VERSION_MAJOR >= 21
  const llvm::MetadataPredicate keepAll = [](const llvm::Metadata *) { return true; };
  CloneFunctionAttributesInto(&copy, &f, values, /*ModuleLevelChanges=*/true, nullptr, &declare);
  CloneFunctionBodyInto(copy, f, values, llvm::RF_None, returns, "", nullptr, nullptr, &declare, &keepAll);
#else
  CloneFunctionInto(&copy, &f, values, llvm::CloneFunctionChangeType::LocalChangesOnly, returns, "", nullptr, nullptr,
                    &declare);
#endif
}

} // namespace fmerge::compat
