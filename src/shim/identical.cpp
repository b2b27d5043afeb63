// One body for equal functions. For src/identical/ (its Rust side: src/ffi/identical.rs).
//
// Consumes: functions of equal canonical code. Produces: a body that does for several; redirected uses,
// thunks, aliases.
// Guarantees: no use is touched that `fmerge_standing` did not count as replaceable.

#include "attributes.h"
#include "canon.h"
#include "commit.h"
#include "convert.h"
#include "standing.h"
#include "weaken.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CBindingWrapping.h"
#include "llvm-c/Types.h"

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
    List = List.removeAttributesAtIndex(Context, Position).addAttributesAtIndex(Context, Position, AttrBuilder(Context, Kept));
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
  auto Both = withoutInitializes(Context, One, Parameters)
                  .intersectWith(Context, withoutInitializes(Context, Two, Parameters));
  AttributeList Weak = Both ? *Both : withoutPromises(F, One);
  F.setAttributes(Weak.addFnAttributes(Context, AttrBuilder(Context, Identity)));
}

void addEntryCount(Function &Kept, const Function &Other) {
  auto One = Kept.getEntryCount(), Two = Other.getEntryCount();
  if (One && Two)
    Kept.setEntryCount(SaturatingAdd(One->getCount(), Two->getCount()));
  else
    Kept.setMetadata(LLVMContext::MD_prof, nullptr);
}

//===-- Replacing ----------------------------------------------------------------------------------===//

SmallVector<Value *, 8> convertedArguments(IRBuilder<> &Builder, ArrayRef<Value *> Arguments, const Function &Body) {
  SmallVector<Value *, 8> All;
  for (auto [V, A] : zip(Arguments, Body.args()))
    All.push_back(converted(Builder, V, A.getType()));
  return All;
}

// What a call site promises of an argument holds for the converted one only by its ABI.
AttributeList abiOf(const Function &Body) {
  LLVMContext &Context = Body.getContext();
  AttributeList Own = Body.getAttributes();
  SmallVector<AttributeSet, 8> Parameters;
  for (unsigned N = 0; N < Body.arg_size(); ++N)
    Parameters.push_back(fmergeAbiAttributes(Body, Own.getParamAttrs(N)));
  return AttributeList::get(Context, AttributeSet(), fmergeAbiAttributes(Body, Own.getRetAttrs()), Parameters);
}

// Calls a body of another type, which takes integers for pointers or the other way round. It is as it was to
// the inliner and to what knows library functions.
void rewriteCall(CallBase &Old, Function &Body) {
  auto Sources = to_vector(seq<int32_t>(0, Body.arg_size()));
  AttributeSet Site = Old.getAttributes().getFnAttrs();
  CallBase &Fresh = fmergeRewriteCall(Old, {wrap(&Body), Sources.data(), Sources.size(), nullptr, 0});
  for (Attribute::AttrKind Kind : {Attribute::AlwaysInline, Attribute::InlineHint, Attribute::NoBuiltin})
    if (Site.hasAttribute(Kind))
      Fresh.addFnAttr(Kind);
}

void redirectCall(Use &Callee, bool IsSameType, Function &Body) {
  auto &Call = *cast<CallBase>(Callee.getUser());
  if (!IsSameType)
    return rewriteCall(Call, Body);
  Callee.set(&Body);
  fmergeLocateCall(Call);
}

void redirectCalls(Function &F, Function &Body) {
  bool IsSameType = F.getFunctionType() == Body.getFunctionType();
  SmallVector<Use *, 16> Callees;
  for (Use &U : F.uses())
    if (isCallee(U) && (IsSameType || isPlainCall(U, F)))
      Callees.push_back(&U);
  for (Use *U : Callees)
    redirectCall(*U, IsSameType, Body);
}

// All uses are asked before the first one changes.
void redirectAddresses(Function &F, Function &Body) {
  ReplaceableUses Replaceable;
  SmallPtrSet<const Use *, 16> Going;
  for (const Use &U : F.uses())
    if (!isCallee(U) && Replaceable.contains(U))
      Going.insert(&U);
  F.replaceUsesWithIf(&Body, [&](Use &U) { return Going.contains(&U); });
}

// The functions in which `Whole` is used, also as a part of other constants.
void collectUsers(const Constant &Whole, SmallSetVector<const Function *, 8> &Out) {
  SmallSetVector<const Constant *, 8> All;
  All.insert(&Whole);
  for (size_t Next = 0; Next < All.size(); ++Next)
    for (const User *By : All[Next]->users())
      if (const auto *I = dyn_cast<Instruction>(By))
        Out.insert(I->getFunction());
      else if (isa<ConstantExpr, ConstantAggregate>(By))
        All.insert(cast<Constant>(By));
}

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

bool takesCopies(const Function &F) {
  return any_of(F.args(), [](const Argument &A) { return A.hasPassPointeeByValueCopyAttr(); });
}

CallInst *callOf(Function &Body, Function &Thunk, IRBuilder<> &Builder) {
  SmallVector<Value *, 8> Own;
  for (Argument &A : Thunk.args())
    Own.push_back(&A);
  CallInst *Call = Builder.CreateCall(&Body, convertedArguments(Builder, Own, Body));
  Call->setCallingConv(Body.getCallingConv());
  Call->setAttributes(abiOf(Body));
  Call->setTailCallKind(takesCopies(Thunk) ? CallInst::TCK_None : CallInst::TCK_Tail);
  return Call;
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
  addEntryCount(Kept, *unwrap<Function>(OtherRef));
}

// A new function with the body of `F`, which becomes empty; nobody but this module sees it.
LLVMValueRef fmerge_private_body(LLVMValueRef Value, const char *Name, size_t Length) {
  Function &F = *unwrap<Function>(Value);
  Function *Body = Function::Create(F.getFunctionType(), GlobalValue::InternalLinkage, F.getAddressSpace(),
                                    StringRef(Name, Length), F.getParent());
  Body->copyAttributesFrom(&F);
  becomePrivate(*Body);
  Body->copyMetadata(&F, 0);
  Body->splice(Body->end(), &F);
  for (auto [Own, Old] : zip_equal(Body->args(), F.args())) {
    Own.setName(Old.getName());
    Old.replaceAllUsesWith(&Own);
  }
  separateSubprogram(F);
  return wrap(Body);
}

// Makes `Body` the callee of the calls of `F`, and with `Addresses` its other replaceable uses. Tells of
// each function that is changed, once; the result is the number of calls.
uint32_t fmerge_redirect(LLVMValueRef Value, LLVMValueRef BodyRef, bool Addresses,
                         void (*Touch)(void *, LLVMValueRef), void *Context) {
  Function &F = *unwrap<Function>(Value), &Body = *unwrap<Function>(BodyRef);
  SmallSetVector<const Function *, 8> Touched;
  collectUsers(F, Touched);
  uint32_t Calls = count_if(F.uses(), isCallee);
  redirectCalls(F, Body);
  Calls -= count_if(F.uses(), isCallee);
  if (Addresses)
    redirectAddresses(F, Body);
  for (const Function *Each : Touched)
    Touch(Context, wrap(Each));
  return Calls;
}

// Fills `F`, which has no body, with a call of `Body`. What callers may rely on is what both promise.
void fmerge_thunk_to(LLVMValueRef Value, LLVMValueRef BodyRef) {
  Function &Thunk = *unwrap<Function>(Value), &Body = *unwrap<Function>(BodyRef);
  Thunk.setPersonalityFn(nullptr);
  weakenAttributes(Thunk, Body);
  Thunk.removeFnAttr(Attribute::NoRecurse);
  IRBuilder<> Builder(BasicBlock::Create(Thunk.getContext(), "", &Thunk));
  if (DISubprogram *Subprogram = Thunk.getSubprogram())
    Builder.SetCurrentDebugLocation(DILocation::get(Thunk.getContext(), Subprogram->getScopeLine(), 0, Subprogram));
  CallInst *Call = callOf(Body, Thunk, Builder);
  if (Thunk.getReturnType()->isVoidTy())
    Builder.CreateRetVoid();
  else
    Builder.CreateRet(converted(Builder, Call, Thunk.getReturnType()));
}

// Puts a symbol at the address of `Body` in the place of `F`, which may then be deleted.
void fmerge_alias_to(LLVMValueRef Value, LLVMValueRef BodyRef) {
  Function &F = *unwrap<Function>(Value), &Body = *unwrap<Function>(BodyRef);
  auto *Alias = GlobalAlias::create(F.getValueType(), F.getAddressSpace(), F.getLinkage(), "", &Body, F.getParent());
  Alias->setVisibility(F.getVisibility());
  Alias->setUnnamedAddr(F.getUnnamedAddr());
  Alias->setDSOLocal(F.isDSOLocal());
  Alias->setPartition(F.getPartition());
  Alias->takeName(&F);
  F.replaceAllUsesWith(Alias);
}

// Leaves nothing that refers to `F`, if only metadata does; false when something else does.
bool fmerge_detach(LLVMValueRef Value, LLVMValueRef BodyRef) {
  Function &F = *unwrap<Function>(Value);
  F.removeDeadConstantUsers();
  if (!F.use_empty())
    return false;
  if (F.isUsedByMetadata())
    ValueAsMetadata::handleRAUW(&F, unwrap(BodyRef));
  return true;
}

} // extern "C"
