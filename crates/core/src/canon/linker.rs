//! What the linker folds although it is not equal in the module: functions that differ in pointers to functions which the
//! linker folds.
//!
//! Consumes: the functions that may be equal, which of them the linker can fold, and what becomes of those that are
//! merged. Produces: classes of functions of which the linker will keep one. Guarantees: all keep a body of their own; not
//! all of a class are equal in the module, but all have equal code, and refer to functions of one class wherever they
//! refer to different ones.
//!
//! lld compares sections by their bytes, and references by the sections that they lead to, all of which it assumes
//! to be equal until it finds a difference (`lld/ELF/ICF.cpp`). With `--icf=all` it does not ask whether anybody compares
//! addresses. So `push(&visit_a)` and `push(&visit_b)` become one once `visit_a` and `visit_b` have, while here the two
//! pointers may never stand for each other. Whoever merges such functions with each other pays for a parameter or a choice, and
//! saves nothing. To merge all of them with others may still pay: what comes of that is folded as well.

use cranelift_entity::SecondaryMap;

use super::choice::Choice;
use super::equality;
use super::functions::Functions;
use crate::ir::FuncId;
use crate::replacement::Fate;
use crate::standing::Linkage;

/// Whether functions are compared at all: only those of equal keys are.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    /// The linker keeps it, or it is becoming something else than its body.
    Alone(FuncId),
    /// It is folded with what is equal.
    Folded,
}

/// The classes, in order of their first functions. References count as equal only where no other module can be
/// meant.
pub fn classes(
    functions: &Functions,
    can_fold: impl Fn(FuncId) -> bool,
    choices: &[Choice],
) -> Vec<Vec<FuncId>> {
    let fates = fates(choices);
    let key = |id: FuncId| match fates[id] {
        Some((Fate::Thunk, _)) => Key::Alone(id),
        _ if !can_fold(id) => Key::Alone(id),
        _ => Key::Folded,
    };
    let classes = equality::classes(&functions.forms, key, |constant| {
        functions.of_constants[constant.value]
            .filter(|&target| functions.standings[target].linkage == Linkage::Local)
    });
    let stays = |id: &FuncId| !matches!(fates[*id], Some((Fate::Gone | Fate::Alias, _)));
    let body = |id: FuncId| fates[id].map_or(id, |(_, source)| source);
    let staying = |class: Vec<FuncId>| class.into_iter().filter(stays).collect::<Vec<_>>();
    let is_new = |class: &Vec<FuncId>| class.iter().any(|&id| body(id) != body(class[0]));
    classes.classes.into_iter().map(staying).filter(is_new).collect()
}

/// What becomes of each function that is merged, and whose body it shares.
fn fates(choices: &[Choice]) -> SecondaryMap<FuncId, Option<(Fate, FuncId)>> {
    let mut fates = SecondaryMap::new();
    for choice in choices {
        for &(id, fate) in choice.fates.iter().filter(|(_, fate)| *fate != Fate::Apart) {
            fates[id] = Some((fate, choice.source));
        }
    }
    fates
}
