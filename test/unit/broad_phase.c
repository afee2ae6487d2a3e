/* broad_phase.c - near pairs: none missed, none invented, as those of all pairs; in time near linear. */
#include "contact/broad_phase.h"
#include <criterion/criterion.h>
#include <string.h>

static unsigned long long seed = 7;

static double chance(double least, double most)
{
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return least + (most - least) * (double)(seed >> 11) / 9007199254740992.0;
}

enum { MOST = 4000 };
static tml_vec3 centres[MOST];
static double reach[MOST];
static tml_arena arena;

static void scatter(int count, double size, double radius)
{
    for (int i = 0; i < count; i++) {
        centres[i] = (tml_vec3){chance(-size, size), chance(-size, size), chance(-size, size)};
        reach[i] = chance(0.5, 1) * radius;
    }
}

static bool odd_with_even(const void *context, int first, int second)
{
    (void)context;
    return (first + second) % 2 == 1;
}

/* Against all pairs: sizes that differ, far away, planes among them, groups. */
static void check(int count, double slack, bool (*allowed)(const void *, int, int))
{
    tml_broad_phase *b = tml_broad_phase_make(count, reach, slack, allowed, NULL, &arena);
    const int found = tml_broad_phase_update(b, centres, NULL);
    const tml_near_pair *pairs = tml_broad_phase_pairs(b);
    int k = 0;
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++) {
            const double most = reach[i] + reach[j] + 2 * slack;
            const tml_vec3 d = tml_sub(centres[i], centres[j]);
            if (tml_dot(d, d) > most * most || (allowed && !allowed(NULL, i, j)))
                continue;
            cr_assert(k < found && pairs[k].first == i && pairs[k].second == j, "%d %d is missing", i, j);
            k++;
        }
    cr_assert_eq(k, found);
    tml_arena_free(&arena);
}

Test(broad_phase, finds_exactly_the_near_pairs)
{
    scatter(600, 3, 0.3);
    check(600, 0.05, NULL);
    check(600, 0.05, odd_with_even);
    reach[17] = 2, reach[400] = INFINITY;
    check(600, 0, NULL);
    centres[3] = (tml_vec3){1e12, -1e12, 1e300}, centres[4] = centres[3];
    check(600, 0.1, NULL);
    for (int i = 0; i < 100; i++)
        centres[i] = (tml_vec3){0, 0, 0}, reach[i] = 0;
    check(100, 0, NULL);
    check(1, 0, NULL);
    check(0, 0, NULL);
}

/* Between two lists no body moves farther than the slack: no pair that overlaps is missed. */
Test(broad_phase, misses_nothing_until_it_is_made_anew)
{
    enum { COUNT = 200 };
    scatter(COUNT, 2, 0.2);
    tml_vec3 v[COUNT];
    for (int i = 0; i < COUNT; i++)
        v[i] = (tml_vec3){chance(-1, 1), chance(-1, 1), chance(-1, 1)};
    tml_broad_phase *b = tml_broad_phase_make(COUNT, reach, 0.1, NULL, NULL, &arena);
    int made = 0;
    for (int step = 0; step < 200; step++) {
        bool changed;
        const int found = tml_broad_phase_update(b, centres, &changed);
        made += changed;
        const tml_near_pair *pairs = tml_broad_phase_pairs(b);
        int k = 0;
        for (int i = 0; i < COUNT; i++)
            for (int j = i + 1; j < COUNT; j++) {
                while (k < found && (pairs[k].first < i || (pairs[k].first == i && pairs[k].second < j)))
                    k++;
                const tml_vec3 d = tml_sub(centres[i], centres[j]);
                if (tml_norm(d) < reach[i] + reach[j])
                    cr_assert(k < found && pairs[k].first == i && pairs[k].second == j);
            }
        for (int i = 0; i < COUNT; i++)
            centres[i] = tml_add(centres[i], tml_scale(0.01, v[i]));
    }
    cr_expect(made > 5 && made < 60, "made %d times", made);
    tml_arena_free(&arena);
}

static long looked_at;

static bool count_look(const void *context, int first, int second)
{
    (void)context, (void)first, (void)second;
    looked_at++;
    return false;
}

/* At equal density the pairs that are near grow with the number of bodies. */
Test(broad_phase, pairs_grow_with_the_number_of_bodies)
{
    double per_body[2];
    for (int k = 0; k < 2; k++) {
        const int count = k ? 4000 : 500;
        scatter(count, k ? 4 : 2, 0.2);
        looked_at = 0;
        tml_broad_phase *b = tml_broad_phase_make(count, reach, 0.02, count_look, NULL, &arena);
        tml_broad_phase_update(b, centres, NULL);
        per_body[k] = (double)looked_at / count;
        tml_arena_free(&arena);
    }
    cr_expect(per_body[1] < 1.5 * per_body[0], "%g and %g near ones for each", per_body[0], per_body[1]);
}
