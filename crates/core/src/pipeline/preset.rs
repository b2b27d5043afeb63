//! Presets: names for what runs at all places together.
//!
//! Consumes: a text such as `smallest,all-functions`. Produces: the passes of each place. Guarantees: no preset has the
//! name of a pass, so that a text names either presets or passes, and a text that mixes them is refused.

use thiserror::Error;

use super::{Point, split};

/// What is merged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum PresetExtent {
    Safe,
    #[default]
    Small,
    Smallest,
}

/// What is merged, and in which functions. The default is what runs when nothing is given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Preset {
    extent: PresetExtent,
    /// Whether functions that do not ask to be small are merged as if they did.
    all_functions: bool,
}

/// The documentation of one preset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PresetDoc {
    /// Its name.
    pub name: &'static str,
    /// One line about it.
    pub help: &'static str,
}

const SAFE: &str = "safe";
const SMALL: &str = "small";
const SMALLEST: &str = "smallest";
/// The preset that goes with each of the others.
pub const ALL_FUNCTIONS: &str = "all-functions";

/// All presets, in the order of the documentation.
pub const PRESETS: [PresetDoc; 4] = [
    PresetDoc { name: SAFE, help: "equal functions alone: programs and builds take hardly longer" },
    PresetDoc {
        name: SMALL,
        help: "the default: equal and similar functions, where time allows it",
    },
    PresetDoc {
        name: SMALLEST,
        help: "more candidates, weighed by their code, and merges may cost any time: smaller programs, slower builds",
    },
    PresetDoc {
        name: ALL_FUNCTIONS,
        help: "functions that do not ask to be small (by -Os, -Oz) are merged as if they did; alone, or with one of the others",
    },
];

/// Why presets were refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PresetError {
    /// `safe,smallest`, or `smallest,gfm`.
    #[error(
        "in {source_name}: `{text}`: beside the preset `{preset}`, only {ALL_FUNCTIONS} can stand; presets are \
         {SAFE}, {SMALL} and {SMALLEST} (`fmerge options` lists them and the passes)"
    )]
    Mixed {
        /// Who gave the text.
        source_name: &'static str,
        /// The text.
        text: String,
        /// The preset.
        preset: &'static str,
    },
    /// A preset in a place that names passes.
    #[error(
        "in {source_name}: `{text}`: a preset says what runs at all places; give it by {option} or {variable}",
        option = super::LAST.option, variable = super::LAST.variable
    )]
    Place {
        /// Who gave the text.
        source_name: &'static str,
        /// The text.
        text: String,
    },
}

impl Preset {
    /// The preset that a text names; `None` if it names no preset at all.
    ///
    /// # Errors
    /// The text names a preset beside what does not go with it.
    pub fn parse(source_name: &'static str, text: &str) -> Result<Option<Preset>, PresetError> {
        let words = split(text);
        let named = |word: &String| PRESETS.iter().find(|one| one.name == word);
        let Some(first) = words.iter().find_map(named) else { return Ok(None) };
        let mut extents = words.iter().filter(|word| *word != ALL_FUNCTIONS);
        let extent = match extents.next().map(String::as_str) {
            None | Some(SMALL) => Some(PresetExtent::Small),
            Some(SAFE) => Some(PresetExtent::Safe),
            Some(SMALLEST) => Some(PresetExtent::Smallest),
            Some(_) => None,
        };
        match extent.filter(|_| extents.next().is_none()) {
            Some(extent) => {
                let all_functions = words.iter().any(|word| word == ALL_FUNCTIONS);
                Ok(Some(Preset { extent, all_functions }))
            }
            None => {
                let text = text.to_owned();
                Err(PresetError::Mixed { source_name, text, preset: first.name })
            }
        }
    }

    /// The passes that run at a place. In a compile without LTO they leave functions alone that other objects define
    /// too, because the linker keeps one copy of those. Early in a link they leave small functions to the inliner,
    /// unless they are equal (`docs/pipeline.md` has the measurements). Early in a back end of ThinLTO, similar functions
    /// wait for the end: each module has few of them.
    pub fn passes(self, point: Point) -> Vec<String> {
        let passes: &[(&str, &str)] = match (self.extent, point) {
            (_, Point::BeforeCodegen) => &[],
            (PresetExtent::Safe, Point::CompileLast) => &[("identical", "linkonce=skip")],
            (PresetExtent::Safe, Point::LinkLast) => &[("identical", "")],
            (PresetExtent::Safe, Point::LinkEarly | Point::ThinEarly) => {
                &[("identical", "before-inlining")]
            }
            (PresetExtent::Small, Point::CompileLast) => &[("fmerge", "linkonce=skip;threads=1")],
            (PresetExtent::Small, Point::LinkLast) => &[("fmerge", "")],
            (PresetExtent::Small, Point::LinkEarly) => &[
                ("identical", "before-inlining"),
                ("gfm", "before-inlining;min-size=40"),
                ("f3m", "before-inlining;min-size=40"),
            ],
            (PresetExtent::Small, Point::ThinEarly) => {
                &[("identical", "before-inlining"), ("gfm", "before-inlining;min-size=40")]
            }
            (PresetExtent::Smallest, Point::CompileLast) => &[(
                "fmerge",
                "linkonce=skip;threads=1;speed=ignore;explore=5;rounds=4;min-size=3;profit=exact;thunk-entries=drop",
            )],
            (PresetExtent::Smallest, Point::LinkLast) => &[(
                "fmerge",
                "speed=ignore;explore=5;rounds=4;min-size=3;profit=exact;thunk-entries=drop",
            )],
            (PresetExtent::Smallest, Point::ThinEarly) => &[
                ("identical", "speed=ignore"),
                ("gfm", "before-inlining;min-size=40;speed=ignore"),
            ],
            (PresetExtent::Smallest, Point::LinkEarly) => &[
                ("identical", "speed=ignore"),
                ("gfm", "before-inlining;min-size=40;speed=ignore"),
                ("f3m", "before-inlining;min-size=40;min-gain=100;speed=ignore"),
            ],
        };
        passes.iter().map(|&(pass, options)| self.text(pass, options)).collect()
    }

    /// A pass with its options. Without `all_functions`, functions that do not ask to be small take part only where
    /// merging takes next to no time.
    fn text(self, pass: &str, options: &str) -> String {
        let others = if self.all_functions { "" } else { "others=free" };
        match [others, options] {
            ["", ""] => pass.to_owned(),
            [one, ""] | ["", one] => format!("{pass}<{one}>"),
            [others, options] => format!("{pass}<{others};{options}>"),
        }
    }
}
