//! What becomes of each of several equal functions.
//!
//! Consumes: the [`Standing`] of each function, their size, what a thunk of each costs in time, whose body can do the
//! work of which others, and [`ChoiceSettings`]. Produces: a [`ClassChoice`]: one body, and a [`Fate`] for every other function;
//! none if nothing pays or helps.
//! Guarantees: a function goes only if no other object needs it and each of its uses may become a use of the body. Its
//! address becomes another only where neither address matters. Callers of interposable functions keep calling these. No
//! function calls a body that the linker may replace.
//!
//! Which body is kept is found by trying: each existing body that may be kept, one for all that are alike, and a new
//! private body. The rules are those of "Identical Function Merging" (alias where addresses do not matter, rewritten
//! calls, thunks otherwise), and one more: functions of which the linker keeps one of several copies never call each
//! other, because in another object the roles may be the other way round. If the linker folds a function that would
//! become a thunk with the body, it keeps its code: that costs neither bytes nor time. Calls of it become calls of the
//! body all the same, so that its callers can be equal.

use crate::icf::Icf;
use crate::ir::FuncId;
use crate::price::{Bytes, Prices, Tenths};
use crate::replacement::Fate;
use crate::standing::Standing;

/// The options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChoiceSettings {
    /// Every function stays as a thunk, and its callers keep calling it.
    pub keep: bool,
    /// Merges that do not pay are made as well.
    pub force: bool,
    /// Which functions the linker folds.
    pub icf: Icf,
}

impl ChoiceSettings {
    /// Whether functions that cannot go are left to the linker. They are not if thunks (`keep`) or all legal merges
    /// (`force`) are asked for.
    pub(super) fn leaves_to_linker(self) -> bool {
        self.icf == Icf::All && !self.keep && !self.force
    }
}

/// One of several equal functions.
#[derive(Clone, Copy, Debug)]
pub struct Equal {
    /// The function.
    pub id: FuncId,
    /// How it is used, and what may become of it.
    pub standing: Standing,
    /// The bytes that a thunk must save for the time that its jump costs.
    pub thunk_time: Tenths,
}

/// What becomes of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassChoice {
    /// The function whose body is kept or moved.
    pub source: FuncId,
    /// Whether the body is moved into a new private function.
    pub private: bool,
    /// The fate of every member, in order of members.
    pub fates: Vec<(FuncId, Fate)>,
    /// What is saved.
    pub gain: Bytes,
    /// How much of that the linker would have saved.
    pub folded: Bytes,
    /// What must be saved for the time that it costs.
    pub time: Bytes,
}

/// The most bodies that are tried for a class.
const TRIED: usize = 8;

impl ClassChoice {
    /// What it saves beyond what must be saved for its time.
    pub fn worth(&self) -> Bytes {
        self.gain - self.time
    }

    /// The functions that share the body but do not have it, in order.
    pub fn merged(&self) -> impl Iterator<Item = (FuncId, Fate)> + '_ {
        self.fates.iter().copied().filter(|(_, fate)| !matches!(fate, Fate::Body | Fate::Apart))
    }

    /// The functions whose calls run the body, in order.
    pub fn called(&self) -> impl Iterator<Item = (FuncId, Fate)> + '_ {
        self.fates.iter().copied().filter(|(_, fate)| *fate != Fate::Apart)
    }

    /// What it saves beyond what the linker would have saved.
    pub fn own_gain(&self) -> Bytes {
        self.gain - self.folded
    }

    /// How many members have this fate.
    pub fn count(&self, fate: Fate) -> u32 {
        self.fates.iter().filter(|(_, f)| *f == fate).count() as u32
    }
}

/// The body that other functions will call.
#[derive(Clone, Copy)]
struct KeptBody {
    signature: u32,
    insignificant: bool,
    can_be_aliasee: bool,
}

/// One class, while its fate is decided.
struct Decision<'a> {
    members: &'a [Equal],
    /// The size of each function, with its fixed part.
    size: Tenths,
    /// Whether identical code folding can fold them.
    can_fold: bool,
    /// What is saved where a member becomes a thunk: with an unwind entry, and without.
    as_thunk: [Tenths; 2],
    settings: ChoiceSettings,
}

/// Decides on a class of equal functions, in order of ids. `size` is the size of each. `can_fold`: a linker that folds
/// identical code can fold them. `stands_for(a, b)`: the body of `a` can do the work of `b`.
pub fn choose(
    members: &[Equal],
    size: Tenths,
    can_fold: bool,
    prices: &Prices,
    settings: ChoiceSettings,
    stands_for: impl Fn(FuncId, FuncId) -> bool,
) -> Option<ClassChoice> {
    // Estimates of small functions are too high: a thunk counts as no smaller than a function of one unit.
    let thunk = prices.thunk.bytes.max(prices.body(1, 0).bytes);
    let entry = prices.thunk.bytes - prices.bare_thunk.bytes;
    let as_thunk = [size - thunk, size - (thunk - entry)];
    let decision = Decision { members, size, can_fold, as_thunk, settings };
    let existing = decision.existing_bodies(&stands_for).into_iter();
    let existing = existing.map(|at| decision.with_body_of(at, false, &stands_for));
    let source = decision.source(&stands_for).into_iter();
    let private = source.map(|at| decision.with_body_of(at, true, &stands_for));
    let choices: Vec<ClassChoice> = existing.chain(private).flatten().collect();
    let best = choices.iter().map(|c| decision.rank(c)).max()?;
    choices.into_iter().find(|c| decision.rank(c) == best)
}

impl Decision<'_> {
    /// Members whose body could stay where it is; of members that are alike, only the first.
    fn existing_bodies(&self, stands_for: &impl Fn(FuncId, FuncId) -> bool) -> Vec<usize> {
        let mut found: Vec<(usize, _)> = Vec::new();
        for (at, member) in self.members.iter().enumerate() {
            let standing = &member.standing;
            if !standing.can_be_body {
                continue;
            }
            let insignificant = standing.is_insignificant();
            let (signature, aliasee) = (standing.signature, standing.can_be_aliasee);
            let fate = self.best_fate(member);
            let thunk = (fate, member.thunk_time, standing.bare_thunk);
            let key = (insignificant, signature, aliasee, thunk, self.served(at, stands_for));
            if found.len() < TRIED && found.iter().all(|(_, known)| *known != key) {
                found.push((at, key));
            }
        }
        found.into_iter().map(|(at, _)| at).collect()
    }

    /// The member whose body is to be moved: the first of those that can do the work of the most others.
    fn source(&self, stands_for: &impl Fn(FuncId, FuncId) -> bool) -> Option<usize> {
        let usable = |at: &usize| self.best_fate(&self.members[*at]) != Fate::Apart;
        let candidates = (0..self.members.len()).filter(usable).take(TRIED);
        candidates.min_by_key(|&at| std::cmp::Reverse(self.served(at, stands_for)))
    }

    /// The number of members whose work the body of one can do.
    fn served(&self, at: usize, stands_for: &impl Fn(FuncId, FuncId) -> bool) -> usize {
        self.members.iter().filter(|m| stands_for(self.members[at].id, m.id)).count()
    }

    /// What would become of a member if the body were a private one of its type.
    fn best_fate(&self, member: &Equal) -> Fate {
        let signature = member.standing.signature;
        self.fate(member, KeptBody { signature, insignificant: true, can_be_aliasee: true })
    }

    /// What becomes of all members when the body of one is kept, or moved into a private function. None if nothing would
    /// be gained.
    fn with_body_of(
        &self,
        at: usize,
        private: bool,
        stands_for: &impl Fn(FuncId, FuncId) -> bool,
    ) -> Option<ClassChoice> {
        let Equal { id: source, standing, .. } = &self.members[at];
        let body = KeptBody {
            signature: standing.signature,
            insignificant: private || standing.is_insignificant(),
            can_be_aliasee: private || standing.can_be_aliasee,
        };
        let fate = |(other, member): (usize, &Equal)| match () {
            () if other == at && !private => (member.id, Fate::Body),
            () if !stands_for(*source, member.id) => (member.id, Fate::Apart),
            () => (member.id, self.fate(member, body)),
        };
        let fates: Vec<_> = self.members.iter().enumerate().map(fate).collect();
        let gains = self.members.iter().zip(&fates);
        let gain: Tenths = gains.map(|(member, &(_, fate))| self.gain(member, fate)).sum();
        let price = if private { self.size } else { Tenths::ZERO };
        let thunks = self.members.iter().zip(&fates).filter(|(_, (_, fate))| *fate == Fate::Thunk);
        let time = thunks.map(|(member, _)| member.thunk_time).sum::<Tenths>().ceil();
        let gain = (gain - price).floor();
        let folded = self.folded(&fates).floor().min(gain);
        let choice = ClassChoice { source: *source, private, fates, gain, folded, time };
        self.accepts(&choice, at).then_some(choice)
    }

    /// What the linker would save without this merge: of the functions that it folds, it keeps one.
    fn folded(&self, fates: &[(FuncId, Fate)]) -> Tenths {
        let folds = |(member, (_, fate)): &(&Equal, &(FuncId, Fate))| match self.settings.icf {
            _ if !self.can_fold => false,
            Icf::None => false,
            Icf::Safe => {
                matches!(fate, Fate::Gone | Fate::Alias) || member.standing.is_insignificant()
            }
            Icf::All => true,
        };
        let count = self.members.iter().zip(fates).filter(folds).count();
        (1..count).map(|_| self.size).sum()
    }

    /// Whether the choice merges something, and pays, leaves functions to the linker, or is forced. A body cannot be
    /// moved out of a function that stays as it is.
    fn accepts(&self, choice: &ClassChoice, at: usize) -> bool {
        let merged = choice.merged().count();
        let folds = choice.count(Fate::Folded) > 0;
        let enough = if choice.private { merged > 1 && !folds } else { merged > 0 };
        let moves = !choice.private || choice.fates[at].1 != Fate::Apart;
        enough && moves && (choice.worth() > Bytes::ZERO || folds || self.settings.force)
    }

    /// The order of choices, best last: under force by the number of merges, then by worth; an existing body before a
    /// private one.
    fn rank(&self, choice: &ClassChoice) -> (usize, Bytes, bool) {
        let merges = choice.merged().count() - usize::from(choice.private);
        (if self.settings.force { merges } else { 0 }, choice.worth(), !choice.private)
    }

    fn gain(&self, member: &Equal, fate: Fate) -> Tenths {
        match fate {
            Fate::Body | Fate::Apart | Fate::Folded => Tenths::ZERO,
            Fate::Gone | Fate::Alias => self.size,
            Fate::Thunk => self.as_thunk[usize::from(member.standing.bare_thunk)],
        }
    }

    /// Whether the members are left to the linker if they cannot go.
    fn is_folded(&self) -> bool {
        self.can_fold && self.settings.leaves_to_linker()
    }

    /// What becomes of a member that is not the body.
    fn fate(&self, of: &Equal, body: KeptBody) -> Fate {
        let member = &of.standing;
        let may_move = !self.settings.keep && member.calls_may_move();
        let moves = member.moves(Fate::Gone, body.insignificant);
        if may_move && member.may_go(moves, member.signature == body.signature) {
            return Fate::Gone;
        }
        if may_move && becomes_alias(member, body) {
            return Fate::Alias;
        }
        if self.is_folded() {
            return Fate::Folded;
        }
        let pays = self.gain(of, Fate::Thunk) > of.thunk_time || self.settings.force;
        if member.can_be_thunk && pays { Fate::Thunk } else { Fate::Apart }
    }
}

/// Whether the member's symbol may become an alias of the body: no use of it needs a function.
fn becomes_alias(member: &Standing, body: KeptBody) -> bool {
    let is_free = member.insignificant && member.can_be_alias && !member.named_by_metadata;
    let fits = body.insignificant && body.can_be_aliasee && member.signature == body.signature;
    is_free && fits && member.others == 0
}

#[cfg(test)]
mod tests;
