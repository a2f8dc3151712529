//! The told game against the fast one.

use itertools::Itertools;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use wuerfelglueck::dice::Die;
use wuerfelglueck::engine::games::Duel;
use wuerfelglueck::rules::{Ending, MOST_ROLLS, Rules};
use wuerfelglueck::stream::BLOCK;
use wuerfelglueck::told::{Chance, Position, ToldGame};

use super::notation::varied;
use crate::support::{all_tables, die};

/// The first block of all pairings of random dice, four at a time, under each rule set and many others, 10,368
/// games in all:
/// the told games are won by the same seats, after as many rolls in all. Seed 51.
#[test]
fn told_games_are_the_counted_ones() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(51);
    let (mut wins, mut draws) = (0, 0);
    let varied = varied();
    let wlr = ["wlr", "wlr+auswuerfeln", "wlr+erster-beginnt"].map(|name| name.parse().unwrap());
    for round in 0..54 {
        let rules = match round % 3 {
            0 => varied[rng.random_range(0..varied.len())],
            1 => wlr[round / 3 % wlr.len()],
            _ => Rules::ALL[round / 3 % 2],
        };
        let dice: [Die; 4] = std::array::from_fn(|_| {
            let sides = rng.random_range(1..9);
            let most = [7, 9, 60][rng.random_range(0..3)].min(u64::from(rules.most_face()) + 1);
            // Under wlr fewer games than otherwise come to an end without a 1.
            let sure = if rules.base() == Rules::WLR {
                &[1, 6][..]
            } else {
                &[6]
            };
            let faces = (0..sides).map(|_| rng.random_range(0..most) as u32);
            die(faces.chain(sure.iter().copied()))
        });
        let seed = rng.random();
        let start = Position::start(rules);
        let tables = all_tables(&dice, rules);
        for pairing in (0..dice.len()).array_combinations() {
            let played = Duel::new(&tables, pairing).play(seed, BLOCK, 0..1);
            let pair = pairing.map(|index| &dice[index]);
            let mut chance = Chance::new(rules, pair, pairing, seed);
            let mut starters = chance.starters();
            let mut rolls = 0;
            let mut block = [0; 3];
            for _ in 0..BLOCK {
                let mut game = ToldGame::new(rules, pair, start, starters.next().unwrap());
                while let Ok(seat) = game.next() {
                    let roll = chance.roll(seat);
                    assert!(pair[seat].faces().contains(&roll));
                    rolls += u64::from(game.roll(roll).is_some());
                }
                let winner = match game.next().unwrap_err() {
                    Ending::Won(seat) => seat,
                    Ending::Draw | Ending::CutOff => 2,
                };
                block[winner] += 1;
                assert!(game.roll(6).is_none(), "it is over");
            }
            assert_eq!(played.blocks, [block], "{rules:?} {pair:?} seed {seed}");
            wins += u32::from(block[0] + block[1]);
            draws += u32::from(block[2]);
            assert_eq!(
                rolls, played.tally.rolls,
                "{rules:?} {pair:?} {pairing:?} seed {seed}"
            );
        }
    }
    assert_eq!(wins + draws, 10_368);
    assert!(wins > 2000 && draws > 2000, "{wins} {draws}");
}

#[test]
fn told_games_are_cut_off() {
    let rare = die([1, 6].into_iter().chain(std::iter::repeat_n(0, 60)));
    let mut game = ToldGame::new(
        Rules::OFFIZIELL,
        [&rare; 2],
        Position::start(Rules::OFFIZIELL),
        0,
    );
    let mut last = None;
    while game.next().is_ok() {
        last = game.roll(0);
    }
    assert_eq!(last.unwrap().number, MOST_ROLLS);
    assert_eq!(game.next(), Err(Ending::CutOff));
}
