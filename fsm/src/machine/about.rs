//! What is said of a machine beside its transitions.

/// Name, provenance, and the counts that a machine must meet.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct About {
    /// The name, such as `TCP` or `TCP_full`.
    pub name: String,
    /// The protocol.
    pub protocol: Option<String>,
    /// Which reading: `table1` meets the paper's Table 1, `rfc` follows the RFC.
    pub variant: Option<String>,
    /// The RFC, such as `RFC 9293`.
    pub rfc: Option<String>,
    /// Where in the RFC.
    pub section: Option<String>,
    /// What the machine is, in our words.
    pub summary: Option<String>,
    /// Where its arcs come from and how they were chosen.
    pub provenance: Option<String>,
    /// How far it can be trusted.
    pub trust: Option<Trust>,
    /// The counts it must meet.
    pub wanted: Option<Wanted>,
}

/// How far a machine can be trusted to be the one behind Table 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trust {
    /// A published artefact, unedited.
    A,
    /// The RFC's figure or table, read literally.
    B,
    /// The only small edit that meets every number.
    C,
    /// Chosen to meet the numbers; the structure is not identified.
    D,
}

impl Trust {
    /// All classes, from the firmest.
    pub const ALL: [Self; 4] = [Self::A, Self::B, Self::C, Self::D];

    /// The letter.
    #[must_use]
    pub fn letter(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
            Self::C => "C",
            Self::D => "D",
        }
    }

    /// What the letter says.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            Self::A => "a published artefact, unedited",
            Self::B => "the RFC's figure or table, read literally",
            Self::C => "the only small edit that meets every number",
            Self::D => "chosen to meet the numbers; structure not identified",
        }
    }
}

/// The counts a machine must meet (the columns of Table 1, and reachable pairs).
#[derive(Debug, Clone, PartialEq)]
pub struct Wanted {
    /// The counts by the names that [`crate::census::Census`] gives them, in order;
    /// decimals are rounded half to even at two places.
    pub counts: Vec<(String, f64)>,
    /// Where a publication says otherwise.
    pub published: Vec<Published>,
}

/// A count that a publication gives otherwise.
#[derive(Debug, Clone, PartialEq)]
pub struct Published {
    /// Which count.
    pub count: String,
    /// What the publication says.
    pub value: f64,
    /// Why ours differs.
    pub reason: String,
}
