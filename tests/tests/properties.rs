//! Properties of the checker on random machines.

use plumbline_tests::strategies::{Profile, draft};
use proptest::prelude::*;

proptest! {
    #[test]
    fn drafts_are_well_formed(draft in prop_oneof![draft(Profile::wild()), draft(Profile::plain())]) {
        prop_assert!(draft.build().is_ok());
    }
}
