//! Each pass on many programs, judged; and with each of its steps done wrong, found out.

mod bisimilar;
mod by_hand;
mod equal;
mod faults;
mod groups;
mod summaries;

use super::generate::program;
use super::*;
use crate::testing::Tape;

/// Programs that follow from seeds.
fn programs(count: u64) -> impl Iterator<Item = Program> {
    (0..count).map(|seed| program(&mut Tape::from_seed(seed, 600)))
}

/// A generator that never makes a thing tests nothing of it.
#[test]
fn everything_is_generated() {
    let all: Vec<Program> = programs(60).collect();
    let insts = |p: &Program| -> Vec<Inst> {
        p.defined().flat_map(|(_, d)| d.body.insts.values().cloned()).collect()
    };
    let some = |test: &dyn Fn(&Program) -> bool| all.iter().any(test);
    for key in [CALL, NAMED_CALL, INVOKE_CALL] {
        assert!(some(&|p| insts(p).iter().any(|i| plain(i).0 == key)), "calls of key {key}");
    }
    assert!(some(&|p| insts(p).iter().any(promises)));
    assert!(some(&|p| p.defined().any(|(id, _)| p.count(id).values > 0)));
    assert!(some(&|p| p.defined().any(|(id, _)| p.count(id).others > 0)));
    let calls = |p: &Program, a: FuncId, b: FuncId| {
        let body = &p.definition(a).expect("all have bodies").body;
        body.insts.values().any(|i| is_call(i) && p.named(i.operands[0].value) == Some(b))
    };
    assert!(some(&|p| p.defined().any(|(id, _)| calls(p, id, id))), "recursion");
    let mutual = |p: &Program| {
        let pairs = p.symbols.keys().flat_map(|a| p.symbols.keys().map(move |b| (a, b)));
        pairs.into_iter().any(|(a, b)| a != b && calls(p, a, b) && calls(p, b, a))
    };
    assert!(some(&mutual), "mutual recursion");
}

proptest::proptest! {
    #[test]
    fn programs_are_valid(program in generate::programs()) {
        for (_, definition) in program.defined() {
            proptest::prop_assert_eq!(definition.body.validate(), Ok(()));
        }
        proptest::prop_assert_eq!(judge::same(&program, &program, &[]), Ok(()));
    }
}
