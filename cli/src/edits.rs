//! The edits of `walkmesh edit` as arguments, which are applied in the order in which they are written.

use std::path::PathBuf;

use anyhow::{Context, bail, ensure};
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches};
use walkmesh::level::{Edit, MirrorAxis, Point, Turn};

/// An edit as an argument.
#[derive(Clone, Debug)]
pub enum EditArgument {
    /// An edit of a walkmesh.
    Walkmesh(Edit),
    /// Adds the faces of another walkmesh.
    Merge(PathBuf),
    /// Renumbers the rooms to which transitions lead, from an earlier layout to the folder's layout.
    RenumberRooms(PathBuf),
    /// Adds the rooms of another area, moved by an offset.
    JoinArea { folder: PathBuf, offset: [f32; 3] },
}

/// The edits, in the order in which they are written.
#[derive(Clone, Debug, Default)]
pub struct Edits(pub Vec<EditArgument>);

/// An argument that describes an edit.
struct Form {
    name: &'static str,
    value: &'static str,
    help: &'static str,
    parse: fn(&str) -> anyhow::Result<EditArgument>,
}

/// A point with three coordinates.
fn in_space(text: &str) -> anyhow::Result<[f32; 3]> {
    let Point { x, y, z } = text.parse()?;
    Ok([x, y, z.context("expected X,Y,Z")?])
}

const FORMS: [Form; 14] = [
    Form {
        name: "paint",
        value: "FACES=MATERIAL",
        help: "Give faces another material, by index or name. FACES are indices such as 3,7-9, or a box such as \
               box:X,Y,Z:X,Y,Z, or all faces of a material, such as material:3. NWN2: the material is the triangle's flags, \
               such as 01, or walkable, or unwalkable",
        parse: |text| {
            let (what, with) = text.rsplit_once('=').context("expected FACES=MATERIAL")?;
            Ok(EditArgument::Walkmesh(Edit::Paint { what: what.parse()?, with: with.parse()? }))
        },
    },
    Form {
        name: "remove",
        value: "FACES",
        help: "Remove faces. KotOR: also removes vertices that no other face uses",
        parse: |text| Ok(EditArgument::Walkmesh(Edit::Remove(text.parse()?))),
    },
    Form {
        name: "flip",
        value: "FACES",
        help: "Flip faces, for example those that face down",
        parse: |text| Ok(EditArgument::Walkmesh(Edit::Flip(text.parse()?))),
    },
    Form {
        name: "move",
        value: "X,Y,Z",
        help: "Move everything by an offset. A folder moves with its layout, and its seams stay closed",
        parse: |text| Ok(EditArgument::Walkmesh(Edit::Move(in_space(text)?))),
    },
    Form {
        name: "rotate",
        value: "DEGREES[@X,Y]",
        help: "Rotate everything around the vertical axis through X,Y, counter-clockwise seen from above. Default: 0,0",
        parse: |text| {
            let (degrees, about) = text.split_once('@').unwrap_or((text, "0,0"));
            let Point { x, y, z } = about.parse()?;
            ensure!(z.is_none(), "expected DEGREES or DEGREES@X,Y");
            let degrees: f64 = degrees.parse().with_context(|| format!("`{degrees}` is not a number"))?;
            Ok(EditArgument::Walkmesh(Edit::Rotate(Turn { radians: degrees.to_radians() as f32, about: [x, y] })))
        },
    },
    Form {
        name: "mirror",
        value: "x|y[@AT]",
        help: "Mirror everything: x swaps left and right at x = AT, y front and back at y = AT. Default: 0",
        parse: |text| {
            let (axis, at) = text.split_once('@').unwrap_or((text, "0"));
            let axis = match axis {
                "x" => MirrorAxis::X,
                "y" => MirrorAxis::Y,
                _ => bail!("expected x, y, x@AT or y@AT"),
            };
            let at = at.parse().with_context(|| format!("`{at}` is not a number"))?;
            Ok(EditArgument::Walkmesh(Edit::Mirror { axis, at }))
        },
    },
    Form {
        name: "merge",
        value: "FILE",
        help: "Add the faces of another walkmesh. Vertices of the two at the same position become one; copies within one walkmesh stay apart",
        parse: |text| Ok(EditArgument::Merge(text.into())),
    },
    Form {
        name: "transition",
        value: "EDGE=ROOM",
        help: "KotOR: set the transition of an edge, such as 12:1 (face 12, side 1), to a room of the layout, by index, or to none",
        parse: |text| {
            let (edge, room) = text.rsplit_once('=').context("expected EDGE=ROOM")?;
            let (face, side) = edge.split_once(':').context("expected FACE:SIDE=ROOM, such as 12:1=3")?;
            let number = |text: &str| text.parse().with_context(|| format!("`{text}` is not a number"));
            let room = if room == "none" { None } else { Some(number(room)?) };
            Ok(EditArgument::Walkmesh(Edit::Transition { face: number(face)?, side: number(side)?, room }))
        },
    },
    Form {
        name: "hooks",
        value: "X,Y,Z:X,Y,Z",
        help: "KotOR: set the two use hooks of a placeable or door, relative to the walkmesh's position",
        parse: |text| {
            let (first, second) = text.split_once(':').context("expected X,Y,Z:X,Y,Z")?;
            Ok(EditArgument::Walkmesh(Edit::Hooks([in_space(first)?, in_space(second)?])))
        },
    },
    Form {
        name: "move-vertex",
        value: "X,Y,Z=X,Y,Z",
        help: "Move the vertices at exactly this point to another one. In a folder the vertices of all rooms move, and seams stay closed",
        parse: |text| {
            let (from, to) = text.split_once('=').context("expected X,Y,Z=X,Y,Z")?;
            Ok(EditArgument::Walkmesh(Edit::MoveVertex { from: in_space(from)?, to: in_space(to)? }))
        },
    },
    Form {
        name: "cut-hole",
        value: "X,Y:X,Y:X,Y",
        help: "Cut a hole into every floor inside an outline of at least three points. Faces on its border are split, and transitions \
               stay on their sides",
        parse: |text| {
            let point = |text: &str| {
                let Point { x, y, z } = text.parse()?;
                ensure!(z.is_none(), "expected X,Y:X,Y:X,Y");
                anyhow::Ok([x, y])
            };
            Ok(EditArgument::Walkmesh(Edit::CutHole(text.split(':').map(point).collect::<anyhow::Result<_>>()?)))
        },
    },
    Form {
        name: "unwalkable",
        value: "REGION",
        help: "NWN2: make the floor of a region unwalkable. A region is tile:X,Y or box:X,Y:X,Y or polygon:X,Y:X,Y:X,Y",
        parse: |text| Ok(EditArgument::Walkmesh(Edit::Unwalkable(text.parse()?))),
    },
    Form {
        name: "renumber-rooms",
        value: "LYT",
        help: "KotOR, for a folder: renumber the rooms of transitions. LYT is the earlier layout, whose rooms \
               have the same names",
        parse: |text| Ok(EditArgument::RenumberRooms(text.into())),
    },
    Form {
        name: "join-area",
        value: "DIR[@X,Y,Z]",
        help: "KotOR, for a folder: add the rooms of another area, moved by an offset, and link rooms of both areas at \
               shared edges",
        parse: |text| {
            let (folder, offset) = match text.rsplit_once('@') {
                Some((folder, offset)) => (folder, offset.parse()?),
                None => (text, Point { x: 0.0, y: 0.0, z: Some(0.0) }),
            };
            let offset = [offset.x, offset.y, offset.z.context("expected DIR@X,Y,Z")?];
            Ok(EditArgument::JoinArea { folder: folder.into(), offset })
        },
    },
];

impl clap::Args for Edits {
    fn augment_args(command: Command) -> Command {
        FORMS.iter().fold(command, |command, form| {
            let argument = Arg::new(form.name).long(form.name).value_name(form.value).help(form.help);
            command.arg(
                argument
                    .action(ArgAction::Append)
                    .allow_hyphen_values(true)
                    .help_heading("Edits, applied in the given order"),
            )
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Edits {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut edits = Vec::new();
        for form in &FORMS {
            let values = matches.get_many::<String>(form.name).into_iter().flatten();
            for (index, value) in matches.indices_of(form.name).into_iter().flatten().zip(values) {
                let edit = (form.parse)(value).map_err(|error| {
                    let message =
                        format!("invalid value '{value}' for '--{} <{}>': {error:#}\n", form.name, form.value);
                    clap::Error::raw(ErrorKind::ValueValidation, message)
                })?;
                edits.push((index, edit));
            }
        }
        edits.sort_by_key(|(index, _)| *index);
        Ok(Self(edits.into_iter().map(|(_, edit)| edit).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
