/* result_feedback.c - along each coordinate, velocity, state and law: the change of results; then the loop closed. */
#include "linearize/result_feedback.h"
#include "linalg/cholesky.h"
#include "linalg/lapack.h"
#include "linearize/perturbation.h"
#include <string.h>

typedef struct tml_result_feedback {
    tml_linear *l;
    tml_perturbation *p;
    int laws, results;
    int *columns;         /* (results) */
    double *slope;        /* (laws x input_count) by rows: derivatives of the expressions */
    double *E;            /* (laws x results) by columns */
    double *loop;         /* (laws x laws) 1 - E R; its factors */
    double *M, *dr;       /* (n x n) factors of the mass matrix; (results) */
    double *Xq, *Xv, *Xs; /* (laws x n) twice, (laws x state_count) by columns */
    lapack_int *pivots, *mass_pivots;
    double *Xf;           /* (laws x law_count) per unit of force of a law, by columns */
    bool *known;          /* (law_count) columns of it */
    double *force, *push; /* (nv), (n) */
} feedback;

static bool make(feedback *f, const tml_linear_request *q)
{
    tml_linear *l = f->l;
    const tml_system *s = l->system;
    const size_t n = (size_t)l->n;
    f->p = tml_perturbation_make(l, q->q, q->undamped, l->arena);
    f->p->holds_values = true;
    f->laws = s->result_law_count, f->results = s->result_count;
    f->columns = TML_NEW_ARRAY(l->arena, int, f->results + 1);
    f->slope = TML_NEW_ARRAY(l->arena, double, f->laws * s->input_count);
    f->E = TML_NEW_ARRAY(l->arena, double, f->laws * f->results + 1);
    f->loop = TML_NEW_ARRAY(l->arena, double, f->laws * f->laws);
    f->dr = TML_NEW_ARRAY(l->arena, double, f->results + 1);
    f->pivots = TML_NEW_ARRAY(l->arena, lapack_int, f->laws);
    f->M = TML_NEW_ARRAY(l->arena, double, n *n + 1);
    f->mass_pivots = TML_NEW_ARRAY(l->arena, lapack_int, n + 1);
    for (int i = 0; i < f->results; i++)
        f->columns[i] = s->results[i].law >= 0 ? -1 - s->results[i].law : (int)s->results[i].column;
    for (int k = 0; k < f->laws; k++) {
        double *slope = f->slope + k * s->input_count;
        if (s->laws[s->result_laws[k].law].value) /* switched on */
            tml_expression_gradient(s->result_laws[k].value, l->work->inputs, l->work->expression, 1, slope);
        for (int i = 0; i < f->results; i++)
            f->E[i * f->laws + k] = slope[s->results[i].input];
    }
    memcpy(f->M, l->M, n * n * sizeof(double));
    return tml_lapack_done(LAPACKE_dgetrf(LAPACK_COL_MAJOR, l->n, l->n, f->M, l->n, f->mass_pivots), l->arena);
}

/* dx (laws) at constant x along what is given in p, whose y'' follows from the `push` (n) on the independent coordinates. */
static void change(feedback *f, const double *push, double *dx)
{
    const tml_system *s = f->l->system;
    const size_t n = (size_t)f->l->n;
    if (push) {
        memcpy(f->p->y2, push, n * sizeof(double));
        LAPACKE_dgetrs(LAPACK_COL_MAJOR, 'N', f->l->n, 1, f->M, f->l->n, f->mass_pivots, f->p->y2, f->l->n);
    }
    tml_perturbation_find(f->p);
    tml_perturbation_of_channels(f->p, f->columns, f->results, f->dr, NULL);
    for (int k = 0; k < f->laws; k++) {
        dx[k] = tml_perturbation_of_expression(f->p, f->slope + k * s->input_count);
        for (int i = 0; i < f->results; i++)
            if (f->E[i * f->laws + k] != 0)
                dx[k] += f->E[i * f->laws + k] * f->dr[i];
    }
}

/* S' f */
static void project(const tml_linear *l, const double *force, double *out)
{
    const size_t nv = (size_t)l->system->nv;
    for (size_t i = 0; i < (size_t)l->n; i++) {
        out[i] = 0;
        for (size_t j = 0; j < nv; j++)
            out[i] += l->S[i * nv + j] * force[j];
    }
}

/* dx (laws) at constant x per unit of force of a law. */
static void change_by_force(feedback *f, int law, double *dx)
{
    tml_linear_force_direction(f->l, law, f->force);
    project(f->l, f->force, f->push);
    tml_perturbation_clear(f->p);
    f->p->law = law, f->p->push = 1;
    change(f, f->push, dx);
}

/* Factors of 1 - E R, R along a unit of each law. */
static bool close_loop(feedback *f)
{
    const tml_system *s = f->l->system;
    for (int k = 0; k < f->laws; k++) {
        const int law = s->result_laws[k].law;
        double *column = f->loop + k * f->laws;
        change_by_force(f, law, column);
        for (int i = 0; i < f->laws; i++)
            column[i] = (i == k) - s->laws[law].factor * column[i];
    }
    return tml_all_finite(f->loop, f->laws * f->laws) &&
           tml_lapack_done(LAPACKE_dgetrf(LAPACK_COL_MAJOR, f->laws, f->laws, f->loop, f->laws, f->pivots),
                           f->l->arena);
}

static void find_values(feedback *f)
{
    const tml_linear *l = f->l;
    const size_t n = (size_t)l->n;
    for (int k = 0; k < l->n; k++) {
        tml_perturbation_clear(f->p);
        f->p->y[k] = 1;
        change(f, l->K + (size_t)k * n, f->Xq + k * f->laws);
        tml_perturbation_clear(f->p);
        f->p->y1[k] = 1;
        change(f, l->C + (size_t)k * n, f->Xv + k * f->laws);
    }
    for (int k = 0; l->Qs && k < l->system->state_count; k++) {
        project(l, l->Qs + k * l->system->nv, f->push);
        tml_perturbation_clear(f->p);
        f->p->states[k] = 1;
        change(f, f->push, f->Xs + k * f->laws);
    }
    double *const all[] = {f->Xq, f->Xv, f->Xs};
    const int columns[] = {l->n, l->n, l->system->state_count};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (columns[i])
            LAPACKE_dgetrs(LAPACK_COL_MAJOR, 'N', f->laws, columns[i], f->loop, f->laws, f->pivots, all[i], f->laws);
}

/* A += b r', r (nv) given by coefficients c of the rows F of the chosen coordinates: y = F dq. */
static void add_rows(const tml_linear *l, const double *b, const double *X, int k, int laws, double *A)
{
    const size_t nv = (size_t)l->system->nv;
    for (int i = 0; i < l->n; i++) {
        const int row = l->rows + l->chosen[i];
        for (int e = l->derivatives.first[row]; X[i * laws + k] != 0 && e < l->derivatives.first[row + 1]; e++)
            for (size_t j = 0; j < nv; j++)
                A[(size_t)l->derivatives.entries[e].column * nv + j] +=
                    b[j] * X[i * laws + k] * l->derivatives.entries[e].J;
    }
}

/* With y = F dq and y' = F (dv - D y): b dx = b Xv F dv + b (Xq - Xv F D) F dq */
static void add_forces(feedback *f)
{
    tml_linear *l = f->l;
    const tml_system *s = l->system;
    const size_t nv = (size_t)s->nv;
    double *b = f->force, *position = tml_arena_copy(l->arena, f->Xq, (size_t)(l->n * f->laws) * sizeof(double));
    for (int i = 0; i < l->n; i++)
        for (int m = 0; m < l->n; m++) {
            const double FD = tml_row_derivatives_times(&l->derivatives, l->rows + l->chosen[m], TML_DERIVATIVE_J,
                                                        l->D + (size_t)i * nv);
            for (int k = 0; k < f->laws; k++)
                position[i * f->laws + k] -= f->Xv[m * f->laws + k] * FD;
        }
    for (int k = 0; k < f->laws; k++) {
        const int law = s->result_laws[k].law;
        tml_linear_force_direction(l, law, b);
        for (size_t j = 0; j < nv; j++)
            b[j] *= s->laws[law].factor;
        add_rows(l, b, position, k, f->laws, l->full_K);
        add_rows(l, b, f->Xv, k, f->laws, l->full_C);
        for (int i = 0; l->Qs && i < s->state_count; i++)
            for (size_t j = 0; j < nv; j++)
                l->Qs[(size_t)i * nv + j] += b[j] * f->Xs[i * f->laws + k];
    }
}

bool tml_linear_add_feedback(tml_linear *l, const tml_linear_request *q)
{
    feedback *f = TML_NEW(l->arena, feedback);
    const int laws = l->system->law_count;
    *f = (feedback){.l = l};
    f->push = TML_NEW_ARRAY(l->arena, double, l->n + 1);
    f->force = TML_NEW_ARRAY(l->arena, double, l->system->nv + 1);
    if (!make(f, q) || !close_loop(f))
        return false;
    f->Xq = TML_NEW_ARRAY(l->arena, double, l->n * f->laws + 1);
    f->Xv = TML_NEW_ARRAY(l->arena, double, l->n * f->laws + 1);
    f->Xs = TML_NEW_ARRAY(l->arena, double, l->system->state_count * f->laws + 1);
    f->Xf = TML_NEW_ARRAY(l->arena, double, laws * f->laws + 1);
    f->known = TML_NEW_ARRAY(l->arena, bool, laws + 1);
    find_values(f);
    add_forces(f);
    l->Xq = f->Xq, l->Xv = f->Xv, l->Xs = f->Xs;
    l->feedback = f;
    return tml_all_finite(l->Xq, l->n * f->laws) && tml_all_finite(l->Xv, l->n * f->laws);
}

const double *tml_linear_feedback_of_force(const tml_linear *l, int law)
{
    feedback *f = l->feedback;
    if (!f)
        return NULL;
    double *dx = f->Xf + law * f->laws;
    if (!f->known[law]) {
        change_by_force(f, law, dx);
        LAPACKE_dgetrs(LAPACK_COL_MAJOR, 'N', f->laws, 1, f->loop, f->laws, f->pivots, dx, f->laws);
    }
    f->known[law] = true;
    return dx;
}

void tml_linear_input_direction(const tml_linear *l, int law, double *b)
{
    const tml_system *s = l->system;
    const double *dx = tml_linear_feedback_of_force(l, law);
    tml_linear_force_direction(l, law, b);
    for (int k = 0; dx && k < s->result_law_count; k++) {
        const tml_force_law *other = &s->laws[s->result_laws[k].law];
        tml_workspace_add_terms(l->work, &other->terms, other->factor * dx[k], b);
    }
}
