use super::*;
use proptest::prelude::*;

const TEXT: &[u8] =
    b"#MAXLAYOUT ASCII\r\nfiledependancy m.max\r\nbeginlayout\r\n   roomcount 3\r\n      a 0.0 0.0 0.0\r\n\
    \t  **** 1.5 -2.0 1e-3\r\n      c 3.0 0.0 0.0\r\n   trackcount 0\r\n   doorhookcount 1\r\n\
    \x20     a door_1 0 1.0 2.0 3.0 1.0 0.0 0.0 0.0\r\ndonelayout\r\nleft over";

fn layout() -> Layout {
    Layout::from_bytes(TEXT).unwrap()
}

#[test]
fn reads_rooms_and_hooks_and_keeps_the_text() {
    let layout = layout();
    assert_eq!(layout.rooms().len(), 3);
    assert_eq!(layout.rooms()[1], LayoutRoom { name: "****".into(), position: [1.5, -2.0, 1e-3] });
    assert_eq!(layout.door_hooks()[0].position, [1.0, 2.0, 3.0]);
    assert_eq!(layout.to_bytes(), TEXT);
}

#[test]
fn an_edit_changes_its_own_lines_only() {
    let mut edited = layout();
    edited.reorder(&[2, 0]).unwrap();
    edited.set(RoomId(1), LayoutRoom { name: "d".into(), position: [0.25, 7.0, 0.0] }).unwrap();
    edited.push(LayoutRoom { name: "e".into(), position: [0.0; 3] }).unwrap();
    let text = String::from_utf8(edited.to_bytes()).unwrap();
    let expected = String::from_utf8_lossy(TEXT)
        .replace("\t  **** 1.5 -2.0 1e-3\r\n      c 3.0 0.0 0.0\r\n", "")
        .replace("      a 0.0 0.0 0.0\r\n", "      c 3.0 0.0 0.0\r\n      d 0.25 7.0 0.0\r\n      e 0.0 0.0 0.0\r\n");
    assert_eq!(text, expected);
    assert_eq!(Layout::from_bytes(&edited.to_bytes()).unwrap(), edited);
}

#[test]
fn a_last_line_without_an_end_gets_one_where_another_follows() {
    let text = b"roomcount 2\r\n a 0.0 0.0 0.0\r\n b 1.0 0.0 0.0";
    let mut layout = Layout::from_bytes(text).unwrap();
    layout.reorder(&[1, 0]).unwrap();
    assert_eq!(layout.to_bytes(), b"roomcount 2\r\n b 1.0 0.0 0.0\r\n a 0.0 0.0 0.0\r\n");
    let mut layout = Layout::from_bytes(text).unwrap();
    layout.push(LayoutRoom { name: "c".into(), position: [2.0, 0.0, 0.0] }).unwrap();
    assert_eq!(layout.to_bytes(), b"roomcount 3\r\n a 0.0 0.0 0.0\r\n b 1.0 0.0 0.0\r\n c 2.0 0.0 0.0");

    let mut spaced = Layout::from_bytes(b"roomcount 2\n\n a 0.0 0.0 0.0\n\n b 1.0 0.0 0.0\ntrackcount 0\n").unwrap();
    spaced.push(LayoutRoom { name: "c".into(), position: [2.0, 0.0, 0.0] }).unwrap();
    assert_eq!(spaced.to_bytes(), b"roomcount 3\n\n a 0.0 0.0 0.0\n\n b 1.0 0.0 0.0\n c 2.0 0.0 0.0\ntrackcount 0\n");
}

#[test]
fn an_order_that_is_none_changes_nothing() {
    let mut layout = layout();
    assert_eq!(layout.reorder(&[0, 0]), Err(LayoutError::InvalidOrder { rooms: 3 }));
    assert_eq!(layout.reorder(&[3]), Err(LayoutError::InvalidOrder { rooms: 3 }));
    assert_eq!(layout.to_bytes(), TEXT);
}

#[test]
fn what_cannot_be_understood_is_named() {
    let bad = Layout::from_bytes(b"roomcount 1\n  a 1.0 2.0\n").unwrap_err();
    assert_eq!(bad.to_string(), "line 2 of the layout: expected a room: a name and three numbers, found `a 1.0 2.0`");
    assert_eq!(Layout::from_bytes(b"nothing"), Err(LayoutError::NoRoomCount));
    assert_eq!(
        Layout::from_bytes(b"roomcount 4000000000\n a 0 0 0\n"),
        Err(LayoutError::TooShort { expected: 4_000_000_000, found: 1 })
    );
    assert!(Layout::from_bytes(b"roomcount 1\n a inf 0 0\n").is_err());
}

proptest! {
    #[test]
    fn whatever_reads_is_written_back(bytes in r"(roomcount [0-3]\r?\n)?( *[a-z*]{1,4}( -?[0-9]\.[0-9]){3} *\r?\n|\n|x){0,5}") {
        if let Ok(layout) = Layout::from_bytes(bytes.as_bytes()) {
            prop_assert_eq!(layout.to_bytes(), bytes.as_bytes());
        }
    }
}

#[test]
fn a_text_of_more_lines_than_any_layout_is_refused() {
    let text = |blank: usize| format!("beginlayout\nroomcount 0\n{}", "\n".repeat(blank));
    assert_eq!(Layout::from_bytes(text(Layout::MAX_LINES - 2).as_bytes()).map(|layout| layout.rooms().len()), Ok(0));
    let error = Layout::from_bytes(text(Layout::MAX_LINES - 1).as_bytes());
    assert_eq!(error, Err(LayoutError::TooManyLines { lines: Layout::MAX_LINES + 1 }));
}
