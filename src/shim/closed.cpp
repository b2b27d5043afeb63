// Makes functions that name local variables ones that take them as parameters. For src/bodies/ (its Rust side:
// src/ffi/closed.rs).
//
// Consumes: a function. Produces: its closed form, a local function beside it. Guarantees: the closed form does the
// work of the function when it gets the variables, and names none itself; it keeps no lines of source.

#include "closed.h"
#include "symbols.h"

#include "llvm-c/Types.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Support/CBindingWrapping.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <cstring>

using namespace llvm;

namespace {

// How the name ends of a function that takes local variables as parameters.
constexpr char ClosedSuffix[] = ".closed";

bool isLocalVariable(const GlobalVariable &variable) {
  return variable.hasLocalLinkage() && !fmerge::isContent(variable);
}

// Adds the local variables that an instruction names, also within expressions.
void addLocalVariables(const Instruction &inst, SmallSetVector<GlobalVariable *, 4> &variables) {
  fmerge::Constants all;
  fmerge::addConstants(inst, all);
  fmerge::walk(std::move(all), [&](const Constant &constant) {
    const auto *variable = dyn_cast<GlobalVariable>(&constant);
    if (variable && isLocalVariable(*variable))
      variables.insert(const_cast<GlobalVariable *>(variable));
    return !isa<GlobalValue>(constant);
  });
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
  return fmerge::localVariables(closed).empty();
}

} // namespace

// LLVM may have added a number.
bool fmerge::isClosedName(StringRef name) {
  size_t at = name.rfind(ClosedSuffix);
  return at != StringRef::npos &&
         all_of(name.drop_front(at + strlen(ClosedSuffix)), [](char c) { return c == '.' || isDigit(c); });
}

SmallSetVector<GlobalVariable *, 4> fmerge::localVariables(const Function &function) {
  SmallSetVector<GlobalVariable *, 4> variables;
  for (const Instruction &inst : instructions(function))
    addLocalVariables(inst, variables);
  return variables;
}

SmallVector<Value *, 8> fmerge::closedArguments(Function &function, ArrayRef<GlobalVariable *> variables) {
  SmallVector<Value *, 8> arguments;
  for (Argument &parameter : function.args())
    arguments.push_back(&parameter);
  arguments.append(variables.begin(), variables.end());
  return arguments;
}

// A local function that does the work of this one, takes the local variables that this one names as its last
// parameters, and names none. `variable` gets these, in order. Null if there are none, more than `most`, or if some
// cannot be parameters.
extern "C" LLVMValueRef fmerge_close(LLVMValueRef value, size_t most, void (*variable)(void *, LLVMValueRef),
                                     void *context) {
  const Function &function = *unwrap<Function>(value);
  auto variables = fmerge::localVariables(function);
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
