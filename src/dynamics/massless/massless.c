/* massless.c - positions, velocities and accelerations of massless bodies from the balance of their forces.
 *
 * With P = N B (massless_space.h), C = P' dQ/dv P and K = P' d(Q + G' lambda)/dq P,
 *   P' Q = 0,    (P' Q)' = P' (d(Q + G' lambda)/dq v + dQ/dv a + dQ/dt) = 0
 * are solved for displacements and velocities along P as in massless_split.h, by Newton's method. lambda and a belong to the bodies with
 * inertia: N'(Q + G' lambda) = 0, so the change of P does no work. Rows stay closed by the minimum-norm motion along N.
 * Groups of bodies that do not interact are solved one after the other.
 */
#include "dynamics/massless/massless.h"
#include "dynamics/massless/massless_kkt.h"
#include "dynamics/massless/massless_split.h"
#include "dynamics/tangent/tangent_sparse.h"
#include <float.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

static const double ROUNDING = 1e-8;       /* changes below this that no longer shrink are rounding */
static const double TIME_STEP = 1e-3;      /* step of finite differences, relative to the time constant of the system */
static const double SPAN_FRACTION = 10;    /* if it has no time constant: 1/10 of the duration replaces it */
static const double NO_RESISTANCE = 1e-16; /* squared resistance of a motion, relative to the largest */
static const double NEAR_BALANCE = 1e-3, DESCENT_STEP = 0.1; /* of the size: then Newton takes over; longest step */
enum { MAX_ITERATIONS = 50, MAX_DESCENT = 200 };

/* How dampers with short relaxation times are treated; times relative to the time constant of the system. */
typedef struct {
    double at_once; /* faster dampers are neglected: the springs are in static balance */
    double kept;    /* faster dampers leave the velocities unchanged */
} damping_limits;

/* With little damping an error of position causes an error of velocity k/c times as large. At the start nothing better
 * is known; later the integrator has the velocity. In accelerations the factor is squared: the springs decide. */
static const damping_limits STATIC = {.at_once = INFINITY}, AT_START = {.at_once = 1e-6},
                            IN_MOTION = {.at_once = 1e-6, .kept = 1e-2}, ACCELERATING = {.at_once = 1e-3};

struct tml_massless {
    const tml_system *system;
    tml_massless_space *space;
    tml_massless_kkt *kkt; /* NULL: no rows */
    tml_massless_split split;
    double time_constant;              /* time constant of the system: sqrt(m/k), c/k or m/c, s; 0: none */
    double max_stiffness, max_damping; /* largest entries of K and C, rotations as lengths, N/m, N s/m */
    double *C, *K;                     /* of N, by rows */
    double *Cr, *Kr;                   /* of one group, reduced to P, by rows */
    double *b, *br[2];                 /* (count), of one group, reduced: P'Q, (P'Q)' */
    double *Qdot;                      /* (nv) Q' */
    const double *v;                   /* at velocities v */
    double *a;                         /* (nv) and accelerations a */
    double *lambda;                    /* (row_count) */
    double *y;                         /* of one group */
    double *displacement;              /* (count) displacements along N */
    double *dv;                        /* (count) changes of velocities along N */
    double *step, *later, *base;       /* (nv) */
    double *later_q, *later_v;         /* (nq), (nv) */
    double *gradient;                  /* (inputs) */
    double span;                       /* duration of the motion, s; 0: unknown */
    bool integrated;                   /* an integrator advances the velocities of massless bodies */
    int failed;                        /* group that could not be solved */
};

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

static double unit_of(const tml_system *s, int velocity)
{
    return velocity % s->nvb < (s->space ? 3 : 2) ? 1 : s->size;
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
    x->max_stiffness = fmax(x->max_stiffness, fabs(value) / (unit_of(x->system, i) * unit_of(x->system, j)));
    add_entry(x, x->K, i, j, value);
}

static void sink_C(void *context, int i, int j, double value)
{
    tml_massless *x = context;
    x->Qdot[i] += value * x->a[j];
    x->max_damping = fmax(x->max_damping, fabs(value) / (unit_of(x->system, i) * unit_of(x->system, j)));
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

/* Q, Q', C and K at a state. False: not finite. */
static bool differentiate(tml_massless *x, tml_workspace *work, double t, const double *q, const double *v)
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
    differentiate(x, work, t, q, x->step);
    x->time_constant = time_constant_of(x);
    return x;
}

/* ---- Newton ---- */

/* out (free x free) = B' block B, of a group */
static void reduce(const tml_massless_group *g, const double *block, double *out)
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

/* out (free) = B' N' f */
static void reduce_force(const tml_massless *x, const tml_massless_group *g, const double *f, double *out)
{
    for (int i = 0; i < g->free; i++) {
        out[i] = 0;
        for (int a = 0; a < g->count; a++)
            out[i] += g->B[i * g->count + a] * tml_along(&x->space->directions[g->first + a], f);
    }
}

/* to (count) += B y */
static void expand(const tml_massless_group *g, const double *y, double *to)
{
    for (int k = 0; k < g->free; k++)
        for (int a = 0; a < g->count; a++)
            to[a] += g->B[k * g->count + a] * y[k];
}

static bool solve_group(tml_massless *x, const tml_workspace *work, const tml_massless_group *g, damping_limits r)
{
    double *displacement = x->displacement + g->first, *dv = x->dv + g->first;
    reduce(g, x->C + g->at, x->Cr);
    reduce(g, x->K + g->at, x->Kr);
    reduce_force(x, g, work->Q, x->br[0]);
    reduce_force(x, g, x->Qdot, x->br[1]);
    tml_massless_eliminate(&x->split, g->free, x->Cr, x->Kr, x->br[0], x->br[1], r.at_once * x->time_constant);
    tml_massless_close(x->space, g, work->phi, displacement);
    tml_massless_close(x->space, g, work->phidot, dv);
    if (!tml_massless_velocities(&x->split, r.kept * x->time_constant, x->y))
        return false;
    expand(g, x->y, dv);
    if (!tml_massless_positions(&x->split, x->y))
        return false;
    expand(g, x->y, displacement);
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
        fastest = fmax(fastest, fabs(v[i]) * unit_of(s, i));
    for (int i = 0; i < x->space->count; i++) {
        const double unit = x->space->directions[i].unit;
        max_value = larger(max_value, fabs(x->displacement[i]) * unit / s->size);
        change = larger(change, fabs(x->dv[i]) * unit);
    }
    return larger(max_value, change == 0 ? 0 : change / fastest);
}

static int balance(tml_massless *x, tml_workspace *work, damping_limits r, double t, double *q, double *v)
{
    const tml_system *s = x->system;
    double before = INFINITY;
    for (int k = 0; k < MAX_ITERATIONS; k++) {
        if (!differentiate(x, work, t, q, v))
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

/* Descent step of one group to a stable balance, and the stability of its springs. False: the group is too large. */
static bool descend_group(tml_massless *x, const tml_workspace *work, const tml_massless_group *g, damping_limits r,
                          tml_massless_springs *springs)
{
    if (g->free > TML_MASSLESS_SMALL)
        return false;
    reduce(g, x->C + g->at, x->Cr);
    reduce(g, x->K + g->at, x->Kr);
    reduce_force(x, g, work->Q, x->br[0]);
    reduce_force(x, g, x->Qdot, x->br[1]);
    tml_massless_eliminate(&x->split, g->free, x->Cr, x->Kr, x->br[0], x->br[1], r.at_once * x->time_constant);
    tml_massless_close(x->space, g, work->phi, x->displacement + g->first);
    if (!tml_massless_descend(&x->split, x->y, springs))
        return false;
    expand(g, x->y, x->displacement + g->first);
    return true;
}

/* Newton's method may converge to an unstable balance. Descent in bounded steps until one is below `near`, or rounding. */
static bool descend(tml_massless *x, tml_workspace *work, damping_limits r, double near, double t, double *q,
                    const double *v)
{
    const tml_system *s = x->system;
    tml_massless_springs springs;
    double before = INFINITY;
    for (int k = 0; k < MAX_DESCENT; k++) {
        if (!differentiate(x, work, t, q, v))
            return false;
        memset(x->displacement, 0, (size_t)x->space->count * sizeof(double));
        for (int g = 0; g < x->space->group_count; g++)
            if (!descend_group(x, work, &x->space->groups[g], r, &springs))
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
    descend(x, work, AT_START, NEAR_BALANCE, t, q, v);
    return balance(x, work, AT_START, t, q, v);
}

int tml_massless_static_balance(tml_massless *x, tml_workspace *work, double t, double *q)
{
    double *still = x->later_v;
    memset(still, 0, (size_t)x->system->nv * sizeof(double));
    return descend(x, work, STATIC, DBL_EPSILON, t, q, still) ? 0 : 1;
}

int tml_massless_project(tml_massless *x, tml_workspace *work, double t, double *q, double *v)
{
    return balance(x, work, x->integrated ? IN_MOTION : AT_START, t, q, v);
}

void tml_massless_set_integrated(tml_massless *x, bool integrated)
{
    x->integrated = integrated;
}

int tml_massless_rates(tml_massless *x, tml_workspace *work, double t, double *q, double *v, double *a, double *lambda)
{
    const tml_system *s = x->system;
    if (balance(x, work, AT_START, t, q, v) || !evaluate(x, work, t, q, v))
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
        rate = fmax(rate, fabs(v[i]) * unit_of(s, i) / s->size);
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

/* ---- diagnosis ---- */

/* Projection of direction i (of the group) on the first `last` columns of E (orthonormal, in lengths): out (count),
 * along N. */
static double project_on(const tml_massless *x, const tml_massless_group *g, const double *E, int last, int i,
                         double *out)
{
    const tml_direction *d = x->space->directions + g->first;
    double square = 0;
    memset(out, 0, (size_t)g->count * sizeof(double));
    for (int c = 0; c < last; c++) {
        double part = 0; /* B E: column c of the null space, by directions */
        for (int k = 0; k < g->free; k++)
            part += g->B[k * g->count + i] * d[i].unit * E[c * g->free + k];
        for (int a = 0; a < g->count; a++)
            for (int k = 0; k < g->free; k++)
                out[a] += part * g->B[k * g->count + a] * E[c * g->free + k];
        square += part * part;
    }
    return square;
}

/* Eigenvectors E (free x free) of the sum of squares of [C; C'; K; K'], each relative to its largest entry; returns how
 * many meet no resistance. */
static int find_unresisted(const tml_massless *x, const tml_massless_group *g, double *E)
{
    const int m = g->free;
    double value[64], workspace[1024];
    memset(E, 0, (size_t)m * (size_t)m * sizeof(double));
    for (int part = 0; part < 2; part++) {
        const double *A = part ? x->Kr : x->Cr;
        double max_value = 0;
        for (int i = 0; i < m * m; i++)
            max_value = fmax(max_value, fabs(A[i]));
        for (int i = 0; i < m && max_value > 0; i++)
            for (int j = 0; j < m; j++)
                for (int k = 0; k < m; k++)
                    E[i * m + j] +=
                        (A[k * m + i] * A[k * m + j] + A[i * m + k] * A[j * m + k]) / (max_value * max_value);
    }
    if (LAPACKE_dsyev_work(LAPACK_COL_MAJOR, 'V', 'U', m, E, m, value, workspace, 1024))
        return 0;
    int unresisted = 0;
    while (unresisted < m && value[unresisted] <= NO_RESISTANCE * fmax(value[m - 1], 1))
        unresisted++;
    return unresisted;
}

/* Motion of one body in the motion x->displacement (count of the group) along N. */
static tml_massless_motion describe(const tml_massless *x, const tml_massless_group *g, int body, bool unresisted)
{
    const tml_system *s = x->system;
    const int lin = s->space ? 3 : 2;
    double move[6] = {0}, w = 0, v = 0;
    for (int i = 0; i < g->count; i++) {
        const tml_direction *d = &x->space->directions[g->first + i];
        for (int k = 0; d->first / s->nvb + 1 == body && k < d->count; k++)
            move[d->first % s->nvb + k] += x->displacement[i] * d->u[k];
    }
    for (int k = 0; k < s->nvb; k++)
        *(k < lin ? &v : &w) += move[k] * move[k] * (k < lin ? 1 : s->size * s->size);
    const bool rotates = w > 1e-12 * v;
    const tml_vec3 axis = rotates ? (s->space ? (tml_vec3){move[3], move[4], move[5]} : (tml_vec3){0, 0, 1})
                                  : (tml_vec3){move[0], move[1], s->space ? move[2] : 0};
    const double length = tml_norm(axis);
    return (tml_massless_motion){.body = body,
                                 .rotates = rotates,
                                 .axis = length > 0 ? tml_scale(1 / length, axis) : (tml_vec3){1, 0, 0},
                                 .unresisted = unresisted};
}

tml_massless_motion tml_massless_find_motion(tml_massless *x)
{
    const tml_system *s = x->system;
    int group = x->failed < x->space->group_count ? x->failed : 0;
    while (x->space->groups[group].free == 0 && group + 1 < x->space->group_count)
        group++;
    const tml_massless_group *g = &x->space->groups[group];
    const int m = g->free;
    double E[64 * 64], best = 0;
    int unresisted = 0, at = 0;
    const bool small = m > 0 && m <= 64;
    if (small) {
        reduce(g, x->C + g->at, x->Cr);
        reduce(g, x->K + g->at, x->Kr);
        unresisted = find_unresisted(x, g, E);
    }
    for (int i = 0; i < g->count && small;
         i++) { /* the motion closest to a direction of a single body; the first of equals */
        const double part = project_on(x, g, E, unresisted ? unresisted : m, i, x->displacement);
        if (part > best * 1.001)
            best = part, at = i;
    }
    if (small)
        project_on(x, g, E, unresisted ? unresisted : m, at, x->displacement);
    return describe(x, g, x->space->directions[g->first + at].first / s->nvb + 1, unresisted > 0);
}

/* The body that moves most in a motion y (free) of a group. */
static tml_massless_motion largest_motion(tml_massless *x, const tml_massless_group *g, const double *y)
{
    double max_value = -1;
    int body = 0;
    memset(x->displacement, 0, (size_t)g->count * sizeof(double));
    expand(g, y, x->displacement);
    for (int i = 0; i < g->count; i++) {
        const tml_direction *d = &x->space->directions[g->first + i];
        if (fabs(x->displacement[i]) * d->unit > max_value * 1.001)
            max_value = fabs(x->displacement[i]) * d->unit, body = d->first / x->system->nvb + 1;
    }
    return describe(x, g, body, false);
}

tml_massless_stability tml_massless_find_stability(tml_massless *x, tml_workspace *work, double t, const double *q,
                                                   const double *v)
{
    tml_massless_stability stability = {.min_stiffness = 1};
    tml_massless_springs springs;
    if (!differentiate(x, work, t, q, v))
        return stability;
    for (int i = 0; i < x->space->group_count; i++) {
        const tml_massless_group *g = &x->space->groups[i];
        if (g->free == 0 || !descend_group(x, work, g, AT_START, &springs))
            continue;
        if (!stability.known || (springs.unstable && !stability.unstable) ||
            (springs.unstable == stability.unstable && springs.min_stiffness < stability.min_stiffness)) {
            stability = (tml_massless_stability){
                .known = true, .unstable = springs.unstable, .min_stiffness = springs.min_stiffness};
            stability.motion = largest_motion(x, g, springs.motion);
        }
    }
    return stability;
}

int tml_massless_count(const tml_massless *x)
{
    return x->space->free_count;
}

bool tml_massless_is_loaded(tml_massless *x, const double *f)
{
    double along = 0, whole = 0;
    for (int j = 0; j < x->system->nv; j++)
        whole = fmax(whole, fabs(f[j]) / unit_of(x->system, j));
    for (int i = 0; i < x->space->group_count; i++) {
        reduce_force(x, &x->space->groups[i], f, x->br[0]);
        for (int k = 0; k < x->space->groups[i].free; k++)
            along = fmax(along, fabs(x->br[0][k]));
    }
    return along > 1e-9 * whole;
}
