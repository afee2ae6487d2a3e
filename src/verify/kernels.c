/* kernels.c - consistency checks of what all formulations share: values, Jacobians and second derivatives of measures
 * and rows, forces and their potential.
 *
 * Along a motion of constant velocities v from a state (q, v), by finite differences of fourth order:
 *   s' = J v,  d/dt s = s',  d/dt s' = bias        each measure
 *   phi' = G v - f',  d/dt phi = phi',  d/dt phi' = -gamma        each row, its target f(t) moving
 *   Q v = power - d/dt V (t held)        all forces with their potential;   2 T = v M v
 * A comparison of formulations cannot find an error in these: all would make it.
 */
#include "system/kernel/workspace.h"
#include "verify/verify.h"
#include <math.h>
#include <string.h>

static const double STEP = 2e-4;  /* of the time of the motion, in which bodies move by about their size and 1 rad */
static const double FINER = 7;    /* times finer: meaningful differences stay the same, */
static const double STAYS = 0.1;  /* up to this fraction of the contradiction */
static const double CLOSE = 1e-6; /* of the larger, and of the typical value */
static const double MAX_SINGULAR =
    1e3; /* rates beyond this times the typical value: an angle or a direction is hardly defined */
static const double AWAY = 0.05; /* from the start: special positions hide errors */
enum { STATES = 3, SIDES = 4 };

typedef struct {
    const tml_system *s;
    tml_arena *arena;
    tml_workspace *at, *side[SIDES]; /* at the state; STEP times -2, -1, 1, 2 away */
    double *q, *v, *moved, *d, *y;
    unsigned long long random_number;
    double tau, step;  /* s */
    double is, should; /* of the last contradiction found */
} kernel_check;

static const double offsets[SIDES] = {-2, -1, 1, 2};

static double random_number(kernel_check *c)
{
    c->random_number = c->random_number * 6364136223846793005u + 1442695040888963407u;
    return (double)(c->random_number >> 11) / 4503599627370496.0 - 1;
}

/* d/dt from the four neighbours */
static double derivative(const kernel_check *c, double a, double b, double d, double e)
{
    return (a - 8 * b + 8 * d - e) / (12 * c->step);
}

/* Whether they differ by more than finite differences of values of this size leave; not if values are hardly defined. */
static bool differs(const kernel_check *c, double a, double b, double unit, double size)
{
    if (!isfinite(a) || !isfinite(b) || fabs(a) > MAX_SINGULAR * unit || fabs(b) > MAX_SINGULAR * unit)
        return false;
    return fabs(a - b) > CLOSE * (fabs(a) + fabs(b) + unit) + 1e-14 / c->step * size;
}

static void evaluate(tml_workspace *w, double t, const double *q, const double *v)
{
    tml_workspace_set_state(w, t, q, v);
    tml_workspace_measure(w, 0, w->system->measure_count);
    tml_workspace_constraints(w, w->system->assembly_row_count);
    tml_workspace_forces(w);
}

/* A state close to the start with random velocities, and its neighbours along them. */
static void set_state(kernel_check *c, const double *start)
{
    const tml_system *s = c->s;
    const int lin = s->space ? 3 : 2;
    const double size = s->size > 0 ? s->size : 1, t = c->tau * (0.3 + 0.1 * random_number(c));
    for (int i = 0; i < s->nv; i++) {
        const double unit = i % s->nvb < lin ? size : 1;
        c->d[i] = AWAY * unit * random_number(c);
        c->v[i] = unit / c->tau * random_number(c);
    }
    memcpy(c->q, start, (size_t)s->nq * sizeof(double));
    tml_system_displace(s, c->d, c->q);
    evaluate(c->at, t, c->q, c->v);
    tml_workspace_accept_angles(c->at);
    evaluate(c->at, t, c->q, c->v);
    for (int k = 0; k < SIDES; k++) {
        for (int i = 0; i < s->nv; i++)
            c->d[i] = offsets[k] * c->step * c->v[i];
        memcpy(c->moved, c->q, (size_t)s->nq * sizeof(double));
        tml_system_displace(s, c->d, c->moved);
        memcpy(c->side[k]->unwrapped, c->at->unwrapped, (size_t)s->measure_count * sizeof(double));
        evaluate(c->side[k], t + offsets[k] * c->step, c->moved, c->v);
    }
}

static double derivative_of(const kernel_check *c, const double *const of[SIDES], int i)
{
    return derivative(c, of[0][i], of[1][i], of[2][i], of[3][i]);
}

static const char *report(kernel_check *c, const char *what, double is, double should)
{
    c->is = is, c->should = should;
    return tml_arena_format(c->arena, "%s: %.6g where %.6g follows from its values", what, is, should);
}

/* ---- measures ---- */

static const char *check_measures(kernel_check *c)
{
    const tml_system *s = c->s;
    const tml_workspace *w = c->at;
    const double *value[SIDES], *rate[SIDES];
    for (int k = 0; k < SIDES; k++)
        value[k] = c->side[k]->value, rate[k] = c->side[k]->rate;
    for (int i = 0; i < s->measure_count; i++) {
        const tml_measure *m = &s->measures[i];
        const double *J = w->J + (size_t)i * 2 * (size_t)s->nvb;
        const double length = m->is_rotation || s->size <= 0 ? 1 : s->size, unit = length / c->tau;
        const bool has_value = !tml_measure_is_rate(m->kind);
        double sum = m->kind == TML_SLIP ? m->offset : 0;
        if (m->kind == TML_DISTANCE && w->value[i] < 0.01 * length)
            continue; /* its direction is undefined where its points coincide */
        for (int j = 0; j < s->nvb; j++)
            sum += (m->body1 ? J[j] * c->v[(m->body1 - 1) * s->nvb + j] : 0) +
                   (m->body2 ? J[s->nvb + j] * c->v[(m->body2 - 1) * s->nvb + j] : 0);
        if (differs(c, sum, w->rate[i], unit, 0))
            return report(c, "a measure's Jacobian gives a wrong rate", sum, w->rate[i]);
        if (has_value && differs(c, w->rate[i], derivative_of(c, value, i), unit, fabs(w->value[i])))
            return report(c, "a measure's rate", w->rate[i], derivative_of(c, value, i));
        if (differs(c, w->bias[i], derivative_of(c, rate, i), 10 * unit / c->tau, fabs(w->rate[i])))
            return report(c, "a measure's second derivative", w->bias[i], derivative_of(c, rate, i));
    }
    return NULL;
}

/* ---- rows ---- */

static const char *name_of(const kernel_check *c, int row)
{
    const tml_constraint *r = &c->s->rows[row];
    return r->driver >= 0 ? c->s->drives[r->driver].name : r->joint >= 0 ? c->s->joints[r->joint].name : "a row";
}

static const char *check_rows(kernel_check *c)
{
    const tml_system *s = c->s;
    const tml_workspace *w = c->at;
    const double *phi[SIDES], *phidot[SIDES];
    for (int k = 0; k < SIDES; k++)
        phi[k] = c->side[k]->phi, phidot[k] = c->side[k]->phidot;
    tml_workspace_G(w, s->assembly_row_count, c->v, c->y);
    for (int i = 0; i < s->assembly_row_count; i++) {
        const double unit = s->rows[i].scale / c->tau, rate = c->y[i] - w->motion[3 * i + 1];
        if (differs(c, rate, w->phidot[i], unit, 0))
            return report(c, tml_arena_format(c->arena, "the Jacobian of %s", name_of(c, i)), rate, w->phidot[i]);
        if (!s->rows[i].rate_only &&
            differs(c, w->phidot[i], derivative_of(c, phi, i), unit, fabs(w->phi[i]) + fabs(w->motion[3 * i])))
            return report(c, tml_arena_format(c->arena, "the rate of %s", name_of(c, i)), w->phidot[i],
                          derivative_of(c, phi, i));
        if (differs(c, -w->gamma[i], derivative_of(c, phidot, i), 10 * unit / c->tau, fabs(w->phidot[i])))
            return report(c, tml_arena_format(c->arena, "the second derivative of %s", name_of(c, i)), -w->gamma[i],
                          derivative_of(c, phidot, i));
    }
    return NULL;
}

/* ---- forces ---- */

/* What rounding leaves of the power of forces of inertia, which cancel: 2 T at the fastest rotation. */
static double inertial_power(const kernel_check *c, double kinetic)
{
    const tml_system *s = c->s;
    double fastest = 0;
    for (int i = 0; i < s->nv; i++)
        fastest = i % s->nvb < (s->space ? 3 : 2) ? fastest : fmax(fastest, fabs(c->v[i]));
    return 2 * kinetic * fastest;
}

/* At the same time, otherwise moving rest lengths of springs would do work; and without the stores of states, which are as they are here,
 * whatever their rates. */
static const char *check_forces(kernel_check *c)
{
    const tml_system *s = c->s;
    double power = 0, all = 0, V[SIDES], kinetic = 0, stored, flow;
    for (int k = 0; k < SIDES; k++) {
        tml_workspace *w = c->side[k];
        for (int i = 0; i < s->nv; i++)
            c->d[i] = offsets[k] * c->step * c->v[i];
        memcpy(c->moved, c->q, (size_t)s->nq * sizeof(double));
        tml_system_displace(s, c->d, c->moved);
        evaluate(w, c->at->t, c->moved, c->v);
        tml_workspace_state_stores(w, &stored, &flow);
        V[k] = w->potential - stored;
    }
    tml_system_times_mass(s, c->v, c->d);
    for (int i = 0; i < s->nv; i++) {
        power += c->at->Q[i] * c->v[i], all += fabs(c->at->Q[i] * c->v[i]);
        kinetic += 0.5 * c->d[i] * c->v[i];
    }
    tml_workspace_state_stores(c->at, &stored, &flow);
    const double loss = derivative(c, V[0], V[1], V[2], V[3]), of_forces = c->at->power - flow;
    const double rounded = fabs(c->at->potential) + c->step * inertial_power(c, kinetic);
    if (differs(c, power, of_forces - loss, all + fabs(of_forces) + fabs(loss), rounded))
        return report(c, "the power of the forces, with what their potential loses", power, of_forces - loss);
    if (differs(c, kinetic, tml_workspace_kinetic(c->at), kinetic, 0))
        return report(c, "the kinetic energy", tml_workspace_kinetic(c->at), kinetic);
    return NULL;
}

/* At one state, by differences of one step. */
static const char *check_once(kernel_check *c, const double *q, double step)
{
    c->step = step;
    set_state(c, q);
    const char *found = check_measures(c);
    found = found ? found : check_rows(c);
    return found ? found : check_forces(c);
}

/* At one state. Expressions may change faster than the steps, or not smoothly: a contradiction counts if finer steps
 * show the same. */
static const char *check_state(kernel_check *c, const double *q)
{
    const unsigned long long before = c->random_number;
    const char *found = check_once(c, q, STEP * c->tau);
    if (!found)
        return NULL;
    const double should = c->should;
    c->random_number = before;
    found = check_once(c, q, STEP / FINER * c->tau);
    return found && fabs(c->should - should) <= STAYS * fabs(c->is - c->should) ? found : NULL;
}

const char *tml_verify_kernels(const tml_system *s, const double *q, double span, tml_arena *arena)
{
    kernel_check c = {.s = s, .arena = arena, .random_number = 20261, .tau = span > 0 ? span : 1};
    const char *found = NULL;
    c.at = tml_workspace_make(s, arena);
    for (int k = 0; k < SIDES; k++)
        c.side[k] = tml_workspace_make(s, arena);
    c.q = TML_NEW_ARRAY(arena, double, s->nq + 1);
    c.moved = TML_NEW_ARRAY(arena, double, s->nq + 1);
    c.v = TML_NEW_ARRAY(arena, double, s->nv + 1);
    c.d = TML_NEW_ARRAY(arena, double, s->nv + 1);
    c.y = TML_NEW_ARRAY(arena, double, s->assembly_row_count + 1);
    for (int i = 0; i < STATES && !found; i++)
        found = check_state(&c, q);
    return found;
}
