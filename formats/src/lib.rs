//! The on-disk structs.
