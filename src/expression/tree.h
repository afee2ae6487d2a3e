/* tree.h - parsed text: the nodes of the tree in the order of evaluation, operands before operations.
 *
 * `2*sin(x)` is the list  2  x  sin(1)  *(2):  walking it needs a stack of values but no recursion, however long the
 * text is.
 */
#pragma once
#include "expression/expression.h"
#include "expression/op.h"

/* One word of the text. */
typedef enum {
    TML_TOKEN_END,
    TML_TOKEN_NUMBER,   /* with its unit */
    TML_TOKEN_NAME,     /* O.angle, sin, and */
    TML_TOKEN_SIGN,     /* + - * / ^ ** < <= > >= == != ( ) , */
    TML_TOKEN_BAD_UNIT, /* a number and a word that is no unit */
    TML_TOKEN_BAD,      /* a character that has no meaning */
} tml_token_kind;

typedef struct {
    tml_token_kind kind;
    int begin, end; /* offsets in the text */
    int unit_begin; /* of a number: where its unit (or the wrong word) begins, = end when it has none */
    tml_unit unit;  /* of a number with a unit */
} tml_token;

/* The token at or after offset `from`. */
tml_token tml_token_read(const char *text, int from);

typedef enum {
    TML_NODE_NUMBER,
    TML_NODE_NAME,
    TML_NODE_OPERATION, /* op, from left to right when there are more operands than it takes */
    TML_NODE_CLAMP,
    TML_NODE_IF,
    TML_NODE_STEP,
    TML_NODE_PULSE,
    TML_NODE_TABLE, /* name is the table; a spline where it prescribes a motion, else monotone */
    TML_NODE_SPLINE,
    TML_NODE_MONOTONE,
} tml_node_kind;

typedef struct {
    tml_node_kind kind;
    tml_op op;
    int count;          /* of operands: the nodes before it */
    int begin, end;     /* offsets of the text it stands for */
    int at;             /* offset of its sign or name */
    int unit_begin;     /* of a number: offset of its unit, = end when it has none */
    tml_dimension unit; /* of a number with a unit */
    double value;       /* of a number, SI */
    const char *name;
} tml_node;

struct tml_tree {
    const char *text;
    tml_place place; /* of the text */
    tml_node *nodes; /* (count) the last one is the root */
    int count;
};

/* The place of a character of text that starts at `place`; columns count characters, not bytes. */
tml_place tml_tree_place(const char *text, tml_place place, int offset);

/* A function that expressions may call; NULL when there is none. */
typedef struct {
    const char *name;
    tml_node_kind kind;
    tml_op op;
    int least, most; /* arguments; most < 0: any number */
} tml_function;
const tml_function *tml_function_find(const char *name);
const char *tml_function_nearest(const char *name);
/* What a function is for those who write expressions, by its place in the list; false behind the last. */
typedef struct {
    const char *name, *arguments, *doc; /* "atan2", "y, x", "the angle of a direction, from -pi to pi" */
} tml_function_text;
bool tml_function_at(size_t index, tml_function_text *text);
