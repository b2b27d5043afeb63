// Converts a value to another type of the same layout.

#include "convert.h"

using namespace llvm;

namespace {

// Converts part by part, because no cast takes a struct or an array.
Value *convertedParts(IRBuilder<> &builder, Value *v, Type *to) {
  Value *result = PoisonValue::get(to);
  for (unsigned n = 0, count = to->isStructTy() ? to->getStructNumElements() : to->getArrayNumElements(); n < count;
       ++n) {
    Value *part = builder.CreateExtractValue(v, n);
    Type *partTo = to->isStructTy() ? to->getStructElementType(n) : to->getArrayElementType();
    result = builder.CreateInsertValue(result, fmerge::converted(builder, part, partTo), n);
  }
  return result;
}

} // namespace

Value *fmerge::converted(IRBuilder<> &builder, Value *v, Type *to) {
  if (v->getType() == to)
    return v;
  return to->isAggregateType() ? convertedParts(builder, v, to) : builder.CreateBitOrPointerCast(v, to);
}
