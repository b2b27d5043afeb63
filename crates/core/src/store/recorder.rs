//! A host that writes down what another one answers.
//!
//! Consumes: a [`Host`] and the driver's questions. Produces: the same answers, and an [`EncodedModule`] with them.
//! Guarantees: no group is merged, because `dump` is an option of `f3m`, which merges no groups.

use super::{Answer, EncodedModule};
use crate::driver::{CarriedOut, Host, ProvenMerge};
use crate::ir::{EncodedFunction, FuncId, Tables};
use crate::price::Bytes;
use crate::reject::Reject;
use crate::report::Report;

/// Answers as `host` does.
pub struct Recorder<'h, H> {
    host: &'h mut H,
    functions: Vec<EncodedFunction>,
    answers: Vec<Answer>,
}

impl<'h, H: Host> Recorder<'h, H> {
    /// For a driver that is made with `functions`.
    pub fn new(host: &'h mut H, functions: Vec<EncodedFunction>) -> Self {
        Recorder { host, functions, answers: Vec::new() }
    }

    /// All functions and answers, as a module of this name.
    pub fn finish(self, name: String) -> EncodedModule {
        let (functions, answers) = (self.functions, self.answers);
        EncodedModule { name, tables: self.host.tables().clone(), functions, answers }
    }
}

impl<H: Host> Host for Recorder<'_, H> {
    fn tables(&self) -> &Tables {
        self.host.tables()
    }

    fn encode(&mut self, id: FuncId) -> Result<EncodedFunction, Reject> {
        let function = self.host.encode(id);
        self.answers.push(Answer::Encoded { id, function: function.clone() });
        function
    }

    fn weighs(&self) -> bool {
        self.host.weighs()
    }

    fn keep(&mut self, id: FuncId, function: EncodedFunction) {
        self.host.keep(id, function);
    }

    fn missed(&mut self, id: FuncId, partner: &str, reason: Reject, given_up: Bytes) {
        self.host.missed(id, partner, reason, given_up);
    }

    fn is_limit_reached(&mut self) -> bool {
        let spent = self.host.is_limit_reached();
        if spent {
            self.answers.push(Answer::Spent);
        }
        spent
    }

    fn carry_out(
        &mut self,
        merge: &ProvenMerge<'_>,
        report: &mut Report,
    ) -> Result<CarriedOut, Reject> {
        let done = self.host.carry_out(merge, report);
        self.answers.push(Answer::CarriedOut { ids: merge.ids.to_vec(), done: done.clone() });
        done
    }
}
