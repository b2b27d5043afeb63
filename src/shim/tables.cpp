// Tables of constants, for src/gfm/ (its Rust side: src/ffi/tables.rs).
//
// Consumes: a module's target, addresses, the entries of a table. Produces: the facts by which the core decides, and
// tables.
// Guarantees: only crates/core/src/gfm/tables.rs decides what may stand in a table, and how.

#include "tables.h"
#include "compat.h"
#include "encode_body.h"
#include "enumerations.h"

#include "llvm-c/Types.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/CBindingWrapping.h"
#include "llvm/Support/CodeGen.h"

#include <algorithm>

using namespace llvm;
using namespace fmerge;

Type *fmerge::storedType(const FmergeTableEntry &entry) {
  Type *own = unwrap(entry.ty);
  switch (TableForm(entry.form)) {
  case TableForm::Number:
  case TableForm::Whole:
    return own;
  case TableForm::ShortDistance:
    return Type::getInt32Ty(own->getContext());
  case TableForm::LongDistance:
    return Type::getInt64Ty(own->getContext());
  }
  llvm_unreachable("all forms are above");
}

Align fmerge::storedAlign(const DataLayout &layout, const FmergeTableEntry &entry) {
  return Align(layout.getTypeStoreSize(storedType(entry)));
}

TableLayout::TableLayout(const DataLayout &layout, ArrayRef<FmergeTableEntry> entries) {
  for (const FmergeTableEntry &entry : entries) {
    Align width = storedAlign(layout, entry);
    size = std::max(size, entry.offset + width.value());
    align = std::max(align, width);
  }
}

namespace {

TableArchitecture architecture(const Triple &target) {
  if (target.getArch() == Triple::x86_64)
    return TableArchitecture::X86_64;
  if (target.isAArch64())
    return TableArchitecture::AArch64;
  if (target.isARM() || target.isThumb())
    return TableArchitecture::Arm;
  if (target.isRISCV())
    return TableArchitecture::RiscV;
  return target.isWasm() ? TableArchitecture::Wasm : TableArchitecture::Other;
}

TableCodeModel codeModel(const Module &m) {
  std::optional<CodeModel::Model> said = m.getCodeModel();
  if (!said)
    return TableCodeModel::Unsaid;
  switch (*said) {
  case CodeModel::Tiny:
    return TableCodeModel::Tiny;
  case CodeModel::Small:
    return TableCodeModel::Small;
  case CodeModel::Kernel:
    return TableCodeModel::Kernel;
  case CodeModel::Medium:
    return TableCodeModel::Medium;
  case CodeModel::Large:
    return TableCodeModel::Large;
  }
  llvm_unreachable("all code models are above");
}

// Code generation answers by its relocation model, which is not in the module. If the program has no code generation
// for the target, no type is legal.
TableRelocation relocation(const TargetTransformInfo &target, const Function &f) {
  if (!target.isTypeLegal(Type::getInt32Ty(f.getContext())))
    return TableRelocation::Unknown;
  bool isAllowed = target.shouldBuildLookupTablesForConstant(const_cast<Function *>(&f));
  return isAllowed ? TableRelocation::Allowed : TableRelocation::Forbidden;
}

// Hardware-assisted address sanitizers give tags to all variables of a module, perhaps only after our passes.
bool hasTaggedVariables(const Module &m) {
  return any_of(m, [](const Function &f) {
    return f.hasFnAttribute(Attribute::SanitizeHWAddress) || f.hasFnAttribute(Attribute::SanitizeMemTag);
  });
}

// The variable or function that the constant is a place in; null if there is none. `offset` gets the place in bytes. An
// address that was converted from another address space has none.
const GlobalObject *objectOf(const Constant &c, const DataLayout &layout, int64_t &offset) {
  const Value *v = &c;
  APInt steps(layout.getIndexTypeSizeInBits(c.getType()), 0);
  while (const auto *step = dyn_cast<GEPOperator>(v)) {
    if (!step->isInBounds() || !step->accumulateConstantOffset(layout, steps))
      return nullptr;
    v = step->getPointerOperand();
  }
  offset = steps.getSExtValue();
  return dyn_cast<GlobalObject>(v);
}

bool isPlaced(const GlobalObject &o) {
  const auto *variable = dyn_cast<GlobalVariable>(&o);
  const auto *function = dyn_cast<Function>(&o);
  return o.hasSection() || (variable && variable->hasImplicitSection()) ||
         (function && function->hasFnAttribute("implicit-section-name"));
}

uint64_t factsOf(const GlobalObject &o) {
  const auto *variable = dyn_cast<GlobalVariable>(&o);
  Facts<AddressFact> out;
  out.set(AddressFact::Here, o.isDSOLocal());
  out.set(AddressFact::ThreadLocal, o.isThreadLocal());
  out.set(AddressFact::Elsewhere, o.hasDLLImportStorageClass() || o.hasAvailableExternallyLinkage());
  out.set(AddressFact::Resolved, isa<GlobalIFunc>(o));
  out.set(AddressFact::Weak, o.hasExternalWeakLinkage());
  out.set(AddressFact::Absolute, o.isAbsoluteSymbolRef());
  out.set(AddressFact::Tagged, o.hasSanitizerMetadata() && o.getSanitizerMetadata().Memtag);
  out.set(AddressFact::CodeModel, variable && variable->getCodeModel());
  out.set(AddressFact::Placed, isPlaced(o));
  // A function that is defined in another object may be an ifunc, even if it is hidden.
  out.set(AddressFact::Declared, o.isDeclarationForLinker() && (o.hasDefaultVisibility() || isa<Function>(o)));
  return out.bits;
}

Constant *stored(const FmergeTableEntry &entry, Constant *value, GlobalVariable &table) {
  Type *t = storedType(entry);
  if (t == value->getType())
    return value;
  Type *word = Type::getInt64Ty(table.getContext());
  auto address = [&](Constant *of) { return ConstantExpr::getPtrToInt(of, word); };
  Constant *distance = ConstantExpr::getSub(address(value), address(&table));
  return t == word ? distance : ConstantExpr::getTrunc(distance, t);
}

} // namespace

//===-- The interface, in the order of src/ffi/tables.rs -------------------------------------------===//

extern "C" {

// `value` is a function of the module, or null. `analyses` is the ModuleAnalysisManager of the running pass.
void fmerge_table_target(LLVMModuleRef moduleRef, LLVMValueRef value, void *analyses, FmergeTableTarget *out) {
  const Module &m = *unwrap(moduleRef);
  const Triple &target = compat::tripleOf(m);
  const DataLayout &layout = m.getDataLayout();
  auto *f = unwrap<Function>(value);
  *out = {uint32_t(architecture(target)),
          layout.getPointerSizeInBits(0),
          uint32_t(codeModel(m)),
          uint32_t(f ? relocation(targetOf(*f, analyses), *f) : TableRelocation::Unknown),
          target.isOSBinFormatELF(),
          m.getPICLevel() != PICLevel::NotPIC,
          layout.getDefaultGlobalsAddressSpace() == 0,
          hasTaggedVariables(m)};
}

// Whether the constant is a function or a place in a variable. If so, `out` gets what is known of it.
bool fmerge_table_address(LLVMValueRef value, LLVMModuleRef m, FmergeAddress *out) {
  const auto *c = dyn_cast<Constant>(unwrap(value));
  if (!c || !c->getType()->isPointerTy() || c->getType()->getPointerAddressSpace() != 0)
    return false;
  const GlobalObject *object = objectOf(*c, unwrap(m)->getDataLayout(), out->offset);
  if (object)
    out->facts = factsOf(*object);
  return object;
}

// Whether the source names the section of the function.
bool fmerge_is_placed(LLVMValueRef function) { return isPlaced(*unwrap<Function>(function)); }

// Creates a table: a constant that is private to the module, and whose address does not matter. With `apart`, its
// section holds only tables, in formats whose linkers drop single sections.
LLVMValueRef fmerge_table(LLVMModuleRef m, const FmergeTableEntry *entries, const LLVMValueRef *values, size_t count,
                          bool apart) {
  Module &module = *unwrap(m);
  ArrayRef<FmergeTableEntry> all(entries, count);
  auto *t = StructType::get(module.getContext(), map_to_vector(all, storedType), /*isPacked=*/true);
  auto &table =
      *new GlobalVariable(module, t, /*isConstant=*/true, GlobalValue::PrivateLinkage, nullptr, "fmerge.table");
  table.setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  if (apart && Triple(module.getTargetTriple()).isOSBinFormatELF())
    table.setSection(".rodata.fmerge");
  table.setAlignment(TableLayout(module.getDataLayout(), all).align);
  SmallVector<Constant *, 16> content;
  for (auto [entry, value] : zip_equal(all, ArrayRef(values, count)))
    content.push_back(stored(entry, unwrap<Constant>(value), table));
  table.setInitializer(ConstantStruct::get(t, content));
  return wrap(&table);
}

} // extern "C"
