// The merged function: its declaration, the instructions that the C API cannot make, its last polish.
//
// What goes into the body is said by the merge plan; src/emit.rs walks it.

#include "attributes.h"
#include "describe.h"
#include "edges.h"
#include "loops.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace llvm;

// A parameter of the merged function: its type, and its index on each side or -1.
struct FMergeParam {
  LLVMTypeRef type;
  int32_t left;
  int32_t right;
};

namespace {

using MaybeAttributes = std::optional<AttributeSet>;

MaybeAttributes mergeFnAttributes(const Function &left, const Function &right) {
  LLVMContext &context = left.getContext();
  MaybeAttributes both = fmerge::fnAttributesToMerge(left).intersectWith(context, fmerge::fnAttributesToMerge(right));
  if (!both)
    return std::nullopt;
  return both->addAttribute(context, Attribute::NoInline);
}

// A side that returns nothing returns poison in the merged function, so the other's promises go.
MaybeAttributes mergeReturnAttributes(const Function &left, const Function &right, Type *type) {
  LLVMContext &context = left.getContext();
  AttributeSet ofLeft = left.getAttributes().getRetAttrs();
  AttributeSet ofRight = right.getAttributes().getRetAttrs();
  if (left.getReturnType() != type)
    return fmergeAbiAttributes(right, ofRight);
  if (right.getReturnType() != type)
    return fmergeAbiAttributes(left, ofLeft);
  return ofLeft.intersectWith(context, ofRight);
}

// A parameter that one side does not have has no value there, so promises about its value go.
MaybeAttributes mergeParamAttributes(const Function &left, const Function &right, const FMergeParam &param) {
  LLVMContext &context = left.getContext();
  if (param.left < 0 && param.right < 0)
    return AttributeSet();
  if (param.left < 0)
    return fmergeAbiAttributes(right, right.getAttributes().getParamAttrs(param.right));
  if (param.right < 0)
    return fmergeAbiAttributes(left, left.getAttributes().getParamAttrs(param.left));
  return fmergeParamAttributesToMerge(left, param.left)
      .intersectWith(context, fmergeParamAttributesToMerge(right, param.right));
}

std::optional<AttributeList> mergeAttributes(const Function &left, const Function &right, Type *ret,
                                             ArrayRef<FMergeParam> params) {
  LLVMContext &context = left.getContext();
  MaybeAttributes function = mergeFnAttributes(left, right);
  MaybeAttributes result = mergeReturnAttributes(left, right, ret);
  if (!function || !result)
    return std::nullopt;
  SmallVector<AttributeSet, 8> all;
  for (const FMergeParam &param : params) {
    MaybeAttributes merged = mergeParamAttributes(left, right, param);
    if (!merged)
      return std::nullopt;
    all.push_back(*merged);
  }
  all.push_back(AttributeSet().addAttribute(context, Attribute::NoUndef));
  return AttributeList::get(context, *function, *result, all);
}

FunctionType *mergedType(Type *ret, ArrayRef<FMergeParam> params) {
  SmallVector<Type *, 8> types;
  for (const FMergeParam &param : params)
    types.push_back(unwrap(param.type));
  types.push_back(Type::getInt1Ty(ret->getContext()));
  return FunctionType::get(ret, types, /*isVarArg=*/false);
}

void copyProperties(Function &merged, const Function &left, const Function &right) {
  merged.setCallingConv(left.getCallingConv());
  merged.setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  merged.setSection(left.getSection());
  merged.setPartition(left.getPartition());
  merged.setAlignment(fmergeGreaterAlign(left.getAlign(), right.getAlign()));
  if (left.hasGC())
    merged.setGC(left.getGC());
  const Function &withPersonality = left.hasPersonalityFn() ? left : right;
  if (withPersonality.hasPersonalityFn())
    merged.setPersonalityFn(withPersonality.getPersonalityFn());
}

void nameParams(Function &merged, const Function &left, const Function &right, ArrayRef<FMergeParam> params) {
  for (auto [argument, param] : zip(merged.args(), params)) {
    if (param.left >= 0)
      argument.setName(left.getArg(param.left)->getName());
    else if (param.right >= 0)
      argument.setName(right.getArg(param.right)->getName());
  }
  merged.getArg(params.size())->setName("fmerge.id");
}

void mergeEntryCount(Function &merged, const Function &left, const Function &right) {
  auto ofLeft = left.getEntryCount();
  auto ofRight = right.getEntryCount();
  if (ofLeft && ofRight)
    merged.setEntryCount(SaturatingAdd(ofLeft->getCount(), ofRight->getCount()));
}

} // namespace

// A function without a body for both; null when their attributes contradict each other.
extern "C" LLVMValueRef fmerge_create_function(LLVMValueRef leftRef, LLVMValueRef rightRef, LLVMTypeRef ret,
                                               const FMergeParam *paramList, size_t paramCount,
                                               const char *name, size_t nameLength) {
  Function &left = *unwrap<Function>(leftRef);
  Function &right = *unwrap<Function>(rightRef);
  ArrayRef<FMergeParam> params(paramList, paramCount);
  auto attributes = mergeAttributes(left, right, unwrap(ret), params);
  if (!attributes)
    return nullptr;
  Function *merged = Function::Create(mergedType(unwrap(ret), params), GlobalValue::InternalLinkage,
                                      left.getAddressSpace(), StringRef(name, nameLength), left.getParent());
  merged->setAttributes(*attributes);
  copyProperties(*merged, left, right);
  mergeEntryCount(*merged, left, right);
  nameParams(*merged, left, right, params);
  return wrap(merged);
}

namespace {

// A copy that has the operands which the encoder describes.
Instruction *cloneAsDescribed(Instruction &original) {
  auto *address = dyn_cast<GetElementPtrInst>(&original);
  std::optional<APInt> offset = address ? fmerge::constantOffset(*address) : std::nullopt;
  if (!offset)
    return original.clone();
  LLVMContext &context = original.getContext();
  auto *copy = GetElementPtrInst::Create(Type::getInt8Ty(context), address->getPointerOperand(),
                                         {ConstantInt::get(context, *offset)});
  copy->setNoWrapFlags(address->getNoWrapFlags());
  copy->copyMetadata(original);
  return copy;
}

} // namespace

// Appends a copy of `original` to a block: operands still the original's, no debug information. Without
// alias scopes: encoding leaves out their declarations, and a scope without one must not be copied on.
extern "C" LLVMValueRef fmerge_clone_into(LLVMBasicBlockRef block, LLVMValueRef original) {
  Instruction *from = unwrap<Instruction>(original);
  Instruction *copy = cloneAsDescribed(*from);
  copy->setDebugLoc(DebugLoc());
  copy->setMetadata(LLVMContext::MD_alias_scope, nullptr);
  copy->setMetadata(LLVMContext::MD_noalias, nullptr);
  copy->setMetadata(LLVMContext::MD_DIAssignID, nullptr);
  copy->insertInto(unwrap(block), unwrap(block)->end());
  copy->setName(from->getName());
  return wrap(copy);
}

// Appends `select identifier, poison, poison`; not through a builder, which would fold it.
extern "C" LLVMValueRef fmerge_create_select(LLVMBasicBlockRef block, LLVMValueRef identifier, LLVMTypeRef type) {
  Value *poison = PoisonValue::get(unwrap(type));
  return wrap(SelectInst::Create(unwrap(identifier), poison, poison, "", unwrap(block)->end()));
}

// Gives a φ the name and the fast-math flags of an original one.
extern "C" void fmerge_copy_phi(LLVMValueRef phi, LLVMValueRef original) {
  unwrap<PHINode>(phi)->copyIRFlags(unwrap(original));
  unwrap(phi)->setName(unwrap(original)->getName());
}

// Puts a marker before an instruction: the life of a static alloca begins, or ends.
extern "C" void fmerge_mark_lifetime(LLVMValueRef before, LLVMValueRef slot, bool starts) {
  IRBuilder<> builder(unwrap<Instruction>(before));
  builder.SetCurrentDebugLocation(DebugLoc());
  if (starts)
    builder.CreateLifetimeStart(unwrap(slot));
  else
    builder.CreateLifetimeEnd(unwrap(slot));
}

namespace {

// Null for a node that held only locations: a compile without debug information makes none.
MDNode *withoutLocations(MDNode &loop) {
  SmallVector<Metadata *, 4> properties = fmergeLoopProperties(loop);
  if (properties.empty())
    return nullptr;
  SmallVector<Metadata *, 4> kept = {nullptr};
  kept.append(properties);
  MDNode *fresh = MDNode::getDistinct(loop.getContext(), kept);
  fresh->replaceOperandWith(0, fresh);
  return fresh;
}

} // namespace

// Gives each loop of the function its own loop metadata, without debug locations: such a node is
// `distinct` and stands for one loop, and its locations lie in the original's subprogram.
extern "C" void fmerge_renew_loops(LLVMValueRef function) {
  DenseMap<MDNode *, MDNode *> renewed;
  for (Instruction &instruction : instructions(unwrap<Function>(function))) {
    MDNode *loop = instruction.getMetadata(LLVMContext::MD_loop);
    if (!loop || !fmergeIsLoopId(*loop))
      continue;
    auto [entry, isNew] = renewed.try_emplace(loop);
    if (isNew)
      entry->second = withoutLocations(*loop);
    instruction.setMetadata(LLVMContext::MD_loop, entry->second);
  }
}

// Runs LLVM's verifier; when it complains, hands over what it says and returns false.
extern "C" bool fmerge_verify(LLVMValueRef function, void (*complain)(void *, const char *, size_t), void *data) {
  std::string text;
  raw_string_ostream out(text);
  if (!verifyFunction(*unwrap<Function>(function), &out))
    return true;
  complain(data, text.data(), text.size());
  return false;
}

namespace {

FunctionAnalysisManager &functionAnalyses(Function &function, void *analyses) {
  auto &modules = *static_cast<ModuleAnalysisManager *>(analyses);
  return modules.getResult<FunctionAnalysisManagerModuleProxy>(*function.getParent()).getManager();
}

SimplifyCFGPass simplifyCfg(bool joinCommon) {
  return SimplifyCFGPass(SimplifyCFGOptions().hoistCommonInsts(joinCommon).sinkCommonInsts(joinCommon));
}

uint64_t codeSize(const Instruction &instruction, const TargetTransformInfo &target) {
  InstructionCost cost = target.getInstructionCost(&instruction, TargetTransformInfo::TCK_CodeSize);
  return cost.isValid() && cost > 0 ? cost.getValue() : 0;
}

} // namespace

// Runs the function passes that no late extension point is followed by. Without `joinCommon`, what two branches
// have in common stays twice: a tail call would be joined with a call that is none.
extern "C" void fmerge_cleanup(LLVMValueRef functionRef, void *analyses, bool joinCommon) {
  Function &function = *unwrap<Function>(functionRef);
  FunctionAnalysisManager &manager = functionAnalyses(function, analyses);
  FunctionPassManager passes;
  passes.addPass(simplifyCfg(joinCommon));
  passes.addPass(InstSimplifyPass());
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/false));
  passes.addPass(simplifyCfg(joinCommon));
  passes.addPass(ADCEPass());
  passes.run(function, manager);
  fmergeSeparateEdges(function);
  manager.invalidate(function, PreservedAnalyses::none());
}

// The sum of TargetTransformInfo's code-size costs.
extern "C" uint64_t fmerge_function_code_size(LLVMValueRef functionRef, void *analyses) {
  Function &function = *unwrap<Function>(functionRef);
  auto &target = functionAnalyses(function, analyses).getResult<TargetIRAnalysis>(function);
  uint64_t sum = 0;
  for (const Instruction &instruction : instructions(function))
    sum += codeSize(instruction, target);
  return sum;
}

// Tells LLVM that the body changed.
extern "C" void fmerge_invalidate(LLVMValueRef functionRef, void *analyses) {
  Function &function = *unwrap<Function>(functionRef);
  functionAnalyses(function, analyses).invalidate(function, PreservedAnalyses::none());
}

// Deletes a function without uses. Its analyses go too: a new function may get its address.
extern "C" void fmerge_erase_function(LLVMValueRef functionRef, void *analyses) {
  Function &function = *unwrap<Function>(functionRef);
  if (analyses)
    functionAnalyses(function, analyses).clear(function, function.getName());
  function.eraseFromParent();
}
