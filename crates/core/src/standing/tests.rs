//! What may become of a function, fact by fact.

use proptest::prelude::*;

use super::*;

const CALLED: UseCounts = UseCounts { calls: 2, other_calls: 0, addresses: 0, others: 0 };

fn local() -> FunctionSymbol {
    FunctionSymbol {
        local: true,
        exact: true,
        target_has_aliases: true,
        ..FunctionSymbol::default()
    }
}

fn external() -> FunctionSymbol {
    FunctionSymbol { local: false, strong: true, ..local() }
}

/// `linkonce_odr` in a comdat of its own.
fn inline() -> FunctionSymbol {
    FunctionSymbol {
        strong: false,
        linkonce_odr: true,
        exact: false,
        in_comdat: true,
        selected_by_linker: true,
        ..external()
    }
}

fn weak() -> FunctionSymbol {
    FunctionSymbol { strong: false, exact: false, interposable: true, ..external() }
}

fn called(symbol: FunctionSymbol) -> Standing {
    Standing::of(&symbol, CALLED, 0)
}

fn used(symbol: FunctionSymbol, uses: UseCounts) -> Standing {
    Standing::of(&symbol, uses, 0)
}

use Fate::{Gone, Thunk};
use Moves::{Calls, CallsAndAddresses, Nothing};

#[test]
fn whose_definition_counts() {
    assert_eq!(local().linkage(), Linkage::Local);
    assert_eq!(external().linkage(), Linkage::External);
    assert_eq!(inline().linkage(), Linkage::OneOfEqual);
    assert_eq!(weak().linkage(), Linkage::Interposable);
    let selected = FunctionSymbol { selected_by_linker: true, ..external() };
    assert_eq!(selected.linkage(), Linkage::OneOfEqual);
    assert_eq!(FunctionSymbol { no_builtin: true, ..external() }.linkage(), Linkage::Interposable);
    assert_eq!(FunctionSymbol { no_builtin: true, ..local() }.linkage(), Linkage::Local);
    assert_eq!(FunctionSymbol { keeps_callers: true, ..local() }.linkage(), Linkage::Interposable);
}

#[test]
fn a_local_function_goes_when_each_use_is_a_call_that_moves() {
    assert!(called(local()).goes_with_its_calls());
    for uses in [
        UseCounts { other_calls: 1, ..CALLED },
        UseCounts { addresses: 1, ..CALLED },
        UseCounts { others: 1, ..CALLED },
    ] {
        assert!(!used(local(), uses).goes_with_its_calls(), "{uses:?}");
    }
}

#[test]
fn what_others_may_know_stays() {
    for symbol in [external(), weak(), inline()] {
        assert!(!called(symbol).goes_with_its_calls(), "{symbol:?}");
    }
    assert!(!called(FunctionSymbol { keeps_callers: true, ..local() }).goes_with_its_calls());
}

#[test]
fn what_a_global_is_associated_with_stays() {
    let standing = called(FunctionSymbol { associated: true, ..local() });
    assert!(!standing.goes_with_its_calls());
    assert!(!standing.may_go(CallsAndAddresses, true));
}

#[test]
fn an_inline_function_goes_for_an_equal_one_when_it_is_alone_in_its_group() {
    assert!(called(inline()).may_go(Calls, true));
    assert!(!called(FunctionSymbol { has_company: true, ..inline() }).may_go(Calls, true));
    assert!(!called(FunctionSymbol { dll_exported: true, ..inline() }).may_go(Calls, true));
}

#[test]
fn a_function_of_the_same_type_takes_over_every_call() {
    let standing = used(local(), UseCounts { other_calls: 1, ..CALLED });
    assert_eq!((standing.left(Calls, true), standing.left(Calls, false)), (0, 1));
    assert_eq!(standing.left(Nothing, true), 3);
}

#[test]
fn metadata_that_names_a_function_holds_its_address_until_it_goes() {
    let uses = UseCounts { addresses: 1, ..CALLED };
    let insignificant = |symbol| used(FunctionSymbol { insignificant: true, ..symbol }, uses);
    let named = insignificant(FunctionSymbol { named_by_metadata: true, ..local() });
    assert_eq!(named.moves(Gone, true), CallsAndAddresses);
    assert_eq!(named.moves(Thunk, true), Calls);
    assert_eq!(insignificant(local()).moves(Thunk, true), CallsAndAddresses);
    assert_eq!(insignificant(local()).moves(Gone, false), Calls);
    assert_eq!(insignificant(weak()).moves(Thunk, true), Nothing);
}

#[test]
fn what_is_interchangeable_inside_of_bodies() {
    let insignificant = |symbol| called(FunctionSymbol { insignificant: true, ..symbol });
    assert!(called(external()).is_interchangeable(false, false));
    assert!(!called(external()).is_interchangeable(true, true));
    assert!(insignificant(external()).is_interchangeable(true, true));
    assert!(called(inline()).is_interchangeable(false, true));
    assert!(!called(inline()).is_interchangeable(false, false));
    let otherwise = used(inline(), UseCounts { other_calls: 1, ..CALLED });
    assert!(!otherwise.is_interchangeable(false, true));
    assert!(!insignificant(inline()).is_interchangeable(true, true));
    assert!(!called(weak()).is_interchangeable(false, true));
}

#[test]
fn who_may_be_the_body_of_others() {
    assert!(called(local()).can_be_body && called(external()).can_be_body);
    assert!(!called(inline()).can_be_body && !called(weak()).can_be_body);
    assert!(!called(FunctionSymbol { selected_by_linker: true, ..local() }).can_be_body);
    assert!(!called(FunctionSymbol { named_as_library: true, ..external() }).can_be_body);
    assert!(!called(FunctionSymbol { overridden_by_loader: true, ..external() }).can_be_body);
}

#[test]
fn who_may_be_an_alias_or_have_one() {
    assert!(called(external()).can_be_alias && !called(local()).can_be_alias);
    for symbol in [
        FunctionSymbol { in_comdat: true, ..external() },
        FunctionSymbol { dll_exported: true, ..external() },
        FunctionSymbol { target_has_aliases: false, ..external() },
    ] {
        assert!(!called(symbol).can_be_alias, "{symbol:?}");
    }
    assert!(called(external()).can_be_aliasee && !called(inline()).can_be_aliasee);
}

#[test]
fn what_looks_at_its_frame_is_no_thunk() {
    assert!(called(local()).can_be_thunk);
    for symbol in [
        FunctionSymbol { odd_parameters: true, ..local() },
        FunctionSymbol { odd_frame: true, ..local() },
    ] {
        assert!(!called(symbol).can_be_thunk, "{symbol:?}");
    }
}

#[test]
fn calls_of_what_may_be_replaced_count_as_none() {
    assert_eq!(called(external()).uses().call_sites, 2);
    assert_eq!(called(weak()).uses().call_sites, 0);
}

fn symbol() -> impl Strategy<Value = FunctionSymbol> {
    prop::array::uniform20(any::<bool>()).prop_map(|bits| {
        let [local, strong, linkonce_odr, interposable, exact, dll_exported, in_comdat, ..] = bits;
        let [.., has_company, selected_by_linker, keeps_callers, no_builtin, associated, named] =
            bits;
        let [_, _, _, _, _, _, _, library, insignificant, aliases, parameters, frame, bare, ..] =
            bits;
        let overridden_by_loader = bits[13];
        FunctionSymbol {
            local,
            strong,
            linkonce_odr,
            interposable,
            overridden_by_loader,
            exact,
            dll_exported,
            in_comdat,
            has_company,
            selected_by_linker,
            keeps_callers,
            no_builtin,
            named_as_library: library,
            insignificant,
            target_has_aliases: aliases,
            odd_parameters: parameters,
            odd_frame: frame,
            associated,
            named_by_metadata: named,
            bare_thunk: bare,
        }
    })
}

proptest! {
    #[test]
    fn nothing_goes_that_somebody_may_miss(
        symbol in symbol(), counts in prop::array::uniform4(0u32..2), same_type in any::<bool>()
    ) {
        let [calls, other_calls, addresses, others] = counts;
        let standing = used(symbol, UseCounts { calls, other_calls, addresses, others });
        for moves in [Nothing, Calls, CallsAndAddresses] {
            if standing.may_go(moves, same_type) {
                prop_assert!(symbol.local || symbol.linkonce_odr);
                prop_assert!(!symbol.associated && others == 0);
                prop_assert!(moves == CallsAndAddresses || addresses == 0);
                prop_assert!(same_type && moves != Nothing || other_calls == 0);
                prop_assert!(moves == Nothing || !symbol.keeps_callers);
            }
        }
        if standing.goes_with_its_calls() {
            prop_assert!(symbol.local && other_calls + addresses + others == 0);
            prop_assert!(standing.may_go(Calls, same_type));
        }
    }
}
