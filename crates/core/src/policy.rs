//! What merges may cost in time and stack: the one place that decides it.
//!
//! Consumes: what a function asks for ([`SizeLevel`]), how often it runs ([`Runs`]), and the option `speed`. Produces:
//! what a merge must save for what it adds to one call of the function ([`TimePolicy`]).
//! Guarantees: where a profile or an attribute tells how often a function is called, added time has a price by that
//! number and no limit beside it. So cold functions may become as slow as they like at each `speed`.
//!
//! Time is counted in instructions that one call of a function executes, by the estimate: a select in a loop counts as
//! often as the loop turns.

use serde::{Deserialize, Serialize};

use crate::price::{Bytes, Executed, OneCall, Tenths};
use crate::speed::{Runs, SizeLevel};

/// Named choices of what merges may cost in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speed {
    /// Next to nothing.
    Keep,
    /// Little.
    Balanced,
    /// Anything.
    Ignore,
}

impl Speed {
    /// The tolerance that it stands for.
    pub fn tolerance(self) -> Tolerance {
        match self {
            Speed::Keep => KEEP,
            Speed::Balanced => BALANCED,
            Speed::Ignore => Tolerance::ANY,
        }
    }
}

/// [`Tolerance::promising`] where time costs little: nearly all pairs are tried that could save anything.
const PROMISING: Bytes = Bytes::new(8);

/// For code that must stay as fast as it is. Small gains are not worth the passing of an identifier.
const KEEP: Tolerance = Tolerance {
    slowdown: Some(1),
    always: Executed::new(40),
    entry: Tenths::new(160),
    price: Tenths::new(20),
    beyond: Some(Tenths::new(200)),
    counted: None,
    promising: Bytes::new(64),
    similar: 40,
    joining: 50,
    paths: Some(PathLimits { shortest: 15, loops: 5 }),
    least: Some(Bytes::new(100)),
};

/// A little time for many bytes.
const BALANCED: Tolerance = Tolerance {
    slowdown: Some(3),
    always: Executed::new(40),
    entry: Tenths::new(110),
    price: Tenths::new(5),
    beyond: Some(Tenths::new(100)),
    counted: None,
    promising: PROMISING,
    similar: 30,
    joining: 50,
    paths: None,
    least: None,
};

/// What a merge must save for each instruction where a profile counts calls and LLVM's inliner runs later. The inliner
/// might have inlined the functions, and it inlines less of the merged one.
pub const COUNTED_BEFORE_INLINING: Tenths = Tenths::new(35);

/// The bytes that a merge must save if its frame exceeds the largest original's by so many bytes beyond the tolerance
/// ([`FrameLimit::excess`](crate::stack::FrameLimit::excess)).
pub fn of_stack(excess: u64) -> Bytes {
    Bytes::new(i64::try_from(excess).unwrap_or(i64::MAX).saturating_mul(STACK))
}

/// Bytes of code that a merge must save for each such byte of stack.
const STACK: i64 = 16;

/// What merges may cost in time, by what a function asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimePolicy {
    /// Of functions that ask to be small.
    asking: Tolerance,
    /// Of the others.
    others: Tolerance,
}

impl TimePolicy {
    /// Merges may cost anything.
    pub const ANY: TimePolicy = TimePolicy::all(Tolerance::ANY);

    /// The same, whatever a function asks for.
    pub const fn all(tolerance: Tolerance) -> TimePolicy {
        TimePolicy { asking: tolerance, others: tolerance }
    }

    /// The same, but with this tolerance for functions that do not ask to be small.
    pub fn with_others(self, others: Tolerance) -> TimePolicy {
        TimePolicy { others, ..self }
    }

    /// The same where each executed instruction is worth so many times as much.
    pub fn times(self, worth: i64) -> TimePolicy {
        let times = |tolerance: Tolerance| Tolerance {
            beyond: tolerance.beyond.map(|price| price * worth),
            entry: tolerance.entry * worth,
            price: tolerance.price * worth,
            counted: tolerance.counted.map(|price| price * worth),
            ..tolerance
        };
        TimePolicy { asking: times(self.asking), others: times(self.others) }
    }

    /// The same without [`Tolerance::counted`]: it makes no difference whether it is known how often a function is called.
    pub fn at_one_price(self) -> TimePolicy {
        let plain = |tolerance| Tolerance { counted: None, ..tolerance };
        TimePolicy { asking: plain(self.asking), others: plain(self.others) }
    }

    /// The tolerance for a function, by what it asks for.
    pub fn of(&self, runs: Runs) -> Tolerance {
        match runs.size_level {
            SizeLevel::None => self.others,
            SizeLevel::Small | SizeLevel::Smallest => self.asking,
        }
    }
}

/// What merges may cost one function in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tolerance {
    /// The most percent that all merges together may add to what one call of a function executes.
    pub slowdown: Option<u32>,
    /// A merge that goes beyond that percentage must save so much for each instruction that it adds; `None` if no merge
    /// may go beyond it. None may with a function that mostly loops: programs that take time take it in these.
    pub beyond: Option<Tenths>,
    /// Instructions that merges may add besides, at the price `entry`: such as arguments and selects of a small function.
    pub always: Executed,
    /// What a merge must save for each of the first `always` instructions that it adds to one call. Small functions
    /// are called most often, so these instructions count most.
    pub entry: Tenths,
    /// What a merge must save for each further instruction. With a profile, this is the price of each instruction,
    /// unless `counted` has another.
    pub price: Tenths,
    /// What a merge must save for each instruction where it is known how often a function is called.
    pub counted: Option<Tenths>,
    /// A pair is not tried unless the most that it could save, times its similarity, is more than this.
    pub promising: Bytes,
    /// A pair is not tried unless its fingerprints are at least so similar, in percent. Functions that differ more
    /// hardly ever become one without adding time.
    pub similar: u32,
    /// A function is not tried with a family unless it is so similar to a member, in percent, or a merge of the two is known to
    /// pay.
    pub joining: u32,
    /// Limits on what may be added to paths through a function, if there are any.
    pub paths: Option<PathLimits>,
    /// The least worth of a merge that slows a function down; `None` if any worth will do.
    pub least: Option<Bytes>,
}

/// What a merge may add to the paths through a function, in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PathLimits {
    /// To each call, in percent of what the shortest path from the entry to a return executes.
    pub shortest: u32,
    /// To the loops of one depth, in percent of what these loops execute.
    pub loops: u32,
}

impl Tolerance {
    /// Merges may cost anything.
    pub const ANY: Tolerance = Tolerance {
        slowdown: None,
        beyond: None,
        always: Executed::ZERO,
        entry: Tenths::ZERO,
        price: Tenths::ZERO,
        counted: None,
        promising: PROMISING,
        similar: 0,
        joining: 0,
        paths: None,
        least: None,
    };

    /// What a merge must save if it adds so much to one call of a function. With a profile, the added time counts by
    /// the number of calls; time in cold functions is free.
    pub fn cost(self, added: Executed, runs: Runs) -> Tenths {
        match runs.known_weight() {
            Some(weight) => weight.executed(added).priced(self.counted.unwrap_or(self.price)),
            None => {
                let first = added.min(self.always);
                first.priced(self.entry) + (added - first).priced(self.price)
            }
        }
    }

    /// Whether a merge may add so much to one call: it stays within `spare`, or saves enough bytes.
    pub fn bears(self, spare: Spare, added: Executed, saved: Bytes) -> bool {
        let each = self.beyond.filter(|_| !spare.in_loops);
        spare.allows(added) || each.is_some_and(|each| added.priced(each).ceil() <= saved)
    }

    /// Limits on what merges may add to the paths through a function. There are none if it is known how often the
    /// function is called: then time has a price.
    pub fn path_limits(self, runs: Runs) -> Option<PathLimits> {
        self.paths.filter(|_| runs.known_weight().is_none())
    }

    /// What merges may add to one call of a function that executes so much. There is no limit if a profile says how
    /// often it is called: then time has a price.
    pub fn spare(self, call: OneCall, runs: Runs) -> Spare {
        match self.slowdown {
            Some(percent) if runs.known_weight().is_none() => Spare {
                most: Some(call.executed.percent(percent) + self.always),
                in_loops: mostly_loops(call),
            },
            _ => Spare::default(),
        }
    }
}

/// What merges may still add to one call of a function; by default, anything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Spare {
    /// The most instructions, if there is a limit.
    most: Option<Executed>,
    /// Whether the function mostly loops.
    in_loops: bool,
}

impl Spare {
    /// Whether merges may add so much.
    pub fn allows(self, added: Executed) -> bool {
        self.most.is_none_or(|most| added <= most)
    }

    /// What is left when so much was added.
    pub fn less(self, added: Executed) -> Spare {
        Spare { most: self.most.map(|most| most - added), ..self }
    }

    /// What is left for a function that stands for both.
    pub fn and(self, other: Spare) -> Spare {
        Spare {
            most: self.most.into_iter().chain(other.most).min(),
            in_loops: self.in_loops || other.in_loops,
        }
    }
}

/// A function mostly loops if it executes so many times as much as it would if no loop turned twice.
const LOOPS: i64 = 4;

/// Whether a function spends three quarters of its time in the repetitions of loops.
fn mostly_loops(call: OneCall) -> bool {
    call.executed > call.once * LOOPS
}

/// A function is left to constant propagation if more than one in so many of its instructions is folded.
const FOLDED: u64 = 4;

/// Whether constant propagation folds so many of a function's instructions that the function should keep its constant
/// parameters. In a merge with a function whose arguments differ, they would no longer be constants, and the code that
/// depends on them would stay.
pub fn is_to_be_folded(folded: u64, instructions: u64) -> bool {
    folded * FOLDED > instructions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::speed::{Heat, Weight};

    const USUAL: u64 = Weight::USUAL;

    #[test]
    fn a_function_of_which_more_than_a_quarter_is_folded_is_left_to_that() {
        assert!(is_to_be_folded(11, 40));
        assert!(!is_to_be_folded(10, 40) && !is_to_be_folded(0, 0));
    }

    #[test]
    fn where_time_is_worth_more_the_limits_stay_and_the_prices_grow() {
        let policy = TimePolicy::all(BALANCED).times(3).of(Runs::default());
        assert_eq!(policy.slowdown, BALANCED.slowdown);
        assert_eq!((policy.entry, policy.price), (Tenths::new(330), Tenths::new(15)));
        assert_eq!((policy.beyond, policy.counted), (Some(Tenths::new(300)), None));
        assert_eq!(TimePolicy::ANY.times(3), TimePolicy::ANY);
    }

    #[test]
    fn cold_functions_may_become_as_slow_as_they_like() {
        let policy = Tolerance { slowdown: Some(10), price: Tenths::new(5), ..Tolerance::ANY };
        let [cold, unknown] =
            [Heat::Cold, Heat::Unknown].map(|heat| Runs { heat, ..Runs::default() });
        let hundred = Executed::new(1000);
        assert_eq!(policy.cost(hundred, unknown), Tenths::new(500));
        assert_eq!(policy.cost(hundred, cold), Tenths::ZERO);
        assert!(policy.spare(OneCall::straight(hundred), cold).allows(hundred));
        let spare = policy.spare(OneCall::straight(hundred), unknown);
        assert!(spare.allows(Executed::new(100)) && !spare.allows(Executed::new(101)));
        assert!(!spare.less(Executed::new(60)).allows(Executed::new(60)));
        assert_eq!(
            spare.less(Executed::new(60)).and(spare),
            spare.and(spare.less(Executed::new(60)))
        );
        let some = Tolerance { always: Executed::new(20), ..policy };
        assert!(some.spare(OneCall::straight(hundred), unknown).allows(Executed::new(120)));
        assert!(Spare::default().and(Spare::default()).allows(hundred));
    }

    #[test]
    fn what_saves_much_may_add_more_than_a_few_percent() {
        let policy = Tolerance { beyond: Some(Tenths::new(200)), ..BALANCED };
        let spare = policy.spare(OneCall::straight(Executed::new(1000)), Runs::default());
        let hundred = Executed::new(1000);
        assert!(!spare.allows(hundred));
        assert!(policy.bears(spare, hundred, Bytes::new(2000)));
        assert!(!policy.bears(spare, hundred, Bytes::new(1999)));
        assert!(policy.bears(spare, Executed::new(40), Bytes::ZERO));
        let never = Tolerance { beyond: None, ..policy };
        assert!(!never.bears(spare, hundred, Bytes::new(100_000)));
    }

    #[test]
    fn what_mostly_loops_may_add_no_more_than_a_few_percent_whatever_it_saves() {
        let once = Executed::new(1000);
        let added = once * 2;
        let spare =
            |times| BALANCED.spare(OneCall { executed: once * times, once }, Runs::default());
        let bears = |times, saved| BALANCED.bears(spare(times), added, Bytes::new(saved));
        // 200 instructions, at 10 bytes each.
        assert!(bears(4, 2000) && !bears(4, 1999));
        assert!(!bears(5, 1_000_000));
        let both = spare(5).and(spare(1)).less(added);
        assert!(!BALANCED.bears(both, added, Bytes::new(1_000_000)));
        assert!(!BALANCED.bears(Spare::default().and(both), added, Bytes::new(1_000_000)));
    }

    #[test]
    fn the_first_instructions_have_a_price_of_their_own_where_no_profile_tells() {
        let policy = Tolerance {
            slowdown: Some(10),
            beyond: None,
            always: Executed::new(40),
            entry: Tenths::new(80),
            price: Tenths::new(5),
            ..Tolerance::ANY
        };
        let cold = Runs { heat: Heat::Cold, ..Runs::default() };
        let usual = Runs { entries: Some(1000), all: Some(USUAL * 1000), ..Runs::default() };
        for (added, unknown, known) in [(0, 0, 0), (10, 80, 5), (40, 320, 20), (100, 350, 50)] {
            let added = Executed::new(added);
            assert_eq!(policy.cost(added, Runs::default()), Tenths::new(unknown));
            assert_eq!(policy.cost(added, usual), Tenths::new(known));
            assert_eq!(policy.cost(added, cold), Tenths::ZERO);
        }
    }

    #[test]
    fn with_a_profile_time_has_a_price_by_how_often_a_function_is_called_and_no_limit() {
        let policy = Tolerance { slowdown: Some(10), price: Tenths::new(5), ..Tolerance::ANY };
        let hundred = Executed::new(1000);
        let called =
            |times| Runs { entries: Some(times), all: Some(USUAL * 1000), ..Runs::default() };
        for (times, cost) in [(0, 0), (500, 250), (1000, 500), (20_000, 10_000)] {
            assert_eq!(policy.cost(hundred, called(times)), Tenths::new(cost));
            assert!(policy.spare(OneCall::straight(hundred), called(times)).allows(hundred));
        }
        let dear = Tolerance { counted: Some(Tenths::new(20)), ..policy };
        assert_eq!(dear.cost(hundred, called(500)), Tenths::new(1000));
        assert_eq!(dear.cost(hundred, Runs::default()), policy.cost(hundred, Runs::default()));
    }

    #[test]
    fn each_function_has_the_tolerance_that_it_asks_for() {
        let policy = TimePolicy::all(BALANCED).with_others(KEEP);
        let of = |size_level| policy.of(Runs { size_level, ..Runs::default() });
        assert_eq!(of(SizeLevel::None), KEEP);
        assert_eq!([SizeLevel::Small, SizeLevel::Smallest].map(of), [BALANCED; 2]);
    }
}
