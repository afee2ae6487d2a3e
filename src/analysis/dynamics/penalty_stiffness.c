/* penalty_stiffness.c - the default penalty stiffness of joints in `implicit`.
 *
 *   k = 3e7 m a / size,    a = max(g, size/T^2, v^2/size, f/m)
 *
 * so that joints yield by some 3e-8 of the mechanism's size under the accelerations in play: gravity, what moves it by
 * its size in the time T of the motion, given and driven velocities, forces acting at the start. No constant here has
 * a unit: a mechanism of micrometres and one of thousands of tons have the same stiffness relative to their loads.
 */
#include "analysis/dynamics/penalty_stiffness.h"
#include <math.h>

static const double STIFF = 3e7;

double tml_given_speed(const tml_workspace *w, const double *v)
{
    const tml_system *s = w->system;
    double max = 0;
    for (int j = 0; j < s->nv; j++)
        max = fmax(max, fabs(v[j]) * tml_arm(s, j));
    for (int i = 0; i < s->start_count; i++)
        if (s->starts[i].rate)
            max = fmax(max, fabs(s->starts[i].value) * s->size / tml_measure_scale(s, s->starts[i].term.measure));
    for (int i = 0; i < s->drive_count; i++)
        max = fmax(max, fabs(w->motion[3 * s->drives[i].row + 1]) * s->size / s->rows[s->drives[i].row].scale);
    return isfinite(max) ? max : 0;
}

/* The largest force of springs, motors and the like, N; torques divided by the size. */
static double strongest(const tml_workspace *w)
{
    const tml_system *s = w->system;
    double max = 0;
    for (int i = 0; i < s->law_count; i++) {
        const bool turns = tml_terms_turn(s, &s->laws[i].terms);
        const double force = fabs(w->force[i]) / (turns ? s->size : 1);
        max = isfinite(force) ? fmax(max, force) : max;
    }
    return max;
}

double tml_characteristic_stiffness(const tml_system *s, double t, const double *q, const double *v, double span,
                                    tml_arena *arena)
{
    tml_workspace *w = tml_workspace_make(s, arena);
    tml_workspace_evaluate(w, t, q, v);
    const double speed = tml_given_speed(w, v);
    double a = fmax(tml_norm(s->gravity), span > 0 && isfinite(span) ? s->size / (span * span) : 0);
    a = fmax(a, fmax(speed * speed / s->size, strongest(w) / s->mass));
    return s->mass * a / s->size;
}

double tml_default_stiffness(const tml_system *s, double t, const double *q, const double *v, double span,
                             tml_arena *arena)
{
    return STIFF * tml_characteristic_stiffness(s, t, q, v, span, arena);
}
