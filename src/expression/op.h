/* op.h - the operations of a tape, each declared once with its value, derivatives and dimension rule.
 *
 * Unary:   op, text, rule, f(x), f'(x), f''(x), f'''(x); f is the value and d the first derivative.
 * Binary:  op, text, rule, f(x, y), df/dx, df/dy, d2f/dx2, d2f/dxdy, d2f/dy2, then fxxx, fxxy, fxyy, fyyy.
 * Where a derivative is not finite (a kink, the boundary of the domain) the evaluators use 0.
 */
#pragma once
#include "base/unit.h"
#include "elementary/elementary.h"
#include <math.h>

/* Dimension rules: operands -> result. */
typedef enum {
    TML_RULE_NUMBER,        /* plain number -> plain number */
    TML_RULE_TRIGONOMETRIC, /* angle or plain number -> plain number */
    TML_RULE_ANGLE,         /* plain numbers -> angle */
    TML_RULE_SAME,          /* anything -> the same; two operands must agree */
    TML_RULE_SQUARE_ROOT,
    TML_RULE_CUBE_ROOT,
    TML_RULE_ANY,     /* anything -> plain number */
    TML_RULE_COMPARE, /* two that agree -> plain number */
    TML_RULE_ARC,     /* two that agree -> angle */
    TML_RULE_PRODUCT,
    TML_RULE_QUOTIENT,
    TML_RULE_POWER,
} tml_rule;

#define TML_LN2       0.693147180559945309417232121458
#define TML_LN10      2.30258509299404568401799145468
#define TML_2_SQRT_PI 1.12837916709551257389615890312

/* Quintic ramp from 0 at u = 0 to 1 at u = 1:  s = u^3 (10 - 15 u + 6 u^2). NaN (0/0, the middle of a ramp of zero
 * width) counts as beyond it. */
static inline double tml_ramp(double u)
{
    return u <= 0 ? 0 : u < 1 ? u * u * u * (10 + u * (6 * u - 15)) : 1;
}

static inline double tml_ramp_d(double u)
{
    return u > 0 && u < 1 ? 30 * u * u * (1 - u) * (1 - u) : 0;
}

static inline double tml_ramp_dd(double u)
{
    return u > 0 && u < 1 ? 60 * u * (1 - u) * (1 - 2 * u) : 0;
}

static inline double tml_ramp_ddd(double u)
{
    return u > 0 && u < 1 ? 60 + 360 * u * (u - 1) : 0;
}

/* log x if x^y has a derivative by y, otherwise 0. */
static inline double tml_log_of_base(double x)
{
    return x > 0 ? tml_ln(x) : 0;
}

static inline double tml_square_sum(double x, double y)
{
    return x * x + y * y;
}

/* Re (u + i v)^-3, the even part of 1/z^3 in v */
static inline double tml_inverse_cube(double u, double v)
{
    const double p = u / tml_square_sum(u, v), q = v / tml_square_sum(u, v);
    return p * (p * p - 3 * q * q);
}

static inline double tml_finite(double value)
{
    return isfinite(value) ? value : 0;
}

/* clang-format off */
#define TML_UNARY_OPS(X) \
    X(NEGATE, "-",     SAME,   -x,        -1,                             0, 0) \
    X(NOT,    "not",   ANY,    x == 0,    0,                              0, 0) \
    X(SIN,    "sin",   TRIGONOMETRIC,  tml_sin(x),    tml_cos(x),                         -f, -d) \
    X(COS,    "cos",   TRIGONOMETRIC,  tml_cos(x),    -tml_sin(x),                        -f, -d) \
    X(TAN,    "tan",   TRIGONOMETRIC,  tml_tan(x),    1 + f * f,                      2 * f * d, 2 * d * (d + 2 * f * f)) \
    X(ASIN,   "asin",  ANGLE,  tml_asin(x),   1 / sqrt((1 - x) * (1 + x)),    x * d * d * d, d * d * d * (1 + 3 * x * x * d * d)) \
    X(ACOS,   "acos",  ANGLE,  tml_acos(x),   -1 / sqrt((1 - x) * (1 + x)),   x * d * d * d, d * d * d * (1 + 3 * x * x * d * d)) \
    X(ATAN,   "atan",  ANGLE,  tml_atan(x),   1 / (1 + x * x),                -2 * x * d * d, 2 * d * d * (4 * x * x * d - 1)) \
    X(SINH,   "sinh",  NUMBER, tml_sinh(x),   tml_cosh(x),                        f, d) \
    X(COSH,   "cosh",  NUMBER, tml_cosh(x),   tml_sinh(x),                        f, d) \
    X(TANH,   "tanh",  NUMBER, tml_tanh(x),   1 / (tml_cosh(x) * tml_cosh(x)),        -2 * f * d, 2 * d * (2 * f * f - d)) \
    X(ASINH,  "asinh", NUMBER, tml_asinh(x),  1 / hypot(1, x),                -x * d * d * d, d * d * d * (3 * x * x * d * d - 1)) \
    X(ACOSH,  "acosh", NUMBER, tml_acosh(x),  1 / sqrt((x - 1) * (x + 1)),    -x * d * d * d, d * d * d * (3 * x * x * d * d - 1)) \
    X(ATANH,  "atanh", NUMBER, tml_atanh(x),  1 / ((1 - x) * (1 + x)),        2 * x * d * d, 2 * d * d * (1 + 4 * x * x * d)) \
    X(EXP,    "exp",   NUMBER, tml_exp(x),    f,                              f, f) \
    X(EXP2,   "exp2",  NUMBER, tml_exp2(x),   TML_LN2 * f,                    TML_LN2 * d, TML_LN2 * TML_LN2 * d) \
    X(EXPM1,  "expm1", NUMBER, tml_expm1(x),  tml_exp(x),                         d, d) \
    X(LOG,    "log",   NUMBER, tml_ln(x),    1 / x,                          -d * d, 2 * d * d * d) \
    X(LOG1P,  "log1p", NUMBER, tml_log1p(x),  1 / (1 + x),                    -d * d, 2 * d * d * d) \
    X(LOG2,   "log2",  NUMBER, tml_log2(x),   1 / (TML_LN2 * x),              -d / x, 2 * d / (x * x)) \
    X(LOG10,  "log10", NUMBER, tml_log10(x),  1 / (TML_LN10 * x),             -d / x, 2 * d / (x * x)) \
    X(SQRT,   "sqrt",  SQUARE_ROOT, sqrt(x), 0.5 / f,                     -0.5 * d / x, 0.75 * d / (x * x)) \
    X(CBRT,   "cbrt",  CUBE_ROOT, cbrt(x), 1 / (3 * f * f),               -2 * d / (3 * x), 10 * d / (9 * x * x)) \
    X(ERF,    "erf",   NUMBER, erf(x),    TML_2_SQRT_PI * tml_exp(-x * x),    -2 * x * d, 2 * d * (2 * x * x - 1)) \
    X(ERFC,   "erfc",  NUMBER, erfc(x),   -TML_2_SQRT_PI * tml_exp(-x * x),   -2 * x * d, 2 * d * (2 * x * x - 1)) \
    X(ABS,    "abs",   SAME,   fabs(x),   (x > 0) - (x < 0),              0, 0) \
    X(SIGN,   "sign",  ANY,    (x > 0) - (x < 0), 0,                      0, 0) \
    X(FLOOR,  "floor", SAME,   floor(x),  0,                              0, 0) \
    X(CEIL,   "ceil",  SAME,   ceil(x),   0,                              0, 0) \
    X(ROUND,  "round", SAME,   round(x),  0,                              0, 0) \
    X(TRUNC,  "trunc", SAME,   trunc(x),  0,                              0, 0) \
    X(RAMP,   "",      ANY,    tml_ramp(x), tml_ramp_d(x),                tml_ramp_dd(x), tml_ramp_ddd(x))

#define TML_BINARY_OPS(X) \
    X(ADD,      "+",    SAME,     x + y,  1, 1,                   0, 0, 0, 0, 0, 0, 0) \
    X(SUBTRACT, "-",    SAME,     x - y,  1, -1,                  0, 0, 0, 0, 0, 0, 0) \
    X(MULTIPLY, "*",    PRODUCT,  x * y,  y, x,                   0, 1, 0, 0, 0, 0, 0) \
    X(DIVIDE,   "/",    QUOTIENT, x / y,  1 / y, -f / y,          0, -1 / (y * y), 2 * f / (y * y), \
      0, 0, 2 / (y * y * y), -6 * f / (y * y * y)) \
    X(POW,      "pow",  POWER,    tml_pow(x, y), \
      y * tml_pow(x, y - 1), f * tml_log_of_base(x), \
      y * (y - 1) * tml_pow(x, y - 2), tml_pow(x, y - 1) * (1 + y * tml_log_of_base(x)), \
      f * tml_log_of_base(x) * tml_log_of_base(x), \
      y * (y - 1) * (y - 2) * tml_pow(x, y - 3), tml_pow(x, y - 2) * (2 * y - 1 + y * (y - 1) * tml_log_of_base(x)), \
      tml_pow(x, y - 1) * tml_log_of_base(x) * (2 + y * tml_log_of_base(x)), \
      f * tml_log_of_base(x) * tml_log_of_base(x) * tml_log_of_base(x)) \
    X(ATAN2,    "atan2", ARC,     tml_atan2(x, y), \
      y / tml_square_sum(x, y), -x / tml_square_sum(x, y), \
      -2 * (x / tml_square_sum(x, y)) * (y / tml_square_sum(x, y)), \
      (x - y) / tml_square_sum(x, y) * ((x + y) / tml_square_sum(x, y)), \
      2 * (x / tml_square_sum(x, y)) * (y / tml_square_sum(x, y)), \
      -2 * tml_inverse_cube(y, x), -2 * tml_inverse_cube(x, y), 2 * tml_inverse_cube(y, x), 2 * tml_inverse_cube(x, y)) \
    X(HYPOT,    "hypot", SAME,    hypot(x, y), \
      x / f, y / f,                y / f * (y / f) / f, -(x / f) * (y / f) / f, x / f * (x / f) / f, \
      -3 * (x / f) * (y / f) * (y / f) / (f * f), (y / f) * (2 * (x / f) * (x / f) - (y / f) * (y / f)) / (f * f), \
      (x / f) * (2 * (y / f) * (y / f) - (x / f) * (x / f)) / (f * f), -3 * (x / f) * (x / f) * (y / f) / (f * f)) \
    X(FMOD,     "fmod", SAME,     fmod(x, y),  1, -trunc(x / y),  0, 0, 0, 0, 0, 0, 0) \
    X(MIN,      "min",  SAME,     fmin(x, y),  x <= y || y != y, !(x <= y || y != y), 0, 0, 0, 0, 0, 0, 0) \
    X(MAX,      "max",  SAME,     fmax(x, y),  x >= y || y != y, !(x >= y || y != y), 0, 0, 0, 0, 0, 0, 0) \
    X(LESS,     "<",    COMPARE,  x < y,   0, 0,                  0, 0, 0, 0, 0, 0, 0) \
    X(LESS_EQUAL, "<=", COMPARE,  x <= y,  0, 0,                  0, 0, 0, 0, 0, 0, 0) \
    X(MORE,     ">",    COMPARE,  x > y,   0, 0,                  0, 0, 0, 0, 0, 0, 0) \
    X(MORE_EQUAL, ">=", COMPARE,  x >= y,  0, 0,                  0, 0, 0, 0, 0, 0, 0) \
    X(EQUAL,    "==",   COMPARE,  x == y,  0, 0,                  0, 0, 0, 0, 0, 0, 0) \
    X(UNEQUAL,  "!=",   COMPARE,  x != y,  0, 0,                  0, 0, 0, 0, 0, 0, 0) \
    X(AND,      "and",  ANY,      x != 0 && y != 0, 0, 0,         0, 0, 0, 0, 0, 0, 0) \
    X(OR,       "or",   ANY,      x != 0 || y != 0, 0, 0,         0, 0, 0, 0, 0, 0, 0)

typedef enum {
    TML_OP_CONSTANT, /* x_i = value */
    TML_OP_INPUT,    /* x_i = inputs[a] */
#define X(op, ...) TML_OP_##op,
    TML_UNARY_OPS(X)
    TML_OP_POWER,    /* x_i = x_a ^ value */
    TML_OP_CURVE,    /* x_i = curve(x_a) */
    TML_OP_SURFACE,  /* x_i = surface(x_a, x_b) */
    TML_BINARY_OPS(X)
#undef X
    TML_OP_IF,       /* x_i = x_a != 0 ? x_b : x_c */
} tml_op;
/* clang-format on */

/* Number of operands. */
static inline int tml_op_arity(tml_op op)
{
    return op <= TML_OP_INPUT ? 0 : op <= TML_OP_CURVE ? 1 : op < TML_OP_IF ? 2 : 3;
}

const char *tml_op_text(tml_op op);
tml_rule tml_op_rule(tml_op op);
