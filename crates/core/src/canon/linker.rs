//! Functions that are not equal in the module, and that the linker folds all the same: they differ only in pointers to
//! functions that the linker folds.
//!
//! Consumes: the functions that may be equal, which of them the linker can fold, and what becomes of those that are
//! merged. Produces: classes of functions of which the linker will keep one. Guarantees: every function of a class
//! keeps a body of its own. The functions of a class have equal code but are not all equal in the module. Where they
//! refer to different functions, these are in one class.
//!
//! lld compares sections by their bytes, and references by the sections that they point to. It assumes that sections
//! are equal until it finds a difference (`lld/ELF/ICF.cpp`). With `--icf=all` it does not ask whether anything
//! compares addresses. For example, one function calls `push(&visit_a)` and another `push(&visit_b)`. Once lld has
//! folded `visit_a` and `visit_b`, it folds these two as well, while in the module the two pointers must stay
//! different. Merging such functions with each other costs a parameter or a select, and saves nothing. Merging each of
//! them with another function may still pay: lld folds the merged functions, too.

use cranelift_entity::SecondaryMap;

use super::choice::ClassChoice;
use super::equality;
use super::functions::Functions;
use crate::ir::FuncId;
use crate::replacement::Fate;
use crate::standing::Linkage;

/// Only functions of equal keys are compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    /// The linker does not fold it, or it becomes a thunk.
    Alone(FuncId),
    /// The linker folds it with functions that are equal.
    Folded,
}

/// The classes, in order of their first functions. References to different functions can count as equal only if these
/// are local: for any other symbol, the reference may mean the definition of another module.
pub fn classes(
    functions: &Functions,
    can_fold: impl Fn(FuncId) -> bool,
    choices: &[ClassChoice],
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
fn fates(choices: &[ClassChoice]) -> SecondaryMap<FuncId, Option<(Fate, FuncId)>> {
    let mut fates = SecondaryMap::new();
    for choice in choices {
        for &(id, fate) in choice.fates.iter().filter(|(_, fate)| *fate != Fate::Apart) {
            fates[id] = Some((fate, choice.source));
        }
    }
    fates
}
