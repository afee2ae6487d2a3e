/* compiler.h - from tree to tape, what the files that compile share: one operation with its dimensions, messages, vectors. */
#pragma once
#include "expression/build.h"

typedef struct {
    const tml_tree *tree;
    const tml_scope *scope;
    const char *what;
    tml_log *log;
    int depth;     /* of expressions that names stand for */
    bool circular; /* too deep: reported, and no name is followed any more */
    tml_builder builder;
    struct tml_named_value *named; /* (named_count) values of names that stand for expressions: each is compiled once */
    int named_count, named_capacity;
} tml_compiler;

/* What a name has been found to stand for. */
struct tml_named_value {
    const tml_tree *tree;
    const tml_scope *scope;
    bool differs;
    int input;
    tml_value value;
};

/* A message at an offset of the text; the value returned is bad. */
__attribute__((format(printf, 4, 5))) tml_value tml_compiler_report(tml_compiler *c, tml_code code, int offset,
                                                                    const char *format, ...);
/* One operation on numbers or vectors, with dimension check. */
tml_value tml_compiler_operate(tml_compiler *c, const tml_node *node, tml_op op, tml_value a, tml_value b);

/* The place of a character of the text. */
tml_place tml_compiler_place(const tml_compiler *c, int offset);
/* table(x, name), table(x, y, name) and the like (compile_table.c). */
tml_value tml_compiler_table(tml_compiler *c, const tml_node *node, const tml_value *v);

/* ---- vectors (vector.c) ---- */

/* A name that means a point. */
tml_value tml_compiler_point(tml_compiler *c, const tml_meaning *m);
/* +, - of two vectors, - of one, and products and quotients with a number. One operand is a vector; b is ignored by unary operations. */
tml_value tml_compiler_operate_vector(tml_compiler *c, const tml_node *node, tml_op op, tml_value a, tml_value b);
/* if(condition, u, v) of two vectors; the condition is not constant. */
tml_value tml_compiler_choose_vector(tml_compiler *c, const tml_node *node, const tml_value *v);
/* norm, dot, cross, angle. */
tml_value tml_compiler_product(tml_compiler *c, const tml_node *node, const tml_value *v);
/* Whether all operands are numbers; otherwise a message. */
bool tml_compiler_needs_numbers(tml_compiler *c, const tml_node *node, const char *name, const tml_value *v, int count);
