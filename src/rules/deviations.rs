//! Names of rule sets: a base, and how programs deviate from it.
//!
//! A deviation is a variant with its name and its meaning, and a line of the rules that asks for it. What
//! excludes what is fixed here and nowhere else.

use std::fmt;
use std::str::FromStr;

use itertools::Itertools;
use thiserror::Error;

use super::{BASES, Base, Rules};
use crate::text::{Excerpt, meant};

/// Makes an enum of these variants with what each means, and its name.
macro_rules! deviations {
    ($(#[doc = $meaning:literal] $variant:ident = $name:literal,)*) => {
        /// Something that programs for the task do otherwise than the base of their rule set, all else being equal.
        ///
        /// The order is that in which a name has them. With each stands what it means in German, which is what users read: a
        /// clause that may follow a colon.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Deviation {
            $(#[doc = $meaning] $variant,)*
        }

        impl Deviation {
            /// All deviations, in the order in which a name has them.
            pub const ALL: &'static [Deviation] = &[$(Deviation::$variant),*];

            /// The name by which users call it.
            pub fn name(self) -> &'static str {
                [$($name),*][self as usize]
            }

            /// What it means, in German: a clause that may follow a colon.
            pub fn meaning(self) -> &'static str {
                [$($meaning),*][self as usize].trim_start()
            }
        }
    };
}

deviations! {
    /// am Anfang sind alle vier Figuren zu Hause
    EmptyStart = "start-leer",
    /// A muss auch geräumt werden, wenn keine Figur mehr zu Hause ist
    ClearAlways = "raeumen-immer",
    /// A muss nur bei einer 6 geräumt werden
    ClearWithSix = "raeumen-mit-6",
    /// A muss nie geräumt werden
    NoClearing = "ohne-raeumen",
    /// eingesetzt wird bei einer 6 erst, wenn sonst keine Figur ziehen kann
    BringOutLast = "einsetzen-zuletzt",
    /// auf der Laufbahn zieht die hinterste Figur, die ziehen kann, statt der vordersten
    Rearmost = "hinterste",
    /// auf der Laufbahn zieht die vorderste Figur oder, wenn sie nicht kann, keine
    FrontmostOnly = "nur-vorderste",
    /// Figuren im Ziel ziehen nicht weiter
    NoGoalMoves = "ohne-zielzug",
    /// im Ziel werden eigene Figuren nicht übersprungen
    NoJumping = "ohne-springen",
    /// es wird nicht geschlagen; auf einem Feld dürfen Figuren beider Spieler stehen
    NoCaptures = "ohne-schlagen",
    /// nach einer 6 wird nicht noch einmal gewürfelt
    NoFurtherRoll = "ohne-zusatzwurf",
    /// nach einer 6 wird nur dann noch einmal gewürfelt, wenn mit ihr eine Figur gezogen ist
    FurtherRollAfterMove = "zusatzwurf-nach-zug",
    /// wer keine Figur auf der Laufbahn hat, würfelt bis zu dreimal, bis eine Figur ziehen kann
    ThreeTries = "drei-versuche",
    /// bei einem Würfel ohne 6 gilt seine höchste Augenzahl als 6: Sie setzt ein und gibt noch einen Wurf
    HighestIsSix = "hoechste-setzt-ein",
    /// wer beginnt, wird ausgewürfelt: Jeder wirft seinen Würfel, bis einer höher ist
    RolledStarter = "auswuerfeln",
    /// der Würfel, der in der Datei früher steht, beginnt jedes Spiel
    FirstStarts = "erster-beginnt",
    /// auf dem eigenen A wird keine Figur geschlagen; dort dürfen Figuren beider Spieler stehen
    SafeStart = "a-sicher",
    /// wer einsetzt, schlägt dabei nicht; auf A dürfen dann Figuren beider Spieler stehen
    BringOutSpares = "einsetzen-schlaegt-nicht",
    /// wer an der Reihe ist und festsitzt, hat verloren
    StuckLoses = "festsitzen-verliert",
    /// geschlagen wird erst nach dem letzten Wurf eines Zugs, dann auf allen Feldern, auf denen der Spieler steht; bis dahin dürfen Figuren beider Spieler auf einem Feld stehen
    CapturesAtTurnEnd = "schlagen-am-zugende",
}

use Deviation::*;

impl Deviation {
    /// Those that exclude each other.
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

    /// The only ones that `wlr` admits: they say who begins.
    const FOR_WLR: [Deviation; 2] = [RolledStarter, FirstStarts];

    /// The deviation of this name.
    pub fn named(name: &str) -> Option<Deviation> {
        let mut all = Deviation::ALL.iter().copied();
        all.find(|deviation| deviation.name() == name)
    }

    /// Its bit in a set of deviations.
    pub(super) const fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// Why a name is that of no rule set.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum RulesError {
    #[error("„{0}“ ist kein Regelwerk{1}; erlaubt: {bases}, dahinter mit + Abweichungen", bases = BASES.join(", "))]
    Base(Excerpt, String),
    #[error("„{0}“ ist keine Abweichung{1}; „wuerfelglueck regeln“ nennt alle")]
    Unknown(Excerpt, String),
    #[error("„{0}“ ist zweimal genannt")]
    Twice(String),
    #[error("„{0}“ und „{1}“ schließen einander aus")]
    Exclusive(&'static str, &'static str),
    #[error("„{0}“ passt nicht zu wlr; dort kann man nur wählen, wer beginnt: {starters}", starters = Deviation::FOR_WLR.map(Deviation::name).join(", "))]
    NotForWlr(&'static str),
}

impl Rules {
    /// The same rules with a deviation. It is an error if they have it already, or one that excludes it, or do not admit it.
    pub fn with(self, deviation: Deviation) -> Result<Rules, RulesError> {
        let name = deviation.name();
        if self.has(deviation) {
            return Err(RulesError::Twice(name.into()));
        }
        if self.base == Base::Wlr && !Deviation::FOR_WLR.contains(&deviation) {
            return Err(RulesError::NotForWlr(name));
        }
        for [one, other] in Deviation::EXCLUSIVE {
            if deviation == one && self.has(other) || deviation == other && self.has(one) {
                return Err(RulesError::Exclusive(one.name(), other.name()));
            }
        }
        let with = self.with | deviation.bit();
        Ok(Rules { with, ..self })
    }

    /// The rule sets without deviations, then `offiziell` with each deviation alone.
    pub fn with_at_most_one_deviation() -> impl Iterator<Item = Rules> {
        let singles = Deviation::ALL.iter();
        let singles = singles.filter_map(|&one| Rules::OFFIZIELL.with(one).ok());
        Rules::ALL.into_iter().chain(singles)
    }

    /// The deviations in the order of [`Deviation::ALL`].
    pub fn deviations(self) -> impl Iterator<Item = Deviation> {
        let all = Deviation::ALL.iter().copied();
        all.filter(move |&deviation| self.has(deviation))
    }
}

/// The name: the base, and behind each + a deviation, always in the same order.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let deviations = self.deviations().map(Deviation::name);
        let base = BASES[self.base as usize];
        f.pad(&[base].into_iter().chain(deviations).join("+"))
    }
}

/// Takes the deviations in any order.
impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(name: &str) -> Result<Rules, RulesError> {
        let mut words = name.split('+').map(str::trim);
        let first = words.next().unwrap_or_default();
        let base = BASES.iter().position(|base| *base == first);
        let wrong = || RulesError::Base(Excerpt::new(first), meant(first, BASES.into_iter()));
        let base = Rules::ALL[base.ok_or_else(wrong)?];
        words.try_fold(base, |rules, word| {
            let names = Deviation::ALL.iter().map(|one| one.name());
            let wrong = || RulesError::Unknown(Excerpt::new(word), meant(word, names));
            rules.with(Deviation::named(word).ok_or_else(wrong)?)
        })
    }
}
