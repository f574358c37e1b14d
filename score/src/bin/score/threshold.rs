//! What a score has to reach.

use score::Report;

/// Thresholds of a run; the exit status is 2 where one is missed.
#[derive(Debug, Clone, Copy, clap::Args)]
#[command(next_help_heading = "Thresholds")]
pub(crate) struct Thresholds {
    /// Least balanced accuracy, from 0 to 1.
    #[arg(long, value_name = "X", value_parser = fraction, allow_negative_numbers = true)]
    min_balanced_accuracy: Option<f64>,
    /// Least accuracy, from 0 to 1.
    #[arg(long, value_name = "X", value_parser = fraction, allow_negative_numbers = true)]
    min_accuracy: Option<f64>,
    /// Most claims on safe tasks.
    #[arg(long, value_name = "N")]
    max_false_positives: Option<usize>,
    /// Most claims whose trace does not replay, on any task.
    #[arg(long, value_name = "N")]
    max_unreplayed: Option<usize>,
}

impl Thresholds {
    /// A sentence for each threshold that is missed.
    pub(crate) fn missed(self, report: &Report) -> Vec<String> {
        let least = [
            (
                "balanced accuracy",
                report.balanced_accuracy,
                "--min-balanced-accuracy",
                self.min_balanced_accuracy,
            ),
            (
                "accuracy",
                report.accuracy,
                "--min-accuracy",
                self.min_accuracy,
            ),
        ];
        // Shown in full: rounded, a value just below its threshold would seem to reach it.
        let below = least
            .into_iter()
            .filter_map(|(what, value, option, least)| {
                let least = least.filter(|least| value < *least)?;
                Some(format!("{what} is {value}, below {option} {least}"))
            });
        let above = [
            above(
                "claims on safe tasks",
                report.false_positives,
                "--max-false-positives",
                self.max_false_positives,
            ),
            above(
                "claims that do not replay",
                report.unreplayed_claims,
                "--max-unreplayed",
                self.max_unreplayed,
            ),
        ];
        below.chain(above.into_iter().flatten()).collect()
    }
}

/// A sentence where a count exceeds what the option allows.
pub(crate) fn above(what: &str, n: usize, option: &str, most: Option<usize>) -> Option<String> {
    let most = most.filter(|most| n > *most)?;
    Some(format!("{what}: {n}, above {option} {most}"))
}

fn fraction(text: &str) -> Result<f64, String> {
    let value: f64 = text.parse().map_err(|_| "it is no number".to_owned())?;
    if (0.0..=1.0).contains(&value) {
        Ok(value)
    } else {
        Err("it is not from 0 to 1".to_owned())
    }
}
