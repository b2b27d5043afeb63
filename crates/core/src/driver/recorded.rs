//! Replays the merges of an earlier run: `limit` with a report.
//!
//! Consumes: the merges of a report in their order. Produces: the same merges, as far as their functions are there and
//! they still pay. Guarantees: no other pair is merged, and each function is on the side where it was. If two such runs
//! have reports that differ in one merge, they differ only in that merge and in what was made of its functions. If the
//! best pair were merged first, as without a report, one merge fewer would change what other merges seem to be worth,
//! then their order, and so their results.

use rustc_hash::FxHashMap;

use super::{Driver, Host};
use crate::ir::FuncId;
use crate::plan::{self, Sides};
use crate::recorded::{Recorded, Step};
use crate::reject::Reject;
use crate::search::Candidate;

impl<H: Host + ?Sized> Driver<'_, H> {
    /// Makes the merges of a report that can be made now.
    pub(super) fn merge_recorded(&mut self, recorded: &Recorded) {
        let (mut by_name, mut known) = (FxHashMap::default(), 0);
        for step in recorded.steps() {
            if self.host.is_limit_reached() {
                break;
            }
            let (members, similarity) = match step {
                Step::Similar { members, similarity } => (members, similarity),
                Step::Constants(names) => {
                    self.merge_group_again(names);
                    continue;
                }
            };
            // Merges before this one have made functions. They may have the name of a function that is gone.
            for (id, body) in self.bodies.iter_from(known) {
                by_name.insert(body.encoded.name.clone(), id);
            }
            known = self.bodies.len();
            let ids: Option<Vec<FuncId>> =
                members.iter().map(|name| by_name.get(name).copied()).collect();
            if let Some(ids) = ids
                && let Err(reason) = self.merge_again(&ids, *similarity)
            {
                self.report.reject_pair(reason);
            }
        }
    }

    /// Merges the functions of these names as a group, if that still pays.
    fn merge_group_again(&mut self, names: &[String]) {
        let plans = self.plan_groups(|groups, host, roster, report| {
            let among = host.named(names);
            groups.refresh_among(host, roster, &among, report)
        });
        plans.into_iter().for_each(|plan| self.merge_group(plan));
    }

    /// Merges functions, if the first two still pay. Those of the others that still add something join them.
    ///
    /// # Errors
    /// The reason why the merge was not even tried.
    fn merge_again(&mut self, ids: &[FuncId], similarity: f64) -> Result<(), Reject> {
        let &[left, right, ..] = ids else { return Ok(()) };
        if !ids.iter().all(|&id| self.is_usable(id)) {
            return Ok(());
        }
        self.report.attempts += 1;
        let explorer = self.explorer();
        plan::compatible(Sides(&explorer.functions(ids)), explorer.tables)?;
        let candidate = |func| Candidate { func, similarity };
        let pair = self.remake(left, &candidate(right))?;
        let others: Vec<Candidate> = ids[2..].iter().map(|&id| candidate(id)).collect();
        let family = self.grow_again(pair, &others);
        // `carry_out` counts the reason against it.
        let _ = self.carry_out(&family);
        Ok(())
    }
}
