//! The driver over a host that merges groups as well.

use super::*;
use crate::driver::Groups;

/// A host that could merge one group. It writes down what was merged, in order.
struct WithGroup<'m> {
    inner: Playback<'m>,
    members: Vec<FuncId>,
    /// What the group is worth.
    worth: Bytes,
    merged: Vec<Vec<FuncId>>,
    asked: Vec<Bytes>,
}

impl<'m> WithGroup<'m> {
    fn new(module: &'m EncodedModule, members: &[u32], worth: i64) -> WithGroup<'m> {
        WithGroup {
            inner: Playback::simulated(module, false),
            members: members.iter().map(|&id| FuncId::from_u32(id)).collect(),
            worth: Bytes::new(worth),
            merged: Vec::new(),
            asked: Vec::new(),
        }
    }

    fn is_done(&self) -> bool {
        self.merged.contains(&self.members)
    }
}

impl Host for WithGroup<'_> {
    fn tables(&self) -> &crate::ir::Tables {
        self.inner.tables()
    }

    fn encode(&mut self, id: FuncId) -> Result<EncodedFunction, Reject> {
        self.inner.encode(id)
    }

    fn merge_groups(&mut self, more_than: Bytes, _: &mut Report) -> Groups {
        self.asked.push(more_than);
        if self.is_done() {
            return Groups::default();
        }
        if self.worth <= more_than {
            return Groups { left: Some(self.worth), ..Groups::default() };
        }
        self.merged.push(self.members.clone());
        Groups { gone: self.members.clone(), ..Groups::default() }
    }

    fn carry_out(
        &mut self,
        merge: &ProvenMerge<'_>,
        report: &mut Report,
    ) -> Result<CarriedOut, Reject> {
        self.merged.push(merge.ids.to_vec());
        self.inner.carry_out(merge, report)
    }
}

const PASS: &str = "f3m<speed=ignore>";

fn some() -> EncodedModule {
    module(1, Size { families: 3, twins: 2, instructions: 60 })
}

/// What was merged, in order, where a group of two functions is worth so much.
fn merged_with(worth: i64, pass: &str) -> Vec<Vec<FuncId>> {
    let module = some();
    let mut host = WithGroup::new(&module, &[0, 1], worth);
    merged_by(&mut host, &module, &options(pass));
    host.merged
}

#[test]
fn what_is_worth_the_most_is_merged_first_be_it_a_pair_or_a_group() {
    let group = [0, 1].map(FuncId::from_u32);
    let of_group = |merged: &[Vec<FuncId>]| merged.iter().position(|one| *one == group);
    let pairs = merged_with(0, PASS);
    assert!(pairs.len() > 1, "{pairs:?}");
    assert_eq!(of_group(&merged_with(1 << 40, PASS)), Some(0));
    // Of small groups, those are left of whose members nothing was merged.
    let merged = merged_with(1, PASS);
    assert!(of_group(&merged).is_none_or(|place| place == merged.len() - 1), "{merged:?}");
}

#[test]
fn members_of_a_group_are_merged_with_nothing_else() {
    let merged = merged_with(1 << 40, PASS);
    let others = merged[1..].iter().flatten();
    assert!(others.clone().count() > 0 && others.clone().all(|id| id.as_u32() > 1), "{merged:?}");
}

#[test]
fn groups_are_not_asked_for_where_any_merge_will_do_nor_in_the_order_of_the_papers() {
    for pass in ["f3m<force;depth=1>", "f3m<system=fmsa>", "f3m<system=static>"] {
        let module = some();
        let mut host = WithGroup::new(&module, &[0, 1], 1 << 40);
        merged_by(&mut host, &module, &options(pass));
        assert!(host.asked.is_empty(), "{pass}: {:?}", host.asked);
    }
}

/// The host looks at all of its functions each time.
#[test]
fn a_host_with_a_group_that_never_comes_true_is_asked_a_few_times() {
    let module = some();
    let mut host = WithGroup::new(&module, &[0, 1], 0);
    let report = merged_by(&mut host, &module, &options(PASS));
    let most = 2 * (report.merges as usize + 1);
    assert!(!host.asked.is_empty() && host.asked.len() <= most, "{:?}", host.asked);
}

/// A body that a group shares, as if it were the first member as it is.
struct WithBody<'m>(WithGroup<'m>, EncodedFunction);

impl Host for WithBody<'_> {
    fn tables(&self) -> &crate::ir::Tables {
        self.0.tables()
    }

    fn encode(&mut self, id: FuncId) -> Result<EncodedFunction, Reject> {
        self.0.encode(id)
    }

    fn merge_groups(&mut self, more_than: Bytes, report: &mut Report) -> Groups {
        let mut done = self.0.merge_groups(more_than, report);
        if !done.gone.is_empty() {
            done.bodies.push((self.1.clone(), done.gone.clone()));
        }
        done
    }

    fn carry_out(&mut self, merge: &ProvenMerge<'_>, _: &mut Report) -> Result<CarriedOut, Reject> {
        // The body has an id that the host beneath does not know.
        self.0.merged.push(merge.ids.to_vec());
        Err(Reject::DifferentAttributes)
    }
}

#[test]
fn the_body_of_a_group_is_merged_like_any_other_function_and_plays_back() {
    let module = some();
    let body = EncodedFunction { name: "shared".into(), ..module.functions[0].clone() };
    let next = module.functions.len() as u32;
    let mut host = WithBody(WithGroup::new(&module, &[0], 1 << 40), body);
    let mut recorder = Recorder::new(&mut host, module.functions.clone());
    let report = merged_by(&mut recorder, &module, &options(PASS));
    let recording = recorder.finish(module.name.clone());
    let partners = host.0.merged.iter().find(|ids| ids.iter().any(|id| id.as_u32() == next));
    assert!(partners.is_some(), "{:?}", host.0.merged);
    // Reading checks that every id is known where it is used.
    let recording = EncodedModule::from_bytes(&recording.to_bytes()).expect("a sound module");
    let mut host = Playback::new(&recording, false);
    let again = merged_by(&mut host, &recording, &options(PASS));
    assert_eq!((host.strayed(), again.pair_rejects), (None, report.pair_rejects));
}
