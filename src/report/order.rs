//! The certainty of an order in the words of formats for programs.

use wuerfelglueck::ranking::OrderStatus;

/// The word for an order: `gesichert`, `offen`, `gleichauf` if the two are certified to be level,
/// or `gleich` if there is no order.
pub(super) fn name_order(order: OrderStatus) -> &'static str {
    match order {
        OrderStatus::Certified => "gesichert",
        OrderStatus::Alike | OrderStatus::Winless | OrderStatus::Tied => "gleich",
        OrderStatus::Level => "gleichauf",
        OrderStatus::Open => "offen",
    }
}

/// The answer to the question whether an order is certified: `ja`, `nein`, `gleichauf` or `gleich`;
/// the last two as in [`name_order`].
pub(super) fn answer_certified(order: OrderStatus) -> &'static str {
    match order {
        OrderStatus::Certified => "ja",
        OrderStatus::Open => "nein",
        _ => name_order(order),
    }
}
