//! Rule sets: a base, and the deviations from it.
//!
//! The names of the bases, their meanings and their answers to the questions in which they differ
//! are here. Besides, only [`Rules::moves`] and [`Rules::is_stuck`] tell bases apart.

use std::fmt;
use std::str::FromStr;

use itertools::Itertools;
use thiserror::Error;

use super::deviations::Deviation;
use super::wlr;
use crate::text::{Excerpt, suggest};

/// The rules from which a rule set deviates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Base {
    /// The manufacturer's rules, rule 3 before rule 4.
    Offiziell,
    /// The same, with goal pieces in front of all others. This is what OpenSpiel's `maedn` plays,
    /// with a policy that always moves the frontmost piece.
    Zielzuerst,
    /// The rules that a contest entry [plays](wlr).
    Wlr,
}

impl Base {
    /// The bases in the order in which they are named to users.
    const ALL: [Base; 3] = [Base::Offiziell, Base::Zielzuerst, Base::Wlr];

    /// The name by which users choose the base.
    fn name(self) -> &'static str {
        match self {
            Base::Offiziell => "offiziell",
            Base::Zielzuerst => "zielzuerst",
            Base::Wlr => "wlr",
        }
    }

    /// The base of this name.
    fn named(name: &str) -> Option<Base> {
        Base::ALL.into_iter().find(|base| base.name() == name)
    }

    /// The difference from `offiziell` in German words that may follow a colon; `None` if there is
    /// none.
    fn meaning(self) -> Option<&'static str> {
        match self {
            Base::Offiziell => None,
            Base::Zielzuerst => Some("Figuren im Ziel ziehen vor denen auf der Laufbahn"),
            Base::Wlr => Some("die Regeln einer Einsendung, siehe „wuerfelglueck regeln wlr“"),
        }
    }

    /// The description in German: lines of at most 72 characters, with a heading.
    fn description(self) -> &'static str {
        match self {
            Base::Offiziell => include_str!("texte/offiziell.txt"),
            Base::Zielzuerst => include_str!("texte/zielzuerst.txt"),
            Base::Wlr => include_str!("texte/wlr.txt"),
        }
    }

    /// Returns whether a rule set of this base may have the deviation. All but `wlr` admit each;
    /// with `wlr` only who begins can be chosen.
    fn admits(self, deviation: Deviation) -> bool {
        self != Base::Wlr || Deviation::OF_STARTERS.contains(&deviation)
    }
}

/// A rule set: a base, and the deviations from it. Only the code of this file makes one, so that
/// its deviations always go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rules {
    pub(super) base: Base,
    /// A set: a [bit](Deviation::bit) for each deviation.
    deviations: u32,
}

/// Rule sets by base and deviations.
impl Rules {
    /// The base in which pieces on the track move before pieces in the goal. The default.
    pub const OFFIZIELL: Rules = Rules::of(Base::Offiziell);
    /// The base in which pieces in the goal are in front of all others.
    pub const ZIELZUERST: Rules = Rules::of(Base::Zielzuerst);
    /// The base that a contest entry really plays.
    pub const WLR: Rules = Rules::of(Base::Wlr);

    /// The rule sets without deviations.
    pub const BASES: [Rules; 3] = [Rules::OFFIZIELL, Rules::ZIELZUERST, Rules::WLR];

    /// The base without deviations.
    const fn of(base: Base) -> Rules {
        Rules {
            base,
            deviations: 0,
        }
    }

    /// The [bases](Self::BASES), then `offiziell` with each deviation alone.
    pub fn bases_and_single_deviations() -> impl Iterator<Item = Rules> {
        let deviating = Rules::OFFIZIELL.with_one_more_deviation();
        Rules::BASES.into_iter().chain(deviating)
    }

    /// These rules with each further deviation that they admit, one at a time.
    pub fn with_one_more_deviation(self) -> impl Iterator<Item = Rules> {
        Deviation::ALL
            .iter()
            .filter_map(move |&deviation| self.with_deviation(deviation).ok())
    }

    /// These rules with a further deviation.
    ///
    /// Errors if they have it already, if they have one that excludes it, or if their base does not
    /// admit it.
    pub fn with_deviation(self, deviation: Deviation) -> Result<Rules, RulesError> {
        let name = deviation.name();
        if self.has(deviation) {
            return Err(RulesError::Twice(name.into()));
        }
        if !self.base.admits(deviation) {
            return Err(RulesError::NotAdmitted(name));
        }
        for pair in Deviation::EXCLUSIVE {
            let excludes = |partner| partner != deviation && self.has(partner);
            if pair.contains(&deviation) && pair.into_iter().any(excludes) {
                return Err(RulesError::Exclusive(pair.map(Deviation::name)));
            }
        }
        Ok(Rules {
            deviations: self.deviations | deviation.bit(),
            ..self
        })
    }

    /// These rules with pieces in the goal in front of all others; `None` unless the base is
    /// `offiziell`.
    pub fn with_goal_first(self) -> Option<Rules> {
        let base = Base::Zielzuerst;
        (self.base == Base::Offiziell).then_some(Rules { base, ..self })
    }

    /// These rules without deviations that decide who begins: the seats take turns.
    pub fn with_alternating_starters(self) -> Rules {
        let of_starters = Deviation::OF_STARTERS
            .iter()
            .fold(0, |set, deviation| set | deviation.bit());
        Rules {
            deviations: self.deviations & !of_starters,
            ..self
        }
    }

    /// Returns whether the rules have this deviation.
    #[inline]
    pub fn has(self, deviation: Deviation) -> bool {
        self.deviations & deviation.bit() != 0
    }

    /// The deviations in the order of [`Deviation::ALL`].
    pub fn deviations(self) -> impl Iterator<Item = Deviation> {
        let deviations = Deviation::ALL.iter().copied();
        deviations.filter(move |&deviation| self.has(deviation))
    }

    /// Returns whether the rules are one of the [bases](Self::BASES).
    pub fn is_base(self) -> bool {
        self.deviations == 0
    }
}

/// Questions that the base decides.
impl Rules {
    /// The name of the base.
    pub fn base_name(self) -> &'static str {
        self.base.name()
    }

    /// The difference of the base from `offiziell` in German words that may follow a colon; `None`
    /// for `offiziell`.
    pub fn base_meaning(self) -> Option<&'static str> {
        self.base.meaning()
    }

    /// The description of the base in German: lines of at most 72 characters, with a heading.
    pub fn base_description(self) -> &'static str {
        self.base.description()
    }

    /// Returns whether a piece comes back to its own A field after a lap: [`LAP`](super::LAP).
    pub fn has_lap_field(self) -> bool {
        self.base == Base::Wlr
    }

    /// Returns whether each roll makes at most one move, chosen by [rules 1 to 5](super#the-rules).
    /// Moves under `wlr` have these numbers, too, but are chosen otherwise.
    pub fn has_numbered_rules(self) -> bool {
        self.base != Base::Wlr
    }

    /// Returns whether pieces in the goal move before those on the track.
    pub(super) fn has_goal_first(self) -> bool {
        self.base == Base::Zielzuerst
    }

    /// Returns whether stuck players roll on, and count as stuck until their next roll. Otherwise
    /// they pass or lose.
    pub fn lets_stuck_players_roll(self) -> bool {
        self.base == Base::Wlr
    }

    /// Returns whether the same die moves otherwise on the other seat.
    pub fn is_seat_dependent(self) -> bool {
        self.base == Base::Wlr
    }

    /// The highest face that a die may have under these rules.
    pub fn highest_face(self) -> u32 {
        match self.base {
            Base::Offiziell | Base::Zielzuerst => u32::MAX,
            Base::Wlr => wlr::HIGHEST_FACE,
        }
    }
}

/// Error of the name of a rule set, or of a deviation that does not go with a rule set.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum RulesError {
    #[error(
        "„{name}“ ist kein Regelwerk{suggestion}; erlaubt: {}, dahinter mit + Abweichungen",
        Base::ALL.map(Base::name).join(", ")
    )]
    UnknownBase { name: Excerpt, suggestion: String },
    #[error("„{name}“ ist keine Abweichung{suggestion}")]
    UnknownDeviation { name: Excerpt, suggestion: String },
    #[error("„{0}“ ist zweimal genannt")]
    Twice(String),
    #[error("„{}“ und „{}“ schließen einander aus", .0[0], .0[1])]
    Exclusive([&'static str; 2]),
    #[error(
        "„{0}“ passt nicht zu wlr; dort kann man nur wählen, wer beginnt: {of_starters}",
        of_starters = Deviation::OF_STARTERS.map(Deviation::name).join(", ")
    )]
    NotAdmitted(&'static str),
}

/// The name: the base, and behind each + a deviation, always in the same order.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let deviations = self.deviations().map(Deviation::name);
        f.pad(&[self.base.name()].into_iter().chain(deviations).join("+"))
    }
}

/// Parses a name with the deviations in any order.
impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(name: &str) -> Result<Rules, RulesError> {
        let mut words = name.split('+').map(str::trim);
        let base_name = words.next().unwrap_or_default();
        let base = Base::named(base_name).ok_or_else(|| RulesError::UnknownBase {
            name: Excerpt::new(base_name),
            suggestion: suggest(base_name, Base::ALL.into_iter().map(Base::name)),
        })?;
        words.try_fold(Rules::of(base), |rules, word| {
            let names = Deviation::ALL.iter().map(|deviation| deviation.name());
            let deviation = Deviation::named(word).ok_or_else(|| RulesError::UnknownDeviation {
                name: Excerpt::new(word),
                suggestion: suggest(word, names),
            })?;
            rules.with_deviation(deviation)
        })
    }
}
