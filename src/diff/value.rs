//! Values of tables: their comparison by bits, and their text in a report.

use std::borrow::Cow;
use std::fmt::Write;

use crate::formats::jmx;

/// A value of a table.
pub(crate) trait Value {
    /// Returns whether two values are the same in every bit.
    fn same(&self, other: &Self) -> bool;

    /// The text of the value in a report.
    fn show(&self) -> String;
}

macro_rules! plain {
    ($($type:ty),*) => {$(
        impl Value for $type {
            fn same(&self, other: &Self) -> bool {
                self == other
            }

            fn show(&self) -> String {
                self.to_string()
            }
        }
    )*};
}

plain!(u8, u16, u32, u64, usize, i16, i32, String, &str);

impl Value for bool {
    fn same(&self, other: &Self) -> bool {
        self == other
    }

    fn show(&self) -> String {
        if *self { "yes" } else { "no" }.to_owned()
    }
}

/// Compared by bits: a NaN equals itself, and 0 does not equal -0.
impl Value for f32 {
    fn same(&self, other: &Self) -> bool {
        self.to_bits() == other.to_bits()
    }

    /// The shortest text that identifies the value; for a NaN also the bits.
    fn show(&self) -> String {
        if self.is_nan() { format!("NaN ({:#x})", self.to_bits()) } else { format!("{self:?}") }
    }
}

impl<T: Value> Value for &T {
    fn same(&self, other: &Self) -> bool {
        T::same(self, other)
    }

    fn show(&self) -> String {
        T::show(self)
    }
}

impl<T: Value> Value for Option<T> {
    fn same(&self, other: &Self) -> bool {
        match (self, other) {
            (Some(value), Some(other)) => value.same(other),
            (None, None) => true,
            _ => false,
        }
    }

    fn show(&self) -> String {
        self.as_ref().map_or_else(|| "none".to_owned(), T::show)
    }
}

impl<T: Value, const N: usize> Value for [T; N] {
    fn same(&self, other: &Self) -> bool {
        self.as_slice().same(&other.as_slice())
    }

    fn show(&self) -> String {
        list(self, N)
    }
}

/// Maximum number of values that are shown of a list.
const START: usize = 8;

impl<T: Value> Value for &[T] {
    fn same(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().zip(*other).all(|(value, other)| value.same(other))
    }

    fn show(&self) -> String {
        list(self, START)
    }
}

impl<T: Value> Value for Vec<T> {
    fn same(&self, other: &Self) -> bool {
        self.as_slice().same(&other.as_slice())
    }

    fn show(&self) -> String {
        list(self, START)
    }
}

impl<T: Value + Clone> Value for Cow<'_, [T]> {
    fn same(&self, other: &Self) -> bool {
        (&**self).same(&&**other)
    }

    fn show(&self) -> String {
        list(self, START)
    }
}

fn list<T: Value>(values: &[T], most: usize) -> String {
    let shown: Vec<String> = values.iter().take(most).map(T::show).collect();
    let shown = shown.join(", ");
    match values.len().saturating_sub(most) {
        0 => format!("[{shown}]"),
        more => format!("[{shown}] and {more} more"),
    }
}

/// Bytes shown as numbers; of a long run, only the first ones.
pub(crate) struct Hex<B>(pub(crate) B);

impl<B: AsRef<[u8]>> Value for Hex<B> {
    fn same(&self, other: &Self) -> bool {
        self.0.as_ref() == other.0.as_ref()
    }

    fn show(&self) -> String {
        const SHOWN: usize = 16;
        let bytes = self.0.as_ref();
        let mut shown = "0x".to_owned();
        for byte in bytes.iter().take(SHOWN) {
            // Writing to a string cannot fail.
            let _ = write!(shown, "{byte:02x}");
        }
        match bytes.len().saturating_sub(SHOWN) {
            0 => shown,
            more => format!("{shown} and {more} bytes more"),
        }
    }
}

/// Bytes that hold text.
pub(crate) struct Text<'a>(pub(crate) &'a [u8]);

impl Value for Text<'_> {
    fn same(&self, other: &Self) -> bool {
        self.0 == other.0
    }

    fn show(&self) -> String {
        format!("\"{}\"", self.0.escape_ascii())
    }
}

impl Value for jmx::Text {
    fn same(&self, other: &Self) -> bool {
        self == other
    }

    fn show(&self) -> String {
        Text(&self.bytes).show()
    }
}

/// A NUL-terminated text in a field of fixed length, and the bytes after the NUL.
pub(crate) fn text_and_rest(field: &[u8]) -> (&[u8], &[u8]) {
    field.split_at(field.iter().position(|byte| *byte == 0).unwrap_or(field.len()))
}
