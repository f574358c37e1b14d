//! Protocol state machines, simple paths, question answering.
//!
//! A [`Machine`] is a set of tuples ⟨s, γ, s′, A′⟩: state, condition, next
//! state, actions (arXiv 2609.13389, section 3). It is a labelled multigraph:
//! transitions between the same two states stay distinct. [`read`] takes it from
//! a text, [`simple_path`] lists its simple paths.
//!
//! ```
//! use diagnostic::SourceFile;
//! use fsm::{read, simple_path::SimplePaths};
//!
//! let text = r#"{"name": "Door", "states": ["open", "shut"], "transitions": [
//!     {"from": "open", "condition": "push", "to": "shut"},
//!     {"from": "open", "condition": "wind", "to": "shut"}]}"#;
//! let machine = read::json(&SourceFile::new("door.json", text)).unwrap();
//! let (open, shut) = (machine.state("open").unwrap(), machine.state("shut").unwrap());
//! assert_eq!(SimplePaths::between(&machine, open, shut).count(), 2);
//! ```

pub mod answer;
pub mod census;
pub mod count;
pub mod difference;
pub mod digraph;
mod error;
mod label;
pub mod machine;
pub mod output;
pub mod question;
pub mod reach;
pub mod read;
pub mod simple_path;

pub use error::{FsmError, FsmErrorKind};
pub use machine::{Machine, StateId, TransitionId};
