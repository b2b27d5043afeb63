//! Programs by hand, for what is rare at random.

use super::super::{CALL, Constant, Definition, Program, Symbol, call, promise};
use crate::ir::{EncodedFunction, FuncId, Inst, TypeId, Value};
use crate::standing::Linkage;
use crate::testing::build::{I32, a, function, i, op, ret};

/// A function of one number: operations with these constants on it, then a call.
fn body(
    program: &mut Program,
    numbers: &[i64],
    callee: Constant,
    promises: bool,
) -> EncodedFunction {
    let mut insts: Vec<Inst> = Vec::new();
    for &number in numbers {
        let last = if insts.is_empty() { a(0) } else { i(insts.len() - 1) };
        let number = Value::Const(program.constant(Constant::Integer(32, number)));
        let mut inst = op(I32, 1, &[last, number]);
        promise(&mut inst, promises);
        insts.push(inst);
    }
    let callee = Value::Const(program.constant(callee));
    let last = i(insts.len() - 1);
    insts.push(call(CALL, TypeId::from_u32(I32), callee, [last]));
    insts.push(ret(&[i(insts.len() - 1)]));
    function(&[I32], I32, vec![insts])
}

fn add(program: &mut Program, linkage: Linkage, body: EncodedFunction) {
    let address = program.symbols.len() as u32;
    let (insignificant, is_thunk) = (false, false);
    let definition = Definition { body, linkage, insignificant, address, is_thunk };
    program.symbols.push(Symbol::Defined(Box::new(definition)));
}

fn own(number: u32) -> Constant {
    Constant::Function(FuncId::from_u32(number))
}

/// Four functions of equal code, of which two call the other two; two groups, as each may have one parameter.
pub fn groups_that_call_each_other() -> Program {
    let mut program = Program::default();
    let callees = [Constant::External(0), Constant::External(0), own(0), own(1)];
    for (numbers, callee) in [[1, 2, 3], [1, 2, 4], [5, 6, 7], [5, 6, 7]].iter().zip(callees) {
        let body = body(&mut program, numbers, callee, false);
        add(&mut program, Linkage::Local, body);
    }
    for callee in [2, 3] {
        let body = body(&mut program, &[1], own(callee), false);
        add(&mut program, Linkage::External, body);
    }
    program
}

/// Four functions that differ in two constants, pair by pair.
pub fn groups_of_groups() -> Program {
    let mut program = Program::default();
    for numbers in [[1, 5], [2, 5], [1, 6], [2, 6]] {
        let body = body(&mut program, &numbers, Constant::External(0), false);
        add(&mut program, Linkage::External, body);
    }
    program
}

/// Two equal functions, of which the first promises more.
pub fn one_that_promises() -> Program {
    let mut program = Program::default();
    for promises in [true, false] {
        let body = body(&mut program, &[1; 12], Constant::External(0), promises);
        add(&mut program, Linkage::External, body);
    }
    program
}

/// Two large functions that call two small ones, which are equal but for promises and too small to merge.
pub fn calls_of_what_stays() -> Program {
    let mut program = Program::default();
    for promises in [true, false] {
        let body = body(&mut program, &[1; 4], Constant::External(0), promises);
        add(&mut program, Linkage::External, body);
    }
    for callee in [0, 1] {
        let body = body(&mut program, &[2; 20], own(callee), false);
        add(&mut program, Linkage::External, body);
    }
    program
}
