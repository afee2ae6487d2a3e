/* wire.c - points of curves, and the foot of a point on one.
 *
 * With e = y - c the foot has g = e . c' = 0. With D = c'.c' - e.c'', E = 3 c'.c'' - e.c''', F = 3 c''.c'' + 4 c'.c''' - e.c'''':
 *   u_k   = c'_k/D
 *   u_kl  = (c''_k u_l + c''_l u_k - E u_k u_l)/D
 *   u_klm = (sum of 3: c'''_k u_l u_m + c''_k u_lm - E u_k u_lm  -  F u_k u_l u_m)/D
 */
#include "contact/wire.h"
#include "base/unit.h"
#include "elementary/elementary.h"
#include <math.h>
#include <string.h>

enum { MAX_STEPS = 100 };
static const double ROUNDING = 4e-16, TURN = 2 * TML_PI;

size_t tml_wire_work(const tml_wire *wire)
{
    size_t most = 0;
    for (int i = 0; i < 3; i++)
        if (wire->expression[i] && tml_expression_size(wire->expression[i]) > most)
            most = tml_expression_size(wire->expression[i]);
    if (wire->bank && tml_expression_size(wire->bank) > most)
        most = tml_expression_size(wire->bank);
    return most + 1;
}

/* ---- points ---- */

typedef struct {
    double f, d1, d2, d3;
} series;

/* The cubic between two knots, at s from the first. */
static series piece(const tml_knot *k, double s)
{
    const double h = k[1].x - k[0].x, secant = (k[1].y - k[0].y) / h;
    const double b = (3 * secant - 2 * k[0].m - k[1].m) / h, c = (k[0].m + k[1].m - 2 * secant) / (h * h);
    return (series){k[0].y + s * (k[0].m + s * (b + s * c)), k[0].m + s * (2 * b + 3 * s * c), 2 * b + 6 * s * c,
                    6 * c};
}

static int piece_of(const tml_knot *k, int count, double u)
{
    int low = 0, high = count - 1;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (k[middle].x <= u)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static tml_wire_point of_series(const series s[3])
{
    return (tml_wire_point){{s[0].f, s[1].f, s[2].f},
                            {s[0].d1, s[1].d1, s[2].d1},
                            {s[0].d2, s[1].d2, s[2].d2},
                            {s[0].d3, s[1].d3, s[2].d3}};
}

static tml_wire_point on_knots(const tml_knot *const knots[3], int count, double u)
{
    series s[3] = {{0}};
    const int i = piece_of(knots[0], count, u);
    for (int k = 0; k < 3; k++)
        if (knots[k])
            s[k] = piece(knots[k] + i, u - knots[k][i].x);
    return of_series(s);
}

static series along_expression(const tml_expression *e, double u, tml_jet *work)
{
    const tml_jet in = {u, 1, 0};
    tml_jet by = {0};
    const tml_jet out = tml_expression_jet_gradient(e, &in, work, (tml_jet){.dd = 1}, &by);
    return (series){out.f, out.d, out.dd, by.f};
}

static tml_vec3 lift(tml_vec2 a)
{
    return (tml_vec3){a.x, a.y, 0};
}

/* The curve that a cam's follower is led along. */
static tml_wire_point on_cam(const tml_cam *cam, double u)
{
    tml_vec2 third;
    const tml_curve_point p = tml_cam_pitch_third(cam, u, &third);
    return (tml_wire_point){lift(p.c), lift(p.d1), lift(p.d2), lift(third)};
}

static tml_wire_point on_circle(const tml_profile *p, double u)
{
    const tml_sine_cosine a = tml_sincos(u);
    const tml_vec3 r = {p->radius * a.cosine, p->radius * a.sine, 0}, t = {-r.y, r.x, 0};
    return (tml_wire_point){tml_add(lift(p->at), r), t, tml_scale(-1, r), tml_scale(-1, t)};
}

/* Of a closed curve the place within the first revolution, and how many there are before it. */
static double wrap(const tml_wire *wire, double u, double *revolutions)
{
    const double range = wire->last - wire->first;
    *revolutions = wire->closed ? floor((u - wire->first) / range) : 0;
    return u - *revolutions * range;
}

tml_wire_point tml_wire_at(const tml_wire *wire, double u, tml_jet *work)
{
    series s[3] = {{0}};
    double revolutions;
    u = wrap(wire, u, &revolutions);
    if (wire->profile)
        return wire->profile->cam ? on_cam(wire->profile->cam, u) : on_circle(wire->profile, u);
    if (wire->knot_count)
        return on_knots(wire->knots, wire->knot_count, u);
    for (int k = 0; k < 3; k++)
        if (wire->expression[k])
            s[k] = along_expression(wire->expression[k], u, work);
    return of_series(s);
}

/* ---- the foot ---- */

static int panel_of(const tml_wire *wire, double u)
{
    double revolutions;
    u = wrap(wire, u, &revolutions);
    int low = 0, high = wire->panel_count;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (wire->edges[middle] <= u)
            low = middle;
        else
            high = middle;
    }
    const int panel = low + (int)revolutions * wire->panel_count;
    return panel >= 0 ? panel + 1 : panel;
}

static double middle_of(const tml_wire *wire, int panel)
{
    panel -= panel > 0;
    const int n = wire->panel_count, turns = panel >= 0 ? panel / n : -((n - 1 - panel) / n), i = panel - turns * n;
    return (wire->edges[i] + wire->edges[i + 1]) / 2 + turns * (wire->last - wire->first);
}

static double square_of(tml_vec3 a)
{
    return tml_dot(a, a);
}

/* From u to the foot beside it: Newton's method, damped while the distance does not shrink. */
static double descend(const tml_wire *wire, tml_vec3 y, double u, tml_jet *work)
{
    const double range = wire->last - wire->first, longest = 8 * range / wire->panel_count;
    tml_wire_point p = tml_wire_at(wire, u, work);
    double least = square_of(tml_sub(y, p.c));
    int fine_steps = 0; /* each doubles the digits */
    for (int i = 0; i < MAX_STEPS; i++) {
        const tml_vec3 e = tml_sub(y, p.c);
        const double full = square_of(p.d1), slope = full - tml_dot(e, p.d2);
        double step = tml_dot(e, p.d1) / (slope > 0.1 * full ? slope : full);
        step = fmax(-longest, fmin(longest, step));
        if (!(fabs(step) > ROUNDING * fmax(fabs(u), range)))
            return u + (isfinite(step) ? step : 0);
        const bool fine = fabs(step) < 1e-5 * range / wire->panel_count; /* distances differ by rounding */
        for (int k = 0; k < 30; k++, step /= 2) {
            const tml_wire_point next = tml_wire_at(wire, u + step, work);
            const double square = square_of(tml_sub(y, next.c));
            if (!fine && square > least && k < 29)
                continue;
            u += step, p = next, least = square;
            break;
        }
        fine_steps = fine ? fine_steps + 1 : 0;
        if (fine_steps == 3)
            return u;
    }
    return u;
}

/* Every edge of a panel that is nearer than those beside it is a place to search from. */
static double nearest(const tml_wire *wire, tml_vec3 y, tml_jet *work)
{
    const int n = wire->panel_count;
    const double margin = (wire->last - wire->first) / n;
    double best = wire->first, least = INFINITY, before = INFINITY, here, after;
    here = square_of(tml_sub(y, tml_wire_at(wire, wire->edges[0], work).c));
    if (wire->closed)
        before = square_of(tml_sub(y, tml_wire_at(wire, wire->edges[n - 1], work).c));
    for (int i = 0; i <= n; i++, before = here, here = after) {
        after = i < n ? square_of(tml_sub(y, tml_wire_at(wire, wire->edges[i + 1], work).c)) : INFINITY;
        if (here > before || here > after)
            continue;
        double u = descend(wire, y, wire->edges[i], work);
        if (!wire->closed && !wire->endless) /* nothing beyond the ends is as near as a place between them may be */
            u = fmin(fmax(u, wire->first - margin), wire->last + margin);
        const double square = square_of(tml_sub(y, tml_wire_at(wire, u, work).c));
        if (square < least)
            best = u, least = square;
    }
    double revolutions;
    return wrap(wire, best, &revolutions);
}

static double component(tml_vec3 a, int k)
{
    return k == 0 ? a.x : k == 1 ? a.y : a.z;
}

/* (8 (f(h) - f(-h)) - (f(2h) - f(-2h)))/(12 h) of the values at -2h, -h, h, 2h */
static tml_vec3 difference(const tml_vec3 f[4], double h)
{
    return tml_scale(1 / (12 * h), tml_sub(tml_scale(8, tml_sub(f[2], f[1])), tml_sub(f[3], f[0])));
}

static double difference_step(const tml_wire *wire)
{
    return 1e-2 * (wire->last - wire->first) / wire->panel_count;
}

/* It counts only beside the curve: by differences; of splines it is zero. */
static tml_vec3 fourth_of(const tml_wire *wire, double u, tml_jet *work)
{
    const double h = difference_step(wire);
    tml_vec3 side[4] = {{0}};
    for (int i = 0; i < 4 && !wire->knot_count; i++)
        side[i] = tml_wire_at(wire, u + h * (i < 2 ? i - 2 : i - 1), work).d3;
    return difference(side, h);
}

static void differentiate_foot(const tml_wire *wire, tml_foot *f, bool third, tml_jet *work)
{
    const tml_wire_point *p = &f->p;
    const double D = square_of(p->d1) - tml_dot(f->off, p->d2), part = 1 / D;
    const double E = 3 * tml_dot(p->d1, p->d2) - tml_dot(f->off, p->d3),
                 F = 3 * square_of(p->d2) + 4 * tml_dot(p->d1, p->d3) -
                     (third ? tml_dot(f->off, fourth_of(wire, f->u, work)) : 0);
    double c2[3], c3[3];
    for (int k = 0; k < 3; k++) {
        f->u1[k] = component(p->d1, k) * part;
        c2[k] = component(p->d2, k), c3[k] = component(p->d3, k);
    }
    const double *u = f->u1;
    for (int k = 0; k < 3; k++)
        for (int l = 0; l < 3; l++)
            f->u2[k][l] = (c2[k] * u[l] + c2[l] * u[k] - E * u[k] * u[l]) * part;
    for (int i = 0; third && i < 27; i++) {
        const int k = i / 9, l = i / 3 % 3, m = i % 3;
        f->u3[k][l][m] =
            (c3[k] * u[l] * u[m] + c3[l] * u[k] * u[m] + c3[m] * u[k] * u[l] + (c2[k] - E * u[k]) * f->u2[l][m] +
             (c2[l] - E * u[l]) * f->u2[k][m] + (c2[m] - E * u[m]) * f->u2[k][l] - F * u[k] * u[l] * u[m]) *
            part;
    }
}

static void set_speed(tml_foot *f)
{
    f->speed = tml_norm(f->p.d1);
    f->speed1 = tml_dot(f->p.d1, f->p.d2) / f->speed;
    f->speed2 = (square_of(f->p.d2) + tml_dot(f->p.d1, f->p.d3) - f->speed1 * f->speed1) / f->speed;
}

tml_foot tml_wire_foot(const tml_wire *wire, tml_vec3 y, int panel, bool third, tml_jet *work)
{
    tml_foot f;
    f.u = panel ? descend(wire, y, middle_of(wire, panel), work) : nearest(wire, y, work);
    f.panel = panel_of(wire, f.u);
    f.p = tml_wire_at(wire, f.u, work);
    f.off = tml_sub(y, f.p.c);
    set_speed(&f);
    differentiate_foot(wire, &f, third, work);
    return f;
}

/* ---- functions of the foot ---- */

/* A vector that goes along with the curve, and its derivatives by u. */
typedef struct {
    tml_vec3 a, a1, a2, a3;
} moving;

static moving tangent_of(const tml_foot *f, bool left)
{
    const double s = f->speed, s1 = f->speed1, s2 = f->speed2;
    const tml_vec3 t = tml_scale(1 / s, f->p.d1), t1 = tml_scale(1 / s, tml_sub(f->p.d2, tml_scale(s1, t))),
                   t2 = tml_scale(1 / s, tml_sub(tml_sub(f->p.d3, tml_scale(s2, t)), tml_scale(2 * s1, t1)));
    if (!left)
        return (moving){t, t1, t2, {0, 0, 0}};
    return (moving){{-t.y, t.x, 0}, {-t1.y, t1.x, 0}, {-t2.y, t2.x, 0}, {0, 0, 0}};
}

static moving normal_of(const tml_wire *wire, const tml_foot *f, int which)
{
    double revolutions;
    if (!wire->space)
        return tangent_of(f, true);
    const tml_wire_point n = on_knots(wire->normals[which], wire->panel_count + 1, wrap(wire, f->u, &revolutions));
    return (moving){n.c, n.d1, n.d2, n.d3};
}

/* The third derivative of the tangent, which needs a fourth one of the curve: by differences of the second. */
static tml_vec3 third_of_tangent(const tml_wire *wire, const tml_foot *f, tml_jet *work)
{
    const double h = difference_step(wire);
    tml_vec3 side[4];
    for (int i = 0; i < 4; i++) {
        tml_foot there = {.u = f->u + h * (i < 2 ? i - 2 : i - 1)};
        there.p = tml_wire_at(wire, there.u, work);
        set_speed(&there);
        side[i] = tangent_of(&there, false).a2;
    }
    return difference(side, h);
}

/* h(u): chain rule from its derivatives by u. */
static void chain(const tml_foot *f, double h1, double h2, double h3, bool third, tml_wire_function *out)
{
    const double *u = f->u1;
    for (int k = 0; k < 3; k++) {
        out->d1[k] += h1 * u[k];
        for (int l = 0; l < 3; l++) {
            out->d2[k][l] += h1 * f->u2[k][l] + h2 * u[k] * u[l];
            for (int m = 0; third && m < 3; m++)
                out->d3[k][l][m] += h1 * f->u3[k][l][m] +
                                    h2 * (f->u2[k][l] * u[m] + f->u2[k][m] * u[l] + f->u2[l][m] * u[k]) +
                                    h3 * u[k] * u[l] * u[m];
        }
    }
}

/* a(u) . (y - c): a_k beside the chain rule of P' = a'.e - a.c' and its derivatives. */
static void across(const tml_foot *f, const moving *n, bool third, tml_wire_function *out)
{
    const tml_wire_point *p = &f->p;
    const double P = tml_dot(n->a1, f->off) - tml_dot(n->a, p->d1),
                 P1 = tml_dot(n->a2, f->off) - 2 * tml_dot(n->a1, p->d1) - tml_dot(n->a, p->d2),
                 P2 = tml_dot(n->a3, f->off) - 3 * tml_dot(n->a2, p->d1) - 3 * tml_dot(n->a1, p->d2) -
                      tml_dot(n->a, p->d3);
    const double *u = f->u1;
    double a[3], a1[3], a2[3];
    for (int k = 0; k < 3; k++)
        a[k] = component(n->a, k), a1[k] = component(n->a1, k), a2[k] = component(n->a2, k);
    out->value = tml_dot(n->a, f->off);
    chain(f, P, P1, P2, third, out);
    for (int k = 0; k < 3; k++) {
        out->d1[k] += a[k];
        for (int l = 0; l < 3; l++) {
            out->d2[k][l] += a1[k] * u[l] + a1[l] * u[k];
            for (int m = 0; third && m < 3; m++)
                out->d3[k][l][m] += a2[k] * u[l] * u[m] + a2[l] * u[k] * u[m] + a2[m] * u[k] * u[l] +
                                    a1[k] * f->u2[l][m] + a1[l] * f->u2[k][m] + a1[m] * f->u2[k][l];
        }
    }
}

/* From the edge before u: quadrature. */
static double length_at(const tml_wire *wire, double u, tml_jet *work)
{
    static const double x[] = {0, 0.4058451513773972, 0.7415311855993945, 0.9491079123427585},
                        w[] = {0.4179591836734694, 0.3818300505051189, 0.2797053914892766, 0.1294849661688697};
    double revolutions, sum = 0;
    u = wrap(wire, u, &revolutions);
    const int i = panel_of(wire, u) - 1;
    const double from = wire->edges[i], half = (u - from) / 2;
    for (int k = -3; k <= 3; k++) {
        const int j = k < 0 ? -k : k;
        sum += w[j] * tml_norm(tml_wire_at(wire, from + half * (1 + (k < 0 ? -x[j] : x[j])), work).d1);
    }
    return revolutions * tml_wire_length(wire) + wire->lengths[i] + half * sum;
}

double tml_wire_length(const tml_wire *wire)
{
    return wire->lengths[wire->panel_count];
}

double tml_wire_length_at(const tml_wire *wire, double u, tml_jet *work)
{
    return length_at(wire, u, work);
}

static double cross_z(tml_vec3 a, tml_vec3 b)
{
    return a.x * b.y - a.y * b.x;
}

/* Of the tangent, as many revolutions on as it has turned by since the beginning: near what lies between the edges. */
static double heading_at(const tml_wire *wire, const tml_foot *f)
{
    double revolutions;
    const double u = wrap(wire, f->u, &revolutions);
    const int i = panel_of(wire, u) - 1;
    const double *edge = wire->edges + i, *heading = wire->headings + i;
    const double near = heading[0] + (heading[1] - heading[0]) * (u - edge[0]) / (edge[1] - edge[0]) +
                        revolutions * (wire->headings[wire->panel_count] - wire->headings[0]);
    const double angle = tml_atan2(f->p.d1.y, f->p.d1.x);
    return angle + TURN * round((near - angle) / TURN);
}

/* psi' = A/S, A = c' x c'', S = c'.c', and its derivatives by u */
static series heading_of(const tml_wire *wire, const tml_foot *f, bool third, tml_jet *work)
{
    const tml_wire_point *p = &f->p;
    const tml_vec3 d4 = third ? fourth_of(wire, f->u, work) : (tml_vec3){0, 0, 0};
    const double S = square_of(p->d1), S1 = 2 * tml_dot(p->d1, p->d2),
                 S2 = 2 * (square_of(p->d2) + tml_dot(p->d1, p->d3));
    const double A = cross_z(p->d1, p->d2), A1 = cross_z(p->d1, p->d3), A2 = cross_z(p->d2, p->d3) + cross_z(p->d1, d4);
    const double h1 = A / S, h2 = (A1 - h1 * S1) / S;
    return (series){heading_at(wire, f), h1, h2, (A2 - 2 * h2 * S1 - h1 * S2) / S};
}

/* Of a closed curve that of the first revolution. */
static series bank_of(const tml_wire *wire, double u, tml_jet *work)
{
    double revolutions;
    return wire->bank ? along_expression(wire->bank, wrap(wire, u, &revolutions), work) : (series){0};
}

tml_mat3 tml_wire_axes(const tml_wire *wire, const tml_foot *f, tml_jet *work)
{
    const tml_vec3 t = tml_scale(1 / f->speed, f->p.d1);
    if (!wire->space)
        return tml_columns(t, (tml_vec3){-t.y, t.x, 0}, (tml_vec3){0, 0, 1});
    const double bank = bank_of(wire, f->u, work).f;
    const tml_vec3 left = tml_cross(wire->up, t), level = tml_scale(1 / tml_norm(left), left), up = tml_cross(t, level);
    const tml_vec3 y = tml_add(tml_scale(tml_cos(bank), level), tml_scale(tml_sin(bank), up));
    return tml_columns(t, y, tml_cross(t, y));
}

tml_wire_function tml_wire_quantity_at(const tml_wire *wire, const tml_foot *f, tml_wire_quantity quantity, int which,
                                       bool third, tml_jet *work)
{
    tml_wire_function out;
    memset(&out, 0, sizeof out);
    switch (quantity) {
    case TML_WIRE_LENGTH:
        out.value = length_at(wire, f->u, work);
        chain(f, f->speed, f->speed1, f->speed2, third, &out);
        break;
    case TML_WIRE_ACROSS: {
        moving n = normal_of(wire, f, which);
        if (third && !wire->space) {
            const tml_vec3 t3 = third_of_tangent(wire, f, work);
            n.a3 = (tml_vec3){-t3.y, t3.x, 0};
        }
        across(f, &n, third, &out);
        break;
    }
    case TML_WIRE_FRAME: {
        moving v = which < 3 ? tangent_of(f, false) : normal_of(wire, f, which / 3 - 1);
        if (third && which < 3)
            v.a3 = third_of_tangent(wire, f, work);
        out.value = component(v.a, which % 3);
        chain(f, component(v.a1, which % 3), component(v.a2, which % 3), component(v.a3, which % 3), third, &out);
        break;
    }
    case TML_WIRE_ANGLE: {
        const series h = wire->space ? bank_of(wire, f->u, work) : heading_of(wire, f, third, work);
        out.value = h.f;
        chain(f, h.d1, h.d2, h.d3, third, &out);
        break;
    }
    }
    return out;
}
