// One body for equal functions. For src/identical/ (its Rust side: src/ffi/identical.rs).
//
// Consumes: functions of equal canonical code. Produces: a body that does the work of several. Guarantees: the body,
// and functions that stay as thunks, promise no more than each of the functions did.

#include "attributes.h"
#include "canon.h"
#include "compat.h"
#include "profile.h"
#include "replace.h"
#include "weaken.h"

#include "llvm-c/Types.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CBindingWrapping.h"

using namespace llvm;
using namespace fmerge;

namespace {

//===-- Weakening ----------------------------------------------------------------------------------===//

// Pairs of distinct nodes that name the same places (loops, scopes) of two equal functions.
class Places {
public:
  // To be called for all declarations of scopes first: scopes that are declared alike are also used alike.
  void declare(const Instruction &kept, const Instruction &other) {
    const auto *one = dyn_cast<NoAliasScopeDeclInst>(&kept);
    if (one)
      same(one->getScopeList(), cast<NoAliasScopeDeclInst>(other).getScopeList());
  }

  // Whether two nodes are the same. Pairs that were assumed on the way are forgotten if the answer is no.
  bool same(const Metadata *kept, const Metadata *other) {
    Pairs asked, named;
    asked.insert({kept, other});
    for (size_t next = 0; next < asked.size(); ++next)
      if (!agree(asked[next].first, asked[next].second, asked, named)) {
        forget(named);
        return false;
      }
    return true;
  }

private:
  using Pairs = SmallSetVector<std::pair<const Metadata *, const Metadata *>, 8>;

  // Whether two nodes are alike if their operands are. Pairs of operands that are not known yet go to `asked`.
  bool agree(const Metadata *kept, const Metadata *other, Pairs &asked, Pairs &named) {
    const auto *one = dyn_cast_or_null<MDNode>(kept);
    const auto *two = dyn_cast_or_null<MDNode>(other);
    if (!one || !two)
      return kept == other;
    if (auto known = forth.find(one); known != forth.end())
      return known->second == two;
    if (one->isDistinct() != two->isDistinct() || one->getNumOperands() != two->getNumOperands())
      return false;
    if (one->isDistinct() && !name(*one, *two, named))
      return false;
    for (auto [a, b] : zip(one->operands(), two->operands()))
      if (!isName(*one, a.get(), b.get()))
        asked.insert({a.get(), b.get()});
    return true;
  }

  bool name(const MDNode &one, const MDNode &two, Pairs &named) {
    if (!back.insert(&two).second)
      return false;
    forth[&one] = &two;
    named.insert({&one, &two});
    return true;
  }

  void forget(const Pairs &named) {
    for (auto [one, two] : named) {
      forth.erase(cast<MDNode>(one));
      back.erase(cast<MDNode>(two));
    }
  }

  // Whether an operand is the name of a place, which does not matter.
  static bool isName(const MDNode &of, const Metadata *kept, const Metadata *other) {
    return of.isDistinct() && isa_and_nonnull<MDString>(kept) && isa_and_nonnull<MDString>(other);
  }

  DenseMap<const MDNode *, const MDNode *> forth;
  SmallPtrSet<const MDNode *, 8> back;
};

constexpr unsigned placeKinds[] = {LLVMContext::MD_alias_scope, LLVMContext::MD_noalias, LLVMContext::MD_access_group};

// Keeps only the attributes that equal code has alike in any case: those that promise something are dropped.
AttributeList withoutPromises(const Function &user, AttributeList list) {
  LLVMContext &context = user.getContext();
  for (unsigned position : list.indexes()) {
    AttributeSet kept = fmergeAbiAttributes(user, list.getAttributes(position));
    list = list.removeAttributesAtIndex(context, position)
               .addAttributesAtIndex(context, position, AttrBuilder(context, kept));
  }
  return list;
}

// Metadata of `placeKinds` is compared by `known`, and all else by `fmergeWeaken`.
void weakenInstruction(Instruction &kept, Instruction &other, Places &known) {
  SmallVector<MDNode *, 3> agreed;
  for (unsigned kind : placeKinds) {
    MDNode *node = kept.getMetadata(kind);
    agreed.push_back(node && known.same(node, other.getMetadata(kind)) ? node : nullptr);
  }
  fmergeWeakenSteps(kept, other);
  if (!fmergeWeaken(kept, other))
    cast<CallBase>(kept).setAttributes(withoutPromises(*kept.getFunction(), cast<CallBase>(kept).getAttributes()));
  for (auto [kind, node] : zip(placeKinds, agreed))
    kept.setMetadata(kind, node);
}

// Drops a promise about single parameters that LLVM cannot intersect.
AttributeList withoutInitializes(LLVMContext &context, AttributeList list, unsigned parameters) {
  for (unsigned n = 0; n < parameters; ++n)
    list = list.removeParamAttribute(context, n, Attribute::Initializes);
  return list;
}

// Keeps the attributes of `f` that `other` promises, too. Those that identify `f` stay.
void weakenAttributes(Function &f, const Function &other) {
  LLVMContext &context = f.getContext();
  AttributeSet identity = only(AttributeFact::Identity, context, f.getAttributes().getFnAttrs());
  AttributeList one = withoutIdentity(context, f.getAttributes());
  AttributeList two = withoutIdentity(context, other.getAttributes());
  if (one == two)
    return;
  unsigned parameters = f.arg_size();
  auto both = compat::intersected(context, withoutInitializes(context, one, parameters),
                                  withoutInitializes(context, two, parameters));
  AttributeList weak = both ? *both : withoutPromises(f, one);
  f.setAttributes(weak.addFnAttributes(context, AttrBuilder(context, identity)));
}

//===-- A body of its own ---------------------------------------------------------------------------===//

// Gives the thunk a subprogram of its own, because one cannot be that of two functions.
void separateSubprogram(Function &thunk) {
  DISubprogram *original = thunk.getSubprogram();
  if (!original)
    return;
  DISubprogram *copy = MDNode::replaceWithDistinct(original->clone());
  copy->replaceRetainedNodes(MDTuple::get(thunk.getContext(), {}));
  thunk.setSubprogram(copy);
}

void becomePrivate(Function &body) {
  body.setVisibility(GlobalValue::DefaultVisibility);
  body.setDLLStorageClass(GlobalValue::DefaultStorageClass);
  body.setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  body.setDSOLocal(true);
  body.setComdat(nullptr);
  body.setAttributes(withoutIdentity(body.getContext(), body.getAttributes()));
}

bool isKnownOnFunction(LLVMContext &context, unsigned kind) {
  return is_contained({LLVMContext::MD_dbg, LLVMContext::MD_prof, LLVMContext::MD_type, LLVMContext::MD_section_prefix,
                       LLVMContext::MD_annotation, LLVMContext::MD_kcfi_type, LLVMContext::MD_pcsections,
                       LLVMContext::MD_func_sanitize},
                      kind) ||
         kind == context.getMDKindID("PGOFuncName") || compat::isGuid(context, kind);
}

} // namespace

//===-- The interface, in the order of src/ffi/identical.rs ----------------------------------------===//

extern "C" {

// Whether the function has only such metadata as equal functions are known to be able to share.
bool fmerge_function_metadata_known(LLVMValueRef value) {
  const Function &f = *unwrap<Function>(value);
  if (!f.hasMetadata())
    return true;
  SmallVector<std::pair<unsigned, MDNode *>, 4> all;
  f.getAllMetadata(all);
  return all_of(all, [&](auto &entry) { return isKnownOnFunction(f.getContext(), entry.first); });
}

// Takes from the body of `kept` what the body of `other`, which has equal canonical code, does not promise.
void fmerge_weaken_body(LLVMValueRef keptRef, LLVMValueRef otherRef) {
  Function &kept = *unwrap<Function>(keptRef), &other = *unwrap<Function>(otherRef);
  Places known;
  weakenAttributes(kept, other);
  kept.setAlignment(fmergeGreaterAlign(kept.getAlign(), other.getAlign()));
  auto ours = canonicalInstructions(kept), theirs = canonicalInstructions(other);
  for (auto [one, two] : zip_equal(ours, theirs))
    known.declare(*one, *two);
  for (auto [one, two] : zip_equal(ours, theirs))
    weakenInstruction(*one, *two, known);
}

// Drops from `kept` what is no longer true when it is called in place of `other`, too, and adds up the entry counts.
void fmerge_join_counts(LLVMValueRef keptRef, LLVMValueRef otherRef) {
  Function &kept = *unwrap<Function>(keptRef);
  kept.removeFnAttr(Attribute::NoRecurse);
  fmergeSumEntryCounts(kept, {&kept, unwrap<Function>(otherRef)});
}

// Moves the body of `f` to a new function that only this module sees; `f` is empty then.
LLVMValueRef fmerge_private_body(LLVMValueRef value, const char *name, size_t length) {
  Function &f = *unwrap<Function>(value);
  Function *body = Function::Create(f.getFunctionType(), GlobalValue::InternalLinkage, f.getAddressSpace(),
                                    StringRef(name, length), f.getParent());
  body->copyAttributesFrom(&f);
  becomePrivate(*body);
  body->copyMetadata(&f, 0);
  fmergeMoveBody(*body, f);
  separateSubprogram(f);
  return wrap(body);
}

// Takes from `thunk` the promises to its callers that `body`, which it is going to call, does not make.
void fmerge_weaken_thunk(LLVMValueRef thunkRef, LLVMValueRef body) {
  Function &thunk = *unwrap<Function>(thunkRef);
  weakenAttributes(thunk, *unwrap<Function>(body));
  thunk.removeFnAttr(Attribute::NoRecurse);
}

} // extern "C"
