//! The progress line and the signals that end a search.

use checker::{Phase, Progress};
use std::io::{IsTerminal, Write, stderr};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::time::Duration;

static SEARCHING: AtomicBool = AtomicBool::new(false);
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Makes Ctrl-C end the search with what is known; at any other time, or the
/// second time, it ends the program as undetermined.
#[expect(clippy::exit, reason = "the handler is no part of the straight line")]
pub(crate) fn handle_signals() -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, SeqCst) || !SEARCHING.load(SeqCst) {
            std::process::exit(3);
        }
    })
}

/// Before a search lasts that long, no line is shown.
const PATIENCE: Duration = Duration::from_secs(1);
/// Between two lines.
const INTERVAL: Duration = Duration::from_millis(200);

/// Shows how far one search is.
pub(crate) struct Line {
    is_terminal: bool,
    shown: Option<Duration>,
}

impl Line {
    pub(crate) fn start() -> Self {
        SEARCHING.store(true, SeqCst);
        Self {
            is_terminal: stderr().is_terminal(),
            shown: None,
        }
    }

    /// Shows progress now and then; breaks after a signal.
    pub(crate) fn update(&mut self, progress: &Progress) -> ControlFlow<()> {
        let elapsed = progress.elapsed;
        let due = self.shown.map_or(PATIENCE, |shown| shown + INTERVAL);
        if self.is_terminal && elapsed >= due {
            self.shown = Some(elapsed);
            let rate = progress.states as f64 / elapsed.as_secs_f64();
            let what = match progress.phase {
                Phase::Search => format!(
                    "{} states  {:.0}/s  depth {}  frontier {}",
                    progress.states, rate, progress.depth, progress.frontier
                ),
                Phase::Liveness => format!("{} states  deciding liveness", progress.states),
            };
            // A terminal that is gone must not end the search.
            let _ = write!(stderr(), "\r\x1b[K{what}");
        }
        if INTERRUPTED.load(SeqCst) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        SEARCHING.store(false, SeqCst);
        if self.shown.is_some() {
            let _ = write!(stderr(), "\r\x1b[K");
        }
    }
}
