/* tape.h - a compiled expression:  x_i = op(x_a, x_b, x_c), i = 0 ... count - 1; its value is the last one.
 *
 * Operands precede their operation, and the tape contains only operations that the value depends on.
 */
#pragma once
#include "expression/op.h"
#include "expression/tabulated.h"

typedef struct {
    tml_op op;
    int a, b, c; /* operands; of an input, a is its number */
    union {
        double value;               /* of TML_OP_CONSTANT, TML_OP_POWER */
        const tml_curve *curve;     /* of TML_OP_CURVE */
        const tml_surface *surface; /* of TML_OP_SURFACE */
    };
} tml_instruction;

struct tml_expression {
    const tml_instruction *tape; /* (count) */
    size_t count;
    bool typed;
    tml_dimension dimension;
};

/* The value of one operation on earlier results x. */
double tml_instruction_value(const tml_instruction *instruction, const double *x, const double *inputs);
