/* driven_diagnosis.c - messages about singular configurations (dead points) of a driven motion.
 *
 * There B u = 0 for some motion u: the drivers do not determine the velocity of the mechanism along u. On the left
 * side w' B = 0: the rows of w, including a driver, prescribe the same thing twice. If they agree the motion can pass;
 * if not, it locks.
 */
#include "analysis/kinematics/driven_diagnosis.h"
#include "analysis/failure.h"
#include "analysis/motion_names.h"
#include <float.h>
#include <math.h>

static const double KINK = 0.03; /* of a driver's speed: a change that counts as a jump */

/* The driver with the largest entry in w; NULL: none. */
static const char *dominant_driver(const tml_driven *d)
{
    const tml_system *s = d->system;
    const char *name = NULL;
    double max = 1e-6; /* of w, a unit vector over rows of length 1 */
    for (int i = 0; i < s->drive_count; i++)
        if (fabs(d->qr.w[s->drives[i].row]) > max)
            max = fabs(d->qr.w[s->drives[i].row]), name = s->drives[i].name;
    return name;
}

void tml_driven_report_singular_start(const tml_task *task, const tml_driven *d, const tml_configuration *configuration,
                                      bool closed)
{
    tml_failure_cause cause;
    const tml_place place = task->element->place;
    if (tml_failure_find_cause(d->work, &cause))
        tml_failure_report_cause(task, &cause, TML_ERROR);
    else if (!closed)
        tml_log_raise(task->log, TML_E_DRIVEN_IMPOSSIBLE, place,
                      "%s: drivers and joints cannot be satisfied at t = %.9g s", task->element->kind,
                      configuration->t);
    else
        tml_log_raise(task->log, TML_E_STARTS_AT_DEAD_POINT, place,
                      "%s: the mechanism is in a dead point at t = %.9g s: the drivers do not determine how %s "
                      "continues; start away from it, or give the speed at which it leaves in `initial`",
                      task->element->kind, configuration->t,
                      tml_motion_name(d->work, configuration->direction, task->arena).name);
}

void tml_driven_report_crossing(const tml_task *task, const tml_driven *d, const tml_configuration *configuration,
                                double t)
{
    tml_log_raise(task->log, TML_W_PASSES_DEAD_POINT, task->element->place,
                  "%s: passes a dead point at t = %.9g s: there %s could also continue differently; it continues with "
                  "its present speed. Reactions may grow without bound there",
                  task->element->kind, t, tml_motion_name(d->work, configuration->direction, task->arena).name);
}

void tml_driven_report_near_singular(const tml_task *task, double t, double part)
{
    tml_log_raise(task->log, TML_W_NEAR_DEAD_POINT, task->element->place,
                  "%s: comes close to a dead point at t = %.9g s (smallest singular value %.2g of its largest): small "
                  "changes of lengths decide what happens there",
                  task->element->kind, t, part);
}

/* Near the end of a branch q - q* ~ sqrt(t* - t), so that t* - t = |v|/(2 |a|). */
static double end_of_branch(const tml_driven *d, const tml_configuration *configuration, double time_ahead)
{
    double v = 0, a = 0;
    for (int j = 0; j < d->system->nv; j++) {
        v = fmax(v, fabs(configuration->v[j] * d->unit[j]));
        a = fmax(a, fabs(configuration->a[j] * d->unit[j]));
    }
    return configuration->t + (a > 0 ? fmin(time_ahead, 0.5 * v / a) : time_ahead);
}

void tml_driven_report_locking(const tml_task *task, tml_driven *d, const tml_configuration *configuration,
                               double time_ahead)
{
    const char *driver = dominant_driver(d), *kind = task->element->kind;
    const tml_place place = task->element->place;
    const char *moves = tml_motion_name(d->work, configuration->direction, task->arena).name;
    const double t = end_of_branch(d, configuration, time_ahead);
    if (driver)
        tml_log_raise(task->log, TML_E_LOCKS, place,
                      "%s: the mechanism locks at t = %.9g s: driver %s demands more than the mechanism can reach (%s "
                      "would have to move "
                      "infinitely fast)",
                      kind, t, driver, moves);
    else
        tml_log_raise(task->log, TML_E_LOCKS, place,
                      "%s: the mechanism locks at t = %.9g s: %s would have to move infinitely fast", kind, t, moves);
    tml_failure_position(task, d->work, d->system->nv, configuration->t, configuration->q, configuration->v);
}

/* More than f'' explains, and not only because the step is long. */
static bool has_jump(const double f1[3], const double f2[3], double h)
{
    const double jump = fabs(f2[1] - f1[1]);
    return jump > KINK * fmax(fabs(f1[1]), fabs(f2[1])) && jump > 4 * h * fmax(fabs(f1[2]), fabs(f2[2]));
}

bool tml_driven_report_kink(const tml_task *task, tml_driven *d, double t1, double t2, double reported)
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
        if (!has_jump(f1, f2, t2 - t1))
            continue;
        if (t1 - reported > 100 * (t2 - t1))
            tml_log_raise(task->log, TML_W_DRIVER_SPEED_JUMPS, s->drives[i].place,
                          "%s: the speed of driver %s jumps at t = %.6g s: that requires an impulse, which is not "
                          "included in the forces or energies",
                          task->element->kind, s->drives[i].name, t2);
        found = true;
    }
    return found;
}

/* Drivers that, with the joints and other drivers, prescribe the same thing twice. */
static const char *contradicting_drivers(const tml_task *task, const tml_configuration *configuration)
{
    const tml_system *s = task->system;
    tml_assembly report = {0};
    const char *list = NULL;
    tml_assembly_rank(s, configuration->t, configuration->q, configuration->v, &report, task->arena);
    for (int i = 0; i < s->drive_count; i++)
        if (report.non_unique[s->drives[i].row])
            list = list ? tml_arena_format(task->arena, "%s, %s", list, s->drives[i].name) : s->drives[i].name;
    return list;
}

/* The driver whose target is farthest from its present value, a moment later. */
static int find_jumping_driver(tml_driven *d, const tml_configuration *configuration, double span, double *by)
{
    const tml_system *s = d->system;
    int found = -1;
    double max = 1e-9;
    tml_workspace_evaluate(d->work, configuration->t + 256 * DBL_EPSILON * fmax(span, fabs(configuration->t)),
                           configuration->q, configuration->v);
    for (int i = 0; i < s->drive_count; i++) {
        const double off = fabs(d->work->phi[s->drives[i].row]), part = off / s->rows[s->drives[i].row].scale;
        if (part > max)
            max = part, *by = off, found = i;
    }
    return found;
}

void tml_driven_report_stalled(const tml_task *task, tml_driven *d, const tml_configuration *configuration, double span)
{
    const char *kind = task->element->kind;
    double by = 0;
    tml_failure_cause cause;
    const bool fails = tml_failure_find_cause(d->work, &cause); /* at the last attempt */
    const int driver = find_jumping_driver(d, configuration, span, &by);
    const char *list = d->rows > d->system->nv ? contradicting_drivers(task, configuration) : NULL;
    if (tml_failure_find_cause(d->work, &cause) || fails)
        tml_failure_report_cause(task, &cause, TML_ERROR);
    else if (driver >= 0)
        tml_log_raise(task->log, TML_E_DRIVER_JUMPS, d->system->drives[driver].place,
                      "%s: driver %s jumps by %.4g at t = %.9g s", kind, d->system->drives[driver].name, by,
                      configuration->t);
    else if (list)
        tml_log_raise(task->log, TML_E_DRIVERS_CONTRADICT, task->element->place,
                      "%s: drivers contradict each other from t = %.9g s on: %s", kind, configuration->t, list);
    else
        tml_log_raise(task->log, TML_E_MOTION_JUMPS, task->element->place,
                      "%s: the motion cannot be continued beyond t = %.9g s: positions or velocities would jump", kind,
                      configuration->t);
    tml_failure_position(task, d->work, d->system->nv, configuration->t, configuration->q, configuration->v);
}
