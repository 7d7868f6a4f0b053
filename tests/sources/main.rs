//! Laws of the sources of all packages.

mod citations;
mod doors;
mod paths;
mod siblings;
