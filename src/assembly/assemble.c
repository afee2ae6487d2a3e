/* assemble.c - assembly: damped Newton method, homotopy, penalty relaxation.
 *
 * r(q) = [phi(q, t) of all rows; s - value of `initial`] = 0, from a guess q_0. Close to a solution: damped Newton
 * method with minimum-norm steps (rotations multiplied by the mechanism's size). Far from it: homotopy, r(q) = (1 - c)
 * r(q_0) with c from 0 to 1, which stays on the branch of the guess.
 */
#include "assembly/singular_configuration.h"
#include "assembly/start_ignorable.h"
#include "assembly/start_report.h"
#include "diagnosis/diagnosis.h"
#include "model/preparation.h"
#include "system/topology/ignorable_rotations.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum {
    MAX_RESTARTS = 10,
    MAX_RELAXED_COORDINATES = 1500,
    FALLBACK_RESTARTS = 3,
    FALLBACK_COORDINATES = 150,
    MAX_OPEN = 40
};
static const double CLOSED = 0.01; /* of the tolerance: no further step is needed */

static int start_rows(const tml_closure *c)
{
    int count = 0;
    for (int i = 0; c->with_starts && i < c->s->start_count; i++)
        count += c->s->starts[i].rate == c->rates;
    return count;
}

void tml_closure_add(tml_closure *c, int *at, int body, const double *J, double factor)
{
    const int nvb = c->s->nvb, lin = c->s->space ? 3 : 2;
    for (int j = 0; body && j < nvb; j++) {
        c->A.column[*at] = (body - 1) * nvb + j;
        c->A.value[(*at)++] = factor * J[j] / (j < lin ? 1 : c->s->size);
    }
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
        const bool empty = c->without_drivers && s->rows[i].driver >= 0;
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

/* Step towards residual = part * goal (goal NULL: zero), in c->step; returns its largest component relative to the
 * size or in rad. */
static double newton_step(tml_closure *c, const double *goal, double part)
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

/* Newton's method with steps of at most `longest`, halved while the residual does not decrease. True if closed. */
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
        if (gap <= CLOSED * c->tolerance || (gap <= c->tolerance && stalled >= 2))
            return true;
        if (stalled > 30)
            return false;
        c->iterations++;
        const double length = newton_step(c, goal, part);
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

/* Homotopy: closes the gap gradually. */
static bool homotopy(tml_closure *c, double *q, tml_arena *arena)
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
        const bool small = newton_step(c, goal, 1 - next) < 0.3;
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

const char *tml_row_name(const tml_system *s, int row, tml_arena *arena)
{
    const tml_constraint *r = &s->rows[row];
    if (r->driver >= 0)
        return tml_arena_format(arena, "driver %s", s->drives[r->driver].name);
    return tml_arena_format(arena, "joint %s, %s", s->joints[r->joint].name, r->name);
}

/* How far each joint is open: (joint_count) lengths, then as many angles. */
static const double *gaps(const tml_closure *c)
{
    const tml_system *s = c->s;
    double *gap = TML_NEW_ARRAY(c->arena, double, 2 * s->joint_count + 1);
    for (int i = 0; i < c->joint_rows; i++)
        if (s->rows[i].joint >= 0) {
            const bool is_rotation = s->measures[s->terms[s->rows[i].terms.first].measure].is_rotation;
            double *sum = &gap[s->rows[i].joint + (is_rotation ? s->joint_count : 0)];
            *sum = hypot(*sum, c->r[i]);
        }
    return gap;
}

/* Reports which joints are open and by how much: the first of them. */
static void report_open(tml_closure *c, const double *q, const tml_diagnosis *why, tml_log *log)
{
    const tml_system *s = c->s;
    const double least = 10 * c->tolerance, least_angle = least / s->size;
    int open = 0;
    tml_closure_residual(c, q, false);
    const double *gap = gaps(c), *twist = gap + s->joint_count;
    tml_diagnosis_report_open(why, c, log);
    for (int j = 0; j < s->joint_count; j++) {
        open += gap[j] > least || twist[j] > least_angle;
        if (gap[j] > least && open <= MAX_OPEN)
            tml_log_raise(log, TML_E_JOINT_OPEN, s->joints[j].place, "joint %s: open by %.4g m", s->joints[j].name,
                          gap[j]);
        if (twist[j] > least_angle && open <= MAX_OPEN)
            tml_log_raise(log, TML_E_JOINT_OPEN, s->joints[j].place, "joint %s: open by %.4g rad", s->joints[j].name,
                          twist[j]);
    }
    if (open > MAX_OPEN)
        tml_log_raise(log, TML_E_JOINT_OPEN, (tml_place){.file = s->model->file}, "… and %d more joints",
                      open - MAX_OPEN);
    int row = c->joint_rows;
    for (int i = 0; i < s->rigid_row_count; i++)
        if (s->rows[i].driver >= 0 && c->weight[i] * fabs(c->r[i]) > least)
            tml_log_raise(log, TML_E_DRIVER_MISSED, s->drives[s->rows[i].driver].place, "driver %s: missed by %.4g",
                          s->drives[s->rows[i].driver].name, fabs(c->r[i]));
    for (int i = 0; c->with_starts && i < s->start_count; i++)
        if (s->starts[i].rate == c->rates) {
            if (c->weight[row] * fabs(c->r[row]) > least)
                tml_log_raise(log, TML_E_INITIAL_MISSED, s->starts[i].place, "initial %s: missed by %.4g",
                              s->starts[i].name, fabs(c->r[row]));
            row++;
        }
}

/* Suggests a remedy: does it close without `initial`? */
static void report_remedy(tml_closure *c, double *q, const tml_diagnosis *why, tml_log *log)
{
    const tml_system *s = c->s;
    if (start_rows(c) > 0) {
        c->with_starts = false;
        if (tml_closure_newton(c, q, NULL, 0, 0.3, 200)) {
            tml_closure_residual(c, q, false);
            for (int i = 0; i < s->start_count; i++)
                if (!s->starts[i].rate)
                    tml_log_raise(log, TML_N_CLOSES_WITHOUT_INITIAL, s->starts[i].place,
                                  "it closes without `initial`: %s is then %.6g; give a value it can reach",
                                  s->starts[i].name,
                                  s->starts[i].term.coefficient * c->w->value[s->starts[i].term.measure]);
            return;
        }
        if (c->stopped)
            return;
    }
    if (why->conflict.motions) /* lengths are not the cause */
        tml_log_raise(log, TML_N_CLOSES_NOWHERE_NEAR, tml_diagnosis_place(why, c),
                      "no single edit of these was found that lets everything close: more than one may be wrong");
    else
        tml_log_raise(log, TML_N_CLOSES_NOWHERE_NEAR, tml_diagnosis_place(why, c),
                      "no position near the guess closes all joints: lengthen or shorten a body in the open loop by "
                      "about the gap, "
                      "move a joint, or start from a better guess (position and angle of the bodies)");
}

static bool report_reversed_axes(tml_closure *c, const double *q, tml_log *log)
{
    const tml_system *s = c->s;
    bool bad = false;
    tml_closure_residual(c, q, false);
    for (int i = 0; i < s->guard_count; i++)
        if (c->w->value[s->guards[i].measure] < 0.5) { /* 1; -1 if reversed; 0 if axes form a cycle */
            const tml_joint *j = &s->joints[s->guards[i].joint];
            tml_log_raise(log, TML_E_AXIS_REVERSED, j->place,
                          "joint %s: closes only with its axis reversed between bodies \"%s\" and \"%s\"; rotate one "
                          "of them by half a revolution in the guess",
                          j->name, s->masses[j->body1].name, s->masses[j->body2].name);
            bad = true;
            while (i + 1 < s->guard_count && s->guards[i + 1].joint == s->guards[i].joint)
                i++;
        }
    return bad;
}

/* Springs may balance while joints are open: perturbs such an equilibrium, in c->step. */
static void perturb(tml_closure *c, unsigned *seed)
{
    tml_closure_random(seed, c->s->nv, c->step);
    for (int j = 0; j < c->s->nv; j++)
        c->step[j] *= j % c->s->nvb < (c->s->space ? 3 : 2) ? 0.5 * c->s->size : 1;
}

/* Relaxation and Newton's steps in turn, shaken loose between them; true when closed. */
static bool relax_and_close(tml_closure *c, double *q, int max)
{
    tml_penalty_relaxation *pull = tml_penalty_relaxation_make(c->s, c->arena);
    unsigned seed = 12345;
    for (int i = 0; i < max && !c->stopped; i++) {
        tml_closure_relax(c, q, pull);
        if (tml_closure_newton(c, q, NULL, 0, 0.3, 50))
            return true;
        perturb(c, &seed);
        tml_closure_displace(c, q, 1, c->trial);
        memcpy(q, c->trial, (size_t)c->s->nq * sizeof(double));
    }
    return false;
}

static tml_status relax_positions(tml_closure *c, double *q, tml_log *log)
{
    if (c->s->nv > MAX_RELAXED_COORDINATES) {
        tml_log_raise(log, TML_E_IMPLICIT_ASSEMBLY_LIMIT, (tml_place){.file = c->s->model->file},
                      "assembly: method: implicit is for up to %d coordinates, this mechanism has %d",
                      MAX_RELAXED_COORDINATES, c->s->nv);
        return TML_WRONG;
    }
    const double *guess = tml_arena_copy(c->arena, q, (size_t)c->s->nq * sizeof(double));
    if (relax_and_close(c, q, MAX_RESTARTS))
        return report_reversed_axes(c, q, log) ? TML_FAILED : TML_OK;
    if (c->stopped)
        return TML_STOPPED;
    const tml_diagnosis why = tml_diagnose(c, guess, q, NULL, false);
    if (why.stopped)
        return TML_STOPPED;
    report_open(c, q, &why, log);
    (void)tml_diagnosis_report_cure(&why, c, log);
    return TML_FAILED;
}

/* Used if Newton's method does not close it: penalty relaxation from the guess, as long as that is fast. */
static bool relax_as_fallback(tml_closure *c, double *q)
{
    return c->s->nv <= FALLBACK_COORDINATES && relax_and_close(c, q, FALLBACK_RESTARTS) &&
           !report_reversed_axes(c, q, NULL);
}

static tml_status close_positions(tml_closure *c, double *q, bool *relaxed, tml_arena *arena, tml_log *log)
{
    const size_t nq = (size_t)c->s->nq;
    double *guess = TML_NEW_ARRAY(arena, double, nq + 1), *other = TML_NEW_ARRAY(arena, double, nq + 1);
    memcpy(guess, q, nq * sizeof(double));
    memcpy(other, q, nq * sizeof(double));
    double *unwrapped = TML_NEW_ARRAY(arena, double, c->s->measure_count + 1);
    memcpy(unwrapped, c->w->unwrapped, (size_t)c->s->measure_count * sizeof(double));
    const bool drawn_closed = tml_closure_residual(c, q, true) <= CLOSED * c->tolerance;
    const double first = drawn_closed ? 0 : newton_step(c, NULL, 0);
    const bool closed = first < 0.15 ? tml_closure_newton(c, q, NULL, 0, 0.3, 50) : homotopy(c, q, arena);
    if (closed)
        return report_reversed_axes(c, q, log) ? TML_FAILED : TML_OK;
    memcpy(c->w->unwrapped, unwrapped, (size_t)c->s->measure_count * sizeof(double));
    if (tml_closure_newton(c, other, NULL, 0, 0.2, 400)) {
        if (report_reversed_axes(c, other, log))
            return TML_FAILED;
        tml_log_raise(log, TML_E_OTHER_BRANCH, (tml_place){.file = c->s->model->file},
                      "the mechanism closes only on another branch than that of the guess: a dead point lies between "
                      "them; move the guess (position and angle of the bodies) closer to the assembly you mean, or let "
                      "`assembly: {method: implicit}` pull it together");
        return TML_FAILED;
    }
    memcpy(q, guess, nq * sizeof(double));
    memcpy(c->w->unwrapped, unwrapped, (size_t)c->s->measure_count * sizeof(double));
    *relaxed = relax_as_fallback(c, q);
    if (*relaxed || c->stopped)
        return c->stopped ? TML_STOPPED : TML_OK;
    memcpy(c->w->unwrapped, unwrapped, (size_t)c->s->measure_count * sizeof(double));
    memcpy(q, other, nq * sizeof(double));
    const tml_diagnosis why = tml_diagnose(c, guess, q, unwrapped, false);
    if (why.stopped)
        return TML_STOPPED;
    report_open(c, q, &why, log);
    if (!tml_diagnosis_report_cure(&why, c, log))
        report_remedy(c, guess, &why, log);
    return c->stopped ? TML_STOPPED : TML_FAILED;
}

/* Reports drivers whose value (derivative 0) or speed (1) is not finite at the last evaluation; false: there are none. */
static bool report_not_finite(const tml_closure *c, int derivative, tml_log *log)
{
    const tml_system *s = c->s;
    bool found = false;
    for (int i = 0; i < s->drive_count; i++) {
        const double x = c->w->motion[3 * (size_t)s->drives[i].row + (size_t)derivative];
        if (isfinite(x))
            continue;
        tml_log_raise(log, TML_E_DRIVER_NOT_FINITE, s->drives[i].place, "driver %s: its %s is %s at t = %.9g s",
                      s->drives[i].name, derivative ? "first derivative" : "value",
                      isnan(x) ? "not a number" : "infinite", c->w->t);
        found = true;
    }
    return found;
}

/* Velocities that nothing gives are zero relative to the parent in the tree; later analyses begin with the present
 * ones. */
static void begin_velocities(tml_closure *c, const double *q, double *v)
{
    const size_t bytes = (size_t)c->s->nv * sizeof(double);
    c->start = tml_start_values_make(c, true);
    if (c->with_starts) {
        tml_start_values_begin(c->start, c, q);
        tml_system_stop_ignorable(c->s, c->v, NULL);
        memcpy(v, c->v, bytes);
        return;
    }
    memcpy(c->v, v, bytes);
    tml_closure_residual(c, q, false);
    tml_start_values_set_drawn(c->start, c->w);
}

static tml_status close_velocities(tml_closure *c, const double *q, double *v, tml_log *log)
{
    double worst = 0;
    c->rates = true;
    c->start = NULL;
    tml_closure_residual(c, q, false);
    if (report_not_finite(c, 1, log))
        return TML_FAILED;
    begin_velocities(c, q, v);
    double scale = 0;             /* the largest velocity, m/s */
    for (int pass = 0;; pass++) { /* linear: one pass is enough up to rounding */
        memcpy(c->v, v, (size_t)c->s->nv * sizeof(double));
        const double now = tml_closure_residual(c, q, true);
        const bool better = pass == 0 || now < 0.5 * worst;
        worst = pass == 0 ? now : fmin(worst, now);
        scale = fmax(scale, worst * (pass == 0));
        for (int j = 0; j < c->s->nv; j++)
            scale = fmax(scale, fabs(v[j]) * tml_arm(c->s, j));
        if (pass == 20 || !better || worst <= 1e-14 * scale)
            break;
        if (!isfinite(newton_step(c, NULL, 0)))
            return TML_FAILED;
        for (int j = 0; j < c->s->nv; j++)
            v[j] += c->step[j];
        tml_system_stop_ignorable(c->s, v, NULL);
    }
    if (worst <= 1e-9 * scale)
        return TML_OK;
    const tml_diagnosis why = tml_diagnose(c, q, q, c->w->unwrapped, true);
    if (why.stopped)
        return TML_STOPPED;
    tml_diagnosis_report_velocities(&why, c, worst, log);
    for (int i = 0; i < c->joint_rows; i++)
        if (c->s->rows[i].driver >= 0 && c->weight[i] * fabs(c->r[i]) > 1e-9 * scale)
            tml_log_raise(log, TML_E_DRIVER_SPEED_MISSED, c->s->drives[c->s->rows[i].driver].place,
                          "driver %s: its speed is missed by %.4g", c->s->drives[c->s->rows[i].driver].name,
                          fabs(c->r[i]));
    for (int i = 0, row = c->joint_rows; c->with_starts && i < c->s->start_count; i++)
        if (c->s->starts[i].rate) {
            if (c->weight[row] * fabs(c->r[row]) > 1e-9 * scale) {
                tml_log_raise(log, TML_E_INITIAL_MISSED, c->s->starts[i].place, "initial %s: missed by %.4g",
                              c->s->starts[i].name, fabs(c->r[row]));
                tml_start_report_ignorable(c->w, &c->s->starts[i], log);
            }
            row++;
        }
    (void)tml_diagnosis_report_cure(&why, c, log);
    return TML_FAILED;
}

/* Makes a closure consider the same rows as another. */
static void copy_rows(tml_closure *c, const tml_closure *other)
{
    c->rates = other->rates, c->start = other->start;
    c->with_starts = other->with_starts, c->joint_rows = other->joint_rows;
}

/* The motion out of a singular configuration if it is determined: that of the velocities, or of the only branch at
 * rest. */
static const double *motion_out(const tml_singular *x, const double *v)
{
    for (int i = 0; i < x->part_count; i++)
        if (x->parts[i].start == TML_SINGULAR_ON_BRANCH)
            return v;
    for (int i = 0; i < x->part_count; i++)
        if (x->parts[i].start == TML_SINGULAR_REST && x->parts[i].branch_count == 1)
            return x->parts[i].branch[0];
    return NULL;
}

/* Ranks, and velocities out of a singular configuration if the given ones leave them open. */
static void find_ranks(tml_closure *c, const double *q, double *v, tml_assembly *report, tml_arena *arena)
{
    const tml_closure closing = *c;
    tml_closure_ranks(c, q, v, report, arena);
    const tml_closure ranking = *c;
    copy_rows(c, &closing);
    if (c->stopped || !report->singular)
        return;
    if (c->with_starts) {
        memcpy(c->v, v, (size_t)c->s->nv * sizeof(double));
        tml_closure_residual(c, q, true);
        tml_singular_complete(report->singular, c, q, v, arena);
    }
    const double *along = motion_out(report->singular, v);
    if (!along)
        return;
    copy_rows(c, &ranking);
    tml_closure_rank_along(c, q, along, report, arena);
    copy_rows(c, &closing);
}

static tml_status assemble(tml_closure *c, double *q, double *v, tml_assembly *report, tml_arena *arena, tml_log *log)
{
    const tml_system *s = c->s;
    tml_start_report changes = {.arena = arena};
    if (report->unwrapped)
        memcpy(c->w->unwrapped, report->unwrapped, (size_t)s->measure_count * sizeof(double));
    c->velocities = tml_arena_copy(c->arena, v, (size_t)s->nv * sizeof(double));
    tml_closure_residual(c, q, false);
    if (report_not_finite(c, 0, log)) /* then nothing can be closed */
        return TML_FAILED;
    const double *drawn = tml_arena_copy(c->arena, q, (size_t)s->nq * sizeof(double));
    const double *values = tml_arena_copy(c->arena, c->w->value, (size_t)s->measure_count * sizeof(double));
    changes.drawn_open = tml_start_report_open(c);
    c->start = tml_start_values_make(c, false);
    tml_start_values_set_drawn(c->start, c->w);
    tml_status status =
        report->relax_first ? relax_positions(c, q, log) : close_positions(c, q, &report->relaxed, c->arena, log);
    if (status == TML_OK) {
        tml_start_report_moves(&changes, c, drawn, q);
        if (c->with_starts)
            tml_start_report_coordinates(&changes, c, values, q);
        status = close_velocities(c, q, v, log);
    }
    tml_system_stop_ignorable(s, v, NULL);
    if (status == TML_OK) {
        find_ranks(c, q, v, report, arena);
        if (c->with_starts)
            tml_start_report_rates(&changes, c, q, v);
        report->moved = changes.moved, report->chosen = changes.chosen;
    }
    return c->stopped ? TML_STOPPED : status;
}

tml_status tml_assemble(const tml_system *system, tml_closing what, double t, double tolerance, double *q, double *v,
                        tml_assembly *report, tml_arena *arena, tml_log *log)
{
    const double max = tml_mechanism_extent(system, q);
    atomic_fetch_add(&system->model->prepared->assemblies, 1);
    tml_arena *scratch = tml_arena_part(arena);
    if (what == TML_CLOSE_ALL)
        system = tml_start_without_ignorable(system, q, scratch, log);
    tml_closure *c = tml_closure_make(system, t, fmax(tolerance * system->size, 64 * DBL_EPSILON * max), scratch);
    c->with_starts = what == TML_CLOSE_ALL;
    c->joint_rows = what == TML_CLOSE_ALL ? system->assembly_row_count : system->rigid_row_count;
    const tml_status status = assemble(c, q, v, report, arena, log);
    tml_arena_free(scratch);
    return status;
}
