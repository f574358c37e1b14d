//! Any bytes as a goal and as a proof: what parses survives printing.

#![no_main]

use libfuzzer_sys::fuzz_target;
use spthy_parse::{Arena, parse_goal, parse_proof};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(text) = std::str::from_utf8(bytes) {
        proof_holds(text);
    }
});

fn proof_holds(text: &str) {
    let arena = Arena::new();
    if let Ok(goal) = parse_goal(text, &arena) {
        let printed = goal.to_string();
        assert_eq!(parse_goal(&printed, &arena).as_ref(), Ok(&goal), "{printed}");
    }
    let Ok(proof) = parse_proof(text, &arena) else {
        return;
    };
    let printed = proof.to_string();
    assert_eq!(parse_proof(&printed, &arena).as_ref(), Ok(&proof), "{printed}");
    assert_eq!(proof.measure().steps, proof.len() as u64);
}
