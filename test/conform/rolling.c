/* rolling.c - laws that every pair of surfaces that can roll on each other obeys, with random bodies, places, sizes and states.
 *
 *   the gap is that of the surfaces, computed here from the poses alone;  G = d phi/d displacement of its row
 *   slip = t . (velocity of the touching point of what rolls - that of its track), t along and across the track
 *   -gamma = d(G v)/dt at constant velocities
 *   G'lambda: forces and moments add up to zero, power = lambda . slip, the forces act at the touching point
 *   in the plane the sum of the terms of the slip changes at its rate: it can be integrated
 */
#include "support/mechanics.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { TRIALS = 25, ROWS = 3 };

typedef enum { ON_LINE, ON_DISC, IN_BORE, BALL, WHEEL, TYRE, ON_BALL, IN_BOWL, ON_ROD, IN_TUBE, PAIRS } pair_kind;
static const char *const names[] = {"disc on line",   "disc on disc",  "disc in bore",      "ball",
                                    "wheel",          "tyre",          "wheel on a sphere", "tyre in a hollow sphere",
                                    "wheel on a rod", "tyre in a tube"};

typedef struct {
    mechanism *m;
    pair_kind kind;
    bool space;
    int body[2];           /* of the track, of what rolls */
    tml_vec3 at[2];        /* a point of the line or plane, or the middle: from the centres of mass */
    tml_vec3 normal, axis; /* body axes: direction of the line or normal of the plane; axis of the wheel */
    double R, r, tube;
    const double *direction;
    double q[14], v[12];
} rig;

static const char *what(const rig *r)
{
    return names[r->kind];
}

static rig rig_make(pair_kind kind, int which, bool swapped, random_source *d)
{
    static const char *const bodies[] = {"ground", "one", "two"};
    rig r = {.kind = kind, .space = kind >= BALL, .R = random_between(d, 1.5, 2), .r = random_between(d, 0.3, 0.8)};
    tml_vec3 com[3] = {{0, 0, 0}}, at[2] = {random_vector(d, r.space, 1), random_vector(d, r.space, 1)};
    r.tube = kind == TYRE || kind == IN_BOWL || kind == IN_TUBE ? random_between(d, 0.05, 0.2) : 0;
    r.normal = random_direction(d, r.space), r.axis = random_direction(d, true);
    r.body[0] = which == 1 ? 0 : 1, r.body[1] = which == 2 ? 0 : 2;
    tml_text text = {0};
    tml_text_add(&text, "trammel: 1\nspace: %s\nbodies:\n", r.space ? "space" : "plane");
    for (int b = 0; b < 3; b++) {
        const int side = b == r.body[0] ? 0 : b == r.body[1] ? 1 : -1;
        com[b] = b ? random_vector(d, r.space, 0.5) : (tml_vec3){0, 0, 0};
        tml_text_add(&text, "  %s: {", bodies[b]);
        if (b)
            tml_text_add(&text, "mass: 1.3, inertia: %s, com: ", r.space ? "[0.5, 0.6, 0.7]" : "0.4");
        if (b)
            put_vector(&text, com[b], r.space);
        if (side < 0) {
            tml_text_add(&text, "}\n");
            continue;
        }
        tml_text_add(&text, "%ssurfaces: {s: {", b ? ", " : "");
        if (side == 0 && kind == ON_LINE) {
            tml_text_add(&text, "line: [");
            put_vector(&text, at[0], false);
            tml_text_add(&text, ", ");
            put_vector(&text, tml_add(at[0], r.normal), false);
            tml_text_add(&text, "]}}}\n");
            continue;
        }
        if (side == 0 && kind >= ON_BALL)
            tml_text_add(&text, "%s: {radius: %.17g, hollow: %s", kind < ON_ROD ? "sphere" : "cylinder", r.R,
                         kind == IN_BOWL || kind == IN_TUBE ? "true" : "false");
        else if (side == 0 && r.space)
            tml_text_add(&text, "plane: {normal: "), put_vector(&text, r.normal, true);
        else if (side == 0)
            tml_text_add(&text, "disc: {radius: %.17g, hollow: %s", r.R, kind == IN_BORE ? "true" : "false");
        else if (kind == BALL)
            tml_text_add(&text, "sphere: {radius: %.17g", r.r);
        else
            tml_text_add(&text, "%s: {radius: %.17g", r.tube > 0 ? "torus" : "disc", r.r);
        if (side == 0 && kind >= ON_ROD)
            tml_text_add(&text, ", axis: "), put_vector(&text, r.normal, true);
        if (side == 1 && r.tube > 0)
            tml_text_add(&text, ", tube: %.17g", r.tube);
        if (side == 1 && kind >= WHEEL)
            tml_text_add(&text, ", axis: "), put_vector(&text, r.axis, true);
        tml_text_add(&text, ", at: ");
        put_vector(&text, at[side], r.space);
        tml_text_add(&text, "}}}}\n");
    }
    tml_text_add(&text, "joints: {W: {rolling: [%s.s, %s.s]}}\n", bodies[r.body[swapped]], bodies[r.body[!swapped]]);
    for (int i = 0; i < 2; i++)
        r.at[i] = tml_sub(at[i], com[r.body[i]]);
    r.m = mechanism_make(text.data);
    tml_text_free(&text);
    return r;
}

/* ---- by definition ---- */

typedef struct {
    body_state A, B;
    double gap;
    tml_vec3 point; /* of what rolls, touching */
    tml_vec3 tangent[2], normal;
} touch;

static tml_vec3 unit(tml_vec3 a)
{
    return tml_scale(1 / tml_norm(a), a);
}

/* From the middle of the sphere, or the axis of the cylinder, to a point: outwards. */
static tml_vec3 from_middle(const rig *r, tml_vec3 axis, tml_vec3 d)
{
    return r->kind < ON_ROD ? d : tml_sub(d, tml_scale(tml_dot(axis, d), axis));
}

/* The place of the circle about c2 that is nearest to the surface, seen from its middle c1, by its angle: where the distance is stationary. */
static double nearest_angle(const rig *r, tml_vec3 axis, tml_vec3 d, tml_vec3 u, tml_vec3 w)
{
    const double sign = r->kind == IN_BOWL || r->kind == IN_TUBE ? -1 : 1, step = 0.05;
    double best = 0, least = INFINITY;
    for (double a = 0; a < 6.28; a += step) {
        const tml_vec3 x = tml_add(d, tml_scale(r->r, tml_add(tml_scale(cos(a), u), tml_scale(sin(a), w))));
        const double value = sign * tml_norm(from_middle(r, axis, x));
        if (value < least)
            least = value, best = a;
    }
    double low = best - step, high = best + step;
    for (int i = 0; i < 60; i++) {
        const double a = (low + high) / 2;
        const tml_vec3 x = tml_add(d, tml_scale(r->r, tml_add(tml_scale(cos(a), u), tml_scale(sin(a), w))));
        const tml_vec3 along = tml_sub(tml_scale(cos(a), w), tml_scale(sin(a), u));
        if (sign * tml_dot(from_middle(r, axis, x), along) > 0)
            high = a;
        else
            low = a;
    }
    return (low + high) / 2;
}

static void touch_surface(const rig *r, touch *t, tml_vec3 axis, tml_vec3 c1, tml_vec3 c2)
{
    const tml_mat3 F = tml_frame_with_z(r->axis);
    const tml_vec3 u = tml_rotate(&t->B.R, tml_mat3_column(&F, TML_X)),
                   w = tml_rotate(&t->B.R, tml_mat3_column(&F, TML_Y));
    const double a = nearest_angle(r, axis, tml_sub(c2, c1), u, w),
                 sign = r->kind == IN_BOWL || r->kind == IN_TUBE ? -1 : 1;
    const tml_vec3 on = tml_add(c2, tml_scale(r->r, tml_add(tml_scale(cos(a), u), tml_scale(sin(a), w))));
    const tml_vec3 out = from_middle(r, axis, tml_sub(on, c1)), n = tml_scale(sign, unit(out));
    t->gap = sign * (tml_norm(out) - r->R) - r->tube;
    t->point = tml_sub(on, tml_scale(r->tube, n));
    t->normal = n;
    t->tangent[0] = tml_sub(tml_scale(sin(a), u), tml_scale(cos(a), w));
    t->tangent[1] = tml_cross(n, t->tangent[0]);
}

static touch touch_at(const rig *r, const double *q, const double *v)
{
    touch t = {.A = state_get(r->m, q, v, r->body[0]), .B = state_get(r->m, q, v, r->body[1])};
    const tml_vec3 c1 = tml_add(t.A.x, tml_rotate(&t.A.R, r->at[0])), c2 = tml_add(t.B.x, tml_rotate(&t.B.R, r->at[1]));
    const tml_vec3 d = tml_sub(c2, c1), z = {0, 0, 1};
    tml_vec3 n = tml_rotate(&t.A.R, r->normal);
    if (r->kind == ON_LINE) {
        t.tangent[0] = n;
        n = tml_cross(z, n);
        t.gap = tml_dot(n, d) - r->r;
        t.point = tml_sub(c2, tml_scale(r->r, n));
    } else if (!r->space) {
        const double sign = r->kind == IN_BORE ? -1 : 1, l = tml_norm(d);
        n = tml_scale(1 / l, d);
        t.gap = sign * (l - (r->R + sign * r->r));
        t.point = tml_sub(c2, tml_scale(sign * r->r, n));
        t.tangent[0] = tml_cross(z, n);
    } else if (r->kind >= ON_BALL) {
        touch_surface(r, &t, n, c1, c2);
        return t;
    } else if (r->kind == BALL) {
        const tml_mat3 F = tml_frame_with_z(r->normal);
        t.gap = tml_dot(n, d) - r->r;
        t.point = tml_sub(c2, tml_scale(r->r, n));
        t.tangent[0] = tml_rotate(&t.A.R, tml_mat3_column(&F, TML_X));
        t.tangent[1] = tml_rotate(&t.A.R, tml_mat3_column(&F, TML_Y));
    } else {
        const tml_vec3 e = tml_rotate(&t.B.R, r->axis), out = unit(tml_sub(n, tml_scale(tml_dot(n, e), e)));
        const tml_vec3 lowest = tml_sub(c2, tml_scale(r->r, out)); /* of the circle in the middle of the tube */
        t.point = tml_sub(lowest, tml_scale(r->tube, n));
        t.gap = tml_dot(n, tml_sub(t.point, c1));
        t.tangent[0] = unit(tml_cross(e, n));
        t.tangent[1] = tml_cross(n, t.tangent[0]);
    }
    return t;
}

static tml_vec3 velocity_at(const body_state *b, tml_vec3 p)
{
    return tml_add(b->v, tml_cross(b->w, tml_sub(p, b->x)));
}

/* Of the touching point of what rolls against that of its track. */
static double slip_of(const touch *t, int i)
{
    return tml_dot(t->tangent[i], tml_sub(velocity_at(&t->B, t->point), velocity_at(&t->A, t->point)));
}

/* ---- checks ---- */

static int rows_of(const rig *r)
{
    return r->space ? 3 : 2;
}

/* Brings what rolls to its track. */
static void close(rig *r)
{
    for (int i = 0; i < (r->kind >= ON_BALL ? 50 : 1); i++) { /* the nearest place moves */
        const touch t = touch_at(r, r->q, r->v);
        const bool second = r->body[1] != 0;
        tml_vec3 n = r->kind >= ON_BALL ? t.normal
                     : r->space         ? tml_rotate(&t.A.R, r->normal)
                                        : tml_cross(t.tangent[0], (tml_vec3){0, 0, 1});
        n = tml_scale((second ? -1 : 1) * (r->kind == ON_LINE || r->kind == IN_BORE ? -1 : 1) * t.gap, n);
        double *x = r->q + (r->body[second] - 1) * r->m->system->nqb;
        x[0] += n.x, x[1] += n.y;
        if (r->space)
            x[2] += n.z;
    }
}

static void phi_along(void *context, double s, double *out)
{
    const rig *r = context;
    double q[14];
    mechanism_moved(r->m, r->q, r->direction, s, q);
    *out = touch_at(r, q, r->v).gap;
}

static void phidot_along(void *context, double s, double *out)
{
    const rig *r = context;
    double q[14];
    mechanism_moved(r->m, r->q, r->v, s, q);
    mechanism_evaluate(r->m, q, r->v);
    memcpy(out, r->m->work->phidot, (size_t)rows_of(r) * sizeof(double));
}

static void sum_along(void *context, double s, double *out)
{
    const rig *r = context;
    const tml_constraint *row = &r->m->system->rows[1];
    double q[14];
    mechanism_moved(r->m, r->q, r->v, s, q);
    mechanism_evaluate(r->m, q, r->v);
    *out = 0;
    for (int k = row->terms.first; k < row->terms.first + row->terms.count; k++)
        *out += r->m->system->terms[k].coefficient * r->m->work->value[r->m->system->terms[k].measure];
}

static void check_rows(rig *r)
{
    const tml_system *s = r->m->system;
    const touch t = touch_at(r, r->q, r->v);
    double G[ROWS * 12], slope[ROWS], gamma[ROWS];
    mechanism_evaluate(r->m, r->q, r->v);
    cr_assert_eq(s->row_count, rows_of(r), "%s: %d rows", what(r), s->row_count);
    cr_assert_float_eq(r->m->work->phi[0], t.gap, 1e-13, "%s: gap %.15g, not %.15g", what(r), r->m->work->phi[0],
                       t.gap);
    for (int i = 1; i < rows_of(r); i++) {
        cr_assert(s->rows[i].rate_only && r->m->work->phi[i] == 0);
        cr_assert_float_eq(r->m->work->phidot[i], slip_of(&t, i - 1), 2e-13, "%s: slip %.15g, not %.15g", what(r),
                           r->m->work->phidot[i], slip_of(&t, i - 1));
    }
    dense_G(r->m, rows_of(r), G);
    memcpy(gamma, r->m->work->gamma, sizeof(double) * (size_t)rows_of(r));
    for (int j = 0; j < s->nv; j++) {
        double one[12] = {0};
        one[j] = 1;
        r->direction = one;
        differentiate(phi_along, r, 1, slope);
        cr_assert_float_eq(G[j], slope[0], 1e-10, "%s: G[%d] = %.12g, not %.12g", what(r), j, G[j], slope[0]);
    }
    differentiate(phidot_along, r, rows_of(r), slope);
    for (int i = 0; i < rows_of(r); i++)
        cr_assert_float_eq(-gamma[i], slope[i], 1e-9 * (1 + fabs(slope[i])), "%s: gamma of row %d", what(r), i);
    if (r->space)
        return;
    cr_assert(s->rows[1].integrable);
    mechanism_evaluate(r->m, r->q, r->v);
    const double rate = r->m->work->phidot[1];
    differentiate(sum_along, r, 1, slope);
    cr_assert_float_eq(rate, slope[0], 1e-9, "%s: its sum changes by %.12g, not %.12g", what(r), slope[0], rate);
}

static void check_reactions(rig *r, random_source *d)
{
    const tml_system *s = r->m->system;
    const touch t = touch_at(r, r->q, r->v);
    double lambda[ROWS], f[12] = {0}, power = 0, wanted = 0;
    mechanism_evaluate(r->m, r->q, r->v);
    for (int i = 0; i < rows_of(r); i++) {
        lambda[i] = random_between(d, -1, 1);
        wanted += lambda[i] * r->m->work->phidot[i];
    }
    tml_workspace_add_Gt(r->m->work, rows_of(r), lambda, f);
    for (int j = 0; j < s->nv; j++)
        power += f[j] * r->v[j];
    cr_assert_float_eq(power, wanted, 1e-12, "%s: reactions do work %g, not %g", what(r), power, wanted);
    tml_vec3 force = {0, 0, 0};
    for (int i = 0; i < 2; i++) { /* on each body, none has a moment about the touching point */
        if (!r->body[i])
            continue;
        const body_state *b = i ? &t.B : &t.A;
        const double *g = f + (r->body[i] - 1) * s->nvb;
        const tml_vec3 push = {g[0], g[1], s->space ? g[2] : 0};
        const tml_vec3 moment = s->space ? tml_rotate(&b->R, (tml_vec3){g[3], g[4], g[5]}) : (tml_vec3){0, 0, g[2]};
        const tml_vec3 rest = tml_sub(moment, tml_cross(tml_sub(t.point, b->x), push));
        cr_assert(tml_norm(rest) < 1e-12, "%s: a moment %g about the touching point", what(r), tml_norm(rest));
        force = tml_add(force, push);
    }
    cr_assert(!r->body[0] || !r->body[1] || tml_norm(force) < 1e-13, "%s: forces add up to %g", what(r),
              tml_norm(force));
}

static bool is_tame(const rig *r)
{
    const touch t = touch_at(r, r->q, r->v);
    if (r->kind >= ON_BALL)
        return fabs(t.gap) < 1e-13 && fabs(tml_dot(t.normal, tml_rotate(&t.B.R, r->axis))) < 0.7;
    if (r->kind >= WHEEL)
        return tml_norm(tml_cross(tml_rotate(&t.B.R, r->axis), tml_rotate(&t.A.R, r->normal))) > 0.4;
    return r->space || r->kind == ON_LINE || t.tangent[0].y > -0.9; /* away from where the direction jumps */
}

Test(rolling, rows_are_those_of_the_touching_points)
{
    for (int kind = 0; kind < PAIRS; kind++) {
        random_source d = {.state = (uint64_t)kind + 5};
        for (int i = 0; i < TRIALS; i++) {
            rig r = rig_make((pair_kind)kind, i % 3, i % 2, &d);
            do {
                mechanism_scatter(r.m, &d);
                memcpy(r.q, r.m->q, (size_t)r.m->system->nq * sizeof(double));
                memcpy(r.v, r.m->v, (size_t)r.m->system->nv * sizeof(double));
                close(&r);
            } while (!is_tame(&r));
            cr_assert_float_eq(touch_at(&r, r.q, r.v).gap, 0, 1e-13, "%s: not closed here", what(&r));
            check_rows(&r);
            check_reactions(&r, &d);
            mechanism_free(r.m);
        }
    }
}
