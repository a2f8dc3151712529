//! The certainty of an order in the words of formats for programs.

use std::cmp::Ordering;

use wuerfelglueck::certainty::Decision;
use wuerfelglueck::ranking::Lead;

/// The word for an order: `gesichert`, `offen`, or that there is none.
pub(super) fn name_order(lead: Lead) -> &'static str {
    match lead {
        Lead::Certified => "gesichert",
        Lead::Alike | Lead::Winless | Lead::Tied => "gleich",
        Lead::Level => "gleichauf",
        Lead::Open => "offen",
    }
}

/// The answer to the question whether an order is certified: `ja`, `nein`, or that there is none.
pub(super) fn answer_certified(lead: Lead) -> &'static str {
    match lead {
        Lead::Certified => "ja",
        Lead::Open => "nein",
        _ => name_order(lead),
    }
}

/// The order of two dice by their games against each other.
pub(super) fn lead_of_duel(decision: Decision) -> Lead {
    match decision {
        Some(Ordering::Equal) => Lead::Level,
        Some(_) => Lead::Certified,
        None => Lead::Open,
    }
}
