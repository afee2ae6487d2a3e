/* jet_gradient.c - how the jet of an expression depends on those of its inputs, by one backward sweep over the tape.
 *
 * With y(s) = g(x(s)):  y = g,  y' = g_x x',  y'' = g_x x'' + g_xx x'^2.  Adjoints (a, b, c) of (y, y', y'') pass on
 *   to x    a g_x + b g_xx x' + c (g_xx x'' + g_xxx x'^2)
 *   to x'   b g_x + 2 c g_xx x'
 *   to x''  c g_x
 * and so for each operand of two. With x' = e_k the adjoint (0, 1, 0) gives row k of the Hessian; (0, 0, 1) gives the derivatives of y''.
 */
#include "elementary/elementary.h"
#include "expression/tape.h"
#include <string.h>

/* All partial derivatives of an operation of two operands up to the third. */
typedef struct {
    double x, y, xx, xy, yy, xxx, xxy, xyy, yyy;
} partials;

static inline void pass_on(tml_jet *to, tml_jet by, double fx, double along, double across)
{
    to->f += by.f * fx + by.d * along + by.dd * across;
    to->d += by.d * fx + 2 * by.dd * along;
    to->dd += by.dd * fx;
}

static void pass_on_one(tml_jet *to, tml_jet by, tml_jet x, double first, double second, double third)
{
    first = tml_finite(first), second = tml_finite(second), third = tml_finite(third);
    pass_on(to, by, first, second * x.d, second * x.dd + third * x.d * x.d);
}

static void pass_on_two(tml_jet *to_x, tml_jet *to_y, tml_jet by, tml_jet x, tml_jet y, partials g)
{
    double *const all[] = {&g.x, &g.y, &g.xx, &g.xy, &g.yy, &g.xxx, &g.xxy, &g.xyy, &g.yyy};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        *all[i] = tml_finite(*all[i]);
    const double a = x.d * x.d, b = 2 * x.d * y.d, c = y.d * y.d;
    pass_on(to_x, by, g.x, g.xx * x.d + g.xy * y.d, g.xx * x.dd + g.xy * y.dd + g.xxx * a + g.xxy * b + g.xyy * c);
    pass_on(to_y, by, g.y, g.xy * x.d + g.yy * y.d, g.xy * x.dd + g.yy * y.dd + g.xxy * a + g.xyy * b + g.yyy * c);
}

static partials surface_partials(const tml_instruction *k, double x, double y)
{
    double third[4];
    const tml_surface_jet j = tml_instruction_surface(k, x, y, third);
    return (partials){j.fx, j.fy, j.fxx, j.fxy, j.fyy, third[0], third[1], third[2], third[3]};
}

/* NOLINTNEXTLINE(readability-function-size): one case for each operation */
static inline void propagate(const tml_instruction *k, const tml_jet *work, double f, tml_jet by, tml_jet *adjoint,
                             tml_jet *gradient)
{
    (void)f;
    switch (k->op) {
    case TML_OP_CONSTANT:
        return;
    case TML_OP_INPUT:
        gradient[k->a].f += by.f, gradient[k->a].d += by.d, gradient[k->a].dd += by.dd;
        return;
#define X(name, text, rule, value, first, second, third)                                                               \
    case TML_OP_##name: {                                                                                              \
        const double x = work[k->a].f, d = first;                                                                      \
        (void)x;                                                                                                       \
        pass_on_one(&adjoint[k->a], by, work[k->a], d, second, third);                                                 \
        return;                                                                                                        \
    }
        TML_UNARY_OPS(X)
#undef X
    case TML_OP_POWER: {
        const double x = work[k->a].f, n = k->value;
        pass_on_one(&adjoint[k->a], by, work[k->a], n * tml_pow(x, n - 1), n * (n - 1) * tml_pow(x, n - 2),
                    n * (n - 1) * (n - 2) * tml_pow(x, n - 3));
        return;
    }
    case TML_OP_CURVE: {
        double third;
        const tml_jet c = tml_instruction_curve(k, work[k->a].f, &third);
        pass_on_one(&adjoint[k->a], by, work[k->a], c.d, c.dd, third);
        return;
    }
    case TML_OP_SURFACE:
        pass_on_two(&adjoint[k->a], &adjoint[k->b], by, work[k->a], work[k->b],
                    surface_partials(k, work[k->a].f, work[k->b].f));
        return;
#define X(name, text, rule, value, ...)                                                                                \
    case TML_OP_##name: {                                                                                              \
        const double x = work[k->a].f, y = work[k->b].f;                                                               \
        (void)x, (void)y;                                                                                              \
        pass_on_two(&adjoint[k->a], &adjoint[k->b], by, work[k->a], work[k->b], (partials){__VA_ARGS__});              \
        return;                                                                                                        \
    }
        TML_BINARY_OPS(X)
#undef X
    case TML_OP_IF: {
        tml_jet *to = &adjoint[work[k->a].f != 0 ? k->b : k->c];
        to->f += by.f, to->d += by.d, to->dd += by.dd;
        return;
    }
    }
}

tml_jet tml_expression_jet_gradient(const tml_expression *e, const tml_jet *inputs, tml_jet *work, tml_jet weight,
                                    tml_jet *gradient)
{
    const tml_jet y = tml_expression_jet(e, inputs, work);
    tml_jet *adjoint = work + e->count;
    memset(adjoint, 0, e->count * sizeof *adjoint);
    adjoint[e->count - 1] = weight;
    for (size_t i = e->count; i-- > 0;)
        if (adjoint[i].f != 0 || adjoint[i].d != 0 || adjoint[i].dd != 0)
            propagate(&e->tape[i], work, work[i].f, adjoint[i], adjoint, gradient);
    return y;
}
