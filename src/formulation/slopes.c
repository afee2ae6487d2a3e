/* slopes.c - rows of constraints, freedoms and turns with their exact derivatives.
 *
 * A turn s' = x . (w_2 - w_1), x carried by body 1, so that s'' = (w_1 x x) . w_2 + x . (alpha_2 - alpha_1).
 * A turn e of a body turns all that it carries, w and alpha with it: their components in the body stay what they are.
 */
#include "formulation/slopes.h"
#include <string.h>

tml_slopes tml_slopes_make(const tml_system *system, int rows, tml_arena *arena)
{
    return (tml_slopes){.system = system,
                        .capacity = rows,
                        .first = TML_NEW_ARRAY(arena, int, rows + 1),
                        .bias = TML_NEW_ARRAY(arena, double, rows + 1),
                        .arena = arena};
}

static void put(tml_slopes *r, tml_slope entry)
{
    const int at = r->first[r->count + 1];
    if (at == r->entry_capacity) {
        const int grown = at ? 2 * at : 64;
        tml_slope *moved = TML_NEW_ARRAY(r->arena, tml_slope, grown);
        if (at)
            memcpy(moved, r->entries, (size_t)at * sizeof *moved);
        r->entries = moved, r->entry_capacity = grown;
    }
    r->entries[at] = entry;
    r->first[r->count + 1]++;
}

static void begin(tml_slopes *r)
{
    r->first[r->count + 1] = r->first[r->count];
}

void tml_slopes_add_terms(tml_slopes *r, const tml_work *work, const tml_term *terms, int count, const double *a)
{
    tml_measure_tangent d;
    begin(r);
    for (int k = 0; k < count; k++) {
        const tml_measure *m = &r->system->measures[terms[k].measure];
        const double c = terms[k].coefficient;
        tml_measure_differentiate(work, terms[k].measure, a, &d);
        for (int j = 0; j < 12; j++) {
            const int column = tml_measure_freedom(r->system, m, j);
            if (column >= 0 && (d.q0[j] != 0 || d.q1[j] != 0 || d.q2[j] != 0 || d.v2[j] != 0))
                put(r, (tml_slope){column, c * d.q0[j], c * d.q1[j], c * d.q2[j], c * d.v2[j]});
        }
        r->bias[r->count] += c * work->bias[terms[k].measure];
    }
    r->count++;
}

void tml_slopes_add_own(tml_slopes *r, int body, int k)
{
    begin(r);
    put(r, (tml_slope){.column = (body - 1) * r->system->nvb + k, .J = 1});
    r->count++;
}

void tml_slopes_add_axis(tml_slopes *r, int body, tml_vec3 u)
{
    const double part[3] = {u.x, u.y, u.z};
    const int nvb = r->system->nvb, lin = r->system->space ? 3 : 2;
    begin(r);
    for (int k = lin; k < nvb; k++)
        put(r, (tml_slope){.column = (body - 1) * nvb + k, .J = part[nvb == 6 ? k - 3 : 2]});
    r->count++;
}

typedef struct {
    tml_mat3 R;
    tml_vec3 w, alpha;
} turning;

static turning turning_of(const tml_work *work, int body, const double *a)
{
    turning t = {.R = work->motion3[body].R};
    if (body == 0)
        return t;
    t.w = work->motion3[body].w;
    if (a)
        t.alpha = tml_turn(&t.R, (tml_vec3){a[(body - 1) * 6 + 3], a[(body - 1) * 6 + 4], a[(body - 1) * 6 + 5]});
    return t;
}

void tml_slopes_add_turn(tml_slopes *r, const tml_work *work, int body1, int body2, tml_vec3 axis, const double *a)
{
    const turning one = turning_of(work, body1, a), two = turning_of(work, body2, a);
    const tml_vec3 x = tml_turn(&one.R, axis), carried = tml_cross(one.w, x);
    begin(r);
    for (int k = 0; body1 && k < 3; k++) {
        const tml_vec3 e = tml_mat3_column(&one.R, (tml_axis)k), ex = tml_cross(e, x);
        put(r, (tml_slope){.column = (body1 - 1) * 6 + 3 + k,
                           .J = -tml_dot(x, e),
                           .P = tml_dot(ex, two.w),
                           .Rq = tml_dot(tml_cross(e, carried), two.w) + tml_dot(ex, two.alpha),
                           .Rv = tml_dot(ex, two.w)});
    }
    for (int k = 0; body2 && k < 3; k++) {
        const tml_vec3 e = tml_mat3_column(&two.R, (tml_axis)k), ew = tml_cross(e, two.w);
        put(r, (tml_slope){.column = (body2 - 1) * 6 + 3 + k,
                           .J = tml_dot(x, e),
                           .P = tml_dot(x, ew),
                           .Rq = tml_dot(carried, ew) + tml_dot(x, tml_cross(e, two.alpha)),
                           .Rv = tml_dot(carried, e)});
    }
    r->bias[r->count++] = tml_dot(carried, two.w);
}

double tml_slopes_times(const tml_slopes *r, int row, tml_slope_part part, const double *x)
{
    double sum = 0;
    for (int i = r->first[row]; i < r->first[row + 1]; i++) {
        const tml_slope *e = &r->entries[i];
        const double factor = part == TML_SLOPE_J    ? e->J
                              : part == TML_SLOPE_P  ? e->P
                              : part == TML_SLOPE_RQ ? e->Rq
                                                     : e->Rv;
        sum += factor * x[e->column];
    }
    return sum;
}
