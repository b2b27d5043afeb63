//! What an option can be: how its text is read and written.
//!
//! Consumes: the text behind `=`. Produces: a value of the option's type, or why not. Guarantees (tested): the text
//! that is written for a value is read as the same value.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use regex_lite::Regex;

use super::{Fold, HotFunctions, LinkOnce, Others, Output, Profit, System, ThunkEntries, Thunks};
use super::{OURS, SYSTEMS};
use crate::align::Method;
use crate::icf::Icf;
use crate::intervals::SYNTAX;
use crate::policy::Speed;
use crate::recorded::{MergeLimit, Recorded};
use crate::report::{DESTINATION_SYNTAX, Destination};

/// What is wrong with a text; `None` where [`OptionValue::allowed`] says enough.
pub(super) type BadValue = Option<String>;

/// A type that options have.
pub(super) trait OptionValue: Sized {
    /// Whether its options may stand alone, and with `no-` before them.
    const FLAG: bool = false;

    /// What a value may be, for people.
    fn allowed() -> String;

    /// Reads a value.
    fn read(text: &str) -> Result<Self, BadValue>;

    /// The text of a default; empty if the default is that the option is absent.
    fn written(&self) -> String {
        String::new()
    }
}

/// A type whose values are words.
macro_rules! words {
    ($type:ty: $($word:literal => $value:expr),+) => {
        impl OptionValue for $type {
            fn allowed() -> String {
                [$($word),+].join(", ")
            }

            fn read(text: &str) -> Result<Self, BadValue> {
                match text {
                    $($word => Ok($value),)+
                    _ => Err(None),
                }
            }

            fn written(&self) -> String {
                let words = [$(($word, $value)),+];
                words.into_iter().find(|(_, value)| value == self).map_or_else(String::new, |(word, _)| word.into())
            }
        }
    };
}

words!(Speed: "keep" => Speed::Keep, "balanced" => Speed::Balanced, "ignore" => Speed::Ignore);
words!(Others: "skip" => Others::Skip, "free" => Others::Free, "same" => Others::Same);
words!(HotFunctions: "skip" => HotFunctions::Skip, "merge" => HotFunctions::Merge);
words!(LinkOnce: "merge" => LinkOnce::Merge, "skip" => LinkOnce::Skip);
words!(Method: "blocks" => Method::Blocks, "linear" => Method::Linear, "whole" => Method::Whole);
words!(Profit: "model" => Profit::Model, "exact" => Profit::Exact, "tti" => Profit::Tti);
words!(Thunks: "auto" => Thunks::Auto, "keep" => Thunks::Keep, "later" => Thunks::Later);
words!(ThunkEntries: "keep" => ThunkEntries::Keep, "drop" => ThunkEntries::Drop);
words!(Fold: "auto" => Fold::Auto, "icf" => Fold::Icf, "comdat" => Fold::Comdat);
words!(Option<Icf>: "auto" => None, "none" => Some(Icf::None), "safe" => Some(Icf::Safe), "all" => Some(Icf::All));
words!(Option<bool>: "auto" => None, "yes" => Some(true), "no" => Some(false));

impl OptionValue for bool {
    const FLAG: bool = true;

    fn allowed() -> String {
        "true, false".into()
    }

    fn read(text: &str) -> Result<Self, BadValue> {
        text.parse().map_err(|_| None)
    }

    fn written(&self) -> String {
        self.to_string()
    }
}

impl OptionValue for u32 {
    fn allowed() -> String {
        "a whole number, 0 or more".into()
    }

    fn read(text: &str) -> Result<Self, BadValue> {
        text.parse().map_err(|_| None)
    }

    fn written(&self) -> String {
        self.to_string()
    }
}

impl OptionValue for Option<u32> {
    fn allowed() -> String {
        u32::allowed()
    }

    fn read(text: &str) -> Result<Self, BadValue> {
        u32::read(text).map(Some)
    }
}

/// A share.
impl OptionValue for Option<f64> {
    fn allowed() -> String {
        "a number, 0 to 1".into()
    }

    fn read(text: &str) -> Result<Self, BadValue> {
        let number: f64 = text.parse().map_err(|_| None)?;
        Some(number).filter(|n| (0.0..=1.0).contains(n)).ok_or(None).map(Some)
    }
}

impl OptionValue for &'static System {
    fn allowed() -> String {
        let names = SYSTEMS.iter().map(|system| system.name);
        std::iter::once(OURS.name).chain(names).collect::<Vec<_>>().join(", ")
    }

    fn read(text: &str) -> Result<Self, BadValue> {
        let mut all = std::iter::once(&OURS).chain(&SYSTEMS);
        all.find(|system| system.name == text).ok_or(None)
    }

    fn written(&self) -> String {
        self.name.into()
    }
}

impl OptionValue for Option<Regex> {
    fn allowed() -> String {
        r"a regular expression; \w, \d, \s, \b and (?i) mean ASCII".into()
    }

    fn read(text: &str) -> Result<Self, BadValue> {
        Regex::new(text).map(Some).map_err(|e| Some(e.to_string()))
    }
}

impl OptionValue for Option<PathBuf> {
    fn allowed() -> String {
        "a path".into()
    }

    fn read(text: &str) -> Result<Self, BadValue> {
        Ok(Some(text.into()))
    }
}

impl OptionValue for Option<Output> {
    fn allowed() -> String {
        "a file, or - for standard output".into()
    }

    fn read(text: &str) -> Result<Self, BadValue> {
        Ok(Some(if text == "-" { Output::Stdout } else { Output::File(text.into()) }))
    }
}

impl OptionValue for Option<Destination> {
    fn allowed() -> String {
        DESTINATION_SYNTAX.into()
    }

    fn read(text: &str) -> Result<Self, BadValue> {
        text.parse().map(Some).map_err(Some)
    }
}

/// A text that begins with a digit is a set of numbers. Any other names a report, which is read at once.
impl OptionValue for Option<MergeLimit> {
    fn allowed() -> String {
        format!("{SYNTAX}; or the report of an earlier run")
    }

    fn read(text: &str) -> Result<Self, BadValue> {
        Ok(Some(if text.starts_with(|first: char| first.is_ascii_digit()) {
            MergeLimit::Numbers(text.parse().map_err(|e| Some(format!("{e}")))?)
        } else {
            let recorded = Recorded::read(Path::new(text)).map_err(|e| Some(e.to_string()))?;
            MergeLimit::Recorded(Arc::new(recorded))
        }))
    }
}
