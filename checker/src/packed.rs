//! States of a [`Model`] as machine words: the fast engine's view of it.
//!
//! Each field gets a code for every value it can ever take, and the bits for
//! that many codes. The packed machine has the same successors in the same
//! order as the plain semantics, so a witness found here replays there.

mod batch;
mod crew;
mod direction;
mod explore;
mod extract;
mod images;
mod layout;
mod liveness;
mod machine;
mod news;
mod origins;
pub mod parts;
mod program;
mod queue;
#[cfg(test)]
mod tests;

use crate::Model;
use crate::budget::Budget;
use crate::replay::ReplayMismatch;
use crate::search::{self, Found};
use crate::visited::Set;
use crate::visited::bitmap::Bitmap;
use crate::visited::radix::Radix;
use crate::visited::remainder::Remainders;
use crate::visited::table::Table;
use crate::visited::tree::Tree;
use explore::Explore;
use layout::Layout;
use machine::Machine;

/// How the engine goes about a search. No choice changes an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[doc(hidden)]
pub struct Tuning {
    /// Most bytes of a bitmap of all combinations of values.
    pub max_bitmap: u64,
    /// Bytes of a bitmap that a core's own cache mostly holds: threads and
    /// lookups ahead do not pay there.
    pub cache: u64,
    /// Whether states of one word are kept as remainders.
    pub remainders: bool,
    /// Transitions tried before they are arranged for search.
    pub plain_steps: u64,
    /// Successors looked up together.
    pub batch: usize,
    /// States of a level from which on several threads expand it.
    pub wide_level: usize,
    /// States that a thread expands between two looks at the others.
    pub round: usize,
    /// Whether states of several words are kept as trees of shared parts; by
    /// default where they do not fit the memory otherwise.
    pub tree: Option<bool>,
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            max_bitmap: 1 << 24,
            cache: 1 << 21,
            remainders: true,
            plain_steps: 1 << 16,
            batch: 1 << 10,
            wide_level: 1 << 13,
            round: 1 << 16,
            tree: None,
        }
    }
}

/// Searches a model by packed states, or plainly where they are too wide.
pub(crate) fn find(
    model: &Model,
    tuning: &Tuning,
    budget: &mut Budget<'_>,
) -> Result<Found, ReplayMismatch> {
    match Layout::of(model) {
        Some(layout) if layout.n_words() <= 1 => match bitmap(&layout, tuning, budget) {
            Some(bitmap) => run::<1, _>(model, &layout, bitmap, tuning, budget),
            None => match remainders(&layout, tuning, budget) {
                Some(remainders) => run::<1, _>(model, &layout, remainders, tuning, budget),
                None => run::<1, _>(model, &layout, Table::new(), tuning, budget),
            },
        },
        Some(layout) if layout.n_words() == 2 => find_wide::<2>(model, &layout, tuning, budget),
        Some(layout) if layout.n_words() <= 4 => find_wide::<4>(model, &layout, tuning, budget),
        Some(layout) if layout.n_words() <= 8 => find_wide::<8>(model, &layout, tuning, budget),
        _ => search::find(model, tuning, budget),
    }
}

/// Searches states of several words: whole ones, or trees of their parts where
/// a table of as many as may be kept would not fit half of the memory.
fn find_wide<const N: usize>(
    model: &Model,
    layout: &Layout,
    tuning: &Tuning,
    budget: &mut Budget<'_>,
) -> Result<Found, ReplayMismatch> {
    let limits = &budget.limits;
    let table = Table::<N>::new();
    let half = limits.max_memory.map_or(u64::MAX, |limit| limit / 2);
    let is_tree = tuning
        .tree
        .unwrap_or_else(|| table.bytes(limits.max_states) > half);
    match is_tree {
        true => {
            let ends = layout.all_codes();
            let ends = ends.map(|codes| 64 * codes.word as u32 + codes.shift + codes.width);
            let tree = Tree::new(ends.max().unwrap_or(1));
            run::<N, _>(model, layout, tree, tuning, budget)
        }
        false => run::<N, _>(model, layout, table, tuning, budget),
    }
}

/// A bitmap, where it is no larger than a table of as many states as may be kept.
fn bitmap(layout: &Layout, tuning: &Tuning, budget: &Budget<'_>) -> Option<Bitmap> {
    let limits = &budget.limits;
    let table = Set::<1>::bytes(&Table::<1>::new(), limits.max_states);
    let quarter = limits.max_memory.map_or(u64::MAX, |limit| limit / 4);
    let max_bytes = tuning.max_bitmap.min(table).min(quarter);
    let radix = Radix::new(layout.digits()?, max_bytes.saturating_mul(8))?;
    (Bitmap::bytes_for(radix.n_numbers()) <= max_bytes).then(|| Bitmap::new(radix, tuning.cache))
}

/// Remainders, where the smallest table of them is not much of the budget.
fn remainders(layout: &Layout, tuning: &Tuning, budget: &Budget<'_>) -> Option<Remainders> {
    let remainders = tuning
        .remainders
        .then(|| Remainders::new(layout.digits()?))??;
    let limit = budget.limits.max_memory.unwrap_or(u64::MAX);
    (remainders.bytes(0) <= limit / 64).then_some(remainders)
}

fn run<const N: usize, S: Set<N>>(
    model: &Model,
    layout: &Layout,
    visited: S,
    tuning: &Tuning,
    budget: &mut Budget<'_>,
) -> Result<Found, ReplayMismatch> {
    let machine = Machine::new(model, layout);
    let (limits, initial) = (budget.limits, machine.initial);
    let mut explore = Explore::new(&machine, layout, visited, tuning, &limits, initial);
    let completeness = explore.run(budget);
    let exploration = explore.exploration(completeness);
    let trap = match &machine.goal {
        Some(goal) => Some(liveness::check(
            explore,
            goal,
            &exploration.completeness,
            budget,
        )?),
        None => None,
    };
    Ok(Found { exploration, trap })
}
