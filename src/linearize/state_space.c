/* state_space.c - M y'' = C y' + K y + b u as a first-order system, with singular M where bodies are massless.
 *
 * y = T (y1, ya, yb): y1 has mass; M Ta = M Tb = 0, ya is damped, C Tb = 0. d: coordinates of released rows.
 *   0 = Kb (y1, ya, yb, d) + bb u                                       gives yb
 *   0 = Ka (y1, ya, yb, d) + Ca (y1', ya', d') + ba u                   gives ya'
 *   M y1'' = K1 (y1, ya, yb, d) + C1 (y1', ya', d') + b1 u - M1d d''    gives y1''
 */
#include "linearize/state_space.h"
#include "linalg/lapack.h"
#include "linearize/coupled_states.h"
#include "linearize/nonholonomic.h"
#include "linearize/result_feedback.h"
#include <math.h>
#include <string.h>

static const double ZERO_RATIO =
    1e-13; /* mass, damping or stiffness of a motion relative to its terms: below, it is zero */

static const double UNSTABLE = 1e-9; /* negative stiffness, relative to the largest: above, the motion is unstable */

typedef struct {
    const tml_linear *l;
    tml_arena *arena;
    size_t n, d, m;    /* degrees of freedom, released rows, inputs with the states of the user's behind them */
    size_t given;      /* inputs without these */
    size_t n1, na, nb; /* parts of y */
    size_t nt, np, n0; /* n1 + na + nb; n1 + na + d; na + nb with those left out */
    double *T;         /* (n x nt) y = T (y1, ya, yb) */
    int *coordinate;   /* (nt) index into l->chosen: the coordinate that names it */
    double *M, *C, *K; /* (nt x (nt + d)) T' . T */
    double *b;         /* (nt x m) */
    double *P;         /* (nb x (np + m)): (y1, ya, d; u) to yb */
    double *W;         /* (na x (np + n1 + d + m)): (y1, ya, d; y1', d'; u) to ya' */
    tml_state_space *out;
} builder;

static double *matrix(const builder *k, size_t rows, size_t columns)
{
    return TML_NEW_ARRAY(k->arena, double, rows *columns + 1);
}

/* c (rows x columns) += a (rows x inner) b (inner x columns) */
static void add_product(const double *a, size_t rows, size_t inner, const double *b, size_t columns, double *c)
{
    for (size_t j = 0; j < columns; j++)
        for (size_t k = 0; k < inner; k++)
            for (size_t i = 0; b[j * inner + k] != 0 && i < rows; i++)
                c[j * rows + i] += a[k * rows + i] * b[j * inner + k];
}

static double *transposed(const builder *k, const double *a, size_t rows, size_t columns)
{
    double *t = matrix(k, columns, rows);
    for (size_t i = 0; i < rows * columns; i++)
        t[i % rows * columns + i / rows] = a[i];
    return t;
}

/* Equilibrates a = R a C, since metres and radians are mixed: the largest entry of each row and column is about 1. r, c (n): powers of two. */
static void equilibrate(double *a, size_t n, double *r, double *c)
{
    for (size_t i = 0; i < n; i++) {
        double max_value = 0;
        for (size_t j = 0; j < n; j++)
            max_value = fmax(max_value, fabs(a[j * n + i]));
        r[i] = max_value > 0 && isfinite(max_value) ? ldexp(1, -ilogb(max_value)) : 1;
    }
    for (size_t j = 0; j < n; j++) {
        double max_value = 0;
        for (size_t i = 0; i < n; i++)
            max_value = fmax(max_value, fabs(a[j * n + i] * r[i]));
        c[j] = max_value > 0 && isfinite(max_value) ? ldexp(1, -ilogb(max_value)) : 1;
        for (size_t i = 0; i < n; i++)
            a[j * n + i] *= r[i] * c[j];
    }
}

/* x = a^-1 x, a (n x n) is kept. False: singular. */
static bool solve(const builder *k, const double *a, size_t n, double *x, size_t columns)
{
    double *copy = matrix(k, n, n), *r = matrix(k, n, 1), *c = matrix(k, n, 1);
    lapack_int *pivots = TML_NEW_ARRAY(k->arena, lapack_int, n + 1);
    double largest = 0;
    memcpy(copy, a, n * n * sizeof(double));
    if (n == 0)
        return true;
    equilibrate(copy, n, r, c);
    for (size_t i = 0; i < n * n; i++)
        largest = fmax(largest, fabs(copy[i]));
    for (size_t i = 0; i < n * columns; i++)
        x[i] *= r[i % n];
    const lapack_int N = (lapack_int)n;
    bool regular =
        tml_lapack_done(LAPACKE_dgesv(LAPACK_COL_MAJOR, N, (lapack_int)columns, copy, N, pivots, x, N), k->arena);
    for (size_t i = 0; i < n * columns; i++)
        x[i] *= c[i % n];
    for (size_t i = 0; i < n; i++)
        regular &= fabs(copy[i * (n + 1)]) > ZERO_RATIO * largest;
    return regular;
}

/* ---- massless motions ---- */

/* Rotates the basis N (n x count) so that its last *none columns span the common null space of A and A', to within `error`.
 * False: LAPACK failed. */
static bool split_null_space(const builder *k, const double *A, double error, double *N, size_t count, size_t *none)
{
    const size_t n = k->n;
    *none = 0;
    if (count == 0)
        return true;
    double largest = 0, *AN = matrix(k, 2 * n, count), *product = matrix(k, n, count);
    double *value = matrix(k, count, 1), *V = matrix(k, count, count), *spare = matrix(k, count, 1);
    const double *At = transposed(k, A, n, n);
    for (size_t i = 0; i < n * n; i++)
        largest = fmax(largest, fabs(A[i]));
    for (int side = 0; side < 2; side++) {
        memset(product, 0, n * count * sizeof(double));
        add_product(side ? At : A, n, n, N, count, product);
        for (size_t i = 0; i < n * count; i++)
            AN[i / n * 2 * n + (size_t)side * n + i % n] = product[i];
    }
    const lapack_int c = (lapack_int)count, rows = (lapack_int)(2 * n);
    if (!tml_lapack_done(LAPACKE_dgesvd(LAPACK_COL_MAJOR, 'N', 'A', rows, c, AN, rows, value, NULL, 1, V, c, spare),
                         k->arena))
        return false;
    for (size_t i = 0; i < count; i++)
        *none += value[i] <= fmax(ZERO_RATIO * (double)n * largest, (double)n * error);
    memset(product, 0, n * count * sizeof(double));
    add_product(N, n, count, transposed(k, V, count, count), count, product);
    memcpy(N, product, n * count * sizeof(double));
    return true;
}

/* N (n x count): basis of the null space of M, scaled to a unit diagonal. False: LAPACK failed. */
static bool find_massless(const builder *k, double *N, size_t *count)
{
    const size_t n = k->n;
    double *M = matrix(k, n, n), *scale = matrix(k, n, 1), *value = matrix(k, n, 1);
    for (size_t i = 0; i < n; i++)
        scale[i] = k->l->M[i * (n + 1)] > 0 ? 1 / sqrt(k->l->M[i * (n + 1)]) : 1;
    for (size_t i = 0; i < n * n; i++)
        M[i] = k->l->M[i] * scale[i / n] * scale[i % n];
    if (!tml_lapack_done(LAPACKE_dsyevd(LAPACK_COL_MAJOR, 'V', 'U', (lapack_int)n, M, (lapack_int)n, value), k->arena))
        return false;
    *count = 0;
    while (*count < n && value[*count] <= ZERO_RATIO * (double)n)
        ++*count;
    for (size_t i = 0; i < n * *count; i++)
        N[i] = M[i] * scale[i % n];
    return true;
}

/* Marks `count` coordinates that the directions N (n x count) move most independently. */
static bool choose_massless(const builder *k, const double *N, size_t count, bool *massless)
{
    const lapack_int n = (lapack_int)k->n, c = (lapack_int)count;
    double *order = transposed(k, N, k->n, count), *tau = matrix(k, count, 1);
    lapack_int *pivot = TML_NEW_ARRAY(k->arena, lapack_int, k->n + 1);
    if (count && !tml_lapack_done(LAPACKE_dgeqp3(LAPACK_COL_MAJOR, c, n, order, c, pivot, tau), k->arena))
        return false;
    for (size_t i = 0; i < count; i++)
        massless[pivot[i] - 1] = true;
    return true;
}

/* T: coordinates with mass unchanged, then Ta, Tb. False: LAPACK failed. */
static bool split_by_mass(builder *k)
{
    const size_t n = k->n;
    double *N = matrix(k, n, n);
    bool *massless = TML_NEW_ARRAY(k->arena, bool, n + 1);
    size_t count, undamped, ignorable;
    if (!find_massless(k, N, &count) || !split_null_space(k, k->l->C, k->l->damping_error, N, count, &undamped) ||
        !split_null_space(k, k->l->K, 0, N + (count - undamped) * n, undamped, &ignorable) ||
        !choose_massless(k, N, count, massless))
        return false;
    k->n0 = count;
    k->n1 = n - count, k->na = count - undamped, k->nb = undamped - ignorable;
    k->nt = n - ignorable, k->np = k->n1 + k->na + k->d;
    k->out->ignorable = (int)ignorable;
    k->T = matrix(k, n, k->nt);
    k->coordinate = TML_NEW_ARRAY(k->arena, int, k->nt + 1);
    size_t at = 0;
    for (size_t i = 0; i < n; i++)
        if (!massless[i])
            k->T[at * n + i] = 1, k->coordinate[at++] = (int)i;
    memcpy(k->T + k->n1 * n, N, n * (k->na + k->nb) * sizeof(double));
    for (; at < k->nt; at++) { /* name each after the coordinate that moves most */
        size_t max_value = 0;
        for (size_t i = 0; i < n; i++)
            if (massless[i] && (!massless[max_value] || fabs(k->T[at * n + i]) > fabs(k->T[at * n + max_value])))
                max_value = i;
        k->coordinate[at] = (int)max_value;
        massless[max_value] = false;
    }
    return true;
}

/* T' A (T, released) (nt x (nt + d)) for A (n x (n + d)) */
static double *transformed(const builder *k, const double *A)
{
    const size_t n = k->n, nt = k->nt;
    const double *Tt = transposed(k, k->T, n, nt);
    double *AT = matrix(k, n, nt + k->d), *out = matrix(k, nt, nt + k->d);
    add_product(A, n, n, k->T, nt, AT);
    memcpy(AT + n * nt, A + n * n, n * k->d * sizeof(double));
    add_product(Tt, nt, n, AT, nt + k->d, out);
    return out;
}

static void find_forces(builder *k, const tml_linear_input *inputs)
{
    const tml_linear *l = k->l;
    const size_t nv = (size_t)l->system->nv;
    double *direction = matrix(k, nv, 1), *on = matrix(k, k->n, k->m);
    for (size_t i = 0; i < k->m; i++) {
        const bool given = i < k->given;
        if (given && inputs[i].law < 0)
            continue;
        if (given)
            tml_linear_input_direction(l, inputs[i].law, direction);
        const double *along = given ? direction : l->Qs + (i - k->given) * nv, factor = given ? inputs[i].factor : 1;
        for (size_t a = 0; a < k->n; a++)
            for (size_t j = 0; j < nv; j++)
                on[i * k->n + a] += l->S[a * nv + j] * along[j] * factor;
    }
    k->b = matrix(k, k->nt, k->m);
    add_product(transposed(k, k->T, k->n, k->nt), k->nt, k->n, on, k->m, k->b);
}

/* ---- massless motions in terms of the others ---- */

/* Column of K or C for entry i of (y1, ya, d). */
static size_t column_of(const builder *k, size_t i)
{
    return i < k->n1 + k->na ? i : i + k->nb;
}

/* Undamped massless motions need positive stiffness: with negative stiffness any small mass would diverge arbitrarily fast. */
static void find_unstable(builder *k, const double *Kbb)
{
    const size_t nb = k->nb;
    double *S = matrix(k, nb, nb), *value = matrix(k, nb, 1);
    for (size_t i = 0; i < nb * nb; i++)
        S[i] = 0.5 * (Kbb[i] + Kbb[i % nb * nb + i / nb]);
    if (nb == 0 || !tml_lapack_done(
                       LAPACKE_dsyevd(LAPACK_COL_MAJOR, 'V', 'U', (lapack_int)nb, S, (lapack_int)nb, value), k->arena))
        return;
    if (value[nb - 1] > UNSTABLE * fmax(fabs(value[0]), value[nb - 1])) {
        size_t max_value = 0;
        for (size_t i = 0; i < nb; i++)
            max_value = fabs(S[(nb - 1) * nb + i]) > fabs(S[(nb - 1) * nb + max_value]) ? i : max_value;
        k->out->unstable_coordinate = k->l->chosen ? k->l->chosen[k->coordinate[k->n1 + k->na + max_value]] : 0;
    }
}

/* yb = P (y1, ya, d; u) */
static bool find_undamped(builder *k)
{
    const size_t nb = k->nb, from = k->n1 + k->na;
    double *Kbb = matrix(k, nb, nb);
    k->P = matrix(k, nb, k->np + k->m);
    for (size_t i = 0; i < nb; i++) {
        for (size_t j = 0; j < nb; j++)
            Kbb[j * nb + i] = k->K[(from + j) * k->nt + from + i];
        for (size_t j = 0; j < k->np; j++)
            k->P[j * nb + i] = -k->K[column_of(k, j) * k->nt + from + i];
        for (size_t j = 0; j < k->m; j++)
            k->P[(k->np + j) * nb + i] = -k->b[j * k->nt + from + i];
    }
    find_unstable(k, Kbb);
    return solve(k, Kbb, nb, k->P, k->np + k->m);
}

/* Force on row i of (y1, ya) per entry j of (y1, ya, d), or per input j - np, including the response of yb. */
static double stiffness(const builder *k, size_t i, size_t j)
{
    double sum = j < k->np ? k->K[column_of(k, j) * k->nt + i] : k->b[(j - k->np) * k->nt + i];
    for (size_t b = 0; b < k->nb; b++)
        sum += k->K[(k->n1 + k->na + b) * k->nt + i] * k->P[j * k->nb + b];
    return sum;
}

/* C of row i and rate j of (y1', d') */
static double damping(const builder *k, size_t i, size_t j)
{
    return k->C[(j < k->n1 ? j : k->nt + j - k->n1) * k->nt + i];
}

/* ya' = W (y1, ya, d; y1', d'; u) */
static bool find_damped(builder *k)
{
    const size_t na = k->na, from = k->n1, velocities = k->n1 + k->d;
    double *Caa = matrix(k, na, na);
    k->W = matrix(k, na, k->np + velocities + k->m);
    for (size_t i = 0; i < na; i++) {
        for (size_t j = 0; j < na; j++)
            Caa[j * na + i] = k->C[(from + j) * k->nt + from + i];
        for (size_t j = 0; j < k->np + k->m; j++)
            k->W[(j < k->np ? j : j + velocities) * na + i] = -stiffness(k, from + i, j);
        for (size_t j = 0; j < velocities; j++)
            k->W[(k->np + j) * na + i] = -damping(k, from + i, j);
    }
    return solve(k, Caa, na, k->W, k->np + velocities + k->m);
}

/* ---- state space: z = (y1, ya, d, y1', d') ---- */

/* y1'' = X (z; u), then A and B. */
static bool find_matrices(builder *k, const tml_linear_input *inputs)
{
    const size_t n1 = k->n1, na = k->na, d = k->d, velocities = n1 + d, N = k->np + velocities;
    double *X = matrix(k, n1, N + k->m), *M11 = matrix(k, n1, n1), *A = matrix(k, N, N + k->m);
    for (size_t i = 0; i < n1; i++) {
        for (size_t j = 0; j < n1; j++)
            M11[j * n1 + i] = k->M[j * k->nt + i];
        for (size_t j = 0; j < k->np + k->m; j++)
            X[(j < k->np ? j : j + velocities) * n1 + i] = stiffness(k, i, j);
        for (size_t j = 0; j < velocities; j++)
            X[(k->np + j) * n1 + i] = damping(k, i, j);
        for (size_t j = 0; j < N + k->m; j++)
            for (size_t a = 0; a < na; a++)
                X[j * n1 + i] += k->C[(n1 + a) * k->nt + i] * k->W[j * na + a];
        for (size_t j = 0; j < k->given; j++)
            X[(N + j) * n1 + i] -= inputs[j].law < 0 ? k->M[(k->nt + (size_t)inputs[j].released) * k->nt + i] : 0;
    }
    if (!solve(k, M11, n1, X, N + k->m))
        return false;
    for (size_t i = 0; i < n1; i++)
        A[(k->np + i) * N + i] = 1;
    for (size_t i = 0; i < d; i++)
        A[(k->np + n1 + i) * N + n1 + na + i] = 1;
    for (size_t j = 0; j < N + k->m; j++) {
        for (size_t i = 0; i < na; i++)
            A[j * N + n1 + i] = k->W[j * na + i];
        memcpy(A + j * N + k->np, X + j * n1, n1 * sizeof(double));
    }
    for (size_t j = 0; j < k->given; j++)
        if (inputs[j].law < 0)
            A[(N + j) * N + k->np + n1 + (size_t)inputs[j].released] = 1;
    k->out->states = (int)N;
    k->out->A = A, k->out->B = A + N * N;
    return true;
}

/* y = E z + F u: T (y1, ya, yb), d */
static void find_coordinates(builder *k)
{
    const size_t n = k->n, all = n + k->d, N = (size_t)k->out->states, from = k->n1 + k->na;
    double *E = matrix(k, all, N + k->m);
    for (size_t j = 0; j < k->np + k->m; j++) {
        double *column = E + (j < k->np ? j : N + j - k->np) * all;
        for (size_t i = 0; i < n; i++) {
            column[i] = j < from ? k->T[j * n + i] : 0;
            for (size_t b = 0; b < k->nb; b++)
                column[i] += k->T[(from + b) * n + i] * k->P[j * k->nb + b];
        }
        if (j >= from && j < k->np)
            column[n + j - from] = 1;
    }
    k->out->E = E, k->out->F = E + all * N;
}

static void find_names(builder *k, const tml_linear_input *inputs)
{
    const tml_linear *l = k->l;
    const size_t from = k->n1 + k->na, N = (size_t)k->out->states;
    const char **names = k->out->names = TML_NEW_ARRAY(k->arena, const char *, N + 1);
    k->out->is_rotation = TML_NEW_ARRAY(k->arena, bool, N + 1);
    k->out->is_speed = TML_NEW_ARRAY(k->arena, bool, N + 1);
    for (size_t i = 0; i < N; i++) {
        const bool speed = k->out->is_speed[i] = i >= k->np;
        const size_t at = speed ? i - k->np : i, plain = speed ? k->n1 : from;
        if (at < plain) {
            const tml_tree_coordinate *c = &l->coordinates.list[l->chosen[k->coordinate[at]]];
            names[i] = speed ? c->speed : c->name;
            k->out->is_rotation[i] = c->is_rotation;
            continue;
        }
        for (size_t j = 0; j < k->given; j++)
            if (inputs[j].law < 0 && (size_t)inputs[j].released == at - plain)
                for (int r = 0; r < l->system->drive_count; r++)
                    if (l->released[at - plain] == l->system->drives[r].row) {
                        names[i] = tml_arena_format(k->arena, "%s.%s", l->system->drives[r].name,
                                                    speed ? "speed" : "position");
                        k->out->is_rotation[i] = l->system->drives[r].is_rotation;
                    }
    }
}

tml_state_space *tml_state_space_make(const tml_linear *l, const tml_linear_input *inputs, int input_count,
                                      tml_arena *arena, int *along)
{
    const int states = l->rs ? l->system->state_count : 0;
    builder k = {
        .l = l, .arena = arena, .n = (size_t)l->n, .given = (size_t)input_count, .m = (size_t)(input_count + states)};
    for (int i = 0; i < input_count; i++)
        k.d = inputs[i].law < 0 ? (size_t)(l->all - l->n) : k.d;
    k.out = TML_NEW(arena, tml_state_space);
    k.out->inputs = input_count + states;
    k.out->unstable_coordinate = -1;
    k.out->all = (int)(k.n + k.d);
    *along = -1;
    if (l->position)
        return tml_nonholonomic_space(l, inputs, input_count, arena);
    if (!split_by_mass(&k))
        return NULL;
    k.M = transformed(&k, l->M), k.C = transformed(&k, l->C), k.K = transformed(&k, l->K);
    find_forces(&k, inputs);
    const bool determined = find_undamped(&k), damped = determined && find_damped(&k);
    if (!damped || !find_matrices(&k, inputs)) {
        *along = l->chosen ? l->chosen[k.coordinate[!determined ? k.n1 + k.na : !damped ? k.n1 : 0]] : -1;
        return NULL;
    }
    find_coordinates(&k);
    if (l->chosen)
        find_names(&k, inputs);
    k.out->second_order = k.n0 == 0;
    return states && !tml_coupled_states_append(l, k.out, arena) ? NULL : k.out;
}
