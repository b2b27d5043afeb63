// Takes functions from one module to another, by way of bitcode. For src/bodies/ (its Rust side: src/ffi/bodies.rs).
//
// Consumes: a module whose functions may share bodies with those of other objects; modules of other objects; bodies.
// Produces: bitcode of the module; one module of several; bitcode of single functions; these in another module.
// Guarantees: what is known of a symbol in one module is not known in another, so that no code depends on it. What
// comes into a module brings no strong reference that was not there, since the other object may not be linked.

#include "attributes.h"
#include "compat.h"
#include "content.h"
#include "crossing.h"
#include "gather.h"

#include "llvm-c/Types.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/CBindingWrapping.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <string>

using namespace llvm;

extern "C" void fmerge_drop_body(LLVMValueRef function);
extern "C" void fmerge_drop_promises(LLVMValueRef function);

namespace {

using ByteSink = void (*)(void *, const uint8_t *, size_t);

// The attribute by which a function of a module in bitcode carries the digest of what it was in its object.
constexpr char DigestAttribute[] = "fmerge-digest";
// How names of shared bodies begin (`fold.rs`).
constexpr char BodyPrefix[] = "fmerge.";
// The function of a stored module that passes the body what the original needs.
constexpr char MemberName[] = "fmerge.member";

void write(const Module &module, ByteSink sink, void *context) {
  SmallVector<char, 0> bytes;
  raw_svector_ostream out(bytes);
  WriteBitcodeToFile(module, out);
  sink(context, reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size());
}

std::unique_ptr<Module> parse(LLVMContext &context, const uint8_t *bytes, size_t length, std::string &error) {
  StringRef text(reinterpret_cast<const char *>(bytes), length);
  Expected<std::unique_ptr<Module>> module = parseBitcodeFile(MemoryBufferRef(text, "fmerge"), context);
  if (module)
    return std::move(*module);
  error = toString(module.takeError());
  return nullptr;
}

// Whether it is the name of a shared body: the prefix and 64 hexadecimal digits (`fold.rs`).
bool isBodyName(StringRef name) {
  return name.consume_front(BodyPrefix) && name.size() == 64 && all_of(name, isHexDigit);
}

bool isBody(const GlobalValue &symbol) { return isa<Function>(symbol) && isBodyName(symbol.getName()); }

bool isIntrinsic(const GlobalValue &symbol) {
  const auto *function = dyn_cast<Function>(&symbol);
  return function && function->isIntrinsic();
}

bool isContent(const GlobalValue &symbol) {
  const auto *variable = dyn_cast<GlobalVariable>(&symbol);
  return variable && fmerge::isContent(*variable);
}

using Constants = SmallSetVector<const Constant *, 16>;

// Adds the operands that are constants.
void addConstants(const User &user, Constants &all) {
  for (const Use &operand : user.operands())
    if (const auto *constant = dyn_cast<Constant>(operand.get()))
      all.insert(constant);
}

// Calls `visit` with each constant, and with the parts of those for which it says yes, each once.
template <typename Visit> void walk(Constants all, Visit visit) {
  for (size_t next = 0; next < all.size(); ++next)
    if (visit(*all[next]))
      addConstants(*all[next], all);
}

// Calls `then` with each symbol that a function leads to, by way of constants that are known by their content, too;
// these are among them.
template <typename Then> void forEachSymbol(const Function &function, Then then) {
  Constants all;
  addConstants(function, all); // the personality
  for (const Instruction &inst : instructions(function))
    addConstants(inst, all);
  walk(std::move(all), [&](const Constant &constant) {
    const auto *symbol = dyn_cast<GlobalValue>(&constant);
    if (symbol)
      then(*symbol);
    return !symbol || isContent(*symbol);
  });
}

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
         !isContent(symbol);
}

void forgetSymbols(Module &module) {
  if (module.getPICLevel() != PICLevel::NotPIC)
    for (GlobalValue &symbol : module.global_values())
      if (!symbol.hasLocalLinkage() && symbol.hasDefaultVisibility())
        symbol.setDSOLocal(false);
  for (GlobalAlias &alias : module.aliases())
    if (isOfProgram(alias))
      alias.setLinkage(GlobalValue::WeakAnyLinkage);
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

// Whether code generation, or the linker, takes the symbol for another thing in another module.
bool isBoundToModule(const GlobalValue &symbol) {
  const Module &module = *symbol.getParent();
  const auto *object = dyn_cast<GlobalObject>(&symbol);
  if (isContent(symbol))
    return object->hasSection();
  bool isLibrary = module.getPICLevel() != PICLevel::NotPIC && module.getPIELevel() == PIELevel::Default;
  bool isAbsolute = object && object->getMetadata(LLVMContext::MD_absolute_symbol);
  bool isOwn = isLibrary && !symbol.hasLocalLinkage() && symbol.hasDefaultVisibility() && symbol.isDSOLocal();
  return symbol.hasExternalWeakLinkage() || isAbsolute || isOwn || symbol.getName().starts_with("\1");
}

//===-- Functions that name local variables --------------------------------------------------------===//

// How the name ends of a function that takes local variables as parameters.
constexpr char ClosedSuffix[] = ".closed";

// LLVM may have added a number.
bool isClosedName(StringRef name) {
  size_t at = name.rfind(ClosedSuffix);
  return at != StringRef::npos &&
         all_of(name.drop_front(at + strlen(ClosedSuffix)), [](char c) { return c == '.' || isDigit(c); });
}

bool isLocalVariable(const GlobalVariable &variable) {
  return variable.hasLocalLinkage() && !fmerge::isContent(variable);
}

// Adds the local variables that an instruction names, also within expressions.
void addLocalVariables(const Instruction &inst, SmallSetVector<GlobalVariable *, 4> &variables) {
  Constants all;
  addConstants(inst, all);
  walk(std::move(all), [&](const Constant &constant) {
    const auto *variable = dyn_cast<GlobalVariable>(&constant);
    if (variable && isLocalVariable(*variable))
      variables.insert(const_cast<GlobalVariable *>(variable));
    return !isa<GlobalValue>(constant);
  });
}

// The local variables that a function names, in order of first use.
SmallSetVector<GlobalVariable *, 4> localVariables(const Function &function) {
  SmallSetVector<GlobalVariable *, 4> variables;
  for (const Instruction &inst : instructions(function))
    addLocalVariables(inst, variables);
  return variables;
}

// Whether an instruction needs the variables that it names, and no values: the clauses of landing pads, and intrinsics
// other than those that copy and fill memory.
bool needsVariables(const Instruction &inst) {
  bool takesValues = !isa<LandingPadInst>(inst) && (!isa<IntrinsicInst>(inst) || isa<AnyMemIntrinsic>(inst));
  SmallSetVector<GlobalVariable *, 4> variables;
  if (!takesValues)
    addLocalVariables(inst, variables);
  return !variables.empty();
}

// Whether a function can call another one in its place, and its variables can be values.
bool canBeClosed(const Function &function, ArrayRef<GlobalVariable *> variables) {
  bool isFixed = any_of(instructions(function), [](const Instruction &inst) {
    const auto *call = dyn_cast<CallInst>(&inst);
    return (call && call->isMustTailCall()) || needsVariables(inst);
  });
  return !function.isVarArg() && !isFixed && all_of(variables, [](const GlobalVariable *variable) {
    return !variable->isThreadLocal() && variable->getAddressSpace() == 0;
  });
}

// A function without a body that takes the parameters of another one, and then these variables.
Function &emptyClosed(const Function &from, ArrayRef<GlobalVariable *> variables) {
  Module &module = *const_cast<Module *>(from.getParent());
  SmallVector<Type *, 8> types(from.getFunctionType()->params());
  for (const GlobalVariable *variable : variables)
    types.push_back(variable->getType());
  auto *type = FunctionType::get(from.getReturnType(), types, false);
  return *Function::Create(type, GlobalValue::InternalLinkage, from.getAddressSpace(), from.getName() + ClosedSuffix,
                           &module);
}

void fillClosed(Function &closed, const Function &from) {
  ValueToValueMapTy values;
  for (const Argument &parameter : from.args())
    values[&parameter] = closed.getArg(parameter.getArgNo());
  SmallVector<ReturnInst *, 4> returns;
  CloneFunctionInto(&closed, &from, values, CloneFunctionChangeType::LocalChangesOnly, returns);
  closed.setLinkage(GlobalValue::InternalLinkage);
  closed.setVisibility(GlobalValue::DefaultVisibility);
  closed.setDSOLocal(true);
  closed.setComdat(nullptr);
  closed.setSection("");
  closed.setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  closed.setSubprogram(nullptr);
  closed.removeFnAttr(Attribute::Memory); // a variable is memory behind a parameter now
  stripDebugInfo(closed);
}

// Makes each use of the variables a use of the function's last parameters; false if some cannot be.
bool replaceVariables(Function &closed, ArrayRef<GlobalVariable *> variables) {
  SmallVector<Constant *, 4> constants(variables.begin(), variables.end());
  convertUsersOfConstantsToInstructions(constants, &closed, /*RemoveDeadConstants=*/false);
  DenseMap<const Value *, Argument *> parameters;
  for (auto [number, variable] : enumerate(variables))
    parameters[variable] = closed.getArg(unsigned(closed.arg_size() - variables.size() + number));
  for (Instruction &inst : instructions(closed))
    for (Use &operand : inst.operands())
      if (Argument *parameter = parameters.lookup(operand.get()))
        operand.set(parameter);
  return localVariables(closed).empty();
}

// What a function passes for the parameters of its closed form.
SmallVector<Value *, 8> closedArguments(Function &function, ArrayRef<GlobalVariable *> variables) {
  SmallVector<Value *, 8> arguments;
  for (Argument &parameter : function.args())
    arguments.push_back(&parameter);
  arguments.append(variables.begin(), variables.end());
  return arguments;
}

//===-- Functions from module to module ------------------------------------------------------------===//

// Copies functions, and constants that are known by their content, into another module. Other symbols are looked for
// there by name, and `declare` adds those that are missing.
class Importer : public ValueMaterializer {
public:
  using Declare = function_ref<GlobalValue &(const GlobalValue &)>;

  Importer(Module &to, Declare declare) : to(to), declare(declare) {}

  // Fills a function without a body. Where the original names itself, it still means the symbol.
  void fill(Function &made, const Function &from) {
    for (auto [parameter, own] : zip_equal(from.args(), made.args())) {
      own.setName(parameter.getName());
      values[&parameter] = &own;
    }
    bool hasUnits = to.getNamedMetadata("llvm.dbg.cu");
    SmallVector<ReturnInst *, 4> returns;
    CloneFunctionInto(&made, &from, values, CloneFunctionChangeType::DifferentModule, returns, "", nullptr, nullptr,
                      this);
    if (NamedMDNode *units = to.getNamedMetadata("llvm.dbg.cu"); units && !hasUnits)
      units->eraseFromParent();
    made.setAlignment(from.getAlign());
    finish();
  }

  Constant *mapped(Constant &constant) {
    Constant *made = MapValue(&constant, values, RF_None, nullptr, this);
    finish();
    return made;
  }

  Value *materialize(Value *value) override {
    auto *symbol = dyn_cast<GlobalValue>(value);
    if (!symbol || symbol->getParent() == &to)
      return nullptr;
    if (isContent(*symbol))
      return &contentFor(*cast<GlobalVariable>(symbol));
    GlobalValue *known = to.getNamedValue(symbol->getName());
    return known ? known : &declare(*symbol);
  }

private:
  Module &to;
  Declare declare;
  ValueToValueMapTy values;
  SmallVector<std::pair<GlobalVariable *, const GlobalVariable *>, 4> contents;

  GlobalVariable &contentFor(const GlobalVariable &from) {
    auto *made = new GlobalVariable(to, from.getValueType(), from.isConstant(), GlobalValue::PrivateLinkage, nullptr,
                                    from.getName(), nullptr, GlobalValue::NotThreadLocal, from.getAddressSpace());
    made->copyAttributesFrom(&from);
    made->setLinkage(GlobalValue::PrivateLinkage);
    made->setVisibility(GlobalValue::DefaultVisibility);
    made->setDSOLocal(true);
    contents.push_back({made, &from});
    return *made;
  }

  // One constant may lead to others.
  void finish() {
    while (!contents.empty()) {
      auto [made, from] = contents.pop_back_val();
      made->setInitializer(MapValue(from->getInitializer(), values, RF_None, nullptr, this));
    }
  }
};

Function &functionLike(const Function &from, StringRef name, Module &to) {
  Function *made =
      Function::Create(from.getFunctionType(), GlobalValue::ExternalLinkage, from.getAddressSpace(), name, &to);
  made->setCallingConv(from.getCallingConv());
  return *made;
}

// A reference to a symbol of another module, of which nothing is known but how it is called.
GlobalValue &declaredLike(const GlobalValue &symbol, Module &to) {
  if (auto *type = dyn_cast<FunctionType>(symbol.getValueType())) {
    auto *made = Function::Create(type, GlobalValue::ExternalLinkage, symbol.getAddressSpace(), symbol.getName(), &to);
    if (const auto *function = dyn_cast<Function>(&symbol))
      made->setCallingConv(function->getCallingConv());
    if (isIntrinsic(symbol))
      made->setAttributes(cast<Function>(symbol).getAttributes());
    return *made;
  }
  auto *made =
      new GlobalVariable(to, symbol.getValueType(), /*isConstant=*/false, GlobalValue::ExternalLinkage, nullptr,
                         symbol.getName(), nullptr, symbol.getThreadLocalMode(), symbol.getAddressSpace());
  if (const auto *variable = dyn_cast<GlobalVariable>(&symbol))
    if (auto model = variable->getCodeModel())
      made->setCodeModel(*model);
  return *made;
}

// Bitcode of a function alone, which is called `name` there. Symbols are declared.
void writeFunction(const Function &function, StringRef name, ByteSink sink, void *context) {
  const Module &from = *function.getParent();
  Module made("fmerge", function.getContext());
  made.setDataLayout(from.getDataLayout());
  made.setTargetTriple(from.getTargetTriple());
  Importer importer(made, [&](const GlobalValue &symbol) -> GlobalValue & { return declaredLike(symbol, made); });
  importer.fill(functionLike(function, name, made), function);
  write(made, sink, context);
}

// The one call of a function that does nothing else but convert what it is given and returns; none if it does more.
const CallInst *onlyCall(const Function &function) {
  const CallInst *only = nullptr;
  if (function.size() != 1)
    return nullptr;
  for (const Instruction &inst : function.getEntryBlock()) {
    const auto *call = dyn_cast<CallInst>(&inst);
    if (call && only)
      return nullptr;
    if (!call && !isa<CastInst, ReturnInst, ExtractValueInst, InsertValueInst>(inst))
      return nullptr;
    only = call ? call : only;
  }
  return only;
}

// The body that a function calls and does nothing else.
const Function *bodyOf(const Function &function) {
  const CallInst *call = function.isDeclaration() ? nullptr : onlyCall(function);
  const Function *body = call ? call->getCalledFunction() : nullptr;
  return body && isBody(*body) && !call->hasOperandBundles() ? body : nullptr;
}

// What stands for an argument before it is converted: a parameter or a constant; null for anything else.
const Value *beforeConversion(const Value *value) {
  while (const auto *cast = dyn_cast<CastInst>(value))
    value = cast->getOperand(0);
  return isa<Argument, Constant>(value) ? value : nullptr;
}

bool passesPlainly(const CallInst &call) {
  return all_of(call.args(), [](const Use &argument) { return beforeConversion(argument.get()); });
}

// What is asked of a module once for all that comes into it.
class Destination {
public:
  explicit Destination(Module &module) : module(module) {}

  Module &module;

  // Whether text for the assembler may name the symbol.
  bool isInAssembly(StringRef name) {
    if (!words)
      words = fmerge::wordsOfAssembly(module);
    return words->contains(name);
  }

  // Whether libraries may have the function, so that code generation may call it.
  bool isInLibrary(StringRef name) {
    if (!libraries)
      libraries.emplace(Triple(fmerge::compat::tripleOf(module)));
    LibFunc found;
    return libraries->getLibFunc(name, found) || name.starts_with("_Unwind_") ||
           (name.starts_with("__") && !name.starts_with("__cxa_"));
  }

private:
  std::optional<StringSet<>> words;
  std::optional<TargetLibraryInfoImpl> libraries;
};

// Brings bodies, and a thunk's arguments, into a module.
class Arrival {
public:
  using Load = bool (*)(void *, const char *, size_t, const uint8_t **, size_t *);

  Arrival(Function &member, Destination &destination)
      : member(member), to(destination.module), destination(destination) {}

  // Reads the thunk, and the bodies that are missing; false if some cannot be had here. Nothing is changed.
  bool read(const uint8_t *bytes, size_t length, Load load, void *context) {
    std::string error;
    std::unique_ptr<Module> first = parse(to.getContext(), bytes, length, error);
    thunk = first ? first->getFunction(MemberName) : nullptr;
    if (!thunk || !bodyOf(*thunk) || !passesPlainly(*onlyCall(*thunk)) ||
        thunk->getFunctionType() != member.getFunctionType())
      return false;
    sources.push_back(std::move(first));
    for (size_t next = 0; next < sources.size(); ++next)
      for (Function &function : *sources[next])
        if (function.isDeclaration() && isBody(function) && !readBody(function, load, context))
          return false;
    return all_of(sources,
                  [&](const auto &source) {
                    return all_of(source->global_values(), [&](const GlobalValue &symbol) { return canTake(symbol); });
                  }) &&
           all_of(bodies, [&](const Function *body) { return hasPersonality(*body); });
  }

  // Adds the bodies; returns the one that the thunk calls.
  Function &add() {
    for (const Function *body : bodies)
      functionLike(*body, body->getName(), to);
    for (const Function *body : bodies)
      fill(*to.getFunction(body->getName()), *body);
    return *to.getFunction(bodyOf(*thunk)->getName());
  }

  // Calls `then` with each argument of the thunk: a constant of the module, or the number of a parameter, or -1.
  template <typename Then> void forEachArgument(Then then) {
    Importer importer(to, [&](const GlobalValue &symbol) -> GlobalValue & { return reference(symbol); });
    for (const Use &use : onlyCall(*thunk)->args()) {
      const Value *value = beforeConversion(use.get());
      if (const auto *parameter = dyn_cast<Argument>(value))
        then(nullptr, int32_t(parameter->getArgNo()));
      else if (isa<PoisonValue>(value))
        then(nullptr, -1);
      else
        then(wrap(importer.mapped(*const_cast<Constant *>(cast<Constant>(value)))), -1);
    }
  }

private:
  Function &member;
  Module &to;
  Destination &destination;
  Function *thunk = nullptr;
  SmallVector<std::unique_ptr<Module>, 4> sources;
  SmallVector<const Function *, 4> bodies;

  bool readBody(const Function &wanted, Load load, void *context) {
    StringRef name = wanted.getName();
    if (any_of(bodies, [&](const Function *body) { return body->getName() == name; }))
      return true;
    if (const Function *known = to.getFunction(name); known && !known->isDeclaration())
      return true;
    const uint8_t *bytes = nullptr;
    size_t length = 0;
    std::string error;
    if (!load(context, name.data(), name.size(), &bytes, &length))
      return false;
    std::unique_ptr<Module> source = parse(to.getContext(), bytes, length, error);
    const Function *body = source ? source->getFunction(name) : nullptr;
    if (!body || body->isDeclaration())
      return false;
    bodies.push_back(body);
    sources.push_back(std::move(source));
    return true;
  }

  // Whether something that gets into the object refers to the symbol.
  static bool isReferredTo(const GlobalValue &symbol) {
    SmallPtrSet<const User *, 16> seen;
    SmallVector<const User *, 16> open(symbol.users());
    while (!open.empty()) {
      const User *user = open.pop_back_val();
      if (!seen.insert(user).second)
        continue;
      if (const auto *inst = dyn_cast<Instruction>(user)) {
        if (!inst->getFunction()->hasAvailableExternallyLinkage())
          return true;
      } else if (const auto *by = dyn_cast<GlobalValue>(user)) {
        if (!by->isDeclarationForLinker())
          return true;
      } else {
        open.append(user->user_begin(), user->user_end());
      }
    }
    return false;
  }

  GlobalValue *known(const GlobalValue &symbol) const {
    GlobalValue *found = to.getNamedValue(symbol.getName());
    return found && (!found->isDeclarationForLinker() || isReferredTo(*found)) ? found : nullptr;
  }

  bool canTake(const GlobalValue &symbol) {
    if (isContent(symbol) || symbol.getName() == MemberName || isIntrinsic(symbol))
      return true;
    const GlobalValue *named = to.getNamedValue(symbol.getName());
    bool isFunction = isa<FunctionType>(symbol.getValueType());
    if (named && (named->hasLocalLinkage() || isa<FunctionType>(named->getValueType()) != isFunction ||
                  named->getThreadLocalMode() != symbol.getThreadLocalMode() || isBoundToModule(*named)))
      return false;
    if (isBody(symbol))
      return !named || named->getValueType() == symbol.getValueType();
    return known(symbol) || canBeMissing(symbol);
  }

  // Whether the module can refer to a symbol that no object of its link may define, and that nothing in its own object
  // refers to: neither text for the assembler nor what code generation calls.
  bool canBeMissing(const GlobalValue &symbol) {
    StringRef name = symbol.getName();
    return !symbol.isThreadLocal() && !destination.isInLibrary(name) && !destination.isInAssembly(name) &&
           !to.getNamedValue(("\1" + name).str());
  }

  bool hasPersonality(const Function &body) const {
    const auto *personality = body.hasPersonalityFn() ? dyn_cast<GlobalValue>(body.getPersonalityFn()) : nullptr;
    return !body.hasPersonalityFn() || (personality && known(*personality));
  }

  // A reference to a symbol that may be missing. Where the linker decides on the address, calls go by its table: a jump
  // to nothing may be out of range.
  GlobalValue &reference(const GlobalValue &symbol) {
    GlobalValue &made = declaredLike(symbol, to);
    if (isBody(symbol) || isIntrinsic(symbol))
      return made;
    made.setLinkage(GlobalValue::ExternalWeakLinkage);
    auto *function = dyn_cast<Function>(&made);
    if (function && to.getPICLevel() != PICLevel::NotPIC)
      function->addFnAttr(Attribute::NonLazyBind);
    return made;
  }

  void fill(Function &made, const Function &body) {
    // What is declared and not used gets no reference into the object; now it would.
    forEachSymbol(body, [&](const GlobalValue &symbol) {
      GlobalValue *named = to.getNamedValue(symbol.getName());
      if (isContent(symbol) || isBody(symbol) || isIntrinsic(symbol) || !named || known(symbol))
        return;
      if (auto *function = dyn_cast<Function>(named); function && !function->isDeclaration())
        function->deleteBody();
      if (auto *variable = dyn_cast<GlobalVariable>(named); variable && variable->hasInitializer())
        variable->setInitializer(nullptr);
      named->setLinkage(GlobalValue::ExternalWeakLinkage);
      named->setVisibility(GlobalValue::DefaultVisibility);
      named->setDSOLocal(false);
    });
    Importer importer(to, [&](const GlobalValue &symbol) -> GlobalValue & { return reference(symbol); });
    importer.fill(made, body);
    made.setUnnamedAddr(body.getUnnamedAddr());
    fmerge::shareByName(made);
  }
};

} // namespace

//===-- The interface, in the order of src/ffi/bodies.rs -------------------------------------------===//

// Hands over the module as bitcode, without debug information. Each of the functions carries its digest of `width`
// bytes of text. Each of the `open` functions only calls its closed form there. The module is not changed.
extern "C" void fmerge_write_module(LLVMModuleRef moduleRef, const LLVMValueRef *functions, const char *digests,
                                    size_t width, size_t count, const LLVMValueRef *open, const LLVMValueRef *closed,
                                    size_t openCount, ByteSink sink, void *context) {
  ValueToValueMapTy values;
  std::unique_ptr<Module> copy = CloneModule(*unwrap(moduleRef), values);
  for (size_t number = 0; number < openCount; ++number) {
    auto *function = cast<Function>(values[unwrap(open[number])]);
    auto *form = cast<Function>(values[unwrap(closed[number])]);
    auto variables = localVariables(*function);
    fmerge_drop_body(wrap(function));
    function->setSubprogram(nullptr);
    IRBuilder<> builder(BasicBlock::Create(copy->getContext(), "", function));
    CallInst *call = builder.CreateCall(form, closedArguments(*function, variables.getArrayRef()));
    call->setCallingConv(form->getCallingConv());
    if (function->getReturnType()->isVoidTy())
      builder.CreateRetVoid();
    else
      builder.CreateRet(call);
  }
  for (size_t number = 0; number < count; ++number) {
    auto *function = cast<Function>(values[unwrap(functions[number])]);
    function->addFnAttr(DigestAttribute, StringRef(digests + number * width, width));
  }
  dropWhatIsNotCode(*copy);
  write(*copy, sink, context);
}

// Adds a module in bitcode to another one; false if that is impossible, after which `sink` has got the reason.
extern "C" bool fmerge_link_module(LLVMModuleRef intoRef, const uint8_t *bytes, size_t length, ByteSink sink,
                                   void *context) {
  Module &into = *unwrap(intoRef);
  std::string error;
  std::unique_ptr<Module> module = parse(into.getContext(), bytes, length, error);
  if (module) {
    giveWayTo(into, *module);
    if (Linker::linkModules(into, std::move(module)))
      error = "it cannot be linked with the modules before it";
  }
  sink(context, reinterpret_cast<const uint8_t *>(error.data()), error.size());
  return error.empty();
}

// Hands over each function that carries a digest, and takes that from it. All other functions are switched off. From
// now on nothing is known of any symbol.
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
    if (function.hasLocalLinkage() && isClosedName(function.getName()))
      function.setLinkage(GlobalValue::ExternalLinkage);
    function.removeFnAttr(DigestAttribute);
    fmerge_drop_promises(wrap(&function));
    sink(context, wrap(&function), digest.data(), digest.size());
  }
}

// A local function that does the work of this one, takes the local variables that this one names as its last
// parameters, and names none. `variable` gets these, in order. Null if there are none, more than `most`, or if some
// cannot be parameters.
extern "C" LLVMValueRef fmerge_close(LLVMValueRef value, size_t most, void (*variable)(void *, LLVMValueRef),
                                     void *context) {
  const Function &function = *unwrap<Function>(value);
  auto variables = localVariables(function);
  if (variables.empty() || variables.size() > most || !canBeClosed(function, variables.getArrayRef()))
    return nullptr;
  Function &closed = emptyClosed(function, variables.getArrayRef());
  fillClosed(closed, function);
  if (!replaceVariables(closed, variables.getArrayRef())) {
    closed.eraseFromParent();
    return nullptr;
  }
  for (GlobalVariable *one : variables)
    variable(context, wrap(one));
  return wrap(&closed);
}

// A local function becomes one that other modules may name, and that goes when nobody calls it.
extern "C" void fmerge_publish(LLVMValueRef value) {
  Function &function = *unwrap<Function>(value);
  if (function.hasLocalLinkage())
    fmerge::publish(function);
}

// From now on no pass of this project merges the function.
extern "C" void fmerge_switch_off(LLVMValueRef function) { unwrap<Function>(function)->addFnAttr("fmerge", "off"); }

// Hands over each symbol that a function leads to.
extern "C" void fmerge_named_symbols(LLVMValueRef function, void (*sink)(void *, LLVMValueRef), void *context) {
  forEachSymbol(*unwrap<Function>(function), [&](const GlobalValue &symbol) { sink(context, wrap(&symbol)); });
}

// Whether the function refers to something that would be another thing in another object.
extern "C" bool fmerge_is_bound(LLVMValueRef value) {
  const Function &function = *unwrap<Function>(value);
  bool isBound = !function.getParent()->getModuleInlineAsm().empty() || function.getName().starts_with("\1");
  forEachSymbol(function, [&](const GlobalValue &symbol) { isBound |= isBoundToModule(symbol); });
  return isBound;
}

// The shared body that a function calls and does nothing else but pass on what it gets; null if it does more.
extern "C" LLVMValueRef fmerge_shared_body(LLVMValueRef value) {
  const Function &function = *unwrap<Function>(value);
  const Function *body = bodyOf(function);
  return body && passesPlainly(*onlyCall(function)) ? wrap(body) : nullptr;
}

// Hands over bitcode of a thunk.
extern "C" void fmerge_write_thunk(LLVMValueRef thunk, ByteSink sink, void *context) {
  writeFunction(*unwrap<Function>(thunk), MemberName, sink, context);
}

// Hands over bitcode of a shared body.
extern "C" void fmerge_write_body(LLVMValueRef value, ByteSink sink, void *context) {
  const Function &body = *unwrap<Function>(value);
  writeFunction(body, body.getName(), sink, context);
}

// What is asked of a module once for all that comes into it; to be disposed of, before the module goes.
extern "C" void *fmerge_destination_create(LLVMModuleRef module) { return new Destination(*unwrap(module)); }

extern "C" void fmerge_destination_dispose(void *destination) { delete static_cast<Destination *>(destination); }

// Brings the body of a thunk that `fmerge_write_thunk` wrote into the module of a function that can be such a thunk;
// the body, or null if that is impossible, and then nothing was added. `load` finds the bitcode of the body of a name.
// `argument` gets what the function passes for each parameter: a constant, or the number of a parameter of its own, or
// -1 for what is not used.
extern "C" LLVMValueRef fmerge_import_body(void *destination, LLVMValueRef memberRef, const uint8_t *bytes,
                                           size_t length,
                                           bool (*load)(void *, const char *, size_t, const uint8_t **, size_t *),
                                           void (*argument)(void *, LLVMValueRef, int32_t), void *context) {
  Arrival arrival(*unwrap<Function>(memberRef), *static_cast<Destination *>(destination));
  if (!arrival.read(bytes, length, load, context))
    return nullptr;
  Function &body = arrival.add();
  arrival.forEachArgument([&](LLVMValueRef constant, int32_t parameter) { argument(context, constant, parameter); });
  return wrap(&body);
}
