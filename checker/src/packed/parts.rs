//! Parts of the engine by themselves, for benches.

use super::Tuning;
use super::batch::Batch;
use super::direction::Forward;
use super::explore::Explore;
use super::images::Images;
use super::layout::Layout;
use super::machine::Machine;
use super::program::Program;
use crate::Model;
use crate::budget::{Budget, Limits};
use crate::visited::bitmap::Bitmap;
use crate::visited::radix::Radix;
use crate::visited::remainder::Remainders;
use crate::visited::table::Table;
use crate::visited::{Kept, Packed, Set};
use std::ops::ControlFlow;

/// One run of a part of the engine, and how many steps or states it was about.
pub type Part<'m> = Box<dyn FnMut() -> u64 + 'm>;

/// Some states of a model that fits one word, in no particular order.
fn states<'m>(machine: &'m Machine<'m, 1>, layout: &'m Layout, limits: &Limits) -> Vec<Packed<1>> {
    let tuning = Tuning::default();
    let mut go_on = |_: &_| ControlFlow::Continue(());
    let mut budget = Budget::new(*limits, &mut go_on);
    let initial = machine.initial;
    let mut explore = Explore::new(machine, layout, Table::new(), &tuning, limits, initial);
    // However far it came.
    let _ = explore.run(&mut budget);
    let mut states = Vec::new();
    explore.visited.for_each(|state| states.push(state));
    states
}

/// Finds the successors of the states within the limits, and counts them; none
/// where a state is wider than a word.
#[must_use]
pub fn successors<'m>(model: &'m Model, limits: &Limits) -> Option<Part<'m>> {
    let layout = Layout::of(model).filter(|layout| layout.n_words() <= 1)?;
    let machine = Machine::new(model, &layout);
    let states = states(&machine, &layout, limits);
    let program = Program::new(&machine, &layout, Forward)?;
    let (mut marks, mut images) = (program.marks(), Images::default());
    Some(Box::new(move || {
        let mut n_steps = 0;
        for state in &states {
            images.truncate(0);
            let _ = program.images(&machine, state, &mut images, &mut marks);
            n_steps += images.len() as u64;
        }
        n_steps
    }))
}

/// The kinds of visited sets for states of one word.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// A bit for each combination of values.
    Bitmap,
    /// Half words.
    Remainders,
    /// Whole states.
    Table,
}

/// Inserts the successors of the states within the limits into a set that has
/// none of them, and counts what was new; none where that set cannot hold the
/// model's states.
#[must_use]
pub fn insert<'m>(model: &'m Model, limits: &Limits, kind: Kind) -> Option<Part<'m>> {
    let layout = Layout::of(model).filter(|layout| layout.n_words() <= 1)?;
    match kind {
        Kind::Bitmap => {
            let radix = Radix::new(layout.digits()?, 1 << 30)?;
            let bitmap = Bitmap::new(radix, Tuning::default().cache);
            insert_into(bitmap, model, &layout, limits)
        }
        Kind::Remainders => {
            let remainders = Remainders::new(layout.digits()?)?;
            insert_into(remainders, model, &layout, limits)
        }
        Kind::Table => insert_into(Table::new(), model, &layout, limits),
    }
}

fn insert_into<'m, S: Set<1> + 'm>(
    mut visited: S,
    model: &'m Model,
    layout: &Layout,
    limits: &Limits,
) -> Option<Part<'m>> {
    let machine = Machine::new(model, layout);
    let states = states(&machine, layout, limits);
    let program = Program::new(&machine, layout, Forward)?;
    let (mut marks, mut batch) = (program.marks(), Batch::default());
    Some(Box::new(move || {
        visited.clear();
        let admit =
            |recent: &mut _, states: &_, kept: Kept<'_, 1>| visited.admit(recent, states, kept);
        batch.forget();
        batch.fill(
            &machine,
            &program,
            states.iter(),
            usize::MAX,
            &mut marks,
            admit,
        );
        batch.n_kept() as u64
    }))
}
