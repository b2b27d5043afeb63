//! How well fingerprints rank the pairs of a real module: correlation with what alignment finds and with what a merge
//! saves, recall of the best partner, time and memory (F3M paper, sections II-B and IV-B, figures 4, 6 and 10).
//!
//! Consumes: an [`EncodedModule`]. Produces: a [`Study`] of its pairs, and [`Figures`] of each kind of fingerprint.
//! Guarantees: of a function that is asked about, all pairs are there that may be merged at all. Equal modules give equal
//! figures, but for times.

use std::collections::BTreeMap;
use std::time::Instant;

use cranelift_entity::EntityRef;
use fmerge_core::driver::Truth;
use fmerge_core::fingerprint::Similarity;
use fmerge_core::ir::FuncId;
use fmerge_core::options::Options;
use fmerge_core::price::Bytes;
use fmerge_core::store::EncodedModule;
use fmerge_core::threads::Threads;
use serde::Serialize;

use crate::measure::{self, Measures, RankedPartner, pearson};
use crate::tried::{Fingerprint, OURS, Tried};

/// The pairs of a module, and what is true of them.
pub struct Study<'m> {
    module: &'m EncodedModule,
    threads: Threads,
    /// Of how many similar functions the driver chooses by what a merge promises.
    among: usize,
    /// The functions that are asked about.
    asked: Vec<FuncId>,
    /// Each pair once, of which one at least is asked about.
    pairs: Vec<([FuncId; 2], Truth)>,
    /// What aligning and planning all pairs took, in seconds.
    pub seconds: f64,
}

/// What is measured of one kind of fingerprint.
#[derive(Clone, Debug, Serialize)]
pub struct Figures {
    /// Its name.
    pub fingerprint: &'static str,
    /// How well it ranks.
    #[serde(flatten)]
    pub measures: Measures,
    /// Microseconds for the fingerprint of a function, on the average.
    pub make_us: f64,
    /// Nanoseconds for comparing two, on the average.
    pub compare_ns: f64,
    /// Bytes of one, on the average.
    pub bytes: f64,
}

/// One pair as a line of JSON, the left function being one that was asked about.
#[derive(Clone, Debug, Serialize)]
pub struct PairLine<'a> {
    /// The function that is asked about.
    pub left: &'a str,
    /// The other one.
    pub right: &'a str,
    /// By the name of the fingerprint.
    pub similarity: BTreeMap<&'static str, f64>,
    /// The alignment ratio.
    pub alignment: f64,
    /// In bytes.
    pub saved: i64,
}

impl<'m> Study<'m> {
    /// Aligns every pair of which one function is asked about: all functions, or so many, evenly spread over the module.
    pub fn new(module: &'m EncodedModule, options: &Options, asked: Option<usize>) -> Study<'m> {
        let count = module.functions.len();
        let wanted = asked.unwrap_or(count).min(count);
        let asked: Vec<FuncId> =
            (0..wanted).map(|n| FuncId::new(n * count / wanted.max(1))).collect();
        let ids = asked_pairs(&asked, count);
        let start = Instant::now();
        let truths = crate::simulated(module, options, |driver| driver.truths(&ids));
        let known = ids.into_iter().zip(truths).filter_map(|(ids, truth)| Some((ids, truth?)));
        let (pairs, seconds) = (known.collect(), start.elapsed().as_secs_f64());
        let (threads, among) = (Threads::new(options.threads), options.system.among as usize);
        Study { module, threads, among, asked, pairs, seconds }
    }

    /// How many pairs there are.
    pub fn pairs(&self) -> usize {
        self.pairs.len()
    }

    /// How many functions were asked about.
    pub fn asked(&self) -> usize {
        self.asked.len()
    }

    /// What one kind of fingerprint is worth.
    pub fn figures(&self, tried: Tried) -> Figures {
        let functions = &self.module.functions;
        let start = Instant::now();
        let fingerprints = self.fingerprints(tried);
        let made = start.elapsed();
        let start = Instant::now();
        let similarities = self.similarities(&fingerprints);
        let compared = start.elapsed();
        let bytes: usize = fingerprints.iter().map(Fingerprint::bytes).sum();
        let per = |sum: f64, count: usize| sum / count.max(1) as f64;
        Figures {
            fingerprint: tried.name,
            measures: self.measures(&similarities, self.ranked(&fingerprints)),
            make_us: per(made.as_secs_f64() * 1e6, functions.len()),
            compare_ns: per(compared.as_secs_f64() * 1e9, self.pairs.len()),
            bytes: per(bytes as f64, functions.len()),
        }
    }

    /// What the driver's choice is worth, which by default is no fingerprint alone: it goes through the most similar
    /// functions by what a merge promises, that is the most that it can save, times the similarity. The papers' systems go by the fingerprint alone.
    pub fn promised(&self) -> Measures {
        if self.among == 0 {
            return self.figures(OURS).measures;
        }
        let fingerprints = self.fingerprints(OURS);
        let promise = |similarity: f64, most: Bytes| most.share(similarity).count() as f64;
        let similarities = self.similarities(&fingerprints).into_iter().zip(&self.pairs);
        let promises: Vec<f64> =
            similarities.map(|(s, (_, truth))| promise(s, truth.most)).collect();
        let ranked = self.ranked(&fingerprints).map(|mut ranked| {
            ranked.sort_by(|a, b| b.nearness.total_cmp(&a.nearness));
            let among = self.among.min(ranked.len());
            let (chosen_from, others) = ranked.split_at_mut(among);
            chosen_from
                .iter_mut()
                .for_each(|partner| partner.nearness = promise(partner.nearness, partner.most));
            others.iter_mut().for_each(|partner| partner.nearness = f64::MIN);
            ranked
        });
        self.measures(&promises, ranked)
    }

    fn similarities(&self, fingerprints: &[Fingerprint]) -> Vec<f64> {
        self.threads.map(&self.pairs, |(ids, _)| {
            let [a, b] = ids.map(|id| &fingerprints[id.index()]);
            a.similarity(b)
        })
    }

    /// By a number for each pair, and by the partners of each function that is asked about.
    fn measures(
        &self,
        scores: &[f64],
        ranked: impl Iterator<Item = Vec<RankedPartner>>,
    ) -> Measures {
        let both = scores.iter().copied().zip(self.pairs.iter().map(|pair| pair.1));
        let (recall, share) = measure::recall(ranked);
        Measures {
            alignment: pearson(both.clone().map(|(s, truth)| (s, truth.alignment))),
            saved: pearson(both.map(|(s, truth)| (s, truth.saved.count() as f64))),
            recall,
            share,
        }
    }

    /// Each function that is asked about with each partner, as lines for `fmerge-lab plot`.
    pub fn lines(&self, tried: &[Tried]) -> impl Iterator<Item = PairLine<'_>> {
        let all: Vec<_> = tried.iter().map(|one| (one.name, self.fingerprints(*one))).collect();
        let name = |id: FuncId| self.module.functions[id.index()].name.as_str();
        let of_function = self.partners().into_iter().enumerate();
        of_function.flat_map(move |(at, partners)| {
            let left = self.asked[at];
            let line = |(right, truth): (FuncId, Truth)| {
                let similarity = all.iter().map(|(name, prints)| {
                    let value = prints[left.index()].similarity(&prints[right.index()]);
                    (*name, (value * 1e4).round() / 1e4)
                });
                PairLine {
                    left: name(left),
                    right: name(right),
                    similarity: similarity.collect(),
                    alignment: (truth.alignment * 1e4).round() / 1e4,
                    saved: truth.saved.count(),
                }
            };
            partners.into_iter().map(line).collect::<Vec<_>>()
        })
    }

    fn fingerprints(&self, tried: Tried) -> Vec<Fingerprint> {
        let make = tried.maker();
        self.module.functions.iter().map(make).collect()
    }

    /// By function that is asked about: its partners, in the order of the module.
    fn partners(&self) -> Vec<Vec<(FuncId, Truth)>> {
        let mut place = vec![None; self.module.functions.len()];
        for (at, id) in self.asked.iter().enumerate() {
            place[id.index()] = Some(at);
        }
        let mut partners = vec![Vec::new(); self.asked.len()];
        for &([left, right], truth) in &self.pairs {
            for (one, other) in [(left, right), (right, left)] {
                if let Some(at) = place[one.index()] {
                    partners[at].push((other, truth));
                }
            }
        }
        partners.iter_mut().for_each(|of_one| of_one.sort_by_key(|one| one.0));
        partners
    }

    fn ranked(&self, fingerprints: &[Fingerprint]) -> impl Iterator<Item = Vec<RankedPartner>> {
        let partners = self.partners();
        let asked = self.asked.clone().into_iter().zip(partners);
        asked.map(|(id, partners)| {
            let own = &fingerprints[id.index()];
            let partner = |(other, truth): (FuncId, Truth)| RankedPartner {
                nearness: own.nearness(&fingerprints[other.index()]),
                saved: truth.saved.count(),
                most: truth.most,
            };
            partners.into_iter().map(partner).collect()
        })
    }
}

/// Each pair once.
fn asked_pairs(asked: &[FuncId], count: usize) -> Vec<[FuncId; 2]> {
    let mut is_asked = vec![false; count];
    asked.iter().for_each(|id| is_asked[id.index()] = true);
    let of_one = |&left: &FuncId| {
        let others = (0..count).map(FuncId::new);
        let is_asked = &is_asked;
        let once =
            move |right: &FuncId| *right != left && !(is_asked[right.index()] && *right < left);
        others.filter(once).map(move |right| [left, right]).collect::<Vec<_>>()
    };
    asked.iter().flat_map(of_one).collect()
}

#[cfg(test)]
mod tests {
    use fmerge_core::testing::modules::{Size, module};

    use super::*;
    use crate::tried::TRIED;

    const SMALL: Size = Size { families: 6, twins: 2, instructions: 40 };

    #[test]
    fn every_pair_is_there_once() {
        let [a, b, c] = [0, 1, 2].map(FuncId::new);
        assert_eq!(asked_pairs(&[a, b, c], 3), [[a, b], [a, c], [b, c]]);
        assert_eq!(asked_pairs(&[b], 3), [[b, a], [b, c]]);
    }

    #[test]
    fn near_twins_are_found_by_every_kind() {
        let module = module(1, SMALL);
        let study = Study::new(&module, &Options::default(), None);
        // Some may not be merged at all.
        assert!(study.asked() == 18 && (100..=18 * 17 / 2).contains(&study.pairs()));
        assert_eq!(study.lines(&TRIED[..2]).count(), 2 * study.pairs());
        for tried in TRIED {
            let figures = study.figures(tried);
            assert!(figures.measures.alignment > 0.2, "{figures:?}");
            let share = &figures.measures.share;
            assert!(share.is_sorted() && share[share.len() - 1] > 0.99, "{figures:?}");
            assert!(figures.bytes > 0.0);
        }
        let promised = study.promised();
        assert!(promised.alignment > 0.2 && promised.share[2] > 0.99, "{promised:?}");
    }

    #[test]
    fn a_sample_has_all_partners_of_its_functions() {
        let module = module(1, SMALL);
        let [all, some] =
            [None, Some(3)].map(|asked| Study::new(&module, &Options::default(), asked));
        let partners = |study: &Study<'_>, name: &str| {
            study.lines(&TRIED[..1]).filter(|line| line.left == name).count()
        };
        for name in ["f0", "f6", "f12"] {
            assert_eq!(partners(&some, name), partners(&all, name));
        }
        assert_eq!((some.asked(), partners(&some, "f1")), (3, 0));
    }
}
