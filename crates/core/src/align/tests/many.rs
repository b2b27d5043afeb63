//! Alignments of more than two functions: by hand, and one function after another.

use super::super::add;
use super::super::consensus::Consensus;
use super::*;

/// Two to five functions, each of which is like the first.
fn relatives() -> impl Strategy<Value = Vec<EncodedFunction>> {
    (2..=5_usize).prop_flat_map(generate::relatives)
}

/// The matches among these sides: other sides are left out of them.
fn matches_among(alignment: &Alignment, sides: &[SideId]) -> Vec<Origin> {
    let among = |origin: &Origin| -> Origin {
        origin.iter().filter(|(side, _)| sides.contains(side)).collect()
    };
    let matches = alignment.matches().map(among);
    let mut matches: Vec<Origin> = matches.filter(Origin::is_shared).collect();
    matches.sort();
    matches
}

/// The rows, with no other steps than matches.
fn bare(alignment: &Alignment) -> Vec<Row> {
    let matches = |row: &Row| row.steps.iter().filter(|step| step.is_shared()).cloned().collect();
    let bare = |row: &Row| Row { blocks: row.blocks.clone(), steps: matches(row) };
    alignment.rows.iter().map(bare).collect()
}

proptest! {
    #[test]
    fn a_function_that_is_added_changes_nothing_among_those_before(functions in relatives()) {
        let functions: Vec<&EncodedFunction> = functions.iter().collect();
        let params = AlignParams::default();
        let mut alignment = align(functions[0], functions[1], &params);
        for new in 2..functions.len() {
            let before: Vec<SideId> = (0..new).map(side).collect();
            let matches = matches_among(&alignment, &before);
            let outline = Outline::of(functions[new], params.unit);
            alignment = add(Sides(&functions[..new]), &alignment, (functions[new], &outline), &params);
            prop_assert_eq!(alignment.validate(Sides(&functions[..=new])), Ok(()));
            prop_assert_eq!(matches_among(&alignment, &before), matches);
        }
    }

    #[test]
    fn blocks_of_a_consensus_end_in_one_terminator(
        functions in relatives(),
        mut tape in generate::tapes(),
    ) {
        let functions: Vec<&EncodedFunction> = functions.iter().collect();
        let alignment = alignments::any(Sides(&functions), &mut tape);
        let function = Consensus::of(Sides(&functions), &alignment).function;
        for (id, block) in &function.blocks {
            let insts = block.insts.iter().copied();
            let ends = insts.filter(|&inst| function.insts[inst].kind.is_terminator());
            prop_assert!(ends.eq([function.terminator(id)]));
        }
    }

    #[test]
    fn an_alignment_is_known_by_its_matches((left, right) in generate::twins()) {
        let alignment = aligned(&left, &right);
        let mut rows = bare(&alignment);
        rows.reverse();
        prop_assert_eq!(Alignment::by_hand(Sides(&[&left, &right]), rows), Ok(alignment));
    }

    #[test]
    fn alignments_by_hand_have_the_matches_that_they_were_given(
        functions in relatives(),
        mut tape in generate::tapes(),
    ) {
        let functions: Vec<&EncodedFunction> = functions.iter().collect();
        let alignment = alignments::any(Sides(&functions), &mut tape);
        prop_assert_eq!(alignment.validate(Sides(&functions)), Ok(()));
        let again = Alignment::by_hand(Sides(&functions), bare(&alignment));
        let again = again.expect("the matches are those of an alignment");
        let all: Vec<SideId> = Sides(&functions).ids().collect();
        prop_assert_eq!(matches_among(&again, &all), matches_among(&alignment, &all));
    }
}

#[test]
fn a_function_that_equals_one_of_two_matches_all_of_it_and_what_the_other_has_too() {
    let one = function(&[block(&body(0, 6), &[])]);
    let other = function(&[block(&[&body(0, 3)[..], &body(9, 3)].concat(), &[])]);
    let params = AlignParams::default();
    let two = align(&one, &other, &params);
    for like in [&one, &other] {
        let outline = Outline::of(like, params.unit);
        let all = add(Sides(&[&one, &other]), &two, (like, &outline), &params);
        assert_eq!(all.matches().filter(|step| step.on(side(2)).is_some()).count(), 7);
        assert_eq!(all.matches().filter(|step| step.count() == 3).count(), 4);
    }
}

/// Three functions of an entry and an end, of three instructions and a terminator each.
fn three() -> [EncodedFunction; 3] {
    let one = function(&[block(&body(0, 3), &[1]), block(&body(5, 3), &[])]);
    [one.clone(), one.clone(), one]
}

fn step(insts: [Option<u32>; 3]) -> Origin {
    let insts = insts.into_iter().enumerate();
    insts.filter_map(|(of, inst)| Some((side(of), InstId::from_u32(inst?)))).collect()
}

fn row(blocks: [Option<u32>; 3], steps: &[[Option<u32>; 3]]) -> Row {
    let blocks = blocks.into_iter().enumerate();
    let blocks = blocks.filter_map(|(of, block)| Some((side(of), BlockId::from_u32(block?))));
    Row { blocks: blocks.collect(), steps: steps.iter().copied().map(step).collect() }
}

fn by_hand(rows: &[Row]) -> Result<Alignment, AlignmentError> {
    let functions = three();
    Alignment::by_hand(Sides(&functions.each_ref()), rows.to_vec())
}

#[test]
fn what_is_not_matched_by_hand_goes_alone_before_the_next_match_of_its_side() {
    let blocks = [Some(1), None, Some(1)];
    let entries = [Some(0); 3];
    let end = row(blocks, &[[Some(5), None, Some(5)]]);
    let entry = row(entries, &[[Some(0); 3], [None, Some(2), Some(2)], [Some(3); 3]]);
    let alignment = by_hand(&[end, entry]).expect("it is right");
    let steps = |at: usize| alignment.rows[at].steps.clone();
    let expected = [
        [Some(0); 3],
        [None, Some(1), None],
        [None, None, Some(1)],
        [None, Some(2), Some(2)],
        [Some(1), None, None],
        [Some(2), None, None],
        [Some(3); 3],
    ];
    assert_eq!(steps(0), expected.map(step));
    let expected = [
        [Some(4), None, None],
        [None, None, Some(4)],
        [Some(5), None, Some(5)],
        [Some(6), None, None],
        [Some(7), None, None],
        [None, None, Some(6)],
        [None, None, Some(7)],
    ];
    assert_eq!(steps(1), expected.map(step));
}

#[test]
fn what_is_wrong_with_rows_by_hand_is_told() {
    let entry = |steps: &[[Option<u32>; 3]]| row([Some(0); 3], steps);
    let end = |steps: &[[Option<u32>; 3]]| row([None, Some(1), Some(1)], steps);
    let told = |rows: &[Row]| by_hand(rows).expect_err("it is wrong").to_string();
    let all = |inst| [Some(inst); 3];
    let wrong = [
        (told(&[entry(&[all(0), all(0)])]), "row 0: i0 of side0 is in two steps"),
        (
            told(&[entry(&[all(2), [Some(3), Some(1), None]])]),
            "row 0: i1 of side1 comes after a later instruction",
        ),
        (
            told(&[entry(&[]), end(&[[None, Some(5), Some(0)]])]),
            "row 1: i0 of side2 is no alignable instruction of its block there",
        ),
        (
            told(&[end(&[[Some(4), Some(4), Some(4)]])]),
            "row 0: i4 of side0 is no alignable instruction of its block there",
        ),
        (
            told(&[end(&[[None, Some(5), Some(6)]])]),
            "row 0: i6 of side2 may not become one with what an earlier side has",
        ),
        (told(&[row([Some(0), Some(1), None], &[])]), "row 0: an entry goes with entries"),
        (told(&[row([Some(1), Some(2), None], &[])]), "row 0: side1 has no b2"),
        (told(&[row([None, Some(1), None], &[])]), "row 0: it has no blocks of two sides"),
        (
            told(&[end(&[]), row([Some(1), None, Some(1)], &[])]),
            "row 1: b1 of side2 is in a row before",
        ),
    ];
    for (told, expected) in wrong {
        assert_eq!(told, expected);
    }
    let beyond = Row { blocks: BySide::all([BlockId::from_u32(0); 4]), steps: Vec::new() };
    assert_eq!(by_hand(&[beyond]), Err(AlignmentError::NoSuchSide(0, side(3))));
    let mut beyond = entry(&[]);
    beyond.steps.push(Origin::one(side(3), InstId::from_u32(0)));
    assert_eq!(by_hand(&[beyond]), Err(AlignmentError::NoSuchSide(0, side(3))));
}
