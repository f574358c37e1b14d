//! Specs in minicheck's JSON format, each with a label: what is known of one of
//! its properties, and how to find it again.

/// A spec and its label, as texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spec {
    /// The file's name without its endings, unique here.
    pub id: &'static str,
    /// Where the spec is, below `models/specs`.
    pub file: &'static str,
    /// The spec: JSON as minicheck reads it.
    pub spec: &'static str,
    /// Where the label is, below `models/specs`.
    pub label_file: &'static str,
    /// The label: TOML; this crate's README says what it holds.
    pub label: &'static str,
}

macro_rules! specs {
    ($($folder:literal: $($id:literal)*;)*) => {
        &[$($(Spec {
            id: $id,
            file: concat!($folder, $id, ".json"),
            spec: include_str!(concat!("../specs/", $folder, $id, ".json")),
            label_file: concat!($folder, $id, ".label.toml"),
            label: include_str!(concat!("../specs/", $folder, $id, ".label.toml")),
        }),*),*]
    };
}

/// All of them: the fifteen tasks of protocol-bench 1.1.0 in its order, their two
/// repaired twins, then machines of the literature by subject.
///
/// ```
/// let krack = &models::specs::ALL[0];
/// assert_eq!(krack.file, "ieee/ieee_4way_handshake_krack.json");
/// assert!(krack.spec.contains("nonce_never_reused"));
/// assert!(krack.label.contains("KNOWN_COUNTEREXAMPLE"));
/// ```
pub const ALL: &[Spec] = specs! {
    "ieee/":
        "ieee_4way_handshake_krack"
        "ieee_ft_handshake_802_11r"
        "ieee_mlo_tid_to_link"
        "ieee_block_ack_scoreboard"
        "ieee_twt_wake_sleep"
        "ieee_uapsd_pspoll"
        "ieee_sa_query"
        "ieee_fils_auth";
    "3gpp/":
        "3gpp_rrc_state_machine"
        "3gpp_pdcp_reordering"
        "3gpp_rlc_am_retx"
        "3gpp_drx_timers"
        "3gpp_rach_contention"
        "3gpp_beam_failure_recovery"
        "3gpp_xn_handover_premature_release";
    "ieee/": "ieee_4way_handshake_fixed";
    "3gpp/": "3gpp_xn_handover_fixed";
};

/// How many specs at the head of [`ALL`] are the tasks of protocol-bench 1.1.0.
pub const N_PROTOCOL_BENCH_TASKS: usize = 15;
