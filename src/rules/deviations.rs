//! Names of rule sets: a base, and how programs deviate from it.
//!
//! What each deviation is called, and which go together, is fixed here and nowhere else; that is the way from
//! a name to [choices](super::choices) and back.

use std::fmt;
use std::str::FromStr;

use itertools::Itertools;
use thiserror::Error;

use super::Rules;
use super::choices::{
    BringingOut, Capturing, Clearing, ClearingRoll, FurtherRoll, InGoal, Jumping, Movement,
    OnTrack, SixFace, Start, Starter, Tries, WhenStuck,
};
use crate::text::Excerpt;

/// Something that programs for the task do otherwise than the base of their rule set, all else being equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Deviation {
    /// `start-leer`: at the start all four pieces are at home.
    EmptyStart,
    /// `raeumen-immer`: rule 2 holds with nobody at home, too.
    ClearAlways,
    /// `raeumen-mit-6`: rule 2 holds for a roll of 6 only.
    ClearWithSix,
    /// `ohne-raeumen`: rule 2 is left out.
    NoClearing,
    /// `einsetzen-zuletzt`: rule 1 is tried last, after 4.
    BringOutLast,
    /// `hinterste`: rule 3 takes the rearmost piece on the track that can move.
    Rearmost,
    /// `nur-vorderste`: rule 3 tries only the frontmost piece on the track.
    FrontmostOnly,
    /// `ohne-zielzug`: pieces in the goal do not move.
    NoGoalMoves,
    /// `ohne-springen`: no own piece may be jumped over inside the goal.
    NoJumping,
    /// `ohne-schlagen`: enemy pieces are not sent home; both may stand on one field.
    NoCaptures,
    /// `ohne-zusatzwurf`: a 6 gives no further roll.
    NoFurtherRoll,
    /// `zusatzwurf-nach-zug`: a 6 gives a further roll only if it moved something.
    FurtherRollAfterMove,
    /// `drei-versuche`: a player without a piece on the track rolls up to three times, until a roll can be
    /// played.
    ThreeTries,
    /// `hoechste-setzt-ein`: for a die without a 6 its highest face is the 6.
    HighestIsSix,
    /// `auswuerfeln`: who begins is rolled for.
    RolledStarter,
    /// `erster-beginnt`: the die that comes first in the file begins every game.
    FirstStarts,
    /// `festsitzen-verliert`: a stuck player whose turn it is has lost.
    StuckLoses,
}

use Deviation::{
    BringOutLast, ClearAlways, ClearWithSix, EmptyStart, FirstStarts, FrontmostOnly,
    FurtherRollAfterMove, HighestIsSix, NoCaptures, NoClearing, NoFurtherRoll, NoGoalMoves,
    NoJumping, Rearmost, RolledStarter, StuckLoses, ThreeTries,
};

impl Deviation {
    /// All deviations, in the order in which a name has them.
    pub const ALL: [Deviation; 17] = [
        EmptyStart,
        ClearAlways,
        ClearWithSix,
        NoClearing,
        BringOutLast,
        Rearmost,
        FrontmostOnly,
        NoGoalMoves,
        NoJumping,
        NoCaptures,
        NoFurtherRoll,
        FurtherRollAfterMove,
        ThreeTries,
        HighestIsSix,
        RolledStarter,
        FirstStarts,
        StuckLoses,
    ];

    /// Those that exclude each other.
    pub const EXCLUSIVE: [[Deviation; 2]; 5] = [
        [ClearAlways, NoClearing],
        [ClearWithSix, NoClearing],
        [Rearmost, FrontmostOnly],
        [NoFurtherRoll, FurtherRollAfterMove],
        [RolledStarter, FirstStarts],
    ];

    /// The name by which users call it.
    pub const fn name(self) -> &'static str {
        match self {
            EmptyStart => "start-leer",
            ClearAlways => "raeumen-immer",
            ClearWithSix => "raeumen-mit-6",
            NoClearing => "ohne-raeumen",
            BringOutLast => "einsetzen-zuletzt",
            Rearmost => "hinterste",
            FrontmostOnly => "nur-vorderste",
            NoGoalMoves => "ohne-zielzug",
            NoJumping => "ohne-springen",
            NoCaptures => "ohne-schlagen",
            NoFurtherRoll => "ohne-zusatzwurf",
            FurtherRollAfterMove => "zusatzwurf-nach-zug",
            ThreeTries => "drei-versuche",
            HighestIsSix => "hoechste-setzt-ein",
            RolledStarter => "auswuerfeln",
            FirstStarts => "erster-beginnt",
            StuckLoses => "festsitzen-verliert",
        }
    }

    /// The deviation of this name.
    pub fn named(name: &str) -> Option<Deviation> {
        let mut all = Deviation::ALL.into_iter();
        all.find(|deviation| deviation.name() == name)
    }

    /// What it means, in German: a clause that may follow a colon.
    pub const fn meaning(self) -> &'static str {
        match self {
            EmptyStart => "am Anfang sind alle vier Figuren zu Hause",
            ClearAlways => "A muss auch geräumt werden, wenn keine Figur mehr zu Hause ist",
            ClearWithSix => "A muss nur bei einer 6 geräumt werden",
            NoClearing => "A muss nie geräumt werden",
            BringOutLast => "eingesetzt wird bei einer 6 erst, wenn sonst keine Figur ziehen kann",
            Rearmost => {
                "auf der Laufbahn zieht die hinterste Figur, die ziehen kann, statt der vordersten"
            }
            FrontmostOnly => {
                "auf der Laufbahn zieht die vorderste Figur oder, wenn sie nicht kann, keine"
            }
            NoGoalMoves => "Figuren im Ziel ziehen nicht weiter",
            NoJumping => "im Ziel werden eigene Figuren nicht übersprungen",
            NoCaptures => {
                "es wird nicht geschlagen; auf einem Feld dürfen Figuren beider Spieler stehen"
            }
            NoFurtherRoll => "nach einer 6 wird nicht noch einmal gewürfelt",
            FurtherRollAfterMove => {
                "nach einer 6 wird nur dann noch einmal gewürfelt, wenn mit ihr eine Figur gezogen ist"
            }
            ThreeTries => {
                "wer keine Figur auf der Laufbahn hat, würfelt bis zu dreimal, bis ein Wurf passt"
            }
            HighestIsSix => {
                "bei einem Würfel ohne 6 gilt seine höchste Augenzahl als 6: Sie setzt ein und gibt noch \
                 einen Wurf"
            }
            RolledStarter => {
                "wer beginnt, wird ausgewürfelt: Jeder wirft seinen Würfel, bis einer höher ist"
            }
            FirstStarts => "der Würfel, der in der Datei früher steht, beginnt jedes Spiel",
            StuckLoses => "wer an der Reihe ist und festsitzt, hat verloren",
        }
    }

    /// Makes the choice in rules that it fits.
    fn choose(self, rules: &mut Rules) {
        match self {
            EmptyStart => rules.start = Start::AllHome,
            ClearAlways => rules.clearing = Clearing::Always,
            ClearWithSix => rules.clearing_roll = ClearingRoll::Six,
            NoClearing => rules.clearing = Clearing::Never,
            BringOutLast => rules.bringing_out = BringingOut::Last,
            Rearmost => rules.on_track = OnTrack::Rearmost,
            FrontmostOnly => rules.on_track = OnTrack::FrontmostOnly,
            NoGoalMoves => rules.in_goal = InGoal::None,
            NoJumping => rules.jumping = Jumping::OnTrack,
            NoCaptures => rules.capturing = Capturing::None,
            NoFurtherRoll => rules.further_roll = FurtherRoll::Never,
            FurtherRollAfterMove => rules.further_roll = FurtherRoll::AfterMove,
            ThreeTries => rules.tries = Tries::Three,
            HighestIsSix => rules.six = SixFace::SixOrHighest,
            RolledStarter => rules.starter = Starter::RolledFor,
            FirstStarts => rules.starter = Starter::First,
            StuckLoses => rules.stuck = WhenStuck::Loses,
        }
    }
}

/// Why a name is that of no rule set.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum RulesError {
    /// The name does not begin with a base.
    #[error("„{0}“ ist kein Regelwerk; erlaubt: {bases}, dahinter mit + Abweichungen", bases = bases())]
    Base(Excerpt),
    /// The name is that of a deviation alone.
    #[error("vor einer Abweichung steht ein Regelwerk, wie in „offiziell+{0}“")]
    Alone(&'static str),
    /// There is no such deviation.
    #[error("„{found}“ ist keine Abweichung{}; „wuerfelglueck regeln“ nennt alle", similar(.found))]
    Unknown {
        /// What stands there.
        found: Excerpt,
    },
    /// A base stands where a deviation should be.
    #[error("„{0}“ ist ein Regelwerk für sich und steht vorn, keine Abweichung")]
    SecondBase(&'static str),
    /// A deviation is named twice.
    #[error("„{0}“ ist zweimal genannt")]
    Twice(String),
    /// Two deviations exclude each other.
    #[error("„{0}“ und „{1}“ schließen einander aus")]
    Exclusive(&'static str, &'static str),
    /// The deviation does not fit the base.
    #[error("„{0}“ passt nicht zu wlr; dort kann man nur wählen, wer beginnt: {starters}", starters = starters())]
    NotForWlr(&'static str),
}

fn bases() -> String {
    Rules::BASES.map(|(name, _)| name).join(", ")
}

fn starters() -> String {
    [RolledStarter, FirstStarts].map(Deviation::name).join(", ")
}

/// A word about the deviation that was probably meant.
fn similar(found: &Excerpt) -> String {
    let found = found.to_string();
    let alike = |deviation: &Deviation| {
        let likeness = strsim::jaro_winkler(deviation.name(), &found);
        (likeness > 0.8).then_some((likeness, deviation.name()))
    };
    let best = Deviation::ALL.iter().filter_map(alike);
    let best = best.max_by(|one, other| one.0.total_cmp(&other.0));
    best.map_or_else(String::new, |(_, name)| {
        format!("; gemeint ist wohl „{name}“")
    })
}

impl Rules {
    /// The names of the bases.
    const BASES: [(&'static str, Rules); 3] = [
        ("offiziell", Rules::OFFIZIELL),
        ("zielzuerst", Rules::ZIELZUERST),
        ("wlr", Rules::WLR),
    ];

    /// The same rules with a deviation.
    ///
    /// # Errors
    ///
    /// If the rules have it already, or one that excludes it, or do not admit it.
    pub fn with(self, deviation: Deviation) -> Result<Rules, RulesError> {
        let name = deviation.name();
        if self.has(deviation) {
            return Err(RulesError::Twice(name.into()));
        }
        let is_about_starters = matches!(deviation, RolledStarter | FirstStarts);
        if self.movement == Movement::Wlr && !is_about_starters {
            return Err(RulesError::NotForWlr(name));
        }
        for [one, other] in Deviation::EXCLUSIVE {
            if deviation == one && self.has(other) || deviation == other && self.has(one) {
                return Err(RulesError::Exclusive(one.name(), other.name()));
            }
        }
        let mut rules = self;
        deviation.choose(&mut rules);
        Ok(rules)
    }

    /// Whether the rules have this deviation: to choose it would change nothing.
    pub fn has(self, deviation: Deviation) -> bool {
        let mut rules = self;
        deviation.choose(&mut rules);
        rules == self
    }

    /// The deviations in the order of [`Deviation::ALL`].
    pub fn deviations(self) -> impl Iterator<Item = Deviation> {
        let all = Deviation::ALL.into_iter();
        all.filter(move |&deviation| self.has(deviation))
    }

    /// The rules without deviations.
    pub fn base(self) -> Rules {
        let (_, base) = self.named_base();
        base
    }

    fn named_base(self) -> (&'static str, Rules) {
        let [offiziell, zielzuerst, wlr] = Rules::BASES;
        if self.movement == Movement::Wlr {
            wlr
        } else if self.front == zielzuerst.1.front {
            zielzuerst
        } else {
            offiziell
        }
    }
}

/// The name: the base, and behind each + a deviation, always in the same order.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (base, _) = self.named_base();
        let deviations = self.deviations().map(Deviation::name);
        let name = [base].into_iter().chain(deviations).join("+");
        f.pad(&name)
    }
}

/// Takes the deviations in any order.
impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(name: &str) -> Result<Rules, RulesError> {
        let base = |word: &str| Rules::BASES.into_iter().find(|(name, _)| *name == word);
        let mut words = name.split('+');
        let first = words.next().unwrap_or_default();
        let Some((_, mut rules)) = base(first) else {
            return Err(match Deviation::named(first) {
                Some(deviation) => RulesError::Alone(deviation.name()),
                None => RulesError::Base(Excerpt::new(first)),
            });
        };
        for word in words {
            rules = match (Deviation::named(word), base(word)) {
                (Some(deviation), _) => rules.with(deviation)?,
                (None, Some((name, _))) => return Err(RulesError::SecondBase(name)),
                (None, None) => {
                    let found = Excerpt::new(word);
                    return Err(RulesError::Unknown { found });
                }
            };
        }
        Ok(rules)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_canonical() {
        for (given, name) in [
            ("offiziell", "offiziell"),
            (
                "offiziell+ohne-schlagen+start-leer",
                "offiziell+start-leer+ohne-schlagen",
            ),
            (
                "zielzuerst+raeumen-mit-6+raeumen-immer",
                "zielzuerst+raeumen-immer+raeumen-mit-6",
            ),
            ("wlr+erster-beginnt", "wlr+erster-beginnt"),
        ] {
            let rules: Rules = given.parse().unwrap();
            assert_eq!(rules.to_string(), name);
        }
        for (_, base) in Rules::BASES {
            for deviation in Deviation::ALL {
                assert!(!base.has(deviation));
                let Ok(rules) = base.with(deviation) else {
                    assert_eq!(base, Rules::WLR);
                    continue;
                };
                assert_eq!(rules.to_string(), format!("{base}+{}", deviation.name()));
                assert!(rules.deviations().eq([deviation]));
                assert_eq!(rules.base(), base);
            }
        }
    }

    #[test]
    fn every_deviation_has_a_place() {
        assert!(Deviation::ALL.is_sorted());
        let number = Deviation::ALL.map(Deviation::name).iter().unique().count();
        assert_eq!(number, Deviation::ALL.len());
    }
}
