/* tape.h - a compiled expression:  x_i = op(x_a, x_b, x_c), i = 0 .. count-1; its value is the last one.
 *
 * Every operand comes before its operation, and nothing is on the tape that the value does not need.
 */
#pragma once
#include "expression/expression.h"
#include "expression/op.h"

typedef struct {
    tml_op op;
    int a, b, c; /* operands; of an input, a is its number */
    union {
        double value;           /* of TML_OP_CONSTANT, TML_OP_POWER */
        const tml_curve *curve; /* of TML_OP_CURVE */
    };
} tml_instruction;

struct tml_expression {
    const tml_instruction *tape; /* (count) */
    size_t count;
    bool typed;
    tml_dimension dimension;
};

/* The value of one operation on the results x before it. */
double tml_instruction_value(const tml_instruction *instruction, const double *x, const double *inputs);
