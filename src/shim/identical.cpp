// One body for equal functions. For src/identical/ (its Rust side: src/ffi/identical.rs).
//
// Consumes: functions of equal canonical code. Produces: a body that does for several.
// Guarantees: the body, and what stays as a thunk, promise no more than each of the functions did.

#include "attributes.h"
#include "canon.h"
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

// Distinct nodes that name places of one function, and those that name the same places of an equal one.
class Places {
public:
  // Scopes are declared first, so what is declared alike is also used alike.
  void declare(const Instruction &Kept, const Instruction &Other) {
    const auto *One = dyn_cast<NoAliasScopeDeclInst>(&Kept);
    if (One)
      same(One->getScopeList(), cast<NoAliasScopeDeclInst>(Other).getScopeList());
  }

  // What is taken to be the same on the way is forgotten when the answer is no.
  bool same(const Metadata *Kept, const Metadata *Other) {
    Pairs Asked, Named;
    Asked.insert({Kept, Other});
    for (size_t Next = 0; Next < Asked.size(); ++Next)
      if (!agree(Asked[Next].first, Asked[Next].second, Asked, Named)) {
        forget(Named);
        return false;
      }
    return true;
  }

private:
  using Pairs = SmallSetVector<std::pair<const Metadata *, const Metadata *>, 8>;

  // Whether two nodes are alike if their operands are, of which those that are not known go to `Asked`.
  bool agree(const Metadata *Kept, const Metadata *Other, Pairs &Asked, Pairs &Named) {
    const auto *One = dyn_cast_or_null<MDNode>(Kept);
    const auto *Two = dyn_cast_or_null<MDNode>(Other);
    if (!One || !Two)
      return Kept == Other;
    if (auto Known = Forth.find(One); Known != Forth.end())
      return Known->second == Two;
    if (One->isDistinct() != Two->isDistinct() || One->getNumOperands() != Two->getNumOperands())
      return false;
    if (One->isDistinct() && !name(*One, *Two, Named))
      return false;
    for (auto [A, B] : zip(One->operands(), Two->operands()))
      if (!isName(*One, A.get(), B.get()))
        Asked.insert({A.get(), B.get()});
    return true;
  }

  bool name(const MDNode &One, const MDNode &Two, Pairs &Named) {
    if (!Back.insert(&Two).second)
      return false;
    Forth[&One] = &Two;
    Named.insert({&One, &Two});
    return true;
  }

  void forget(const Pairs &Named) {
    for (auto [One, Two] : Named) {
      Forth.erase(cast<MDNode>(One));
      Back.erase(cast<MDNode>(Two));
    }
  }

  // What a place is called does not matter.
  static bool isName(const MDNode &Of, const Metadata *Kept, const Metadata *Other) {
    return Of.isDistinct() && isa_and_nonnull<MDString>(Kept) && isa_and_nonnull<MDString>(Other);
  }

  DenseMap<const MDNode *, const MDNode *> Forth;
  SmallPtrSet<const MDNode *, 8> Back;
};

constexpr unsigned PlaceKinds[] = {LLVMContext::MD_alias_scope, LLVMContext::MD_noalias, LLVMContext::MD_access_group};

// Only what both must have, as equal code says: nothing is promised any more.
AttributeList withoutPromises(const Function &User, AttributeList List) {
  LLVMContext &Context = User.getContext();
  for (unsigned Position : List.indexes()) {
    AttributeSet Kept = fmergeAbiAttributes(User, List.getAttributes(Position));
    List = List.removeAttributesAtIndex(Context, Position)
               .addAttributesAtIndex(Context, Position, AttrBuilder(Context, Kept));
  }
  return List;
}

// The kinds of `Places` are compared by these, all else by `fmerge_weaken`.
void weakenInstruction(Instruction &Kept, Instruction &Other, Places &Known) {
  SmallVector<MDNode *, 3> Agreed;
  for (unsigned Kind : PlaceKinds) {
    MDNode *Node = Kept.getMetadata(Kind);
    Agreed.push_back(Node && Known.same(Node, Other.getMetadata(Kind)) ? Node : nullptr);
  }
  fmergeWeakenSteps(Kept, Other);
  if (!fmerge_weaken(wrap(&Kept), wrap(&Kept), wrap(&Other)))
    cast<CallBase>(Kept).setAttributes(withoutPromises(*Kept.getFunction(), cast<CallBase>(Kept).getAttributes()));
  for (auto [Kind, Node] : zip(PlaceKinds, Agreed))
    Kept.setMetadata(Kind, Node);
}

// Promises of one parameter to the optimizer that LLVM cannot intersect.
AttributeList withoutInitializes(LLVMContext &Context, AttributeList List, unsigned Parameters) {
  for (unsigned N = 0; N < Parameters; ++N)
    List = List.removeParamAttribute(Context, N, Attribute::Initializes);
  return List;
}

// Leaves what `F` promises and `Other` does too. Who `F` is does not change.
void weakenAttributes(Function &F, const Function &Other) {
  LLVMContext &Context = F.getContext();
  AttributeSet Identity = only(AttributeFact::Identity, Context, F.getAttributes().getFnAttrs());
  AttributeList One = withoutIdentity(Context, F.getAttributes());
  AttributeList Two = withoutIdentity(Context, Other.getAttributes());
  if (One == Two)
    return;
  unsigned Parameters = F.arg_size();
  auto Both =
      withoutInitializes(Context, One, Parameters).intersectWith(Context, withoutInitializes(Context, Two, Parameters));
  AttributeList Weak = Both ? *Both : withoutPromises(F, One);
  F.setAttributes(Weak.addFnAttributes(Context, AttrBuilder(Context, Identity)));
}

//===-- A body of its own ---------------------------------------------------------------------------===//

// The thunk has a subprogram of its own: one cannot be that of two functions.
void separateSubprogram(Function &Thunk) {
  DISubprogram *Original = Thunk.getSubprogram();
  if (!Original)
    return;
  DISubprogram *Copy = MDNode::replaceWithDistinct(Original->clone());
  Copy->replaceRetainedNodes(MDTuple::get(Thunk.getContext(), {}));
  Thunk.setSubprogram(Copy);
}

void becomePrivate(Function &Body) {
  Body.setVisibility(GlobalValue::DefaultVisibility);
  Body.setDLLStorageClass(GlobalValue::DefaultStorageClass);
  Body.setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  Body.setDSOLocal(true);
  Body.setComdat(nullptr);
  Body.setAttributes(withoutIdentity(Body.getContext(), Body.getAttributes()));
}

bool isKnownOnFunction(LLVMContext &Context, unsigned Kind) {
  return is_contained({LLVMContext::MD_dbg, LLVMContext::MD_prof, LLVMContext::MD_type, LLVMContext::MD_section_prefix,
                       LLVMContext::MD_annotation, LLVMContext::MD_kcfi_type, LLVMContext::MD_pcsections,
                       LLVMContext::MD_func_sanitize},
                      Kind) ||
         Kind == Context.getMDKindID("PGOFuncName");
}

} // namespace

//===-- The interface, in the order of src/ffi/identical.rs ----------------------------------------===//

extern "C" {

// Whether it is known of all metadata of the function that equal functions may share it.
bool fmerge_function_metadata_known(LLVMValueRef Value) {
  const Function &F = *unwrap<Function>(Value);
  if (!F.hasMetadata())
    return true;
  SmallVector<std::pair<unsigned, MDNode *>, 4> All;
  F.getAllMetadata(All);
  return all_of(All, [&](auto &Entry) { return isKnownOnFunction(F.getContext(), Entry.first); });
}

// Takes from the body of `Kept` what that of `Other`, of equal canonical code, does not promise too.
void fmerge_weaken_body(LLVMValueRef KeptRef, LLVMValueRef OtherRef) {
  Function &Kept = *unwrap<Function>(KeptRef), &Other = *unwrap<Function>(OtherRef);
  Places Known;
  weakenAttributes(Kept, Other);
  Kept.setAlignment(fmergeGreaterAlign(Kept.getAlign(), Other.getAlign()));
  auto Ours = canonicalInstructions(Kept), Theirs = canonicalInstructions(Other);
  for (auto [One, Two] : zip_equal(Ours, Theirs))
    Known.declare(*One, *Two);
  for (auto [One, Two] : zip_equal(Ours, Theirs))
    weakenInstruction(*One, *Two, Known);
}

// Takes what no longer holds once `Kept` is called in the place of `Other` too, whatever both promise.
void fmerge_join_counts(LLVMValueRef KeptRef, LLVMValueRef OtherRef) {
  Function &Kept = *unwrap<Function>(KeptRef);
  Kept.removeFnAttr(Attribute::NoRecurse);
  fmergeSumEntryCounts(Kept, {&Kept, unwrap<Function>(OtherRef)});
}

// A new function with the body of `F`, which becomes empty; nobody but this module sees it.
LLVMValueRef fmerge_private_body(LLVMValueRef Value, const char *Name, size_t Length) {
  Function &F = *unwrap<Function>(Value);
  Function *Body = Function::Create(F.getFunctionType(), GlobalValue::InternalLinkage, F.getAddressSpace(),
                                    StringRef(Name, Length), F.getParent());
  Body->copyAttributesFrom(&F);
  becomePrivate(*Body);
  Body->copyMetadata(&F, 0);
  fmergeMoveBody(*Body, F);
  separateSubprogram(F);
  return wrap(Body);
}

// Takes from what `Thunk` promises its callers what `Body`, which it is going to call, does not promise.
void fmerge_weaken_thunk(LLVMValueRef ThunkRef, LLVMValueRef Body) {
  Function &Thunk = *unwrap<Function>(ThunkRef);
  weakenAttributes(Thunk, *unwrap<Function>(Body));
  Thunk.removeFnAttr(Attribute::NoRecurse);
}

} // extern "C"
