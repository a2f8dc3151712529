//! Groups of options, each written once and used by several commands.

use std::num::NonZero;
use std::thread;

use clap::builder::PossibleValue;
use clap::{Arg, ArgAction, Args, ValueEnum, ValueHint};
use itertools::Itertools;

use super::failure::{Failure, refuse};
use super::system::STACK_SIZE;
use super::values::{self, Choice, Input, ListValue, Seed, choice_of};
use crate::report::{ListRequest, TournamentFormat};
use judging::check;
use judging::reading::Form;
use wuerfelglueck::decimal::round_up;
use wuerfelglueck::ranking::{Criterion, LEAST_HALF_WIDTH, Plan};
use wuerfelglueck::rules::Rules;

/// The id of the argument for rule sets, of which `alle` are all.
pub const RULE_SETS: &str = "rules";
/// The id of the argument for a single rule set.
pub const ONE_RULE_SET: &str = "rule_set";
/// The id of the argument for a rule set, a deviation or another game.
pub const TOPIC: &str = "topic";

/// The bytes of a GiB.
pub const GIBIBYTE: f64 = (1 << 30) as f64;

// The help of each option names its default, too.

/// The half-width of intervals, in percentage points, unless `--genauigkeit` names another.
pub const USUAL_ACCURACY: f64 = 0.2;
/// The most games per pairing, unless `--hoechstens` or `--spiele` names another number.
const USUAL_MOST_GAMES: u64 = 2_000_000;
/// The probability of an error, unless `--irrtum` names another.
const USUAL_ERROR: f64 = 0.001;
/// The difference in percentage points below which dice are level, unless `--gleichauf` names
/// another.
const USUAL_LEVEL: f64 = 0.5;
/// The GiB of tables, unless `--speicher` names another number.
const USUAL_TABLE_MEMORY: f64 = 1.0;
/// The GiB of the solver, unless `--speicher` names another number.
const USUAL_SOLVER_MEMORY: f64 = 4.0;

/// The words of `--wertung`, each with the criteria that it stands for.
pub static CRITERIA: [(&str, &[Criterion]); 4] = [
    ("siege", &[Criterion::Wins]),
    ("punkte", &[Criterion::Points]),
    ("duelle", &[Criterion::Duels]),
    ("alle", &Criterion::ALL),
];

/// The argument for a file, or else for the standard input.
#[derive(Debug, Args)]
pub struct InputArgument {
    /// Die Datei; ohne sie oder mit - die Standardeingabe
    #[arg(
        value_name = "DATEI", value_hint = ValueHint::FilePath, default_value = "-",
        help_heading = "Argumente"
    )]
    pub input: Input,
}

/// The option for a single rule set.
#[derive(Debug, Args)]
pub struct RuleSetOption {
    /// Regelwerk: offiziell, zielzuerst oder wlr
    ///
    /// Bei offiziell zieht zuerst eine Figur auf der Laufbahn, erst danach eine im Ziel. Bei
    /// zielzuerst zieht die vorderste Figur, und Figuren im Ziel stehen vor allen anderen. wlr
    /// spielt wie das Programm einer Einsendung. Abweichungen kommen mit + dahinter, wie in
    /// offiziell+start-leer. „wuerfelglueck regeln“ erklärt sie. [Vorgabe: offiziell]
    #[arg(
        long = "regeln",
        id = ONE_RULE_SET,
        value_name = "NAME",
        default_value = "offiziell",
        help_heading = "Regeln"
    )]
    pub rules: Rules,
}

/// Restricts `--wertung` to the first `number` words of [`CRITERIA`]. If it takes all of them, it
/// takes several at once, separated by commas. Other arguments stay as they are.
pub fn offer_criteria(argument: Arg, number: usize) -> Arg {
    if argument.get_id() != "criteria" {
        return argument;
    }
    let takes_several = number == CRITERIA.len();
    argument
        .value_parser(choice_of(&CRITERIA[..number]))
        .value_delimiter(takes_several.then_some(','))
}

/// Options for the criterion of a list, and for the certainty of its order.
#[derive(Clone, Debug, Args)]
#[command(
    next_help_heading = "Genauigkeit",
    mut_args(|argument| offer_criteria(argument, CRITERIA.len()))
)]
pub struct CriterionOptions {
    /// Was zählt: siege, punkte, duelle oder alle [Vorgabe: siege]
    ///
    /// Bei siege der Anteil der Spiele, die ein Würfel gewinnt; ein Unentschieden zählt nichts, bei
    /// punkte einen halben Sieg. Bei duelle die Zahl der Gegner, gegen die er öfter gewinnt als sie
    /// gegen ihn; wer mit ihm gleichauf ist (siehe --gleichauf), zählt halb. Bei mehreren, mit
    /// Kommas dazwischen, und bei alle kommt eine Liste für jede, und davor steht, welche Ränge
    /// davon abhängen.
    #[arg(
        long = "wertung", value_name = "NAME", action = ArgAction::Set,
        value_parser = choice_of(&CRITERIA), hide_short_help = true, help_heading = "Regeln"
    )]
    criteria: Option<Vec<Choice<&'static [Criterion]>>>,
    /// Höchste Wahrscheinlichkeit, dass die gesicherte Rangfolge falsch ist, bei mehreren
    /// Regelwerken oder Wertungen für alle zusammen [Vorgabe: 0.001]
    #[arg(
        long = "irrtum", value_name = "W", value_parser = values::parse_probability,
        hide_short_help = true
    )]
    error: Option<f64>,
    /// Würfel, die weniger als P Punkte auseinanderliegen, sind gleichauf [Vorgabe: 0.5]
    ///
    /// Sobald das gesichert ist, wird für ihre Reihenfolge nicht weiter gespielt. Mit 0 ist niemand
    /// gleichauf.
    #[arg(
        long = "gleichauf", value_name = "P", value_parser = values::parse_points,
        hide_short_help = true
    )]
    level: Option<f64>,
}

impl CriterionOptions {
    /// The criteria that were requested, at least one; each has a list.
    pub fn criteria(&self) -> Vec<Criterion> {
        let Some(words) = &self.criteria else {
            return vec![Criterion::Wins];
        };
        words.iter().flat_map(|word| word.value).copied().collect()
    }

    /// Refuses a criterion that is named twice.
    pub fn check(&self) -> Result<(), Failure> {
        let words = self.criteria.iter().flatten();
        let mut repeated = words.flat_map(|word| word.value).duplicates();
        if let Some(criterion) = repeated.next() {
            refuse!("„--wertung“: „{}“ ist zweimal genannt", criterion.name());
        }
        Ok(())
    }

    /// Returns whether any of these options was given.
    fn is_given(&self) -> bool {
        self.criteria.is_some() || self.error.is_some() || self.level.is_some()
    }

    /// The probability that any certified order is wrong, at most.
    pub fn error(&self) -> f64 {
        self.error.unwrap_or(USUAL_ERROR)
    }

    /// The plan of a list by the first criterion: until the half-widths of its intervals are at
    /// most `accuracy`, in percentage points, and the order is certified, or each pairing has
    /// played `games` games; without an `accuracy` until these are played.
    pub fn plan(&self, games: u64, accuracy: Option<f64>) -> Plan {
        Plan {
            games,
            accuracy,
            error: self.error(),
            level: self.level.unwrap_or(USUAL_LEVEL),
            criterion: self.criteria()[0],
            best: None,
        }
    }
}

/// The option for the format of a result.
#[derive(Debug, Args)]
#[command(mut_args(describe_formats::<Format>))]
pub struct FormatOption<Format: ValueEnum + Send + Sync + 'static> {
    #[arg(
        long = "format",
        value_name = "NAME",
        default_value = "text",
        value_enum,
        help_heading = "Ausgabe"
    )]
    pub format: Format,
}

/// Returns the word for a format.
pub fn name_format(format: &impl ValueEnum) -> String {
    let value = format.to_possible_value();
    value.map_or_else(String::new, |value| value.get_name().into())
}

/// Gives `--format` its help, which is made of those of the formats.
fn describe_formats<Format: ValueEnum>(argument: Arg) -> Arg {
    if argument.get_id() != "format" {
        return argument;
    }
    let formats = Format::value_variants().iter();
    let formats = formats
        .filter_map(ValueEnum::to_possible_value)
        .collect_vec();
    let names = formats.iter().map(PossibleValue::get_name).format(", ");
    let short = format!("Format: {names}");
    let meanings = formats
        .iter()
        .filter_map(|format| Some(format!("{}: {}", format.get_name(), format.get_help()?)));
    let long = format!("{short}\n\n{}. [Vorgabe: text]", meanings.format("; "));
    argument.help(short).long_help(long)
}

/// Options for printing a list.
#[derive(Debug, Args)]
#[command(next_help_heading = "Ausgabe")]
pub struct ListOptions {
    #[command(flatten)]
    format_option: FormatOption<TournamentFormat>,
    /// Nur die besten K Würfel
    ///
    /// Wer gesichert nicht dazugehört, wird nicht genauer bestimmt; das geht schneller. Es sind
    /// mehr als K, wenn der letzte mit dem nächsten gleichauf ist.
    #[arg(
        long = "beste", value_name = "K", value_parser = values::whole_number_in(1..=u32::MAX as usize)
    )]
    pub best: Option<usize>,
    /// Nach der Liste, wie oft jeder gegen jeden gewinnt
    ///
    /// Dazu gesicherte Kreise von drei Würfeln, von denen jeder den nächsten schlägt. Bei --format
    /// tsv sind die Paarungen die Tabelle, an der Stelle der Liste.
    #[arg(long = "paarungen")]
    pub pairings: bool,
    /// Die Liste mit Balken, deren Ende das Intervall zeigt
    #[arg(long = "balken", hide_short_help = true)]
    pub bars: bool,
    /// Rückgabewert 1, wenn die Rangfolge nicht ganz gesichert ist
    #[arg(long = "streng", hide_short_help = true, help_heading = "Genauigkeit")]
    pub strict: bool,
}

impl ListOptions {
    pub fn format(&self) -> TournamentFormat {
        self.format_option.format
    }

    /// Refuses options that do not fit the format.
    pub fn check(&self, criterion_options: &CriterionOptions) -> Result<(), Failure> {
        let has_list_option = criterion_options.is_given()
            || self.bars
            || self.pairings
            || self.strict
            || self.best.is_some();
        if self.format() == TournamentFormat::PairingLines && has_list_option {
            refuse!(
                "zu „--format paare“ passen keine Optionen für die Bestenliste; die gehören zu \
                 „wuerfelglueck sammle“"
            );
        }
        if self.bars && self.format() != TournamentFormat::Text {
            refuse!("„--balken“ gibt es nur für „--format text“");
        }
        Ok(())
    }
}

/// The option for lists that are otherwise not understood.
#[derive(Debug, Args)]
pub struct FormOption {
    /// Form der Zeilen: 'Platz {rang} | Nr. {nummer} | {} | {anteil}'
    ///
    /// Für Listen, die sich sonst nicht lesen lassen. Stellen sind {nummer} und {index} (von 1 und
    /// von 0 gezählt), {augen} oder {seiten} für den Würfel, {anteil}, {siege}, {spiele},
    /// {niederlagen}, {unentschieden}, {rang}, für Paarungen {gegner}, {gegnerindex} oder
    /// {gegneraugen}, {gegneranteil} und {gegnersiege}; {} ist alles, {{ und }} sind Klammern, \n
    /// verbindet Zeilen. Zeilen, die nicht passen, zählen nicht.
    #[arg(
        long = "form", value_name = "MUSTER", value_parser = values::parse_form,
        hide_short_help = true, help_heading = "Genauigkeit"
    )]
    pub form: Option<Form>,
}

/// The option for the seed of the games.
#[derive(Debug, Args)]
pub struct SeedOption {
    /// Startwert des Zufalls (Saat) [Vorgabe: 2021]
    ///
    /// Gleiche Saat, gleiches Ergebnis; „zufall“ nimmt jedes Mal eine andere und nennt sie.
    #[arg(
        long = "saat", value_name = "N|zufall", default_value = "2021",
        value_parser = values::parse_seed, hide_short_help = true, help_heading = "Ablauf"
    )]
    pub seed: Seed,
}

/// The option for the memory that tables of dice, or the solver, may use.
#[derive(Debug, Args)]
pub struct MemoryOption {
    /// Arbeitsspeicher in GiB, den die Tabellen der Würfel höchstens belegen [Vorgabe: 1], bei
    /// --exakt die Rechnung [Vorgabe: 4]; ohne --exakt hängt das Ergebnis nicht davon ab
    #[arg(
        long = "speicher", value_name = "G", value_parser = values::positive_up_to(1_000_000),
        hide_short_help = true, help_heading = "Ablauf"
    )]
    memory: Option<f64>,
}

/// The help of `--speicher` where games are played and nothing is solved.
pub const TABLE_MEMORY_HELP: &str = "Arbeitsspeicher in GiB, den die Tabellen der Würfel höchstens \
    belegen [Vorgabe: 1]; das Ergebnis hängt nicht davon ab";

/// The use of memory that `--speicher` limits.
#[derive(Clone, Copy)]
pub enum MemoryUse {
    /// The tables of dice that play.
    Tables,
    /// The probabilities of a pairing that is solved.
    Solver,
}

impl MemoryOption {
    /// The GiB that may be used.
    pub fn gibibytes(&self, memory_use: MemoryUse) -> f64 {
        self.memory.unwrap_or(match memory_use {
            MemoryUse::Tables => USUAL_TABLE_MEMORY,
            MemoryUse::Solver => USUAL_SOLVER_MEMORY,
        })
    }

    /// The bytes that may be used.
    pub fn bytes(&self, memory_use: MemoryUse) -> usize {
        (self.gibibytes(memory_use) * GIBIBYTE) as usize
    }

    /// The bytes for the tables of each thread, where each plays for itself.
    pub fn bytes_per_thread(&self) -> usize {
        self.bytes(MemoryUse::Tables) / rayon::current_num_threads()
    }

    /// Refuses less memory than the `least` bytes that two dice need.
    pub fn check(&self, memory_use: MemoryUse, least: usize) -> Result<(), Failure> {
        if self.bytes(memory_use) < least {
            let given = self.gibibytes(memory_use);
            let least = round_up(least as f64 / GIBIBYTE);
            refuse!(
                "„--speicher {given}“ reicht nicht; zwei Würfel brauchen mindestens {least} GiB"
            );
        }
        Ok(())
    }
}

/// The most threads that may be requested, and that are started without a request.
const MOST_THREADS: usize = 1024;

/// The option for the number of threads.
#[derive(Debug, Args)]
pub struct ThreadOption {
    /// Threads, auf denen gleichzeitig gerechnet wird (auch --threads); das Ergebnis hängt nicht
    /// davon ab [Vorgabe: einer je Prozessorkern]
    #[arg(
        long = "faeden", value_name = "N", alias = "threads",
        value_parser = values::whole_number_in(1..=MOST_THREADS), hide_short_help = true,
        help_heading = "Ablauf"
    )]
    threads: Option<usize>,
}

impl ThreadOption {
    /// Starts the threads that rayon works on: as many as were requested, otherwise as many as the
    /// machine runs at once, up to [`MOST_THREADS`].
    pub fn start(&self) -> Result<(), Failure> {
        let available = || thread::available_parallelism().map_or(1, NonZero::get);
        let number = self.threads.unwrap_or_else(available).min(MOST_THREADS);
        // Without a number, rayon would look for one in the environment.
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(number)
            .stack_size(STACK_SIZE);
        pool.build_global().map_err(|_| {
            Failure::system(
                "so viele Threads gibt das Betriebssystem nicht her; weniger mit --faeden",
            )
        })
    }
}

/// The options for rankings, which the main job and `pruefe` share.
#[derive(Debug, Args)]
#[command(next_help_heading = "Genauigkeit")]
pub struct RankingOptions {
    /// Regelwerk: offiziell, zielzuerst, wlr oder alle
    ///
    /// Bei offiziell zieht zuerst eine Figur auf der Laufbahn, erst danach eine im Ziel. Bei
    /// zielzuerst zieht die vorderste Figur, und Figuren im Ziel stehen vor allen anderen. wlr
    /// spielt wie das Programm einer Einsendung. Abweichungen kommen mit + dahinter, wie in
    /// offiziell+start-leer. Bei mehreren, mit Kommas dazwischen, und bei alle kommt eine Liste für
    /// jedes, und davor steht, welche Ränge davon abhängen. „wuerfelglueck regeln“ erklärt sie.
    /// [Vorgabe: offiziell]
    #[arg(
        long = "regeln", value_name = "NAME", default_value = "offiziell",
        value_parser = values::parse_rule_sets, help_heading = "Regeln"
    )]
    pub rules: ListValue<Rules>,
    /// Ohne Zufall rechnen statt spielen
    ///
    /// Jedes Intervall enthält den wahren Anteil dann sicher. Bei Würfeln mit vielen verschiedenen
    /// Augenzahlen dauert das lange, zu den vier Dateien des Wettbewerbs Minuten bis eine
    /// Viertelstunde; --zeit begrenzt es.
    #[arg(long = "exakt", conflicts_with_all = ["error", "most_games", "games", "seed"])]
    pub exact: bool,
    /// Die Anteile auf ±P Punkte genau [Vorgabe: 0.2]
    ///
    /// P ist die halbe Breite, die das 95-%-Intervall jedes Anteils höchstens haben soll (bei
    /// --exakt das sichere), in Prozentpunkten. Ohne diese Option rechnet --exakt weiter, bis auch
    /// die Rangfolge gesichert ist.
    ///
    /// Gespielte Anteile sind um das Würfelglück bereinigt: Wie viel besser als zu erwarten jemand
    /// gewürfelt hat, ist bekannt und im Mittel 0. Es wird abgezogen, denn so genügt oft die
    /// Hälfte der Spiele. Gezählte Siege ohne Abzug zeigt --spiele.
    #[arg(long = "genauigkeit", value_name = "P", value_parser = values::positive_up_to(100))]
    pub accuracy: Option<f64>,
    /// Genau so viele Spiele je Paarung
    ///
    /// Die Zahl ist gerade: jeder Würfel beginnt die Hälfte. Die Anteile sind gezählt, nicht um das
    /// Würfelglück bereinigt. [Vorgabe: so viele, wie Genauigkeit und Rangfolge brauchen]
    #[arg(
        long = "spiele", value_name = "N", value_parser = values::parse_even_games,
        conflicts_with_all = ["accuracy", "most_games"]
    )]
    pub games: Option<u64>,
    /// Spiele je Paarung, nach denen auch ohne Gewissheit Schluss ist [Vorgabe: 2000000]
    #[arg(
        long = "hoechstens", value_name = "N", value_parser = values::parse_even_games,
        hide_short_help = true
    )]
    most_games: Option<u64>,
    #[command(flatten)]
    pub criterion_options: CriterionOptions,
}

/// The options for a run that ranks dice. They are listed behind those of the command.
#[derive(Debug, Args)]
pub struct RunOptions {
    #[command(flatten)]
    pub memory_option: MemoryOption,
    #[command(flatten)]
    pub seed_option: SeedOption,
    #[command(flatten)]
    pub thread_option: ThreadOption,
}

impl RankingOptions {
    /// Refuses an accuracy that the solver cannot reach, and a criterion that is named twice.
    pub fn check(&self) -> Result<(), Failure> {
        if self.exact
            && self
                .accuracy
                .is_some_and(|accuracy| accuracy < LEAST_HALF_WIDTH)
        {
            refuse!("genauer als mit „--genauigkeit {LEAST_HALF_WIDTH}“ rechnet „--exakt“ nicht");
        }
        self.criterion_options.check()
    }

    /// The lists that were requested, at least one.
    pub fn requests(&self) -> Vec<ListRequest> {
        let criteria = self.criterion_options.criteria();
        let pairs = self.rules.iter().cartesian_product(criteria);
        pairs
            .map(|(&rules, criterion)| ListRequest { rules, criterion })
            .collect()
    }

    /// The plan of the first list; those of the others differ only in the criterion. All lists
    /// share the probability of an error. Without a fixed number of games, playing goes on until
    /// the accuracy is reached and the order is certified, or the most games are played; with
    /// `exact` the number of games does not matter.
    pub fn plan(&self) -> Plan {
        let games = self.games.or(self.most_games).unwrap_or(USUAL_MOST_GAMES);
        let accuracy = match self.games {
            Some(_) => None,
            None => Some(self.accuracy.unwrap_or(USUAL_ACCURACY)),
        };
        let mut plan = self.criterion_options.plan(games, accuracy);
        plan.error /= self.requests().len() as f64;
        plan
    }

    /// The plan by which lists of `dice_count` dice are judged. If they are of a known number of
    /// games per pairing, `list_games`, and the user has set neither games nor accuracy, it is as
    /// accurate as judging them needs.
    pub fn plan_to_judge(&self, list_games: Option<u64>, dice_count: usize) -> Plan {
        let plan = self.plan();
        match (list_games, self.games, self.accuracy) {
            (Some(games), None, None) if self.exact => Plan {
                accuracy: Some(check::enough_accuracy(games, dice_count).min(USUAL_ACCURACY)),
                ..plan
            },
            (Some(games), None, None) => Plan {
                games: check::enough_games(games, plan.games),
                accuracy: None,
                ..plan
            },
            _ => plan,
        }
    }
}
