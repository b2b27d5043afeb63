//! The systems of the published papers, each as options of `f3m`.
//!
//! Consumes: nothing. Produces: [`SYSTEMS`], one row for each system. Guarantees (tested): the options of each row are
//! sound; no system has the name of a pass, of a preset or of an option.
//!
//! `hyfm<explore=2>` and `f3m<hyfm;explore=2>` are the same: the options of the system, and what is given beside them in
//! their place. All systems share our planning, proofs, emission and prices, so that what is compared is how functions
//! are ranked, aligned and taken. None of them counts time, which the papers do not either.

/// A published way to merge functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct System {
    /// Its name in a pipeline and among the options.
    pub name: &'static str,
    /// What it stands for.
    pub options: &'static str,
    /// One line about it.
    pub help: &'static str,
}

/// All systems, in the order of the documentation.
pub const SYSTEMS: [System; 5] = [
    System {
        name: "static",
        options: "ranking=minhash;fingerprint=codes;k=200;rows=2;bands=100;threshold=0;many=4294967295;bucket-cap=100;\
                  explore=1;among=0;alignment=linear;order=size;speed=ignore;hot=merge",
        help: "F3M as its paper evaluates it (section IV-A): MinHash and LSH, the nearest candidate, blocks aligned \
               in linear time",
    },
    System {
        name: "adaptive",
        options: "ranking=minhash;fingerprint=codes;by-count;bucket-cap=100;explore=1;among=0;\
                  alignment=linear;order=size;speed=ignore;hot=merge",
        help: "the same, with threshold and bands by the number of functions (F3M, section III-D)",
    },
    System {
        name: "hyfm",
        options: "ranking=opcodes;threshold=0;explore=1;among=0;alignment=linear;order=size;speed=ignore;hot=merge",
        help: "HyFM (F3M, section II): histograms of opcodes, the nearest of all functions, blocks aligned in linear time",
    },
    System {
        name: "salssa",
        options: "ranking=opcodes;threshold=0;explore=1;among=0;alignment=whole;order=size;speed=ignore;hot=merge",
        help: "SalSSA: the same ranking, whole functions aligned by Needleman and Wunsch's method",
    },
    System {
        name: "fmsa",
        options: "ranking=bounds;threshold=0;explore=10;among=0;alignment=whole;order=size;speed=ignore;hot=skip",
        help: "FMSA: the lesser of two upper bounds on what can match, the first of ten candidates that pays; hot \
               functions are left alone",
    },
];

/// The system of this name.
pub(super) fn system(name: &str) -> Option<&'static System> {
    SYSTEMS.iter().find(|system| system.name == name)
}
