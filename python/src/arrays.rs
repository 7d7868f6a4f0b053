//! Conversion of NumPy arrays, in both directions.

use numpy::ndarray::ArrayView1;
use numpy::{AllowTypeChange, Element, IntoPyArray, PyArray2, PyArrayLike1, PyArrayLike2, PyArrayMethods};
use pyo3::Borrowed;
use pyo3::prelude::*;

use crate::error::{in_range, wrong};

/// An array with a row for each item.
pub fn rows<'py, T: Element + Clone, const N: usize>(
    py: Python<'py>,
    rows: &[[T; N]],
) -> PyResult<Bound<'py, PyArray2<T>>> {
    rows.as_flattened().to_vec().into_pyarray(py).reshape([rows.len(), N])
}

/// Rows of numbers as a caller gives them: an array, or anything that NumPy can convert. No rows may be an empty list.
pub struct Rows<'py, T: Element>(Option<PyArrayLike2<'py, T, AllowTypeChange>>);
/// Points.
pub type Points<'py> = Rows<'py, f32>;
/// Triangles, or other rows of whole numbers.
pub type Triples<'py> = Rows<'py, u32>;
/// Whole numbers.
pub type Indices<'py> = PyArrayLike1<'py, u32, AllowTypeChange>;

impl<'py, T: Element + 'py> FromPyObject<'_, 'py> for Rows<'py, T>
where
    PyArrayLike2<'py, T, AllowTypeChange>: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if object.len().is_ok_and(|length| length == 0) {
            Ok(Self(None))
        } else {
            object.extract().map(Some).map(Self).map_err(|error| in_range(object.py(), error))
        }
    }
}

impl<T: Element + Copy + Default> Rows<'_, T> {
    /// The rows, each converted by `row`; if that fails, an error that names their kind.
    pub fn map<R>(&self, what: &str, row: impl Fn(ArrayView1<'_, T>) -> Option<R>) -> PyResult<Vec<R>> {
        let Some(array) = &self.0 else { return Ok(Vec::new()) };
        let array = array.as_array();
        let made: Option<Vec<R>> = array.rows().into_iter().map(row).collect();
        made.ok_or_else(|| wrong(format_args!("{what} cannot have {} numbers in each row", array.ncols())))
    }

    /// The rows, which have `N` numbers.
    pub fn of<const N: usize>(&self, what: &str) -> PyResult<Vec<[T; N]>> {
        self.map(what, |row| {
            let mut values = [T::default(); N];
            (row.len() == N).then(|| {
                values.iter_mut().zip(row).for_each(|(to, from)| *to = *from);
                values
            })
        })
    }
}
