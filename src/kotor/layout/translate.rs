//! Moves everything that a layout places by one offset.

use super::text::{Line, LineFault, counted, joined, numbers};
use super::{Layout, LayoutError};

/// The lists of a layout: the keyword of each, and the index of the word at which the position starts in its lines.
const LISTS: [(&str, usize); 4] = [("roomcount", 1), ("trackcount", 1), ("obstaclecount", 1), ("doorhookcount", 3)];

impl Layout {
    /// Moves every room, track, obstacle and door hook by an offset in metres. Each sum is rounded to f32 once.
    ///
    /// # Errors
    /// [`LayoutError::NotFinite`] where a position would be NaN or infinite, and [`LayoutError::InvalidLine`] where a
    /// list line has no readable position. On error, nothing is changed.
    pub fn translate(&mut self, offset: impl Into<[f32; 3]>) -> Result<(), LayoutError> {
        let offset = offset.into();
        let bytes = self.to_bytes();
        let mut lines: Vec<Line> = bytes.split_inclusive(|&byte| byte == b'\n').map(Line::new).collect();
        for (keyword, column) in LISTS {
            let Some((start, count)) = counted(&lines, keyword)? else { continue };
            let entries = lines.iter_mut().enumerate().skip(start + 1).filter(|(_, line)| !line.is_blank());
            for (at, line) in entries.take(count) {
                line.text = moved(line, column, offset)
                    .ok_or_else(|| LineFault::new(at, line).because("a name and three numbers"))??;
            }
        }
        *self = Self::from_bytes(&joined(&lines))?;
        Ok(())
    }
}

/// A line's text with the position that starts at a word moved; `None` if there is no position.
fn moved(line: &Line, column: usize, offset: [f32; 3]) -> Option<Result<Vec<u8>, LayoutError>> {
    let words = line.words();
    let position: [f32; 3] = numbers(words.get(column..column + 3)?.try_into().ok()?)?;
    let sum = |axis: usize| (f64::from(position[axis]) + f64::from(offset[axis])) as f32;
    let sums = [sum(0), sum(1), sum(2)];
    if !sums.iter().all(|value| value.is_finite()) {
        return Some(Err(LayoutError::NotFinite));
    }
    let mut words: Vec<String> = words.into_iter().map(str::to_owned).collect();
    for (word, value) in words[column..].iter_mut().zip(sums) {
        *word = format!("{value:?}");
    }
    Some(Ok(words.join(" ").into_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "beginlayout\r\n   roomcount 2\r\n      a 0.0 0.0 0.0\r\n\r\n\t**** 1.5 -2.0 1e-3\r\n   \
                        trackcount 1\r\n      t 7.0 8.0 9.0\r\n   obstaclecount 0\r\n   doorhookcount 1\r\n      \
                        a door_1 0 1.0 2.0 3.0 4.01339e-007 0.0 0.0 -1.0\r\ndonelayout\r\na 1.0 1.0 1.0";

    #[test]
    fn everything_that_is_placed_moves_and_nothing_else_changes() {
        let mut layout = Layout::from_bytes(TEXT.as_bytes()).unwrap();
        layout.translate([0.25, 100.0, -1.0]).unwrap();
        let expected = TEXT
            .replace("a 0.0 0.0 0.0", "a 0.25 100.0 -1.0")
            .replace("1.5 -2.0 1e-3", "1.75 98.0 -0.999")
            .replace("7.0 8.0 9.0", "7.25 108.0 8.0")
            .replace("1.0 2.0 3.0", "1.25 102.0 2.0");
        assert_eq!(String::from_utf8(layout.to_bytes()).unwrap(), expected);
        assert_eq!(layout.rooms()[1].position, [1.75, 98.0, -0.999]);
        assert_eq!(layout.door_hooks()[0].position, [1.25, 102.0, 2.0]);
    }

    #[test]
    fn what_cannot_be_moved_changes_nothing() {
        let mut layout = Layout::from_bytes(TEXT.as_bytes()).unwrap();
        for offset in [[f32::NAN, 0.0, 0.0], [0.0, f32::INFINITY, 0.0]] {
            assert_eq!(layout.translate(offset), Err(LayoutError::NotFinite));
        }
        assert_eq!(layout.to_bytes(), TEXT.as_bytes());
        let mut track = Layout::from_bytes(b"roomcount 0\ntrackcount 1\n t 1.0 2.0\n").unwrap();
        let error = track.translate([1.0; 3]).unwrap_err().to_string();
        assert_eq!(error, "line 3 of the layout: expected a name and three numbers, found `t 1.0 2.0`");
    }
}
