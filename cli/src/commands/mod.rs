//! The commands, one file each.

pub mod bake;
pub mod check;
pub mod convert;
pub mod demo;
pub mod diff;
pub mod draw;
pub mod edit;
pub mod explain;
pub mod floor;
pub mod footprints;
pub mod info;
pub mod manual;
pub mod optimise;
pub mod path;
pub mod pth;
pub mod raycast;
pub mod reach;
pub mod repair;
pub mod roundtrip;
pub mod selftest;
pub mod sight;
pub mod triage;
pub mod undo;
pub mod view;
