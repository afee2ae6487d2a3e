/* singular_actuation.c - singular configurations of the actuators along a driven motion: detected in a step, located,
 * reported.
 *
 * If f differs in sign between two samples, its zero is located by regula falsi (Illinois). If three samples of one
 * sign have a minimum of |f| so low that the parabola through them comes close to zero, the minimum is located by
 * golden-section search: it is a zero, or reveals two sign changes, or neither.
 */
#include "analysis/inverse/singular_actuation.h"
#include "analysis/motion_names.h"
#include "linalg/cholesky.h"
#include <float.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

static const double ZERO = 1e-9;         /* |f| below this is zero */
static const double TOUCHES = 1e-8;      /* |f| at a minimum that counts as zero */
static const double LOW = 0.5;           /* minimum of the parabola relative to the middle sample: worth a search */
static const double LOW_REDUNDANT = 0.2; /* f of redundant actuators: worth a search */
static const double JUMP = 1e-5;         /* of the neighbouring f: what may remain at a sign change */
static const double FINITE = 1e-8;       /* of the acting forces: what counts as zero */
static const double MIN_SHARE = 1e-6;
enum { MAX_KEPT = 1 << 18 }; /* entries of M: for larger ones only signs are compared */
enum {
    BUDGET = 4000,
    BUDGET_STEP = 4
}; /* additional samples, at once and with each step: otherwise long motions would be slow */
enum { FEW = 3, MAX_SEARCHES = 400, MAX_PASSES = 80 };

tml_singular_search *tml_actuation_singular_make(tml_task *task, tml_actuation *a, bool (*probe)(void *, double),
                                                 void *context)
{
    const size_t nv = (size_t)a->system->nv;
    bool drivers = a->count == a->system->drive_count;
    for (int i = 0; i < a->count; i++)
        drivers = drivers && a->list[i].drive >= 0;
    if (drivers || a->count == 0)
        return NULL;
    tml_singular_search *w = TML_NEW(task->arena, tml_singular_search);
    *w = (tml_singular_search){
        .task = task, .a = a, .probe = probe, .context = context, .reference_time = -INFINITY, .basis_sign = 1};
    w->least = INFINITY;
    w->budget = BUDGET;
    const size_t max = (size_t)a->count < nv ? (size_t)a->count : nv; /* degrees of freedom that they could move */
    w->reference = TML_NEW_ARRAY(task->arena, double, nv *max + 1);
    w->square = TML_NEW_ARRAY(task->arena, double, max *max + 1);
    w->pivot = TML_NEW_ARRAY(task->arena, int, max + 1);
    const bool stores_matrices = nv * (size_t)a->count <= MAX_KEPT;
    for (int i = 0; stores_matrices && i < TML_SINGULAR_SAMPLES + TML_SINGULAR_DEPTH; i++)
        w->storage[i] = TML_NEW_ARRAY(task->arena, double, nv *(size_t)a->count + 1);
    w->last = (tml_singular_sample){.t = NAN};
    if (stores_matrices)
        w->last.M = TML_NEW_ARRAY(task->arena, double, nv *(size_t)a->count + 1);
    w->unbounded = TML_NEW_ARRAY(task->arena, double, a->count + 1);
    for (int i = 0; i < a->count; i++)
        w->unbounded[i] = NAN;
    return w;
}

/* ---- f ---- */

/* The sign of the determinant of w->square (n x n). */
static double sign_of(tml_singular_search *w, int n)
{
    double sign = 1;
    if (LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, n, n, w->square, n, w->pivot) < 0)
        return 1;
    for (int k = 0; k < n; k++) {
        sign = w->pivot[k] != k + 1 ? -sign : sign;
        sign = w->square[k * n + k] < 0 ? -sign : sign;
    }
    return sign;
}

/* Of Z relative to the previous one in time. */
static double orientation(tml_singular_search *w)
{
    const tml_actuation *a = w->a;
    const size_t nv = (size_t)a->system->nv;
    const int n = a->free_count;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            double sum = 0;
            for (size_t j = 0; j < nv; j++)
                sum += w->reference[(size_t)i * nv + j] * a->Z[(size_t)k * nv + j];
            w->square[k * n + i] = sum;
        }
    return sign_of(w, n);
}

/* The longest column of b. */
static double longest(const tml_actuation *a)
{
    double max = 0;
    for (int i = 0; i < a->count; i++) {
        double sum = 0;
        for (int j = 0; j < a->system->nv; j++) {
            const double x = a->b[(size_t)i * (size_t)a->system->nv + (size_t)j];
            sum += x * x;
        }
        max = fmax(max, sum);
    }
    return sqrt(max);
}

/* f at the last solution; NaN if unknown: in a singular configuration of the joints, or with too few actuators. */
static double evaluate(tml_singular_search *w, double t)
{
    const tml_actuation *a = w->a;
    const int n = a->free_count;
    if (n == 0 || a->count < n || n != a->min_free_count || isnan(a->missing))
        return NAN;
    const double least = a->singular[n - 1];
    if (a->count > n)
        return least / longest(a);
    double sign = w->basis_sign * (w->reference_count == n ? orientation(w) : 1);
    if (t > w->reference_time) {
        memcpy(w->reference, a->Z, (size_t)a->system->nv * (size_t)n * sizeof(double));
        w->reference_time = t, w->reference_count = n, w->basis_sign = sign;
    }
    memcpy(w->square, a->D, (size_t)n * (size_t)n * sizeof(double));
    return sign * sign_of(w, n) * least / longest(a);
}

static void store_matrix(const tml_actuation *a, double *M)
{
    const size_t nv = (size_t)a->system->nv, m = (size_t)a->free_count;
    const double part = 1 / longest(a);
    memset(M, 0, nv * (size_t)a->count * sizeof(double));
    for (size_t i = 0; i < (size_t)a->count; i++)
        for (size_t k = 0; k < m; k++)
            for (size_t j = 0; j < nv; j++)
                M[i * nv + j] += part * a->D[i * m + k] * a->Z[k * nv + j];
}

/* Upper bound of the largest singular value of the difference: sqrt(|.|_1 |.|_inf). */
static double change(const tml_actuation *a, const double *M1, const double *M2)
{
    const size_t nv = (size_t)a->system->nv;
    double column = 0, row = 0;
    for (size_t i = 0; i < (size_t)a->count; i++) {
        double sum = 0;
        for (size_t j = 0; j < nv; j++)
            sum += fabs(M1[i * nv + j] - M2[i * nv + j]);
        column = fmax(column, sum);
    }
    for (size_t j = 0; j < nv; j++) {
        double sum = 0;
        for (size_t i = 0; i < (size_t)a->count; i++)
            sum += fabs(M1[i * nv + j] - M2[i * nv + j]);
        row = fmax(row, sum);
    }
    return sqrt(column * row);
}

void tml_actuation_singular_take(tml_singular_search *w, double t)
{
    if (t <= w->last.t) /* repeated, of a step that is done */
        return;
    const double f = evaluate(w, t);
    if (isnan(f) || w->sample_count == TML_SINGULAR_SAMPLES)
        return;
    w->samples[w->sample_count] = (tml_singular_sample){t, f, w->storage[w->sample_count]};
    if (w->storage[w->sample_count])
        store_matrix(w->a, w->storage[w->sample_count]);
    w->sample_count++;
    if (w->a->singular[w->a->free_count - 1] < w->least)
        w->least = w->a->singular[w->a->free_count - 1], w->least_time = t;
}

static tml_singular_sample probe(tml_singular_search *w, double t)
{
    return (tml_singular_sample){t, w->probe(w->context, t) ? evaluate(w, t) : NAN, NULL};
}

/* ---- reporting ---- */

double tml_actuation_singular_direction(const tml_actuation *a, double *least, double *motion, double *push,
                                        tml_arena *arena)
{
    const size_t nv = (size_t)a->system->nv;
    const int m = a->free_count, n = a->count, less = m < n ? m : n;
    double *D = TML_NEW_ARRAY(arena, double, (size_t)m *(size_t)n + 1), *s = TML_NEW_ARRAY(arena, double, less + 1),
           *U = TML_NEW_ARRAY(arena, double, (size_t)m *(size_t)m + 1),
           *V = TML_NEW_ARRAY(arena, double, (size_t)n *(size_t)n + 1), *rest = TML_NEW_ARRAY(arena, double, less + 1);
    memcpy(D, a->D, (size_t)m * (size_t)n * sizeof(double));
    if (LAPACKE_dgesvd(LAPACK_COL_MAJOR, 'A', 'A', m, n, D, m, s, U, m, V, n, rest) == LAPACK_WORK_MEMORY_ERROR)
        tml_arena_give_up(arena);
    const double *w = U + (size_t)(m - 1) * (size_t)m;
    double along = 0;
    memset(motion, 0, nv * sizeof(double));
    for (size_t j = 0; j < nv; j++) {
        for (int k = 0; k < m; k++)
            motion[j] += w[k] * a->Z[(size_t)k * nv + j];
        along += motion[j] * a->F[j]; /* what the actuators leave */
        motion[j] /= a->unit[j];
    }
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < m; k++)
            along += w[k] * a->D[(size_t)i * (size_t)m + (size_t)k] * a->y[i];
        if (push)
            push[i] = V[(size_t)i * (size_t)n + (size_t)(m - 1)];
    }
    *least = n < m ? 0 : s[m - 1];
    return along;
}

/* The actuation was just solved in a singular configuration. */
static void report_singular(tml_singular_search *w, double t, const char *when)
{
    tml_arena *arena = w->task->arena;
    const tml_actuation *a = w->a;
    const tml_workspace *work = a->driven->work;
    double *motion = TML_NEW_ARRAY(arena, double, a->system->nv + 1),
           *push = TML_NEW_ARRAY(arena, double, a->count + 1);
    double least;
    const double along = tml_actuation_singular_direction(a, &least, motion, push, arena);
    const bool grows = fabs(along) > FINITE * a->needed;
    if (least < w->least)
        w->least = least, w->least_time = t;
    for (int i = 0; grows && i < a->count; i++)
        if (fabs(push[i]) > MIN_SHARE && isnan(w->unbounded[i]))
            w->unbounded[i] = t;
    if (w->count < TML_SINGULAR_LISTED && !w->quiet)
        tml_log_raise(w->task->log, TML_W_SINGULAR_ACTUATION, w->task->element->place,
                      "%s: the actuator%s %s %s singular %s: locked, %s would still leave %s free; %s",
                      w->task->element->kind, a->count == 1 ? "" : "s", tml_actuation_names(a, arena),
                      a->count == 1 ? "is" : "are", when, a->count == 1 ? "it" : "they",
                      tml_motion_name(work, motion, arena).name,
                      !grows          ? "no force along it is needed there"
                      : a->count == 1 ? "its force, and reactions, grow without bound near it"
                                      : "their forces, and reactions, grow without bound near it");
}

static void found(tml_singular_search *w, double t)
{
    if (w->count && w->count <= TML_SINGULAR_LISTED && fabs(w->times[w->count - 1] - t) <= 1e-9 * fabs(t))
        return;
    const double f = probe(w, t).f;
    if (!isnan(f))
        report_singular(w, t, tml_arena_format(w->task->arena, "at t = %.9g s", t));
    if (w->count < TML_SINGULAR_LISTED)
        w->times[w->count] = t;
    w->count++;
}

/* ---- location ---- */

static void locate(tml_singular_search *w, tml_singular_sample l, tml_singular_sample r)
{
    const double beside = fmax(fabs(l.f), fabs(r.f));
    double fl = l.f, fr = r.f; /* as weighted */
    int side = 0;
    for (int i = 0; i < MAX_PASSES && r.t - l.t > 4 * DBL_EPSILON * fmax(fabs(l.t), fabs(r.t)); i++) {
        double t = i % 8 == 7 ? 0.5 * (l.t + r.t) : l.t + (r.t - l.t) * fl / (fl - fr);
        if (!(t > l.t && t < r.t))
            t = 0.5 * (l.t + r.t);
        const tml_singular_sample m = probe(w, t);
        if (isnan(m.f))
            return;
        if (fabs(m.f) < 1e-14) {
            l = r = m;
            break;
        }
        if (m.f * l.f > 0) {
            l = m, fl = m.f, fr = side == 1 ? 0.5 * fr : r.f;
            side = 1;
        } else {
            r = m, fr = m.f, fl = side == 2 ? 0.5 * fl : l.f;
            side = 2;
        }
    }
    const tml_singular_sample best = fabs(l.f) < fabs(r.f) ? l : r;
    if (fabs(best.f) <= JUMP * beside) /* otherwise it jumps: another basis, not a zero */
        found(w, best.t);
}

/* |f| has a minimum between l and r. */
static void find_minimum(tml_singular_search *w, tml_singular_sample l, tml_singular_sample middle,
                         tml_singular_sample r)
{
    const double golden = 0.61803398874989484820, sign = middle.f < 0 ? -1 : 1;
    double a = l.t, b = r.t;
    if (w->searches++ >= MAX_SEARCHES)
        return;
    tml_singular_sample x = probe(w, b - golden * (b - a)), y = probe(w, a + golden * (b - a)), best = middle;
    for (int i = 0; i < MAX_PASSES && b - a > 1e-9 * (r.t - l.t); i++) {
        if (isnan(x.f) || isnan(y.f))
            return;
        const tml_singular_sample least = sign * x.f < sign * y.f ? x : y;
        best = sign * least.f < sign * best.f ? least : best;
        if (sign * best.f < -TOUCHES) {
            locate(w, l, best);
            locate(w, best, r);
            return;
        }
        if (sign * x.f < sign * y.f) {
            b = y.t, y = x;
            x = probe(w, b - golden * (b - a));
        } else {
            a = x.t, x = y;
            y = probe(w, a + golden * (b - a));
        }
    }
    if (fabs(best.f) <= TOUCHES)
        found(w, best.t);
}

static bool comes_near(const tml_singular_search *w, tml_singular_sample l, tml_singular_sample m,
                       tml_singular_sample r)
{
    const double fl = fabs(l.f), fm = fabs(m.f), fr = fabs(r.f);
    if (!(fm <= fl && fm <= fr))
        return false;
    if (w->a->count > w->a->free_count)
        return fm < LOW_REDUNDANT;
    const double residual = (fm - fl) / (m.t - l.t), bend = ((fr - fm) / (r.t - m.t) - residual) / (r.t - l.t);
    const double slope = residual + bend * (m.t - l.t);
    return bend > 0 && fm - slope * slope / (4 * bend) < LOW * fm;
}

/* ---- sample by sample ---- */

static void end_zeros(tml_singular_search *w)
{
    if (w->zeros > FEW) {
        if (!isnan(probe(w, w->zero_last).f))
            report_singular(
                w, w->zero_first,
                tml_arena_format(w->task->arena, "from t = %.6g s to t = %.6g s", w->zero_first, w->zero_last));
        if (w->count < TML_SINGULAR_LISTED)
            w->times[w->count] = w->zero_first;
        w->count++;
    } else if (w->zeros) {
        found(w, w->zero_first);
    }
    w->zeros = 0;
}

static void add_sample(tml_singular_search *w, tml_singular_sample s)
{
    if (fabs(s.f) <= ZERO) {
        w->zero_first = w->zeros++ ? w->zero_first : s.t;
        w->zero_last = s.t;
        return;
    }
    const bool crosses = w->known && w->before[1].f * s.f < 0;
    if (crosses && w->zeros <= FEW) {
        w->zeros = 0;
        locate(w, w->before[1], s);
    } else if (w->zeros) {
        end_zeros(w);
        w->known = 0;
    } else if (!crosses && w->known == 2 && comes_near(w, w->before[0], w->before[1], s)) {
        find_minimum(w, w->before[0], w->before[1], s);
    }
    w->known = crosses || w->known == 0 ? 1 : 2;
    w->before[0] = w->before[1];
    w->before[1] = s;
}

/* Samples between l, which was processed, and r, if there could be more than one zero; then r. */
static void refine(tml_singular_search *w, tml_singular_sample l, tml_singular_sample r, int depth)
{
    if (l.M && w->budget > 0 && depth < TML_SINGULAR_DEPTH && fabs(l.f) > ZERO && fabs(r.f) > ZERO &&
        change(w->a, l.M, r.M) > fabs(l.f) + fabs(r.f)) {
        tml_singular_sample m = probe(w, 0.5 * (l.t + r.t));
        w->budget--;
        if (!isnan(m.f)) {
            m.M = w->storage[TML_SINGULAR_SAMPLES + depth];
            store_matrix(w->a, m.M);
            refine(w, l, m, depth + 1);
            refine(w, m, r, depth + 1);
            return;
        }
    }
    add_sample(w, r);
}

void tml_actuation_singular_step(tml_singular_search *w, double from, double to)
{
    int n = 0;
    tml_singular_sample sorted[TML_SINGULAR_SAMPLES];
    for (int i = 0; i < w->sample_count; i++) {
        const tml_singular_sample s = w->samples[i];
        int at = n;
        if (s.t > to || s.t < from || (s.t == from && from < to))
            continue;
        while (at > 0 && sorted[at - 1].t > s.t)
            at--;
        memmove(sorted + at + 1, sorted + at, (size_t)(n - at) * sizeof *sorted);
        sorted[at] = s;
        n++;
    }
    w->sample_count = 0;
    w->budget = w->budget < BUDGET ? w->budget + BUDGET_STEP : w->budget;
    for (int i = 0; i < n; i++) {
        const tml_singular_sample l = i ? sorted[i - 1] : w->last;
        if (l.t < sorted[i].t)
            refine(w, l, sorted[i], 0);
        else /* the very first */
            add_sample(w, sorted[i]);
    }
    if (n) {
        double *M = w->last.M;
        if (M)
            memcpy(M, sorted[n - 1].M, (size_t)w->a->system->nv * (size_t)w->a->count * sizeof(double));
        w->last = (tml_singular_sample){sorted[n - 1].t, sorted[n - 1].f, M};
    }
}

void tml_actuation_singular_end(tml_singular_search *w, bool quiet)
{
    w->quiet = quiet;
    end_zeros(w);
}

void tml_actuation_singular_facts(const tml_singular_search *w, tml_table *table)
{
    const char *list = "";
    const int listed = w->count < TML_SINGULAR_LISTED ? w->count : TML_SINGULAR_LISTED;
    if (!isfinite(w->least))
        return;
    for (int i = 0; i < listed; i++)
        list = tml_arena_format(w->task->arena, "%s%s%.9g s", list, i ? ", " : ": t = ", w->times[i]);
    tml_table_add_fact(table, "singular configurations", w->count, "%d of the actuation%s%s", w->count, list,
                       w->count > listed ? ", …" : "");
    tml_table_add_fact(table, "nearest to a singular one", w->least, "%.3g at t = %.9g s (smallest singular value)",
                       w->least, w->least_time);
}
