/* enclosure.c - the range of every operation of a tape (enclosure.h).
 *
 * A value may be no number for some of the inputs, as sqrt(-1): min, max, comparisons and `if` give a number all the same, as they do in evaluation.
 * That is what `undefined` carries along.
 */
#include "expression/enclosure.h"
#include "base/unit.h"
#include "elementary/elementary.h"
#include "expression/tape.h"
#include <float.h>

static const double FAR = 1e6; /* periods of a sine: beyond, its argument is not resolved */

static tml_interval make(double low, double high, bool undefined)
{
    return (tml_interval){low, high, undefined};
}

/* Widened by what a library may round wrongly. */
static tml_interval round_out(tml_interval a)
{
    const double low = isfinite(a.low) ? fabs(a.low) * (TML_INTERVAL_ULPS * DBL_EPSILON) : 0;
    const double high = isfinite(a.high) ? fabs(a.high) * (TML_INTERVAL_ULPS * DBL_EPSILON) : 0;
    tml_interval out = tml_interval_widen(make(a.low - low, a.high + high, a.undefined), 0);
    out.low = a.low == 0 ? 0 : out.low; /* a library gives an exact zero there */
    out.high = a.high == 0 ? 0 : out.high;
    return out;
}

/* Cut to what a function cannot leave, its values rounded or not. */
static tml_interval within(tml_interval a, double low, double high)
{
    return make(fmin(fmax(a.low, low), high), fmax(fmin(a.high, high), low), a.undefined);
}

/* ---- monotone functions ---- */

/* Of x limited to where f is defined; wholly outside, nothing is known. */
static tml_interval monotone(double (*f)(double), tml_interval x, double first, double last)
{
    if (x.high < first || x.low > last)
        return tml_interval_unknown();
    const double a = f(fmax(x.low, first)), b = f(fmin(x.high, last));
    const bool outside = x.low < first || x.high > last;
    return round_out(make(fmin(a, b), fmax(a, b), x.undefined || outside));
}

static tml_interval rounding_function(double (*f)(double), tml_interval x)
{
    return make(f(x.low), f(x.high), x.undefined);
}

static tml_interval of_cosh(tml_interval x)
{
    const double most = fmax(fabs(x.low), fabs(x.high));
    const double least = tml_interval_contains(x, 0) ? 0 : fmin(fabs(x.low), fabs(x.high));
    return within(round_out(make(tml_cosh(least), tml_cosh(most), x.undefined)), 1, INFINITY);
}

static tml_interval of_abs(tml_interval x)
{
    const double least = tml_interval_contains(x, 0) ? 0 : fmin(fabs(x.low), fabs(x.high));
    return make(least, fmax(fabs(x.low), fabs(x.high)), x.undefined);
}

static double sign_of(double x)
{
    return (x > 0) - (x < 0);
}

/* The sign and the ramp of what is no number are 0 and 1. */
static tml_interval of_sign(tml_interval x)
{
    const tml_interval out = make(sign_of(x.low), sign_of(x.high), false);
    return x.undefined ? tml_interval_hull(out, tml_interval_of(0)) : out;
}

static tml_interval of_ramp(tml_interval x)
{
    const tml_interval inside = round_out(make(tml_ramp(x.low), tml_ramp(x.high), false));
    const tml_interval out = make(x.low >= 1 ? 1 : inside.low, x.low >= 1 ? 1 : inside.high, false);
    return x.undefined ? tml_interval_hull(out, tml_interval_of(1)) : out;
}

/* ---- periodic functions ---- */

/* Whether the interval holds  phase + k period  for a whole k, or may do so but for rounding. */
static bool passes(tml_interval x, double phase, double period)
{
    const double from = (x.low - phase) / period, to = (x.high - phase) / period;
    const double rounding = 4 * DBL_EPSILON * (1 + fmax(fabs(from), fabs(to)));
    return floor(to + rounding) >= ceil(from - rounding);
}

static tml_interval of_wave(double (*f)(double), tml_interval x, double crest)
{
    const bool endless = tml_interval_has_infinite_end(x);
    if (endless || fmax(fabs(x.low), fabs(x.high)) > FAR * 2 * TML_PI || x.high - x.low >= 2 * TML_PI)
        return make(-1, 1, x.undefined || endless);
    const double a = f(x.low), b = f(x.high);
    tml_interval out = round_out(make(fmin(a, b), fmax(a, b), x.undefined));
    if (passes(x, crest, 2 * TML_PI))
        out.high = 1;
    if (passes(x, crest + TML_PI, 2 * TML_PI))
        out.low = -1;
    return within(out, -1, 1);
}

static tml_interval of_tan(tml_interval x)
{
    if (tml_interval_has_infinite_end(x) || fmax(fabs(x.low), fabs(x.high)) > FAR * TML_PI ||
        passes(x, TML_PI / 2, TML_PI))
        return make(-INFINITY, INFINITY, x.undefined || tml_interval_has_infinite_end(x));
    return round_out(make(tml_tan(x.low), tml_tan(x.high), x.undefined));
}

/* ---- powers ---- */

/* x^n of a whole number n. */
static tml_interval whole_power(tml_interval x, double n)
{
    const bool even = fmod(n, 2) == 0, zero = tml_interval_contains(x, 0);
    const double a = tml_pow(x.low, n), b = tml_pow(x.high, n);
    tml_interval out = make(fmin(a, b), fmax(a, b), x.undefined);
    if (zero && n < 0)
        out = make(even ? out.low : -INFINITY, INFINITY, x.undefined);
    else if (zero && even)
        out.low = 0;
    return round_out(out);
}

static tml_interval of_power(tml_interval x, double n)
{
    if (n == 0)
        return tml_interval_of(1);
    if (n == trunc(n))
        return whole_power(x, n);
    if (x.high < 0 || x.low == -INFINITY) /* C: (-infinity)^1.5 is infinite */
        return tml_interval_unknown();
    const double a = tml_pow(fmax(x.low, 0), n), b = tml_pow(x.high, n);
    return round_out(make(fmin(a, b), fmax(a, b), x.undefined || x.low < 0));
}

static tml_interval of_pow(tml_interval x, tml_interval y)
{
    if (y.low == y.high && !y.undefined)
        return of_power(x, y.low);
    if (x.low < 0 || tml_interval_has_infinite_end(x) || tml_interval_has_infinite_end(y))
        return tml_interval_unknown();
    const double v[] = {tml_pow(x.low, y.low), tml_pow(x.low, y.high), tml_pow(x.high, y.low), tml_pow(x.high, y.high)};
    tml_interval out = make(v[0], v[0], x.undefined || y.undefined);
    for (int i = 1; i < 4; i++)
        out = tml_interval_hull(out, make(v[i], v[i], false));
    if (tml_interval_contains(y, 0) || tml_interval_contains(x, 1))
        out = tml_interval_hull(out, make(1, 1, false)); /* 0^0, and NAN^0 and 1^NAN in C */
    return round_out(out);
}

/* ---- functions of two operands ---- */

static tml_interval of_atan2(tml_interval y, tml_interval x)
{
    const bool undefined = x.undefined || y.undefined;
    if (tml_interval_contains(y, 0) && x.low <= 0)
        return round_out(make(-TML_PI, TML_PI, undefined));
    const double v[] = {tml_atan2(y.low, x.low), tml_atan2(y.low, x.high), tml_atan2(y.high, x.low),
                        tml_atan2(y.high, x.high)};
    return round_out(
        make(fmin(fmin(v[0], v[1]), fmin(v[2], v[3])), fmax(fmax(v[0], v[1]), fmax(v[2], v[3])), undefined));
}

static tml_interval of_hypot(tml_interval x, tml_interval y)
{
    const tml_interval a = of_abs(x), b = of_abs(y);
    return round_out(make(hypot(a.low, b.low), hypot(a.high, b.high), x.undefined || y.undefined));
}

/* x - y trunc(x/y): exact where no multiple of y is passed. */
static tml_interval of_fmod(tml_interval x, tml_interval y)
{
    const bool undefined =
        x.undefined || y.undefined || tml_interval_has_infinite_end(x) || tml_interval_contains(y, 0);
    const double divisor = fmax(fabs(y.low), fabs(y.high)), a = fmod(x.low, y.low), b = fmod(x.high, y.low);
    const bool same_side = x.low >= 0 || x.high <= 0;
    if (!undefined && y.low == y.high && same_side && tml_interval_subtract(x, x).high < divisor && a <= b)
        return make(a, b, false);
    return make(x.low >= 0 ? 0 : fmax(-divisor, x.low), x.high <= 0 ? 0 : fmin(divisor, x.high), undefined);
}

/* The lesser; of a number and what is no number, the number. */
static tml_interval of_min(tml_interval x, tml_interval y)
{
    tml_interval out = make(fmin(x.low, y.low), fmin(x.high, y.high), x.undefined && y.undefined);
    out.high = fmax(out.high, fmax(x.undefined ? y.high : -INFINITY, y.undefined ? x.high : -INFINITY));
    return out;
}

static tml_interval negative(tml_interval x)
{
    return make(-x.high, -x.low, x.undefined);
}

/* ---- logic ---- */

enum { NEVER, ALWAYS, PERHAPS };

static tml_interval truth(int when)
{
    return make(when == ALWAYS, when != NEVER, false);
}

static int opposite(int when)
{
    return when == PERHAPS ? PERHAPS : when == NEVER ? ALWAYS : NEVER;
}

/* Not zero, as what is no number is. */
static int is_true(tml_interval x)
{
    return !tml_interval_contains(x, 0) ? ALWAYS : x.low == 0 && x.high == 0 && !x.undefined ? NEVER : PERHAPS;
}

static int is_less(tml_interval x, tml_interval y)
{
    const bool undefined = x.undefined || y.undefined;
    return x.low >= y.high ? NEVER : x.high < y.low && !undefined ? ALWAYS : PERHAPS;
}

static int is_less_equal(tml_interval x, tml_interval y)
{
    const bool undefined = x.undefined || y.undefined;
    return x.low > y.high ? NEVER : x.high <= y.low && !undefined ? ALWAYS : PERHAPS;
}

static int is_equal(tml_interval x, tml_interval y)
{
    const bool undefined = x.undefined || y.undefined;
    if (x.high < y.low || x.low > y.high)
        return NEVER;
    return x.low == x.high && y.low == y.high && !undefined ? ALWAYS : PERHAPS;
}

static int both(int a, int b)
{
    return a == NEVER || b == NEVER ? NEVER : a == ALWAYS && b == ALWAYS ? ALWAYS : PERHAPS;
}

static tml_interval choose(tml_interval condition, tml_interval yes, tml_interval no)
{
    const int when = is_true(condition);
    return when == ALWAYS ? yes : when == NEVER ? no : tml_interval_hull(yes, no);
}

/* ---- the tape ---- */

/* NOLINTNEXTLINE(readability-function-size): one case for each operation */
static tml_interval of_one(const tml_instruction *k, tml_interval x)
{
    switch ((int)k->op) {
    case TML_OP_NEGATE:
        return negative(x);
    case TML_OP_NOT:
        return truth(opposite(is_true(x)));
    case TML_OP_SIN:
        return of_wave(tml_sin, x, TML_PI / 2);
    case TML_OP_COS:
        return of_wave(tml_cos, x, 0);
    case TML_OP_TAN:
        return of_tan(x);
    case TML_OP_ASIN:
        return monotone(tml_asin, x, -1, 1);
    case TML_OP_ACOS:
        return monotone(tml_acos, x, -1, 1);
    case TML_OP_ATAN:
        return monotone(tml_atan, x, -INFINITY, INFINITY);
    case TML_OP_SINH:
        return monotone(tml_sinh, x, -INFINITY, INFINITY);
    case TML_OP_COSH:
        return of_cosh(x);
    case TML_OP_TANH:
        return within(monotone(tml_tanh, x, -INFINITY, INFINITY), -1, 1);
    case TML_OP_ASINH:
        return monotone(tml_asinh, x, -INFINITY, INFINITY);
    case TML_OP_ACOSH:
        return monotone(tml_acosh, x, 1, INFINITY);
    case TML_OP_ATANH:
        return monotone(tml_atanh, x, -1, 1);
    case TML_OP_EXP:
        return within(monotone(tml_exp, x, -INFINITY, INFINITY), 0, INFINITY);
    case TML_OP_EXP2:
        return within(monotone(tml_exp2, x, -INFINITY, INFINITY), 0, INFINITY);
    case TML_OP_EXPM1:
        return within(monotone(tml_expm1, x, -INFINITY, INFINITY), -1, INFINITY);
    case TML_OP_LOG:
        return monotone(tml_ln, x, 0, INFINITY);
    case TML_OP_LOG1P:
        return monotone(tml_log1p, x, -1, INFINITY);
    case TML_OP_LOG2:
        return monotone(tml_log2, x, 0, INFINITY);
    case TML_OP_LOG10:
        return monotone(tml_log10, x, 0, INFINITY);
    case TML_OP_SQRT:
        return monotone(sqrt, x, 0, INFINITY);
    case TML_OP_CBRT:
        return monotone(cbrt, x, -INFINITY, INFINITY);
    case TML_OP_ERF:
        return within(monotone(erf, x, -INFINITY, INFINITY), -1, 1);
    case TML_OP_ERFC:
        return within(monotone(erfc, x, -INFINITY, INFINITY), 0, 2);
    case TML_OP_ABS:
        return of_abs(x);
    case TML_OP_SIGN:
        return of_sign(x);
    case TML_OP_FLOOR:
        return rounding_function(floor, x);
    case TML_OP_CEIL:
        return rounding_function(ceil, x);
    case TML_OP_ROUND:
        return rounding_function(round, x);
    case TML_OP_TRUNC:
        return rounding_function(trunc, x);
    case TML_OP_RAMP:
        return of_ramp(x);
    case TML_OP_POWER:
        return of_power(x, k->value);
    case TML_OP_CURVE:
        return tml_curve_enclosure(k->curve, k->b, x);
    default:
        return tml_interval_unknown();
    }
}

/* same: both operands are one and the same value. */
static tml_interval of_two(const tml_instruction *k, tml_interval x, tml_interval y, bool same)
{
    const bool defined = !x.undefined && tml_interval_is_bounded(x);
    switch ((int)k->op) {
    case TML_OP_SURFACE:
        return tml_surface_enclosure(k->surface, k->c % TML_SURFACE_BY_Y, k->c / TML_SURFACE_BY_Y, x, y);
    case TML_OP_ADD:
        return tml_interval_add(x, y);
    case TML_OP_SUBTRACT:
        return same && defined ? tml_interval_of(0) : tml_interval_subtract(x, y);
    case TML_OP_MULTIPLY:
        return same ? tml_interval_square(x) : tml_interval_multiply(x, y);
    case TML_OP_DIVIDE:
        return same && defined && !tml_interval_contains(x, 0) ? tml_interval_of(1) : tml_interval_divide(x, y);
    case TML_OP_POW:
        return of_pow(x, y);
    case TML_OP_ATAN2:
        return of_atan2(x, y);
    case TML_OP_HYPOT:
        return of_hypot(x, y);
    case TML_OP_FMOD:
        return of_fmod(x, y);
    case TML_OP_MIN:
        return of_min(x, y);
    case TML_OP_MAX:
        return negative(of_min(negative(x), negative(y)));
    case TML_OP_LESS:
        return truth(same ? NEVER : is_less(x, y));
    case TML_OP_LESS_EQUAL:
        return truth(same && defined ? ALWAYS : is_less_equal(x, y));
    case TML_OP_MORE:
        return truth(same ? NEVER : is_less(y, x));
    case TML_OP_MORE_EQUAL:
        return truth(same && defined ? ALWAYS : is_less_equal(y, x));
    case TML_OP_EQUAL:
        return truth(same && defined ? ALWAYS : is_equal(x, y));
    case TML_OP_UNEQUAL:
        return truth(same && defined ? NEVER : opposite(is_equal(x, y)));
    case TML_OP_AND:
        return truth(both(is_true(x), is_true(y)));
    case TML_OP_OR:
        return truth(opposite(both(opposite(is_true(x)), opposite(is_true(y)))));
    default:
        return tml_interval_unknown();
    }
}

size_t tml_expression_operations(const tml_expression *e)
{
    return e->count;
}

tml_interval tml_expression_enclosure(const tml_expression *e, const tml_interval *inputs, tml_interval *x)
{
    for (size_t i = 0; i < e->count; i++) {
        const tml_instruction *k = &e->tape[i];
        switch (tml_op_arity(k->op)) {
        case 0:
            x[i] = k->op == TML_OP_INPUT ? inputs[k->a] : tml_interval_of(k->value);
            break;
        case 1:
            x[i] = of_one(k, x[k->a]);
            break;
        case 2:
            x[i] = of_two(k, x[k->a], x[k->b], k->a == k->b);
            break;
        default:
            x[i] = choose(x[k->a], x[k->b], x[k->c]);
        }
    }
    return x[e->count - 1];
}
