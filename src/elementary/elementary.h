/* elementary.h - elementary functions whose results have the same bits on every processor.
 *
 * The C library selects variants with fused multiply-add where the processor has it, and these round some results differently. The functions
 * here use +, -, *, / and sqrt of IEEE 754 doubles alone, each rounded once (the build forbids contraction). Results are within one unit in
 * the last place of the true value (test/unit/elementary.c); special values are those of the C standard. `errno` is not set.
 */
#pragma once

#if defined __GNUC__
#define TML_FUNCTION __attribute__((const)) /* the value depends on the arguments alone */
#else
#define TML_FUNCTION
#endif

typedef struct {
    double sine, cosine;
} tml_sine_cosine;

TML_FUNCTION double tml_sin(double x);
TML_FUNCTION double tml_cos(double x);
TML_FUNCTION tml_sine_cosine tml_sincos(double x); /* both, for little more than one */
TML_FUNCTION double tml_tan(double x);

TML_FUNCTION double tml_atan(double x);
TML_FUNCTION double tml_atan2(double y, double x);
TML_FUNCTION double tml_asin(double x);
TML_FUNCTION double tml_acos(double x);

TML_FUNCTION double tml_exp(double x);
TML_FUNCTION double tml_exp2(double x);
TML_FUNCTION double tml_expm1(double x);
TML_FUNCTION double tml_sinh(double x);
TML_FUNCTION double tml_cosh(double x);
TML_FUNCTION double tml_tanh(double x);

TML_FUNCTION double tml_ln(double x);
TML_FUNCTION double tml_log2(double x);
TML_FUNCTION double tml_log10(double x);
TML_FUNCTION double tml_log1p(double x);
TML_FUNCTION double tml_asinh(double x);
TML_FUNCTION double tml_acosh(double x);
TML_FUNCTION double tml_atanh(double x);
TML_FUNCTION double tml_pow(double x, double y);
