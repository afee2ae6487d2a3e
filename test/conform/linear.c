/* linear.c - the linearized equations of every joint and force against differences of the equations themselves.
 *
 * On a curve q(s), v(s) on the constraints with the derivative (dq, dv) of a small motion y, y', the accelerations that absolute
 * coordinates give have the derivative da = S y'' + Av y' + Aq y, M y'' = C y' + K y. Nothing of the one is used by the other.
 */
#include "assembly/assemble.h"
#include "dynamics/absolute/absolute.h"
#include "linearize/linearization.h"
#include "support/larger.h"
#include "support/mechanics.h"
#include "support/models.h"
#include <criterion/criterion.h>
#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    mechanism *m;
    tml_absolute *b;
    const double *dq, *dv;
    double *q, *v;
} motion;

static void project(motion *c)
{
    for (int i = 0; i < 3; i++)
        cr_assert_eq(tml_equations_project(&c->b->e, 0, c->q, c->v), 0);
}

static void accelerations(void *context, double s, double *out)
{
    motion *c = context;
    const tml_system *sys = c->m->system;
    mechanism_moved(c->m, c->m->q, c->dq, s, c->q);
    for (int j = 0; j < sys->nv; j++)
        c->v[j] = c->m->v[j] + s * c->dv[j];
    project(c);
    cr_assert_eq(tml_equations_solve(&c->b->e, 0, c->q, c->v), 0);
    memcpy(out, c->b->e.a, (size_t)sys->nv * sizeof(double));
}

/* Assembled, with random velocities on the constraints; small random displacements too. */
static bool throw_in(mechanism *m, random_source *d, motion *c, tml_assembly *report)
{
    const tml_system *s = m->system;
    const tml_stabilization tight = {.method = TML_STABILIZE_PROJECTION, .tolerance = 1e-15};
    if (tml_assemble(s, TML_CLOSE_ALL, 0, 1e-13, m->q, m->v, report, &m->arena, m->log) != TML_OK)
        return false;
    c->b = tml_absolute_make(tml_formulation_find("absolute"), s, report->rank, tight, &m->arena);
    c->q = TML_NEW_ARRAY(&m->arena, double, s->nq + 1);
    c->v = TML_NEW_ARRAY(&m->arena, double, s->nv + 1);
    double *shift = TML_NEW_ARRAY(&m->arena, double, s->nv + 1);
    for (int j = 0; j < s->nv; j++) {
        shift[j] = random_between(d, -0.05, 0.05);
        c->v[j] = m->v[j] + random_between(d, -1, 1);
    }
    mechanism_moved(m, m->q, shift, 1, c->q);
    project(c);
    memcpy(m->q, c->q, (size_t)s->nq * sizeof(double));
    memcpy(m->v, c->v, (size_t)s->nv * sizeof(double));
    return true;
}

/* A small motion: y, y', y'', and what it is for all bodies. */
typedef struct {
    size_t n, nv, positions;
    double *y, *y1, *y2, *dq, *dv, *da;
} small;

static small small_make(const tml_linear *l, tml_arena *arena)
{
    small x = {.n = (size_t)l->n, .nv = (size_t)l->system->nv, .positions = (size_t)l->positions};
    double **const list[] = {&x.y, &x.y1, &x.y2, &x.dq, &x.dv, &x.da};
    for (size_t i = 0; i < 6; i++)
        *list[i] = TML_NEW_ARRAY(arena, double, x.positions + x.n + x.nv + 1);
    return x;
}

/* y'' of random y and y'; round 0: no velocities, round 1: no displacements. Where rows restrict rates alone there are more y. */
static void small_throw(small *x, const tml_linear *l, random_source *d, int round, tml_arena *arena)
{
    double *M = TML_NEW_ARRAY(arena, double, x->n * x->n + 1);
    lapack_int *pivots = TML_NEW_ARRAY(arena, lapack_int, x->n + 1);
    memcpy(M, l->M, x->n * x->n * sizeof(double));
    memset(x->y2, 0, x->n * sizeof(double));
    for (size_t k = 0; k < x->positions; k++) {
        x->y[k] = round == 1 ? 0 : random_between(d, -0.3, 0.3);
        for (size_t i = 0; i < x->n; i++)
            x->y2[i] += l->K[k * x->n + i] * x->y[k];
    }
    for (size_t k = 0; k < x->n; k++) {
        x->y1[k] = round == 0 ? 0 : random_between(d, -0.3, 0.3);
        for (size_t i = 0; i < x->n; i++)
            x->y2[i] += l->C[k * x->n + i] * x->y1[k];
    }
    cr_assert_eq(LAPACKE_dgesv(LAPACK_COL_MAJOR, l->n, 1, M, l->n, pivots, x->y2, l->n), 0);
    for (size_t j = 0; j < x->nv; j++) {
        x->dq[j] = x->dv[j] = x->da[j] = 0;
        for (size_t k = 0; k < x->n; k++) {
            const size_t at = k * x->nv + j;
            x->dv[j] += l->S[at] * x->y1[k];
            x->da[j] += l->S[at] * x->y2[k] + l->Av[at] * x->y1[k];
        }
        for (size_t k = 0; k < x->positions; k++) {
            const size_t at = k * x->nv + j;
            x->dq[j] += l->Sq[at] * x->y[k];
            x->dv[j] += l->D[at] * x->y[k];
            x->da[j] += l->Aq[at] * x->y[k];
        }
    }
}

static void check(const char *what, const char *text)
{
    random_source d = {7};
    mechanism *m = mechanism_make(text);
    const tml_system *s = m->system;
    motion c = {.m = m};
    tml_assembly report = {.unwrapped = TML_NEW_ARRAY(&m->arena, double, s->measure_count + 1)};
    cr_assert(throw_in(m, &d, &c, &report), "%s", what);
    tml_workspace_set_state(m->work, 0, m->q, m->v);
    tml_workspace_measure(m->work, 0, s->measure_count);
    tml_workspace_accept_angles(m->work);
    const tml_linear_request request = {
        .about = TML_ABOUT_INSTANT, .q = m->q, .v = m->v, .unwrapped = m->work->unwrapped, .rank = report.rank};
    tml_linear *l;
    const tml_linear_outcome end = tml_linear_make(s, &request, &m->arena, &l);
    cr_assert(end == TML_LINEAR_DONE || end == TML_LINEAR_NO_DOF, "%s", what);
    small x = small_make(l, &m->arena);
    double *slope = TML_NEW_ARRAY(&m->arena, double, s->nv + 1);
    for (int round = 0; end == TML_LINEAR_DONE && round < 3; round++) {
        small_throw(&x, l, &d, round, &m->arena);
        c.dq = x.dq, c.dv = x.dv;
        differentiate(accelerations, &c, s->nv, slope);
        double worst = 0, most = 1;
        for (int j = 0; j < s->nv; j++) {
            worst = larger(worst, fabs(x.da[j] - slope[j]));
            most = larger(most, fabs(slope[j]));
        }
        cr_expect_leq(worst, 1e-10 * most, "%s: %g of %g in round %d", what, worst, most, round);
        cr_log_info("%s: %g of %g", what, worst, most);
    }
    mechanism_free(m);
}

Test(linear, linearization_of_every_joint_matches_differences)
{
    for (int i = 0; i < tml_joint_class_count; i++) {
        if (tml_joint_classes[i]->example_plane)
            check(tml_joint_classes[i]->name, tml_joint_classes[i]->example_plane);
        if (tml_joint_classes[i]->example_space)
            check(tml_joint_classes[i]->name, tml_joint_classes[i]->example_space);
    }
}

Test(linear, linearization_of_every_force_matches_differences)
{
    for (int i = 0; i < tml_force_class_count; i++) {
        if (tml_force_classes[i]->example_plane)
            check(tml_force_classes[i]->name, tml_force_classes[i]->example_plane);
        if (tml_force_classes[i]->example_space)
            check(tml_force_classes[i]->name, tml_force_classes[i]->example_space);
    }
}

/* Loops with balls in them, redundant rows, a body without mass, and a driver. */
Test(linear, linearization_of_loops_matches_differences)
{
    check("balls", "trammel: 1\nspace: space\n"
                   "points: {A: [0, 0, 0], B: [0, 0.1, 0.4], C: [1, 0.3, 0.7], D: [1, 0, 0]}\n"
                   "bodies:\n"
                   "  crank: {points: [A, B], mass: 1, inertia: [0.02, 0.03, 0.01]}\n"
                   "  rod: {points: [B, C], mass: 2, inertia: [0.1, 0.2, 0.15]}\n"
                   "  rocker: {points: [C, D], mass: 1.5, inertia: [0.1, 0.12, 0.05]}\n"
                   "joints:\n"
                   "  A: {revolute: [ground, crank], axis: x}\n"
                   "  B: {spherical: [crank, rod]}\n"
                   "  C: {spherical: [rod, rocker]}\n"
                   "  D: {revolute: [ground, rocker], axis: [0.2, 1, 0]}\n"
                   "forces: {s: {spring: [ground.A, rod.C], stiffness: 40, length: 0.5, damping: 1}}\n");
    check("two hinges", "trammel: 1\nspace: space\n"
                        "bodies:\n"
                        "  ground: {points: {P: [0, 0, 0], Q: [0, 1, 0]}}\n"
                        "  door: {points: {P: [0, 0, 0], Q: [0, 1, 0], R: [1, 0, 0]}, com: [1, 0.5, 0], mass: 3,\n"
                        "         inertia: [1, 1.2, 1]}\n"
                        "  bob: {points: {R: [0, 0, 0]}, com: [0.2, 0.1, 0], mass: 1, inertia: [0.1, 0.2, 0.3]}\n"
                        "joints:\n"
                        "  P: {revolute: [ground, door], axis: y}\n"
                        "  Q: {revolute: [ground, door], axis: y}\n"
                        "  R: {spherical: [door, bob]}\n");
    check("massless", "trammel: 1\n"
                      "bodies:\n"
                      "  ground: {points: {O: [0, 0]}}\n"
                      "  arm: {points: {O: [0, 0], A: [1, 0]}, mass: 1, shape: rod}\n"
                      "  rod: {points: {A: [0, 0]}}\n"
                      "  bob: {points: {A: [0, 0]}, mass: 1, inertia: 0}\n"
                      "joints: {O: {revolute: [ground, arm]}, A: {revolute: [arm, rod]},\n"
                      "         S: {prismatic: [rod, bob], at: A, axis: [1, 0]}}\n"
                      "initial: {S.displacement: 1, A.angle: 0.4}\n"
                      "drivers: {turn: {O.angle: 0.3 + 2*t}}\n");
}

#define CRANE(rope)                                                                                                    \
    "trammel: 1\nspace: space\n"                                                                                       \
    "points: {O: [0, 0, 0], W: [0.6, 0.02, 1.5], T: [4, 0, 5], L: [4.25, 0.1, 2]}\n"                                   \
    "bodies:\n"                                                                                                        \
    "  crane: {points: [O, W, T], com: [1, 0, 2], mass: 4, inertia: [9, 12, 6]}\n"                                     \
    "  drum: {points: [W], com: W, mass: 4, inertia: [0.6, 0.8, 0.6]}\n"                                               \
    "  sheave: {points: [T], com: T, mass: 1, inertia: [0.2, 0.375, 0.2]}\n"                                           \
    "  load: {points: [L], com: [4.3, 0, 1.8], mass: 25, inertia: [1, 2, 3]}\n"                                        \
    "joints:\n"                                                                                                        \
    "  O: {revolute: [ground, crane], axis: z}\n"                                                                      \
    "  W: {revolute: [crane, drum], axis: y}\n"                                                                        \
    "  T: {revolute: [crane, sheave], axis: [0.02, 1, 0.03]}\n"                                                        \
    "  rope: {cable: [W, T, load.L], radii: [0.2, 0.25, 0], " rope "}\n"

/* Over wheels in planes that differ a little, out of which it moves. */
Test(linear, linearization_of_cables_over_wheels_in_space_matches_differences)
{
    check("taut", CRANE("EA: 1e3, pretension: 400"));
    check("damped", CRANE("EA: 1e3, pretension: 4000, damping: 100"));
    check("stiff", CRANE("friction: 1"));
}

/* ---- what is held ---- */

#define SWING                                                                                                          \
    SWING_PENDULUM                                                                                                     \
    "forces:\n"                                                                                                        \
    "  twist:   {torsion: A, stiffness: 300, angle: 1.0472}\n"                                                         \
    "  stretch: {spring: [rod.A, bob.A], stiffness: 50 kN/m, length: 1}\n"

static tml_linear *swing(const char *text, const int *held, int held_count, mechanism **m)
{
    *m = mechanism_make(text);
    tml_assembly report = {.unwrapped = TML_NEW_ARRAY(&(*m)->arena, double, (*m)->system->measure_count + 1)};
    cr_assert_eq(
        tml_assemble((*m)->system, TML_CLOSE_ALL, 0, 1e-13, (*m)->q, (*m)->v, &report, &(*m)->arena, (*m)->log),
        TML_OK);
    const tml_linear_request request = {.about = TML_ABOUT_STEADY,
                                        .q = (*m)->q,
                                        .v = (*m)->v,
                                        .unwrapped = report.unwrapped,
                                        .rank = report.rank,
                                        .held = held,
                                        .held_count = held_count};
    tml_linear *l;
    cr_assert_eq(tml_linear_make((*m)->system, &request, &(*m)->arena, &l), TML_LINEAR_DONE);
    cr_expect_leq(l->residual, 1e-12 * l->scale);
    return l;
}

/* A coordinate held at its rate is equivalent to one that a driver moves. */
Test(linear, held_coordinates_are_as_driven_ones)
{
    mechanism *m1, *m2;
    const int held[] = {0};
    const tml_linear *driven = swing(SWING "drivers: {turn: {O.angle: 20*t}}\n"
                                           "initial: {A.angle: 0.45377171949723585, A.speed: 0,\n"
                                           "          S.displacement: 1.0153129043019644, S.speed: 0}\n",
                                     NULL, 0, &m1);
    const tml_linear *free =
        swing(SWING "initial: {A.angle: 0.45377171949723585, A.speed: 0, O.angle: 0, O.speed: 20,\n"
                    "          S.displacement: 1.0153129043019644, S.speed: 0}\n",
              held, 1, &m2);
    cr_assert(driven->n == 2 && free->n == 2);
    for (int i = 0; i < 4; i++) {
        cr_expect_float_eq(driven->M[i], free->M[i], 1e-13);
        cr_expect_float_eq(driven->C[i], free->C[i], 1e-12);
        cr_expect_float_eq(driven->K[i], free->K[i], 1e-10);
    }
    mechanism_free(m1);
    mechanism_free(m2);
}
