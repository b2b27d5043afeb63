//! Names for people: linkers demangle in their maps unless told not to, and reports never do.
//!
//! Consumes: a symbol name. Produces: what a linker would have written for it. Guarantees: spelled alike
//! for all linkers' habits, so that names can be compared; a name that is not mangled stays as it is.

use crate::terminal;

/// The readable form of a name, mangled or readable already.
pub fn readable(name: &str) -> String {
    let demangled = demangled(name).unwrap_or_else(|| name.to_owned());
    // lld writes a suffix as ` (.Tgm)`, others as ` [clone .Tgm]`; blanks differ in template arguments.
    let plain = demangled.replace(" [clone .", "(.").replace(']', ")");
    plain.split_whitespace().collect()
}

/// A name as people read it: demangled, with what merging or LTO put behind it as it is.
pub fn shown(name: &str) -> String {
    let behind = || {
        let (mangled, suffix) = name.split_at(name.find('.')?);
        Some(demangled(mangled)? + suffix)
    };
    // The demanglers know suffixes too, but each writes them in its own way.
    let shown = behind().or_else(|| demangled(name)).unwrap_or_else(|| name.to_owned());
    terminal::word(&shown).into_owned()
}

/// What a mangled name means.
pub fn demangled(name: &str) -> Option<String> {
    cpp(name).or_else(|| rust(name))
}

/// Rust's older names too, which lld takes for names of C++.
fn cpp(name: &str) -> Option<String> {
    cpp_demangle::Symbol::new(name).ok()?.demangle().ok()
}

/// Without the hashes of crates, as lld has them.
fn rust(name: &str) -> Option<String> {
    rustc_demangle::try_demangle(name).ok().map(|symbol| format!("{symbol:#}"))
}
