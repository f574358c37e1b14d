//! The state machines of RFC protocols, in `fsm`'s JSON format.

/// Every machine by its name: the 16 of the RFCLLM paper's Table 1 in its order,
/// then the readings that follow the RFC where those depart from it.
///
/// ```
/// assert_eq!(models::fsm::ALL.len(), 22);
/// assert!(models::fsm::get("TCP").is_some_and(|json| json.contains("FIN-WAIT-1")));
/// ```
pub const ALL: &[(&str, &str)] = &[
    ("RTSP", include_str!("../fsm/RTSP.json")),
    ("MQTT", include_str!("../fsm/MQTT.json")),
    ("PPP", include_str!("../fsm/PPP.json")),
    ("TCP_nr", include_str!("../fsm/TCP_nr.json")),
    ("FTP", include_str!("../fsm/FTP.json")),
    ("BGP", include_str!("../fsm/BGP.json")),
    ("DCCP", include_str!("../fsm/DCCP.json")),
    ("NNTP", include_str!("../fsm/NNTP.json")),
    ("PPTP", include_str!("../fsm/PPTP.json")),
    ("DHCP", include_str!("../fsm/DHCP.json")),
    ("SCTP", include_str!("../fsm/SCTP.json")),
    ("SMTP_s", include_str!("../fsm/SMTP_s.json")),
    ("SIP", include_str!("../fsm/SIP.json")),
    ("POP3", include_str!("../fsm/POP3.json")),
    ("TCP", include_str!("../fsm/TCP.json")),
    ("IMAP", include_str!("../fsm/IMAP.json")),
    ("TCP_full", include_str!("../fsm/TCP_full.json")),
    ("DCCP_rfc", include_str!("../fsm/DCCP_rfc.json")),
    ("POP3_rfc", include_str!("../fsm/POP3_rfc.json")),
    ("SIP_full", include_str!("../fsm/SIP_full.json")),
    ("RTSP_full", include_str!("../fsm/RTSP_full.json")),
    ("PPP_full", include_str!("../fsm/PPP_full.json")),
];

/// The machine of that name.
#[must_use]
pub fn get(name: &str) -> Option<&'static str> {
    let found = ALL.iter().find(|(other, _)| *other == name);
    found.map(|(_, json)| *json)
}

/// What Table 1 of the RFCLLM paper (arXiv 2609.13389) sums to over its 16
/// protocols, by the names of counts. `simple_paths` are 5381; its text speaks of
/// 118 queries in task 1, which is the sum of states.
pub const TABLE1_SUMS: &[(&str, u64)] = &[
    ("states", 118),
    ("transitions", 334),
    ("simple_paths", 5381),
    ("task2_queries", 235),
    ("task3_queries", 255),
    ("task4_queries", 874),
];
