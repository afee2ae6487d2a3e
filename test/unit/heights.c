/* heights.c - the nearest place of rough ground is nearest of all, by comparison with all of a fine grid. */
#include "contact/heights.h"
#include "base/arena.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

enum { NODES = 15, GRID = 400 };

static double random_between(double low, double high)
{
    return low + (high - low) * rand() / (double)RAND_MAX;
}

static const tml_heights *rough_ground(tml_arena *arena, double amplitude)
{
    double x[NODES], z[NODES * NODES];
    tml_log log = {0};
    for (int i = 0; i < NODES; i++)
        x[i] = -1 + 2.0 * i / (NODES - 1);
    for (int i = 0; i < NODES * NODES; i++)
        z[i] = random_between(-amplitude, amplitude);
    const tml_surface *s =
        tml_surface_make(arena, x, NODES, x, NODES, z, (tml_curve_options){.name = "h"}, (tml_place){0}, &log);
    return tml_heights_make(tml_surface_spline(s), arena);
}

static double distance(const tml_heights *h, tml_vec3 X, double x, double y)
{
    const double z = tml_heights_at(h, x, y).f;
    return sqrt((x - X.x) * (x - X.x) + (y - X.y) * (y - X.y) + (z - X.z) * (z - X.z));
}

static double least_of_grid(const tml_heights *h, tml_vec3 X)
{
    double least = INFINITY;
    for (int i = 0; i <= GRID; i++)
        for (int k = 0; k <= GRID; k++)
            least = fmin(least, distance(h, X, -1 + 2.0 * i / GRID, -1 + 2.0 * k / GRID));
    return least;
}

Test(heights, no_place_of_a_fine_grid_is_nearer)
{
    static const double amplitudes[] = {0.03, 0.3, 1};
    srand(7);
    for (int a = 0; a < 3; a++) {
        tml_arena arena = {0};
        const tml_heights *h = rough_ground(&arena, amplitudes[a]);
        for (int i = 0; i < 40; i++) {
            tml_vec3 X = {random_between(-0.9, 0.9), random_between(-0.9, 0.9), 0};
            double x, y;
            X.z = tml_heights_at(h, X.x, X.y).f + random_between(0.001, 0.6);
            tml_heights_foot(h, X, &x, &y);
            const double least = least_of_grid(h, X);
            cr_expect(distance(h, X, x, y) <= least * (1 + 1e-12), "amplitude %g: %.17g, but there is %.17g",
                      amplitudes[a], distance(h, X, x, y), least);
        }
        tml_arena_free(&arena);
    }
}

/* The normal of the ground at the nearest place leads to the point. */
Test(heights, the_nearest_place_is_a_foot_point)
{
    tml_arena arena = {0};
    srand(3);
    const tml_heights *h = rough_ground(&arena, 0.1);
    for (int i = 0; i < 40; i++) {
        tml_vec3 X = {random_between(-0.5, 0.5), random_between(-0.5, 0.5), 0.4};
        double x, y;
        tml_heights_foot(h, X, &x, &y);
        const tml_surface_jet j = tml_heights_at(h, x, y);
        cr_expect(fabs(x - X.x + (j.f - X.z) * j.fx) < 1e-12 && fabs(y - X.y + (j.f - X.z) * j.fy) < 1e-12);
    }
    tml_arena_free(&arena);
}
