//! Ten thousand small specs through the library: text, model, search, report.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    reason = "criterion's macros; a bench may fail"
)]

use checker::{DEFAULT_INT_BOUND, Limits, check, spec};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use diagnostic::SourceFile;
use plumbline_benches::odometer;

const N_SPECS: usize = 10_000;

fn small(criterion: &mut Criterion) {
    let ring = spec::write(&odometer(1, 10).draft.build().unwrap());
    let rings = vec![ring.as_str()];
    // What people write: the machines with labels, of a hundred states or so.
    let labelled: Vec<_> = models::specs::ALL.iter().map(|spec| spec.spec).collect();
    let mut group = criterion.benchmark_group("small");
    group.sample_size(10);
    group.throughput(Throughput::Elements(N_SPECS as u64));
    for (name, texts) in [("ten states", rings), ("labelled machines", labelled)] {
        group.bench_function(name, |bencher| bencher.iter(|| check_all(&texts)));
    }
    group.finish();
}

fn check_all(texts: &[&str]) -> u64 {
    let texts = texts.iter().cycle().take(N_SPECS);
    let states = texts.map(|text| {
        let source = SourceFile::new("small.json", *text);
        let model = spec::read_checkable(&source, DEFAULT_INT_BOUND).unwrap();
        check(&model, &Limits::default()).unwrap().n_states
    });
    states.sum()
}

criterion_group!(benches, small);
criterion_main!(benches);
