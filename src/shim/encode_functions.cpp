// Describes functions in plain words, for src/encode.rs (its Rust side: src/ffi/encode.rs).
//
// Consumes: functions of one module. Produces: facts (one bit each), words that are equal exactly when two functions or
// parameters may stand for one another, and uses.
// Guarantees: nothing is changed. `describe.h` says what a word is.

#include "attributes.h"
#include "compat.h"
#include "facts.h"

#include <algorithm>
#include <cstring>

#include "llvm-c/Types.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CBindingWrapping.h"

using namespace llvm;
using namespace fmerge;

void fmerge::addText(Words &out, StringRef text) {
  out.push_back(text.size());
  for (; !text.empty(); text = text.drop_front(std::min<size_t>(8, text.size()))) {
    uint64_t word = 0;
    std::memcpy(&word, text.data(), std::min<size_t>(8, text.size()));
    out.push_back(word);
  }
}

bool fmerge::mustPreserve(Attribute a) {
  return a.isStringAttribute() || compat::intersection(a.getKindAsEnum()) == compat::Intersection::Preserve;
}

bool fmerge::isNoteByName(LLVMContext &context, unsigned kind) {
  return kind == context.getMDKindID("srcloc") || kind == context.getMDKindID("heapallocsite") ||
         kind == context.getMDKindID("PGOFuncName");
}

namespace {

//===-- Attributes and metadata --------------------------------------------------------------------===//

// Whether an attribute of a definition's parameter only promises something to the optimizer.
bool isDroppablePromise(Attribute a) { return a.hasAttribute(Attribute::Initializes); }

bool isParameterAbi(Attribute a) { return mustPreserve(a) && !isDroppablePromise(a); }

// Whether a parameter cannot be given poison, or its place is part of the calling convention.
bool isPinned(AttributeSet set) {
  return set.hasAttribute(Attribute::ByVal) || set.hasAttribute(Attribute::StructRet) ||
         set.hasAttribute(Attribute::ByRef) || set.hasAttribute(Attribute::Nest) ||
         set.hasAttribute(Attribute::SwiftSelf) || set.hasAttribute(Attribute::SwiftAsync) ||
         set.hasAttribute(Attribute::SwiftError) || set.hasAttribute(Attribute::InAlloca) ||
         set.hasAttribute(Attribute::Preallocated) || set.hasAttribute(Attribute::ElementType);
}

// Whether metadata of this kind stays on the thunk, or is in the function's words.
bool isHarmlessOnFunction(unsigned kind) {
  return kind == LLVMContext::MD_dbg || kind == LLVMContext::MD_prof || kind == LLVMContext::MD_type ||
         kind == LLVMContext::MD_section_prefix || kind == LLVMContext::MD_annotation ||
         kind == LLVMContext::MD_func_sanitize;
}

bool hasUnknownMetadata(const Function &f) {
  SmallVector<std::pair<unsigned, MDNode *>, 4> all;
  f.getAllMetadata(all);
  return any_of(all, [&](auto &entry) {
    return !isHarmlessOnFunction(entry.first) && !isNoteByName(f.getContext(), entry.first);
  });
}

//===-- Functions ----------------------------------------------------------------------------------===//

// Whether an internal function with one more parameter can be defined and called under the convention.
bool isOrdinaryConvention(CallingConv::ID convention) {
  switch (convention) {
  case CallingConv::C:
  case CallingConv::Fast:
  case CallingConv::Cold:
  case CallingConv::PreserveMost:
  case CallingConv::PreserveAll:
  case CallingConv::Swift:
  case CallingConv::X86_StdCall:
  case CallingConv::X86_FastCall:
  case CallingConv::X86_ThisCall:
  case CallingConv::X86_VectorCall:
  case CallingConv::X86_RegCall:
  case CallingConv::X86_64_SysV:
  case CallingConv::Win64:
  case CallingConv::ARM_APCS:
  case CallingConv::ARM_AAPCS:
  case CallingConv::ARM_AAPCS_VFP:
  case CallingConv::AArch64_VectorCall:
  case CallingConv::AArch64_SVE_VectorCall:
    return true;
  default:
    return false;
  }
}

// Whether attributes make a function an entry from outside of the program, whatever its convention says. Such a
// function has no parameters or returns in a way of its own, and no code may call it.
bool isEntryFromOutside(const Function &f) {
  return any_of(ArrayRef<StringRef>{"interrupt", "signal", "cmse_nonsecure_entry", "hlsl.shader"},
                [&](StringRef kind) { return f.hasFnAttribute(kind); });
}

bool hasParameterWith(const Function &f, ArrayRef<Attribute::AttrKind> kinds) {
  return any_of(f.args(), [&](const Argument &a) {
    return any_of(kinds, [&](Attribute::AttrKind kind) { return a.hasAttribute(kind); });
  });
}

bool isIfuncResolver(const Function &f) {
  return any_of(f.getParent()->ifuncs(), [&](const GlobalIFunc &i) { return i.getResolverFunction() == &f; });
}

bool isCoroutine(const Function &f) {
  return f.isPresplitCoroutine() || f.hasFnAttribute(Attribute::CoroDestroyOnlyWhenComplete);
}

// Whether LLVM makes calls of this function from loops, as of `memset`. LLVM does not do so in a function of that name
// itself. But a merged body has another name, and would call itself. With `no-builtins`, which merged bodies keep, LLVM
// makes no such calls.
bool isCalledFromIdioms(const Function &f) {
  return is_contained({"memset", "memcpy", "memmove", "memcmp", "bcmp", "strlen", "wcslen", "memset_pattern4",
                       "memset_pattern8", "memset_pattern16", "calloc"},
                      f.getName()) &&
         !f.hasFnAttribute("no-builtins");
}

// Whether the function may be inlined into callers. A local function whose address is only passed on keeps its body,
// such as an outlined parallel region of OpenMP.
bool isInlinedAlways(const Function &f) {
  return f.hasFnAttribute(Attribute::AlwaysInline) &&
         (!f.hasLocalLinkage() || f.use_empty() || any_of(f.uses(), [](const Use &u) {
           const auto *call = dyn_cast<CallBase>(u.getUser());
           return isa<GlobalAlias>(u.getUser()) || (call && !call->isArgOperand(&u));
         }));
}

// Whether the function has values of floating-point or vector types that stay as they are in each function.
bool hasFloatsThatStay(const Function &f) {
  TypesThatStay those(f);
  auto stays = [&](const Value &v) {
    const Type *t = v.getType();
    bool isOther = t->isPointerTy() || t->isIntegerTy() || t->isVoidTy() || t->isLabelTy();
    return !isOther && those.contain(t);
  };
  return any_of(f.args(), stays) || any_of(instructions(f), [&](const Instruction &i) {
           return stays(i) || any_of(i.operands(), [&](const Use &u) { return stays(*u); });
         });
}

// Whether a kernel has to prove the function before it runs it. The proof follows each path, and allows less than the
// code of a merged function needs: an instruction may not see two kinds of pointers, no register may be passed on that
// was never written, no function may come to call itself, calls are at most eight deep, all frames have 512 bytes
// together. Loaders accept no local functions in the sections of programs, no calls between these, and no names of
// functions (BTF) that C could not have.
bool isBpfProgram(const Function &f) { return compat::tripleOf(*f.getParent()).isBPF(); }

// Whether this is an import by which wasm-bindgen learns the types of exports.
bool isTold(const Function &f) {
  return f.getFnAttribute("wasm-import-name").getValueAsString().starts_with("__wbindgen_describe");
}

bool callsTold(const Function &f) {
  return any_of(instructions(f), [](const Instruction &i) {
    const auto *call = dyn_cast<CallBase>(&i);
    return call && call->getCalledFunction() && isTold(*call->getCalledFunction());
  });
}

// Whether wasm-bindgen executes the function itself to learn these types: a function that it exports for that, its
// callees, and functions that call the imports. wasm-bindgen knows calls, constants and local variables, and few other
// instructions (its `interpreter/mod.rs`).
bool isInterpreted(const Function &f) {
  auto isExported = [](const Function &g) { return g.getName().starts_with("__wbindgen_describe_"); };
  auto isExportedCaller = [&](const User *user) {
    const auto *call = dyn_cast<CallBase>(user);
    return call && isExported(*call->getFunction());
  };
  return compat::tripleOf(*f.getParent()).isWasm() &&
         (isExported(f) || callsTold(f) || any_of(f.users(), isExportedCaller));
}

// Whether Rust's backtraces begin or end at the function. The library knows its frame by this part of its name.
bool isBacktraceEdge(const Function &f) {
  StringRef name = f.getName();
  return name.contains("__rust_begin_short_backtrace") || name.contains("__rust_end_short_backtrace");
}

// A word that is equal for instructions of equal canonical code: opcode, size of the result (pointers count as
// integers), and number of operands. φs, allocas and addresses leave out the operands.
uint64_t outlineOf(const Instruction &i, const DataLayout &layout) {
  llvm::Type *t = i.getType();
  uint64_t bits = t->isVectorTy() ? 0 : t->getPrimitiveSizeInBits().getKnownMinValue();
  if (t->isPointerTy())
    bits = layout.getPointerTypeSizeInBits(t);
  uint64_t operands = isa<PHINode, AllocaInst, GetElementPtrInst>(i) ? 0 : i.getNumOperands();
  return i.getOpcode() | bits << 8 | operands << 32;
}

// Whether an entry of `llvm.global.annotations` gives the function this text. An entry has the function's address, a
// text, and a location.
bool isAnnotated(const Function &f, StringRef text) {
  return any_of(f.users(), [&](const User *entry) {
    StringRef own;
    return isa<ConstantStruct>(entry) && entry->getNumOperands() > 1 && entry->getOperand(0) == &f &&
           getConstantStringInfo(entry->getOperand(1), own) && own == text;
  });
}

// Whether the source says that fmerge must leave the function alone.
bool isSwitchedOff(const Function &f) {
  return f.getFnAttribute("fmerge").getValueAsString() == "off" ||
         (f.getParent()->getNamedGlobal("llvm.global.annotations") && isAnnotated(f, "fmerge=off"));
}

bool hasAddressTakenBlock(const Function &f) {
  return any_of(f, [](const BasicBlock &b) { return b.hasAddressTaken(); });
}

//===-- Calls of functions -------------------------------------------------------------------------===//

} // namespace

bool fmerge::agreesOnShadows(const CallBase &call, const Function &f) {
  if (!fmergePassesShadows(*call.getFunction()))
    return true;
  AttributeList atCall = call.getAttributes(), atDefinition = f.getAttributes();
  for (unsigned i = 0; i < f.arg_size(); ++i)
    if (atCall.hasParamAttr(i, Attribute::NoUndef) != atDefinition.hasParamAttr(i, Attribute::NoUndef))
      return false;
  return atCall.hasRetAttr(Attribute::NoUndef) == atDefinition.hasRetAttr(Attribute::NoUndef);
}

bool fmerge::agreesOnAbi(const CallBase &call, const Function &f) {
  for (unsigned i = 0; i < f.arg_size(); ++i) {
    Words atCall, atDefinition;
    addAttributes(atCall, 0, call.getAttributes().getParamAttrs(i), isParameterAbi);
    addAttributes(atDefinition, 0, f.getAttributes().getParamAttrs(i), isParameterAbi);
    if (atCall != atDefinition)
      return false;
  }
  return true;
}

namespace {

// Whether only a return comes after the call, perhaps behind jumps.
bool leadsToReturn(const CallInst &call) {
  const Instruction *next = call.getNextNode();
  for (unsigned jumps = 0; jumps < 8; ++jumps) {
    while (isa<PHINode>(next) || next->isLifetimeStartOrEnd() || isa<AssumeInst>(next))
      next = next->getNextNode();
    if (!compat::isJump(*next))
      return isa<ReturnInst>(next);
    next = &next->getSuccessor(0)->front();
  }
  return true;
}

// Whether assembly may call functions. If it does, it says that it changes memory.
bool mayCall(const InlineAsm &assembly) {
  return !assembly.getAsmString().empty() && StringRef(assembly.getConstraintString()).contains("~{memory}");
}

bool passesFunction(const CallBase &call) {
  return any_of(call.args(), [](const Use &u) { return isa<Function>(u->stripPointerCasts()); });
}

// Whether no target has registers for vectors of such elements. Code generation has only a few operations for these: it
// has no number of parts into which to cut scalable ones, and on AMDGPU no φ of others.
bool isOddVector(const Type &t) {
  const auto *vector = dyn_cast<VectorType>(&t);
  if (!vector)
    return false;
  const Type &element = *vector->getElementType();
  bool isScalable = isa<ScalableVectorType>(vector);
  if (element.isIntegerTy(128))
    return isScalable;
  if (const auto *integer = dyn_cast<IntegerType>(&element))
    return !is_contained({1u, 8u, 16u, 32u, 64u}, integer->getBitWidth());
  return isScalable && !element.isPointerTy() && !element.isFloatTy() && !element.isDoubleTy();
}

bool lacksFloatRegisters(const Function &f) {
  if (f.hasFnAttribute(Attribute::NoImplicitFloat) || f.getFnAttribute("use-soft-float").getValueAsBool())
    return true;
  return any_of(split(f.getFnAttribute("target-features").getValueAsString(), ','), [](StringRef feature) {
    return is_contained({"-sse", "-sse2", "-fp-armv8", "-fpregs", "-vfp2", "-vfp2sp", "+soft-float", "-hard-float"},
                        feature);
  });
}

} // namespace

fmerge::TypesThatStay::TypesThatStay(const Function &f)
    : floats(lacksFloatRegisters(f)), predicates(compat::tripleOf(*f.getParent()).getArch() == Triple::hexagon) {}

// Where registers hold no numbers of 16 bits, a φ or a select of them is made of conversions, for which the compiler's
// library is called.
bool fmerge::TypesThatStay::contain(const Type *t) const {
  // Types may share their parts, so that there are more ways to parts than parts.
  SmallSetVector<const Type *, 8> all;
  all.insert(t);
  for (size_t next = 0; next < all.size(); ++next) {
    const Type *part = all[next], *scalar = part->getScalarType();
    if (scalar->isHalfTy() || scalar->isBFloatTy() || (floats && (part->isFloatingPointTy() || part->isVectorTy())) ||
        (predicates && part->isVectorTy() && scalar->isIntegerTy(1)) || isOddVector(*part))
      return true;
    if (part->isStructTy() || part->isArrayTy())
      all.insert(part->subtype_begin(), part->subtype_end());
  }
  return false;
}

void fmerge::addFunctionWords(Words &out, const Function &f) {
  out.append({f.getCallingConv(), f.getAddressSpace()});
  out.name(f.hasPersonalityFn() ? f.getPersonalityFn() : nullptr);
  addText(out, f.getSection());
  // In a section that the source names, a function has its own alignment, even if the target would want more.
  out.push_back(f.hasSection() && f.getAlign());
  addText(out, f.getPartition());
  addText(out, f.getSectionPrefix().value_or(""));
  addAttributes(out, 0, f.getAttributes().getFnAttrs(), [](Attribute a) { return is(AttributeFact::Counts, a); });
  addAttributes(out, 1, f.getAttributes().getRetAttrs(), PreservedIn(f));
}

void fmerge::addParameterWords(Words &out, const Function &f, unsigned index) {
  addAttributes(out, 0, f.getAttributes().getParamAttrs(index),
                [preserved = PreservedIn(f)](Attribute a) { return preserved(a) && !isDroppablePromise(a); });
}

//===-- The interface, in the order of src/ffi/encode.rs -------------------------------------------===//

extern "C" {

uint64_t fmerge_function_facts(LLVMValueRef value) {
  using Fact = FunctionFact;
  const Function &f = *unwrap<Function>(value);
  Facts<Fact> out;
  out.set(Fact::Declaration, f.isDeclaration());
  out.set(Fact::AvailableExternally, f.hasAvailableExternallyLinkage());
  out.set(Fact::OptNone, f.hasOptNone());
  out.set(Fact::Naked, f.hasFnAttribute(Attribute::Naked));
  out.set(Fact::VarArgs, f.isVarArg());
  out.set(Fact::AlwaysInline, isInlinedAlways(f));
  out.set(Fact::ReturnsTwice, f.hasFnAttribute(Attribute::ReturnsTwice));
  out.set(Fact::Coroutine, isCoroutine(f));
  out.set(Fact::Convergent, f.isConvergent());
  out.set(Fact::NoDuplicate, f.hasFnAttribute(Attribute::NoDuplicate));
  out.set(Fact::NoMerge, f.hasFnAttribute(Attribute::NoMerge));
  out.set(Fact::UnusualParameter,
          hasParameterWith(f, {Attribute::InAlloca, Attribute::Preallocated, Attribute::SwiftAsync}));
  out.set(Fact::SwiftError, hasParameterWith(f, {Attribute::SwiftError}));
  out.set(Fact::PrefixData, f.hasPrefixData() || f.hasPrologueData());
  out.set(Fact::Gc, f.hasGC());
  out.set(Fact::ThunkAttribute, f.hasFnAttribute("thunk"));
  out.set(Fact::JumpTable, f.hasFnAttribute(Attribute::JumpTable));
  out.set(Fact::IfuncResolver, isIfuncResolver(f));
  out.set(Fact::CallingConvention, !isOrdinaryConvention(f.getCallingConv()) || isEntryFromOutside(f));
  out.set(Fact::StrictFp, f.hasFnAttribute(Attribute::StrictFP));
  out.set(Fact::SwitchedOff, isSwitchedOff(f));
  out.set(Fact::AddressTakenBlock, hasAddressTakenBlock(f));
  out.set(Fact::FunctionMetadata, hasUnknownMetadata(f));
  out.set(Fact::LibraryFunction, isCalledFromIdioms(f));
  out.set(Fact::UnknownAttribute, has(AttributeFact::Unknown, f.getAttributes().getFnAttrs()));
  out.set(Fact::AttributeForbids, has(AttributeFact::Forbids, f.getAttributes().getFnAttrs()));
  out.set(Fact::NoFloatRegisters, hasFloatsThatStay(f));
  out.set(Fact::BpfProgram, isBpfProgram(f));
  out.set(Fact::Interpreted, isInterpreted(f));
  out.set(Fact::BacktraceEdge, isBacktraceEdge(f));
  return out.bits;
}

void fmerge_function_words(LLVMValueRef value, WordSink sink, void *context) {
  Words out;
  addFunctionWords(out, *unwrap<Function>(value));
  sink(context, out.data(), out.size());
}

// Returns whether the parameter is pinned to its place.
bool fmerge_param_words(LLVMValueRef value, unsigned index, WordSink sink, void *context) {
  const Function &f = *unwrap<Function>(value);
  Words out;
  addParameterWords(out, f, index);
  sink(context, out.data(), out.size());
  return isPinned(f.getAttributes().getParamAttrs(index));
}

// The callers that have a call of this function marked `tail` right before a return, once for each such call.
void fmerge_tail_callers(LLVMValueRef value, WordSink sink, void *context) {
  Words out;
  for (const Use &u : unwrap<Function>(value)->uses()) {
    const auto *call = dyn_cast<CallInst>(u.getUser());
    if (call && call->isCallee(&u) && call->isTailCall() && leadsToReturn(*call))
      out.push_back(word(call->getFunction()));
  }
  sink(context, out.data(), out.size());
}

// The functions that are called, once for each call; null for a callee that is not known. Library functions that LLVM
// knows call no function of the program, unless they are given one, like `qsort`.
void fmerge_callees(LLVMValueRef value, const void *library, WordSink sink, void *context) {
  const auto &known = *static_cast<const TargetLibraryInfoImpl *>(library);
  Words out;
  for (const Instruction &i : instructions(unwrap<Function>(value))) {
    const auto *call = dyn_cast<CallBase>(&i);
    if (!call)
      continue;
    if (const auto *assembly = dyn_cast<InlineAsm>(call->getCalledOperand())) {
      if (mayCall(*assembly))
        out.push_back(0);
      continue;
    }
    const Function *callee = call->getCalledFunction();
    LibFunc which;
    if (callee && (callee->isIntrinsic() || callee->hasFnAttribute(Attribute::NoCallback) ||
                   (callee->isDeclaration() && known.getLibFunc(*callee, which) && which != LibFunc_qsort &&
                    !passesFunction(*call))))
      continue;
    bool isKnown = callee && !callee->isDeclaration() && !callee->isInterposable();
    out.push_back(isKnown ? word(callee) : 0);
  }
  sink(context, out.data(), out.size());
}

// The number of instructions, including those that are not encoded. `outline` is equal for functions of equal canonical
// code, whatever the order of their blocks. Only unreachable cycles of blocks may make it differ.
size_t fmerge_outline(LLVMValueRef value, uint64_t *outline) {
  const Function &f = *unwrap<Function>(value);
  size_t count = 0;
  *outline = 0;
  for (const BasicBlock &block : f) {
    uint64_t ofBlock = 0;
    for (const Instruction &i : block) {
      ofBlock = (ofBlock ^ outlineOf(i, f.getDataLayout())) * 0xff51afd7ed558ccd;
      ofBlock ^= ofBlock >> 33;
      ++count;
    }
    *outline += block.isEntryBlock() || !pred_empty(&block) ? ofBlock : 0;
  }
  return count;
}

// Whether calls of unknown functions may lead to this one.
bool fmerge_is_open(LLVMValueRef value) {
  const Function &f = *unwrap<Function>(value);
  return !f.hasLocalLinkage() || f.hasAddressTaken();
}

} // extern "C"
