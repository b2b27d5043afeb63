// Puts one function in the place of another: thunks, calls that go straight to the target, aliases, and what must be
// done before a function goes. For src/replace.rs (its declarations: src/ffi/replace.rs).
//
// Consumes: a function, the target that does its work, and the target's arguments. Produces: uses of the function
// become uses of the target. Guarantees: a use stays as it is unless `standing.h` calls it replaceable.

#include "replace.h"
#include "attributes.h"
#include "convert.h"
#include "debug.h"
#include "standing.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/CBindingWrapping.h"

using namespace llvm;
using fmerge::converted;

namespace {

Function &functionOf(const FmergeTarget &target) { return *unwrap<Function>(target.function); }

ArrayRef<FmergeArgument> argumentsOf(const FmergeTarget &target) { return ArrayRef(target.arguments, target.count); }

// What a caller passes for a parameter that the replaced function does not have. MemorySanitizer would report poison.
Constant *missingArgument(const Function &target, Type *type) {
  return fmergePassesShadows(target) ? Constant::getNullValue(type) : PoisonValue::get(type);
}

SmallVector<Value *, 8> argumentsFor(const FmergeTarget &target, IRBuilder<> &builder,
                                     function_ref<Value *(unsigned)> original) {
  SmallVector<Value *, 8> values;
  for (auto [argument, parameter] : zip_equal(argumentsOf(target), functionOf(target).args())) {
    Type *type = parameter.getType();
    if (argument.value)
      values.push_back(unwrap(argument.value));
    else if (argument.parameter < 0)
      values.push_back(missingArgument(functionOf(target), type));
    else
      values.push_back(converted(builder, original(argument.parameter), type));
  }
  return values;
}

// The attributes that a call site has for an argument or result, and those that the calling convention needs.
AttributeSet withAbi(const Function &target, AttributeSet site, AttributeSet ofTarget) {
  LLVMContext &context = target.getContext();
  site = site.removeAttributes(context, fmergeUntransferableParamAttributes());
  return site.addAttributes(context, fmergeAbiAttributes(target, ofTarget));
}

AttributeSet siteReturnAttributes(const FmergeTarget &target, AttributeList site, Type *type) {
  Function &function = functionOf(target);
  bool sameType = type == function.getReturnType();
  AttributeSet own = sameType ? site.getRetAttrs() : AttributeSet();
  return withAbi(function, own, function.getAttributes().getRetAttrs());
}

bool passesPointers(const FmergeTarget &target) {
  return any_of(argumentsOf(target), [](const FmergeArgument &argument) {
    return argument.value && unwrap(argument.value)->getType()->isPointerTy();
  });
}

bool isOf(const FmergeArgument &argument, const FunctionType &original, Type *type) {
  return !argument.value && argument.parameter >= 0 && original.getParamType(argument.parameter) == type;
}

bool convertsArguments(const FmergeTarget &target, const FunctionType &original) {
  return any_of(zip_equal(argumentsOf(target), functionOf(target).args()), [&](const auto &pair) {
    const FmergeArgument &argument = std::get<0>(pair);
    bool isOwn = !argument.value && argument.parameter >= 0;
    return isOwn && !isOf(argument, original, std::get<1>(pair).getType());
  });
}

// The attributes of the call as a whole. If the target gets the same arguments as the replaced function, the inliner
// and passes that know library functions may treat it like that function.
AttributeSet siteFunctionAttributes(const FmergeTarget &target, AttributeSet site, const FunctionType &original) {
  LLVMContext &context = functionOf(target).getContext();
  AttributeSet kept = fmerge::only(fmerge::AttributeFact::GoesWithCalls, context, site);
  if (convertsArguments(target, original)) // what was memory behind an argument may be other memory, and vice versa
    kept = kept.removeAttribute(context, Attribute::Memory);
  if (passesPointers(target))
    kept = fmergeWithArgumentMemory(context, kept);
  for (Attribute::AttrKind kind : {Attribute::AlwaysInline, Attribute::InlineHint, Attribute::NoBuiltin})
    if (target.passesOn && site.hasAttribute(kind))
      kept = kept.addAttribute(context, kind);
  return kept;
}

// The attributes of a call of the target that replaces a call with the attributes `site` of a function of type
// `original`.
AttributeList siteAttributes(const FmergeTarget &target, AttributeList site, const FunctionType &original) {
  Function &function = functionOf(target);
  SmallVector<AttributeSet, 8> params;
  for (auto [argument, parameter] : zip_equal(argumentsOf(target), function.args())) {
    bool isKept = isOf(argument, original, parameter.getType());
    AttributeSet own = isKept ? site.getParamAttrs(argument.parameter) : AttributeSet();
    params.push_back(withAbi(function, own, function.getAttributes().getParamAttrs(parameter.getArgNo())));
  }
  return AttributeList::get(function.getContext(), siteFunctionAttributes(target, site.getFnAttrs(), original),
                            siteReturnAttributes(target, site, original.getReturnType()), params);
}

CallBase *createCall(CallBase &old, const FmergeTarget &target) {
  Function &function = functionOf(target);
  IRBuilder<> builder(&old);
  auto arguments = argumentsFor(target, builder, [&](unsigned i) { return old.getArgOperand(i); });
  SmallVector<OperandBundleDef, 1> bundles;
  old.getOperandBundlesAsDefs(bundles);
  if (auto *invoke = dyn_cast<InvokeInst>(&old))
    return InvokeInst::Create(&function, invoke->getNormalDest(), invoke->getUnwindDest(), arguments, bundles, "",
                              old.getIterator());
  auto *call = CallInst::Create(&function, arguments, bundles, "", old.getIterator());
  call->setTailCallKind(cast<CallInst>(old).getTailCallKind());
  return call;
}

// Whether an argument lies in the caller's frame, which forbids `tail`.
bool passesFrameMemory(const Function &thunk) {
  return any_of(thunk.args(), [](const Argument &argument) { return argument.hasPassPointeeByValueCopyAttr(); });
}

// Whether nothing is left to do with the result of a thunk's call, so that the call may be a jump (LLVM's
// `isInTailCallPosition`).
bool isLastThing(const CallInst &call, const Function &thunk) {
  auto isSaidOfBoth = [&](Attribute::AttrKind kind) {
    return call.getAttributes().hasRetAttr(kind) == thunk.hasRetAttribute(kind);
  };
  bool isPassedOn = call.getType() == thunk.getReturnType() &&
                    all_of(ArrayRef{Attribute::ZExt, Attribute::SExt, Attribute::InReg}, isSaidOfBoth);
  return call.isTailCall() && (thunk.getReturnType()->isVoidTy() || isPassedOn);
}

CallInst *callFromThunk(Function &thunk, const FmergeTarget &target, IRBuilder<> &builder) {
  Function &function = functionOf(target);
  auto arguments = argumentsFor(target, builder, [&](unsigned i) { return thunk.getArg(i); });
  CallInst *call = builder.CreateCall(&function, arguments);
  call->setCallingConv(function.getCallingConv());
  call->setAttributes(siteAttributes(target, AttributeList(), *thunk.getFunctionType()));
  call->setTailCallKind(passesFrameMemory(thunk) ? CallInst::TCK_None : CallInst::TCK_Tail);
  return call;
}

// Where the result of a call can be converted. For an invoke, that is a new block on its normal edge.
BasicBlock::iterator afterCall(CallBase &call) {
  auto *invoke = dyn_cast<InvokeInst>(&call);
  if (!invoke)
    return std::next(call.getIterator());
  BasicBlock *normal = invoke->getNormalDest();
  BasicBlock *between = BasicBlock::Create(call.getContext(), "", call.getFunction(), normal);
  normal->replacePhiUsesWith(call.getParent(), between);
  IRBuilder<>(between).CreateBr(normal)->setDebugLoc(call.getDebugLoc());
  invoke->setNormalDest(between);
  return between->getFirstInsertionPt();
}

void replaceResult(CallBase &old, CallBase &fresh) {
  Value *result = &fresh;
  if (old.getType() != fresh.getType()) {
    BasicBlock::iterator place = afterCall(fresh);
    IRBuilder<> builder(place->getParent(), place);
    builder.SetCurrentDebugLocation(fresh.getDebugLoc());
    result = converted(builder, &fresh, old.getType());
  }
  result->takeName(&old);
  old.replaceAllUsesWith(result);
}

// Copies all metadata, except kinds that say something of the result if its type is another one.
void copyMetadata(CallBase &fresh, const CallBase &old) {
  fresh.copyMetadata(old);
  if (fresh.getType() != old.getType())
    for (unsigned kind : {LLVMContext::MD_range, LLVMContext::MD_nonnull, LLVMContext::MD_align,
                          LLVMContext::MD_dereferenceable, LLVMContext::MD_dereferenceable_or_null})
      fresh.setMetadata(kind, nullptr);
}

// Whether calls of the function can call the target as they are: it has the same type and gets the same arguments.
bool isCalledAsItIs(const Function &function, const FmergeTarget &target) {
  return target.passesOn && function.getFunctionType() == functionOf(target).getFunctionType();
}

// Gives a call whose callee has changed the location that the verifier wants.
void locateCall(CallBase &call) {
  DISubprogram *caller = call.getFunction()->getSubprogram();
  const Function *callee = call.getCalledFunction();
  if (caller && callee && callee->getSubprogram() && !call.getDebugLoc())
    call.setDebugLoc(DILocation::get(call.getContext(), 0, 0, caller));
}

} // namespace

void fmergeMoveBody(Function &to, Function &from) {
  to.splice(to.begin(), &from);
  for (auto [old, own] : zip(from.args(), to.args())) {
    own.setName(old.getName());
    old.replaceAllUsesWith(&own);
  }
}

void fmergeLocateCalls(Function &callee) {
  for (User *user : callee.users())
    if (auto *call = dyn_cast<CallBase>(user))
      locateCall(*call);
}

CallBase &fmergeRewriteCall(CallBase &old, const FmergeTarget &target) {
  CallBase *fresh = createCall(old, target);
  fresh->setCallingConv(old.getCallingConv());
  fresh->setAttributes(siteAttributes(target, old.getAttributes(), *old.getFunctionType()));
  copyMetadata(*fresh, old);
  locateCall(*fresh);
  if (isa<FPMathOperator>(fresh) && isa<FPMathOperator>(&old))
    fresh->copyFastMathFlags(&old);
  if (!old.getType()->isVoidTy())
    replaceResult(old, *fresh);
  old.eraseFromParent();
  return *fresh;
}

SmallVector<CallBase *, 16> fmergeMovableCalls(Function &function, const FmergeTarget &target) {
  bool asItIs = isCalledAsItIs(function, target);
  SmallVector<CallBase *, 16> calls;
  for (Use &use : function.uses())
    if (asItIs ? fmerge::isCallee(use) : fmerge::isRewritableCall(use, function))
      calls.push_back(cast<CallBase>(use.getUser()));
  return calls;
}

void fmergeMoveCall(CallBase &call, const Function &function, const FmergeTarget &target) {
  if (!isCalledAsItIs(function, target)) {
    fmergeRewriteCall(call, target);
    return;
  }
  call.setCalledOperand(&functionOf(target));
  locateCall(call);
}

namespace {

// The functions that use `whole`, also as a part of other constants.
SmallSetVector<const Function *, 8> usersOf(const Constant &whole) {
  SmallSetVector<const Function *, 8> users;
  SmallSetVector<const Constant *, 8> all;
  all.insert(&whole);
  for (size_t next = 0; next < all.size(); ++next)
    for (const User *by : all[next]->users())
      if (const auto *instruction = dyn_cast<Instruction>(by))
        users.insert(instruction->getFunction());
      else if (isa<ConstantExpr, ConstantAggregate>(by))
        all.insert(cast<Constant>(by));
  return users;
}

// Moves all calls that can move, and returns how many.
size_t redirectCalls(Function &function, const FmergeTarget &target) {
  auto calls = fmergeMovableCalls(function, target);
  for (CallBase *call : calls) {
    fmergeNameReplaced(*call, function.getSubprogram());
    fmergeMoveCall(*call, function, target);
  }
  return calls.size();
}

// All uses are judged before the first one changes.
void redirectAddresses(Function &function, Function &other) {
  fmerge::ReplaceableUses replaceable;
  SmallPtrSet<const Use *, 16> going;
  for (const Use &use : function.uses())
    if (!fmerge::isCallee(use) && replaceable.contains(use))
      going.insert(&use);
  function.replaceUsesWithIf(&other, [&](Use &use) { return going.contains(&use); });
}

} // namespace

//===-- The interface, in the order of src/ffi/replace.rs ------------------------------------------===//

// Deletes the body, and keeps all else of the function.
extern "C" void fmerge_drop_body(LLVMValueRef functionRef) {
  Function &function = *unwrap<Function>(functionRef);
  for (BasicBlock &block : function)
    block.dropAllReferences();
  while (!function.empty())
    function.begin()->eraseFromParent();
}

// Makes calls of the function calls of the target, as far as that is allowed, and returns how many. With `addresses`,
// other replaceable uses become uses of the target, too. `touch` gets each function that may have changed, once.
extern "C" size_t fmerge_redirect(LLVMValueRef functionRef, const FmergeTarget *target, bool addresses,
                                  void (*touch)(void *, LLVMValueRef user), void *data) {
  Function &function = *unwrap<Function>(functionRef);
  auto users = usersOf(function);
  size_t calls = redirectCalls(function, *target);
  if (addresses)
    redirectAddresses(function, functionOf(*target));
  for (const Function *user : users)
    touch(data, wrap(user));
  return calls;
}

// Fills a function without a body with one tail call. It has no landing pads, so it loses its personality. The thunk
// leaves no frame of its own, so calls of it name it in their locations.
//
// A thunk without an unwind entry stays one: nothing is inlined into it.
extern "C" void fmerge_make_thunk(LLVMValueRef functionRef, const FmergeTarget *target, bool jumps) {
  Function &thunk = *unwrap<Function>(functionRef);
  thunk.setPersonalityFn(nullptr);
  for (Use &use : thunk.uses())
    if (fmerge::isCallee(use))
      fmergeNameReplaced(*cast<CallBase>(use.getUser()), thunk.getSubprogram());
  IRBuilder<> builder(BasicBlock::Create(thunk.getContext(), "", &thunk));
  if (DISubprogram *subprogram = thunk.getSubprogram())
    builder.SetCurrentDebugLocation(DILocation::get(thunk.getContext(), subprogram->getScopeLine(), 0, subprogram));
  CallInst *call = callFromThunk(thunk, *target, builder);
  if (fmerge::isBareThunk(thunk, jumps && isLastThing(*call, thunk))) {
    thunk.removeFnAttr(Attribute::UWTable);
    call->setIsNoInline();
  }
  if (thunk.getReturnType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(converted(builder, call, thunk.getReturnType()));
}

// Puts an alias of `other` in the place of the function, which may then be deleted.
extern "C" void fmerge_alias_to(LLVMValueRef functionRef, LLVMValueRef otherRef) {
  Function &function = *unwrap<Function>(functionRef);
  auto *alias = GlobalAlias::create(function.getValueType(), function.getAddressSpace(), function.getLinkage(), "",
                                    unwrap<Function>(otherRef), function.getParent());
  alias->setVisibility(function.getVisibility());
  alias->setUnnamedAddr(function.getUnnamedAddr());
  alias->setDSOLocal(function.isDSOLocal());
  alias->setPartition(function.getPartition());
  alias->takeName(&function);
  function.replaceAllUsesWith(alias);
}

// Prepares the deletion of a function. Metadata that names it names `successor` instead, unless that is null. False
// when something else still uses the function.
extern "C" bool fmerge_detach(LLVMValueRef functionRef, LLVMValueRef successor) {
  Function &function = *unwrap<Function>(functionRef);
  function.removeDeadConstantUsers();
  if (!function.use_empty())
    return false;
  if (successor && function.isUsedByMetadata())
    ValueAsMetadata::handleRAUW(&function, unwrap(successor));
  return true;
}
