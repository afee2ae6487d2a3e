/* singular_passages.c - singular configurations that a motion passes.
 *
 * The independence of a row of the others, relative to its maximum so far, is f = k |t - t_s| near a singular
 * configuration. Integrators step across: no state is near t_s. But the stages of a step lie on both sides, and the
 * lines through the last two before and the first two after it meet at f = 0. If they meet at CLOSE or below, or a
 * stage itself lies there, a singular configuration was passed, or passed closely.
 */
#include "analysis/dynamics/singular_passages.h"
#include <math.h>
#include <string.h>

static const double CLOSE = 0.03;
static const double APPROACH_STEPS = 8; /* steps like the last after which it would have fallen to zero */
static const double MIN_RISE = 1.2;     /* times the minimum: before and after */
static const double WATCH = 0.3;        /* above it nothing is close */

void tml_singular_passages_sample(tml_singular_passages *p, double t, double independence, bool state)
{
    if (state) {
        p->approaches = independence < APPROACH_STEPS * (p->before - independence);
        p->before = independence;
    }
    if (p->samples == TML_PASSAGE_SAMPLES)
        return;
    p->least = p->samples == 0 ? independence : fmin(p->least, independence);
    p->t[p->samples] = t;
    p->f[p->samples++] = independence;
}

/* Sorted by time, each time once. */
static int sort(const tml_singular_passages *p, double *t, double *f)
{
    int n = 0;
    for (int i = 0; i < p->samples; i++) {
        int at = n;
        while (at > 0 && t[at - 1] > p->t[i])
            at--;
        if (at > 0 && t[at - 1] == p->t[i])
            continue;
        memmove(t + at + 1, t + at, (size_t)(n - at) * sizeof *t);
        memmove(f + at + 1, f + at, (size_t)(n - at) * sizeof *f);
        t[at] = p->t[i], f[at] = p->f[i];
        n++;
    }
    return n;
}

/* Whether the falling line through a, a + 1 and the rising line through b, b + 1 meet between them, close to zero. */
static bool lines_meet(const double *t, const double *f, int a, int b, double *when)
{
    const double down = (f[a + 1] - f[a]) / (t[a + 1] - t[a]), up = (f[b + 1] - f[b]) / (t[b + 1] - t[b]);
    if (!(down < 0 && up > 0))
        return false;
    *when = (f[b] - f[a + 1] - up * t[b] + down * t[a + 1]) / (down - up);
    return *when >= t[a + 1] && *when <= t[b] && f[a + 1] + down * (*when - t[a + 1]) <= CLOSE;
}

/* Whether a sample lies in a minimum, or next to it. */
static bool is_minimum(const double *t, const double *f, int i, double *when)
{
    *when = t[i];
    return f[i] <= CLOSE && f[i] < f[i - 1] && f[i] < f[i + 1];
}

static void find_passages(tml_singular_passages *p)
{
    double t[TML_PASSAGE_SAMPLES + 1], f[TML_PASSAGE_SAMPLES + 1], when;
    const int n = sort(p, t, f);
    for (int b = 2; b + 1 < n; b++) {
        if (fmin(f[b - 1], f[b]) > WATCH || !(is_minimum(t, f, b - 1, &when) || lines_meet(t, f, b - 2, b, &when)))
            continue;
        if (p->ended && when > p->end)
            continue;
        if (p->count && when - p->last_t <= t[b + 1] - t[b - 2]) /* the same passage */
            continue;
        p->first_t = p->count++ ? p->first_t : when;
        p->last_t = when;
    }
}

void tml_singular_passages_step(tml_singular_passages *p)
{
    if (p->samples > 0 && p->least < WATCH && MIN_RISE * p->least < p->f[0] &&
        MIN_RISE * p->least < p->f[p->samples - 1])
        find_passages(p);
    const int kept = p->samples - p->old_count;
    memmove(p->t, p->t + p->old_count, (size_t)kept * sizeof *p->t);
    memmove(p->f, p->f + p->old_count, (size_t)kept * sizeof *p->f);
    p->samples = p->old_count = kept;
    for (int i = 0; i < kept; i++)
        p->least = i ? fmin(p->least, p->f[i]) : p->f[i];
}

void tml_singular_passages_fact(tml_singular_passages *p, double end, tml_table *table)
{
    p->ended = true;
    p->end = end;
    tml_singular_passages_step(p);
    if (p->count)
        tml_table_add_fact(
            table, "dead points", p->count,
            "%d passed, or passed closely, the first at t = %.4g s: reactions near them are large or uncertain",
            p->count, p->first_t);
}
