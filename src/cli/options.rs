//! The options of the main job, and their German help.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand};

use super::common::{Common, MOST_GAMES};
use super::sixjack::SixJack;
use crate::rules::Rules;
use crate::text::whole_number;

const TEMPLATE: &str = "\
{about}

Aufruf: {usage}

Optionen:
{options}

Befehle:
{subcommands}{after-help}
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
