// Modules of a ThinLTO link, written down when they are optimised, so that another link makes one module of them
// (crates/cli/src/compile/across.rs).
//
// Consumes: a module at the end of its ThinLTO back end. Produces: a file of bitcode without a summary, which linkers
// take for one of full LTO, and a file with the module's identifier. Guarantees: the module is not changed; names of
// files go by the identifier, which is unique in a link.

#include "gather.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include "llvm/Transforms/IPO/ConstantMerge.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/IPO/GlobalOpt.h"
#include "llvm/Transforms/Instrumentation/CGProfile.h"
#include "llvm/Transforms/Utils/RelLookupTableConverter.h"

using namespace llvm;

namespace {

// Writes a file by way of `content`; what went wrong, if something did.
template <typename Content> std::string write(const Twine &path, Content content) {
  std::string name = path.str();
  std::error_code error;
  raw_fd_ostream out(name, error, sys::fs::OF_None);
  if (!error) {
    content(out);
    out.close();
    error = out.error();
    out.clear_error();
  }
  return error ? "cannot write " + name + ": " + error.message() : "";
}

} // namespace

std::string fmerge::gather(const Module &module, StringRef folder) {
  StringRef identifier = module.getModuleIdentifier();
  SmallString<128> path(folder);
  sys::path::append(path, utohexstr(xxh3_64bits(identifier)));
  std::string error = write(path + ".o", [&](raw_ostream &out) { WriteBitcodeToFile(module, out); });
  return error.empty() ? write(path + ".name", [&](raw_ostream &out) { out << identifier; }) : error;
}

void fmerge::tidyUp(ModulePassManager &passes) {
  passes.addPass(GlobalOptPass());
  passes.addPass(GlobalDCEPass());
  passes.addPass(ConstantMergePass());
}

void fmerge::finish(ModulePassManager &passes) {
  passes.addPass(GlobalDCEPass());
  passes.addPass(CGProfilePass(/*InLTOPostLink=*/true));
  passes.addPass(RelLookupTableConverterPass());
}
