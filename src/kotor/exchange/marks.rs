//! The names of marks, and their meanings.

use crate::exchange::without_copy_number;
use crate::kotor::{DoorState, EdgeId, Kind, RoomId};

/// The meaning of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// The edge where it lies leads to a room.
    Transition(RoomId),
    /// The first or second use hook.
    Hook(usize),
    /// The walkmesh's position in its model.
    Position,
    /// The room's position in the layout.
    LayoutPosition,
}

/// The name of the mark of the walkmesh's position.
pub(super) const POSITION: &str = "position";
/// The name of the mark of the room's position in the layout.
pub(super) const LAYOUT_POSITION: &str = "layout position";

/// The name of a transition's mark.
pub(super) fn transition(edge: EdgeId, room: RoomId) -> String {
    format!("transition {} to room {}", edge.0, room.0)
}

/// The name of a hook's mark, as modders know it. A door's mark has the name of the model, from the name of the
/// file.
pub(super) fn hook(kind: Kind, file: &str, hook: usize) -> String {
    let number = hook + 1;
    if kind != Kind::Dwk {
        return format!("pwk_use0{number}");
    }
    let (model, state) = match DoorState::of_file(file) {
        Some((model, state)) => (model, state.name()),
        None => (file, "closed"),
    };
    format!("{model}_DWK_dp_{state}_0{number}")
}

impl Meaning {
    /// The meaning of a name in a walkmesh of a kind.
    pub(super) fn new(name: &str, kind: Kind) -> Option<Self> {
        let name = without_copy_number(name.trim()).to_ascii_lowercase();
        if name == POSITION {
            return Some(Self::Position);
        }
        match kind {
            Kind::Wok if name == LAYOUT_POSITION => Some(Self::LayoutPosition),
            Kind::Wok => Self::transition(&name),
            Kind::Pwk if name.starts_with("pwk_use") => Self::hook(&name),
            Kind::Dwk if name.contains("dwk_dp_") => Self::hook(&name),
            Kind::Pwk | Kind::Dwk => None,
        }
    }

    fn transition(name: &str) -> Option<Self> {
        let mut words = name.split([' ', '_']).filter(|word| !word.is_empty());
        words.next().filter(|word| *word == "transition")?;
        words.find(|word| *word == "room")?;
        let number = words.next()?;
        // The game stores the number in 31 bits.
        let room: i32 = number.parse().ok().filter(|_| number.bytes().all(|byte| byte.is_ascii_digit()))?;
        words.next().is_none().then_some(Self::Transition(RoomId(room.cast_unsigned())))
    }

    fn hook(name: &str) -> Option<Self> {
        let digits = name.len() - name.trim_end_matches(|letter: char| letter.is_ascii_digit()).len();
        match name[name.len() - digits..].parse() {
            Ok(1) => Some(Self::Hook(0)),
            Ok(2) => Some(Self::Hook(1)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written_and_as_programs_change_them() {
        let name = transition(EdgeId(12), RoomId(7));
        assert_eq!(name, "transition 12 to room 7");
        for name in [&name, "transition 12 to room 7.001", "Transition_to_Room_7", "transition to room 007"] {
            assert_eq!(Meaning::new(name, Kind::Wok), Some(Meaning::Transition(RoomId(7))), "{name}");
        }
        for name in ["transition 12", "transition to room", "transition to room x", "transition to room -7", "room 7"] {
            assert_eq!(Meaning::new(name, Kind::Wok), None, "{name}");
        }
        for name in ["transition to room 4294967295", "transition to room 7 8", "transition to room +7"] {
            assert_eq!(Meaning::new(name, Kind::Wok), None, "{name}");
        }
        assert_eq!(hook(Kind::Pwk, "plc_chair", 1), "pwk_use02");
        assert_eq!(hook(Kind::Dwk, "dor_lhr012", 0), "dor_lhr01_DWK_dp_open2_01");
        assert_eq!(hook(Kind::Dwk, "door", 1), "door_DWK_dp_closed_02");
        for (name, kind, expected) in [
            ("pwk_use02", Kind::Pwk, Some(Meaning::Hook(1))),
            ("PWK_use01.003", Kind::Pwk, Some(Meaning::Hook(0))),
            ("pwk_use03", Kind::Pwk, None),
            ("pwk_use01", Kind::Wok, None),
            ("dor_lhr01_DWK_dp_closed_02", Kind::Dwk, Some(Meaning::Hook(1))),
            ("DWK_dp_open1_01.001", Kind::Dwk, Some(Meaning::Hook(0))),
            ("position.002", Kind::Dwk, Some(Meaning::Position)),
            ("layout position.001", Kind::Wok, Some(Meaning::LayoutPosition)),
            ("transition to room 7", Kind::Pwk, None),
        ] {
            assert_eq!(Meaning::new(name, kind), expected, "{name}");
        }
    }
}
