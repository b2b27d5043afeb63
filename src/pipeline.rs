//! Which passes run where nobody named one: at the extension points of LLVM's pipelines.
//!
//! Consumes: the LLVM option `-fmerge-pipeline`, the environment variable `FMERGE_PIPELINE`.
//! Produces: the texts of our passes, in order.
//! Guarantees: the option goes before the variable, the variable before the default; an empty value
//! counts as not given. Whether a text names a pass is not decided here.

/// The variable for drivers that cannot pass an LLVM option.
pub const VARIABLE: &str = "FMERGE_PIPELINE";
/// The LLVM option, as `src/shim/register.cpp` registers it.
pub const OPTION: &str = "-fmerge-pipeline";
/// What runs in a link step unless told otherwise: only functions that ask to be small.
pub const LINK_DEFAULT: &str = "f3m<size-only>";
/// What runs in a compile without LTO unless told otherwise. A function that other objects define too is
/// left to the linker, which keeps one copy only while all are equal.
pub const COMPILE_DEFAULT: &str = "f3m<size-only;linkonce=skip>";
/// The value that switches everything off.
pub const NONE: &str = "none";

/// A pipeline and who asked for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pipeline {
    /// Names the source in messages.
    pub source: &'static str,
    /// Pass texts separated by commas, or [`NONE`].
    pub text: String,
}

/// The pipeline to run, by order of precedence; `linking` when the module is one of a link step.
pub fn choose(option: &str, variable: Option<String>, linking: bool) -> Pipeline {
    let default = if linking { LINK_DEFAULT } else { COMPILE_DEFAULT };
    let given = |text: &str| !text.trim().is_empty();
    if given(option) {
        Pipeline { source: OPTION, text: option.to_owned() }
    } else if let Some(text) = variable.filter(|text| given(text)) {
        Pipeline { source: VARIABLE, text }
    } else {
        Pipeline { source: "the default pipeline", text: default.to_owned() }
    }
}

/// The passes of a pipeline: cut at the commas outside `<…>`, trimmed. [`NONE`] alone has no passes.
pub fn split(text: &str) -> Vec<&str> {
    if text.trim() == NONE {
        return Vec::new();
    }
    let mut depth = 0usize;
    text.split(|c| {
        match c {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    })
    .map(str::trim)
    .collect()
}
