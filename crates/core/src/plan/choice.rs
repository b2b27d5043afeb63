//! Which value each side gets, as a chain of questions about the identifier.
//!
//! Consumes: the value of each side, or none where it does not matter. Produces: a [`Choice`]. Guarantees: a side gets the
//! value of the first question whose answer is yes for it, and `otherwise` if there is no such question; two sides with
//! different values take one question, whether the side is the second.
//!
//! One question asks for all neighbouring sides of equal value, so it saves questions to number similar members in a row:
//! ```text
//! a a b b c      is it 4 or more? c   is it 2 or more? b   otherwise a
//! a b a a c      is it 1? b           is it 4? c           otherwise a
//! ```

use std::ops::Range;

use cranelift_entity::EntityRef;
use smallvec::SmallVec;

use super::SideId;

/// A question about the identifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// Is it that of this side?
    Is(SideId),
    /// Is it that of this side or of a later one?
    From(SideId),
    /// Is it that of a side before this one?
    Below(SideId),
    /// Is it that of one of these sides, which are neither the first nor the last?
    Within(Range<SideId>),
}

impl Question {
    /// Whether the answer for a side is yes.
    pub fn holds(&self, side: SideId) -> bool {
        match self {
            Question::Is(own) => side == *own,
            Question::From(first) => side >= *first,
            Question::Below(end) => side < *end,
            Question::Within(sides) => sides.contains(&side),
        }
    }
}

/// A chain of questions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice<T> {
    /// The questions, in order, each with the value of the sides for which its answer is the first yes.
    pub questions: SmallVec<[(Question, T); 1]>,
    /// The value of all other sides.
    pub otherwise: T,
}

/// Neighbouring sides of equal value, from `start` to before `end`.
#[derive(Clone, Copy)]
struct Run<T> {
    start: usize,
    end: usize,
    value: T,
}

impl<T: Copy + PartialEq> Choice<T> {
    /// The choice that gives each side its value; sides are in order.
    ///
    /// # Panics
    /// When the value matters for no side.
    pub fn of(by_side: &[Option<T>]) -> Choice<T> {
        let runs = runs(by_side);
        let times = |value: T| runs.iter().filter(|run| run.value == value).count();
        // The value of the most runs; of several such, the first.
        let most = runs.iter().rev().max_by_key(|run| times(run.value)).expect("some side matters");
        if times(most.value) == 1 {
            let above = runs[1..].iter().rev();
            let questions = above.map(|run| (Question::From(SideId::new(run.start)), run.value));
            return Choice { questions: questions.collect(), otherwise: runs[0].value };
        }
        let others = runs.iter().filter(|run| run.value != most.value);
        let questions = others.map(|run| (run.question(by_side.len()), run.value));
        Choice { questions: questions.collect(), otherwise: most.value }
    }
}

impl<T> Run<T> {
    fn question(&self, sides: usize) -> Question {
        let [start, end] = [self.start, self.end].map(SideId::new);
        match () {
            () if self.start + 1 == self.end => Question::Is(start),
            () if self.end == sides => Question::From(start),
            () if self.start == 0 => Question::Below(end),
            () => Question::Within(start..end),
        }
    }
}

/// The runs of the sides. A side whose value does not matter joins the run before it, so that runs are few.
fn runs<T: Copy + PartialEq>(by_side: &[Option<T>]) -> SmallVec<[Run<T>; 4]> {
    let mut runs: SmallVec<[Run<T>; 4]> = SmallVec::new();
    for (at, value) in by_side.iter().enumerate() {
        match (runs.last_mut(), *value) {
            (Some(run), None) => run.end = at + 1,
            (Some(run), Some(value)) if run.value == value => run.end = at + 1,
            (None, None) => {}
            (before, Some(value)) => {
                let start = before.map_or(0, |_| at);
                runs.push(Run { start, end: at + 1, value });
            }
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn side(number: usize) -> SideId {
        SideId::new(number)
    }

    fn of(text: &str) -> Choice<char> {
        let values: Vec<Option<char>> = text.chars().map(|c| (c != '-').then_some(c)).collect();
        Choice::of(&values)
    }

    #[test]
    fn two_sides_need_one_question() {
        let questions = SmallVec::from_iter([(Question::From(side(1)), 'b')]);
        assert_eq!(of("ab"), Choice { questions, otherwise: 'a' });
    }

    #[test]
    fn sides_in_a_row_are_asked_for_at_once() {
        let from = |number, value| (Question::From(side(number)), value);
        let is = |number, value| (Question::Is(side(number)), value);
        assert_eq!(of("aabbc").questions[..], [from(4, 'c'), from(2, 'b')]);
        assert_eq!(of("abaac").questions[..], [is(1, 'b'), is(4, 'c')]);
        assert_eq!(of("abb-aa").questions[..], [(Question::Within(side(1)..side(4)), 'b')]);
        assert_eq!(of("-ab--").questions[..], [from(2, 'b')]);
        assert_eq!(of("bbaca").questions[..], [(Question::Below(side(2)), 'b'), is(3, 'c')]);
    }

    proptest! {
        #[test]
        fn each_side_gets_its_own(by_side in prop::collection::vec(prop::option::of(0..4_u8), 1..9)) {
            prop_assume!(by_side.iter().any(Option::is_some));
            let choice = Choice::of(&by_side);
            for (at, value) in by_side.iter().enumerate() {
                let yes = choice.questions.iter().find(|(question, _)| question.holds(side(at)));
                let got = yes.map_or(choice.otherwise, |&(_, value)| value);
                prop_assert!(value.is_none_or(|value| value == got));
            }
        }
    }
}
