//! Zeroed memory for tables, in large pages where it is large.
//!
//! A lookup in a table of pages of 4 KiB mostly misses the translation buffer
//! too, which under virtualisation costs more than the memory itself.

use bytemuck::Pod;
use memmap2::MmapMut;

/// Words that are zero at first.
pub(super) enum Words {
    Heap(Vec<u64>),
    Mapped(MmapMut),
}

impl Words {
    /// Words of a large page. Miri, which knows no large pages, is slow: there a
    /// few states fill several.
    pub(super) const PAGE: usize = (if cfg!(miri) { 1 << 10 } else { 1 << 21 }) / size_of::<u64>();

    pub(super) fn new(n: usize) -> Self {
        if n < Self::PAGE {
            return Self::Heap(vec![0; n]);
        }
        match MmapMut::map_anon(n * size_of::<u64>()) {
            Ok(mapped) => {
                // Where large pages cannot be had, small ones do.
                #[cfg(all(target_os = "linux", not(miri)))]
                let _ = mapped.advise(memmap2::Advice::HugePage);
                Self::Mapped(mapped)
            }
            Err(_) => Self::Heap(vec![0; n]),
        }
    }

    /// The words as lines or words of other sizes.
    #[inline]
    pub(super) fn get<T: Pod>(&self) -> &[T] {
        match self {
            Self::Heap(words) => bytemuck::cast_slice(words),
            Self::Mapped(mapped) => bytemuck::cast_slice(mapped),
        }
    }

    #[inline]
    pub(super) fn get_mut<T: Pod>(&mut self) -> &mut [T] {
        match self {
            Self::Heap(words) => bytemuck::cast_slice_mut(words),
            Self::Mapped(mapped) => bytemuck::cast_slice_mut(mapped),
        }
    }
}
