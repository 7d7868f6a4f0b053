//! The command `walkmesh`: reads, checks, queries, bakes and writes the walkmeshes of classic games.
//!
//! This package is thin on purpose. A command reads files, calls the library and prints the results. The rules of the
//! games are in the library.
//!
//! [`run`] runs the command inside another program, with its arguments as a list. Programs that work with walkmeshes
//! themselves use the package `walkmesh`.

mod backup;
mod bake_options;
mod browser;
mod commands;
mod converted;
mod description;
mod destination;
mod dof;
mod edits;
mod exchange_file;
mod file_counts;
mod file_name;
mod footprints;
mod input;
mod layouts;
mod limits;
mod materials;
#[cfg(test)]
mod memory;
mod models;
mod objects;
mod output;
mod parts;
mod picture_file;
mod placed_object;
mod printable;
mod rooms;
mod save;
mod skipped;
mod subject;
mod summary;
mod temporary;
mod view;
mod written;

use std::ffi::OsString;

use clap::{Parser, Subcommand};

use limits::LimitOptions;
use output::{Outcome, Report};

/// Read, check, query, bake and write the walkmeshes of classic games, byte for byte.
///
/// Knights of the Old Republic (.wok, .pwk, .dwk), Neverwinter Nights 2 (.trn, .trx) and Silkroad Online
/// (ainavdata_*.dat). The format of a file is detected from its bytes. Whether a KotOR walkmesh is a
/// room, a placeable or a door follows from the file's extension.
#[derive(Parser)]
#[command(
    name = "walkmesh",
    version,
    after_help = "Exit status: 0 on success; 1 when an error or a difference was found, or the answer to a query is \
                  negative; 2 when a file could not be read or written, or the arguments are wrong."
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
    Convert(commands::convert::Convert),
    Draw(commands::draw::Draw),
    Edit(commands::edit::Edit),
    #[command(visible_alias = "fix")]
    Repair(commands::repair::Repair),
    #[command(visible_alias = "ray")]
    Raycast(commands::raycast::Raycast),
    Floor(commands::floor::FloorAt),
    Path(commands::path::Path),
    Sight(commands::sight::SightOf),
    Reach(commands::reach::ReachOf),
    View(commands::view::View),
    Demo(commands::demo::Demo),
}

/// Reports wrong arguments, or prints the help that was asked for. With --json, the report is JSON too.
fn misused(error: &clap::Error, arguments: &[OsString]) -> u8 {
    // If standard error is closed, there is nowhere to report that.
    let _ = error.print();
    let is_json = || arguments.iter().skip(1).take_while(|argument| *argument != "--").any(|it| it == "--json");
    if error.use_stderr() && is_json() {
        let mut report = Report::new();
        report.set_json(true);
        report.set_failure(error.to_string().trim_end());
        let _ = report.finish();
    }
    u8::try_from(error.exit_code()).unwrap_or(u8::MAX)
}

/// Runs the command with arguments, of which the first is the name of the program. Results go to standard output, errors to
/// standard error. Returns the exit status: 0 on success; 1 when an error or a difference was found, or the answer to a query is
/// negative; 2 when a file could not be read or written, or the arguments are wrong.
///
/// ```
/// assert_eq!(walkmesh_cli::run(["walkmesh".into(), "explain".into(), "floor-cracked".into()]), 0);
/// ```
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let Arguments { command, limits } = match Arguments::try_parse_from(&arguments) {
        Ok(parsed) => parsed,
        Err(error) => return misused(&error, &arguments),
    };
    limits.apply();
    input::begin();
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
        Command::Convert(convert) => convert.run(&mut report),
        Command::Draw(draw) => draw.run(&mut report),
        Command::Edit(edit) => edit.run(&mut report),
        Command::Repair(repair) => repair.run(&mut report),
        Command::Raycast(raycast) => raycast.run(&mut report),
        Command::Floor(floor) => floor.run(&mut report),
        Command::Path(path) => path.run(&mut report),
        Command::Sight(sight) => sight.run(&mut report),
        Command::Reach(reach) => reach.run(&mut report),
        Command::View(view) => view.run(&mut report),
        Command::Demo(demo) => demo.run(&mut report),
    };
    let done = done.or_else(|error| {
        if !output::is_broken_pipe(&error) {
            report.fail(&error);
        }
        Ok(())
    });
    match done.and_then(|()| report.finish()) {
        Ok(()) => report.outcome() as u8,
        // The reader of the output closed it, as `head` does.
        Err(error) if output::is_broken_pipe(&error) => report.outcome() as u8,
        Err(error) => {
            output::complain(format_args!("{error:#}"));
            Outcome::Failed as u8
        }
    }
}
