// Mutants of functions that nobody calls, and what calls them: for the functions of LLVM's own style of tests.
//
// Each chosen function gets clones that are changed without regard to what they compute: flags, facts and attributes
// that may be untrue, operands swapped, constants, opcodes, predicates. Functions that are declared alone get a body
// that notes what it is given. `drive_case` calls one of all these functions with numbers that the seed draws, and
// pointers into `drive_memory`; `drive_result` tells what they noted. What a case does may be undefined: whoever runs
// it (`drive/main.c`) gives it a process of its own, and compares only what the plain program does at all levels, with
// its facts and without.

#include "twins.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace twins {
namespace {

constexpr size_t mostFunctions = 10, mostInstructions = 300, cases = 3, chunk = 256;

bool may_be_passed(const Type *type) {
  if (auto *vector = dyn_cast<FixedVectorType>(type))
    return may_be_passed(vector->getElementType()) && !vector->getElementType()->isPointerTy() &&
           vector->getPrimitiveSizeInBits() <= 512;
  return (type->isIntegerTy() && type->getIntegerBitWidth() <= 128) || type->isFloatTy() || type->isDoubleTy() ||
         (type->isPointerTy() && type->getPointerAddressSpace() == 0);
}

// A call of another type or convention than its callee has is undefined.
bool is_mistaken(const CallBase &call) {
  auto *callee = dyn_cast<Function>(call.getCalledOperand()->stripPointerCasts());
  return callee &&
         (callee->getFunctionType() != call.getFunctionType() || callee->getCallingConv() != call.getCallingConv());
}

bool is_simple(const Instruction &i) {
  auto *call = dyn_cast<CallBase>(&i);
  if (call && is_mistaken(*call))
    return false;
  return !i.isEHPad() && !isa<CallBrInst>(i) && !(call && (call->isInlineAsm() || call->isMustTailCall()));
}

bool is_fit(const Function &function) {
  return !function.isDeclaration() && !function.isVarArg() && !function.hasPersonalityFn() &&
         !function.hasAvailableExternallyLinkage() && !function.hasFnAttribute(Attribute::Naked) &&
         !function.callsFunctionThatReturnsTwice() && function.getInstructionCount() <= mostInstructions &&
         function.getCallingConv() == CallingConv::C && function.getName() != "main" &&
         none_of(function, [](const BasicBlock &block) { return block.hasAddressTaken(); }) &&
         all_of(function.args(),
                [](const Argument &a) {
                  return may_be_passed(a.getType()) && !a.hasStructRetAttr() && !a.hasNestAttr() &&
                         !a.hasInAllocaAttr() && !a.hasPreallocatedAttr() && !a.hasSwiftErrorAttr() &&
                         !a.hasByValAttr();
                }) &&
         (function.getReturnType()->isVoidTy() || may_be_passed(function.getReturnType())) &&
         all_of(instructions(function), is_simple);
}

Value *drawn(IRBuilder<> &builder, Type *type, GlobalVariable &memory, Chance &chance) {
  static const std::vector<uint64_t> usual = {0, 1, 2, 3, 7, 8, 31, 100, uint64_t(-1), uint64_t(1) << 31};
  if (auto *vector = dyn_cast<FixedVectorType>(type)) {
    Value *made = PoisonValue::get(type);
    for (unsigned at = 0; at < vector->getNumElements(); ++at)
      made = builder.CreateInsertElement(made, drawn(builder, vector->getElementType(), memory, chance), at);
    return made;
  }
  uint64_t number = chance.once_in(3) ? chance.number() : chance.of(usual);
  if (auto *integer = dyn_cast<IntegerType>(type))
    return ConstantInt::get(type, APInt(64, number).zextOrTrunc(integer->getBitWidth()));
  if (type->isPointerTy())
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), &memory, chunk * chance.below(8));
  return ConstantFP::get(type, double(int64_t(number) >> 20));
}

// What one sees of a value.
void note_any(IRBuilder<> &builder, GlobalVariable &state, Value *value) {
  if (auto *vector = dyn_cast<FixedVectorType>(value->getType()))
    for (unsigned at = 0; at < vector->getNumElements(); ++at)
      note_any(builder, state, builder.CreateExtractElement(value, at));
  else
    note(builder, state, value);
}

// A body for what is declared alone.
void define(Function &function, GlobalVariable &state, GlobalVariable &memory, Chance &chance) {
  Type *result = function.getReturnType();
  if (function.isIntrinsic() || !(result->isVoidTy() || may_be_passed(result)))
    return;
  function.setAttributes(function.getAttributes().removeFnAttribute(function.getContext(), Attribute::Memory));
  function.removeFnAttr(Attribute::Speculatable);
  function.removeFnAttr(Attribute::NoReturn);
  function.setLinkage(GlobalValue::ExternalLinkage);
  function.setDLLStorageClass(GlobalValue::DefaultStorageClass);
  IRBuilder<> builder(BasicBlock::Create(function.getContext(), "", &function));
  note(builder, state, builder.getInt64(chance.number()));
  for (Argument &argument : function.args())
    if (may_be_passed(argument.getType()))
      note_any(builder, state, &argument);
  if (result->isVoidTy())
    builder.CreateRetVoid();
  else if (result->isIntegerTy())
    builder.CreateRet(builder.CreateZExtOrTrunc(
        builder.CreateLShr(builder.CreateLoad(builder.getInt64Ty(), &state), builder.getInt64(chance.below(60))),
        result));
  else
    builder.CreateRet(drawn(builder, result, memory, chance));
}

// One call of a function.
Function *make_case(Function &callee, GlobalVariable &state, GlobalVariable &memory, Chance &chance) {
  auto *type = FunctionType::get(Type::getVoidTy(callee.getContext()), false);
  auto *made = Function::Create(type, GlobalValue::InternalLinkage, "drive.case", callee.getParent());
  made->addFnAttr(Attribute::NoInline);
  IRBuilder<> builder(BasicBlock::Create(callee.getContext(), "", made));
  std::vector<Value *> arguments;
  for (Argument &argument : callee.args())
    arguments.push_back(drawn(builder, argument.getType(), memory, chance));
  CallInst *call = builder.CreateCall(&callee, arguments);
  call->setAttributes(AttributeList::get(callee.getContext(), AttributeSet(), AttributeSet(), {}));
  if (!call->getType()->isVoidTy())
    note_any(builder, state, call);
  builder.CreateRetVoid();
  return made;
}

void make_driver(Module &module, const std::vector<Function *> &all, GlobalVariable &state) {
  LLVMContext &context = module.getContext();
  IRBuilder<> builder(context);
  auto declare = [&](const char *name, Type *result, ArrayRef<Type *> parameters) {
    auto *made =
        Function::Create(FunctionType::get(result, parameters, false), GlobalValue::ExternalLinkage, name, &module);
    builder.SetInsertPoint(BasicBlock::Create(context, "", made));
    return made;
  };
  declare("drive_count", builder.getInt32Ty(), {});
  builder.CreateRet(builder.getInt32(all.size()));
  declare("drive_result", builder.getInt64Ty(), {});
  builder.CreateRet(builder.CreateLoad(builder.getInt64Ty(), &state));
  Function *chooser = declare("drive_case", builder.getVoidTy(), {builder.getInt32Ty()});
  BasicBlock *end = BasicBlock::Create(context, "", chooser);
  SwitchInst *branch = builder.CreateSwitch(chooser->getArg(0), end);
  for (size_t number = 0; number < all.size(); ++number) {
    BasicBlock *block = BasicBlock::Create(context, "", chooser);
    branch->addCase(builder.getInt32(number), block);
    builder.SetInsertPoint(block);
    builder.CreateCall(all[number]);
    builder.CreateBr(end);
  }
  builder.SetInsertPoint(end);
  builder.CreateRetVoid();
}

void drop_flag(Module &module, StringRef name) {
  NamedMDNode *flags = module.getModuleFlagsMetadata();
  if (!flags)
    return;
  SmallVector<MDNode *, 8> kept;
  for (MDNode *flag : flags->operands())
    if (cast<MDString>(flag->getOperand(1))->getString() != name)
      kept.push_back(flag);
  flags->clearOperands();
  for (MDNode *flag : kept)
    flags->addOperand(flag);
}

// Names of this program's own, and nothing that the system calls by name.
void rename(Module &module) {
  for (GlobalObject &object : module.global_objects())
    if (object.hasExternalLinkage() && !object.getName().starts_with("llvm."))
      object.setName("test." + object.getName());
  for (const char *name : {"llvm.global_ctors", "llvm.global_dtors", "llvm.used", "llvm.compiler.used"})
    if (GlobalVariable *list = module.getGlobalVariable(name))
      list->eraseFromParent();
  // LLVM adds this once to a module, and a pipeline may come yet.
  drop_flag(module, "CG Profile");
  for (GlobalVariable &variable : module.globals())
    if (variable.isDeclaration() && variable.getValueType()->isSized()) {
      variable.setInitializer(Constant::getNullValue(variable.getValueType()));
      variable.setLinkage(GlobalValue::ExternalLinkage);
    }
}

} // namespace

void make_mutants(Module &module, uint64_t count, GlobalVariable &state, Chance &chance) {
  rename(module);
  Type *bytes = ArrayType::get(Type::getInt8Ty(module.getContext()), chunk * 16);
  auto *memory = new GlobalVariable(module, bytes, false, GlobalValue::ExternalLinkage, nullptr, "drive_memory");
  std::vector<Function *> fit, all, calls;
  for (Function &function : module)
    if (is_fit(function))
      fit.push_back(&function);
  chance.shuffle(fit);
  fit.resize(std::min(fit.size(), mostFunctions));
  for (Function *original : fit) {
    all.push_back(original);
    for (uint64_t number = 0; number < count; ++number) {
      ValueToValueMapTy map;
      Function *clone = CloneFunction(original, map);
      clone->setName(original->getName() + ".mutant");
      clone->setComdat(nullptr);
      clone->setLinkage(GlobalValue::InternalLinkage);
      clone->setVisibility(GlobalValue::DefaultVisibility);
      mutate_freely(*clone, state, chance);
      all.push_back(clone);
    }
  }
  for (Function &function : module)
    if (function.isDeclaration())
      define(function, state, *memory, chance);
  for (Function *function : all)
    for (size_t number = 0; number < cases; ++number)
      calls.push_back(make_case(*function, state, *memory, chance));
  make_driver(module, calls, state);
}

} // namespace twins
