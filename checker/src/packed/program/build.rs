//! Which transitions share a window, which are selected by a field, and which are
//! tried one by one.

use super::{Part, Selection, Window};
use crate::packed::direction::{Direction, Rule};
use crate::packed::extract::Extract;
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

/// The parts for all transitions, and how many marks they have; none where a
/// rule has too many images.
pub(super) fn parts<const N: usize, D: Direction<N>>(
    machine: &Machine<'_, N>,
    layout: &Layout,
    direction: &D,
) -> Option<(Vec<Part<N>>, usize)> {
    let rules = machine.transitions.iter();
    let mut builder = Builder {
        rules: rules
            .map(|transition| direction.rule(transition))
            .collect::<Option<_>>()?,
        machine,
        layout,
        direction,
        n_marks: 0,
    };
    let all: Vec<usize> = (0..machine.transitions.len()).collect();
    let parts = builder.parts(&all, &[0; N], &[0; N], 0);
    Some((parts, builder.n_marks))
}

struct Builder<'a, const N: usize, D> {
    machine: &'a Machine<'a, N>,
    layout: &'a Layout,
    direction: &'a D,
    rules: Vec<Rule<N>>,
    n_marks: usize,
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
    /// The parts for some transitions in order, where the bits `fixed` of a
    /// state are known to be those of `known`.
    fn parts(
        &mut self,
        all: &[usize],
        fixed: &Packed<N>,
        known: &Packed<N>,
        depth: u32,
    ) -> Vec<Part<N>> {
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
                    parts.push(Part::Window(self.window(&left[..n_window], fixed, known)));
                    left = &left[n_window..];
                }
                _ => {
                    match parts.last_mut() {
                        Some(Part::Each(indices, _)) => indices.push(*first),
                        _ => parts.push(Part::Each(vec![*first], self.n_marks)),
                    }
                    self.n_marks += 1;
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
    ) -> Part<N> {
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
        Part::Select(field, selection)
    }

    fn window(&mut self, all: &[usize], fixed: &Packed<N>, known: &Packed<N>) -> Window<N> {
        let bits = all.iter().fold([0; N], |bits, &index| {
            union(&bits, &free(&self.rules[index].bits, fixed))
        });
        let bits = Extract::new(&bits);
        let n_values = 1 << bits.n_bits();
        let mut window = Window {
            starts: Vec::with_capacity(n_values + 1),
            steps: Vec::new(),
            transitions: Vec::new(),
            exceeds: Vec::new(),
            first_mark: self.n_marks,
            bits,
        };
        self.n_marks += n_values;
        let mut images = Vec::new();
        for value in 0..n_values {
            window.starts.push(window.steps.len() as u32);
            let state = union(known, &window.bits.put(value));
            for &index in all {
                images.clear();
                let transition = &self.machine.transitions[index];
                let exceeds = self.direction.images(transition, &state, &mut images);
                if exceeds.is_err() {
                    window.exceeds.resize(n_values, false);
                    window.exceeds[value] = true;
                }
                for image in &images {
                    let step = std::array::from_fn(|word| image[word] ^ state[word]);
                    window.steps.push(step);
                    window.transitions.push(index as u32);
                }
            }
        }
        window.starts.push(window.steps.len() as u32);
        window
    }
}
