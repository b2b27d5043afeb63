// Optimisation remarks.

#include "crossing.h"

#include "llvm-c/Types.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/CBindingWrapping.h"

using namespace llvm;

namespace {

template <typename Remark>
void emitRemark(const Function &function, const char *pass, StringRef name, StringRef message,
                ArrayRef<FmergeRemarkValue> values) {
  OptimizationRemarkEmitter emitter(&function);
  Remark remark(pass, name, function.getSubprogram(), &function.getEntryBlock());
  remark << message << DiagnosticInfoOptimizationBase::setExtraArgs();
  for (const FmergeRemarkValue &value : values)
    remark << DiagnosticInfoOptimizationBase::Argument(value.key, StringRef(value.text, value.length));
  emitter.emit(remark);
}

} // namespace

// Whether remarks of this pass about the function are shown or recorded; false if it has no body.
extern "C" bool fmerge_remarks_enabled(LLVMValueRef functionRef, const char *pass, bool passed) {
  const Function &function = *unwrap<Function>(functionRef);
  if (function.isDeclaration())
    return false;
  LLVMContext &context = function.getContext();
  const DiagnosticHandler *handler = context.getDiagHandlerPtr();
  return context.getLLVMRemarkStreamer() ||
         (passed ? handler->isPassedOptRemarkEnabled(pass) : handler->isMissedOptRemarkEnabled(pass));
}

// Emits a remark. The text is shown to people, and the values are recorded beside it.
extern "C" void fmerge_emit_remark(LLVMValueRef functionRef, const char *pass, bool passed, const char *name,
                                   size_t nameLength, const char *text, size_t textLength,
                                   const FmergeRemarkValue *values, size_t valueCount) {
  const Function &function = *unwrap<Function>(functionRef);
  auto emit = passed ? emitRemark<OptimizationRemark> : emitRemark<OptimizationRemarkMissed>;
  emit(function, pass, StringRef(name, nameLength), StringRef(text, textLength), ArrayRef(values, valueCount));
}
