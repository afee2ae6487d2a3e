/* exponential_kernel.h - e^x as a double-double times a power of two, and the logarithm as a double-double. */
#pragma once
#include "elementary/double_double.h"

typedef struct {
    tml_double2 value; /* between 1 and 2, nearly */
    int power;         /* of two */
} tml_power_of_e;

/* |x| < 1e4 */
tml_power_of_e tml_power_of_e_at(tml_double2 x);
/* value 2^power, rounded to a double. */
double tml_scaled(double value, int power);
/* x normal or subnormal, above zero; x.lo is not lost where x.hi is 1. */
tml_double2 tml_log_of(tml_double2 x);
