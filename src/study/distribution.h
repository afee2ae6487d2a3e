/* distribution.h - probability distributions of the parameters that a study varies.
 *
 * A value is the inverse of the distribution function F at a point of the unit interval, x = F^-1(u): every sequence of points
 * (study/sequence.h) serves every distribution. Kinds are a registry: study/distribution/NAME.c.
 */
#pragma once
#include "study/normal.h"
#include <stdbool.h>

enum { TML_MAX_DISTRIBUTION_PARAMETERS = 4 };

typedef struct {
    const char *name, *doc;
    bool dimensionless; /* a number; otherwise it has the unit of the value */
    bool optional;
    double otherwise; /* its value where an optional one is not given */
} tml_distribution_parameter;

typedef struct tml_distribution tml_distribution;

typedef struct tml_distribution_class {
    const char *name, *doc;
    tml_distribution_parameter parameter[TML_MAX_DISTRIBUTION_PARAMETERS]; /* those with a name */
    bool takes_values;                               /* a list of values, and of weights if they differ */
    const char *(*check)(const tml_distribution *d); /* NULL: right; otherwise what is wrong */
    double (*quantile)(const tml_distribution *d, tml_probability at);
    double (*cdf)(const tml_distribution *d, double x);
    double (*mean)(const tml_distribution *d);
    double (*variance)(const tml_distribution *d);
} tml_distribution_class;

extern const tml_distribution_class *const tml_distribution_classes[];
extern const int tml_distribution_class_count;
/* What a range of values, and a list of them, mean where samples are taken. */
extern const tml_distribution_class tml_distribution_uniform, tml_distribution_discrete;
const tml_distribution_class *tml_distribution_class_find(const char *name); /* NULL: no such kind */

struct tml_distribution {
    const tml_distribution_class *class;
    double parameter[TML_MAX_DISTRIBUTION_PARAMETERS]; /* in the order of the class */
    int count;                                         /* of a list: */
    const double *values;
    const double *weights; /* NULL: all the same */
};

/* One with the optional parameters at their defaults, and NaN for those that must be given. */
tml_distribution tml_distribution_new(const tml_distribution_class *class);
/* NULL: the distribution can be used; otherwise what is wrong with it. */
const char *tml_distribution_check(const tml_distribution *d);

/* F^-1(u), 0 <= u <= 1. At 0 and 1: the ends of what is possible, which may be infinite. */
double tml_distribution_quantile(const tml_distribution *d, double u);
/* The same with the complement of u, so that no digits are lost near 1 (study/copula.h). */
double tml_distribution_quantile_at(const tml_distribution *d, tml_probability at);
/* F(x), the probability of a value up to x. */
double tml_distribution_cdf(const tml_distribution *d, double x);
double tml_distribution_mean(const tml_distribution *d);
double tml_distribution_variance(const tml_distribution *d);
/* Both ends are finite: a grid may include them. */
bool tml_distribution_is_bounded(const tml_distribution *d);
