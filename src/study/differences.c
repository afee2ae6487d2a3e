/* differences.c - derivatives of a study's answers by its parameters, from differences at steps that are halved and extrapolated to zero.
 *
 * Central differences D(h) = (f(x + h) - f(x - h)) / (2 h) = f' + c2 h^2 + c4 h^4 + ..., and Richardson's table of them,
 *   T(k, 0) = D(h / 2^k),   T(k, j) = T(k, j-1) + (T(k, j-1) - T(k-1, j-1)) / (4^j - 1).
 * Its entry with the least difference from its neighbours is taken (C. Ridders, "Accurate computation of F'(x) and F'(x)F''(x)", 1982):
 * beyond it rounding and the tolerance of the integrator grow faster than the order gains. That difference is the estimate of the error, and not less than
 * the distance to the nearest entry of the next row: two that agree by accident, where steps are too large for the order to show, find none there. Where
 * the best of all is rough, a table of smaller steps is begun. Where one side of x cannot be run, differences of the other side are extrapolated, with 2^j for 4^j. Where the slopes of both sides differ, as those of a repeated eigenvalue or of a peak that
 * two instants share, differences converge to their mean, which is no derivative: (f(x + h) - 2 f(x) + f(x - h)) / h does not vanish with h.
 */
#include "elementary/elementary.h"
#include "study/gradient.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { MAX_LEVELS = 8, MAX_TABLES = 3, BENDS = 3 };
static const double GOOD = 1e-11;       /* relative: nothing is to be gained */
static const double WORSE = 2;          /* times the least difference: rounding has taken over */
static const double ROUGH = 1e-4;       /* of the derivative: an error with which smaller steps are tried, */
static const double MATTERS = 1e-6;     /* if over the parameter's scale it is so much of the answer */
static const double SAFE = 4;           /* times what entries differ by: they err alike */
static const double KINK = 1e-4;        /* of the derivative: less is noise */
static const double ROUNDING = 1e-12;   /* of an answer: solutions are found to that */
static const double SHRINKS = 0.75;     /* of a smooth function: half */
static const double GROWS = 1.4;        /* of noise: it doubles */
static const double FIRST = 1.0 / 32;   /* step, as a part of the parameter's scale */
static const double BY_VALUE = 1.0 / 8; /* of a parameter: its scale is not less */

typedef enum { NO_SIDE, CENTRAL, ABOVE, BELOW } side;

/* Richardson's table of one answer: its last row, and the best entry so far. */
typedef struct {
    side side;
    int depth; /* of the last row; 0: none */
    double row[MAX_LEVELS];
    double best, error;
    double bend[BENDS]; /* |f(x + h) - 2 f(x) + f(x - h)| / h at the last steps, the latest first */
    bool confirmed;     /* by the row after the best entry */
    double noise;       /* what rounding alone makes of the last */
    bool settled;
} extrapolation;

typedef struct {
    tml_study_worker *worker;
    const tml_study *study;
    double *values;                  /* (parameters) */
    double *answers, *above, *below; /* (answers) at x, x + h, x - h */
    extrapolation *table;            /* (answers) */
    size_t parameters, answer_count;
    const bool *known[2]; /* (answers x parameters) nothing is to be found */
    const char *reason;   /* of the last point that failed */
} differences;

static double difference(const extrapolation *e, double f, double above, double below, double h)
{
    return e->side == CENTRAL ? (above - below) / (2 * h) : e->side == ABOVE ? (above - f) / h : (f - below) / h;
}

/* The distance of the best entry from the nearest of a row. */
static double distance(const extrapolation *e)
{
    double least = INFINITY;
    for (int j = 0; j < e->depth; j++)
        least = fmin(least, fabs(e->row[j] - e->best));
    return least;
}

static void add_level(extrapolation *e, double first)
{
    const double base = e->side == CENTRAL ? 4 : 2;
    double entry = first, before = 0, power = base;
    bool better = false;
    for (int j = 0; j <= e->depth; j++, power *= base) {
        const double left = e->row[j];
        e->row[j] = entry;
        if (j == e->depth)
            break;
        const double next = entry + (entry - left) / (power - 1);
        const double error = fmax(fabs(next - entry), fabs(next - left));
        if (error <= e->error)
            e->error = error, e->best = next, better = true;
        before = left;
        entry = next;
    }
    e->depth++;
    if (e->depth == 1)
        e->best = first;
    const bool diverges = e->depth > 1 && fabs(entry - before) >= WORSE * e->error;
    if (!better && !e->confirmed && e->depth > 2)
        e->error = fmax(e->error, distance(e));
    e->confirmed = !better;
    e->settled = e->depth > 1 && (e->error <= GOOD * fabs(e->best) + DBL_MIN || diverges);
}

static void take_level(extrapolation *e, double f, double above, double below, double h)
{
    const side now = !isfinite(f)                         ? NO_SIDE
                     : isfinite(above) && isfinite(below) ? CENTRAL
                     : isfinite(above)                    ? ABOVE
                     : isfinite(below)                    ? BELOW
                                                          : NO_SIDE;
    if (e->settled || now == NO_SIDE)
        return;
    if (now != e->side)
        *e = (extrapolation){.side = now, .error = INFINITY};
    memmove(e->bend + 1, e->bend, (BENDS - 1) * sizeof *e->bend);
    e->bend[0] = now == CENTRAL ? fabs(above - 2 * f + below) / h : 0;
    e->noise = ROUNDING * fabs(f) / h;
    add_level(e, difference(e, f, above, below, h));
}

/* Whether the slopes of both sides differ: what they differ by neither shrinks with the step, nor grows as noise does. */
static bool has_kink(const extrapolation *e)
{
    bool stays = e->depth > 1 && e->bend[0] > KINK * fabs(e->best) + e->noise;
    for (int i = 1; i < BENDS && i < e->depth; i++)
        stays = stays && e->bend[i - 1] > SHRINKS * e->bend[i] && e->bend[i - 1] < GROWS * e->bend[i];
    return stays;
}

static tml_status try_at(differences *d, size_t parameter, double value, double *answers)
{
    const char *reason;
    const double kept = d->values[parameter];
    d->values[parameter] = value;
    const tml_status status = tml_study_worker_try(d->worker, d->values, answers, &reason);
    d->values[parameter] = kept;
    d->reason = reason ? reason : d->reason;
    return status == TML_FAILED ? TML_OK : status;
}

static bool is_known(const differences *d, size_t cell)
{
    return d->known[0][cell] || d->known[1][cell];
}

static bool all_settled(const differences *d, size_t parameter)
{
    for (size_t i = 0; i < d->answer_count; i++)
        if (!is_known(d, i * d->parameters + parameter) && !d->table[i].settled && isfinite(d->answers[i]))
            return false;
    return true;
}

/* An error that matters, and that smaller steps may lessen. */
static bool is_rough(const extrapolation *e, double answer, double scale)
{
    return e->depth > 1 && e->error > ROUGH * fabs(e->best) && scale * e->error > MATTERS * fabs(answer);
}

/* One table for each answer, from step *h on. */
static tml_status fill_tables(differences *d, size_t parameter, double *h)
{
    const double x = d->values[parameter];
    tml_status status = TML_OK;
    for (int level = 0; status == TML_OK && level < MAX_LEVELS && !all_settled(d, parameter); level++, *h /= 2) {
        status = try_at(d, parameter, x + *h, d->above);
        if (status == TML_OK)
            status = try_at(d, parameter, x - *h, d->below);
        for (size_t i = 0; status == TML_OK && i < d->answer_count; i++)
            take_level(&d->table[i], d->answers[i], d->above[i], d->below[i], *h);
    }
    return status;
}

static void keep(const differences *d, size_t parameter, tml_gradient *out)
{
    for (size_t i = 0; i < d->answer_count; i++) {
        const extrapolation *e = &d->table[i];
        const size_t at = i * d->parameters + parameter;
        const double error = has_kink(e) ? e->bend[0] / 2 : SAFE * e->error;
        if (is_known(d, at) || e->depth == 0 || error > out->errors[at])
            continue;
        out->kinks[at] = has_kink(e);
        out->values[at] = e->best;
        out->errors[at] = error;
    }
}

/* Begins tables anew of those that are rough; whether there are such. */
static bool begin_again(differences *d, size_t parameter, double scale)
{
    bool any = false;
    for (size_t i = 0; i < d->answer_count; i++) {
        const bool rough = !is_known(d, i * d->parameters + parameter) && is_rough(&d->table[i], d->answers[i], scale);
        d->table[i] = (extrapolation){.error = INFINITY, .settled = !rough};
        any |= rough;
    }
    return any;
}

/* One column. The least difference of a step from x is a number that both x + h and x - h can hold exactly enough: h is a power of two. */
static tml_status find_column(differences *d, size_t parameter, tml_gradient *out)
{
    const double x = d->values[parameter];
    const double by_value = fmax(tml_variation_scale(d->study->variation, (int)parameter), BY_VALUE * fabs(x));
    const double scale = by_value > 0 ? by_value : 1;
    tml_status status = TML_OK;
    double h = tml_exp2(floor(tml_log2(FIRST * scale)));
    for (size_t i = 0; i < d->answer_count; i++)
        d->table[i] = (extrapolation){.error = INFINITY};
    for (int k = 0; status == TML_OK && k < MAX_TABLES && (k == 0 || begin_again(d, parameter, scale)); k++) {
        status = fill_tables(d, parameter, &h);
        keep(d, parameter, out);
    }
    return status;
}

tml_status tml_differences_find(tml_study_worker *worker, const double *values, const double *answers,
                                tml_gradient *gradient, const char **reason)
{
    const tml_study *study = tml_study_worker_study(worker);
    differences d = {.worker = worker,
                     .study = study,
                     .parameters = tml_study_parameter_count(study),
                     .answer_count = tml_study_answer_count(study),
                     .known = {gradient->varied, gradient->none},
                     .reason = *reason};
    const size_t doubles = d.parameters + 3 * d.answer_count;
    d.values = tml_allocate((doubles + 1) * sizeof(double));
    d.table = tml_allocate((d.answer_count + 1) * sizeof *d.table);
    tml_status status = d.values && d.table ? TML_OK : TML_NO_MEMORY;
    if (status == TML_OK) {
        d.answers = d.values + d.parameters;
        d.above = d.answers + d.answer_count;
        d.below = d.above + d.answer_count;
        memcpy(d.values, values, d.parameters * sizeof(double));
        memcpy(d.answers, answers, d.answer_count * sizeof(double));
    }
    for (size_t i = 0; status == TML_OK && i < d.parameters; i++)
        status = find_column(&d, i, gradient);
    *reason = d.reason;
    tml_release(d.values);
    tml_release(d.table);
    return status;
}
