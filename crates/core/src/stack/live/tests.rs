//! What is alive at once, in code written by hand.

use smallvec::smallvec;

use super::*;

/// Code of a function with so many parameters.
fn code(params: usize) -> Values {
    Values::new(std::iter::repeat_n(ValueSize::INTEGER, params))
}

fn across_calls(code: Values) -> u32 {
    code.kept(Registers::default()).across_calls
}

/// An instruction that uses values.
fn step(code: &mut Values, own: u32, is_call: bool, uses: &[u32]) {
    let role =
        if is_call { InstructionRole::Call { by_stack: false } } else { InstructionRole::Plain };
    code.instruction(
        own,
        ValueSize::INTEGER,
        role,
        uses.iter().map(|&value| OperandRole::Value(value)),
    );
}

#[test]
fn a_value_that_a_call_uses_last_is_not_kept() {
    let mut code = code(2);
    code.block(smallvec![]);
    step(&mut code, 2, true, &[0]);
    step(&mut code, 3, false, &[2, 1]);
    assert_eq!(across_calls(code), 1);
}

#[test]
fn values_that_different_calls_leave_alone_do_not_add_up() {
    let mut code = code(1);
    code.block(smallvec![]);
    step(&mut code, 1, true, &[0]);
    step(&mut code, 2, true, &[1]);
    step(&mut code, 3, false, &[2]);
    step(&mut code, 4, true, &[]);
    step(&mut code, 5, false, &[3, 4]);
    assert_eq!(across_calls(code), 1);
}

/// The parameter is used where the loop begins, and so again in its next turn.
#[test]
fn a_loop_keeps_what_its_next_turn_uses() {
    let mut code = code(1);
    code.block(smallvec![1]);
    step(&mut code, 1, false, &[]);
    code.block(smallvec![1, 2]);
    step(&mut code, 2, false, &[0]);
    step(&mut code, 3, true, &[]);
    step(&mut code, 4, false, &[]);
    code.block(smallvec![]);
    step(&mut code, 5, false, &[]);
    assert_eq!(across_calls(code), 1);
}

/// One value that the φ takes is computed before the call; the other is the call's own.
#[test]
fn a_phi_uses_values_where_control_leaves_the_predecessor() {
    let mut code = code(0);
    code.block(smallvec![1]);
    step(&mut code, 0, false, &[]);
    step(&mut code, 1, true, &[]);
    step(&mut code, 2, false, &[]);
    code.block(smallvec![]);
    for (own, value) in [(3, 0), (4, 1)] {
        let incoming = [OperandRole::Value(value), OperandRole::Block(0)];
        code.instruction(own, ValueSize::INTEGER, InstructionRole::Phi, incoming.into_iter());
    }
    assert_eq!(across_calls(code), 1);
}

#[test]
fn a_value_that_is_used_behind_a_branch_is_kept_by_the_calls_on_the_way() {
    let mut code = code(3);
    code.block(smallvec![1, 2]);
    step(&mut code, 3, true, &[]);
    code.block(smallvec![3]);
    step(&mut code, 4, true, &[]);
    code.block(smallvec![3]);
    step(&mut code, 5, false, &[2]);
    code.block(smallvec![]);
    step(&mut code, 6, false, &[0, 1]);
    // The first call keeps all three, the second what is used behind the join.
    assert_eq!(across_calls(code), 3);
}

#[test]
fn code_without_calls_keeps_nothing() {
    let mut code = code(1);
    code.block(smallvec![]);
    step(&mut code, 1, false, &[0]);
    assert_eq!(across_calls(code), 0);
}

/// So many values are computed, and then all of them used.
fn alive_at_once(count: u32, size: ValueSize, calls: bool) -> KeptValues {
    let mut code = code(0);
    code.block(smallvec![]);
    (0..count)
        .for_each(|own| code.instruction(own, size, InstructionRole::Plain, std::iter::empty()));
    step(&mut code, count, calls, &[]);
    step(&mut code, count + 1, false, &Vec::from_iter(0..count));
    code.kept(Registers::of("x86_64-linux"))
}

#[test]
fn values_beyond_the_registers_that_need_no_saving_take_bytes() {
    assert_eq!(alive_at_once(9, ValueSize::INTEGER, false).bytes, 0);
    assert_eq!(alive_at_once(60, ValueSize::INTEGER, false).bytes, 51 * 8);
    assert_eq!(
        alive_at_once(3, ValueSize::INTEGER, true),
        KeptValues { bytes: 24, bytes_across: 24, across_calls: 3, addresses: 0 }
    );
}

/// Sixty values are computed, and a call passes them, on the stack or not.
#[test]
fn what_a_call_passes_by_the_stack_is_stored_when_it_is_made() {
    let bytes = |by_stack, again: &[u32]| {
        let mut code = code(0);
        code.block(smallvec![]);
        (0..60).for_each(|own| step(&mut code, own, false, &[]));
        let all = (0..60).map(OperandRole::Value);
        code.instruction(60, ValueSize::INTEGER, InstructionRole::Call { by_stack }, all);
        step(&mut code, 61, false, again);
        code.kept(Registers::of("x86_64-linux")).bytes
    };
    assert_eq!(bytes(false, &[]), 50 * 8);
    assert_eq!(bytes(true, &[]), 0);
    assert_eq!(bytes(true, &[3]), 8);
}

/// How many addresses may be kept in code of these blocks. Each block has successors, uses addresses of variables, and
/// may then call.
fn addresses(blocks: &[(&[u32], &[u32], bool)]) -> u32 {
    let mut code = code(0);
    let mut own = 0;
    for &(successors, variables, calls) in blocks {
        code.block(Nodes::from_slice(successors));
        for &variable in variables {
            let operand = [OperandRole::Variable(variable)].into_iter();
            code.instruction(own, ValueSize::default(), InstructionRole::Plain, operand);
            own += 1;
        }
        if calls {
            step(&mut code, own, true, &[]);
            own += 1;
        }
    }
    code.kept(Registers::of("aarch64-linux")).addresses
}

#[test]
fn addresses_are_kept_for_uses_that_others_dominate() {
    assert_eq!(addresses(&[(&[1], &[7, 8, 9], true), (&[], &[7, 8], false)]), 2);
    assert_eq!(addresses(&[(&[1], &[7, 7], true), (&[], &[8], false)]), 0);
    // Neither side of a branch comes before the other.
    let sides = |behind: &'static [u32]| -> [(&[u32], &[u32], bool); 4] {
        [(&[1, 2], &[], false), (&[3], &[7], true), (&[3], &[7], true), (&[], behind, false)]
    };
    assert_eq!(addresses(&sides(&[])), 0);
    // What is behind both does not come after one of them alone: it is computed before the branch.
    assert_eq!(addresses(&sides(&[7])), 1);
    assert_eq!(addresses(&[(&[1], &[7], true), (&[1, 2], &[], true), (&[], &[7], false)]), 1);
}

#[test]
fn an_address_that_a_phi_takes_is_computed_before_it() {
    let mut code = code(0);
    code.block(smallvec![1]);
    step(&mut code, 0, true, &[]);
    code.block(smallvec![1]);
    let incoming = [
        OperandRole::Variable(7),
        OperandRole::Block(0),
        OperandRole::Variable(7),
        OperandRole::Block(1),
    ];
    code.instruction(1, ValueSize::INTEGER, InstructionRole::Phi, incoming.into_iter());
    step(&mut code, 2, true, &[1]);
    assert_eq!(code.kept(Registers::of("aarch64-linux")).addresses, 1);
}

/// Four integers are kept across one call, two vectors across another.
#[test]
fn what_is_saved_and_what_is_spilled_elsewhere_add_up_at_most() {
    let bytes = |at_most| {
        let mut code = code(0);
        let vector = ValueSize { integers: 0, vectors: 1, vector_bytes: 8 };
        code.block(smallvec![]);
        for (own, size) in [(0, ValueSize::INTEGER), (10, vector)] {
            let values = own..own + 4;
            values.clone().for_each(|n| {
                code.instruction(n, size, InstructionRole::Plain, std::iter::empty())
            });
            step(&mut code, own + 4, true, &[]);
            step(&mut code, own + 5, false, &Vec::from_iter(values));
        }
        code.kept(Registers { at_most, ..Registers::of("x86_64-linux") }).bytes
    };
    assert_eq!(bytes(false), 32);
    assert_eq!(bytes(true), 32 + 4 * 16);
}

#[test]
fn vectors_count_by_their_size() {
    let large = ValueSize { integers: 0, vectors: 32, vector_bytes: 512 };
    assert_eq!(
        alive_at_once(2, large, true),
        KeptValues { bytes: 1024, bytes_across: 1024, across_calls: 2, addresses: 0 }
    );
    let small = ValueSize { integers: 0, vectors: 1, vector_bytes: 16 };
    assert_eq!(alive_at_once(16, small, false).bytes, 0);
    assert_eq!(alive_at_once(18, small, false).bytes, 32);
}
