//! Naive correlation: pair by pair, order by order. Shares no code with `statistics`.

/// Ranks by counting: one more than the smaller ones, plus half of the other equal ones.
#[must_use]
pub fn ranks(values: &[i32]) -> Vec<f64> {
    values
        .iter()
        .map(|value| {
            let smaller = values.iter().filter(|other| *other < value).count();
            let equal = values.iter().filter(|other| *other == value).count();
            smaller as f64 + (equal as f64 + 1.0) / 2.0
        })
        .collect()
}

/// Pearson's coefficient by the sums of the textbook, on numbers so small that
/// nothing cancels.
#[must_use]
pub fn pearson(x: &[f64], y: &[f64]) -> f64 {
    let n = x.len() as f64;
    let sum = |values: &mut dyn Iterator<Item = f64>| values.sum::<f64>();
    let sx = sum(&mut x.iter().copied());
    let sy = sum(&mut y.iter().copied());
    let sxx = sum(&mut x.iter().map(|x| x * x));
    let syy = sum(&mut y.iter().map(|y| y * y));
    let sxy = sum(&mut x.iter().zip(y).map(|(x, y)| x * y));
    (n * sxy - sx * sy) / ((n * sxx - sx * sx) * (n * syy - sy * sy)).sqrt()
}

/// Concordant less discordant pairs, over all pairs.
fn difference(x: &[i32], y: &[i32]) -> i64 {
    let mut difference = 0;
    for i in 0..x.len() {
        for j in 0..i {
            difference += i64::from((x[i] - x[j]).signum() * (y[i] - y[j]).signum());
        }
    }
    difference
}

/// Kendall's τ-b by its definition.
#[must_use]
pub fn kendall(x: &[i32], y: &[i32]) -> f64 {
    let untied = |values: &[i32]| {
        (0..values.len())
            .flat_map(|i| (0..i).map(move |j| (i, j)))
            .filter(|&(i, j)| values[i] != values[j])
            .count() as f64
    };
    difference(x, y) as f64 / (untied(x) * untied(y)).sqrt()
}

/// The share of orders of `y` whose τ is as far from zero as this one's.
#[must_use]
pub fn kendall_exact_p(x: &[i32], y: &[i32]) -> f64 {
    let found = difference(x, y).abs();
    let (mut as_far, mut all) = (0_u32, 0_u32);
    let mut order = y.to_vec();
    permute(&mut order, 0, &mut |order| {
        all += 1;
        as_far += u32::from(difference(x, order).abs() >= found);
    });
    f64::from(as_far) / f64::from(all)
}

/// The share of orders of `y` whose rank coefficient is as far from zero.
#[must_use]
pub fn spearman_exact_p(x: &[i32], y: &[i32]) -> f64 {
    let of = |y: &[i32]| pearson(&ranks(x), &ranks(y)).abs();
    let found = of(y) - 1e-9;
    let (mut as_far, mut all) = (0_u32, 0_u32);
    permute(&mut y.to_vec(), 0, &mut |order| {
        all += 1;
        as_far += u32::from(of(order) >= found);
    });
    f64::from(as_far) / f64::from(all)
}

fn permute(order: &mut [i32], from: usize, visit: &mut dyn FnMut(&[i32])) {
    if from == order.len() {
        return visit(order);
    }
    for i in from..order.len() {
        order.swap(from, i);
        permute(order, from + 1, visit);
        order.swap(from, i);
    }
}

/// Two-sided p-value of t = r·√(ν/(1−r²)) by Simpson's rule on the density of r
/// itself, (1−r²)^(ν/2−1), for ν = n−2 ≥ 2.
#[must_use]
pub fn pearson_p(r: f64, n: usize) -> f64 {
    let exponent = (n as f64 - 2.0) / 2.0 - 1.0;
    let area = |from: f64| {
        let steps = 20_000;
        let width = (1.0 - from) / f64::from(steps);
        let density = |i: i32| {
            let at = from + width * f64::from(i);
            (1.0 - at * at).max(0.0).powf(exponent)
        };
        let inner: f64 = (1..steps)
            .map(|i| density(i) * if i % 2 == 1 { 4.0 } else { 2.0 })
            .sum();
        (density(0) + inner + density(steps)) * width / 3.0
    };
    area(r.abs()) / area(0.0)
}
