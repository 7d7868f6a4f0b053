//! Adds points along the shortest paths between points that are not linked, so that links connect what the floor connects.

use std::collections::BTreeMap;

use super::net::{LONGEST, Net};
use super::{Job, length};
use crate::geometry::lerp;
use crate::mesh::Path;

/// Maximum number of other points that are tried from each point, the nearest ones, and of tries to connect the same two sets.
const NEAREST: usize = 16;
const TRIES: u32 = 4;

/// Maximum length of the pieces of a path at whose ends points may be added, in metres.
const PIECE: f64 = 0.5;

impl Net<'_> {
    /// Adds points until all points of a part of the floor are connected, as far as the engine's walks follow the shortest paths.
    pub(super) fn connect(&mut self) {
        let floor = &self.job.floor;
        let at: Vec<[f32; 3]> = self.posts.iter().map(|post| self.job.engine.on_floor(post.at)).collect();
        let positions = floor.positions(&at);
        let parts: Vec<Option<u32>> = positions.iter().map(|at| at.and_then(|at| floor.part(at))).collect();
        let mut sets = self.sets();
        let mut pairs = Vec::new();
        for a in self.alive() {
            let is_other = |b: &usize| {
                parts[*b].is_some() && parts[*b] == parts[a] && sets.least(a as u32) != sets.least(*b as u32)
            };
            let others =
                self.alive().filter(is_other).map(|b| (length(self.posts[a].at, self.posts[b].at).to_bits(), b));
            let mut others: Vec<(u64, usize)> = others.collect();
            others.sort_unstable();
            pairs.extend(others.into_iter().take(NEAREST).map(|(length, b)| (length, a.min(b), a.max(b))));
        }
        pairs.sort_unstable();
        pairs.dedup();
        let mut tries = BTreeMap::<[u32; 2], u32>::new();
        for (_, a, b) in pairs {
            let mut own = [a, b].map(|post| sets.least(post as u32));
            own.sort_unstable();
            let (Some(from), Some(to)) = (positions[a], positions[b]) else { continue };
            let tried = tries.entry(own).or_default();
            *tried += 1;
            if own[0] == own[1] || *tried > TRIES {
                continue;
            }
            let Some(path) = floor.paths(&[(from, to)]).pop().flatten() else { continue };
            let Some(chain) = self.job.chain([self.posts[a].at, self.posts[b].at], &path) else { continue };
            let mut before = a;
            for at in chain {
                let number = self.posts.len();
                self.add(at, 1);
                self.link(before, number);
                before = number;
            }
            self.link(before, b);
            sets = self.sets();
        }
    }
}

impl Job<'_> {
    /// The points along a path at which straight links bend; `None` if the engine's walks do not follow it.
    fn chain(&self, [from, to]: [[f32; 2]; 2], path: &Path) -> Option<Vec<[f32; 2]>> {
        let mut line = vec![from];
        for next in path.points.iter().map(|it| [it.point[0], it.point[1]]).chain([to]) {
            let before = line[line.len() - 1];
            let pieces = (length(before, next) / PIECE).ceil();
            let piece = |number: u32| lerp(before.map(f64::from), next.map(f64::from), f64::from(number) / pieces);
            line.extend((1..pieces as u32).map(|number| piece(number).map(|value| value as f32)).chain([next]));
        }
        let last = line.len() - 1;
        let (mut at, mut here, mut chain) = (0, from, Vec::new());
        while at < last {
            let farthest = |walker| {
                (at + 1..=last).rev().filter(|next| length(here, line[*next]) <= LONGEST).find_map(|next| {
                    let is_end = |point: &[f32; 2]| next < last || *point == to;
                    let offered = [self.centred(line[next]), line[next]].into_iter().filter(is_end);
                    offered.into_iter().find(|point| self.is_link(here, *point, walker)).map(|point| (next, point))
                })
            };
            (at, here) = farthest(&self.wide).or_else(|| farthest(self.walker))?;
            chain.push(here);
        }
        chain.pop();
        Some(chain)
    }
}
