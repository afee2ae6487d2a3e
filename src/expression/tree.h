/* tree.h - parsed text: the nodes of the tree in postfix order, operands before operations.
 *
 * `2*sin(x)` is the list  2  x  sin(1)  *(2):  it is processed with a stack of values and no recursion, however long the text is.
 */
#pragma once
#include "expression/expression.h"
#include "expression/op.h"
#include "expression/token.h"

typedef enum {
    TML_NODE_NUMBER,
    TML_NODE_NAME,
    TML_NODE_OPERATION, /* op, applied from left to right if there are more operands than it takes */
    TML_NODE_CLAMP,
    TML_NODE_IF,
    TML_NODE_STEP,
    TML_NODE_PULSE,
    TML_NODE_TABLE, /* name is the table; a spline if it prescribes a motion, otherwise monotone */
    TML_NODE_SPLINE,
    TML_NODE_MONOTONE,
    TML_NODE_NORM, /* of vectors */
    TML_NODE_DOT,
    TML_NODE_CROSS,
    TML_NODE_ANGLE,
} tml_node_kind;

typedef struct {
    tml_node_kind kind;
    tml_op op;
    int count;          /* number of operands: the nodes before it */
    int begin, end;     /* offsets of its text */
    int at;             /* offset of its operator or name */
    int unit_begin;     /* of a number: offset of its unit, = end without one */
    tml_dimension unit; /* of a number with a unit */
    double value;       /* of a number, SI */
    const char *name;
    bool after_unit; /* of a name: it stands behind a unit and a sign, as in 5 N / mm: may be a factor of that unit */
} tml_node;

struct tml_tree {
    const char *text;
    tml_place place; /* of the text */
    tml_node *nodes; /* (count) the last one is the root */
    int count;
};

/* A function that expressions may call; NULL when there is none. */
typedef struct {
    const char *name;
    tml_node_kind kind;
    tml_op op;
    int min_arguments, max_arguments; /* max_arguments < 0: any number */
} tml_function;
const tml_function *tml_function_find(const char *name);
const char *tml_function_nearest(const char *name);
/* Description of a function for users, by its index in the list; false after the last. */
typedef struct {
    const char *name, *arguments, *doc; /* "atan2", "y, x", "the angle of a direction, from -pi to pi" */
} tml_function_text;
bool tml_function_at(size_t index, tml_function_text *text);
