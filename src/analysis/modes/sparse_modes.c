/* sparse_modes.c - the slowest modes by shift-and-invert iteration on the sparse matrix of displacements and
 * multipliers.
 *
 * Rigid-body modes, K x = G' lambda, are found first, from K x = s^2 M x; without damping so are the others. With
 * damping the others are found from (s^2 M - s C - K) x = 0, with rigid-body modes deflated. Counting the zeros of the
 * determinant in a circle (eigenvalue_count.h) tells how many there are: if some are missing, random vectors are added
 * and the search continues.
 */
#include "analysis/modes/sparse_modes.h"
#include "analysis/modes/sparse_pencil.h"
#include "linalg/cholesky.h"
#include "linalg/krylov.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ROUNDS = 30, MAX_BASIS = 1500 };
static const double DIFFERENCES = 64000; /* units in the last place of second derivatives of gaps and slips */
static const double SHIFT = 1e-3;        /* of the highest rate from K and M of one coordinate */
static const double MIN_SHIFT = 1e-6;
static const double MAX_NOISE = 1e-8; /* of residuals */
static const double PARTNER = 1e-9;   /* of the same: with damping, the velocity that belongs to a rigid-body mode */

typedef struct {
    const tml_system *s;
    const tml_sparse_request *request;
    tml_sparse_report *report;
    tml_arena *arena;
    tml_pencil *pencil;
    double *zeros; /* (nv) zeros */
} search;

/* ---- derivatives of forces ---- */

static void add_K(void *context, int i, int j, double value)
{
    tml_pencil_add_K(((search *)context)->pencil, i, j, value);
}

static void add_C(void *context, int i, int j, double value)
{
    tml_pencil_add_C(((search *)context)->pencil, i, j, value);
}

/* Residual = Q + G' lambda, minimized in the metric W = diag(1, size^2): the solution x of the KKT system is W^-1 residual. */
static bool balance(search *s, double *lambda, double *gradient)
{
    tml_workspace *w = s->report->work;
    const tml_system *sys = s->s;
    double *none = TML_NEW_ARRAY(s->arena, double, sys->row_count + 1), *residual = s->report->residual,
           *acting = s->report->acting;
    tml_kkt_system *kkt = tml_kkt_system_make(sys, sys->row_count, s->request->rank, s->arena);
    if (tml_kkt_system_factor(kkt, w, TML_METRIC_SIZE))
        return false;
    tml_kkt_system_solve(kkt, w->Q, none, residual, lambda);
    tml_workspace_add_magnitudes(w, sys->row_count, lambda, NULL, gradient, acting);
    for (int j = 0; j < sys->nv; j++) {
        const double unit = tml_arm(sys, j);
        residual[j] *= unit * unit;
        acting[j] += fabs(w->Q[j]);
        s->report->scale = fmax(s->report->scale, acting[j] / unit);
        s->report->max_residual = fmax(s->report->max_residual, fabs(residual[j]) / unit);
    }
    return true;
}

/* Rounding error of the residual: coordinates are known to their last digit, which K turns into forces. */
static double rounding_of(const search *s)
{
    const tml_system *sys = s->s;
    double far = sys->size, max = 0, *total = TML_NEW_ARRAY(s->arena, double, sys->nv + 1);
    const int lin = sys->space ? 3 : 2;
    for (int j = 0; j < sys->nq; j++)
        far = fmax(far, j % sys->nqb < lin ? fabs(s->request->q[j]) : 0);
    for (size_t i = 0; i < s->pencil->K.count; i++) {
        const tml_pencil_entry *e = &s->pencil->K.list[i];
        const double unit = (e->row % sys->nvb < lin ? 1 : sys->size) * (e->column % sys->nvb < lin ? 1 : sys->size);
        total[e->row] += fabs(e->value) / unit;
        max = fmax(max, total[e->row]);
    }
    return DBL_EPSILON * fmax(4 * far * max, 64 * s->report->scale);
}

static bool is_finite(const tml_pencil_entries *e)
{
    for (size_t i = 0; i < e->count; i++)
        if (!isfinite(e->list[i].value))
            return false;
    return true;
}

static tml_sparse_modes_status evaluate(search *s)
{
    const tml_system *sys = s->s;
    tml_workspace *w = s->report->work = tml_workspace_make(sys, s->arena);
    double *lambda = TML_NEW_ARRAY(s->arena, double, sys->row_count + 1);
    double *gradient = TML_NEW_ARRAY(s->arena, double, sys->input_count);
    s->zeros = TML_NEW_ARRAY(s->arena, double, sys->nv + 1);
    s->report->residual = TML_NEW_ARRAY(s->arena, double, sys->nv + 1);
    s->report->acting = TML_NEW_ARRAY(s->arena, double, sys->nv + 1);
    memcpy(w->unwrapped, s->request->unwrapped, (size_t)sys->measure_count * sizeof(double));
    tml_workspace_evaluate(w, s->request->t, s->request->q, s->zeros);
    tml_workspace_measure(w, 0, sys->measure_count);
    if (!tml_all_finite(w->Q, sys->nv))
        return TML_SPARSE_NOT_FINITE;
    if (!balance(s, lambda, gradient))
        return TML_SPARSE_SINGULAR;
    s->pencil = tml_pencil_make(w, s->request->independent, s->arena);
    const tml_tangent_sink sink = {.context = s, .K = add_K, .C = add_C, .undamped = s->request->undamped};
    tml_tangent_entries(w, lambda, s->zeros, &sink, gradient);
    s->report->rounding = rounding_of(s);
    return is_finite(&s->pencil->K) && is_finite(&s->pencil->C) ? TML_SPARSE_DONE : TML_SPARSE_NOT_FINITE;
}

/* ---- eigenvalues ---- */

/* z = s^2 (linear) or s, by increasing magnitude; zero if indistinguishable from it. */
typedef struct {
    double re, im;
    double *x, *x_im; /* NULL: real */
    double p, p_im;   /* of the products */
} root;

typedef struct {
    int count;
    root *list;
    bool complete; /* all there are */
} roots;

static int by_size(const void *a, const void *b)
{
    const root *p = a, *q = b;
    const double x = hypot(p->re, p->im), y = hypot(q->re, q->im);
    return (x > y) - (x < y);
}

/* s^2 below this belongs to a rigid-body mode: rounding of zero, as in deflated_eigenvalues.c, or of differences. */
static double rigid_bound(const search *s)
{
    const double rounding = (tml_linear_has_touching_rows(s->s) ? DIFFERENCES : 64) * DBL_EPSILON;
    return rounding * s->s->nv * s->pencil->highest * s->pencil->highest;
}

/* Eigenvalues of the products below `infinite` of the largest are rounding: of infinite eigenvalues s. */
static roots roots_of(const search *s, const tml_krylov_pairs *found, int n, bool quadratic, double infinite)
{
    const double shift = s->pencil->shift, offset = quadratic ? shift : shift * shift,
                 nothing = quadratic ? PARTNER * s->pencil->highest : rigid_bound(s);
    roots out = {.list = TML_NEW_ARRAY(s->arena, root, found->count + 1), .complete = found->complete};
    double largest = 0;
    for (int i = 0; i < found->count; i++)
        largest = fmax(largest, hypot(found->re[i], found->im[i]));
    for (int i = 0; i < found->count; i++) {
        const bool pair = found->im[i] != 0 && i + 1 < found->count;
        const double p = found->re[i], q = found->im[i], square = p * p + q * q;
        root r = {.re = offset + p / square,
                  .im = -q / square,
                  .x = found->x + (size_t)i * (size_t)n,
                  .x_im = pair ? found->x + (size_t)(i + 1) * (size_t)n : NULL,
                  .p = p,
                  .p_im = q};
        if (!(sqrt(square) > infinite * largest))
            continue;
        if (hypot(r.re, r.im) <= nothing)
            r.re = r.im = 0;
        if (pair && fabs(r.im) <= 1e-11 * fabs(r.re)) { /* a double root that rounding turned into a pair */
            r.im = r.p_im = 0;
            out.list[out.count] = out.list[out.count + 1] = r;
            out.list[out.count].x_im = out.list[out.count + 1].x_im = NULL;
            out.list[out.count + 1].x = r.x_im;
            out.count += 2;
            i++;
            continue;
        }
        out.list[out.count++] = r;
        if (pair) { /* its conjugate has no shape of its own, but counts */
            r.im = -r.im, r.p_im = -r.p_im, r.x = NULL;
            out.list[out.count++] = r;
        }
        i += pair;
    }
    qsort(out.list, (size_t)out.count, sizeof *out.list, by_size);
    return out;
}

/* A circle with at least `needed` roots inside, through the widest gap: its radius, how many are inside; false: no gap
 * is as wide as required, relative to the radius. */
static bool find_gap(const roots *r, int needed, double width, double *radius, int *inside)
{
    double widest = 1 + width;
    *inside = -1;
    for (int j = needed; j < r->count; j++) {
        const double before = j ? hypot(r->list[j - 1].re, r->list[j - 1].im) : 0,
                     after = hypot(r->list[j].re, r->list[j].im), ratio = fmin(after / before, 1e3);
        if (!(ratio > widest))
            continue;
        widest = ratio;
        *radius = before > 0.25 * after ? sqrt(before * after) : 0.5 * after;
        *inside = j;
    }
    return *inside >= 0;
}

static int rigid_count(const roots *r)
{
    int count = 0;
    while (count < r->count && r->list[count].re == 0 && r->list[count].im == 0)
        count++;
    return count;
}

/* How many roots in a circle were not found; -1 if unknown. */
static int count_missing(search *s, const roots *r, bool quadratic, double radius, int locked)
{
    double *known = TML_NEW_ARRAY(s->arena, double, 2 * (r->count + locked) + 2);
    int more;
    for (int i = 0; i < r->count; i++)
        known[2 * i] = r->list[i].re, known[2 * i + 1] = r->list[i].im;
    return tml_pencil_count(s->pencil, quadratic, radius, known, r->count + locked, &more) ? more : -1;
}

/* The slowest roots, at least `needed`, none of them missing. `locked` are zero, and known. */
static tml_sparse_modes_status find_roots(search *s, tml_krylov *k, int n, bool quadratic, int needed, int locked,
                                          roots *out)
{
    int wanted = needed + 4;
    double infinite = 1e-13;
    for (int round = 0; round < MAX_ROUNDS; round++) {
        tml_krylov_pairs found;
        double radius;
        int inside;
        if (!tml_krylov_find(k, wanted, s->arena, &found))
            return TML_SPARSE_NOT_CONVERGED;
        *out = roots_of(s, &found, n, quadratic, infinite);
        const bool all = found.complete && out->count <= wanted;
        if (all) {
            const root *last = out->count ? &out->list[out->count - 1] : NULL;
            inside = out->count;
            radius = last ? 2 * hypot(last->re, last->im) + s->pencil->highest : s->pencil->highest;
        } else if (!find_gap(out, needed, round < 8 ? 1e-3 : 1e-6, &radius, &inside)) {
            wanted += wanted / 2;
            continue;
        }
        const int missing = count_missing(s, out, quadratic, radius, locked);
        if (missing == 0) {
            s->report->radius = quadratic ? radius : sqrt(radius), s->report->counted = inside + locked;
            return TML_SPARSE_DONE;
        }
        if (all && missing < 0) /* more than there are: massless bodies have no modes of their own */
            infinite = 1e-9;
        if (missing > 0 && !tml_krylov_add_random(k, missing))
            return TML_SPARSE_NOT_CONVERGED;
        wanted += (missing > 0 ? missing : 0) + 4;
    }
    return TML_SPARSE_NOT_COUNTED;
}

static int coordinate_count(const search *s)
{
    return 2 * s->s->nv - s->pencil->n - s->s->ignorable_count;
}

/* Far from the shift its inverse leaves fewer digits than the Rayleigh quotient, whose error is the square of that of
 * the shape. */
static void refine(const tml_pencil *p, root *r)
{
    if (r->x && !r->x_im && fabs(r->re) > 1e3 * p->shift * p->shift)
        r->re = tml_pencil_quotient(p, r->x);
}

/* A shift close to the wanted roots, if the first one is far above them: from half of the slowest that a few products
 * show, without rigid-body modes. The same shift: it is good enough. */
static double better_shift(search *s, tml_krylov *k, int needed)
{
    const double shift = s->pencil->shift, least = MIN_SHIFT * s->pencil->highest;
    const int wanted = needed < 20 ? needed + 1 : 20;
    double sizes[24];
    const int count = tml_krylov_estimate(k, wanted, s->arena, sizes);
    for (int i = (count - 1) / 2; i >= 0 && i < count; i++) {
        const double z = fabs(1 / sizes[i] - shift * shift);
        if (z > rigid_bound(s))
            return z < 0.01 * shift * shift ? fmax(sqrt(z), least) : shift;
    }
    return shift;
}

/* Solutions with K + shift^2 M have relative errors of eps |K| along rigid-body modes: residuals cannot be smaller.
 * The Rayleigh quotients of refined shapes are not affected. */
static double noise_of(const tml_pencil *p)
{
    return fmin(16 * DBL_EPSILON * (p->highest / p->shift) * (p->highest / p->shift), MAX_NOISE);
}

/* K x = s^2 M x */
static tml_sparse_modes_status find_linear(search *s, int needed, roots *out)
{
    tml_pencil *p = s->pencil;
    const bool symmetric = tml_pencil_is_symmetric(p, 1e-10);
    tml_krylov_task task = {.product = tml_pencil_linear,
                            .weigh = symmetric ? tml_pencil_apply_mass : tml_pencil_apply_linear_metric,
                            .purge = tml_pencil_purge_linear,
                            .context = p,
                            .n = s->s->nv,
                            .dimension = coordinate_count(s),
                            .max_size = MAX_BASIS,
                            .symmetric = symmetric};
    double shift = SHIFT * p->highest;
    tml_krylov *k = NULL;
    for (int pass = 0; pass < 4 && shift != p->shift; pass++) {
        if (!tml_pencil_factor(p, shift, false))
            return TML_SPARSE_SINGULAR;
        task.noise = noise_of(p);
        k = tml_krylov_make(&task, s->arena);
        shift = pass < 3 ? better_shift(s, k, needed) : shift;
        s->report->products += shift != p->shift ? tml_krylov_products(k) : 0;
    }
    const tml_sparse_modes_status end = find_roots(s, k, s->s->nv, false, needed, 0, out);
    s->report->products += tml_krylov_products(k);
    for (int i = 0; end == TML_SPARSE_DONE && symmetric && i < out->count; i++)
        refine(p, &out->list[i]);
    return end;
}

/* Undamped shapes, as displacements and as velocities: if damping is small or proportional, these are the shapes. */
static bool seed(tml_krylov *k, const roots *slow, int nv, double *state)
{
    bool good = true;
    for (int half = 0; half < 2; half++)
        for (int i = 0; good && i < slow->count; i++)
            for (int part = 0; good && slow->list[i].x && part < (slow->list[i].x_im ? 2 : 1); part++) {
                memset(state, 0, 2 * (size_t)nv * sizeof(double));
                memcpy(state + half * nv, part ? slow->list[i].x_im : slow->list[i].x, (size_t)nv * sizeof(double));
                good = tml_krylov_add_vector(k, state);
            }
    return good;
}

/* (s^2 M - s C - K) x = 0 besides the rigid-body modes, which are locked; full shapes are restored. */
static tml_sparse_modes_status find_quadratic(search *s, const roots *slow, int rigid_modes, int needed, roots *out)
{
    tml_pencil *p = s->pencil;
    const int nv = s->s->nv;
    const tml_krylov_task task = {.product = tml_pencil_quadratic,
                                  .weigh = tml_pencil_apply_quadratic_metric,
                                  .purge = tml_pencil_purge_quadratic,
                                  .context = p,
                                  .n = 2 * nv,
                                  .dimension = 2 * coordinate_count(s),
                                  .max_size = MAX_BASIS};
    if (!tml_pencil_factor(p, p->shift, true))
        return TML_SPARSE_SINGULAR;
    tml_krylov *k = tml_krylov_make(&task, s->arena);
    double *state = TML_NEW_ARRAY(s->arena, double, 2 * nv + 1);
    const bool symmetric = tml_pencil_is_symmetric(p, 1e-10);
    for (int i = 0; i < rigid_modes; i++) {
        memcpy(state, slow->list[i].x, (size_t)nv * sizeof(double));
        tml_krylov_lock(k, state);
    }
    bool good = seed(k, slow, nv, state);
    if (!good)
        return TML_SPARSE_NOT_CONVERGED;
    const tml_sparse_modes_status end = find_roots(s, k, 2 * nv, true, needed, rigid_modes, out);
    good = end == TML_SPARSE_DONE;
    for (int i = 0; good && i < out->count; i++) {
        root *r = &out->list[i];
        if (r->x && (r->re != 0 || r->im != 0))
            good = tml_krylov_unlock(k, -1 / p->shift, r->p, r->p_im, r->x, r->x_im);
        if (good && symmetric && r->x && (r->re != 0 || r->im != 0))
            tml_pencil_improve(p, r->x, r->x_im, &r->re, &r->im);
    }
    s->report->products += tml_krylov_products(k);
    return end == TML_SPARSE_DONE && !good ? TML_SPARSE_NOT_CONVERGED : end;
}

/* ---- modes ---- */

/* The mode of s = re + i im with shape x + i x_im: represented by its conjugate if im < 0. */
static void add_mode(search *s, tml_modes *out, double re, double im, double *x, const double *x_im)
{
    double *across = s->zeros;
    if (x_im) {
        across = TML_NEW_ARRAY(s->arena, double, s->s->nv + 1);
        for (int j = 0; j < s->s->nv; j++)
            across[j] = im < 0 ? -x_im[j] : x_im[j];
        out->symmetric = false;
    }
    out->list[out->count++] = (tml_mode){.re = re, .im = fabs(im), .x = x, .x_im = across};
}

/* s of s^2 = a + i b: the root with Re s >= 0; without damping -s is a root too, with the same shape. */
static void add_undamped(search *s, tml_modes *out, const root *r)
{
    const double size = hypot(r->re, r->im);
    double re = sqrt(fmax(0.5 * (size + r->re), 0)), im = copysign(sqrt(fmax(0.5 * (size - r->re), 0)), r->im);
    if (re <= 1e-9 * fabs(im))
        re = 0;
    if (fabs(im) <= 1e-9 * re)
        im = 0;
    if (re != 0 && im != 0) { /* flutter, from follower forces */
        add_mode(s, out, -re, -im, r->x, r->x_im);
        add_mode(s, out, re, im, r->x, r->x_im);
        return;
    }
    double *const shapes[] = {r->x, r->x_im}; /* both, of a double s^2 that rounding turned into a pair */
    for (int i = 0; i < 2 && shapes[i]; i++) {
        if (re != 0)
            add_mode(s, out, -re, 0, shapes[i], NULL);
        add_mode(s, out, re, im, shapes[i], NULL);
    }
}

static void add_rigid(search *s, tml_modes *out, const roots *r, int count)
{
    for (int i = 0; i < count; i++)
        if (r->list[i].x)
            out->list[out->count++] = (tml_mode){.rigid = true, .x = r->list[i].x, .x_im = s->zeros};
}

static void collect(search *s, const roots *slow, bool damped, tml_modes *out)
{
    for (int i = 0; i < slow->count; i++) {
        const root *r = &slow->list[i];
        if (!r->x || (r->re == 0 && r->im == 0))
            continue;
        if (damped)
            add_mode(s, out, r->re, r->im, r->x, r->x_im);
        else
            add_undamped(s, out, r);
    }
}

static tml_sparse_modes_status find_modes(search *s, tml_modes *out)
{
    roots slow = {0}, damped = {0};
    const bool damping = s->pencil->damped;
    const int count = s->request->count;
    tml_sparse_modes_status end = find_linear(s, count, &slow);
    if (end != TML_SPARSE_DONE)
        return end;
    const int rigid = rigid_count(&slow);
    if (damping && count > rigid) {
        end = find_quadratic(s, &slow, rigid, 2 * (count - rigid) + rigid, &damped);
        if (end != TML_SPARSE_DONE)
            return end;
    }
    *out = (tml_modes){.symmetric = !damping, .complete = damping ? damped.complete : slow.complete};
    out->list = TML_NEW_ARRAY(s->arena, tml_mode, 2 * slow.count + 2 * damped.count + 2);
    add_rigid(s, out, &slow, rigid);
    collect(s, damping ? &damped : &slow, damping, out);
    tml_modes_sort(out);
    return TML_SPARSE_DONE;
}

tml_sparse_modes_status tml_modes_sparse(const tml_system *sys, const tml_sparse_request *request, tml_arena *arena,
                                         tml_modes *modes, tml_sparse_report *report)
{
    search *s = TML_NEW(arena, search);
    *report = (tml_sparse_report){0};
    *s = (search){.s = sys, .request = request, .report = report, .arena = arena};
    const tml_sparse_modes_status end = evaluate(s);
    if (end != TML_SPARSE_DONE)
        return end;
    if (!tml_pencil_finish(s->pencil))
        return TML_SPARSE_SINGULAR;
    report->unknowns = s->pencil->n, report->entries = s->pencil->pattern.entries;
    const tml_sparse_modes_status found = find_modes(s, modes);
    report->shift = s->pencil->shift;
    return found;
}
