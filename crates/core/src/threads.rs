//! Threads for what needs no LLVM: plain data in, plain data out.
//!
//! Consumes: a number of threads, items, and what to do with each. Produces: the results, in order of the
//! items. Guarantees: the results do not depend on the number of threads; a panic of one reaches the caller;
//! passes that run side by side, as the back ends of ThinLTO do, share their threads; no thread outlives the
//! last [`Threads`], so the tool that loaded the plugin has none of ours when its passes are over.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// As much as the main thread of a program has: whatever works there must work here.
const STACK: usize = 8 << 20;

/// The threads of a pass.
pub struct Threads(Option<Arc<ThreadPool>>);

/// The threads that passes of this process have now, by the number that was asked for.
static SHARED: Mutex<BTreeMap<u32, Weak<ThreadPool>>> = Mutex::new(BTreeMap::new());

impl Threads {
    /// So many threads, or, for 0, one for each processor. Where threads cannot be had, the caller's thread
    /// does it all.
    pub fn new(count: u32) -> Threads {
        if count == 1 {
            return Threads(None);
        }
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        let known = shared.get(&count).and_then(Weak::upgrade);
        let pool = known.or_else(|| started(count));
        if let Some(pool) = &pool {
            shared.insert(count, Arc::downgrade(pool));
        }
        Threads(pool)
    }

    /// Only the caller's thread.
    pub fn none() -> Threads {
        Threads(None)
    }

    /// The results of `work` on each item.
    pub fn map<T: Sync, R: Send>(&self, items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
        match &self.0 {
            Some(pool) if items.len() > 1 => {
                pool.install(|| items.par_iter().with_max_len(1).map(&work).collect())
            }
            _ => items.iter().map(work).collect(),
        }
    }
}

fn started(count: u32) -> Option<Arc<ThreadPool>> {
    let builder = ThreadPoolBuilder::new().num_threads(count as usize).stack_size(STACK);
    let pool = builder.thread_name(|n| format!("fmerge-{n}")).build();
    pool.map_err(|error| log::warn!("no threads, so it takes longer: {error}")).ok().map(Arc::new)
}
