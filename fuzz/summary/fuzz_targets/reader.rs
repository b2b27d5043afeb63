//! Any bytes for the readers of summaries and parts: no panic, no hang, no reaching beyond them.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    // One in eight lengths is combined too, so that most executions are cheap.
    fmerge_core::testing::summaries::read_anything(bytes, bytes.len().is_multiple_of(8));
});
