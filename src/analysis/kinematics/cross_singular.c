/* cross_singular.c - driven motion across a singular configuration (dead point).
 *
 * When sigma_min has almost vanished, one step of twice the distance to the singular configuration leads across. The
 * motion continues there if Newton's correction is small and the velocities are the same; if not, its branch ends: the
 * mechanism locks.
 *
 * Near the singular configuration q is accurate to e/sigma_min, v to e/sigma_min^2, a to e/sigma_min^3. Outputs in a
 * zone around it are interpolated through four configurations outside, as the path is smooth.
 */
#include "analysis/kinematics/driven_diagnosis.h"
#include "analysis/kinematics/path.h"
#include <math.h>
#include <string.h>

static const double CROSSING =
    2e-6;                        /* of the square root of the reference: the crossing step is longer than e/sigma_min */
static const double ZONE = 0.08; /* of the reference */
static const double NEAR_SINGULAR = 1e-3;      /* of the reference: worth a warning */
static const double MAX_VELOCITY_CHANGE = 0.1; /* relative change of velocities allowed in a crossing step */
static const double MAX_CORRECTION = 0.1;      /* Newton's correction relative to sigma_min */

/* ---- outputs in a zone ---- */

/* Whether the curve through configurations beside a singular one satisfies the constraints. */
static bool is_smooth(tml_driven_path *w, tml_configuration *const *configurations, int count)
{
    const double t0 = w->before_zone->t, t1 = w->next->t, limit = 4 * w->d->tolerance * w->d->system->size;
    bool smooth = true;
    for (int i = 1; i < 8; i++) {
        double position, velocity;
        tml_driven_interpolate(w->d, configurations, count, t0 + i * (t1 - t0) / 8, w->node);
        tml_driven_evaluate(w->d, w->node);
        tml_driven_residual(w->d, &position, &velocity);
        smooth = smooth && position <= limit;
    }
    return smooth;
}

/* Four configurations beside a singular one, two on each side, far enough away to be accurate. Returns how many there
 * are, or the two between which they should have been found. */
static int find_nearby(tml_driven_path *w, tml_configuration **configurations)
{
    tml_configuration *const ends[2] = {w->before_zone, w->next};
    const double distance = fmax(w->singular_time - w->before_zone->t, w->next->t - w->singular_time);
    static const double places[TML_NEARBY] = {-2, -1, 1, 2};
    for (int i = 0; i < TML_NEARBY; i++) {
        configurations[i] = w->nearby[i];
        tml_driven_interpolate(w->d, ends, 2, w->singular_time + places[i] * distance, configurations[i]);
        if (tml_driven_close(w->d, configurations[i]) ||
            configurations[i]->correction > MAX_CORRECTION * configurations[i]->sigma_min) {
            configurations[0] = ends[0], configurations[1] = ends[1];
            return 2;
        }
    }
    return TML_NEARBY;
}

/* Interpolates outputs and integrals in a zone from outside: near the singular configuration itself q is accurate to
 * e/sigma_min, v to e/sigma_min^2 and so on. */
static tml_status interpolate_zone(tml_driven_path *w)
{
    const size_t rates = (size_t)w->request->rates;
    tml_configuration *configurations[TML_NEARBY];
    const int count = find_nearby(w, configurations);
    if (!is_smooth(w, configurations, count))
        return TML_OK;
    double t = w->before_zone->t, *sum = w->integrals;
    memcpy(sum, w->zone_start_integrals, rates * sizeof(double));
    tml_driven_path_copy_states(w, w->before_zone->states, w->states_now);
    for (int row = w->zone_row; row < w->row; row++) {
        tml_driven_path_integrate(w, configurations, count, t, w->request->times[row], false, sum);
        t = w->request->times[row];
        tml_driven_interpolate(w->d, configurations, count, t, w->node);
        tml_driven_path_copy_states(w, w->states_now, w->node->states);
        const tml_status status = w->request->record(w->request->context, row, w->node, sum);
        if (status != TML_OK)
            return status;
        if (row + 1 == w->row)
            tml_configuration_copy(w->d, w->request->rates, w->node, w->last);
    }
    tml_driven_path_integrate(w, configurations, count, t, w->next->t, false, sum);
    tml_driven_path_copy_states(w, w->states_now, w->next->states);
    if (w->states)
        w->request->rate(w->request->context, w->next);
    return TML_OK;
}

/* Enters and leaves a zone around a singular configuration. */
tml_status tml_driven_path_update_zone(tml_driven_path *w)
{
    const double limit = ZONE * w->sigma_reference;
    if (!w->in_zone && w->next->sigma_min < limit && w->current->sigma_min >= limit) {
        w->in_zone = true;
        w->crossings = 0;
        w->zone_row = w->row;
        tml_configuration_copy(w->d, w->request->rates, w->current, w->before_zone);
        memcpy(w->zone_start_integrals, w->previous_integrals, (size_t)w->request->rates * sizeof(double));
    } else if (w->in_zone && w->next->sigma_min >= limit) {
        w->in_zone = false;
        return w->crossings == 1 ? interpolate_zone(w) : TML_OK;
    }
    return TML_OK;
}

/* ---- singular configurations ---- */

void tml_driven_path_check_near_singular(tml_driven_path *w)
{
    const double sigma_min = w->next->sigma_min;
    if (sigma_min < w->found->sigma_min)
        w->found->sigma_min = sigma_min, w->found->sigma_min_time = w->next->t;
    if (sigma_min < NEAR_SINGULAR * w->sigma_reference) {
        if (!w->is_near || sigma_min < w->near_sigma_min)
            w->near_sigma_min = sigma_min, w->near_time = w->next->t;
        w->is_near = true;
    } else if (w->is_near) {
        if (!w->crossings)
            tml_driven_report_near_singular(w->task, w->near_time, w->near_sigma_min / w->sigma_reference);
        w->is_near = false;
    }
}

static void integrate_across(tml_driven_path *w)
{
    tml_configuration *const sides[2] = {w->current, w->next};
    tml_driven_path_copy_states(w, w->current->states, w->next->states);
    tml_driven_path_states(w, sides, 2, w->current->t, w->next->t, false, w->next->states);
    w->request->rate(w->request->context, w->next);
    for (int k = 0; k < w->request->rates; k++)
        w->integrals[k] += 0.5 * (w->next->t - w->current->t) * (w->current->rate[k] + w->next->rate[k]);
}

/* sigma_min at which the motion steps across. */
static double crossing_threshold(const tml_driven_path *w)
{
    return CROSSING * sqrt(w->sigma_reference);
}

bool tml_driven_path_is_singular(tml_driven_path *w)
{
    w->has_crossed = w->has_crossed && w->current->sigma_min < 2 * crossing_threshold(w);
    return w->current->sigma_min < crossing_threshold(w) && w->previous->t < w->current->t &&
           w->previous->sigma_min > w->current->sigma_min && !w->has_crossed;
}

/* Steps to the other side; true if it arrives there with the same velocities. */
static bool step_across(tml_driven_path *w, double h)
{
    double rotation, other = 0;
    const double length = tml_driven_path_predict(w, h, &rotation);
    w->next->t = w->current->t + h;
    if (tml_driven_close(w->d, w->next) || w->next->correction > MAX_VELOCITY_CHANGE * length)
        return false;
    for (int j = 0; j < w->d->system->nv; j++)
        other = fmax(other, fabs((w->next->v[j] - w->current->v[j]) * w->d->unit[j]));
    return other / w->d->system->size <= MAX_VELOCITY_CHANGE * fmin(tml_driven_path_largest(w, w->current->v),
                                                                    tml_driven_path_largest(w, w->next->v));
}

/* Time until sigma_min vanishes, s. */
static double time_to_singular(const tml_driven_path *w)
{
    return w->current->sigma_min * (w->current->t - w->previous->t) / (w->previous->sigma_min - w->current->sigma_min);
}

static tml_status report_lock(tml_driven_path *w)
{
    tml_driven_close(w->d, w->current); /* its factors tell what locks */
    tml_driven_evaluate(w->d, w->current);
    tml_driven_report_locking(w->task, w->d, w->current, time_to_singular(w));
    return TML_FAILED;
}

tml_status tml_driven_path_stalled(tml_driven_path *w)
{
    if (w->current->sigma_min < NEAR_SINGULAR * w->sigma_reference && w->previous->sigma_min > w->current->sigma_min)
        return report_lock(w);
    tml_driven_report_stalled(w->task, w->d, w->current,
                              w->request->times[w->request->time_count - 1] - w->request->times[0]);
    return TML_FAILED;
}

tml_status tml_driven_path_cross_singular(tml_driven_path *w)
{
    static const double parts[] = {2, 3, 1.5, 5};
    const double distance = time_to_singular(w);
    int k = 0;
    while (k < 4 && !step_across(w, parts[k] * distance))
        k++;
    if (k == 4)
        return report_lock(w);
    const double part = w->current->sigma_min / (w->current->sigma_min + w->next->sigma_min);
    tml_driven_evaluate(w->d, w->current);
    w->singular_time = w->current->t + part * (w->next->t - w->current->t);
    tml_driven_report_crossing(w->task, w->d, w->current, w->singular_time);
    w->found->singular_count++;
    w->found->sigma_min = 0, w->found->sigma_min_time = w->singular_time;
    w->has_crossed = true;
    w->crossings++;
    integrate_across(w);
    tml_configuration *const sides[2] = {w->current, w->next};
    while (w->row < w->request->time_count && w->request->times[w->row] <= w->next->t) {
        tml_driven_interpolate(w->d, sides, 2, w->request->times[w->row], w->node);
        tml_driven_path_copy_states(w, w->current->states, w->node->states);
        tml_driven_path_states(w, sides, 2, w->current->t, w->node->t, false, w->node->states);
        const tml_status status = tml_driven_path_output(w, w->node);
        if (status != TML_OK)
            return status;
    }
    return tml_driven_path_accept(w);
}
