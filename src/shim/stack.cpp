// What values, calls and thunks take of registers and of the stack, for src/encode.rs and src/standing.rs (their
// declarations: src/ffi/stack.rs).
//
// Consumes: types, calls and functions of one module. Produces: numbers of registers and bytes.
// Guarantees: nothing is changed. How many registers the target has, the Rust side knows.

#include "encode_body.h"

#include <limits>

#include "llvm-c/Types.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CBindingWrapping.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace fmerge;

namespace {

// Registers of so many bytes for floating-point numbers and vectors.
constexpr uint64_t vectorBytes = 16;

// Scalable vectors have at least so many times their known size on hardware that exists.
constexpr uint64_t mostScale = 4;

// What a value takes while it is alive; saturated.
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

uint64_t bytesOf(const Type &t, const DataLayout &layout) {
  TypeSize size = layout.getTypeStoreSize(const_cast<Type *>(&t));
  return size.getKnownMinValue() * (size.isScalable() ? mostScale : 1);
}

// Of structures, only the elements of the outermost are looked at one by one: types may be deep and wide.
Size sizeOf(const Type &t, const DataLayout &layout, unsigned bits, bool isElement = false) {
  Size all;
  // A tile has registers of its own, and what a target has for itself is not known.
  if (!t.isSized() || t.isX86_AMXTy() || t.isTargetExtTy())
    return all;
  const auto *structure = dyn_cast<StructType>(&t);
  if (structure && !isElement) {
    for (const Type *element : structure->elements())
      all.add(sizeOf(*element, layout, bits, true), 1);
    return all;
  }
  uint64_t bytes = bytesOf(t, layout);
  if (t.isFloatingPointTy() || t.isVectorTy())
    return {0, divideCeil(bytes, vectorBytes), bytes};
  return {divideCeil(bytes, bits / 8), 0, 0};
}

uint32_t saturated(uint64_t number) {
  return uint32_t(std::min<uint64_t>(number, std::numeric_limits<uint32_t>::max()));
}

// An argument of the type, or a copy of this other type.
void addPassed(SmallVectorImpl<FmergePassed> &out, Type &t, Type *copied, const DataLayout &layout, unsigned bits) {
  if (copied) {
    out.push_back({layout.getTypeAllocSize(copied).getKnownMinValue(), 0, 0, true});
  } else if (t.isSized()) {
    Size size = sizeOf(t, layout, bits);
    out.push_back({bytesOf(t, layout), saturated(size.integers), saturated(size.vectors), false});
  }
}

} // namespace

void fmerge::addPassedArguments(SmallVectorImpl<FmergePassed> &out, const CallBase &call, unsigned bits) {
  AttributeList attributes = call.getAttributes();
  for (unsigned n = 0; n < call.arg_size(); ++n) {
    Type *copied = attributes.getParamByValType(n);
    for (Type *other : {attributes.getParamInAllocaType(n), attributes.getParamPreallocatedType(n)})
      copied = copied ? copied : other;
    addPassed(out, *call.getArgOperand(n)->getType(), copied, call.getDataLayout(), bits);
  }
}

//===-- The interface, in the order of src/ffi/stack.rs --------------------------------------------===//

extern "C" {

// What a value of the type takes while it is alive, in integer registers of so many bits.
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
              f.getDataLayout(), bits);
  sink(context, out.data(), out.size());
}

// Whether something of the function keeps code generation from making a jump of a thunk's call: an argument that is
// copied for the callee, which may not be `tail`, or a wish for calls.
bool fmerge_thunk_calls(LLVMValueRef value) {
  const auto &f = *unwrap<Function>(value);
  return f.getFnAttribute("disable-tail-calls").getValueAsBool() || f.hasFnAttribute("split-stack") ||
         any_of(f.args(), [](const Argument &a) { return a.hasPassPointeeByValueCopyAttr(); });
}

// How many bytes of stack the compiler is to warn of (`-Wframe-larger-than`), or the greatest number.
uint64_t fmerge_stack_warned_of(LLVMValueRef value) {
  const auto &f = *unwrap<Function>(value);
  uint64_t most = std::numeric_limits<uint64_t>::max();
  Attribute warned = f.getFnAttribute("warn-stack-size");
  if (warned.isValid())
    warned.getValueAsString().getAsInteger(10, most);
  return most;
}

} // extern "C"
