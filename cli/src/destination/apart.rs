//! Results that would be written to the same file.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::anyhow;

use crate::input::Source;
use crate::location::FileLocation;
use crate::output::Report;
use crate::skip_counts::Skip;

use super::Target;
use super::names::folded;

/// The jobs with a target that no other job has. A TRN in a folder takes the target of the TRX beside it, which is skipped.
pub(super) fn apart(mut jobs: Vec<(Source, Target)>, report: &mut Report) -> Vec<(Source, Target)> {
    let mut left_out = BTreeSet::new();
    for (path, wanting) in sharing(&jobs) {
        let is_met = |index: usize| jobs[index].0.folder.is_some();
        let (trn, others): (Vec<usize>, Vec<usize>) = wanting.iter().partition(|index| is_renamed(&jobs[**index]));
        if let ([trn], [trx]) = (&trn[..], &others[..])
            && is_met(*trn)
            && is_met(*trx)
        {
            report.skip(Skip::TrxOfTrn);
            left_out.insert(*trx);
            jobs[*trn].1.path = jobs[*trx].1.path.clone();
            continue;
        }
        let sources: Vec<_> = wanting.iter().map(|index| jobs[*index].0.path.to_string()).collect();
        report.problem(&path, &anyhow!("more than one result would be written to this file: {}", sources.join(", ")));
        left_out.extend(wanting);
    }
    let jobs = jobs.into_iter().enumerate().filter(|(index, _)| !left_out.contains(index));
    jobs.map(|(_, job)| job).collect()
}

/// The jobs that share a target, by target. Case is ignored in the name of a TRX if one of its jobs bakes it from a TRN.
fn sharing(jobs: &[(Source, Target)]) -> Vec<(FileLocation, Vec<usize>)> {
    let mut of_folded: BTreeMap<FileLocation, Vec<usize>> = BTreeMap::new();
    for (index, (_, target)) in jobs.iter().enumerate() {
        of_folded.entry(folded(&target.path)).or_default().push(index);
    }
    let mut shared = Vec::new();
    for wanting in of_folded.into_values().filter(|wanting| wanting.len() > 1) {
        let target = |index: usize| jobs[index].1.path.clone();
        if let Some(trn) = wanting.iter().find(|index| is_renamed(&jobs[**index])) {
            shared.push((target(*trn), wanting));
            continue;
        }
        let mut of_target: BTreeMap<FileLocation, Vec<usize>> = BTreeMap::new();
        wanting.into_iter().for_each(|index| of_target.entry(target(index)).or_default().push(index));
        shared.extend(of_target.into_iter().filter(|(_, wanting)| wanting.len() > 1));
    }
    shared
}

/// Returns whether the result and its source have different names, as the TRX of a TRN has.
fn is_renamed((source, target): &(Source, Target)) -> bool {
    let [source, target] = [&source.path, &target.path].map(|path| path.extension());
    source.zip(target).is_some_and(|(source, target)| !source.eq_ignore_ascii_case(target))
}
