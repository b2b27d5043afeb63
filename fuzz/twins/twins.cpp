// The pass: chooses functions, clones and changes them, and puts a dispatcher in the place of each.

#include "twins.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassManager.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#if __has_include("llvm/Plugins/PassPlugin.h")
#include "llvm/Plugins/PassPlugin.h"
#else // up to LLVM 21
#include "llvm/Passes/PassPlugin.h"
#endif
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace twins {

void note(IRBuilder<> &at, GlobalVariable &state, Value *value) {
  Type *type = value->getType(), *word = at.getInt64Ty();
  if (type->isFloatTy() || type->isDoubleTy()) {
    // Which NaN comes out is not defined.
    value = at.CreateSelect(at.CreateFCmpUNO(value, value), ConstantFP::getZero(type), value);
    value = at.CreateBitCast(value, at.getIntNTy(type->getPrimitiveSizeInBits()));
  } else if (!type->isIntegerTy()) {
    return;
  }
  value = at.CreateZExtOrTrunc(value, word);
  Value *mixed = at.CreateMul(at.CreateXor(at.CreateLoad(word, &state), value), at.getInt64(0x9E3779B97F4A7C15));
  at.CreateStore(at.CreateXor(mixed, at.CreateLShr(mixed, 29)), &state);
}

namespace {

struct Settings {
  uint64_t seed = 1;
  uint64_t count = 2;
  bool alter = false;
  bool copies = false;
  bool mutants = false;
  bool loosen = false;
};

// Most functions of a module that get twins, and most instructions of one.
constexpr size_t mostFunctions = 12, mostInstructions = 600, leastInstructions = 5;

// Parameters whose place means something, and calls that want their caller's parameters.
bool is_bound_to_signature(const Function &function) {
  for (const Argument &argument : function.args())
    if (argument.hasStructRetAttr() || argument.hasNestAttr() || argument.hasInRegAttr())
      return true;
  return any_of(instructions(function), [](const Instruction &i) {
    auto *call = dyn_cast<CallInst>(&i);
    return call && call->isMustTailCall();
  });
}

// The program's own driver (fuzz/corpus/drive.h) must go on telling differences apart.
bool is_driver(const Function &function) {
  return function.getName() == "main" || function.getName().starts_with("drive_");
}

bool is_fit(const Function &function) {
  if (function.isDeclaration() || function.isVarArg() || is_driver(function) ||
      function.hasAvailableExternallyLinkage() || function.callsFunctionThatReturnsTwice() ||
      function.hasFnAttribute(Attribute::Naked) || function.hasFnAttribute(Attribute::OptimizeNone))
    return false;
  size_t size = function.getInstructionCount();
  return size >= leastInstructions && size <= mostInstructions &&
         none_of(function, [](const BasicBlock &block) { return block.hasAddressTaken(); });
}

std::vector<Function *> chosen(Module &module, Chance &chance) {
  std::vector<Function *> fit;
  for (Function &function : module)
    if (is_fit(function))
      fit.push_back(&function);
  chance.shuffle(fit);
  fit.resize(std::min(fit.size(), mostFunctions));
  return fit;
}

// A clone, and which of the function's arguments each of its own is; -1 for one that it has in addition.
struct Twin {
  Function *function;
  std::vector<int> arguments;
};

std::vector<int> argument_order(const Function &function, Chance &chance) {
  std::vector<int> order;
  for (unsigned number = 0; number < function.arg_size(); ++number)
    order.push_back(number);
  if (is_bound_to_signature(function))
    return order;
  if (chance.once_in(3))
    chance.shuffle(order);
  if (chance.once_in(4))
    order.insert(order.begin() + chance.below(order.size() + 1), -1);
  return order;
}

Function *declare(const Function &original, const std::vector<int> &order) {
  Type *extra = Type::getInt32Ty(original.getContext());
  std::vector<Type *> types;
  for (int number : order)
    types.push_back(number < 0 ? extra : original.getArg(number)->getType());
  auto *type = FunctionType::get(original.getReturnType(), types, false);
  return Function::Create(type, GlobalValue::InternalLinkage, original.getName() + ".twin",
                          const_cast<Module *>(original.getParent()));
}

Twin clone(const Function &original, Chance &chance) {
  std::vector<int> order = argument_order(original, chance);
  Function *made = declare(original, order);
  ValueToValueMapTy map;
  for (size_t place = 0; place < order.size(); ++place)
    if (order[place] >= 0)
      map[original.getArg(order[place])] = made->getArg(place);
  SmallVector<ReturnInst *, 4> returns;
  CloneFunctionInto(made, &original, map, CloneFunctionChangeType::LocalChangesOnly, returns);
  return {made, order};
}

// The extra parameter of a twin is noted, so that it is seen to arrive.
void use_extra(const Twin &twin, GlobalVariable &state) {
  auto extra = find(twin.arguments, -1);
  if (extra == twin.arguments.end())
    return;
  IRBuilder<> builder(&*twin.function->getEntryBlock().getFirstInsertionPt());
  note(builder, state, twin.function->getArg(extra - twin.arguments.begin()));
}

AttributeList call_attributes(const Function &original, const std::vector<int> &order) {
  AttributeList from = original.getAttributes();
  std::vector<AttributeSet> parameters;
  for (int number : order)
    parameters.push_back(number < 0 ? AttributeSet() : from.getParamAttrs(number));
  return AttributeList::get(original.getContext(), AttributeSet(), from.getRetAttrs(), parameters);
}

// Calls a twin with the dispatcher's arguments and returns what it returns.
void fill_case(BasicBlock *block, const Twin &twin, Function *dispatcher, uint64_t number) {
  IRBuilder<> builder(block);
  std::vector<Value *> arguments;
  for (int argument : twin.arguments)
    arguments.push_back(argument < 0 ? static_cast<Value *>(builder.getInt32(number)) : dispatcher->getArg(argument));
  CallInst *call = builder.CreateCall(twin.function, arguments);
  call->setCallingConv(twin.function->getCallingConv());
  call->setAttributes(call_attributes(*dispatcher, twin.arguments));
  if (call->getType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(call);
}

// A function with the original's name and uses, still without a body.
Function *take_place(Function *original) {
  auto *made = Function::Create(original->getFunctionType(), original->getLinkage(), "", original->getParent());
  made->copyAttributesFrom(original);
  made->setComdat(original->getComdat());
  original->setComdat(nullptr);
  original->replaceAllUsesWith(made);
  made->takeName(original);
  original->setName(made->getName() + ".twin");
  original->setLinkage(GlobalValue::InternalLinkage);
  original->setVisibility(GlobalValue::DefaultVisibility);
  original->setDSOLocal(true);
  return made;
}

// A number that counts the calls of a function, modulo `limit`.
Value *take_turn(IRBuilder<> &builder, Module &module, uint64_t limit) {
  Type *word = builder.getInt32Ty();
  auto *turn = new GlobalVariable(module, word, false, GlobalValue::InternalLinkage, builder.getInt32(0), "turn");
  Value *now = builder.CreateLoad(word, turn);
  builder.CreateStore(builder.CreateAdd(now, builder.getInt32(1)), turn);
  return builder.CreateURem(now, builder.getInt32(limit));
}

// A function in the place of the original that calls the original and its twins in turn.
void dispatch(Function *original, const std::vector<Twin> &twins) {
  Module &module = *original->getParent();
  Function *made = take_place(original);
  IRBuilder<> builder(BasicBlock::Create(module.getContext(), "", made));
  Value *which = take_turn(builder, module, twins.size());
  std::vector<BasicBlock *> cases;
  for (size_t number = 0; number < twins.size(); ++number) {
    cases.push_back(BasicBlock::Create(module.getContext(), "", made));
    fill_case(cases.back(), twins[number], made, number);
  }
  auto *branch = builder.CreateSwitch(which, cases[0]);
  for (size_t number = 1; number < cases.size(); ++number)
    branch->addCase(builder.getInt32(number), cases[number]);
}

std::vector<int> same_order(const Function &function) {
  std::vector<int> order(function.arg_size());
  for (size_t number = 0; number < order.size(); ++number)
    order[number] = number;
  return order;
}

// Notes what a twin returns. Undefined values, which a caller that ignores them may get, are not noted.
void note_results(Function &twin, GlobalVariable &state, bool alter) {
  if (twin.getReturnType()->isVoidTy() || !(alter || twin.hasRetAttribute(Attribute::NoUndef)))
    return;
  for (BasicBlock &block : twin)
    if (auto *ret = dyn_cast<ReturnInst>(block.getTerminator()); ret && !block.getTerminatingMustTailCall()) {
      IRBuilder<> builder(ret);
      note(builder, state, ret->getReturnValue());
    }
}

void make_twins(Function *original, const Settings &settings, GlobalVariable &state, Chance &chance) {
  if (settings.alter)
    add_probes(*original, state, chance);
  make_volatile(*original, state, chance);
  std::vector<Twin> twins = {{original, same_order(*original)}};
  for (uint64_t number = 0; number < settings.count; ++number) {
    twins.push_back(clone(*original, chance));
    mutate(*twins.back().function, state, settings.alter, chance);
    use_extra(twins.back(), state);
    note_results(*twins.back().function, state, settings.alter);
  }
  dispatch(original, twins);
}

// Prints the state when the program ends.
void tell_at_end(Module &module, GlobalVariable &state) {
  LLVMContext &context = module.getContext();
  auto *teller = Function::Create(FunctionType::get(Type::getVoidTy(context), false), GlobalValue::InternalLinkage,
                                  "twins.tell", &module);
  IRBuilder<> builder(BasicBlock::Create(context, "", teller));
  auto *print = FunctionType::get(builder.getInt32Ty(), {builder.getPtrTy()}, true);
  Value *format = builder.CreateGlobalString("twins: %llx\n");
  builder.CreateCall(module.getOrInsertFunction("printf", print),
                     {format, builder.CreateLoad(builder.getInt64Ty(), &state)});
  builder.CreateRetVoid();
  appendToGlobalDtors(module, teller, 65535);
}

// The worker compiles everything for any position. A module that does not say so would be merged as one for a fixed
// one, and frames differ.
void say_position(Module &module) {
  if (module.getPICLevel() == PICLevel::NotPIC)
    module.setPICLevel(PICLevel::BigPIC);
}

struct TwinsPass : PassInfoMixin<TwinsPass> {
  Settings settings;

  explicit TwinsPass(Settings settings) : settings(settings) {}

  PreservedAnalyses run(Module &module, ModuleAnalysisManager &) {
    Chance chance(settings.seed);
    say_position(module);
    if (settings.loosen) {
      show_memory(module);
      show_poison(module);
      fill_slots(module);
      show_loads(module);
    }
    if (!settings.mutants)
      loosen(module, settings.alter || settings.loosen);
    if (settings.loosen)
      return PreservedAnalyses::none();
    Type *word = Type::getInt64Ty(module.getContext());
    auto *state =
        new GlobalVariable(module, word, false, GlobalValue::InternalLinkage, ConstantInt::get(word, 1), "state");
    if (settings.mutants) {
      make_mutants(module, settings.count, *state, chance);
      return PreservedAnalyses::none();
    }
    std::vector<Function *> functions = chosen(module, chance);
    if (settings.copies)
      make_copies(functions, *state, chance);
    else
      for (Function *function : functions)
        make_twins(function, settings, *state, chance);
    if (module.getFunction("main"))
      tell_at_end(module, *state);
    return PreservedAnalyses::none();
  }
};

// `twins<seed=N;count=K;alter>`, `twins<seed=N;copies>`, `twins<seed=N;count=K;mutants>` or `twins<loosen>`.
bool read(StringRef text, Settings &settings) {
  if (!text.consume_front("twins<") || !text.consume_back(">"))
    return false;
  for (StringRef part, rest = text; !rest.empty();) {
    std::tie(part, rest) = rest.split(';');
    bool good = part == "alter"     ? (settings.alter = true)
                : part == "copies"  ? (settings.copies = true)
                : part == "mutants" ? (settings.mutants = true)
                : part == "loosen"  ? (settings.loosen = true)
                                    : (part.consume_front("seed=") && !part.getAsInteger(10, settings.seed)) ||
                                          (part.consume_front("count=") && !part.getAsInteger(10, settings.count));
    if (!good)
      return false;
  }
  return true;
}

void register_pass(PassBuilder &builder) {
  builder.registerPipelineParsingCallback(
      [](StringRef name, ModulePassManager &passes, ArrayRef<PassBuilder::PipelineElement>) {
        Settings settings;
        if (!read(name, settings))
          return false;
        passes.addPass(TwinsPass(settings));
        return true;
      });
}

} // namespace
} // namespace twins

extern "C" PassPluginLibraryInfo llvmGetPassPluginInfo() {
  // LLVM 22 has more fields, which stay empty.
  PassPluginLibraryInfo info{};
  info.APIVersion = LLVM_PLUGIN_API_VERSION;
  info.PluginName = "twins";
  info.PluginVersion = "1";
  info.RegisterPassBuilderCallbacks = twins::register_pass;
  return info;
}
