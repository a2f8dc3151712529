//! The command `pruefe`: somebody's Bestenlisten, and on stdout what is wrong with them.

use std::fs::{self, DirEntry};
use std::io;
use std::path::Path;

use anyhow::Result;
use clap::{Args, ValueHint};
use itertools::Itertools;
use rayon::prelude::*;

use super::errors::{BadInput, System, exit_code, lacks_resources, refuse, verdict};
use super::groups::{RankingOptions, offer_criteria};
use super::progress::{Bar, Early};
use super::rank::find;
use super::streams::{check_stdin, expand_patterns, print, read_dice, read_list, say};
use super::summary;
use super::values::{self, Input, Render, Word, word};
use crate::report::check::{self, Cause, DiceFile, Judged, ListName, Submission};
use crate::report::diagnose::{Diagnosed, sentences};
use crate::report::svg::claims;
use wuerfelglueck::check::form::{Form, Suggestion};
use wuerfelglueck::check::list::{self, List, ListError, ReadOptions};
use wuerfelglueck::check::{Limits, Tolerance, judge_all};
use wuerfelglueck::diagnose::{
    self, ANY_GAMES, Conclusion, Hypothesis, Question, Shares, Truths, diagnose, shares,
};
use wuerfelglueck::dice::{self, Die};

type Read = (ListName, Result<List, ListError>);

/// How many dice of its dice file a list names, if it is about that file at all.
type Fit = Option<usize>;

#[derive(Debug, Args)]
#[command(
    override_usage = "wuerfelglueck pruefe [OPTIONEN] DATEI [LISTE …]\n       \
    wuerfelglueck pruefe [OPTIONEN] --datei DATEI … ABGABE …",
    mut_args(|argument| offer_criteria(argument, 2))
)]
pub struct Pruefe {
    #[arg(value_name = "DATEI", value_hint = ValueHint::FilePath)]
    first: Option<Input>,
    #[arg(value_name = "LISTE", value_hint = ValueHint::FilePath)]
    others: Vec<Input>,
    #[command(flatten)]
    options: RankingOptions<Judging>,
}

#[derive(Debug, Args)]
struct Judging {
    #[arg(long = "datei", value_hint = ValueHint::FilePath)]
    files: Vec<Input>,
    #[arg(
        long = "gespielt", value_parser = values::whole(1..=values::MOST_GAMES),
        conflicts_with_all = ["tolerance", "leeway"]
    )]
    list_games: Option<u64>,
    #[arg(long = "toleranz", default_value = "5", value_parser = values::difference)]
    tolerance: f64,
    #[arg(long = "spielraum", default_value = "3", value_parser = values::difference)]
    leeway: f64,
    #[arg(long = "streng")]
    is_strict: bool,
    #[arg(
        long = "form", value_name = "MUSTER", value_parser = values::form, conflicts_with = "is_strict"
    )]
    form: Option<Form>,
    #[arg(long = "ursache")]
    with_cause: bool,
    #[arg(short = 'v', long = "ausfuehrlich")]
    in_detail: bool,
    #[arg(long, default_value = "text", value_parser = word(&FORMATS))]
    format: Word<Render<Judged>>,
}

const FORMATS: [(&str, Render<Judged>); 7] = [
    ("text", |judged| check::text::render(judged, false)),
    ("markdown", check::markdown::render),
    ("tsv", check::tsv::render),
    ("json", check::json::render),
    ("svg", claims::render),
    ("junit", check::junit::render),
    ("github", |judged| check::text::render(judged, true)),
];

impl Pruefe {
    pub fn run(&self) -> Result<u8> {
        let (options, judging) = (&self.options, &self.options.output);
        options.check()?;
        let has_no_details = ["markdown", "tsv", "svg", "junit"].contains(&judging.format.name);
        if judging.in_detail && has_no_details {
            refuse!("„--ausfuehrlich“ gibt es nur für „--format text“ und „--format json“");
        }
        if judging.with_cause && !self.is_class() {
            refuse!("„--ursache“ gibt es nur mit „--datei“: pruefe --ursache --datei DATEI ABGABE");
        }
        let named = expand_patterns(self.first.iter().chain(&self.others))?;
        let mut named = named.iter().collect_vec();
        let files = expand_patterns(&judging.files)?;
        let inputs = match self.is_class() {
            true if named.is_empty() => refuse!("es fehlen die Abgaben, Listen oder Ordner"),
            true => files.iter().collect(),
            false if named.is_empty() => refuse!("die Würfeldatei fehlt"),
            false => vec![named.remove(0)],
        };
        if named.is_empty() {
            named.push(&Input::Stdin);
        }
        check_stdin(inputs.iter().chain(&named).copied())?;
        let mut files = Vec::new();
        for input in inputs {
            let dice = read_dice(input, &options.rules, options.common.quiet);
            if dice.is_err() && !self.is_class() && named.iter().any(|list| is_dice_file(list)) {
                refuse!(
                    "zuerst kommt die Würfeldatei, dahinter die Listen; „{input}“ ist keine Würfeldatei"
                );
            }
            files.push(DiceFile {
                name: input.to_string(),
                dice: dice?,
                found: None,
            });
        }
        if self.is_class() {
            self.refuse_dice_files(&files, &named)?;
        }
        let (mut read, mut unreadable) = (Vec::new(), Vec::new());
        for input in named {
            match self.read(&files, input) {
                Ok(lists) => read.push((input, lists)),
                // The others get their verdicts nevertheless.
                Err(error) if error.is::<BadInput>() => unreadable.push(error),
                Err(error) => return Err(error),
            }
        }
        if read.is_empty() {
            return Err(unreadable.remove(0));
        }

        options.threading.start()?;
        let (share, order) = (judging.tolerance, judging.leeway);
        let points = Tolerance::Points { share, order };
        let tolerance = judging.list_games.map_or(points, Tolerance::Games);
        let number = files.len().max(if self.is_class() { 2 } else { 1 });
        for (index, file) in files.iter_mut().enumerate() {
            // Truth is not wanted where there is nothing to compare with it.
            let mut lists = read.iter().flat_map(|(_, lists)| lists);
            if lists.any(|(one, list)| one.file == index && list.is_ok()) {
                let plan = options.plan_for(judging.list_games, file.dice.len());
                file.found = Some(find(&file.dice, options, &plan, &Early::default())?);
            }
        }
        let limits = files.iter().enumerate().map(|(index, file)| {
            let truths = file.truths().iter();
            let limits = truths.map(|(_, truth)| Limits::new(truth, tolerance, [index, number]));
            limits.collect_vec()
        });
        let limits = limits.collect_vec();
        let submission = |(input, read): (&Input, Vec<Read>)| {
            let lists = read.iter().map(|(one, list)| {
                let dice = &files[one.file].dice[..];
                (list, dice, &limits[one.file][..])
            });
            Submission {
                name: input.to_string(),
                judgements: judge_all(&options.rules, &lists.collect_vec()),
                lists: read.into_iter().map(|(name, _)| name).collect(),
                cause: None,
            }
        };
        let is_played = !options.exact && files.iter().any(|file| file.found.is_some());
        let mut judged = Judged {
            seed: is_played.then_some(options.seeding.seed.0),
            submissions: read.into_par_iter().map(submission).collect(),
            files,
            is_class: self.is_class(),
            tolerance,
            in_detail: judging.in_detail,
        };
        if judging.with_cause {
            self.find_causes(&mut judged)?;
        }
        if print(&(judging.format.value)(&judged))? {
            for found in judged.files.iter().filter_map(|file| file.found.as_ref()) {
                summary::tell(&options.common, found, |ranking| match tolerance {
                    // What is certain is not asked then.
                    Tolerance::Games(_) => Vec::new(),
                    Tolerance::Points { .. } => summary::uncertain(ranking, found),
                });
            }
        }
        for error in &unreadable {
            say(format_args!("wuerfelglueck: {error:#}"));
        }
        let code = unreadable.first().map(exit_code);
        Ok(code.unwrap_or(verdict(judged.is_passed())))
    }

    /// Refuses dice files among the submissions, which a pattern has put there: `--datei wuerfel?.txt`. A copy of a file that is
    /// checked may have been handed in.
    fn refuse_dice_files(&self, files: &[DiceFile], named: &[&Input]) -> Result<()> {
        for input in named {
            let Input::File(path) = input else { continue };
            let Some(dice) = dice_of_file(path) else {
                continue;
            };
            if files.iter().all(|file| file.dice != dice) {
                refuse!(
                    "„{input}“ ist eine Würfeldatei, keine Abgabe; vor jeder Würfeldatei steht --datei, auch wenn ein Muster wie wuerfel?.txt mehrere nennt"
                );
            }
        }
        Ok(())
    }

    /// Says of each submission that has not passed what `diagnose` does. What was played for one is kept for the next.
    fn find_causes(&self, judged: &mut Judged) -> Result<()> {
        let options = &self.options;
        let memory = options.remembering.bytes(false) / rayon::current_num_threads();
        let games = options.output.list_games;
        let files = judged.files.iter();
        let diagnosed = Diagnosed {
            files: files.clone().map(|file| file.name.clone()).collect(),
            dice: files.map(|file| file.dice.clone()).collect(),
            games,
            ..Diagnosed::new(options.rules[0])
        };
        let dice = &diagnosed.dice;
        let mut truths = Truths::new(dice.clone(), options.seeding.seed.0, memory);
        let (rules, scoring) = (options.rules[0], options.counting.criteria()[0]);
        let question = Question {
            games: games.map_or(ANY_GAMES, |games| [games as f64; 2]),
            expected: Hypothesis { rules, scoring },
            finest: diagnose::ROUGH,
        };
        for submission in &mut judged.submissions {
            let mut lists: Vec<Shares> = dice.iter().map(|dice| vec![None; dice.len()]).collect();
            for (list, verdict) in submission.verdicts() {
                if let Ok(verdict) = verdict
                    && verdict.shown.iter().any(Option::is_some)
                {
                    lists[list.file].clone_from(&verdict.shown);
                }
            }
            if submission.is_passed() || lists.iter().flatten().all(Option::is_none) {
                continue;
            }
            let progress = Bar::new(submission.name.clone(), 0, false, options.common.quiet);
            let Some(diagnosis) = diagnose(&mut truths, &lists, &question, &progress) else {
                break;
            };
            let is_found = diagnosis.conclusion == Conclusion::Found && !diagnosis.is_expected;
            submission.cause = Some(Cause {
                told: sentences(&diagnosis, &diagnosed).join(" "),
                hypothesis: is_found.then(|| diagnosis.candidates[0].hypothesis),
            });
        }
        Ok(())
    }

    /// Reads a list, or if it is to be judged as a whole, all lists of a folder. What is not there is not handed in.
    fn read(&self, files: &[DiceFile], input: &Input) -> Result<Vec<Read>> {
        let folder = match input {
            Input::File(path) if self.is_class() && (path.is_dir() || !path.exists()) => path,
            _ => return Ok(vec![self.read_list(files, input)?.1]),
        };
        let entries: io::Result<Vec<DirEntry>> = fs::read_dir(folder).and_then(Iterator::collect);
        let (entries, why) = match entries {
            Ok(entries) => (entries, ListError::Missing),
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => (vec![], ListError::Missing),
            Err(cause) => (vec![], ListError::NoAccess(System(cause).to_string())),
        };
        let paths = entries.iter().map(DirEntry::path);
        let read = paths.filter(|path| path.is_file()).sorted();
        let read = read.map(|path| self.read_list(files, &Input::File(path)));
        let mut read = read.collect::<Result<Vec<_>>>()?;
        // A copy of a dice file is left aside, unless there is nothing else.
        let is_copy = |one: &(Fit, Read)| matches!(one.1.1, Err(ListError::DiceFile));
        if !read.iter().all(is_copy) {
            read.retain(|one| !is_copy(one));
        }
        // Programs, notes and copies of dice files lie there, too. Of what names dice of a file, that counts which names most.
        let mut lists: Vec<Read> = Vec::new();
        for file in 0..files.len() {
            let fit = |(fit, (list, _)): &(Fit, Read)| fit.filter(|_| list.file == file);
            let best = read.iter().filter_map(fit).max();
            let of_file = read.extract_if(.., |one| best.is_some() && fit(one) == best);
            lists.extend(of_file.map(|(_, list)| list));
        }
        let has_none = |file: &usize| lists.iter().all(|(list, _)| list.file != *file);
        let without_list = (0..files.len()).filter(has_none).collect_vec();
        // If as many files say nothing of any dice, they are these lists, in the order of their names.
        read.retain(|(fit, (_, list))| fit.is_none() && list.is_err());
        let are_these = read.len() == without_list.len();
        let mut unreadable = read.into_iter().filter(|_| are_these);
        for file in without_list {
            let name = format!("{input} ({})", files[file].name);
            let list = unreadable.next();
            let list = list.map(|(_, (list, fault))| (list.name, fault));
            let (name, list) = list.unwrap_or((name, Err(why.clone())));
            lists.push((ListName { name, file }, list));
        }
        lists.sort_by_key(|(list, _)| list.file);
        Ok(lists)
    }

    /// Reads a list, which belongs to the dice file of which it names most dice, or else the name.
    fn read_list(&self, files: &[DiceFile], input: &Input) -> Result<(Fit, Read)> {
        let most = files.iter().map(|file| list::most_bytes(&file.dice)).max();
        let text = read_list(input, most.unwrap_or(0), self.options.common.quiet);
        let text = match text {
            Err(error) if self.is_class() && !lacks_resources(&error) => {
                Err(ListError::NoAccess(error.root_cause().to_string()))
            }
            // What is no text is no list.
            Ok(Ok(text)) if self.is_class() && text.contains(&0) => {
                Err(ListError::no_entry(None, Suggestion::default()))
            }
            text => text?,
        };
        let name = input.to_string();
        let stem = |name: &str| Some(Path::new(name).file_stem()?.to_string_lossy().into_owned());
        let own = stem(&name).unwrap_or_default();
        let judging = &self.options.output;
        let options = ReadOptions {
            is_strict: judging.is_strict,
            form: judging.form.as_ref(),
            is_form_optional: self.is_class(),
        };
        let candidates = files.iter().enumerate();
        let candidates = candidates.map(|(file, DiceFile { name, dice, .. })| {
            let text = text.clone();
            let list = text.and_then(|text| list::parse(&text, dice, options));
            let shares = list.as_ref().ok().and_then(|list| shares(list, dice));
            let found = shares.map_or(0, |shares| shares.iter().flatten().count());
            let is_named = stem(name).is_some_and(|stem| own.contains(&stem));
            ((found, is_named, found == dice.len()), file, list)
        });
        let mut candidates = candidates.collect_vec();
        if let Some(copy) = candidates
            .iter()
            .position(|(_, _, list)| *list == Err(ListError::DiceFile))
        {
            let (_, file, list) = candidates.swap_remove(copy);
            return Ok((None, (ListName { name, file }, list)));
        }
        // Of equal ones the first.
        let best = candidates.into_iter().rev().max_by_key(|(key, ..)| *key);
        let ((found, is_named, _), file, list) =
            best.unwrap_or(((0, false, false), 0, Err(ListError::Empty)));
        let fit = (found > 0 || is_named).then_some(found);
        Ok((fit, (ListName { name, file }, list)))
    }

    fn is_class(&self) -> bool {
        !self.options.output.files.is_empty()
    }
}

/// Whether an input is a dice file.
fn is_dice_file(input: &Input) -> bool {
    matches!(input, Input::File(path) if dice_of_file(path).is_some())
}

/// The dice of a file, if it is a dice file of a usual size.
fn dice_of_file(path: &Path) -> Option<Vec<Die>> {
    /// Larger files are not looked at twice.
    const LARGEST: u64 = 1 << 20;
    let is_small = fs::metadata(path).is_ok_and(|data| data.is_file() && data.len() <= LARGEST);
    let text = is_small.then(|| fs::read(path).ok()).flatten()?;
    dice::parse(&text).ok()
}
