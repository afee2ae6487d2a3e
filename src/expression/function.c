/* function.c - the functions that expressions may call: those of the operations, and those made of several. */
#include "base/names.h"
#include "expression/tree.h"
#include <string.h>

/* clang-format off */
static const tml_function functions[] = {
    {"clamp", TML_NODE_CLAMP,     TML_OP_MIN,   3, 3},
    {"fabs",  TML_NODE_OPERATION, TML_OP_ABS,   1, 1},
    {"if",    TML_NODE_IF,        TML_OP_IF,    3, 3},
    {"max",   TML_NODE_OPERATION, TML_OP_MAX,   1, -1},
    {"min",   TML_NODE_OPERATION, TML_OP_MIN,   1, -1},
    {"monotone", TML_NODE_MONOTONE, TML_OP_CURVE, 2, 2},
    {"pulse", TML_NODE_PULSE,     TML_OP_RAMP,  3, 4},
    {"spline", TML_NODE_SPLINE,   TML_OP_CURVE, 2, 2},
    {"step",  TML_NODE_STEP,      TML_OP_RAMP,  5, 5},
    {"table", TML_NODE_TABLE,     TML_OP_CURVE, 2, 2},
#define X(op, text, ...) {text, TML_NODE_OPERATION, TML_OP_##op, 1, 1},
    TML_UNARY_OPS(X)
#undef X
#define X(op, text, ...) {text, TML_NODE_OPERATION, TML_OP_##op, 2, 2},
    TML_BINARY_OPS(X)
#undef X
};
/* clang-format on */
enum { FUNCTION_COUNT = sizeof functions / sizeof functions[0] };

/* The texts of operators stand in the list, too, but are no functions. */
static bool is_callable(const char *name)
{
    bool word = name[0] >= 'a' && name[0] <= 'z';
    return word && strcmp(name, "not") != 0 && strcmp(name, "and") != 0 && strcmp(name, "or") != 0;
}

const tml_function *tml_function_find(const char *name)
{
    for (size_t i = 0; i < FUNCTION_COUNT && is_callable(name); i++)
        if (strcmp(functions[i].name, name) == 0)
            return &functions[i];
    return NULL;
}

const char *tml_function_nearest(const char *name)
{
    const char *names[FUNCTION_COUNT];
    size_t count = 0;
    for (size_t i = 0; i < FUNCTION_COUNT; i++)
        if (is_callable(functions[i].name))
            names[count++] = functions[i].name;
    return tml_nearest(name, names, count);
}
