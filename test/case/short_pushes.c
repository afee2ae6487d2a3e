/* short_pushes.c - blocks that a push lets go for less than a step: the push exceeds what friction holds by a small part, and only for a moment.
 *
 * A smooth push with the maximum (1 + e) mu_s m g exceeds the limit over a part sqrt(e) of its length. As friction in slip is less than at rest, the block goes
 * on for long: to pass over the moment is to lose the motion. The time at which the push reaches the limit is known:
 *   F = A sin(w t),   or   F = A (1 - (2 x - 1)^2) by the place x = sin(w t) of a mass on a spring,   A = (1 + e) mu_s m g
 */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

TestSuite(short_pushes, .timeout = TML_SLOWER * 30);

enum { PUSHES = 150, TEXT = 1500 };
typedef enum { BY_TIME, BY_SPRING, BY_PLACE, KINDS } kind;
static const double GRAVITY = 9.81;

static double draw(unsigned *state, double from, double to)
{
    *state = *state * 1664525u + 1013904223u;
    return from + (to - from) * (double)(*state >> 8) / (double)(1u << 24);
}

typedef struct {
    kind by;
    double mass, at_rest, slipping, excess, rate, tolerance;
} push;

static push random_push(unsigned seed)
{
    unsigned s = seed * 2654435761u + 1;
    push p = {.by = (kind)(seed % KINDS)};
    p.mass = pow(10, draw(&s, -1, 1));
    p.at_rest = draw(&s, 0.2, 0.8);
    p.slipping = p.at_rest * draw(&s, 0.6, 0.95);
    p.excess = (draw(&s, 0, 4) < 3 ? 1 : -1) * pow(10, draw(&s, -8, -2));
    p.rate = pow(10, draw(&s, -0.5, 1.5));
    p.tolerance = draw(&s, 0, 2) < 1 ? 1e-6 : 1e-8;
    return p;
}

static double largest(const push *p)
{
    return (1 + p->excess) * p->at_rest * p->mass * GRAVITY;
}

/* When the push reaches what friction holds; NAN: it never does. */
static double let_go(const push *p)
{
    const double part = 1 / (1 + p->excess);
    if (p->excess < 0)
        return NAN;
    return asin(p->by == BY_PLACE ? 0.5 * (1 - sqrt(1 - part)) : part) / p->rate;
}

/* The motion ends soon after the largest push, and is only written there. */
static void write(const push *p, char text[TEXT])
{
    char force[200];
    const double end = 0.6 * acos(-1) / p->rate, most = largest(p);
    if (p->by == BY_TIME)
        snprintf(force, sizeof force, "%.17g*sin(%.17g*t)", most, p->rate);
    else if (p->by == BY_SPRING)
        snprintf(force, sizeof force, "%.17g*O.displacement", most);
    else
        snprintf(force, sizeof force, "%.17g*(1 - (2*O.displacement - 1)^2)", most);
    snprintf(text, TEXT,
             "trammel: 1\ngravity: [0, -9.81]\npoints: {P: [0, 0], Q: [0, 5]}\n"
             "bodies: {b: {mass: %.17g, inertia: 1, points: [P]}, o: {mass: 1, inertia: 1, points: [Q]}}\n"
             "joints:\n"
             "  S: {prismatic: [ground, b], at: P, axis: x, friction: {coefficient: %.17g, static: %.17g}}\n"
             "  O: {prismatic: [ground, o], at: Q, axis: x}\n"
             "forces: {f: {motor: S, force: \"%s\"}, s: {motor: O, force: -%.17g*O.displacement}}\n"
             "initial: {O.speed: %.17g}\n"
             "analyses: [dynamics: {end: %.17g, output: %.17g, tolerance: %g}]\n",
             p->mass, p->slipping, p->at_rest, force, p->rate * p->rate, p->rate, end, end, p->tolerance);
}

Test(short_pushes, let_a_block_go_at_the_time_that_is_known)
{
    for (unsigned seed = 0; seed < PUSHES; seed++) {
        char text[TEXT];
        const push p = random_push(seed);
        const double when = let_go(&p);
        write(&p, text);
        tml_case c = tml_case_run_text("push", text, NULL);
        const double end = tml_case_value(&c, tml_table_rows(c.table) - 1, "t");
        if (isnan(when)) {
            cr_expect_leq(fabs(tml_case_at(&c, end, "S.displacement")), 1e-10, "push %u slips", seed);
        } else {
            cr_expect_gt(fabs(tml_case_at(&c, end, "S.displacement")), 1e-8,
                         "push %u, %g beyond what friction holds, is missed", seed, p.excess);
            tml_case_near(&c, "time", tml_case_value(&c, 1, "t"), when, 1e-4 * when); /* the row before slip */
        }
        tml_case_free(&c);
    }
}
