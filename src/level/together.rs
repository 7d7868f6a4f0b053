//! [`Level::open_all`]: the level that files are together.

use crate::kotor::MaterialTable;

use super::file_index::FileIndex;
use super::files::{Files, has_extension, stem};
use super::game::{Game, Source};
use super::games::{AnyGame, of_game};
use super::{Kind, Level, LevelError, MaterialChoice, OpenError, OpenOptions, of_file};

impl Level {
    /// Opens the only level among files, such as files that were dropped on a window. Their names only need to identify the room or block
    /// of each file.
    ///
    /// | files | level |
    /// |---|---|
    /// | one file of any kind | this file by itself |
    /// | a layout and rooms | the area of KotOR, with what its GIT puts there |
    /// | a DOF and meshes | the floors of the dungeon of Silkroad |
    /// | a DOF, meshes and tables | the dungeon with its floors |
    /// | a TRN or TRX and the GIT of its name | the area of NWN2 |
    /// | a GIT and its PTH, without a layout | the objects of an area of KotOR |
    ///
    /// A table (`.2da`) beside other files is the table of materials, unless its name belongs to a table of models, or
    /// [`OpenOptions::materials`] has others. All files are read, and those that do not belong to such a level are ignored.
    ///
    /// # Errors
    /// The errors of [`open`](Self::open), and [`LevelError::NoFiles`], [`LevelError::Several`], [`LevelError::NotTogether`] and
    /// [`LevelError::NoRooms`].
    pub fn open_all(files: &dyn Files, options: &OpenOptions) -> Result<Self, LevelError> {
        let named = FileIndex::new(files)?;
        let mut source = Source::new(&named);
        let mut options = options.clone();
        let all: Vec<&str> = named.all().collect();
        let is_table = |name: &str| all.len() > 1 && has_extension(name, "2da");
        let (tables, rest): (Vec<&str>, Vec<&str>) = all.iter().partition(|name| is_table(name));
        if let (None, Some(table)) = (&options.materials, table_of_materials(&tables)) {
            let read = |bytes: &[u8]| MaterialTable::from_2da(bytes).map_err(OpenError::Materials);
            options.materials = Some(MaterialChoice::Table(source.open(table, read)?));
        }
        let main = match *rest {
            [] => return Err(LevelError::NoFiles),
            [file] => file,
            _ => main_of(&named, &rest, &mut options)?,
        };
        let options = options.with_name(main);
        let mut game = source.open(main, |bytes| of_file(bytes, &options))?;
        // The file by which the level is opened is the first.
        source.read.rotate_right(1);
        if rest.len() > 1 {
            of_game!(&mut game, game => game.gather(&mut source, &options))?;
        }
        let level = Self { read: source.read.into(), unread: source.unread, game };
        let lacks_rooms = level.kotor().area.is_some_and(|area| area.rooms().next().is_none());
        if rest.len() > 1 && level.kind() == Kind::Lyt && lacks_rooms {
            return Err(LevelError::NoRooms);
        }
        Ok(level)
    }
}

/// The tables of models, which belong to the doors and placeables of an area.
const OF_MODELS: [&str; 3] = ["doortypes.2da", "genericdoors.2da", "placeables.2da"];

/// The table of materials: the file with the game's name for it, or else the first that is not a table of models.
fn table_of_materials<'n>(tables: &[&'n str]) -> Option<&'n str> {
    let is_named = |table: &&str| table.eq_ignore_ascii_case("surfacemat.2da");
    let is_other = |table: &&str| OF_MODELS.iter().all(|model| !table.eq_ignore_ascii_case(model));
    tables.iter().copied().find(is_named).or_else(|| tables.iter().copied().find(is_other))
}

/// The file by which the level of several files is opened.
fn main_of<'n>(files: &FileIndex, names: &[&'n str], options: &mut OpenOptions) -> Result<&'n str, LevelError> {
    let kinds = names.iter().map(|name| Ok((files.peek(name, |bytes| Kind::of_file(name, bytes))?, *name)));
    let kinds: Vec<(Option<Kind>, &str)> = kinds.collect::<Result<_, LevelError>>()?;
    let only = |kind: Kind, what: &'static str| {
        let mut found = kinds.iter().filter(|(it, _)| *it == Some(kind)).map(|(_, name)| *name);
        match (found.next(), found.next()) {
            (name, None) => Ok(name),
            (_, Some(_)) => Err(LevelError::Several(what)),
        }
    };
    if let Some(layout) = only(Kind::Lyt, "layouts (.lyt)")? {
        return Ok(layout);
    }
    if let Some(dof) = only(Kind::Dof, "dungeons (.dof)")? {
        let tables = only(Kind::AiNav, "tables of dungeons (ainavdata_*.dat)")?;
        options.dof = tables.map(|_| dof.to_owned());
        return Ok(tables.unwrap_or(dof));
    }
    let of_area = |area: &str, name: &str| has_extension(name, "git") && stem(name).eq_ignore_ascii_case(stem(area));
    match only(Kind::Trn, "areas (.trn, .trx)") {
        Ok(Some(area)) if names.iter().all(|name| *name == area || of_area(area, name)) => Ok(area),
        Ok(None) if kinds.iter().all(|(kind, _)| *kind != Some(Kind::Bwm)) => {
            only(Kind::Git, "objects of areas (.git)")?.ok_or(LevelError::NotTogether)
        }
        _ => Err(LevelError::NotTogether),
    }
}
