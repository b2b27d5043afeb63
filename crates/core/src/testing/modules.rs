//! Encoded modules for the driver: families of near twins among functions that have nothing in common.
//!
//! Consumes: a seed. Produces: an [`EncodedModule`] without answers, also as another build would number it. Guarantees:
//! equal seeds give equal modules.

use super::{Tape, generate, mutate};
use crate::ir::{ConstId, EncodedFunction, TypeId, Value};
use crate::key::MergeKey;
use crate::store::EncodedModule;

/// How large a generated module is.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Functions that are made on their own.
    pub families: usize,
    /// How many twins each of them has.
    pub twins: usize,
    /// The instructions of a function, about.
    pub instructions: usize,
}

/// A module whose functions are named by their numbers.
pub fn module(seed: u64, size: Size) -> EncodedModule {
    let mut tape = Tape::from_seed(seed, size.families * (size.twins + 1) * 400);
    let mut functions: Vec<EncodedFunction> = Vec::new();
    for _ in 0..size.families {
        let first = generate::function(&mut tape, "", size.instructions);
        let twins: Vec<_> = (0..size.twins).map(|_| mutate::twin(&first, &mut tape, 12)).collect();
        functions.push(first);
        functions.extend(twins);
    }
    for (number, function) in functions.iter_mut().enumerate() {
        function.name = format!("f{number}");
        function.uses.call_sites = number as u32 % 4;
    }
    let (name, answers) = (format!("seed {seed}"), Vec::new());
    EncodedModule { name, tables: generate::tables(), functions, answers }
}

/// A module with its types, constants and keys numbered in reverse, as another build may number them.
pub fn renumbered(module: &EncodedModule) -> EncodedModule {
    let mut other = module.clone();
    let types = other.tables.types.len() as u32;
    let consts = other.tables.consts.len() as u32;
    let ty = |id: TypeId| TypeId::from_u32(types - 1 - id.as_u32());
    let constant = |id: ConstId| ConstId::from_u32(consts - 1 - id.as_u32());
    other.tables.types = module.tables.types.values().rev().cloned().collect();
    other.tables.consts = module.tables.consts.values().rev().cloned().collect();
    other.tables.consts.values_mut().for_each(|one| one.ty = ty(one.ty));
    for function in &mut other.functions {
        function.compat = 1_000 - function.compat;
        function.ret = ty(function.ret);
        function.params.values_mut().for_each(|param| param.ty = ty(param.ty));
        for inst in function.insts.values_mut() {
            inst.ty = ty(inst.ty);
            if inst.key != MergeKey::NEVER {
                inst.key = MergeKey(1_000_000 - inst.key.0);
            }
            for operand in &mut inst.operands {
                if let Value::Const(id) = operand.value {
                    operand.value = Value::Const(constant(id));
                }
            }
        }
    }
    other
}
