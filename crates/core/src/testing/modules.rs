//! Encoded modules for the driver: families of near twins among functions that have nothing in common.
//!
//! Consumes: a seed. Produces: an [`EncodedModule`] without answers. Guarantees: equal seeds give equal modules.

use super::{Tape, generate, mutate};
use crate::ir::EncodedFunction;
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
