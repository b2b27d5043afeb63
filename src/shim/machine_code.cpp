// What functions take as machine code, by the target's own code generation. For src/machine_code.rs.
//
// Consumes: functions of one module. Produces: for each the bytes of code, constants, unwind and exception tables.
// Guarantees: the module is not changed. A copy of the function goes through code generation in a context of its own,
// so that nothing that is reported there, and nothing that is made there, reaches the program that we run in.

#include "compat_codegen.h"
#include "encode_body.h"
#include "replace.h"

#include "llvm-c/Core.h"
#include "llvm-c/Types.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
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

// Declares in another module what a function refers to. Numbers and strings keep their values: code generation copies
// them into instructions.
class Declarations : public ValueMaterializer {
public:
  explicit Declarations(Module &to) : to(to) {}

  Value *materialize(Value *v) override {
    auto *g = dyn_cast<GlobalValue>(v);
    if (!g || g->getParent() == &to)
      return nullptr;
    GlobalValue *made = isa<FunctionType>(g->getValueType()) ? declareFunction(*g) : declareVariable(*g);
    made->setDSOLocal(staysInside(*g));
    return made;
  }

private:
  Module &to;

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

// Those that say something in numbers or text, such as whether code is independent of its position.
void copyFlags(const Module &from, Module &to) {
  SmallVector<Module::ModuleFlagEntry, 8> flags;
  from.getModuleFlagsMetadata(flags);
  for (const auto &[behavior, key, value] : flags) {
    const auto *number = dyn_cast<ConstantAsMetadata>(value);
    if (isa<MDString>(value) || (number && isa<ConstantInt>(number->getValue())))
      to.addModuleFlag(behavior, key->getString(), value);
  }
}

// What code generation goes by. Other kinds may name functions, and those of another module.
constexpr unsigned kept[] = {
    LLVMContext::MD_prof,        LLVMContext::MD_range,         LLVMContext::MD_tbaa,
    LLVMContext::MD_alias_scope, LLVMContext::MD_noalias,       LLVMContext::MD_nontemporal,
    LLVMContext::MD_nonnull,     LLVMContext::MD_unpredictable, LLVMContext::MD_invariant_load};

void dropNotes(Function &f) {
  stripDebugInfo(f);
  for (Instruction &i : instructions(f))
    i.dropUnknownNonDebugMetadata(kept);
}

// How calls of some functions become calls of others.
using Moves = SmallVector<std::pair<Function *, const FmergeTarget *>, 2>;

Moves movesOf(const LLVMValueRef *members, const FmergeTarget *targets, size_t count) {
  Moves moves;
  for (size_t i = 0; i < count; ++i)
    moves.emplace_back(unwrap<Function>(members[i]), &targets[i]);
  return moves;
}

// Moves calls in the copy of a function, in which `values` stand for those of the module that it was copied from.
void moveCalls(const Moves &moves, ValueToValueMapTy &values, Declarations &declare) {
  for (auto [member, target] : moves) {
    auto it = values.find(member);
    if (it == values.end())
      continue;
    // What is mapped below may move the entry.
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

// What every object has once, and a linker keeps once: the first entry of the unwind table.
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

// Whether a section is part of the program when it runs, other than as zeros.
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

// What a module asks for by its ABI. Of Rust's functions, only code generation knows the features.
StringRef featuresOfAbi(Module &m) {
  if (!fmerge::compat::tripleOf(m).isRISCV())
    return "";
  StringRef abi = fmerge::compat::abiOf(m);
  return abi.ends_with("d") ? "+f,+d" : abi.ends_with("f") ? "+f" : "";
}

// Null where there is none that makes objects.
const Target *targetOf(const Module &m) {
  std::string error;
  const Target *target = fmerge::compat::lookUpTarget<TargetRegistry>(fmerge::compat::tripleOf(m), error, 0);
  return target && target->hasTargetMachine() && target->hasMCAsmBackend() ? target : nullptr;
}

// Code generation for the processor and the features of a function. By them RISC-V tells whether it has the ABI's
// registers.
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

class Sizer {
public:
  // Of the function, with calls moved.
  std::optional<uint64_t> size(Function &f, const Moves &moves) {
    SmallVector<char, 0> bitcode;
    raw_svector_ostream out(bitcode);
    WriteBitcodeToFile(*moduleOf(f, moves), out);
    LLVMContext context;
    LLVMContextSetDiagnosticHandler(wrap(&context), [](LLVMDiagnosticInfoRef, void *) {}, nullptr);
    auto alone = parseBitcodeFile(MemoryBufferRef(StringRef(bitcode.data(), bitcode.size()), ""), context);
    if (!alone) {
      consumeError(alone.takeError());
      return std::nullopt;
    }
    return sizeOf(**alone, f);
  }

private:
  // By processor and features.
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

  // `f` is the function that the module has a copy of.
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

// The functions whose calls of the members move: neither members nor targets.
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

// Whether code generation makes a call of it: of intrinsics, only of those that become calls of the library.
bool isCalled(const CallBase &call) { return !isa<IntrinsicInst>(call) || isa<AnyMemIntrinsic>(call); }

//===-- Arguments that are pushed ------------------------------------------------------------------===//

// What a call passes.
struct Passed {
  Type *type;
  // Nothing is stored where it would lie.
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

// What a call passes by the stack.
struct OnStack {
  int slots = 0;
  // No slot is left without anything stored there.
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

// What a call gains in bytes when those of a function push their arguments, by LLVM's X86CallFrameOptimization: three
// for each slot of the stack, less three for an instruction behind the call, and for one before it where the slots are
// odd in number. Where a slot is not filled it cannot push, and has both instructions for nothing.
int gainOfPushes(const OnStack &passed) { return passed.isFull ? 3 * passed.slots - (passed.slots % 2 ? 6 : 3) : -6; }

// Tells of each call of a function what it passes by the stack, now and once calls of members move to their targets.
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

void fmerge_sizer_dispose(void *object) { delete static_cast<Sizer *>(object); }

// What the function takes in which calls of the members have moved to their targets. False when no code comes of it.
bool fmerge_sizer_measure(void *object, LLVMValueRef value, const LLVMValueRef *members, const FmergeTarget *targets,
                          size_t count, uint64_t *size) {
  auto measured = static_cast<Sizer *>(object)->size(*unwrap<Function>(value), movesOf(members, targets, count));
  *size = measured.value_or(0);
  return measured.has_value();
}

// Tells of each function in which calls of the members move to their targets, once. It is neither a member nor a
// target.
void fmerge_sizer_callers(const LLVMValueRef *members, const FmergeTarget *targets, size_t count,
                          void (*tell)(void *, LLVMValueRef caller), void *data) {
  for (Function *caller : callersOf(movesOf(members, targets, count)))
    tell(data, wrap(caller));
}

// By how many stack slots the largest outgoing call of the function grows when calls of the members move to their
// targets. Arguments that x86 pushed before and cannot push afterwards count as slots that were not there: pushes are
// no part of the frame. In `besidePushes`, how many of its calls come to tell unwinders then how much was pushed: all,
// if they come to push arguments that they do not push so far, and the function has landing pads.
uint64_t fmerge_arguments_on_stack(LLVMValueRef value, const LLVMValueRef *members, const FmergeTarget *targets,
                                   size_t count, unsigned integers, unsigned floats, size_t *besidePushes) {
  const Function &f = *unwrap<Function>(value);
  int most = 0, mostThen = 0;
  size_t calls = 0;
  // Nothing is pushed where nothing goes by the stack.
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
