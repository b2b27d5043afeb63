// Takes functions from one module to another, by way of bitcode. For src/bodies/ (its Rust side: src/ffi/bodies.rs).
//
// Consumes: a module whose functions may share bodies with those of other objects; modules of other objects; a body
// with what one function passes it. Produces: bitcode of the module; one module of several; bitcode of the body; the
// body in another module. Guarantees: what is said of a symbol in one module is never believed in another. A body that
// comes into a module brings no strong reference that the function did not have, since the other object may not be
// linked.

#include "content.h"
#include "crossing.h"

#include "llvm-c/Types.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/CBindingWrapping.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include <memory>
#include <string>

using namespace llvm;

extern "C" void fmerge_drop_body(LLVMValueRef function);

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

bool isBody(const GlobalValue &symbol) {
  return isa<Function>(symbol) && symbol.hasLinkOnceODRLinkage() && !symbol.isDeclaration() &&
         symbol.getName().starts_with(BodyPrefix);
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
    if (fmerge::isSetting(flag.Key->getString()))
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
  for (GlobalValue *symbol : twice)
    makeDeclaration(*symbol);
}

//===-- Functions that name local variables --------------------------------------------------------===//

// How the name ends of a function that takes local variables as parameters.
constexpr char ClosedSuffix[] = ".closed";

bool isLocalVariable(const GlobalVariable &variable) {
  return variable.hasLocalLinkage() && !fmerge::isContent(variable);
}

// The local variables that instructions name, also within expressions, in order of first use.
SmallSetVector<GlobalVariable *, 4> localVariables(const Function &function) {
  SmallSetVector<GlobalVariable *, 4> variables;
  SmallPtrSet<const Constant *, 16> seen;
  SmallVector<const Constant *, 8> open;
  for (const Instruction &inst : instructions(function))
    for (const Use &operand : inst.operands()) {
      if (const auto *constant = dyn_cast<Constant>(operand.get()))
        open.push_back(constant);
      while (!open.empty()) {
        const Constant *constant = open.pop_back_val();
        if (!seen.insert(constant).second)
          continue;
        const auto *variable = dyn_cast<GlobalVariable>(constant);
        if (variable && isLocalVariable(*variable))
          variables.insert(const_cast<GlobalVariable *>(variable));
        else if (!isa<GlobalValue>(constant))
          for (const Use &part : constant->operands())
            open.push_back(cast<Constant>(part.get()));
      }
    }
  return variables;
}

// Whether a function can call another one in its place, and its variables can be values.
bool canBeClosed(const Function &function, ArrayRef<GlobalVariable *> variables) {
  bool callsInPlace = any_of(instructions(function), [](const Instruction &inst) {
    const auto *call = dyn_cast<CallInst>(&inst);
    return call && call->isMustTailCall();
  });
  return !function.isVarArg() && !callsInPlace && all_of(variables, [](const GlobalVariable *variable) {
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
      if (Argument *parameter = parameters.lookup(operand.get()); parameter && !isa<LandingPadInst>(inst))
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

// Copies bodies, and constants that are known by their content, into another module. Other symbols are looked for there
// by name, and declared where they are missing.
class Importer : public ValueMaterializer {
public:
  Importer(Module &to, const SmallPtrSetImpl<const GlobalValue *> *own) : to(to), own(own) {}

  // Copies a function under another name. Where a body names the function, it still means the symbol.
  void copyThunk(const Function &from, StringRef name) {
    bodies.push_back({&created(from, name), &from});
    finish();
  }

  Constant *mapped(Constant &constant) {
    Constant *made = MapValue(&constant, values, RF_None, nullptr, this);
    finish();
    return made;
  }

  Value *materialize(Value *value) override {
    auto *symbol = dyn_cast<GlobalValue>(value);
    return symbol && symbol->getParent() != &to ? &symbolFor(*symbol) : nullptr;
  }

  // Whether all symbols that the module names can be had in this one.
  bool canTake(const Module &from) const {
    return all_of(from.global_values(), [&](const GlobalValue &symbol) { return canTake(symbol); });
  }

private:
  Module &to;
  // The symbols that the function referred to before it was merged; none where the stored module says it.
  const SmallPtrSetImpl<const GlobalValue *> *own;
  ValueToValueMapTy values;
  SmallVector<std::pair<Function *, const Function *>, 4> bodies;
  SmallVector<std::pair<GlobalVariable *, const GlobalVariable *>, 4> contents;

  static bool isContent(const GlobalValue &symbol) {
    const auto *variable = dyn_cast<GlobalVariable>(&symbol);
    return variable && fmerge::isContent(*variable);
  }

  bool canTake(const GlobalValue &symbol) const {
    const GlobalValue *known = to.getNamedValue(symbol.getName());
    if (isContent(symbol) || symbol.getName() == MemberName || !known)
      return true;
    if (isBody(symbol))
      return isBody(*known) && known->getValueType() == symbol.getValueType();
    return !known->hasLocalLinkage() && isa<FunctionType>(known->getValueType()) == isa<Function>(symbol) &&
           known->getThreadLocalMode() == symbol.getThreadLocalMode();
  }

  GlobalValue &symbolFor(const GlobalValue &symbol) {
    if (isContent(symbol))
      return contentFor(cast<GlobalVariable>(symbol));
    GlobalValue *known = to.getNamedValue(symbol.getName());
    if (isBody(symbol))
      return known ? *known : begin(cast<Function>(symbol));
    return known ? *known : declared(symbol);
  }

  bool isWeak(const GlobalValue &symbol) const {
    const auto *function = dyn_cast<Function>(&symbol);
    if (function && function->isIntrinsic())
      return false;
    return symbol.hasExternalWeakLinkage() || (own && !own->contains(&symbol));
  }

  // Nothing that is known of a definition is said of it: the definition may be compiled anew.
  GlobalValue &declared(const GlobalValue &symbol) {
    auto linkage = isWeak(symbol) ? GlobalValue::ExternalWeakLinkage : GlobalValue::ExternalLinkage;
    GlobalValue *made;
    if (auto *type = dyn_cast<FunctionType>(symbol.getValueType())) {
      auto *function = Function::Create(type, linkage, symbol.getAddressSpace(), symbol.getName(), &to);
      if (const auto *original = dyn_cast<Function>(&symbol)) {
        function->setCallingConv(original->getCallingConv());
        if (original->isIntrinsic())
          function->setAttributes(original->getAttributes());
      }
      made = function;
    } else {
      auto *variable =
          new GlobalVariable(to, symbol.getValueType(), /*isConstant=*/false, linkage, nullptr, symbol.getName(),
                             nullptr, symbol.getThreadLocalMode(), symbol.getAddressSpace());
      if (const auto *original = dyn_cast<GlobalVariable>(&symbol))
        if (auto model = original->getCodeModel())
          variable->setCodeModel(*model);
      made = variable;
    }
    if (!isWeak(symbol)) {
      made->setVisibility(symbol.getVisibility());
      made->setDSOLocal(symbol.isDSOLocal());
    }
    return *made;
  }

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

  Function &created(const Function &from, StringRef name) {
    return *Function::Create(from.getFunctionType(), GlobalValue::ExternalLinkage, from.getAddressSpace(), name, &to);
  }

  Function &begin(const Function &from) {
    Function &made = created(from, from.getName());
    values[&from] = &made;
    bodies.push_back({&made, &from});
    return made;
  }

  // Copying one thing may lead to others.
  void finish() {
    while (!bodies.empty() || !contents.empty()) {
      if (!contents.empty()) {
        auto [made, from] = contents.pop_back_val();
        made->setInitializer(MapValue(from->getInitializer(), values, RF_None, nullptr, this));
      } else {
        auto [made, from] = bodies.pop_back_val();
        fill(*made, *from);
      }
    }
  }

  void fill(Function &made, const Function &from) {
    for (auto [parameter, own] : zip_equal(from.args(), made.args())) {
      own.setName(parameter.getName());
      values[&parameter] = &own;
    }
    bool hasUnits = to.getNamedMetadata("llvm.dbg.cu");
    SmallVector<ReturnInst *, 4> returns;
    made.setCallingConv(from.getCallingConv());
    CloneFunctionInto(&made, &from, values, CloneFunctionChangeType::DifferentModule, returns, "", nullptr, nullptr,
                      this);
    if (NamedMDNode *units = to.getNamedMetadata("llvm.dbg.cu"); units && !hasUnits)
      units->eraseFromParent();
    made.setAlignment(from.getAlign());
    made.setUnnamedAddr(from.getUnnamedAddr());
    if (!isBody(from))
      return;
    made.setLinkage(GlobalValue::LinkOnceODRLinkage);
    made.setVisibility(GlobalValue::HiddenVisibility);
    made.setDSOLocal(true);
    made.setComdat(to.getOrInsertComdat(made.getName()));
  }
};

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

// Calls `then` with each symbol that a function leads to, but for constants that are known by their content.
template <typename Then> void forEachSymbol(const Function &function, Then then) {
  SmallSetVector<const Constant *, 16> all;
  auto add = [&](const Value *value) {
    if (const auto *constant = dyn_cast<Constant>(value))
      all.insert(constant);
  };
  if (function.hasPersonalityFn())
    add(function.getPersonalityFn());
  for (const Instruction &inst : instructions(function))
    for (const Use &operand : inst.operands())
      add(operand.get());
  for (size_t next = 0; next < all.size(); ++next) {
    const Constant &constant = *all[next];
    const auto *variable = dyn_cast<GlobalVariable>(&constant);
    bool isContent = variable && fmerge::isContent(*variable);
    if (const auto *symbol = dyn_cast<GlobalValue>(&constant); symbol && !isContent)
      then(*symbol);
    else
      for (const Use &operand : constant.operands())
        add(operand.get());
  }
}

// Whether code may refer to a symbol that no object of the link defines, if it never uses its value.
bool canBeUndefined(const GlobalValue &symbol) {
  const auto *object = dyn_cast<GlobalObject>(&symbol);
  bool isAbsolute = object && object->getMetadata(LLVMContext::MD_absolute_symbol);
  return !symbol.isThreadLocal() && !isAbsolute;
}

// Whether every symbol that a thunk and its bodies name can be had where the function was: it is one that the function
// referred to itself, or it may be undefined. A body without a name of its own can be had nowhere.
bool canBeHad(const Function &thunk, const SmallPtrSetImpl<const GlobalValue *> &own) {
  SmallSetVector<const Function *, 4> bodies;
  bodies.insert(&thunk);
  bool may = true;
  for (size_t next = 0; next < bodies.size(); ++next) {
    const Function &at = *bodies[next];
    may &= !at.hasPersonalityFn() || own.contains(dyn_cast<GlobalValue>(at.getPersonalityFn()));
    forEachSymbol(at, [&](const GlobalValue &symbol) {
      if (isBody(symbol))
        bodies.insert(cast<Function>(&symbol));
      else
        may &= !symbol.hasLocalLinkage() && (own.contains(&symbol) || canBeUndefined(symbol));
    });
  }
  return may;
}

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

// Hands over each function that carries a digest, and takes that from it. All other functions are switched off.
extern "C" void fmerge_open_members(LLVMModuleRef moduleRef, void (*sink)(void *, LLVMValueRef, const char *, size_t),
                                    void *context) {
  Module &module = *unwrap(moduleRef);
  // One object may know where another's symbol lies. A body must not.
  if (module.getPICLevel() != PICLevel::NotPIC)
    for (GlobalValue &symbol : module.global_values())
      if (!symbol.hasLocalLinkage() && symbol.hasDefaultVisibility())
        symbol.setDSOLocal(false);
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
    if (function.hasLocalLinkage() && function.getName().contains(ClosedSuffix))
      function.setLinkage(GlobalValue::ExternalLinkage);
    function.removeFnAttr(DigestAttribute);
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
  if (!function.hasLocalLinkage())
    return;
  function.setLinkage(GlobalValue::LinkOnceODRLinkage);
  function.setVisibility(GlobalValue::HiddenVisibility);
  function.setDSOLocal(true);
}

// From now on no pass of this project merges the function.
extern "C" void fmerge_switch_off(LLVMValueRef function) { unwrap<Function>(function)->addFnAttr("fmerge", "off"); }

// Hands over each symbol that a function leads to.
extern "C" void fmerge_named_symbols(LLVMValueRef function, void (*sink)(void *, LLVMValueRef), void *context) {
  forEachSymbol(*unwrap<Function>(function), [&](const GlobalValue &symbol) { sink(context, wrap(&symbol)); });
}

// The shared body that a function calls and does nothing else; null if it does more.
extern "C" LLVMValueRef fmerge_shared_body(LLVMValueRef function) { return wrap(bodyOf(*unwrap<Function>(function))); }

// Hands over bitcode of a thunk, of the shared body that it calls, and of all that this needs; false if the thunk calls
// no shared body, or one that another object cannot have. `symbols` are those that the original referred to.
extern "C" bool fmerge_write_body(LLVMValueRef thunkRef, const LLVMValueRef *symbols, size_t count, ByteSink sink,
                                  void *context) {
  const Function &thunk = *unwrap<Function>(thunkRef);
  const Function *body = bodyOf(thunk);
  SmallPtrSet<const GlobalValue *, 16> own;
  for (size_t number = 0; number < count; ++number)
    own.insert(unwrap<GlobalValue>(symbols[number]));
  if (!body || !passesPlainly(*onlyCall(thunk)) || !canBeHad(thunk, own))
    return false;
  const Module &from = *thunk.getParent();
  Module made("fmerge", thunk.getContext());
  made.setDataLayout(from.getDataLayout());
  made.setTargetTriple(from.getTargetTriple());
  Importer(made, &own).copyThunk(thunk, MemberName);
  write(made, sink, context);
  return true;
}

// Brings a body that `fmerge_write_body` wrote into the module of a function that can be a thunk of it; the body, or
// null if that is impossible. `argument` gets what the function passes for each parameter: a constant, or the number of
// a parameter of its own, or -1 for what is not used.
extern "C" LLVMValueRef fmerge_import_body(LLVMValueRef memberRef, const uint8_t *bytes, size_t length,
                                           void (*argument)(void *, LLVMValueRef, int32_t), void *context) {
  Function &member = *unwrap<Function>(memberRef);
  Module &to = *member.getParent();
  std::string error;
  std::unique_ptr<Module> from = parse(to.getContext(), bytes, length, error);
  Function *thunk = from ? from->getFunction(MemberName) : nullptr;
  const Function *body = thunk ? bodyOf(*thunk) : nullptr;
  if (!body || !passesPlainly(*onlyCall(*thunk)) || thunk->getFunctionType() != member.getFunctionType())
    return nullptr;
  Importer importer(to, nullptr);
  if (!importer.canTake(*from))
    return nullptr;
  const CallInst &call = *onlyCall(*thunk);
  Constant *made = importer.mapped(*const_cast<Function *>(body));
  for (const Use &use : call.args()) {
    const Value *value = beforeConversion(use.get());
    if (const auto *parameter = dyn_cast<Argument>(value))
      argument(context, nullptr, int32_t(parameter->getArgNo()));
    else if (isa<PoisonValue>(value))
      argument(context, nullptr, -1);
    else
      argument(context, wrap(importer.mapped(*const_cast<Constant *>(cast<Constant>(value)))), -1);
  }
  return wrap(made);
}
