/* driven_extrema.c - extrema of functions along a driven motion.
 *
 * A driven motion is a function of time: between the ends of a step it is interpolated and closed again, phi(t, q) = 0, so that the function
 * maximized over t (integrate/along.h) is the exact one. Values at the inner nodes of Gauss-Lobatto quadrature, where they are at hand, tell in which steps nothing
 * can be found. In zones around singular configurations, where velocities and accelerations carry amplified rounding errors, the values at nodes stand.
 */
#include "analysis/kinematics/driven_extrema.h"
#include <math.h>
#include <string.h>

enum { INNER = 3, SAMPLES = 4, PLACES = 5 };
static const double PLACE[PLACES] = {0, 0.17267316464601143, 0.5, 0.82732683535398857, 1};
static const double WEIGHT[PLACES] = {1, 1, 1, 1, 1}, NO_WEIGHT[PLACES] = {0}; /* all are nodes; none are summed up */
static const double SAME_PLACE = 1e-6;                                         /* of a step */
static const double ZONE = 0.08; /* of the largest sigma_min: nearer to a singular configuration nothing is searched */

struct tml_driven_extrema {
    tml_driven_functions of;
    tml_problem problem;
    tml_along_work *work;
    tml_driven_states *states; /* NULL: there are none */
    tml_configuration *ends[2], *at;
    double time[SAMPLES], *sample; /* (SAMPLES x count) the latest */
    int next;                      /* of these to be replaced */
    double *f;                     /* (PLACES x count) */
    bool marked[PLACES];
    double sigma; /* largest so far */
};

/* ---- the motion within a step ---- */

/* Functions are found from the time alone. */
static int at(void *library, double t, double *y)
{
    (void)library, (void)t, (void)y;
    return 0;
}

/* s(t) of the user's, from the beginning of the step; where that fails those at its beginning. */
static void find_states(tml_driven_extrema *x, double t)
{
    const size_t size = (size_t)x->of.d->system->state_count * sizeof(double);
    memcpy(x->at->states, x->ends[0]->states, size);
    if (x->states && !tml_driven_states_integrate(x->states, x->ends, 2, true, x->ends[0]->t, t, x->at->states))
        memcpy(x->at->states, x->ends[0]->states, size);
}

static int functions(void *context, double t, const double *y, double *f)
{
    tml_driven_extrema *x = context;
    (void)y;
    find_states(x, t);
    tml_driven_interpolate(x->of.d, x->ends, 2, t, x->at);
    if (tml_driven_close(x->of.d, x->at)) /* a driver has a kink within the step */
        tml_driven_interpolate(x->of.d, x->ends, 2, t, x->at);
    x->of.values(x->of.context, x->at, f);
    return 0;
}

/* ---- making ---- */

static void end(void *x)
{
    tml_along_free(((tml_driven_extrema *)x)->work);
}

static bool is_wanted(const tml_driven_functions *of)
{
    unsigned any = 0;
    for (int i = 0; i < of->count; i++)
        any |= of->along[i].wanted;
    return (any & (TML_WANT_MAX | TML_WANT_MIN)) != 0;
}

static tml_along_stages nodes_of(const tml_driven_extrema *x)
{
    return (tml_along_stages){PLACES, PLACE, WEIGHT, NO_WEIGHT, x->f, x->f + (PLACES - 1) * x->of.count};
}

tml_driven_extrema *tml_driven_extrema_make(const tml_driven_functions *of, tml_arena *arena)
{
    if (!is_wanted(of))
        return NULL;
    tml_driven_extrema *x = TML_NEW(arena, tml_driven_extrema);
    x->of = *of;
    x->problem = (tml_problem){.function_count = of->count, .functions = functions, .along = of->along, .context = x};
    x->work = tml_along_make(&x->problem, at, x);
    if (!x->work)
        tml_arena_give_up(arena);
    tml_arena_at_end(arena, end, x);
    x->states = tml_driven_states_make(of->d, arena);
    x->at = tml_configuration_make(of->d, of->rates, arena);
    x->sample = TML_NEW_ARRAY(arena, double, SAMPLES * of->count);
    x->f = TML_NEW_ARRAY(arena, double, PLACES * of->count);
    for (int i = 0; i < SAMPLES; i++)
        x->time[i] = NAN;
    const tml_along_stages nodes = nodes_of(x);
    tml_along_mark_stages(x->work, &nodes, x->marked);
    return x;
}

/* ---- steps ---- */

void tml_driven_extrema_take(tml_driven_extrema *x, double t, const double *f)
{
    if (!x)
        return;
    x->time[x->next] = t;
    memcpy(x->sample + x->next * x->of.count, f, (size_t)x->of.count * sizeof(double));
    x->next = (x->next + 1) % SAMPLES;
}

/* The values at the places of a step, as far as they are at hand. */
static bool find_nodes(tml_driven_extrema *x, double t0, double t1)
{
    for (int k = 1; k <= INNER; k++) {
        int found = -1;
        for (int i = 0; i < SAMPLES; i++)
            if (fabs(x->time[i] - (t0 + PLACE[k] * (t1 - t0))) <= SAME_PLACE * (t1 - t0))
                found = i;
        if (found < 0)
            return false;
        memcpy(x->f + k * x->of.count, x->sample + found * x->of.count, (size_t)x->of.count * sizeof(double));
    }
    return true;
}

void tml_driven_extrema_step(tml_driven_extrema *x, tml_configuration *from, tml_configuration *to)
{
    if (!x || from == to)
        return;
    x->sigma = fmax(x->sigma, fmax(from->sigma_min, to->sigma_min));
    if (!(fmin(from->sigma_min, to->sigma_min) >= ZONE * x->sigma))
        return;
    const size_t size = (size_t)x->of.count * sizeof(double);
    const tml_along_stages nodes = nodes_of(x);
    const double *first = from->rate + x->of.rates - 2 * x->of.count, *last = to->rate + x->of.rates - 2 * x->of.count;
    memcpy(x->f, first, size);
    memcpy(x->f + (PLACES - 1) * x->of.count, last, size);
    x->ends[0] = from, x->ends[1] = to;
    tml_along_step(x->work, from->t, to->t, NULL, find_nodes(x, from->t, to->t) ? &nodes : NULL);
}
