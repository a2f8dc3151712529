//! Which rules made some lists: a table and sentences, or JSON.

use itertools::Itertools;
use serde_json::{Value, json};

use super::json::object;
use super::table::{aligned, row};
use wuerfelglueck::diagnose::causes::Cause;
use wuerfelglueck::diagnose::trial::{Line, Outcome, Trial};
use wuerfelglueck::diagnose::{Candidate, Conclusion, Diagnosis, Hypothesis, Shares, Trait};
use wuerfelglueck::dice::Die;
use wuerfelglueck::likelihood::PairingGames;
use wuerfelglueck::rules::Rules;
use wuerfelglueck::text::{MANY, about, capital, enumerated, roughly};

/// What is known of a program or its lists, and what it is about.
pub struct Diagnosed {
    /// What experiments with the program have shown.
    pub trial: Trial,
    /// What its lists say of its rules, if they were compared.
    pub diagnosis: Option<Diagnosis>,
    /// The names of the dice files, and their dice.
    pub files: Vec<String>,
    pub dice: Vec<Vec<Die>>,
    /// What each list says of the dice.
    pub shares: Vec<Shares>,
    /// What is wrong with the form of lists: the index of the list, and what it is.
    pub forms: Vec<(usize, String)>,
    /// If nothing fits, what the program gives for the two dice that differ most, alone in a file.
    pub pair: Option<Pair>,
    /// The number of games per pairing of the lists, if that was said.
    pub games: Option<u64>,
    /// The rule set that the program should play.
    pub rules: Rules,
    /// The seed of the games that the lists were compared with.
    pub seed: u64,
    /// The first file without a list, and why there is none.
    pub missing: Option<String>,
    /// Whether a signal has ended the diagnosis.
    pub is_interrupted: bool,
}

/// The verdict on a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It plays the rules that it should play.
    Passed,
    /// It plays other rules.
    OtherRules,
    /// No right program prints such lists.
    Faulty,
    /// It cannot be told.
    NotJudged,
}

impl Verdict {
    /// Its German name.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Passed => "bestanden",
            Verdict::OtherRules => "andere Regeln",
            Verdict::Faulty => "fehlerhaft",
            Verdict::NotJudged => "nicht beurteilt",
        }
    }
}

impl Diagnosed {
    /// Nothing so far of a program that should play these rules.
    pub fn new(rules: Rules) -> Diagnosed {
        Diagnosed {
            trial: Trial::default(),
            diagnosis: None,
            files: Vec::new(),
            dice: Vec::new(),
            shares: Vec::new(),
            forms: Vec::new(),
            pair: None,
            games: None,
            rules,
            seed: 0,
            missing: None,
            is_interrupted: false,
        }
    }

    /// Whether the program may play the rules that it should play, and every list is there and has
    /// its form.
    pub fn is_as_expected(&self) -> bool {
        let diagnosis = self.diagnosis.as_ref();
        diagnosis.is_some_and(|diagnosis| diagnosis.is_expected)
            && self.trial.is_possible()
            && self.forms.is_empty()
            && self.missing.is_none()
    }

    /// The verdict on the program.
    pub fn verdict(&self) -> Verdict {
        if !self.trial.is_possible() {
            return Verdict::Faulty;
        }
        let Some(diagnosis) = &self.diagnosis else {
            return Verdict::NotJudged;
        };
        match diagnosis.conclusion {
            Conclusion::Nothing => Verdict::Faulty,
            _ if !self.forms.is_empty() => Verdict::Faulty,
            Conclusion::TooFewGames => Verdict::NotJudged,
            Conclusion::Found if !diagnosis.is_expected => Verdict::OtherRules,
            Conclusion::Found if self.missing.is_none() => Verdict::Passed,
            Conclusion::Found => Verdict::NotJudged,
        }
    }

    /// The rule set that the program plays, if it is found.
    pub fn found(&self) -> Option<Hypothesis> {
        let diagnosis = self.diagnosis.as_ref()?;
        let is_found = diagnosis.conclusion == Conclusion::Found;
        match self.verdict() {
            Verdict::Passed => Some(diagnosis.expected.hypothesis),
            _ => is_found.then(|| diagnosis.candidates[0].hypothesis),
        }
    }

    /// The first reason for a verdict, in German; none if the program has passed.
    pub fn cause(&self) -> Option<String> {
        let first_sentence = || sentences(self.diagnosis.as_ref()?, self).into_iter().next();
        match self.verdict() {
            Verdict::Passed => None,
            Verdict::OtherRules => Some(self.meaning_of_rules()),
            Verdict::Faulty => first_fault(&self.trial)
                .or_else(|| self.first_fault_of_form())
                .or_else(first_sentence),
            Verdict::NotJudged if self.is_interrupted => Some("vorher abgebrochen".into()),
            Verdict::NotJudged => self
                .missing
                .clone()
                .or_else(|| first_doubt(&self.trial))
                .or_else(first_sentence),
        }
    }

    /// The meaning of the rules that were found, or those that are wanted if they have none.
    fn meaning_of_rules(&self) -> String {
        let traits = self.found().map_or(Vec::new(), Hypothesis::traits);
        if traits.is_empty() {
            return format!("verlangt sind die Regeln {}", self.rules);
        }
        traits.iter().map(|(_, meaning)| meaning).join("; ")
    }

    /// The first file whose list has a wrong form, and what is wrong.
    fn first_fault_of_form(&self) -> Option<String> {
        let (list, text) = self.forms.first()?;
        Some(format!("{}: {text}", self.files[*list]))
    }
}

/// The first line about something impossible, with its first cause.
fn first_fault(trial: &Trial) -> Option<String> {
    trial.lines.iter().find_map(|Line { title, outcome }| {
        let Outcome::Impossible { seen, causes } = outcome else {
            return None;
        };
        let cause = causes.first().map(|cause| format!(": {cause}"));
        Some(format!("{title}: {seen}{}", cause.unwrap_or_default()))
    })
}

/// Why a trial that was not finished has ended.
fn first_doubt(trial: &Trial) -> Option<String> {
    let [Line { title, outcome }] = &trial.lines[..] else {
        return None;
    };
    match outcome {
        Outcome::NotJudged { reason } => Some(format!("{title}: {reason}")),
        _ => None,
    }
}

/// Two dice that were alone in a file; the share of the first one in the list, from 0 to 1, and
/// what it should be.
pub type Pair = ([Die; 2], [f64; 2]);

/// A table of the best candidates, and a verdict in sentences: what follows the lines about
/// experiments. Empty if no lists were compared and nothing is impossible.
pub fn conclusion(diagnosed: &Diagnosed) -> String {
    let mut lines = Vec::new();
    let Some(diagnosis) = &diagnosed.diagnosis else {
        if !diagnosed.trial.is_possible() && !diagnosed.is_interrupted {
            lines.push(String::new());
            lines.push("Solange ein Versuch ✗ hat, vergleiche ich keine Regelwerke.".into());
            lines.push(next_step(&diagnosed.rules));
        }
        return lines.iter().map(|line| format!("{line}\n")).collect();
    };
    lines.extend((!diagnosed.trial.lines.is_empty()).then(String::new));
    let row = |candidate: &Candidate| {
        let looks_like = match (diagnosed.games, candidate.most_games()) {
            (None, _) => about(candidate.games),
            (Some(_), Some(most)) if most > MANY => "beliebig viele".into(),
            (Some(_), Some(most)) => format!("höchstens {}", about(most)),
            (Some(_), None) => "keine".into(),
        };
        let distance = format!("{:.2}", 100.0 * candidate.fit.distance());
        row![candidate.hypothesis, distance, looks_like]
    };
    let mut rows = vec![row!["Regeln", "Abstand (Punkte)", "Spiele je Paarung"]];
    rows.extend(diagnosis.candidates.iter().map(row));
    lines.extend(aligned(&rows, 0));
    lines.push(String::new());
    lines.extend(sentences(diagnosis, diagnosed));
    lines.join("\n") + "\n"
}

/// A line about an experiment: ✓ if it holds, ✗ if it is impossible, and – if it is not judged.
pub fn line(Line { title, outcome }: &Line) -> String {
    match outcome {
        Outcome::Holds { seen } => format!("✓ {title}: {seen}"),
        Outcome::Impossible { seen, causes } if causes.is_empty() => format!("✗ {title}: {seen}"),
        Outcome::Impossible { seen, causes } => {
            format!("✗ {title}: {seen}: {}", causes.iter().format("; oder "))
        }
        Outcome::NotJudged { reason } => format!("– {title}: {reason}"),
    }
}

/// The advice to look for the first wrong move.
fn next_step(rules: &Rules) -> String {
    format!(
        "Nächster Schritt: das Programm einige Spiele Wurf für Wurf aufschreiben lassen, und mit \
         „wuerfelglueck spiel --regeln {rules} \
         --vergleiche PROTOKOLL DATEI“ den ersten falschen Zug finden."
    )
}

/// The verdict of a diagnosis of lists that were made like this.
pub fn sentences(diagnosis: &Diagnosis, diagnosed: &Diagnosed) -> Vec<String> {
    let best = &diagnosis.candidates[0];
    let equal = &diagnosis.candidates[..diagnosis.equal];
    let traits = best.hypothesis.traits();
    let meanings = traits.iter().map(|(_, meaning)| meaning).join("; ");
    let colon = if meanings.is_empty() { "" } else { ": " };
    let described = format!("{}{colon}{meanings}", best.hypothesis);
    let unseen = unseen(&diagnosis.invisible);
    let unseen = unseen.map_or(String::new(), |unseen| format!(" {unseen}"));
    let mut said = match diagnosis.conclusion {
        Conclusion::Found => {
            let like = match diagnosed.games {
                None => format!(" wie bei {} Spielen je Paarung", roughly(best.games)),
                Some(games) => format!(", wie sie es bei {games} Spielen je Paarung sollen"),
            };
            let own = match best.pairing_games {
                PairingGames::Shared => "",
                PairingGames::Own => ", wenn jeder Würfel gegen jeden Gegner eigene Spiele hat",
            };
            let found = format!("Am besten passt {described}.{unseen}");
            vec![found, format!("Die Anteile streuen so{like}{own}.")]
        }
        Conclusion::TooFewGames => {
            let least = equal.iter().map(|one| one.games);
            let least = roughly(least.fold(best.games, f64::min));
            let few = format!(
                "Für ein Urteil sind es zu wenige Spiele: Die Anteile streuen so wie bei {least} \
                 Spielen je Paarung. Mit \
                 einigen tausend ließe sich mehr sagen."
            );
            vec![few, format!("Am nächsten liegt {described}.{unseen}")]
        }
        Conclusion::Nothing => nothing(diagnosis, diagnosed),
    };
    if equal.len() > 1 {
        let names = equal[1..].iter().map(|other| other.hypothesis).format(", ");
        said.push(format!(
            "Ebenso gut passen: {names}; mit diesen Listen sind sie nicht zu unterscheiden."
        ));
    }
    let name = diagnosis.expected.hypothesis;
    if name != best.hypothesis && diagnosis.conclusion == Conclusion::Found {
        said.push(match diagnosis.expected.most_games().map(about) {
            _ if diagnosis.is_expected => format!("Auch {name} ist damit nicht ausgeschlossen."),
            Some(most) => {
                format!("Das Regelwerk {name} passte nur zu höchstens {most} Spielen je Paarung.")
            }
            None => format!("Das Regelwerk {name} passt zu keiner Zahl von Spielen je Paarung."),
        });
    }
    let oddities = diagnosed.forms.iter().chain(&diagnosis.oddities);
    said.extend(oddities.map(|(list, text)| format!("{}: {text}.", diagnosed.files[*list])));
    said
}

/// Traits that could be added to the best rules without a difference that lists show: a few in
/// words, more by their names.
fn unseen(traits: &[Trait]) -> Option<String> {
    const IN_WORDS: usize = 2;
    let clauses = traits.iter().map(|(name, _)| Some((name, clause(name)?)));
    let clauses = clauses.collect::<Option<Vec<_>>>();
    let whether = match clauses.filter(|clauses| clauses.len() <= IN_WORDS) {
        _ if traits.is_empty() => return None,
        Some(clauses) => {
            let clauses = clauses.iter();
            let clauses = clauses.map(|(name, clause)| format!("ob {clause} ({name})"));
            clauses.collect_vec().join(" und ")
        }
        None => {
            let names = traits.iter().map(|(name, _)| name).collect_vec();
            format!("ob auch {} gilt", enumerated(&names, "oder"))
        }
    };
    let whether = capital(&whether);
    Some(format!(
        "{whether}, lässt sich an diesen Listen nicht erkennen."
    ))
}

/// The meaning of the trait of this name, as a German clause behind „ob“.
fn clause(name: &str) -> Option<&'static str> {
    let clause = match name {
        "zielzuerst" => "Figuren im Ziel vor denen auf der Laufbahn ziehen",
        "start-leer" => "am Anfang alle vier Figuren zu Hause sind",
        "raeumen-immer" => "A auch geräumt werden muss, wenn keine Figur mehr zu Hause ist",
        "raeumen-mit-6" => "A nur bei einer 6 geräumt werden muss",
        "ohne-raeumen" => "A nie geräumt werden muss",
        "einsetzen-zuletzt" => {
            "bei einer 6 erst eingesetzt wird, wenn sonst keine Figur ziehen kann"
        }
        "hinterste" => "auf der Laufbahn die hinterste Figur zieht, die ziehen kann",
        "nur-vorderste" => "auf der Laufbahn nur die vorderste Figur zieht",
        "ohne-zielzug" => "Figuren im Ziel stehen bleiben",
        "ohne-springen" => "im Ziel eigene Figuren nicht übersprungen werden",
        "ohne-schlagen" => "nicht geschlagen wird",
        "ohne-zusatzwurf" => "nach einer 6 nicht noch einmal gewürfelt wird",
        "zusatzwurf-nach-zug" => {
            "nach einer 6 nur dann noch einmal gewürfelt wird, wenn mit ihr eine Figur gezogen ist"
        }
        "drei-versuche" => "wer keine Figur auf der Laufbahn hat, bis zu dreimal würfelt",
        "hoechste-setzt-ein" => "bei einem Würfel ohne 6 seine höchste Augenzahl als 6 gilt",
        "auswuerfeln" => "ausgewürfelt wird, wer beginnt",
        "erster-beginnt" => "der Würfel, der in der Datei früher steht, jedes Spiel beginnt",
        "a-sicher" => "auf dem eigenen A keine Figur geschlagen wird",
        "einsetzen-schlaegt-nicht" => "beim Einsetzen nicht geschlagen wird",
        "festsitzen-verliert" => "verliert, wer an der Reihe ist und festsitzt",
        "schlagen-am-zugende" => "erst nach dem letzten Wurf eines Zugs geschlagen wird",
        _ => return None,
    };
    Some(clause)
}

/// What is said if nothing fits: why not, which dice differ most, and what to do next.
fn nothing(diagnosis: &Diagnosis, diagnosed: &Diagnosed) -> Vec<String> {
    let rules = diagnosis.expected.hypothesis.rules;
    let most = diagnosis.candidates[0].most_games().map(about);
    let why = match (most, diagnosed.games, diagnosed.trial.games) {
        (None, ..) => "So große Abweichungen erklärt keine Anzahl von Spielen.".into(),
        (Some(most), Some(games), _) => format!(
            "Mit Zufall wäre das nur bei höchstens {most} statt {games} Spielen je Paarung zu \
             erklären."
        ),
        (Some(most), None, Some([least, _])) => format!(
            "Mit Zufall wäre das nur bei höchstens {most} Spielen je Paarung zu erklären, aber \
             das Programm spielt mindestens {}.",
            about(least)
        ),
        (Some(most), None, None) => format!(
            "Mit Zufall wäre das nur bei höchstens {most} Spielen je Paarung zu erklären. Solche \
             Anteile können bei so wenigen Spielen aber nicht herauskommen; vermutlich steckt ein \
             Fehler im Programm."
        ),
    };
    let mut said = vec![format!("Kein Regelwerk passt: {why}")];
    if let Some(off) = diagnosis.furthest {
        let file = &diagnosed.files[off.list];
        let die = &diagnosed.dice[off.list][off.die];
        let [shown, expected] = off.shares.map(|share| 100.0 * share);
        said.push(format!(
            "Von {rules} am weitesten entfernt ist in {file} der Würfel {die}: {shown:.2}% statt \
             {expected:.2}%."
        ));
    }
    if let Some(([one, other], shares)) = &diagnosed.pair {
        let [shown, expected] = shares.map(|share| 100.0 * share);
        said.push(format!(
            "Am meisten liegt das am Gegner {other}: Allein mit ihm in einer Datei gewinnt der \
             Würfel {one} {shown:.2}% statt {expected:.2}%."
        ));
    }
    said.push(next_step(&rules));
    said
}

/// One JSON object, in which each experiment and each candidate has a line of its own.
pub fn json(diagnosed: &Diagnosed) -> String {
    let tried = diagnosed
        .trial
        .lines
        .iter()
        .map(|Line { title, outcome }| match outcome {
            Outcome::Holds { seen } => {
                json!({"versuch": title, "ergebnis": "gelingt", "text": seen})
            }
            Outcome::Impossible { seen, causes } => json!({
                "versuch": title, "ergebnis": "unmoeglich", "text": seen,
                "ursachen": causes.iter().map(Cause::to_string).collect_vec(),
            }),
            Outcome::NotJudged { reason } => {
                json!({"versuch": title, "ergebnis": "nicht beurteilt", "text": reason})
            }
        });
    let nothing = if diagnosed.is_interrupted {
        "abgebrochen"
    } else if diagnosed.trial.lines.is_empty() {
        "keine lesbare Liste"
    } else {
        "Fehler in Versuchen"
    };
    let mut fields = json!({
        "dateien": diagnosed.files,
        "saat": diagnosed.seed,
        "gespielt": diagnosed.games,
        "versuche": tried.collect_vec(),
        "urteil": nothing,
        "passt": false,
    });
    if let Some(diagnosis) = &diagnosed.diagnosis {
        let candidate = |one| candidate(one, &diagnosis.candidates[0]);
        let invisible = diagnosis.invisible.iter().map(|(name, _)| name);
        let oddities = diagnosed.forms.iter().chain(&diagnosis.oddities);
        let oddities =
            oddities.map(|(list, text)| json!({"datei": diagnosed.files[*list], "text": text}));
        fields["urteil"] = json!(match diagnosis.conclusion {
            Conclusion::Found => "gefunden",
            Conclusion::TooFewGames => "zu wenige Spiele",
            Conclusion::Nothing => "nichts passt",
        });
        fields["passt"] = diagnosis.is_expected.into();
        fields["erwartet"] = candidate(&diagnosis.expected);
        fields["gleich_gut"] = diagnosis.equal.into();
        fields["nicht_zu_sehen"] = json!(invisible.collect_vec());
        fields["kandidaten"] = diagnosis.candidates.iter().map(candidate).collect();
        fields["auffaellig"] = oddities.collect();
    }
    object(&fields, Vec::new()) + "\n"
}

fn candidate(one: &Candidate, best: &Candidate) -> Value {
    // Logarithms are not the same everywhere in the last digits.
    let rounded = |value: f64, unit: f64| (value * unit).round() / unit;
    let most = one.most_games().unwrap_or(0.0);
    json!({
        "regeln": one.hypothesis.rules.to_string(),
        "wertung": one.hypothesis.scoring.name(),
        "eigene_spiele": one.pairing_games == PairingGames::Own,
        "abstand": rounded(100.0 * one.fit.distance(), 1e4),
        "spiele_je_paarung": one.games.round() as u64,
        "hoechstens_spiele": (most <= MANY).then(|| most.round() as u64),
        "log_likelihood": rounded(one.likelihood - best.likelihood, 1e2),
        "log_likelihood_mit_abzug": rounded(one.score() - best.score(), 1e2),
    })
}
