// What values, calls and thunks take of registers and of the stack, for src/encode.rs and src/standing.rs (their
// declarations: src/ffi/stack.rs).
//
// Consumes: types, calls and functions of one module. Produces: numbers of registers and bytes.
// Guarantees: nothing is changed. The number of registers of the target is known only to the Rust side.

#include "compat.h"
#include "describe.h"
#include "encode_body.h"
#include "library.h"
#include "standing.h"

#include <limits>

#include "llvm-c/Types.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CBindingWrapping.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace fmerge;

uint64_t fmerge::storeBytes(const Type &t, const DataLayout &layout) {
  if (!t.isSized())
    return 0;
  TypeSize size = layout.getTypeStoreSize(const_cast<Type *>(&t));
  return size.getKnownMinValue() * (size.isScalable() ? mostScale : 1);
}

namespace {

// The size in bytes of a register for floating-point numbers or vectors.
constexpr uint64_t vectorBytes = 16;

// The registers that a value takes while it is alive; the numbers saturate.
struct Size {
  uint64_t integers = 0;
  uint64_t vectors = 0;
  uint64_t vectorBytes = 0;

  void add(const Size &other, uint64_t times) {
    integers = SaturatingMultiplyAdd(other.integers, times, integers);
    vectors = SaturatingMultiplyAdd(other.vectors, times, vectors);
    vectorBytes = SaturatingMultiplyAdd(other.vectorBytes, times, vectorBytes);
  }
};

// Only the elements of the outermost structure are looked at one by one, because types may be deep and wide.
Size sizeOf(const Type &t, const DataLayout &layout, unsigned bits, bool isElement = false) {
  Size all;
  // A tile has registers of its own. What types of a target take is not known.
  if (!t.isSized() || t.isX86_AMXTy() || t.isTargetExtTy())
    return all;
  const auto *structure = dyn_cast<StructType>(&t);
  if (structure && !isElement) {
    for (const Type *element : structure->elements())
      all.add(sizeOf(*element, layout, bits, true), 1);
    return all;
  }
  uint64_t bytes = storeBytes(t, layout);
  if (t.isFloatingPointTy() || t.isVectorTy())
    return {0, divideCeil(bytes, vectorBytes), bytes};
  return {divideCeil(bytes, bits / 8), 0, 0};
}

uint32_t saturated(uint64_t number) {
  return uint32_t(std::min<uint64_t>(number, std::numeric_limits<uint32_t>::max()));
}

} // namespace

bool fmerge::goesByStack(const Type &t, const Module &m, unsigned bits) {
  const Triple &target = compat::tripleOf(m);
  const DataLayout &layout = m.getDataLayout();
  uint64_t most = std::numeric_limits<uint64_t>::max();
  if (target.isRISCV())
    most = 2 * bits;
  else if (target.isSystemZ() || (compat::isX86_64(target) && target.isOSWindows()))
    most = 64;
  return t.isX86_FP80Ty() ||
         ((t.isIntegerTy() || t.isFP128Ty()) && layout.getTypeSizeInBits(const_cast<Type *>(&t)) > most);
}

namespace {

// Whether all variable arguments go on the stack, even if registers are left.
bool hasVariableByStack(const Triple &target) {
  bool hasInRegisters = target.isX86() || target.isARM() || target.isThumb() || target.isRISCV() ||
                        (target.isAArch64() && !target.isOSDarwin());
  return !hasInRegisters;
}

// Whether the first register of an argument is an even one, because of its alignment: `i64` on Arm, `i128` on AArch64.
// The conventions of targets that are not named are not known here.
bool isPaired(Type &t, const Module &m, unsigned bits, bool isVariable) {
  const Triple &target = compat::tripleOf(m);
  bool hasOwnRegisters = target.isAArch64() && (t.isFloatingPointTy() || t.isVectorTy());
  if (hasOwnRegisters || target.isX86() || target.isWasm() || (target.isRISCV() && !isVariable))
    return false;
  return m.getDataLayout().getABITypeAlign(&t).value() > bits / 8;
}

// How many registers for predicates pass a value of the type. One has sixteen elements.
uint32_t predicatesOf(const Type &t, const Triple &target) {
  const auto *vector = dyn_cast<ScalableVectorType>(&t);
  bool isPredicate = vector && target.isAArch64() && vector->getElementType()->isIntegerTy(1);
  return isPredicate ? divideCeil(vector->getMinNumElements(), 16) : 0;
}

// Adds an argument of type `t`, or, unless `copied` is null, a copy of that type.
void addPassed(SmallVectorImpl<FmergePassed> &out, Type &t, Type *copied, const Module &m, unsigned bits,
               bool isVariable = false) {
  const DataLayout &layout = m.getDataLayout();
  const Triple &target = compat::tripleOf(m);
  FmergePassed passed = {};
  passed.byStack = copied || (t.isSized() && (goesByStack(t, m, bits) || (isVariable && hasVariableByStack(target))));
  if (passed.byStack) {
    passed.bytes = layout.getTypeAllocSize(copied ? copied : &t).getKnownMinValue();
  } else if (t.isSized()) {
    passed.bytes = storeBytes(t, layout);
    passed.predicates = predicatesOf(t, target);
    if (!passed.predicates) {
      Size size = sizeOf(t, layout, bits);
      passed.integers = saturated(size.integers);
      passed.floats = saturated(size.vectors);
      passed.isPaired = isPaired(t, m, bits, isVariable);
    }
  }
  out.push_back(passed);
}

//===-- What is saved for callers because of a call ------------------------------------------------===//

// The bytes of the registers that a calling convention saves for callers, and the C convention does not. A function
// with such a convention saves all of them as soon as it calls a function without it. This is an upper bound on the
// targets that have the convention.
uint64_t bytesSavedBeyond(CallingConv::ID convention, const Triple &target) {
  constexpr uint64_t integers = 16 * 8, vectors = 32 * 16;
  switch (convention) {
  case CallingConv::PreserveMost:
    return integers;
  case CallingConv::PreserveAll:
    return integers + vectors;
  case CallingConv::Win64:
    return target.isOSWindows() ? 0 : 2 * 8 + 10 * 16;
  case CallingConv::X86_RegCall:
    return 6 * 8 + 8 * 16;
  case CallingConv::AArch64_VectorCall:
    return 16 * 16;
  case CallingConv::AArch64_SVE_VectorCall:
    return (16 * 16 + 16 * 2) * fmerge::mostScale;
  default:
    return 0;
  }
}

uint64_t bytesSavedBeyond(const Function &f) {
  CallingConv::ID convention =
      f.hasFnAttribute("no_caller_saved_registers") ? unsigned(CallingConv::PreserveAll) : f.getCallingConv();
  const Triple &target = compat::tripleOf(*f.getParent());
  // Windows saves more registers than others. They count if the function calls one with another convention.
  bool isOfWindows = compat::isX86_64(target) && target.isOSWindows() && convention != CallingConv::X86_64_SysV;
  return std::max(bytesSavedBeyond(convention, target), isOfWindows ? uint64_t(2 * 8 + 10 * 16) : 0);
}

// Whether the call preserves the registers that its caller saves for its own callers.
bool savesAsMuch(const CallBase &call, const Function &f) {
  CallingConv::ID own = f.getCallingConv(), other = call.getCallingConv();
  const Triple &target = compat::tripleOf(*f.getParent());
  if (f.hasFnAttribute("no_caller_saved_registers"))
    return call.hasFnAttr("no_caller_saved_registers");
  if (bytesSavedBeyond(own, target) == 0)
    return other != CallingConv::X86_64_SysV || own == other;
  return own == other || other == CallingConv::PreserveAll;
}

// Whether a call may change registers as a call of C does.
bool isCallOfCode(const CallBase &call) {
  return !call.isInlineAsm() && (!isa<IntrinsicInst>(call) || isa<MemIntrinsic>(call));
}

// The streaming mode of a function or call on AArch64: 0 for none, 1 for streaming, 2 for either.
template <typename Has> unsigned streamingMode(Has has) {
  if (has("aarch64_pstate_sm_compatible"))
    return 2;
  return has("aarch64_pstate_sm_enabled") || has("aarch64_pstate_sm_body");
}

// The bytes that the frame needs for a call that has other AArch64 modes than its caller. A call of another streaming
// mode changes all registers for floating-point numbers. If the caller holds the matrix (ZA) and the callee knows
// nothing of it, all of the matrix may have to be saved.
uint64_t bytesForModes(const CallBase &call, const Function &f) {
  constexpr uint64_t largestMatrix = 256 * 256;
  if (!compat::tripleOf(*f.getParent()).isAArch64())
    return 0;
  auto holds = [](auto has) {
    return any_of(ArrayRef<StringRef>{"aarch64_new_za", "aarch64_in_za", "aarch64_out_za", "aarch64_inout_za",
                                      "aarch64_preserves_za", "aarch64_za_state_agnostic", "aarch64_new_zt0",
                                      "aarch64_in_zt0", "aarch64_out_zt0", "aarch64_inout_zt0",
                                      "aarch64_preserves_zt0"},
                  has);
  };
  auto ofCaller = [&](StringRef name) { return f.hasFnAttribute(name); };
  auto ofCall = [&](StringRef name) { return call.hasFnAttr(name); };
  unsigned own = streamingMode(ofCaller), other = streamingMode(ofCall);
  uint64_t bytes = own != other && other != 2 ? 8 * 16 : 0;
  return holds(ofCaller) && !holds(ofCall) ? bytes + largestMatrix : bytes;
}

// The bytes of the registers that assembly says it changes. Registers that the function has to save are not told from
// others here.
uint64_t bytesChangedBy(const InlineAsm &assembly, unsigned bits) {
  uint64_t bytes = 0;
  for (const InlineAsm::ConstraintInfo &one : assembly.ParseConstraints()) {
    if (one.Type != InlineAsm::isClobber || one.Codes.empty())
      continue;
    StringRef name = StringRef(one.Codes.front()).drop_front().drop_back(); // {name}
    if (is_contained({"memory", "cc", "flags", "fpsr", "dirflag", "fpcr"}, name))
      continue;
    bool isWide = any_of(ArrayRef<StringRef>{"xmm", "ymm", "zmm", "v", "q", "z"},
                         [&](StringRef beginning) { return name.starts_with(beginning); });
    bytes += isWide ? 16 : std::max(8u, bits / 8);
  }
  return bytes;
}

// The bytes that the frame needs for a call beside its arguments.
uint64_t bytesSavedFor(const CallBase &call, unsigned bits) {
  if (const auto *assembly = dyn_cast<InlineAsm>(call.getCalledOperand()))
    return bytesChangedBy(*assembly, bits);
  const Function &f = *call.getFunction();
  if (!isCallOfCode(call))
    return 0;
  return (savesAsMuch(call, f) ? 0 : bytesSavedBeyond(f)) + bytesForModes(call, f);
}

// The bytes of the copies (`byval`) that a call passes, for the call that passes most.
uint64_t bytesCopied(const Function &f) {
  uint64_t most = 0;
  for (const Instruction &i : instructions(f)) {
    const auto *call = dyn_cast<CallBase>(&i);
    uint64_t bytes = 0;
    for (unsigned n = 0; call && n < call->arg_size(); ++n)
      if (Type *copied = call->getParamByValType(n))
        bytes = SaturatingAdd(bytes, f.getDataLayout().getTypeAllocSize(copied).getKnownMinValue());
    most = std::max(most, bytes);
  }
  return most;
}

// The bytes of all values that take several registers on every target, such as vectors that it does not have. They are
// spilled if they are live across a call.
uint64_t bytesOfWideValues(const Function &f) {
  const DataLayout &layout = f.getDataLayout();
  uint64_t bytes = 0;
  for (const Instruction &i : instructions(f))
    if (Type *type = i.getType(); type->isSized())
      if (uint64_t size = layout.getTypeAllocSize(type).getKnownMinValue(); size > vectorBytes)
        bytes = SaturatingAdd(bytes, size);
  return bytes;
}

} // namespace

uint64_t fmerge::stackWarnedOf(const Function &f) {
  uint64_t most = std::numeric_limits<uint64_t>::max();
  Attribute warned = f.getFnAttribute("warn-stack-size");
  if (warned.isValid())
    warned.getValueAsString().getAsInteger(10, most);
  return most;
}

bool fmerge::hasFullFrame(const Function &f) {
  uint64_t most = stackWarnedOf(f);
  if (most == std::numeric_limits<uint64_t>::max() || f.empty())
    return false;
  // What core::stack does not count in FrameLimit::warned, and sixteen words for registers that are saved or spilled.
  uint64_t slots = 64 + 16 * f.getDataLayout().getPointerSize();
  for (const Instruction &i : f.getEntryBlock())
    if (const auto *slot = dyn_cast<AllocaInst>(&i); slot && slot->isStaticAlloca())
      slots = SaturatingAdd(slots, bytesOf(*slot));
  slots = SaturatingAdd(slots, bytesOfWideValues(f));
  // What is copied for a call is nearly always a slot, too. So few functions are looked at as a whole.
  return slots > most / 2 && SaturatingAdd(slots, bytesCopied(f)) > most - most / 10;
}

void fmerge::addPassedArguments(SmallVectorImpl<FmergePassed> &out, const CallBase &call, unsigned bits) {
  AttributeList attributes = call.getAttributes();
  unsigned named = call.getFunctionType()->getNumParams();
  for (unsigned n = 0; n < call.arg_size(); ++n) {
    Type *copied = attributes.getParamByValType(n);
    for (Type *other : {attributes.getParamInAllocaType(n), attributes.getParamPreallocatedType(n)})
      copied = copied ? copied : other;
    addPassed(out, *call.getArgOperand(n)->getType(), copied, *call.getModule(), bits, n >= named);
  }
  FmergePassed own = {};
  own.saved = bytesSavedFor(call, bits);
  if (own.saved)
    out.push_back(own);
}

//===-- The interface, in the order of src/ffi/stack.rs --------------------------------------------===//

extern "C" {

// The registers that a value of the type takes while it is alive, if integer registers have `bits` bits.
void fmerge_value_size(LLVMTypeRef type, LLVMModuleRef module, unsigned bits, uint32_t *integers, uint32_t *vectors,
                       uint32_t *bytes) {
  Size size = sizeOf(*unwrap(type), unwrap(module)->getDataLayout(), bits);
  *integers = saturated(size.integers);
  *vectors = saturated(size.vectors);
  *bytes = saturated(size.vectorBytes);
}

// The arguments that a function is passed, in order.
void fmerge_parameters(LLVMValueRef value, unsigned bits, void (*sink)(void *, const FmergePassed *, size_t),
                       void *context) {
  const auto &f = *unwrap<Function>(value);
  SmallVector<FmergePassed, 8> out;
  for (const Argument &a : f.args())
    addPassed(out, *a.getType(), a.hasPassPointeeByValueCopyAttr() ? a.getPointeeInMemoryValueType() : nullptr,
              *f.getParent(), bits);
  sink(context, out.data(), out.size());
}

// Whether something about the function keeps code generation from making the call of its thunk a jump: an argument that
// is copied for the callee and may not be passed by a `tail` call, a convention, or an attribute that asks for calls.
bool fmerge_thunk_calls(LLVMValueRef value) {
  const auto &f = *unwrap<Function>(value);
  return f.getFnAttribute("disable-tail-calls").getValueAsBool() || f.hasFnAttribute("split-stack") ||
         isLeftByCall(f.getCallingConv()) ||
         any_of(f.args(), [](const Argument &a) { return a.hasPassPointeeByValueCopyAttr(); });
}

// The frame size in bytes above which the compiler is to warn (`-Wframe-larger-than`), or the greatest number.
uint64_t fmerge_stack_warned_of(LLVMValueRef value) { return stackWarnedOf(*unwrap<Function>(value)); }

// Whether the target is a RISC-V of 16 integer registers, by its ABI (ILP32E, LP64E) or the features of a function.
bool fmerge_has_few_registers(LLVMModuleRef module) {
  Module &m = *unwrap(module);
  auto isEmbedded = [](const Function &f) { return hasFeature(f, "+e"); };
  return compat::tripleOf(m).isRISCV() && (compat::abiOf(m).ends_with("e") || any_of(m, isEmbedded));
}

// Whether a function is Thumb code by its features, as by `__attribute__((target("thumb")))`.
bool fmerge_has_thumb_functions(LLVMModuleRef module) {
  const Module &m = *unwrap(module);
  auto isThumb = [](const Function &f) { return hasFeature(f, "+thumb-mode") && !hasFeature(f, "+thumb2"); };
  return compat::tripleOf(m).isARM() && any_of(m, isThumb);
}

} // extern "C"
