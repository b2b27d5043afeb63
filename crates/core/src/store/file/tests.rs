//! Files of encoded modules: what is written is read again, and nothing else is.

use proptest::prelude::*;
use xxhash_rust::xxh3::xxh3_128;

use super::*;
use crate::driver::CarriedOut;
use crate::ir::{FuncId, TypeId};
use crate::price::Bytes;
use crate::reject::Reject;
use crate::store::Answer;
use crate::testing::build::*;
use crate::testing::generate;
use crate::testing::modules::{Size, module};

fn small(seed: u64) -> EncodedModule {
    let mut module = module(seed, Size { families: 2, twins: 1, instructions: 20 });
    let (id, function) = (FuncId::from_u32(0), Ok(module.functions[1].clone()));
    module.answers.push(Answer::Encoded { id, function });
    module.answers.push(Answer::Encoded { id, function: Err(Reject::Token) });
    module
}

fn message(bytes: &[u8]) -> String {
    EncodedModule::from_bytes(bytes).expect_err("it is no module").to_string()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn what_is_written_is_read_again(seed: u64) {
        let module = small(seed);
        prop_assert_eq!(EncodedModule::from_bytes(&module.to_bytes()), Ok(module));
    }

    #[test]
    fn a_changed_byte_is_an_error(seed in 0_u64..8, at: prop::sample::Index, by in 1_u8..) {
        let mut bytes = small(seed).to_bytes();
        let at = at.index(bytes.len());
        bytes[at] ^= by;
        // Nobody looks at the reserved word.
        prop_assert_eq!(EncodedModule::from_bytes(&bytes).is_ok(), (12..16).contains(&at));
    }

    /// The checksum is right, so that the decoders see what is wrong.
    #[test]
    fn a_lie_under_a_checksum_does_not_make_the_reader_panic(
        seed in 0_u64..8, at: prop::sample::Index, by in 1_u8.., packed: bool,
    ) {
        let module = small(seed);
        let mut plain = postcard::to_stdvec(&module).expect("plain data");
        if packed {
            plain = pack(&plain);
        }
        let at = at.index(plain.len());
        plain[at] ^= by;
        let _ = EncodedModule::from_bytes(&FILE.framed(&if packed { plain } else { pack(&plain) }));
    }
}

#[test]
fn a_file_that_is_cut_off_is_an_error_at_every_place() {
    let bytes = small(1).to_bytes();
    for length in 0..bytes.len() {
        let error = EncodedModule::from_bytes(&bytes[..length]).expect_err("it is cut off");
        let expected = if length < 8 { StoreError::Foreign } else { StoreError::Damaged };
        assert_eq!(error, expected, "{length}");
    }
}

#[test]
fn errors_say_what_to_do() {
    let mut other = small(1).to_bytes();
    other[8] = 200;
    let text = message(&other);
    assert!(
        text.contains("format 200") && text.contains(&format!("format {}", FILE.version)),
        "{text}"
    );
    for bytes in [&other[..], &other[..20], b"; ModuleID = 'a'"] {
        assert!(message(bytes).contains("f3m<dump=FILE>"), "{}", message(bytes));
    }
}

/// Makes a module wrong.
type Lie = fn(&mut EncodedModule);

#[test]
fn ids_of_what_is_not_there_are_an_error() {
    let types = |module: &mut EncodedModule| module.functions[0].ret = TypeId::from_u32(99);
    let consts = |module: &mut EncodedModule| module.tables.consts.clear();
    let void = |module: &mut EncodedModule| {
        module.tables.types.values_mut().for_each(|ty| ty.is_void = false);
    };
    let functions = |module: &mut EncodedModule| {
        let (id, function) = (FuncId::from_u32(99), Err(Reject::Token));
        module.answers.push(Answer::Encoded { id, function });
    };
    let blocks = |module: &mut EncodedModule| module.functions[0].blocks.clear();
    let lies: [(&str, Lie); 5] = [
        ("unknown type", types),
        ("unknown constant", consts),
        ("no type is void", void),
        ("unknown function", functions),
        ("no blocks", blocks),
    ];
    for (expected, lie) in lies {
        let mut module = small(3);
        lie(&mut module);
        let text = message(&module.to_bytes());
        assert!(text.contains(expected), "{text}");
    }
}

/// When this fails, the bytes of encoded modules have a new meaning: count [`FILE`]'s version up, and put the new checksum
/// here.
#[test]
fn the_format_is_that_of_its_version() {
    let entry = vec![alloca(), tail_call(I32, 7, &[a(0), c(1)]), invoke(&[c(3), b(1), b(2)])];
    let arms = vec![vec![branch(&[b(3)])], vec![landing_pad(c(2)), branch(&[b(3)])]];
    let join =
        vec![phi(I32, &[i(2), b(1), i(1), b(2)]), commuting(I32, 8, &[i(1), i(6)]), ret(&[i(6)])];
    let body = [vec![entry], arms, vec![join]].concat();
    let function = marked(function(&[I32], I32, body), &[(1, true, 0), (2, false, 0)]);
    let ids = [0, 0].map(FuncId::from_u32).to_vec();
    let done = CarriedOut {
        name: "merged".into(),
        removed: vec![true, false],
        call_sites: 1,
        saved: Some(Bytes::new(20)),
        touched: vec![ids[0]],
        encoded: Ok(function.clone()),
        in_groups: false,
    };
    let module = EncodedModule {
        name: "by hand".into(),
        tables: generate::tables(),
        functions: vec![function],
        answers: vec![Answer::CarriedOut { ids, done: Ok(done) }, Answer::Spent],
    };
    let plain = postcard::to_stdvec(&module).expect("plain data");
    assert_eq!((FILE.version, xxh3_128(&plain) as u32), (25, 1115212323));
    assert_eq!(EncodedModule::from_bytes(&module.to_bytes()), Ok(module));
}
