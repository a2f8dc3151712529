//! Symmetric matrices and their eigenvalues.

/// A symmetric matrix, a row after the other.
pub type Matrix = Vec<Vec<f64>>;

/// The matrix of so many rows in which everything is 0.
pub fn zeros(size: usize) -> Matrix {
    vec![vec![0.0; size]; size]
}

/// The rows and columns of a matrix with these numbers.
pub fn part(matrix: &Matrix, numbers: &[usize]) -> Matrix {
    let row = |&row: &usize| numbers.iter().map(|&column| matrix[row][column]).collect();
    numbers.iter().map(row).collect()
}

/// The eigenvalues of a symmetric matrix, and an eigenvector of length 1 for each, as rows: the cyclic Jacobi method.
/// The dice of a file make small matrices, for which nothing better is needed.
pub fn eigen(mut matrix: Matrix) -> (Vec<f64>, Matrix) {
    /// Each sweep squares what is left beside the diagonal, in the end. No matrix needs as many as these.
    const MOST_SWEEPS: usize = 60;
    let size = matrix.len();
    let mut vectors: Matrix = (0..size)
        .map(|row| {
            (0..size)
                .map(|column| f64::from(u8::from(row == column)))
                .collect()
        })
        .collect();
    for _ in 0..MOST_SWEEPS {
        let mut beside = 0.0;
        let mut on = 0.0;
        for (row, values) in matrix.iter().enumerate() {
            on += values[row] * values[row];
            beside += values[..row].iter().map(|value| value * value).sum::<f64>();
        }
        if beside <= 1e-30 * on {
            break;
        }
        for p in 0..size {
            for q in p + 1..size {
                rotate(&mut matrix, &mut vectors, p, q);
            }
        }
    }
    let values = (0..size).map(|index| matrix[index][index]).collect();
    (values, vectors)
}

/// Turns the plane of two axes so that the element that belongs to both becomes 0.
fn rotate(matrix: &mut Matrix, vectors: &mut Matrix, p: usize, q: usize) {
    let beside = matrix[p][q];
    if beside == 0.0 {
        return;
    }
    let theta = (matrix[q][q] - matrix[p][p]) / (2.0 * beside);
    let tangent = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
    let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
    let sine = tangent * cosine;
    for row in matrix.iter_mut() {
        let (one, other) = (row[p], row[q]);
        row[p] = cosine * one - sine * other;
        row[q] = sine * one + cosine * other;
    }
    turn_rows(matrix, p, q, [cosine, sine]);
    turn_rows(vectors, p, q, [cosine, sine]);
}

fn turn_rows(matrix: &mut Matrix, p: usize, q: usize, [cosine, sine]: [f64; 2]) {
    let (above, below) = matrix.split_at_mut(q);
    for (one, other) in above[p].iter_mut().zip(&mut below[0]) {
        (*one, *other) = (cosine * *one - sine * *other, sine * *one + cosine * *other);
    }
}

/// The rows of a matrix that makes of a vector with this covariance one whose parts are independent and have
/// variance 1. The covariance has no eigenvalue that is not positive.
///
/// Also the logarithm of its determinant.
pub fn whitening(covariance: Matrix) -> (Matrix, f64) {
    let (values, mut vectors) = eigen(covariance);
    for (row, value) in vectors.iter_mut().zip(&values) {
        let scale = 1.0 / value.sqrt();
        row.iter_mut().for_each(|part| *part *= scale);
    }
    (vectors, values.iter().map(|value| libm::log(*value)).sum())
}

/// The matrix times the vector.
pub fn apply(matrix: &Matrix, vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| dot(row, vector)).collect()
}

/// The product of two matrices.
pub fn product(one: &Matrix, other: &Matrix) -> Matrix {
    let row = |row: &Vec<f64>| {
        let mut sum = vec![0.0; other.first().map_or(0, Vec::len)];
        for (factor, parts) in row.iter().zip(other) {
            let sums = sum.iter_mut().zip(parts);
            sums.for_each(|(sum, part)| *sum += factor * part);
        }
        sum
    };
    one.iter().map(row).collect()
}

/// The covariance of what `matrix` makes of a vector with this covariance.
pub fn transformed(matrix: &Matrix, covariance: &Matrix) -> Matrix {
    let half: Matrix = matrix.iter().map(|row| apply(covariance, row)).collect();
    matrix
        .iter()
        .map(|row| half.iter().map(|other| dot(row, other)).collect())
        .collect()
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eigenvectors_are_turned_into_multiples_of_themselves() {
        let matrix: Matrix = (0..6)
            .map(|row| {
                (0..6)
                    .map(|column| 1.0 / (1 + row + column) as f64)
                    .collect()
            })
            .collect();
        let (values, vectors) = eigen(matrix.clone());
        for (value, vector) in values.iter().zip(&vectors) {
            assert!((dot(vector, vector) - 1.0).abs() < 1e-12);
            for (one, other) in apply(&matrix, vector).iter().zip(vector) {
                assert!((one - value * other).abs() < 1e-12);
            }
        }
        // The known determinant of the Hilbert matrix of this size.
        let determinant: f64 = values.iter().product();
        assert!(
            (determinant / 5.3673e-18 - 1.0).abs() < 1e-3,
            "{determinant}"
        );
    }

    #[test]
    fn whitened_parts_are_independent() {
        let covariance = vec![vec![4.0, 1.0], vec![1.0, 2.0]];
        let (white, log_determinant) = whitening(covariance.clone());
        assert!((log_determinant - libm::log(7.0)).abs() < 1e-12);
        for (row, values) in transformed(&white, &covariance).iter().enumerate() {
            for (column, value) in values.iter().enumerate() {
                let expected = f64::from(u8::from(row == column));
                assert!((value - expected).abs() < 1e-12);
            }
        }
    }
}
