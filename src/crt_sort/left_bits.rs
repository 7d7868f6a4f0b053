//! The exchanges of a partition, when it is known which side each element belongs to.

const BITS: usize = u64::BITS as usize;

/// Memory for one bit per element: whether it belongs to the left.
#[derive(Default)]
pub(super) struct LeftBits {
    belong_left: Vec<u64>,
}

impl LeftBits {
    /// Exchanges the first misplaced element from the left with the first misplaced one from the right, and so on. The
    /// element `tracked` belongs to the left, whatever the bits say. Returns how many elements belong to the left, and
    /// the new index of `tracked`.
    #[inline]
    pub(super) fn exchange<T>(
        &mut self,
        items: &mut [T],
        tracked: usize,
        belongs_left: impl Fn(&T) -> bool,
    ) -> (usize, usize) {
        let bits = |block: &[T]| block.iter().rev().fold(0, |bits, item| bits << 1 | u64::from(belongs_left(item)));
        if items.len() <= BITS {
            return exchange_few(items, bits(items) | 1 << tracked, tracked);
        }
        self.belong_left.clear();
        self.belong_left.extend(items.chunks(BITS).map(bits));
        self.belong_left[tracked / BITS] |= 1 << (tracked % BITS);
        let on_the_left = self.belong_left.iter().map(|bits| bits.count_ones() as usize).sum();
        (on_the_left, exchange(items, &self.belong_left, on_the_left, tracked))
    }
}

/// The exchanges for at most as many elements as a word has bits.
#[inline]
fn exchange_few<T>(items: &mut [T], belong_left: u64, tracked: usize) -> (usize, usize) {
    let on_the_left = belong_left.count_ones() as usize;
    let left_part = u64::MAX >> (BITS - on_the_left);
    let (mut wrong_left, mut wrong_right) = (left_part & !belong_left, belong_left & !left_part);
    let mut now = tracked;
    while wrong_left != 0 && wrong_right != 0 {
        let (left, right) = (wrong_left.trailing_zeros() as usize, wrong_right.ilog2() as usize);
        items.swap(left, right);
        now = if right == tracked { left } else { now };
        wrong_left &= wrong_left - 1;
        wrong_right ^= 1 << right;
    }
    (on_the_left, now)
}

/// Exchanges the misplaced elements among the first `on_the_left`, from their start, with the misplaced ones among the
/// rest, from their end. Returns the new index of the element `tracked`, which belongs to the left.
fn exchange<T>(items: &mut [T], belong_left: &[u64], on_the_left: usize, tracked: usize) -> usize {
    // The mask of a word's bits that belong to the left part.
    let on_left = |word: usize| match on_the_left.saturating_sub(word * BITS) {
        all if all >= BITS => u64::MAX,
        some => (1 << some) - 1,
    };
    let (mut left_word, mut right_word) = (0, belong_left.len());
    let (mut wrong_left, mut wrong_right) = (0_u64, 0_u64);
    let mut now = tracked;
    loop {
        while wrong_right == 0 {
            let Some(word) = right_word.checked_sub(1) else { return now };
            right_word = word;
            wrong_right = belong_left[word] & !on_left(word);
        }
        while wrong_left == 0 {
            wrong_left = !belong_left[left_word] & on_left(left_word);
            left_word += 1;
        }
        while wrong_left != 0 && wrong_right != 0 {
            let left = (left_word - 1) * BITS + wrong_left.trailing_zeros() as usize;
            let right = right_word * BITS + wrong_right.ilog2() as usize;
            items.swap(left, right);
            if right == tracked {
                now = left;
            }
            wrong_left &= wrong_left - 1;
            wrong_right ^= 1 << wrong_right.ilog2();
        }
    }
}
