//! The command as a shell sees it: arguments in; standard output, standard error and exit status out.

mod archives;
mod area;
mod bad_input;
mod bake;
mod baseline;
mod blender;
#[path = "../../../tests/kotor/game/builder.rs"]
mod builder;
mod check;
mod city;
mod connected;
mod contents;
mod convert;
#[cfg(unix)]
mod damaged;
mod demo;
mod diff;
mod dof;
mod doors;
mod draw;
mod edit;
#[path = "../../../tests/support/blender.rs"]
mod editor;
mod engine;
mod explain;
mod footprints;
mod gallery;
#[path = "../../../tests/support/git.rs"]
mod git;
mod hostile;
mod info;
mod interiors;
mod json;
mod killed;
mod layout_recovery;
mod learn;
mod limits;
mod materials;
mod members;
mod models;
mod module;
mod optimise;
#[allow(dead_code, reason = "the tests of the library use the rest")]
#[path = "../../../tests/kotor/game/packing.rs"]
mod packing;
mod path;
mod path_points;
mod plans;
mod pth;
mod questions;
mod races;
mod readme;
mod repair;
mod room_model;
mod rooms;
mod roundtrip;
mod run;
mod selftest;
mod streams;
#[path = "../../../tests/support/tiles.rs"]
mod tiles;
mod town;
mod triage;
mod undo;
mod usage;
mod view;
mod writing;
