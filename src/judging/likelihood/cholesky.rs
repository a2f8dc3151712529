//! Covariances as products L·Lᵀ (Cholesky), computed in the same order on every machine.

/// A matrix, row by row.
pub type Matrix = Vec<Vec<f64>>;

/// The lower triangular factor L of a covariance L·Lᵀ.
#[derive(Clone, Debug)]
pub struct Cholesky {
    /// The rows of L, each up to the diagonal.
    lower: Matrix,
}

impl Cholesky {
    /// Factors a symmetric matrix; `None` if not all of its eigenvalues are positive, as far as
    /// rounding lets that be seen.
    pub fn new(matrix: &Matrix) -> Option<Cholesky> {
        let mut lower: Matrix = Vec::new();
        for values in matrix {
            let mut row = solve_lower(&lower, values);
            let squares: f64 = row.iter().map(|value| value * value).sum();
            let remainder = values[row.len()] - squares;
            if !(remainder > 0.0 && remainder.is_finite()) {
                return None;
            }
            row.push(libm::sqrt(remainder));
            lower.push(row);
        }
        Some(Cholesky { lower })
    }

    /// The sum of squares of a vector, weighted by the inverse of the matrix: vᵀC⁻¹v.
    pub fn squares(&self, vector: &[f64]) -> f64 {
        let solution = solve_lower(&self.lower, vector);
        solution.iter().map(|value| value * value).sum()
    }

    /// The mean of the [squares](Self::squares) of random vectors with mean 0 and this covariance,
    /// which need not be the matrix itself.
    pub fn mean_squares(&self, covariance: &Matrix) -> f64 {
        let half: Matrix = covariance
            .iter()
            .map(|row| solve_lower(&self.lower, row))
            .collect();
        let column = |index: usize| half.iter().map(|row| row[index]).collect::<Vec<_>>();
        (0..half.len())
            .map(|index| solve_lower(&self.lower, &column(index))[index])
            .sum()
    }

    /// The logarithm of the determinant of the matrix.
    pub fn log_determinant(&self) -> f64 {
        let rows = self.lower.iter().enumerate();
        2.0 * rows.map(|(index, row)| libm::log(row[index])).sum::<f64>()
    }
}

/// Solves L·x = v for the first parts of the vector v, one for each row of L.
fn solve_lower(lower: &Matrix, vector: &[f64]) -> Vec<f64> {
    let mut solution = Vec::with_capacity(vector.len());
    for (row, value) in lower.iter().zip(vector) {
        let known: f64 = row
            .iter()
            .zip(&solution)
            .map(|(entry, value)| entry * value)
            .sum();
        solution.push((value - known) / row[solution.len()]);
    }
    solution
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_that_is_solved_by_hand() {
        let matrix = vec![vec![4.0, 1.0], vec![1.0, 2.0]];
        let cholesky = Cholesky::new(&matrix).unwrap();
        assert!((cholesky.log_determinant() - libm::log(7.0)).abs() < 1e-12);
        // The inverse is [2, −1; −1, 4] / 7.
        assert!((cholesky.squares(&[1.0, 3.0]) - 32.0 / 7.0).abs() < 1e-12);
        assert!((cholesky.mean_squares(&matrix) - 2.0).abs() < 1e-12);
        let covariance = vec![vec![1.0, 1.0], vec![1.0, 3.0]];
        assert!((cholesky.mean_squares(&covariance) - 12.0 / 7.0).abs() < 1e-12);
    }

    #[test]
    fn matrices_that_are_not_positive_definite_are_refused() {
        for (diagonal, beside) in [
            (1.0, 1.0),
            (1.0, 2.0),
            (-1.0, 0.0),
            (f64::NAN, 0.0),
            (1.0, f64::NAN),
        ] {
            let matrix = vec![vec![diagonal, beside], vec![beside, diagonal]];
            assert!(Cholesky::new(&matrix).is_none(), "{matrix:?}");
        }
    }
}
