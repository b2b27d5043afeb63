//! The program that has loaded this plugin, as far as it links.
//!
//! Consumes: its command line, and the response files that this names. Produces: what the linker folds by itself.

use std::sync::LazyLock;

use fmerge_core::icf::Icf;

/// What the linker folds, if this is one.
pub fn icf() -> Icf {
    static ICF: LazyLock<Icf> = LazyLock::new(|| Icf::of_arguments(arguments().into_iter()));
    *ICF
}

/// The arguments, with those of response files in their places, which drivers write where command lines are long. They
/// are cut at white space: of interest here are words without any.
fn arguments() -> Vec<String> {
    let expanded = |argument: String| {
        let file = argument.strip_prefix('@').and_then(|path| std::fs::read(path).ok());
        let Some(text) = file else { return vec![argument] };
        let words = String::from_utf8_lossy(&text).into_owned();
        words.split_whitespace().map(|word| word.replace('"', "")).collect()
    };
    let given = std::env::args_os().map(|argument| argument.to_string_lossy().into_owned());
    given.flat_map(expanded).collect()
}
