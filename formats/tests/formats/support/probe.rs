//! The layout of a value in its bytes, found by making each read fail in turn: binrw's error then names the field.

use std::io::{self, Cursor, Read, Seek, SeekFrom};

use binrw::BinResult;
use binrw::error::BacktraceFrame;

/// One value that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    pub offset: u64,
    pub size: u64,
    /// From the outermost struct to the innermost: the struct, and its field, behind any index.
    pub frames: Vec<Frame>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Frame {
    Field { name: String, of: String },
    Index(String),
}

impl Reading {
    /// `tiles[0].header.name`.
    pub fn path(&self) -> String {
        let mut path = String::new();
        for frame in &self.frames {
            match frame {
                // The only field of a newtype has no name.
                Frame::Field { name, .. } if name.starts_with("self_") => {}
                Frame::Field { name, .. } => {
                    let dot = if path.is_empty() { "" } else { "." };
                    path.extend([dot, name]);
                }
                Frame::Index(index) => path.push_str(index),
            }
        }
        path
    }

    /// The innermost struct and its field.
    pub fn innermost(&self) -> Option<(&str, &str)> {
        self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Field { name, of } => Some((of.as_str(), name.as_str())),
            Frame::Index(_) => None,
        })
    }
}

/// A reader over bytes that notes its reads, and fails at one of them.
pub struct Probe<'a> {
    cursor: Cursor<&'a [u8]>,
    reads: Vec<(u64, u64)>,
    fails_at: usize,
}

impl<'a> Probe<'a> {
    fn new(bytes: &'a [u8], fails_at: usize) -> Self {
        Self { cursor: Cursor::new(bytes), reads: Vec::new(), fails_at }
    }
}

impl Read for Probe<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        let at = self.cursor.position();
        let number = self.reads.len();
        self.reads.push((at, buffer.len() as u64));
        if number == self.fails_at { Err(io::Error::other("probe")) } else { self.cursor.read(buffer) }
    }
}

impl Seek for Probe<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.cursor.seek(to)
    }
}

/// Every read of `bytes` by `read`, in order, with its field.
pub fn readings<T>(bytes: &[u8], read: impl Fn(&mut Probe<'_>) -> BinResult<T>) -> Vec<Reading> {
    let mut all = Probe::new(bytes, usize::MAX);
    if let Err(error) = read(&mut all) {
        panic!("the sample reads: {error}");
    }
    let reads = all.reads;
    let reading = |(number, &(offset, size))| {
        let Err(error) = read(&mut Probe::new(bytes, number)) else { panic!("read {number} can fail") };
        Reading { offset, size, frames: frames(&error) }
    };
    reads.iter().enumerate().map(reading).collect()
}

/// The fields in the order of their bytes: consecutive reads of one field are merged (arrays are read element by element), and bytes that
/// are read twice belong to the innermost field.
pub fn in_order(readings: &[Reading]) -> Vec<Reading> {
    let mut sorted = readings.to_vec();
    sorted.sort_by_key(|reading| (reading.offset, std::cmp::Reverse(reading.frames.len())));
    let mut fields: Vec<Reading> = Vec::new();
    for reading in sorted {
        match fields.last_mut() {
            Some(last) if reading.offset < last.offset + last.size => {}
            Some(last) if last.frames == reading.frames && last.offset + last.size == reading.offset => {
                last.size += reading.size;
            }
            _ => fields.push(reading),
        }
    }
    fields
}

fn frames(error: &binrw::Error) -> Vec<Frame> {
    let binrw::Error::Backtrace(trace) = error else { return Vec::new() };
    let frame = |frame: &BacktraceFrame| match frame {
        // binrw 0.15: "While parsing field 'x' in T".
        BacktraceFrame::Full { message, .. } => {
            let mut parts = message.split('\'');
            let name = parts.nth(1).expect("a field in quotes").to_owned();
            let of = parts.next().and_then(|rest| rest.strip_prefix(" in ")).expect("its struct").to_owned();
            Some(Frame::Field { name, of })
        }
        BacktraceFrame::Message(index) if index.starts_with('[') => Some(Frame::Index(index.to_string())),
        _ => None,
    };
    trace.frames.iter().rev().filter_map(frame).collect()
}
