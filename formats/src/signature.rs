//! [`Signature`]: the mark that distinguishes a file of a format from other files.

/// Number of bytes examined at a file's start.
pub(crate) const HEAD: usize = 8;

/// The mark that distinguishes a file of a format from other files.
#[derive(Clone, Copy)]
pub(crate) enum Signature {
    /// The bytes that every file starts with, at most [`HEAD`] of them.
    Magic(&'static [u8]),
    /// A format without a magic: a test of the first bytes, and a test of the whole file.
    Rule { start: fn(&[u8; HEAD]) -> bool, whole: fn(&[u8]) -> bool },
    /// A packet's payload, which only the packet around it identifies.
    OfPacket,
}

impl Signature {
    /// Returns whether a file with this start may be of the format.
    pub(crate) fn allows(self, head: &[u8; HEAD]) -> bool {
        match self {
            Self::Magic(magic) => head.starts_with(magic),
            Self::Rule { start, .. } => start(head),
            Self::OfPacket => false,
        }
    }

    /// Returns whether a file with an allowed start is treated as one of the format.
    pub(crate) fn decides(self, bytes: &[u8]) -> bool {
        match self {
            Self::Magic(_) => true,
            Self::Rule { whole, .. } => whole(bytes),
            Self::OfPacket => false,
        }
    }
}
