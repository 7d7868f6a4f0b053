//! [`Level::mend`]: removes faults that a check finds, by repairs and a bake.

use crate::finding::{CheckOptions, Findings, Severity};

use super::{BakeOptions, BakeReport, CheckError, Level, RepairOptions, RepairReport};

/// Options for mending a level.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct MendOptions {
    /// The options of the checks that judge the result.
    pub check: CheckOptions,
    /// Options for repairing the floor.
    pub repair: RepairOptions,
    /// Options for baking the tables.
    pub bake: BakeOptions,
}

/// The result of mending a level.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MendReport {
    /// The findings before.
    pub before: Findings,
    /// The findings after it.
    pub after: Findings,
    /// The repairs that made the level better, in the order in which they were made.
    pub repairs: Vec<RepairReport>,
    /// The bake, if it made the level better.
    pub bake: Option<BakeReport>,
    /// The errors of repairs and bakes that failed.
    pub failures: Vec<String>,
}

/// A change that may make a level better.
#[derive(Clone, Copy)]
enum Step {
    Repair,
    Bake,
    /// Sets the transitions of an area that are missing.
    Link,
}

impl Level {
    /// Repairs and bakes the level where a check finds a warning or worse, and keeps each change that leaves fewer findings of the worst
    /// severities. A level without a warning keeps every bit, and no transition is removed. An area of NWN2 that was never baked is baked.
    ///
    /// ```
    /// use walkmesh::kotor::{Kind, MaterialId, Walkmesh};
    /// use walkmesh::level::{Level, MendOptions};
    ///
    /// let floor = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 4.0, 0.0]];
    /// let mut raw = Walkmesh::from_triangles(Kind::Wok, [(floor, MaterialId(4))])?.into_raw();
    /// raw.distances[0] = 5.0;
    /// let mut level = Level::from(Walkmesh::from_raw(raw));
    /// let mended = level.mend(&MendOptions::default())?;
    /// assert_eq!((mended.before.count("distance-stale"), mended.after.count("distance-stale")), (1, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`CheckError`]: the level cannot be checked.
    pub fn mend(&mut self, options: &MendOptions) -> Result<MendReport, CheckError> {
        let before = self.check(&options.check)?;
        let after = before.clone();
        let mut report = MendReport { before, after, repairs: Vec::new(), bake: None, failures: Vec::new() };
        // Repairs need valid neighbours, which a bake makes, and a bake needs a valid floor.
        for step in [Step::Repair, Step::Bake, Step::Repair, Step::Link] {
            if report.after.worst() < Some(Severity::Warning) && self.is_baked() {
                break;
            }
            self.take(step, options, &mut report)?;
        }
        Ok(report)
    }

    /// Applies a change if it makes the level better.
    fn take(&mut self, step: Step, options: &MendOptions, report: &mut MendReport) -> Result<(), CheckError> {
        let mut mended = self.clone();
        let (mut repaired, mut baked) = (None, None);
        let done = match step {
            Step::Repair => {
                mended.repair(&options.repair).map(|done| repaired = Some(done)).map_err(|error| error.to_string())
            }
            Step::Link if self.kotor().area.is_none() => return Ok(()),
            Step::Link => {
                let linked = mended.repair(&options.repair.clone().with_transitions(true));
                linked.map(|done| repaired = Some(done)).map_err(|error| error.to_string())
            }
            Step::Bake => mended.bake(&options.bake).map(|done| baked = Some(done)).map_err(|error| error.to_string()),
        };
        if let Err(reason) = done {
            if !report.failures.contains(&reason) {
                report.failures.push(reason);
            }
            return Ok(());
        }
        if repaired
            .as_ref()
            .is_some_and(|done| done.is_unchanged() || done.links.iter().any(|link| link.before.is_some()))
        {
            return Ok(());
        }
        let after = mended.check(&options.check)?;
        let is_new = baked.is_some() && !self.is_baked();
        if is_new || badness(&after) < badness(&report.after) {
            *self = mended;
            report.after = after;
            report.repairs.extend(repaired);
            report.bake = baked.or(report.bake.take());
        }
        Ok(())
    }
}

/// Returns the number of findings that matter, the worst severity first.
fn badness(findings: &Findings) -> [usize; 3] {
    [Severity::Fatal, Severity::Error, Severity::Warning].map(|severity| findings.total(severity))
}
