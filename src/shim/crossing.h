// The structures that cross between the shim and src/ffi. src/ffi/structure.rs reads this file when the plugin is
// compiled, and checks the Rust side against it: one field a line, of plain types.
#pragma once

#include <cstddef>
#include <cstdint>

#include "llvm-c/Types.h"

// An instruction of a body (encode_body.cpp; crates/core/src/encode.rs says what the fields are).
struct FmergeInstruction {
  LLVMValueRef value;
  LLVMTypeRef ty;
  // One bit for each `InstructionFact`.
  uint64_t facts;
  uint64_t bytes;
  uint32_t opcode;
  // An `InstructionKind`.
  uint32_t kind;
  uint32_t block;
  uint32_t intrinsic;
  uint32_t cost;
  uint32_t operands;
  uint32_t words;
  uint32_t passed;
};

// An operand of one.
struct FmergeOperand {
  // The number of a local, or the address of a constant.
  uint64_t word;
  LLVMTypeRef ty;
  // An `OperandClass`.
  uint32_t operandClass;
  // Not 0: no select may stand here.
  uint32_t mustStay;
};

// Where a digest goes (content.cpp).
struct FmergePart {
  // Before which byte, or in place of which word and the next.
  size_t at;
  // The address or the number of what it is of.
  uint64_t thing;
  // A `ContentKind`.
  uint32_t kind;
};

// What passes one argument (crates/core/src/registers.rs says what the fields are).
struct FmergePassed {
  uint64_t bytes;
  uint32_t integers;
  uint32_t floats;
  uint64_t saved;
  bool byStack;
};

// A body: its blocks that can be reached, and of their instructions, one after the other, all that is said.
struct FmergeBody {
  const LLVMBasicBlockRef *blocks;
  size_t blockCount;
  const FmergeInstruction *instructions;
  size_t instructionCount;
  const FmergeOperand *operands;
  size_t operandCount;
  const uint64_t *words;
  size_t wordCount;
  // Of all calls.
  const FmergePassed *passed;
  size_t passedCount;
};

// What something consists of.
struct FmergeContent {
  const uint8_t *bytes;
  size_t count;
  const FmergePart *parts;
  size_t partCount;
};

// The canonical description of a function (canon.cpp). The lists belong to the describer, and change with its next
// function.
struct FmergeDescription {
  // `Token`s, in the order of `canonicalInstructions`.
  const uint64_t *tape;
  size_t tapeCount;
  // What is to be filled in on it.
  const FmergePart *parts;
  size_t partCount;
  // The intrinsics that are called, each once.
  const uint32_t *intrinsics;
  size_t intrinsicCount;
  // `InstructionFact`s of all instructions together.
  uint64_t instructionFacts;
  // `ConstantFact`s of all constants together.
  uint64_t constantFacts;
  uint32_t instructionCount;
};

// What LLVM says of a function; what follows from it, the core decides, which says of each field what it is
// (standing.cpp; crates/core/src/standing.rs).
struct FmergeStanding {
  LLVMTypeRef ty;
  uint32_t calls;
  uint32_t otherCalls;
  uint32_t addresses;
  uint32_t others;
  bool local;
  bool strong;
  bool linkOnceOdr;
  bool interposable;
  bool exact;
  bool dllExported;
  bool inComdat;
  bool hasCompany;
  bool selectedByLinker;
  bool keepsCallers;
  bool noBuiltin;
  // Filled elsewhere.
  bool namedAsLibrary;
  bool insignificant;
  bool targetHasAliases;
  bool oddParameters;
  bool oddFrame;
  bool associated;
  bool namedByMetadata;
  bool bareThunk;
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
  uint32_t instruction;
  // Or `GepOffset`.
  uint32_t operand;
  // The number of the parameter, or -1 for a call of the function itself.
  int32_t parameter;
  // The number of the entry, where the parameter is the address of a table; else -1.
  int32_t entry;
};

// A constant in a table (tables.cpp).
struct FmergeTableEntry {
  // What it is; distances are those of pointers.
  LLVMTypeRef ty;
  // In bytes.
  uint32_t offset;
  // A `TableForm`.
  uint32_t form;
};

// What is known of a module's target where tables are made (crates/core/src/gfm/tables.rs says what each field is).
struct FmergeTableTarget {
  // A `TableArchitecture`.
  uint32_t architecture;
  uint32_t pointerBits;
  // A `TableCodeModel`.
  uint32_t codeModel;
  // A `TableRelocation`.
  uint32_t relocation;
  bool elf;
  bool pic;
  bool plainVariables;
  bool tagged;
};

// What is known of an address that may stand in a table.
struct FmergeAddress {
  // From where the variable or the function begins, in bytes.
  int64_t offset;
  // `AddressFact`s.
  uint64_t facts;
};

// What a shared body is made of.
struct FmergeShared {
  const LLVMValueRef *members;
  size_t memberCount;
  // The number of the member whose body it is.
  size_t representative;
  // Of the parameters behind the members' own.
  const LLVMTypeRef *types;
  size_t typeCount;
  // What is read from the table that the last parameter is the address of.
  const FmergeTableEntry *entries;
  size_t entryCount;
  const FmergePlace *places;
  size_t placeCount;
  const char *name;
  size_t nameLength;
};

// What a constant is as a parameter.
struct FmergeConstant {
  // A `ConstantKind`.
  uint32_t kind;
  uint32_t bits;
  int64_t value;
  // Whether `value` is the constant's value.
  bool isKnown;
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
  LLVMBasicBlockRef block;
  // An `Operation`.
  uint32_t operation;
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
