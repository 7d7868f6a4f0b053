//! Builds the copy with all bugs in it, and leaves out those that do not compile.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::draw::Mutant;
use crate::rooms::PACKAGES;
use crate::switches::{self, Region};
use crate::{hex, tree};

/// A package without bugs whose tests look for them, too.
const WORLDS: &str = "walkmesh-worlds";

/// The folders of the project and of its built copy.
pub struct Place {
    pub root: PathBuf,
    pub tree: PathBuf,
    pub target: PathBuf,
}

/// A program of tests.
#[derive(Clone, Debug)]
pub struct Binary {
    /// Such as `walkmesh/lib` or `walkmesh/nwn2`.
    pub name: String,
    pub executable: PathBuf,
    /// The folder in which its tests expect to run.
    pub package: PathBuf,
}

pub struct Built {
    pub binaries: Vec<Binary>,
    /// The numbers of the bugs that are behind switches.
    pub switched: BTreeSet<u32>,
    /// The numbers of the bugs that do not compile in any form, and the error code of each.
    pub unviable: BTreeMap<u32, String>,
    /// The hash of the sources, without the bugs.
    pub hash: String,
}

impl Place {
    pub fn cargo(&self, command: &str) -> Command {
        let mut cargo = Command::new("cargo");
        cargo.arg(command).current_dir(&self.tree).env("CARGO_TARGET_DIR", &self.target);
        cargo.env("CARGO_PROFILE_DEV_DEBUG", "0").env("CARGO_INCREMENTAL", "1");
        cargo
    }

    /// The programs of tests of the tree, or the errors of the compiler.
    pub fn tests(&self) -> Result<Result<Vec<Binary>, Vec<Value>>> {
        let mut cargo = self.cargo("test");
        cargo.args(["--no-run", "--lib", "--bins", "--tests", "--message-format=json", "-p", WORLDS]);
        let messages = messages(cargo.args(packages()))?;
        Ok(messages.map(|messages| messages.iter().filter_map(binary).collect()))
    }

    /// Checks whether the libraries of the tree compile; returns the errors otherwise.
    pub fn check(&self) -> Result<Result<(), Vec<Value>>> {
        let mut cargo = self.cargo("check");
        cargo.args(["--lib", "--message-format=json"]).args(packages());
        Ok(messages(&mut cargo)?.map(|_| ()))
    }

    /// Builds the tests with all bugs that can be behind switches; the number of each is its index in the list.
    pub fn build(&self, mutants: &[Mutant]) -> Result<Built> {
        let known = self.target.with_file_name("unswitched.txt");
        let key = |mutant: &Mutant| -> Result<String> {
            Ok(format!("{} {}", hex(&Sha256::digest(fs::read(self.root.join(&mutant.file))?)), mutant.id))
        };
        let text = fs::read_to_string(&known).unwrap_or_default();
        let lines = text.lines().filter_map(|line| line.split_once('\t'));
        let mut out: BTreeMap<_, _> = lines.map(|(key, code)| (key.to_owned(), code.to_owned())).collect();
        loop {
            let mut by_file = BTreeMap::<&str, Vec<(u32, &Mutant)>>::new();
            for (number, mutant) in (0..).zip(mutants) {
                if !out.contains_key(&key(mutant)?) {
                    by_file.entry(&mutant.file).or_default().push((number, mutant));
                }
            }
            let (mut changed, mut regions) = (Vec::new(), BTreeMap::new());
            let mut switched = BTreeSet::new();
            for (file, mutants) in by_file {
                let source = fs::read_to_string(self.root.join(file))?;
                let new = switches::switch(&source, &mutants, "crate::switched::on").context(file.to_owned())?;
                switched.extend(new.regions.iter().map(|region| region.number));
                for number in new.without {
                    eprintln!(
                        "no switch: {}",
                        mutants.iter().find(|it| it.0 == number).expect("it was asked for").1.name
                    );
                }
                changed.push((file.to_owned(), new.text));
                regions.insert(file.to_owned(), new.regions);
            }
            add_modules(&self.root, &mut changed)?;
            let hash = tree::copy(&self.root, &self.tree, &changed)?;
            let errors = match self.check()? {
                Ok(()) => match self.tests()? {
                    Ok(binaries) => {
                        let mut unviable = BTreeMap::new();
                        for (number, mutant) in (0..).zip(mutants) {
                            if let Some(code) = out.get(&key(mutant)?).filter(|code| is_unviable(code, mutant)) {
                                unviable.insert(number, code.clone());
                            }
                        }
                        return Ok(Built { binaries, switched, unviable, hash });
                    }
                    Err(errors) => errors,
                },
                Err(errors) => errors,
            };
            let before = out.len();
            for error in &errors {
                let code = error["code"]["code"].as_str().unwrap_or("none");
                for number in blamed(error, &regions) {
                    out.entry(key(&mutants[number as usize])?).or_insert_with(|| code.to_owned());
                }
            }
            if out.len() == before {
                let shown = errors.iter().filter_map(|error| error["rendered"].as_str()).collect::<String>();
                bail!("the copy does not compile, and no bug is to blame:\n{shown}");
            }
            println!("{} bugs do not compile behind a switch", out.len() - before);
            fs::write(&known, out.iter().map(|(key, code)| format!("{key}\t{code}\n")).collect::<String>())?;
        }
    }
}

/// Returns whether a bug whose switch has this compiler error does not compile without the switch, either: a type mismatch remains one. In
/// a function that returns `impl Trait`, which must be one type, and in a constant, the switch itself may be at fault.
fn is_unviable(code: &str, mutant: &Mutant) -> bool {
    ["E0004", "E0277", "E0282", "E0283", "E0308", "E0368", "E0369", "E0599", "E0600"].contains(&code)
        && !mutant.name.contains("-> impl ")
}

/// The packages in which bugs are planted, as arguments of cargo.
fn packages() -> impl Iterator<Item = &'static str> {
    PACKAGES.iter().flat_map(|package| ["-p", package.name])
}

/// Makes the switches a module of each package.
fn add_modules(root: &Path, changed: &mut Vec<(String, String)>) -> Result<()> {
    for package in PACKAGES {
        let lib = format!("{}lib.rs", package.sources);
        let at = changed.iter().position(|(file, _)| *file == lib);
        let mut text = match at {
            Some(at) => changed.swap_remove(at).1,
            None => fs::read_to_string(root.join(&lib))?,
        };
        text.push_str("\nmod switched;\n");
        changed.push((lib, text));
        changed.push((format!("{}switched.rs", package.sources), include_str!("switched.rs").to_owned()));
    }
    Ok(())
}

/// The JSON output of cargo, or the errors in it.
fn messages(command: &mut Command) -> Result<Result<Vec<Value>, Vec<Value>>> {
    let output = command.stderr(Stdio::piped()).output().context("cargo")?;
    let lines = output.stdout.split(|&byte| byte == b'\n').filter(|line| line.starts_with(b"{"));
    let messages = lines.map(serde_json::from_slice::<Value>).collect::<Result<Vec<_>, _>>()?;
    if output.status.success() {
        return Ok(Ok(messages));
    }
    let of_compiler = messages.into_iter().filter(|message| message["reason"] == "compiler-message");
    let errors: Vec<_> = of_compiler.map(|mut message| message["message"].take()).collect();
    let errors: Vec<_> = errors.into_iter().filter(|message| message["level"] == "error").collect();
    if errors.is_empty() {
        bail!("{}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(Err(errors))
}

fn binary(message: &Value) -> Option<Binary> {
    let executable = message["executable"].as_str()?;
    if message["reason"] != "compiler-artifact" || message["profile"]["test"] != true {
        return None;
    }
    let package = Path::new(message["manifest_path"].as_str()?).parent()?.to_owned();
    let of = message["package_id"].as_str()?.rsplit_once('/')?.1;
    let of = of.rsplit_once('#').map_or(of, |(path, name)| if name.contains('@') { name } else { path });
    let of = of.split('@').next()?;
    let target = match message["target"]["kind"][0].as_str()? {
        "test" => message["target"]["name"].as_str()?,
        kind => kind,
    };
    Some(Binary { name: format!("{of}/{target}"), executable: executable.into(), package })
}

/// The bug that causes a compiler error: the bug whose text contains the error, else the innermost around it, else the nearest.
fn blamed(error: &Value, regions: &BTreeMap<String, Vec<Region>>) -> BTreeSet<u32> {
    let spans = error["spans"].as_array().map(Vec::as_slice).unwrap_or_default();
    let mut places = Vec::new();
    for is_primary in [true, false] {
        for span in spans.iter().filter(|span| span["is_primary"] == is_primary) {
            let of = span["file_name"].as_str().and_then(|file| regions.get(file));
            if let (Some(of), Some(at)) = (of, span["byte_start"].as_u64()) {
                places.push((of, at as usize));
            }
        }
    }
    for &(of, at) in &places {
        let inside = of.iter().filter(|region| region.prefix.contains(&at)).min_by_key(|region| region.prefix.len());
        if let Some(region) = inside {
            return [region.number].into();
        }
    }
    for &(of, at) in &places {
        let around = of.iter().filter(|region| region.whole.contains(&at)).min_by_key(|region| region.whole.len());
        if let Some(region) = around {
            return [region.number].into();
        }
    }
    let near =
        places.iter().flat_map(|&(of, at)| of.iter().map(move |region| (region.whole.start.abs_diff(at), region)));
    near.min_by_key(|&(bytes, _)| bytes).map(|(_, region)| region.number).into_iter().collect()
}
