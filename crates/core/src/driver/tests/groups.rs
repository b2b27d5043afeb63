//! Pairs and groups in one queue.

use cranelift_entity::PrimaryMap;

use super::*;
use crate::canon::timing::Timing;
use crate::canon::{CanonicalConst, CanonicalFunction};
use crate::driver::{GroupHost, Participant, SharedBody};
use crate::gfm::{ArgumentInfo, Limits, Plan};
use crate::ir::{Tables, Uses};
use crate::policy::TimePolicy;
use crate::registers::Registers;

/// A host in which some functions are equal but for constants. Their body has so many units of size. It writes down
/// what was merged, in order.
struct WithGroup<'m> {
    inner: Playback<'m>,
    members: Vec<FuncId>,
    units: u64,
    constants: PrimaryMap<CanonicalConst, ArgumentInfo>,
    merged: Vec<Vec<FuncId>>,
    /// The shared body as it may be merged with similar functions.
    body: Option<EncodedFunction>,
    /// How many outlines it was asked for.
    asked: usize,
}

impl<'m> WithGroup<'m> {
    fn new(module: &'m EncodedModule, members: &[u32], units: u64) -> WithGroup<'m> {
        WithGroup {
            inner: Playback::simulated(module, false),
            members: members.iter().map(|&id| FuncId::from_u32(id)).collect(),
            units,
            constants: PrimaryMap::new(),
            merged: Vec::new(),
            body: None,
            asked: 0,
        }
    }
}

impl Host for WithGroup<'_> {
    fn tables(&self) -> &Tables {
        self.inner.tables()
    }

    fn encode(&mut self, id: FuncId) -> Result<EncodedFunction, Reject> {
        self.inner.encode(id)
    }

    fn groups(&mut self) -> Option<&mut dyn GroupHost> {
        Some(self)
    }

    fn carry_out(
        &mut self,
        merge: &ProvenMerge<'_>,
        report: &mut Report,
    ) -> Result<CarriedOut, Reject> {
        self.merged.push(merge.ids.to_vec());
        if self.body.is_some() {
            // The body has an id that the host beneath does not know.
            return Err(Reject::DifferentAttributes);
        }
        self.inner.carry_out(merge, report)
    }
}

impl GroupHost for WithGroup<'_> {
    fn tables(&self) -> &Tables {
        self.inner.tables()
    }

    fn outline(&mut self, id: FuncId) -> u64 {
        self.asked += 1;
        if self.members.contains(&id) { 0 } else { 1 + u64::from(id.as_u32()) }
    }

    fn filter(&mut self, _: FuncId) -> u64 {
        0
    }

    fn form(&mut self, id: FuncId, _: &mut Report) -> Result<CanonicalFunction, Reject> {
        Ok(CanonicalFunction {
            name: id.to_string(),
            code: 0,
            promises: 0,
            kinds: Box::default(),
            constants: Box::default(),
            size: 40,
            uses: Uses::default(),
        })
    }

    fn constants(&self) -> &PrimaryMap<CanonicalConst, ArgumentInfo> {
        &self.constants
    }

    fn address(&self, _: FuncId) -> Option<CanonicalConst> {
        None
    }

    fn leads_back(&self, _: FuncId) -> bool {
        false
    }

    fn uses(&mut self, _: FuncId) -> Uses {
        Uses { removable: true, call_sites: 1, ..Uses::default() }
    }

    fn timing(&mut self, _: FuncId, _: &CanonicalFunction) -> Timing {
        Timing::default()
    }

    fn units(&mut self, _: FuncId) -> u64 {
        self.units
    }

    fn limits(&self, _: FuncId) -> Limits {
        Limits {
            parameters: 6,
            free: Registers::default(),
            tables: false,
            tabled_callees: true,
            min_gain: Bytes::ZERO,
            time: TimePolicy::ANY,
            force: false,
        }
    }

    fn carry_out_group(
        &mut self,
        plan: &Plan,
        _: &[&CanonicalFunction],
        _: &mut Report,
    ) -> Result<SharedBody, Reject> {
        self.merged.push(plan.members.clone());
        let encoded = self.body.clone().ok_or(Reject::NotSelected);
        Ok(SharedBody { touched: Vec::new(), encoded })
    }
}

const PASS: &str = "f3m<speed=ignore>";

fn some() -> EncodedModule {
    module(1, Size { families: 3, twins: 2, instructions: 60 })
}

/// Runs the driver where all functions may be in groups as well.
fn run(host: &mut WithGroup<'_>, module: &EncodedModule, pass: &str) -> Report {
    let (report, mut session) = (Report::new("f3m"), Session::default());
    let functions = module.functions.iter().cloned();
    let functions = functions.map(|one| Participant { encoded: Some(one), in_groups: true });
    Driver::new(&options(pass), host, functions, report, &mut session).merge()
}

/// The functions of each merge, in order. The body of the group of two functions has so many units of size.
fn merged_with(units: u64) -> Vec<Vec<FuncId>> {
    let module = some();
    let mut host = WithGroup::new(&module, &[0, 1], units);
    run(&mut host, &module, PASS);
    host.merged
}

#[test]
fn what_is_worth_the_most_is_merged_first_be_it_a_pair_or_a_group() {
    let group = [0, 1].map(FuncId::from_u32);
    let of_group = |merged: &[Vec<FuncId>]| merged.iter().position(|one| *one == group);
    let pairs = merged_with(0);
    assert!(pairs.len() > 1 && of_group(&pairs).is_none(), "{pairs:?}");
    assert_eq!(of_group(&merged_with(1 << 20)), Some(0));
    // A small group may only come last, when neither of its members was merged before.
    let merged = merged_with(20);
    assert!(of_group(&merged).is_none_or(|place| place == merged.len() - 1), "{merged:?}");
}

#[test]
fn members_of_a_group_are_merged_with_nothing_else() {
    let merged = merged_with(1 << 20);
    let others = merged[1..].iter().flatten();
    assert!(others.clone().count() > 0 && others.clone().all(|id| id.as_u32() > 1), "{merged:?}");
}

/// Each function is described once, and again only when it has changed.
#[test]
fn a_host_is_asked_for_no_outline_twice() {
    let module = some();
    let mut host = WithGroup::new(&module, &[0, 1], 0);
    let report = run(&mut host, &module, PASS);
    assert!(report.merges > 0);
    assert_eq!(host.asked, module.functions.len());
}

#[test]
fn the_body_of_a_group_is_merged_like_any_other_function() {
    let module = some();
    let mut host = WithGroup::new(&module, &[0, 1], 1 << 20);
    // The shared body equals the first member.
    host.body = Some(EncodedFunction { name: "shared".into(), ..module.functions[0].clone() });
    run(&mut host, &module, PASS);
    let next = module.functions.len() as u32;
    let partners = host.merged.iter().find(|ids| ids.iter().any(|id| id.as_u32() == next));
    assert!(partners.is_some(), "{:?}", host.merged);
}
