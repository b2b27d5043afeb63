//! Which passes run at the extension points of LLVM's pipelines, where no pass is named by `-passes`.
//!
//! Consumes: the LLVM options `-fmerge-pipeline`, `-fmerge-early-pipeline` and `-fmerge-codegen-pipeline`, and
//! the environment variables of the same names. Produces: the texts of our passes, in order.
//! Guarantees: an option takes precedence over its variable, and the variable over the default; an empty value
//! counts as not given. If what runs last is given and what runs early is not, nothing runs early.
//! This module does not check whether a text names a pass; the parser of options does.

/// Where in a pipeline our passes run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Point {
    /// At the end of a compile without LTO.
    CompileLast,
    /// At the end of a link step.
    LinkLast,
    /// Right before code generation, where the compiler or linker asks plugins.
    BeforeCodegen,
    /// In a link step of full LTO, before the whole program is optimised. Functions that are merged here are
    /// inlined once, or not at all.
    LinkEarly,
}

/// How a pipeline can be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// The LLVM option, as `src/shim/register.cpp` registers it.
    pub option: &'static str,
    /// The variable for drivers that cannot pass an LLVM option.
    pub variable: &'static str,
}

/// Names the passes that run last.
pub const LAST: Source = Source { option: "-fmerge-pipeline", variable: "FMERGE_PIPELINE" };
/// Names the passes that run early.
pub const EARLY: Source =
    Source { option: "-fmerge-early-pipeline", variable: "FMERGE_EARLY_PIPELINE" };
/// Names the passes that run right before code generation.
pub const CODEGEN: Source =
    Source { option: "-fmerge-codegen-pipeline", variable: "FMERGE_CODEGEN_PIPELINE" };
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

impl Point {
    /// The passes that run here by default. They merge only functions that ask to be small. In a compile
    /// without LTO they leave functions alone that other objects define too, because the linker keeps one
    /// copy of those. Early in a link, they leave small functions that differ in constants to the inliner
    /// (`docs/pipeline.md` has the measurements).
    pub fn default_passes(self) -> &'static str {
        match self {
            Point::CompileLast => "fmerge<size-only;linkonce=skip;threads=1>",
            Point::LinkLast => "fmerge<size-only>",
            Point::LinkEarly => "identical<size-only>,gfm<size-only;min-size=40>",
            Point::BeforeCodegen => NONE,
        }
    }
}

/// What the user has given: the values of the LLVM options, and a way to read environment variables.
pub struct Given<'a> {
    /// The value of [`LAST`]'s option.
    pub last: &'a str,
    /// The value of [`EARLY`]'s option.
    pub early: &'a str,
    /// The value of [`CODEGEN`]'s option.
    pub codegen: &'a str,
    /// The value of an environment variable.
    pub variable: &'a dyn Fn(&str) -> Option<String>,
}

impl Given<'_> {
    /// The pipeline to run at `point`, by order of precedence.
    pub fn choose(&self, point: Point) -> Pipeline {
        let last = || self.find(LAST, self.last);
        let given = match point {
            Point::LinkEarly => self
                .find(EARLY, self.early)
                .or_else(|| last().map(|other| Pipeline { text: NONE.to_owned(), ..other })),
            Point::CompileLast | Point::LinkLast => last(),
            Point::BeforeCodegen => self.find(CODEGEN, self.codegen),
        };
        given.unwrap_or_else(|| Pipeline {
            source: "the default pipeline",
            text: point.default_passes().to_owned(),
        })
    }

    fn find(&self, source: Source, option: &str) -> Option<Pipeline> {
        let given = |text: &str| !text.trim().is_empty();
        if given(option) {
            return Some(Pipeline { source: source.option, text: option.to_owned() });
        }
        let text = (self.variable)(source.variable).filter(|text| given(text))?;
        Some(Pipeline { source: source.variable, text })
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
