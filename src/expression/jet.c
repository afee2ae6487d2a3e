/* jet.c - value, first and second derivative along a curve with parameter s, by second-order Taylor arithmetic.
 *
 *   f(x(s)):        f' = f_x x'                 f'' = f_x x'' + f_xx x'^2
 *   f(x(s), y(s)):  f' = f_x x' + f_y y'        f'' = f_x x'' + f_y y'' + f_xx x'^2 + 2 f_xy x' y' + f_yy y'^2
 */
#include "elementary/elementary.h"
#include "expression/tape.h"

/* f_x u: 0 if either is 0, whatever the other; a partial derivative that does not exist counts as 0. */
static inline double part(double fx, double u)
{
    return fx == 0 || u == 0 || isnan(fx) ? 0 : fx * u;
}

static inline tml_jet chain(tml_jet x, double f, double fx, double fxx)
{
    if (isinf(fx) && x.d == 0 && x.dd != 0) /* sqrt(s^2) */
        return (tml_jet){.f = f, .d = NAN, .dd = NAN};
    return (tml_jet){.f = f, .d = part(fx, x.d), .dd = part(fx, x.dd) + part(fxx, x.d * x.d)};
}

static tml_jet power(tml_jet x, double n)
{
    return chain(x, tml_pow(x.f, n), n * tml_pow(x.f, n - 1), n * (n - 1) * tml_pow(x.f, n - 2));
}

static inline tml_jet chain_2(tml_jet x, tml_jet y, double f, double fx, double fy, double fxx, double fxy, double fyy)
{
    const double curved = part(fxx, x.d * x.d) + 2 * part(fxy, x.d * y.d) + part(fyy, y.d * y.d);
    return (tml_jet){.f = f, .d = part(fx, x.d) + part(fy, y.d), .dd = part(fx, x.dd) + part(fy, y.dd) + curved};
}

/* NOLINTNEXTLINE(readability-function-size): one case for each operation */
static inline tml_jet calc(const tml_instruction *k, const tml_jet *work, const tml_jet *inputs)
{
    switch (k->op) {
    case TML_OP_CONSTANT:
        return (tml_jet){.f = k->value};
    case TML_OP_INPUT:
        return inputs[k->a];
#define X(name, text, rule, value, first, second, third)                                                               \
    case TML_OP_##name: {                                                                                              \
        const double x = work[k->a].f, f = value;                                                                      \
        (void)f;                                                                                                       \
        const double d = first;                                                                                        \
        return chain(work[k->a], f, d, second);                                                                        \
    }
        TML_UNARY_OPS(X)
#undef X
    case TML_OP_POWER:
        return power(work[k->a], k->value);
    case TML_OP_CURVE: {
        const tml_jet c = tml_instruction_curve(k, work[k->a].f, NULL);
        return chain(work[k->a], c.f, c.d, c.dd);
    }
    case TML_OP_SURFACE: {
        const tml_surface_jet j = tml_instruction_surface(k, work[k->a].f, work[k->b].f, NULL);
        return chain_2(work[k->a], work[k->b], j.f, j.fx, j.fy, j.fxx, j.fxy, j.fyy);
    }
#define X(name, text, rule, value, fx, fy, fxx, fxy, fyy, ...)                                                         \
    case TML_OP_##name: {                                                                                              \
        const double x = work[k->a].f, y = work[k->b].f, f = value;                                                    \
        return chain_2(work[k->a], work[k->b], f, fx, fy, fxx, fxy, fyy);                                              \
    }
        TML_BINARY_OPS(X)
#undef X
    case TML_OP_IF:
        return work[k->a].f != 0 ? work[k->b] : work[k->c];
    }
    return (tml_jet){0};
}

tml_jet tml_expression_jet(const tml_expression *e, const tml_jet *inputs, tml_jet *work)
{
    for (size_t i = 0; i < e->count; i++)
        work[i] = calc(&e->tape[i], work, inputs);
    return work[e->count - 1];
}
