//! The vocabulary: what a number may be, by the words beside it.
//!
//! A word limits the roles of a number, and forces none; an unknown word limits nothing. There is
//! no list of words without meaning.

use std::sync::LazyLock;

use itertools::Itertools;

/// A set of roles that a number of a list can have, or that words speak of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Roles(u16);

impl Roles {
    pub(super) const NONE: Roles = Roles(0);
    pub(super) const SHARE: Roles = Roles(1);
    pub(super) const WON: Roles = Roles(1 << 1);
    pub(super) const LOST: Roles = Roles(1 << 2);
    pub(super) const DRAWN: Roles = Roles(1 << 3);
    pub(super) const GAMES: Roles = Roles(1 << 4);
    pub(super) const RANK: Roles = Roles(1 << 5);
    pub(super) const DIE: Roles = Roles(1 << 6);
    pub(super) const OPPONENT: Roles = Roles(1 << 7);
    pub(super) const SIDES: Roles = Roles(1 << 8);
    /// Any other quantity, such as a time, an error, or a share of lost games.
    pub(super) const OTHER: Roles = Roles(1 << 9);
    /// A word for all of something, which names no quantity.
    pub(super) const TOTAL: Roles = Roles(1 << 10);
    /// A word between a part and its whole.
    pub(super) const OF: Roles = Roles(1 << 11);
    /// Wins and losses in one word, in this order.
    pub(super) const WON_AND_LOST: Roles = Roles(1 << 12);
    /// Losses and wins in one word, in this order.
    pub(super) const LOST_AND_WON: Roles = Roles(1 << 13);
    /// A word for parts of a thousand.
    pub(super) const MILLE: Roles = Roles(1 << 14);

    /// The roles of numbers that say how often a die has won.
    pub(super) const OF_GAMES: Roles =
        Roles(Self::SHARE.0 | Self::WON.0 | Self::LOST.0 | Self::DRAWN.0 | Self::GAMES.0);

    pub(super) const fn or(self, other: Roles) -> Roles {
        Roles(self.0 | other.0)
    }

    pub(super) fn and(self, other: Roles) -> Roles {
        Roles(self.0 & other.0)
    }

    fn without(self, other: Roles) -> Roles {
        Roles(self.0 & !other.0)
    }

    pub(super) fn is_single(self) -> bool {
        self.0.is_power_of_two()
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn has(self, other: Roles) -> bool {
        self.0 & other.0 != 0
    }

    pub(super) fn is_within(self, other: Roles) -> bool {
        self.0 & !other.0 == 0
    }
}

/// The roles that the words of a number leave it: all, if there is no word that limits them.
pub(super) type Label = Option<Roles>;

/// The roles of words. A `*` stands for any letters; letters with two points are folded.
const VOCABULARY: [(Roles, &str); 13] = [
    (Roles::DRAWN, "unent* draw* drew remis* patt tie ties tied"),
    (
        Roles::LOST,
        "verl* niederl* nied lost loss* lose* losing defeat*",
    ),
    (
        Roles::OTHER,
        "*fehler error* stderr std stddev stdev sigma *abweichung konfid* interv* streu* ci se sd \
         *zeit dauer* *dauer sekund* seconds time* runtime elapsed elo rating erwartungs* expected \
         *mittelwert zug züge wurf würfe rolls turns moves runden rounds seed saat ms sec sek \
         verhältnis diff* vorsprung rückstand führung relativ* median duell* duel* opponents \
         augenzahl startspiel* startsieg* anziehend* nachziehend*",
    ),
    (
        Roles::SHARE,
        "*anteil* *share* *quote* prozent* percent* *percent pct *rate *wahrsch* prob* *chance* \
         *ratio *promille*",
    ),
    (Roles::MILLE, "*promille*"),
    (
        Roles::WON,
        "sieg siege siegen siegquote win wins *wins gewonn* gewinn* gewann won victor*",
    ),
    (
        Roles::GAMES,
        "*spiele *spielen *spiel games *games game partie* match*",
    ),
    (Roles::RANK, "rang* rank* platz* place* position* pos"),
    (
        Roles::DIE,
        "*würfel *würfeln dice die cube spieler player nr nummer number index idx id",
    ),
    (
        Roles::SIDES,
        "*seiten seite seitenzahl *seitig* *seitiger sides side sided *flächen",
    ),
    (Roles::OPPONENT, "gegner* opponent vs gegen against versus"),
    (
        Roles::TOTAL,
        "gesamt* total* insgesamt overall summe sum mittel* mean average avg schnitt durchschnitt*",
    ),
    (Roles::OF, "von of aus"),
];

/// Words that stand for several, each with what they may stand for; letters with what they mean
/// among others of their kind first, as in `S:N`.
const LETTERS: [(&str, &[Roles]); 11] = [
    // „342 mal“ counts what another word names.
    ("mal", &[Roles::WON, Roles::LOST, Roles::DRAWN]),
    ("w", &[Roles::WON, Roles::DIE]),
    ("d", &[Roles::DRAWN, Roles::DIE, Roles::SIDES]),
    ("l", &[Roles::LOST]),
    ("s", &[Roles::WON, Roles::OTHER, Roles::SIDES]),
    ("u", &[Roles::DRAWN]),
    ("n", &[Roles::LOST]),
    ("g", &[Roles::WON, Roles::GAMES]),
    ("v", &[Roles::LOST]),
    ("p", &[Roles::DIE]),
    ("t", &[Roles::DRAWN]),
];

/// Words for the winner, which say nothing about numbers.
const WINNERS: [&str; 3] = ["gewinner*", "sieger*", "winner*"];

/// Returns the alternatives of what a word in small letters may speak of, none if it is unknown.
/// What an alternative has belongs together.
pub(super) fn roles_of_word(word: &str) -> Vec<Roles> {
    let word = &fold(word)[..];
    if word == "die" {
        // The English noun, or the German article.
        return vec![Roles::DIE, Roles::NONE];
    }
    if let Some((_, alternatives)) = LETTERS.iter().find(|(letter, _)| *letter == word) {
        return alternatives.to_vec();
    }
    if WINNERS.iter().any(|pattern| matches(pattern, word)) {
        return Vec::new();
    }
    let pieces = word.split(['-', '_', '/', ':']).collect_vec();
    let letter_roles = |piece: &str| {
        let found = LETTERS.iter().find(|(letter, _)| *letter == piece);
        found.map(|(_, alternatives)| alternatives[0])
    };
    let are_letters = pieces.iter().all(|piece| letter_roles(piece).is_some());
    let roles_of_pieces = pieces
        .iter()
        .map(|piece| match letter_roles(piece) {
            Some(roles) if are_letters => roles,
            _ => look_up(piece),
        })
        .collect_vec();
    let roles = roles_of_pieces
        .iter()
        .fold(look_up(word), |all, &roles| all.or(roles));
    let order = roles_of_pieces
        .iter()
        .filter(|roles| roles.has(Roles::WON.or(Roles::LOST)))
        .map(|roles| roles.has(Roles::WON))
        .collect_vec();
    let roles = match order[..] {
        [true, false] if pieces.len() > 1 => roles.without(Roles::LOST).or(Roles::WON_AND_LOST),
        [false, true] if pieces.len() > 1 => roles.without(Roles::WON).or(Roles::LOST_AND_WON),
        _ => roles,
    };
    if roles.is_empty() {
        Vec::new()
    } else {
        vec![roles]
    }
}

/// Returns what words together let a number be: a set of roles, which is empty if they contradict
/// each other.
pub(super) fn limit_roles(words: &[&[Roles]]) -> Label {
    /// Words beyond these say nothing new.
    const MOST_WORDS: usize = 5;
    let known = words
        .iter()
        .filter(|alternatives| !alternatives.is_empty())
        .take(MOST_WORDS)
        .collect_vec();
    if known.is_empty() {
        return None;
    }
    let mut roles = Roles::NONE;
    for chosen in known
        .into_iter()
        .map(|alternatives| alternatives.iter().copied())
        .multi_cartesian_product()
    {
        roles = roles.or(limit_by(chosen.into_iter().fold(Roles::NONE, Roles::or))?);
    }
    Some(roles)
}

/// Returns what a number can be of which words speak of all of this.
fn limit_by(spoken: Roles) -> Label {
    use Roles as R;
    let both = R::WON_AND_LOST.or(R::LOST_AND_WON);
    let spoken = spoken.without(R::TOTAL.or(R::OF).or(R::MILLE));
    let limited = if spoken.is_empty() {
        return None;
    } else if spoken.has(both) {
        let rest = spoken.without(both.or(R::WON).or(R::LOST));
        match rest {
            R::NONE => spoken.and(both),
            _ if rest.has(R::SHARE) || !rest.has(R::DRAWN) => R::OTHER,
            _ => R::NONE,
        }
    } else if spoken.has(R::OTHER) {
        R::OTHER
    } else if spoken.is_within(R::DIE.or(R::OPPONENT)) {
        if spoken.has(R::OPPONENT) {
            R::OPPONENT.or(R::DIE)
        } else {
            R::DIE
        }
    } else if spoken.is_within(R::SIDES.or(R::DIE)) {
        R::SIDES
    } else if spoken == R::RANK || spoken == R::GAMES {
        spoken
    } else {
        match spoken.without(R::GAMES) {
            R::LOST => R::LOST,
            R::DRAWN => R::DRAWN,
            rest if rest == R::LOST.or(R::SHARE) || rest == R::DRAWN.or(R::SHARE) => R::OTHER,
            R::WON => R::WON.or(R::SHARE),
            rest if rest.is_within(R::WON.or(R::SHARE)) => R::SHARE,
            _ => R::NONE,
        }
    };
    Some(limited)
}

fn look_up(word: &str) -> Roles {
    static FOLDED: LazyLock<Vec<(Roles, Vec<String>)>> = LazyLock::new(|| {
        VOCABULARY
            .iter()
            .map(|(roles, patterns)| (*roles, patterns.split(' ').map(fold).collect()))
            .collect()
    });
    FOLDED
        .iter()
        .filter(|(_, patterns)| patterns.iter().any(|pattern| matches(pattern, word)))
        .fold(Roles::NONE, |all, (roles, _)| all.or(*roles))
}

/// Returns whether a folded word has this pattern. A letter that was lost in a wrong encoding may
/// be any.
fn matches(pattern: &str, word: &str) -> bool {
    let letters = pattern.trim_matches('*').chars().collect_vec();
    let word = word.chars().collect_vec();
    let Some(last) = word.len().checked_sub(letters.len()) else {
        return false;
    };
    let mut starts = match (pattern.starts_with('*'), pattern.ends_with('*')) {
        (true, true) => 0..=last,
        (true, false) => last..=last,
        (false, true) => 0..=0,
        (false, false) => last..=0,
    };
    starts.any(|start| {
        word[start..]
            .iter()
            .zip(&letters)
            .all(|(&letter, &wanted)| letter == wanted || letter == char::REPLACEMENT_CHARACTER)
    })
}

/// Writes letters with two points as those without, however they are spelt.
fn fold(word: &str) -> String {
    word.replace('ü', "u")
        .replace("ue", "u")
        .replace('ä', "a")
        .replace("ae", "a")
        .replace('ö', "o")
        .replace("oe", "o")
        .replace('ß', "ss")
}
