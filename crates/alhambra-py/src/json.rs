//! Between Python's values and the engine's serde forms, by way of Python's own `json`.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// What is wrong with something handed in, as Python's `ValueError`.
pub(crate) fn refused(why: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(why.to_string())
}

/// A value of the engine as Python's dicts, lists, strings and numbers.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(value).map_err(refused)?;
    py.import("json")?.call_method1("loads", (text,))
}

/// A value of the engine from Python's dicts, lists, strings and numbers; `what` names it in the error.
pub(crate) fn from_python<T: DeserializeOwned>(what: &str, value: &Bound<'_, PyAny>) -> PyResult<T> {
    let text: String = value.py().import("json")?.call_method1("dumps", (value,))?.extract()?;
    serde_json::from_str(&text).map_err(|why| refused(format!("{what}: {why}")))
}
