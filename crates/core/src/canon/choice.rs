//! What becomes of each of several equal functions.
//!
//! Consumes: the [`Standing`] of each, their size, what a thunk of each costs in time, and whose body can do for whose
//! ([`Settings`] say what is wanted). Produces: a [`Choice`]: one body, and a [`Fate`] for every other function; none when nothing
//! pays or helps. Guarantees: a function goes only when nobody else can miss it and each of its uses may become a
//! use of the body; its address becomes another only where neither address matters. Interposable
//! functions keep their callers. No function becomes a call of one that the linker may replace.
//!
//! Which function's body is kept is found by trying: each that may be the body, once for all that are
//! alike, and a new private body. The rules are those of "Identical Function Merging" (alias where
//! addresses do not matter, rewritten calls, thunks otherwise), and one more: functions of which the
//! linker keeps one of several never call each other, because in another object the roles may be the other
//! way round. What would stay as a thunk stays as it is where the linker folds it with the body: that costs neither
//! bytes nor time. Its calls move all the same, so that its callers can be equal.

use crate::icf::Icf;
use crate::ir::FuncId;
use crate::price::{Bytes, Prices, Tenths};
use crate::replacement::Fate;
use crate::standing::Standing;

/// What is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Every function stays, as a thunk, and so do its callers.
    pub keep: bool,
    /// Merge also what does not pay.
    pub force: bool,
    /// What the linker folds.
    pub icf: Icf,
}

impl Settings {
    /// Whether what cannot go is left to the linker: not where all that is legal is asked for, or thunks are.
    pub(super) fn leaves_to_linker(self) -> bool {
        self.icf == Icf::All && !self.keep && !self.force
    }
}

/// One of several equal functions.
#[derive(Clone, Copy, Debug)]
pub struct Equal {
    /// Which.
    pub id: FuncId,
    /// How it is used, and what may become of it.
    pub standing: Standing,
    /// The bytes that a thunk must save for the time that its jump costs.
    pub thunk_time: Tenths,
}

/// What becomes of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Whose body it is.
    pub source: FuncId,
    /// The body is moved into a new private function.
    pub private: bool,
    /// Of every member, in their order.
    pub fates: Vec<(FuncId, Fate)>,
    /// What is saved.
    pub gain: Bytes,
    /// How much of that the linker would have saved.
    pub folded: Bytes,
    /// What is to be saved for the time that it costs.
    pub time: Bytes,
}

/// Most bodies that are tried for a class.
const TRIED: usize = 8;

impl Choice {
    /// What it saves beyond what is to be saved for its time.
    pub fn worth(&self) -> Bytes {
        self.gain - self.time
    }

    /// The functions that share the body but do not have it, in order.
    pub fn merged(&self) -> impl Iterator<Item = (FuncId, Fate)> + '_ {
        self.fates.iter().copied().filter(|(_, fate)| !matches!(fate, Fate::Body | Fate::Apart))
    }

    /// What nobody else would have saved.
    pub fn own_gain(&self) -> Bytes {
        self.gain - self.folded
    }

    /// How many have this fate.
    pub fn count(&self, fate: Fate) -> u32 {
        self.fates.iter().filter(|(_, f)| *f == fate).count() as u32
    }
}

/// The body that others come to call.
#[derive(Clone, Copy)]
struct KeptBody {
    signature: u32,
    insignificant: bool,
    can_be_aliasee: bool,
}

/// One class, while its fate is decided.
struct Decision<'a> {
    members: &'a [Equal],
    /// Each function, its fixed part included.
    size: Tenths,
    /// Identical code folding does not leave them out.
    can_fold: bool,
    /// What is saved where a member becomes a thunk: with an unwind entry, and without.
    as_thunk: [Tenths; 2],
    settings: Settings,
}

/// Decides on a class of equal functions of this size, in order of ids, which a linker that folds identical code
/// `can_fold`. `stands_for(a, b)`: the body of `a` can do for `b`.
pub fn choose(
    members: &[Equal],
    size: Tenths,
    can_fold: bool,
    prices: &Prices,
    settings: Settings,
    stands_for: impl Fn(FuncId, FuncId) -> bool,
) -> Option<Choice> {
    // A function of few instructions may be as small as a thunk, since estimates of small functions are too high.
    let thunk = prices.thunk.bytes.max(prices.body(1, 0).bytes);
    let entry = prices.thunk.bytes - prices.bare_thunk.bytes;
    let as_thunk = [size - thunk, size - (thunk - entry)];
    let decision = Decision { members, size, can_fold, as_thunk, settings };
    let existing = decision.existing_bodies(&stands_for).into_iter();
    let existing = existing.map(|at| decision.with_body_of(at, false, &stands_for));
    let source = decision.source(&stands_for).into_iter();
    let private = source.map(|at| decision.with_body_of(at, true, &stands_for));
    let choices: Vec<Choice> = existing.chain(private).flatten().collect();
    let best = choices.iter().map(|c| decision.rank(c)).max()?;
    choices.into_iter().find(|c| decision.rank(c) == best)
}

impl Decision<'_> {
    /// Members whose body could stay where it is: of those that are alike, the first.
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

    /// The member to move the body out of: the first of those that do for the most others.
    fn source(&self, stands_for: &impl Fn(FuncId, FuncId) -> bool) -> Option<usize> {
        let usable = |at: &usize| self.best_fate(&self.members[*at]) != Fate::Apart;
        let candidates = (0..self.members.len()).filter(usable).take(TRIED);
        candidates.min_by_key(|&at| std::cmp::Reverse(self.served(at, stands_for)))
    }

    /// For how many members the body of one can do.
    fn served(&self, at: usize, stands_for: &impl Fn(FuncId, FuncId) -> bool) -> usize {
        self.members.iter().filter(|m| stands_for(self.members[at].id, m.id)).count()
    }

    /// What would become of a member if the body were a private one of its type.
    fn best_fate(&self, member: &Equal) -> Fate {
        let signature = member.standing.signature;
        self.fate(member, KeptBody { signature, insignificant: true, can_be_aliasee: true })
    }

    /// What becomes of all when the body of one member is kept, or moved into a private function. None when
    /// nothing would be gained.
    fn with_body_of(
        &self,
        at: usize,
        private: bool,
        stands_for: &impl Fn(FuncId, FuncId) -> bool,
    ) -> Option<Choice> {
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
        let choice = Choice { source: *source, private, fates, gain, folded, time };
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

    /// Whether the choice merges something, and pays, costs nothing or is forced. A body cannot be moved out of a function
    /// that stays as it is.
    fn accepts(&self, choice: &Choice, at: usize) -> bool {
        let merged = choice.merged().count();
        let folds = choice.count(Fate::Folded) > 0;
        let enough = if choice.private { merged > 1 && !folds } else { merged > 0 };
        let moves = !choice.private || choice.fates[at].1 != Fate::Apart;
        enough && moves && (choice.worth() > Bytes::ZERO || folds || self.settings.force)
    }

    /// The order of choices, best last: under force by the number of merges, then by worth; an existing body before a
    /// private one.
    fn rank(&self, choice: &Choice) -> (usize, Bytes, bool) {
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

    /// Whether what cannot go is left to the linker.
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

/// Whether the symbol may share the body's address, with nothing that asks for a function behind it.
fn becomes_alias(member: &Standing, body: KeptBody) -> bool {
    let is_free = member.insignificant && member.can_be_alias && !member.named_by_metadata;
    let fits = body.insignificant && body.can_be_aliasee && member.signature == body.signature;
    is_free && fits && member.others == 0
}

#[cfg(test)]
mod tests;
