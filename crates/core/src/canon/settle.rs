//! Which equal functions are merged, when some of them cannot be.
//!
//! Consumes: canonical functions, and what decides on one class ([`choose`](super::choice::choose) with all that it
//! asks for). Produces: [`ClassChoice`]s.
//! Guarantees: two functions may count as equal although they refer to different functions at the same place. If they
//! are merged, then these are merged with each other, too. To get there, all functions are compared, and a choice is
//! made for each class. Functions that are not merged count as different from then on, and all are compared again,
//! until nothing changes. A function that is tied to its only caller is merged only if the callers of all that share its body
//! share a body, too.

use std::collections::BTreeSet;

use cranelift_entity::{PrimaryMap, SecondaryMap};

use super::choice::ClassChoice;
use super::functions::CallerTie;
use super::{CanonicalFunction, ConstantUse, equality};
use crate::ir::FuncId;
use crate::replacement::Fate;

/// Settles on choices. For `reference` see [`equality::classes`]. `choose` decides on a class; with none, its functions
/// stay as they are.
pub fn settle(
    forms: &PrimaryMap<FuncId, CanonicalFunction>,
    ties: &SecondaryMap<FuncId, CallerTie>,
    reference: impl Fn(&ConstantUse) -> Option<FuncId>,
    mut choose: impl FnMut(&[FuncId]) -> Option<ClassChoice>,
) -> Vec<ClassChoice> {
    let mut separation = Separation::new(forms, &reference);
    loop {
        let classes = equality::classes(forms, |f| separation.apart[f], &reference).classes;
        let (mut choices, mut settled) = (Vec::new(), true);
        for class in classes {
            let choice = choose(&class);
            settled &= separation.separate(&class, choice.as_ref());
            choices.extend(choice);
        }
        if !settled {
            continue;
        }
        let broken = with_broken_ties(&choices, ties);
        if broken.is_empty() {
            return choices;
        }
        broken.into_iter().for_each(|function| separation.set_apart(function));
    }
}

/// The tied functions that would be merged although their ties to callers do not hold. Ties hold where each function that
/// shares a body is called by another one of those that share one body, and by nobody else.
fn with_broken_ties(
    choices: &[ClassChoice],
    ties: &SecondaryMap<FuncId, CallerTie>,
) -> Vec<FuncId> {
    let mut body_of: SecondaryMap<FuncId, Option<FuncId>> = SecondaryMap::new();
    for choice in choices {
        let sharing = choice.called().filter(|(_, fate)| *fate != Fate::Folded);
        sharing.for_each(|(id, _)| body_of[id] = Some(choice.source));
    }
    let is_tied = |id: &FuncId| ties[*id] != CallerTie::Free;
    let holds = |members: &[FuncId]| {
        let caller = |&id: &FuncId| match ties[id] {
            CallerTie::To(caller) => Some((body_of[caller]?, caller)),
            CallerTie::Free | CallerTie::Alone => None,
        };
        let callers: Option<BTreeSet<_>> = members.iter().map(caller).collect();
        callers.is_some_and(|callers| {
            let bodies: BTreeSet<FuncId> = callers.iter().map(|&(body, _)| body).collect();
            callers.len() == members.len() && bodies.len() == 1
        })
    };
    let mut broken = Vec::new();
    for choice in choices {
        let members: Vec<FuncId> = choice.called().map(|(id, _)| id).collect();
        if members.iter().any(is_tied) && !holds(&members) {
            broken.extend(members.into_iter().filter(is_tied));
        }
    }
    broken
}

/// Whether all functions of a class have pointers at the same places.
pub fn is_uniform(forms: &PrimaryMap<FuncId, CanonicalFunction>, class: &[FuncId]) -> bool {
    class.iter().all(|&f| forms[f].kinds == forms[class[0]].kinds)
}

/// The functions that turned out not to be merged.
struct Separation<'a> {
    forms: &'a PrimaryMap<FuncId, CanonicalFunction>,
    /// Functions with different numbers are not compared.
    apart: SecondaryMap<FuncId, u32>,
    parts: u32,
    /// Whether some body refers to the function at a place where an equal one may be.
    referenced: SecondaryMap<FuncId, bool>,
}

impl<'a> Separation<'a> {
    fn new(
        forms: &'a PrimaryMap<FuncId, CanonicalFunction>,
        reference: impl Fn(&ConstantUse) -> Option<FuncId>,
    ) -> Separation<'a> {
        let mut referenced = SecondaryMap::new();
        let constants = forms.values().flat_map(|form| &form.constants);
        constants.filter_map(reference).for_each(|target| referenced[target] = true);
        Separation { forms, apart: SecondaryMap::new(), parts: 0, referenced }
    }

    /// Keeps a function apart from all others from now on.
    fn set_apart(&mut self, function: FuncId) {
        self.parts += 1;
        self.apart[function] = self.parts;
    }

    /// Keeps functions that are not merged apart from their class from now on; returns whether the choices are final.
    /// Some are not merged only because they have pointers where the body has integers: these stay comparable with each
    /// other.
    fn separate(&mut self, class: &[FuncId], choice: Option<&ClassChoice>) -> bool {
        let apart: Vec<FuncId> = match choice {
            None => class.to_vec(),
            Some(choice) => {
                let apart = choice.fates.iter().filter(|(_, fate)| *fate == Fate::Apart);
                apart.map(|(id, _)| *id).collect()
            }
        };
        let together = choice.is_some() && !is_uniform(self.forms, class) && apart.len() > 1;
        for &function in &apart {
            self.parts += u32::from(!together || function == apart[0]);
            self.apart[function] = self.parts;
        }
        !together && !apart.iter().any(|&f| self.referenced[f])
    }
}
