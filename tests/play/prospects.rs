//! What is said to be certain about all games of a die, against games on the plain boards.

use wuerfelglueck::engine::prospects::Prospects;
use wuerfelglueck::engine::turns::write_turns;
use wuerfelglueck::rules::MOST_ROLLS;

use crate::prelude::*;
use crate::support::boards::{CountedGame, Next, finish_counting, start};

/// The prospects of a die on this seat.
fn prospects(die: &Die, rules: Rules, seat: usize) -> Prospects {
    let mut automaton = automaton(die, rules, seat);
    let most_turns = write_turns(&mut automaton);
    Prospects::new(&automaton, most_turns)
}

/// Under every base and with each deviation of `offiziell` (with EFFORT of all bases), dice without
/// a 6 against dice that have one: who can never win never wins, and who always beats the other one
/// does. The chance of a game that is cut off is bounded by two numbers, which hold as well: the
/// captures of the loser in a game are no more than said, and the rolls of the winner from one
/// capture to the next, or to the goal, are no more on average. Seed 73.
#[test]
fn prospects_hold_on_the_board() {
    /// The number of games of two dice under a rule set.
    const GAMES: usize = 16;
    let [with_six, without_six] = [dice("1-6 / 6 / 1 2 6 6"), dice("2 3 / 7 8")];
    let mut rng = random(73);
    let (mut certain, mut won_by_stuck, mut least_part) = (0, 0, f64::INFINITY);
    let deviating = Rules::BASES[..by_effort(1, 3)]
        .iter()
        .flat_map(|base| base.with_one_more_deviation());
    for rules in deviating.chain(Rules::BASES) {
        let on_seat = |dice: &[Die], seat| {
            let with_prospects = |die: &Die| (die.clone(), prospects(die, rules, seat));
            dice.iter().map(with_prospects).collect_vec()
        };
        let (runners, others) = (on_seat(&with_six, 0), on_seat(&without_six, 1));
        for ((runner_die, runner), (other_die, other)) in iproduct!(&runners, &others) {
            let case = format!("{rules}: {runner_die} / {other_die}, {runner:?} {other:?}");
            let is_certain = runner.always_beats(other);
            let most = if is_certain { MOST_ROLLS } else { 500 };
            let faces = [runner_die, other_die].map(|die| die.faces().to_vec());
            let (mut ways, mut rolls, mut squares) = (0.0, 0.0, 0.0);
            for game in 0..GAMES {
                let mut board = start(&rules.to_string(), None, faces.clone(), game % 2);
                let mut roll = |seat: usize| faces[seat][rng.random_range(0..faces[seat].len())];
                let counted = finish_counting(&mut *board, 0, most, &mut roll);
                let CountedGame { next, captures, .. } = counted;
                assert!(!is_certain || next == Next::Won(0), "{case}");
                assert!(other.can_win || next != Next::Won(1), "{case}");
                assert!(
                    captures <= u64::from(other.most_captures.unwrap_or(u32::MAX)),
                    "{case}"
                );
                let is_won_by_stuck = rules.has(Deviation::StuckLoses) && next == Next::Won(1);
                won_by_stuck += u32::from(is_won_by_stuck);
                ways += captures as f64 + 1.0;
                rolls += counted.rolls as f64;
                squares += (counted.rolls as f64).powi(2);
            }
            if let Some(most_rolls) = runner.most_rolls.filter(|_| is_certain) {
                let error = (squares - rolls * rolls / GAMES as f64).sqrt() / ways;
                assert!(rolls / ways <= most_rolls + 4.0 * error, "{case}");
                certain += 1;
                least_part = least_part.min(most_rolls / (rolls / ways));
            }
        }
    }
    // Otherwise nothing was tested.
    assert!(
        certain >= 50 && won_by_stuck > 0,
        "{certain} {won_by_stuck}"
    );
    assert!(least_part < 1.2, "{least_part}");
}
