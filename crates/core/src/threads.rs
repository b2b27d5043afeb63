//! Threads for work that does not need LLVM: plain data in, plain data out.
//!
//! Consumes: a number of threads, items, and what to do with each. Produces: the results, in order of the
//! items. Guarantees: the results do not depend on the number of threads. A panic in a thread reaches the caller.
//! Passes that run side by side, as in the back ends of ThinLTO, share their threads. No thread outlives the last
//! [`Threads`], so that none is left when the passes are over and the host may unload the plugin.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Bytes of stack: as many as the main thread of a program has, so that what works there works here.
const STACK: usize = 8 << 20;

/// The threads of a pass.
pub struct Threads(Option<Arc<ThreadPool>>);

/// The thread pools in use by passes of this process, by the number of threads that was asked for.
static SHARED: Mutex<BTreeMap<u32, Weak<ThreadPool>>> = Mutex::new(BTreeMap::new());

impl Threads {
    /// So many threads, or for 0 one for each processor. If threads cannot be started, the caller's thread does
    /// all the work.
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

    /// No threads: the caller's thread does all the work.
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
