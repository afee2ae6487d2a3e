/* check_steady.c - whether what balances at one moment does so at every other: a steady state, not one instant of a motion.
 *
 * Along the motion q' = u, t' = 1 the forces on free coordinates must not change, and loops and drivers must allow the speeds.
 */
#include "analysis/steady/steady_task.h"
#include <math.h>
#include <string.h>

enum { MOMENTS = 9 };
static const double SAME = 1e-8; /* forces, as a part of all */
static const double GOLDEN = 0.6180339887498949, TURN = 6.283185307179586;

/* ---- speeds that cannot be ---- */

static int worst_row(const tml_steady *s, const double *x)
{
    const tml_constraint *rows = s->system->rows;
    int worst = 0;
    for (int i = 1; i < s->rows; i++)
        worst = fabs(x[i]) / rows[i].scale > fabs(x[worst]) / rows[worst].scale ? i : worst;
    return worst;
}

static double fastest(const tml_steady *s)
{
    double most = 0;
    for (int k = 0; k < s->nv; k++)
        most = fmax(most, fabs(s->u[k]) * s->unit[k]);
    return most;
}

/* Loops and drivers allow the speeds, and go on doing so. */
static bool fits(tml_steady_task *t, bool tell)
{
    tml_steady *s = t->s;
    const double fast = fastest(s), size = s->system->size;
    tml_arena *arena = t->task->arena;
    if (s->mismatch > SAME * fast) {
        const int row = worst_row(s, s->work->phidot);
        if (tell)
            tml_log_raise(
                t->task->log, TML_E_STEADY_SPEEDS_CONTRADICT, t->task->element->place,
                "steady: %s cannot be kept: %s %s (by %.4g %s)", tml_steady_speeds_text(t, t->at.part),
                tml_row_name(s->system, row, arena),
                s->system->rows[row].driver >= 0 ? "asks for another speed" : "would open", fabs(s->work->phidot[row]),
                s->system->measures[s->system->terms[s->system->rows[row].terms.first].measure].is_rotation ? "rad/s"
                                                                                                            : "m/s");
        return false;
    }
    double *gap = t->more;
    tml_workspace_G(s->work, s->rows, s->a, gap);
    for (int i = 0; i < s->rows; i++)
        gap[i] -= s->work->gamma[i];
    if (tml_rows_gap(s->system, gap, s->rows) <= SAME * (fast / size) * (fast / size))
        return true;
    if (tell)
        tml_log_raise(t->task->log, TML_E_STEADY_CHANGES, t->task->element->place,
                      "steady: nothing can stay at rest while %s: %s makes other freedoms move at speeds that change",
                      tml_steady_speeds_text(t, t->at.part), tml_row_name(s->system, worst_row(s, gap), arena));
    return false;
}

/* Freedoms that follow do so in one way only. */
static bool is_settled(tml_steady_task *t, bool tell)
{
    const tml_steady *s = t->s;
    const double *Z = tml_rank_qr_null_space(&s->range), fast = fastest(s);
    for (int k = 0; s->follows && k < s->n; k++) {
        double free = 0;
        for (int m = 0; m < s->free_count; m++)
            free = fmax(free, fabs(Z[(size_t)m * (size_t)s->n + (size_t)k]));
        if (free < SAME || fabs(s->u[s->free[k]]) * s->unit[s->free[k]] < SAME * fast)
            continue;
        if (tell)
            tml_log_raise(t->task->log, TML_E_STEADY_SPEED_MISSING, t->task->element->place,
                          "steady: %s is not settled by the speeds given, though they move it: give its speed too",
                          tml_steady_coordinate_name(t, s->free[k]));
        return false;
    }
    return true;
}

/* Time after which the i-th moment is: any angle of what turns, a few sizes of what slides. */
static double moment(const tml_steady *s, int i)
{
    double turns = 0, slides = 0;
    for (int k = 0; k < s->nv; k++) {
        double *most = s->slides[k] ? &slides : &turns;
        *most = fmax(*most, fabs(s->u[k]));
    }
    return turns > 0 ? i * GOLDEN * TURN / turns : slides > 0 ? 0.3 * i * s->system->size / slides : 0.1 * i;
}

/* Forces at the i-th moment of the motion from a point. False: not finite. */
static bool later(tml_steady_task *t, const tml_steady_point *at, const double *u, double time, tml_steady_point *then)
{
    tml_steady *s = t->s;
    double *d = s->trial[0];
    tml_steady_copy(s, at, then);
    for (int k = 0; k < s->nv; k++)
        d[k] = u[k] * time;
    tml_spanning_displace(s->tree, d, then->q);
    s->t += time;
    const int flag = tml_steady_evaluate(s, then);
    s->t -= time;
    if (flag == 0)
        tml_steady_balance(s, then);
    return flag == 0;
}

static bool stays(tml_steady_task *t, const tml_steady_point *at, bool tell)
{
    tml_steady *s = t->s;
    tml_steady_point *then = &t->then;
    double *u = t->joint[0], *pushed = t->joint[1], drive = 0;
    int driven = 0;
    later(t, at, s->u, 0, then);
    memcpy(u, s->u, (size_t)s->nv * sizeof(double));
    memcpy(pushed, s->r, (size_t)s->nv * sizeof(double));
    tml_steady_split(t, &t->base);
    for (int i = 1; i <= MOMENTS; i++) {
        const double time = moment(s, i);
        double most = 0;
        if (!later(t, at, u, time, then))
            return true; /* nothing can be said */
        for (int k = 0; k < s->n; k++)
            most = fmax(most, fabs(s->left[k] - t->base.left[k]));
        for (int k = 0; k < s->held_count; k++) {
            const double other = fabs(s->r[s->held[k]] - pushed[s->held[k]]) / s->unit[s->held[k]];
            driven = other > drive ? k : driven;
            drive = fmax(drive, other);
        }
        if (most > SAME * s->scale || s->gap > SAME * s->system->size) {
            tml_steady_split(t, &t->now);
            if (tell)
                tml_steady_blame(t, &t->base, &t->now, at, time);
            return false;
        }
    }
    if (drive > 1e-6 * s->scale && tell && !t->warned) {
        const tml_steady_speed *w = &t->request.velocities[driven];
        t->warned = true;
        tml_log_raise(t->task->log, TML_W_STEADY_ACTUATOR_CHANGES, t->task->element->place,
                      "steady: %s.actuator changes while it %s, by up to %.4g %s: its value is that at this moment",
                      w->of, w->turns ? "turns" : "slides", drive * s->unit[s->held[driven]], w->turns ? "N*m" : "N");
    }
    return true;
}

/* A body that hangs on nothing has its coordinates on the ground. */
static void hint(const tml_steady_task *t)
{
    const tml_system *s = t->task->system;
    for (int i = 0; i < s->nb - 1; i++)
        if (s->branches[i].joint < 0 && s->branches[i].parent == 0)
            tml_log_raise(t->task->log, TML_N_STEADY_LOOSE_BODY, s->masses[s->branches[i].body].written->place,
                          "body %s hangs on no joint that says where it is relative to what moves: %s",
                          s->masses[s->branches[i].body].name,
                          s->space ? "give it one, such as {free: [carrier, body]}"
                                   : "give it joints, such as two prismatic ones and a revolute one");
}

tml_status tml_steady_check(tml_steady_task *t, const tml_steady_point *at, bool tell)
{
    tml_steady *s = t->s;
    if (tml_steady_evaluate(s, at))
        return TML_OK;
    const bool moves = fastest(s) > 0 || s->system->drive_count > 0;
    if (!moves || (fits(t, tell) && is_settled(t, tell) && stays(t, at, tell)))
        return TML_OK;
    if (tell)
        hint(t);
    return TML_FAILED;
}
