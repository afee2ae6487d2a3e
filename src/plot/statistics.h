/* statistics.h - what pictures say of samples. Values that are not finite do not count. */
#pragma once
#include "base/arena.h"

/* Sorts the finite values to the front, in rising order; how many they are. */
size_t tml_sort_finite(double *values, size_t count);
/* The part-quantile of sorted values, linear between them: that of i/(n - 1) is the value i (definition 7 of Hyndman and Fan, 1996). */
double tml_quantile(const double *sorted, size_t count, double part);
/* Mean and standard deviation (n - 1) of finite values. */
void tml_mean_deviation(const double *values, size_t count, double *mean, double *deviation);
/* Ranks (count) from 1, of equal values their mean; NAN where a value is. */
double *tml_ranks(const double *values, size_t count, tml_arena *arena);
/* Pearson's correlation where both are finite; NAN where one is constant. */
double tml_correlation(const double *a, const double *b, size_t count);

typedef struct {
    double *slopes; /* (k) */
    double share;   /* of the variance of y that the line explains: R^2 */
    size_t rows;    /* that are finite in all columns */
} tml_regression;
/* y = b0 + sum slopes[i] x[i] by least squares; false: too few rows, or columns that depend on each other or do not vary. */
bool tml_regress(const double *const *x, size_t k, const double *y, size_t count, tml_arena *arena,
                 tml_regression *made);
