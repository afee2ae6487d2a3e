/* motion_scale.c - what the state of a motion is large or small against.
 *
 * Lengths relative to the size, angles in rad; velocities relative to the same at the rate max(|v|, min(sqrt |v'|, sqrt(2 E/m)/size)),
 * E the available energy; work relative to E.
 */
#include "analysis/dynamics/motion_state.h"
#include <math.h>

static const double OF_PEAK = 1e-3; /* of the largest work so far: its error is measured against this at least */

/* Velocities that the available energy can produce, relative to the size, 1/s. Weights do work over the size of the
 * mechanism. */
static double rate_of_energy(const tml_motion_state *m)
{
    const tml_system *s = m->task->system;
    const tml_workspace *w = m->e->work;
    double stretched = w->potential;
    for (int b = 1; b < s->nb; b++) {
        const tml_vec3 x = s->space ? w->motion3[b].x : (tml_vec3){w->motion2[b].x, w->motion2[b].y, 0};
        stretched += s->masses[b].mass * tml_dot(s->gravity, x);
    }
    const double energy = tml_workspace_kinetic(w) + fabs(stretched) + s->mass * tml_norm(s->gravity) * s->size;
    return sqrt(2 * energy / s->mass) / s->size;
}

double tml_motion_state_rate(const tml_motion_state *m, const double *v)
{
    const tml_equations *e = m->e;
    const double span = m->request->end - m->t0;
    double speed = 0, acceleration = 0;
    for (int i = 0; i < e->nv; i++) {
        const double scale = m->scale[e->nq + i];
        speed += v[i] * v[i] / (scale * scale);
        acceleration += e->udot[i] * e->udot[i] / (scale * scale);
    }
    speed = sqrt(speed / fmax(1, e->nv));
    acceleration = sqrt(sqrt(acceleration / fmax(1, e->nv)));
    const double rate = fmax(speed, fmin(acceleration, rate_of_energy(m)));
    const double slowest = span > 0 && isfinite(span) ? 1 / span : 0;
    return rate > slowest && isfinite(rate) ? rate : slowest > 0 ? slowest : 1;
}

double tml_motion_state_characteristic_energy(const tml_motion_state *m)
{
    const tml_system *s = m->task->system;
    return m->rate * m->rate * s->mass * s->size * s->size;
}

double *tml_motion_state_tolerances(const tml_motion_state *m, double tolerance)
{
    const int n = tml_motion_state_size(m), W = tml_motion_state_work(m);
    const double energy =
        fmax(fmax(tml_task_energy(m->task->system, m->e->work), 1e-6 * tml_motion_state_characteristic_energy(m)),
             fabs(tml_motion_state_power(m->e)) / m->rate);
    double *a = TML_NEW_ARRAY(m->task->arena, double, n);
    for (int i = 0; i < n; i++)
        a[i] = tolerance * (i == W || i == tml_motion_state_loss(m) ? energy : m->scale[i]);
    return a;
}

/* Where much work was done and is given back, as by a driver that comes to rest, digits of its peak are left over at the end:
 * an error is measured by a thousandth of the peak at least. */
static void scale_by_peak(const tml_motion_state *m, const double *y, int i)
{
    m->tolerance[i] = fmax(m->tolerance[i], OF_PEAK * m->problem.relative * fabs(y[i]));
}

void tml_motion_state_scale_work(tml_motion_state *m, const double *y)
{
    if (!m->tolerance)
        return;
    scale_by_peak(m, y, tml_motion_state_work(m));
    if (m->e->system->has_friction)
        scale_by_peak(m, y, tml_motion_state_loss(m));
}
