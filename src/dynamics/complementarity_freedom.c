/* complementarity_freedom.c - other forces that do the same: changes n of them with J n = 0, J the derivatives of all conditions in their modes.
 *
 *   n = N y,   A y >= 0      A: contacts without force may only press, friction at its limit only as far as its load lets it
 * These y are a cone. A row of A that cannot be above zero in it is zero in all of it, and what is left of the y is all that such a cone spans. By
 * Farkas, row a of A is such a one where a + A' l = 0 for some l >= 0; the least |a + A' l| is sought as forces of contacts are (Lawson and Hanson).
 */
#include "dynamics/complementarity_state.h"
#include <math.h>
#include <string.h>

static const double SINGULAR = 1e-9; /* of the largest singular value */
static const double NO_FORCE = 1e-9; /* of the largest force: at its limit */
static const double ZERO = 1e-6;     /* of a row of A: the least distance that is none */
enum { MAX_LIMITS = 64 };            /* more than these are not looked at: what they forbid counts as possible */

/* What B (rows x columns, by rows) maps to zero, into the columns of N; returns how many there are. */
static int kernel(const double *B, int rows, int columns, double *N, tml_arena *scratch)
{
    const int least = rows < columns ? rows : columns;
    double *copy = TML_NEW_ARRAY(scratch, double, rows *columns + 1),
           *sizes = TML_NEW_ARRAY(scratch, double, least + 1),
           *V = TML_NEW_ARRAY(scratch, double, columns *columns + 1), *rest = TML_NEW_ARRAY(scratch, double, least + 1),
           none;
    int count = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            copy[j * rows + i] = B[i * columns + j];
    if (LAPACKE_dgesvd(LAPACK_COL_MAJOR, 'N', 'A', rows, columns, copy, rows, sizes, &none, 1, V, columns, rest) != 0)
        return 0;
    for (int k = 0; k < columns; k++) {
        if (k < least && sizes[k] > SINGULAR * sizes[0])
            continue;
        for (int j = 0; j < columns; j++)
            N[count * columns + j] = V[j * columns + k];
        count++;
    }
    return count;
}

/* ---- what limits allow ---- */

typedef struct {
    tml_complementarity_solver s; /* of the problem, for its limits */
    const double *N;              /* (n x free) */
    int free, rows;
    double *A; /* (rows x free) by rows, each of length 1 */
} limits;

static void add_row(limits *l, const double *by_n)
{
    const int n = l->s.p->n;
    double *row = l->A + (size_t)l->rows * (size_t)l->free, size = 0, scale = 0;
    for (int k = 0; k < l->free; k++) {
        row[k] = 0;
        for (int j = 0; j < n; j++) {
            row[k] += by_n[j] * l->N[k * n + j];
            scale = fmax(scale, fabs(by_n[j] * l->N[k * n + j]));
        }
        size = hypot(size, row[k]);
    }
    if (size <= SINGULAR * scale || l->rows == MAX_LIMITS)
        return;
    for (int k = 0; k < l->free; k++)
        row[k] /= size;
    l->rows++;
}

/* The limit may not grow by less than the force along d does. */
static void add_friction(limits *l, const tml_condition *i, const double *gradient, const double *d, double *by_n)
{
    const int n = l->s.p->n;
    memcpy(by_n, gradient, (size_t)n * sizeof *by_n);
    for (int a = 0; a < i->size; a++)
        by_n[i->first + a] -= d[a];
    add_row(l, by_n);
}

static void list_limits(limits *l, double *by_n, double *gradient)
{
    const tml_complementarity *p = l->s.p;
    double largest = 0;
    for (int k = 0; k < p->n; k++)
        largest = fmax(largest, fabs(p->x[k]));
    for (int k = 0; k < p->count; k++) {
        tml_condition *i = &p->list[k];
        if (i->kind == TML_CONDITION_UNILATERAL && p->x[i->first] <= NO_FORCE * largest) {
            memset(by_n, 0, (size_t)p->n * sizeof *by_n);
            by_n[i->first] = 1;
            add_row(l, by_n);
        }
        if (i->kind != TML_CONDITION_FRICTION || i->slips)
            continue;
        const double size = tml_condition_length(p->x + i->first, i->size),
                     limit = tml_complementarity_holding(&l->s, i, p->x[i->first]);
        double d[3] = {0};
        memcpy(gradient, l->s.load, (size_t)p->n * sizeof *gradient);
        for (int a = 0; a < i->size && limit <= NO_FORCE * largest; a++) { /* no load: none in any direction */
            d[a] = 1, add_friction(l, i, gradient, d, by_n);
            d[a] = -1, add_friction(l, i, gradient, d, by_n);
            d[a] = 0;
        }
        if (limit > NO_FORCE * largest && size >= limit - NO_FORCE * largest) {
            for (int a = 0; a < i->size; a++)
                d[a] = p->x[i->first + a] / size;
            add_friction(l, i, gradient, d, by_n);
        }
    }
}

/* Whether row k of A is zero wherever no row is below zero. */
static bool is_forced(const limits *l, int k, tml_arena *scratch)
{
    const int m = l->rows;
    double *R = TML_NEW_ARRAY(scratch, double, m *m + 1), *r0 = TML_NEW_ARRAY(scratch, double, m + 1);
    tml_condition *list = TML_NEW_ARRAY(scratch, tml_condition, m + 1);
    tml_complementarity p = {.n = m, .m = m, .r0 = r0, .R = R, .list = list, .count = m};
    p.x = TML_NEW_ARRAY(scratch, double, m + 1), p.r = TML_NEW_ARRAY(scratch, double, m + 1);
    p.work = TML_NEW_ARRAY(scratch, double, tml_complementarity_work(m, m) + 1);
    for (int i = 0; i < m; i++) {
        list[i] = (tml_condition){.kind = TML_CONDITION_UNILATERAL, .first = i, .size = 1, .acceleration = i};
        for (int j = 0; j < m; j++)
            for (int a = 0; a < l->free; a++)
                R[i * m + j] += l->A[i * l->free + a] * l->A[j * l->free + a];
        r0[i] = 0;
    }
    for (int i = 0; i < m; i++)
        r0[i] = R[k * m + i];
    tml_complementarity_solver s = tml_complementarity_solver_of(&p);
    for (int i = 0; i < m; i++)
        s.rho[i] = 1;
    if (!tml_complementarity_nonnegative(&s))
        return false;
    double left = 0;
    for (int a = 0; a < l->free; a++) {
        double sum = l->A[k * l->free + a];
        for (int i = 0; i < m; i++)
            sum += p.x[i] * l->A[i * l->free + a];
        left = hypot(left, sum);
    }
    return left < ZERO;
}

/* Leaves in N what the limits allow; returns how many columns are left. */
static int within_limits(const tml_complementarity *of, double *N, int free, tml_arena *scratch)
{
    const int n = of->n;
    tml_complementarity p = *of;
    limits l = {.s = tml_complementarity_solver_of(&p), .N = N, .free = free};
    l.A = TML_NEW_ARRAY(scratch, double, (MAX_LIMITS + 1) * free + 1);
    list_limits(&l, TML_NEW_ARRAY(scratch, double, n + 1), TML_NEW_ARRAY(scratch, double, n + 1));
    double *forced = TML_NEW_ARRAY(scratch, double, l.rows *free + 1); /* rows of A */
    int count = 0;
    for (int k = 0; k < l.rows; k++)
        if (l.rows < MAX_LIMITS && is_forced(&l, k, scratch))
            memcpy(forced + (size_t)count++ * (size_t)free, l.A + (size_t)k * (size_t)free,
                   (size_t)free * sizeof *forced);
    if (count == 0)
        return free;
    double *Y = TML_NEW_ARRAY(scratch, double, free *free + 1), *left = TML_NEW_ARRAY(scratch, double, n *free + 1);
    const int kept = kernel(forced, count, free, Y, scratch);
    for (int k = 0; k < kept; k++)
        for (int a = 0; a < free; a++)
            for (int j = 0; j < n; j++)
                left[k * n + j] += N[a * n + j] * Y[k * free + a];
    memcpy(N, left, (size_t)n * (size_t)kept * sizeof *N);
    return kept;
}

void tml_complementarity_take_modes(tml_complementarity *p)
{
    tml_complementarity_solver s = tml_complementarity_solver_of(p);
    tml_complementarity_equations(&s);
    p->unique = false;
}

/* By singular values, in units in which a force moves what it acts on by as much as any other. */
int tml_complementarity_freedom(const tml_complementarity *p, double *N, tml_arena *scratch)
{
    const int n = p->n;
    const double *rho = p->work, *J = p->work + 5 * n;
    double *B = TML_NEW_ARRAY(scratch, double, n *n + 1);
    if (n == 0)
        return 0;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            B[i * n + j] = J[j * n + i] * sqrt(rho[j] / rho[i]);
    const int free = kernel(B, n, n, N, scratch);
    for (int k = 0; k < free; k++)
        for (int j = 0; j < n; j++)
            N[k * n + j] *= sqrt(rho[j]);
    return free > 0 ? within_limits(p, N, free, scratch) : 0;
}
