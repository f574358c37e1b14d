//! States a second of the search, on workloads of about 10⁵ and 10⁶ states.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    reason = "criterion's macros; a bench may fail"
)]

use checker::{Limits, check};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use plumbline_benches::{branch, counters, odometer, philosophers};

fn search(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("search");
    group.sample_size(10);
    let workloads = [
        counters(5, 9),
        counters(6, 9),
        odometer(4, 32),
        branch(5, 10),
    ];
    for workload in workloads.into_iter().chain(philosophers(16)) {
        let model = workload.draft.build().unwrap();
        let limits = Limits {
            max_states: workload.n_states,
            ..Limits::default()
        };
        group.throughput(Throughput::Elements(workload.n_states));
        group.bench_function(&workload.name, |bencher| {
            bencher.iter(|| {
                let report = check(&model, &limits).unwrap();
                assert_eq!(report.n_states, workload.n_states);
            });
        });
    }
    group.finish();
}

criterion_group!(benches, search);
criterion_main!(benches);
