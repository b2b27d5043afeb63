//! Which equal functions are merged, when some of them cannot be.
//!
//! Consumes: canonical functions, and what decides on one class ([`choose`](super::choice::choose) with all that it
//! asks for). Produces: [`ClassChoice`]s.
//! Guarantees: two functions may count as equal although they refer to different functions at the same place. If they
//! are merged, then these are merged with each other, too. To get there, all functions are compared, and a choice is
//! made for each class. Functions that are not merged count as different from then on, and all are compared again,
//! until nothing changes.

use cranelift_entity::{PrimaryMap, SecondaryMap};

use super::choice::ClassChoice;
use super::{CanonicalFunction, ConstantUse, equality};
use crate::ir::FuncId;
use crate::replacement::Fate;

/// Settles on choices. For `reference` see [`equality::classes`]. `choose` decides on a class; with none, its functions
/// stay as they are.
pub fn settle(
    forms: &PrimaryMap<FuncId, CanonicalFunction>,
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
        if settled {
            return choices;
        }
    }
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
