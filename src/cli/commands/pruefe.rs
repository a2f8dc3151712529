//! The command `pruefe`: checks somebody's Bestenlisten, and prints the verdicts on them.

use std::fs;

use clap::{Args, ValueEnum, ValueHint};
use itertools::Itertools;

use crate::cli::args::{
    FormOption, FormatOption, MemoryUse, RULE_SETS, RankingOptions, RunOptions, name_format,
    offer_criteria,
};
use crate::cli::failure::{Failure, refuse};
use crate::cli::help::reword;
use crate::cli::input::{check_stdin, expand_patterns, read_dice};
use crate::cli::lists::rank_for_each_request;
use crate::cli::progress::{Bar, Work};
use crate::cli::session::{Answer, Session};
use crate::cli::submissions::{SubmissionInputs, Submissions};
use crate::cli::summary;
use crate::cli::values::{self, Input};
use crate::report::RankingRun;
use crate::report::check::{Cause, CheckFormat, CheckReport, SubmissionReport};
use crate::report::diagnose::describe_diagnosis;
use judging::check::list::ReadOptions;
use judging::check::{Demands, DiceFile, JudgedSubmission, Standard, Submission, SubmissionReader};
use judging::diagnose::{Examination, ROUGH_GAMES, Truths};
use judging::{Fault, Verdict};
use wuerfelglueck::dice::{self, Die};
use wuerfelglueck::ranking::{self, Ranking};
use wuerfelglueck::rules::Rules;
use wuerfelglueck::text::join_words;
use wuerfelglueck::tournament::{DiceContest, can_draw};

#[derive(Debug, Args)]
#[command(
    override_usage = "wuerfelglueck pruefe [OPTIONEN] DATEI [LISTE …]\n       \
    wuerfelglueck pruefe [OPTIONEN] --datei DATEI … ABGABE …",
    next_help_heading = "Argumente",
    mut_args(|argument| offer_criteria(argument, 2)),
    mut_args(|argument| reword(argument, &REWORDED))
)]
pub struct Pruefe {
    /// Die Würfeldatei, zu der die Listen gehören
    #[arg(value_name = "DATEI", value_hint = ValueHint::FilePath)]
    first: Option<Input>,
    /// Die Bestenlisten; ohne sie oder mit - die Standardeingabe
    #[arg(value_name = "LISTE", value_hint = ValueHint::FilePath)]
    others: Vec<Input>,
    #[command(flatten)]
    options: RankingOptions,
    /// Eine Würfeldatei; dann sind alle Namen Abgaben
    ///
    /// Mehrmals für mehrere. Eine Abgabe ist eine Liste oder ein Ordner mit Listen; zu welcher
    /// Würfeldatei eine Liste gehört, zeigen ihre Würfel. Jede Abgabe bekommt ein Urteil über alle
    /// ihre Listen, nach einem Regelwerk.
    #[arg(
        long = "datei", value_name = "DATEI", value_hint = ValueHint::FilePath,
        help_heading = "Argumente"
    )]
    files: Vec<Input>,
    /// Die Listen beruhen auf N Spielen je Paarung
    ///
    /// Dann darf ein Anteil nur so weit danebenliegen, wie es der Zufall bei so vielen Spielen
    /// bringt, und nur solche Würfel dürfen vertauscht sein; eine richtige Liste fällt mit einer
    /// Wahrscheinlichkeit von höchstens 0.2 % durch. Dabei gilt jede Paarung als mit anderen Würfen
    /// gespielt, nicht jede mit derselben Saat.
    #[arg(
        long = "gespielt", value_name = "N",
        value_parser = values::whole_number_in(1..=values::MOST_REQUESTED_GAMES),
        conflicts_with_all = ["tolerance", "leeway"], help_heading = "Genauigkeit"
    )]
    list_games: Option<u64>,
    /// So weit darf ein Anteil danebenliegen
    ///
    /// P ist der erlaubte Abstand vom wahren Anteil in Prozentpunkten. Dann zählt er allein, nicht,
    /// was der Zufall bringt.
    #[arg(
        long = "toleranz", value_name = "P", value_parser = values::parse_points,
        help_heading = "Genauigkeit"
    )]
    tolerance: Option<f64>,
    /// Würfel mit kleinerem Abstand dürfen vertauscht sein
    ///
    /// Würfel, die weniger als P Prozentpunkte auseinanderliegen, dürfen in falscher Reihenfolge
    /// stehen, andere nicht.
    #[arg(
        long = "spielraum", value_name = "P", value_parser = values::parse_points,
        help_heading = "Genauigkeit"
    )]
    leeway: Option<f64>,
    /// Hinweise zur Form sind Mängel
    ///
    /// Ohne diese Option genügt es, dass die Liste zu verstehen ist.
    #[arg(
        long = "streng",
        conflicts_with = "form",
        hide_short_help = true,
        help_heading = "Genauigkeit"
    )]
    is_strict: bool,
    #[command(flatten)]
    form_option: FormOption,
    /// Was wahrscheinlich die Ursache ist
    ///
    /// Für jede Abgabe, die nicht bestanden hat, werden Regelwerke mit Abweichungen verglichen wie
    /// bei „wuerfelglueck diagnose“.
    #[arg(long = "ursache", help_heading = "Ausgabe")]
    with_cause: bool,
    /// Vor den Befunden jede Liste neben der Wahrheit
    ///
    /// Das ist eine Tabelle; json hat dann alle Anteile. Nicht jedes Format hat das.
    #[arg(short = 'v', long = "ausfuehrlich", help_heading = "Ausgabe")]
    in_detail: bool,
    #[command(flatten)]
    format_option: FormatOption<CheckFormat>,
    #[command(flatten)]
    pub run_options: RunOptions,
}

/// The help that options of the main job have where lists are checked.
pub const REWORDED: [(&str, &str); 5] = [
    (
        RULE_SETS,
        "Regelwerk: offiziell, zielzuerst, wlr oder alle\n\n\
         Bei offiziell zieht zuerst eine Figur auf der Laufbahn, erst danach eine im Ziel. Bei \
         zielzuerst zieht die vorderste Figur, und Figuren im Ziel stehen vor allen anderen. wlr \
         spielt wie das Programm einer Einsendung. Abweichungen kommen mit + dahinter, wie in \
         offiziell+start-leer. Bei mehreren, mit Kommas dazwischen, und bei alle gilt das, zu \
         dem die Liste am besten passt. „wuerfelglueck regeln“ erklärt sie. [Vorgabe: offiziell]",
    ),
    (
        "criteria",
        "Was zählt: siege oder punkte [Vorgabe: siege]\n\n\
         Bei siege der Anteil der Spiele, die ein Würfel gewinnt; ein Unentschieden zählt \
         nichts, bei punkte einen halben Sieg.",
    ),
    (
        "exact",
        "Die Wahrheit ohne Zufall rechnen statt spielen\n\n\
         Jedes Intervall enthält den wahren Anteil dann sicher. Bei Würfeln mit vielen \
         verschiedenen Augenzahlen dauert das lange, zu den vier Dateien des Wettbewerbs Minuten \
         bis eine Viertelstunde; eine größere --genauigkeit kürzt es ab.",
    ),
    (
        "accuracy",
        "Die wahren Anteile auf ±P Punkte genau [Vorgabe: 0.2]\n\n\
         P ist die halbe Breite, die das 95-%-Intervall jedes Anteils höchstens haben soll (bei \
         --exakt das sichere), in Prozentpunkten. Ohne diese Option rechnet --exakt weiter, bis \
         auch die Rangfolge gesichert ist.",
    ),
    (
        "games",
        "Die Wahrheit aus genau N Spielen je Paarung\n\n\
         Wie viele Spiele die Liste hat, sagt --gespielt. Die Zahl ist gerade: jeder Würfel \
         beginnt die Hälfte. [Vorgabe: so viele, wie Genauigkeit und Rangfolge brauchen]",
    ),
];

/// The inputs that the command line names.
struct Inputs {
    dice_files: Vec<Input>,
    submissions: Vec<Input>,
}

impl Pruefe {
    /// Checks the lists.
    pub fn run(&self, session: &Session) -> Result<Answer, Failure> {
        self.check_options()?;
        let inputs = self.inputs()?;
        self.run_options.thread_option.start()?;
        let files = self.read_dice_files(&inputs, session)?;
        let submissions = SubmissionInputs {
            reader: SubmissionReader {
                files: &files,
                options: self.read_options(),
            },
            is_class: self.is_class(),
            session,
        };
        let Submissions { read, unreadable } = submissions.read_all(&inputs.submissions)?;
        let runs = self.find_truths(&files, &read, session)?;
        let truths = runs.iter().map(|run| {
            let lists = run.iter().flat_map(|run| &run.lists);
            lists.map(|list| &list.ranking).collect_vec()
        });
        let standard = Standard::new(
            &files,
            &self.options.rules,
            &truths.collect_vec(),
            self.demands(),
            self.is_class(),
        );
        let mut judged = standard.judge(&read);
        standard.name_other_readings(&read, &mut judged, |dice, rules, games| {
            self.play_other_rules(dice, rules, games)
        });
        let mut report = self.report(files, runs, judged);
        if self.with_cause {
            self.find_causes(&mut report, session);
        }
        Ok(Answer {
            text: report.render(self.format_option.format),
            remarks: self.summarize(&report),
            has_failed: !report.is_passed(),
            failures: unreadable,
        })
    }

    /// Returns whether each submission is judged as a whole.
    fn is_class(&self) -> bool {
        !self.files.is_empty()
    }

    fn read_options(&self) -> ReadOptions<'_> {
        ReadOptions {
            is_strict: self.is_strict,
            form: self.form_option.form.as_ref(),
            is_form_optional: self.is_class(),
            ..ReadOptions::default()
        }
    }

    fn demands(&self) -> Demands {
        Demands {
            games: self.list_games,
            tolerance: self.tolerance,
            leeway: self.leeway,
        }
    }

    fn check_options(&self) -> Result<(), Failure> {
        self.options.check()?;
        if self.in_detail && !self.format_option.format.has_details() {
            let formats = CheckFormat::value_variants().iter();
            let detailed = formats.filter(|format| format.has_details());
            let names = detailed.map(name_format).collect_vec();
            refuse!(
                "„--ausfuehrlich“ gibt es nur für „--format“ {}",
                join_words(&names, "und")
            );
        }
        if self.with_cause && !self.is_class() {
            refuse!("„--ursache“ gibt es nur mit „--datei“: pruefe --ursache --datei DATEI ABGABE");
        }
        Ok(())
    }

    /// Returns the dice files and the submissions. Without `--datei`, the dice file comes first,
    /// and stdin is the submission if nothing is behind it.
    fn inputs(&self) -> Result<Inputs, Failure> {
        let mut named = expand_patterns(self.first.iter().chain(&self.others))?;
        let dice_files = if self.is_class() {
            if named.is_empty() {
                refuse!("es fehlen die Abgaben, Listen oder Ordner");
            }
            expand_patterns(&self.files)?
        } else {
            if named.is_empty() {
                refuse!("die Würfeldatei fehlt");
            }
            vec![named.remove(0)]
        };
        if named.is_empty() {
            named.push(Input::Stdin);
        }
        check_stdin(dice_files.iter().chain(&named))?;
        Ok(Inputs {
            dice_files,
            submissions: named,
        })
    }

    fn read_dice_files(
        &self,
        inputs: &Inputs,
        session: &Session,
    ) -> Result<Vec<DiceFile>, Failure> {
        let mut files = Vec::new();
        for input in &inputs.dice_files {
            let dice = read_dice(input, &self.options.rules, session);
            let is_there = !matches!(input, Input::File(path) if !path.exists());
            let has_dice = |submission: &Input| find_dice(submission).is_some();
            if dice.is_err()
                && is_there
                && !self.is_class()
                && inputs.submissions.iter().any(has_dice)
            {
                refuse!(
                    "zuerst kommt die Würfeldatei, dahinter die Listen; „{input}“ ist keine \
                     Würfeldatei"
                );
            }
            let dice = dice?;
            let rule_sets = &self.options.rules;
            files.push(DiceFile {
                name: input.to_string(),
                can_draw: rule_sets.iter().any(|&rules| can_draw(&dice, rules)),
                dice,
            });
        }
        if self.is_class() {
            refuse_dice_files(&files, &inputs.submissions)?;
        }
        Ok(files)
    }

    /// Ranks the dice of each file to which a list could be read.
    fn find_truths(
        &self,
        files: &[DiceFile],
        submissions: &[Submission],
        session: &Session,
    ) -> Result<Vec<Option<RankingRun>>, Failure> {
        let options = &self.options;
        let mut runs = Vec::new();
        for (index, file) in files.iter().enumerate() {
            let lists = submissions
                .iter()
                .flat_map(|submission| submission.lists_of(index))
                .collect_vec();
            if lists.is_empty() {
                runs.push(None);
                continue;
            }
            let known = lists.iter().filter_map(|list| {
                let games = list.known_games(file.dice.len(), self.list_games, file.can_draw);
                games.told()
            });
            let plan = options.plan_to_judge(known.max(), file.dice.len());
            let run =
                rank_for_each_request(&file.dice, options, &self.run_options, &plan, session)?;
            runs.push(Some(run));
        }
        Ok(runs)
    }

    /// Ranks dice under rules that the lists need not follow.
    fn play_other_rules(&self, dice: &[Die], rules: Rules, games: u64) -> Ranking {
        let bytes = self.run_options.memory_option.bytes(MemoryUse::Tables);
        let seed = self.run_options.seed_option.seed.number;
        let mut contest = DiceContest::new(dice, rules, seed, bytes);
        let plan = self.options.criterion_options.plan(games, None);
        ranking::rank(&mut contest, &plan, &())
    }

    /// Gathers all that reports tell but the causes.
    fn report(
        &self,
        files: Vec<DiceFile>,
        runs: Vec<Option<RankingRun>>,
        submissions: Vec<JudgedSubmission>,
    ) -> CheckReport {
        CheckReport {
            files,
            runs,
            submissions: submissions
                .into_iter()
                .map(|judged| SubmissionReport {
                    judged,
                    cause: None,
                })
                .collect(),
            is_class: self.is_class(),
            demands: self.demands(),
            in_detail: self.in_detail,
        }
    }

    /// Tells how sure the truth is.
    fn summarize(&self, report: &CheckReport) -> Vec<String> {
        let summarize = |run: &RankingRun| {
            summary::summarize(run, |ranking| match report.demands.leeway {
                // The order is not asked to be certain then.
                None => Vec::new(),
                Some(_) => summary::warnings_of_uncertainty(ranking, run),
            })
        };
        report.runs.iter().flatten().flat_map(summarize).collect()
    }

    /// Diagnoses each submission that has not passed but has shares, as if it should play the rules
    /// that fit it best of those that it may play. The games that were played for one are kept for
    /// the next.
    fn find_causes(&self, report: &mut CheckReport, session: &Session) {
        let memory = self.run_options.memory_option.bytes_per_thread();
        let seed = self.run_options.seed_option.seed.number;
        let scoring = self.options.criterion_options.criteria()[0];
        let files = &report.files;
        let dice = files.iter().map(|file| file.dice.clone()).collect();
        let mut truths = Truths::new(dice, seed, memory);
        for SubmissionReport { judged, cause } in &mut report.submissions {
            let games = self.list_games;
            let examination = Examination::of_submission(judged, files, scoring, games, seed);
            let Some(mut examination) = examination else {
                continue;
            };
            let progress = Bar::new(judged.name.clone(), Work::Steps(0), session);
            examination.compare(&mut truths, ROUGH_GAMES, &progress);
            let Some(diagnosis) = &examination.diagnosis else {
                break;
            };
            *cause = Some(Cause {
                told: describe_diagnosis(diagnosis, &examination).join(" "),
                hypothesis: match diagnosis.verdict {
                    Verdict::Faulty(Fault::OtherRules(hypothesis)) => Some(hypothesis),
                    _ => None,
                },
            });
        }
    }
}

/// Refuses dice files among the submissions, which a pattern has put there: `--datei wuerfel?.txt`.
/// A copy of one of `files` may have been handed in.
fn refuse_dice_files(files: &[DiceFile], submissions: &[Input]) -> Result<(), Failure> {
    let is_other = |dice: Vec<Die>| files.iter().all(|file| file.dice != dice);
    let is_refused = |input: &&Input| find_dice(input).is_some_and(is_other);
    if let Some(input) = submissions.iter().find(is_refused) {
        refuse!(
            "„{input}“ ist eine Würfeldatei, keine Abgabe; vor jeder Würfeldatei steht --datei, \
             auch wenn ein Muster wie wuerfel?.txt mehrere nennt"
        );
    }
    Ok(())
}

/// Returns the dice of an input, if it is a dice file of a usual size.
fn find_dice(input: &Input) -> Option<Vec<Die>> {
    /// Larger files are not looked at twice.
    const LARGEST: u64 = 1 << 20;
    let Input::File(path) = input else {
        return None;
    };
    let is_small = fs::metadata(path).is_ok_and(|data| data.is_file() && data.len() <= LARGEST);
    let text = is_small.then(|| fs::read(path).ok()).flatten()?;
    dice::parse(&text).ok()
}
