//! Tests of the whole program: its output, its messages and its exit code.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::disallowed_methods)]

mod bestenliste;
#[cfg(target_os = "linux")]
mod diagnose;
mod door;
mod early;
mod erzeuge;
mod formats;
#[cfg(unix)]
mod hostile;
#[cfg(target_os = "linux")]
mod memory;
mod pictures;
mod pruefe;
mod readmes;
mod rueckmeldung;
mod sammle;
mod sixjack;
mod spiel;
#[cfg(unix)]
#[path = "../support/mod.rs"]
mod support;
#[cfg(target_os = "linux")]
mod terminal;
mod transcripts;
