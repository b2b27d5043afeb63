//! Merges that an earlier run has made, made again.

use std::fs;

use super::*;

/// A report whose merges are these.
fn report_of(merged: &[ReportedMerge]) -> Report {
    let mut report = Report::new("f3m");
    for merge in merged {
        report.merge(merge.clone(), 0);
    }
    report
}

/// A run of a pass with these options that makes merges of a report.
fn again(module: &EncodedModule, pass: &str, report: &Report) -> Report {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("report.json");
    fs::write(&path, report.to_json() + "\n").expect("written");
    let pass = format!("{}limit={}>", pass.replace('>', ";"), path.display());
    simulated(module, &options(&pass))
}

/// The names of what was merged, by side and in order, each with the name of what came of it and what it gains.
fn lines(merged: &[ReportedMerge]) -> Vec<String> {
    let line = |merge: &ReportedMerge| {
        let names = merge.members.iter().map(|member| member.name.as_str());
        format!("{} -> {} {}", names.collect::<Vec<_>>().join(" + "), merge.merged, merge.gain)
    };
    merged.iter().map(line).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(ProptestConfig::default().cases / 64))]

    /// Without a report another pair may come first each time, since the order goes by what is found.
    #[test]
    fn without_one_merge_all_others_are_made_in_the_same_order_and_on_the_same_sides(
        seed: u64,
        which: prop::sample::Index,
    ) {
        let module = module(seed, SMALL);
        for pass in ["f3m<speed=ignore>", "f3m<force;depth=2>", "f3m<system=fmsa;threads=1>"] {
            let report = simulated(&module, &options(pass));
            let all = again(&module, pass, &report);
            prop_assert_eq!(lines(&all.merged), lines(&report.merged));
            if report.merged.is_empty() {
                continue;
            }
            let mut left = report.merged.clone();
            let mut lost = vec![left.remove(which.index(left.len())).merged];
            let less = again(&module, pass, &report_of(&left));
            left.retain(|merge| {
                let stays = !merge.members.iter().any(|member| lost.contains(&member.name));
                if !stays {
                    lost.push(merge.merged.clone());
                }
                stays
            });
            prop_assert_eq!(lines(&less.merged), lines(&left));
        }
    }
}

#[test]
fn a_pair_of_a_report_that_is_impossible_is_refused() {
    let mut module = module(1, SMALL);
    let report = simulated(&module, &options("f3m<speed=ignore>"));
    let first = report.merged[0].members[0].name.clone();
    let function = module.functions.iter_mut().find(|function| function.name == first);
    function.expect("the function").compat += 1;
    let again = again(&module, "f3m<speed=ignore>", &report_of(&report.merged[..1]));
    assert_eq!((again.merges, again.pair_rejects["different-attributes"]), (0, 1));
}
