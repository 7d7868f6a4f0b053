//! Laws of the sources of all packages.

mod citations;
mod paths;
mod siblings;
