/* mode_slopes.c - derivatives of eigenvalues, from the null vectors of P(s): the singular vectors of its least singular value. */
#include "study/sensitivity/mode_slopes.h"
#include "analysis/modes/reference_state.h"
#include "linalg/lapack.h"
#include <complex.h>
#include <math.h>
#include <string.h>

enum { MAX_DENSE = 400, MATRICES = 3 };
static const double REPEATED =
    1e-7; /* of what adds up in P: a second singular value below it is that of a repeated eigenvalue */
static const double DEFECTIVE = 1e-7; /* y' P'(s) x, of the product of their sizes */
static const double PI = 3.14159265358979323846;

/* Columns of the table of modes. */
enum { RE = 2, IM, HERTZ, NATURAL, DAMPING, TIME, RIGID };

struct tml_mode_slopes {
    tml_twins *t;
    int n;
    const tml_linear *at;
    double **slope; /* (parameters) M_p, C_p, K_p (3 n n) of order 6, then of order 4; NULL: not found */
    double *scale;  /* (n) */
    double complex *P, *U, *V;
    double *sigma, *work;
};

static const double *matrix(const tml_linear *l, int which)
{
    return which == 0 ? l->M : which == 1 ? l->C : l->K;
}

/* The reference state as the analysis takes it. */
static bool close_joints(tml_task *task, tml_assembly *report)
{
    const size_t velocities = (size_t)task->system->nv * sizeof(double);
    const double *v = tml_arena_copy(task->arena, task->state->v, velocities);
    if (tml_task_assemble(task, report) != TML_OK)
        return false;
    if (task->state->held_count && task->system->ignorable_count)
        memcpy(task->state->v, v, velocities);
    return true;
}

/* In the coordinates of another, so that matrices can be compared; NULL: in the best. */
static const tml_linear *linearize(tml_task *task, const tml_assembly *report, tml_about about, const tml_linear *like)
{
    bool damping = true;
    tml_linear *l = NULL;
    tml_element_bool(task->resolved, task->element, tml_task_field(task, "damping"), &damping);
    tml_linear_request request = tml_about_request(task, about, report);
    request.undamped = !damping;
    request.chosen = like ? like->chosen : NULL;
    request.chosen_count = like ? like->n : 0;
    return tml_linear_make(task->system, &request, task->arena, &l) == TML_LINEAR_DONE ? l : NULL;
}

static double *find_matrices(tml_mode_slopes *m, int parameter, tml_about about)
{
    tml_twins *t = m->t;
    const size_t entries = (size_t)m->n * (size_t)m->n;
    double *all[TML_TWIN_SIDES], *slope = TML_NEW_ARRAY(t->task.arena, double, 2 * MATRICES * entries + 1);
    for (int side = 0; side < TML_TWIN_SIDES; side++) {
        tml_twin *x = tml_twins_near(t, parameter, side);
        tml_assembly report;
        const tml_linear *l = close_joints(&x->task, &report) ? linearize(&x->task, &report, about, m->at) : NULL;
        if (!l)
            return NULL;
        all[side] = TML_NEW_ARRAY(t->task.arena, double, MATRICES *entries + 1);
        for (int i = 0; i < MATRICES; i++)
            memcpy(all[side] + (size_t)i * entries, matrix(l, i), entries * sizeof(double));
    }
    tml_twins_differentiate(t, parameter, all, MATRICES * entries, slope, slope + MATRICES * entries);
    return slope;
}

/* Lengths instead of angles, and sizes of all coordinates alike. */
static void find_scales(tml_mode_slopes *m)
{
    const size_t n = (size_t)m->n;
    double largest = 0;
    for (size_t i = 0; i < n; i++)
        largest = fmax(largest, fabs(m->at->M[i * (n + 1)]));
    for (size_t i = 0; i < n; i++) {
        const double mass = fabs(m->at->M[i * (n + 1)]);
        m->scale[i] = mass > 1e-12 * largest ? 1 / sqrt(mass) : 1;
    }
}

tml_mode_slopes *tml_mode_slopes_make(tml_twins *t)
{
    tml_task *task = &t->task;
    const tml_system *s = task->system;
    tml_assembly report = {0};
    tml_about about;
    t->why = s->interaction_count ? "contacts, stops or friction"
             : s->state_count     ? "states of the model are part of the modes"
             : s->rate_row_count  ? "something rolls"
                                  : NULL;
    if (t->why || tml_about_find(task, &about) != TML_OK)
        return NULL;
    tml_assembly_rank(s, task->state->t, task->state->q, task->state->v, &report, task->arena);
    tml_mode_slopes *m = TML_NEW(task->arena, tml_mode_slopes);
    m->t = t;
    t->why = "too many coordinates";
    if (s->nv - report.rank > MAX_DENSE)
        return NULL;
    t->why = "the linearized equations are not found nearby";
    m->at = linearize(task, &report, about, NULL);
    if (!m->at)
        return NULL;
    m->n = m->at->n;
    const size_t n = (size_t)m->n;
    m->slope = TML_NEW_ARRAY(task->arena, double *, t->parameters + 1);
    for (int j = 0; j < t->parameters; j++)
        m->slope[j] = t->gone[j] ? NULL : find_matrices(m, j, about);
    m->scale = TML_NEW_ARRAY(task->arena, double, n + 1);
    find_scales(m);
    double complex **const all[] = {&m->P, &m->U, &m->V};
    for (int i = 0; i < 3; i++)
        *all[i] = TML_NEW_ARRAY(task->arena, double complex, n *n + 1);
    m->sigma = TML_NEW_ARRAY(task->arena, double, n + 1);
    m->work = TML_NEW_ARRAY(task->arena, double, n + 1);
    return m;
}

/* ---- one mode ---- */

/* P(s), scaled, and its singular vectors; *size: what adds up in it. */
static bool decompose(tml_mode_slopes *m, double complex s, double *size)
{
    const size_t n = (size_t)m->n;
    *size = 0;
    for (size_t i = 0; i < n * n; i++) {
        const double complex terms[MATRICES] = {s * s * m->at->M[i], -s * m->at->C[i], -m->at->K[i]};
        const double scale = m->scale[i % n] * m->scale[i / n];
        m->P[i] = (terms[0] + terms[1] + terms[2]) * scale;
        *size = fmax(*size, (cabs(terms[0]) + cabs(terms[1]) + cabs(terms[2])) * scale);
    }
    return tml_lapack_done(LAPACKE_zgesvd(LAPACK_COL_MAJOR, 'A', 'A', m->n, m->n, (lapack_complex_double *)m->P, m->n,
                                          m->sigma, (lapack_complex_double *)m->U, m->n, (lapack_complex_double *)m->V,
                                          m->n, m->work),
                           m->t->task.arena);
}

/* y^H A x of the last singular vectors, A = a M + b C + c K of some matrices; and the sum of the sizes. */
static double complex product(const tml_mode_slopes *m, const double complex by[MATRICES],
                              const double *const of[MATRICES], double *size)
{
    const size_t n = (size_t)m->n;
    double complex sum = 0;
    *size = 0;
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < n; i++) {
            const double complex entry = by[0] * of[0][j * n + i] + by[1] * of[1][j * n + i] + by[2] * of[2][j * n + i];
            const double complex term =
                conj(m->U[(n - 1) * n + i]) * m->scale[i] * entry * m->scale[j] * conj(m->V[j * n + n - 1]);
            sum += term;
            *size += cabs(term);
        }
    return sum;
}

/* Of what the table tells of s, by s. */
static double of_column(double complex s, double complex ds, size_t column)
{
    const double size = cabs(s), grows = (creal(s) * creal(ds) + cimag(s) * cimag(ds)) / size;
    switch (column) {
    case RE:
        return creal(ds);
    case IM:
        return cimag(ds);
    case HERTZ:
        return cimag(ds) / (2 * PI);
    case NATURAL:
        return grows;
    case DAMPING:
        return (-creal(ds) + creal(s) * grows / size) / size;
    case TIME:
        return creal(ds) / (creal(s) * creal(s));
    default:
        return NAN;
    }
}

/* What its rounding is compared with. */
static double size_of(double complex s, size_t column)
{
    return column == DAMPING ? 1 : column == TIME ? 1 / cabs(s) : cabs(s);
}

void tml_mode_slopes_find(tml_mode_slopes *m, const tml_table *table, size_t row, size_t column, double *derivative,
                          tml_derivative_state *states)
{
    const double *values = table->values + row * table->column_count;
    const double complex s = values[RE] + values[IM] * I;
    double all, size;
    for (int j = 0; j < m->t->parameters; j++)
        states[j] = TML_NOT_FOUND;
    m->t->why = "shapes of modes, and modes without restoring forces";
    if (column < RE || column > TIME || values[RIGID] != 0 || s == 0 || !decompose(m, s, &all))
        return;
    const double complex by[MATRICES] = {2 * s, -1, 0}, change[MATRICES] = {s * s, -s, -1};
    const double *const at[MATRICES] = {m->at->M, m->at->C, m->at->K};
    const double complex below = product(m, by, at, &size);
    m->t->why = "a repeated eigenvalue";
    if ((m->n > 1 && m->sigma[m->n - 2] <= REPEATED * all) || !(cabs(below) > DEFECTIVE * size))
        return;
    const size_t entries = (size_t)m->n * (size_t)m->n;
    for (int j = 0; j < m->t->parameters; j++) {
        const double *slope = m->slope[j];
        if (!slope) {
            m->t->why = "the linearized equations are not found nearby";
            continue;
        }
        double complex ds[2];
        for (int order = 0; order < 2; order++) {
            const double *from = slope + (size_t)order * MATRICES * entries;
            const double *const of[MATRICES] = {from, from + entries, from + 2 * entries};
            double other;
            ds[order] = -product(m, change, of, &other) / below;
        }
        derivative[j] = of_column(s, ds[0], column);
        const double rough = of_column(s, ds[1], column);
        m->t->why = "is not smooth enough";
        if (isfinite(derivative[j]) &&
            tml_twins_accept(m->t, j, derivative[j], rough, values[column], size_of(s, column)))
            states[j] = TML_FOUND, m->t->why = NULL;
    }
}
