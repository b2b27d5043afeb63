//! What the program that has loaded this plugin does as a linker.
//!
//! Consumes: its command line, and the response files named there. Produces: what it folds and what it drops.

use std::sync::LazyLock;

use fmerge_core::icf::{DroppedFunctions, Icf};
use fmerge_core::options::Options;

use crate::frequencies;
use crate::llvm::{FunctionRef, ModuleRef};

/// Which functions of a module the linker folds.
#[derive(Clone, Copy)]
pub struct Folding {
    /// By the option, or else by the linker's arguments.
    pub icf: Icf,
    /// Whether functions with a table of call sites are folded too.
    with_pads: bool,
}

impl Folding {
    /// The folding for a pass with these options.
    pub fn new(options: &Options, module: ModuleRef) -> Folding {
        let icf = options.icf.unwrap_or_else(icf);
        Folding { icf, with_pads: Icf::folds_call_site_tables(&module.target()) }
    }

    /// Whether a linker that folds identical code may fold the function with an equal one. lld leaves out functions
    /// with a table of call sites on most targets. Functions with an entry count in a profile are left out here,
    /// because LLVM may generate different code for equal ones.
    pub fn takes(self, function: FunctionRef, has_pads: bool) -> bool {
        (self.with_pads || !has_pads) && frequencies::entries(function).is_none()
    }
}

/// What is dropped by the link that this program makes, or by the one that comes after it.
pub fn dropped_functions() -> DroppedFunctions {
    static DROPPED: LazyLock<DroppedFunctions> =
        LazyLock::new(|| DroppedFunctions::of_arguments(arguments().into_iter()));
    *DROPPED
}

/// Which functions this program folds, if it is a linker.
fn icf() -> Icf {
    static ICF: LazyLock<Icf> = LazyLock::new(|| Icf::of_arguments(arguments().into_iter()));
    *ICF
}

/// The arguments of the program. Drivers write long command lines to response files, whose content stands here in place
/// of their names. It is cut at white space: the words that matter here contain none.
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
