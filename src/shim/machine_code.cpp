// The size of functions as machine code, by the target's own code generation. For src/machine_code.rs.
//
// Consumes: functions of one module. Produces: for each the bytes of code, constants, unwind and exception tables, and
// those of its frame.
// Guarantees: the module is not changed. A copy of the function goes through code generation in a context of its own.
// So nothing that is reported or made there reaches the program that we run in.

#include "compat_codegen.h"
#include "encode_body.h"
#include "replace.h"

#include "llvm-c/Types.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include "llvm/CodeGen/TargetFrameLowering.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/CBindingWrapping.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>

using namespace llvm;

namespace {

//===-- A module of one function -------------------------------------------------------------------===//

bool staysInside(const GlobalValue &g) { return g.isDSOLocal() || g.hasLocalLinkage() || !g.hasDefaultVisibility(); }

// Declares in another module what a function refers to: globals, and blocks of other functions. Constants of numbers
// and strings keep their values, because code generation copies these into instructions.
class Declarations : public ValueMaterializer {
public:
  explicit Declarations(Module &to) : to(to) {}

  Value *materialize(Value *v) override {
    if (auto *label = dyn_cast<BlockAddress>(v))
      return declareLabel(*label);
    auto *g = dyn_cast<GlobalValue>(v);
    if (!g || g->getParent() == &to)
      return nullptr;
    GlobalValue *made = isa<FunctionType>(g->getValueType()) ? declareFunction(*g) : declareVariable(*g);
    made->setDSOLocal(staysInside(*g));
    return made;
  }

private:
  Module &to;

  // The address of a block of another function, which has no blocks there: a byte elsewhere, addressed by the same
  // instructions. (The function's own blocks are mapped before anybody asks here.)
  GlobalValue *declareLabel(const BlockAddress &label) {
    auto *made = new GlobalVariable(to, Type::getInt8Ty(to.getContext()), /*isConstant=*/false,
                                    GlobalValue::ExternalLinkage, nullptr, "label", nullptr,
                                    GlobalValue::NotThreadLocal, label.getType()->getPointerAddressSpace());
    made->setDSOLocal(true);
    return made;
  }

  GlobalValue *declareFunction(const GlobalValue &g) {
    auto *made = Function::Create(cast<FunctionType>(g.getValueType()), GlobalValue::ExternalLinkage,
                                  g.getAddressSpace(), g.getName(), &to);
    if (const auto *f = dyn_cast<Function>(&g)) {
      made->setAttributes(f->getAttributes());
      made->setCallingConv(f->getCallingConv());
    }
    return made;
  }

  GlobalValue *declareVariable(const GlobalValue &g) {
    const auto *variable = dyn_cast<GlobalVariable>(&g);
    auto *made =
        new GlobalVariable(to, g.getValueType(), variable && variable->isConstant(), GlobalValue::ExternalLinkage,
                           nullptr, g.getName(), nullptr, g.getThreadLocalMode(), g.getAddressSpace());
    if (!variable)
      return made;
    made->setAlignment(variable->getAlign());
    if (variable->isConstant() && variable->hasDefinitiveInitializer() &&
        isa<ConstantData>(variable->getInitializer())) {
      made->setInitializer(const_cast<Constant *>(variable->getInitializer()));
      made->setLinkage(GlobalValue::AvailableExternallyLinkage);
    }
    return made;
  }
};

// Copies module flags that are numbers or text, such as whether code is independent of its position.
void copyFlags(const Module &from, Module &to) {
  SmallVector<Module::ModuleFlagEntry, 8> flags;
  from.getModuleFlagsMetadata(flags);
  for (const auto &[behavior, key, value] : flags) {
    const auto *number = dyn_cast<ConstantAsMetadata>(value);
    if (isa<MDString>(value) || (number && isa<ConstantInt>(number->getValue())))
      to.addModuleFlag(behavior, key->getString(), value);
  }
}

// The kinds of metadata that code generation uses. Other kinds may name functions, even those of another module.
constexpr unsigned kept[] = {
    LLVMContext::MD_prof,        LLVMContext::MD_range,         LLVMContext::MD_tbaa,
    LLVMContext::MD_alias_scope, LLVMContext::MD_noalias,       LLVMContext::MD_nontemporal,
    LLVMContext::MD_nonnull,     LLVMContext::MD_unpredictable, LLVMContext::MD_invariant_load};

void dropNotes(Function &f) {
  stripDebugInfo(f);
  for (Instruction &i : instructions(f))
    i.dropUnknownNonDebugMetadata(kept);
}

// Functions whose calls move, and their targets.
using Moves = SmallVector<std::pair<Function *, const FmergeTarget *>, 2>;

Moves movesOf(const LLVMValueRef *members, const FmergeTarget *targets, size_t count) {
  Moves moves;
  for (size_t i = 0; i < count; ++i)
    moves.emplace_back(unwrap<Function>(members[i]), &targets[i]);
  return moves;
}

// Moves calls in the copy of a function. `values` maps values of the function's module to those of the copy's.
void moveCalls(const Moves &moves, ValueToValueMapTy &values, Declarations &declare) {
  for (auto [member, target] : moves) {
    auto it = values.find(member);
    if (it == values.end())
      continue;
    // The mapping below may move the entry.
    auto &declared = *cast<Function>(&*it->second);
    auto mapped = [&](LLVMValueRef v) { return v ? wrap(MapValue(unwrap(v), values, RF_None, nullptr, &declare)) : v; };
    SmallVector<FmergeArgument, 8> arguments(ArrayRef(target->arguments, target->count));
    for (FmergeArgument &argument : arguments)
      argument.value = mapped(argument.value);
    const FmergeTarget moved = {mapped(target->function), arguments.data(), arguments.size(), target->passesOn};
    for (CallBase *call : fmergeMovableCalls(declared, moved))
      fmergeMoveCall(*call, declared, moved);
  }
}

std::unique_ptr<Module> moduleOf(Function &f, const Moves &moves) {
  const Module &from = *f.getParent();
  auto to = std::make_unique<Module>("", f.getContext());
  to->setTargetTriple(from.getTargetTriple());
  to->setDataLayout(from.getDataLayout());
  copyFlags(from, *to);
  auto *copy = Function::Create(f.getFunctionType(), GlobalValue::ExternalLinkage, f.getAddressSpace(), "", to.get());
  copy->setDSOLocal(true);
  copy->setCallingConv(f.getCallingConv());
  if (f.hasGC())
    copy->setGC(f.getGC());
  ValueToValueMapTy values;
  values[&f] = copy;
  for (auto [own, other] : zip_equal(f.args(), copy->args()))
    values[&own] = &other;
  Declarations declare(*to);
  SmallVector<ReturnInst *, 8> returns;
  fmerge::compat::copyBody(*copy, f, values, returns, declare);
  dropNotes(*copy);
  moveCalls(moves, values, declare);
  return to;
}

//===-- Its code -----------------------------------------------------------------------------------===//

constexpr StringRef unwindTable = ".eh_frame";

// The bytes of the first entry of the unwind table. Every object has it, and a linker keeps it once.
uint64_t sharedEntry(const object::SectionRef &section) {
  Expected<StringRef> bytes = section.getContents();
  if (!bytes) {
    consumeError(bytes.takeError());
    return 0;
  }
  bool little = section.getObject()->isLittleEndian();
  if (bytes->size() < 4)
    return 0;
  uint32_t length = little ? support::endian::read32le(bytes->data()) : support::endian::read32be(bytes->data());
  return uint64_t(length) + 4 <= bytes->size() ? uint64_t(length) + 4 : 0;
}

// Whether a section is part of the running program, other than as zeros.
bool isLoaded(const object::SectionRef &section) {
  if (section.isBSS())
    return false;
  if (section.getObject()->isELF())
    return object::ELFSectionRef(section).getFlags() & ELF::SHF_ALLOC;
  return section.isText() || section.isData();
}

uint64_t sizeOf(const object::SectionRef &section) {
  if (!isLoaded(section))
    return 0;
  Expected<StringRef> name = section.getName();
  if (!name) {
    consumeError(name.takeError());
    return section.getSize();
  }
  uint64_t shared = *name == unwindTable ? sharedEntry(section) : 0;
  return section.getSize() - shared;
}

std::optional<uint64_t> sizeOf(StringRef bytes) {
  auto object = object::ObjectFile::createObjectFile(MemoryBufferRef(bytes, ""));
  if (!object) {
    consumeError(object.takeError());
    return std::nullopt;
  }
  uint64_t size = 0;
  for (const object::SectionRef &section : (*object)->sections())
    size += sizeOf(section);
  return size;
}

// The features that the ABI of a module asks for. Rust's functions have no attribute with these features: rustc tells
// them to code generation alone.
StringRef featuresOfAbi(Module &m) {
  if (!fmerge::compat::tripleOf(m).isRISCV())
    return "";
  StringRef abi = fmerge::compat::abiOf(m);
  return abi.ends_with("d") ? "+f,+d" : abi.ends_with("f") ? "+f" : "";
}

// The registered code generator for the module's target; null if there is none that makes objects.
const Target *targetOf(const Module &m) {
  std::string error;
  const Target *target = fmerge::compat::lookUpTarget<TargetRegistry>(fmerge::compat::tripleOf(m), error, 0);
  return target && target->hasTargetMachine() && target->hasMCAsmBackend() ? target : nullptr;
}

// Code generation for the processor and the features of a function. On RISC-V, the features tell whether the registers
// of the ABI exist.
std::unique_ptr<TargetMachine> machineOf(Module &m, StringRef processor, StringRef features) {
  const Target *target = targetOf(m);
  if (!target)
    return nullptr;
  TargetOptions options;
  options.FunctionSections = true;
  options.MCOptions.ABIName = fmerge::compat::abiOf(m);
  std::optional<Reloc::Model> relocation;
  if (m.getPICLevel() != PICLevel::NotPIC)
    relocation = Reloc::PIC_;
  return std::unique_ptr<TargetMachine>(fmerge::compat::createMachine(
      0, *target, fmerge::compat::tripleOf(m), processor, features, options, relocation, m.getCodeModel()));
}

const Function *calleeOf(const Instruction &i) {
  const auto *call = dyn_cast<CallBase>(&i);
  return call ? call->getCalledFunction() : nullptr;
}

// Whether the function has what only some processors can do, and does not name their features: code generation is told
// them apart from the module, and would end the program without.
bool asksForUnknownFeatures(const Function &f) {
  if (f.hasFnAttribute("target-features"))
    return false;
  return any_of(instructions(f), [](const Instruction &i) {
    const Function *callee = calleeOf(i);
    auto isScalable = [](const Value *v) { return isa<ScalableVectorType>(v->getType()); };
    return (callee && callee->isTargetIntrinsic()) || isScalable(&i) || any_of(i.operand_values(), isScalable);
  });
}

// Whether the function has what other passes must take out before code generation, which ends the program otherwise.
bool waitsForOtherPasses(const Function &f) {
  constexpr StringLiteral earlier[] = {
      "llvm.coro.", "llvm.matrix.", "llvm.type.checked.load", "llvm.experimental.guard", "llvm.instrprof",
      "llvm.ssa.",  "llvm.icall.",  "llvm.preserve."};
  return f.isPresplitCoroutine() || any_of(instructions(f), [&](const Instruction &i) {
           const Function *callee = calleeOf(i);
           return callee && callee->isIntrinsic() &&
                  any_of(earlier, [&](StringRef begin) { return callee->getName().starts_with(begin); });
         });
}

// The bytes of the return address, where a call pushes it.
uint64_t returnAddress(const Module &m) {
  const Triple &triple = fmerge::compat::tripleOf(m);
  bool isPushed = fmerge::compat::isX86_64(triple) || fmerge::compat::isX86_32(triple);
  return isPushed ? m.getDataLayout().getPointerSize() : 0;
}

// The bytes that a call takes of the stack, with a frame of so many. Where x86 aligns a frame anew, return address,
// frame pointer and saved registers take up to the next multiple of the alignment, and the rest is rounded in the same
// way; code generation leaves out what that adds when it says how large the frame is. Other targets round the whole,
// and say so.
uint64_t stackOf(const MachineFunction &f, uint64_t frame) {
  const MachineFrameInfo &info = f.getFrameInfo();
  uint64_t address = returnAddress(*f.getFunction().getParent());
  Align aligned = info.getMaxAlign();
  if (!address || aligned <= f.getSubtarget().getFrameLowering()->getStackAlign())
    return frame + address;
  uint64_t saved = address;
  for (const CalleeSavedInfo &one : info.getCalleeSavedInfo())
    if (!one.isSpilledToReg())
      saved += info.getObjectSize(one.getFrameIdx());
  return alignTo(address + saved, aligned) + alignTo(frame - std::min(frame, saved), aligned);
}

// Swallows what code generation reports, and keeps what it says of the one frame.
struct FrameRemark : DiagnosticHandler {
  uint64_t frame = 0;
  uint64_t stack = 0;
  bool isAnalysisRemarkEnabled(StringRef pass) const override { return pass == "prologepilog"; }
  bool isMissedOptRemarkEnabled(StringRef) const override { return false; }
  bool isPassedOptRemarkEnabled(StringRef) const override { return false; }
  bool isAnyRemarkEnabled() const override { return true; }
  bool handleDiagnostics(const DiagnosticInfo &told) override {
    auto *remark = dyn_cast<DiagnosticInfoMIROptimization>(&told);
    if (!remark || remark->getRemarkName() != "StackSize")
      return true;
    for (const auto &argument : remark->getArgs())
      if (argument.Key == "NumStackBytes")
        StringRef(argument.Val).getAsInteger(10, frame);
    stack = stackOf(*remark->getBlock()->getParent(), frame);
    return true;
  }
};

// Bytes of a function.
struct Measured {
  uint64_t size;
  // As `-Wframe-larger-than` counts.
  uint64_t frame;
  // What a call takes of the stack.
  uint64_t stack;
};

class Sizer {
public:
  // The function in bytes, with calls moved; none if no code can be generated.
  std::optional<Measured> measure(Function &f, const Moves &moves) {
    if (asksForUnknownFeatures(f) || waitsForOtherPasses(f))
      return std::nullopt;
    SmallVector<char, 0> bitcode;
    raw_svector_ostream out(bitcode);
    WriteBitcodeToFile(*moduleOf(f, moves), out);
    LLVMContext context;
    auto handler = std::make_unique<FrameRemark>();
    const FrameRemark &told = *handler;
    context.setDiagnosticHandler(std::move(handler));
    auto alone = parseBitcodeFile(MemoryBufferRef(StringRef(bitcode.data(), bitcode.size()), ""), context);
    if (!alone) {
      consumeError(alone.takeError());
      return std::nullopt;
    }
    std::optional<uint64_t> size = sizeOf(**alone, f);
    return size ? std::optional(Measured{*size, told.frame, told.stack}) : std::nullopt;
  }

private:
  // The code generators that were made, by processor and features.
  std::map<std::pair<std::string, std::string>, std::unique_ptr<TargetMachine>> machines;

  TargetMachine *machineFor(Module &m, const Function &f) {
    auto said = [&](StringRef what) { return f.getFnAttribute(what).getValueAsString().str(); };
    std::pair key(said("target-cpu"), said("target-features"));
    if (key.second.empty())
      key.second = featuresOfAbi(m);
    auto [entry, isNew] = machines.try_emplace(key);
    if (isNew)
      entry->second = machineOf(m, key.first, key.second);
    return entry->second.get();
  }

  // The size of the code of a module. `f` is the function that the module has a copy of.
  std::optional<uint64_t> sizeOf(Module &m, const Function &f) {
    TargetMachine *machine = machineFor(m, f);
    if (!machine)
      return std::nullopt;
    SmallVector<char, 0> code;
    raw_svector_ostream out(code);
    legacy::PassManager passes;
    if (machine->addPassesToEmitFile(passes, out, nullptr, CodeGenFileType::ObjectFile))
      return std::nullopt;
    passes.run(m);
    return ::sizeOf(StringRef(code.data(), code.size()));
  }
};

// The functions in which calls of the members move, without members and targets.
SmallSetVector<Function *, 8> callersOf(const Moves &moves) {
  SmallSetVector<Function *, 8> callers;
  for (auto [member, target] : moves)
    for (CallBase *call : fmergeMovableCalls(*member, *target))
      callers.insert(call->getFunction());
  for (auto [member, target] : moves) {
    callers.remove(member);
    callers.remove(unwrap<Function>(target->function));
  }
  return callers;
}

// Whether code generation makes a call of it. Of intrinsics, that is so for those that become calls of a library.
bool isCalled(const CallBase &call) { return !isa<IntrinsicInst>(call) || isa<AnyMemIntrinsic>(call); }

//===-- Arguments that are pushed ------------------------------------------------------------------===//

// An argument that a call passes.
struct Passed {
  Type *type;
  // Whether it is undefined, so that nothing is stored in its slot.
  bool undefined;
};

using AllPassed = SmallVector<Passed, 8>;

AllPassed passedBy(const CallBase &call) {
  AllPassed passed;
  for (const Use &argument : call.args())
    passed.push_back({argument->getType(), isa<UndefValue>(argument)});
  return passed;
}

AllPassed passedTo(const FmergeTarget &target) {
  AllPassed passed;
  Type *const *type = unwrap<Function>(target.function)->getFunctionType()->param_begin();
  for (const FmergeArgument &argument : ArrayRef(target.arguments, target.count))
    passed.push_back({*type++, !argument.value && argument.parameter < 0});
  return passed;
}

// What a call passes on the stack.
struct OnStack {
  int slots = 0;
  // Whether something is stored in each slot.
  bool isFull = true;
};

OnStack onStack(const AllPassed &passed, const Module &m, unsigned integers, unsigned floats) {
  const DataLayout &layout = m.getDataLayout();
  OnStack result;
  for (const Passed &one : passed) {
    bool isFloat = floats && (one.type->isFloatingPointTy() || one.type->isVectorTy());
    uint64_t bytes = one.type->isSized() ? layout.getTypeStoreSize(one.type).getKnownMinValue() : 0;
    bool byStack = fmerge::goesByStack(*one.type, m, 8 * layout.getPointerSize());
    unsigned needed = isFloat && !byStack ? 1 : divideCeil(bytes, layout.getPointerSize());
    unsigned &left = isFloat ? floats : integers;
    if (byStack || needed > left) {
      result.slots += needed;
      result.isFull &= !one.undefined;
    } else {
      left -= needed;
    }
  }
  return result;
}

// How many bytes a call becomes smaller when the calls of its function push their arguments, by LLVM's
// X86CallFrameOptimization. It saves three bytes for each stack slot, less three for an instruction after the call, and
// less three more for one before the call if the number of slots is odd. A call with a slot in which nothing is stored
// cannot push, but has both instructions all the same.
int gainOfPushes(const OnStack &passed) { return passed.isFull ? 3 * passed.slots - (passed.slots % 2 ? 6 : 3) : -6; }

// Calls `tell` for each call of a function with what it passes on the stack, now and once calls of members have moved.
void forEachCall(const Function &f, const Moves &moves, unsigned integers, unsigned floats,
                 function_ref<void(OnStack now, OnStack then)> tell) {
  auto on = [&](const AllPassed &passed) { return onStack(passed, *f.getParent(), integers, floats); };
  SmallDenseMap<const Value *, OnStack, 4> moved;
  for (auto [member, target] : moves)
    moved[member] = on(passedTo(*target));
  for (const Instruction &i : instructions(f))
    if (const auto *call = dyn_cast<CallBase>(&i); call && isCalled(*call)) {
      OnStack now = on(passedBy(*call));
      auto it = moved.find(call->getCalledOperand());
      tell(now, it == moved.end() ? now : it->second);
    }
}

} // namespace

extern "C" {

// Null when the program has no code generation for the target of the module.
void *fmerge_sizer_create(LLVMModuleRef m) { return targetOf(*unwrap(m)) ? new Sizer() : nullptr; }

// The bytes of the return address, where a call pushes it.
uint64_t fmerge_return_address(LLVMModuleRef m) { return returnAddress(*unwrap(m)); }

// What the target aligns the stack to where a function makes calls; 1 if it does not say.
uint64_t fmerge_stack_alignment(LLVMModuleRef m) {
  return fmerge::compat::stackAlignment(*unwrap(m)).valueOrOne().value();
}

void fmerge_sizer_dispose(void *object) { delete static_cast<Sizer *>(object); }

// Sets `size` to the bytes of a function in which calls of the members have moved to their targets, `frame` to those of
// its frame, as `-Wframe-larger-than` counts, and `stack` to those that a call takes of the stack. False if no code can
// be generated for it.
bool fmerge_sizer_measure(void *object, LLVMValueRef value, const LLVMValueRef *members, const FmergeTarget *targets,
                          size_t count, uint64_t *size, uint64_t *frame, uint64_t *stack) {
  auto measured = static_cast<Sizer *>(object)->measure(*unwrap<Function>(value), movesOf(members, targets, count));
  if (measured)
    *size = measured->size, *frame = measured->frame, *stack = measured->stack;
  return measured.has_value();
}

// Calls `tell` once with each function in which calls of the members move to their targets, without members and
// targets.
void fmerge_sizer_callers(const LLVMValueRef *members, const FmergeTarget *targets, size_t count,
                          void (*tell)(void *, LLVMValueRef caller), void *data) {
  for (Function *caller : callersOf(movesOf(members, targets, count)))
    tell(data, wrap(caller));
}

// By how many slots for stack arguments the frame of the function grows when calls of the members move to their
// targets. That follows from the call that passes most, before and after. If x86 pushed arguments before and cannot
// push them afterwards, all slots count as new, because pushes are no part of the frame. `besidePushes` gets the number
// of the function's calls beside which unwinders must then be told how much was pushed. These are all its calls if it
// begins to push arguments and has landing pads; else none.
uint64_t fmerge_arguments_on_stack(LLVMValueRef value, const LLVMValueRef *members, const FmergeTarget *targets,
                                   size_t count, unsigned integers, unsigned floats, size_t *besidePushes) {
  const Function &f = *unwrap<Function>(value);
  int most = 0, mostThen = 0;
  size_t calls = 0;
  // None if no call passes anything on the stack, so that nothing is pushed.
  std::optional<int> gain, gainThen;
  auto add = [](int &most, std::optional<int> &gain, OnStack passed) {
    most = std::max(most, passed.slots);
    if (passed.slots)
      gain = gain.value_or(0) + gainOfPushes(passed);
  };
  forEachCall(f, movesOf(members, targets, count), integers, floats, [&](OnStack now, OnStack then) {
    ++calls;
    add(most, gain, now);
    add(mostThen, gainThen, then);
  });
  bool hasPads = any_of(instructions(f), [](const Instruction &i) { return isa<LandingPadInst>(i); });
  bool comeToBePushed = gain.value_or(-1) < 0 && gainThen.value_or(-1) >= 0;
  *besidePushes = hasPads && comeToBePushed ? calls : 0;
  const Triple &triple = fmerge::compat::tripleOf(*f.getParent());
  bool ceaseToBePushed = (fmerge::compat::isX86_64(triple) || fmerge::compat::isX86_32(triple)) &&
                         gain.value_or(-1) >= 0 && gainThen.value_or(-1) < 0;
  return std::max(0, mostThen - (ceaseToBePushed ? 0 : most));
}

} // extern "C"
