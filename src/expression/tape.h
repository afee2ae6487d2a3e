/* tape.h - a compiled expression:  x_i = op(x_a, x_b, x_c), i = 0 ... count - 1; its value is the last one.
 *
 * Operands precede their operation, and the tape contains only operations that the value depends on.
 */
#pragma once
#include "expression/op.h"
#include "expression/tabulated.h"

typedef struct {
    tml_op op;
    int a, b,
        c; /* operands; of an input, a is its number; of a curve b, of a surface c is the order of its derivative */
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

/* Orders of the derivative of a surface: by x its units, by y its tens. */
enum { TML_SURFACE_BY_X = 1, TML_SURFACE_BY_Y = 10 };

/* Value and derivatives of the curve, or the derivative of it, that an instruction is; third NULL: not wanted. Beyond the third derivative of the
 * curve they count as zero, as those of cubics are. */
tml_jet tml_instruction_curve(const tml_instruction *k, double x, double *third);
/* The same of a surface: thirds NULL, or (4). */
tml_surface_jet tml_instruction_surface(const tml_instruction *k, double x, double y, double *thirds);

/* The value of one operation on earlier results x. */
double tml_instruction_value(const tml_instruction *instruction, const double *x, const double *inputs);
