//! Names of rule sets: a base, and how programs deviate from it.
//!
//! A deviation is a variant with its name and its meaning, and a line of the rules that asks for it. What
//! excludes what is fixed here and nowhere else.

use std::fmt;
use std::str::FromStr;

use enumset::EnumSetType;
use itertools::Itertools;
use strum::{EnumMessage, IntoStaticStr, VariantArray};
use thiserror::Error;

use super::{Base, Rules};
use crate::text::Excerpt;

/// Something that programs for the task do otherwise than the base of their rule set, all else being equal.
///
/// The order is that in which a name has them. With each stands what it means in German, which is what users read: a clause that
/// may follow a colon; and the name by which they call it.
#[derive(Debug, Hash, PartialOrd, Ord, EnumSetType, EnumMessage, IntoStaticStr, VariantArray)]
pub enum Deviation {
    /// am Anfang sind alle vier Figuren zu Hause
    #[strum(serialize = "start-leer")]
    EmptyStart,
    /// A muss auch geräumt werden, wenn keine Figur mehr zu Hause ist
    #[strum(serialize = "raeumen-immer")]
    ClearAlways,
    /// A muss nur bei einer 6 geräumt werden
    #[strum(serialize = "raeumen-mit-6")]
    ClearWithSix,
    /// A muss nie geräumt werden
    #[strum(serialize = "ohne-raeumen")]
    NoClearing,
    /// eingesetzt wird bei einer 6 erst, wenn sonst keine Figur ziehen kann
    #[strum(serialize = "einsetzen-zuletzt")]
    BringOutLast,
    /// auf der Laufbahn zieht die hinterste Figur, die ziehen kann, statt der vordersten
    #[strum(serialize = "hinterste")]
    Rearmost,
    /// auf der Laufbahn zieht die vorderste Figur oder, wenn sie nicht kann, keine
    #[strum(serialize = "nur-vorderste")]
    FrontmostOnly,
    /// Figuren im Ziel ziehen nicht weiter
    #[strum(serialize = "ohne-zielzug")]
    NoGoalMoves,
    /// im Ziel werden eigene Figuren nicht übersprungen
    #[strum(serialize = "ohne-springen")]
    NoJumping,
    /// es wird nicht geschlagen; auf einem Feld dürfen Figuren beider Spieler stehen
    #[strum(serialize = "ohne-schlagen")]
    NoCaptures,
    /// nach einer 6 wird nicht noch einmal gewürfelt
    #[strum(serialize = "ohne-zusatzwurf")]
    NoFurtherRoll,
    /// nach einer 6 wird nur dann noch einmal gewürfelt, wenn mit ihr eine Figur gezogen ist
    #[strum(serialize = "zusatzwurf-nach-zug")]
    FurtherRollAfterMove,
    /// wer keine Figur auf der Laufbahn hat, würfelt bis zu dreimal, bis ein Wurf passt
    #[strum(serialize = "drei-versuche")]
    ThreeTries,
    /// bei einem Würfel ohne 6 gilt seine höchste Augenzahl als 6: Sie setzt ein und gibt noch einen Wurf
    #[strum(serialize = "hoechste-setzt-ein")]
    HighestIsSix,
    /// wer beginnt, wird ausgewürfelt: Jeder wirft seinen Würfel, bis einer höher ist
    #[strum(serialize = "auswuerfeln")]
    RolledStarter,
    /// der Würfel, der in der Datei früher steht, beginnt jedes Spiel
    #[strum(serialize = "erster-beginnt")]
    FirstStarts,
    /// auf dem eigenen A wird keine Figur geschlagen; dort dürfen Figuren beider Spieler stehen
    #[strum(serialize = "a-sicher")]
    SafeStart,
    /// wer einsetzt, schlägt dabei nicht; auf A dürfen dann Figuren beider Spieler stehen
    #[strum(serialize = "einsetzen-schlaegt-nicht")]
    BringOutSpares,
    /// wer an der Reihe ist und festsitzt, hat verloren
    #[strum(serialize = "festsitzen-verliert")]
    StuckLoses,
}

use Deviation::*;

impl Deviation {
    /// All deviations, in the order in which a name has them.
    pub const ALL: &'static [Deviation] = Deviation::VARIANTS;

    /// Those that exclude each other.
    pub const EXCLUSIVE: [[Deviation; 2]; 7] = [
        [ClearAlways, NoClearing],
        [ClearWithSix, NoClearing],
        [Rearmost, FrontmostOnly],
        [NoFurtherRoll, FurtherRollAfterMove],
        [RolledStarter, FirstStarts],
        [NoCaptures, SafeStart],
        [NoCaptures, BringOutSpares],
    ];

    /// The only ones that `wlr` admits: they say who begins.
    const FOR_WLR: [Deviation; 2] = [RolledStarter, FirstStarts];

    /// The name by which users call it.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The deviation of this name.
    pub fn named(name: &str) -> Option<Deviation> {
        let mut all = Deviation::ALL.iter().copied();
        all.find(|deviation| deviation.name() == name)
    }

    /// What it means, in German: a clause that may follow a colon.
    pub fn meaning(self) -> &'static str {
        self.get_documentation().unwrap_or_default()
    }
}

/// Why a name is that of no rule set.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum RulesError {
    #[error("„{0}“ ist kein Regelwerk; erlaubt: {bases}, dahinter mit + Abweichungen", bases = Rules::ALL.iter().join(", "))]
    Base(Excerpt),
    #[error("vor einer Abweichung steht ein Regelwerk, wie in „offiziell+{0}“")]
    Alone(&'static str),
    #[error("„{0}“ ist keine Abweichung{similar}; „wuerfelglueck regeln“ nennt alle", similar = similar(.0))]
    Unknown(Excerpt),
    #[error("„{0}“ ist ein Regelwerk für sich und steht vorn, keine Abweichung")]
    SecondBase(&'static str),
    #[error("„{0}“ ist zweimal genannt")]
    Twice(String),
    #[error("„{0}“ und „{1}“ schließen einander aus")]
    Exclusive(&'static str, &'static str),
    #[error("„{0}“ passt nicht zu wlr; dort kann man nur wählen, wer beginnt: {starters}", starters = Deviation::FOR_WLR.map(Deviation::name).join(", "))]
    NotForWlr(&'static str),
}

/// A word about the deviation that was probably meant.
fn similar(found: &Excerpt) -> String {
    let found = found.to_string();
    let alike = |deviation: &Deviation| {
        let likeness = strsim::jaro_winkler(deviation.name(), &found);
        (likeness > 0.8).then_some((likeness, deviation.name()))
    };
    let all = Deviation::ALL.iter().filter_map(alike);
    let best = all.max_by(|one, other| one.0.total_cmp(&other.0));
    let meant = best.map(|(_, name)| format!("; gemeint ist wohl „{name}“"));
    meant.unwrap_or_default()
}

impl Rules {
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
        if self.base == Base::Wlr && !Deviation::FOR_WLR.contains(&deviation) {
            return Err(RulesError::NotForWlr(name));
        }
        for [one, other] in Deviation::EXCLUSIVE {
            if deviation == one && self.has(other) || deviation == other && self.has(one) {
                return Err(RulesError::Exclusive(one.name(), other.name()));
            }
        }
        let with = self.with | deviation;
        Ok(Rules { with, ..self })
    }

    /// The deviations in the order of [`Deviation::ALL`].
    pub fn deviations(self) -> impl Iterator<Item = Deviation> {
        self.with.iter()
    }
}

/// The name: the base, and behind each + a deviation, always in the same order.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let deviations = self.deviations().map(Deviation::name);
        f.pad(&[self.base.into()].into_iter().chain(deviations).join("+"))
    }
}

/// Takes the deviations in any order.
impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(name: &str) -> Result<Rules, RulesError> {
        let base = |word: &str| {
            let mut bases = Base::VARIANTS.iter().copied();
            bases.find(|&base| <&str>::from(base) == word)
        };
        let mut words = name.split('+');
        let first = words.next().unwrap_or_default();
        let Some(first) = base(first) else {
            let alone = Deviation::named(first).map(|one| RulesError::Alone(one.name()));
            return Err(alone.unwrap_or_else(|| RulesError::Base(Excerpt::new(first))));
        };
        let mut rules = Rules::of(first);
        for word in words {
            rules = match (Deviation::named(word), base(word)) {
                (Some(deviation), _) => rules.with(deviation)?,
                (None, Some(base)) => return Err(RulesError::SecondBase(base.into())),
                (None, None) => return Err(RulesError::Unknown(Excerpt::new(word))),
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
        let given = "zielzuerst+raeumen-mit-6+raeumen-immer";
        let name = "zielzuerst+raeumen-immer+raeumen-mit-6";
        for (given, name) in [("offiziell", "offiziell"), (given, name)] {
            let rules: Rules = given.parse().unwrap();
            assert_eq!(rules.to_string(), name);
        }
        for &deviation in Deviation::ALL {
            assert!(!deviation.meaning().is_empty());
            for base in Rules::ALL {
                let Ok(rules) = base.with(deviation) else {
                    assert_eq!(base, Rules::WLR);
                    continue;
                };
                assert_eq!(rules.to_string(), format!("{base}+{}", deviation.name()));
            }
        }
    }
}
