/* check_steady.c - whether a solution is a relative equilibrium, and not just one instant of an unsteady motion.
 *
 * Along the motion q' = u, t' = 1 the forces on the free coordinates must not change, and loops and drivers must allow
 * the velocities.
 */
#include "analysis/steady/steady_task.h"
#include <math.h>
#include <string.h>

enum { SAMPLES = 9 };
static const double TOLERANCE = 1e-8; /* of all forces */
enum { MAX_EARLIER = 12 };
static const double EARLIER = 0.4; /* of the time at which bodies have passed a stop */
static const double GOLDEN = 0.6180339887498949, TURN = 6.283185307179586;

/* ---- inconsistent speeds ---- */

static int worst_row(const tml_steady *s, const double *x)
{
    const tml_constraint *rows = s->system->rows;
    int worst = 0;
    for (int i = 1; i < s->rows; i++)
        worst = fabs(x[i]) / rows[i].scale > fabs(x[worst]) / rows[worst].scale ? i : worst;
    return worst;
}

static double largest_speed(const tml_steady *s)
{
    double max = 0;
    for (int k = 0; k < s->nv; k++)
        max = fmax(max, fabs(s->u[k]) * s->unit[k]);
    return max;
}

/* Whether loops and drivers allow the velocities, and continue to do so. */
static bool speeds_are_consistent(tml_steady_task *t, bool report)
{
    tml_steady *s = t->s;
    const double speed = largest_speed(s), size = s->system->size;
    tml_arena *arena = t->task->arena;
    if (s->velocity_residual > TOLERANCE * speed) {
        const int row = worst_row(s, s->work->phidot);
        if (report)
            tml_log_raise(t->task->log, TML_E_STEADY_SPEEDS_CONTRADICT, t->task->element->place,
                          "steady: %s cannot be kept: %s %s (by %.4g %s)", tml_steady_speeds_text(t, t->at.parameter),
                          tml_row_name(s->system, row, arena),
                          s->system->rows[row].driver >= 0 ? "requires another speed"
                          : s->system->rows[row].rate_only ? "would slip"
                                                           : "would open",
                          fabs(s->work->phidot[row]),
                          tml_unit_of_motion(tml_terms_turn(s->system, &s->system->rows[row].terms), 1));
        return false;
    }
    double *gap = t->dlambda;
    tml_workspace_G(s->work, s->rows, s->a, gap);
    for (int i = 0; i < s->rows; i++)
        gap[i] -= s->work->gamma[i];
    if (tml_rows_relative_residual(s->system, gap, s->rows) <= TOLERANCE * (speed / size) * (speed / size))
        return true;
    if (report)
        tml_log_raise(
            t->task->log, TML_E_STEADY_CHANGES, t->task->element->place,
            "steady: there is no relative equilibrium at %s: %s makes other coordinates move at changing speeds",
            tml_steady_speeds_text(t, t->at.parameter), tml_row_name(s->system, worst_row(s, gap), arena));
    return false;
}

/* Whether the velocities of dependent coordinates are unique. */
static bool speeds_are_determined(tml_steady_task *t, bool report)
{
    const tml_steady *s = t->s;
    const double *Z = tml_rank_qr_null_space(&s->qr), speed = largest_speed(s);
    for (int k = 0; s->has_dependent_velocities && k < s->n; k++) {
        double free = 0;
        for (int m = 0; m < s->free_count; m++)
            free = fmax(free, fabs(Z[(size_t)m * (size_t)s->n + (size_t)k]));
        if (free < TOLERANCE || fabs(s->u[s->free[k]]) * s->unit[s->free[k]] < TOLERANCE * speed)
            continue;
        if (report)
            tml_log_raise(t->task->log, TML_E_STEADY_SPEED_MISSING, t->task->element->place,
                          "steady: %s is not determined by the given speeds, although they move it: give its speed too",
                          tml_steady_coordinate_name(t, s->free[k]));
        return false;
    }
    return true;
}

/* Time of the i-th sample: any angle of a rotation, a few sizes of a translation. */
static double sample_time(const tml_steady *s, int i)
{
    double turns = 0, slides = 0;
    for (int k = 0; k < s->nv; k++) {
        double *max = s->slides[k] ? &slides : &turns;
        *max = fmax(*max, fabs(s->u[k]));
    }
    return turns > 0 ? i * GOLDEN * TURN / turns : slides > 0 ? 0.3 * i * s->system->size / slides : 0.1 * i;
}

/* Whether bodies have passed a stop, the end of a stroke or a surface at the point last evaluated. */
static bool is_beyond_stops(const tml_steady *s)
{
    for (int i = 0; i < s->system->interaction_count; i++) {
        const tml_interaction *is = &s->system->interactions[i];
        const tml_term term = is->term[0];
        if (is->kind == TML_UNILATERAL && term.coefficient * s->work->value[term.measure] + is->offset < 0)
            return true;
    }
    return false;
}

/* Evaluates the forces a time later in the motion from a point. False: not finite. */
static bool evaluate_at(tml_steady_task *t, const tml_steady_point *at, const double *u, double time,
                        tml_steady_point *then)
{
    tml_steady *s = t->s;
    double *d = s->trial[0];
    tml_steady_copy(s, at, then);
    for (int k = 0; k < s->nv; k++)
        d[k] = u[k] * time;
    tml_steady_move(s, d, then->q);
    s->t += time;
    const int flag = tml_steady_evaluate(s, then);
    s->t -= time;
    if (flag == 0)
        tml_steady_balance(s, then);
    return flag == 0;
}

/* The same, earlier where bodies would have passed a stop by then: the motion ends there. */
static bool evaluate_later(tml_steady_task *t, const tml_steady_point *at, const double *u, double time,
                           tml_steady_point *then)
{
    bool finite = true;
    for (int k = 0; k < MAX_EARLIER; k++, time *= EARLIER) {
        finite = evaluate_at(t, at, u, time, then);
        if (!finite || !is_beyond_stops(t->s) || time == 0)
            break;
    }
    return finite;
}

/* Whether the rates of states, too, stay what they are at the point last evaluated. */
static bool states_rest_later(tml_steady_task *t, const tml_steady_point *at, const double *u, bool report)
{
    tml_steady *s = t->s;
    const int n = s->system->state_count;
    double *base = TML_NEW_ARRAY(t->task->arena, double, 4 * n + 1);
    double *scale = base + n, *rate = base + 2 * n, *later = base + 3 * n;
    if (!n)
        return true;
    tml_steady_state_rates(s, base, scale);
    for (int i = 1; i <= SAMPLES; i++) {
        if (!evaluate_later(t, at, u, sample_time(s, i), &t->then))
            break;
        tml_steady_state_rates(s, rate, later);
        for (int k = 0; k < n; k++) {
            if (fabs(rate[k] - base[k]) <= TOLERANCE * fmax(scale[k], later[k]))
                continue;
            if (report)
                tml_log_raise(t->task->log, TML_E_STEADY_CHANGES, s->system->states[k].place,
                              "steady: state %s does not come to rest: its rate changes while the mechanism moves",
                              s->system->states[k].name);
            return false;
        }
    }
    evaluate_later(t, at, u, 0, &t->then);
    return true;
}

static bool is_stationary(tml_steady_task *t, const tml_steady_point *at, bool report)
{
    tml_steady *s = t->s;
    tml_steady_point *then = &t->then;
    double *u = t->joint[0], *prescribed_force = t->joint[1], drive = 0;
    int driven = 0;
    evaluate_later(t, at, s->u, 0, then);
    memcpy(u, s->u, (size_t)s->nv * sizeof(double));
    memcpy(prescribed_force, s->r, (size_t)s->nv * sizeof(double));
    tml_steady_split_forces(t, &t->base);
    if (!states_rest_later(t, at, u, report))
        return false;
    for (int i = 1; i <= SAMPLES; i++) {
        const double time = sample_time(s, i);
        double max = 0;
        if (!evaluate_later(t, at, u, time, then))
            return true; /* not known */
        for (int k = 0; k < s->n - s->states; k++)
            max = fmax(max, fabs(s->residual[k] - t->base.residual[k]));
        for (int k = 0; k < s->held_count; k++) {
            const double other = fabs(s->r[s->held[k]] - prescribed_force[s->held[k]]) / s->unit[s->held[k]];
            driven = other > drive ? k : driven;
            drive = fmax(drive, other);
        }
        if (max > TOLERANCE * s->scale || s->gap > TOLERANCE * s->system->size) {
            tml_steady_split_forces(t, &t->now);
            if (report)
                tml_steady_report_cause(t, &t->base, &t->now, at, time);
            return false;
        }
    }
    if (drive > 1e-6 * s->scale && report && !t->warned) {
        const tml_steady_speed *w = &t->request.velocities[driven];
        t->warned = true;
        tml_log_raise(t->task->log, TML_W_STEADY_ACTUATOR_CHANGES, t->task->element->place,
                      "steady: %s.actuator changes while it %s, by up to %.4g %s: its value is that at this instant",
                      w->of, w->turns ? "rotates" : "slides", drive * s->unit[s->held[driven]],
                      tml_unit_of_force(w->turns));
    }
    return true;
}

/* A body without a joint to a moving one has its coordinates relative to the ground. */
static void suggest_joint(const tml_steady_task *t)
{
    const tml_system *s = t->task->system;
    for (int i = 0; i < s->nb - 1; i++)
        if (s->branches[i].joint < 0 && s->branches[i].parent == 0)
            tml_log_raise(t->task->log, TML_N_STEADY_LOOSE_BODY, s->masses[s->branches[i].body].written->place,
                          "body %s has no joint that gives its position relative to the moving bodies: %s",
                          s->masses[s->branches[i].body].name,
                          s->space ? "give it one, such as {free: [carrier, body]}"
                                   : "give it joints, such as two prismatic ones and a revolute one");
}

tml_status tml_steady_check(tml_steady_task *t, const tml_steady_point *at, bool report)
{
    tml_steady *s = t->s;
    if (tml_steady_evaluate(s, at))
        return TML_OK;
    const bool moves = largest_speed(s) > 0 || s->system->drive_count > 0;
    if (!moves ||
        (speeds_are_consistent(t, report) && speeds_are_determined(t, report) && is_stationary(t, at, report)))
        return TML_OK;
    if (report)
        suggest_joint(t);
    return TML_FAILED;
}
