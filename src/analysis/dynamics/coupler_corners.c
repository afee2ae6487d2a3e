/* coupler_corners.c - equations of couplers, F(m, t) = 0, that are not smooth: before a step is projected,
 *
 *   F' far from zero      a corner was passed: projection makes speeds jump, as an impact without restitution would
 *   F far from zero       F has jumped: no motion goes on, and the step is refused
 *
 * Errors of a step are much smaller than both.
 */
#include "analysis/dynamics/motion_state.h"
#include "system/kernel/relation.h"
#include <math.h>

static const double SHARP =
    1e-3; /* of the parts of F', and of what is usual in the motion: what it is where a corner was passed, at least */
static const double JUMP = 1e-2;   /* of 1 rad, of the size: what F is where it has jumped */
static const double ERRORS = 3;    /* times the square root of the tolerance: errors of a step across the constraints */
static const double SHORT = 1e-10; /* of the motion: steps so short have been refused before */

/* The sum of the sizes of all that F' is made of. */
static double parts_of_rate(const tml_workspace *w, const tml_relation *r, double drift)
{
    double sum = fabs(drift);
    for (int k = 0; k < r->terms.count; k++)
        sum += fabs(w->coefficient[r->terms.first + k] * w->rate[w->system->terms[r->terms.first + k].measure]);
    return sum;
}

static bool has_corners(const tml_system *s, const tml_constraint *row)
{
    return row->joint >= 0 && s->joints[row->joint].class->connects == TML_CONNECT_EXPRESSION && row->terms.relation &&
           s->relations[row->terms.relation - 1].corners;
}

static void warn(tml_motion_state *m, const tml_joint *joint, double t)
{
    if (!m->corner_told)
        tml_log_raise(
            m->task->log, TML_W_EQUATION_CORNER, joint->place,
            "joint %s: its equation has a corner, which is passed about t = %.6g s: speeds jump there as by an "
            "impact without restitution, and what that takes is in no balance of energy; round it off, as "
            "with step or a spline",
            joint->name, t);
    m->corner_told = true;
}

static void refuse(tml_motion_state *m, const tml_joint *joint, double t, double by, bool is_angle)
{
    if (!m->corner_told && t - m->smooth_until < SHORT * (m->problem.t1 - m->t0))
        tml_log_raise(
            m->task->log, TML_E_EQUATION_JUMPS, joint->place,
            "joint %s: its equation jumps by %.6g %s at t = %.6g s: nothing can follow; make it continuous, as "
            "with step or a table",
            joint->name, by, is_angle ? "rad" : "m", t);
    m->corner_told |= t - m->smooth_until < SHORT * (m->problem.t1 - m->t0);
}

bool tml_motion_state_passes_jump(tml_motion_state *m, double t, const double *y)
{
    const tml_system *s = m->task->system;
    tml_workspace *w = m->e->work;
    const double errors = ERRORS * sqrt(m->request->tolerance);
    bool placed = false;
    for (int i = 0; i < s->row_count; i++) {
        const tml_constraint *row = &s->rows[i];
        if (!has_corners(s, row))
            continue;
        if (!placed) {
            m->e->class->place_bodies(m->e, t, y, y + m->e->nq);
            tml_workspace_measure(w, 0, s->active_count);
            tml_workspace_relate(w);
            placed = true;
        }
        const tml_relation *r = &s->relations[row->terms.relation - 1];
        const tml_jet F = w->relations[row->terms.relation - 1];
        const double unit = r->lengths == 1 ? s->size : 1, far = fmax(JUMP, errors) * unit;
        if (r->lengths <= 1 && r->lengths >= 0 && fabs(F.f) > far) {
            refuse(m, &s->joints[row->joint], t, fabs(F.f), r->lengths == 0);
            return true;
        }
        const double usual = fmax(parts_of_rate(w, r, w->drift[row->terms.relation - 1]), unit * m->rate);
        if (fabs(F.d) > fmax(SHARP, errors) * usual)
            warn(m, &s->joints[row->joint], t);
    }
    m->smooth_until = t;
    return false;
}
