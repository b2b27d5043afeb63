// Modules of several objects: as bitcode, and linked into one in which nothing is known of symbols. For src/bodies/
// (its Rust side: src/ffi/modules.rs).
//
// Consumes: a module whose functions may share bodies with those of other objects; modules of other objects. Produces:
// bitcode of the module; one module of several. Guarantees: what is known of a symbol in one object is not known to a
// function of another one, so that no code depends on it. Of two definitions of a symbol, the first counts.

#include "attributes.h"
#include "bitcode.h"
#include "closed.h"
#include "compat.h"
#include "crossing.h"
#include "symbols.h"

#include "llvm-c/Types.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/CBindingWrapping.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <algorithm>

using namespace llvm;

extern "C" void fmerge_drop_body(LLVMValueRef function);
extern "C" void fmerge_drop_promises(LLVMValueRef function);

namespace {

// The attribute by which a function of a module in bitcode carries what src/bodies/ knows of it in its object.
constexpr char DigestAttribute[] = "fmerge-digest";
// The attribute that says how operations of a function may be fused.
constexpr char FusionAttribute[] = "fmerge-fusion";

//===-- Modules of several objects -----------------------------------------------------------------===//

// What this project, debuggers and link steps keep in a module is not needed, and modules may differ in it.
void dropWhatIsNotCode(Module &module) {
  StripDebugInfo(module);
  for (StringRef name : {"llvm.used", "llvm.compiler.used"})
    if (GlobalVariable *list = module.getNamedGlobal(name))
      list->eraseFromParent();
  for (GlobalVariable &variable : make_early_inc_range(module.globals()))
    if (variable.getSection().starts_with(".fmerge") && variable.use_empty())
      variable.eraseFromParent();
  SmallVector<Module::ModuleFlagEntry, 8> flags;
  module.getModuleFlagsMetadata(flags);
  for (NamedMDNode &node : make_early_inc_range(module.named_metadata()))
    module.eraseNamedMetadata(&node);
  for (const Module::ModuleFlagEntry &flag : flags)
    if (fmerge::isSetting(flag.Key->getString()) && !isa<MDNode>(flag.Val))
      module.addModuleFlag(flag.Behavior, flag.Key->getString(), flag.Val);
}

// Makes a definition a reference. An alias goes, and what it is called refers to another object.
void makeDeclaration(GlobalValue &symbol) {
  if (auto *function = dyn_cast<Function>(&symbol)) {
    function->deleteBody();
    function->setComdat(nullptr);
  } else if (auto *variable = dyn_cast<GlobalVariable>(&symbol)) {
    variable->setInitializer(nullptr);
    variable->setComdat(nullptr);
    variable->setLinkage(GlobalValue::ExternalLinkage);
  } else {
    Module &module = *symbol.getParent();
    Type *type = symbol.getValueType();
    GlobalValue *other;
    if (auto *function = dyn_cast<FunctionType>(type))
      other = Function::Create(function, GlobalValue::ExternalLinkage, symbol.getAddressSpace(), "", &module);
    else
      other = new GlobalVariable(module, type, false, GlobalValue::ExternalLinkage, nullptr);
    other->takeName(&symbol);
    symbol.replaceAllUsesWith(other);
    symbol.eraseFromParent();
  }
}

bool isStrongDefinition(const GlobalValue &symbol) {
  return !symbol.isDeclarationForLinker() && !symbol.hasLocalLinkage() && !symbol.hasAppendingLinkage() &&
         !symbol.isWeakForLinker();
}

// Objects of several programs may define one symbol. The first definition stays.
void giveWayTo(const Module &first, Module &second) {
  SmallVector<GlobalValue *, 8> twice;
  for (GlobalValue &symbol : second.global_values()) {
    const GlobalValue *known = symbol.hasName() ? first.getNamedValue(symbol.getName()) : nullptr;
    if (known && isStrongDefinition(*known) && isStrongDefinition(symbol))
      twice.push_back(&symbol);
  }
  // Aliases and resolvers need definitions.
  SmallPtrSet<const GlobalValue *, 8> going(twice.begin(), twice.end());
  auto leadsToOne = [&](const Constant *target) {
    return going.contains(dyn_cast<GlobalValue>(target->stripPointerCastsAndAliases()));
  };
  SmallVector<GlobalValue *, 8> built;
  for (GlobalAlias &alias : second.aliases())
    if (!going.contains(&alias) && leadsToOne(alias.getAliasee()))
      built.push_back(&alias);
  for (GlobalIFunc &ifunc : second.ifuncs())
    if (!going.contains(&ifunc) && leadsToOne(ifunc.getResolver()))
      built.push_back(&ifunc);
  auto isBuilt = [](const GlobalValue *symbol) { return isa<GlobalAlias, GlobalIFunc>(symbol); };
  std::stable_partition(twice.begin(), twice.end(), isBuilt);
  for (GlobalValue *symbol : concat<GlobalValue *>(built, twice))
    makeDeclaration(*symbol);
}

//===-- What is known of symbols -------------------------------------------------------------------===//

// What a caller may conclude of its callee, or of what it passes and gets.
constexpr Attribute::AttrKind conclusions[] = {
    Attribute::AllocAlign,   Attribute::AllocatedPointer, Attribute::AllocKind,
    Attribute::AllocSize,    Attribute::Dereferenceable,  Attribute::DereferenceableOrNull,
    Attribute::Memory,       Attribute::MustProgress,     Attribute::NoAlias,
    Attribute::NoCallback,   Attribute::NoFPClass,        Attribute::NoFree,
    Attribute::NonNull,      Attribute::NoRecurse,        Attribute::NoReturn,
    Attribute::NoSync,       Attribute::NoUndef,          Attribute::Range,
    Attribute::ReadNone,     Attribute::ReadOnly,         Attribute::Returned,
    Attribute::Speculatable, Attribute::WillReturn,       Attribute::Writable,
    Attribute::WriteOnly,    fmerge::compat::Captures};

// Takes from a function what its callers could conclude. How it is called stays, and what its own code is generated by.
void dropConclusions(Function &function) {
  bool passesShadows = fmergePassesShadows(function);
  AttributeMask mask;
  for (StringRef name : {"alloc-family", "alloc-variant-zeroed"})
    mask.addAttribute(name);
  for (Attribute::AttrKind kind : conclusions)
    if (kind != Attribute::NoUndef || !passesShadows)
      mask.addAttribute(kind);
  LLVMContext &context = function.getContext();
  AttributeList all = function.getAttributes();
  for (unsigned position : all.indexes())
    all = all.removeAttributesAtIndex(context, position, mask);
  bool isInvoked = any_of(function.users(), [&](const User *user) {
    return isa<InvokeInst>(user) && cast<InvokeInst>(user)->getCalledOperand() == &function;
  });
  if (function.isDeclaration() || isInvoked)
    all = all.removeFnAttribute(context, Attribute::NoUnwind);
  function.setAttributes(all);
}

// Code may name a variable, and knows neither where it lies, nor what it holds, nor whether it is there. The definition
// stays for what it refers to.
void makeUnknown(GlobalVariable &variable, StructType *unsized) {
  Module &module = *variable.getParent();
  bool isDefined = !variable.isDeclaration();
  auto linkage = isDefined ? GlobalValue::ExternalWeakLinkage : variable.getLinkage();
  auto *made = new GlobalVariable(module, unsized, /*isConstant=*/false, linkage, nullptr, "", nullptr,
                                  variable.getThreadLocalMode(), variable.getAddressSpace());
  if (auto model = variable.getCodeModel())
    made->setCodeModel(*model);
  made->setVisibility(variable.getVisibility());
  made->setDSOLocal(variable.isDSOLocal());
  variable.replaceAllUsesWith(made);
  made->takeName(&variable);
  if (isDefined)
    variable.setName(made->getName() + ".definition");
  else
    variable.eraseFromParent();
}

bool isOfProgram(const GlobalValue &symbol) {
  return !symbol.hasLocalLinkage() && !symbol.hasAppendingLinkage() && !symbol.getName().starts_with("llvm.") &&
         !fmerge::isContent(symbol);
}

void forgetSymbols(Module &module) {
  if (module.getPICLevel() != PICLevel::NotPIC)
    for (GlobalValue &symbol : module.global_values())
      if (!symbol.hasLocalLinkage() && symbol.hasDefaultVisibility())
        symbol.setDSOLocal(false);
  for (GlobalAlias &alias : make_early_inc_range(module.aliases()))
    makeDeclaration(alias);
  StructType *unsized = StructType::create(module.getContext());
  SmallVector<GlobalVariable *, 64> variables;
  for (GlobalVariable &variable : module.globals())
    if (isOfProgram(variable))
      variables.push_back(&variable);
  for (GlobalVariable *variable : variables)
    makeUnknown(*variable, unsized);
  for (Function &function : module)
    if (!function.isIntrinsic())
      dropConclusions(function);
}

//===-- Fusion of operations -----------------------------------------------------------------------===//

// Which operations a function has that code generation may fuse, or must not, by an option that no module tells
// (`-ffp-contract`). Objects that differ in that option have functions that differ in these.
std::string fusion(const Function &function) {
  bool mayFuse = false, plain = false, asIs = false;
  for (const Instruction &inst : instructions(function)) {
    unsigned opcode = inst.getOpcode();
    if (opcode == Instruction::FMul || opcode == Instruction::FAdd || opcode == Instruction::FSub)
      (inst.hasAllowContract() ? mayFuse : plain) = true;
    const auto *call = dyn_cast<IntrinsicInst>(&inst);
    asIs |= call && call->getIntrinsicID() == Intrinsic::fmuladd;
  }
  return std::string(mayFuse ? "c" : "") + (plain ? "p" : "") + (asIs ? "m" : "");
}

} // namespace

//===-- The interface, in the order of src/ffi/modules.rs ------------------------------------------===//

// Hands over the module as bitcode, without debug information. Each of the functions carries a text, which ends in
// `texts` where its place in `ends` says. Each of the `open` functions only calls its closed form there. The module is
// not changed. A module that is not valid is not handed over.
extern "C" void fmerge_write_module(LLVMModuleRef moduleRef, const LLVMValueRef *functions, const char *texts,
                                    const size_t *ends, size_t count, const LLVMValueRef *open,
                                    const LLVMValueRef *closed, size_t openCount, fmerge::ByteSink sink,
                                    void *context) {
  ValueToValueMapTy values;
  std::unique_ptr<Module> copy = CloneModule(*unwrap(moduleRef), values);
  for (size_t number = 0; number < openCount; ++number) {
    auto *function = cast<Function>(values[unwrap(open[number])]);
    auto *form = cast<Function>(values[unwrap(closed[number])]);
    auto variables = fmerge::localVariables(*function);
    fmerge_drop_body(wrap(function));
    function->setSubprogram(nullptr);
    IRBuilder<> builder(BasicBlock::Create(copy->getContext(), "", function));
    CallInst *call = builder.CreateCall(form, fmerge::closedArguments(*function, variables.getArrayRef()));
    call->setCallingConv(form->getCallingConv());
    if (function->getReturnType()->isVoidTy())
      builder.CreateRetVoid();
    else
      builder.CreateRet(call);
  }
  for (size_t number = 0, begin = 0; number < count; begin = ends[number++]) {
    auto *function = cast<Function>(values[unwrap(functions[number])]);
    function->addFnAttr(DigestAttribute, StringRef(texts + begin, ends[number] - begin));
  }
  dropWhatIsNotCode(*copy);
  // Compilers generate code for modules that the verifier refuses, too.
  if (!verifyModule(*copy))
    fmerge::writeBitcode(*copy, sink, context);
}

// Adds a module in bitcode to another one; false if that is impossible, after which `sink` has got the reason.
extern "C" bool fmerge_link_module(LLVMModuleRef intoRef, const uint8_t *bytes, size_t length, fmerge::ByteSink sink,
                                   void *context) {
  Module &into = *unwrap(intoRef);
  std::string error;
  std::unique_ptr<Module> module = fmerge::readBitcode(into.getContext(), bytes, length, error);
  if (module) {
    giveWayTo(into, *module);
    if (Linker::linkModules(into, std::move(module)))
      error = "it cannot be linked with the modules before it";
  }
  sink(context, reinterpret_cast<const uint8_t *>(error.data()), error.size());
  return error.empty();
}

// Hands over each function that carries such a text, and takes that from it. All other functions are switched off. From
// now on nothing is known of any symbol. An attribute keeps functions apart that may be fused in different ways.
extern "C" void fmerge_open_members(LLVMModuleRef moduleRef, void (*sink)(void *, LLVMValueRef, const char *, size_t),
                                    void *context) {
  Module &module = *unwrap(moduleRef);
  forgetSymbols(module);
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    Attribute attribute = function.getFnAttribute(DigestAttribute);
    if (!attribute.isValid() || function.hasAvailableExternallyLinkage()) {
      function.addFnAttr("fmerge", "off");
      continue;
    }
    std::string digest = attribute.getValueAsString().str();
    // The function that calls its closed form stays.
    if (function.hasLocalLinkage() && fmerge::isClosedName(function.getName()))
      function.setLinkage(GlobalValue::ExternalLinkage);
    function.removeFnAttr(DigestAttribute);
    if (std::string fused = fusion(function); !fused.empty())
      function.addFnAttr(FusionAttribute, fused);
    fmerge_drop_promises(wrap(&function));
    sink(context, wrap(&function), digest.data(), digest.size());
  }
}

// Takes that attribute from a function, which is merged no more.
extern "C" void fmerge_forget_fusion(LLVMValueRef function) {
  unwrap<Function>(function)->removeFnAttr(FusionAttribute);
}
