/* kinked_integrals.c - integrals along a step of a driven motion of what jumps or has kinks in it: dry friction that changes its sense, |f| of a user.
 *
 * Gauss-Lobatto quadrature with five points, over the step and over its halves: where both differ the halves are treated in the same way,
 * down to a part of the step that does not count. So what jumps is found without knowing where. Powers that are rounding beside those of single forces
 * (power_scale) are not refined. A function that is nothing but rounding uses up all halvings of a step: the next step gets a quarter as many.
 */
#include "analysis/kinematics/path.h"
#include <math.h>
#include <string.h>

enum { MAX_DEPTH = 44, PARTS = 5, MIN_HALVED = 8, MAX_HALVED = 500 };
static const double TOLERANCE = 1e-13; /* of the largest power, or of the function, in the step times its length */

typedef struct {
    tml_driven_path *w;
    tml_configuration *const *ends;
    double *scale; /* (rates) of what is judged, times time: the others have jumps and kinks where these have */
    double *room;  /* (MAX_DEPTH + 1) x PARTS x rates */
    int n, halved, allowed; /* halvings of this step */
} quadrature;

/* f (n): the rates at t */
static void rates_at(const quadrature *x, double t, double *f)
{
    tml_driven_path *w = x->w;
    tml_driven_interpolate(w->d, x->ends, 2, t, w->node);
    if (tml_driven_close(w->d, w->node)) /* a driver has a kink within the step */
        tml_driven_interpolate(w->d, x->ends, 2, t, w->node);
    w->request->rate(w->request->context, w->node);
    memcpy(f, w->node->rate, (size_t)x->n * sizeof(double));
}

/* sum (n) of five points from t0 to t1, with the rates at the ends; middle: those between */
static void five_points(const quadrature *x, double t0, double t1, const double *f0, const double *f1, double *middle,
                        double *sum)
{
    static const double place = 0.65465367070797714380;
    const double half = 0.5 * (t1 - t0), centre = 0.5 * (t0 + t1);
    for (int i = 0; i < x->n; i++)
        sum[i] = 0.1 * half * (f0[i] + f1[i]);
    for (int k = -1; k <= 1; k += 2) {
        rates_at(x, centre + k * place * half, middle);
        for (int i = 0; i < x->n; i++)
            sum[i] += 49.0 / 90 * half * middle[i];
    }
    rates_at(x, centre, middle);
    for (int i = 0; i < x->n; i++)
        sum[i] += 32.0 / 45 * half * middle[i];
}

/* Replaces whole (n), the five points from t0 to t1, by what is accurate; consumes it. */
static void refine(quadrature *x, int depth, double t0, double t1, const double *f0, const double *middle,
                   const double *f1, double *whole)
{
    const size_t n = (size_t)x->n;
    double *room = x->room + (size_t)depth * PARTS * n, *halves[2] = {room, room + n},
           *centres[2] = {room + 2 * n, room + 3 * n};
    const double t = 0.5 * (t0 + t1);
    bool differs = false;
    if (depth == MAX_DEPTH || ++x->halved > x->allowed || !(t > t0 && t < t1))
        return;
    five_points(x, t0, t, f0, middle, centres[0], halves[0]);
    five_points(x, t, t1, middle, f1, centres[1], halves[1]);
    for (int i = 0; i < x->n; i++)
        differs |= x->w->request->kinked[i] && fabs(halves[0][i] + halves[1][i] - whole[i]) > TOLERANCE * x->scale[i];
    if (differs) {
        memcpy(room + 4 * n, middle, n * sizeof(double)); /* `middle` may be of a depth that is written to */
        refine(x, depth + 1, t0, t, f0, centres[0], room + 4 * n, halves[0]);
        refine(x, depth + 1, t, t1, room + 4 * n, centres[1], f1, halves[1]);
    }
    for (size_t i = 0; i < n; i++)
        whole[i] = halves[0][i] + halves[1][i];
}

/* Of powers that of the largest, or of single forces, of others their own, in this step or one before. */
static void find_scales(quadrature *x, const double *middle)
{
    tml_driven_path *w = x->w;
    const double length = w->next->t - w->current->t;
    double power = w->request->power_scale ? length * *w->request->power_scale : 0;
    for (int i = 0; i < x->n; i++) {
        const double most = fmax(fabs(middle[i]), fmax(fabs(w->current->rate[i]), fabs(w->next->rate[i])));
        x->scale[i] = length * (w->largest[i] = fmax(w->largest[i], most));
        power = fmax(power, i < w->request->powers ? length * most : 0);
    }
    for (int i = 0; i < w->request->powers; i++)
        x->scale[i] = power;
}

void tml_driven_path_integrate_kinked(tml_driven_path *w, double *sum)
{
    tml_configuration *const ends[2] = {w->current, w->next};
    const size_t n = (size_t)w->request->rates;
    tml_arena *scratch = tml_arena_part(w->task->arena);
    double *middle = TML_NEW_ARRAY(scratch, double, n + 1), *whole = TML_NEW_ARRAY(scratch, double, n + 1);
    quadrature x = {.w = w,
                    .ends = ends,
                    .scale = TML_NEW_ARRAY(scratch, double, n + 1),
                    .room = TML_NEW_ARRAY(scratch, double, (MAX_DEPTH + 1) * PARTS * n + 1),
                    .n = (int)n,
                    .allowed = w->halvings ? w->halvings : MAX_HALVED};
    five_points(&x, w->current->t, w->next->t, w->current->rate, w->next->rate, middle, whole);
    find_scales(&x, middle);
    refine(&x, 0, w->current->t, w->next->t, w->current->rate, middle, w->next->rate, whole);
    const int next = x.halved > x.allowed ? x.allowed / 4 : 4 * x.allowed;
    w->halvings = next < MIN_HALVED ? MIN_HALVED : next > MAX_HALVED ? MAX_HALVED : next;
    for (size_t i = 0; i < n; i++)
        sum[i] += whole[i];
    tml_arena_free(scratch);
}
