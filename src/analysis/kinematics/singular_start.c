/* singular_start.c - a driven motion that starts in a singular configuration, along its initial velocities.
 *
 * There the drivers alone do not determine how it continues; the initial velocities do, by what `initial` gives.
 * Configurations slightly later, h apart, each closed from the previous one, must continue them: v_0 = v_1 - h (3 a_1
 * - a_2) / 2 nearly. Accelerations at the start are their limit along the motion, by the polynomial through v_0 and v,
 * a of three configurations:
 *   a_0 = (-11/3 v_0 - 9 v_1 + 9 v_2 + 11/3 v_3) / h - 9 a_1 - 9 a_2 - a_3
 */
#include "analysis/kinematics/driven_diagnosis.h"
#include "analysis/kinematics/path.h"
#include <math.h>
#include <string.h>

static const double SPACING = 0.01; /* of the size, or rad: from one configuration to the next */
static const double VELOCITY_TOLERANCE =
    1e-2; /* of the velocities: allowed difference when extrapolated back to the start */
static const double MAX_CORRECTION = 0.25; /* Newton's correction relative to sigma_min */

/* Whether the configurations continue the initial velocities v; then a_0. */
static bool find_accelerations(const tml_driven_path *w, const double *v, double h, double *a)
{
    tml_configuration *const *x = w->nearby;
    const int n = w->d->system->nv;
    for (int j = 0; j < n; j++)
        w->d->x[j] = v[j] - (x[0]->v[j] - h * (1.5 * x[0]->a[j] - 0.5 * x[1]->a[j]));
    if (tml_driven_path_largest(w, w->d->x) > VELOCITY_TOLERANCE * tml_driven_path_largest(w, v))
        return false;
    for (int j = 0; j < n; j++)
        a[j] = (11.0 / 3 * (x[2]->v[j] - v[j]) + 9 * (x[1]->v[j] - x[0]->v[j])) / h - 9 * (x[0]->a[j] + x[1]->a[j]) -
               x[2]->a[j];
    return true;
}

/* w->nearby at h, 2h, ... after the start; w->current is the start on entry, and overwritten. */
static bool find_nearby(tml_driven_path *w, double t0, double h)
{
    const tml_driven *d = w->d;
    for (int i = 0; i < TML_NEARBY; i++) {
        double rotation;
        tml_driven_path_predict(w, h, &rotation);
        tml_configuration *configuration = w->nearby[i];
        memcpy(configuration->q, w->next->q, (size_t)d->system->nq * sizeof(double));
        configuration->t = t0 + (i + 1) * h;
        if (tml_driven_close(w->d, configuration) ||
            configuration->correction > MAX_CORRECTION * configuration->sigma_min)
            return false;
        tml_configuration_copy(d, 0, configuration, w->current);
    }
    return true;
}

/* Accepts the first nearby configuration: the step from the start to there. */
static tml_status take_first_step(tml_driven_path *w)
{
    tml_configuration *const curve[3] = {w->current, w->nearby[0], w->nearby[1]};
    tml_driven_path_copy_states(w, w->task->state->states, w->current->states);
    tml_driven_path_copy_states(w, w->task->state->states, w->nearby[0]->states);
    tml_driven_path_copy_states(w, w->task->state->states, w->states_now);
    w->request->rate(w->request->context, w->nearby[0]); /* the free directions there must be known first */
    w->request->rate(w->request->context, w->current);
    if (w->request->step)
        w->request->step(w->request->context, w->current, w->current);
    w->found->sigma_min = 0, w->found->sigma_min_time = w->current->t, w->found->singular_count++;
    w->sigma_reference = w->nearby[0]->sigma_min;
    w->step = w->nearby[0]->t - w->current->t;
    tml_driven_evaluate(w->d, w->current);
    tml_driven_report_crossing(w->task, w->d, w->current, w->current->t);
    const tml_status status = tml_driven_path_output(w, w->current);
    if (status != TML_OK)
        return status;
    tml_configuration_copy(w->d, w->request->rates, w->nearby[0], w->next);
    tml_driven_path_integrate(w, curve, 3, w->current->t, w->next->t, false, w->integrals);
    tml_driven_path_copy_states(w, w->states_now, w->next->states);
    w->request->rate(w->request->context, w->next);
    return tml_driven_path_accept(w);
}

bool tml_driven_path_leave_singular_start(tml_driven_path *w, tml_status *status)
{
    const tml_state *state = w->task->state;
    const tml_system *s = w->d->system;
    const double speed = tml_driven_path_largest(w, state->v);
    double *direction = tml_arena_copy(w->task->arena, w->current->direction, (size_t)s->nv * sizeof(double));
    if (!(speed > 0))
        return false;
    double h = SPACING / speed;
    if (w->request->time_count > 1)
        h = fmin(h, 0.2 * (w->request->times[1] - state->t));
    memcpy(w->current->q, state->q, (size_t)s->nq * sizeof(double));
    memcpy(w->current->v, state->v, (size_t)s->nv * sizeof(double));
    memset(w->current->a, 0, (size_t)s->nv * sizeof(double));
    if (!find_nearby(w, state->t, h) || !find_accelerations(w, state->v, h, w->current->a))
        return false;
    w->current->t = state->t;
    memcpy(w->current->q, state->q, (size_t)s->nq * sizeof(double));
    memcpy(w->current->v, state->v, (size_t)s->nv * sizeof(double));
    memcpy(w->current->direction, direction, (size_t)s->nv * sizeof(double));
    *status = take_first_step(w);
    return true;
}
