/* build.h - construction of a tape.
 *
 * A value is a constant (not on the tape) or a slot of the tape. Operations on constants are folded.
 */
#pragma once
#include "expression/kind.h"
#include "expression/tape.h"
#include "expression/tree.h"

typedef struct tml_value {
    bool constant;
    double number; /* of a constant */
    int slot;      /* otherwise its slot on the tape */
    tml_kind kind;
    bool bad;                       /* an error was reported: no more messages */
    const tml_node *fault;          /* a constant in it that is not finite */
    const struct tml_value *vector; /* (size) components of a vector, all of `kind`; NULL: a number */
    int size;
    const char *frame; /* of a vector: the body in whose frame it is; NULL: ground axes */
} tml_value;

typedef struct {
    tml_arena *arena;
    tml_instruction *tape; /* (capacity) */
    int count, capacity;
} tml_builder;

tml_value tml_build_constant(double number, tml_kind kind);
tml_value tml_build_input(tml_builder *b, int input, tml_kind kind);
/* An operation, its kind not set; unary operations ignore y. */
tml_value tml_build_op(tml_builder *b, tml_op op, tml_value x, tml_value y);
/* The same in full: instruction holds op and exponent or curve, operands as many as op takes. */
tml_value tml_build(tml_builder *b, tml_instruction instruction, const tml_value *operands);
/* x^n with a constant n; x^2 is a product. */
tml_value tml_build_power(tml_builder *b, tml_value x, double n);
/* The ramp from 0 at x0 to 1 at x1. */
tml_value tml_build_ramp(tml_builder *b, tml_value x, tml_value x0, tml_value x1);
/* needed[i]: whether the value in `slot` depends on operation i (0 ... slot). */
void tml_build_mark_needed(const tml_instruction *tape, int slot, int *needed);
/* The partial derivative of a value by an input, as a value (derivative.c); its kind is not set. */
tml_value tml_build_derivative(tml_builder *b, tml_value v, int input);
/* Only the operations that the value depends on, renumbered, the value last. */
const tml_expression *tml_build_finish(tml_builder *b, tml_value v);
