//! Feedback for pupils, in Markdown: a section per submission, ready to be sent, and at the end a table for the teacher.
//!
//! A section has a line for each list that is wrong and none for those that are right. A sentence stands in it only once.

use std::collections::HashSet;
use std::path::{Component, Path};

use itertools::Itertools;

use super::{Cause, DOUBTFUL, Judged, PASSED, Submission, outcome};
use crate::check::findings::{FEW_GAMES, MISSING, REPEATED, SHARE, Subject, TOGETHER};
use crate::check::list::ListError;
use crate::check::{Comparison, Finding, Tolerance, Verdict};
use crate::dice::Die;
use crate::report::table::{or_empty, row};
use crate::text::{Excerpt, count, enumerated};

pub fn render(judged: &Judged) -> String {
    let names = shortest_endings(judged.submissions.iter().map(|one| &*one.name));
    let files = shortest_endings(judged.files.iter().map(|one| &*one.name));
    let feedback = Feedback {
        judged,
        files: &files,
    };
    let sections = judged.submissions.iter().zip(&names);
    let sections = sections.map(|(submission, name)| {
        let body = feedback.section(submission).join("\n\n");
        format!("\n## {}\n\n{body}\n", escaped(name))
    });
    let (passed, table) = (judged.passed(), teachers_table(judged, &names).join("\n"));
    format!(
        "# Bestenlisten: {passed} bestanden\n{}\n## Für die Lehrkraft\n\n{table}\n",
        sections.format("")
    )
}

/// For each path its shortest ending that no other of these has.
fn shortest_endings<'a>(paths: impl Iterator<Item = &'a str>) -> Vec<String> {
    let paths = paths.collect_vec();
    let parts = paths.iter().map(|path| {
        let parts = Path::new(path).components();
        let named = parts.filter(|part| !matches!(part, Component::CurDir));
        named
            .map(|part| part.as_os_str().to_string_lossy())
            .collect_vec()
    });
    let parts = parts.collect_vec();
    let ending = |index: usize| {
        let own = &parts[index];
        let is_other = |other: &usize| parts[*other] != *own;
        let others = (0..parts.len()).filter(is_other).collect_vec();
        let tells_apart = |length: &usize| {
            let ending = &own[own.len() - length..];
            others.iter().all(|&other| !parts[other].ends_with(ending))
        };
        match (1..=own.len()).find(tells_apart) {
            Some(length) => own[own.len() - length..].join("/"),
            None => paths[index].into(),
        }
    };
    (0..paths.len()).map(ending).collect()
}

/// What is to be said of lists, which are named by their dice files.
struct Point {
    lists: Vec<String>,
    /// Parts of a sentence, with semicolons between them.
    clauses: Vec<String>,
    has_wrong_shares: bool,
}

/// What the sections have in common.
struct Feedback<'a> {
    judged: &'a Judged,
    /// The names of the dice files.
    files: &'a [String],
}

impl Feedback<'_> {
    /// The paragraphs of a section.
    fn section(&self, submission: &Submission) -> Vec<String> {
        let best = submission.best();
        let mut paragraphs = vec![self.headline(submission)];
        if submission.judgements.len() > 1 && best.is_read() {
            paragraphs[0] += &format!(
                " Am besten passen deine Listen zu den Regeln `{}`.",
                best.rules
            );
        }
        if submission.is_passed() {
            return paragraphs;
        }
        let points = self.points(submission);
        if !points.is_empty() {
            paragraphs.push(points.join("\n"));
        }
        let is_alone = submission
            .verdicts()
            .all(|(_, one)| outcome(one).0 == PASSED);
        if best.together.is_some() && is_alone {
            paragraphs.push(
                "Jede Liste für sich könnte stimmen, aber alle Anteile zusammen liegen weiter daneben, als es der Zufall \
                 erklärt."
                    .into(),
            );
        }
        paragraphs.extend(few_games(submission));
        paragraphs.extend(cause(submission));
        paragraphs.extend(self.next_step(submission));
        paragraphs
    }

    /// The verdict, and which lists are right although others are not.
    fn headline(&self, submission: &Submission) -> String {
        let all = submission.lists.len();
        let right = submission
            .verdicts()
            .filter(|(_, one)| outcome(one).0 == PASSED);
        let right = right
            .map(|(list, _)| escaped(&self.files[list.file]))
            .collect_vec();
        let is_missing = |one: &Result<Verdict, ListError>| matches!(one, Err(ListError::Missing));
        let is_right = match (right.len(), all) {
            (_, 1) => String::new(),
            (0, all) => format!(": keine der {} Listen stimmt", in_words(all)),
            (1, all) => format!(": eine von {} Listen stimmt", in_words(all)),
            (right, all) => format!(": {} von {} Listen stimmen", in_words(right), in_words(all)),
        };
        let mut line = match submission.outcome() {
            PASSED => match all {
                1 => return "**Bestanden.** Deine Liste ist richtig.".into(),
                2 => return "**Bestanden: beide Listen sind richtig.**".into(),
                all => {
                    return format!("**Bestanden: alle {} Listen sind richtig.**", in_words(all));
                }
            },
            DOUBTFUL => format!("**Noch nicht beurteilt{is_right}.**"),
            _ if submission.best().verdicts.iter().all(is_missing) => {
                return "**Noch nicht abgegeben.** Ich habe keine Liste von dir gefunden.".into();
            }
            _ if right.len() == all => "**Noch nicht bestanden.**".into(),
            _ => format!("**Noch nicht bestanden{is_right}.**"),
        };
        match &right[..] {
            [] => {}
            _ if right.len() == all => {}
            [file] => line += &format!(" Deine Liste zu {file} ist richtig."),
            files => {
                line += &format!(
                    " Deine Listen zu {} sind richtig.",
                    enumerated(files, "und")
                );
            }
        }
        line
    }

    /// A line for each list that is wrong; lists of which the same is to be said share one.
    fn points(&self, submission: &Submission) -> Vec<String> {
        let is_missing = |one: &Result<Verdict, ListError>| matches!(one, Err(ListError::Missing));
        if submission.best().verdicts.iter().all(is_missing) {
            return Vec::new();
        }
        let mut points: Vec<Point> = Vec::new();
        for (list, verdict) in submission.verdicts() {
            let clauses = describe(verdict, &self.judged.files[list.file].dice);
            let name = self.name(submission, list.file, &list.name);
            match points.iter_mut().find(|point| point.clauses == clauses) {
                Some(point) => point.lists.push(name),
                None if clauses.is_empty() => {}
                None => points.push(Point {
                    lists: vec![name],
                    clauses,
                    has_wrong_shares: verdict.as_ref().is_ok_and(has_wrong_shares),
                }),
            }
        }
        let first_wrong = points.iter().position(|point| point.has_wrong_shares);
        let mut said = HashSet::new();
        let points = points.into_iter().enumerate();
        let lines = points.map(|(index, point)| {
            let clauses = point.clauses.into_iter().enumerate();
            // A line is never empty.
            let new = clauses
                .filter(|(place, clause)| said.insert(clause.clone()) || *place == 0)
                .map(|(_, clause)| clause)
                .collect_vec();
            let (lists, new) = (enumerated(&point.lists, "und"), new.join("; "));
            let allowed = first_wrong.filter(|first| *first == index);
            let allowed = allowed.map(|_| format!(" {}", self.allowed()));
            format!("- {lists}: {new}.{}", allowed.unwrap_or_default())
        });
        lines.collect()
    }

    /// The name of the dice file of a list; also that of the list, if the submission has several for this file.
    fn name(&self, submission: &Submission, file: usize, list: &str) -> String {
        let of_file = submission.lists.iter().filter(|one| one.file == file);
        let names = of_file.map(|one| &*one.name).collect_vec();
        let own = escaped(&self.files[file]);
        match names.iter().position(|name| *name == list) {
            Some(index) if names.len() > 1 => {
                let ending = &shortest_endings(names.into_iter())[index];
                format!("{own} ({})", escaped(ending))
            }
            _ => own,
        }
    }

    /// How far from the truth a list may be.
    fn allowed(&self) -> String {
        match self.judged.tolerance {
            Tolerance::Games(_) => "So weit daneben liegt eine richtige Liste fast nie.".into(),
            Tolerance::Points { share, .. } => format!("Erlaubt sind {share} Prozentpunkte."),
        }
    }

    /// The command that leads on, for the first list with wrong shares.
    fn next_step(&self, submission: &Submission) -> Option<String> {
        let mut lists = submission.verdicts();
        let (list, _) = lists.find(|(_, one)| one.as_ref().is_ok_and(has_wrong_shares))?;
        let name = Path::new(&list.name).file_name();
        let name = name.map_or("LISTE".into(), |name| name.to_string_lossy());
        let [file, list] = [&self.files[list.file], &*name].map(shell_word);
        let command = match &submission.cause {
            None => format!("diagnose {file} {list}"),
            Some(Cause {
                hypothesis: Some(hypothesis),
                ..
            }) => {
                format!("regeln {}", hypothesis.rules)
            }
            // The first wrong roll.
            Some(_) => format!("spiel --vergleiche PROTOKOLL {file}"),
        };
        let command = code(&format!("wuerfelglueck {command}"));
        Some(format!("So geht es weiter: {command}"))
    }
}

/// What probably makes lists wrong, in a sentence for those who wrote the program.
fn cause(submission: &Submission) -> Option<String> {
    let verdicts = submission
        .verdicts()
        .filter_map(|(_, one)| one.as_ref().ok());
    let mut wrong = verdicts.filter(|one| has_wrong_shares(one)).peekable();
    wrong.peek()?;
    if wrong.all(Verdict::is_divided_by_dice) {
        return Some(
            "Vermutlich teilst du durch die Anzahl der Würfel; jeder Würfel hat aber nur einen Gegner weniger.".into(),
        );
    }
    let hypothesis = submission.cause.as_ref()?.hypothesis?;
    let traits = hypothesis.traits();
    let meanings = traits
        .iter()
        .map(|(_, meaning)| escaped(meaning))
        .join("; ");
    let name = code(&hypothesis.to_string());
    Some(match traits.is_empty() {
        true => format!(
            "Vermutlich spielt dein Programm nach dem Regelwerk {name}, das nicht verlangt ist."
        ),
        false => {
            format!("Vermutlich spielt dein Programm nach anderen Regeln, {name}: {meanings}.")
        }
    })
}

fn has_wrong_shares(verdict: &Verdict) -> bool {
    let mut findings = verdict.findings.first.iter();
    findings.any(|one| one.is_fault && one.kind == SHARE)
}

/// What is wrong with a list, in clauses of a sentence behind its name; none if it is right.
fn describe(verdict: &Result<Verdict, ListError>, dice: &[Die]) -> Vec<String> {
    match verdict {
        Err(ListError::Missing) => vec!["hier fehlt die Liste noch".into()],
        Err(fault) => {
            let told = escaped(&format!("kann ich nicht lesen: {fault}"));
            told.split("; ").map(String::from).collect()
        }
        Ok(verdict) if verdict.findings.faults > 0 => describe_faults(verdict, dice),
        Ok(verdict) => {
            let doubt = verdict.doubt.iter();
            doubt
                .map(|doubt| format!("kann ich nicht beurteilen: {}", escaped(doubt)))
                .collect()
        }
    }
}

/// What is wrong with a list that can be read, most important first. What follows from something else is left out: where
/// dice are missing, ranks are wrong, and where nothing is sorted, the order as well.
fn describe_faults(verdict: &Verdict, dice: &[Die]) -> Vec<String> {
    /// Other faults than in shares and their order are told of up to this many kinds.
    const KINDS: usize = 2;
    let faults = verdict.findings.first.iter().filter(|one| one.is_fault);
    let faults = faults.collect_vec();
    let of_subject = |subject: Subject| {
        let faults = faults.iter().copied();
        faults
            .filter(move |one| one.kind.subject == subject)
            .collect_vec()
    };
    let is_of_form = |one: &&Finding| [Subject::Form, Subject::Dice].contains(&one.kind.subject);
    let forms = faults.iter().copied().filter(is_of_form);
    let forms = forms.into_group_map_by(|one| one.kind.name).into_values();
    let forms = forms.sorted_by_key(|group| group[0].line).collect_vec();
    let mut clauses = forms
        .iter()
        .take(KINDS)
        .map(|group| describe_kind(group, verdict, dice))
        .collect_vec();
    if let more @ 1.. = forms.iter().skip(KINDS).map(Vec::len).sum::<usize>() {
        clauses.push(count(more as u64, "weiterer Mangel", "weitere Mängel"));
    }
    let [ranks, unsorted] = [Subject::Ranks, Subject::Sorting].map(of_subject);
    if !unsorted.is_empty() {
        clauses.push("die Liste ist nicht nach den Anteilen sortiert".into());
    } else if let Some(first) = ranks.first().filter(|_| clauses.is_empty()) {
        let (line, text) = (first.line, escaped(&first.text));
        clauses.push(format!(
            "die Ränge sind falsch gezählt: Zeile {line} hat {text}"
        ));
    }
    let [shares, mut inverted] = [Subject::Shares, Subject::Order].map(of_subject);
    if !unsorted.is_empty() {
        inverted.clear();
    }
    let (far, others): (Vec<_>, Vec<_>) = shares.iter().partition(|one| one.kind == SHARE);
    clauses.extend(match (&far[..], &inverted[..]) {
        ([], []) => None,
        ([], inverted) => describe_order(inverted, verdict, dice),
        (far, inverted) => describe_shares(far, verdict, dice, !inverted.is_empty()),
    });
    // Shares that nobody can have, and all of them together.
    if far.is_empty() {
        clauses.extend(others.first().map(|one| match one.kind == TOGETHER {
            true => "alle Anteile zusammen liegen weiter daneben, als es der Zufall erklärt".into(),
            false => format!("Zeile {}: {}", one.line, escaped(&one.text)),
        }));
    }
    clauses
}

/// The faults of one kind that is about the form of lines, or about which dice are there.
fn describe_kind(faults: &[&Finding], verdict: &Verdict, dice: &[Die]) -> String {
    let first = faults[0];
    let missing = first.die.filter(|_| first.kind == MISSING);
    let twin = first.other_line.filter(|_| first.kind == REPEATED);
    let twin = twin.and_then(|line| verdict.comparison(line));
    let example = match (missing, twin) {
        (Some(die), _) => format!("der Würfel {} fehlt", code_of_die(&dice[die])),
        (None, Some(twin)) => format!(
            "der Würfel {} steht zweimal da, in Zeile {} und {}",
            code_of_die(&dice[twin.die]),
            twin.line,
            first.line
        ),
        (None, None) => format!("Zeile {}: {}", first.line, escaped(&first.text)),
    };
    match faults.len() - 1 {
        0 => example,
        1 => format!("{example} (und noch einmal)"),
        more => format!("{example} (und noch {}mal)", in_words(more)),
    }
}

/// How many shares are wrong, and the one that is furthest from the truth.
fn describe_shares(
    faults: &[&Finding],
    verdict: &Verdict,
    dice: &[Die],
    is_order_wrong: bool,
) -> Option<String> {
    /// A single share that is off by up to this many percentage points is nearly right.
    const NEARLY: f64 = 10.0;
    let compared = faults
        .iter()
        .filter_map(|fault| verdict.comparison(fault.line));
    let furthest = compared.max_by(|one, other| {
        let [one, other] = [one, other].map(|one| one.distance.points.abs());
        one.total_cmp(&other)
    })?;
    let die = code_of_die(&dice[furthest.die]);
    let [claimed, truth] = percents(furthest);
    if verdict.findings.faults == 1 && furthest.distance.points.abs() <= NEARLY {
        return Some(format!(
            "fast. {die} gewinnt bei dir {claimed}, richtig sind {truth}"
        ));
    }
    let order = match is_order_wrong {
        true => " und damit auch die Reihenfolge",
        false => "",
    };
    let example = format!("{die} mit {claimed} statt {truth}");
    Some(match (faults.len(), verdict.compared.len()) {
        (1, _) => format!("ein Anteil stimmt nicht{order}: {example}"),
        (wrong, all) => {
            let which = match wrong == all {
                true => format!("alle {}", in_words(all)),
                false => in_words(wrong),
            };
            format!("{which} Anteile stimmen nicht{order}; am weitesten daneben liegt {example}")
        }
    })
}

/// How often the order is wrong, and the first place where it is.
fn describe_order(faults: &[&Finding], verdict: &Verdict, dice: &[Die]) -> Option<String> {
    let first = faults[0];
    let here = verdict.comparison(first.line)?;
    let above = verdict.comparison(first.other_line?)?;
    let [own, others] = [here, above].map(|one| code_of_die(&dice[one.die]));
    let [own_share, others_share] = [here, above].map(|one| format!("{} %", one.truth.0));
    let places = match faults.len() {
        1 => String::new(),
        places => format!(" an {} Stellen", in_words(places)),
    };
    Some(format!(
        "die Reihenfolge stimmt{places} nicht: {own} müsste über {others} stehen (in Wahrheit {own_share}, dort \
         {others_share})"
    ))
}

/// The share of a list and the true one, with as many decimals as tell them apart.
fn percents(comparison: &Comparison) -> [String; 2] {
    let shares = [comparison.claimed.1, comparison.truth.1];
    let [claimed, truth] = shares.map(|share| format!("{share:.1} %"));
    match claimed == truth {
        true => shares.map(|share| format!("{share:.2} %")),
        false => [claimed, truth],
    }
}

/// What may help with lists that look like few games.
fn few_games(submission: &Submission) -> Option<String> {
    let verdicts = submission
        .verdicts()
        .filter_map(|(_, one)| one.as_ref().ok());
    let wrong = verdicts.filter(|one| one.findings.faults > 0);
    let few = wrong.filter(|one| one.findings.first.iter().any(|one| one.kind == FEW_GAMES));
    let most = few.filter_map(|one| one.likeness?.most);
    let most = most.min_by(f64::total_cmp)? as u64;
    let games = count(most, "Spiel", "Spielen");
    Some(format!(
        "Deine Anteile sehen nach höchstens {games} je Paarung aus. Mit mehr Spielen kommen sie der Wahrheit näher."
    ))
}

/// A row a submission with the numbers behind its verdict.
fn teachers_table(judged: &Judged, names: &[String]) -> Vec<String> {
    let header =
        "Abgabe|Urteil|richtig|Mängel|Hinweise|Abstand (Punkte)|Standardfehler|Spiele|Regeln";
    let row = |cells: &[String]| format!("| {} |", cells.iter().join(" | "));
    let header = header.split('|').map(String::from).collect_vec();
    let rule = vec!["---".to_string(); header.len()];
    let rows = judged.submissions.iter().zip(names);
    let rows = rows.map(|(submission, name)| row(&numbers(submission, name)));
    [row(&header), row(&rule)].into_iter().chain(rows).collect()
}

fn numbers(submission: &Submission, name: &str) -> Vec<String> {
    let best = submission.best();
    let read = best.verdicts.iter().flatten();
    let right = best
        .verdicts
        .iter()
        .filter(|one| outcome(one).0 == PASSED)
        .count();
    let errors = read.clone().flat_map(|one| &one.compared);
    let errors = errors.filter_map(|one| one.distance.chance);
    let largest = errors.map(|(errors, _)| errors).max_by(f64::total_cmp);
    let games = read.filter_map(|one| Some(one.likeness?.games.round() as u64));
    let games = games.minmax().into_option();
    let games = games.map(|(least, most)| [least, most].iter().dedup().join("–"));
    let [faults, notes] = best.findings();
    row![
        escaped(name),
        submission.outcome(),
        format!("{right} von {}", best.verdicts.len()),
        faults,
        notes,
        or_empty(best.distance().map(|points| format!("{points:.2}"))),
        or_empty(largest.map(|errors| format!("{errors:.1}"))),
        or_empty(games),
        or_empty(best.is_read().then(|| best.rules)),
    ]
}

/// A number as a word, as far as one writes it so.
fn in_words(number: usize) -> String {
    const WORDS: [&str; 13] = [
        "null", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn",
        "elf", "zwölf",
    ];
    WORDS
        .get(number)
        .map_or(number.to_string(), |word| (*word).into())
}

/// A word of a command line as a shell reads it.
fn shell_word(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./+,:=@".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.into(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

fn code_of_die(die: &Die) -> String {
    code(&Excerpt::new(&die.to_string()).to_string())
}

/// A text as code, between more backticks than it has in a row.
fn code(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let space = if longest > 0 { " " } else { "" };
    format!("{fence}{space}{text}{space}{fence}")
}

/// A text in which nothing is Markdown or HTML.
fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;");
    let text = text.replace('<', "&lt;").replace('>', "&gt;");
    let mark = |c| "\\`*_[]#|~!@".contains(c).then_some('\\');
    let marked = text.chars().flat_map(|c| [mark(c), Some(c)]);
    marked.flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_tell_paths_apart() {
        for (paths, endings) in [
            ("a/b/eins a/b/zwei", "eins zwei"),
            ("x/7a/eins x/7b/eins x/7b/zwei", "7a/eins 7b/eins zwei"),
            ("eins x/eins", "eins x/eins"),
            ("./eins/ zwei/", "eins zwei"),
            ("eins eins", "eins eins"),
            ("- abgaben/eins", "- eins"),
        ] {
            let endings = endings.split(' ').collect_vec();
            assert_eq!(shortest_endings(paths.split(' ')), endings, "{paths}");
        }
    }

    #[test]
    fn code_spans_end_where_they_should() {
        assert_eq!(code("1 2 3"), "`1 2 3`");
        assert_eq!(code("a`b``c"), "``` a`b``c ```");
    }

    #[test]
    fn words_are_quoted_for_shells() {
        assert_eq!(shell_word("a/b.txt"), "a/b.txt");
        assert_eq!(shell_word("a b"), "'a b'");
        assert_eq!(shell_word("a'b"), r"'a'\''b'");
    }
}
