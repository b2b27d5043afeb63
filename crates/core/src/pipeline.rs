//! Which passes run at the extension points of LLVM's pipelines, where no pass is named by `-passes`.
//!
//! Consumes: the LLVM options `-fmerge-pipeline`, `-fmerge-early-pipeline` and `-fmerge-codegen-pipeline`, and
//! the environment variables of the same names. Produces: the texts of our passes, in order.
//! Guarantees: an option takes precedence over its variable, and the variable over the default; an empty value
//! counts as not given. A preset ([`Preset`]) decides for all places. If passes are given that run last and none that
//! run early, nothing runs early. This module does not check whether a text names a pass; the parser of options does.

use crate::options::PassName;

mod preset;

pub use preset::{ALL_FUNCTIONS, PRESETS, Preset, PresetDoc, PresetError};

/// Where in a pipeline our passes run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Point {
    /// At the end of a compile without LTO.
    CompileLast,
    /// At the end of a link step.
    LinkLast,
    /// Right before code generation, in compilers and linkers that call plugins there.
    BeforeCodegen,
    /// In a link step of full LTO, before the whole program is optimised. Functions that are merged here are
    /// inlined once, or not at all.
    LinkEarly,
    /// In a back end of ThinLTO, before its module is optimised, when functions of other modules have been imported.
    ThinEarly,
}

impl Point {
    /// All points.
    pub const ALL: [Point; 5] = [
        Point::CompileLast,
        Point::LinkLast,
        Point::BeforeCodegen,
        Point::LinkEarly,
        Point::ThinEarly,
    ];
}

/// How a pipeline can be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PipelineSource {
    /// The LLVM option, as `src/shim/register.cpp` registers it.
    pub option: &'static str,
    /// The variable for drivers that cannot pass an LLVM option.
    pub variable: &'static str,
}

/// Names the passes that run last, or a preset.
pub const LAST: PipelineSource =
    PipelineSource { option: "-fmerge-pipeline", variable: "FMERGE_PIPELINE" };
/// Names the passes that run early.
pub const EARLY: PipelineSource =
    PipelineSource { option: "-fmerge-early-pipeline", variable: "FMERGE_EARLY_PIPELINE" };
/// Names the passes that run right before code generation.
pub const CODEGEN: PipelineSource =
    PipelineSource { option: "-fmerge-codegen-pipeline", variable: "FMERGE_CODEGEN_PIPELINE" };
/// The value that switches everything off.
pub const NONE: &str = "none";

/// A pipeline and who asked for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pipeline {
    /// Names the source in messages.
    pub source: &'static str,
    /// The texts of the passes.
    pub passes: Vec<String>,
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
    /// The pipeline to run at `point`, by order of precedence. [`NONE`] in the environment switches everything off, whatever
    /// options say: by that, one sees whether fmerge is at fault.
    ///
    /// # Errors
    /// Presets are named that do not go together, or where only passes can be named.
    pub fn choose(&self, point: Point) -> Result<Pipeline, PresetError> {
        if (self.variable)(LAST.variable).is_some_and(|text| text.trim() == NONE) {
            return Ok(Pipeline { source: LAST.variable, passes: Vec::new() });
        }
        let alone = match point {
            Point::LinkEarly | Point::ThinEarly => self.find(EARLY, self.early),
            Point::BeforeCodegen => self.find(CODEGEN, self.codegen),
            Point::CompileLast | Point::LinkLast => None,
        };
        if let Some((source, text)) = alone {
            return match Preset::parse(source, &text)? {
                Some(_) => Err(PresetError::Place { source_name: source, text }),
                None => Ok(Pipeline { source, passes: split(&text) }),
            };
        }
        let Some((source, text)) = self.find(LAST, self.last) else {
            let source = "the default pipeline";
            return Ok(Pipeline { source, passes: Preset::default().passes(point) });
        };
        let passes = match Preset::parse(source, &text)? {
            Some(preset) => preset.passes(point),
            None if matches!(point, Point::CompileLast | Point::LinkLast) => split(&text),
            None => Vec::new(),
        };
        Ok(Pipeline { source, passes })
    }

    /// The name of the option or variable that gives a text, and the text.
    fn find(&self, source: PipelineSource, option: &str) -> Option<(&'static str, String)> {
        let given = |text: &str| !text.trim().is_empty();
        if given(option) {
            return Some((source.option, option.to_owned()));
        }
        let text = (self.variable)(source.variable).filter(|text| given(text))?;
        Some((source.variable, text))
    }
}

/// The passes of a pipeline: cut at the commas outside `<…>`, trimmed. [`NONE`] alone has no passes.
fn split(text: &str) -> Vec<String> {
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
    .map(|pass| pass.trim().to_owned())
    .collect()
}

/// A name is suggested only if it is at least so similar (Jaro-Winkler, 0 to 1).
const SUGGEST: f64 = 0.8;

/// The message about a text in a pipeline that names no pass.
pub fn unknown_pass(text: &str, source: &str) -> String {
    let passes: Vec<&str> = PassName::ALL.iter().map(|pass| pass.name()).collect();
    let presets: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
    let near = passes.iter().chain(&presets).map(|name| (strsim::jaro_winkler(text, name), name));
    let near = near.max_by(|a, b| a.0.total_cmp(&b.0)).filter(|(score, _)| *score >= SUGGEST);
    let near = near.map_or_else(String::new, |(_, name)| format!(" (near: `{name}`)"));
    format!(
        "in {source}: unknown pass `{text}`{near}; known: {}, separated by commas; or a preset, {}; or {NONE} alone",
        passes.join(", "),
        presets.join(", "),
    )
}

#[cfg(test)]
mod tests;
