//! Bytes a second of reading replies: of 1, 10 and 100 times the length, for
//! ordinary replies and for texts that ought to be hard.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    reason = "criterion's macros; a bench may fail"
)]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use diagnostic::SourceFile;
use fsm::answer::{Synonyms, parse_reply};
use fsm::question::{Task, names};
use std::hint::black_box;

/// Bytes of the shortest text.
const LENGTH: usize = 4096;

fn reply(criterion: &mut Criterion) {
    let source = SourceFile::new("TCP", models::fsm::get("TCP").unwrap());
    let names = names(&fsm::read::json(&source).unwrap(), &Synonyms::default());
    let pieces = [
        (
            "json",
            "{\"paths\": [[\"LISTEN\", \"SEND\", \"SYN-SENT\"]]}\n",
        ),
        (
            "arrows",
            "- LISTEN → SEND → SYN-SENT → rcv SYN,ACK → ESTABLISHED\n",
        ),
        ("one line of arrows", "LISTEN → SEND → "),
        ("open brackets", "["),
        ("open objects", "{\"paths\": [["),
        ("open lists", "[1, "),
        ("quotes and brackets", "[\"[\", "),
        ("answers", "Answer:\n"),
        ("dashes", "-"),
    ];
    let mut group = criterion.benchmark_group("reply");
    group.sample_size(10);
    for (name, piece) in pieces {
        for factor in [1, 10, 100] {
            let text = piece.repeat(factor * LENGTH / piece.len());
            group.throughput(Throughput::Bytes(text.len() as u64));
            group.bench_with_input(BenchmarkId::new(name, factor), &text, |bencher, text| {
                bencher.iter(|| parse_reply(Task::Paths, black_box(text), &names));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, reply);
criterion_main!(benches);
