//! Parts of the engine by themselves: successors by windows, and each kind of
//! visited set, on the same states.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    reason = "criterion's macros; a bench may fail"
)]

use checker::Limits;
use checker::parts::{self, Kind};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use plumbline_benches::{branch, counters, philosophers};

fn engine(criterion: &mut Criterion) {
    let workloads = [counters(6, 9), branch(5, 10)];
    for workload in workloads.into_iter().chain(philosophers(16)) {
        let model = workload.draft.build().unwrap();
        let limits = Limits {
            max_states: workload.n_states.min(1_000_000),
            ..Limits::default()
        };
        let mut group = criterion.benchmark_group(&workload.name);
        group.sample_size(10);
        let mut successors = parts::successors(&model, &limits).unwrap();
        let n_steps = successors();
        // A step found, or looked up, is an element.
        group.throughput(Throughput::Elements(n_steps));
        group.bench_function("successors", |bencher| {
            bencher.iter(|| assert_eq!(successors(), n_steps));
        });
        let mut n_new = None;
        for kind in [Kind::Bitmap, Kind::Remainders, Kind::Table] {
            let Some(mut insert) = parts::insert(&model, &limits, kind) else {
                continue;
            };
            let name = format!("successors and {kind:?}");
            group.bench_function(name, |bencher| {
                bencher.iter(|| assert_eq!(*n_new.get_or_insert_with(&mut insert), insert()));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, engine);
criterion_main!(benches);
