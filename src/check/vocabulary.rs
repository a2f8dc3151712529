//! The vocabulary of lists: words, and the meanings of a number beside or below them.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::LazyLock;

/// A meaning of a number in a list, which a word beside it or above its column gives it. Words may
/// give it several roles: `% gewonnen`. A new word goes into [`WORDS`], to the role of the numbers
/// that it stands for, or into [`FILLERS`] if it says nothing of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Role {
    /// A share, rate or probability: `Anteil`, `Quote`, `rate`.
    Share,
    /// A number of games won, or with [`Share`](Self::Share) a share of them: `Siege`.
    Won,
    /// A number of games lost: `Niederlagen`. With [`Share`](Self::Share) it is not the share of
    /// the die.
    Lost,
    /// A number of games that nobody won: `Remis`. With [`Share`](Self::Share) it is not the share
    /// of the die.
    Drawn,
    /// A number of games played: `Spiele`.
    Games,
    /// The error of another number, or an end of an interval, never a share: `Standardfehler`.
    Error,
    /// The rank of a die: `Platz`.
    Rank,
    /// The number of a die: `Würfel`, `Nr`.
    Die,
    /// The number of the other die of a pairing: `gegen`.
    Opponent,
    /// The number of sides of a die: `Seiten`.
    Sides,
    /// A sum or mean of other columns: `gesamt`, `Schnitt`.
    Total,
    /// Another quantity, never a share or a number of games won: a time, a number of rolls, an
    /// expected value.
    Other,
}

/// The meanings that words give a number.
pub(super) type Roles = BTreeSet<Role>;

/// The words for each meaning; `*` at the beginning or the end of one stands for anything, or for
/// nothing.
const WORDS: [(Role, &str); 12] = [
    (
        Role::Drawn,
        "unent* unent. draw* drew remis abgebr* patt tie ties tied",
    ),
    (
        Role::Lost,
        "verl* verlor* verlier* niederl* nied nied. lost loss* lose* losing defeat*",
    ),
    (
        Role::Error,
        "*fehler error* stderr std stddev stdev sigma *abweichung konfid* interv* streu* \
         varianz variance ci ki se sd margin",
    ),
    (
        Role::Other,
        "*zeit dauer* sekund* minute* seconds time* runtime elapsed elo erwartungs* expected \
         *mittelwert züge zuege wurf würfe wuerfe rolls turns moves runden rounds seed saat \
         beginnt begonnen begins s ms sek sec h min verhältnis verhaeltnis diff* vorsprung \
         median rating",
    ),
    (
        Role::Share,
        "*anteil* share* *share *quote* prozent* percent* *percent pct *rate raten wahrsch* \
         *wahrscheinlichkeit prob* *prob *chance* *ratio",
    ),
    (
        Role::Won,
        "sieg* *siege *siegen win* *wins gewonn* gewinn* gewann won victor*",
    ),
    (
        Role::Games,
        "*spiele *spielen games* *games *game *spiel partie* match*",
    ),
    (Role::Rank, "rang* rank* *rang platz* place* position* pos"),
    (
        Role::Die,
        "*würfel *würfeln *wuerfel dice die cube spieler player nr nummer number index idx id \
         no w d *nummer *nr würfel_* wuerfel_* die_*",
    ),
    (
        Role::Sides,
        "*seiten *seitig* *seitiger sides sided sidedness *seitenzahl *flächen",
    ),
    (
        Role::Opponent,
        "gegner* *gegner opponent* vs gegen against versus",
    ),
    (
        Role::Total,
        "gesamt* total* insgesamt overall summe sum mittel* mean average avg schnitt \
         durchschnitt* ø",
    ),
];

/// Words that say nothing of a number beside them.
const FILLERS: &str = "mit hat haben einer einem eine ein von der den dem das des the a an with \
         has have is \
         ist wurde wurden mal bei in im zu to at for für aller alle all of out and und \
         ergebnis result x je pro per lautet beträgt liegt erreicht erzielt erzielte \
         gewinnt wert value seine its eur also etwa ca punkte points score n td tr th";

/// The words of [`WORDS`] and [`FILLERS`], all but a few found by hashing: lists are read at some
/// microseconds a line.
struct Vocabulary {
    /// The roles of whole words.
    whole: HashMap<&'static str, Roles>,
    /// The roles of words with these beginnings.
    beginnings: HashMap<&'static str, Roles>,
    /// The roles of words with these ends.
    ends: HashMap<&'static str, Roles>,
    /// Texts that may stand anywhere in a word.
    infixes: Vec<(&'static str, Role)>,
    fillers: HashSet<&'static str>,
}

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(|| {
    let mut vocabulary = Vocabulary {
        whole: HashMap::new(),
        beginnings: HashMap::new(),
        ends: HashMap::new(),
        infixes: Vec::new(),
        fillers: FILLERS.split_whitespace().collect(),
    };
    for (role, forms) in WORDS {
        for form in forms.split_whitespace() {
            let word = form.trim_matches('*');
            let words = match (form.starts_with('*'), form.ends_with('*')) {
                (true, true) => {
                    vocabulary.infixes.push((word, role));
                    continue;
                }
                (true, false) => &mut vocabulary.ends,
                (false, true) => &mut vocabulary.beginnings,
                (false, false) => &mut vocabulary.whole,
            };
            words.entry(word).or_default().insert(role);
        }
    }
    vocabulary
});

/// Returns the meanings of a number beside `word`, which is in lower case.
pub(super) fn roles_of(word: &str) -> Roles {
    /// The most bytes of a word of a list; longer ones have no meaning.
    const LONGEST: usize = 64;
    if word.is_empty() || word.len() > LONGEST {
        return Roles::new();
    }
    let starts = || word.char_indices().map(|(start, _)| start);
    let whole = VOCABULARY.whole.get(word);
    let beginnings = starts()
        .skip(1)
        .chain([word.len()])
        .filter_map(|end| VOCABULARY.beginnings.get(&word[..end]));
    let ends = starts().filter_map(|start| VOCABULARY.ends.get(&word[start..]));
    let mut roles: Roles = whole
        .into_iter()
        .chain(beginnings)
        .chain(ends)
        .flatten()
        .copied()
        .collect();
    roles.extend(
        VOCABULARY
            .infixes
            .iter()
            .filter(|(infix, _)| word.contains(infix))
            .map(|(_, role)| role),
    );
    // A winner is no number of games.
    if ["gewinner", "sieger", "winner"]
        .iter()
        .any(|winner| word.starts_with(winner))
    {
        roles.remove(&Role::Won);
    }
    roles
}

/// Returns whether `word`, which is in lower case, says nothing of a number beside it.
pub(super) fn is_filler(word: &str) -> bool {
    VOCABULARY.fillers.contains(word)
}

/// Returns the meanings of a column with this name, of one or more words.
pub(super) fn roles_of_name(name: &str) -> Roles {
    let name = name.to_lowercase();
    let mut roles = Roles::new();
    for word in name.split(|c: char| !(c.is_alphanumeric() || c == '%' || c == '.')) {
        roles.extend(roles_of(
            word.trim_end_matches(|c: char| c.is_ascii_digit()),
        ));
        for part in word.split('_') {
            roles.extend(roles_of(part));
        }
        if word.contains('%') {
            roles.insert(Role::Share);
        }
    }
    roles
}
