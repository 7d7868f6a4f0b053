//! Exceptions: a class for each operation that can fail, all of them `walkmesh.Error`. An error about a field of a file has the field's
//! name and offset.

use std::fmt::Display;

use pyo3::exceptions::{PyException, PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};
use pyo3::{Borrowed, create_exception, intern};
use walkmesh::formats;
use walkmesh::level::{
    LevelError, NoAnswer as Unanswered, OpenError as Unopened, QueryError as Unasked, SaveError as Unsaved,
};
use walkmesh::nwn2::TerrainError;

create_exception!(
    walkmesh,
    Error,
    PyException,
    "The base class of all errors. `field` and `offset` name the faulty field of a file, if there is one."
);
create_exception!(
    walkmesh,
    OpenError,
    Error,
    "A file cannot be opened: it is damaged, of an unknown kind, or missing."
);
create_exception!(walkmesh, SaveError, Error, "Files cannot be written. None of them was written.");
create_exception!(walkmesh, CheckError, Error, "There are no rules for the level, or nothing to compare.");
create_exception!(walkmesh, EditError, Error, "An edit, a repair or a bake is not possible. Nothing was changed.");
create_exception!(
    walkmesh,
    ExchangeError,
    Error,
    "Arrays, or a scene of another program, cannot be converted to a walkmesh, or vice versa."
);
create_exception!(walkmesh, QueryError, Error, "An invalid query.");
create_exception!(
    walkmesh,
    NoAnswer,
    QueryError,
    "A query without an answer, such as a path between two floors that are not connected. `nearest` is the nearest walkable point to a point off the mesh, or None."
);

/// Adds the classes to the module.
pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let error = py.get_type::<Error>();
    error.setattr("field", py.None())?;
    error.setattr("offset", py.None())?;
    py.get_type::<NoAnswer>().setattr("nearest", py.None())?;
    module.add("Error", error)?;
    module.add("ArgumentError", argument_error(py)?)?;
    module.add("OpenError", py.get_type::<OpenError>())?;
    module.add("SaveError", py.get_type::<SaveError>())?;
    module.add("CheckError", py.get_type::<CheckError>())?;
    module.add("EditError", py.get_type::<EditError>())?;
    module.add("ExchangeError", py.get_type::<ExchangeError>())?;
    module.add("QueryError", py.get_type::<QueryError>())?;
    module.add("NoAnswer", py.get_type::<NoAnswer>())
}

/// A closure for `map_err` that makes an error of a class, with the text of another error.
macro_rules! raise {
    ($class:ident) => {
        |error| $crate::error::$class::new_err(::std::string::ToString::to_string(&error))
    };
}
pub(crate) use raise;

/// An error with the field and the offset that the format's error names.
fn with_detail(py: Python<'_>, error: PyErr, detail: Option<&formats::Error>) -> PyErr {
    if let Some(detail) = detail.map(formats::Error::detail) {
        // Attributes of an exception can always be set.
        let _ = error.value(py).setattr(intern!(py, "field"), &detail.field);
        let _ = error.value(py).setattr(intern!(py, "offset"), detail.offset);
    }
    error
}

/// An error about files, one of which may be bytes without a name.
pub fn unopened(py: Python<'_>, error: &LevelError) -> PyErr {
    let LevelError::Open { name, error: of_file } = error else { return OpenError::new_err(error.to_string()) };
    let text = if name.is_empty() { of_file.to_string() } else { error.to_string() };
    let detail = match of_file {
        Unopened::Format(error) | Unopened::Nwn2(TerrainError::Format(error)) => Some(error),
        _ => None,
    };
    with_detail(py, OpenError::new_err(text), detail)
}

pub fn unsaved(py: Python<'_>, error: &Unsaved) -> PyErr {
    let detail = match error {
        Unsaved::Format(error) | Unsaved::Nwn2(TerrainError::Format(error)) => Some(error),
        _ => None,
    };
    with_detail(py, SaveError::new_err(error.to_string()), detail)
}

pub fn unasked(py: Python<'_>, error: &Unasked) -> PyErr {
    match error {
        Unasked::NoAnswer(answer) => {
            let Unanswered { nearest, .. } = answer;
            let raised = NoAnswer::new_err(answer.to_string());
            let nearest = nearest.as_ref().map(|nearest| <(f32, f32, f32)>::from(nearest.point));
            let _ = raised.value(py).setattr(intern!(py, "nearest"), nearest);
            raised
        }
        error => QueryError::new_err(error.to_string()),
    }
}

/// The class of wrong arguments, which is a `ValueError`, too.
static ARGUMENT_ERROR: PyOnceLock<Py<PyType>> = PyOnceLock::new();

fn argument_error(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    let class = ARGUMENT_ERROR.get_or_try_init(py, || {
        let content = PyDict::new(py);
        content.set_item("__module__", "walkmesh")?;
        content.set_item(
            "__doc__",
            "An argument that is out of range or has the wrong shape. It is also a `ValueError`.",
        )?;
        let bases = (py.get_type::<Error>(), py.get_type::<PyValueError>());
        let class = py.get_type::<PyType>().call1(("ArgumentError", bases, content))?;
        Ok::<_, PyErr>(class.cast_into::<PyType>()?.unbind())
    });
    class.map(|class| class.bind(py))
}

/// A wrong argument.
pub fn wrong(text: impl Display) -> PyErr {
    let text = text.to_string();
    Python::attach(|py| match argument_error(py) {
        Ok(class) => PyErr::from_type(class.clone(), text),
        Err(error) => error,
    })
}

/// Rejects a measure that is negative or not finite.
pub fn ensure_measures(measures: &[(&str, Option<f64>)]) -> PyResult<()> {
    match measures.iter().find(|(_, value)| value.is_some_and(|value| !(value.is_finite() && value >= 0.0))) {
        Some((name, _)) => Err(wrong(format_args!("{name} is a finite number of 0 or more"))),
        None => Ok(()),
    }
}

/// Converts an argument to a whole number of at least 0.
pub struct Whole(pub u32);

impl FromPyObject<'_, '_> for Whole {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        value.extract().map(Self).map_err(|error| in_range(value.py(), error))
    }
}

/// A number that is too large or negative is a wrong argument.
pub fn in_range(py: Python<'_>, error: PyErr) -> PyErr {
    if error.is_instance_of::<PyOverflowError>(py) {
        wrong(format_args!("a number is out of range: {}", error.value(py)))
    } else {
        error
    }
}
