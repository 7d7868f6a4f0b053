//! Real files: reading compared with inflating, and reading and writing compared with opening.

use walkmesh::formats::Limits;
use walkmesh::level::{Kind, round_trip};
use walkmesh::nwn2::Terrain;

use crate::bakes::{inflate, packets};
use crate::clock::{in_turn, time};
use crate::table::{Figure, Table};
use crate::{Effort, corpus};

pub fn table(effort: &Effort) -> Table {
    let about = "Reading beyond inflating is what reading takes less what inflating with zlib-rs takes.";
    let mut table = Table::new("Real files", &["reference"], about);
    let areas: Vec<Vec<u8>> =
        corpus::areas().iter().take(effort.files).filter_map(|path| std::fs::read(path).ok()).collect();
    if areas.is_empty() {
        table.not_run.push(format!("real files: {}", corpus::NONE));
        return table;
    }
    let packets = packets(effort);
    let read = |bytes| time(|| Terrain::from_bytes(bytes).map(|terrain| terrain.shared_walkmesh().map(drop)));
    let [read, inflated] = in_turn(
        effort.rounds,
        [&mut || areas.iter().map(|bytes| read(bytes)).sum(), &mut || {
            packets.iter().map(|packet| time(|| inflate(packet))).sum()
        }],
    );
    let work = format!("read {} TRX, beyond inflating; beside inflating", areas.len());
    table.row(work, [read - inflated, inflated].map(Figure::Time));

    let files: Vec<_> = corpus::all().into_iter().take(effort.files.saturating_mul(10)).collect();
    let trip = |path| {
        time(|| {
            let bytes = std::fs::read(path).expect("a file that reads");
            Kind::detect(&bytes).map(|kind| round_trip(kind, &bytes, &Limits::default()))
        })
    };
    let [trips, opened, inflated] = in_turn(
        effort.rounds,
        [
            &mut || files.iter().map(trip).sum(),
            &mut || files.iter().map(|path| time(|| std::fs::read(path).expect("a file that reads"))).sum(),
            &mut || packets.iter().map(|packet| time(|| inflate(packet))).sum(),
        ],
    );
    let work = format!("`round_trip` of {} files", files.len());
    table.row(format!("{work}, opening them with it; beside opening them"), [trips, opened].map(Figure::Time));
    let both = opened + inflated;
    table.row(format!("{work}; beside opening them and inflating once"), [trips, both].map(Figure::Time));
    table
}
