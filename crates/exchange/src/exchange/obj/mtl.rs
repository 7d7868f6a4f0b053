//! The colours of materials in an MTL.

use std::collections::HashMap;

use super::lines::{Lines, statement};

/// Reads the colours (`Kd`) of the materials of an MTL into a list by name. Invalid lines are skipped: an MTL affects
/// only appearance.
pub(super) fn read_colors(bytes: &[u8], colors: &mut HashMap<String, [u8; 3]>) {
    // The name of a material may be long, and many colours may follow it; the last one is used.
    let mut material: Option<(String, Option<[u8; 3]>)> = None;
    let mut put = |material: Option<(String, Option<[u8; 3]>)>| {
        if let Some((name, Some(color))) = material {
            colors.insert(name, color);
        }
    };
    for (_, line) in Lines::new(bytes) {
        match statement(&line) {
            ("newmtl", name) => put(material.replace((name.to_owned(), None))),
            ("Kd", words) => {
                if let Some((_, last)) = &mut material {
                    *last = color(words).or(*last);
                }
            }
            _ => {}
        }
    }
    put(material);
}

/// Three numbers from 0 to 1.
fn color(words: &str) -> Option<[u8; 3]> {
    let mut words = words.split_whitespace();
    let mut color = [0; 3];
    for value in &mut color {
        let share: f32 = words.next()?.parse().ok()?;
        // A conversion to u8 saturates.
        *value = (share * 255.0).round() as u8;
    }
    Some(color)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_are_read_by_name() {
        let text =
            "Kd 1 1 1\nnewmtl 04 Stone\r\nNs 2\nKd 1 0.5019608 0 # grey\nnewmtl x\nKd a b c\nnewmtl y\nKd 2 -1 nan";
        let mut colors = HashMap::new();
        read_colors(text.as_bytes(), &mut colors);
        assert_eq!(colors, [("04 Stone".into(), [255, 128, 0]), ("y".into(), [255, 0, 0])].into());
    }
}
