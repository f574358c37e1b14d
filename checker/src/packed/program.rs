//! Successors without trying every transition.
//!
//! Transitions that read and write few bits share a *window*: its bits index a
//! list of what to flip, so no guard is tested. Where they are spread wider but
//! all test one field, that field's code selects those that can match. The rest
//! are tried one by one. Every part covers transitions that follow each other,
//! so the order of successors is that of the transitions.

mod build;

use super::direction::{Direction, Exceeds, Forward};
use super::extract::{Extract, Segment};
use super::images::Images;
use super::layout::Codes;
use super::machine::Machine;
use crate::visited::Packed;
use bitvec::vec::BitVec;
use hashbrown::HashMap;

/// A machine's transitions, arranged for search in one direction.
pub(super) struct Program<const N: usize, D = Forward> {
    parts: Vec<Part>,
    /// The first one has no steps.
    windows: Vec<Window>,
    /// For each value of each window.
    ranges: Vec<Range>,
    /// The bits that a step flips; behind the last one a chunk more.
    steps: Vec<Packed<N>>,
    /// The transition of each step.
    transitions: Vec<u32>,
    direction: D,
    /// Most enabled transitions of any state.
    pub(super) max_degree: usize,
    n_tried: usize,
    /// Whether a step may leave the bound.
    pub(super) may_exceed: bool,
}

/// Some transitions that follow each other.
enum Part {
    /// A window by the code of a field, which may have no bits; no steps where a code is not listed.
    Windows(Segment, Vec<u32>),
    /// By the code of a field, the parts that can match.
    Select(Codes, Selection),
    /// Positions in the machine's list, and the mark of the first one.
    Each(Vec<usize>, usize),
}

#[derive(Default)]
struct Window {
    bits: Extract,
    /// The range of value 0.
    first: u32,
}

/// Steps from a value of a window.
#[derive(Clone, Copy, Default)]
struct Range {
    start: u32,
    /// How many; the first bit says that another step leaves the bound.
    n: u32,
}

/// A step from the value leaves the bound.
const EXCEEDS: u32 = 1 << 31;

impl Range {
    fn n(self) -> usize {
        (self.n & !EXCEEDS) as usize
    }

    fn steps(self) -> std::ops::Range<usize> {
        self.start as usize..self.start as usize + self.n()
    }
}

/// Lists of parts by code.
struct Selection {
    lists: Vec<Vec<Part>>,
    /// One more than the position in `lists` of a small code.
    small: Vec<u32>,
    large: HashMap<u64, u32>,
}

impl Selection {
    #[inline]
    fn get(&self, code: u64) -> &[Part] {
        let position = match self.small.get(code as usize) {
            Some(0) => None,
            Some(next) => Some(next - 1),
            None if self.large.is_empty() => None,
            None => self.large.get(&code).copied(),
        };
        position.map_or(&[], |position| &self.lists[position as usize])
    }
}

/// Which values of windows, and which transitions that are tried one by one,
/// were met: for telling which fired.
#[derive(Clone)]
pub(super) struct Marks {
    ranges: Vec<bool>,
    tried: Vec<bool>,
}

impl Marks {
    fn lists(&mut self) -> [&mut Vec<bool>; 2] {
        [&mut self.ranges, &mut self.tried]
    }

    pub(super) fn merge(&mut self, other: &mut Self) {
        for (marks, others) in self.lists().into_iter().zip(other.lists()) {
            for (mark, other) in marks.iter_mut().zip(others) {
                *mark |= *other;
            }
        }
    }

    pub(super) fn clear(&mut self) {
        self.lists().into_iter().for_each(|marks| marks.fill(false));
    }
}

impl<const N: usize, D: Direction<N>> Program<N, D> {
    pub(super) fn marks(&self) -> Marks {
        Marks {
            ranges: vec![false; self.ranges.len()],
            tried: vec![false; self.n_tried],
        }
    }

    /// Appends the images of a state: its successors, or its predecessors.
    ///
    /// # Errors
    /// [`Exceeds`] where a step leaves the bound; nothing is appended then.
    #[inline]
    pub(super) fn images(
        &self,
        machine: &Machine<'_, N>,
        state: &Packed<N>,
        out: &mut Images<N>,
        marks: &mut Marks,
    ) -> Result<(), Exceeds> {
        let n_before = out.len();
        let mut flags = 0;
        for part in &self.parts {
            flags |= match part {
                Part::Windows(field, windows) => {
                    let code = field.get(state) as usize;
                    let window = windows.get(code).copied().unwrap_or_default();
                    self.window(window, state, out, marks)
                }
                Part::Select(..) | Part::Each(..) => self.part(part, machine, state, out, marks),
            }
        }
        if flags & EXCEEDS != 0 {
            out.truncate(n_before);
            return Err(Exceeds);
        }
        Ok(())
    }

    /// Tells in [`EXCEEDS`] whether a step leaves the bound.
    #[inline(always)]
    fn window(
        &self,
        window: u32,
        state: &Packed<N>,
        out: &mut Images<N>,
        marks: &mut Marks,
    ) -> u32 {
        let window = &self.windows[window as usize];
        let index = window.first as usize + window.bits.get(state);
        let range = self.ranges[index];
        marks.ranges[index] = true;
        out.flip(state, &self.steps[range.start as usize..], range.n());
        range.n
    }

    fn part(
        &self,
        part: &Part,
        machine: &Machine<'_, N>,
        state: &Packed<N>,
        out: &mut Images<N>,
        marks: &mut Marks,
    ) -> u32 {
        let mut flags = 0;
        match part {
            Part::Windows(field, windows) => {
                let code = field.get(state) as usize;
                let window = windows.get(code).copied().unwrap_or_default();
                flags |= self.window(window, state, out, marks);
            }
            Part::Select(field, parts) => {
                for part in parts.get(field.get(state)) {
                    flags |= self.part(part, machine, state, out, marks);
                }
            }
            Part::Each(indices, first_mark) => {
                let mut images = Vec::new();
                for (&index, mark) in indices.iter().zip(&mut marks.tried[*first_mark..]) {
                    images.clear();
                    let transition = &machine.transitions[index];
                    if self
                        .direction
                        .images(transition, state, &mut images)
                        .is_err()
                    {
                        flags |= EXCEEDS;
                    }
                    *mark |= !images.is_empty();
                    out.extend(&images);
                }
            }
        }
        flags
    }

    /// Adds to `fired` the transitions whose marks are set.
    pub(super) fn fired(&self, machine: &Machine<'_, N>, marks: &Marks, fired: &mut BitVec) {
        let mut fire = |index: usize| fired.set(machine.transitions[index].id.index(), true);
        for (range, mark) in self.ranges.iter().zip(&marks.ranges) {
            if *mark {
                let transitions = &self.transitions[range.steps()];
                transitions.iter().for_each(|index| fire(*index as usize));
            }
        }
        let mut pending: Vec<&Part> = self.parts.iter().collect();
        while let Some(part) = pending.pop() {
            match part {
                Part::Windows(..) => {}
                Part::Select(_, parts) => pending.extend(parts.lists.iter().flatten()),
                Part::Each(indices, first_mark) => {
                    let marks = &marks.tried[*first_mark..];
                    let met = indices.iter().zip(marks).filter(|(_, mark)| **mark);
                    met.for_each(|(index, _)| fire(*index));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packed::layout::Layout;
    use crate::{Draft, Update, Value};

    /// Most transitions and tables that are looked at for one state.
    fn most_looked_at(parts: &[Part]) -> usize {
        let looked_at = parts.iter().map(|part| match part {
            Part::Windows(..) => 2,
            Part::Each(indices, _) => indices.len(),
            Part::Select(_, parts) => {
                let lists = parts.lists.iter().map(|list| most_looked_at(list));
                1 + lists.max().unwrap_or(0)
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
