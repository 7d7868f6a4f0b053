//! The program `walkmesh`.

use std::env;
use std::process::ExitCode;

fn main() -> ExitCode {
    walkmesh_cli::run(env::args_os()).into()
}
