/* differences.c - derivatives of a study's answers by its parameters, from differences at steps that are halved and extrapolated to zero.
 *
 * Central differences D(h) = (f(x + h) - f(x - h)) / (2 h) = f' + c2 h^2 + c4 h^4 + ..., and Richardson's table of them,
 *   T(k, 0) = D(h / 2^k),   T(k, j) = T(k, j-1) + (T(k, j-1) - T(k-1, j-1)) / (4^j - 1).
 * Its entry with the least difference from its neighbours is taken (C. Ridders, "Accurate computation of F'(x) and F'(x)F''(x)", 1982):
 * beyond it rounding and the tolerance of the integrator grow faster than the order gains. Where one side of x cannot be run, differences of
 * the other side are extrapolated, with 2^j for 4^j. Where the slopes of both sides differ, as those of a repeated eigenvalue or of a peak that
 * two instants share, differences converge to their mean, which is no derivative: (f(x + h) - 2 f(x) + f(x - h)) / h does not vanish with h.
 */
#include "study/gradient.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { MAX_LEVELS = 8 };
static const double GOOD = 1e-11;       /* relative: nothing is to be gained */
static const double WORSE = 2;          /* times the least difference: rounding has taken over */
static const double KINK = 1e-4;        /* of the derivative: less is noise */
static const double SHRINKS = 0.75;     /* of a smooth function: half */
static const double FIRST = 1.0 / 32;   /* step, as a part of the parameter's scale */
static const double BY_VALUE = 1.0 / 8; /* of a parameter: its scale is not less */

typedef enum { NO_SIDE, CENTRAL, ABOVE, BELOW } side;

/* Richardson's table of one answer: its last row, and the best entry so far. */
typedef struct {
    side side;
    int depth; /* of the last row; 0: none */
    double row[MAX_LEVELS];
    double best, error;
    double bend, bend_before; /* |f(x + h) - 2 f(x) + f(x - h)| / h at the last two steps */
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

static void add_level(extrapolation *e, double first)
{
    const double base = e->side == CENTRAL ? 4 : 2;
    double entry = first, before = 0, power = base;
    for (int j = 0; j <= e->depth; j++, power *= base) {
        const double left = e->row[j];
        e->row[j] = entry;
        if (j == e->depth)
            break;
        const double next = entry + (entry - left) / (power - 1);
        const double error = fmax(fabs(next - entry), fabs(next - left));
        if (error <= e->error)
            e->error = error, e->best = next;
        before = left;
        entry = next;
    }
    e->depth++;
    e->settled =
        e->depth > 1 && (e->error <= GOOD * fabs(e->best) + DBL_MIN || fabs(entry - before) >= WORSE * e->error);
    if (e->depth == 1)
        e->best = first;
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
    e->bend_before = e->bend;
    e->bend = now == CENTRAL ? fabs(above - 2 * f + below) / h : 0;
    add_level(e, difference(e, f, above, below, h));
}

/* Whether the slopes of both sides differ: what they differ by does not shrink with the step. */
static bool has_kink(const extrapolation *e)
{
    return e->depth > 1 && e->bend > KINK * fabs(e->best) && e->bend > SHRINKS * e->bend_before;
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

/* One column. The least difference of a step from x is a number that both x + h and x - h can hold exactly enough: h is a power of two. */
static tml_status find_column(differences *d, size_t parameter, tml_gradient *out)
{
    const double x = d->values[parameter];
    const double scale = fmax(tml_variation_scale(d->study->variation, (int)parameter), BY_VALUE * fabs(x));
    tml_status status = TML_OK;
    double h = exp2(floor(log2(FIRST * (scale > 0 ? scale : 1))));
    for (size_t i = 0; i < d->answer_count; i++)
        d->table[i] = (extrapolation){.error = INFINITY};
    for (int level = 0; status == TML_OK && level < MAX_LEVELS && !all_settled(d, parameter); level++, h /= 2) {
        status = try_at(d, parameter, x + h, d->above);
        if (status == TML_OK)
            status = try_at(d, parameter, x - h, d->below);
        for (size_t i = 0; status == TML_OK && i < d->answer_count; i++)
            take_level(&d->table[i], d->answers[i], d->above[i], d->below[i], h);
    }
    for (size_t i = 0; i < d->answer_count; i++) {
        const extrapolation *e = &d->table[i];
        const size_t at = i * d->parameters + parameter;
        if (is_known(d, at))
            continue;
        out->kinks[at] = has_kink(e);
        out->values[at] = e->depth > 0 ? e->best : NAN;
        out->errors[at] = e->depth > 0 ? (out->kinks[at] ? e->bend / 2 : e->error) : NAN;
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
