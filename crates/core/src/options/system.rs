//! Ways to rank, align and take functions: ours, and those of the published papers (the option `system`).
//!
//! Consumes: nothing. Produces: [`OURS`] and [`SYSTEMS`]. Guarantees (tested): the options of each can be parsed.
//!
//! All share our planning, proofs, emission and prices, so that what is compared is how functions are ranked, aligned
//! and taken. The papers' systems do not count time, because the papers do not either.

use crate::fingerprint::Features;
use crate::search::Ranking;

/// In which order functions are merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Of all pairs found, the one whose gain times similarity is the greatest.
    Gain,
    /// Each function in turn, the largest first, with the first of its candidates with which a merge pays.
    Size,
}

/// How many bands a MinHash fingerprint of 200 hashes has, two hashes in each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bands {
    /// 100.
    Fixed,
    /// As many as F3M's equations 3 and 4 give for the number of functions; they give the least similarity too.
    ByCount,
    /// 100. In a module of many functions, as many as equation 4 gives for the least similarity, which is greater there.
    FewerOfMany,
}

/// A way to merge functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct System {
    /// Its name.
    pub name: &'static str,
    /// One line about it.
    pub help: &'static str,
    /// The options that have other defaults with it.
    pub options: &'static str,
    /// How candidates are found.
    pub ranking: Ranking,
    /// What MinHash fingerprints compare.
    pub features: Features,
    /// How many bands the index has.
    pub bands: Bands,
    /// Candidates are those of so many most similar functions with which a merge could save most. With 0, they are the
    /// most similar functions.
    pub among: u32,
    /// Which merges go first.
    pub order: Order,
}

/// How this plugin does it.
pub static OURS: System = System {
    name: "ours",
    help: "MinHash over merge keys; of 32 similar functions, those with which a merge promises most; best merges first",
    options: "",
    ranking: Ranking::MinHash,
    features: Features::PairsAndBlocks,
    bands: Bands::FewerOfMany,
    among: 32,
    order: Order::Gain,
};

/// F3M as its paper evaluates it.
const STATIC: System = System {
    name: "static",
    help: "F3M as its paper evaluates it (section IV-A): MinHash over 32-bit codes, the nearest candidate, blocks \
           aligned in linear time, large functions first",
    options: "threshold=0;explore=1;alignment=linear;speed=ignore;hot=merge",
    ranking: Ranking::MinHash,
    features: Features::Codes,
    bands: Bands::Fixed,
    among: 0,
    order: Order::Size,
};

/// HyFM.
const HYFM: System = System {
    name: "hyfm",
    help: "HyFM (F3M, section II): histograms of opcodes, the nearest of all functions, blocks aligned in linear time",
    ranking: Ranking::Opcodes,
    ..STATIC
};

/// All systems but [`OURS`], in the order of the documentation.
pub static SYSTEMS: [System; 6] = [
    STATIC,
    System {
        name: "adaptive",
        help: "the same, with threshold and bands by the number of functions (F3M, section III-D)",
        options: "explore=1;alignment=linear;speed=ignore;hot=merge",
        bands: Bands::ByCount,
        ..STATIC
    },
    HYFM,
    System {
        name: "salssa",
        help: "SalSSA: the same ranking, whole functions aligned by Needleman and Wunsch's method",
        options: "threshold=0;explore=1;alignment=whole;speed=ignore;hot=merge",
        ..HYFM
    },
    System {
        name: "fmsa",
        help: "FMSA: the lesser of two upper bounds on what can match, the first of ten candidates that pays; hot \
               functions are left alone",
        options: "threshold=0;explore=10;alignment=whole;speed=ignore",
        ranking: Ranking::Bounds,
        ..HYFM
    },
    System {
        name: "all-pairs",
        help: "every pair is tried, and the best merged first: how much a better ranking could gain",
        options: "threshold=0;explore=1000;families=2;speed=ignore",
        ranking: Ranking::Opcodes,
        among: 0,
        ..OURS
    },
];
