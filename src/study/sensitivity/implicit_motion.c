/* implicit_motion.c - derivatives of what is told of a driven motion: values at an instant, extrema, integrals.
 *
 *   max(y), min(y)          y_p where y' = 0 (envelope theorem), or at an end of the motion;   of the time itself  -(y_p)'/y''
 *   integral, mean, rms     the integral of y_p, of 2 y y_p: Gauss's quadrature in panels that are halved
 */
#include "study/sensitivity/implicit_parts.h"
#include <float.h>
#include <math.h>
#include <stdio.h>

enum { NODES = 5, FEW_PANELS = 2, MOST_A_ROW = 4, MAX_NEWTON = 12 };
static const double CONVERGED = 1e-12; /* relative: an integral */
static const double NEAR = 1e-3;       /* the same, of that of the run */
static const double PROBE = 0x1p-4;    /* of the interval between rows: steps in time */
static const double SAME_TIME = 1e-4;  /* the same, of the instant that longer steps find */
static const double LOCATED = 1e-9;    /* of such a step */
static const double GAUSS[NODES][2] = {{-0.906179845938663993, 0.236926885056189088},
                                       {-0.538469310105683091, 0.478628670499366468},
                                       {0, 0.568888888888888889},
                                       {0.538469310105683091, 0.478628670499366468},
                                       {0.906179845938663993, 0.236926885056189088}};

typedef tml_implicit implicit;
typedef tml_implicit_part part;

static size_t row_before(const tml_table *table, double t)
{
    size_t row = 0;
    while (row + 2 < table->row_count && table->values[(row + 1) * table->column_count] <= t)
        row++;
    if (row + 2 == table->row_count && table->values[(row + 1) * table->column_count] <= t)
        row++;
    return row;
}

static double fact_of(const tml_table *table, const char *name, const char *what)
{
    char text[TML_ANSWER_NAME];
    snprintf(text, sizeof text, "%s.%s", name, what);
    const long at = tml_table_fact_find(table, text);
    return at < 0 ? NAN : table->facts[at].number;
}

static double begin_of(const tml_table *table)
{
    return table->values[0];
}

static double end_of(const tml_table *table)
{
    return table->values[(table->row_count - 1) * table->column_count];
}

static void sample_at(implicit *w, part *p, const tml_table *table, double t, long column, double *value)
{
    tml_twins_sample(&w->twins, table, row_before(table, t), t);
    tml_implicit_take(w, column, p->derivative, p->state);
    *value = w->twins.row[column];
}

/* Only y there; false: not found. */
static bool value_at(implicit *w, const tml_table *table, double t, long column, double *value)
{
    tml_solution *x = w->twins.x;
    w->twins.sampled = false;
    if (!x->class->take(x, table, row_before(table, t), t) || !x->class->fill(x, w->twins.row))
        return false;
    *value = w->twins.row[column];
    return isfinite(*value);
}

/* y' and y'' at a time, by steps of e. */
static bool find_rates(implicit *w, const tml_table *table, double t, long column, double e, double rates[2])
{
    static const double second[TML_STENCIL + 1] = {-49.0 / 18, 3.0 / 2, -3.0 / 20, 1.0 / 90};
    rates[0] = rates[1] = 0;
    for (int k = -TML_STENCIL; k <= TML_STENCIL; k++) {
        double y;
        if (!value_at(w, table, t + k * e, column, &y))
            return false;
        rates[0] += k ? (k < 0 ? -1 : 1) * tml_stencil_weight[(k < 0 ? -k : k) - 1] * y / e : 0;
        rates[1] += second[k < 0 ? -k : k] * y / (e * e);
    }
    return true;
}

/* Newton's method on y' = 0, with steps *e in time. */
static bool locate(implicit *w, const tml_table *table, long column, double *t, double *e, double rates[2])
{
    const double begin = begin_of(table), end = end_of(table), from = *t,
                 interval = (end - begin) / (double)(table->row_count - 1);
    for (int i = 0; i < MAX_NEWTON; i++) {
        *e = fmin(*e, fmin(*t - begin, end - *t) / 4);
        if (!(*e > 1e-6 * interval) || !find_rates(w, table, *t, column, *e, rates))
            return false;
        const double later = -rates[0] / rates[1];
        if (!isfinite(later) || fabs(*t + later - from) > interval)
            return false;
        *t += later;
        if (fabs(later) <= LOCATED * *e)
            return true;
    }
    return false;
}

/* From where the run found the extremum; false: it is at no smooth one, or not where shorter steps find it. */
static bool find_extremum(implicit *w, const tml_table *table, long column, double *t, double *e, double rates[2])
{
    *e = PROBE * (end_of(table) - begin_of(table)) / (double)(table->row_count - 1);
    if (!locate(w, table, column, t, e, rates))
        return false;
    const double first = *t;
    *e /= 4;
    return locate(w, table, column, t, e, rates) && fabs(*t - first) <= SAME_TIME * *e;
}

static void find_extreme(implicit *w, part *p, const tml_table *table, long column, bool high, double sign)
{
    double t = fact_of(table, p->name, high ? "max.time" : "min.time"), e, rates[2], value;
    const bool of_time = p->of->kind == TML_REDUCE_TIME_OF_MAX || p->of->kind == TML_REDUCE_TIME_OF_MIN;
    const double little = 1e-9 * (end_of(table) - begin_of(table));
    const int parameters = w->twins.parameters;
    double *derivative = TML_NEW_ARRAY(w->arena, double, parameters + 1), *kept = p->derivative;
    tml_derivative_state *state = TML_NEW_ARRAY(w->arena, tml_derivative_state, parameters + 1), *all = p->state;
    part inner = *p;
    inner.derivative = derivative, inner.state = state;
    const char *before = w->why;
    w->why = "not a smooth extremum";
    if (isnan(t) || table->row_count < 2)
        return;
    const bool at_end = t - begin_of(table) <= little || end_of(table) - t <= little;
    if (!at_end && !find_extremum(w, table, column, &t, &e, rates))
        return;
    const double fact = fact_of(table, p->name, high ? "max" : "min");
    sample_at(w, &inner, table,
              at_end && t - begin_of(table) <= little ? begin_of(table)
              : at_end                                ? end_of(table)
                                                      : t,
              column, &value);
    if (!(fabs(value - fact) <= NEAR * fmax(fabs(value), fabs(fact))))
        return;
    w->why = before;
    for (int j = 0; j < parameters; j++) {
        all[j] = state[j];
        kept[j] = of_time ? 0 : kept[j] + sign * derivative[j];
    }
    for (int k = -TML_STENCIL; of_time && !at_end && k <= TML_STENCIL; k++) {
        if (k == 0)
            continue;
        sample_at(w, &inner, table, t + k * e, column, &value);
        for (int j = 0; j < parameters; j++) {
            all[j] = state[j] == TML_FOUND ? all[j] : state[j];
            kept[j] -= (k < 0 ? -1 : 1) * tml_stencil_weight[(k < 0 ? -k : k) - 1] * derivative[j] / e / rates[1];
        }
    }
}

/* What a node of a quadrature adds. */
typedef void (*adding)(implicit *w, part *p, const tml_table *table, double t, double weight, double *sums);

static double power(const part *p, double y)
{
    return p->of->kind == TML_REDUCE_RMS ? y * y : y;
}

/* sums: of y, or of y^2, and of its size. */
static void add_value(implicit *w, part *p, const tml_table *table, double t, double weight, double *sums)
{
    double y;
    if (!value_at(w, table, t, tml_table_find(table, p->name), &y))
        y = NAN;
    sums[0] += weight * power(p, y);
    sums[1] += weight * fabs(power(p, y));
}

/* sums (parameters): of its derivatives; of one that is not found they are none. */
static void add_slopes(implicit *w, part *p, const tml_table *table, double t, double weight, double *sums)
{
    double y;
    sample_at(w, p, table, t, tml_table_find(table, p->name), &y);
    for (int j = 0; j < w->twins.parameters; j++)
        sums[j] +=
            p->state[j] == TML_FOUND ? weight * (p->of->kind == TML_REDUCE_RMS ? 2 * y : 1) * p->derivative[j] : NAN;
}

/* Panels of the whole motion, or of every interval between rows: motions by segments have kinks there. */
typedef struct {
    int panels;
    bool by_rows;
} rule;

static void integrate(implicit *w, part *p, const tml_table *table, rule by, adding add, double *sums)
{
    const size_t pieces = by.by_rows ? table->row_count - 1 : 1;
    for (size_t piece = 0; piece < pieces; piece++) {
        const double begin = by.by_rows ? tml_implicit_value_in(table, piece, 0) : begin_of(table),
                     end = by.by_rows ? tml_implicit_value_in(table, piece + 1, 0) : end_of(table),
                     length = (end - begin) / by.panels;
        for (int k = 0; k < by.panels && length > 0; k++)
            for (int i = 0; i < NODES; i++)
                add(w, p, table, begin + (k + (1 + GAUSS[i][0]) / 2) * length, GAUSS[i][1] * length / 2, sums);
    }
}

/* What rounding of a row is compared with. */
static double largest_of(const implicit *w, const tml_table *table)
{
    double largest = 0;
    for (size_t i = 0; i < table->column_count; i++)
        largest = isfinite(w->twins.row[i]) ? fmax(largest, fabs(w->twins.row[i])) : largest;
    return largest;
}

/* Of the sums over the motion. */
static double reduced(const part *p, double sum, double length)
{
    return p->of->kind == TML_REDUCE_INTEGRAL ? sum
           : p->of->kind == TML_REDUCE_MEAN   ? sum / length
                                              : sqrt(sum / length);
}

/* As many panels as the integral of y needs, up to `last`; those of its derivatives are as smooth. */
static bool converges(implicit *w, part *p, const tml_table *table, rule *by, int last, double *value)
{
    const double length = end_of(table) - begin_of(table);
    for (double before = NAN; by->panels <= last; by->panels *= 2) {
        double sums[2] = {0};
        integrate(w, p, table, *by, add_value, sums);
        *value = reduced(p, sums[0], length);
        const double size = reduced(p, sums[1], length) + DBL_EPSILON / CONVERGED * largest_of(w, table);
        if (fabs(*value - before) <= CONVERGED * size && fabs(*value - p->value) <= NEAR * size)
            return true;
        before = *value;
    }
    return false;
}

static void find_integral(implicit *w, part *p, const tml_table *table)
{
    const int parameters = w->twins.parameters;
    const double length = end_of(table) - begin_of(table);
    double value, *sums = TML_NEW_ARRAY(w->arena, double, parameters + 1);
    rule whole = {.panels = FEW_PANELS}, rows = {.panels = 1, .by_rows = true};
    const bool smooth = converges(w, p, table, &whole, (int)table->row_count, &value);
    if (!smooth && !converges(w, p, table, &rows, MOST_A_ROW, &value)) {
        w->why = "its integrand is not smooth between rows";
        return;
    }
    integrate(w, p, table, smooth ? whole : rows, add_slopes, sums);
    for (int j = 0; j < parameters; j++) {
        p->derivative[j] = p->of->kind == TML_REDUCE_RMS ? sums[j] / (2 * length * value) : reduced(p, sums[j], length);
        p->state[j] = isfinite(p->derivative[j]) ? TML_FOUND : TML_NOT_FOUND;
    }
}

void tml_implicit_motion(implicit *w, part *p, const tml_table *table, long column)
{
    switch (p->of->kind) {
    case TML_REDUCE_MAX:
    case TML_REDUCE_TIME_OF_MAX:
        find_extreme(w, p, table, column, true, 1);
        break;
    case TML_REDUCE_MIN:
    case TML_REDUCE_TIME_OF_MIN:
        find_extreme(w, p, table, column, false, 1);
        break;
    case TML_REDUCE_RANGE:
        find_extreme(w, p, table, column, true, 1);
        for (int j = 0; j < w->twins.parameters; j++)
            if (p->state[j] != TML_FOUND)
                return;
        find_extreme(w, p, table, column, false, -1);
        break;
    case TML_REDUCE_MEAN:
    case TML_REDUCE_RMS:
    case TML_REDUCE_INTEGRAL:
        find_integral(w, p, table);
        break;
    case TML_REDUCE_AT:
        if (p->of->t >= begin_of(table) && p->of->t <= end_of(table))
            sample_at(w, p, table, p->of->t, column, &p->value);
        break;
    default:
        tml_implicit_row(w, p, table, table->row_count - 1, column);
    }
}
