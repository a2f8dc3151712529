// The documentation of the library shows this file.

use wuerfelglueck::certainty::Adjustment;
use wuerfelglueck::dice::{self, DiceError};
use wuerfelglueck::ranking::{Criterion, Plan, rank};
use wuerfelglueck::rules::Rules;
use wuerfelglueck::tournament::DiceContest;

#[test]
fn the_example_runs() -> Result<(), DiceError> {
    let dice = dice::parse(b"3\n6 1 2 3 4 5 6\n6 1 1 1 6 6 6\n4 1 2 5 6\n")?;
    let plan = Plan {
        games: 10_000,
        accuracy: Some(2.0),
        error: 0.001,
        level: 0.5,
        criterion: Criterion::Wins,
        best: None,
    };
    let (seed, memory) = (2021, 1 << 30);
    let mut contest =
        DiceContest::with_adjustment(&dice, Rules::OFFIZIELL, seed, memory, Adjustment::Luck);
    let ranking = rank(&mut contest, &plan, &());
    assert_eq!(
        ranking.entries[0].die, 1,
        "the second die of the file is the best"
    );
    Ok(())
}
