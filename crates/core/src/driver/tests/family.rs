//! Families: functions that join a pair.

use super::*;

/// Near twins of one function.
fn twins() -> EncodedModule {
    module(1, Size { families: 1, twins: 7, instructions: 60 })
}

/// How many members each merge has, in order of the merges.
fn members(report: &Report) -> Vec<usize> {
    report.merged.iter().map(|merge| merge.members.len()).collect()
}

#[test]
fn near_twins_become_one_in_one_merge_that_saves_more_than_pairs() {
    let [pairs, families] = ["f3m<speed=ignore;families=2>", "f3m<speed=ignore>"]
        .map(|pass| simulated(&twins(), &options(pass)));
    assert!(members(&pairs).iter().all(|&count| count == 2) && pairs.merges > 3, "{pairs}");
    assert!(members(&families).iter().any(|&count| count > 4), "{families}");
    assert!(families.gain > pairs.gain, "{families}\n{pairs}");
}

#[test]
fn families_have_so_many_members_at_most() {
    for most in 2..=6 {
        let pass = format!("f3m<speed=ignore;families={most}>");
        let report = simulated(&twins(), &options(&pass));
        assert_eq!(members(&report).into_iter().max(), Some(most), "{report}");
    }
}

#[test]
fn systems_of_papers_merge_pairs_alone() {
    for system in ["static", "adaptive", "hyfm", "salssa", "fmsa", "all-pairs"] {
        let report = simulated(&twins(), &options(&format!("f3m<system={system}>")));
        assert!(members(&report).iter().all(|&count| count == 2), "{report}");
    }
}

#[test]
fn a_family_that_its_host_refuses_leaves_the_pair() {
    let module = twins();
    let mut host = NoFamilies(Playback::simulated(&module, false));
    let report = merged_by(&mut host, &module, &options("f3m<speed=ignore>"));
    assert!(report.merges > 3 && members(&report).iter().all(|&count| count == 2), "{report}");
    assert!(report.pair_rejects.contains_key("unprofitable"), "{report}");
}

/// A host that finds that more than two functions do not pay.
struct NoFamilies<'a>(Playback<'a>);

impl Host for NoFamilies<'_> {
    fn tables(&self) -> &crate::ir::Tables {
        self.0.tables()
    }

    fn encode(&mut self, id: FuncId) -> Result<EncodedFunction, Reject> {
        self.0.encode(id)
    }

    fn carry_out(
        &mut self,
        merge: &ProvenMerge<'_>,
        report: &mut Report,
    ) -> Result<CarriedOut, Reject> {
        match merge.ids.len() {
            2 => self.0.carry_out(merge, report),
            _ => Err(Reject::Unprofitable),
        }
    }
}
