/* massless_split.c - balance of massless motions split into rows that dampers determine and rows of springs alone.
 *
 * Gaussian elimination with full pivoting of [C | K | b1 | b2] leaves damped rows above and rows without C below, which are the balance
 * of springs alone:
 *   velocities   C_above dw = -P' Q      K_below dw = -(P' Q)'
 *   positions    K_below V x = -P' Q     with C V = 0: along undamped directions
 */
#include "dynamics/massless/massless_split.h"
#include <lapacke.h>
#include <math.h>
#include <string.h>

static const double NO_DAMPING = 1e-11; /* of the largest entry of C */
static const double NO_RESISTANCE = 1e-13;
static const double UNSTABLE = 1e-9; /* of the largest stiffness */

tml_massless_split tml_massless_split_make(int largest, tml_arena *arena)
{
    const size_t n = (size_t)largest;
    return (tml_massless_split){.S = TML_NEW_ARRAY(arena, double, n *(2 * n + 2)),
                                .T = TML_NEW_ARRAY(arena, double, n *n),
                                .right = TML_NEW_ARRAY(arena, double, n),
                                .relaxation = TML_NEW_ARRAY(arena, double, n),
                                .order = TML_NEW_ARRAY(arena, int, n),
                                .pivot = TML_NEW_ARRAY(arena, int, n)};
}

static void swap_rows(double *S, int width, int i, int j)
{
    for (int k = 0; i != j && k < width; k++) {
        const double kept = S[i * width + k];
        S[i * width + k] = S[j * width + k], S[j * width + k] = kept;
    }
}

static void swap_columns(double *S, int width, int n, int i, int j)
{
    for (int row = 0; i != j && row < n; row++)
        for (int part = 0; part < 2 * n; part += n) {
            double *at = S + row * width + part;
            const double kept = at[i];
            at[i] = at[j], at[j] = kept;
        }
}

/* The largest entry of C beyond the first p rows and columns, among rows whose relaxation time is long enough. False:
 * none. */
static bool find_pivot(tml_massless_split *x, int p, double min_pivot, double at_once, int *row, int *column)
{
    const int n = x->n, width = 2 * n + 2;
    double largest = min_pivot;
    for (int i = p; i < n; i++) {
        const double *C = x->S + i * width, *K = C + n;
        double stiffness = 0;
        for (int j = 0; j < n; j++)
            stiffness = fmax(stiffness, fabs(K[j]));
        for (int j = p; j < n; j++)
            if (fabs(C[j]) > largest && fabs(C[j]) > at_once * stiffness) {
                largest = fabs(C[j]);
                *row = i, *column = j;
                x->relaxation[p] = largest / stiffness;
            }
    }
    return largest > min_pivot;
}

/* Columns of C and K are exchanged too; `order` keeps their numbers. */
void tml_massless_eliminate(tml_massless_split *x, int n, const double *C, const double *K, const double *b1,
                            const double *b2, double at_once)
{
    const int width = 2 * n + 2;
    double *S = x->S, max_value = 0;
    x->n = n;
    for (int i = 0; i < n; i++) {
        memcpy(S + i * width, C + i * n, (size_t)n * sizeof(double));
        memcpy(S + i * width + n, K + i * n, (size_t)n * sizeof(double));
        S[i * width + 2 * n] = b1[i], S[i * width + 2 * n + 1] = b2[i];
        x->order[i] = i;
        for (int j = 0; j < n; j++)
            max_value = fmax(max_value, fabs(C[i * n + j]));
    }
    int p = 0;
    for (int row = 0, column = 0; p < n && find_pivot(x, p, NO_DAMPING * max_value, at_once, &row, &column); p++) {
        const int kept = x->order[p];
        x->order[p] = x->order[column], x->order[column] = kept;
        swap_rows(S, width, p, row);
        swap_columns(S, width, n, p, column);
        for (int i = p + 1; i < n; i++) {
            const double factor = S[i * width + p] / S[p * width + p];
            for (int k = p; factor != 0 && k < width; k++)
                S[i * width + k] -= factor * S[p * width + k];
        }
    }
    x->damped = p;
}

/* T x = right, rows scaled to a largest entry of 1. */
static bool solve(tml_massless_split *x, int n)
{
    for (int i = 0; i < n; i++) {
        double max_value = 0;
        for (int j = 0; j < n; j++)
            max_value = fmax(max_value, fabs(x->T[j * n + i]));
        if (!(max_value > 0))
            return false;
        for (int j = 0; j < n; j++)
            x->T[j * n + i] /= max_value;
        x->right[i] /= max_value;
    }
    if (n && LAPACKE_dgesv_work(LAPACK_COL_MAJOR, n, 1, x->T, n, x->pivot, x->right, n))
        return false;
    for (int i = 0; i < n; i++)
        if (!(fabs(x->T[i * n + i]) > NO_RESISTANCE))
            return false;
    return true;
}

bool tml_massless_velocities(tml_massless_split *x, double kept, double *w)
{
    const int n = x->n, damped = x->damped, width = 2 * n + 2;
    for (int i = 0; i < n; i++) {
        const double *row = x->S + i * width, *from = row + (i < damped ? 0 : n);
        for (int j = 0; j < n; j++)
            x->T[j * n + i] = i < damped && j < i ? 0 : from[j];
        x->right[i] = i >= damped ? -row[2 * n + 1] : x->relaxation[i] > kept ? -row[2 * n] : 0;
    }
    if (!solve(x, n))
        return false;
    for (int j = 0; j < n; j++)
        w[x->order[j]] = x->right[j];
    return true;
}

/* T x = right: K_below V along undamped directions, -P' Q; returns the number m of unknowns. Once after an elimination. */
static int form_springs(tml_massless_split *x)
{
    const int n = x->n, damped = x->damped, width = 2 * n + 2, m = n - damped;
    double *S = x->S;
    for (int c = 0; c < m; c++) /* V: identity below; its negative above is stored in the columns of C without pivots */
        for (int i = damped - 1; i >= 0; i--) {
            double sum = S[i * width + damped + c];
            for (int k = i + 1; k < damped; k++)
                sum -= S[i * width + k] * S[k * width + damped + c];
            S[i * width + damped + c] = sum / S[i * width + i];
        }
    for (int i = 0; i < m; i++) {
        const double *row = S + (damped + i) * width + n;
        for (int c = 0; c < m; c++) {
            double sum = row[damped + c];
            for (int k = 0; k < damped; k++)
                sum -= row[k] * S[k * width + damped + c];
            x->T[c * m + i] = sum;
        }
        x->right[i] = -S[(damped + i) * width + 2 * n];
    }
    return m;
}

/* out (n) = V y, y (m) */
static void expand_springs(const tml_massless_split *x, const double *y, double *out)
{
    const int n = x->n, damped = x->damped, width = 2 * n + 2, m = n - damped;
    for (int j = 0; j < n; j++) {
        double sum = j < damped ? 0 : y[j - damped];
        for (int c = 0; j < damped && c < m; c++)
            sum -= x->S[j * width + damped + c] * y[c];
        out[x->order[j]] = sum;
    }
}

bool tml_massless_positions(tml_massless_split *x, double *out)
{
    if (!solve(x, form_springs(x)))
        return false;
    expand_springs(x, x->right, out);
    return true;
}

/* With T = E diag(value) E' (its symmetric part), the step along each eigenvector e is -e (e . right)/|value|. Where
 * springs are stable, value < 0, and this is Newton's step; along unstable directions it goes the other way. */
bool tml_massless_descend(tml_massless_split *x, double *out, tml_massless_springs *springs)
{
    const int m = form_springs(x);
    double value[TML_MASSLESS_SMALL], y[TML_MASSLESS_SMALL] = {0}, max_value = 0;
    int last = 0;
    *springs = (tml_massless_springs){.min_stiffness = 1};
    memset(out, 0, (size_t)x->n * sizeof(double));
    if (m == 0)
        return true;
    if (m > TML_MASSLESS_SMALL)
        return false;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < i; j++)
            x->T[i * m + j] = x->T[j * m + i] = 0.5 * (x->T[i * m + j] + x->T[j * m + i]);
    if (LAPACKE_dsyev(LAPACK_COL_MAJOR, 'V', 'U', m, x->T, m, value))
        return false;
    for (int k = 0; k < m; k++)
        max_value = fmax(max_value, fabs(value[k]));
    for (int k = 0; k < m; k++) {
        const double *e = x->T + k * m, size = fabs(value[k]);
        double force = 0;
        for (int i = 0; i < m; i++)
            force += e[i] * x->right[i];
        for (int i = 0; size > NO_RESISTANCE * max_value && i < m; i++)
            y[i] -= e[i] * force / size;
        last = value[k] > value[last] ? k : last;
        springs->min_stiffness = max_value > 0 ? fmin(springs->min_stiffness, size / max_value) : 0;
    }
    springs->unstable = max_value > 0 && value[last] > UNSTABLE * max_value;
    expand_springs(x, x->T + last * m, springs->motion);
    expand_springs(x, y, out);
    return true;
}
