/* closure.c - closing a mechanism: damped Newton's method and homotopy.
 *
 * r(q) = [phi(q, t) of all rows; s - value of `initial`] = 0, from a guess q_0. Close to a solution: damped Newton
 * method with minimum-norm steps (rotations multiplied by the mechanism's size). Far from it: homotopy, r(q) = (1 - c)
 * r(q_0) with c from 0 to 1, which stays on the branch of the guess. Nonholonomic rows count among velocities only.
 */
#include "assembly/closure.h"
#include "assembly/start_values.h"
#include <math.h>
#include <string.h>

void tml_closure_add(tml_closure *c, int *at, int body, const double *J, double factor)
{
    const int nvb = c->s->nvb, lin = c->s->space ? 3 : 2;
    for (int j = 0; body && j < nvb; j++) {
        c->A.column[*at] = (body - 1) * nvb + j;
        c->A.value[(*at)++] = factor * J[j] / (j < lin ? 1 : c->s->size);
    }
}

/* Nonholonomic rows restrict no positions. */
static bool is_left_out(const tml_closure *c, const tml_constraint *row)
{
    return row->rate_only && !c->rates && !c->ranking && !(c->counting && row->integrable);
}

double tml_closure_residual(tml_closure *c, const double *q, bool matrix)
{
    const tml_system *s = c->s;
    tml_workspace *w = c->w;
    const int rows = c->joint_rows;
    int at = 0, row = rows;
    double worst = 0;
    tml_workspace_set_state(w, c->t, q, c->v);
    tml_workspace_measure(w, 0, s->measure_count);
    tml_workspace_constraints(w, rows);
    memcpy(c->r, c->rates ? w->phidot : w->phi, (size_t)rows * sizeof(double));
    for (int i = 0; i < rows; i++) {
        const bool empty = (c->without_drivers && s->rows[i].driver >= 0) || is_left_out(c, &s->rows[i]) ||
                           (c->yields && c->yields[i]);
        c->weight[i] = s->size / s->rows[i].scale;
        c->A.start[i] = at;
        c->r[i] = empty ? 0 : c->r[i];
        for (int k = s->rows[i].first_block; matrix && !empty && k < s->rows[i].first_block + s->rows[i].block_count;
             k++)
            tml_closure_add(c, &at, s->blocks[k].body, w->G + (size_t)k * (size_t)s->nvb, 1);
    }
    for (int i = 0; c->with_starts && i < s->start_count; i++) {
        const tml_start *start = &s->starts[i];
        if (start->rate != c->rates)
            continue;
        const tml_measure *m = &s->measures[start->term.measure];
        const double *J = w->J + (size_t)start->term.measure * 2 * (size_t)s->nvb;
        c->r[row] = start->term.coefficient * (c->rates ? w->rate : w->value)[start->term.measure] - start->value;
        c->weight[row] = s->size / tml_measure_scale(s, start->term.measure);
        if (matrix) {
            c->A.start[row] = at;
            tml_closure_add(c, &at, m->body1, J, start->term.coefficient);
            tml_closure_add(c, &at, m->body2, J + s->nvb, start->term.coefficient);
        }
        row++;
    }
    if (c->start)
        tml_start_values_rows(c->start, c, &row, &at, matrix);
    c->A.start[row] = at;
    c->A.rows = c->rows = row;
    for (int i = 0; i < row; i++)
        worst = fmax(worst, isnan(c->r[i]) ? INFINITY : c->weight[i] * fabs(c->r[i]));
    return worst;
}

int tml_closure_entries(const tml_system *s)
{
    return (s->assembly_block_count + 2 * s->start_count + 3 * s->nv) * s->nvb + 1;
}

tml_closure *tml_closure_make(const tml_system *s, double t, double tolerance, tml_arena *arena)
{
    tml_closure *c = TML_NEW(arena, tml_closure);
    const int rows = s->assembly_row_count + s->start_count + 2 * s->nv;
    c->arena = arena;
    c->s = s;
    c->t = t;
    c->tolerance = tolerance;
    c->joint_rows = s->rigid_row_count;
    c->max_rows = rows;
    c->w = tml_workspace_make(s, arena);
    c->r = TML_NEW_ARRAY(arena, double, rows + 1);
    c->weight = TML_NEW_ARRAY(arena, double, rows + 1);
    c->right = TML_NEW_ARRAY(arena, double, rows + 1);
    c->step = TML_NEW_ARRAY(arena, double, s->nv + 1);
    c->v = TML_NEW_ARRAY(arena, double, s->nv + 1);
    c->trial = TML_NEW_ARRAY(arena, double, s->nq + 1);
    c->A.columns = s->nv;
    c->A.start = TML_NEW_ARRAY(arena, int, rows + 1);
    c->A.column = TML_NEW_ARRAY(arena, int, tml_closure_entries(s));
    c->A.value = TML_NEW_ARRAY(arena, double, tml_closure_entries(s));
    return c;
}

/* Does not return if memory runs out. */
bool tml_closure_solve_step(tml_closure *c)
{
    const int nvb = c->s->nvb, lin = c->s->space ? 3 : 2;
    int rank;
    const bool fine =
        c->start ? tml_start_values_step(c->start, c, &rank) : tml_minimum_norm(&c->A, c->right, c->step, &rank);
    if (!fine && rank < 0)
        tml_arena_give_up(c->arena);
    for (int j = 0; !c->start && j < c->s->nv; j++)
        c->step[j] /= j % nvb < lin ? 1 : c->s->size;
    return fine;
}

double tml_closure_newton_step(tml_closure *c, const double *goal, double part)
{
    const int nvb = c->s->nvb, lin = c->s->space ? 3 : 2;
    double max = 0;
    for (int i = 0; i < c->rows; i++)
        c->right[i] = (goal ? part * goal[i] : 0) - c->r[i];
    if (!tml_closure_solve_step(c))
        return INFINITY;
    for (int j = 0; j < c->s->nv; j++)
        max = fmax(max, fabs(c->step[j]) / (j % nvb < lin ? c->s->size : 1));
    return isfinite(max) ? max : INFINITY;
}

void tml_closure_displace(tml_closure *c, const double *q, double factor, double *out)
{
    for (int j = 0; j < c->s->nv; j++)
        c->step[j] *= factor;
    memcpy(out, q, (size_t)c->s->nq * sizeof(double));
    tml_system_displace(c->s, c->step, out);
}

/* Distance of the residual from part * goal (goal NULL: from zero). */
static double distance_to(const tml_closure *c, const double *goal, double part)
{
    double gap = 0;
    for (int k = 0; k < c->rows; k++)
        gap = fmax(gap, c->weight[k] * fabs(c->r[k] - (goal ? part * goal[k] : 0)));
    return gap;
}

/* Steps are halved while the residual does not decrease. */
bool tml_closure_newton(tml_closure *c, double *q, const double *goal, double part, double longest, int max)
{
    if (c->stopped)
        return false;
    double before = tml_closure_residual(c, q, true), best = INFINITY;
    int stalled = 0;
    for (int i = 0; i < max; i++) {
        const double gap = distance_to(c, goal, part);
        c->stopped = tml_arena_is_cancelled(c->arena);
        if (c->stopped || !isfinite(before))
            return false;
        stalled = gap < 0.5 * best ? 0 : stalled + 1;
        if (gap < best)
            best = gap;
        if (gap <= TML_CLOSED * c->tolerance || (gap <= c->tolerance && stalled >= 2))
            return true;
        if (stalled > 30)
            return false;
        c->iterations++;
        const double length = tml_closure_newton_step(c, goal, part);
        if (!isfinite(length))
            return false;
        double factor = length > longest ? longest / length : 1;
        for (int halvings = 0;; halvings++) {
            tml_closure_displace(c, q, factor, c->trial);
            tml_closure_residual(c, c->trial, false);
            if (distance_to(c, goal, part) < gap || halvings == 8 || gap < 1e3 * c->tolerance)
                break;
            factor = 0.5;
        }
        memcpy(q, c->trial, (size_t)c->s->nq * sizeof(double));
        before = tml_closure_residual(c, q, true);
        tml_workspace_accept_angles(c->w);
    }
    return distance_to(c, goal, part) <= c->tolerance;
}

bool tml_closure_homotopy(tml_closure *c, double *q, tml_arena *arena)
{
    const size_t nq = (size_t)c->s->nq;
    double *goal = TML_NEW_ARRAY(arena, double, c->max_rows + 1);
    double *at = TML_NEW_ARRAY(arena, double, nq + 1),
           *unwrapped = TML_NEW_ARRAY(arena, double, c->s->measure_count + 1);
    const size_t turns = (size_t)c->s->measure_count * sizeof(double);
    tml_closure_residual(c, q, true);
    tml_workspace_accept_angles(c->w);
    memcpy(goal, c->r, (size_t)c->rows * sizeof(double));
    double done = 0, step = 0.25;
    while (done < 1) {
        const double next = fmin(1, done + step);
        memcpy(at, q, nq * sizeof(double));
        memcpy(unwrapped, c->w->unwrapped, turns);
        tml_closure_residual(c, at, true);
        const bool small = tml_closure_newton_step(c, goal, 1 - next) < 0.3;
        if (small && tml_closure_newton(c, at, goal, 1 - next, 0.3, 8)) {
            memcpy(q, at, nq * sizeof(double));
            done = next;
            step = fmin(2 * step, 0.25);
        } else {
            memcpy(c->w->unwrapped, unwrapped, turns); /* go back */
            if (c->stopped || (step *= 0.5) < 1e-4)
                return false;
        }
    }
    return true;
}
