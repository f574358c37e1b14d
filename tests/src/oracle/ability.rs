//! Naive closed forms: every choice of k of n lemmas is made and looked at.

/// The choices of `k` of `n` lemmas, each a set of bits.
fn choices(n: u32, k: u32) -> impl Iterator<Item = u32> {
    (0..1_u32 << n).filter(move |choice| choice.count_ones() == k)
}

/// The lemmas of a critical set of each size, one set behind the other.
fn disjoint(sizes: &[u32]) -> Vec<u32> {
    let mut start = 0;
    sizes
        .iter()
        .map(|size| {
            let set = ((1 << size) - 1) << start;
            start += size;
            set
        })
        .collect()
}

/// Share of choices that have no lemma of a set of `size`.
#[must_use]
pub fn miss(n: u32, k: u32, size: u32) -> f64 {
    let set = disjoint(&[size])[0];
    let missed = choices(n, k).filter(|choice| choice & set == 0).count();
    missed as f64 / choices(n, k).count() as f64
}

/// Share of choices that have a lemma of each of disjoint sets of these sizes.
#[must_use]
pub fn all_met(n: u32, k: u32, sizes: &[u32]) -> f64 {
    let sets = disjoint(sizes);
    let met = choices(n, k)
        .filter(|choice| sets.iter().all(|set| choice & set != 0))
        .count();
    met as f64 / choices(n, k).count() as f64
}

/// The probability of Pred of the singleton form by drawing: `k` lemmas of `n` by shuffling, then
/// Pred for sure without a miss, else with probability `rho`.
#[must_use]
pub fn simulate(n: u32, k: u32, size: u32, rho: f64, draws: u32, seed: u64) -> f64 {
    let mut state = seed | 1;
    // xorshift64*
    let mut uniform = move || {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        (state.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 11) as f64 / (1_u64 << 53) as f64
    };
    let mut lemmas: Vec<u32> = (0..n).collect();
    let mut preds = 0;
    for _ in 0..draws {
        for at in 0..k as usize {
            let other = at + (uniform() * f64::from(n - at as u32)) as usize;
            lemmas.swap(at, other);
        }
        let is_met = lemmas[..k as usize].iter().any(|&lemma| lemma < size);
        preds += u32::from(is_met || uniform() < rho);
    }
    f64::from(preds) / f64::from(draws)
}
