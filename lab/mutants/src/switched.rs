//! The planted bug that is active. This file becomes the module `switched` of each package in the copy of the project. A program that a test
//! starts inherits the variables of the environment.

use std::os::unix::net::UnixDatagram;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// The environment was not read yet.
const UNKNOWN: u32 = u32::MAX;
/// No bug is active, and queried bugs are reported to a socket.
const LISTING: u32 = u32::MAX - 1;
/// None is on.
const NONE: u32 = u32::MAX - 2;

static ON: AtomicU32 = AtomicU32::new(UNKNOWN);

/// A bit for each reported bug.
static TOLD: [AtomicU64; 64] = [const { AtomicU64::new(0) }; 64];

/// Returns whether the planted bug with this number is active.
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
        // Another thread has read it in the meantime.
        _ => return self::on(number),
    }
    let bit = 1 << (number % 64);
    let word = &TOLD[number as usize / 64];
    if word.load(Ordering::Relaxed) & bit == 0 && word.fetch_or(bit, Ordering::Relaxed) & bit == 0 {
        // A socket instead of a file: some tests make each file-writing call of a program fail in turn.
        let path = std::env::var_os("MUTANTS_REACHED").expect("the path of the socket");
        let socket = UnixDatagram::unbound().expect("a socket");
        socket.send_to(&number.to_le_bytes(), path).expect("somebody listens");
    }
    false
}
