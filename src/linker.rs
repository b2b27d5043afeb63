//! The program that has loaded this plugin, as far as it links.
//!
//! Consumes: its command line, and the response files that this names. Produces: what the linker folds and drops by itself.

use std::sync::LazyLock;

use fmerge_core::icf::{Drops, Icf};
use fmerge_core::options::Options;

use crate::frequencies;
use crate::llvm::{FunctionRef, ModuleRef};

/// What the linker folds of the functions of a module.
#[derive(Clone, Copy)]
pub struct Folding {
    /// By the option, or else by the linker's arguments.
    pub icf: Icf,
    /// Also functions with a table of call sites.
    with_pads: bool,
}

impl Folding {
    /// What is folded where a pass has these options.
    pub fn new(options: &Options, module: ModuleRef) -> Folding {
        let icf = options.icf.unwrap_or_else(icf);
        Folding { icf, with_pads: Icf::folds_call_site_tables(&module.target()) }
    }

    /// Whether a linker that folds identical code may fold the function with an equal one. lld leaves out functions
    /// with a table of call sites on most targets. With a profile, LLVM may generate different code for equal
    /// functions.
    pub fn takes(self, function: FunctionRef, has_pads: bool) -> bool {
        (self.with_pads || !has_pads) && frequencies::entries(function).is_none()
    }
}

/// What a link drops that this program makes, or that comes after it.
pub fn drops() -> Drops {
    static DROPS: LazyLock<Drops> = LazyLock::new(|| Drops::of_arguments(arguments().into_iter()));
    *DROPS
}

/// What the linker folds, if this is one.
fn icf() -> Icf {
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
