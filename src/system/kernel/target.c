/* target.c - what drivers prescribe: positions, or speeds and accelerations integrated in time.
 *
 *   order 0   x = f(t)
 *   order 1   x = x0 + F(t),                   F(t) = integral of f from the start to t
 *   order 2   x = x0 + v0 (t - start) + H(t),  H(t) = integral of (t - s) f(s) ds
 * Panels so short that Gauss's rule of ten nodes is exact to rounding are found once; in a panel from a to b
 *   F(t) = F(a) + integral,     H(t) = H(a) + F(a) (t - a) + integral of (t - s) f(s) ds.
 */
#include "system/initial_guess.h"
#include "system/kernel/workspace.h"
#include <math.h>
#include <string.h>

enum { NODES = 5, SAMPLES = 16, MAX_PANELS = 4096, MAX_DEPTH = 40, MAX_DEPTH_BEYOND = 12 };
static const double NODE[NODES] = {0.14887433898163122, 0.43339539412924719, 0.67940956829902441, 0.86506336668898451,
                                   0.97390652851717172};
static const double WEIGHT[NODES] = {0.29552422471475287, 0.26926671930999636, 0.21908636251598204, 0.14945134915058059,
                                     0.06667134430868814};
static const double EXACT = 2e-15; /* of the integral of |f| */

typedef struct {
    double first, second, magnitude; /* integrals of f, of (b - s) f, of |f| */
} integrals;

static double value_at(tml_workspace *work, const tml_expression *f, double t)
{
    return tml_expression_value(f, &t, work->expression);
}

/* Gauss's rule from a to b. */
static integrals gauss(tml_workspace *work, const tml_expression *f, double a, double b)
{
    const double h = 0.5 * (b - a), middle = 0.5 * (a + b);
    integrals sum = {0, 0, 0};
    for (int i = 0; i < NODES; i++)
        for (int side = -1; side <= 1; side += 2) {
            const double x = side * NODE[i] * h, y = h * WEIGHT[i] * value_at(work, f, middle + x);
            sum.first += y;
            sum.second += (h - x) * y;
            sum.magnitude += fabs(y);
        }
    return sum;
}

/* One interval after another. */
static integrals join(integrals x, integrals y, double length_of_y)
{
    return (integrals){x.first + y.first, x.second + x.first * length_of_y + y.second, x.magnitude + y.magnitude};
}

/* The mean of |f|: where f is zero its rounding errors are as large as elsewhere. */
static double mean_magnitude(tml_workspace *work, const tml_expression *f, double a, double b)
{
    const double h = (b - a) / SAMPLES;
    double sum = 0;
    for (int i = 0; i < SAMPLES; i++)
        sum += gauss(work, f, a + i * h, a + (i + 1) * h).magnitude;
    return sum / fabs(b - a);
}

static bool is_exact(integrals whole, integrals halves, double length, double mean)
{
    const double bar = EXACT * fmax(fabs(halves.magnitude), mean * fabs(length));
    return !(fabs(whole.first - halves.first) > bar) && !(fabs(whole.second - halves.second) > bar * fabs(length));
}

/* From a to b, halved where need be. */
static integrals adapt(tml_workspace *work, const tml_expression *f, double a, double b, double mean, int depth)
{
    const double middle = 0.5 * (a + b);
    const integrals whole = gauss(work, f, a, b);
    const integrals halves = join(gauss(work, f, a, middle), gauss(work, f, middle, b), b - middle);
    if (depth == 0 || is_exact(whole, halves, b - a, mean))
        return halves;
    return join(adapt(work, f, a, middle, mean, depth - 1), adapt(work, f, middle, b, mean, depth - 1), b - middle);
}

/* ---- evaluation ---- */

/* F and H at the time of work. */
static integrals integrate(tml_workspace *work, const tml_target *m)
{
    integrals sum = {0, 0, 0};
    double a = m->start;
    const double t = work->t;
    if (t == a)
        return sum;
    int low = 0, high = m->panel_count;
    if (high == 0 || t < m->edge[0] || t > m->edge[high]) {
        if (high && t > m->edge[high])
            a = m->edge[high], sum = (integrals){m->first_integral[high], m->second_integral[high], 0};
        return join(sum, adapt(work, m->value, a, t, mean_magnitude(work, m->value, a, t), MAX_DEPTH_BEYOND), t - a);
    }
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (m->edge[middle] <= t)
            low = middle;
        else
            high = middle;
    }
    sum = (integrals){m->first_integral[low], m->second_integral[low], 0};
    return join(sum, gauss(work, m->value, m->edge[low], t), t - m->edge[low]);
}

void tml_workspace_target(tml_workspace *work, double constant, const tml_target *motion, double out[3])
{
    out[0] = constant, out[1] = out[2] = 0;
    if (!motion)
        return;
    const tml_jet time = {work->t, 1, 0};
    const tml_jet f = tml_expression_jet(motion->value, &time, (tml_jet *)work->expression);
    if (motion->order == 0) {
        out[0] += f.f, out[1] = f.d, out[2] = f.dd;
        return;
    }
    const integrals sum = integrate(work, motion);
    const bool twice = motion->order == 2;
    out[0] += motion->position + (twice ? motion->rate * (work->t - motion->start) + sum.second : sum.first);
    out[1] = twice ? motion->rate + sum.first : f.f;
    out[2] = twice ? f.f : f.d;
}

/* ---- panels ---- */

typedef struct {
    tml_workspace *work;
    const tml_expression *f;
    double *edge, *first, *second;
    int count;
    double mean;
} panels;

static void add_panel(panels *p, double b, integrals of)
{
    const integrals sum = join((integrals){p->first[p->count], p->second[p->count], 0}, of, b - p->edge[p->count]);
    p->count++;
    p->edge[p->count] = b;
    p->first[p->count] = sum.first;
    p->second[p->count] = sum.second;
}

static void find_panels(panels *p, double a, double b, int depth)
{
    const double middle = 0.5 * (a + b);
    if (p->count + depth + 1 >= MAX_PANELS)
        return; /* what is beyond the last panel is integrated when it is asked for */
    const integrals whole = gauss(p->work, p->f, a, b);
    const integrals halves = join(gauss(p->work, p->f, a, middle), gauss(p->work, p->f, middle, b), b - middle);
    if (depth == 0 || is_exact(whole, halves, b - a, p->mean)) {
        add_panel(p, b, halves);
        return;
    }
    find_panels(p, a, middle, depth - 1);
    if (p->edge[p->count] == middle)
        find_panels(p, middle, b, depth - 1);
}

static void make_panels(tml_target *m, double end, tml_workspace *work, tml_arena *arena)
{
    if (!(end > m->start) || !isfinite(end))
        return;
    tml_arena *scratch = tml_arena_part(arena);
    panels p = {.work = work, .f = m->value, .mean = mean_magnitude(work, m->value, m->start, end)};
    p.edge = TML_NEW_ARRAY(scratch, double, MAX_PANELS + 1);
    p.first = TML_NEW_ARRAY(scratch, double, MAX_PANELS + 1);
    p.second = TML_NEW_ARRAY(scratch, double, MAX_PANELS + 1);
    p.edge[0] = m->start;
    find_panels(&p, m->start, end, MAX_DEPTH);
    const size_t size = (size_t)(p.count + 1) * sizeof(double);
    m->panel_count = p.count;
    m->edge = tml_arena_copy(arena, p.edge, size);
    m->first_integral = tml_arena_copy(arena, p.first, size);
    m->second_integral = tml_arena_copy(arena, p.second, size);
    tml_arena_free(scratch);
}

/* ---- rows without a position of their own ---- */

const tml_system *tml_system_settle(const tml_system *system, const double *q, const double *unwrapped,
                                    tml_arena *arena)
{
    bool any = false;
    for (int i = 0; system->rate_row_count && i < system->rigid_row_count; i++)
        any |= system->rows[i].rate_only && system->rows[i].integrable;
    if (!any)
        return system;
    tml_system *s = tml_arena_copy(arena, system, sizeof *system);
    s->rows = tml_arena_copy(arena, s->rows, (size_t)s->assembly_row_count * sizeof *s->rows);
    tml_workspace *work = tml_workspace_make(s, arena);
    if (unwrapped)
        memcpy(work->unwrapped, unwrapped, (size_t)s->measure_count * sizeof(double));
    tml_workspace_set_state(work, 0, q, TML_NEW_ARRAY(arena, double, s->nv + 1));
    tml_workspace_measure(work, 0, s->measure_count);
    for (int i = 0; i < s->rigid_row_count; i++) {
        tml_constraint *row = &s->rows[i];
        if (!row->rate_only || !row->integrable)
            continue;
        row->rate_only = false;
        s->rate_row_count--;
        row->target = tml_workspace_sum(work, &row->terms).f;
    }
    return s;
}

/* ---- where they start ---- */

/* Where the measure of a driver is, as a position or a rate; an entry of `initial` decides where as_given. */
static double start_value(const tml_workspace *work, tml_term term, bool rate, bool as_given)
{
    const tml_system *s = work->system;
    for (int i = 0; as_given && i < s->start_count; i++) {
        const tml_start *x = &s->starts[i];
        if (x->rate == rate && x->term.measure == term.measure)
            return x->value * x->term.coefficient * term.coefficient;
    }
    return term.coefficient * (rate ? work->rate : work->value)[term.measure];
}

const tml_system *tml_system_start_targets(const tml_system *system, const tml_target_start *from, tml_arena *arena)
{
    bool any = false;
    for (int i = 0; i < system->drive_count; i++)
        any |= system->rows[system->drives[i].row].motion->order > 0;
    if (!any)
        return system;
    tml_system *s = tml_arena_copy(arena, system, sizeof *system);
    s->rows = tml_arena_copy(arena, s->rows, (size_t)s->assembly_row_count * sizeof *s->rows);
    s->laws = tml_arena_copy(arena, s->laws, (size_t)s->law_count * sizeof *s->laws);
    tml_workspace *work = tml_workspace_make(s, arena);
    if (from->unwrapped)
        memcpy(work->unwrapped, from->unwrapped, (size_t)s->measure_count * sizeof(double));
    tml_workspace_set_state(work, from->t, from->q, from->v);
    tml_workspace_measure(work, 0, s->measure_count);
    for (int i = 0; i < s->drive_count; i++) {
        tml_constraint *row = &s->rows[s->drives[i].row];
        const tml_term term = s->terms[row->terms.first];
        if (row->motion->order == 0)
            continue;
        tml_target *m = tml_arena_copy(arena, row->motion, sizeof *m);
        m->start = from->t;
        m->position = start_value(work, term, false, from->as_given);
        m->rate = start_value(work, term, true, from->as_given);
        m->panel_count = 0;
        make_panels(m, from->end, work, arena);
        row->motion = m;
        if (s->drives[i].law >= 0)
            s->laws[s->drives[i].law].motion = m;
    }
    return s;
}
