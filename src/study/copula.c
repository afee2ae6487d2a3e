/* copula.c - factor of a correlation matrix, and correlated probabilities. */
#include "study/copula.h"
#include "linalg/cholesky.h"
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Of a conditional variance, given the parameters before: what is smaller is rounding. */
#define MIN_PIVOT 1e-13

/* Row i is that of a correlation matrix. */
static const char *check_row(int n, const double *C, int i)
{
    const double *row = C + (size_t)i * (size_t)n;
    if (row[i] != 1)
        return "a correlation matrix has ones on its diagonal";
    for (int j = 0; j < i; j++) {
        if (!(fabs(row[j]) <= 1))
            return "a correlation lies between -1 and 1";
        if (row[j] != C[(size_t)j * (size_t)n + (size_t)i])
            return "a correlation matrix is symmetric";
        if (fabs(row[j]) == 1)
            return "two parameters that determine each other (correlation 1 or -1) are one parameter: vary one, and "
                   "let the "
                   "other follow from it";
    }
    return NULL;
}

static void copy_lower(int n, const double *C, double *L)
{
    memset(L, 0, (size_t)n * (size_t)n * sizeof(double));
    for (int i = 0; i < n; i++)
        memcpy(L + (size_t)i * (size_t)n, C + (size_t)i * (size_t)n, (size_t)(i + 1) * sizeof(double));
}

/* The first row at which the factorization stops: the pivots before it are positive. */
static int failed_row(int n, const double *L)
{
    for (int i = 0; i < n; i++) {
        double square = 0;
        for (int k = 0; k < i; k++)
            square += L[(size_t)i * (size_t)n + (size_t)k] * L[(size_t)i * (size_t)n + (size_t)k];
        if (!(1 - square > MIN_PIVOT))
            return i;
    }
    return n - 1;
}

const char *tml_copula_factor(int n, const double *C, double *L, int *row)
{
    for (*row = 0; *row < n; ++*row) {
        const char *fault = check_row(n, C, *row);
        if (fault)
            return fault;
    }
    *row = 0;
    copy_lower(n, C, L);
    if (tml_cholesky(L, n, MIN_PIVOT))
        return NULL;
    *row = failed_row(n, L);
    return "the correlation matrix is not positive definite: no parameters can have these correlations at once";
}

static bool is_independent(int i, const double *L_i)
{
    for (int k = 0; k < i; k++)
        if (L_i[k] != 0)
            return false;
    return true;
}

/* From the last parameter to the first: the scores z, kept in p, are needed by later rows only. */
void tml_copula_point(int n, const double *L, const double *u, tml_probability *correlated)
{
    for (int i = 0; i < n; i++)
        correlated[i].p = tml_normal_quantile(tml_probability_of(u[i]));
    for (int i = n - 1; i >= 0; i--) {
        const double *L_i = L + (size_t)i * (size_t)n;
        if (is_independent(i, L_i)) {
            correlated[i] = tml_probability_of(u[i]);
            continue;
        }
        double score = 0;
        for (int k = 0; k <= i; k++)
            score += L_i[k] * correlated[k].p;
        correlated[i] = tml_normal_cdf(score);
    }
}
