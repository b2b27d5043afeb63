//! Sets of numbers as people write them to bisect: `1-10:20-30:45`.
//!
//! Consumes: text in the syntax of LLVM's `-opt-bisect`. Produces: [`Intervals`], or an [`IntervalError`] that says
//! what to write instead. Guarantees: the text of a set is read again as the same set. `0` is the empty set, because
//! merges are counted from 1.
//!
//! LLVM separates intervals by `,`. It also cuts a pipeline at `,`, so `:` is accepted in its place.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// How a set is written, for help texts and errors.
pub const SYNTAX: &str =
    "numbers and ranges in ascending order with : between them, as in 1-10:20-30:45, or 0 for none";

/// A set of numbers: intervals with both ends, in ascending order, none of which overlap.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Intervals(Vec<(u64, u64)>);

/// Why a text is no set of numbers.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum IntervalError {
    /// `1-`, `x`, `1--2`, nothing.
    #[error("`{0}` is neither a number nor a range; write 5 or 1-5")]
    Malformed(String),
    /// `5-1`.
    #[error("`{0}` ends before it begins; write the smaller number first")]
    Backwards(String),
    /// `5:1-3`, `1-3:3`.
    #[error(
        "`{0}` begins at or before the end of the one before it; write them in ascending order"
    )]
    Unordered(String),
}

impl Intervals {
    /// The numbers from 1 to `last`.
    pub fn first(last: u64) -> Intervals {
        Intervals(if last == 0 { Vec::new() } else { vec![(1, last)] })
    }

    /// Whether `number` is one of them.
    pub fn contains(&self, number: u64) -> bool {
        let behind = self.0.partition_point(|&(_, end)| end < number);
        self.0.get(behind).is_some_and(|&(begin, _)| begin <= number)
    }

    /// The greatest; 0 of the empty set.
    pub fn last(&self) -> u64 {
        self.0.last().map_or(0, |&(_, end)| end)
    }
}

impl FromStr for Intervals {
    type Err = IntervalError;

    fn from_str(text: &str) -> Result<Intervals, IntervalError> {
        if text.trim() == "0" {
            return Ok(Intervals::default());
        }
        let mut intervals: Vec<(u64, u64)> = Vec::new();
        for part in text.split([',', ':']).map(str::trim) {
            let (begin, end) = interval(part)?;
            if intervals.last().is_some_and(|&(_, before)| begin <= before) {
                return Err(IntervalError::Unordered(part.into()));
            }
            intervals.push((begin, end));
        }
        Ok(Intervals(intervals))
    }
}

/// One number, or two with a hyphen between them.
fn interval(part: &str) -> Result<(u64, u64), IntervalError> {
    let malformed = || IntervalError::Malformed(part.into());
    let number = |digits: &str| match digits.bytes().all(|b| b.is_ascii_digit()) {
        true => digits.parse().map_err(|_| malformed()),
        false => Err(malformed()),
    };
    let (begin, end) = part.split_once('-').unwrap_or((part, part));
    let (begin, end): (u64, u64) = (number(begin)?, number(end)?);
    if end < begin {
        return Err(IntervalError::Backwards(part.into()));
    }
    Ok((begin, end))
}

impl fmt::Display for Intervals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("0");
        }
        for (n, (begin, end)) in self.0.iter().enumerate() {
            let separator = if n == 0 { "" } else { ":" };
            match begin == end {
                true => write!(f, "{separator}{begin}")?,
                false => write!(f, "{separator}{begin}-{end}")?,
            }
        }
        Ok(())
    }
}

impl TryFrom<String> for Intervals {
    type Error = IntervalError;

    fn try_from(text: String) -> Result<Intervals, IntervalError> {
        text.parse()
    }
}

impl From<Intervals> for String {
    fn from(set: Intervals) -> String {
        set.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parse(text: &str) -> Result<Intervals, IntervalError> {
        text.parse()
    }

    #[test]
    fn both_separators_do() {
        let set = parse("1-10,20-30,45").expect("LLVM's own example");
        assert_eq!(parse("1-10:20-30:45"), Ok(set.clone()));
        assert_eq!(set.to_string(), "1-10:20-30:45");
        let contained: Vec<u64> = (0..50).filter(|&n| set.contains(n)).collect();
        let wanted: Vec<u64> = (1..=10).chain(20..=30).chain([45]).collect();
        assert_eq!((contained, set.last()), (wanted, 45));
    }

    #[test]
    fn zero_is_none() {
        assert_eq!(parse("0"), Ok(Intervals::first(0)));
        assert_eq!(Intervals::first(0).to_string(), "0");
        assert!((0..10).all(|n| !Intervals::first(0).contains(n)));
    }

    #[test]
    fn mistakes_are_told_apart() {
        for text in ["", "x", "1-", "-3", "1--2", "1-2-3", "1::2", "+1", "99999999999999999999"] {
            assert!(matches!(parse(text), Err(IntervalError::Malformed(_))), "{text}");
        }
        assert_eq!(parse("3-1"), Err(IntervalError::Backwards("3-1".into())));
        for text in ["5:1-2", "1-3:3-4", "2:2"] {
            assert!(matches!(parse(text), Err(IntervalError::Unordered(_))), "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_is_shown_is_read_again(steps in prop::collection::vec((1u64..5, 0u64..5), 1..20)) {
            let mut last = 0;
            let mut wanted = Vec::new();
            let mut parts = Vec::new();
            for (gap, length) in steps {
                let begin = last + gap;
                last = begin + length;
                wanted.extend(begin..=last);
                parts.push(format!("{begin}-{last}"));
            }
            let set = parse(&parts.join(":")).expect("ascending");
            prop_assert_eq!(&parse(&set.to_string()).expect("its own text"), &set);
            let contained: Vec<u64> = (0..last + 5).filter(|&n| set.contains(n)).collect();
            prop_assert_eq!(contained, wanted);
            prop_assert_eq!(set.last(), last);
        }
    }
}
