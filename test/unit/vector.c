/* vector.c - tests of vectors in expressions: products against closed forms, exact derivatives, messages. */
#include "expression/expression.h"
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static tml_arena arena;
static tml_log *log_;

static void set_up(void)
{
    log_ = tml_log_make();
}

static void tear_down(void)
{
    tml_log_free(log_);
    tml_arena_free(&arena);
}

TestSuite(vector, .init = set_up, .fini = tear_down);

/* P = (3, 4) and Q = (-1, 2) in the plane, U, V in space; M moves: its components are the inputs x and y */
static tml_meaning look_up_points(void *context, const char *name, tml_place place)
{
    static const struct {
        const char *name;
        tml_meaning meaning;
    } points[] = {
        {"P", {.kind = TML_NAME_CONSTANT, .size = 2, .values = {3, 4}}},
        {"Q", {.kind = TML_NAME_CONSTANT, .size = 2, .values = {-1, 2}}},
        {"F", {.kind = TML_NAME_CONSTANT, .size = 2, .values = {0, 1}, .frame = "crank"}},
        {"U", {.kind = TML_NAME_CONSTANT, .size = 3, .values = {1, 2, 3}}},
        {"V", {.kind = TML_NAME_CONSTANT, .size = 3, .values = {-2, 0.5, 4}}},
        {"M", {.kind = TML_NAME_INPUT, .size = 2, .inputs = {1, 2}}},
        {"N", {.kind = TML_NAME_INPUT, .size = 3, .inputs = {1, 2, 3}}},
    };
    for (size_t i = 0; i < sizeof points / sizeof *points; i++)
        if (strcmp(name, points[i].name) == 0)
            return points[i].meaning;
    (void)context, (void)place;
    return (tml_meaning){.kind = strcmp(name, "t") == 0 ? TML_NAME_INPUT : TML_NAME_UNKNOWN};
}

static const tml_scope point_scope = {.look_up = look_up_points};

static const tml_expression *compile_points(const char *text)
{
    const tml_tree *tree = tml_tree_parse(&arena, text, TML_NOWHERE, log_);
    return tree ? tml_expression_compile(&arena, tree, &point_scope, (tml_expectation){.what = NULL}, log_) : NULL;
}

Test(vector, products_of_vectors_match_their_closed_forms)
{
    static const struct {
        const char *text;
        double value;
    } cases[] = {
        {"norm(P)", 5},
        {"norm(P - Q)", 4.4721359549995796}, /* 2 sqrt 5 */
        {"norm(2*P/4 + -(P*0.5))", 0},
        {"dot(P, Q)", 5},
        {"cross(P, Q)", 10}, /* 3*2 - 4*(-1) */
        {"dot(U, V)", 11},
        {"norm(cross(U, V))", 12.747548783981962}, /* |(6.5, -10, 4.5)| = sqrt(162.5) */
        {"dot(cross(U, V), U) + dot(cross(U, V), V)", 0},
        {"angle(P, Q)", 1.1071487177940904}, /* atan 2 */
        {"angle(P, P - P, Q)", 1.1071487177940904},
        {"angle(U, V)^2 - acos(11/sqrt(14*20.25))^2", 0},
        {"norm(if(1 < 2, P, Q))", 5},
        {"norm(1e200*P)", 5e200},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const tml_expression *e = compile_points(cases[i].text);
        cr_assert(e, "%s", cases[i].text);
        cr_expect(tml_expression_is_constant(e));
        double work[2];
        const double value = tml_expression_value(e, NULL, work);
        cr_expect(fabs(value - cases[i].value) <= 4e-16 * fmax(1, fabs(cases[i].value)) * 4, "%s = %.17g",
                  cases[i].text, value);
    }
}

/* d|M - P|/dx = (x - 3)/|M - P|; second derivative along M(s) = (s, s^2) by hand: f f'' + f'^2 = (r.r)''/2 */
Test(vector, moving_points_have_exact_derivatives)
{
    const tml_expression *e = compile_points("norm(M - P)"), *turn = compile_points("angle(P, Q, M)");
    const double inputs[] = {0, 0.7, -1.3, 0};
    double work[64], gradient[4] = {0};
    tml_jet jets[4] = {{0, 0, 0}, {0.7, 1, 0}, {0.49, 1.4, 2}, {0, 0, 0}}, jet_work[32];
    const double f = tml_expression_gradient(e, inputs, work, 1, gradient);
    cr_expect_float_eq(f, hypot(2.3, 5.3), 1e-15);
    cr_expect_float_eq(gradient[1], -2.3 / f, 1e-15);
    cr_expect_float_eq(gradient[2], -5.3 / f, 1e-15);
    const tml_jet j = tml_expression_jet(e, jets, jet_work);
    const double dx = 0.7 - 3, dy = 0.49 - 4, r = hypot(dx, dy), rate = (dx + dy * 1.4) / r;
    cr_expect_float_eq(j.d, rate, 1e-14);
    cr_expect_float_eq(j.dd, (1 + 1.4 * 1.4 + dy * 2 - rate * rate) / r, 1e-14);
    /* the direction of M - Q turns by (u_x du_y - u_y du_x)/u^2; from P towards M it is clockwise */
    double turned[4] = {0};
    const double ux = 0.7 + 1, uy = -1.3 - 2;
    tml_expression_gradient(turn, inputs, work, 1, turned);
    cr_expect_float_eq(turned[1], uy / (ux * ux + uy * uy), 1e-15);
    cr_expect_float_eq(turned[2], -ux / (ux * ux + uy * uy), 1e-15);
}

Test(vector, vectors_where_numbers_are_needed_are_refused)
{
    static const char *const wrong[] = {"P",
                                        "P + 1",
                                        "P*Q",
                                        "1/P",
                                        "sin(P)",
                                        "P < Q",
                                        "max(P, Q)",
                                        "norm(1)",
                                        "dot(P, 2)",
                                        "if(P, 1, 2)",
                                        "if(t, P, 1)",
                                        "norm(P - F)",
                                        "angle(P, P, Q)",
                                        "P^2",
                                        "not P",
                                        "step(P, 0, 0, 1, 1)",
                                        "table(P, cam)"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const size_t before = tml_log_count(log_);
        cr_expect_null(compile_points(wrong[i]), "%s", wrong[i]);
        cr_expect_eq(tml_log_count(log_), before + 1, "%s", wrong[i]);
    }
}
