/* statistics.c - quantiles, moments, correlations, and lines through samples. */
#include "plot/statistics.h"
#include <math.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

size_t tml_sort_finite(double *values, size_t count)
{
    size_t finite = 0;
    for (size_t i = 0; i < count; i++)
        if (isfinite(values[i]))
            values[finite++] = values[i];
    qsort(values, finite, sizeof *values, compare);
    return finite;
}

double tml_quantile(const double *sorted, size_t count, double part)
{
    if (count == 0)
        return NAN;
    const double at = part * (double)(count - 1);
    const size_t below = (size_t)floor(at);
    return below + 1 < count ? sorted[below] + (at - (double)below) * (sorted[below + 1] - sorted[below])
                             : sorted[count - 1];
}

void tml_mean_deviation(const double *values, size_t count, double *mean, double *deviation)
{
    double sum = 0, squares = 0;
    size_t finite = 0;
    for (size_t i = 0; i < count; i++)
        if (isfinite(values[i])) {
            sum += values[i];
            finite++;
        }
    *mean = finite > 0 ? sum / (double)finite : NAN;
    for (size_t i = 0; i < count; i++)
        if (isfinite(values[i]))
            squares += (values[i] - *mean) * (values[i] - *mean);
    *deviation = finite > 1 ? sqrt(squares / (double)(finite - 1)) : NAN;
}

/* ---- ranks ---- */

typedef struct {
    double value;
    size_t index;
} ranked;

static int compare_ranked(const void *a, const void *b)
{
    return compare(&((const ranked *)a)->value, &((const ranked *)b)->value);
}

double *tml_ranks(const double *values, size_t count, tml_arena *arena)
{
    ranked *list = TML_NEW_ARRAY(arena, ranked, count + 1);
    double *ranks = TML_NEW_ARRAY(arena, double, count + 1);
    size_t finite = 0;
    for (size_t i = 0; i < count; i++) {
        ranks[i] = NAN;
        if (isfinite(values[i]))
            list[finite++] = (ranked){values[i], i};
    }
    qsort(list, finite, sizeof *list, compare_ranked);
    for (size_t from = 0; from < finite;) {
        size_t to = from + 1;
        while (to < finite && list[to].value == list[from].value)
            to++;
        for (size_t i = from; i < to; i++)
            ranks[list[i].index] = (double)(from + to + 1) / 2;
        from = to;
    }
    return ranks;
}

double tml_correlation(const double *a, const double *b, size_t count)
{
    double mean_a = 0, mean_b = 0, aa = 0, bb = 0, ab = 0;
    size_t both = 0;
    for (size_t i = 0; i < count; i++)
        if (isfinite(a[i]) && isfinite(b[i])) {
            mean_a += a[i];
            mean_b += b[i];
            both++;
        }
    mean_a /= (double)both;
    mean_b /= (double)both;
    for (size_t i = 0; i < count; i++)
        if (isfinite(a[i]) && isfinite(b[i])) {
            aa += (a[i] - mean_a) * (a[i] - mean_a);
            bb += (b[i] - mean_b) * (b[i] - mean_b);
            ab += (a[i] - mean_a) * (b[i] - mean_b);
        }
    static const double tiny = 1e-14; /* of the size of the values: rounding */
    if (!(sqrt(aa) > tiny * fabs(mean_a)) || !(sqrt(bb) > tiny * fabs(mean_b)))
        return NAN;
    return fmin(fmax(ab / sqrt(aa * bb), -1), 1);
}

/* ---- least squares ---- */

static bool row_is_whole(const double *const *x, size_t k, const double *y, size_t row)
{
    for (size_t i = 0; i < k; i++)
        if (!isfinite(x[i][row]))
            return false;
    return isfinite(y[row]);
}

/* Columns of deviations from their means, each of length 1 (their lengths in `size`), the last one that of y. Returns the rows. */
static size_t standardize(const double *const *x, size_t k, const double *y, size_t count, double *q, double *size)
{
    size_t rows = 0;
    for (size_t row = 0; row < count; row++)
        if (row_is_whole(x, k, y, row)) {
            for (size_t i = 0; i <= k; i++)
                q[i * count + rows] = i < k ? x[i][row] : y[row];
            rows++;
        }
    for (size_t i = 0; i <= k; i++) {
        double *column = q + i * count, mean = 0, squares = 0, largest = 0;
        for (size_t r = 0; r < rows; r++) {
            mean += column[r] / (double)rows;
            largest = fmax(largest, fabs(column[r]));
        }
        for (size_t r = 0; r < rows; r++) {
            column[r] -= mean;
            squares += column[r] * column[r];
        }
        size[i] = sqrt(squares) > 1e-14 * largest ? sqrt(squares) : 0;
        for (size_t r = 0; r < rows; r++)
            column[r] = size[i] > 0 ? column[r] / size[i] : 0;
    }
    return rows;
}

static double dot(const double *a, const double *b, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* Modified Gram-Schmidt: column j becomes q_j, r (k + 1 x k + 1) what was taken from it. */
bool tml_regress(const double *const *x, size_t k, const double *y, size_t count, tml_arena *arena,
                 tml_regression *made)
{
    const size_t n = k + 1;
    double *q = TML_NEW_ARRAY(arena, double, n *count + 1), *size = TML_NEW_ARRAY(arena, double, n);
    double *r = TML_NEW_ARRAY(arena, double, n *n);
    made->slopes = TML_NEW_ARRAY(arena, double, n);
    made->rows = standardize(x, k, y, count, q, size);
    if (made->rows < k + 2)
        return false;
    for (size_t j = 0; j < n; j++) {
        double *column = q + j * count;
        for (size_t i = 0; i < j; i++) {
            r[i * n + j] = dot(q + i * count, column, made->rows);
            for (size_t row = 0; row < made->rows; row++)
                column[row] -= r[i * n + j] * q[i * count + row];
        }
        r[j * n + j] = sqrt(dot(column, column, made->rows));
        if (j < k && !(r[j * n + j] > 1e-7))
            return false;
        for (size_t row = 0; j < k && row < made->rows; row++)
            column[row] /= r[j * n + j];
    }
    for (size_t i = k; i-- > 0;) {
        double b = r[i * n + k];
        for (size_t j = i + 1; j < k; j++)
            b -= r[i * n + j] * made->slopes[j];
        made->slopes[i] = b / r[i * n + i];
    }
    for (size_t i = 0; i < k; i++)
        made->slopes[i] *= size[k] / size[i];
    made->share = size[k] > 0 ? 1 - r[k * n + k] * r[k * n + k] : 1;
    return true;
}
