//! Reading the command line of a compiler.
//!
//! Consumes: the words that clang sees, response files read. Produces: whether it may link, and what it says of the linker
//! and the plugin. What the link step is, clang itself is asked (`ask.rs`): only clang knows its configuration files, its
//! variables and all spellings of its options.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// What a command line asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommandLine {
    /// It is one of a process that clang starts (`-cc1`), in which nothing may be added, or one for `clang-cl`, which knows other
    /// arguments.
    pub is_internal: bool,
    /// No argument says that it stops before the link step.
    pub may_link: bool,
    /// A file of dependencies is written beside what is compiled.
    pub names_dependencies: bool,
    /// The file of the linker, if it is named: by `--ld-path`, or by `-fuse-ld` with an absolute path.
    pub linker_path: Option<String>,
    /// The linker that is named: by `-fuse-ld`, or the file name of `--ld-path`.
    pub linker: Option<String>,
    /// Plugins that are named by `-fpass-plugin`.
    pub plugins: Vec<OsString>,
    /// The first file that is compiled, if there is one.
    pub source: Option<PathBuf>,
    /// An option of this program that stands among those of the compiler, which knows none of that name.
    pub misplaced: Option<String>,
    /// LLVM's options of ours, such as `-fmerge-pipeline=none`, by `-mllvm`.
    pub options: Vec<String>,
}

/// Arguments that stop before the link step. Another spelling costs the time of asking clang.
const STEPS: [&str; 15] = [
    "-c",
    "-S",
    "-E",
    "-M",
    "-MM",
    "-fsyntax-only",
    "--compile",
    "--assemble",
    "--preprocess",
    "--dependencies",
    "--user-dependencies",
    "--precompile",
    "--analyze",
    "-emit-ast",
    "--emit-static-lib",
];

/// How names of files end that are compiled to no code: objects and libraries, text for the assembler, headers.
const NO_SOURCES: [&str; 16] =
    ["o", "lo", "obj", "a", "la", "lib", "so", "s", "S", "sx", "h", "hh", "hpp", "hxx", "H", "pch"];

/// Arguments whose value is the next one, and could be taken for a source.
const WITH_FILE: [&str; 22] = [
    "-I",
    "-L",
    "-F",
    "-T",
    "-l",
    "-include",
    "-imacros",
    "-include-pch",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-iprefix",
    "-iwithprefix",
    "-isysroot",
    "-target",
    "-arch",
    "-framework",
    "-B",
    "-sectcreate",
    "-rpath",
    "-iframework",
    "-resource-dir",
];

/// Arguments whose value is the next one, among those whose value could be taken for an argument.
const WITH_VALUE: [&str; 20] = [
    "-o",
    "-x",
    "-D",
    "-U",
    "-e",
    "-u",
    "-z",
    "-MF",
    "-MT",
    "-MQ",
    "-MJ",
    "-Xclang",
    "-Xlinker",
    "-Xassembler",
    "-Xpreprocessor",
    "-Xanalyzer",
    "-Xopenmp-target",
    "-Xoffload-linker",
    "--param",
    "-mllvm",
];

/// Options of this program. clang has none of these names.
const OURS: [&str; 9] = [
    "--summary",
    "--across",
    "--preset",
    "--pipeline",
    "--early-pipeline",
    "--plugin",
    "--report",
    "--quiet",
    "-q",
];

impl CommandLine {
    /// Reads the words.
    pub fn read(words: &[OsString]) -> CommandLine {
        let mut line = CommandLine { may_link: true, ..CommandLine::default() };
        line.is_internal =
            words.first().is_some_and(|first| first.to_string_lossy().starts_with("-cc1"));
        let mut rest = words.iter().map(|word| word.to_string_lossy());
        while let Some(word) = rest.next() {
            let word = word.as_ref();
            if word == "--" {
                // Files only.
                rest.by_ref().for_each(|word| line.read_source(&word));
            } else if WITH_FILE.contains(&word) {
                rest.next();
            } else if WITH_VALUE.contains(&word) {
                let value = rest.next();
                line.read_pair(word, value.as_deref().unwrap_or_default());
            } else if STEPS.contains(&word) {
                line.may_link = false;
            } else {
                line.read_option(word);
            }
        }
        line
    }

    fn read_pair(&mut self, name: &str, value: &str) {
        if name == "-mllvm" {
            self.read_llvm_option(value);
        }
    }

    fn read_option(&mut self, text: &str) {
        let name = text.split_once('=').map_or(text, |(name, _)| name);
        if OURS.contains(&name) {
            self.misplaced.get_or_insert_with(|| name.to_owned());
        } else if text == "--driver-mode=cl" {
            self.is_internal = true;
        } else if let Some(linker) = text.strip_prefix("-fuse-ld=") {
            self.linker = Some(linker.to_owned());
            if Path::new(linker).is_absolute() {
                self.linker_path.get_or_insert_with(|| linker.to_owned());
            }
        } else if let Some(path) = text.strip_prefix("--ld-path=") {
            self.linker_path = Some(path.to_owned());
            self.linker =
                Path::new(path).file_name().map(|name| name.to_string_lossy().into_owned());
        } else if let Some(plugin) = text.strip_prefix("-fpass-plugin=") {
            self.plugins.push(plugin.into());
        } else if let Some(option) = text.strip_prefix("-mllvm=") {
            self.read_llvm_option(option);
        } else {
            self.read_source(text);
            let text = text.strip_prefix("-Wp,").unwrap_or(text);
            let name = text.split(',').next().unwrap_or(text);
            self.names_dependencies |=
                ["-MD", "-MMD", "--write-dependencies", "--write-user-dependencies"]
                    .contains(&name);
        }
    }

    fn read_source(&mut self, word: &str) {
        let path = Path::new(word);
        let end = path.extension().unwrap_or_default();
        let is_source = !word.starts_with(['-', '@']) || word == "-";
        if is_source && NO_SOURCES.iter().all(|one| end != *one) {
            self.source.get_or_insert_with(|| path.to_owned());
        }
    }

    fn read_llvm_option(&mut self, option: &str) {
        if option.starts_with("-fmerge-") {
            self.options.push(option.to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::CommandLine;

    fn read(words: &str) -> CommandLine {
        CommandLine::read(&words.split_whitespace().map(Into::into).collect::<Vec<_>>())
    }

    #[test]
    fn steps() {
        for words in ["-O2 a.c -o a", "a.o b.o", "-MD a.c", "-Xlinker -S a.o", "-x c -- -c", "-v"] {
            assert!(read(words).may_link, "{words}");
        }
        for step in ["-c", "-S", "-E", "-M", "-MM", "-fsyntax-only", "--compile"] {
            assert!(!read(&format!("{step} a.c")).may_link, "{step}");
        }
    }

    #[test]
    fn files_of_dependencies() {
        for words in ["-MD", "-MMD -MF x", "-Wp,-MD,x", "-Wp,-MMD,x", "--write-dependencies"] {
            assert!(read(&format!("-c a.c {words}")).names_dependencies, "{words}");
        }
        for words in ["-M", "-MF -MD", "-MT x", "-Wp,-DX,-MD", "-D -MD"] {
            assert!(!read(&format!("-c a.c {words}")).names_dependencies, "{words}");
        }
    }

    #[test]
    fn linkers() {
        let named = |words: &str| read(words).linker.unwrap_or_default();
        assert_eq!(named("a.o"), "");
        assert_eq!(named("-fuse-ld=mold -fuse-ld=lld a.o"), "lld");
        assert_eq!(named("--ld-path=/home/lld/ld.bfd a.o"), "ld.bfd");
    }

    #[test]
    fn sources() {
        let source = |words: &str| read(words).source.map(|path| path.display().to_string());
        assert_eq!(source("-c -I x src/a.cpp -o b.o b.c").as_deref(), Some("src/a.cpp"));
        assert_eq!(source("-MT x.c -o y.c -include z.h -c -- a.c").as_deref(), Some("a.c"));
        assert_eq!(source("-include x.c -x c -c odd.inc -o odd.o").as_deref(), Some("odd.inc"));
        assert_eq!(source("-x c -c -").as_deref(), Some("-"));
        assert_eq!(source("-c a.s b.o libc.a -lc.c"), None);
    }

    #[test]
    fn what_is_ours() {
        let line = read(
            "-mllvm -fmerge-pipeline=gfm -mllvm -other -mllvm=-fmerge-early-pipeline=none a.c",
        );
        assert_eq!(line.options, ["-fmerge-pipeline=gfm", "-fmerge-early-pipeline=none"]);
        assert_eq!(read("-fpass-plugin=x/libfmerge.so a.c").plugins, ["x/libfmerge.so"]);
    }

    #[test]
    fn options_of_fmerge_among_those_of_the_compiler() {
        let misplaced = |words: &str| read(words).misplaced.unwrap_or_default();
        for (words, option) in [
            ("-Oz --summary s -c a.c", "--summary"),
            ("-Oz --preset=safe -c a.c", "--preset"),
            ("a.c --across -q", "--across"),
            ("-c -q a.c", "-q"),
        ] {
            assert_eq!(misplaced(words), option, "{words}");
        }
        for words in ["-Xlinker --summary a.o", "-o --across a.c", "-- --across", "-quiet a.c"] {
            assert_eq!(misplaced(words), "", "{words}");
        }
    }

    #[test]
    fn processes_that_clang_starts() {
        assert!(read("-cc1 a.c").is_internal && read("-cc1as a.s").is_internal);
        assert!(!read("a.c -cc1").is_internal);
        assert!(read("--driver-mode=cl /c a.c").is_internal);
    }
}
