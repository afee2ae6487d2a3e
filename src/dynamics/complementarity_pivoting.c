/* complementarity_pivoting.c - the conditions of contacts and friction as a linear complementarity problem.
 *
 * Friction at rest is a sum of forces beta >= 0 along directions d_j, with lambda the speed at which slip sets in (Stewart and Trinkle):
 *   contact     c_n >= 0                      x_n >= 0
 *   friction    d_j . c_t + lambda >= 0       beta_j >= 0           one product of each row is zero
 *               L - sum beta >= 0             lambda >= 0
 * What slips, and laws, follow from the others by equations that are solved for them. In one direction this is Coulomb's law itself, limits L that are no
 * linear functions of the forces apart, which are linearized again; in a surface it is a pyramid of eight sides near the cone, from which Newton's
 * method goes on. The matrix of impulses, or of contacts none of which slips, is copositive: Lemke's method finds a solution.
 */
#include "dynamics/complementarity_state.h"
#include "elementary/elementary.h"
#include "linalg/lemke.h"
#include <math.h>
#include <string.h>

enum { MAX_ROWS = 400, MAX_LINEARIZATIONS = 8 };
static const double ZERO = 1e-9; /* of the largest force */
static const double SAME = 1e-12;

typedef struct {
    tml_complementarity_solver *s;
    int rows;
    double *M, *q, *z;
    double *X; /* (n x (rows + 1)) by columns: forces by z, and without any */
    double *work;
} linear_problem;

static int most_rows(int n)
{
    return 5 * n < MAX_ROWS ? 5 * n : MAX_ROWS;
}

int tml_pivoting_work(int n)
{
    const int rows = most_rows(n);
    return rows * rows + 2 * rows + 2 * n * (rows + 1) + tml_lemke_work(rows) + n * n;
}

static int directions_of(const tml_condition *i)
{
    return i->size == 1 ? 2 : i->size == 2 ? 8 : 14;
}

static int rows_of(const tml_condition *i)
{
    return !tml_condition_is_undecided(i) ? 0 : i->kind == TML_CONDITION_UNILATERAL ? 1 : directions_of(i) + 1;
}

/* Direction j: along axes, and between them. */
static void find_direction(const tml_condition *i, int j, double *d)
{
    d[0] = d[1] = d[2] = 0;
    if (i->size == 1) {
        d[0] = j ? -1 : 1;
    } else if (i->size == 2) {
        const double angle = j * tml_atan(1);
        d[0] = tml_cos(angle), d[1] = tml_sin(angle);
    } else if (j < 6) {
        d[j / 2] = j % 2 ? -1 : 1;
    } else {
        for (int a = 0; a < 3; a++)
            d[a] = ((j - 6) >> a & 1 ? -1 : 1) / sqrt(3);
    }
}

/* Unit of its forces: sqrt(force/acceleration), the least of its components. */
static double unit_of(const tml_complementarity_solver *s, const tml_condition *i)
{
    double rho = s->rho[i->first];
    for (int a = 1; a < i->size; a++)
        rho = fmin(rho, s->rho[i->first + a]);
    return sqrt(rho);
}

/* X of what is free. */
static void set_free(linear_problem *l)
{
    const tml_complementarity *p = l->s->p;
    const int n = p->n;
    int row = 0;
    memset(l->X, 0, (size_t)(n * (l->rows + 1)) * sizeof(double));
    for (int k = 0; k < p->count; k++) {
        const tml_condition *i = &p->list[k];
        const double unit = unit_of(l->s, i);
        for (int j = 0; i->kind == TML_CONDITION_FRICTION && j < rows_of(i) - 1; j++) {
            double d[3];
            find_direction(i, j, d);
            for (int a = 0; a < i->size; a++)
                l->X[(row + j) * n + i->first + a] = unit * d[a];
        }
        if (i->kind == TML_CONDITION_UNILATERAL)
            l->X[row * n + i->first] = unit;
        row += rows_of(i);
    }
}

/* X of what slips and of laws: J_dd x_d = J x - F - J_du x_u. False: they have no solution. */
static bool set_determined(linear_problem *l)
{
    tml_complementarity_solver *s = l->s;
    const tml_complementarity *p = s->p;
    const int n = p->n;
    double *A = l->work, *B = A + n * n;
    int *of = (int *)s->step, count = 0;
    for (int k = 0; k < p->count; k++)
        for (int a = 0; !tml_condition_is_undecided(&p->list[k]) && a < p->list[k].size; a++)
            of[count++] = p->list[k].first + a;
    if (!count)
        return true;
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < count; k++)
            A[k * count + i] = s->J[of[k] * n + of[i]];
        for (int j = 0; j <= l->rows; j++) {
            double sum = j == l->rows ? -s->F[of[i]] : 0;
            for (int f = 0; f < n; f++)
                sum += s->J[f * n + of[i]] * (j == l->rows ? p->x[f] : -l->X[j * n + f]);
            B[j * count + i] = sum;
        }
    }
    if (LAPACKE_dgesv(LAPACK_COL_MAJOR, count, l->rows + 1, A, count, s->pivot, B, count) != 0)
        return false;
    for (int j = 0; j <= l->rows; j++)
        for (int i = 0; i < count; i++)
            l->X[j * n + of[i]] = B[j * count + i];
    return true;
}

/* A row of M and q:  value + sum over forces of gradient . x */
static void set_row(linear_problem *l, int row, double value, const double *gradient)
{
    const int n = l->s->p->n;
    for (int j = 0; j <= l->rows; j++) {
        double sum = j == l->rows ? value : 0;
        for (int f = 0; f < n; f++)
            sum += gradient[f] * l->X[j * n + f];
        if (j == l->rows)
            l->q[row] = sum;
        else
            l->M[j * l->rows + row] = sum;
    }
}

/* w = unit d . c */
static void set_acceleration_row(linear_problem *l, int row, const tml_condition *i, double unit, const double *d)
{
    const tml_complementarity *p = l->s->p;
    double *gradient = l->s->kept, value = 0;
    memset(gradient, 0, (size_t)p->n * sizeof(double));
    for (int a = 0; a < i->size; a++) {
        value += unit * d[a] * p->r0[i->acceleration + a];
        for (int f = 0; f < p->n; f++)
            gradient[f] += unit * d[a] * tml_complementarity_entry(p, i->acceleration + a, f);
    }
    set_row(l, row, value, gradient);
}

/* Where slip is accepted, friction at rest holds no more than it does in slip: so there is one matrix, which is copositive. */
static tml_limit_kind limit_kind(const tml_complementarity_solver *s, const tml_condition *i)
{
    return s->accepts_slip || i->mode == TML_SLIDES ? TML_LIMIT_SLIDING : TML_LIMIT_HOLDING;
}

/* w = (L - sum beta)/unit */
static void set_limit_row(linear_problem *l, int row, const tml_condition *i, double unit)
{
    tml_complementarity_solver *s = l->s;
    const int directions = directions_of(i);
    double value = tml_complementarity_limit(s, i, limit_kind(s, i)) / unit;
    for (int f = 0; f < s->p->n; f++) {
        s->load[f] /= unit;
        value -= s->load[f] * s->p->x[f];
    }
    set_row(l, row, value, s->load);
    for (int j = row - directions; j < row; j++) {
        l->M[j * l->rows + row] -= 1;
        l->M[row * l->rows + j] += 1;
    }
}

static void set_rows(linear_problem *l)
{
    const tml_complementarity *p = l->s->p;
    int row = 0;
    for (int k = 0; k < p->count; k++) {
        const tml_condition *i = &p->list[k];
        const double unit = unit_of(l->s, i), one[3] = {1, 0, 0};
        if (i->kind == TML_CONDITION_UNILATERAL)
            set_acceleration_row(l, row, i, unit, one);
        for (int j = 0; i->kind == TML_CONDITION_FRICTION && j < rows_of(i) - 1; j++) {
            double d[3];
            find_direction(i, j, d);
            set_acceleration_row(l, row + j, i, unit, d);
        }
        row += rows_of(i);
    }
    row = 0;
    for (int k = 0; k < p->count; k++) {
        row += rows_of(&p->list[k]);
        if (rows_of(&p->list[k]) > 1)
            set_limit_row(l, row - 1, &p->list[k], unit_of(l->s, &p->list[k]));
    }
}

/* Forces of the solution; the largest change. */
static double take_forces(linear_problem *l)
{
    tml_complementarity *p = l->s->p;
    double change = 0;
    for (int f = 0; f < p->n; f++) {
        double x = l->X[l->rows * p->n + f];
        for (int j = 0; j < l->rows; j++)
            x += l->X[j * p->n + f] * l->z[j];
        change = fmax(change, fabs(x - p->x[f]) / sqrt(l->s->rho[f]));
        p->x[f] = x;
    }
    tml_complementarity_results(p);
    return change;
}

static double size_of(const linear_problem *l)
{
    double size = 0;
    for (int j = 0; j < l->rows; j++)
        size = fmax(size, fmax(fabs(l->q[j]), l->z[j]));
    return size;
}

/* The modes of the solution. */
static void take_modes(const linear_problem *l, tml_modes_told by)
{
    tml_complementarity *p = l->s->p;
    const double zero = ZERO * size_of(l);
    int row = 0;
    for (int k = 0; k < p->count; k++) {
        tml_condition *i = &p->list[k];
        const double unit = unit_of(l->s, i), *z = l->z + row, *c = p->r + i->acceleration, *x = p->x + i->first;
        row += rows_of(i);
        if (!tml_condition_is_undecided(i))
            continue;
        if (i->kind == TML_CONDITION_UNILATERAL) {
            i->mode = (by == TML_BY_FORCES ? z[0] > zero : unit * c[0] <= zero) ? TML_CLOSED : TML_OPEN;
            continue;
        }
        const double speed = tml_condition_length(c, i->size), force = tml_condition_length(x, i->size);
        const double left = (tml_complementarity_limit(l->s, i, limit_kind(l->s, i)) - force) / unit;
        const bool slides = unit * speed > zero;
        i->mode = slides || (by == TML_BY_FORCES && left <= zero) ? TML_SLIDES : TML_STICKS;
        for (int a = 0; i->mode == TML_SLIDES && a < i->size; a++)
            i->direction[a] = slides ? c[a] / speed : force > unit * zero ? -x[a] / force : a == 0;
    }
}

static int count_rows(const tml_complementarity *p)
{
    int rows = 0;
    for (int k = 0; k < p->count; k++)
        rows += rows_of(&p->list[k]);
    return rows;
}

/* Friction whose limits differ by the sense of slip has no row here. */
static bool is_uneven(const tml_complementarity *p)
{
    for (int k = 0; k < p->count; k++)
        if (p->list[k].uneven)
            return true;
    return false;
}

/* Once more where limits are not linear, or differ between rest and slip. */
bool tml_complementarity_pivoting(tml_complementarity_solver *s, tml_modes_told by)
{
    tml_complementarity *p = s->p;
    linear_problem l = {.s = s, .rows = count_rows(p)};
    if (l.rows > most_rows(p->n) || is_uneven(p))
        return false;
    l.M = s->pivoting, l.q = l.M + l.rows * l.rows, l.z = l.q + l.rows, l.X = l.z + l.rows;
    l.work = l.X + p->n * (l.rows + 1);
    tml_complementarity_guess_held(p);
    for (int n = 0; n < MAX_LINEARIZATIONS; n++) {
        tml_complementarity_equations(s);
        set_free(&l);
        if (!set_determined(&l))
            return false;
        set_rows(&l);
        if (!tml_lemke_solve(l.rows, l.M, l.q, l.z, l.work))
            return false;
        const double change = take_forces(&l);
        take_modes(&l, by);
        if (change <= SAME * size_of(&l))
            break;
    }
    return true;
}
