//! Reading the command line of a compiler.
//!
//! Consumes: arguments as clang takes them. Produces: which steps they ask for and what they say of LTO, the linker and
//! the plugin. Response files (`@file`) are not read: a build that uses them has short arguments beside them.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// What a command line asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommandLine {
    /// Files are compiled or linked; without any, as in `--version`, nothing is.
    pub has_input: bool,
    /// An input is assembly, for which clang starts a program that knows no plugins.
    pub assembles: bool,
    /// A file of dependencies is written beside what is compiled.
    pub names_dependencies: bool,
    /// The command ends with a link step.
    pub links: bool,
    /// The link step optimises: `-flto` says so, or an input is LLVM's bitcode.
    pub lto: bool,
    /// The linker that is named: by `-fuse-ld`, or the file name of `--ld-path`.
    pub linker: Option<String>,
    /// Plugins that are named by `-fpass-plugin`.
    pub plugins: Vec<OsString>,
    /// LLVM's options of ours, such as `-fmerge-pipeline=none`, by `-mllvm`.
    pub options: Vec<String>,
    /// The target, if it is named.
    pub target: String,
}

/// Arguments that stop before the link step.
const STEPS: [&str; 11] = [
    "-c",
    "-S",
    "-E",
    "-M",
    "-MM",
    "-fsyntax-only",
    "--precompile",
    "--analyze",
    "-emit-ast",
    "--compile",
    "--preprocess",
];

/// Arguments whose value is the next one, among those whose value could be taken for an input.
const WITH_VALUE: [&str; 38] = [
    "-o",
    "-x",
    "-I",
    "-D",
    "-U",
    "-L",
    "-l",
    "-F",
    "-T",
    "-e",
    "-u",
    "-z",
    "-h",
    "-include",
    "-imacros",
    "-isystem",
    "-idirafter",
    "-iquote",
    "-iprefix",
    "-iwithprefix",
    "-isysroot",
    "--sysroot",
    "-MF",
    "-MT",
    "-MQ",
    "-MJ",
    "-Xclang",
    "-Xlinker",
    "-Xassembler",
    "-Xpreprocessor",
    "-target",
    "-arch",
    "-framework",
    "-soname",
    "-rpath",
    "--param",
    "-B",
    "-mllvm",
];

impl CommandLine {
    /// Reads the arguments.
    pub fn read(arguments: &[OsString]) -> CommandLine {
        let mut line = CommandLine { links: true, ..CommandLine::default() };
        let mut given_lto = None;
        let mut bitcode = false;
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let text = argument.to_string_lossy();
            let text = text.as_ref();
            if WITH_VALUE.contains(&text) {
                line.read_pair(text, rest.next());
            } else if text == "-" || !text.starts_with('-') {
                line.has_input = true;
                line.assembles |= is_assembly(text);
                bitcode |= is_bitcode(argument);
            } else if STEPS.contains(&text) {
                line.links = false;
            } else if let Some(kind) = lto_kind(text) {
                given_lto = Some(kind);
            } else {
                line.read_option(text);
            }
        }
        line.lto = given_lto.unwrap_or(false) || bitcode;
        line
    }

    fn read_pair(&mut self, name: &str, value: Option<&OsString>) {
        let Some(value) = value.map(|value| value.to_string_lossy()) else { return };
        match name {
            "-x" => self.assembles |= value.starts_with("assembler"),
            "-target" => self.target = value.into_owned(),
            "-mllvm" => self.read_llvm_option(&value),
            _ => {}
        }
    }

    fn read_option(&mut self, text: &str) {
        if let Some(linker) = text.strip_prefix("-fuse-ld=") {
            self.linker = Some(linker.to_owned());
        } else if let Some(path) = text.strip_prefix("--ld-path=") {
            self.linker =
                Path::new(path).file_name().map(|name| name.to_string_lossy().into_owned());
        } else if let Some(plugin) = text.strip_prefix("-fpass-plugin=") {
            self.plugins.push(plugin.into());
        } else if let Some(option) = text.strip_prefix("-mllvm=") {
            self.read_llvm_option(option);
        } else if let Some(target) = text.strip_prefix("--target=") {
            self.target = target.to_owned();
        } else if let Some(language) = text.strip_prefix("-x") {
            self.assembles |= language.starts_with("assembler");
        } else {
            let text = text.strip_prefix("-Wp,").unwrap_or(text);
            self.names_dependencies |= text.starts_with("-MD") || text.starts_with("-MMD");
        }
    }

    fn read_llvm_option(&mut self, option: &str) {
        if option.starts_with("-fmerge-") {
            self.options.push(option.to_owned());
        }
    }

    /// Whether the linker that is named is an lld that loads plugins; none is named: `None`.
    pub fn is_lld(&self) -> Option<bool> {
        self.linker.as_deref().map(|name| name.contains("lld"))
    }

    /// Whether programs of this target are linked by the lld that loads plugins, that of ELF.
    pub fn is_elf(&self) -> bool {
        !["wasm", "windows", "mingw", "apple", "darwin"]
            .iter()
            .any(|part| self.target.contains(part))
    }
}

/// What an argument says of LTO; the last one counts.
fn lto_kind(text: &str) -> Option<bool> {
    match text {
        "-flto" => Some(true),
        "-fno-lto" => Some(false),
        _ => text.starts_with("-flto=").then_some(true),
    }
}

fn is_assembly(path: &str) -> bool {
    Path::new(path)
        .extension()
        .is_some_and(|extension| ["s", "S", "sx", "asm"].map(OsStr::new).contains(&extension))
}

/// Whether a file is LLVM's bitcode, as objects are that were compiled for LTO, whatever they are called: builds say `.lo`,
/// `.os` or `.sho`. A file that cannot be read is not; clang will say what is wrong with it. Pipes are left to clang.
fn is_bitcode(path: &OsStr) -> bool {
    let mut magic = [0; 4];
    Path::new(path).is_file()
        && File::open(path).and_then(|mut file| file.read_exact(&mut magic)).is_ok()
        && magic == *b"BC\xC0\xDE"
}

#[cfg(test)]
mod tests {
    use super::CommandLine;

    fn read(words: &str) -> CommandLine {
        CommandLine::read(&words.split_whitespace().map(Into::into).collect::<Vec<_>>())
    }

    #[test]
    fn steps() {
        assert!(read("-O2 a.c -o a").links);
        assert!(read("a.o b.o").links);
        for step in ["-c", "-S", "-E", "-M", "-MM", "-fsyntax-only"] {
            assert!(!read(&format!("{step} a.c")).links, "{step}");
        }
        assert!(read("-MD a.c").links);
    }

    #[test]
    fn values_are_no_inputs() {
        assert!(!read("--version").has_input);
        assert!(!read("-v -o file -x c -I folder -Xlinker word").has_input);
        assert!(!read("-Wl,--version").has_input);
        assert!(read("-x c -").has_input);
        assert!(read("@objects.rsp").has_input);
    }

    #[test]
    fn the_last_word_on_lto_counts() {
        assert!(!read("a.o").lto);
        for flag in ["-flto", "-flto=thin", "-flto=full", "-flto=auto"] {
            assert!(read(&format!("{flag} a.o")).lto, "{flag}");
            assert!(!read(&format!("{flag} -fno-lto a.o")).lto, "{flag}");
            assert!(read(&format!("-fno-lto {flag} a.o")).lto, "{flag}");
        }
        assert!(!read("-flto-jobs=4 a.o").lto);
    }

    #[test]
    fn bitcode_is_linked_with_lto() {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, content, lto) in [
            ("lto.o", &b"BC\xC0\xDE and more"[..], true),
            ("shared.sho", b"BC\xC0\xDE and more", true),
            ("no-extension", b"BC\xC0\xDE and more", true),
            ("plain.o", b"\x7fELF", false),
            ("short.o", b"BC", false),
        ] {
            let path = folder.path().join(name);
            std::fs::write(&path, content).expect("a file");
            assert_eq!(CommandLine::read(&[path.into()]).lto, lto, "{name}");
        }
    }

    #[test]
    fn linkers() {
        assert_eq!(read("a.o").is_lld(), None);
        assert_eq!(read("-fuse-ld=lld a.o").is_lld(), Some(true));
        assert_eq!(read("-fuse-ld=mold a.o").is_lld(), Some(false));
        assert_eq!(read("--ld-path=/usr/bin/ld.lld-22 a.o").is_lld(), Some(true));
        assert_eq!(read("--ld-path=/home/lld/ld.bfd a.o").is_lld(), Some(false));
        assert_eq!(read("-fuse-ld=mold -fuse-ld=lld a.o").is_lld(), Some(true));
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
    fn assembly() {
        for words in ["a.s", "a.S", "-x assembler-with-cpp a", "-xassembler a"] {
            assert!(read(&format!("-c {words}")).assembles, "{words}");
        }
        assert!(!read("-c a.c").assembles);
    }
}
