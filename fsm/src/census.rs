//! The counts of a machine: the columns of Table 1 of arXiv 2609.13389, and more.

use crate::count::{CountError, Histogram, Method, count, decimal};
use crate::digraph::Digraph;
use crate::machine::{Machine, StateId};
use crate::reach;
use crate::simple_path::Query;
use num_bigint::BigUint;
use rayon::prelude::*;
use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

/// The counts of a machine.
#[derive(Debug, Clone, PartialEq)]
pub struct Census {
    /// Names and values, in the order of Table 1.
    pub counts: Vec<(&'static str, Count)>,
    /// Simple paths over all ordered pairs of different states, by length.
    pub paths: Histogram,
}

/// A count, or a mean of counts.
#[derive(Debug, Clone, PartialEq)]
pub enum Count {
    /// A number of things.
    Whole(BigUint),
    /// A quotient, shown with two decimals; none where its denominator is zero.
    Mean(Option<(BigUint, BigUint)>),
}

impl Count {
    /// Whether a value as published is this one; a mean is published with two
    /// decimals, rounded either way where it is halfway.
    #[must_use]
    pub fn is(&self, published: f64) -> bool {
        match self {
            Self::Whole(count) => {
                let is_whole = published.fract() == 0.0 && published >= 0.0;
                is_whole && BigUint::from(published as u128) == *count
            }
            Self::Mean(None) => false,
            Self::Mean(Some((numerator, denominator))) => {
                let hundredths = (published * 100.0).round();
                if !(0.0..1e15).contains(&hundredths) {
                    return false;
                }
                let claimed = denominator * (hundredths as u64) * 2u32;
                let actual = numerator * 200u32;
                let apart = if claimed > actual {
                    claimed - actual
                } else {
                    actual - claimed
                };
                apart <= *denominator
            }
        }
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(count) => f.pad(&count.to_string()),
            Self::Mean(None) => f.pad("undefined"),
            Self::Mean(Some((numerator, denominator))) => {
                f.pad(&decimal(numerator, denominator, 2))
            }
        }
    }
}

impl Census {
    /// Counts everything anew.
    ///
    /// # Errors
    /// [`CountError`] where the paths of a machine are too many to be counted.
    ///
    /// ```
    /// use fsm::{census::Census, read};
    /// use diagnostic::SourceFile;
    /// let rtsp = read::json(&SourceFile::new("RTSP", models::fsm::get("RTSP").unwrap())).unwrap();
    /// let census = Census::of(&rtsp).unwrap();
    /// assert_eq!(census.get("simple_paths").unwrap().to_string(), "36");
    /// assert_eq!(census.get("average_path_length").unwrap().to_string(), "4.28");
    /// ```
    pub fn of(machine: &Machine) -> Result<Self, CountError> {
        let graph = Arc::new(Digraph::of(machine));
        let n = machine.n_states();
        let paths = (0..n * n)
            .into_par_iter()
            .map(|pair| {
                let state = |index: usize| StateId(index as u32);
                let query = Query::between(state(pair / n), state(pair % n));
                count(&graph, &query, Method::Automatic)
            })
            .try_reduce(Histogram::default, |mut sum, part| {
                sum.add(&part);
                Ok(sum)
            })?;
        let n_reachable = reach::n_reachable_pairs(&graph);
        let n_paths = paths.n_paths();
        let set_size = (n_reachable > 0).then(|| (n_paths.clone(), BigUint::from(n_reachable)));
        let transitions = || machine.transitions();
        let distinct = [
            transitions()
                .map(|t| (t.from.0, t.condition, 0))
                .collect::<HashSet<_>>()
                .len(),
            transitions()
                .map(|t| (t.from.0, "", t.to.0))
                .collect::<HashSet<_>>()
                .len(),
            transitions()
                .map(|t| (0, t.condition, t.to.0))
                .collect::<HashSet<_>>()
                .len(),
        ];
        let whole = |count: usize| Count::Whole(count.into());
        let counts = vec![
            ("states", whole(n)),
            ("transitions", whole(machine.n_transitions())),
            ("simple_paths", Count::Whole(n_paths)),
            ("average_path_length", Count::Mean(paths.mean_length())),
            ("average_set_size", Count::Mean(set_size)),
            ("task1_queries", whole(distinct[0])),
            ("task2_queries", whole(distinct[1])),
            ("task3_queries", whole(distinct[2])),
            ("task4_queries", whole(n * (n - 1))),
            ("reachable_pairs", whole(n_reachable)),
        ];
        Ok(Self { counts, paths })
    }

    /// The count of that name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Count> {
        let found = self.counts.iter().find(|(other, _)| *other == name);
        found.map(|(_, count)| count)
    }
}

/// A count that a machine was to meet and does not.
#[derive(Debug, Clone, PartialEq)]
pub struct Drift {
    /// Which count.
    pub count: String,
    /// What it was to be.
    pub wanted: f64,
    /// What it is; none where no count has that name.
    pub found: Option<Count>,
}

/// Every count of [`crate::machine::About::wanted`] that the machine does not meet.
/// A publication that is said to differ and does not is a drift too.
#[must_use]
pub fn drifts(machine: &Machine, census: &Census) -> Vec<Drift> {
    let Some(wanted) = &machine.about().wanted else {
        return Vec::new();
    };
    let drift = |name: &String, value: f64, is_to_be: bool| {
        let found = census.get(name).cloned();
        let is = found.as_ref().is_some_and(|count| count.is(value));
        let is_known = found.is_some();
        (is != is_to_be || !is_known).then(|| Drift {
            count: name.clone(),
            wanted: value,
            found,
        })
    };
    let counts = wanted.counts.iter();
    let published = wanted.published.iter();
    counts
        .filter_map(|(name, value)| drift(name, *value, true))
        .chain(published.filter_map(|p| drift(&p.count, p.value, false)))
        .collect()
}
