// Takes functions from one module to another, by way of bitcode. For src/bodies/ (its Rust side: src/ffi/bodies.rs).
//
// Consumes: functions that may share bodies with those of other objects; bodies. Produces: bitcode of single functions;
// these in another module. Guarantees: what comes into a module brings no strong reference that was not there, since
// the other object may not be linked.

#include "bitcode.h"
#include "compat.h"
#include "gather.h"
#include "library.h"
#include "symbols.h"

#include "llvm-c/Types.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CBindingWrapping.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include <memory>
#include <optional>
#include <string>

using namespace llvm;

namespace {

// How names of shared bodies begin (`fold.rs`).
constexpr char BodyPrefix[] = "fmerge.";
// The function of a stored module that passes the body what the original needs.
constexpr char MemberName[] = "fmerge.member";

// Whether it is the name of a shared body: the prefix and 64 hexadecimal digits (`fold.rs`).
bool isBodyName(StringRef name) {
  return name.consume_front(BodyPrefix) && name.size() == 64 && all_of(name, isHexDigit);
}

bool isBody(const GlobalValue &symbol) { return isa<Function>(symbol) && isBodyName(symbol.getName()); }

bool isIntrinsic(const GlobalValue &symbol) {
  const auto *function = dyn_cast<Function>(&symbol);
  return function && function->isIntrinsic();
}

// Whether code of the module compares the address of a constant that more than one function, or a variable, refers to:
// in another object, one of them would refer to another copy.
bool isCompared(const GlobalValue &symbol) {
  bool isCompared = false, isInVariable = false;
  SmallPtrSet<const Function *, 4> functions;
  SmallSetVector<const User *, 16> all(symbol.user_begin(), symbol.user_end());
  for (size_t next = 0; next < all.size(); ++next) {
    const User *user = all[next];
    if (const auto *inst = dyn_cast<Instruction>(user))
      functions.insert(inst->getFunction());
    isInVariable |= isa<GlobalValue>(user);
    isCompared |= isa<ICmpInst, SwitchInst, PtrToIntInst, StoreInst, ReturnInst>(user);
    if (!isa<GlobalValue, Instruction>(user) || isa<PHINode, SelectInst, GetElementPtrInst>(user))
      all.insert(user->user_begin(), user->user_end());
  }
  return isCompared && (isInVariable || functions.size() > 1);
}

// Whether text for the assembler takes the address of a symbol. It may need one that is known when it is assembled.
bool isInText(const Instruction &inst) {
  const auto *call = dyn_cast<CallBase>(&inst);
  return call && call->isInlineAsm() && any_of(call->args(), [](const Use &argument) {
           const auto *constant = dyn_cast<Constant>(argument.get());
           return constant && isa<GlobalValue, ConstantExpr>(constant);
         });
}

// Whether code generation, or the linker, takes the symbol for another thing in another module.
bool isBoundToModule(const GlobalValue &symbol) {
  const Module &module = *symbol.getParent();
  const auto *object = dyn_cast<GlobalObject>(&symbol);
  if (fmerge::isContent(symbol))
    return object->hasSection();
  bool isAbsolute = object && object->getMetadata(LLVMContext::MD_absolute_symbol);
  bool isOwn = fmerge::isOfSharedLibrary(module) && !symbol.hasLocalLinkage() && symbol.hasDefaultVisibility() &&
               symbol.isDSOLocal();
  return symbol.hasExternalWeakLinkage() || isAbsolute || isOwn || symbol.getName().starts_with("\1");
}

// Whether the use is a call that names its callee, and that can name another one.
bool isPlainCall(const Use &use) {
  const auto *call = dyn_cast<CallBase>(use.getUser());
  const auto *callee = dyn_cast<GlobalValue>(use.get());
  const auto *function = dyn_cast<Function>(use.get());
  const auto *plain = dyn_cast_or_null<CallInst>(call);
  return call && callee && call->isCallee(&use) && call->getFunctionType() == callee->getValueType() &&
         (!function || call->getCallingConv() == function->getCallingConv()) && !call->hasOperandBundles() &&
         !isa<CallBrInst>(call) && !(plain && plain->isMustTailCall());
}

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
    if (fmerge::isContent(*symbol))
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
void writeFunction(const Function &function, StringRef name, fmerge::ByteSink sink, void *context) {
  const Module &from = *function.getParent();
  Module made("fmerge", function.getContext());
  made.setDataLayout(from.getDataLayout());
  made.setTargetTriple(from.getTargetTriple());
  Importer importer(made, [&](const GlobalValue &symbol) -> GlobalValue & { return declaredLike(symbol, made); });
  importer.fill(functionLike(function, name, made), function);
  fmerge::writeBitcode(made, sink, context);
}

// Whether an instruction makes a result of something else than the call's: LLVM may have found that a body returns
// nothing, as all of its callers return a constant.
bool addsToResult(const Instruction &inst) {
  if (const auto *insert = dyn_cast<InsertValueInst>(&inst))
    return isa<Constant>(insert->getInsertedValueOperand());
  const auto *ret = dyn_cast<ReturnInst>(&inst);
  return ret && ret->getReturnValue() && isa<Constant>(ret->getReturnValue());
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
    if ((!call && !isa<CastInst, ReturnInst, ExtractValueInst, InsertValueInst>(inst)) || addsToResult(inst))
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
    std::unique_ptr<Module> first = fmerge::readBitcode(to.getContext(), bytes, length, error);
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
    std::unique_ptr<Module> source = fmerge::readBitcode(to.getContext(), bytes, length, error);
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
    if (fmerge::isContent(symbol) || symbol.getName() == MemberName || isIntrinsic(symbol))
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
    fmerge::forEachSymbol(body, [&](const GlobalValue &symbol) {
      GlobalValue *named = to.getNamedValue(symbol.getName());
      if (fmerge::isContent(symbol) || isBody(symbol) || isIntrinsic(symbol) || !named || known(symbol))
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
  fmerge::forEachSymbol(*unwrap<Function>(function), [&](const GlobalValue &symbol) { sink(context, wrap(&symbol)); });
}

// Hands over the functions that this one only calls, in the order in which it does; itself, too. Each such call can
// become a call of an equal function. An alias is null: in another object, it may be a function.
extern "C" void fmerge_plain_callees(LLVMValueRef value, void (*sink)(void *, LLVMValueRef), void *context) {
  SmallSetVector<GlobalValue *, 4> callees;
  SmallPtrSet<const Value *, 8> named;
  for (Instruction &inst : instructions(*unwrap<Function>(value)))
    for (const Use &operand : inst.operands()) {
      auto *symbol = dyn_cast<GlobalValue>(operand.get());
      if (symbol && !isIntrinsic(*symbol) && isPlainCall(operand))
        callees.insert(symbol);
      else
        named.insert(operand.get());
    }
  for (GlobalValue *callee : callees)
    if (!named.contains(callee))
      sink(context, isa<Function>(callee) ? wrap(callee) : nullptr);
}

// Hands over the constants that `isCompared`.
extern "C" void fmerge_compared_constants(LLVMModuleRef module, void (*sink)(void *, LLVMValueRef), void *context) {
  for (GlobalVariable &variable : unwrap(module)->globals())
    if (fmerge::isContent(variable) && isCompared(variable))
      sink(context, wrap(&variable));
}

// Whether the function refers to something that would be another thing in another object.
extern "C" bool fmerge_is_bound(LLVMValueRef value) {
  const Function &function = *unwrap<Function>(value);
  bool isBound = !function.getParent()->getModuleInlineAsm().empty() || function.getName().starts_with("\1");
  fmerge::forEachSymbol(function, [&](const GlobalValue &symbol) { isBound |= isBoundToModule(symbol); });
  return isBound || any_of(instructions(function), isInText);
}

// The shared body that a function calls and does nothing else but pass on what it gets; null if it does more.
extern "C" LLVMValueRef fmerge_shared_body(LLVMValueRef value) {
  const Function &function = *unwrap<Function>(value);
  const Function *body = bodyOf(function);
  return body && passesPlainly(*onlyCall(function)) ? wrap(body) : nullptr;
}

// Hands over bitcode of a thunk.
extern "C" void fmerge_write_thunk(LLVMValueRef thunk, fmerge::ByteSink sink, void *context) {
  writeFunction(*unwrap<Function>(thunk), MemberName, sink, context);
}

// Hands over bitcode of a shared body.
extern "C" void fmerge_write_body(LLVMValueRef value, fmerge::ByteSink sink, void *context) {
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
