//! Which run of a pass a report is of, and where the functions that it names are in the sources.
//!
//! Consumes and produces: plain data, a part of the schema (`docs/reports.md`).

use std::fmt;

use serde::{Deserialize, Serialize};

/// Where in a build a pass runs.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// At the end of a compile without LTO.
    Compile,
    /// In a link step, before the program or a module of ThinLTO is optimised.
    Early,
    /// At the end of a link step.
    Late,
    /// Right before code generation.
    Codegen,
    /// Where somebody has named the pass, as in `opt -passes`.
    #[default]
    ByHand,
}

/// Which run of a pass a report is of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ReportOrigin {
    /// The module's identifier: the source file, or what a link step calls its module.
    pub module: String,
    /// The module's source file, as its compiler named it.
    pub source: String,
    /// Where in the build it was.
    pub place: Place,
}

/// Where the source of a function is, by debug information.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Location {
    /// The file, as the compiler was given it.
    pub file: String,
    /// The line, from 1 on; 0 if it is not known.
    pub line: u32,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}
