/* modes.c - modes of chains of masses on springs, dense and sparse, against closed forms.
 *
 * n equal masses in a row, springs of stiffness k between them: fixed at both ends w_j = 2 sqrt(k/m) sin(j pi / (2 (n + 1))); free at both
 * ends a rigid motion and w_j = 2 sqrt(k/m) sin(j pi / (2 n)). Each with a damper c to the ground: s^2 + (c/m) s + w^2 = 0.
 */
#include "analysis/modes/dense_modes.h"
#include "analysis/modes/sparse_modes.h"
#include "support/mechanics.h"
#include <criterion/criterion.h>
#include <math.h>

#define PI 3.14159265358979323846
enum { N = 9 };

typedef struct {
    int n;               /* masses, of 2 kg */
    double stiffness;    /* between neighbours, N/m; 0: none */
    double own, damping; /* of a spring and a damper to the ground, N/m, N s/m */
    bool fixed;          /* springs to the ground at both ends, as between neighbours */
} chain;

/* Sliders m1, m2, ... along x, 1 m apart. */
static mechanism *chain_make(const chain *c)
{
    tml_text text = {0};
    tml_text_add(&text, "trammel: 1\ngravity: none\nbodies:\n  ground: {points: {");
    for (int i = 0; i <= c->n + 1; i++)
        tml_text_add(&text, "%sP%d: [%d, 0]", i ? ", " : "", i, i);
    tml_text_add(&text, "}}\n");
    for (int i = 1; i <= c->n; i++)
        tml_text_add(&text, "  m%d: {points: {P%d: [0, 0]}, mass: 2, inertia: 1, position: [%d, 0]}\n", i, i, i);
    tml_text_add(&text, "joints:\n");
    for (int i = 1; i <= c->n; i++)
        tml_text_add(&text, "  S%d: {prismatic: [ground, m%d], at: P%d, axis: x}\n", i, i, i);
    tml_text_add(&text, "forces:\n");
    for (int i = c->fixed ? 0 : 1; c->stiffness > 0 && i <= (c->fixed ? c->n : c->n - 1); i++) {
        tml_text_add(&text, "  k%d: {spring: [", i);
        tml_text_add(&text, i == 0 ? "ground.P0, " : "m%d.P%d, ", i, i);
        tml_text_add(&text, i == c->n ? "ground.P%d" : "m%d.P%d", i + 1, i + 1);
        tml_text_add(&text, "], stiffness: %.17g, length: 1}\n", c->stiffness);
    }
    for (int i = 1; (c->own > 0 || c->damping > 0) && i <= c->n; i++)
        tml_text_add(&text,
                     "  b%d: {bushing: [ground.P%d, m%d.P%d], stiffness: {translation: [%.17g, 0]}, "
                     "damping: {translation: [%.17g, 0]}}\n",
                     i, i, i, i, c->own, c->damping);
    mechanism *m = mechanism_make(text.data);
    tml_text_free(&text);
    return m;
}

static tml_modes dense(mechanism *m)
{
    int along;
    tml_modes modes;
    const tml_linear *l = mechanism_linearize(m, TML_ABOUT_EQUILIBRIUM);
    const tml_state_space *space = tml_state_space_make(l, NULL, 0, &m->arena, &along);
    cr_assert_not_null(space);
    cr_assert(tml_modes_dense(l, space, &m->arena, &modes));
    return modes;
}

/* The slowest `count`. */
static tml_modes sparse(mechanism *m, int count)
{
    const tml_assembly report = mechanism_assemble(m);
    const tml_sparse_request request = {.q = m->q,
                                        .unwrapped = report.unwrapped,
                                        .rank = report.rank,
                                        .independent = report.independent,
                                        .count = count};
    tml_sparse_report found;
    tml_modes modes;
    cr_assert_eq(tml_modes_sparse(m->system, &request, &m->arena, &modes, &found), TML_SPARSE_DONE);
    return modes;
}

static void near(const tml_modes *modes, int i, double re, double im, double part)
{
    const tml_mode *mode = &modes->list[i];
    cr_expect_leq(hypot(mode->re - re, mode->im - im), part * hypot(re, im),
                  "mode %d: %.15g + %.15g i, not %.15g + %.15g i", i, mode->re, mode->im, re, im);
}

Test(modes, fixed_chain_has_the_frequencies_of_its_closed_form)
{
    mechanism *m = chain_make(&(chain){.n = N, .stiffness = 300, .fixed = true});
    const tml_modes modes = dense(m);
    cr_assert_eq(modes.count, N);
    cr_expect(modes.symmetric && modes.complete);
    for (int j = 1; j <= N; j++)
        near(&modes, j - 1, 0, 2 * sqrt(300 / 2.0) * sin(j * PI / (2 * (N + 1))), 1e-13);
    mechanism_free(m);
}

/* sin(i j pi / (n + 1)): the shapes of the same chain, up to their size. */
Test(modes, fixed_chain_has_sines_for_shapes)
{
    mechanism *m = chain_make(&(chain){.n = N, .stiffness = 300, .fixed = true});
    const tml_modes modes = dense(m);
    for (int j = 1; j <= N; j++) {
        const double *x = modes.list[j - 1].x, size = x[0] / sin(j * PI / (N + 1));
        for (int i = 1; i <= N; i++)
            cr_expect_float_eq(x[3 * (i - 1)], size * sin(i * j * PI / (N + 1)), 1e-12 * fabs(size), "mode %d, mass %d",
                               j, i);
    }
    mechanism_free(m);
}

Test(modes, free_chain_has_one_rigid_mode_and_the_frequencies_of_its_closed_form)
{
    mechanism *m = chain_make(&(chain){.n = N, .stiffness = 300});
    const tml_modes modes = dense(m);
    cr_assert_eq(modes.count, N);
    cr_expect(modes.list[0].rigid);
    cr_expect_eq(modes.list[0].im, 0);
    for (int i = 1; i < N; i++)
        cr_expect_float_eq(modes.list[0].x[3 * i], modes.list[0].x[0], 1e-12 * fabs(modes.list[0].x[0]));
    for (int j = 1; j < N; j++) {
        cr_expect_not(modes.list[j].rigid);
        near(&modes, j, 0, 2 * sqrt(300 / 2.0) * sin(j * PI / (2 * N)), 1e-12);
    }
    mechanism_free(m);
}

Test(modes, equal_frequencies_are_found_with_their_multiplicity)
{
    mechanism *m = chain_make(&(chain){.n = N, .own = 800});
    const tml_modes full = dense(m), slowest = sparse(m, N);
    cr_assert_eq(full.count, N);
    cr_assert_eq(slowest.count, N);
    for (int i = 0; i < N; i++) {
        near(&full, i, 0, 20, 1e-13);
        near(&slowest, i, 0, 20, 1e-10);
    }
    mechanism_free(m);
}

/* c/m = 16: those with w < 8 are two real ones, the others a pair. */
Test(modes, damped_chain_has_pairs_and_real_modes_of_its_closed_form)
{
    mechanism *m = chain_make(&(chain){.n = N, .stiffness = 300, .damping = 32, .fixed = true});
    const tml_modes modes = dense(m);
    int real = 0, pairs = 0;
    cr_expect_not(modes.symmetric);
    for (int j = 1; j <= N; j++) {
        const double w = 2 * sqrt(300 / 2.0) * sin(j * PI / (2 * (N + 1))), under = 64 - w * w;
        for (int sign = under > 0 ? -1 : 1; sign <= 1; sign += 2) {
            const double re = under > 0 ? -8 + sign * sqrt(under) : -8, im = under > 0 ? 0 : sqrt(-under);
            double nearest = INFINITY;
            for (int i = 0; i < modes.count; i++)
                nearest = fmin(nearest, hypot(modes.list[i].re - re, modes.list[i].im - im));
            cr_expect_lt(nearest, 1e-11, "%g + %g i is missed by %g", re, im, nearest);
            real += im == 0, pairs += im != 0;
        }
    }
    cr_expect_eq(modes.count, real + pairs);
    cr_assert(real > 0 && pairs > 0);
    mechanism_free(m);
}

Test(modes, sparse_modes_are_the_slowest_of_the_dense_ones)
{
    mechanism *m = chain_make(&(chain){.n = 40, .stiffness = 300, .damping = 0.3, .fixed = true});
    const tml_modes full = dense(m), slowest = sparse(m, 6);
    cr_assert_geq(slowest.count, 6);
    for (int i = 0; i < 6; i++)
        near(&slowest, i, full.list[i].re, full.list[i].im, 1e-10);
    mechanism_free(m);
}

/* x_i' M x_j = 0 of modes that are not equal. */
Test(modes, undamped_shapes_are_orthogonal_in_the_mass_matrix)
{
    mechanism *m = chain_make(&(chain){.n = N, .stiffness = 300});
    const tml_modes modes = dense(m);
    for (int a = 0; a < N; a++)
        for (int b = 0; b < a; b++) {
            double product = 0, sizes[2] = {0};
            for (int i = 0; i < N; i++) {
                const double x = modes.list[a].x[3 * i], y = modes.list[b].x[3 * i];
                product += x * y, sizes[0] += x * x, sizes[1] += y * y;
            }
            cr_expect_leq(fabs(product), 1e-12 * sqrt(sizes[0] * sizes[1]), "modes %d and %d", a, b);
        }
    mechanism_free(m);
}
