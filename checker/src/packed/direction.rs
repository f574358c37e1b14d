//! Transitions forwards, to successors, and backwards, to predecessors.

use super::layout::{Codes, Layout};
use super::machine::Transition;
use crate::visited::Packed;

/// What a transition needs of a state, and which bits it is about.
pub(super) struct Rule<const N: usize> {
    /// Bits without whose `value` there is no image.
    pub(super) mask: Packed<N>,
    pub(super) value: Packed<N>,
    /// Every bit that is read or changed.
    pub(super) bits: Packed<N>,
    /// Most images of a state.
    pub(super) max_images: usize,
}

/// A step from some state leaves the bound, and is not among the images.
pub(super) struct Exceeds;

/// One of the two ways to follow a transition.
pub(super) trait Direction<const N: usize>: Send + Sync {
    /// None where a state may have too many images.
    fn rule(&self, transition: &Transition<N>) -> Option<Rule<N>>;

    /// Appends the images of a state. Only [`Rule::bits`] of it matter, and
    /// all others are carried over.
    fn images(
        &self,
        transition: &Transition<N>,
        state: &Packed<N>,
        out: &mut Vec<Packed<N>>,
    ) -> Result<(), Exceeds>;
}

/// To successors: at most one a transition.
pub(super) struct Forward;

impl<const N: usize> Direction<N> for Forward {
    fn rule(&self, transition: &Transition<N>) -> Option<Rule<N>> {
        Some(Rule {
            mask: transition.guard.mask,
            value: transition.guard.value,
            bits: transition.bits(),
            max_images: 1,
        })
    }

    fn images(
        &self,
        transition: &Transition<N>,
        state: &Packed<N>,
        out: &mut Vec<Packed<N>>,
    ) -> Result<(), Exceeds> {
        if transition.guard.matches(state) {
            out.push(transition.step(state).map_err(|_| Exceeds)?);
        }
        Ok(())
    }
}

/// To predecessors: one for each value that an overwritten field may have had.
pub(super) struct Backward<'l> {
    pub(super) layout: &'l Layout,
}

/// Most predecessors by one transition.
const MAX_IMAGES: u64 = 1 << 12;

impl Backward<'_> {
    /// Fields that the transition overwrites whatever they hold.
    fn overwritten<const N: usize>(&self, transition: &Transition<N>) -> Vec<Codes> {
        let fields = self.layout.all_codes();
        let unknown = fields.filter(|field| {
            let is_cleared = transition.clear[field.word] & field.mask() != 0;
            is_cleared && transition.guard.mask[field.word] & field.mask() == 0
        });
        unknown.collect()
    }
}

impl<const N: usize> Direction<N> for Backward<'_> {
    fn rule(&self, transition: &Transition<N>) -> Option<Rule<N>> {
        let mut max_images = 1_u64;
        for field in self.overwritten(transition) {
            max_images = max_images.checked_mul(field.n_codes()?)?;
            if max_images > MAX_IMAGES {
                return None;
            }
        }
        let (guard, clear, set) = (&transition.guard, &transition.clear, &transition.set);
        let mut mask: Packed<N> = std::array::from_fn(|word| guard.mask[word] | clear[word]);
        let mut value: Packed<N> =
            std::array::from_fn(|word| guard.value[word] & !clear[word] | set[word]);
        for addition in &transition.additions {
            let codes = addition.codes;
            mask[codes.word] &= !codes.mask();
            value[codes.word] &= !codes.mask();
        }
        Some(Rule {
            mask,
            value,
            bits: transition.bits(),
            max_images: max_images as usize,
        })
    }

    fn images(
        &self,
        transition: &Transition<N>,
        state: &Packed<N>,
        out: &mut Vec<Packed<N>>,
    ) -> Result<(), Exceeds> {
        let (guard, clear) = (&transition.guard, &transition.clear);
        if (0..N).any(|word| state[word] & clear[word] != transition.set[word]) {
            return Ok(());
        }
        // What the overwritten fields were where they were tested, and what
        // the others are before the additions.
        let mut before: Packed<N> = std::array::from_fn(|word| {
            state[word] & !clear[word] | guard.value[word] & clear[word]
        });
        for addition in &transition.additions {
            let codes = addition.codes;
            if let Some(sum) = codes.int(codes.get(state)) {
                let Some(code) = codes.int_code(i128::from(sum) - i128::from(addition.amount))
                else {
                    return Ok(());
                };
                before[codes.word] = before[codes.word] & !codes.mask() | code << codes.shift;
            }
        }
        let n_before = out.len();
        out.push(before);
        for field in self.overwritten(transition) {
            let n = out.len();
            for index in n_before..n {
                for code in 1..field.n_codes().unwrap_or(1) {
                    let mut other = out[index];
                    other[field.word] |= code << field.shift;
                    out.push(other);
                }
            }
        }
        // Exact by what a step is, whatever was guessed above.
        let mut kept = n_before;
        for index in n_before..out.len() {
            let before = out[index];
            let leads_here = guard.matches(&before)
                && transition.step(&before).is_ok_and(|after| after == *state);
            if leads_here {
                out[kept] = before;
                kept += 1;
            }
        }
        out.truncate(kept);
        Ok(())
    }
}
