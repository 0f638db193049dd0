//! Places on a line that keep their order and their distances.
//!
//! # The algorithm
//!
//! With the distances subtracted, what is asked for is an ascending sequence as close as possible to the wishes,
//! in the sense of weighted least squares: an isotonic regression. Pooling adjacent violators solves it in
//! linear time: neighbours whose wishes are in the wrong order share their weighted mean.
//!
//! # Reference
//!
//! Barlow, Bartholomew, Bremner, Brunk: *Statistical Inference under Order Restrictions*, Wiley 1972, section 1.2.

/// Something to be placed.
#[derive(Debug, Clone, Copy)]
pub struct Wish {
    /// Where it would like to be.
    pub at: f64,
    /// How much that matters.
    pub weight: f64,
    /// The distance that it needs from the one before it; not used for the first one.
    pub gap: f64,
}

/// The places that keep all distances and are closest to the wishes.
pub fn place(wishes: &[Wish]) -> Vec<f64> {
    let mut offsets = Vec::with_capacity(wishes.len());
    let mut pools: Vec<(f64, f64, usize)> = Vec::new();
    let mut offset = 0.0;
    for (index, wish) in wishes.iter().enumerate() {
        if index > 0 {
            offset += wish.gap;
        }
        offsets.push(offset);
        let (mut sum, mut weight, mut count) = ((wish.at - offset) * wish.weight, wish.weight, 1);
        while let Some((before, heaviness, members)) = pools.last().copied() {
            if before / heaviness <= sum / weight {
                break;
            }
            sum += before;
            weight += heaviness;
            count += members;
            pools.pop();
        }
        pools.push((sum, weight, count));
    }
    let means = pools.iter().flat_map(|(sum, weight, count)| std::iter::repeat_n(sum / weight, *count));
    means.zip(offsets).map(|(mean, offset)| mean + offset).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(wishes: &[(f64, f64)]) -> Vec<f64> {
        place(
            &wishes
                .iter()
                .map(|(at, weight)| Wish { at: *at, weight: *weight, gap: 10.0 })
                .collect::<Vec<_>>(),
        )
    }

    #[test]
    fn wishes_are_granted_where_there_is_room() {
        assert_eq!(placed(&[(0.0, 1.0), (10.0, 1.0), (50.0, 1.0)]), [0.0, 10.0, 50.0]);
        assert_eq!(placed(&[]), [0.0; 0]);
    }

    #[test]
    fn neighbours_that_are_too_close_move_apart_by_their_weights() {
        assert_eq!(placed(&[(5.0, 1.0), (5.0, 1.0)]), [0.0, 10.0]);
        assert_eq!(placed(&[(5.0, 3.0), (5.0, 1.0)]), [2.5, 12.5]);
        assert_eq!(
            placed(&[(20.0, 1.0), (0.0, 1.0), (5.0, 1.0)]),
            [-1.6666666666666667, 8.333333333333334, 18.333333333333332]
        );
    }
}
