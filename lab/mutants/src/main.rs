//! Plants bugs in the library and checks whether a test fails; see `lab/mutants/run`.

mod build;
mod draw;
mod results;
mod rooms;
mod suite;
mod switches;
mod table;
mod tree;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};

use crate::build::{Binary, Place};
use crate::draw::Mutant;
use crate::results::{Results, Verdict};
use crate::rooms::{PACKAGES, ROOMS, Room};
use crate::suite::End;

/// Number of bugs that are planted in a room; a run may use fewer.
const PLANTED: usize = 100;
/// The percentage of compiling bugs that tests must catch.
const CAUGHT: usize = 95;

fn main() -> Result<ExitCode> {
    let (mut count, mut keep_caught, mut write, mut rooms) = (PLANTED, false, false, Vec::new());
    let mut arguments = std::env::args().skip(1);
    let root = PathBuf::from(arguments.next().context("the root of the project")?);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--draw" => count = arguments.next().context("--draw needs a number")?.parse()?,
            "--keep-caught" => keep_caught = true,
            "--write" => write = true,
            "--age" => return Ok(if table::is_fresh(&root)? { ExitCode::SUCCESS } else { ExitCode::FAILURE }),
            option if option.starts_with('-') => bail!("unknown option {option}"),
            room => rooms.push(Room::named(room)?),
        }
    }
    if rooms.is_empty() {
        rooms.extend(ROOMS);
    }
    let work = root.join("target/mutants");
    let place = Place { tree: work.join("tree"), target: work.join("build"), root };
    fs::create_dir_all(&place.tree)?;

    let seed = draw::seed(&place.root)?;
    let all = draw::list(&place.root)?;
    let draws: Vec<_> = ROOMS.iter().map(|room| (room.name, draw::draw(&all, room, &seed, PLANTED))).collect();
    // The bugs of all rooms are in one build, regardless of the requested rooms.
    let planted: Vec<Mutant> = draws.iter().flat_map(|(_, drawn)| drawn.iter().cloned()).collect();
    let numbers: BTreeMap<_, _> = planted.iter().zip(0..).map(|(mutant, number)| (mutant.id.clone(), number)).collect();
    let built = place.build(&planted)?;
    println!(
        "seed {seed}: {} bugs of {} are drawn, {} are in one build",
        planted.len(),
        all.len(),
        built.switched.len()
    );

    let mut results = Results::open(work.join("results.tsv"), &built.hash, keep_caught)?;
    let listed = survivors(&place)?;
    let (mut is_good, mut table) = (true, Vec::new());
    for room in &rooms {
        let (_, drawn) = draws.iter().find(|(name, _)| *name == room.name).expect("every room has a draw");
        let drawn = &drawn[..count.min(drawn.len())];
        let number = |mutant: &Mutant| numbers[&mutant.id];
        for mutant in drawn {
            if let Some(code) = built.unviable.get(&number(mutant)) {
                results.set(&mutant.id, Verdict::Unviable(code.clone()))?;
            }
        }
        let is_open = |mutant: &&Mutant| results.get(&mutant.id).is_none() && built.switched.contains(&number(mutant));
        let switched = drawn.iter().filter(is_open).map(|mutant| (number(mutant), mutant)).collect();
        look(&place, room, &built.binaries, switched, &mut results)?;
        let found = Found::new(drawn, &results);
        is_good &= found.report(room, &listed);
        table.push((*room, found.cells()));
    }
    if write {
        table::write(&place.root, &table)?;
    }
    Ok(if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs the tests that reach each bug, those of all programs, the fastest first.
fn look(
    place: &Place,
    room: &Room,
    binaries: &[Binary],
    open: Vec<(u32, &Mutant)>,
    results: &mut Results,
) -> Result<()> {
    let surveys = in_order(binaries, room).into_iter().map(|binary| Ok((binary, place.survey(binary)?)));
    let surveys = surveys.collect::<Result<Vec<_>>>()?;
    for (number, mutant) in open {
        let of = |(binary, tests)| suite::parts(tests, number).into_iter().map(move |part| (binary, part));
        let mut parts: Vec<_> = surveys.iter().flat_map(|(binary, tests)| of((*binary, tests))).collect();
        parts.sort_by_key(|&(_, (_, limit))| limit);
        let mut verdict = Verdict::Survived;
        for (binary, (names, limit)) in parts {
            verdict = match place.run(binary, &names, ("MUTANT_ON", &number.to_string()), limit)? {
                End::Passed => continue,
                End::Failed(by) => Verdict::Caught(format!("{} {by}", binary.name)),
                End::TooLong => Verdict::TimedOut(binary.name.clone()),
            };
            break;
        }
        println!("{}: {verdict:?}: {}", room.name, mutant.name);
        results.set(&mutant.id, verdict)?;
    }
    Ok(())
}

/// The programs whose tests can reach a room: of each package the unit tests first, and the command's tests last.
fn in_order<'a>(binaries: &'a [Binary], room: &Room) -> Vec<&'a Binary> {
    let rank = |binary: &Binary| {
        let (package, target) = binary.name.split_once('/').expect("a package and a target");
        let package = match package {
            // Its tests use all libraries.
            "walkmesh-worlds" | "worlds" => 2 * PACKAGES.len() - 3,
            name => {
                let is_it = |it: &rooms::Package| it.name == name || it.name.strip_prefix("walkmesh-") == Some(name);
                2 * PACKAGES.iter().position(is_it).expect("a package with bugs")
            }
        };
        (package, target != "lib", binary.name.clone())
    };
    let first = 2 * room.first_package();
    let mut ordered: Vec<_> = binaries.iter().filter(|binary| rank(binary).0 >= first).collect();
    ordered.sort_by_key(|binary| rank(binary));
    ordered
}

/// The bugs that no test catches, each with the reason, from `survivors.tsv`.
fn survivors(place: &Place) -> Result<BTreeSet<String>> {
    let text = fs::read_to_string(place.root.join("lab/mutants/survivors.tsv"))?;
    let mut listed = BTreeSet::new();
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let (id, reason) = line.split_once('\t').with_context(|| format!("survivors.tsv: no reason: {line}"))?;
        anyhow::ensure!(!reason.trim().is_empty(), "survivors.tsv: no reason: {line}");
        listed.insert(id.to_owned());
    }
    Ok(listed)
}

/// The results for the bugs of a room.
struct Found<'a> {
    drawn: usize,
    viable: usize,
    unviable: Vec<(&'a Mutant, &'a str)>,
    timeouts: usize,
    survived: Vec<&'a Mutant>,
}

impl<'a> Found<'a> {
    fn new(drawn: &'a [Mutant], results: &'a Results) -> Self {
        let count =
            |is: fn(&Verdict) -> bool| drawn.iter().filter_map(|it| results.get(&it.id)).filter(|it| is(it)).count();
        let code = |mutant: &'a Mutant| match results.get(&mutant.id) {
            Some(Verdict::Unviable(code)) => Some((mutant, code.as_str())),
            _ => None,
        };
        let unviable: Vec<_> = drawn.iter().filter_map(code).collect();
        let survived = drawn.iter().filter(|mutant| results.get(&mutant.id) == Some(&Verdict::Survived)).collect();
        Self {
            drawn: drawn.len(),
            viable: count(|_| true) - unviable.len(),
            unviable,
            timeouts: count(|verdict| matches!(verdict, Verdict::TimedOut(_))),
            survived,
        }
    }

    fn caught(&self) -> usize {
        self.viable - self.survived.len()
    }

    /// The bugs that no switch can hold.
    fn open(&self) -> usize {
        self.drawn - self.viable - self.unviable.len()
    }

    /// Prints the results, and returns whether enough bugs were caught.
    fn report(&self, room: &Room, listed: &BTreeSet<String>) -> bool {
        println!(
            "{}: drawn {}, caught {} of {} viable, {} of them by a timeout; {} unviable; {} survivors; {} not tried",
            room.name,
            self.drawn,
            self.caught(),
            self.viable,
            self.timeouts,
            self.unviable.len(),
            self.survived.len(),
            self.open()
        );
        for (mutant, code) in &self.unviable {
            println!("  does not compile, {code}: {}", mutant.name);
        }
        let mut is_good = 100 * self.caught() >= CAUGHT * self.viable;
        for mutant in &self.survived {
            let is_listed = listed.contains(&mutant.id);
            is_good &= is_listed;
            println!("  {}{}", mutant.name, if is_listed { "" } else { "  [not in survivors.tsv]" });
        }
        is_good
    }

    /// The counts of its row in the table.
    fn cells(&self) -> String {
        let share = 100.0 * self.caught() as f64 / self.viable.max(1) as f64;
        let [drawn, open, viable, caught] = [self.drawn, self.open(), self.viable, self.caught()];
        format!("{drawn} | {} | {open} | {viable} | {caught} | {share:.1} %", self.unviable.len())
    }
}

/// Bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
