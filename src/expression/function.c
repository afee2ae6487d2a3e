/* function.c - functions available in expressions: single operations, and compositions of several. */
#include "base/names.h"
#include "expression/tree.h"
#include <string.h>

/* clang-format off */
static const tml_function functions[] = {
    {"angle", TML_NODE_ANGLE,     TML_OP_ATAN2, 2, 3},
    {"clamp", TML_NODE_CLAMP,     TML_OP_MIN,   3, 3},
    {"cross", TML_NODE_CROSS,     TML_OP_MULTIPLY, 2, 2},
    {"dot",   TML_NODE_DOT,       TML_OP_MULTIPLY, 2, 2},
    {"fabs",  TML_NODE_OPERATION, TML_OP_ABS,   1, 1},
    {"if",    TML_NODE_IF,        TML_OP_IF,    3, 3},
    {"max",   TML_NODE_OPERATION, TML_OP_MAX,   1, -1},
    {"min",   TML_NODE_OPERATION, TML_OP_MIN,   1, -1},
    {"monotone", TML_NODE_MONOTONE, TML_OP_CURVE, 2, 2},
    {"norm",  TML_NODE_NORM,      TML_OP_HYPOT, 1, 1},
    {"pulse", TML_NODE_PULSE,     TML_OP_RAMP,  3, 4},
    {"spline", TML_NODE_SPLINE,   TML_OP_CURVE, 2, 3},
    {"step",  TML_NODE_STEP,      TML_OP_RAMP,  5, 5},
    {"table", TML_NODE_TABLE,     TML_OP_CURVE, 2, 3},
#define X(op, text, ...) {text, TML_NODE_OPERATION, TML_OP_##op, 1, 1},
    TML_UNARY_OPS(X)
#undef X
#define X(op, text, ...) {text, TML_NODE_OPERATION, TML_OP_##op, 2, 2},
    TML_BINARY_OPS(X)
#undef X
};
/* clang-format on */
enum { FUNCTION_COUNT = sizeof functions / sizeof functions[0] };

/* Operators are in the list too, but are not functions. */
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

bool tml_function_exists(const char *name)
{
    return tml_function_find(name) != NULL;
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

/* clang-format off */
static const tml_function_text texts[] = {
    {"sin",   "x", "sine of an angle"},
    {"cos",   "x", "cosine of an angle"},
    {"tan",   "x", "tangent of an angle"},
    {"asin",  "x", "the angle whose sine is x, in rad"},
    {"acos",  "x", "the angle whose cosine is x, in rad"},
    {"atan",  "x", "the angle whose tangent is x, in rad"},
    {"atan2", "y, x", "the angle of the direction (x, y), from -pi to pi"},
    {"sqrt",  "x", "square root"},
    {"cbrt",  "x", "cube root"},
    {"exp",   "x", "e to the power x"},
    {"exp2",  "x", "2 to the power x"},
    {"expm1", "x", "exp(x) - 1, exact for small x"},
    {"log",   "x", "natural logarithm"},
    {"log1p", "x", "log(1 + x), exact for small x"},
    {"log2",  "x", "logarithm to base 2"},
    {"log10", "x", "logarithm to base 10"},
    {"pow",   "x, y", "x to the power y; also x^y"},
    {"hypot", "x, y", "sqrt(x^2 + y^2)"},
    {"abs",   "x", "absolute value"},
    {"fabs",  "x", "absolute value, as abs"},
    {"sign",  "x", "-1, 0 or 1"},
    {"min",   "a, b", "the smallest of any number of values"},
    {"max",   "a, b", "the largest of any number of values"},
    {"clamp", "x, low, high", "x, limited to the range from low to high"},
    {"if",    "c, a, b", "a where c is not zero, else b"},
    {"step",  "x, x0, h0, x1, h1", "a smooth ramp from h0 at x0 to h1 at x1"},
    {"pulse", "x, x0, x1, w", "1 between x0 and x1, with flanks of width w, else 0"},
    {"table", "x, name", "a smooth curve through the points of a table: a spline in drivers, else monotone; "
                         "table(x, name.column); table(x, y, name) of a grid"},
    {"spline", "x, name", "the cubic spline through the points of a table; spline(x, y, name) of a grid"},
    {"monotone", "x, name", "a cubic through the points of a table that does not overshoot"},
    {"norm",  "v", "length of a vector, as norm(B - A), the distance of two points"},
    {"angle", "A, B, C", "angle at B between the lines to A and to C, from 0 to pi; angle(u, v) between two vectors"},
    {"dot",   "u, v", "dot product of two vectors"},
    {"cross", "u, v", "cross product of two vectors: a vector in space, its z component (a number) in the plane"},
    {"floor", "x", "the largest whole number not above x"},
    {"ceil",  "x", "the smallest whole number not below x"},
    {"round", "x", "the nearest whole number"},
    {"trunc", "x", "x without its fraction"},
    {"fmod",  "x, y", "remainder of x after whole multiples of y"},
    {"sinh",  "x", "hyperbolic sine"},
    {"cosh",  "x", "hyperbolic cosine"},
    {"tanh",  "x", "hyperbolic tangent"},
    {"asinh", "x", "inverse hyperbolic sine"},
    {"acosh", "x", "inverse hyperbolic cosine"},
    {"atanh", "x", "inverse hyperbolic tangent"},
    {"erf",   "x", "error function"},
    {"erfc",  "x", "1 - erf(x)"},
};
/* clang-format on */
enum { TEXT_COUNT = sizeof texts / sizeof texts[0] };

static const tml_function_text *text_of(const char *name)
{
    for (size_t i = 0; i < TEXT_COUNT; i++)
        if (strcmp(texts[i].name, name) == 0)
            return &texts[i];
    return NULL;
}

/* Those with a description in its order, then the others; min and max occur twice in the list of functions. */
bool tml_function_at(size_t index, tml_function_text *text)
{
    if (index < TEXT_COUNT) {
        *text = texts[index];
        return true;
    }
    index -= TEXT_COUNT;
    for (size_t i = 0; i < FUNCTION_COUNT; i++)
        if (is_callable(functions[i].name) && !text_of(functions[i].name) && index-- == 0) {
            *text = (tml_function_text){functions[i].name, functions[i].max_arguments == 2 ? "x, y" : "x", ""};
            return true;
        }
    return false;
}
