//! [`DisjointSets`]: connected components by union-find.

/// Disjoint sets of numbers. The representative of each set is its lowest number.
pub struct DisjointSets {
    least: Vec<u32>,
}

impl DisjointSets {
    /// The sets of the numbers below `count` that links connect. Links must be between such
    /// numbers.
    pub fn new(count: usize, links: impl IntoIterator<Item = [u32; 2]>) -> Self {
        let mut least: Vec<u32> = (0..count as u32).collect();
        for link in links {
            let [a, b] = link.map(|number| shorten(&mut least, number));
            least[a.max(b) as usize] = a.min(b);
        }
        // A number's parent is not greater than the number, and is already final.
        for number in 0..count {
            least[number] = least[least[number] as usize];
        }
        Self { least }
    }

    /// The lowest number in the set of a number.
    #[inline]
    pub fn least(&self, number: u32) -> u32 {
        self.least[number as usize]
    }
}

/// Returns the lowest number of a set while the sets are built (path halving).
fn shorten(least: &mut [u32], mut number: u32) -> u32 {
    while least[number as usize] != number {
        let above = least[least[number as usize] as usize];
        least[number as usize] = above;
        number = above;
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_connect_over_others() {
        let sets = DisjointSets::new(7, [[5, 3], [1, 6], [3, 6], [2, 2]]);
        assert_eq!((0..7).map(|number| sets.least(number)).collect::<Vec<_>>(), [0, 1, 2, 1, 4, 1, 1]);
    }

    #[test]
    fn a_long_chain_is_one_set() {
        let sets = DisjointSets::new(1000, (1..1000).rev().map(|number| [number, number - 1]));
        assert!((0..1000).all(|number| sets.least(number) == 0));
    }
}
