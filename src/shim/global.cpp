// What merging across objects needs of a module: sections for summaries, and bodies that any linker folds.

#include "attributes.h"
#include "canon.h"
#include "compat.h"
#include "content.h"
#include "parameterize.h"
#include "replace.h"

#include "llvm-c/Types.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ProfDataUtils.h"
#include "llvm/Support/CBindingWrapping.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

#include <map>
#include <string>

using namespace llvm;

namespace {

// Finds out whether a function leads to something that another module cannot mean.
class LocalNames {
public:
  // The operands at `places` do not count. `all` are the function's instructions, in canonical order.
  LocalNames(const Function &self, ArrayRef<Instruction *> all, ArrayRef<FmergePlace> places) : self(self) {
    for (const FmergePlace &place : places)
      replaced.insert({all[place.instruction], place.operand});
  }

  // From now on, local functions whose addresses do not matter are no such things, but noted in `functions`.
  void setApart(SmallSetVector<const Function *, 4> &functions) { apart = &functions; }

  bool inFunction() {
    if (self.hasPersonalityFn() && leads(*self.getPersonalityFn()))
      return true;
    SmallVector<std::pair<unsigned, MDNode *>, 4> nodes;
    self.getAllMetadata(nodes);
    return inNodes(nodes) || any_of(instructions(self), [&](const Instruction &inst) { return in(inst); });
  }

private:
  enum class State { Unknown, Open, No, Yes };

  const Function &self;
  SmallSetVector<const Function *, 4> *apart = nullptr;
  DenseMap<const Constant *, State> known;
  DenseMap<const MDNode *, State> knownNodes;
  DenseSet<std::pair<const Instruction *, unsigned>> replaced;

  bool in(const Instruction &inst) {
    // A scope of aliasing is a place of the function itself, and code is generated for none.
    if (isa<NoAliasScopeDeclInst>(inst))
      return false;
    SmallVector<std::pair<unsigned, MDNode *>, 4> nodes;
    inst.getAllMetadataOtherThanDebugLoc(nodes);
    return inNodes(nodes) || any_of(inst.operands(), [&](const Use &operand) {
             return !replaced.contains({&inst, operand.getOperandNo()}) && in(*operand.get());
           });
  }

  // Text for the assembler may name any symbol.
  bool in(const Value &operand) {
    if (const auto *constant = dyn_cast<Constant>(&operand))
      return leads(*constant);
    if (const auto *text = dyn_cast<InlineAsm>(&operand))
      return !text->getAsmString().empty();
    const auto *wrapped = dyn_cast<MetadataAsValue>(&operand);
    return wrapped && leads(wrapped->getMetadata());
  }

  // Whether metadata of this kind names a place of the function itself, which is no name.
  static bool isPlace(unsigned kind) {
    return is_contained({LLVMContext::MD_dbg, LLVMContext::MD_loop, LLVMContext::MD_alias_scope,
                         LLVMContext::MD_noalias, LLVMContext::MD_access_group,
                         LLVMContext::MD_mem_parallel_loop_access, LLVMContext::MD_DIAssignID},
                        kind);
  }

  bool inNodes(ArrayRef<std::pair<unsigned, MDNode *>> nodes) {
    return any_of(nodes, [&](auto pair) { return !isPlace(pair.first) && leads(pair.second); });
  }

  // Whether a node of a graph leads to one that `isLocal`, or back to itself: the content of a cycle could not be told.
  // `partsOf` gives the nodes that a node leads to directly. The graph may be deep.
  template <typename Node, typename Parts, typename Local>
  static bool leads(const Node &root, DenseMap<const Node *, State> &known, Parts partsOf, Local isLocal) {
    SmallVector<std::pair<const Node *, SmallVector<const Node *, 2>>, 8> path;
    auto isOpenOrLocal = [&](const Node &node) {
      State &state = known[&node];
      if (state == State::Unknown) {
        state = isLocal(node) ? State::Yes : State::Open;
        if (state == State::Open)
          path.push_back({&node, partsOf(node)});
        return state == State::Yes;
      }
      return state != State::No;
    };
    bool found = isOpenOrLocal(root);
    while (!found && !path.empty()) {
      auto &[node, parts] = path.back();
      if (parts.empty()) {
        known[node] = State::No;
        path.pop_back();
      } else {
        found = isOpenOrLocal(*parts.pop_back_val());
      }
    }
    for (auto &[node, parts] : path) // all of these lead to what was found
      known[node] = State::Yes;
    return found;
  }

  // A distinct node is like no other, and has no name that another module knows.
  bool leads(const Metadata *data) {
    if (const auto *wrapped = dyn_cast_or_null<ConstantAsMetadata>(data))
      return leads(*wrapped->getValue());
    const auto *root = dyn_cast_or_null<MDNode>(data);
    auto partsOf = [](const MDNode &node) {
      SmallVector<const MDNode *, 2> parts;
      for (const MDOperand &part : node.operands())
        if (const auto *inner = dyn_cast_or_null<MDNode>(part.get()); inner && !isDebugInfo(*inner))
          parts.push_back(inner);
      return parts;
    };
    auto isLocal = [&](const MDNode &node) {
      return node.isDistinct() || any_of(node.operands(), [&](const MDOperand &part) {
               const auto *wrapped = dyn_cast_or_null<ConstantAsMetadata>(part.get());
               return wrapped && leads(*wrapped->getValue());
             });
    };
    return root && !isDebugInfo(*root) && leads(*root, knownNodes, partsOf, isLocal);
  }

  bool isApart(const Constant &whole) {
    const auto *function = dyn_cast<Function>(&whole);
    if (!function || !function->hasLocalLinkage() || function->isDeclaration() || !function->hasGlobalUnnamedAddr())
      return false;
    apart->insert(function);
    return true;
  }

  static bool isDebugInfo(const MDNode &node) { return isa<DINode, DILocation, DIExpression>(node); }

  // A local constant whose address does not matter is known by its content.
  bool leads(const Constant &constant) {
    auto partsOf = [](const Constant &whole) {
      SmallVector<const Constant *, 2> parts;
      const auto *variable = dyn_cast<GlobalVariable>(&whole);
      if (variable && fmerge::isContent(*variable))
        parts.push_back(variable->getInitializer());
      else if (!isa<GlobalValue>(whole))
        for (const Use &part : whole.operands())
          parts.push_back(cast<Constant>(part.get()));
      return parts;
    };
    auto isLocal = [&](const Constant &whole) {
      if (&whole == &self || (apart && isApart(whole)))
        return false;
      const auto *variable = dyn_cast<GlobalVariable>(&whole);
      const auto *global = dyn_cast<GlobalValue>(&whole);
      bool isContent = variable && fmerge::isContent(*variable);
      return isa<BlockAddress>(whole) || (global && !isContent && global->hasLocalLinkage());
    };
    return leads(constant, known, partsOf, isLocal);
  }
};

// Promises about types, values, aliasing and pointers. Optimisers of callers and of the body use them, and code
// generation hardly ever does. None of them decides how a value is passed.
constexpr Attribute::AttrKind functionPromises[] = {
    Attribute::Memory,    Attribute::MustProgress, Attribute::NoCallback, Attribute::NoFree,
    Attribute::NoRecurse, Attribute::NoSync,       Attribute::WillReturn};
constexpr Attribute::AttrKind valuePromises[] = {fmerge::compat::Captures,
                                                 fmerge::compat::DeadOnReturn,
                                                 Attribute::DeadOnUnwind,
                                                 Attribute::Dereferenceable,
                                                 Attribute::DereferenceableOrNull,
                                                 Attribute::Initializes,
                                                 Attribute::NoAlias,
                                                 Attribute::NoFree,
                                                 Attribute::NoFPClass,
                                                 Attribute::NonNull,
                                                 Attribute::Range,
                                                 Attribute::ReadNone,
                                                 Attribute::ReadOnly,
                                                 Attribute::Writable,
                                                 Attribute::WriteOnly};
constexpr Attribute::AttrKind pointeePassed[] = {
    Attribute::ByRef,        Attribute::ByVal,          Attribute::ElementType, Attribute::InAlloca,
    Attribute::Preallocated, Attribute::StackAlignment, Attribute::StructRet};
constexpr unsigned memoryPromises[] = {LLVMContext::MD_tbaa,
                                       LLVMContext::MD_tbaa_struct,
                                       LLVMContext::MD_alias_scope,
                                       LLVMContext::MD_noalias,
                                       LLVMContext::MD_noundef,
                                       LLVMContext::MD_nonnull,
                                       LLVMContext::MD_dereferenceable,
                                       LLVMContext::MD_dereferenceable_or_null};

AttributeMask maskOf(ArrayRef<Attribute::AttrKind> kinds) {
  AttributeMask mask;
  for (Attribute::AttrKind kind : kinds)
    mask.addAttribute(kind);
  return mask;
}

// The attributes to drop from a value. The alignment is kept if what the value points to is passed, because then it
// decides how.
AttributeMask promisesOf(const Function &user, AttributeSet value) {
  AttributeMask mask = maskOf(valuePromises);
  if (!fmergePassesShadows(user))
    mask.addAttribute(Attribute::NoUndef);
  if (none_of(pointeePassed, [&](Attribute::AttrKind kind) { return value.hasAttribute(kind); }))
    mask.addAttribute(Attribute::Alignment);
  return mask;
}

AttributeList withoutPromises(const Function &user, AttributeList all, unsigned params) {
  LLVMContext &context = user.getContext();
  all = all.removeFnAttributes(context, maskOf(functionPromises));
  all = all.removeRetAttributes(context, promisesOf(user, all.getRetAttrs()));
  for (unsigned number = 0; number < params; ++number)
    all = all.removeParamAttributes(context, number, promisesOf(user, all.getParamAttrs(number)));
  return all;
}

// Drops the profile data of one function. The linker keeps one of many equal bodies, and it must not matter which. What
// the source says of branches (`__builtin_expect`) holds for all, and stays.
void dropProfile(Instruction &inst) {
  MDNode *profile = inst.getMetadata(LLVMContext::MD_prof);
  if (profile && !(isBranchWeightMD(profile) && hasBranchWeightOrigin(profile)))
    inst.setMetadata(LLVMContext::MD_prof, nullptr);
}

// Arguments of intrinsics keep their attributes, because code generation uses the alignment of some of them.
void dropPromises(Instruction &inst) {
  dropProfile(inst);
  for (unsigned kind : memoryPromises)
    inst.setMetadata(kind, nullptr);
  auto *call = dyn_cast<CallBase>(&inst);
  if (call && !isa<IntrinsicInst>(call))
    call->setAttributes(withoutPromises(*inst.getFunction(), call->getAttributes(), call->arg_size()));
}

// Drops `nounwind` of a function that has an unwind entry in any case, because it changes none of its code. If the
// function catches nothing, `nounwind` on its calls changes none either.
void dropNoUnwind(Function &function) {
  function.removeFnAttr(Attribute::NoUnwind);
  if (function.hasPersonalityFn())
    return;
  for (Instruction &inst : instructions(function))
    if (auto *call = dyn_cast<CallBase>(&inst))
      call->removeFnAttr(Attribute::NoUnwind);
}

// What code generation is told of the whole module.
std::string settings(const Module &module) {
  std::map<std::string, std::string> flags;
  SmallVector<Module::ModuleFlagEntry, 8> entries;
  module.getModuleFlagsMetadata(entries);
  for (const Module::ModuleFlagEntry &entry : entries) {
    StringRef key = entry.Key->getString();
    if (!fmerge::isSetting(key))
      continue;
    if (const auto *number = mdconst::dyn_extract<ConstantInt>(entry.Val))
      flags[key.str()] = toString(number->getValue(), 10, false);
    else if (const auto *text = dyn_cast<MDString>(entry.Val))
      flags[key.str()] = text->getString().str();
  }
  std::string all = fmerge::compat::tripleOf(module).str() + '\n' + module.getDataLayoutStr() + '\n';
  for (const auto &[key, value] : flags)
    all += key + '=' + value + '\n';
  return all;
}

} // namespace

void fmerge::publish(Function &function) {
  function.setLinkage(GlobalValue::LinkOnceODRLinkage);
  function.setVisibility(GlobalValue::HiddenVisibility);
  function.setDSOLocal(true);
}

void fmerge::shareByName(Function &function) {
  publish(function);
  function.setComdat(function.getParent()->getOrInsertComdat(function.getName()));
}

bool fmerge::isSetting(StringRef flag) {
  constexpr StringRef others[] = {"Debug Info Version", "Dwarf Version",        "DWARF64",
                                  "CodeView",           "CodeViewGHash",        "debug-info-assignment-tracking",
                                  "EnableSplitLTOUnit", "UnifiedLTO",           "ThinLTO",
                                  "LTOPostLink",        "Virtual Function Elim"};
  return !is_contained(others, flag);
}

// Puts the bytes into a section that gets into the object, but that linkers leave out of their output.
extern "C" void fmerge_emit_section(LLVMModuleRef moduleRef, const char *name, const uint8_t *bytes, size_t length) {
  Module &module = *unwrap(moduleRef);
  LLVMContext &context = module.getContext();
  Constant *content = ConstantDataArray::get(context, ArrayRef(bytes, length));
  auto *global = new GlobalVariable(module, content->getType(), /*isConstant=*/true, GlobalValue::PrivateLinkage,
                                    content, "fmerge.summary");
  global->setSection(name);
  global->setAlignment(Align(8));
  global->setMetadata(LLVMContext::MD_exclude, MDNode::get(context, {}));
  // Sanitizers put what they know of variables into sections that refer to these.
  GlobalValue::SanitizerMetadata none;
  none.NoAddress = none.NoHWAddress = true;
  global->setSanitizerMetadata(none);
  appendToCompilerUsed(module, {global});
}

// Whether the object format has sections that a linker leaves out, and comdats of any name.
extern "C" bool fmerge_is_elf(LLVMModuleRef module) {
  return fmerge::compat::tripleOf(*unwrap(module)).isOSBinFormatELF();
}

// Whether the function refers to something that only its own module can mean. The operands at `places` do not count,
// because parameters will stand there.
extern "C" bool fmerge_names_local(LLVMValueRef value, const FmergePlace *places, size_t count) {
  Function &function = *unwrap<Function>(value);
  auto all = fmerge::canonicalInstructions(function);
  return LocalNames(function, all, ArrayRef(places, count)).inFunction();
}

// As `fmerge_names_local`, but local functions whose addresses do not matter are handed over instead.
extern "C" bool fmerge_names_local_beside(LLVMValueRef value, void (*sink)(void *, LLVMValueRef), void *context) {
  Function &function = *unwrap<Function>(value);
  SmallSetVector<const Function *, 4> functions;
  LocalNames names(function, {}, {});
  names.setApart(functions);
  bool names_local = names.inFunction();
  for (const Function *one : functions)
    sink(context, wrap(one));
  return names_local;
}

// Takes from a body its profile, and its promises about types, values, aliasing and pointers. Bodies of templates
// differ in these although their code is the same. The promises about unwinding stay if they change code: `nounwind`
// without `uwtable` leaves out the unwind entry.
extern "C" void fmerge_drop_promises(LLVMValueRef value) {
  Function &function = *unwrap<Function>(value);
  function.setMetadata(LLVMContext::MD_prof, nullptr);
  function.setAttributes(withoutPromises(function, function.getAttributes(), function.arg_size()));
  if (function.hasUWTable())
    dropNoUnwind(function);
  for (Instruction &inst : make_early_inc_range(instructions(function)))
    if (isa<NoAliasScopeDeclInst>(inst))
      inst.eraseFromParent(); // nothing is of its scope any more
    else
      dropPromises(inst);
}

// The settings of the whole module on which the code of each function depends.
extern "C" void fmerge_module_settings(LLVMModuleRef module, void (*sink)(void *, const uint8_t *, size_t),
                                       void *context) {
  std::string all = settings(*unwrap(module));
  sink(context, reinterpret_cast<const uint8_t *>(all.data()), all.size());
}

// Gives a local function such a name that every linker keeps one of all functions that have it, and returns the
// function that has the name now. If the module already has a function of that name, this is the result, and the local
// function stays as it was. If something else has the name, the result is the local function as it was.
extern "C" LLVMValueRef fmerge_make_comdat(LLVMValueRef value, const char *name, size_t length) {
  Function &function = *unwrap<Function>(value);
  Module &module = *function.getParent();
  StringRef symbol(name, length);
  GlobalValue *known = module.getNamedValue(symbol);
  if (known && (!isa<Function>(known) || known->getType() != function.getType()))
    return value;
  if (known && !known->isDeclarationForLinker())
    return wrap(known);
  if (known) { // what a ThinLTO step took from another module
    known->replaceAllUsesWith(&function);
    fmergeLocateCalls(function);
    known->eraseFromParent();
  }
  function.setName(symbol);
  fmerge::shareByName(function);
  return value;
}
