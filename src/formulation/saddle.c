/* saddle.c - dense ways to solve  W x = f + G' lambda,  G x = g.
 *
 * S = G W^-1 G',  S lambda = g - G W^-1 f,  x = W^-1 (f + G' lambda)
 */
#include "formulation/saddle.h"
#include <math.h>
#include <string.h>

enum { SPARSE_FROM = 64 }; /* rows from which KLU is quicker than a dense factorization */

static const double RANK_LEAST = 1e-11;  /* a pivot of S below this part of its first value counts as zero */
static const double SQUARE_LEAST = 1e-5; /* below this S is not trusted */
static const double ORTHOGONAL_LEAST =
    1e-5; /* a row shrunk to this part of its length depends on the others: nearer to a
                                                 singular position rounding alone would give it any acceleration */

const char *tml_saddle_way_name(tml_saddle_way way)
{
    static const char *const names[] = {"dense", "dense, redundant rows by least norm", "dense, massless bodies",
                                        "sparse (KLU)"};
    return names[way];
}

static void find_meetings(tml_saddle *s, tml_arena *arena)
{
    const tml_system *sys = s->system;
    const int blocks = tml_system_blocks(sys, s->rows);
    int *count = TML_NEW_ARRAY(arena, int, sys->nb + 1), *of = TML_NEW_ARRAY(arena, int, blocks + 1);
    int *start = TML_NEW_ARRAY(arena, int, sys->nb + 1), pairs = 0;
    for (int i = 0; i < blocks; i++)
        pairs += ++count[sys->blocks[i].body];
    for (int i = 1; i <= sys->nb; i++)
        start[i] = start[i - 1] + count[i - 1];
    s->meet = TML_NEW_ARRAY(arena, int, 2 * pairs);
    memset(count, 0, (size_t)(sys->nb + 1) * sizeof(int));
    for (int i = 0; i < blocks; i++) {
        const int body = sys->blocks[i].body;
        of[start[body] + count[body]++] = i;
        for (int k = 0; k < count[body]; k++) {
            s->meet[2 * s->meet_count] = i; /* the later block: its row is the larger */
            s->meet[2 * s->meet_count++ + 1] = of[start[body] + k];
        }
    }
}

/* Inverse Cholesky factors of the inertias: J = L L', half = L^-1. */
static void find_halves(tml_saddle *s, tml_arena *arena)
{
    s->half = TML_NEW_ARRAY(arena, tml_mat3, s->system->nb);
    for (int b = 1; s->system->space && b < s->system->nb; b++) {
        double L[9];
        memcpy(L, s->system->masses[b].inertia.m, sizeof L);
        tml_cholesky(L, 3, 0);
        for (int j = 0; j < 3; j++)
            for (int i = j; i < 3; i++) {
                double sum = i == j;
                for (int k = j; k < i; k++)
                    sum -= L[3 * i + k] * s->half[b].m[k][j];
                s->half[b].m[i][j] = sum / L[4 * i];
            }
    }
}

tml_saddle *tml_saddle_make(const tml_system *system, int rows, int rank, tml_arena *arena)
{
    tml_saddle *s = TML_NEW(arena, tml_saddle);
    s->system = system;
    s->rows = rows;
    s->rank = rank;
    s->way = rank < rows                     ? TML_SADDLE_REDUNDANT
             : rows >= SPARSE_FROM           ? TML_SADDLE_SPARSE
             : system->singular_mass && rows ? TML_SADDLE_MASSLESS
                                             : TML_SADDLE_DENSE;
    if (s->way == TML_SADDLE_REDUNDANT && system->singular_mass)
        s->way = TML_SADDLE_MASSLESS;
    s->x = TML_NEW_ARRAY(arena, double, system->nv);
    s->y = TML_NEW_ARRAY(arena, double, rows);
    if (s->way == TML_SADDLE_SPARSE) {
        s->sparse = tml_sparse_make(system, rows, arena);
        return s;
    }
    s->S = TML_NEW_ARRAY(arena, double, (size_t)rows *(size_t)rows);
    s->WiG = TML_NEW_ARRAY(arena, double, system->assembly_block_count * system->nvb);
    find_meetings(s, arena);
    s->semi = (tml_semidefinite){.L = TML_NEW_ARRAY(arena, double, (size_t)rows *(size_t)rows),
                                 .N = TML_NEW_ARRAY(arena, double, (size_t)rows *(size_t)rows),
                                 .order = TML_NEW_ARRAY(arena, int, rows),
                                 .work = TML_NEW_ARRAY(arena, double, 2 * rows)};
    if (s->way == TML_SADDLE_DENSE) {
        s->orthogonal = (tml_orthogonal){.Q = TML_NEW_ARRAY(arena, double, (size_t)rows *(size_t)system->nv),
                                         .L = TML_NEW_ARRAY(arena, double, (size_t)rows *(size_t)rows),
                                         .order = TML_NEW_ARRAY(arena, int, rows),
                                         .size = TML_NEW_ARRAY(arena, double, 2 * rows)};
        s->z = TML_NEW_ARRAY(arena, double, rows);
        if (rows)
            find_halves(s, arena);
    }
    if (s->way == TML_SADDLE_MASSLESS) {
        s->W = TML_NEW_ARRAY(arena, double, (size_t)system->nv *(size_t)system->nv);
        s->full = TML_NEW_ARRAY(arena, double, (size_t)rows *(size_t)system->nv);
    }
    return s;
}

/* y = W^-1 x for one body */
static inline void divide(const tml_saddle *s, tml_metric metric, int body, const double *x, double *y)
{
    if (metric == TML_METRIC_PLAIN)
        memcpy(y, x, (size_t)s->system->nvb * sizeof(double));
    else
        tml_mass_divide(s->system, body, x, y);
}

static void form_S(tml_saddle *s, const tml_work *work, tml_metric metric)
{
    const tml_system *sys = s->system;
    const size_t n = (size_t)sys->nvb, m = (size_t)s->rows;
    const int blocks = tml_system_blocks(sys, s->rows);
    memset(s->S, 0, m * m * sizeof(double));
    for (int i = 0; i < blocks; i++)
        divide(s, metric, sys->blocks[i].body, work->G + (size_t)i * n, s->WiG + (size_t)i * n);
    for (int k = 0; k < s->meet_count; k++) {
        const int i = s->meet[2 * k], j = s->meet[2 * k + 1];
        const double *a = work->G + (size_t)i * n, *b = s->WiG + (size_t)j * n;
        double sum = 0;
        for (size_t c = 0; c < n; c++)
            sum += a[c] * b[c];
        s->S[(size_t)sys->blocks[i].row * m + (size_t)sys->blocks[j].row] += sum;
    }
}

static void mirror(double *S, int m)
{
    const size_t n = (size_t)m;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            S[j * n + i] = S[i * n + j];
}

/* The pivoted factors: rows that depend on others share the load. */
static int factor_semi(tml_saddle *s)
{
    mirror(s->S, s->rows);
    tml_semidefinite_factor(&s->semi, s->S, s->rows, s->rank, RANK_LEAST);
    s->factors = TML_FACTORS_PIVOTED;
    return 0;
}

/* W + mu G'G in place of W: x and lambda stay the same where G x = g. */
static int factor_massless(tml_saddle *s, const tml_work *work, tml_metric metric)
{
    const tml_system *sys = s->system;
    const size_t n = (size_t)sys->nv, m = (size_t)s->rows, nvb = (size_t)sys->nvb;
    memset(s->W, 0, n * n * sizeof(double));
    memset(s->full, 0, m * n * sizeof(double));
    for (int i = 0; i < s->rows; i++)
        for (int k = sys->rows[i].first_block; k < sys->rows[i].first_block + sys->rows[i].block_count; k++)
            memcpy(s->full + (size_t)i * n + (size_t)(sys->blocks[k].body - 1) * nvb, work->G + (size_t)k * nvb,
                   nvb * sizeof(double));
    double mass = 0, stiff = 0;
    for (int b = 1; b < sys->nb; b++) {
        const tml_mass *body = &sys->masses[b];
        const size_t at = (size_t)(b - 1) * nvb;
        for (size_t j = 0; j < nvb; j++) {
            const size_t lin = sys->space ? 3 : 2;
            if (metric == TML_METRIC_PLAIN || j < lin) {
                s->W[(at + j) * n + at + j] = metric == TML_METRIC_PLAIN ? 1 : body->mass;
            } else {
                for (size_t k = lin; k < nvb; k++)
                    s->W[(at + j) * n + at + k] = sys->space ? body->inertia.m[j - 3][k - 3] : body->inertia.m[2][2];
            }
            mass += s->W[(at + j) * n + at + j];
        }
    }
    for (size_t i = 0; i < m * n; i++)
        stiff += s->full[i] * s->full[i];
    const double mu = stiff > 0 ? (mass > 0 ? mass : 1) / stiff : 0; /* without any mass: a driven mechanism */
    for (size_t r = 0; r < m; r++)
        for (size_t i = 0; i < n; i++) {
            const double g = mu * s->full[r * n + i];
            for (size_t j = 0; g != 0 && j <= i; j++)
                s->W[i * n + j] += g * s->full[r * n + j];
        }
    if (!tml_cholesky(s->W, (int)n, 1e-13))
        return 1;
    for (size_t r = 0; r < m; r++) {
        memcpy(s->x, s->full + r * n, n * sizeof(double));
        tml_cholesky_solve(s->W, (int)n, s->x);
        for (size_t i = 0; i < m; i++) {
            double sum = 0;
            for (size_t j = 0; j < n; j++)
                sum += s->full[i * n + j] * s->x[j];
            s->S[i * m + r] = sum;
        }
    }
    s->mu = mu;
    return factor_semi(s);
}

/* y = W^-1/2 x, and with its transpose y = W^-T/2 x, of one body */
static void divide_half(const tml_saddle *s, int body, bool transposed, const double *x, double *y)
{
    const tml_mass *b = &s->system->masses[body];
    if (s->metric == TML_METRIC_PLAIN) {
        memmove(y, x, (size_t)s->system->nvb * sizeof(double));
        return;
    }
    const double root = sqrt(b->inverse_mass);
    if (!s->system->space) {
        y[0] = x[0] * root, y[1] = x[1] * root, y[2] = x[2] * sqrt(b->inverse_inertia.m[2][2]);
        return;
    }
    const tml_vec3 turn = {x[3], x[4], x[5]};
    const tml_vec3 w = transposed ? tml_turn_back(&s->half[body], turn) : tml_turn(&s->half[body], turn);
    y[0] = x[0] * root, y[1] = x[1] * root, y[2] = x[2] * root;
    y[3] = w.x, y[4] = w.y, y[5] = w.z;
}

static void factor_orthogonal(tml_saddle *s, const tml_work *work)
{
    const tml_system *sys = s->system;
    const size_t n = (size_t)sys->nvb, nv = (size_t)sys->nv;
    memset(s->orthogonal.Q, 0, (size_t)s->rows * nv * sizeof(double));
    for (int i = 0; i < s->rows; i++)
        for (int k = sys->rows[i].first_block; k < sys->rows[i].first_block + sys->rows[i].block_count; k++)
            divide_half(s, sys->blocks[k].body, false, work->G + (size_t)k * n,
                        s->orthogonal.Q + (size_t)i * nv + (size_t)(sys->blocks[k].body - 1) * n);
    tml_orthogonal_factor(&s->orthogonal, s->rows, sys->nv, ORTHOGONAL_LEAST);
    s->factors = TML_FACTORS_ORTHOGONAL;
}

/* With G W^-1/2 = L Q: z = L^-1 g - Q W^-1/2 f, x = W^-1/2 (W^-1/2 f + Q' z), lambda = L^-T z. Large multipliers do not enter x. */
static void solve_orthogonal(tml_saddle *s, const double *f, const double *g, double *x, double *lambda)
{
    const tml_orthogonal *o = &s->orthogonal;
    const tml_system *sys = s->system;
    const int nv = sys->nv, nvb = sys->nvb, m = s->rows;
    for (int b = 1; b < sys->nb; b++)
        divide_half(s, b, false, f ? f + (b - 1) * nvb : s->zero, s->x + (b - 1) * nvb);
    for (int i = 0; i < o->rank; i++) {
        double sum = g[o->order[i]];
        for (int k = 0; k < i; k++)
            sum -= o->L[i * m + k] * s->y[k];
        s->y[i] = sum / o->L[i * m + i];
    }
    for (int i = 0; i < o->rank; i++) {
        double sum = s->y[i];
        for (int j = 0; j < nv; j++)
            sum -= o->Q[(size_t)i * (size_t)nv + (size_t)j] * s->x[j];
        s->z[i] = sum;
    }
    for (int i = 0; i < o->rank; i++)
        for (int j = 0; j < nv; j++)
            s->x[j] += s->z[i] * o->Q[(size_t)i * (size_t)nv + (size_t)j];
    for (int b = 1; b < sys->nb; b++)
        divide_half(s, b, true, s->x + (b - 1) * nvb, x + (b - 1) * nvb);
    memset(lambda, 0, (size_t)m * sizeof(double));
    for (int i = o->rank - 1; i >= 0; i--) {
        s->z[i] /= o->L[i * m + i];
        for (int k = 0; k < i; k++)
            s->z[k] -= o->L[i * m + k] * s->z[i];
        lambda[o->order[i]] = s->z[i];
    }
}

int tml_saddle_factor(tml_saddle *s, const tml_work *work, tml_metric metric)
{
    s->metric = metric;
    s->factors = TML_FACTORS_PLAIN;
    switch (s->way) {
    case TML_SADDLE_SPARSE:
        return tml_sparse_factor(s->sparse, work, metric);
    case TML_SADDLE_MASSLESS:
        return factor_massless(s, work, metric);
    case TML_SADDLE_DENSE:
        if (s->rows == 0)
            return metric == TML_METRIC_MASS && s->system->singular_mass;
        form_S(s, work, metric);
        if (!tml_cholesky(s->S, s->rows, SQUARE_LEAST))
            factor_orthogonal(s, work);
        return 0;
    case TML_SADDLE_REDUNDANT:
        form_S(s, work, metric);
        return factor_semi(s);
    }
    return -1;
}

/* x = W^-1 (f + G' lambda); f may be NULL */
static void back(tml_saddle *s, const tml_work *work, const double *f, const double *lambda, double *x)
{
    const tml_system *sys = s->system;
    const size_t n = (size_t)sys->nvb;
    if (f)
        memcpy(s->x, f, (size_t)sys->nv * sizeof(double));
    else
        memset(s->x, 0, (size_t)sys->nv * sizeof(double));
    if (lambda)
        tml_work_add_Gt(work, s->rows, lambda, s->x);
    if (s->way == TML_SADDLE_MASSLESS) {
        memcpy(x, s->x, (size_t)sys->nv * sizeof(double));
        tml_cholesky_solve(s->W, sys->nv, x);
        return;
    }
    for (int b = 1; b < sys->nb; b++)
        divide(s, s->metric, b, s->x + (size_t)(b - 1) * n, x + (size_t)(b - 1) * n);
}

void tml_saddle_solve(tml_saddle *s, const tml_work *work, const double *f, const double *g, double *x, double *lambda)
{
    if (s->way == TML_SADDLE_SPARSE) {
        tml_sparse_solve(s->sparse, f, g, x, lambda);
        return;
    }
    if (s->factors == TML_FACTORS_ORTHOGONAL) {
        solve_orthogonal(s, f, g, x, lambda);
        return;
    }
    /* massless: (W + mu G'G) x = f + G' (lambda + mu g), so that what is found is lambda + mu g */
    back(s, work, f, NULL, x);
    tml_work_G(work, s->rows, x, s->y);
    for (int i = 0; i < s->rows; i++)
        lambda[i] = g[i] - s->y[i];
    if (s->factors == TML_FACTORS_PIVOTED)
        tml_semidefinite_solve(&s->semi, lambda, lambda);
    else
        tml_cholesky_solve(s->S, s->rows, lambda);
    back(s, work, f, lambda, x);
    for (int i = 0; s->way == TML_SADDLE_MASSLESS && i < s->rows; i++)
        lambda[i] -= s->mu * g[i];
}
