/* student.h - Student's t distribution, for confidence intervals of fits. */
#pragma once

/* P(T <= t) with `freedom` degrees of freedom, greater than zero. */
double tml_student_cdf(double t, double freedom);
/* t with P(T <= t) = p, 0 < p < 1. */
double tml_student_quantile(double p, double freedom);
