/* closure_report.c - messages about a mechanism that does not close: which joints are open and by how much, what would close it. */
#include "assembly/closure_report.h"
#include "assembly/start_ignorable.h"
#include <math.h>

enum { MAX_OPEN = 40 };

const char *tml_row_name(const tml_system *s, int row, tml_arena *arena)
{
    const tml_constraint *r = &s->rows[row];
    if (r->driver >= 0)
        return tml_arena_format(arena, "driver %s", s->drives[r->driver].name);
    if (r->joint < 0)
        return r->name;
    return tml_arena_format(arena, "joint %s, %s", s->joints[r->joint].name, r->name);
}

static int start_rows(const tml_closure *c)
{
    int count = 0;
    for (int i = 0; c->with_starts && i < c->s->start_count; i++)
        count += c->s->starts[i].rate == c->rates;
    return count;
}

/* How far each joint is open: (joint_count) lengths, then as many angles. */
static const double *gaps(const tml_closure *c)
{
    const tml_system *s = c->s;
    double *gap = TML_NEW_ARRAY(c->arena, double, 2 * s->joint_count + 1);
    for (int i = 0; i < c->joint_rows; i++)
        if (s->rows[i].joint >= 0) {
            const bool is_rotation = tml_terms_turn(s, &s->rows[i].terms);
            double *sum = &gap[s->rows[i].joint + (is_rotation ? s->joint_count : 0)];
            *sum = hypot(*sum, c->r[i]);
        }
    return gap;
}

static const char *unit_of_start(const tml_system *s, int i)
{
    return tml_unit_of_motion(s->measures[s->starts[i].term.measure].is_rotation, s->starts[i].rate);
}

void tml_closure_report_open(tml_closure *c, const double *q, const tml_diagnosis *why, tml_log *log)
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
            tml_log_raise(log, TML_E_DRIVER_MISSED, s->drives[s->rows[i].driver].place, "driver %s: missed by %.4g %s",
                          s->drives[s->rows[i].driver].name, fabs(c->r[i]),
                          tml_unit_of_motion(tml_terms_turn(s, &s->rows[i].terms), c->rates));
    for (int i = 0; c->with_starts && i < s->start_count; i++)
        if (s->starts[i].rate == c->rates) {
            if (c->weight[row] * fabs(c->r[row]) > least)
                tml_log_raise(log, TML_E_INITIAL_MISSED, s->starts[i].place, "initial %s: missed by %.4g %s",
                              s->starts[i].name, fabs(c->r[row]), unit_of_start(s, i));
            row++;
        }
}

void tml_closure_report_remedy(tml_closure *c, double *q, const tml_diagnosis *why, tml_log *log)
{
    const tml_system *s = c->s;
    if (start_rows(c) > 0) {
        c->with_starts = false;
        if (tml_closure_newton(c, q, NULL, 0, 0.3, 200)) {
            tml_closure_residual(c, q, false);
            for (int i = 0; i < s->start_count; i++)
                if (!s->starts[i].rate)
                    tml_log_raise(
                        log, TML_N_CLOSES_WITHOUT_INITIAL, s->starts[i].place,
                        "it closes without `initial`: %s is then %.6g %s; give a value it can reach", s->starts[i].name,
                        s->starts[i].term.coefficient * c->w->value[s->starts[i].term.measure], unit_of_start(s, i));
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

bool tml_closure_report_reversed_axes(tml_closure *c, const double *q, tml_log *log)
{
    const tml_system *s = c->s;
    bool bad = false;
    tml_closure_residual(c, q, false);
    for (int i = 0; i < s->guard_count; i++)
        if (tml_workspace_guard(c->w, i) < 0.5) { /* 1; -1 if reversed; 0 if axes form a cycle */
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

void tml_closure_report_missed_speeds(tml_closure *c, double least, tml_log *log)
{
    const tml_system *s = c->s;
    for (int i = 0; i < c->joint_rows; i++)
        if (s->rows[i].driver >= 0 && c->weight[i] * fabs(c->r[i]) > least)
            tml_log_raise(log, TML_E_DRIVER_SPEED_MISSED, s->drives[s->rows[i].driver].place,
                          "driver %s: its speed is missed by %.4g", s->drives[s->rows[i].driver].name, fabs(c->r[i]));
    for (int i = 0, row = c->joint_rows; c->with_starts && i < s->start_count; i++)
        if (s->starts[i].rate) {
            if (c->weight[row] * fabs(c->r[row]) > least) {
                tml_log_raise(log, TML_E_INITIAL_MISSED, s->starts[i].place, "initial %s: missed by %.4g %s",
                              s->starts[i].name, fabs(c->r[row]), unit_of_start(s, i));
                tml_start_report_ignorable(c->w, &s->starts[i], log);
            }
            row++;
        }
}

bool tml_closure_report_not_finite(const tml_closure *c, int derivative, tml_log *log)
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
