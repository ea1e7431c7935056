//! The Python package `alhambra`, as far as it is written in Rust: games, observations, many games at once.
//!
//! Everything an observation, a mask or a row of options holds is built from what the engine lets that seat see
//! and do. The Python side (`python/alhambra`) adds the PettingZoo environment, which is a thin shell around
//! `Game`.
//!
//! Nothing here is unsafe: the workspace denies it, and pyo3's macros bring their own allowance for the code
//! that talks to the interpreter.

mod game;
mod json;
mod many;
mod observation;
mod options;
mod playouts;
mod setting;
mod words;

use pyo3::prelude::*;

/// What Python imports as `alhambra._native`.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("MAX_OPTIONS", options::MAX_OPTIONS)?;
    module.add("OPTION_FIELDS", options::FIELDS.to_vec())?;
    module.add_class::<game::Game>()?;
    module.add_class::<many::Games>()?;
    module.add_function(wrap_pyfunction!(playouts::playouts, module)?)?;
    module.add_function(wrap_pyfunction!(playouts::simulate, module)?)?;
    module.add_function(wrap_pyfunction!(setting::editions, module)?)?;
    module.add_function(wrap_pyfunction!(setting::modules, module)?)?;
    module.add_function(wrap_pyfunction!(setting::house_rules, module)?)?;
    module.add_function(wrap_pyfunction!(setting::pieces, module)?)?;
    module.add_function(wrap_pyfunction!(setting::cards, module)?)?;
    module.add_function(wrap_pyfunction!(setting::export_data, module)?)?;
    Ok(())
}
