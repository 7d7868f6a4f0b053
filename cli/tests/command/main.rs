//! The command as a shell sees it: arguments in; standard output, standard error and exit status out.

mod area;
mod bad_input;
mod bake;
mod check;
mod convert;
mod demo;
mod diff;
mod dof;
mod edit;
mod explain;
mod fix;
mod footprints;
mod info;
mod limits;
mod materials;
mod module;
mod optimise;
mod path;
mod questions;
mod readme;
mod rooms;
mod roundtrip;
mod run;
mod streams;
mod usage;
mod writing;
