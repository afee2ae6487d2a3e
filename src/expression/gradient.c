/* gradient.c - gradient by reverse-mode automatic differentiation: one backward sweep over the tape.
 *
 * With the adjoint  b_i = d value / d x_i  (b = 1 for the last):   b_a += b_i * d op_i / d x_a   for each operand a.
 * Operations without influence (b_i = 0, the branch of an `if` that is not taken) are skipped, since their derivatives may not exist.
 */
#include "elementary/elementary.h"
#include "expression/tape.h"
#include <string.h>

/* Propagates the adjoint b of operation i to its operands. */
/* NOLINTNEXTLINE(readability-function-size): one case for each operation */
static inline void propagate(const tml_instruction *k, const double *work, double f, double b, double *adjoint,
                             double *gradient)
{
    (void)f;
    switch (k->op) {
    case TML_OP_CONSTANT:
        return;
    case TML_OP_INPUT:
        gradient[k->a] += b;
        return;
#define X(name, text, rule, value, first, second, third)                                                               \
    case TML_OP_##name: {                                                                                              \
        const double x = work[k->a];                                                                                   \
        (void)x;                                                                                                       \
        adjoint[k->a] += b * tml_finite(first);                                                                        \
        return;                                                                                                        \
    }
        TML_UNARY_OPS(X)
#undef X
    case TML_OP_POWER:
        adjoint[k->a] += b * tml_finite(k->value * tml_pow(work[k->a], k->value - 1));
        return;
    case TML_OP_CURVE:
        adjoint[k->a] += b * tml_finite(tml_instruction_curve(k, work[k->a], NULL).d);
        return;
    case TML_OP_SURFACE: {
        const tml_surface_jet j = tml_instruction_surface(k, work[k->a], work[k->b], NULL);
        adjoint[k->a] += b * tml_finite(j.fx);
        adjoint[k->b] += b * tml_finite(j.fy);
        return;
    }
#define X(name, text, rule, value, fx, fy, fxx, fxy, fyy, ...)                                                         \
    case TML_OP_##name: {                                                                                              \
        const double x = work[k->a], y = work[k->b];                                                                   \
        (void)x, (void)y;                                                                                              \
        adjoint[k->a] += b * tml_finite(fx);                                                                           \
        adjoint[k->b] += b * tml_finite(fy);                                                                           \
        return;                                                                                                        \
    }
        TML_BINARY_OPS(X)
#undef X
    case TML_OP_IF:
        adjoint[work[k->a] != 0 ? k->b : k->c] += b;
        return;
    }
}

double tml_expression_gradient(const tml_expression *e, const double *inputs, double *work, double weight,
                               double *gradient)
{
    double value = tml_expression_value(e, inputs, work);
    double *adjoint = work + e->count;
    memset(adjoint, 0, e->count * sizeof *adjoint);
    adjoint[e->count - 1] = weight;
    for (size_t i = e->count; i-- > 0;)
        if (adjoint[i] != 0)
            propagate(&e->tape[i], work, work[i], adjoint[i], adjoint, gradient);
    return value;
}
