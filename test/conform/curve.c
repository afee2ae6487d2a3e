/* curve.c - laws of the measures of curves (CURVE, CURVE_FRAME, CURVE_ANGLE), for every way to give a curve, in the plane and in space.
 *
 * Two bodies at random, the point of the second on the curve of the first, or beside it by up to 0.05:
 *   the distance from the curve is the length of what is across it, and the frame is one of unit vectors
 *   J = ds/dq, bias = s'' at constant velocities, anywhere;  derivatives of s, s', s'' and J for tangents where the point is on the curve
 */
#include "contact/wire.h"
#include "support/mechanics.h"
#include "system/kernel/measure_derivatives.h"
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { TRIALS = 4, JETS = 64 };

typedef struct {
    const char *curve;
    bool space;
    bool track; /* of these the angle alone: the rest is that of a curve */
} given_curve;

static const given_curve curves[] = {
    {"x: 0.9*cos(u), y: 1.1*sin(u), to: 360 deg, closed: true", false, false},
    {"x: u, y: 0.4*u^2 - 0.1*u^3, from: -1.5, to: 1.5", false, false},
    {"x: 0.9*cos(u), y: 0.9*sin(u), z: 0.3*u, from: -2, to: 7", true, false},
    {"x: cos(u), y: sin(u) + 0.2*cos(2*u), z: 0.3*sin(2*u), to: 360 deg, closed: true", true, false},
    {"x: 0.9*cos(u), y: 1.1*sin(u), to: 360 deg, closed: true", false, true},
    {"x: u, y: 0.4*u^2 - 0.1*u^3, from: -1.5, to: 1.5", false, true},
    {"x: cos(u), y: sin(u) + 0.2*cos(2*u), z: 0.3*sin(2*u), to: 360 deg, closed: true, bank: 0.4*sin(u)", true, true},
};
enum { CURVES = sizeof curves / sizeof *curves };

typedef struct {
    mechanism *m;
    const tml_wire *wire;
    bool track;
    tml_jet work[JETS];
    tml_vec3 com, point; /* centre of mass of the first body, point of the second from its own */
    int measure, j;
    double q[14], v[12], a[12];
    double unit[12];
} rig;

static rig rig_make(const given_curve *g, random_source *d)
{
    tml_text text = {0};
    rig r;
    memset(&r, 0, sizeof r);
    tml_text_add(&text, "trammel: 1\nspace: %s\nbodies:\n", g->space ? "space" : "plane");
    r.com = put_body(&text, d, g->space, "one").com;
    const body_numbers two = put_body(&text, d, g->space, "two");
    r.point = tml_sub(two.point, two.com);
    r.track = g->track;
    tml_text_add(&text, "joints:\n  J: {%s: [one, two.P], %s, friction: 0.1}\n", g->track ? "track" : "curve",
                 g->curve);
    r.m = mechanism_make(text.data);
    tml_text_free(&text);
    const tml_system *s = r.m->system;
    for (int i = 0; i < s->measure_count; i++)
        r.wire = s->measures[i].wire ? s->measures[i].wire : r.wire;
    cr_assert(r.wire && tml_wire_work(r.wire) <= JETS);
    return r;
}

/* A random state with the point at a place of the curve, and that far off it. */
static void place(rig *r, random_source *d, double off)
{
    const tml_system *s = r->m->system;
    const double u = random_between(d, r->wire->first + 0.1, r->wire->last - 0.1);
    mechanism_scatter(r->m, d);
    memcpy(r->q, r->m->q, (size_t)s->nq * sizeof(double));
    memcpy(r->v, r->m->v, (size_t)s->nv * sizeof(double));
    for (int i = 0; i < s->nv; i++)
        r->a[i] = random_between(d, -1, 1);
    const body_state one = state_get(r->m, r->q, r->v, 1);
    body_state two = state_get(r->m, r->q, r->v, 2);
    const tml_vec3 c = tml_add(tml_wire_at(r->wire, u, r->work).c, tml_scale(off, random_direction(d, s->space)));
    const tml_vec3 at = tml_add(one.x, tml_rotate(&one.R, tml_sub(c, r->com)));
    two.x = tml_sub(at, tml_rotate(&two.R, r->point));
    state_put(r->m, 2, &two, s->space ? 0 : r->q[5], r->q, r->v);
    memset(r->m->work->unwrapped, 0, (size_t)s->measure_count * sizeof(double)); /* the nearest place */
    mechanism_evaluate(r->m, r->q, r->v);
    tml_workspace_accept_angles(r->m->work);
}

/* ---- what is differentiated ---- */

static void value_at(void *context, double h, double *out)
{
    rig *r = context;
    double q[14];
    mechanism_moved(r->m, r->q, r->unit, h, q);
    mechanism_evaluate(r->m, q, r->v);
    *out = r->m->work->value[r->measure];
}

static double J_of(const rig *r, int measure, int j)
{
    const tml_system *s = r->m->system;
    return r->m->work->J[(measure * 2 + j / s->nvb) * s->nvb + j % s->nvb];
}

/* s', s'' with the accelerations a, J */
static void tangents_at(rig *r, const double *q, const double *v, double *out)
{
    const tml_system *s = r->m->system;
    mechanism_evaluate(r->m, q, v);
    out[0] = r->m->work->rate[r->measure];
    out[1] = r->m->work->bias[r->measure];
    for (int j = 0; j < s->nv; j++) {
        out[2 + j] = J_of(r, r->measure, j);
        out[1] += out[2 + j] * r->a[j];
    }
}

static void along_displacement(void *context, double h, double *out)
{
    rig *r = context;
    double q[14];
    mechanism_moved(r->m, r->q, r->unit, h, q);
    tangents_at(r, q, r->v, out);
}

static void along_velocity(void *context, double h, double *out)
{
    rig *r = context;
    double v[12];
    for (int j = 0; j < 12; j++)
        v[j] = r->v[j] + h * r->unit[j];
    tangents_at(r, r->q, v, out);
}

static void rate_along_motion(void *context, double h, double *out)
{
    rig *r = context;
    double q[14];
    mechanism_moved(r->m, r->q, r->v, h, q);
    mechanism_evaluate(r->m, q, r->v);
    *out = r->m->work->rate[r->measure];
}

/* ---- laws ---- */

/* Normals in space are splines: where two pieces join within the points that are differenced, third derivatives jump. */
static double bar_of(const rig *r, double bar)
{
    const tml_measure *m = &r->m->system->measures[r->measure];
    return r->m->system->space && m->kind == TML_CURVE && m->axis != TML_X ? 1e-4 : bar;
}

static void check_derivatives(rig *r, const char *what)
{
    const tml_system *s = r->m->system;
    double bias, slope;
    differentiate(rate_along_motion, r, 1, &bias);
    mechanism_evaluate(r->m, r->q, r->v);
    cr_assert_float_eq(r->m->work->bias[r->measure], bias, bar_of(r, 1e-8) * (1 + fabs(bias)),
                       "%s: bias %.15g, not %.15g", what, r->m->work->bias[r->measure], bias);
    double product = 0;
    for (int j = 0; j < s->nv; j++)
        product += J_of(r, r->measure, j) * r->v[j];
    cr_assert_float_eq(r->m->work->rate[r->measure], product, 1e-12 * (1 + fabs(product)), "%s: rate", what);
    for (int j = 0; j < s->nv; j++) {
        memset(r->unit, 0, sizeof r->unit);
        r->unit[j] = 1;
        differentiate(value_at, r, 1, &slope);
        mechanism_evaluate(r->m, r->q, r->v);
        cr_assert_float_eq(J_of(r, r->measure, j), slope, bar_of(r, 1e-9), "%s: J[%d] = %.15g, not %.15g", what, j,
                           J_of(r, r->measure, j), slope);
    }
}

static int index_of(const tml_system *s, int j)
{
    for (int k = 0; k < 12; k++)
        if (tml_measure_velocity_index(s, &(tml_measure){.body1 = 1, .body2 = 2}, k) == j)
            return k;
    return -1;
}

static void check_tangents(rig *r, const char *what)
{
    const tml_system *s = r->m->system;
    tml_measure_tangent t;
    double by_q[14], by_v[14];
    mechanism_evaluate(r->m, r->q, r->v);
    tml_measure_differentiate(r->m->work, r->measure, r->a, &t);
    for (int j = 0; j < s->nv; j++) {
        const int k = index_of(s, j);
        memset(r->unit, 0, sizeof r->unit);
        r->unit[j] = 1;
        differentiate(along_displacement, r, 2 + s->nv, by_q);
        differentiate(along_velocity, r, 2 + s->nv, by_v);
        mechanism_evaluate(r->m, r->q, r->v);
        cr_assert_float_eq(t.q0[k], J_of(r, r->measure, j), 1e-12, "%s: q0", what);
        cr_assert_float_eq(t.q1[k], by_q[0], bar_of(r, 1e-8) * (1 + fabs(by_q[0])), "%s: ds'/dq %g, not %g", what,
                           t.q1[k], by_q[0]);
        cr_assert_float_eq(t.q2[k], by_q[1], bar_of(r, 1e-7) * (1 + fabs(by_q[1])), "%s: ds''/dq %.10g, not %.10g",
                           what, t.q2[k], by_q[1]);
        cr_assert_float_eq(t.v2[k], by_v[1], bar_of(r, 1e-8) * (1 + fabs(by_v[1])), "%s: ds''/dv %g, not %g", what,
                           t.v2[k], by_v[1]);
        for (int i = 0; i < s->nv; i++)
            cr_assert_float_eq(t.H[index_of(s, i)][k], by_q[2 + i], bar_of(r, 1e-8) * (1 + fabs(by_q[2 + i])),
                               "%s: dJ/dq", what);
    }
}

static void each_measure(rig *r, void (*check)(rig *r, const char *what), const char *what)
{
    for (int i = 0; i < r->m->system->measure_count; i++) {
        const tml_measure *m = &r->m->system->measures[i];
        r->measure = i;
        if (m->wire && (!r->track || m->kind == TML_CURVE_ANGLE))
            check(r, what);
    }
}

Test(curve, jacobian_and_bias_match_differences, .timeout = TML_SLOWER * 60)
{
    for (int i = 0; i < CURVES; i++) {
        random_source d = {.state = (uint64_t)i + 5};
        for (int k = 0; k < TRIALS; k++) {
            rig r = rig_make(&curves[i], &d);
            place(&r, &d, 0.05 * (k % 2));
            each_measure(&r, check_derivatives, curves[i].curve);
            mechanism_free(r.m);
        }
    }
}

Test(curve, tangents_match_differences_on_the_curve, .timeout = TML_SLOWER * 60)
{
    for (int i = 0; i < CURVES; i++) {
        random_source d = {.state = (uint64_t)i + 50};
        for (int k = 0; k < TRIALS; k++) {
            rig r = rig_make(&curves[i], &d);
            place(&r, &d, 0);
            each_measure(&r, check_tangents, curves[i].curve);
            mechanism_free(r.m);
        }
    }
}

/* The distance from the curve, by a search of its own. */
static double distance_from(rig *r)
{
    const tml_wire *p = r->wire;
    const body_state one = state_get(r->m, r->q, r->v, 1), two = state_get(r->m, r->q, r->v, 2);
    const tml_vec3 at = tml_add(two.x, tml_rotate(&two.R, r->point)),
                   y = tml_add(r->com, tml_rotate_back(&one.R, tml_sub(at, one.x)));
    double best = p->first, step = (p->last - p->first) / 4000;
    for (double u = p->first; u <= p->last; u += step)
        if (tml_norm(tml_sub(y, tml_wire_at(p, u, r->work).c)) < tml_norm(tml_sub(y, tml_wire_at(p, best, r->work).c)))
            best = u;
    for (; step > 1e-12; step *= 0.7)
        for (int side = -1; side <= 1; side += 2)
            if (tml_norm(tml_sub(y, tml_wire_at(p, best + side * step, r->work).c)) <
                tml_norm(tml_sub(y, tml_wire_at(p, best, r->work).c)))
                best += side * step;
    return tml_norm(tml_sub(y, tml_wire_at(p, best, r->work).c));
}

Test(curve, what_is_across_is_the_distance, .timeout = TML_SLOWER * 60)
{
    for (int i = 0; i < CURVES; i++) {
        random_source d = {.state = (uint64_t)i + 500};
        for (int k = 0; k < TRIALS; k++) {
            rig r = rig_make(&curves[i], &d);
            place(&r, &d, 0.05);
            double across = 0, tangent[3] = {0};
            for (int j = 0; j < r.m->system->measure_count; j++) {
                const tml_measure *m = &r.m->system->measures[j];
                const double value = r.m->work->value[j];
                across += m->kind == TML_CURVE && m->axis != TML_X ? value * value : 0;
                if (m->kind == TML_CURVE_FRAME)
                    tangent[m->component] = value;
            }
            const double distance = distance_from(&r);
            cr_assert_float_eq(sqrt(across), distance, (curves[i].space ? 1e-5 : 1e-10) * distance,
                               "%s: %.12g, not %.12g", curves[i].curve, sqrt(across), distance);
            const double length = tml_norm((tml_vec3){tangent[0], tangent[1], tangent[2]});
            cr_assert_float_eq(length, 1, 1e-13, "%s: a tangent of length %g", curves[i].curve, length);
            mechanism_free(r.m);
        }
    }
}
