// Writes modules of a ThinLTO link down when they are optimised, so that another link can make one module of them
// (crates/cli/src/compile/across.rs).
//
// Consumes: a module at the end of its ThinLTO back end. Produces: a file of bitcode without a summary, which linkers
// take for full LTO, and a file with the module's identifier. Guarantees: the module is not changed. The files are
// named after the identifier, which is unique in a link.
//
// Text for the assembler knows symbols by their names alone. When modules become one, local symbols with the same name
// are renamed, and symbols with the same name that two texts define become one. So each module carries the names that
// matter to its text as metadata (`Names`). These are compared with the names in the one module. The text of each
// module begins with the section `.text`, whatever section that of another one ends in.

#include "gather.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Object/ModuleSymbolTable.h"
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

// Writes a file with `content`; returns what went wrong, if anything did.
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

// The metadata: pairs of a name and the local symbol of that name. If the text itself defines a local symbol, its name
// stands without a symbol.
constexpr char Names[] = "fmerge.assembly";

// Adds the words of a text for the assembler that may be names of symbols. These are not the first word of a statement,
// which is an instruction, and not registers and operands behind `%`.
void addWords(StringSet<> &words, StringRef text) {
  auto isPart = [](char c) { return isAlnum(c) || c == '_' || c == '.' || c == '$' || c == '@'; };
  SmallVector<StringRef, 16> statements;
  SplitString(text, statements, "\n;");
  for (StringRef rest : statements) {
    bool isFirst = true;
    while (!(rest = rest.drop_until(isPart)).empty()) {
      bool isOperand = rest.data() != text.data() && rest.data()[-1] == '%';
      StringRef word = rest.take_while(isPart);
      rest = rest.drop_front(word.size());
      bool isInstruction = isFirst && !rest.starts_with(":");
      isFirst &= !isInstruction;
      // The word may be `name@PLT`, or `$name` for a value.
      if (!isOperand && !isInstruction)
        words.insert(word.split('@').first.ltrim('$'));
    }
  }
}

} // namespace

StringSet<> fmerge::wordsOfAssembly(const Module &module) {
  StringSet<> words;
  addWords(words, module.getModuleInlineAsm());
  for (const Function &f : module)
    for (const Instruction &i : instructions(f))
      if (const auto *call = dyn_cast<CallBase>(&i))
        if (const auto *text = dyn_cast<InlineAsm>(call->getCalledOperand()))
          addWords(words, text->getAsmString());
  return words;
}

namespace {

void addNames(Module &module) {
  LLVMContext &context = module.getContext();
  NamedMDNode *names = module.getOrInsertNamedMetadata(Names);
  auto add = [&](StringRef name, Metadata *symbol) {
    // The nodes are distinct, because linking keeps equal operands only once.
    names->addOperand(MDNode::getDistinct(context, {MDString::get(context, name), symbol}));
  };
  StringSet<> words = fmerge::wordsOfAssembly(module);
  for (GlobalValue &symbol : module.global_values())
    if (symbol.hasLocalLinkage() && words.contains(symbol.getName()))
      add(symbol.getName(), ValueAsMetadata::get(&symbol));
  StringSet<> defined;
  ModuleSymbolTable::CollectAsmSymbols(module, [&](StringRef name, object::BasicSymbolRef::Flags flags) {
    using object::BasicSymbolRef;
    if (!(flags & (BasicSymbolRef::SF_Undefined | BasicSymbolRef::SF_Global)) && defined.insert(name).second)
      add(name, nullptr);
  });
}

} // namespace

std::string fmerge::checkAssembly(Module &module) {
  NamedMDNode *names = module.getNamedMetadata(Names);
  if (!names)
    return "";
  StringSet<> defined;
  std::string error;
  for (const MDNode *pair : names->operands()) {
    StringRef name = cast<MDString>(pair->getOperand(0))->getString();
    auto *symbol = mdconst::extract_or_null<GlobalValue>(pair->getOperand(1));
    bool isOther = symbol ? symbol->getName() != name : module.getNamedValue(name) || !defined.insert(name).second;
    if (isOther)
      error = ("text for the assembler means a local symbol, and another one is called '" + name + "' too").str();
  }
  names->eraseFromParent();
  return error;
}

std::string fmerge::gather(Module &module, StringRef folder) {
  StringRef identifier = module.getModuleIdentifier();
  SmallString<128> path(folder);
  sys::path::append(path, utohexstr(xxh3_64bits(identifier)));
  std::string text = module.getModuleInlineAsm();
  addNames(module);
  if (!text.empty())
    module.setModuleInlineAsm(".text\n" + text);
  std::string error = write(path + ".o", [&](raw_ostream &out) { WriteBitcodeToFile(module, out); });
  module.setModuleInlineAsm(text);
  module.eraseNamedMetadata(module.getNamedMetadata(Names));
  return error.empty() ? write(path + ".name", [&](raw_ostream &out) { out << identifier; }) : error;
}

void fmerge::tidyUp(ModulePassManager &passes) {
  passes.addPass(GlobalDCEPass());
  passes.addPass(GlobalOptPass());
  passes.addPass(ConstantMergePass());
}

void fmerge::finish(ModulePassManager &passes) {
  passes.addPass(GlobalDCEPass());
  passes.addPass(CGProfilePass(/*InLTOPostLink=*/true));
  passes.addPass(RelLookupTableConverterPass());
}
