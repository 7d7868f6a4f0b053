//! The classes of a floor's cells: their flags and their events.

use crate::exchange::Class;
use crate::formats::bms::Cell;
use crate::silkroad::ImportError;

/// The number of the class of a cell: its flags, and in the bits above them its event plus one, or 0 if cells have no
/// events.
pub(super) fn number_of(cell: &Cell) -> u32 {
    u32::from(cell.flag) | cell.event.map_or(0, |event| u32::from(event) + 1) << 16
}

/// The class of cells with a number. Creatures walk on every cell.
pub(super) fn class_of(number: u32) -> Class {
    let (flag, event) = (number & 0xFFFF, number >> 16);
    let mut name = String::from("floor");
    if event > 0 {
        name.push_str(&format!(" event {}", event - 1));
    }
    if flag > 0 {
        name.push_str(&format!(" flags {flag}"));
    }
    Class { number, name, color: color_of(event), walkable: true }
}

/// A colour for each event.
fn color_of(event: u32) -> [u8; 3] {
    if event == 0 {
        return [170, 170, 160];
    }
    // Steps coprime to 160 give each event of a floor a different colour.
    let channel = |step: u32| (64 + event * step % 160) as u8;
    [channel(37), channel(59), channel(101)]
}

/// A cell with a class. `has_events` says whether the cells of the floor have events.
pub(super) fn cell_of(vertices: [u16; 3], number: u32, has_events: bool) -> Result<Cell, ImportError> {
    let (flag, event) = ((number & 0xFFFF) as u16, number >> 16);
    let event = u8::try_from(event.wrapping_sub(1)).ok();
    let is_of_floor = number < Class::UNNUMBERED && event.is_some() == has_events && (has_events || number >> 16 == 0);
    if is_of_floor {
        Ok(Cell { vertices, flag, event })
    } else {
        Err(ImportError::UnknownClass(class_of(number).label()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_in_a_row_have_clearly_different_colours() {
        for event in 1..=256 {
            let [this, next] = [color_of(event), color_of(event + 1)];
            assert!((0..3).all(|channel| this[channel].abs_diff(next[channel]) >= 37), "{event}: {this:?} {next:?}");
        }
    }
}
