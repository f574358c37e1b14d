//! Successors without trying every transition.
//!
//! Transitions that read and write few bits share a *window*: its bits index a
//! list of what to flip, so no guard is tested. Where they are spread wider but
//! all test one field, that field's code selects those that can match. The rest
//! are tried one by one. Every part covers transitions that follow each other,
//! so the order of successors is that of the transitions.

mod build;

use super::direction::{Direction, Exceeds, Forward};
use super::extract::Extract;
use super::layout::{Codes, Layout};
use super::machine::Machine;
use crate::visited::Packed;
use bitvec::vec::BitVec;
use hashbrown::HashMap;

/// A machine's transitions, arranged for search in one direction.
pub(super) struct Program<const N: usize, D = Forward> {
    parts: Vec<Part<N>>,
    direction: D,
    /// Most enabled transitions of any state.
    pub(super) max_degree: usize,
    n_marks: usize,
    /// Whether a step may leave the bound.
    pub(super) may_exceed: bool,
}

enum Part<const N: usize> {
    Window(Window<N>),
    /// By the code of a field, the parts that can match.
    Select(Codes, Selection<N>),
    /// Positions in the machine's list, and the mark of the first one.
    Each(Vec<usize>, usize),
}

struct Window<const N: usize> {
    bits: Extract,
    /// For each value of the bits, where its steps start.
    starts: Vec<u32>,
    /// The bits that a step flips.
    steps: Vec<Packed<N>>,
    /// The transition of each step.
    transitions: Vec<u32>,
    /// Values from which a step leaves the bound; empty if there is none.
    exceeds: Vec<bool>,
    /// The mark of value 0.
    first_mark: usize,
}

/// Lists of parts by code.
struct Selection<const N: usize> {
    lists: Vec<Vec<Part<N>>>,
    /// One more than the position in `lists` of a small code.
    small: Vec<u32>,
    large: HashMap<u64, u32>,
}

impl<const N: usize> Selection<N> {
    #[inline]
    fn get(&self, code: u64) -> &[Part<N>] {
        let position = match self.small.get(code as usize) {
            Some(0) => None,
            Some(next) => Some(next - 1),
            None if self.large.is_empty() => None,
            None => self.large.get(&code).copied(),
        };
        position.map_or(&[], |position| &self.lists[position as usize])
    }
}

/// Which values and transitions were met, for telling which fired.
#[derive(Clone)]
pub(super) struct Marks(Vec<bool>);

impl Marks {
    pub(super) fn merge(&mut self, other: &Self) {
        for (mark, other) in self.0.iter_mut().zip(&other.0) {
            *mark |= other;
        }
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(false);
    }
}

impl<const N: usize, D: Direction<N>> Program<N, D> {
    /// None where a rule has too many images.
    pub(super) fn new(machine: &Machine<'_, N>, layout: &Layout, direction: D) -> Option<Self> {
        let (parts, n_marks) = build::parts(machine, layout, &direction)?;
        Some(Self {
            max_degree: parts.iter().map(Part::max_degree).sum(),
            may_exceed: parts.iter().any(|part| part.may_exceed(machine)),
            parts,
            direction,
            n_marks,
        })
    }

    pub(super) fn marks(&self) -> Marks {
        Marks(vec![false; self.n_marks])
    }

    /// Appends the images of a state: its successors, or its predecessors.
    ///
    /// # Errors
    /// [`Exceeds`] where a step leaves the bound; what was appended is void.
    pub(super) fn images(
        &self,
        machine: &Machine<'_, N>,
        state: &Packed<N>,
        out: &mut Vec<Packed<N>>,
        marks: &mut Marks,
    ) -> Result<(), Exceeds> {
        images(
            &self.parts,
            &self.direction,
            machine,
            state,
            out,
            &mut marks.0,
        )
    }

    /// Adds to `fired` the transitions whose marks are set.
    pub(super) fn fired(&self, machine: &Machine<'_, N>, marks: &Marks, fired: &mut BitVec) {
        let mut fire = |index: usize| fired.set(machine.transitions[index].id.index(), true);
        let mut pending: Vec<&Part<N>> = self.parts.iter().collect();
        while let Some(part) = pending.pop() {
            match part {
                Part::Window(window) => {
                    for value in 0..window.starts.len() - 1 {
                        if marks.0[window.first_mark + value] {
                            let transitions = &window.transitions[window.range(value)];
                            transitions.iter().for_each(|index| fire(*index as usize));
                        }
                    }
                }
                Part::Select(_, parts) => pending.extend(parts.lists.iter().flatten()),
                Part::Each(indices, first_mark) => {
                    for (offset, index) in indices.iter().enumerate() {
                        if marks.0[first_mark + offset] {
                            fire(*index);
                        }
                    }
                }
            }
        }
    }
}

fn images<const N: usize, D: Direction<N>>(
    parts: &[Part<N>],
    direction: &D,
    machine: &Machine<'_, N>,
    state: &Packed<N>,
    out: &mut Vec<Packed<N>>,
    marks: &mut [bool],
) -> Result<(), Exceeds> {
    for part in parts {
        match part {
            Part::Window(window) => {
                let value = window.bits.get(state);
                marks[window.first_mark + value] = true;
                for step in &window.steps[window.range(value)] {
                    out.push(std::array::from_fn(|word| state[word] ^ step[word]));
                }
                if window.exceeds.get(value).is_some_and(|exceeds| *exceeds) {
                    return Err(Exceeds);
                }
            }
            Part::Select(field, parts) => {
                let parts = parts.get(field.get(state));
                images(parts, direction, machine, state, out, marks)?;
            }
            Part::Each(indices, first_mark) => {
                for (offset, &index) in indices.iter().enumerate() {
                    let n_before = out.len();
                    direction.images(&machine.transitions[index], state, out)?;
                    marks[first_mark + offset] |= out.len() > n_before;
                }
            }
        }
    }
    Ok(())
}

impl<const N: usize> Window<N> {
    #[inline]
    fn range(&self, value: usize) -> std::ops::Range<usize> {
        self.starts[value] as usize..self.starts[value + 1] as usize
    }
}

impl<const N: usize> Part<N> {
    fn may_exceed(&self, machine: &Machine<'_, N>) -> bool {
        match self {
            Self::Window(window) => !window.exceeds.is_empty(),
            Self::Select(_, parts) => {
                let mut parts = parts.lists.iter().flatten();
                parts.any(|part| part.may_exceed(machine))
            }
            Self::Each(indices, _) => {
                let mut indices = indices.iter();
                indices.any(|index| !machine.transitions[*index].additions.is_empty())
            }
        }
    }

    fn max_degree(&self) -> usize {
        match self {
            Self::Window(window) => {
                let ends = window.starts.windows(2);
                ends.map(|ends| (ends[1] - ends[0]) as usize)
                    .max()
                    .unwrap_or(0)
            }
            Self::Select(_, parts) => {
                let parts = parts.lists.iter();
                let degree = |parts: &Vec<Self>| parts.iter().map(Self::max_degree).sum();
                parts.map(degree).max().unwrap_or(0)
            }
            Self::Each(indices, _) => indices.len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Draft, Update, Value};

    /// Most transitions and tables that are looked at for one state.
    fn most_looked_at<const N: usize>(parts: &[Part<N>]) -> usize {
        let looked_at = parts.iter().map(|part| match part {
            Part::Window(_) => 1,
            Part::Each(indices, _) => indices.len(),
            Part::Select(_, parts) => {
                1 + parts
                    .lists
                    .iter()
                    .map(|list| most_looked_at(list))
                    .max()
                    .unwrap_or(0)
            }
        });
        looked_at.sum()
    }

    #[test]
    fn thousands_of_transitions_on_one_field_are_not_tried() {
        let mut draft = Draft::new("pc")
            .field("pc", 0)
            .field("x", 0)
            .field("y", false);
        for pc in 0..5_000 {
            let next = [
                ("pc", Value::from((pc + 1) % 5_000).into()),
                ("x", Update::Add(pc % 2)),
            ];
            draft = draft.transition("step", [("pc", pc.into())], next);
        }
        let model = draft
            .forbid("null", [("pc", Value::Null)])
            .int_bound(5_000)
            .build()
            .unwrap();
        let layout = Layout::of(&model).unwrap();
        let machine = Machine::<1>::new(&model, &layout);
        let program = Program::new(&machine, &layout, Forward).unwrap();
        assert!(most_looked_at(&program.parts) <= 2);
        assert_eq!(program.max_degree, 1);
    }
}
