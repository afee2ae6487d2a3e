/* value_graph.h - equations written out: values, each an input or an operation on earlier values, and programs that evaluate some of them.
 *
 * x_i = op(x_a, x_b, x_c). What is known to be 0, 1 or another constant is folded, and a value that is written twice is the same value, so that
 * zeros of a matrix and shared parts of its entries cost nothing. A program holds the operations that its results need, in order, those of
 * the same kind side by side as far as possible: one decision for several, which do not wait for each other.
 */
#pragma once
#include "base/arena.h"
#include "expression/tape.h"

typedef enum {
    TML_VALUE_INPUT,
    TML_VALUE_CONSTANT,
    TML_VALUE_ADD,
    TML_VALUE_SUBTRACT,
    TML_VALUE_MULTIPLY,
    TML_VALUE_DIVIDE,
    TML_VALUE_NEGATE,
    TML_VALUE_ROOT,
    TML_VALUE_SINE,         /* always followed by the cosine of the same angle */
    TML_VALUE_COSINE,       /* computed with the sine before it */
    TML_VALUE_SIZE,         /* |a| */
    TML_VALUE_LARGER,       /* max(a, b) */
    TML_VALUE_SMALLER,      /* min(a, b) */
    TML_VALUE_FUNCTION,     /* of an expression: lane by lane */
    TML_VALUE_PRODUCT_PLUS, /* a b + c; this and the next two: in programs only */
    TML_VALUE_PLUS_LESS,    /* c - a b */
    TML_VALUE_PRODUCT_LESS, /* a b - c */
} tml_value_op;

typedef struct {
    tml_value_op op;
    int a, b, c;
    int to;       /* value that it gives */
    double value; /* of a constant */
    tml_op function;
} tml_value;

/* A step of a program. */
typedef struct {
    tml_value_op op;
    int same; /* of the first of several of the same kind: how many there are; none of them needs another */
    int to, a, b, c;
    tml_op function;
} tml_value_step;

typedef struct {
    tml_arena *arena;
    tml_value *values;
    int count, room;
    int *table; /* (size) values by their hash; 0: free, else one more than the value */
    int size;
} tml_value_graph;

typedef struct {
    tml_value_step *steps; /* (count) */
    int count;
} tml_value_program;

void tml_value_graph_begin(tml_value_graph *g, tml_arena *arena);
int tml_value_input(tml_value_graph *g);
int tml_value_constant(tml_value_graph *g, double value);
int tml_value_add(tml_value_graph *g, int a, int b);
int tml_value_subtract(tml_value_graph *g, int a, int b);
int tml_value_multiply(tml_value_graph *g, int a, int b);
int tml_value_divide(tml_value_graph *g, int a, int b);
int tml_value_negate(tml_value_graph *g, int a);
int tml_value_root(tml_value_graph *g, int a);
int tml_value_size(tml_value_graph *g, int a);
int tml_value_larger(tml_value_graph *g, int a, int b);
int tml_value_smaller(tml_value_graph *g, int a, int b);
void tml_value_sine(tml_value_graph *g, int angle, int *sine, int *cosine);
/* An operation of an expression (op.h) on up to three values. */
int tml_value_function(tml_value_graph *g, tml_op function, int a, int b, int c);
/* The operations that results (count; entries below 0 are left out) need. */
tml_value_program tml_value_program_make(const tml_value_graph *g, const int *results, int count, tml_arena *arena);
