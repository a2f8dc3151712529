//! The certainty of an order in the words of formats for programs.

use std::cmp::Ordering;

use wuerfelglueck::certainty::Decision;
use wuerfelglueck::ranking::Lead;

/// The word for an order: `gesichert`, `offen`, `gleichauf` if the two are certified to be level,
/// or `gleich` if there is no order.
pub(super) fn name_order(lead: Lead) -> &'static str {
    match lead {
        Lead::Certified => "gesichert",
        Lead::Alike | Lead::Winless | Lead::Tied => "gleich",
        Lead::Level => "gleichauf",
        Lead::Open => "offen",
    }
}

/// The answer to the question whether an order is certified: `ja`, `nein`, `gleichauf` or `gleich`;
/// the last two as in [`name_order`].
pub(super) fn answer_certified(lead: Lead) -> &'static str {
    match lead {
        Lead::Certified => "ja",
        Lead::Open => "nein",
        _ => name_order(lead),
    }
}

/// The certainty of the order of two dice by their games against each other. Two of one kind, and
/// two that can never win, count as level here.
pub(super) fn lead_of_duel(decision: Decision) -> Lead {
    match decision {
        Some(Ordering::Equal) => Lead::Level,
        Some(_) => Lead::Certified,
        None => Lead::Open,
    }
}
