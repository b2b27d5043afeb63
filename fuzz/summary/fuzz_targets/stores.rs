//! Any bytes for the readers of modules and stores of bodies: no panic, no hang, no reaching beyond them.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| fmerge_core::testing::bodies::read_anything(bytes));
