// The structures that cross between the shim and src/ffi. src/ffi/structure.rs reads this file when the plugin is
// compiled, and checks the Rust side against it: one field a line, of plain types.
#pragma once

#include <cstddef>
#include <cstdint>

#include "llvm-c/Types.h"

// The head of an instruction (encode_instructions.cpp).
struct FmergeInstruction {
  LLVMTypeRef Ty;
  // One bit for each `InstructionFact`.
  uint64_t Facts;
  uint32_t Opcode;
  // An `InstructionKind`.
  uint32_t Kind;
  uint32_t Operands;
};

// An operand of one (encode_operands.cpp).
struct FmergeOperand {
  LLVMValueRef Value;
  // An `OperandClass`.
  uint32_t Class;
  // Not 0: no select may stand here.
  uint32_t MustStay;
};

// The canonical description of a function (canon.cpp). The lists belong to the describer, and change with its next
// function.
struct FmergeDescription {
  // `Token`s, in the order of `canonicalInstructions`.
  const uint64_t *Tape;
  size_t TapeCount;
  // The intrinsics that are called, each once.
  const LLVMValueRef *Intrinsics;
  size_t IntrinsicCount;
  // `InstructionFact`s of all instructions together.
  uint64_t InstructionFacts;
  // `ConstantFact`s of all constants together.
  uint64_t ConstantFacts;
  uint32_t InstructionCount;
};

// What a filter takes of an instruction (canon.cpp; crates/core/src/canon/filter.rs).
struct FmergeOutline {
  LLVMTypeRef Ty;
  uint32_t Opcode;
  // A `Shape`.
  uint32_t Shape;
  // Of a comparison; else all ones.
  uint32_t Predicate;
  uint32_t Exchanges;
  uint32_t Operands;
};

// What a filter takes of an operand.
struct FmergeOutlinedOperand {
  uint64_t Word;
  // An `OutlinedClass`.
  uint32_t Class;
};

// What LLVM says of a function; what follows from it, the core decides, which says of each field what it is
// (standing.cpp; crates/core/src/standing.rs).
struct FmergeStanding {
  LLVMTypeRef Ty;
  uint32_t Calls;
  uint32_t OtherCalls;
  uint32_t Addresses;
  uint32_t Others;
  bool Local;
  bool Strong;
  bool LinkOnceOdr;
  bool Interposable;
  bool Exact;
  bool DllExported;
  bool InComdat;
  bool HasCompany;
  bool SelectedByLinker;
  bool KeepsCallers;
  bool NoBuiltin;
  // Filled elsewhere.
  bool NamedAsLibrary;
  bool Insignificant;
  bool TargetHasAliases;
  bool OddParameters;
  bool OddFrame;
  bool Associated;
  bool NamedByMetadata;
};

// A parameter of a function that is merged from several (emit.cpp).
struct FmergeParam {
  LLVMTypeRef ty;
  // By side, its index among the function's parameters, or -1.
  const int32_t *indices;
};

// An instruction of the merged function (debug.cpp).
struct FmergeOrigin {
  LLVMValueRef merged;
  // By side, what it stands for: null for nothing.
  const LLVMValueRef *originals;
};

// Where a parameter stands in a body that is shared (parameterize.cpp).
struct FmergePlace {
  // In the order of `canonicalInstructions`.
  uint32_t Instruction;
  // Or `GepOffset`.
  uint32_t Operand;
  // The number of the parameter, or -1 for a call of the function itself.
  int32_t Parameter;
};

// What a shared body is made of.
struct FmergeShared {
  const LLVMValueRef *Members;
  size_t MemberCount;
  // The number of the member whose body it is.
  size_t Representative;
  // Of the parameters behind the members' own.
  const LLVMTypeRef *Types;
  size_t TypeCount;
  const FmergePlace *Places;
  size_t PlaceCount;
  const char *Name;
  size_t NameLength;
};

// What a constant is as a parameter.
struct FmergeConstant {
  // A `ConstantKind`.
  uint32_t Kind;
  uint32_t Bits;
  int64_t Value;
  // Whether `Value` is the constant's value.
  bool IsKnown;
};

// What a parameter of the target is given: this value where there is one, else the parameter of the replaced
// function with this index, converted, or poison for -1 (replace.cpp).
struct FmergeArgument {
  LLVMValueRef value;
  int32_t parameter;
};

// How a call of the replaced function becomes a call of the one that does its work.
struct FmergeTarget {
  LLVMValueRef function;
  // One for each parameter of the function.
  const FmergeArgument *arguments;
  size_t count;
  // Whether these are the replaced function's own parameters in their order, and nothing else.
  bool passesOn;
};

// Where a function uses a constant (timing.cpp).
struct FmergeUse {
  // The block that its value is used with.
  LLVMBasicBlockRef Block;
  // An `Operation`.
  uint32_t Operation;
};

// What a remark says under a key (remarks.cpp).
struct FmergeRemarkValue {
  // Ends with a zero byte.
  const char *key;
  const char *text;
  size_t length;
};

// What is asked at an extension point (register.cpp): the options, and where.
struct FmergePipelineQuestion {
  const char *last;
  size_t lastLength;
  const char *early;
  size_t earlyLength;
  const char *codegen;
  size_t codegenLength;
  // A `Point`.
  uint32_t point;
};
