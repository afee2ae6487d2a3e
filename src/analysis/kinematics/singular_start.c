/* singular_start.c - a driven motion that starts in a dead point, along the velocities that it starts with.
 *
 * There the drivers alone do not say how it goes on; the velocities of the start do, by what `initial` names. Stands a little
 * later, h apart, each closed from the one before, must continue them: v_0 = v_1 - h (3 a_1 - a_2) / 2 nearly. Accelerations at the start
 * are their limit along the motion, by the polynomial through v_0 and v, a of three stands:
 *   a_0 = (-11/3 v_0 - 9 v_1 + 9 v_2 + 11/3 v_3) / h - 9 a_1 - 9 a_2 - a_3
 */
#include "analysis/kinematics/dead_points.h"
#include "analysis/kinematics/path.h"
#include <math.h>
#include <string.h>

static const double AWAY = 0.01;   /* of the size, or rad: from one stand to the next */
static const double SAME = 1e-2;   /* of the velocities: what may differ when taken back to the start */
static const double BRANCH = 0.25; /* Newton's correction as a part of `weakest` */

/* Whether the stands continue the velocities v of the start; then a_0. */
static bool find_accelerations(const tml_walk *w, const double *v, double h, double *a)
{
    tml_configuration *const *x = w->beside;
    const int n = w->d->system->nv;
    for (int j = 0; j < n; j++)
        w->d->x[j] = v[j] - (x[0]->v[j] - h * (1.5 * x[0]->a[j] - 0.5 * x[1]->a[j]));
    if (tml_walk_largest(w, w->d->x) > SAME * tml_walk_largest(w, v))
        return false;
    for (int j = 0; j < n; j++)
        a[j] = (11.0 / 3 * (x[2]->v[j] - v[j]) + 9 * (x[1]->v[j] - x[0]->v[j])) / h - 9 * (x[0]->a[j] + x[1]->a[j]) -
               x[2]->a[j];
    return true;
}

/* w->beside at h, 2h, … after the start; w->here is the start on entry, and any of them later. */
static bool go_beside(tml_walk *w, double t0, double h)
{
    const tml_driven *d = w->d;
    for (int i = 0; i < TML_BESIDE; i++) {
        double turn;
        tml_walk_predict(w, h, &turn);
        tml_configuration *stand = w->beside[i];
        memcpy(stand->q, w->there->q, (size_t)d->system->nq * sizeof(double));
        stand->t = t0 + (i + 1) * h;
        if (tml_driven_close(w->d, stand) || stand->correction > BRANCH * stand->sigma_min)
            return false;
        tml_configuration_copy(d, 0, stand, w->here);
    }
    return true;
}

/* Accepts the first stand beside: from the start to there. */
static tml_status step_out(tml_walk *w)
{
    tml_configuration *const curve[3] = {w->here, w->beside[0], w->beside[1]};
    w->request->rate(w->request->context, w->beside[0]); /* what is free beside it must be known first */
    w->request->rate(w->request->context, w->here);
    if (w->request->step)
        w->request->step(w->request->context, w->here, w->here);
    w->found->sigma_min = 0, w->found->sigma_min_time = w->here->t, w->found->dead_points++;
    w->best = w->beside[0]->sigma_min;
    w->step = w->beside[0]->t - w->here->t;
    tml_driven_evaluate(w->d, w->here);
    tml_dead_point_passes(w->task, w->d, w->here, w->here->t);
    const tml_status status = tml_walk_put_out(w, w->here);
    if (status != TML_OK)
        return status;
    tml_configuration_copy(w->d, w->request->rates, w->beside[0], w->there);
    tml_walk_integrate(w, curve, 3, w->here->t, w->there->t, false, w->integrals);
    w->request->rate(w->request->context, w->there);
    return tml_walk_accept(w);
}

bool tml_walk_leave_start(tml_walk *w, tml_status *status)
{
    const tml_state *state = w->task->state;
    const tml_system *s = w->d->system;
    const double speed = tml_walk_largest(w, state->v);
    double *direction = tml_arena_copy(w->task->arena, w->here->direction, (size_t)s->nv * sizeof(double));
    if (!(speed > 0))
        return false;
    double h = AWAY / speed;
    if (w->request->time_count > 1)
        h = fmin(h, 0.2 * (w->request->times[1] - state->t));
    memcpy(w->here->q, state->q, (size_t)s->nq * sizeof(double));
    memcpy(w->here->v, state->v, (size_t)s->nv * sizeof(double));
    memset(w->here->a, 0, (size_t)s->nv * sizeof(double));
    if (!go_beside(w, state->t, h) || !find_accelerations(w, state->v, h, w->here->a))
        return false;
    w->here->t = state->t;
    memcpy(w->here->q, state->q, (size_t)s->nq * sizeof(double));
    memcpy(w->here->v, state->v, (size_t)s->nv * sizeof(double));
    memcpy(w->here->direction, direction, (size_t)s->nv * sizeof(double));
    *status = step_out(w);
    return true;
}
