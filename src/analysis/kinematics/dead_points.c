/* dead_points.c - dead points in words.
 *
 * There B u = 0 for some motion u: the drivers do not say how fast the mechanism moves along u. On the left side w' B = 0: the
 * rows of w, a driver among them, ask for one thing twice. If they agree on it the motion can pass; if not, it locks.
 */
#include "analysis/kinematics/dead_points.h"
#include "analysis/failure.h"
#include "analysis/motion_names.h"
#include <float.h>
#include <math.h>

static const double KINK = 0.03; /* part of a driver's speed that may come and go at once */

/* The driver that takes the largest part in w; NULL: none does. */
static const char *driver_in(const tml_driven *d)
{
    const tml_system *s = d->system;
    const char *name = NULL;
    double most = 1e-6; /* of w, a unit vector over rows of length 1 */
    for (int i = 0; i < s->drive_count; i++)
        if (fabs(d->tall.w[s->drives[i].row]) > most)
            most = fabs(d->tall.w[s->drives[i].row]), name = s->drives[i].name;
    return name;
}

void tml_dead_point_start(const tml_task *task, const tml_driven *d, const tml_configuration *stand, bool closed)
{
    tml_failure_cause cause;
    const tml_place place = task->element->place;
    if (tml_failure_find_cause(d->work, &cause))
        tml_failure_report_cause(task, &cause, TML_ERROR);
    else if (!closed)
        tml_log_raise(task->log, TML_E_DRIVEN_IMPOSSIBLE, place,
                      "%s: drivers and joints cannot be satisfied at t = %.9g s", task->element->kind, stand->t);
    else
        tml_log_raise(task->log, TML_E_STARTS_AT_DEAD_POINT, place,
                      "%s: the mechanism stands in a dead point at t = %.9g s: the drivers do not say how %s goes on; "
                      "start beside it, or give the speed with which it leaves in `initial`",
                      task->element->kind, stand->t, tml_motion_name(d->work, stand->direction, task->arena).name);
}

void tml_dead_point_passes(const tml_task *task, const tml_driven *d, const tml_configuration *stand, double t)
{
    tml_log_raise(
        task->log, TML_W_PASSES_DEAD_POINT, task->element->place,
        "%s: passes a dead point at t = %.9g s: there %s could go on in another way; it goes on with the speed "
        "it has. Reactions may grow without bound there",
        task->element->kind, t, tml_motion_name(d->work, stand->direction, task->arena).name);
}

void tml_dead_point_near(const tml_task *task, double t, double part)
{
    tml_log_raise(task->log, TML_W_NEAR_DEAD_POINT, task->element->place,
                  "%s: comes near a dead point at t = %.9g s (%.2g of what holds it at best is left): small changes of "
                  "lengths decide what happens there",
                  task->element->kind, t, part);
}

/* Before the end of a branch q - q* ~ sqrt(t* - t), so that t* - t = |v|/(2 |a|). */
static double end_of_branch(const tml_driven *d, const tml_configuration *stand, double way)
{
    double v = 0, a = 0;
    for (int j = 0; j < d->system->nv; j++) {
        v = fmax(v, fabs(stand->v[j] * d->unit[j]));
        a = fmax(a, fabs(stand->a[j] * d->unit[j]));
    }
    return stand->t + (a > 0 ? fmin(way, 0.5 * v / a) : way);
}

void tml_dead_point_locks(const tml_task *task, tml_driven *d, const tml_configuration *stand, double way)
{
    const char *driver = driver_in(d), *kind = task->element->kind;
    const tml_place place = task->element->place;
    const char *moves = tml_motion_name(d->work, stand->direction, task->arena).name;
    const double t = end_of_branch(d, stand, way);
    if (driver)
        tml_log_raise(
            task->log, TML_E_LOCKS, place,
            "%s: the mechanism locks at t = %.9g s: driver %s asks for more than it can reach (%s would have to move "
            "infinitely fast)",
            kind, t, driver, moves);
    else
        tml_log_raise(task->log, TML_E_LOCKS, place,
                      "%s: the mechanism locks at t = %.9g s: %s would have to move infinitely fast", kind, t, moves);
    tml_failure_position(task, d->work, d->system->nv, stand->t, stand->q, stand->v);
}

/* More than f'' explains, and not only because the step is long. */
static bool jumps(const double f1[3], const double f2[3], double h)
{
    const double jump = fabs(f2[1] - f1[1]);
    return jump > KINK * fmax(fabs(f1[1]), fabs(f2[1])) && jump > 4 * h * fmax(fabs(f1[2]), fabs(f2[2]));
}

bool tml_dead_point_kink(const tml_task *task, tml_driven *d, double t1, double t2, double told)
{
    const tml_system *s = d->system;
    bool found = false;
    for (int i = 0; i < s->drive_count; i++) {
        const tml_constraint *row = &s->rows[s->drives[i].row];
        double f1[3], f2[3];
        d->work->t = t1;
        tml_workspace_target(d->work, row->target, row->motion, f1);
        d->work->t = t2;
        tml_workspace_target(d->work, row->target, row->motion, f2);
        if (!jumps(f1, f2, t2 - t1))
            continue;
        if (t1 - told > 100 * (t2 - t1))
            tml_log_raise(
                task->log, TML_W_DRIVER_SPEED_JUMPS, s->drives[i].place,
                "%s: the speed of driver %s jumps at t = %.6g s: that takes an impulse, which is not in the forces "
                "nor in the energies",
                task->element->kind, s->drives[i].name, t2);
        found = true;
    }
    return found;
}

/* Drivers that, with the joints and other drivers, ask for one thing twice. */
static const char *contradicting(const tml_task *task, const tml_configuration *stand)
{
    const tml_system *s = task->system;
    tml_assembly report = {0};
    const char *list = NULL;
    tml_assembly_rank(s, stand->t, stand->q, stand->v, &report, task->arena);
    for (int i = 0; i < s->drive_count; i++)
        if (report.shared[s->drives[i].row])
            list = list ? tml_arena_format(task->arena, "%s, %s", list, s->drives[i].name) : s->drives[i].name;
    return list;
}

/* The driver whose target is farthest from where it stands, a moment later. */
static int jumping(tml_driven *d, const tml_configuration *stand, double span, double *by)
{
    const tml_system *s = d->system;
    int found = -1;
    double most = 1e-9;
    tml_workspace_evaluate(d->work, stand->t + 256 * DBL_EPSILON * fmax(span, fabs(stand->t)), stand->q, stand->v);
    for (int i = 0; i < s->drive_count; i++) {
        const double off = fabs(d->work->phi[s->drives[i].row]), part = off / s->rows[s->drives[i].row].scale;
        if (part > most)
            most = part, *by = off, found = i;
    }
    return found;
}

void tml_dead_point_stuck(const tml_task *task, tml_driven *d, const tml_configuration *stand, double span)
{
    const char *kind = task->element->kind;
    double by = 0;
    tml_failure_cause cause;
    const bool fails = tml_failure_find_cause(d->work, &cause); /* where it was tried last */
    const int driver = jumping(d, stand, span, &by);
    const char *list = d->rows > d->system->nv ? contradicting(task, stand) : NULL;
    if (tml_failure_find_cause(d->work, &cause) || fails)
        tml_failure_report_cause(task, &cause, TML_ERROR);
    else if (driver >= 0)
        tml_log_raise(task->log, TML_E_DRIVER_JUMPS, d->system->drives[driver].place,
                      "%s: driver %s jumps by %.4g at t = %.9g s", kind, d->system->drives[driver].name, by, stand->t);
    else if (list)
        tml_log_raise(task->log, TML_E_DRIVERS_CONTRADICT, task->element->place,
                      "%s: drivers contradict each other from t = %.9g s on: %s", kind, stand->t, list);
    else
        tml_log_raise(task->log, TML_E_MOTION_JUMPS, task->element->place,
                      "%s: the motion cannot be followed beyond t = %.9g s: positions or speeds would jump", kind,
                      stand->t);
    tml_failure_position(task, d->work, d->system->nv, stand->t, stand->q, stand->v);
}
