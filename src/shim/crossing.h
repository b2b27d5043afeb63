// The structures that cross between the shim and src/ffi. src/ffi/structure.rs reads this file when the plugin is
// compiled, and checks the Rust side against it: one field a line, of plain types.
#pragma once

#include <cstddef>
#include <cstdint>

#include "llvm-c/Types.h"

// An instruction of a body (encode_body.cpp). crates/core/src/encode.rs explains the fields.
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

// An operand of an instruction.
struct FmergeOperand {
  // The number of a local, or the address of a constant.
  uint64_t word;
  LLVMTypeRef ty;
  // An `OperandClass`.
  uint32_t operandClass;
  // Not 0 if no select may stand here.
  uint32_t mustStay;
};

// A thing, and where its digest goes (content.cpp).
struct FmergePart {
  // In a content, the digest goes before this byte. On a tape, it replaces this word and the next one.
  size_t at;
  // The address or the number of the thing.
  uint64_t thing;
  // A `ContentKind`.
  uint32_t kind;
};

// What passes one argument. crates/core/src/registers.rs explains the fields.
struct FmergePassed {
  uint64_t bytes;
  uint32_t integers;
  uint32_t floats;
  uint32_t predicates;
  uint64_t saved;
  bool byStack;
  bool isPaired;
};

// A body: the blocks that can be reached, and lists for all of their instructions, one after the other.
struct FmergeBody {
  const LLVMBasicBlockRef *blocks;
  size_t blockCount;
  const FmergeInstruction *instructions;
  size_t instructionCount;
  const FmergeOperand *operands;
  size_t operandCount;
  const uint64_t *words;
  size_t wordCount;
  // Those of the words that name things.
  const FmergePart *parts;
  size_t partCount;
  // The arguments of all calls.
  const FmergePassed *passed;
  size_t passedCount;
};

// The content of something.
struct FmergeContent {
  const uint8_t *bytes;
  size_t count;
  const FmergePart *parts;
  size_t partCount;
};

// The canonical description of a function (canon.cpp). The lists belong to the describer, and are valid until it
// describes the next function.
struct FmergeDescription {
  // `Token`s, in the order of `canonicalInstructions`.
  const uint64_t *tape;
  size_t tapeCount;
  // The digests that are to be filled in on the tape.
  const FmergePart *parts;
  size_t partCount;
  // The intrinsics that are called, each once.
  const uint32_t *intrinsics;
  size_t intrinsicCount;
  // The `InstructionFact`s of all instructions together.
  uint64_t instructionFacts;
  // The `ConstantFact`s of all constants together.
  uint64_t constantFacts;
  uint32_t instructionCount;
};

// What LLVM says of a function (standing.cpp). The core decides what follows from that; crates/core/src/standing.rs
// explains the fields.
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
  bool overriddenByLoader;
  bool exact;
  bool dllExported;
  bool inComdat;
  bool hasCompany;
  bool selectedByLinker;
  bool keepsCallers;
  bool noBuiltin;
  // Filled by the Rust side.
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
  // By side, its index among the original's parameters, or -1.
  const int32_t *indices;
};

// An instruction of the merged function (debug.cpp).
struct FmergeOrigin {
  LLVMValueRef merged;
  // By side, the instruction that it stands for, or null.
  const LLVMValueRef *originals;
};

// A place in a shared body where a parameter stands, or a call of the function itself (parameterize.cpp).
struct FmergePlace {
  // The number of the instruction, in the order of `canonicalInstructions`.
  uint32_t instruction;
  // The number of the operand, or `gepOffset`.
  uint32_t operand;
  // The number of the parameter, or -1 for a call of the function itself.
  int32_t parameter;
  // The number of the entry if the parameter is the address of a table; otherwise -1.
  int32_t entry;
};

// A constant in a table (tables.cpp).
struct FmergeTableEntry {
  // The type of its value. If the table holds a distance, this is still the type of the pointer.
  LLVMTypeRef ty;
  // In bytes, from the beginning of the table.
  uint32_t offset;
  // A `TableForm`.
  uint32_t form;
};

// What is known of a module's target where tables are made. crates/core/src/gfm/tables.rs explains the fields.
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
  // In bytes, from the beginning of the variable or the function.
  int64_t offset;
  // `AddressFact`s.
  uint64_t facts;
};

// All that a shared body is made of.
struct FmergeShared {
  const LLVMValueRef *members;
  size_t memberCount;
  // The index of the member that gives its body.
  size_t representative;
  // The types of the parameters that follow the members' own.
  const LLVMTypeRef *types;
  size_t typeCount;
  // The entries of the table. Its address is the last parameter.
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

// What the target gets for one of its parameters (replace.cpp): `value` if that is not null; otherwise the parameter of
// the replaced function with this index, converted, or poison for -1.
struct FmergeArgument {
  LLVMValueRef value;
  int32_t parameter;
};

// How a call of the replaced function becomes a call of the target, which does its work.
struct FmergeTarget {
  LLVMValueRef function;
  // One for each parameter of the target.
  const FmergeArgument *arguments;
  size_t count;
  // Whether the arguments are the replaced function's own parameters in their order, and nothing else.
  bool passesOn;
};

// How a function uses a constant (timing.cpp).
struct FmergeUse {
  // The block with which its value is used. For an operand of a φ, this is the incoming block.
  LLVMBasicBlockRef block;
  // An `Operation`.
  uint32_t operation;
};

// A value of a remark, under a key (remarks.cpp).
struct FmergeRemarkValue {
  // A C string.
  const char *key;
  const char *text;
  size_t length;
};

// The question at an extension point (register.cpp): the options, and the point.
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
