// Modules as bytes, and back.
#pragma once

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <memory>
#include <string>

namespace fmerge {

using ByteSink = void (*)(void *, const uint8_t *, size_t);

inline void writeBitcode(const llvm::Module &module, ByteSink sink, void *context) {
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream out(bytes);
  llvm::WriteBitcodeToFile(module, out);
  sink(context, reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size());
}

// Null if the bytes are none that this LLVM reads; then `error` says why.
inline std::unique_ptr<llvm::Module> readBitcode(llvm::LLVMContext &context, const uint8_t *bytes, size_t length,
                                                 std::string &error) {
  llvm::StringRef text(reinterpret_cast<const char *>(bytes), length);
  auto module = llvm::parseBitcodeFile(llvm::MemoryBufferRef(text, "fmerge"), context);
  if (module)
    return std::move(*module);
  error = toString(module.takeError());
  return nullptr;
}

// The same, with functions whose bodies are read when they are asked for. The bytes stay as long as the module.
inline std::unique_ptr<llvm::Module> openBitcode(llvm::LLVMContext &context, const uint8_t *bytes, size_t length,
                                                 std::string &error) {
  llvm::StringRef text(reinterpret_cast<const char *>(bytes), length);
  auto module = llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(text, "fmerge"), context);
  if (module)
    return std::move(*module);
  error = toString(module.takeError());
  return nullptr;
}

} // namespace fmerge
