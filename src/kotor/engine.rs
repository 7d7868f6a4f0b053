//! How the games' engine walks, **as reported**: public notes on the decompiled engine of the first game describe it, and
//! nothing was tried in a running game (`docs/formats/bwm.md#engine`).

mod walker;

pub use self::walker::Walker;
