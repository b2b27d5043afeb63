// Parts of modules. For src/shim/modules.cpp and src/bodies/ (their Rust side: src/ffi/modules.rs).
//
// Consumes: a module whose functions carry texts, and which of them are wanted. Produces: the part of the module that
// has these. Guarantees: of what is not wanted nothing is read that need not be. What a part does not have it declares,
// if it names it.

#include "parts.h"
#include "bitcode.h"
#include "symbols.h"

#include "llvm-c/Types.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/CBindingWrapping.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using namespace fmerge;

void fmerge::dropLists(Module &module) {
  for (StringRef name : {"llvm.used", "llvm.compiler.used"})
    if (GlobalVariable *list = module.getNamedGlobal(name))
      list->eraseFromParent();
}

GlobalValue &fmerge::makeDeclaration(GlobalValue &symbol) {
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
      other = new GlobalVariable(module, type, false, GlobalValue::ExternalLinkage, nullptr, "", nullptr,
                                 symbol.getThreadLocalMode(), symbol.getAddressSpace());
    other->setVisibility(symbol.getVisibility());
    other->setDSOLocal(symbol.isDSOLocal());
    other->takeName(&symbol);
    symbol.replaceAllUsesWith(other);
    symbol.eraseFromParent();
    return *other;
  }
  return symbol;
}

namespace {

// Leaves of a module the functions that are wanted, and the local symbols and the constants that these lead to. All
// else that they name is declared.
class Part {
public:
  explicit Part(Module &module) : module(module) {}

  Error keep(IsWanted isWanted, void *context) {
    for (Function &function : module) {
      Attribute digest = function.getFnAttribute(DigestAttribute);
      StringRef text = digest.isValid() ? digest.getValueAsString() : "";
      if (digest.isValid() && isWanted(context, text.data(), text.size()))
        kept.insert(&function);
    }
    for (size_t next = 0; next < kept.size(); ++next)
      if (Error error = addWhatLeadsOn(*kept[next]))
        return error;
    dropTheRest();
    return module.materializeAll();
  }

  // Lists the functions: what nobody lists or refers to, LLVM need not link.
  void list() {
    SmallVector<GlobalValue *, 64> functions;
    copy_if(kept, std::back_inserter(functions), [](const GlobalObject *object) { return isa<Function>(object); });
    appendToCompilerUsed(module, functions);
  }

private:
  Module &module;
  SetVector<GlobalObject *> kept;

  Error addWhatLeadsOn(GlobalObject &object) {
    if (Error error = object.materialize())
      return error;
    fmerge::Constants all;
    fmerge::addConstants(object, all); // the personality, the initialiser
    if (auto *function = dyn_cast<Function>(&object))
      for (const Instruction &inst : instructions(*function))
        fmerge::addConstants(inst, all);
    fmerge::walk(std::move(all), [&](const Constant &constant) {
      const auto *symbol = dyn_cast<GlobalObject>(&constant);
      bool isOwn = symbol && !symbol->isDeclaration() && (symbol->hasLocalLinkage() || fmerge::isContent(*symbol));
      if (isOwn)
        kept.insert(const_cast<GlobalObject *>(symbol));
      return !isa<GlobalValue>(constant);
    });
    return Error::success();
  }

  void dropTheRest() {
    SmallVector<GlobalValue *, 64> rest;
    for (GlobalValue &symbol : module.global_values())
      if (auto *object = dyn_cast<GlobalObject>(&symbol); !object || !kept.contains(object))
        rest.push_back(&symbol);
    SmallVector<GlobalValue *, 64> declared;
    for (GlobalValue *symbol : rest)
      if (isa<GlobalObject>(symbol) && !isa<GlobalIFunc>(symbol)) {
        if (!symbol->isDeclaration())
          makeMissing(*symbol);
        declared.push_back(symbol);
      } else {
        declared.push_back(&makeDeclaration(*symbol));
      }
    for (GlobalValue *symbol : declared) {
      symbol->removeDeadConstantUsers();
      if (symbol->use_empty())
        symbol->eraseFromParent();
    }
  }

  // What another object defines may be missing where a body is used.
  static void makeMissing(GlobalValue &symbol) {
    makeDeclaration(symbol);
    if (isa<GlobalVariable>(symbol))
      symbol.setLinkage(GlobalValue::ExternalWeakLinkage);
  }
};

} // namespace

SmallVector<char, 0> fmerge::bitcodeOfPart(const uint8_t *bytes, size_t length, IsWanted isWanted, void *context,
                                           std::string &error) {
  SmallVector<char, 0> made;
  LLVMContext own;
  std::unique_ptr<Module> module = fmerge::openBitcode(own, bytes, length, error);
  if (!module)
    return made;
  Part part(*module);
  if (Error problem = part.keep(isWanted, context)) {
    error = toString(std::move(problem));
    return made;
  }
  part.list();
  raw_svector_ostream out(made);
  WriteBitcodeToFile(*module, out);
  return made;
}

// Leaves of a module the functions for whose texts `isWanted` says yes, and what these need of it; false if it cannot
// be read.
extern "C" bool fmerge_keep_members(LLVMModuleRef module, IsWanted isWanted, void *context) {
  return !errorToBool(Part(*unwrap(module)).keep(isWanted, context));
}
