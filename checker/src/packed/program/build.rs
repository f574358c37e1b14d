//! Which transitions share a window, which are selected by a field, and which are
//! tried one by one.

use super::{EXCEEDS, Part, Program, Range, Selection, Window};
use crate::packed::direction::{Direction, Rule};
use crate::packed::extract::{Extract, Segment};
use crate::packed::images::Images;
use crate::packed::layout::{Codes, Layout};
use crate::packed::machine::Machine;
use crate::visited::Packed;
use hashbrown::HashMap;
use std::collections::BTreeMap;

/// Most bits of a window.
const WINDOW_BITS: u32 = 12;
/// Most entries of a window's lists, so that some windows stay in cache.
const WINDOW_STEPS: usize = 1 << 13;
/// Most values of a window for each of its transitions: a large table for few
/// of them costs more than it saves.
const WINDOW_VALUES: usize = 1 << 8;
/// Codes below this are looked up in a list.
const MAX_SMALL: u64 = 1 << 16;
/// So many transitions on one field are selected by it even if a window holds them.
const MANY: usize = 1 << 7;
/// Nested selections by a field.
const MAX_DEPTH: u32 = 4;

impl<const N: usize, D: Direction<N>> Program<N, D> {
    /// None where a rule has too many images, or there are too many steps.
    pub(in crate::packed) fn new(
        machine: &Machine<'_, N>,
        layout: &Layout,
        direction: D,
    ) -> Option<Self> {
        let rules = machine.transitions.iter();
        let rules = rules.map(|transition| direction.rule(transition));
        let mut builder = Builder {
            machine,
            layout,
            rules: rules.collect::<Option<_>>()?,
            program: Self {
                parts: Vec::new(),
                windows: vec![Window::default()],
                ranges: vec![Range::default()],
                steps: Vec::new(),
                transitions: Vec::new(),
                direction,
                max_degree: 0,
                n_tried: 0,
                may_exceed: false,
            },
        };
        let all: Vec<usize> = (0..machine.transitions.len()).collect();
        let parts = builder.parts(&all, &[0; N], &[0; N], 0);
        let max_degree = parts.iter().map(|part| builder.max_degree(part)).sum();
        let mut program = builder.program;
        program.parts = parts;
        program.max_degree = max_degree;
        let exceeds = |range: &Range| range.n & EXCEEDS != 0;
        program.may_exceed |= program.ranges.iter().any(exceeds);
        let n_steps = program.steps.len();
        program.steps.resize(n_steps + Images::<N>::CHUNK, [0; N]);
        let are_counted = n_steps.max(program.ranges.len()) <= u32::MAX as usize;
        are_counted.then_some(program)
    }
}

/// A program, its parts apart, while it grows.
struct Builder<'a, const N: usize, D> {
    machine: &'a Machine<'a, N>,
    layout: &'a Layout,
    rules: Vec<Rule<N>>,
    program: Program<N, D>,
}

/// The bits of `bits` that are not in `fixed`.
fn free<const N: usize>(bits: &Packed<N>, fixed: &Packed<N>) -> Packed<N> {
    std::array::from_fn(|word| bits[word] & !fixed[word])
}

fn union<const N: usize>(a: &Packed<N>, b: &Packed<N>) -> Packed<N> {
    std::array::from_fn(|word| a[word] | b[word])
}

fn n_ones<const N: usize>(bits: &Packed<N>) -> u32 {
    bits.iter().map(|word| word.count_ones()).sum()
}

impl<const N: usize, D: Direction<N>> Builder<'_, N, D> {
    /// Most images of a state by a part.
    fn max_degree(&self, part: &Part) -> usize {
        let of_windows = |windows: &[u32]| {
            let ranges = windows.iter().flat_map(|window| self.ranges_of(*window));
            ranges.map(|range| range.n()).max().unwrap_or(0)
        };
        match part {
            Part::Windows(_, windows) => of_windows(windows),
            Part::Select(_, parts) => {
                let parts = parts.lists.iter();
                let degree = |list: &Vec<Part>| list.iter().map(|part| self.max_degree(part)).sum();
                parts.map(degree).max().unwrap_or(0)
            }
            Part::Each(indices, _) => {
                let rules = indices.iter().map(|index| &self.rules[*index]);
                rules.map(|rule| rule.max_images).sum()
            }
        }
    }

    fn ranges_of(&self, window: u32) -> &[Range] {
        let window = &self.program.windows[window as usize];
        &self.program.ranges[window.first as usize..][..1 << window.bits.n_bits()]
    }

    /// The parts for some transitions in order, where the bits `fixed` of a
    /// state are known to be those of `known`.
    fn parts(
        &mut self,
        all: &[usize],
        fixed: &Packed<N>,
        known: &Packed<N>,
        depth: u32,
    ) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut left = all;
        while let [first, ..] = left {
            let n_window = self.window_run(left, fixed);
            let select = (depth < MAX_DEPTH).then(|| self.select_run(left, fixed));
            match select.flatten() {
                Some((field, n)) if n > n_window || n == n_window && n > MANY => {
                    parts.push(self.select(&left[..n], field, fixed, known, depth));
                    left = &left[n..];
                }
                _ if n_window > 0 => {
                    let window = self.window(&left[..n_window], fixed, known);
                    parts.push(Part::Windows(Segment::default(), vec![window]));
                    left = &left[n_window..];
                }
                _ => {
                    match parts.last_mut() {
                        Some(Part::Each(indices, _)) => indices.push(*first),
                        _ => parts.push(Part::Each(vec![*first], self.program.n_tried)),
                    }
                    self.program.n_tried += 1;
                    let transition = &self.machine.transitions[*first];
                    self.program.may_exceed |= !transition.additions.is_empty();
                    left = &left[1..];
                }
            }
        }
        parts
    }

    /// How many of the first transitions are best put into one window.
    fn window_run(&self, all: &[usize], fixed: &Packed<N>) -> usize {
        let mut bits = [0; N];
        // Images by how many bits of the window are tested.
        let mut n_by_tested = [0_usize; WINDOW_BITS as usize + 1];
        let mut best = 0;
        for (n, &index) in (1..).zip(all) {
            let rule = &self.rules[index];
            bits = union(&bits, &free(&rule.bits, fixed));
            let n_bits = n_ones(&bits);
            if n_bits > WINDOW_BITS {
                break;
            }
            n_by_tested[n_ones(&free(&rule.mask, fixed)) as usize] += rule.max_images;
            let by_tested = (0..=n_bits).zip(n_by_tested);
            let n_steps: usize = by_tested.map(|(tested, n)| n << (n_bits - tested)).sum();
            if n_steps > WINDOW_STEPS {
                break;
            }
            if 1 << n_bits <= WINDOW_VALUES * n {
                best = n;
            }
        }
        best
    }

    /// The field that most of the first transitions test for a code, and how many.
    fn select_run(&self, all: &[usize], fixed: &Packed<N>) -> Option<(Codes, usize)> {
        let tests = |index: usize, field: Codes| {
            let mask = field.mask();
            mask != 0 && self.rules[index].mask[field.word] & mask == mask
        };
        let fields = self.layout.all_codes();
        let unfixed = fields.filter(|field| fixed[field.word] & field.mask() == 0);
        let run = |field| all.iter().take_while(|&&index| tests(index, field)).count();
        let runs = unfixed.map(|field| (field, run(field)));
        // The first field of the longest run.
        runs.reduce(|best, next| if next.1 > best.1 { next } else { best })
    }

    fn select(
        &mut self,
        all: &[usize],
        field: Codes,
        fixed: &Packed<N>,
        known: &Packed<N>,
        depth: u32,
    ) -> Part {
        let mut by_code: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
        for &index in all {
            let code = field.get(&self.rules[index].value);
            by_code.entry(code).or_default().push(index);
        }
        let mut fixed = *fixed;
        fixed[field.word] |= field.mask();
        let mut selection = Selection {
            lists: Vec::new(),
            small: Vec::new(),
            large: HashMap::new(),
        };
        for (code, indices) in by_code {
            let position = selection.lists.len() as u32;
            if code < MAX_SMALL {
                selection.small.resize(code as usize, 0);
                selection.small.push(position + 1);
            } else {
                selection.large.insert(code, position);
            }
            let mut known = *known;
            known[field.word] |= code << field.shift;
            let parts = self.parts(&indices, &fixed, &known, depth + 1);
            selection.lists.push(parts);
        }
        selection.windows().map_or_else(
            |selection| Part::Select(field, selection),
            |windows| Part::Windows(Segment::of(field), windows),
        )
    }

    fn window(&mut self, all: &[usize], fixed: &Packed<N>, known: &Packed<N>) -> u32 {
        let bits = all.iter().fold([0; N], |bits, &index| {
            union(&bits, &free(&self.rules[index].bits, fixed))
        });
        let bits = Extract::new(&bits);
        let program = &mut self.program;
        let first = program.ranges.len() as u32;
        let mut images = Vec::new();
        for value in 0..1 << bits.n_bits() {
            let start = program.steps.len();
            let state = union(known, &bits.put(value));
            let mut exceeds = 0;
            for &index in all {
                images.clear();
                let transition = &self.machine.transitions[index];
                let found = program.direction.images(transition, &state, &mut images);
                if found.is_err() {
                    exceeds = EXCEEDS;
                }
                for image in &images {
                    let step = std::array::from_fn(|word| image[word] ^ state[word]);
                    program.steps.push(step);
                    program.transitions.push(index as u32);
                }
            }
            program.ranges.push(Range {
                start: start as u32,
                n: (program.steps.len() - start) as u32 | exceeds,
            });
        }
        program.windows.push(Window { bits, first });
        program.windows.len() as u32 - 1
    }
}

impl Selection {
    /// The window of each code, if no list has anything else.
    fn windows(self) -> Result<Vec<u32>, Self> {
        let window = |parts: &Vec<Part>| match &parts[..] {
            [Part::Windows(field, windows)] if field.is_empty() => windows.first().copied(),
            _ => None,
        };
        let windows: Option<Vec<u32>> = self.lists.iter().map(window).collect();
        match windows {
            Some(windows) if self.large.is_empty() => {
                let by_code = self.small.iter().map(|next| match next {
                    0 => 0,
                    next => windows[*next as usize - 1],
                });
                Ok(by_code.collect())
            }
            _ => Err(self),
        }
    }
}
