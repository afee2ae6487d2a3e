/* rolling_pairs.c - laws of every pair of registered surfaces that can roll on each other, in motions of two bodies that nothing else touches.
 *
 *   the material points of both at the touching point have one velocity: no slip, and the gap stays
 *   the reactions do no work: the energy stays;  momentum and angular momentum stay
 *   what rolls on what in one order does so in the other, with the same motion
 */
#include "base/code.h"
#include "support/case.h"
#include "support/random_surface.h"
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZES = 4, STARTS = 2000, SEEDS = 3 };

/* The model of a pair with a rolling joint in place of its contact. */
static char *rolling_text(const random_pair *p, bool exchanged)
{
    char *text =
        random_pair_text(p, exchanged, "", "analyses: [dynamics: {end: 0.2, output: 0.02, tolerance: 1e-11}]\n");
    char *at = strstr(text, "forces:\n  hit: {contact:");
    tml_text out = {0};
    tml_text_add(&out, "%.*sjoints:\n  W: {rolling:%s", (int)(at - text), text,
                 at + strlen("forces:\n  hit: {contact:"));
    free(text);
    return out.data;
}

/* Whether the surfaces can roll at all, by the messages of the compiled model. */
static mechanism *compile(const random_pair *p, bool exchanged)
{
    char *text = rolling_text(p, exchanged);
    mechanism *m = mechanism_try(text);
    free(text);
    if (m->system)
        return m;
    mechanism_free(m);
    return NULL;
}

/* The second body moved so that the surfaces touch; false: they are not near each other. */
static bool touch(random_pair *p, mechanism *contact, random_source *d)
{
    for (int trial = 0; trial < STARTS; trial++) {
        random_pair_scatter(p, random_between(d, 0, 1.5), d);
        const pair_place t = random_pair_nearest(p, contact);
        if (!(t.gap > 0 && t.gap < 0.1))
            continue;
        p->position[1] = tml_sub(p->position[1], tml_scale(t.gap, t.n));
        return true;
    }
    return false;
}

static tml_vec3 velocity_at(const pair_row *b, tml_vec3 at)
{
    return tml_add(b->v, tml_cross(b->w, tml_sub(at, b->x)));
}

static void check_rows(const random_pair *p, const tml_case *c)
{
    const pair_momentum start = random_pair_momentum(p, c, 0);
    for (size_t row = 0; row < tml_table_rows(c->table); row++) {
        const pair_row b[2] = {random_pair_row(c, row, 0, p->space), random_pair_row(c, row, 1, p->space)};
        const tml_vec3 at = {random_pair_column(c, row, "W", "x"), random_pair_column(c, row, "W", "y"),
                             p->space ? random_pair_column(c, row, "W", "z") : 0};
        const double slip = tml_norm(tml_sub(velocity_at(&b[0], at), velocity_at(&b[1], at)));
        const pair_momentum now = random_pair_momentum(p, c, row);
        cr_assert(slip < 1e-9, "%s: a slip of %g", c->name, slip);
        cr_assert(tml_norm(tml_sub(now.linear, start.linear)) < 1e-8 &&
                      tml_norm(tml_sub(now.angular, start.angular)) < 1e-8,
                  "%s: momentum changes by %g, angular momentum by %g", c->name,
                  tml_norm(tml_sub(now.linear, start.linear)), tml_norm(tml_sub(now.angular, start.angular)));
    }
    tml_case_laws(c);
}

static int rolled, seed;

/* To the end, or until the surfaces touch in a second place, which a message must say. */
static tml_case run(const char *name, const char *text)
{
    tml_case c = {.log = tml_log_make()};
    snprintf(c.name, sizeof c.name, "%s, seed %d", name, seed);
    c.model = tml_model_parse(text, strlen(text), "pair.yaml", c.log);
    const tml_status status = tml_run(c.model, NULL, &c.results, c.log);
    if (status != TML_OK)
        tml_expect_message(&c, "in a second place");
    cr_assert(status == TML_OK || status == TML_FAILED, "%s", c.name);
    c.table = tml_results_table(c.results, tml_results_count(c.results) - 1);
    return c;
}

static void check_pair(const tml_body_surface_class *a, const tml_body_surface_class *b, bool space)
{
    random_source d = {.state = (uint64_t)(100 * (int)a->kind + (int)b->kind + seed)};
    for (int i = 0; i < SIZES; i++) {
        random_pair p = random_pair_make(a, b, space, true, &d);
        mechanism *contact = random_pair_compile(&p, false), *m = compile(&p, false), *back = compile(&p, true);
        cr_assert(!m == !back, "a %s and a %s roll in one order only", a->name, b->name);
        if (m && contact && touch(&p, contact, &d)) {
            char name[100];
            double end[2];
            size_t rows = 0;
            snprintf(name, sizeof name, "%s, %s", a->name, b->name);
            for (int exchanged = 0; exchanged < 2; exchanged++) {
                char *text = rolling_text(&p, exchanged);
                tml_case c = run(name, text);
                check_rows(&p, &c);
                rows = exchanged && tml_table_rows(c.table) != rows ? 0 : tml_table_rows(c.table);
                end[exchanged] = tml_case_value(&c, tml_table_rows(c.table) - 1, "two.x");
                tml_case_free(&c);
                free(text);
            }
            cr_assert(rows > 0, "%s, seed %d: exchanged, it rolls for another time", name, seed);
            cr_assert_float_eq(end[0], end[1], 1e-8, "%s, seed %d: exchanged, it rolls elsewhere by %g", name, seed,
                               end[1] - end[0]);
            rolled++;
        }
        for (int k = 0; k < 3; k++)
            if (k == 0 ? contact : k == 1 ? m : back)
                mechanism_free(k == 0 ? contact : k == 1 ? m : back);
        random_pair_free(&p);
    }
}

static void check_in_plane(const tml_body_surface_class *a, const tml_body_surface_class *b)
{
    check_pair(a, b, false);
}
static void check_in_space(const tml_body_surface_class *a, const tml_body_surface_class *b)
{
    check_pair(a, b, true);
}

Test(rolling_pairs, surfaces_of_the_plane_roll_without_slip_and_loss, .timeout = TML_SLOWER * 30)
{
    for (seed = 3; seed < 3 + SEEDS; seed++)
        each_pair_of_surfaces(false, check_in_plane);
    cr_expect_geq(rolled, 6 * SEEDS, "%d runs", rolled);
}

Test(rolling_pairs, surfaces_of_space_roll_without_slip_and_loss, .timeout = TML_SLOWER * 30)
{
    for (seed = 3; seed < 3 + SEEDS; seed++)
        each_pair_of_surfaces(true, check_in_space);
    cr_expect_geq(rolled, 40 * SEEDS, "%d runs", rolled);
}
