//! Finds LLVM and compiles the shim.
//!
//! Consumes: `LLVM_CONFIG`, `LLVM_SYS_221_PREFIX`, `PATH`; every `src/shim/*.cpp`.
//! Produces: a static library that goes into libfmerge.so. `src/interface.rs` gets the major version that the plugin
//! fits, and whether that version calls plugins before it generates code.
//! Guarantees: nothing is compiled for clippy. LLVM itself is never linked; the program that loads the plugin supplies its symbols.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, exit};

/// The major versions that a plugin can be built for, in the order in which they are looked for. A plugin fits only
/// one, because C++ classes change their layout between versions. `src/shim/compat.h` holds the differences.
const MAJORS: [u32; 5] = [22, 23, 21, 20, 19];
/// The first major version that calls plugins before it generates code.
const FIRST_WITH_CODEGEN: u32 = 22;
const SHIM: &str = "src/shim";
/// The number of parts in which the shim is compiled. Each part reads LLVM's headers once, which takes most of the
/// time. Parts are compiled in parallel where there are processors for them.
const PARTS: usize = 4;
/// Files of the core that the shim includes.
const LISTS: [&str; 2] = ["crates/core/src/canon/form/tape.def", "crates/core/src/encode/body.def"];
const VARIABLES: [&str; 3] = ["LLVM_CONFIG", "LLVM_SYS_221_PREFIX", "PATH"];

fn main() {
    for variable in VARIABLES {
        println!("cargo::rerun-if-env-changed={variable}");
    }
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={SHIM}");
    for list in LISTS {
        println!("cargo::rerun-if-changed={list}");
    }
    let (llvm, major) = find_llvm().unwrap_or_else(|problem| stop(&problem));
    println!("cargo::rustc-env=FMERGE_LLVM_MAJOR={major}");
    println!("cargo::rustc-check-cfg=cfg(llvm_calls_before_codegen)");
    if major >= FIRST_WITH_CODEGEN {
        println!("cargo::rustc-cfg=llvm_calls_before_codegen");
    }
    if !is_clippy() {
        compile_shim(&llvm);
    }
    keep_loaded();
    bind_lazily();
}

/// Ends the build with a message that a reader can act on, rather than with a panic's backtrace.
fn stop(problem: &str) -> ! {
    for line in problem.lines() {
        println!("cargo::error={line}");
    }
    exit(1)
}

fn find_llvm() -> Result<(PathBuf, u32), String> {
    let (named_by, candidates) = candidates();
    let mut tried = Vec::new();
    for candidate in candidates {
        match llvm_config(&candidate, "--version") {
            Ok(version) => match major(&version) {
                Some(major) => return Ok((candidate, major)),
                None => tried.push(format!("{} is LLVM {version}", candidate.display())),
            },
            Err(problem) => tried.push(problem),
        }
    }
    Err(format!(
        "fmerge needs LLVM 19 to 23, and found none through {named_by} ({}).\n\
         Install it (Debian, Ubuntu; apt.llvm.org has it for older releases): \
         apt-get install llvm-22-dev clang-22 lld-22 llvm-22-tools\n\
         or set LLVM_CONFIG to an llvm-config, such as LLVM_CONFIG=llvm-config-19.",
        tried.join("; ")
    ))
}

/// The major version, if a plugin can be built for it.
fn major(version: &str) -> Option<u32> {
    let major = version.split('.').next()?.parse().ok()?;
    MAJORS.contains(&major).then_some(major)
}

/// The candidates for `llvm-config`, and what names them. If a variable is set, nothing else is tried.
fn candidates() -> (&'static str, Vec<PathBuf>) {
    let set = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(config) = set("LLVM_CONFIG") {
        ("LLVM_CONFIG", vec![config])
    } else if let Some(prefix) = set("LLVM_SYS_221_PREFIX") {
        ("LLVM_SYS_221_PREFIX", vec![prefix.join("bin/llvm-config")])
    } else {
        let mut all: Vec<_> =
            MAJORS.iter().map(|major| format!("llvm-config-{major}").into()).collect();
        all.insert(1, "llvm-config".into());
        ("PATH", all)
    }
}

fn llvm_config(program: &Path, question: &str) -> Result<String, String> {
    let output = Command::new(program)
        .arg(question)
        .output()
        .map_err(|error| format!("cannot run {}: {error}", program.display()))?;
    if !output.status.success() {
        return Err(format!("{} {question} failed: {}", program.display(), output.status));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn compile_shim(llvm: &Path) {
    let flags = llvm_config(llvm, "--cxxflags").unwrap_or_else(|problem| stop(&problem));
    let mut build = cc::Build::new();
    let out = PathBuf::from(env::var("OUT_DIR").unwrap_or_else(|error| stop(&error.to_string())));
    // Sources are named relative to this folder, and parts without a folder, so that the library contains no absolute
    // path.
    build.cpp(true).include(".").flag(format!("-ffile-prefix-map={}=shim", out.display()));
    build.files(parts_of_shim(&out));
    for flag in flags.split_whitespace() {
        build.flag(as_system_include(flag));
    }
    // A host may be built without RTTI, as rustc's LLVM is. It then has no type information that our classes could
    // refer to. Without RTTI here, both kinds of host will do.
    // Likewise, headers declare debug helpers without NDEBUG that are missing from release hosts.
    build
        .flag("-fno-rtti")
        .flag("-fno-exceptions")
        .flag("-fvisibility=hidden")
        // GCC warns that a small map of LLVM 19 is uninitialised, once it is inlined into our code.
        .flag_if_supported("-Wno-maybe-uninitialized")
        .define("NDEBUG", None);
    build.compile("fmerge_shim");
}

/// Whether clippy runs, which links nothing. Cargo keeps its results apart from those of other builds.
fn is_clippy() -> bool {
    let wrapper = env::var_os("RUSTC_WORKSPACE_WRAPPER").map(PathBuf::from);
    wrapper.is_some_and(|program| program.file_stem().is_some_and(|name| name == "clippy-driver"))
}

/// Forbids unloading. A host that ends early closes its plugins while its other threads still run our
/// code, or load us again and find our option registered already.
fn keep_loaded() {
    if env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux") {
        println!("cargo::rustc-link-arg-cdylib=-Wl,-z,nodelete");
    }
}

/// Makes the dynamic linker look up functions when they are first called. So a program of another LLVM version can load
/// the plugin although it lacks some of them, and `src/shim/loading.cpp` then says which version the plugin needs.
fn bind_lazily() {
    if env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux") {
        println!("cargo::rustc-link-arg-cdylib=-Wl,-z,lazy");
    }
}

/// Makes folders of LLVM's headers system folders: their warnings are not ours.
fn as_system_include(flag: &str) -> String {
    flag.strip_prefix("-I").map_or_else(|| flag.to_owned(), |folder| format!("-isystem{folder}"))
}

/// The parts of the shim: files that include its sources, dealt out in turn. Each begins with `loading.h`, which lets
/// other versions of LLVM load the plugin.
fn parts_of_shim(out: &Path) -> Vec<PathBuf> {
    let mut parts = vec![format!("#include \"{SHIM}/loading.h\"\n"); PARTS];
    for (place, file) in shim_sources().iter().enumerate() {
        parts[place % PARTS] += &format!("#include \"{}\"\n", file.display());
    }
    let write = |(number, text): (usize, &String)| {
        let file = out.join(format!("shim-{number}.cpp"));
        fs::write(&file, text)
            .unwrap_or_else(|error| stop(&format!("cannot write {}: {error}", file.display())));
        file
    };
    parts.iter().enumerate().map(write).collect()
}

fn shim_sources() -> Vec<PathBuf> {
    let folder =
        fs::read_dir(SHIM).unwrap_or_else(|error| stop(&format!("cannot read {SHIM}: {error}")));
    let mut files: Vec<PathBuf> = folder.flatten().map(|entry| entry.path()).collect();
    files.sort();
    for file in &files {
        println!("cargo::rerun-if-changed={}", file.display());
    }
    files.retain(|file| file.extension().is_some_and(|extension| extension == "cpp"));
    files
}
