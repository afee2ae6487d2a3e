/* assemble.c - assembly: positions, then velocities, then the ranks of the constraints.
 *
 * Positions by Newton's method or homotopy (closure.c), or, if these fail or the model asks for it, by penalty relaxation. Velocities
 * are linear: G v = f', and those of `initial`.
 */
#include "assembly/closure_report.h"
#include "assembly/singular_configuration.h"
#include "assembly/start_ignorable.h"
#include "assembly/start_report.h"
#include "model/preparation.h"
#include "system/topology/ignorable_rotations.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { MAX_RESTARTS = 10, MAX_RELAXED_COORDINATES = 1500, FALLBACK_RESTARTS = 3, FALLBACK_COORDINATES = 150 };

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
        return tml_closure_report_reversed_axes(c, q, log) ? TML_FAILED : TML_OK;
    if (c->stopped)
        return TML_STOPPED;
    const tml_diagnosis why = tml_diagnose(c, guess, q, NULL, false);
    if (why.stopped)
        return TML_STOPPED;
    tml_closure_report_open(c, q, &why, log);
    (void)tml_diagnosis_report_cure(&why, c, log);
    return TML_FAILED;
}

/* Used if Newton's method does not close it: penalty relaxation from the guess, as long as that is fast. */
static bool relax_as_fallback(tml_closure *c, double *q)
{
    return c->s->nv <= FALLBACK_COORDINATES && relax_and_close(c, q, FALLBACK_RESTARTS) &&
           !tml_closure_report_reversed_axes(c, q, NULL);
}

static tml_status close_positions(tml_closure *c, double *q, bool *relaxed, tml_arena *arena, tml_log *log)
{
    const size_t nq = (size_t)c->s->nq;
    double *guess = TML_NEW_ARRAY(arena, double, nq + 1), *other = TML_NEW_ARRAY(arena, double, nq + 1);
    memcpy(guess, q, nq * sizeof(double));
    memcpy(other, q, nq * sizeof(double));
    double *unwrapped = TML_NEW_ARRAY(arena, double, c->s->measure_count + 1);
    memcpy(unwrapped, c->w->unwrapped, (size_t)c->s->measure_count * sizeof(double));
    const bool drawn_closed = tml_closure_residual(c, q, true) <= TML_CLOSED * c->tolerance;
    const double first = drawn_closed ? 0 : tml_closure_newton_step(c, NULL, 0);
    const bool closed = first < 0.15 ? tml_closure_newton(c, q, NULL, 0, 0.3, 50) : tml_closure_homotopy(c, q, arena);
    if (closed)
        return tml_closure_report_reversed_axes(c, q, log) ? TML_FAILED : TML_OK;
    memcpy(c->w->unwrapped, unwrapped, (size_t)c->s->measure_count * sizeof(double));
    if (tml_closure_newton(c, other, NULL, 0, 0.2, 400)) {
        if (tml_closure_report_reversed_axes(c, other, log))
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
    tml_closure_report_open(c, q, &why, log);
    if (!tml_diagnosis_report_cure(&why, c, log))
        tml_closure_report_remedy(c, guess, &why, log);
    return c->stopped ? TML_STOPPED : TML_FAILED;
}

/* Velocities that nothing gives are zero relative to the parent in the tree; later analyses begin with the present
 * ones. */
static void begin_velocities(tml_closure *c, const double *q, double *v)
{
    const size_t bytes = (size_t)c->s->nv * sizeof(double);
    c->start = tml_start_values_make(c, true);
    if (c->with_starts && !c->goes_on) {
        tml_start_values_begin(c->start, c, q);
        tml_system_stop_ignorable(c->s, c->v, NULL);
        memcpy(v, c->v, bytes);
        return;
    }
    memcpy(c->v, v, bytes);
    tml_closure_residual(c, q, false);
    tml_start_values_set_drawn(c->start, c->w);
}

typedef struct {
    double worst, scale; /* of the residuals that remain; the largest velocity; m/s */
    bool failed, closed; /* no step was found; the rows are satisfied */
} velocity_closing;

/* Velocities of the rows of c, from those that begin_velocities chooses. */
static velocity_closing solve_velocities(tml_closure *c, const double *q, double *v)
{
    velocity_closing x = {0};
    begin_velocities(c, q, v);
    for (int pass = 0;; pass++) { /* linear: one pass is enough up to rounding */
        memcpy(c->v, v, (size_t)c->s->nv * sizeof(double));
        const double now = tml_closure_residual(c, q, true);
        const bool better = pass == 0 || now < 0.5 * x.worst;
        x.worst = pass == 0 ? now : fmin(x.worst, now);
        x.scale = fmax(x.scale, x.worst * (pass == 0));
        for (int j = 0; j < c->s->nv; j++)
            x.scale = fmax(x.scale, fabs(v[j]) * tml_arm(c->s, j));
        if (pass == 20 || !better || x.worst <= 1e-14 * x.scale)
            break;
        if (!isfinite(tml_closure_newton_step(c, NULL, 0))) {
            x.failed = true;
            return x;
        }
        for (int j = 0; j < c->s->nv; j++)
            v[j] += c->step[j];
        tml_system_stop_ignorable(c->s, v, NULL);
    }
    x.closed = x.worst <= 1e-9 * x.scale;
    return x;
}

/* Rows of play and of compliant joints guide the assembly alone: the motion is free along them. Velocities of `initial` go before them: of these rows each
 * that the others leave possible stays closed, and those that contradict yield. False, with v as it was: all other rows contradict each other. */
static bool yield_to_given_velocities(tml_closure *c, const double *q, double *v)
{
    const size_t bytes = (size_t)c->s->nv * sizeof(double);
    const int first = c->s->rigid_row_count;
    const double *before = tml_arena_copy(c->arena, v, bytes);
    bool *yields = TML_NEW_ARRAY(c->arena, bool, c->joint_rows + 1);
    for (int i = first; i < c->joint_rows; i++)
        yields[i] = true;
    c->yields = yields;
    if (solve_velocities(c, q, v).closed) {
        for (int i = first; i < c->joint_rows; i++) {
            yields[i] = false;
            memcpy(v, before, bytes);
            yields[i] = !solve_velocities(c, q, v).closed;
        }
        memcpy(v, before, bytes);
        return solve_velocities(c, q, v).closed;
    }
    c->yields = NULL;
    memcpy(v, before, bytes);
    (void)solve_velocities(c, q, v);
    return false;
}

static tml_status close_velocities(tml_closure *c, const double *q, double *v, tml_log *log)
{
    c->rates = true;
    c->start = NULL;
    tml_closure_residual(c, q, false);
    if (tml_closure_report_not_finite(c, 1, log))
        return TML_FAILED;
    const velocity_closing x = solve_velocities(c, q, v);
    if (x.failed)
        return TML_FAILED;
    if (x.closed)
        return TML_OK;
    if (c->joint_rows > c->s->rigid_row_count && yield_to_given_velocities(c, q, v))
        return TML_OK;
    const tml_diagnosis why = tml_diagnose(c, q, q, c->w->unwrapped, true);
    if (why.stopped)
        return TML_STOPPED;
    tml_diagnosis_report_velocities(&why, c, x.worst, log);
    tml_closure_report_missed_speeds(c, 1e-9 * x.scale, log);
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
    if (c->with_starts && !c->goes_on) {
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
    if (tml_closure_report_not_finite(c, 0, log)) /* then nothing can be closed */
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
        if (c->with_starts && !c->goes_on)
            tml_start_report_coordinates(&changes, c, values, q);
        status = close_velocities(c, q, v, log);
    }
    tml_system_stop_ignorable(s, v, NULL);
    if (status == TML_OK) {
        find_ranks(c, q, v, report, arena);
        if (c->with_starts && !c->goes_on)
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
    if (what != TML_CLOSE_RIGID)
        system = tml_start_without_ignorable(system, q, scratch, log);
    tml_closure *c = tml_closure_make(system, t, fmax(tolerance * system->size, 64 * DBL_EPSILON * max), scratch);
    c->with_starts = what != TML_CLOSE_RIGID;
    c->goes_on = what != TML_CLOSE_ALL;
    c->joint_rows = what == TML_CLOSE_ALL ? system->assembly_row_count : system->rigid_row_count;
    const tml_status status = assemble(c, q, v, report, arena, log);
    tml_arena_free(scratch);
    return status;
}
