//! Which planted bug is on. This file becomes the module `switched` of `walkmesh-formats` in the copy of the project.

use std::os::unix::net::UnixDatagram;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// Nobody has looked into the environment yet.
const UNKNOWN: u32 = u32::MAX;
/// None is on, and those that are asked for are told to a socket.
const LISTING: u32 = u32::MAX - 1;
/// None is on.
const NONE: u32 = u32::MAX - 2;

static ON: AtomicU32 = AtomicU32::new(UNKNOWN);

/// A bit for each that was told.
static TOLD: [AtomicU64; 64] = [const { AtomicU64::new(0) }; 64];

/// Whether the planted bug of this number is on.
#[inline]
pub fn on(number: u32) -> bool {
    match ON.load(Ordering::Relaxed) {
        on if on < NONE => on == number,
        NONE => false,
        _ => first_or_listing(number),
    }
}

#[cold]
fn first_or_listing(number: u32) -> bool {
    match ON.load(Ordering::Relaxed) {
        UNKNOWN => {
            let on = std::env::var("MUTANT_ON").map(|on| on.parse().expect("a number"));
            let is_listing = std::env::var_os("MUTANTS_REACHED").is_some();
            ON.store(on.unwrap_or(if is_listing { LISTING } else { NONE }), Ordering::Relaxed);
            return self::on(number);
        }
        LISTING => {}
        // Another thread has looked in the meantime.
        _ => return self::on(number),
    }
    let bit = 1 << (number % 64);
    let word = &TOLD[number as usize / 64];
    if word.load(Ordering::Relaxed) & bit == 0 && word.fetch_or(bit, Ordering::Relaxed) & bit == 0 {
        // No file: some tests let each call fail in turn by which a program writes one.
        let path = std::env::var_os("MUTANTS_REACHED").expect("the path of the socket");
        let socket = UnixDatagram::unbound().expect("a socket");
        socket.send_to(&number.to_le_bytes(), path).expect("somebody listens");
    }
    false
}
