//! Somebody's record of games, roll by roll, against the rules.
//!
//! A record has a line a roll, `SEAT ROLL POSITION`: who rolled what, and where all pieces stand
//! afterwards, in the notation of [`Position`] with the pieces of a player in any order. Between
//! games there is an empty line or one that begins with „Beginn“. The record of a game is followed
//! as far as it goes by the rules, and its first line that does not is its [`Departure`]; what
//! comes behind it in that game is not looked at, as it follows from another position.
//!
//! Who begins is taken from the record where the rules leave it open. What a player remembers, such
//! as a try that failed, need not be written. A stuck player who rolls in vain instead of passing
//! does not depart.

use std::mem;

use itertools::Itertools;

use crate::dice::Die;
use crate::rules::{Configuration, Deviation, Ending, FIELDS, Rule, Rules, TRACK, opposite};
use crate::text::{Excerpt, whole_number};
use crate::told::{Position, PositionError, ToldGame, ToldRoll, parse_place};

/// The most bytes of a line; a longer one is to be refused.
pub const LONGEST_LINE: usize = 1000;

/// The number of departures that are kept; others are counted.
const MOST_KEPT: usize = 5;

/// What a line must look like, in German.
pub const FORM: &str = "erwartet ist SITZ WURF STELLUNG, wie „1 6 0+17+b/-“";

/// How a game departs from the rules.
#[derive(Debug)]
pub enum Wrong {
    /// The line cannot be read, for this reason.
    Unreadable(String),
    /// This seat rolled, but it is the other one's turn.
    Seat(usize),
    /// The die of this seat has no such face, which is written like this.
    Face(usize, Excerpt),
    /// The pieces stand elsewhere than after this roll.
    Position(ToldRoll, Position),
    /// The game had ended before.
    GoesOn(Ending),
    /// The record of the game ends although this seat is to roll.
    Stops(usize),
}

/// Where a game departs from the rules.
#[derive(Debug)]
pub struct Departure {
    /// The number of the game, from 1.
    pub game: u64,
    /// The line, from 1.
    pub line: u64,
    /// What it says.
    pub text: Excerpt,
    /// The roll before, with which all was right, if there is one.
    pub last: Option<ToldRoll>,
    /// How it departs.
    pub wrong: Wrong,
    /// The rule sets with at most one deviation, and those with one more than the rules, under
    /// which a game goes on as the record does; of those that have a deviation none if `offiziell`
    /// is such a rule set.
    pub explained_by: Vec<Rules>,
}

/// What came of it.
#[derive(Debug, Default)]
pub struct Compared {
    /// The number of games that have a line.
    pub games: u64,
    /// The number of games that depart.
    pub departed: u64,
    /// The first of them.
    pub departures: Vec<Departure>,
    /// The number of rolls that go by the rules.
    pub rolls: u64,
    /// For each thing that can happen in a roll, in German, how often it did to each seat, all
    /// being right; nothing without a roll.
    pub happened: Vec<(&'static str, [u64; 2])>,
    /// For each seat the number of rolls that it made in vain while it was stuck, instead of
    /// passing.
    pub in_vain: [u64; 2],
    /// Whether the last game is not at its end, as a record may stop anywhere.
    pub is_cut: bool,
}

/// A game that has gone by the rules so far.
#[derive(Clone, Debug)]
struct Followed<'a> {
    game: ToldGame<'a>,
    /// The last roll, and the position before it, if there was one.
    last: Option<(Position, ToldRoll)>,
}

impl Followed<'_> {
    fn last_roll(&self) -> Option<ToldRoll> {
        self.last.map(|(_, told)| told)
    }
}

/// What a line of a record says.
#[derive(Clone, Copy, Debug)]
struct Line<'a> {
    seat: usize,
    face: u32,
    /// The face as it is written.
    word: &'a str,
    /// The position after the roll.
    position: Position,
}

/// A record that is followed line by line.
#[derive(Debug)]
pub struct Comparison<'a> {
    rules: Rules,
    dice: [&'a Die; 2],
    in_fields: bool,
    lines: u64,
    /// Whether the next line may be the first one of a game.
    is_between: bool,
    /// The game, as long as it goes by the rules.
    game: Option<Followed<'a>>,
    compared: Compared,
}

impl<'a> Comparison<'a> {
    /// Follows games of these dice. `in_fields` says that both seats count the fields of the board
    /// from the A of seat 1, so that seat 2 begins on 20; otherwise each counts from its own A.
    pub fn new(rules: Rules, dice: [&'a Die; 2], in_fields: bool) -> Comparison<'a> {
        Comparison {
            rules,
            dice,
            in_fields,
            lines: 0,
            is_between: true,
            game: None,
            compared: Compared::default(),
        }
    }

    /// Takes the next line.
    pub fn line(&mut self, line: &str) {
        self.lines += 1;
        let line = line.trim();
        let is_end = line.is_empty() || line.starts_with("Beginn");
        if mem::replace(&mut self.is_between, is_end) && !is_end {
            self.compared.games += 1;
            let seat = self.read(line).map_or(0, |line| line.seat);
            self.game = Some(Followed {
                game: self.begun(seat),
                last: None,
            });
        }
        let Some(mut followed) = self.game.take() else {
            return;
        };
        let gone_on = match followed.game.next {
            Ok(seat) if is_end => Err(Wrong::Stops(seat)),
            Err(_) if is_end => return,
            _ => self.follow(&mut followed, line),
        };
        let Err(wrong) = gone_on else {
            self.game = Some(followed);
            return;
        };
        self.compared.departed += 1;
        if self.compared.departures.len() < MOST_KEPT {
            let explained_by = self.explain(&followed, line, &wrong);
            self.compared.departures.push(Departure {
                game: self.compared.games,
                line: self.lines,
                text: Excerpt::new(line),
                last: followed.last_roll(),
                wrong,
                explained_by,
            });
        }
    }

    /// What came of all lines.
    pub fn finish(mut self) -> Compared {
        self.compared.is_cut = self.game.is_some_and(|followed| followed.game.next.is_ok());
        self.compared
    }

    /// A game in which this seat has the first turn, if the rules allow that.
    fn begun(&self, seat: usize) -> ToldGame<'a> {
        let is_fixed = self.rules.has(Deviation::FirstStarts);
        let starter = if is_fixed { 0 } else { seat };
        ToldGame::new(self.rules, self.dice, Position::start(self.rules), starter)
    }

    /// Goes on with a game by what a line says, and counts it.
    fn follow(&mut self, followed: &mut Followed, line: &str) -> Result<(), Wrong> {
        let line = self.read(line).map_err(Wrong::Unreadable)?;
        let Line { seat, face, .. } = line;
        let has_face = self.dice[seat].faces().contains(&face);
        let before = followed.game.position();
        let changes_nothing = line.position.both == before.both;
        if has_face && changes_nothing && followed.game.may_roll_in_vain(seat) {
            self.compared.rolls += 1;
            self.compared.in_vain[seat] += 1;
            return Ok(());
        }
        if followed.game.next.map_err(Wrong::GoesOn)? != seat {
            return Err(Wrong::Seat(seat));
        }
        if !has_face {
            return Err(Wrong::Face(seat, Excerpt::new(line.word)));
        }
        let mut game = followed.game.clone();
        let told = game.roll(face).map_err(Wrong::GoesOn)?;
        if told.position.both != line.position.both {
            return Err(Wrong::Position(told, line.position));
        }
        self.count(&told);
        followed.game = game;
        followed.last = Some((before, told));
        Ok(())
    }

    /// The rule sets of [`Departure::explained_by`] for a game that this line does not follow.
    fn explain(&self, followed: &Followed, line: &str, wrong: &Wrong) -> Vec<Rules> {
        let line = self.read(line).ok();
        // The position before a roll, the roll, the pieces after it, and who is to roll then, if
        // that is what departs.
        let (before, seat, face, after, next) = match (wrong, followed.last, line) {
            (Wrong::Unreadable(_) | Wrong::Face(..), ..) => return Vec::new(),
            (Wrong::Position(..), last, Some(line)) => {
                let before = last.map(|(_, told)| told.position);
                (before, line.seat, line.face, line.position.both, None)
            }
            (_, Some((before, told)), line) => {
                let before = (told.number > 1).then_some(before);
                let next = Some(line.map(|line| line.seat));
                (before, told.seat, told.roll, told.position.both, next)
            }
            (_, None, Some(line)) => (None, line.seat, line.face, line.position.both, None),
            (_, None, None) => return Vec::new(),
        };
        let largest = self.dice.iter().flat_map(|die| die.faces()).max();
        let goes_so = |rules: &Rules| {
            // At the beginning, each has its own.
            let start = Position::start(*rules);
            let is_fixed = before.is_none() && rules.has(Deviation::FirstStarts);
            let starter = if is_fixed { 0 } else { seat };
            let before = before.map_or(start, Position::forgotten);
            let is_possible = before.check(*rules, Some(seat)).is_ok();
            let mut game = ToldGame::new(*rules, self.dice, before, starter);
            is_possible
                && largest <= Some(&rules.most_face())
                && game.next == Ok(seat)
                && game
                    .roll(face)
                    .is_ok_and(|told| told.position.both == after)
                && next.is_none_or(|next| game.next.ok() == next)
        };
        let with_another = Deviation::ALL.iter();
        let with_another = with_another.filter_map(|&one| self.rules.with(one).ok());
        let mut explained_by = Rules::with_at_most_one_deviation()
            .chain(with_another)
            .unique()
            .filter(|rules| *rules != self.rules && goes_so(rules))
            .collect_vec();
        if explained_by.contains(&Rules::OFFIZIELL) {
            explained_by.retain(|rules| *rules == rules.base());
        }
        explained_by
    }

    /// What a line says. In the goal, fields may be written as numbers, too, but for the base where
    /// 40 is another one.
    fn read<'l>(&self, line: &'l str) -> Result<Line<'l>, String> {
        let words = line.split_whitespace().collect_vec();
        let [seat, word, position @ ..] = &words[..] else {
            return Err(FORM.into());
        };
        let fault = |word, what| format!("„{}“ ist kein {what}; {FORM}", Excerpt::new(word));
        let known = ["1", "2"].iter().position(|one| one == seat);
        let seat = known.ok_or_else(|| fault(seat, "Sitz, es gibt 1 und 2"))?;
        let face = whole_number(word).ok_or_else(|| fault(word, "Wurf"))?;
        let has_numbers = self.rules.base() != Rules::WLR;
        let parse_place = |place: &str| match whole_number(place) {
            Some(progress @ TRACK..FIELDS) if has_numbers => Ok(progress),
            _ => parse_place(place),
        };
        let shown = |fault: PositionError| fault.to_string();
        let mut position = Position::parse(&position.join(" "), parse_place).map_err(shown)?;
        if self.in_fields {
            let own = as_seat_2_counts(position.both[1]).ok_or(PositionError::Pieces(2));
            position.both[1] = own.map_err(shown)?;
        }
        Ok(Line {
            seat,
            face,
            word,
            position,
        })
    }

    /// Counts a roll that goes by the rules, and what happened in it.
    fn count(&mut self, told: &ToldRoll) {
        let is_six = told.roll == self.rules.six(self.dice[told.seat].faces());
        let moves = || told.moves.iter().flatten();
        let by = |rule| moves().any(|(mv, _)| mv.rule == rule);
        let hits = |rule| moves().any(|&(mv, captures)| mv.rule == rule && captures);
        let hits_on_track = hits(Rule::FrontmostOnTrack);
        let is_idle = moves().next().is_none();
        let happenings = [
            ("Einsetzen (Regel 1)", by(Rule::BringOut)),
            ("Einsetzen mit Schlagen", hits(Rule::BringOut)),
            ("A räumen (Regel 2)", by(Rule::ClearStart)),
            ("A räumen mit Schlagen", hits(Rule::ClearStart)),
            ("Zug auf der Laufbahn (Regel 3)", by(Rule::FrontmostOnTrack)),
            ("Zug auf der Laufbahn mit Schlagen", hits_on_track),
            ("Zug im Ziel (Regel 4)", by(Rule::FrontmostInGoal)),
            ("kein Zug (Regel 5)", is_idle),
            ("kein Zug mit einer 6", is_idle && is_six),
            ("Schlagen am Zugende", told.captured_at_turn_end != 0),
            ("noch ein Wurf nach einer 6", told.again),
            ("noch ein Versuch", told.tries),
            ("danach setzt einer aus", told.passes.is_some()),
            ("Sieg", told.ending == Some(Ending::Won(told.seat))),
        ];
        self.compared.rolls += 1;
        let happened = &mut self.compared.happened;
        happened.resize(happenings.len(), ("", [0; 2]));
        for ((known, often), (name, happens)) in happened.iter_mut().zip(happenings) {
            *known = name;
            often[told.seat] += u64::from(happens);
        }
    }
}

/// The pieces of seat 2, if these have their fields of the track counted from the A of seat 1;
/// `None` if they cannot be.
pub fn as_seat_2_counts(own: Configuration) -> Option<Configuration> {
    Configuration::new(own.pieces().map(|place| match place {
        0..TRACK => opposite(place),
        _ => place,
    }))
}
