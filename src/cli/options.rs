//! The options of the main job and those that all commands share, and their German help.

use std::str::FromStr;

use anyhow::Context;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Args, Parser, Subcommand};
use rand::TryRng;
use rand::rngs::SysRng;

use super::say;
use super::sixjack::SixJack;
use crate::rules::Rules;
use crate::text::whole_number;

/// Most games per pairing that may be asked for: at millions a second more than a day.
pub(super) const MOST_GAMES: u64 = 1_000_000_000_000;
/// Most threads that may be asked for.
const MOST_THREADS: usize = 1024;

const TEMPLATE: &str = "\
{about}

Aufruf: {usage}

Optionen:
{options}

Befehle:
{subcommands}
{after-help}
";

const AFTER_HELP: &str = "\
Die Würfeldatei nennt in der ersten Zeile die Anzahl der Würfel, danach in einer
Zeile je Würfel die Anzahl der Seiten und die Augenzahlen:

  2
  6 1 2 3 4 5 6
  6 1 1 1 6 6 6

Die Bestenliste geht auf die Standardausgabe, alles andere auf die
Standardfehlerausgabe. Rückgabewert: 0 in Ordnung, 1 Lesen oder Schreiben
gescheitert, 2 Eingabe oder Befehlszeile fehlerhaft.
";

/// What the program is asked to do: rank dice, unless a command says otherwise.
#[derive(Debug, Parser)]
#[command(
    name = "wuerfelglueck",
    version,
    about = "Lässt Würfel paarweise „Mensch ärgere Dich nicht“ spielen und druckt die\nWürfel-Bestenliste.",
    override_usage = "wuerfelglueck [OPTIONEN] < DATEI",
    help_template = TEMPLATE,
    after_help = AFTER_HELP,
    args_conflicts_with_subcommands = true,
    disable_help_flag = true,
    disable_help_subcommand = true,
    disable_version_flag = true,
    propagate_version = true,
    hide_possible_values = true,
    term_width = 80,
)]
pub(super) struct Options {
    #[command(subcommand)]
    pub(super) command: Option<Command>,

    /// Regelwerk: offiziell (auf der Laufbahn wird vor dem Ziel gezogen) oder zielzuerst (die
    /// vorderste Figur zieht, Figuren im Ziel stehen vor allen anderen) [Vorgabe: offiziell]
    #[arg(
        long = "regeln",
        value_name = "NAME",
        default_value = Rules::Offiziell.name(),
        hide_default_value = true,
        value_parser = rules(),
    )]
    pub(super) rules: Rules,

    /// Spiele je Paarung, eine gerade Zahl: jeder Würfel beginnt die Hälfte [Vorgabe: 100000]
    #[arg(
        long = "spiele",
        value_name = "N",
        default_value_t = 100_000,
        hide_default_value = true,
        value_parser = games,
        allow_negative_numbers = true,
    )]
    pub(super) games: u64,

    #[command(flatten)]
    pub(super) common: Common,
}

/// What is done instead of ranking dice.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Spielt das Kartenspiel Six Jack, Computer gegen Computer
    Sixjack(SixJack),
}

/// The options of every command.
#[derive(Debug, Args)]
pub(super) struct Common {
    /// Saat des Zufalls: gleiche Saat, gleiche Liste; „zufall“ nimmt jedes Mal eine andere
    /// [Vorgabe: 2021]
    #[arg(
        long = "saat",
        value_name = "N|zufall",
        default_value = "2021",
        allow_negative_numbers = true,
        hide_default_value = true
    )]
    pub(super) seed: Seed,

    /// Fäden, auf denen gleichzeitig gespielt wird; die Liste hängt nicht davon ab [Vorgabe: einer
    /// je Prozessorkern]
    #[arg(long = "faeden", value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub(super) threads: Option<usize>,

    /// Nichts auf die Standardfehlerausgabe schreiben außer Fehlern
    #[arg(short = 'q', long = "still")]
    pub(super) quiet: bool,

    /// Diese Hilfe zeigen (auch --help)
    #[arg(short = 'h', long = "hilfe", alias = "help", action = ArgAction::Help)]
    help: Option<bool>,

    /// Version zeigen
    #[arg(short = 'V', long = "version", action = ArgAction::Version)]
    version: Option<bool>,
}

impl Common {
    /// A line to stderr, unless nothing is to be said.
    pub(super) fn tell(&self, line: impl std::fmt::Display) {
        if !self.quiet {
            say(line);
        }
    }
}

/// Where the seed comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seed {
    /// The user or the default says.
    Fixed(u64),
    /// The operating system's entropy.
    Fresh,
}

impl Seed {
    /// The seed itself.
    pub(super) fn resolve(self) -> anyhow::Result<u64> {
        match self {
            Seed::Fixed(seed) => Ok(seed),
            Seed::Fresh => SysRng
                .try_next_u64()
                .ok()
                .context("das Betriebssystem gibt keinen Zufall her; bitte --saat mit einer Zahl"),
        }
    }
}

impl FromStr for Seed {
    type Err = String;

    fn from_str(text: &str) -> Result<Seed, String> {
        if text == "zufall" {
            return Ok(Seed::Fresh);
        }
        whole_number(text).map(Seed::Fixed).ok_or_else(|| {
            format!(
                "erlaubt sind ganze Zahlen von 0 bis {} und das Wort zufall",
                u64::MAX
            )
        })
    }
}

fn rules() -> impl TypedValueParser<Value = Rules> {
    PossibleValuesParser::new(Rules::ALL.map(Rules::name)).try_map(|name| {
        Rules::ALL
            .into_iter()
            .find(|rules| rules.name() == name)
            .ok_or("unbekanntes Regelwerk")
    })
}

fn games(text: &str) -> Result<u64, String> {
    whole_number(text)
        .filter(|games| (2..=MOST_GAMES).contains(games) && games % 2 == 0)
        .ok_or_else(|| format!("erlaubt sind gerade Zahlen von 2 bis {MOST_GAMES}"))
}

fn threads(text: &str) -> Result<usize, String> {
    whole_number(text)
        .filter(|threads| (1..=MOST_THREADS).contains(threads))
        .ok_or_else(|| format!("erlaubt sind ganze Zahlen von 1 bis {MOST_THREADS}"))
}
