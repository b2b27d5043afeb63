//! Encoded modules in files, so that the merging of a real program can be looked at, tested and timed without LLVM.
//!
//! Consumes: the functions that a [`Host`](crate::driver::Host) has encoded, and its answers to the driver.
//! Produces: an [`EncodedModule`], as bytes and back. Guarantees: a driver with the same options that gets these
//! functions, and these answers from a [`Playback`], does what it did when they were recorded.
//!
//! `f3m<dump=FILE>` writes such a file, and `fmerge dump FILE` shows it.

mod error;
mod file;
mod playback;
mod recorder;
mod simulate;

use serde::{Deserialize, Serialize};

pub use error::StoreError;
pub use playback::Playback;
pub use recorder::Recorder;

use crate::driver::CarriedOut;
use crate::ir::{EncodedFunction, FuncId, Tables, TypeId, Value};
use crate::reject::Reject;

/// The functions of a module as `f3m` saw them, and what became of them while it ran.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EncodedModule {
    /// The module's name, for people.
    pub name: String,
    /// What all functions refer to, also those of the answers.
    pub tables: Tables,
    /// The functions that the driver was given; their places are their ids.
    pub functions: Vec<EncodedFunction>,
    /// What the host answered, in order.
    pub answers: Vec<Answer>,
}

/// What a host answered to one question of the driver.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Answer {
    /// A function was to be encoded anew.
    Encoded {
        /// The function.
        id: FuncId,
        /// What it is now, or why it may not be merged any more.
        function: Result<EncodedFunction, Reject>,
    },
    /// Functions were to be merged.
    CarriedOut {
        /// The functions, by side.
        ids: Vec<FuncId>,
        /// What was done, or why not.
        done: Result<CarriedOut, Reject>,
    },
    /// No further merge was allowed.
    Spent,
}

impl Answer {
    /// The functions that it brings.
    fn functions(&self) -> Vec<&EncodedFunction> {
        match self {
            Answer::Encoded { function, .. } => function.iter().collect(),
            Answer::CarriedOut { done: Ok(done), .. } => done.encoded.iter().collect(),
            Answer::CarriedOut { done: Err(_), .. } | Answer::Spent => Vec::new(),
        }
    }
}

impl EncodedModule {
    /// The functions that the driver was given, and those of the answers.
    pub fn all_functions(&self) -> impl Iterator<Item = &EncodedFunction> {
        let fresh = self.answers.iter().flat_map(Answer::functions);
        self.functions.iter().chain(fresh)
    }

    /// Checks that nothing refers to what is not there.
    ///
    /// # Errors
    /// [`StoreError::Inconsistent`].
    fn check(&self) -> Result<(), StoreError> {
        let consts = self.tables.consts.values();
        self.all(consts.map(|constant| constant.ty), "a constant")?;
        // The planner needs it for branches.
        let knows_void = self.tables.types.values().any(|ty| ty.is_void);
        if !self.functions.is_empty() && !knows_void {
            return Err(StoreError::Inconsistent("no type is void".into()));
        }
        self.functions.iter().try_for_each(|function| self.check_function(function))?;
        let mut count = self.functions.len();
        self.answers.iter().try_for_each(|answer| self.check_answer(answer, &mut count))
    }

    /// Checks an answer before which `count` functions have ids. A merge adds one.
    fn check_answer(&self, answer: &Answer, count: &mut usize) -> Result<(), StoreError> {
        let known = |ids: &[FuncId]| match ids.iter().all(|id| (id.as_u32() as usize) < *count) {
            true => Ok(()),
            false => Err(StoreError::Inconsistent("an answer is about an unknown function".into())),
        };
        match answer {
            Answer::Encoded { id, function } => {
                known(&[*id])?;
                function.iter().try_for_each(|function| self.check_function(function))
            }
            Answer::CarriedOut { ids, done } => {
                known(ids)?;
                let Ok(done) = done else { return Ok(()) };
                known(&done.touched)?;
                *count += 1;
                done.encoded.iter().try_for_each(|function| self.check_function(function))
            }
            Answer::Spent => Ok(()),
        }
    }

    fn check_function(&self, function: &EncodedFunction) -> Result<(), StoreError> {
        let name = &function.name;
        function
            .validate()
            .map_err(|fault| StoreError::Inconsistent(format!("{name} is invalid: {fault}")))?;
        let params = function.params.values().map(|param| param.ty);
        let insts = function.insts.values().map(|inst| inst.ty);
        self.all(params.chain(insts).chain([function.ret]), name)?;
        let operands = function.insts.values().flat_map(|inst| &inst.operands);
        let known = |value| match value {
            Value::Const(id) => self.tables.consts.is_valid(id),
            Value::Inst(_) | Value::Arg(_) | Value::Block(_) => true,
        };
        match operands.map(|operand| operand.value).all(known) {
            true => Ok(()),
            false => Err(StoreError::Inconsistent(format!("{name} uses an unknown constant"))),
        }
    }

    fn all(&self, mut types: impl Iterator<Item = TypeId>, who: &str) -> Result<(), StoreError> {
        match types.all(|id| self.tables.types.is_valid(id)) {
            true => Ok(()),
            false => Err(StoreError::Inconsistent(format!("{who} has an unknown type"))),
        }
    }
}
