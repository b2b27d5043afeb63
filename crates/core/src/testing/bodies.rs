//! Any bytes for the readers of modules and stores of bodies.
//!
//! Consumes: a fuzzer's bytes. Produces: nothing. Guarantees: what can be read is used, too: cut into slices, divided into
//! batches, asked what it needs, and written and read again.

use crate::bodies::{
    BodyStore, CombineInputs, ModuleRecord, Needs, RecordedFunction, batches, framed,
};

/// Reads bytes as whatever they begin like, and as what each reader finds behind a right checksum.
///
/// # Panics
/// Where a reader does, or what it gives is not what was written.
pub fn read_anything(bytes: &[u8]) {
    for file in framed(bytes).iter().map(Vec::as_slice).chain([bytes]) {
        if let Ok(store) = BodyStore::from_bytes(file) {
            assert_eq!(BodyStore::from_bytes(&store.to_bytes()), Ok(store.clone()));
            let functions: Vec<_> = store.functions().copied().collect();
            let half = store.part(&functions[..functions.len() / 2]);
            assert!(half.function_count() <= store.function_count());
        }
        if let Ok(needs) = Needs::from_bytes(file) {
            let all = (0..16).filter_map(|number| needs.symbol(number));
            all.for_each(|one| {
                let numbers = needs.numbers(one.through).count();
                let names = needs.set(one.certain).chain(needs.set(one.rest)).count();
                assert!(numbers + names <= 3 * file.len().max(1) * 255);
                let _ = (needs.find(one.name), needs.is_recursive(&[0; 32]));
            });
        }
        let _ = CombineInputs::from_bytes(file);
        for record in ModuleRecord::all(file).into_iter().flatten() {
            use_record(&record);
        }
    }
}

fn use_record(record: &ModuleRecord) {
    let digest = |one: &RecordedFunction| one.digest;
    for most in [1, 1000] {
        let made = batches(&[record], most);
        let is_in = |one| made.iter().any(|batch| batch.contains(&one));
        assert!(record.functions.iter().map(digest).all(is_in));
    }
    let needs = Needs::of(&[record, record]);
    assert_eq!(Needs::from_bytes(&needs.to_bytes()), Ok(needs));
}
