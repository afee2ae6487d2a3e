/* massless.c - positions, velocities and accelerations of massless bodies from the balance of their forces.
 *
 * With P = N B (massless_space.h), C = P' dQ/dv P and K = P' d(Q + G' lambda)/dq P,
 *   P' Q = 0,    (P' Q)' = P' (d(Q + G' lambda)/dq v + dQ/dv a + dQ/dt) = 0
 * are solved for displacements and velocities along P as in massless_split.h, by Newton's method. lambda and a belong to the bodies with
 * inertia: N'(Q + G' lambda) = 0, so the change of P does no work. Rows stay closed by the minimum-norm motion along N.
 * Groups of bodies that do not interact are solved one after the other.
 */
#include "dynamics/massless/massless_state.h"
#include "dynamics/tangent/tangent_sparse.h"
#include <float.h>
#include <math.h>
#include <string.h>

static const double ROUNDING = 1e-8;    /* changes below this that no longer shrink are rounding */
static const double TIME_STEP = 1e-3;   /* step of finite differences, relative to the time constant of the system */
static const double SPAN_FRACTION = 10; /* if it has no time constant: 1/10 of the duration replaces it */
static const double NEAR_BALANCE = 1e-3, DESCENT_STEP = 0.1; /* of the size: then Newton takes over; longest step */
enum { MAX_ITERATIONS = 50, MAX_DESCENT = 200 };

/* With little damping an error of position causes an error of velocity k/c times as large. At the start nothing better
 * is known; later the integrator has the velocity. In accelerations the factor is squared: the springs decide. */
const tml_damping_limits tml_damping_at_start = {.at_once = 1e-6};
static const tml_damping_limits STATIC = {.at_once = INFINITY}, IN_MOTION = {.at_once = 1e-6, .kept = 1e-2},
                                ACCELERATING = {.at_once = 1e-3};

bool tml_massless_velocity(const tml_system *s, int velocity)
{
    const int body = velocity / s->nvb + 1;
    return velocity % s->nvb < (s->space ? 3 : 2) ? s->masses[body].inverse_mass == 0 : tml_massless_rotation(s, body);
}

/* ---- derivatives ---- */

static bool moves(const tml_direction *d, int velocity)
{
    return velocity >= d->first && velocity < d->first + d->count;
}

/* Adds N' value N of one entry of K or C to the block of its group. */
static void add_entry(const tml_massless *x, double *blocks, int i, int j, double value)
{
    const tml_massless_space *n = x->space;
    for (int a = n->of[i]; a >= 0 && a < n->count && moves(&n->directions[a], i); a++)
        for (int b = n->of[j]; b >= 0 && b < n->count && moves(&n->directions[b], j); b++) {
            const tml_direction *to = &n->directions[a], *from = &n->directions[b];
            const tml_massless_group *g = &n->groups[n->group_of[a]];
            if (n->group_of[b] == n->group_of[a])
                blocks[g->at + (size_t)((a - g->first) * g->count + b - g->first)] +=
                    to->u[i - to->first] * value * from->u[j - from->first];
        }
}

static void sink_K(void *context, int i, int j, double value)
{
    tml_massless *x = context;
    x->Qdot[i] += value * x->v[j];
    x->max_stiffness =
        fmax(x->max_stiffness, fabs(value) / (tml_massless_unit(x->system, i) * tml_massless_unit(x->system, j)));
    add_entry(x, x->K, i, j, value);
}

static void sink_C(void *context, int i, int j, double value)
{
    tml_massless *x = context;
    x->Qdot[i] += value * x->a[j];
    x->max_damping =
        fmax(x->max_damping, fabs(value) / (tml_massless_unit(x->system, i) * tml_massless_unit(x->system, j)));
    add_entry(x, x->C, i, j, value);
}

static void sink_T(void *context, int i, double value)
{
    const tml_massless *x = context;
    x->Qdot[i] += value;
}

/* Accelerations of bodies with inertia, without rows; zero along the massless directions. */
static void accelerate(const tml_massless *x, const double *Q, double *a)
{
    const tml_system *s = x->system;
    for (int b = 1; b < s->nb; b++) {
        const double *f = Q + (b - 1) * s->nvb;
        double *out = a + (b - 1) * s->nvb;
        tml_mass_divide(s, b, f, out);
        if (s->space && tml_massless_rotation(s, b)) {
            const tml_vec3 alpha = tml_rotate(&x->space->inverse[b], (tml_vec3){f[3], f[4], f[5]});
            out[3] = alpha.x, out[4] = alpha.y, out[5] = alpha.z;
        }
    }
}

/* P, and accelerations a without component along it, at a state. False: not finite, or singular. */
static bool evaluate(tml_massless *x, tml_workspace *work, double t, const double *q, const double *v)
{
    tml_workspace_evaluate(work, t, q, v);
    if (!tml_all_finite(work->Q, x->system->nv) || !tml_massless_space_evaluate(x->space, work))
        return false;
    if (x->kkt)
        return tml_massless_kkt_solve(x->kkt, work, x->a, x->lambda) == 0;
    accelerate(x, work->Q, x->a);
    return true;
}

bool tml_massless_differentiate(tml_massless *x, tml_workspace *work, double t, const double *q, const double *v)
{
    const tml_system *s = x->system;
    const tml_tangent_sink sink = {.context = x, .K = sink_K, .C = sink_C, .T = sink_T};
    if (!evaluate(x, work, t, q, v))
        return false;
    memset(x->C, 0, x->space->entries * sizeof(double));
    memset(x->K, 0, x->space->entries * sizeof(double));
    memset(x->Qdot, 0, (size_t)s->nv * sizeof(double));
    x->v = v;
    x->max_stiffness = x->max_damping = 0;
    tml_tangent_entries(work, x->lambda, x->a, &sink, x->gradient);
    return tml_all_finite(x->Qdot, s->nv);
}

/* ---- construction ---- */

/* Time constant sqrt(m/k) of the whole system. Without mass: the relaxation time of springs and dampers; without
 * springs: the time in which dampers stop a mass. */
static double time_constant_of(const tml_massless *x)
{
    double mass = 0;
    for (int b = 1; b < x->system->nb; b++)
        mass += x->system->masses[b].mass;
    return x->max_stiffness > 0 ? (mass > 0 ? sqrt(mass / x->max_stiffness) : x->max_damping / x->max_stiffness)
           : x->max_damping > 0 ? mass / x->max_damping
                                : 0;
}

static void make_arrays(tml_massless *x, tml_arena *arena)
{
    const tml_system *s = x->system;
    const size_t n = (size_t)x->space->largest;
    x->C = TML_NEW_ARRAY(arena, double, x->space->entries);
    x->K = TML_NEW_ARRAY(arena, double, x->space->entries);
    x->Cr = TML_NEW_ARRAY(arena, double, n *n);
    x->Kr = TML_NEW_ARRAY(arena, double, n *n);
    x->br[0] = TML_NEW_ARRAY(arena, double, n);
    x->br[1] = TML_NEW_ARRAY(arena, double, n);
    x->y = TML_NEW_ARRAY(arena, double, n);
    x->split = tml_massless_split_make(x->space->largest, arena);
    double **vectors[] = {&x->Qdot, &x->a, &x->b, &x->displacement, &x->dv, &x->step, &x->later, &x->base, &x->later_v};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = TML_NEW_ARRAY(arena, double, s->nv);
    x->lambda = TML_NEW_ARRAY(arena, double, s->row_count + 1);
    x->later_q = TML_NEW_ARRAY(arena, double, s->nq);
    x->gradient = TML_NEW_ARRAY(arena, double, s->input_count);
}

tml_massless *tml_massless_make(const tml_system *s, const bool *independent, double t, const double *q,
                                const double *unwrapped, tml_arena *arena)
{
    if (!s->singular_mass)
        return NULL;
    tml_massless *x = TML_NEW(arena, tml_massless);
    tml_workspace *work = tml_workspace_make(s, arena);
    if (unwrapped)
        memcpy(work->unwrapped, unwrapped, (size_t)s->measure_count * sizeof(double));
    x->system = s;
    x->space = tml_massless_space_make(s, arena);
    make_arrays(x, arena);
    tml_workspace_set_state(work, t, q, x->step);
    tml_workspace_measure(work, 0, s->measure_count);
    tml_workspace_constraints(work, s->rigid_row_count);
    if (!tml_massless_space_evaluate(x->space, work) || x->space->free_count == 0)
        return NULL;
    if (!independent ||
        s->row_count < s->rigid_row_count) /* only the question is asked, or the coordinates have no such rows */
        return x;
    if (s->row_count)
        x->kkt = tml_massless_kkt_make(x->space, independent, arena);
    tml_massless_differentiate(x, work, t, q, x->step);
    x->time_constant = time_constant_of(x);
    return x;
}

/* ---- Newton ---- */

void tml_massless_reduce(const tml_massless_group *g, const double *block, double *out)
{
    const int n = g->count, m = g->free;
    memset(out, 0, (size_t)m * (size_t)m * sizeof(double));
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++) {
            const double value = block[a * n + b];
            for (int i = 0; value != 0 && i < m; i++)
                for (int k = 0; k < m; k++)
                    out[i * m + k] += g->B[i * n + a] * value * g->B[k * n + b];
        }
}

void tml_massless_reduce_force(const tml_massless *x, const tml_massless_group *g, const double *f, double *out)
{
    for (int i = 0; i < g->free; i++) {
        out[i] = 0;
        for (int a = 0; a < g->count; a++)
            out[i] += g->B[i * g->count + a] * tml_along(&x->space->directions[g->first + a], f);
    }
}

void tml_massless_expand(const tml_massless_group *g, const double *y, double *to)
{
    for (int k = 0; k < g->free; k++)
        for (int a = 0; a < g->count; a++)
            to[a] += g->B[k * g->count + a] * y[k];
}

/* C, K, P'Q and (P'Q)' of one group, split into what dampers and what springs determine. */
static void split_group(tml_massless *x, const tml_workspace *work, const tml_massless_group *g, tml_damping_limits r)
{
    tml_massless_reduce(g, x->C + g->at, x->Cr);
    tml_massless_reduce(g, x->K + g->at, x->Kr);
    tml_massless_reduce_force(x, g, work->Q, x->br[0]);
    tml_massless_reduce_force(x, g, x->Qdot, x->br[1]);
    tml_massless_eliminate(&x->split, g->free, x->Cr, x->Kr, x->br[0], x->br[1], r.at_once * x->time_constant);
}

static bool solve_group(tml_massless *x, const tml_workspace *work, const tml_massless_group *g, tml_damping_limits r)
{
    double *displacement = x->displacement + g->first, *dv = x->dv + g->first;
    split_group(x, work, g, r);
    tml_massless_close(x->space, g, work->phi, displacement);
    tml_massless_close(x->space, g, work->phidot, dv);
    if (!tml_massless_velocities(&x->split, r.kept * x->time_constant, x->y))
        return false;
    tml_massless_expand(g, x->y, dv);
    if (!tml_massless_positions(&x->split, x->y))
        return false;
    tml_massless_expand(g, x->y, displacement);
    return true;
}

/* The larger one; NaN if b is NaN, so that the iteration has not converged. */
static double larger(double a, double b)
{
    return b > a || isnan(b) ? b : a;
}

/* The largest change, relative to the mechanism's size and to the largest velocity. */
static double change_of(const tml_massless *x, const double *v)
{
    const tml_system *s = x->system;
    double max_value = 0, fastest = 0, change = 0;
    for (int i = 0; i < s->nv; i++)
        fastest = fmax(fastest, fabs(v[i]) * tml_massless_unit(s, i));
    for (int i = 0; i < x->space->count; i++) {
        const double unit = x->space->directions[i].unit;
        max_value = larger(max_value, fabs(x->displacement[i]) * unit / s->size);
        change = larger(change, fabs(x->dv[i]) * unit);
    }
    return larger(max_value, change == 0 ? 0 : change / fastest);
}

static int balance(tml_massless *x, tml_workspace *work, tml_damping_limits r, double t, double *q, double *v)
{
    const tml_system *s = x->system;
    double before = INFINITY;
    for (int k = 0; k < MAX_ITERATIONS; k++) {
        if (!tml_massless_differentiate(x, work, t, q, v))
            return 1;
        memset(x->displacement, 0, (size_t)x->space->count * sizeof(double));
        memset(x->dv, 0, (size_t)x->space->count * sizeof(double));
        for (x->failed = 0; x->failed < x->space->group_count; x->failed++)
            if (!solve_group(x, work, &x->space->groups[x->failed], r))
                return 1;
        memset(x->step, 0, (size_t)s->nv * sizeof(double));
        tml_add_along(x->space, x->displacement, x->step);
        tml_system_displace(s, x->step, q);
        tml_add_along(x->space, x->dv, v);
        const double change = change_of(x, v);
        const double next = k ? change * (change / before) : INFINITY; /* expected next change at the same rate */
        if (change <= DBL_EPSILON || next <= DBL_EPSILON || (change < ROUNDING && change >= 0.5 * before))
            return 0;
        before = change;
    }
    return 1;
}

/* ---- descent to a stable balance ---- */

bool tml_massless_descend_group(tml_massless *x, const tml_workspace *work, const tml_massless_group *g,
                                tml_damping_limits r, tml_massless_springs *springs)
{
    if (g->free > TML_MASSLESS_SMALL)
        return false;
    split_group(x, work, g, r);
    tml_massless_close(x->space, g, work->phi, x->displacement + g->first);
    if (!tml_massless_descend(&x->split, x->y, springs))
        return false;
    tml_massless_expand(g, x->y, x->displacement + g->first);
    return true;
}

/* Newton's method may converge to an unstable balance. Descent in bounded steps until one is below `near`, or rounding. */
static bool descend(tml_massless *x, tml_workspace *work, tml_damping_limits r, double near, double t, double *q,
                    const double *v)
{
    const tml_system *s = x->system;
    tml_massless_springs springs;
    double before = INFINITY;
    for (int k = 0; k < MAX_DESCENT; k++) {
        if (!tml_massless_differentiate(x, work, t, q, v))
            return false;
        memset(x->displacement, 0, (size_t)x->space->count * sizeof(double));
        for (int g = 0; g < x->space->group_count; g++)
            if (!tml_massless_descend_group(x, work, &x->space->groups[g], r, &springs))
                return false;
        double max_value = 0;
        for (int i = 0; i < x->space->count; i++)
            max_value = larger(max_value, fabs(x->displacement[i]) * x->space->directions[i].unit / s->size);
        if (max_value <= near || (max_value < ROUNDING && max_value >= 0.5 * before))
            return true;
        before = max_value;
        for (int i = 0; i < x->space->count; i++)
            x->displacement[i] *= fmin(1, DESCENT_STEP / max_value);
        memset(x->step, 0, (size_t)s->nv * sizeof(double));
        tml_add_along(x->space, x->displacement, x->step);
        tml_system_displace(s, x->step, q);
    }
    return false;
}

/* ---- interface ---- */

void tml_massless_set_span(tml_massless *x, double span)
{
    x->span = span;
}

int tml_massless_balance(tml_massless *x, tml_workspace *work, double t, double *q, double *v)
{
    descend(x, work, tml_damping_at_start, NEAR_BALANCE, t, q, v);
    return balance(x, work, tml_damping_at_start, t, q, v);
}

int tml_massless_static_balance(tml_massless *x, tml_workspace *work, double t, double *q)
{
    double *still = x->later_v;
    memset(still, 0, (size_t)x->system->nv * sizeof(double));
    return descend(x, work, STATIC, DBL_EPSILON, t, q, still) ? 0 : 1;
}

int tml_massless_project(tml_massless *x, tml_workspace *work, double t, double *q, double *v)
{
    return balance(x, work, x->integrated ? IN_MOTION : tml_damping_at_start, t, q, v);
}

void tml_massless_set_integrated(tml_massless *x, bool integrated)
{
    x->integrated = integrated;
}

int tml_massless_rates(tml_massless *x, tml_workspace *work, double t, double *q, double *v, double *a, double *lambda)
{
    const tml_system *s = x->system;
    if (balance(x, work, tml_damping_at_start, t, q, v) || !evaluate(x, work, t, q, v))
        return 1;
    memcpy(a, x->a, (size_t)s->nv * sizeof(double));
    memcpy(lambda, x->lambda, (size_t)s->row_count * sizeof(double));
    return tml_all_finite(a, s->nv) ? 0 : 1;
}

/* Adds `weight` times the change of velocity along P that the balance requires at t + h, beyond h times `base`. */
static bool add_later(tml_massless *x, tml_workspace *work, double t, double h, const double *q, const double *v,
                      double weight)
{
    const tml_system *s = x->system;
    for (int i = 0; i < s->nv; i++) {
        x->step[i] = h * (v[i] + 0.5 * h * x->base[i]);
        x->later_v[i] = v[i] + h * x->base[i];
    }
    memcpy(x->later_q, q, (size_t)s->nq * sizeof(double));
    tml_system_displace(s, x->step, x->later_q);
    if (balance(x, work, ACCELERATING, t + h, x->later_q, x->later_v))
        return false;
    for (int i = 0; i < s->nv; i++)
        x->later[i] += weight * (x->later_v[i] - v[i] - h * x->base[i]);
    return true;
}

/* Accelerations along P by central differences of the velocities w that the balance requires at t +- h, t +- 2 h: (4
 * D(h) - D(2 h))/3 with D(h) = (w(t + h) - w(t - h))/(2 h). */
int tml_massless_solve(tml_massless *x, tml_workspace *work, double t, const double *q, const double *v, double *a)
{
    const tml_system *s = x->system;
    double rate = x->time_constant > 0 ? 1 / x->time_constant : x->span > 0 ? SPAN_FRACTION / x->span : 0;
    for (int i = 0; i < s->nv; i++)
        rate = fmax(rate, fabs(v[i]) * tml_massless_unit(s, i) / s->size);
    rate = rate > 0 ? rate : 1; /* nothing moves, and no duration is known */
    if (!evaluate(x, work, t, q, v))
        return 1;
    memcpy(x->base, x->a, (size_t)s->nv * sizeof(double));
    memset(x->later, 0, (size_t)s->nv * sizeof(double));
    const double h = TIME_STEP / rate;
    for (int side = -1; side <= 1; side += 2)
        if (!add_later(x, work, t, side * h, q, v, side * 4 / (6 * h)) ||
            !add_later(x, work, t, 2 * side * h, q, v, -side / (12 * h)))
            return 1;
    tml_workspace_evaluate(work, t, q, v);
    for (int i = 0; i < s->nv; i++)
        a[i] = x->base[i] + x->later[i];
    return tml_all_finite(a, s->nv) ? 0 : 1;
}

int tml_massless_count(const tml_massless *x)
{
    return x->space->free_count;
}

bool tml_massless_is_loaded(tml_massless *x, const double *f)
{
    double along = 0, whole = 0;
    for (int j = 0; j < x->system->nv; j++)
        whole = fmax(whole, fabs(f[j]) / tml_massless_unit(x->system, j));
    for (int i = 0; i < x->space->group_count; i++) {
        tml_massless_reduce_force(x, &x->space->groups[i], f, x->br[0]);
        for (int k = 0; k < x->space->groups[i].free; k++)
            along = fmax(along, fabs(x->br[0][k]));
    }
    return along > 1e-9 * whole;
}
