//! What a linker makes of a program: other definitions of its symbols.
//!
//! Consumes: a program before and after a pass. Produces: programs in which some symbols have the definitions
//! of other objects. Guarantees: interposable functions become external ones, which do anything; inline
//! functions come from another object that the same pass went over, in which the functions are in another
//! order, with that object's own local functions.

use std::collections::BTreeSet;

use super::*;

/// Externals from here on are what interposable functions were replaced by.
const INTERPOSED: u32 = 1000;

/// The program in which others define these interposable functions.
pub fn interposed(program: &Program, replaced: &BTreeSet<FuncId>) -> Program {
    let mut program = program.clone();
    for &function in replaced {
        program.symbols[function] = Symbol::Gone;
    }
    for constant in program.constants.values_mut() {
        if let Constant::Function(function) = *constant
            && replaced.contains(&function)
        {
            *constant = Constant::External(INTERPOSED + function.as_u32());
        }
    }
    program
}

/// The program with the first `count` of its functions in reverse order; twice is as before.
pub fn reversed(program: &Program, count: usize) -> Program {
    let new = |id: FuncId| {
        let number = id.as_u32() as usize;
        FuncId::from_u32(if number < count { count - 1 - number } else { number } as u32)
    };
    let symbol = |id: FuncId| match &program.symbols[new(id)] {
        Symbol::Alias(body) => Symbol::Alias(new(*body)),
        other => other.clone(),
    };
    let constant = |constant: &Constant| match *constant {
        Constant::Function(id) => Constant::Function(new(id)),
        other => other,
    };
    Program {
        symbols: program.symbols.keys().map(symbol).collect(),
        constants: program.constants.values().map(constant).collect(),
    }
}

/// Links two objects of one `original`: `a` gives everything, but for the inline functions that `from_b`
/// names, and those that `a` has none of.
pub fn linked(
    original: &Program,
    a: &Program,
    b: &Program,
    from_b: impl Fn(FuncId) -> bool,
) -> Program {
    let linkage = |id: FuncId| match original.symbols.get(id) {
        Some(Symbol::Defined(definition)) => definition.linkage,
        _ => Linkage::Local,
    };
    let mut linked = a.clone();
    // What is local to the other object gets a new number.
    let numbers: PrimaryMap<FuncId, FuncId> = b
        .symbols
        .keys()
        .map(
            |id| if linkage(id) == Linkage::Local { linked.symbols.push(Symbol::Gone) } else { id },
        )
        .collect();
    for (id, symbol) in &b.symbols {
        let is_taken = match linkage(id) {
            Linkage::Local => true,
            Linkage::OneOfEqual => {
                let exists = !matches!(symbol, Symbol::Gone);
                exists && (from_b(id) || matches!(a.symbols[id], Symbol::Gone))
            }
            Linkage::External | Linkage::Interposable => false,
        };
        if is_taken {
            linked.symbols[numbers[id]] = moved(&mut linked, b, symbol, &numbers);
        }
    }
    linked
}

/// A symbol of `b` in the constants and numbers of the linked program.
fn moved(
    linked: &mut Program,
    b: &Program,
    symbol: &Symbol,
    numbers: &PrimaryMap<FuncId, FuncId>,
) -> Symbol {
    let mut definition = match symbol {
        Symbol::Defined(definition) => definition.clone(),
        Symbol::Alias(body) => return Symbol::Alias(numbers[*body]),
        Symbol::Gone => return Symbol::Gone,
    };
    for operand in definition.body.insts.values_mut().flat_map(|i| &mut i.operands) {
        if let Value::Const(id) = operand.value {
            let constant = match b.constants[id] {
                Constant::Function(function) => Constant::Function(numbers[function]),
                other => other,
            };
            operand.value = Value::Const(linked.constant(constant));
        }
    }
    Symbol::Defined(definition)
}
