// Descriptions of functions for the canonical form (src/canon.rs; the Rust side of this file: src/ffi/canon.rs).
//
// Consumes: functions of one module. Produces: a tape that says in plain numbers what each instruction does, what it
// promises and what its operands are. crates/core/src/canon/form.rs makes the canonical form of that.
// Guarantees: nothing is changed. Values and blocks stand there as numbers. An object that the LLVMContext holds once
// for each value stands there as its address, or as a gap for a digest of its content. All else is a number. Debug
// information is left out.

#include "canon.h"
#include "attributes.h"
#include "compat.h"
#include "crossing.h"
#include "describe.h"
#include "enumerations.h"
#include "loops.h"
#include "parameterize.h"
#include "reach.h"

#include "llvm-c/Types.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/CBindingWrapping.h"

#include <optional>

using namespace llvm;
using namespace fmerge;

extern "C" {
uint64_t fmerge_constant_facts(LLVMValueRef value);
// Of the core (src/ffi/canon.rs): gives the numbers of the blocks that can be reached, and returns how many they are.
size_t fmerge_canonical_order(const uint32_t *ends, size_t count, const uint32_t *successors, size_t successorCount,
                              uint32_t *order);
}

// The core gets the graph with blocks numbered by their places in the function, and returns the order as such numbers.
SmallVector<BasicBlock *, 16> fmerge::canonicalBlocks(Function &f) {
  SmallVector<BasicBlock *, 16> blocks;
  compat::BlockNumbers numbers(f);
  SmallVector<uint32_t, 16> places(numbers.max()), ends, all, order;
  for (BasicBlock &block : f) {
    places[numbers.of(block)] = blocks.size();
    blocks.push_back(&block);
  }
  for (BasicBlock *block : blocks) {
    for (BasicBlock *next : successors(block))
      all.push_back(places[numbers.of(*next)]);
    ends.push_back(all.size());
  }
  order.resize(blocks.size());
  order.truncate(fmerge_canonical_order(ends.data(), ends.size(), all.data(), all.size(), order.data()));
  return map_to_vector<16>(order, [&](uint32_t place) { return blocks[place]; });
}

SmallVector<Instruction *, 64> fmerge::canonicalInstructions(Function &f) {
  SmallVector<Instruction *, 64> all;
  for (BasicBlock *block : canonicalBlocks(f))
    for (Instruction &i : *block)
      all.push_back(&i);
  return all;
}

namespace {

//===-- The tape -----------------------------------------------------------------------------------===//

#define ENUMERATION(Name, ...) enum class Name : uint64_t { __VA_ARGS__ };
#include "../../crates/core/src/canon/form/tape.def"
#undef ENUMERATION

constexpr uint64_t forPromises = 1 << 8;

class Tape {
public:
  explicit Tape(Naming naming) : naming(naming) {}

  void clear() {
    written.clear();
    parts.clear();
  }

  FmergeDescription all() const {
    FmergeDescription all = {};
    all.tape = written.data();
    all.tapeCount = written.size();
    all.parts = parts.data();
    all.partCount = parts.size();
    return all;
  }

  void add(Token t, ArrayRef<uint64_t> more = {}, bool promises = false) {
    written.push_back(uint64_t(t) | (promises ? forPromises : 0));
    written.append(more.begin(), more.end());
  }

  // Adds the words that `fill` appends to the ones it is given.
  template <typename Function> void words(Function fill, bool promises = false, Token as = Token::Words) {
    Words some(naming);
    fill(some);
    add(as, {some.size()}, promises);
    for (FmergePart part : some.parts)
      parts.push_back({part.at + written.size(), part.thing, part.kind});
    written.append(some.begin(), some.end());
  }

  void numbers(std::initializer_list<uint64_t> numbers, bool promises = false) {
    words([&](Words &out) { out.append(numbers); }, promises);
  }

  template <typename T> void name(const T *what, bool promises = false) {
    words([&](Words &out) { out.name(what); }, promises, Token::Name);
  }

  void type(Type *t) { add(Token::Type, {word(t)}); }

private:
  Naming naming;
  SmallVector<uint64_t, 256> written;
  SmallVector<FmergePart, 0> parts;
};

//===-- Describing functions -----------------------------------------------------------------------===//

class Describer {
public:
  Describer(Module &m, bool isStable)
      : isStable(isStable), out(isStable ? Naming::Digest : Naming::Address), inner(out), layout(m.getDataLayout()),
        moduleMayCallIndirectly(mayCallIndirectly(m)) {
    for (StringRef note : {"srcloc", "heapallocsite", "PGOFuncName"})
      notes.push_back(m.getContext().getMDKindID(note));
  }

  void describe(Function &f, FmergeDescription &all) {
    reset();
    callsMayTurn = moduleMayCallIndirectly && mayCallIndirectly(f);
    staying.emplace(f);
    number(f);
    addHeader(f);
    for (BasicBlock *block : blocks)
      for (Instruction &i : *block)
        addInstruction(i);
    all = out.all();
    all.intrinsics = intrinsics.data();
    all.intrinsicCount = intrinsics.size();
    all.instructionFacts = facts;
    all.constantFacts = allConstantFacts;
    all.instructionCount = count;
  }

  FmergeDescription describe(const MDNode &n, uint64_t of) {
    inner.clear();
    if (hasDistinct(n))
      addOperands(n, Place(of));
    else
      inner.name(&n);
    return inner.all();
  }

private:
  // Whether words mean the same in any process.
  bool isStable;
  Tape out;
  // The tape of a metadata node.
  Tape inner;
  const DataLayout &layout;
  // Kinds of metadata without a fixed number that do not say what the code does.
  SmallVector<unsigned, 3> notes;
  // Whether direct calls may become indirect ones, in the module and in the current function.
  bool moduleMayCallIndirectly, callsMayTurn = false;
  // The types of the current function whose constants may not become parameters.
  std::optional<TypesThatStay> staying;
  // Whether calls of a function stay direct, by function.
  DenseMap<const Function *, bool> directCallees;
  DenseMap<const MDNode *, bool> distinctNodes;
  DenseMap<const Constant *, uint64_t> knownFacts;

  SmallVector<uint32_t, 8> intrinsics;
  SmallVector<BasicBlock *, 16> blocks;
  DenseMap<const Value *, unsigned> numbers;
  uint64_t facts = 0, allConstantFacts = 0;
  uint32_t count = 0;

  void reset() {
    out.clear();
    intrinsics.clear();
    numbers.clear();
    facts = allConstantFacts = 0;
    count = 0;
  }

  void number(Function &f) {
    for (const Argument &a : f.args())
      numbers[&a] = numbers.size();
    blocks = canonicalBlocks(f);
    for (BasicBlock *block : blocks) {
      numbers[block] = numbers.size();
      for (Instruction &i : *block)
        numbers[&i] = numbers.size();
    }
  }

  //===-- Functions --------------------------------------------------------------------------------===//

  void addHeader(const Function &f) {
    out.words([&](Words &code) {
      addFunctionWords(code, f);
      addText(code, f.hasGC() ? f.getGC() : "");
      code.append({f.isVarArg(), f.hasFnAttribute(Attribute::NoInline), f.hasFnAttribute(Attribute::AlwaysInline),
                   f.arg_size(), f.hasPersonalityFn()});
    });
    out.type(f.getReturnType());
    for (const Argument &a : f.args()) {
      out.type(a.getType());
      out.words([&](Words &code) { addParameterWords(code, f, a.getArgNo()); });
    }
    addFunctionMetadata(f);
    out.words(
        [&](Words &promises) {
          promises.name(f.getAttributes());
          promises.push_back(fmergeAlignmentWord(f));
        },
        /*Promises=*/true);
  }

  // Entry counts are added up, and type ids for CFI stay with the address: neither is a property of the body.
  void addFunctionMetadata(const Function &f) {
    SmallVector<std::pair<unsigned, MDNode *>, 4> all;
    f.getAllMetadata(all);
    for (auto [kind, n] : all)
      if (kind != LLVMContext::MD_prof && kind != LLVMContext::MD_type && !isNote(kind)) {
        out.words([&](Words &code) { code.name({ContentKind::MetadataKind, kind}); });
        addMetadata(out, n, Place::None);
      }
  }

  //===-- Instructions -----------------------------------------------------------------------------===//

  void addInstruction(const Instruction &i) {
    facts |= factsOf(i);
    out.numbers({i.getOpcode()});
    out.type(i.getType());
    if (const auto *gep = dyn_cast<GetElementPtrInst>(&i))
      addAddress(*gep);
    else if (const auto *slot = dyn_cast<AllocaInst>(&i))
      addSlot(*slot);
    else if (const auto *phi = dyn_cast<PHINode>(&i))
      addPhi(*phi);
    else
      addOrdinary(i);
    addMetadata(i);
    out.words([&](Words &promises) { addPromises(promises, i); }, /*Promises=*/true);
    out.add(Token::End);
    ++count;
  }

  // Some opcodes are unknown to plans, but have all of their state in their operands and words: these are supported
  // here.
  static uint64_t factsOf(const Instruction &i) {
    uint64_t facts = instructionFacts(i);
    bool known =
        isa<FuncletPadInst, CatchSwitchInst, CatchReturnInst, CleanupReturnInst, IndirectBrInst, CallBrInst>(i);
    return known ? facts & ~bit(InstructionFact::UnsupportedInstruction) : facts;
  }

  void addOrdinary(const Instruction &i) {
    if (const auto *call = dyn_cast<CallBase>(&i)) {
      out.type(call->getFunctionType());
      out.words([&](Words &code) {
        addCallWords(code, *call);
        code.push_back(call->isMustTailCall());
      });
      noteIntrinsic(*call);
    } else if (!isa<CmpInst>(i)) {
      out.words([&](Words &code) { addInstructionWords(code, i); });
    }
    if (const auto *pads = dyn_cast<CatchSwitchInst>(&i))
      out.numbers({pads->hasUnwindDest()});
    if (const auto *compare = dyn_cast<CmpInst>(&i))
      out.add(Token::Operands, {uint64_t(Exchange::Comparison), compare->getPredicate(), compare->getSwappedPredicate(),
                                i.getNumOperands()});
    else
      out.add(Token::Operands, {uint64_t(commutes(i) ? Exchange::Yes : Exchange::No), i.getNumOperands()});
    for (unsigned n = 0; n < i.getNumOperands(); ++n)
      addOperand(i, n);
  }

  void noteIntrinsic(const CallBase &call) {
    Intrinsic::ID id = call.getIntrinsicID();
    if (id != Intrinsic::not_intrinsic && !is_contained(intrinsics, id))
      intrinsics.push_back(id);
  }

  // The type of a slot matters only by its size, unless somebody looks at the slot.
  void addSlot(const AllocaInst &i) {
    out.numbers({i.getAddressSpace(), i.isSwiftError(), i.isUsedWithInAlloca(), i.isStaticAlloca()});
    std::optional<TypeSize> size = i.getAllocationSize(layout);
    if (size && !size->isScalable() && !isSlotWatched(i)) {
      out.add(Token::Name, {1, size->getFixedValue()});
      return;
    }
    out.words([&](Words &code) { code.name(i.getAllocatedType()); });
    addOperand(i, 0);
  }

  // Describes an address as a base, variable indices with their strides, and a constant offset.
  void addAddress(const GetElementPtrInst &i) {
    unsigned width = layout.getIndexTypeSizeInBits(i.getType());
    APInt offset(width, 0);
    compat::CollectedIndices indices;
    if (i.getType()->isVectorTy() || !cast<GEPOperator>(i).collectOffset(layout, width, indices, offset)) {
      out.add(Token::Name, {0});
      addOrdinary(i);
      return;
    }
    out.words([&](Words &promises) { addShape(promises, i); }, /*Promises=*/true);
    out.numbers({indices.size()});
    addOperand(i, 0);
    for (auto &[index, stride] : indices) {
      addLocal(*index);
      out.numbers({uint64_t(stride.getSExtValue())});
    }
    if (indices.empty())
      out.add(Token::Offset, {word(ConstantInt::get(i.getContext(), offset))});
    else
      out.numbers({uint64_t(offset.getSExtValue())});
  }

  // Adds the steps of an address, because flags like `inbounds` hold for each step.
  static void addShape(Words &promises, const GetElementPtrInst &i) {
    promises.name(i.getSourceElementType());
    promises.push_back(i.getNumIndices());
    for (const Use &index : i.indices()) {
      const auto *number = dyn_cast<ConstantInt>(index);
      promises.push_back(number ? number->getZExtValue() : 0);
    }
  }

  // Edges from blocks that are never reached do not count.
  void addPhi(const PHINode &i) {
    auto isReached = [&](const BasicBlock *from) { return numbers.contains(from); };
    out.add(Token::Incoming, {uint64_t(count_if(i.blocks(), isReached))});
    for (unsigned n = 0; n < i.getNumIncomingValues(); ++n) {
      auto from = numbers.find(i.getIncomingBlock(n));
      if (from == numbers.end())
        continue;
      out.add(Token::Local, {from->second});
      addOperand(i, n);
    }
  }

  //===-- Operands ---------------------------------------------------------------------------------===//

  void addLocal(const Value &v) {
    auto known = numbers.find(&v);
    if (known != numbers.end())
      out.add(Token::Local, {known->second});
    else
      out.name(&v);
  }

  void addOperand(const Instruction &i, unsigned n) {
    const Value &v = *i.getOperand(n);
    if (const auto *c = dyn_cast<Constant>(&v))
      addConstant(i, n, *c);
    else if (const auto *wrapped = dyn_cast<MetadataAsValue>(&v))
      addMetadata(out, wrapped->getMetadata(), isa<NoAliasScopeDeclInst>(i) ? Place::Scope : Place::None);
    else
      addLocal(v);
  }

  void addConstant(const Instruction &i, unsigned n, const Constant &c) {
    uint64_t constantFacts = factsOf(c);
    allConstantFacts |= constantFacts;
    const auto *call = dyn_cast<CallBase>(&i);
    bool isCallee = call && call->isCallee(&i.getOperandUse(n));
    uint64_t place = isCallee ? factsOfCallee(*call, c) : factsOfPlace(i, n, c, constantFacts);
    uint64_t intrinsic = call ? call->getIntrinsicID() : 0;
    out.add(Token::Constant, {place, n, word(&c), word(c.getType()), intrinsic});
  }

  uint64_t factsOf(const Constant &c) {
    if (isa<ConstantInt, ConstantFP, ConstantPointerNull>(c))
      return 0;
    auto [known, isNew] = knownFacts.try_emplace(&c, 0);
    if (isNew)
      known->second = fmerge_constant_facts(wrap(&c));
    return known->second;
  }

  // The core says what becomes of the constant. Whether a call stays direct is only asked if that matters.
  uint64_t factsOfCallee(const CallBase &call, const Constant &c) {
    Facts<PlaceFact> facts;
    const auto *f = dyn_cast<Function>(&c);
    bool isFunction = f && !f->isIntrinsic();
    bool isOrdinary = isFunction && isOrdinaryCall(call, *f);
    facts.set(PlaceFact::Callee, true);
    facts.set(PlaceFact::Itself, f == call.getFunction() && callsLeadBack(*call.getFunction()));
    facts.set(PlaceFact::Function, isFunction);
    facts.set(PlaceFact::Ordinary, isOrdinary);
    facts.set(PlaceFact::Direct, isOrdinary && !(callsMayTurn && !staysDirect(*f)));
    return facts.bits;
  }

  uint64_t factsOfPlace(const Instruction &i, unsigned n, const Constant &c, uint64_t constantFacts) const {
    bool isFixed = (constantFacts & bit(ConstantFact::Fixed)) || mustStay(i, n);
    Facts<PlaceFact> facts;
    facts.set(PlaceFact::Fixed, isFixed || staying->contain(c.getType()));
    facts.set(PlaceFact::Function, isa<Function>(c));
    facts.set(PlaceFact::Clause, isa<LandingPadInst, FuncletPadInst>(i));
    return facts.bits;
  }

  bool staysDirect(const Function &f) {
    auto [known, isNew] = directCallees.try_emplace(&f, false);
    if (isNew)
      known->second = callsStayDirect(f);
    return known->second;
  }

  //===-- Metadata ---------------------------------------------------------------------------------===//

  bool isNote(unsigned kind) const {
    return kind == LLVMContext::MD_dbg || kind == LLVMContext::MD_DIAssignID || is_contained(notes, kind);
  }

  // With debug information, a loop of which nothing is asked has a node of its lines, and otherwise none.
  static bool isLoopWithoutProperties(unsigned kind, const MDNode &n) {
    return kind == LLVMContext::MD_loop && fmergeIsLoopId(n) && fmergeLoopProperties(n).empty();
  }

  // Kinds of metadata that may not be dropped are code. Each instruction gets a count of promises, even if it is 0, so
  // that words that mean different things cannot read alike.
  void addMetadata(const Instruction &i) {
    SmallVector<std::pair<unsigned, MDNode *>, 4> all;
    if (i.hasMetadataOtherThanDebugLoc())
      i.getAllMetadataOtherThanDebugLoc(all);
    erase_if(all,
             [&](auto &entry) { return isNote(entry.first) || isLoopWithoutProperties(entry.first, *entry.second); });
    auto isPromise = [](auto &entry) { return isWeakenableKind(entry.first); };
    out.numbers({uint64_t(count_if(all, isPromise))}, /*Promises=*/true);
    for (auto &entry : all) {
      auto [kind, n] = entry;
      out.words([&, kind = kind](Words &some) { some.name({ContentKind::MetadataKind, kind}); }, isPromise(entry));
      addMetadata(out, n, placeOf(kind), isPromise(entry));
    }
  }

  // What the distinct nodes of a kind of metadata name. Equal functions have places (loops, scopes) that are equal and
  // in equal order, and the name of a scope does not matter. Any other distinct node equals only itself, because it may
  // name a class of the program.
  enum class Place : uint64_t { None, Loop, Scope };

  static Place placeOf(unsigned kind) {
    if (kind == LLVMContext::MD_alias_scope || kind == LLVMContext::MD_noalias)
      return Place::Scope;
    bool isLoop = kind == LLVMContext::MD_loop || kind == LLVMContext::MD_access_group ||
                  kind == LLVMContext::MD_mem_parallel_loop_access;
    return isLoop ? Place::Loop : Place::None;
  }

  void addMetadata(Tape &to, const Metadata *m, Place of, bool promises = false) {
    if (!m || isDebugInfo(m))
      to.add(Token::Missing, {}, promises);
    else if (const auto *n = dyn_cast<MDNode>(m); n && of != Place::None)
      to.add(Token::Node, {word(n), uint64_t(of)}, promises);
    else if (const auto *wrapped = dyn_cast<LocalAsMetadata>(m))
      addWrapped(to, *wrapped->getValue(), promises);
    else
      addShared(to, *m, promises);
  }

  // For other processes, a distinct node has no name.
  void addShared(Tape &to, const Metadata &m, bool promises) {
    const auto *n = dyn_cast<MDNode>(&m);
    if (isStable && n && hasDistinct(*n))
      to.add(Token::Nameless, {}, promises);
    else
      to.name(&m, promises);
  }

  void addWrapped(Tape &to, const Value &v, bool promises) {
    // A value that is never computed may be any value.
    auto known = numbers.find(&v);
    to.add(Token::Local, {known == numbers.end() ? ~uint64_t(0) : known->second}, promises);
  }

  // Adds whether the node is distinct, how many of its operands count, and these operands.
  void addOperands(const MDNode &n, Place of) {
    SmallVector<const Metadata *, 8> operands;
    for (const MDOperand &operand : n.operands())
      if (!isDebugInfo(operand.get()) && !isNameOf(n, operand.get(), of))
        operands.push_back(operand.get());
    inner.numbers({n.isDistinct(), operands.size()});
    for (const Metadata *operand : operands)
      addMetadata(inner, operand, of);
  }

  static bool isNameOf(const MDNode &n, const Metadata *operand, Place of) {
    return of == Place::Scope && n.isDistinct() && isa_and_nonnull<MDString>(operand);
  }

  // The source lines of a loop do not count.
  static bool isDebugInfo(const Metadata *m) { return isa_and_nonnull<DINode, DILocation>(m); }

  bool hasDistinct(const MDNode &n) {
    return n.isDistinct() || reaches(
                                 n, distinctNodes, [](const MDNode &of) { return of.operands(); },
                                 [](const MDOperand &operand) {
                                   const auto *inner =
                                       isDebugInfo(operand.get()) ? nullptr : dyn_cast_or_null<MDNode>(operand.get());
                                   return std::pair(inner && inner->isDistinct(), inner);
                                 });
  }

  //===-- Promises ---------------------------------------------------------------------------------===//

  static void addPromises(Words &promises, const Instruction &i) {
    promises.push_back(i.getRawSubclassOptionalData());
    if (const auto *load = dyn_cast<LoadInst>(&i))
      promises.push_back(load->getAlign().value());
    else if (const auto *store = dyn_cast<StoreInst>(&i))
      promises.push_back(store->getAlign().value());
    else if (const auto *slot = dyn_cast<AllocaInst>(&i))
      promises.push_back(slot->getAlign().value());
    else if (const auto *call = dyn_cast<CallBase>(&i))
      promises.name(call->getAttributes());
    if (const auto *call = dyn_cast<CallInst>(&i))
      promises.push_back(call->getTailCallKind());
  }
};

} // namespace

//===-- The interface, in the order of src/ffi/canon.rs --------------------------------------------===//

extern "C" {

void *fmerge_describer_create(LLVMModuleRef m, bool stable) { return new Describer(*unwrap(m), stable); }

void fmerge_describer_dispose(void *object) { delete static_cast<Describer *>(object); }

// The result is valid until the next call with the same object. The function must have a body.
void fmerge_describe_code(void *object, LLVMValueRef value, FmergeDescription *out) {
  static_cast<Describer *>(object)->describe(*unwrap<Function>(value), *out);
}

// Describes a node that stands after `Token::Node` on the tape of the last function: by a name, or by words that say
// whether it is distinct and how many operands count, and then these operands. The result is valid until the next such
// call.
void fmerge_describe_node(void *object, LLVMMetadataRef node, uint64_t place, FmergeDescription *out) {
  *out = static_cast<Describer *>(object)->describe(*unwrap<MDNode>(node), place);
}

// Returns the integer type as wide as a pointer of address space 0. `plainPointers` says whether such pointers can be
// treated as integers, also when they are passed. They cannot on targets whose registers are wider than pointers, such
// as x32 and arm64_32: there, callers extend a pointer, but leave the upper bits of an integer as they are. Nor can
// they on M68k, which has other registers for pointers.
LLVMTypeRef fmerge_address_type(LLVMModuleRef m, bool *plainPointers) {
  const DataLayout &layout = unwrap(m)->getDataLayout();
  const Triple &target = compat::tripleOf(*unwrap(m));
  bool hasWideRegisters = target.isArch64Bit() || target.isAArch64();
  bool isPassedApart = target.getArch() == Triple::m68k || (hasWideRegisters && layout.getPointerSizeInBits(0) < 64);
  *plainPointers = !layout.isNonIntegralAddressSpace(0) && !isPassedApart;
  return wrap(layout.getIntPtrType(unwrap(m)->getContext()));
}

} // extern "C"
