//! Any bytes for the readers of summaries and parts: no panic, no hang, no reaching beyond them.

#![no_main]

use libfuzzer_sys::fuzz_target;

/// Combining is parallel, and handing work to another thread takes longer than these few functions do.
fn work_in_this_thread() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread();
    pool.build_global().expect("nothing has used the pool yet");
}

fuzz_target!(init: work_in_this_thread(), |bytes: &[u8]| {
    // One in eight lengths is combined too, so that most executions are cheap.
    fmerge_core::testing::summaries::read_anything(bytes, bytes.len().is_multiple_of(8));
});
