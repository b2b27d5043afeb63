//! What becomes of equal functions, rule by rule.

use cranelift_entity::EntityRef;

use super::super::samples::{EXTERNAL, LOCAL};
use super::*;
use crate::price::X86_64;
use crate::standing::Linkage;

/// Functions large enough for thunks to pay.
const SIZE: Tenths = Tenths::new(740);
const PLAIN: ChoiceSettings = ChoiceSettings { keep: false, force: false, icf: Icf::None };

/// linkonce_odr, alone in its comdat.
fn inline() -> Standing {
    let linkage = Linkage::OneOfEqual;
    let grouped = Standing { can_be_alias: false, can_be_aliasee: false, ..EXTERNAL };
    Standing { linkage, droppable: true, can_be_body: false, ..grouped }
}

fn weak() -> Standing {
    Standing { linkage: Linkage::Interposable, can_be_body: false, can_be_alias: false, ..EXTERNAL }
}

fn insignificant(standing: Standing) -> Standing {
    Standing { insignificant: true, addresses: 1, ..standing }
}

fn addressed(standing: Standing) -> Standing {
    Standing { addresses: 1, ..standing }
}

/// Functions whose time is of no interest.
fn equal(standings: &[Standing]) -> Vec<Equal> {
    let equal = |(n, &standing)| Equal { id: FuncId::new(n), standing, thunk_time: Tenths::ZERO };
    standings.iter().enumerate().map(equal).collect()
}

fn choice_with(members: &[Standing], settings: ChoiceSettings) -> Option<ClassChoice> {
    let members = equal(members);
    choose(&members, SIZE, true, &X86_64, settings, |_, _| true)
}

/// The fates in order, and whether the body is a private one; nothing when nothing is merged.
fn fates_with(members: &[Standing], settings: ChoiceSettings) -> (Vec<Fate>, bool) {
    let choice = choice_with(members, settings);
    choice.map_or((Vec::new(), false), |c| (c.fates.iter().map(|f| f.1).collect(), c.private))
}

fn fates(members: &[Standing]) -> (Vec<Fate>, bool) {
    fates_with(members, PLAIN)
}

use Fate::{Alias, Apart, Body, Folded, Gone, Thunk};

#[test]
fn local_functions_that_are_only_called_go() {
    assert_eq!(fates(&[LOCAL, LOCAL, LOCAL]), (vec![Body, Gone, Gone], false));
}

#[test]
fn a_visible_function_keeps_its_body_before_a_local_one() {
    assert_eq!(fates(&[LOCAL, EXTERNAL]), (vec![Gone, Body], false));
}

#[test]
fn a_local_function_whose_address_matters_stays_as_a_thunk() {
    assert_eq!(fates(&[addressed(LOCAL), addressed(LOCAL)]), (vec![Body, Thunk], false));
}

#[test]
fn a_visible_function_stays_as_a_thunk_or_an_alias() {
    assert_eq!(fates(&[EXTERNAL, EXTERNAL]), (vec![Body, Thunk], false));
    let two = [insignificant(EXTERNAL), insignificant(EXTERNAL)];
    assert_eq!(fates(&two), (vec![Body, Alias], false));
}

#[test]
fn one_significant_address_keeps_the_other_from_becoming_it() {
    let significant = Standing { can_be_thunk: false, ..EXTERNAL };
    let two = [significant, insignificant(LOCAL)];
    assert_eq!(fates(&two), (vec![Body, Thunk], false));
}

#[test]
fn an_alias_asks_for_nothing_that_means_the_function() {
    let used = Standing { others: 1, ..insignificant(EXTERNAL) };
    let named = Standing { named_by_metadata: true, ..insignificant(EXTERNAL) };
    let first = Standing { can_be_thunk: false, can_be_alias: false, ..insignificant(EXTERNAL) };
    assert_eq!(fates(&[first, used]), (vec![Body, Thunk], false));
    assert_eq!(fates(&[first, named]), (vec![Body, Thunk], false));
    let grouped = Standing { can_be_aliasee: false, ..first };
    let plain = Standing { can_be_body: false, ..insignificant(EXTERNAL) };
    assert_eq!(fates(&[grouped, plain]), (vec![Body, Thunk], false));
}

#[test]
fn inline_functions_never_call_each_other() {
    assert_eq!(fates(&[inline(), inline(), inline()]), (vec![Gone, Gone, Gone], true));
    assert_eq!(fates(&[addressed(inline()), addressed(inline())]), (vec![Thunk, Thunk], true));
}

#[test]
fn inline_functions_call_one_that_is_defined_once() {
    assert_eq!(fates(&[inline(), EXTERNAL]), (vec![Gone, Body], false));
    assert_eq!(fates(&[addressed(inline()), EXTERNAL]), (vec![Thunk, Body], false));
}

#[test]
fn inline_functions_that_must_stay_do_not_go() {
    let must_stay = Standing { droppable: false, ..inline() };
    assert_eq!(fates(&[must_stay, EXTERNAL]), (vec![Thunk, Body], false));
}

#[test]
fn interposable_functions_stay_as_thunks_of_what_nobody_can_replace() {
    assert_eq!(fates(&[weak(), weak()]), (vec![Thunk, Thunk], true));
    assert_eq!(fates(&[weak(), EXTERNAL]), (vec![Thunk, Body], false));
    let droppable = Standing { droppable: true, ..weak() };
    assert_eq!(fates(&[droppable, EXTERNAL]), (vec![Thunk, Body], false));
}

#[test]
fn a_private_body_must_pay_for_itself() {
    let small = Tenths::new(550);
    let two = equal(&[weak(), weak()]);
    assert_eq!(choose(&two, small, true, &X86_64, PLAIN, |_, _| true), None);
    let three = equal(&[weak(), weak(), weak()]);
    assert!(choose(&three, small, true, &X86_64, PLAIN, |_, _| true).is_some_and(|c| c.private));
}

#[test]
fn a_thunk_as_large_as_the_body_is_not_made() {
    let small = X86_64.thunk.bytes;
    let members = equal(&[EXTERNAL, EXTERNAL]);
    assert_eq!(choose(&members, small, true, &X86_64, PLAIN, |_, _| true), None);
    let forced =
        choose(&members, small, true, &X86_64, ChoiceSettings { force: true, ..PLAIN }, |_, _| {
            true
        });
    assert_eq!(forced.map(|c| c.count(Thunk)), Some(1));
}

#[test]
fn a_thunk_without_an_unwind_entry_is_made_of_smaller_functions() {
    let small = X86_64.thunk.bytes;
    let merges = |bare_thunk| {
        let members = equal(&[Standing { bare_thunk, ..EXTERNAL }; 2]);
        choose(&members, small, true, &X86_64, PLAIN, |_, _| true).is_some()
    };
    assert!(!merges(false) && merges(true));
}

#[test]
fn what_cannot_be_a_thunk_is_left_apart() {
    let stuck = Standing { can_be_thunk: false, ..EXTERNAL };
    assert_eq!(fates(&[stuck, stuck, LOCAL]), (vec![Body, Apart, Gone], false));
    assert_eq!(fates(&[stuck, stuck]), (vec![], false));
}

#[test]
fn the_one_that_cannot_be_a_thunk_is_the_body() {
    let stuck = Standing { can_be_thunk: false, ..EXTERNAL };
    assert_eq!(fates(&[EXTERNAL, stuck]), (vec![Thunk, Body], false));
}

#[test]
fn calls_of_another_type_keep_a_function_of_another_type() {
    let other = Standing { signature: 1, other_calls: 1, ..LOCAL };
    assert_eq!(fates(&[EXTERNAL, other]), (vec![Body, Thunk], false));
    let same = Standing { other_calls: 1, ..LOCAL };
    assert_eq!(fates(&[EXTERNAL, same]), (vec![Body, Gone], false));
}

#[test]
fn keeping_all_thunks_moves_no_use() {
    let keep = ChoiceSettings { keep: true, ..PLAIN };
    assert_eq!(fates_with(&[LOCAL, LOCAL], keep), (vec![Body, Thunk], false));
    let two = [insignificant(EXTERNAL), insignificant(EXTERNAL)];
    assert_eq!(fates_with(&two, keep), (vec![Body, Thunk], false));
}

#[test]
fn a_body_with_integers_does_not_do_for_pointers() {
    let members = equal(&[LOCAL; 3]);
    // Only the body of 1 does for all.
    let stands_for = |a: FuncId, b: FuncId| a == b || a.index() == 1;
    let choice =
        choose(&members, SIZE, true, &X86_64, PLAIN, stands_for).expect("merging three pays");
    assert_eq!(choice.source.index(), 1);
    assert_eq!(choice.fates.iter().map(|f| f.1).collect::<Vec<_>>(), [Gone, Body, Gone]);
}

#[test]
fn a_thunk_saves_more_than_its_jump_costs_in_time() {
    let mut members = equal(&[EXTERNAL, EXTERNAL]);
    members[1].thunk_time = Tenths::new(100);
    let choice =
        choose(&members, SIZE, true, &X86_64, PLAIN, |_, _| true).expect("the first is a thunk");
    assert_eq!(choice.fates.iter().map(|f| f.1).collect::<Vec<_>>(), [Thunk, Body]);
    assert_eq!(choice.time, Bytes::ZERO);
    members[0].thunk_time = Tenths::new(60);
    let choice = choose(&members, SIZE, true, &X86_64, PLAIN, |_, _| true).expect("it still pays");
    assert_eq!((choice.count(Thunk), choice.time), (1, Bytes::new(6)));
    assert_eq!(choice.fates[1].1, Body, "of two that cost time, the one that costs more");
    members.iter_mut().for_each(|member| member.thunk_time = SIZE);
    assert_eq!(choose(&members, SIZE, true, &X86_64, PLAIN, |_, _| true), None);
}

#[test]
fn functions_that_go_and_aliases_cost_no_time() {
    let mut members = equal(&[LOCAL, LOCAL, insignificant(EXTERNAL)]);
    members.iter_mut().for_each(|member| member.thunk_time = SIZE * 9);
    let choice =
        choose(&members, SIZE, true, &X86_64, PLAIN, |_, _| true).expect("no thunk is needed");
    assert_eq!((choice.count(Gone), choice.count(Alias), choice.time), (1, 1, Bytes::ZERO));
}

const FOLDED: ChoiceSettings = ChoiceSettings { icf: Icf::All, ..PLAIN };

#[test]
fn the_linker_folds_what_would_stay_as_a_thunk() {
    assert_eq!(
        fates_with(&[addressed(LOCAL), addressed(LOCAL)], FOLDED),
        (vec![Body, Folded], false)
    );
    assert_eq!(fates_with(&[addressed(LOCAL), LOCAL], FOLDED), (vec![Body, Gone], false));
    let stuck = Standing { can_be_thunk: false, ..EXTERNAL };
    assert_eq!(fates_with(&[stuck, stuck], FOLDED), (vec![Body, Folded], false));
}

#[test]
fn a_linker_that_folds_safely_leaves_addresses_apart() {
    let safe = ChoiceSettings { icf: Icf::Safe, ..PLAIN };
    assert_eq!(fates_with(&[addressed(LOCAL), addressed(LOCAL)], safe), (vec![Body, Thunk], false));
}

#[test]
fn who_asks_for_thunks_or_for_all_merges_gets_them() {
    for settings in
        [ChoiceSettings { keep: true, ..FOLDED }, ChoiceSettings { force: true, ..FOLDED }]
    {
        assert_eq!(
            fates_with(&[addressed(LOCAL), addressed(LOCAL)], settings),
            (vec![Body, Thunk], false)
        );
    }
}

#[test]
fn what_the_linker_leaves_out_becomes_a_thunk() {
    let two = equal(&[addressed(LOCAL), addressed(LOCAL)]);
    let choice = choose(&two, SIZE, false, &X86_64, FOLDED, |_, _| true).expect("a thunk pays");
    assert_eq!((choice.count(Thunk), choice.folded), (1, Bytes::ZERO));
}

#[test]
fn what_the_linker_would_have_saved_is_not_ours() {
    let own = |members: &[Standing], icf| {
        let choice = choice_with(members, ChoiceSettings { icf, ..PLAIN }).expect("it is merged");
        (choice.gain, choice.own_gain())
    };
    let two = [LOCAL, LOCAL];
    assert_eq!(own(&two, Icf::None), (Bytes::new(74), Bytes::new(74)));
    assert_eq!(own(&two, Icf::Safe), (Bytes::new(74), Bytes::ZERO));
    assert_eq!(own(&two, Icf::All), (Bytes::new(74), Bytes::ZERO));
    // The linker would have kept two: it does not fold the one whose address matters.
    let (gain, ours) = own(&[addressed(LOCAL), LOCAL, LOCAL], Icf::Safe);
    assert_eq!((gain, ours), (Bytes::new(148), Bytes::new(74)));
}

#[test]
fn no_body_is_moved_where_the_linker_folds() {
    let three = [weak(), weak(), weak()];
    assert_eq!(fates_with(&three, FOLDED), (vec![], false));
}
