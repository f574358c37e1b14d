//! Bytes a second of finding the claim in a reply: of 1, 10 and 100 times the
//! length, for ordinary replies and for texts that ought to be hard.
#![allow(missing_docs, reason = "criterion's macros")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use score::parse_reply;
use std::hint::black_box;

/// Bytes of the shortest text.
const LENGTH: usize = 4096;

fn claim(criterion: &mut Criterion) {
    let pieces = [
        ("prose", "The key is {installed} \"once\". "),
        ("objects", "{\"violated\": true, \"trace\": [[false, 0]]}\n"),
        ("fences", "```json\n"),
        ("braces", "{"),
        ("brackets", "["),
        ("quotes", "\""),
        ("backslashes", "{\"\\"),
        ("braces and quotes", "{\"{"),
        ("nested objects", "{\"a\":"),
        ("nested lists", "{\"a\":["),
        ("numbers", "{\"a\":1"),
    ];
    let mut group = criterion.benchmark_group("claim");
    group.sample_size(10);
    for (name, piece) in pieces {
        for factor in [1, 10, 100] {
            // Without the key behind it nothing would be tried.
            let text = piece.repeat(factor * LENGTH / piece.len()) + "\"violated\"";
            group.throughput(Throughput::Bytes(text.len() as u64));
            group.bench_with_input(BenchmarkId::new(name, factor), &text, |bencher, text| {
                bencher.iter(|| parse_reply(black_box(text)));
            });
        }
    }
    // The most that can be: as many levels as are read, around a long list.
    for factor in [1, 10, 100] {
        let text = "{\"a\":".repeat(120) + "[" + &"1,".repeat(factor * LENGTH / 2) + "\"violated\"";
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_with_input(
            BenchmarkId::new("a list 120 levels down", factor),
            &text,
            |bencher, text| bencher.iter(|| parse_reply(black_box(text))),
        );
    }
    group.finish();
}

criterion_group!(benches, claim);
criterion_main!(benches);
