//! The building block of every game's typed indices, which prevents mixing up, for example, a face and a
//! vertex.

/// Declares index types, each with the kind of place that it refers to.
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident: $kind:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        pub struct $name(pub u32);

        impl $name {
            /// The index as a position in a table.
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{} {}", crate::finding::PartKind::$kind, self.0)
            }
        }

        impl From<$name> for crate::finding::PlacePart {
            fn from(id: $name) -> Self {
                Self::new(crate::finding::PartKind::$kind, id.0)
            }
        }

        impl From<$name> for crate::finding::Place {
            fn from(id: $name) -> Self {
                crate::finding::PlacePart::from(id).into()
            }
        }
    )*};
}

pub(crate) use ids;
