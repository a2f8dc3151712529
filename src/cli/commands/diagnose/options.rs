//! The options of `diagnose`, and what follows from them alone.

use std::ffi::OsString;

use clap::{Args, ValueHint};

use crate::cli::args::{
    CRITERIA, FormOption, FormatOption, MemoryOption, ONE_RULE_SET, RuleSetOption, SeedOption,
    TABLE_MEMORY_HELP, ThreadOption,
};
use crate::cli::help::reword;
use crate::cli::values::{self, Choice, Input, choice_of};
use crate::report::programs::ClassFormat;
use judging::check::list::ReadOptions;
use judging::diagnose::{Examination, Hypothesis};
use wuerfelglueck::dice::Die;
use wuerfelglueck::tournament::{Criterion, can_draw};

#[derive(Debug, Args)]
#[command(
    override_usage = "wuerfelglueck diagnose [OPTIONEN] DATEI LISTE [DATEI LISTE …]\n       \
                      wuerfelglueck diagnose [OPTIONEN] -- BEFEHL …\n       \
                      wuerfelglueck diagnose [OPTIONEN] --abgaben ORDNER … -- BEFEHL …",
    mut_args(|argument| reword(argument, &REWORDED))
)]
pub struct Diagnose {
    /// Würfeldateien, hinter jeder die Bestenliste, die das Programm zu ihr ausgibt
    #[arg(
        value_name = "DATEI", value_hint = ValueHint::FilePath,
        required_unless_present_any = ["command", "folders"],
        conflicts_with_all = ["command", "folders"], help_heading = "Argumente"
    )]
    pub files: Vec<Input>,
    /// Das Programm mit seinen Argumenten
    ///
    /// Es bekommt die Würfeldatei auf der Standardeingabe, und wo {} steht, ihren Namen.
    #[arg(
        value_name = "BEFEHL", last = true, value_hint = ValueHint::CommandWithArguments,
        help_heading = "Argumente"
    )]
    pub command: Vec<OsString>,
    #[command(flatten)]
    pub rule_set_option: RuleSetOption,
    /// Verlangte Wertung: siege oder punkte [Vorgabe: siege]
    ///
    /// Ein Unentschieden zählt bei siege nichts, bei punkte einen halben Sieg.
    #[arg(
        long = "wertung", value_name = "NAME", default_value = "siege",
        value_parser = choice_of(&CRITERIA[..2]), hide_short_help = true, help_heading = "Regeln"
    )]
    scoring: Choice<&'static [Criterion]>,
    /// So viele Spiele je Paarung haben die Listen
    ///
    /// Wer das weiß, bekommt ein schärferes Urteil. Ohne die Angabe wird die Zahl geschätzt, für
    /// alle Listen dieselbe.
    #[arg(
        long = "gespielt", value_name = "N",
        value_parser = values::whole_number_in(1..=values::MOST_REQUESTED_GAMES),
        help_heading = "Genauigkeit"
    )]
    pub games: Option<u64>,
    #[command(flatten)]
    form_option: FormOption,
    /// Sekunden je Würfeldatei für BEFEHL [Vorgabe: 120]
    #[arg(
        long = "zeit", value_name = "S", default_value = "120",
        value_parser = values::positive_up_to(86_400), conflicts_with = "files",
        help_heading = "Ablauf"
    )]
    pub time: f64,
    /// Ordner einer Klasse, in denen BEFEHL läuft
    ///
    /// Die Abgaben kommen nacheinander an die Reihe, und jede bekommt eine Zeile. BEFEHL läuft in
    /// dem Ordner, und wo {abgabe} steht, kommt dessen Name mit ganzem Pfad hin. Einen BEFEHL mit
    /// einem Pfad wie ./starte gibt es dort, wo wuerfelglueck aufgerufen wird, oder sonst in jedem
    /// Ordner.
    #[arg(
        long = "abgaben", value_name = "ORDNER", value_hint = ValueHint::DirPath, num_args = 1..,
        help_heading = "Ablauf"
    )]
    pub folders: Vec<Input>,
    #[command(flatten)]
    format_option: FormatOption<ClassFormat>,
    #[command(flatten)]
    pub seed_option: SeedOption,
    #[command(flatten)]
    pub memory_option: MemoryOption,
    #[command(flatten)]
    pub thread_option: ThreadOption,
}

/// The help that options of other commands have here.
pub const REWORDED: [(&str, &str); 2] = [
    (
        ONE_RULE_SET,
        "Verlangtes Regelwerk: offiziell, zielzuerst oder wlr\n\n\
         Nach ihm soll das Programm spielen, und danach richtet sich der Rückgabewert. \
         Abweichungen kommen mit + dahinter; „wuerfelglueck regeln“ erklärt sie. [Vorgabe: \
         offiziell]",
    ),
    ("memory", TABLE_MEMORY_HELP),
];

impl Diagnose {
    pub fn format(&self) -> ClassFormat {
        self.format_option.format
    }

    /// Returns whether the programs of a class are diagnosed.
    pub fn is_class(&self) -> bool {
        !self.folders.is_empty()
    }

    /// An examination without any results.
    pub fn new_examination(&self) -> Examination {
        let (rules, scoring) = (self.rule_set_option.rules, self.scoring.value[0]);
        let expected = Hypothesis { rules, scoring };
        Examination::new(expected, self.games, self.seed_option.seed.number)
    }

    pub fn read_options(&self, dice: &[Die]) -> ReadOptions<'_> {
        ReadOptions {
            form: self.form_option.form.as_ref(),
            can_draw: can_draw(dice, self.rule_set_option.rules),
            ..ReadOptions::default()
        }
    }
}
