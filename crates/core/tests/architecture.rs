//! Rules of the repository as a whole, checked on its text.
//!
//! Every path that `ARCHITECTURE.md` and the pages in [`PAGES`] name exists, `unsafe` appears in the plugin's `src/` alone,
//! the modules of a crate use each other without circles, and no two types have one name.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use regex::Regex;

/// Where Rust code may lie that must do without `unsafe`; of what is shipped, `src/` is the one place that need not. Examples
/// of firmware write registers of the processor.
const SAFE: [&str; 5] = ["crates", "tests", "benches", "fuzz", "build.rs"];

/// The pages whose paths are checked.
const PAGES: [&str; 18] = [
    "ARCHITECTURE.md",
    "README.md",
    "bench/README.md",
    "fuzz/README.md",
    "docs/algorithm.md",
    "docs/broken.md",
    "docs/building.md",
    "docs/by-hand.md",
    "docs/cmake.md",
    "docs/debugging.md",
    "docs/how-it-works.md",
    "docs/llvm.md",
    "docs/make.md",
    "docs/objects.md",
    "docs/pipeline.md",
    "docs/rust.md",
    "docs/summaries.md",
    "docs/wasm.md",
];

/// What a build makes, and what need not be there.
const MADE: [&str; 2] = ["build/", "target/"];

/// What may ask for the version of LLVM: the seam between them.
const SEAM: [&str; 3] = ["src/shim/compat.h", "src/shim/compat_codegen.h", "src/interface.rs"];

/// What compiles with each version of LLVM, and is wrong with one: only the seam calls it. `getStackAlignment` reads what is not
/// there up to LLVM 21, if the module does not say it.
const ASKED_BY_THE_SEAM: [&str; 2] = ["getStackAlignment(", "Instruction::Br"];

/// What reads LLVM's enumerations as numbers, and the questions that LLVM answers by one that grows: a number of a later version is
/// none of the Rust enumeration, which must not be read so.
const OPEN: &str = "src/ffi/open.rs";
const ANSWERED_BY_NUMBERS: [&str; 4] =
    ["LLVMGetTypeKind", "LLVMGetConstOpcode", "LLVMGetInstructionOpcode", "LLVMGetValueKind"];

/// The crates whose modules are looked at.
const CRATES: [&str; 4] = ["crates/core/src", "src", "crates/cli/src", "crates/lab/src"];

/// Circles that are still there, by crate: modules that use each other. The list may only become shorter.
const CIRCLES: [(&str, &[&str]); 1] = [("crates/core/src", &["ir", "stack"])];

/// The sources in each of which a type's name stands for one type. Core and plugin are read together.
const NAMED_TOGETHER: [&[&str]; 3] =
    [&["crates/core/src", "src"], &["crates/cli/src"], &["crates/lab/src"]];

/// What every subcommand of a command line has of its own.
const ONE_FOR_EACH_COMMAND: &str = "Args";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What a text has in backticks and looks like a path: it has a slash or a file's ending, and no space.
fn named_paths(text: &str) -> Vec<&str> {
    let quoted = Regex::new(r"`([\w./-]+)`").expect("a valid pattern");
    let path = Regex::new(r"/|\.(rs|md|toml|cpp|h|py)$").expect("a valid pattern");
    let all = quoted.captures_iter(text).map(|c| c.get(1).expect("one group").as_str());
    all.filter(|word| path.is_match(word)).collect()
}

/// The lines of Rust code that use the keyword; comments and attributes' `unsafe_code` do not count.
fn unsafe_lines(code: &str) -> Vec<usize> {
    let keyword = Regex::new(r"\bunsafe(\s|[({]|$)").expect("a valid pattern");
    let without_comment = |line: &str| line.split("//").next().unwrap_or_default().to_owned();
    let lines = code.lines().enumerate();
    lines.filter(|(_, l)| keyword.is_match(&without_comment(l))).map(|(i, _)| i + 1).collect()
}

/// Every Rust file under a path, sorted; the path may be absent, or a file itself.
fn rust_files(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return Some(path.to_owned())
            .filter(|p| p.extension().is_some_and(|e| e == "rs"))
            .into_iter()
            .collect();
    }
    let Ok(entries) = fs::read_dir(path) else { return Vec::new() };
    let mut paths: Vec<_> = entries.map(|e| e.expect("a readable folder").path()).collect();
    paths.retain(|p| p.file_name().is_some_and(|name| name != "target"));
    paths.sort();
    paths.iter().flat_map(|p| rust_files(p)).collect()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("cannot read {}: {e}", path.display()))
}

#[test]
fn every_path_in_the_pages_exists() {
    for page in PAGES {
        let text = read(&root().join(page));
        let made = |path: &str| MADE.iter().any(|folder| path.starts_with(folder));
        let paths = named_paths(&text).into_iter().filter(|p| !made(p));
        let missing: Vec<_> = paths.filter(|p| !root().join(p).exists()).collect();
        assert!(missing.is_empty(), "{page} names what does not exist: {missing:?}");
    }
}

#[test]
fn paths_are_found_in_the_architecture() {
    let text = read(&root().join(PAGES[0]));
    let paths = named_paths(&text);
    assert!(paths.len() > 20, "only {} paths found: is the pattern still right?", paths.len());
}

#[test]
fn unsafe_code_is_in_the_plugin_alone() {
    let files: Vec<_> = SAFE.iter().flat_map(|place| rust_files(&root().join(place))).collect();
    assert!(
        files.len() > 10,
        "only {} files found: is the list of places still right?",
        files.len()
    );
    for file in files.iter().filter(|f| !f.ends_with(file!())) {
        let lines = unsafe_lines(&read(file));
        assert!(lines.is_empty(), "{} is unsafe in lines {lines:?}", file.display());
    }
}

/// The lines that depend on the version of LLVM.
fn lines_by_version(code: &str) -> Vec<usize> {
    let by_version =
        Regex::new(r"^\s*#\s*(el)?if.*LLVM_VERSION|\bcfg!?\(.*\bllvm").expect("a valid pattern");
    let lines = code.lines().enumerate();
    lines.filter(|(_, line)| by_version.is_match(line)).map(|(at, _)| at + 1).collect()
}

#[test]
fn versions_of_llvm_differ_in_one_place() {
    let shim = fs::read_dir(root().join("src/shim")).expect("a readable folder");
    let shim = shim.map(|entry| entry.expect("a readable folder").path());
    let files: Vec<_> = shim.chain(rust_files(&root().join("src"))).collect();
    let is_seam = |file: &Path| SEAM.iter().any(|path| file.ends_with(path));
    for file in files.iter().filter(|file| !is_seam(file)) {
        let lines = lines_by_version(&read(file));
        assert!(lines.is_empty(), "{} asks for LLVM's version in lines {lines:?}", file.display());
        for asked in ASKED_BY_THE_SEAM {
            assert!(!read(file).contains(asked), "{} calls {asked}, not the seam", file.display());
        }
    }
    for path in SEAM {
        assert!(!lines_by_version(&read(&root().join(path))).is_empty(), "{path} is no seam");
    }
}

#[test]
fn enumerations_of_llvm_that_grow_are_read_as_numbers() {
    assert!(read(&root().join(OPEN)).contains(ANSWERED_BY_NUMBERS[0]), "{OPEN} asks nothing");
    let files = rust_files(&root().join("src"));
    for file in files.iter().filter(|file| !file.ends_with(OPEN)) {
        for asked in ANSWERED_BY_NUMBERS {
            assert!(!read(file).contains(asked), "{} calls {asked}, not {OPEN}", file.display());
        }
    }
}

#[test]
fn questions_for_versions_are_told_from_other_lines() {
    let code = "#if LLVM_VERSION_MAJOR >= 22\n#include <x>\n#elif LLVM_VERSION_MAJOR\n#[cfg(llvm_calls)]\n#[cfg(test)]\n";
    assert_eq!(lines_by_version(code), [1, 3, 4]);
}

/// Planted faults, generators and oracles are behind the core's feature `testing`, which only tests switch on.
#[test]
fn the_plugin_and_the_command_have_no_planted_faults() {
    for manifest in ["Cargo.toml", "crates/cli/Cargo.toml"] {
        let text = read(&root().join(manifest));
        let shipped = text.split("[dev-dependencies]").next().unwrap_or_default();
        let core = shipped.lines().filter(|line| line.starts_with("fmerge-core"));
        assert!(core.clone().count() > 0, "{manifest} names no core");
        assert!(!core.into_iter().any(|line| line.contains("testing")), "{manifest}");
    }
    let library = read(&root().join("crates/core/src/lib.rs"));
    assert!(library.contains("#[cfg(any(test, feature = \"testing\"))]\npub mod testing;"));
}

#[test]
fn paths_are_told_from_other_words() {
    let text = "`src/a.rs`, `MergePlan`, `b.md`, `f3m<x/y>`, `two words/x`, plain/c.rs, `d/`";
    assert_eq!(named_paths(text), ["src/a.rs", "b.md", "d/"]);
}

#[test]
fn the_keyword_is_told_from_comments_and_other_words() {
    let code =
        "// unsafe\n#![forbid(unsafe_code)]\nunsafe fn f() {}\nlet x = unsafe { y }; // fine?\n";
    assert_eq!(unsafe_lines(code), [3, 4]);
}

/// A module by its names from the crate's root on.
type Module = Vec<String>;

/// The module of a file. `lib.rs` and `main.rs` are the root.
fn module_of(file: &Path, source: &Path) -> Module {
    let path = file.strip_prefix(source).expect("a file of the crate").with_extension("");
    let mut names: Module = path.iter().map(|name| name.to_string_lossy().into_owned()).collect();
    if names.last().is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str())) {
        names.pop();
    }
    names
}

/// Whether only tests use a module.
fn is_for_tests(module: &Module) -> bool {
    module.iter().any(|name| ["tests", "testing", "samples"].contains(&name.as_str()))
}

/// The code of a file without comments and without its tests.
fn shipped(code: &str) -> String {
    let code = code.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = code.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

/// The paths that `use` names in braces, one by one.
fn expanded(path: &str) -> Vec<String> {
    let Some(open) = path.find('{') else { return vec![path.to_owned()] };
    let (before, inside) = (&path[..open], path[open + 1..].trim_end_matches('}'));
    let (mut depth, mut parts) = (0, vec![String::new()]);
    for c in inside.chars() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        match c {
            ',' if depth == 0 => parts.push(String::new()),
            _ => parts.last_mut().expect("one at least").push(c),
        }
    }
    // The last brace that was trimmed may have been an inner one.
    let closed = parts.into_iter().map(|part| {
        let open = part.matches('{').count() - part.matches('}').count();
        part + &"}".repeat(open)
    });
    closed
        .filter(|part| !part.is_empty())
        .flat_map(|part| expanded(&format!("{before}{part}")))
        .collect()
}

/// The modules that a module names, by `use` or in its code.
fn named_modules(
    code: &str,
    module: &Module,
    known: &BTreeMap<Module, String>,
) -> BTreeSet<Module> {
    let used = Regex::new(r"\buse\s+((?:crate|super|self)::[^;]+);").expect("a valid pattern");
    let inline = Regex::new(r"\b(?:crate|super)(?:::\w+)+").expect("a valid pattern");
    let blank = Regex::new(r"\s+(?:as\s+\w+)?").expect("a valid pattern");
    let used = used.captures_iter(code).map(|found| blank.replace_all(&found[1], "").into_owned());
    let mut paths: Vec<String> = used.flat_map(|path| expanded(&path)).collect();
    paths.extend(inline.find_iter(code).map(|found| found.as_str().to_owned()));
    let target = |path: &String| {
        let mut names: Vec<&str> = path.split("::").collect();
        let mut full: Module = if names[0] == "crate" { Vec::new() } else { module.clone() };
        while let Some(&first) = names.first().filter(|&&n| ["crate", "super", "self"].contains(&n))
        {
            if first == "super" {
                full.pop();
            }
            names.remove(0);
        }
        full.extend(names.into_iter().map(str::to_owned));
        while !known.contains_key(&full) && full.pop().is_some() {}
        full
    };
    paths.iter().map(target).collect()
}

/// Which child of a folder uses which other, by themselves or by what is in them.
fn arrows(
    parent: &[String],
    uses: &BTreeMap<Module, BTreeSet<Module>>,
) -> BTreeMap<String, BTreeSet<String>> {
    let child = |module: &Module| {
        let inside = module.starts_with(parent) && module.len() > parent.len();
        inside.then(|| module[parent.len()].clone())
    };
    let mut arrows: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (from, targets) in uses {
        let Some(from) = child(from) else { continue };
        let others = targets.iter().filter_map(child).filter(|to| *to != from);
        arrows.entry(from.clone()).or_default().extend(others);
    }
    arrows
}

/// What can be reached from a module, itself only by a circle.
fn reached<'a>(arrows: &'a BTreeMap<String, BTreeSet<String>>, from: &str) -> BTreeSet<&'a String> {
    let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(next) = open.pop() {
        for to in arrows.get(next).into_iter().flatten() {
            if seen.insert(to) {
                open.push(to);
            }
        }
    }
    seen
}

/// Modules that lead to each other, sorted; each in one set.
fn circles(arrows: &BTreeMap<String, BTreeSet<String>>) -> BTreeSet<Vec<String>> {
    let circle = |one: &String| {
        let there = reached(arrows, one).into_iter();
        let back = there.filter(|to| reached(arrows, to).contains(one));
        back.cloned().collect::<Vec<_>>()
    };
    arrows.keys().map(circle).filter(|circle| circle.len() > 1).collect()
}

/// The circles of a crate, at each level of its folders.
fn circles_of(source: &str) -> BTreeSet<Vec<String>> {
    let folder = root().join(source);
    let files = rust_files(&folder);
    let files = files.iter().map(|file| (module_of(file, &folder), shipped(&read(file))));
    let code: BTreeMap<Module, String> =
        files.filter(|(module, _)| !is_for_tests(module)).collect();
    let uses =
        code.iter().map(|(module, text)| (module.clone(), named_modules(text, module, &code)));
    let uses: BTreeMap<Module, BTreeSet<Module>> = uses.collect();
    let parents: BTreeSet<Vec<String>> = code
        .keys()
        .filter(|module| !module.is_empty())
        .map(|m| m[..m.len() - 1].to_vec())
        .collect();
    let mut found = BTreeSet::new();
    for parent in parents {
        let full = |name: String| [parent.clone(), vec![name]].concat().join("::");
        let circles = circles(&arrows(&parent, &uses)).into_iter();
        found.extend(circles.map(|circle| circle.into_iter().map(full).collect::<Vec<_>>()));
    }
    found
}

#[test]
fn modules_use_each_other_without_circles() {
    for source in CRATES {
        let known = CIRCLES.iter().filter(|known| known.0 == source);
        let known: BTreeSet<Vec<String>> =
            known.map(|(_, names)| names.iter().map(|&name| name.to_owned()).collect()).collect();
        assert_eq!(circles_of(source), known, "{source}: what two modules need stands below both");
    }
}

#[test]
fn circles_are_found_whatever_they_are_written_as() {
    let files = [
        ("a", "use crate::b::{self, c::{D, E}};"),
        ("b", ""),
        ("b::c", "fn f() { super::super::a::g() }"),
        ("e", "use crate::a;"),
    ];
    let module = |name: &str| name.split("::").map(str::to_owned).collect::<Module>();
    let code: BTreeMap<Module, String> =
        files.iter().map(|(name, text)| (module(name), (*text).to_owned())).collect();
    let uses = code.iter().map(|(m, text)| (m.clone(), named_modules(text, m, &code))).collect();
    assert_eq!(circles(&arrows(&[], &uses)), BTreeSet::from([vec!["a".into(), "b".into()]]));
    assert_eq!(expanded("x::{a::{b,c},d}"), ["x::a::b", "x::a::c", "x::d"]);
}

/// The types that code defines, by name. A name for a type of the same name, with its parameters, defines none.
fn defined_types(code: &str) -> Vec<&str> {
    let public = r"(?:pub(?:\([^)]*\))?\s+)?";
    let defined = format!(r"(?m)^\s*{public}(?:unsafe\s+)?(?:struct|enum|trait|union)\s+(\w+)");
    let named = format!(r"(?m)^{public}type\s+(\w+)[^=]*=\s*([^;]+);");
    let [defined, named] = [defined, named].map(|text| Regex::new(&text).expect("a valid pattern"));
    let defined = defined.captures_iter(code).map(|found| found.extract::<1>().1[0]);
    let named = named.captures_iter(code).map(|found| found.extract::<2>().1);
    let named = named
        .filter(|[name, of]| !of.split(|c: char| !c.is_alphanumeric()).any(|word| word == *name));
    defined.chain(named.map(|[name, _]| name)).collect()
}

/// The files that define a type, by its name.
fn types_of(sources: &[&str]) -> BTreeMap<String, Vec<PathBuf>> {
    let mut types: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for folder in sources.iter().map(|source| root().join(source)) {
        let files = rust_files(&folder).into_iter();
        for file in files.filter(|file| !is_for_tests(&module_of(file, &folder))) {
            for name in defined_types(&shipped(&read(&file))) {
                types.entry(name.to_owned()).or_default().push(file.clone());
            }
        }
    }
    types
}

#[test]
fn no_two_types_have_one_name() {
    for sources in NAMED_TOGETHER {
        let types = types_of(sources);
        assert!(types.len() > 10, "only {} types found: is the pattern still right?", types.len());
        let is_command_line =
            sources.iter().all(|source| ["crates/cli/src", "crates/lab/src"].contains(source));
        let may_recur = |name: &str| is_command_line && name == ONE_FOR_EACH_COMMAND;
        let recurring: Vec<_> =
            types.iter().filter(|(name, files)| files.len() > 1 && !may_recur(name)).collect();
        assert!(
            recurring.is_empty(),
            "types of one name, and the files that define them: {recurring:#?}"
        );
    }
}

#[test]
fn types_are_found_where_they_are_defined() {
    let code = "pub struct A<'a> {\n    pub(in crate::x) enum B {}\nunsafe trait C: D {}\nunion E {}\nuse x::F;\npub type K<'a> = &'a A<'a>;\ntype L = x::L<u8>;\nimpl G for H {}\n\
                fn structure() {}\nlet trait_ = 1;\n// struct I;\n#[cfg(test)]\nmod tests {\n    struct J;\n}\n";
    assert_eq!(defined_types(&shipped(code)), ["A", "B", "C", "E", "K"]);
}
