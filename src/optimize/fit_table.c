/* fit_table.c - what a fit found: values with standard errors and confidence intervals, correlations, curves.
 *
 * With noise of standard deviation sigma, independent from number to number, and a model that is nearly linear over the errors, the
 * covariance of the parameters is (J' J)^-1, J weighted by 1/sigma: the bound of Cramer and Rao. Where sigma is not known it is taken from
 * the residuals, sigma^2 = sum r^2 / (numbers - parameters), and intervals are those of Student's distribution.
 */
#include "linalg/lapack.h"
#include "optimize/best_facts.h"
#include "optimize/fitting.h"
#include "optimize/student.h"
#include "result/search_columns.h"
#include "run/origin.h"
#include "study/normal.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double RANK = 1e-6;      /* of the largest singular value: no information */
static const double TAKES_PART = 0.1; /* in a change that leaves the curves as they are */
static const double AGREE = 1e-3;     /* relative: the same sum of squares */
static const double AT_BOUND = 1e-9;  /* of the range */

typedef struct {
    tml_fitting *f;
    const tml_fit_search *best;
    int n, m;
    double *covariance;       /* (n x n) of u */
    bool *unknown;            /* (n) not determined by the data */
    bool known_sigma;         /* of all columns */
    double freedom, variance; /* of weighted residuals */
    double *x;                /* (n) */
} statistics;

static const char *name_of(const statistics *s, int i)
{
    return tml_study_parameter_name(s->f->study, (size_t)i);
}

static const char *unit_of(const statistics *s, int i)
{
    return tml_variation_unit(s->f->study->variation, i);
}

/* ---- covariance ---- */

/* J with columns of length 1 = U S V';  (J' J)^-1 = D V S^-2 V' D, without the singular values that are zero. */
static bool find_covariance(statistics *s)
{
    tml_arena *arena = &s->f->arena;
    const int n = s->n, m = s->m;
    double *A = tml_arena_copy(arena, s->best->J, sizeof(double) * (size_t)m * (size_t)n);
    double *length = TML_NEW_ARRAY(arena, double, n), *S = TML_NEW_ARRAY(arena, double, n),
           *Vt = TML_NEW_ARRAY(arena, double, n *n), *unused = TML_NEW_ARRAY(arena, double, n + m);
    for (int k = 0; k < n; k++) {
        for (int i = 0; i < m; i++)
            length[k] += A[k * m + i] * A[k * m + i];
        length[k] = sqrt(length[k]);
        for (int i = 0; length[k] > 0 && i < m; i++)
            A[k * m + i] /= length[k];
    }
    if (!tml_lapack_done(LAPACKE_dgesvd(LAPACK_COL_MAJOR, 'N', 'S', m, n, A, m, S, unused, 1, Vt, n, unused), arena))
        return false;
    for (int l = 0; l < n; l++) {
        const bool lost = S[l] <= RANK * S[0];
        for (int i = 0; i < n; i++) {
            s->unknown[i] |= length[i] == 0 || (lost && fabs(Vt[i * n + l]) > TAKES_PART);
            for (int k = 0; !lost && k < n && length[i] > 0; k++)
                if (length[k] > 0)
                    s->covariance[i * n + k] +=
                        s->variance * Vt[i * n + l] * Vt[k * n + l] / (S[l] * S[l] * length[i] * length[k]);
        }
    }
    return true;
}

static double error_of(const statistics *s, int i)
{
    return s->unknown[i] ? NAN : sqrt(s->covariance[i * s->n + i]) * (s->f->high[i] - s->f->low[i]);
}

static double correlation(const statistics *s, int i, int k)
{
    const double product = s->covariance[i * s->n + i] * s->covariance[k * s->n + k];
    return s->unknown[i] || s->unknown[k] ? NAN : s->covariance[i * s->n + k] / sqrt(product);
}

static void warn(const statistics *s)
{
    const char *names = "";
    for (int i = 0; i < s->n; i++)
        if (s->unknown[i])
            names = tml_arena_format(&s->f->arena, "%s%s%s", names, *names ? ", " : "", name_of(s, i));
    if (*names)
        tml_log_raise(s->f->log, TML_W_NOT_IDENTIFIED, (tml_place){.file = s->f->options->data},
                      "the data do not determine %s: other values give the same curves", names);
}

/* ---- tables ---- */

static bool add_parameters(statistics *s, tml_table *table)
{
    const tml_fitting *f = s->f;
    const double half = (1 + f->confidence) / 2;
    const double times =
        s->known_sigma ? tml_normal_quantile(tml_probability_of(half)) : tml_student_quantile(half, s->freedom);
    bool good = true;
    for (int i = 0; good && i < s->n; i++) {
        double *row = tml_table_append_named(table, name_of(s, i));
        const double error = error_of(s, i);
        const bool held = s->best->u[i] <= AT_BOUND || s->best->u[i] >= 1 - AT_BOUND;
        if (!row)
            return false;
        row[0] = s->x[i], row[1] = error, row[2] = s->x[i] - times * error, row[3] = s->x[i] + times * error;
        good = tml_table_add_fact(table, name_of(s, i), s->x[i], "%.10g +- %.3g%s%s%s", s->x[i], error,
                                  *unit_of(s, i) ? " " : "", unit_of(s, i),
                                  s->unknown[i] ? ", not determined by the data"
                                  : held        ? ", at its bound: the interval has no meaning"
                                                : "");
    }
    return good;
}

static bool add_columns(const statistics *s, tml_table *table)
{
    const tml_measured *d = &s->f->data;
    bool good = true;
    char name[300];
    for (int k = 0; good && k < d->count; k++) {
        double squares = 0, sum = 0, spread = 0, count = 0;
        for (int i = 0; i < s->m; i++)
            if (d->of[i] == k)
                squares += s->best->r[i] * s->best->r[i], sum += d->value[i], count++;
        for (int i = 0; i < s->m; i++)
            if (d->of[i] == k)
                spread += (d->value[i] - sum / count) * (d->value[i] - sum / count);
        squares /= s->f->weight[k] * s->f->weight[k];
        const double share = count * (1 - (double)s->n / s->m), sigma = sqrt(squares / share);
        snprintf(name, sizeof name, "sigma %s", d->list[k].name);
        good = tml_table_add_fact(table, name, sigma, "%.6g", sigma);
        snprintf(name, sizeof name, "R^2 %s", d->list[k].name);
        if (good && spread > 0)
            good = tml_table_add_fact(table, name, 1 - squares / spread, "%.9g", 1 - squares / spread);
    }
    return good;
}

static int count_agreeing(const statistics *s)
{
    int agree = 0;
    double least = INFINITY;
    for (int i = 0; i < s->f->starts; i++)
        if (s->f->list[i].good)
            least = fmin(least, s->f->list[i].sum);
    for (int i = 0; i < s->f->starts; i++) /* the best may have been fitted again with other weights */
        agree += s->f->list[i].good && (&s->f->list[i] == s->best || s->f->list[i].sum <= least * (1 + AGREE));
    return agree;
}

static bool add_facts(const statistics *s, tml_table *table)
{
    static const char *const ends[] = {"the accuracy was reached", "no further step helps",
                                       "the number of iterations was reached"};
    const tml_fit_search *best = s->best;
    const bool converged = best->end != TML_FIT_EXHAUSTED;
    const int agree = count_agreeing(s);
    bool good = tml_table_add_fact(table, TML_PARAMETERS, s->n, "%d", s->n) &&
                tml_table_add_best(table, s->f->study, s->x) &&
                tml_table_add_fact(table, "numbers", s->m, "%d", s->m) &&
                tml_table_add_fact(table, "degrees of freedom", s->freedom, "%.0f", s->freedom) &&
                tml_table_add_fact(table, "confidence", s->f->confidence, "%.6g", s->f->confidence);
    if (good && s->known_sigma)
        good = tml_table_add_fact(table, "chi^2", best->sum, "%.6g", best->sum);
    for (int i = 0; good && i < s->n; i++)
        for (int k = i + 1; good && k < s->n; k++) {
            char name[300];
            snprintf(name, sizeof name, "correlation %s, %s", name_of(s, i), name_of(s, k));
            good = tml_table_add_fact(table, name, correlation(s, i, k), "%.6f", correlation(s, i, k));
        }
    return good && tml_table_add_fact(table, "ended", NAN, "%s", ends[best->end]) &&
           tml_table_add_fact(table, "converged", converged, converged ? "yes" : "no") &&
           tml_table_add_fact(table, "searches that agree", agree, "%d of %d found this fit", agree, s->f->starts) &&
           tml_table_add_fact(table, "evaluations", (double)s->f->done, "%llu", (unsigned long long)s->f->done);
}

static bool add_curves(const statistics *s, tml_results *results)
{
    const tml_measured *d = &s->f->data;
    tml_arena *arena = &s->f->arena;
    tml_column *columns = TML_NEW_ARRAY(arena, tml_column, 1 + 3 * d->count);
    columns[0] = (tml_column){.name = "t", .unit = "s"};
    for (int k = 0, first = 0; k < d->count; k++) {
        while (d->of[first] != k)
            first++;
        const char *unit = s->f->study->units[d->at[first]];
        columns[1 + 3 * k] = (tml_column){.name = d->list[k].name, .unit = unit};
        columns[2 + 3 * k] = (tml_column){.name = tml_arena_format(arena, "%s.fit", d->list[k].name), .unit = unit};
        columns[3 + 3 * k] =
            (tml_column){.name = tml_arena_format(arena, "%s.residual", d->list[k].name), .unit = unit};
    }
    tml_table *table =
        tml_results_add(results, "fit.curves", s->f->study->model->title, columns, (size_t)(1 + 3 * d->count));
    for (size_t i = 0; table && i < d->rows; i++) {
        double *row = tml_table_append(table);
        if (!row)
            return false;
        row[0] = tml_table_value(d->table, i, d->time) * d->time_factor;
        for (int k = 1; k <= 3 * d->count; k++)
            row[k] = NAN;
        for (int k = 0; k < s->m; k++) {
            if (d->t[k] != row[0])
                continue;
            const double residual = -s->best->r[k] / s->f->weight[d->of[k]];
            double *to = row + 1 + 3 * d->of[k];
            to[0] = d->value[k], to[1] = d->value[k] - residual, to[2] = residual;
        }
    }
    return table != NULL;
}

static bool fill(statistics *s, tml_results *results)
{
    static const tml_column columns[] = {{.name = "value", .unit = ""},
                                         {.name = "standard error", .unit = ""},
                                         {.name = "lower", .unit = ""},
                                         {.name = "upper", .unit = ""}};
    const tml_study *study = s->f->study;
    tml_table *table = tml_results_add(results, "fit", study->model->title, columns, 4);
    if (!table || !find_covariance(s))
        return false;
    table->has_row_names = true;
    warn(s);
    return add_parameters(s, table) && add_columns(s, table) && add_facts(s, table) && add_curves(s, results) &&
           tml_run_keep_origin(study->model, &study->options, results);
}

tml_results *tml_fit_results(tml_fitting *f, const tml_fit_search *best)
{
    statistics s = {.f = f, .best = best, .n = f->n, .m = f->data.number_count, .known_sigma = true};
    s.covariance = TML_NEW_ARRAY(&f->arena, double, s.n *s.n);
    s.unknown = TML_NEW_ARRAY(&f->arena, bool, s.n);
    s.x = TML_NEW_ARRAY(&f->arena, double, s.n);
    for (int k = 0; k < f->data.count; k++)
        s.known_sigma &= !isnan(f->data.list[k].sigma);
    s.freedom = s.m - s.n;
    s.variance = s.known_sigma || f->data.count > 1 ? 1 : best->sum / s.freedom; /* several columns were balanced */
    tml_fit_values(f, best->u, s.x);
    tml_results *results = tml_results_make();
    if (results && fill(&s, results))
        return results;
    tml_results_free(results);
    return NULL;
}
