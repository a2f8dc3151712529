//! Deviations: the common ways in which programs for the task depart from a base.
//!
//! A deviation is a variant with its name and its meaning; the code that asks for it is elsewhere,
//! mostly a line of the [rules](super). The pairs that exclude each other are listed here alone.

use Deviation::*;

/// A rule by which programs for the task deviate from the base of their rule set, all else being
/// equal.
///
/// The order is that in which a name has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Deviation {
    /// All four pieces are at home at the beginning.
    EmptyStart,
    /// A has to be cleared with nobody at home, too.
    ClearAlways,
    /// A has to be cleared with a 6 only.
    ClearWithSix,
    /// A never has to be cleared.
    NoClearing,
    /// A 6 brings out a piece only if no piece on the board can move by it.
    BringOutLast,
    /// On the track the rearmost piece that can move does so.
    Rearmost,
    /// On the track only the frontmost piece is tried.
    FrontmostOnly,
    /// Pieces in the goal do not move.
    NoGoalMoves,
    /// Own pieces in the goal are not jumped over.
    NoJumping,
    /// Nobody captures.
    NoCaptures,
    /// A 6 gives no further roll.
    NoFurtherRoll,
    /// A 6 gives a further roll only if it moved a piece.
    FurtherRollAfterMove,
    /// A player without a piece on the track rolls up to three times, until a piece moves.
    ThreeTries,
    /// The highest face of a die without a 6 counts as the 6.
    HighestIsSix,
    /// Both roll until one is higher, who begins.
    RolledStarter,
    /// The die that comes first in the file begins each game.
    FirstStarts,
    /// No piece is captured on its own A.
    SafeStart,
    /// A piece that is brought out does not capture.
    BringOutSpares,
    /// A player who is to move and stuck has lost.
    StuckLoses,
    /// Nothing is captured before the last roll of a turn. Then every piece of the mover on the lap
    /// captures where it stands, moved or not.
    CapturesAtTurnEnd,
}

/// The German words for a deviation.
struct Words {
    deviation: Deviation,
    name: &'static str,
    /// A clause that may follow a colon.
    meaning: &'static str,
}

/// The words for each deviation, in the order of the variants.
const WORDS: [Words; 20] = [
    Words {
        deviation: EmptyStart,
        name: "start-leer",
        meaning: "am Anfang sind alle vier Figuren zu Hause",
    },
    Words {
        deviation: ClearAlways,
        name: "raeumen-immer",
        meaning: "A muss auch geräumt werden, wenn keine Figur mehr zu Hause ist",
    },
    Words {
        deviation: ClearWithSix,
        name: "raeumen-mit-6",
        meaning: "A muss nur bei einer 6 geräumt werden",
    },
    Words {
        deviation: NoClearing,
        name: "ohne-raeumen",
        meaning: "A muss nie geräumt werden",
    },
    Words {
        deviation: BringOutLast,
        name: "einsetzen-zuletzt",
        meaning: "eingesetzt wird bei einer 6 erst, wenn sonst keine Figur ziehen kann",
    },
    Words {
        deviation: Rearmost,
        name: "hinterste",
        meaning: "auf der Laufbahn zieht die hinterste Figur, die ziehen kann, statt der \
                  vordersten",
    },
    Words {
        deviation: FrontmostOnly,
        name: "nur-vorderste",
        meaning: "auf der Laufbahn zieht die vorderste Figur oder, wenn sie nicht kann, \
                  keine",
    },
    Words {
        deviation: NoGoalMoves,
        name: "ohne-zielzug",
        meaning: "Figuren im Ziel ziehen nicht weiter",
    },
    Words {
        deviation: NoJumping,
        name: "ohne-springen",
        meaning: "im Ziel werden eigene Figuren nicht übersprungen",
    },
    Words {
        deviation: NoCaptures,
        name: "ohne-schlagen",
        meaning: "es wird nicht geschlagen; auf einem Feld dürfen Figuren beider Spieler \
                  stehen",
    },
    Words {
        deviation: NoFurtherRoll,
        name: "ohne-zusatzwurf",
        meaning: "nach einer 6 wird nicht noch einmal gewürfelt",
    },
    Words {
        deviation: FurtherRollAfterMove,
        name: "zusatzwurf-nach-zug",
        meaning: "nach einer 6 wird nur dann noch einmal gewürfelt, wenn mit ihr eine \
                  Figur gezogen ist",
    },
    Words {
        deviation: ThreeTries,
        name: "drei-versuche",
        meaning: "wer keine Figur auf der Laufbahn hat, würfelt bis zu dreimal, bis eine \
                  Figur ziehen kann",
    },
    Words {
        deviation: HighestIsSix,
        name: "hoechste-setzt-ein",
        meaning: "bei einem Würfel ohne 6 gilt seine höchste Augenzahl als 6: Sie setzt \
                  ein und gibt noch einen Wurf",
    },
    Words {
        deviation: RolledStarter,
        name: "auswuerfeln",
        meaning: "wer beginnt, wird ausgewürfelt: Jeder wirft seinen Würfel, bis einer \
                  höher ist",
    },
    Words {
        deviation: FirstStarts,
        name: "erster-beginnt",
        meaning: "der Würfel, der in der Datei früher steht, beginnt jedes Spiel",
    },
    Words {
        deviation: SafeStart,
        name: "a-sicher",
        meaning: "auf dem eigenen A wird keine Figur geschlagen; dort dürfen Figuren \
                  beider Spieler stehen",
    },
    Words {
        deviation: BringOutSpares,
        name: "einsetzen-schlaegt-nicht",
        meaning: "wer einsetzt, schlägt dabei nicht; auf A dürfen dann Figuren beider \
                  Spieler stehen",
    },
    Words {
        deviation: StuckLoses,
        name: "festsitzen-verliert",
        meaning: "wer an der Reihe ist und festsitzt, hat verloren",
    },
    Words {
        deviation: CapturesAtTurnEnd,
        name: "schlagen-am-zugende",
        meaning: "geschlagen wird erst nach dem letzten Wurf eines Zugs, dann auf allen \
                  Feldern, auf denen der Spieler steht; bis dahin dürfen Figuren beider \
                  Spieler auf einem Feld stehen",
    },
];

impl Deviation {
    /// All deviations, in the order in which a name has them.
    pub const ALL: &'static [Deviation] = &{
        let mut deviations = [EmptyStart; WORDS.len()];
        let mut index = 0;
        while index < WORDS.len() {
            assert!(WORDS[index].deviation as usize == index);
            deviations[index] = WORDS[index].deviation;
            index += 1;
        }
        deviations
    };

    /// The pairs that exclude each other.
    pub const EXCLUSIVE: [[Deviation; 2]; 9] = [
        [ClearAlways, NoClearing],
        [ClearWithSix, NoClearing],
        [Rearmost, FrontmostOnly],
        [NoFurtherRoll, FurtherRollAfterMove],
        [RolledStarter, FirstStarts],
        [NoCaptures, SafeStart],
        [NoCaptures, BringOutSpares],
        [NoCaptures, CapturesAtTurnEnd],
        [BringOutSpares, CapturesAtTurnEnd],
    ];

    /// The deviations that decide who begins, the only ones that `wlr` admits.
    pub const OF_STARTERS: [Deviation; 2] = [RolledStarter, FirstStarts];

    /// Name by which users choose the deviation.
    pub fn name(self) -> &'static str {
        WORDS[self as usize].name
    }

    /// The meaning in German: a clause that may follow a colon.
    pub fn meaning(self) -> &'static str {
        WORDS[self as usize].meaning
    }

    /// The deviation of this name.
    pub fn named(name: &str) -> Option<Deviation> {
        let mut deviations = Deviation::ALL.iter().copied();
        deviations.find(|deviation| deviation.name() == name)
    }

    /// The bit of the deviation in a set.
    pub(super) const fn bit(self) -> u32 {
        1 << self as u32
    }
}
