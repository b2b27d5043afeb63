// Putting the merged function in the originals' place: thunks, and calls that go straight to it.

#include "attributes.h"
#include "commit.h"
#include "convert.h"
#include "describe.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/CBindingWrapping.h"

using namespace llvm;
using fmerge::converted;

namespace {

Function &mergedOf(const FMergeTarget &target) { return *unwrap<Function>(target.merged); }

// What a caller passes for a parameter that its original has not. MemorySanitizer would report poison.
Constant *missingArgument(const Function &merged, Type *type) {
  return fmergePassesShadows(merged) ? Constant::getNullValue(type) : PoisonValue::get(type);
}

SmallVector<Value *, 8> mergedArguments(const FMergeTarget &target, IRBuilder<> &builder,
                                        function_ref<Value *(unsigned)> original) {
  Function &merged = mergedOf(target);
  SmallVector<Value *, 8> arguments;
  for (size_t i = 0; i < target.count; ++i) {
    int32_t source = target.sources[i];
    Type *type = merged.getArg(i)->getType();
    arguments.push_back(source < 0 ? missingArgument(merged, type) : converted(builder, original(source), type));
  }
  for (size_t i = 0; i < target.extraCount; ++i)
    arguments.push_back(unwrap(target.extra[i]));
  return arguments;
}

// What a call site says of an argument or result, and what the calling convention asks for.
AttributeSet withAbi(const Function &merged, AttributeSet site, AttributeSet own) {
  LLVMContext &context = merged.getContext();
  site = site.removeAttributes(context, fmergeUntransferableParamAttributes());
  return site.addAttributes(context, fmergeAbiAttributes(merged, own));
}

AttributeSet siteReturnAttributes(const FMergeTarget &target, AttributeList site, Type *type) {
  Function &merged = mergedOf(target);
  bool sameType = type == merged.getReturnType();
  AttributeSet own = sameType ? site.getRetAttrs() : AttributeSet();
  return withAbi(merged, own, merged.getAttributes().getRetAttrs());
}

bool passesPointers(const FMergeTarget &target) {
  return any_of(ArrayRef(target.extra, target.extraCount),
                [](LLVMValueRef extra) { return unwrap(extra)->getType()->isPointerTy(); });
}

bool convertsArguments(const FMergeTarget &target, FunctionType &original) {
  return any_of(seq<size_t>(0, target.count), [&](size_t i) {
    int32_t source = target.sources[i];
    return source >= 0 && original.getParamType(source) != mergedOf(target).getArg(i)->getType();
  });
}

// The attributes of a call of the merged function that takes the place of a call of a function of type
// `original` with `site`.
AttributeList siteAttributes(const FMergeTarget &target, AttributeList site, FunctionType &original) {
  Function &merged = mergedOf(target);
  LLVMContext &context = merged.getContext();
  SmallVector<AttributeSet, 8> params;
  for (size_t i = 0; i < target.count; ++i) {
    int32_t source = target.sources[i];
    bool sameType = source >= 0 && original.getParamType(source) == merged.getArg(i)->getType();
    AttributeSet own = sameType ? site.getParamAttrs(source) : AttributeSet();
    params.push_back(withAbi(merged, own, merged.getAttributes().getParamAttrs(i)));
  }
  AttributeSet function = fmerge::only(fmerge::AttributeFact::GoesWithCalls, context, site.getFnAttrs());
  if (convertsArguments(target, original)) // what was memory behind an argument may be other memory, and vice versa
    function = function.removeAttribute(context, Attribute::Memory);
  if (passesPointers(target))
    function = fmergeWithArgumentMemory(context, function);
  return AttributeList::get(context, function, siteReturnAttributes(target, site, original.getReturnType()), params);
}

CallBase *createCall(CallBase &old, const FMergeTarget &target) {
  Function &merged = mergedOf(target);
  IRBuilder<> builder(&old);
  auto arguments = mergedArguments(target, builder, [&](unsigned i) { return old.getArgOperand(i); });
  SmallVector<OperandBundleDef, 1> bundles;
  old.getOperandBundlesAsDefs(bundles);
  if (auto *invoke = dyn_cast<InvokeInst>(&old))
    return InvokeInst::Create(&merged, invoke->getNormalDest(), invoke->getUnwindDest(), arguments, bundles, "",
                              old.getIterator());
  auto *call = CallInst::Create(&merged, arguments, bundles, "", old.getIterator());
  call->setTailCallKind(cast<CallInst>(old).getTailCallKind());
  return call;
}

// Arguments that lie in the caller's frame forbid `tail`.
bool passesFrameMemory(const Function &function) {
  return any_of(function.args(), [](const Argument &argument) { return argument.hasPassPointeeByValueCopyAttr(); });
}

CallInst *callFromThunk(Function &thunk, const FMergeTarget &target, IRBuilder<> &builder) {
  Function &merged = mergedOf(target);
  auto arguments = mergedArguments(target, builder, [&](unsigned i) { return thunk.getArg(i); });
  CallInst *call = builder.CreateCall(&merged, arguments);
  call->setCallingConv(merged.getCallingConv());
  call->setAttributes(siteAttributes(target, AttributeList(), *thunk.getFunctionType()));
  call->setTailCallKind(passesFrameMemory(thunk) ? CallInst::TCK_None : CallInst::TCK_Tail);
  if (DISubprogram *subprogram = thunk.getSubprogram())
    call->setDebugLoc(DILocation::get(thunk.getContext(), subprogram->getScopeLine(), 0, subprogram));
  return call;
}

// An invoke's result is converted where the invoke has returned.
BasicBlock::iterator afterCall(CallBase &call) {
  auto *invoke = dyn_cast<InvokeInst>(&call);
  if (!invoke)
    return std::next(call.getIterator());
  BasicBlock *normal = invoke->getNormalDest();
  BasicBlock *between = BasicBlock::Create(call.getContext(), "", call.getFunction(), normal);
  normal->replacePhiUsesWith(call.getParent(), between);
  BranchInst::Create(normal, between)->setDebugLoc(call.getDebugLoc());
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

// All but what is said of a result of another type.
void copyMetadata(CallBase &fresh, const CallBase &old) {
  fresh.copyMetadata(old);
  if (fresh.getType() != old.getType())
    for (unsigned kind : {LLVMContext::MD_range, LLVMContext::MD_nonnull, LLVMContext::MD_align,
                          LLVMContext::MD_dereferenceable, LLVMContext::MD_dereferenceable_or_null})
      fresh.setMetadata(kind, nullptr);
}

} // namespace

void fmergeLocateCall(CallBase &call) {
  DISubprogram *caller = call.getFunction()->getSubprogram();
  const Function *callee = call.getCalledFunction();
  if (caller && callee && callee->getSubprogram() && !call.getDebugLoc())
    call.setDebugLoc(DILocation::get(call.getContext(), 0, 0, caller));
}

void fmergeLocateCalls(Function &callee) {
  for (User *user : callee.users())
    if (auto *call = dyn_cast<CallBase>(user))
      fmergeLocateCall(*call);
}

CallBase &fmergeRewriteCall(CallBase &old, const FMergeTarget &target) {
  CallBase *fresh = createCall(old, target);
  fresh->setCallingConv(old.getCallingConv());
  fresh->setAttributes(siteAttributes(target, old.getAttributes(), *old.getFunctionType()));
  copyMetadata(*fresh, old);
  fmergeLocateCall(*fresh);
  if (isa<FPMathOperator>(fresh) && isa<FPMathOperator>(&old))
    fresh->copyFastMathFlags(&old);
  if (!old.getType()->isVoidTy())
    replaceResult(old, *fresh);
  old.eraseFromParent();
  return *fresh;
}

// Deletes the body, and nothing else of the function.
extern "C" void fmerge_drop_body(LLVMValueRef functionRef) {
  Function &function = *unwrap<Function>(functionRef);
  for (BasicBlock &block : function)
    block.dropAllReferences();
  while (!function.empty())
    function.begin()->eraseFromParent();
}

// Whether nobody else can see the function or asks for it, and every use of it is a call that can be rewritten.
extern "C" bool fmerge_is_removable(LLVMValueRef functionRef) {
  const Function &function = *unwrap<Function>(functionRef);
  return !fmerge::isSeenElsewhere(function) &&
         all_of(function.uses(), [&](const Use &use) { return fmerge::isRewritableCall(use, function); });
}

// Makes every use of a removable function a call of the merged one; tells of the caller of each.
extern "C" void fmerge_redirect_calls(LLVMValueRef functionRef, const FMergeTarget *target,
                                      void (*touch)(void *, LLVMValueRef caller), void *data) {
  SmallVector<CallBase *, 8> calls;
  for (User *user : unwrap<Function>(functionRef)->users())
    calls.push_back(cast<CallBase>(user));
  for (CallBase *call : calls) {
    touch(data, wrap(call->getFunction()));
    fmergeRewriteCall(*call, *target);
  }
}

// Fills a function without a body with one tail call. No landing pad remains, so no personality does.
extern "C" void fmerge_make_thunk(LLVMValueRef functionRef, const FMergeTarget *target) {
  Function &thunk = *unwrap<Function>(functionRef);
  thunk.setPersonalityFn(nullptr);
  IRBuilder<> builder(BasicBlock::Create(thunk.getContext(), "", &thunk));
  CallInst *call = callFromThunk(thunk, *target, builder);
  if (thunk.getReturnType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(converted(builder, call, thunk.getReturnType()));
}
