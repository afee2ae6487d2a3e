/* contact_solver.c - impulses of contacts against closed forms: rows of balls, discs with friction, piles, stacks. */
#include "dynamics/contact_solver.h"
#include <criterion/criterion.h>
#include <math.h>

static tml_arena arena;

static void free_arena(void)
{
    tml_arena_free(&arena);
}

TestSuite(contact_solver, .fini = free_arena);

/* Bodies of the plane, x y angle, each with a mass and an inertia. */
typedef struct {
    tml_contact_solver *s;
    const double *mass, *inertia;
} scene;

static scene open_scene(int bodies, const double *mass, const double *inertia)
{
    return (scene){tml_contact_solver_make(3 * bodies, 3, &arena), mass, inertia};
}

/* A row with J = (d, moment) on body b, and the opposite on body a; -1: the ground. */
static void add_row(const scene *x, int a, int b, double dx, double dy, double ma, double mb)
{
    tml_contact_solver *s = x->s;
    TML_GROW(&arena, s->rows, s->row_count, s->row_capacity);
    tml_contact_row r = {.at = {a < 0 ? -1 : 3 * a, b < 0 ? -1 : 3 * b}, .J = {-dx, -dy, -ma, dx, dy, mb}};
    for (int side = 0; side < 2; side++) {
        const int body = side ? b : a;
        for (int j = 0; j < 3 && body >= 0; j++)
            r.MJ[3 * side + j] = r.J[3 * side + j] / (j < 2 ? x->mass[body] : x->inertia[body]);
    }
    s->rows[s->row_count++] = r;
}

static tml_contact_block *add_contact(const scene *x, double friction, double bounce, int size)
{
    tml_contact_solver *s = x->s;
    TML_GROW(&arena, s->contacts, s->contact_count, s->contact_capacity);
    s->contacts[s->contact_count] = (tml_contact_block){
        .first = s->row_count - size, .size = size, .friction = friction, .bounce = bounce, .limit = -1};
    return &s->contacts[s->contact_count++];
}

/* Five balls of 1 kg in touch, the first hits the row with 1 m/s: the simultaneous law (A19 d). */
Test(contact_solver, row_of_touching_balls)
{
    const double mass[5] = {1, 1, 1, 1, 1};
    for (int k = 0; k < 3; k++) {
        const double e = k == 0 ? 1 : k == 1 ? 0.5 : 0;
        double v[15] = {1};
        const scene x = open_scene(5, mass, mass);
        for (int i = 0; i < 4; i++) {
            add_row(&x, i, i + 1, 1, 0, 0, 0);
            add_contact(&x, 0, i == 0 ? -e : 0, 1);
        }
        cr_assert(tml_contact_solver_solve(x.s, 1e-13, v));
        const double first = k == 0 ? -0.6 : k == 1 ? -0.2 : 0.2, others = k == 0 ? 0.4 : k == 1 ? 0.3 : 0.2;
        cr_expect_float_eq(v[0], first, 1e-12);
        for (int i = 1; i < 5; i++) {
            cr_expect_float_eq(v[3 * i], others, 1e-12);
            cr_expect_float_eq(x.s->contacts[i - 1].P[0], (5 - i) * others, 1e-12);
        }
    }
}

/* A disc of 2 kg and 0.1 m thrown on the floor (A24). */
Test(contact_solver, disc_with_friction_slips_or_sticks)
{
    static const double cases[3][7] = {{4, 30, 0.3, 2.56, 1.2, 9.6, -2.88},
                                       {4, 30, 0.6, 5.0 / 3, -50.0 / 3, 9.6, -14.0 / 3},
                                       {1, -40, 0.25, 2, -20, 9.6, 2}};
    const double mass = 2, inertia = 0.01;
    for (int k = 0; k < 3; k++) {
        const double *c = cases[k];
        double v[3] = {c[0], -3, c[1]};
        const scene x = open_scene(1, &mass, &inertia);
        add_row(&x, -1, 0, 0, 1, 0, 0);
        add_row(&x, -1, 0, 1, 0, 0, 0.1);
        const tml_contact_block *found = add_contact(&x, c[2], 0.6 * -3, 2);
        cr_assert(tml_contact_solver_solve(x.s, 1e-13, v));
        cr_expect_float_eq(v[0], c[3], 1e-12);
        cr_expect_float_eq(v[1], 1.8, 1e-12);
        cr_expect_float_eq(v[2], c[4], 1e-11);
        cr_expect_float_eq(found->P[0], c[5], 1e-12);
        cr_expect_float_eq(found->P[1], c[6], 1e-12);
    }
}

/* A tower of blocks at rest in one step of 1 ms: the contact below block i carries all above it. */
Test(contact_solver, tower_of_blocks_carries_its_weight)
{
    enum { BLOCKS = 200 };
    static double mass[BLOCKS], inertia[BLOCKS], v[3 * BLOCKS];
    const double h = 1e-3, g = 9.81;
    for (int i = 0; i < BLOCKS; i++)
        mass[i] = 1, inertia[i] = 0.1, v[3 * i + 1] = -g * h;
    const scene x = open_scene(BLOCKS, mass, inertia);
    for (int i = 0; i < BLOCKS; i++)
        for (int corner = -1; corner <= 1; corner += 2) {
            add_row(&x, i - 1, i, 0, 1, 0.5 * corner, 0.5 * corner);
            add_row(&x, i - 1, i, 1, 0, -0.5, 0.5);
            add_contact(&x, 0.4, 0, 2);
        }
    cr_assert(tml_contact_solver_solve(x.s, 1e-10 * g * h, v), "residual %g after %ld sweeps, %ld Newton steps",
              x.s->residual, x.s->sweeps, x.s->newton_steps);
    for (int i = 0; i < BLOCKS; i++) {
        const double carried = x.s->contacts[2 * i].P[0] + x.s->contacts[2 * i + 1].P[0];
        cr_expect_float_eq(carried, (BLOCKS - i) * g * h, 1e-6 * g * h * BLOCKS, "block %d", i);
    }
}
