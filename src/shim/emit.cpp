// The merged function: its declaration, the instructions that the C API cannot make, and its clean-up.
//
// The merge plan says what goes into the body; src/emit/body.rs walks it.

#include "attributes.h"
#include "compat.h"
#include "crossing.h"
#include "describe.h"
#include "edges.h"
#include "encode_body.h"
#include "loops.h"
#include "profile.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVectorExtras.h"
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

namespace {

using MaybeAttributes = std::optional<AttributeSet>;
using Functions = ArrayRef<Function *>;

MaybeAttributes mergeFnAttributes(Functions originals) {
  LLVMContext &context = originals.front()->getContext();
  auto all = map_to_vector(originals, [](Function *one) { return fmerge::fnAttributesToMerge(*one); });
  MaybeAttributes common = fmerge::intersected(context, all);
  if (!common)
    return std::nullopt;
  return common->addAttribute(context, Attribute::NoInline);
}

// A side that returns nothing returns poison in the merged function, so promises about the result go.
MaybeAttributes mergeReturnAttributes(Functions originals, Type *type) {
  LLVMContext &context = originals.front()->getContext();
  SmallVector<AttributeSet, 2> all;
  for (Function *original : originals)
    if (original->getReturnType() == type)
      all.push_back(original->getAttributes().getRetAttrs());
  MaybeAttributes common = fmerge::intersected(context, all);
  if (common && all.size() < originals.size())
    return fmergeAbiAttributes(*originals.front(), *common);
  return common;
}

// A side without the parameter passes no value for it, so promises about its value go.
MaybeAttributes mergeParamAttributes(Functions originals, const FmergeParam &param) {
  LLVMContext &context = originals.front()->getContext();
  SmallVector<AttributeSet, 2> all;
  for (auto [side, original] : enumerate(originals))
    if (param.indices[side] >= 0)
      all.push_back(fmergeParamAttributesToMerge(*original, param.indices[side]));
  if (all.empty())
    return AttributeSet();
  MaybeAttributes common = fmerge::intersected(context, all);
  return common && all.size() < originals.size() ? fmergeAbiAttributes(*originals.front(), *common) : common;
}

std::optional<AttributeList> mergeAttributes(Functions originals, Type *ret, ArrayRef<FmergeParam> params,
                                             bool hasIdentifier) {
  LLVMContext &context = originals.front()->getContext();
  MaybeAttributes function = mergeFnAttributes(originals);
  MaybeAttributes result = mergeReturnAttributes(originals, ret);
  if (!function || !result)
    return std::nullopt;
  SmallVector<AttributeSet, 8> all;
  for (const FmergeParam &param : params) {
    MaybeAttributes merged = mergeParamAttributes(originals, param);
    if (!merged)
      return std::nullopt;
    all.push_back(*merged);
  }
  if (hasIdentifier)
    all.push_back(AttributeSet().addAttribute(context, Attribute::NoUndef));
  return AttributeList::get(context, *function, *result, all);
}

// The type of the identifier. For two functions, it is an i1. For more, it is a type that the target compares without
// extending it first. The registers of RISC-V, LoongArch and MIPS with 64 bits have no narrower parts. All other
// targets compare 32 bits, if they have integers that wide.
Type *identifierType(const Module &module, unsigned bits) {
  LLVMContext &context = module.getContext();
  const Triple &target = fmerge::compat::tripleOf(module);
  if (bits == 1)
    return Type::getInt1Ty(context);
  if (target.isRISCV64() || target.isLoongArch64() || target.isMIPS64())
    return Type::getInt64Ty(context);
  unsigned widest = module.getDataLayout().getLargestLegalIntTypeSizeInBits();
  return Type::getIntNTy(context, widest >= bits ? std::min(widest, 32u) : 32u);
}

FunctionType *mergedType(const Module &module, Type *ret, ArrayRef<FmergeParam> params, unsigned identifierBits) {
  SmallVector<Type *, 8> types;
  for (const FmergeParam &param : params)
    types.push_back(unwrap(param.ty));
  if (identifierBits > 0)
    types.push_back(identifierType(module, identifierBits));
  return FunctionType::get(ret, types, /*isVarArg=*/false);
}

void copyProperties(Function &merged, Functions originals) {
  const Function &first = *originals.front();
  merged.setCallingConv(first.getCallingConv());
  merged.setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  merged.setSection(first.getSection());
  merged.setPartition(first.getPartition());
  if (first.hasGC())
    merged.setGC(first.getGC());
  for (const Function *original : originals) {
    merged.setAlignment(fmergeGreaterAlign(merged.getAlign(), original->getAlign()));
    if (original->hasPersonalityFn() && !merged.hasPersonalityFn())
      merged.setPersonalityFn(original->getPersonalityFn());
  }
}

// Names a parameter after that of the first side that has it.
void nameParam(Argument &argument, Functions originals, const FmergeParam &param) {
  for (auto [side, original] : enumerate(originals)) {
    if (param.indices[side] >= 0) {
      argument.setName(original->getArg(param.indices[side])->getName());
      return;
    }
  }
}

void nameParams(Function &merged, Functions originals, ArrayRef<FmergeParam> params) {
  for (auto [argument, param] : zip(merged.args(), params))
    nameParam(argument, originals, param);
  for (Argument &identifier : drop_begin(merged.args(), params.size()))
    identifier.setName("fmerge.id");
}

} // namespace

// Declares a function for all originals, without a body; null when their attributes contradict each other. With
// `identifierBits` over 0, its last parameter is an identifier of at least so many bits.
extern "C" LLVMValueRef fmerge_create_function(const LLVMValueRef *originalList, size_t originalCount, LLVMTypeRef ret,
                                               const FmergeParam *paramList, size_t paramCount, unsigned identifierBits,
                                               const char *name, size_t nameLength) {
  auto originals =
      map_to_vector(ArrayRef(originalList, originalCount), [](LLVMValueRef one) { return unwrap<Function>(one); });
  ArrayRef<FmergeParam> params(paramList, paramCount);
  auto attributes = mergeAttributes(originals, unwrap(ret), params, identifierBits > 0);
  if (!attributes)
    return nullptr;
  Function &first = *originals.front();
  Function *merged = Function::Create(mergedType(*first.getParent(), unwrap(ret), params, identifierBits),
                                      GlobalValue::InternalLinkage, first.getAddressSpace(),
                                      StringRef(name, nameLength), first.getParent());
  merged->setAttributes(*attributes);
  copyProperties(*merged, originals);
  fmergeSumEntryCounts(*merged, originals);
  nameParams(*merged, originals, params);
  return wrap(merged);
}

// Makes code generation turn all switches of a function into compares and branches.
extern "C" void fmerge_forbid_jump_tables(LLVMValueRef function) {
  unwrap<Function>(function)->addFnAttr("no-jump-tables", "true");
}

namespace {

// A copy of an instruction, with the operands that the encoder describes.
Instruction *cloneAsDescribed(Instruction &original) {
  auto *address = dyn_cast<GetElementPtrInst>(&original);
  std::optional<APInt> offset = fmerge::constantOffset(original);
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

// Appends a copy of `original` to a block. The operands are still the original's, and there is no debug information.
// Alias scopes are dropped: encoding leaves out their declarations, and a scope without a declaration must not be
// copied.
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

// Appends `select condition, poison, poison`. A builder would fold it, so none is used.
extern "C" LLVMValueRef fmerge_create_select(LLVMBasicBlockRef block, LLVMValueRef condition, LLVMTypeRef type) {
  Value *poison = PoisonValue::get(unwrap(type));
  return wrap(SelectInst::Create(unwrap(condition), poison, poison, "", unwrap(block)->end()));
}

// Gives a φ the name and the fast-math flags of an original one.
extern "C" void fmerge_copy_phi(LLVMValueRef phi, LLVMValueRef original) {
  unwrap<PHINode>(phi)->copyIRFlags(unwrap(original));
  unwrap(phi)->setName(unwrap(original)->getName());
}

// Puts a lifetime marker before an instruction: there the life of a static alloca starts, or else ends.
extern "C" void fmerge_mark_lifetime(LLVMValueRef before, LLVMValueRef slot, bool starts) {
  IRBuilder<> builder(unwrap<Instruction>(before));
  builder.SetCurrentDebugLocation(DebugLoc());
  fmerge::compat::markLifetime(builder, unwrap(slot), starts);
}

namespace {

// A loop node without locations. Null if the node held nothing else: a compile without debug information makes no such
// node.
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

// Gives each loop of the function its own loop metadata, without debug locations. A loop node is `distinct` and stands
// for one loop, and its locations lie in the original's subprogram.
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

// Runs LLVM's verifier. If it complains, `complain` gets its text, and the result is false.
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
  return cost.isValid() && cost > 0 ? fmerge::compat::numberOf(cost) : 0;
}

} // namespace

// Runs function passes, because no late extension point is followed by any. Without `joinCommon`, equal instructions of
// two branches are not joined: one might be a tail call and the other not.
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

// Fills `out` with the sum of TargetTransformInfo's code-size costs for each block, in the function's order.
extern "C" void fmerge_block_code_sizes(LLVMValueRef functionRef, void *analyses, uint64_t *out) {
  Function &function = *unwrap<Function>(functionRef);
  auto &target = functionAnalyses(function, analyses).getResult<TargetIRAnalysis>(function);
  for (const BasicBlock &block : function) {
    *out = 0;
    for (const Instruction &instruction : block)
      *out += codeSize(instruction, target);
    ++out;
  }
}

// Tells LLVM that the body changed.
extern "C" void fmerge_invalidate(LLVMValueRef functionRef, void *analyses) {
  Function &function = *unwrap<Function>(functionRef);
  functionAnalyses(function, analyses).invalidate(function, PreservedAnalyses::none());
}

// Deletes a function without uses. Its analyses go, too, because a new function may get its address.
extern "C" void fmerge_erase_function(LLVMValueRef functionRef, void *analyses) {
  Function &function = *unwrap<Function>(functionRef);
  if (analyses)
    functionAnalyses(function, analyses).clear(function, function.getName());
  function.eraseFromParent();
}
