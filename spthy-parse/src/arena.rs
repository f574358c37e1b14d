//! Where trees live.

/// Memory for the trees of any number of theories.
///
/// Terms and formulas are slices in the arena, so that building one costs no
/// allocation of its own and dropping a theory walks no tree.
///
/// ```
/// let arena = spthy_parse::Arena::new();
/// let parsed = spthy_parse::parse_theory("theory T begin end", &arena);
/// assert!(parsed.errors.is_empty());
/// ```
#[derive(Debug, Default)]
pub struct Arena(bumpalo::Bump);

impl Arena {
    /// An empty arena.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Puts one value into the arena, for trees built by hand.
    pub fn alloc<T: Copy>(&self, value: T) -> &T {
        self.0.alloc(value)
    }

    /// Copies a list into the arena, for trees built by hand.
    pub fn alloc_slice<T: Copy>(&self, values: &[T]) -> &[T] {
        self.0.alloc_slice_copy(values)
    }

    /// Copies a text into the arena, for trees built by hand.
    pub fn alloc_str(&self, text: &str) -> &str {
        self.0.alloc_str(text)
    }

    /// Bytes in use.
    #[must_use]
    pub fn n_bytes(&self) -> usize {
        self.0.allocated_bytes()
    }
}
