//! The command `walkmesh`.

fn main() {}
