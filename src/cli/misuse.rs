//! Options that are right each, and wrong together or with the input.

use thiserror::Error;

use crate::rules::Rules;
use crate::sixjack::MOST_PLAYERS;
use crate::sixjack::player::Player;
use crate::text::Excerpt;
use crate::told::PositionError;

/// Refuses the first of these that is so.
pub(super) fn first(faults: impl IntoIterator<Item = (bool, Misuse)>) -> Result<(), Misuse> {
    match faults.into_iter().find(|&(is_so, _)| is_so) {
        Some((_, misuse)) => Err(misuse),
        None => Ok(()),
    }
}

/// What does not fit together.
#[derive(Debug, Error, PartialEq)]
pub(super) enum Misuse {
    #[error(
        "„{0}“ ist weder Datei noch Befehl; die Würfel kommen aus einer Datei oder über die Standardeingabe: wuerfelglueck < DATEI"
    )]
    NoSuchFile(Excerpt),
    /// The word, and which command may be meant.
    #[error("den Befehl „{0}“ gibt es nicht{1}")]
    NoSuchCommand(Excerpt, String),
    #[error("der Befehl steht ganz vorn, alles andere dahinter: wuerfelglueck {0} …")]
    CommandNotFirst(String),
    #[error(
        "„--balken“ gibt es nur für Text, nicht für „--format tsv“, „--format json“ oder „--format svg“"
    )]
    BarsAreText,
    #[error(
        "„--format paare“ gibt keine Bestenliste aus; zu ihr gehören „--wertung“, „--irrtum“, „--gleichauf“, „--streng“, „--beste“, \
         „--paarungen“ und „--balken“, auch bei „wuerfelglueck sammle“"
    )]
    PairsAreNoList,
    #[error("„--format paare“ und „--exakt“ gehen nicht zusammen: ohne Zufall wird nicht gespielt")]
    PairsAreGames,
    #[error("„--format paare“ braucht eine feste Zahl von Spielen: „--spiele N“")]
    PairsWithoutGames,
    #[error("„--format paare“ gibt es für ein einziges Regelwerk, nicht für mehrere")]
    PairsOfAllRules,
    /// The number of games, and the most that work.
    #[error(
        "„--spiele {0}“ ist mit „--format paare“ zu viel für den Speicher, höchstens gehen {1}; mehr mit \
         „--speicher“, dann auch bei „wuerfelglueck sammle“"
    )]
    PairsTooLong(u64, u64),
    #[error(
        "„--zeit“ gibt es für eine einzige Bestenliste, nicht für „--format paare“, mehrere Regelwerke oder Wertungen"
    )]
    TimeForOneList,
    #[error("eine einzige „--wertung“: siege, punkte oder duelle")]
    OneCriterion,
    #[error(
        "„pruefe“ vergleicht Anteile an Spielen; dazu gehören „--wertung siege“ und „--wertung punkte“, jeweils allein"
    )]
    DuelsAreNoShares,
    #[error("„--teil“ gehört zu „--format paare“; ein Teil der Paarungen ergibt keine Bestenliste")]
    PartOfList,
    #[error(
        "„--saat zufall“ und „--teil“ gehen nicht zusammen: die Teile brauchen dieselbe Saat, eine Zahl"
    )]
    PartOfChance,
    #[error(
        "„--ausfuehrlich“ gibt es für Text und JSON, nicht für „--format tsv“, „--format svg“ oder „--format junit“"
    )]
    DetailsAreText,
    #[error("„--brett“ gibt es nur für Text, nicht für „--format json“")]
    BoardIsText,
    #[error("„--stellung“ passt nicht zu „--regeln {1}“; {0}")]
    Position(PositionError, Rules),
    #[error(
        "der Wurf {0} in „--wuerfe“ ist zu groß; unter „--regeln wlr“ sind höchstens {1} erlaubt"
    )]
    LargeRoll(u32, u32),
    #[error("Würfel {0} gibt es nicht, in der Datei stehen {1}")]
    NoSuchDie(usize, usize),
    #[error("Würfel {0} kann nicht beginnen, weil er nicht mitspielt")]
    OtherStarter(usize),
    #[error("über die Standardeingabe kann nur eine Datei kommen")]
    StdinTwice,
    #[error(
        "es fehlt, was zu untersuchen ist: Würfeldateien, hinter jeder die Liste dazu, oder „-- BEFEHL“"
    )]
    NothingToDiagnose,
    #[error("hinter jeder Würfeldatei steht die Liste dazu, aber hinter „{0}“ keine")]
    NoListBehind(Excerpt),
    #[error(
        "Dateien und „-- BEFEHL“ gehen nicht zusammen: der Befehl bekommt eingebaute Würfeldateien"
    )]
    FilesAndCommand,
    #[error("es fehlt eine Strategie, etwa 3,x,x,2,x,1")]
    NoStrategy,
    /// What was asked for, and the least that works, in GiB.
    #[error(
        "„--speicher {0}“ reicht nicht für zwei Würfel; es braucht mindestens „--speicher {1}“"
    )]
    TooLittleMemory(f64, f64),
    #[error(
        "genauer als auf ±{0} Punkte rechnet „--exakt“ nicht; bitte „--genauigkeit“ größer wählen"
    )]
    TooExact(f64),
    #[error("„--protokoll“ gibt es als Text und mit „--format json“, nicht mit „--format tsv“")]
    LogIsNoTable,
    #[error("„--format svg“ gibt es bei sixjack mit „--tabelle“ und „--optimal“")]
    NoPicture,
    #[error("„--{0}“ gehört zu „--optimal“")]
    WithoutOptimal(&'static str),
    #[error(
        "„--{0}“ und „--karten stapel“ gehen nicht zusammen: gerechnet wird nur mit unabhängigen \
         Karten"
    )]
    ExactPile(&'static str),
    #[error(
        "{0} Strategien, aber höchstens {MOST_PLAYERS} Computer spielen miteinander; \
         mit --tabelle spielt jede allein"
    )]
    TooMany(usize),
    #[error("„--spieler“ gilt für eine einzige Strategie, nicht für {0}")]
    SeatsForMany(usize),
    #[error(
        "„{}“ sieht auf die Karten des Gegners und spielt nur, wo zwei Computer \
         gegeneinander spielen",
        Player::OPTIMAL
    )]
    OptimalAlone,
}
