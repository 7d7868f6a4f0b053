//! The command `walkmesh`: read, check, question, bake and write the walkmeshes of classic games.
//!
//! Thin on purpose: a command reads files, asks the library, and prints what it says. Game rules live in the library.

mod asked;
mod backup;
mod bake_options;
mod commands;
mod description;
mod destination;
mod dof;
mod file_name;
mod input;
mod layouts;
mod limits;
mod materials;
mod output;
mod parts;
mod rooms;
mod save;
mod skipped;
mod standing;
mod summary;
mod temporary;
mod written;

use std::env;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use limits::LimitOptions;
use output::{Outcome, Report};

/// Read, check, question, bake and write the walkmeshes of classic games, byte for byte.
///
/// Knights of the Old Republic (.wok, .pwk, .dwk), Neverwinter Nights 2 (.trn, .trx) and Silkroad Online
/// (ainavdata_*.dat). A file's format is told from its bytes; what a KotOR walkmesh is for, from the
/// extension of its name.
#[derive(Parser)]
#[command(
    name = "walkmesh",
    version,
    after_help = "Exit status: 0 when all is well, 1 when something was found that should not be, or not found that was \
                  asked for, 2 when a file could not be read or written, or the command was used wrongly."
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    limits: LimitOptions,
}

#[derive(Subcommand)]
enum Command {
    Info(commands::info::Info),
    Roundtrip(commands::roundtrip::Roundtrip),
    #[command(visible_alias = "validate")]
    Check(commands::check::Check),
    Explain(commands::explain::Explain),
    Bake(commands::bake::Bake),
    Diff(commands::diff::Diff),
    #[command(visible_alias = "optimize")]
    Optimise(commands::optimise::Optimise),
    Area(commands::area::Area),
    Ray(commands::ray::Ray),
    Floor(commands::floor::FloorAt),
    Path(commands::path::Path),
    Sight(commands::sight::SightOf),
    Reach(commands::reach::ReachOf),
    Demo(commands::demo::Demo),
}

/// Says how the command was used wrongly, or prints the help that was asked for. Whoever asked for JSON gets JSON.
fn misused(error: &clap::Error) -> ExitCode {
    // Output that is gone cannot be told about either.
    let _ = error.print();
    if error.use_stderr() && env::args_os().skip(1).take_while(|argument| argument != "--").any(|it| it == "--json") {
        let mut report = Report::new();
        report.set_json(true);
        report.set_failure(error.to_string().trim_end());
        let _ = report.finish();
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(u8::MAX))
}

fn main() -> ExitCode {
    let Arguments { command, limits } = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return misused(&error),
    };
    limits.apply();
    let mut report = Report::new();
    let done = match command {
        Command::Info(info) => info.run(&mut report),
        Command::Roundtrip(roundtrip) => roundtrip.run(&mut report),
        Command::Check(check) => check.run(&mut report),
        Command::Explain(explain) => explain.run(&mut report),
        Command::Bake(bake) => bake.run(&mut report),
        Command::Diff(diff) => diff.run(&mut report),
        Command::Optimise(optimise) => optimise.run(&mut report),
        Command::Area(area) => area.run(&mut report),
        Command::Ray(ray) => ray.run(&mut report),
        Command::Floor(floor) => floor.run(&mut report),
        Command::Path(path) => path.run(&mut report),
        Command::Sight(sight) => sight.run(&mut report),
        Command::Reach(reach) => reach.run(&mut report),
        Command::Demo(demo) => demo.run(&mut report),
    };
    let done = done.or_else(|error| {
        if !output::is_broken_pipe(&error) {
            report.fail(&error);
        }
        Ok(())
    });
    match done.and_then(|()| report.finish()) {
        Ok(()) => report.outcome().into(),
        // Whoever read the output has seen enough, as `head` has.
        Err(error) if output::is_broken_pipe(&error) => report.outcome().into(),
        Err(error) => {
            output::complain(format_args!("{error:#}"));
            Outcome::Failed.into()
        }
    }
}
