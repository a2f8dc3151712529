//! Lists that one program has printed, which are read together: what most of them say for
//! themselves holds for those, too, that could be read in several ways, or in none for certain.
//! Such are lists of games that were drawn, of numbers that happen to be ranks, or of dice that have
//! won all games or none.

use itertools::Itertools;

use super::choice::{agree, discard_worse, find_difference};
use super::faces::find_faces;
use super::interpretation::{Interpretation, Reading};
use super::missing::{find_missing, find_quotient_by_zero};
use super::suggestion::suggest_forms;
use super::text::CleanText;
use super::{List, Refusal, interpret, most_lines, own};
use wuerfelglueck::dice::Die;

/// A text that may be a list of some dice, with the readings that remain of it for itself.
#[derive(Debug)]
pub struct UnsettledList {
    text: CleanText,
    /// The number of dice.
    dice: usize,
    can_draw: bool,
    /// The list in a form of this program, or the reason why it is none.
    own: Option<Result<List, Refusal>>,
    readings: Vec<Reading>,
}

/// The way in which most lists of a program are read. By default it is unknown.
#[derive(Clone, Debug, Default)]
pub struct ProgramForm {
    interpretations: Vec<Interpretation>,
}

impl ProgramForm {
    /// Finds the interpretations that hold for the most of these lists.
    pub fn of<'a>(lists: impl IntoIterator<Item = &'a UnsettledList>) -> ProgramForm {
        let mut counts: Vec<(Interpretation, usize)> = Vec::new();
        for list in lists {
            for interpretation in list.interpretations() {
                let is_same =
                    |(other, _): &&mut (Interpretation, usize)| other.is_like(&interpretation);
                match counts.iter_mut().find(is_same) {
                    Some((_, count)) => *count += 1,
                    None => counts.push((interpretation, 1)),
                }
            }
        }
        let most = counts.iter().max_set_by_key(|(_, count)| count);
        ProgramForm {
            interpretations: most
                .into_iter()
                .map(|(interpretation, _)| interpretation.clone())
                .collect(),
        }
    }

    /// Returns whether a list of this number of `dice` has the form if this is its interpretation.
    fn has(&self, interpretation: &Interpretation, dice: usize) -> bool {
        interpretation.with_equals(dice).any(|equal| {
            self.interpretations
                .iter()
                .any(|other| other.is_like(&equal))
        })
    }
}

impl UnsettledList {
    /// Finds all that a text may say of these dice. `can_draw` says whether games between them can
    /// be drawn: if not, the shares of all dice have a sum.
    ///
    /// # Errors
    ///
    /// If the text is too long.
    pub fn new(text: &str, dice: &[Die], can_draw: bool) -> Result<UnsettledList, Refusal> {
        let own = own::read(text, dice);
        let is_read = matches!(own, Some(Ok(_)));
        let text = CleanText::new(text);
        let most = most_lines(dice.len());
        if !is_read && text.count_lines() > most {
            return Err(Refusal::TooManyLines(most));
        }
        let mut readings = Vec::new();
        if !is_read {
            let faces = find_faces(&text.text, dice);
            readings = interpret(&text, &faces, dice, can_draw, &[]);
            if !readings.iter().all(Reading::is_of_numbers_alone) {
                readings.retain(|reading| !reading.is_of_numbers_alone());
            }
            discard_worse(&mut readings);
        }
        Ok(UnsettledList {
            text,
            dice: dice.len(),
            can_draw,
            own,
            readings,
        })
    }

    /// Reads the list of these dice, of a program of this form. A list that cannot have the form is
    /// read for itself.
    ///
    /// # Errors
    ///
    /// If the text is no list of all dice, could be read in two ways that differ, or contradicts
    /// the other lists of the program.
    pub fn read(&self, form: &ProgramForm, dice: &[Die]) -> Result<List, Refusal> {
        self.read_in_form(form, dice)
            .map_err(|refusal| find_quotient_by_zero(&self.text).unwrap_or(refusal))
    }

    fn read_in_form(&self, form: &ProgramForm, dice: &[Die]) -> Result<List, Refusal> {
        let has_form = |reading: &&Reading| {
            form.has(&reading.interpretation, self.dice) && reading.has_entries()
        };
        let shared = self.readings.iter().filter(has_form).collect_vec();
        if !shared.is_empty() {
            return agree(&shared, &self.text).map(|(_, list)| list);
        }
        let alone = self.read_alone(dice);
        let is_certain = alone.as_ref().is_ok_and(|(_, list)| {
            list.interpretation.is_of_this_program() || form.has(&list.interpretation, self.dice)
        });
        if is_certain || form.interpretations.is_empty() {
            return alone.map(|(_, list)| list);
        }
        let faces = find_faces(&self.text.text, dice);
        let wanted = interpret(
            &self.text,
            &faces,
            dice,
            self.can_draw,
            &form.interpretations,
        );
        if wanted.is_empty() {
            return alone.map(|(_, list)| list);
        }
        let (reading, list) = agree(&wanted.iter().collect_vec(), &self.text)?;
        let Ok((reading_alone, list_alone)) = alone else {
            return Ok(list);
        };
        let unit = reading_alone.map_or(0.0, |alone| alone.unit);
        let is_proven = reading_alone.is_some_and(|alone| alone.is_proven);
        match find_difference(&list_alone, &list, unit + reading.unit) {
            None => Ok(list_alone),
            Some(difference) if is_proven || reading.is_impossible => Err(difference),
            Some(_) => Ok(list),
        }
    }

    /// Reads the list for itself, and returns its reading, too, unless it has a form of this program.
    fn read_alone(&self, dice: &[Die]) -> Result<(Option<&Reading>, List), Refusal> {
        if let Some(Ok(list)) = &self.own {
            return Ok((None, list.clone()));
        }
        let alone = agree(&self.readings.iter().collect_vec(), &self.text);
        alone
            .map(|(reading, list)| (Some(reading), list))
            .map_err(|refusal| match (&self.own, &refusal) {
                (Some(Err(own)), _) => own.clone(),
                (_, Refusal::Nothing) => {
                    let faces = find_faces(&self.text.text, dice);
                    find_missing(&self.text, &faces, dice).unwrap_or(refusal)
                }
                _ => refusal,
            })
    }

    /// Returns forms by which the list of these dice is read in one of the ways that remain of it.
    pub fn suggest_forms(&self, dice: &[Die]) -> Vec<String> {
        suggest_forms(&self.readings, &self.text, dice, self.can_draw)
    }

    /// Returns whether the list may be read with others of its program, although it cannot be read
    /// for itself.
    pub fn is_open(&self) -> bool {
        self.readings
            .iter()
            .any(|reading| !reading.is_mere_mention())
    }

    /// Returns the interpretations that hold for the list for itself, each once.
    fn interpretations(&self) -> Vec<Interpretation> {
        let of_own = self.own.iter().flatten().map(|list| &list.interpretation);
        let of_readings = self
            .readings
            .iter()
            .filter(|reading| reading.has_entries())
            .map(|reading| &reading.interpretation);
        let mut found: Vec<Interpretation> = Vec::new();
        for interpretation in of_own
            .chain(of_readings)
            .flat_map(|interpretation| interpretation.with_equals(self.dice))
        {
            if !found.iter().any(|other| other.is_like(&interpretation)) {
                found.push(interpretation);
            }
        }
        found
    }
}
