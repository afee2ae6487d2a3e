/* road_profile.c - roads with the roughness of a class of ISO 8608, as a sum of waves with random phases:
 *
 *   h(x) = sum sqrt(2 G(k/L)/L) cos(2 pi k x/L + phase_k)       G(n) = G0 (n/n0)^-2, n0 = 0.1 1/m
 *
 * over the waves k that fit into the length L and have between 0.011 and 2.83 of them in a metre. The road repeats itself after L. The class
 * tells G0: 16e-6 m^3 of A, the very good one, and four times that of each next. Phases follow from the seed, the same everywhere.
 * The table has 16 points for the shortest wave, and a spline through them.
 */
#include "model/road_profile.h"
#include "elementary/elementary.h"
#include "model/check.h"
#include "model/descriptor.h"
#include <math.h>
#include <stdint.h>

enum { POINTS_PER_WAVE = 16, MOST_WAVES = 3000 };

static const double LONGEST = 0.011, SHORTEST = 2.83, REFERENCE = 0.1; /* waves in a metre */

typedef struct {
    double G0, length;
    uint64_t state; /* of the phases */
    int first, last;
} road;

/* Splitmix64: a number from 0 to 1. */
static double next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return (double)((z ^ z >> 31) >> 11) * 0x1p-53;
}

static bool read_numbers(tml_resolved *r, const tml_node *map, const char *what, road *out)
{
    const tml_node *class = tml_node_find(map, "class"), *length = tml_node_find(map, "length"),
                   *seed = tml_node_find(map, "seed");
    double number = 1;
    if ((seed && !tml_resolved_number(r, seed, "", what, &number)) ||
        !tml_resolved_number(r, length, "m", what, &out->length))
        return false;
    if (number != floor(number) || fabs(number) > 1e15) {
        tml_log_raise(r->log, TML_E_ROAD, seed->place, "%s: the seed is a whole number: another one is another road",
                      what);
        return false;
    }
    out->G0 = 16e-6 * tml_pow(4, class->text[0] - 'A');
    out->state = (uint64_t)(int64_t)number;
    out->first = (int)ceil(fmax(1, LONGEST * fmin(out->length, 1e9)));
    out->last = (int)floor(SHORTEST * fmin(out->length, 1e8));
    if (out->length > 0 && out->last - out->first >= 10 && out->last <= MOST_WAVES)
        return true;
    tml_log_raise(r->log, TML_E_ROAD, length->place,
                  "%s: the length is that after which the road repeats itself, 5 to 1000 m", what);
    return false;
}

/* Heights at count points along one length, the last the same as the first. */
static void sum_waves(road *way, size_t count, double *points, tml_arena *arena)
{
    const double turn = 2 * tml_acos(-1);
    const size_t period = count - 1;
    double *cosine = TML_NEW_ARRAY(arena, double, period), *sine = TML_NEW_ARRAY(arena, double, period);
    for (size_t i = 0; i < period; i++) {
        cosine[i] = tml_cos(turn * (double)i / (double)period);
        sine[i] = tml_sin(turn * (double)i / (double)period);
    }
    for (int k = way->first; k <= way->last; k++) {
        const double phase = turn * next_random(&way->state),
                     amplitude = sqrt(2 * way->G0 / way->length) * REFERENCE * way->length / k;
        const double a = amplitude * tml_cos(phase), b = amplitude * tml_sin(phase);
        for (size_t i = 0, at = 0; i < count; i++) {
            points[2 * i + 1] += a * cosine[at] - b * sine[at];
            at += (size_t)k;
            at -= at >= period ? period : 0;
        }
    }
    for (size_t i = 0; i < count; i++)
        points[2 * i] = way->length * (double)i / (double)period;
    points[2 * count - 1] = points[1];
}

bool tml_road_read(tml_resolved *r, const tml_node *map, const char *what, const char *name, tml_tabulated *made)
{
    const tml_checker checker = tml_resolved_checker(r);
    const tml_field_list fields = {tml_road_fields, tml_road_fields_count};
    road way;
    if (map->kind != TML_NODE_MAP) {
        tml_log_raise(r->log, TML_E_ROAD, map->place, "%s: a random road is a map: {class: C, length: 200 m, seed: 1}",
                      what);
        return false;
    }
    if (!tml_fields_check(&checker, what, map, &fields, 1, NULL) || !read_numbers(r, map, what, &way))
        return false;
    const size_t count = (size_t)(POINTS_PER_WAVE * way.last) + 1;
    double *points = TML_NEW_ARRAY(r->arena, double, 2 * count);
    sum_waves(&way, count, points, r->arena);
    const tml_kind metre = {.typed = true, .dimension = tml_unit_named("m").dimension};
    *made = (tml_tabulated){.kinds = {metre, metre}};
    made->curve = tml_curve_make_with(
        r->arena, points, count,
        (tml_curve_options){.name = name, .interpolation = TML_INTERPOLATE_SPLINE, .periodic = true}, map->place,
        r->log);
    return made->curve != NULL;
}
