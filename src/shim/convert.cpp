// Converts a value to another type of the same layout.

#include "convert.h"

using namespace llvm;

namespace {

// Converts part by part, because no cast takes a struct or an array.
Value *convertedParts(IRBuilder<> &Builder, Value *V, Type *To) {
  Value *Result = PoisonValue::get(To);
  for (unsigned N = 0, Count = To->isStructTy() ? To->getStructNumElements() : To->getArrayNumElements(); N < Count;
       ++N) {
    Value *Part = Builder.CreateExtractValue(V, N);
    Type *PartTo = To->isStructTy() ? To->getStructElementType(N) : To->getArrayElementType();
    Result = Builder.CreateInsertValue(Result, fmerge::converted(Builder, Part, PartTo), N);
  }
  return Result;
}

} // namespace

Value *fmerge::converted(IRBuilder<> &Builder, Value *V, Type *To) {
  if (V->getType() == To)
    return V;
  return To->isAggregateType() ? convertedParts(Builder, V, To) : Builder.CreateBitOrPointerCast(V, To);
}
