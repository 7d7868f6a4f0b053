//! The rules for files of any kind.

use super::Severity::Fatal;

super::rule::rules! {
    FILE_EMPTY {
        code: "file-empty",
        severity: Fatal,
        title: "The file is empty",
        explanation: "The file has no bytes. The game finds nothing in it.",
        remedy: "Take the file from a backup, or make it again.",
    }
    FILE_UNRECOGNISED {
        code: "file-unrecognised",
        severity: Fatal,
        title: "The file is of another kind than its name says",
        explanation: "The extension promises a format, but the bytes are of no format that this library knows. The game \
                      trusts the name and fails to load the file.",
        remedy: "If the file was renamed by mistake, give it its own extension again. Otherwise take it from a backup, or \
                 make it again.",
    }
    FILE_DAMAGED {
        code: "file-damaged",
        severity: Fatal,
        title: "The file is damaged",
        explanation: "The file starts as its format demands, but reading it ends at a field that contradicts the rest or \
                      lies behind the end of the file. The game may refuse the file, crash, or read garbage. Often the \
                      file was cut off while it was copied, or was changed as text.",
        remedy: "Take the file from a backup, or make it again. The finding names the field, its offset, and what was \
                 expected there.",
    }
}
