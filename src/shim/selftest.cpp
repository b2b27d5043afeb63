// The self-test at load: is the host's LLVM the one that our code was compiled for?
//
// Consumes: nothing. Produces: what is wrong. Guarantees: it takes well below a millisecond, and does not touch
// anything of the host's. A plugin contains numbers of opcodes, attributes, metadata and intrinsics, and orders of
// operands, from the headers that it was compiled with. The host has its own. If they differ, as in a vendor's LLVM of
// the same major version, code would be read wrongly without notice. So we make a function by our numbers, and the host
// prints it. The host makes a branch, and we read it.

#include "selftest.h"
#include "compat.h"

#include "llvm-c/Core.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CBindingWrapping.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

using namespace llvm;
using namespace fmerge;

namespace {

// The text that the host must print for the function below.
constexpr StringLiteral expected = R"(; Function Attrs: minsize nounwind
define internal fastcc i32 @f(ptr noundef nonnull %p, i32 signext %n) unnamed_addr #0 {
entry:
  %less = icmp ult i32 %n, 7
  br i1 %less, label %yes, label %no, !prof !0

yes:                                              ; preds = %entry
  %old = load volatile i32, ptr %p, align 4
  %field = getelementptr inbounds i8, ptr %p, i64 8
  store i32 %old, ptr %field, align 8
  %sum = add nsw i32 %old, %n
  br label %no

no:                                               ; preds = %yes, %entry
  %phi = phi i32 [ %n, %entry ], [ %sum, %yes ]
  switch i32 %phi, label %last [
    i32 3, label %other
  ]

other:                                            ; preds = %no
  unreachable

last:                                             ; preds = %no
  %larger = tail call i32 @llvm.umax.i32(i32 %phi, i32 %n)
  %chosen = select i1 %less, i32 %larger, i32 %n
  ret i32 %chosen
}
)";

Function *make(Module &m) {
  LLVMContext &context = m.getContext();
  IRBuilder<> builder(context);
  Type *number = builder.getInt32Ty();
  auto *f = Function::Create(FunctionType::get(number, {builder.getPtrTy(), number}, false),
                             GlobalValue::InternalLinkage, "f", m);
  f->setCallingConv(CallingConv::Fast);
  f->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  f->addFnAttr(Attribute::MinSize);
  f->addFnAttr(Attribute::NoUnwind);
  f->addParamAttr(0, Attribute::NoUndef);
  f->addParamAttr(0, Attribute::NonNull);
  f->addParamAttr(1, Attribute::SExt);
  Argument *p = f->getArg(0), *n = f->getArg(1);
  p->setName("p");
  n->setName("n");
  auto block = [&](StringRef name) { return BasicBlock::Create(context, name, f); };
  BasicBlock *entry = block("entry"), *yes = block("yes"), *no = block("no"), *other = block("other"),
             *last = block("last");
  builder.SetInsertPoint(entry);
  Value *less = builder.CreateICmpULT(n, builder.getInt32(7), "less");
  builder.CreateCondBr(less, yes, no)->setMetadata(LLVMContext::MD_prof, MDBuilder(context).createBranchWeights(1, 2));
  builder.SetInsertPoint(yes);
  Value *old = builder.CreateAlignedLoad(number, p, Align(4), /*isVolatile=*/true, "old");
  Value *field = builder.CreateInBoundsGEP(builder.getInt8Ty(), p, builder.getInt64(8), "field");
  builder.CreateAlignedStore(old, field, Align(8));
  Value *sum = builder.CreateNSWAdd(old, n, "sum");
  builder.CreateBr(no);
  builder.SetInsertPoint(no);
  PHINode *phi = builder.CreatePHI(number, 2, "phi");
  phi->addIncoming(n, entry);
  phi->addIncoming(sum, yes);
  builder.CreateSwitch(phi, last, 1)->addCase(builder.getInt32(3), other);
  builder.SetInsertPoint(other);
  builder.CreateUnreachable();
  builder.SetInsertPoint(last);
  auto *larger = cast<CallInst>(builder.CreateBinaryIntrinsic(Intrinsic::umax, phi, n, {}, "larger"));
  larger->setTailCall();
  builder.CreateRet(builder.CreateSelect(less, larger, n, "chosen"));
  return f;
}

// Whether a branch that the host makes goes where we think, if the condition holds and if not.
bool readsBranches(Module &m) {
  LLVMContextRef context = wrap(&m.getContext());
  auto *f = Function::Create(FunctionType::get(Type::getVoidTy(m.getContext()), {Type::getInt1Ty(m.getContext())},
                                               /*isVarArg=*/false),
                             GlobalValue::InternalLinkage, "g", m);
  LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(context, wrap(f), "");
  LLVMBasicBlockRef yes = LLVMAppendBasicBlockInContext(context, wrap(f), "");
  LLVMBasicBlockRef no = LLVMAppendBasicBlockInContext(context, wrap(f), "");
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderAtEnd(builder, entry);
  const auto &branch = *unwrap<Instruction>(LLVMBuildCondBr(builder, wrap(f->getArg(0)), yes, no));
  LLVMDisposeBuilder(builder);
  return compat::isConditionalBranch(branch) && branch.getSuccessor(0) == unwrap(yes) &&
         branch.getSuccessor(1) == unwrap(no) && branch.getOperand(0) == f->getArg(0) &&
         branch.getOperand(compat::operandWhenTrue) == unwrap(yes);
}

// The first line in which two texts differ.
std::string difference(StringRef found, StringRef wanted) {
  while (!found.empty() || !wanted.empty()) {
    auto [one, restOfFound] = found.split('\n');
    auto [two, restOfWanted] = wanted.split('\n');
    if (one != two)
      return "`" + one.trim().str() + "` where `" + two.trim().str() + "` was meant";
    found = restOfFound;
    wanted = restOfWanted;
  }
  return "other numbers of operands";
}

} // namespace

std::string fmergeSelfTest(bool expectWrong) {
  LLVMContext context;
  Module m("", context);
  std::string found;
  raw_string_ostream out(found);
  make(m)->print(out);
  out.flush();
  std::string wanted = expected.str();
  if (expectWrong)
    wanted.replace(wanted.find("%yes, label %no"), 15, "%no, label %yes");
  if (found == wanted && readsBranches(m))
    return "";
  return "this LLVM " + std::to_string(LLVM_VERSION_MAJOR) +
         " is not like the one that the plugin was built with, so nothing is merged: it says " +
         difference(found, wanted) + "; build the plugin with this LLVM's own llvm-config";
}

extern "C" void fmerge_set_error(std::string *error, const char *text, size_t length);

// For the pass that shows what happens on a mismatch.
extern "C" void fmerge_self_test_wrongly(std::string *error) {
  std::string problem = fmergeSelfTest(/*expectWrong=*/true);
  fmerge_set_error(error, problem.data(), problem.size());
}
