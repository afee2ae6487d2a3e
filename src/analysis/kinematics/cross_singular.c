/* cross_singular.c - a driven motion across a dead point.
 *
 * When `weakest` has almost vanished, one step as long as twice the way to the dead point leads across. The motion goes on there if
 * Newton's correction is small and the speeds are the same; if not, its branch ends: the mechanism locks.
 *
 * Beside the dead point q is known to e/weakest, v to e/weakest^2, a to e/weakest^3. Outputs in a zone about it are taken from the
 * curve through four stands outside, which is smooth.
 */
#include "analysis/kinematics/dead_points.h"
#include "analysis/kinematics/path.h"
#include <math.h>
#include <string.h>

static const double ACROSS = 2e-6;    /* of the root of `weakest` at best: the way across is longer than e/weakest */
static const double ZONE = 0.08;      /* of `weakest` at best */
static const double NEAR_MISS = 1e-3; /* of `weakest` at best: worth a warning */
static const double STEADY = 0.1;     /* part by which speeds may change in a step across */
static const double BRANCH = 0.1;     /* Newton's correction as a part of `weakest` */

/* ---- outputs in a zone ---- */

/* Whether the curve through stands beside a dead point is the motion there. */
static bool is_smooth(tml_walk *w, tml_configuration *const *stands, int count)
{
    const double t0 = w->outside->t, t1 = w->there->t, bar = 4 * w->d->tolerance * w->d->system->size;
    bool smooth = true;
    for (int i = 1; i < 8; i++) {
        double position, velocity;
        tml_driven_interpolate(w->d, stands, count, t0 + i * (t1 - t0) / 8, w->node);
        tml_driven_evaluate(w->d, w->node);
        tml_driven_residual(w->d, &position, &velocity);
        smooth = smooth && position <= bar;
    }
    return smooth;
}

/* Four stands beside a dead point, two on each side, far enough from it to be known well. How many there are, or the two from
 * which they were to be found. */
static int find_beside(tml_walk *w, tml_configuration **stands)
{
    tml_configuration *const ends[2] = {w->outside, w->there};
    const double way = fmax(w->dead_time - w->outside->t, w->there->t - w->dead_time);
    static const double places[TML_BESIDE] = {-2, -1, 1, 2};
    for (int i = 0; i < TML_BESIDE; i++) {
        stands[i] = w->beside[i];
        tml_driven_interpolate(w->d, ends, 2, w->dead_time + places[i] * way, stands[i]);
        if (tml_driven_close(w->d, stands[i]) || stands[i]->correction > BRANCH * stands[i]->sigma_min) {
            stands[0] = ends[0], stands[1] = ends[1];
            return 2;
        }
    }
    return TML_BESIDE;
}

/* Outputs and integrals in a zone, from outside of it: near the dead point itself q is known to e/weakest, v to e/weakest^2 and
 * so on. */
static tml_status improve(tml_walk *w)
{
    const size_t rates = (size_t)w->request->rates;
    tml_configuration *stands[TML_BESIDE];
    const int count = find_beside(w, stands);
    if (!is_smooth(w, stands, count))
        return TML_OK;
    double t = w->outside->t, *sum = w->integrals;
    memcpy(sum, w->outside_integrals, rates * sizeof(double));
    for (int row = w->zone_row; row < w->row; row++) {
        tml_walk_integrate(w, stands, count, t, w->request->times[row], false, sum);
        t = w->request->times[row];
        tml_driven_interpolate(w->d, stands, count, t, w->node);
        const tml_status status = w->request->record(w->request->context, row, w->node, sum);
        if (status != TML_OK)
            return status;
        if (row + 1 == w->row)
            tml_configuration_copy(w->d, w->request->rates, w->node, w->last);
    }
    tml_walk_integrate(w, stands, count, t, w->there->t, false, sum);
    return TML_OK;
}

/* Into and out of a zone about a dead point. */
tml_status tml_walk_mind_zone(tml_walk *w)
{
    const double bar = ZONE * w->best;
    if (!w->in_zone && w->there->sigma_min < bar && w->here->sigma_min >= bar) {
        w->in_zone = true;
        w->crossed = 0;
        w->zone_row = w->row;
        tml_configuration_copy(w->d, w->request->rates, w->here, w->outside);
        memcpy(w->outside_integrals, w->before_integrals, (size_t)w->request->rates * sizeof(double));
    } else if (w->in_zone && w->there->sigma_min >= bar) {
        w->in_zone = false;
        return w->crossed == 1 ? improve(w) : TML_OK;
    }
    return TML_OK;
}

/* ---- dead points ---- */

void tml_walk_mind_near_miss(tml_walk *w)
{
    const double sigma_min = w->there->sigma_min;
    if (sigma_min < w->found->sigma_min)
        w->found->sigma_min = sigma_min, w->found->sigma_min_time = w->there->t;
    if (sigma_min < NEAR_MISS * w->best) {
        if (!w->near || sigma_min < w->near_sigma_min)
            w->near_sigma_min = sigma_min, w->near_time = w->there->t;
        w->near = true;
    } else if (w->near) {
        if (!w->crossed)
            tml_dead_point_near(w->task, w->near_time, w->near_sigma_min / w->best);
        w->near = false;
    }
}

static void integrate_across(tml_walk *w)
{
    w->request->rate(w->request->context, w->there);
    for (int k = 0; k < w->request->rates; k++)
        w->integrals[k] += 0.5 * (w->there->t - w->here->t) * (w->here->rate[k] + w->there->rate[k]);
}

/* `weakest` from where the motion steps across. */
static double across(const tml_walk *w)
{
    return ACROSS * sqrt(w->best);
}

bool tml_walk_is_dead(tml_walk *w)
{
    w->leapt = w->leapt && w->here->sigma_min < 2 * across(w);
    return w->here->sigma_min < across(w) && w->before->t < w->here->t && w->before->sigma_min > w->here->sigma_min &&
           !w->leapt;
}

/* To the other side: there, if it is reached with the same speeds. */
static bool leap(tml_walk *w, double h)
{
    double turn, other = 0;
    const double length = tml_walk_predict(w, h, &turn);
    w->there->t = w->here->t + h;
    if (tml_driven_close(w->d, w->there) || w->there->correction > STEADY * length)
        return false;
    for (int j = 0; j < w->d->system->nv; j++)
        other = fmax(other, fabs((w->there->v[j] - w->here->v[j]) * w->d->unit[j]));
    return other / w->d->system->size <=
           STEADY * fmin(tml_walk_largest(w, w->here->v), tml_walk_largest(w, w->there->v));
}

/* Until `weakest` will have vanished, s. */
static double way_ahead(const tml_walk *w)
{
    return w->here->sigma_min * (w->here->t - w->before->t) / (w->before->sigma_min - w->here->sigma_min);
}

static tml_status lock(tml_walk *w)
{
    tml_driven_close(w->d, w->here); /* its factors say what locks */
    tml_driven_evaluate(w->d, w->here);
    tml_dead_point_locks(w->task, w->d, w->here, way_ahead(w));
    return TML_FAILED;
}

tml_status tml_walk_stuck(tml_walk *w)
{
    if (w->here->sigma_min < NEAR_MISS * w->best && w->before->sigma_min > w->here->sigma_min)
        return lock(w);
    tml_dead_point_stuck(w->task, w->d, w->here, w->request->times[w->request->time_count - 1] - w->request->times[0]);
    return TML_FAILED;
}

tml_status tml_walk_cross(tml_walk *w)
{
    static const double parts[] = {2, 3, 1.5, 5};
    const double way = way_ahead(w);
    int k = 0;
    while (k < 4 && !leap(w, parts[k] * way))
        k++;
    if (k == 4)
        return lock(w);
    const double part = w->here->sigma_min / (w->here->sigma_min + w->there->sigma_min);
    tml_driven_evaluate(w->d, w->here);
    w->dead_time = w->here->t + part * (w->there->t - w->here->t);
    tml_dead_point_passes(w->task, w->d, w->here, w->dead_time);
    w->found->dead_points++;
    w->found->sigma_min = 0, w->found->sigma_min_time = w->dead_time;
    w->leapt = true;
    w->crossed++;
    integrate_across(w);
    tml_configuration *const sides[2] = {w->here, w->there};
    while (w->row < w->request->time_count && w->request->times[w->row] <= w->there->t) {
        tml_driven_interpolate(w->d, sides, 2, w->request->times[w->row], w->node);
        const tml_status status = tml_walk_put_out(w, w->node);
        if (status != TML_OK)
            return status;
    }
    return tml_walk_accept(w);
}
