/* measure.c - laws that every kind of measure obeys, in the plane and in space, with random frames and states.
 *
 *   value   is what joint_class.h says it is, computed here from the poses alone; angles count full revolutions
 *   J       is its derivative under displacements of the bodies; of a kind that has only a rate, what joint_class.h says
 *   rate    = J v
 *   bias    is d(J v)/dt along a motion with constant velocities: s'' - J a with a = 0
 */
#include "support/mechanics.h"
#include "system/compile/builder.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { TRIALS = 40 };
static const double TURN = 6.283185307179586;

typedef struct {
    mechanism *m;
    tml_frames f;
    tml_row row;
    int index; /* of the measure */
    double sign;
    const double *direction; /* (nv) of the motion under test */
    double q[14], v[12];
    double near; /* an angle is counted from here */
} probe;

static mechanism *two_bodies(random_source *d, bool space)
{
    tml_text text = {0};
    tml_text_add(&text, "trammel: 1\nspace: %s\nbodies:\n", space ? "space" : "plane");
    put_body(&text, d, space, "one");
    put_body(&text, d, space, "two");
    mechanism *m = mechanism_make(text.data);
    tml_text_free(&text);
    return m;
}

static tml_mat3 random_turn(random_source *d, bool space)
{
    return tml_quat_matrix(
        tml_quat_about(space ? random_direction(d, true) : (tml_vec3){0, 0, 1}, random_between(d, -3, 3)));
}

static probe probe_make(random_source *d, bool space, tml_row row)
{
    probe p = {.m = two_bodies(d, space), .row = row};
    p.f.body1 = random_index(d, 3);
    p.f.body2 = (p.f.body1 + 1 + random_index(d, 2)) % 3;
    p.f.p1 = random_vector(d, space, 1);
    p.f.p2 = random_vector(d, space, 1);
    p.f.F = random_turn(d, space);
    p.f.M = random_turn(d, space);
    p.f.offset = space ? 0 : random_between(d, -1, 1);
    tml_builder b = {.s = p.m->system, .arena = &p.m->arena};
    const tml_term term = tml_builder_measure(&b, &row, &p.f);
    p.index = term.measure;
    p.sign = term.coefficient;
    mechanism_renew_work(p.m);
    return p;
}

/* ---- by definition ---- */

typedef struct {
    tml_mat3 F, M; /* ground axes */
    tml_vec3 d;
    double turn; /* plane: phi_M - phi_F */
} spread;

static spread spread_at(const probe *p, const double *q)
{
    const body_state A = state_get(p->m, q, p->v, p->f.body1), B = state_get(p->m, q, p->v, p->f.body2);
    spread s = {.F = tml_mat3_product(&A.R, &p->f.F), .M = tml_mat3_product(&B.R, &p->f.M)};
    s.d = tml_sub(tml_add(B.x, tml_rotate(&B.R, p->f.p2)), tml_add(A.x, tml_rotate(&A.R, p->f.p1)));
    if (!p->m->system->space)
        s.turn = (p->f.body2 ? q[3 * p->f.body2 - 1] : 0) - (p->f.body1 ? q[3 * p->f.body1 - 1] : 0) + p->f.offset;
    return s;
}

static double counted(double angle, double near)
{
    return angle + TURN * round((near - angle) / TURN);
}

static double angle_between(tml_vec3 a, tml_vec3 b)
{
    return atan2(tml_norm(tml_cross(a, b)), tml_dot(a, b));
}

/* theta n . a_F, n along the sum of F_i x M_i, theta by the trace: another way than the kernel's, good away from 0 and pi */
static double rotation_component(const spread *s, tml_axis a, bool *tame)
{
    tml_vec3 n = {0, 0, 0};
    double trace = 0;
    for (int i = 0; i < 3; i++) {
        const tml_vec3 f = tml_mat3_column(&s->F, (tml_axis)i), m = tml_mat3_column(&s->M, (tml_axis)i);
        n = tml_add(n, tml_cross(f, m));
        trace += tml_dot(f, m);
    }
    const double theta = atan2(tml_norm(n), trace - 1);
    *tame = theta > 0.02 && theta < 3.05;
    return theta / tml_norm(n) * tml_dot(n, tml_mat3_column(&s->F, a));
}

/* The measure as joint_class.h defines it; *tame: far enough from where it is not smooth. */
static double plain_value(const probe *p, const double *q, bool *tame)
{
    const spread s = spread_at(p, q);
    const tml_axis a = p->row.a, b = p->row.b;
    const tml_vec3 aF = tml_mat3_column(&s.F, a), bF = tml_mat3_column(&s.F, b);
    const tml_vec3 aM = tml_mat3_column(&s.M, a), bM = tml_mat3_column(&s.M, b);
    switch (p->row.kind) {
    case TML_COORD:
        return tml_dot(tml_unit_axis(a), s.d);
    case TML_ALONG:
        return tml_dot(aF, s.d);
    case TML_DOT:
        return tml_dot(aF, bM);
    case TML_SLOPE:
        *tame = fabs(tml_dot(aF, bM)) < 0.8;
        return asin(tml_dot(aF, bM));
    case TML_DISTANCE:
        *tame = tml_norm(s.d) > 0.7;
        return tml_norm(s.d);
    case TML_ANGLE:
        *tame = !p->m->system->space || hypot(tml_dot(aF, aM), tml_dot(bF, aM)) > 0.6;
        return p->m->system->space ? counted(atan2(tml_dot(bF, aM), tml_dot(aF, aM)), p->near) : s.turn;
    case TML_ANGLE_M:
        *tame = hypot(tml_dot(aM, aF), tml_dot(bM, aF)) > 0.6;
        return counted(atan2(tml_dot(bM, aF), tml_dot(aM, aF)), p->near);
    case TML_TILT: {
        const double angle = angle_between(aF, aM);
        *tame = angle < 3;
        return angle * tml_dot(aF, bM) / sin(angle);
    }
    case TML_ROTATION:
        return rotation_component(&s, a, tame);
    case TML_BEARING:
        if (p->m->system->space) {
            *tame = hypot(tml_dot(aF, s.d), tml_dot(bF, s.d)) > 0.5;
            return counted(atan2(tml_dot(bF, s.d), tml_dot(aF, s.d)) + p->f.offset, p->near);
        }
        *tame = tml_norm(s.d) > 0.7 && fabs(atan2(s.d.y, s.d.x) + p->f.offset) < 3;
        return atan2(s.d.y, s.d.x) + p->f.offset;
    case TML_CROSS:
        *tame = tml_norm(tml_cross(aF, bM)) > 0.4;
        return tml_norm(tml_cross(aF, bM));
    case TML_TRACK:
    case TML_TRACK_ACROSS:
    case TML_TRACK_TURN:
        *tame = tml_norm(tml_cross(tml_mat3_column(&s.F, TML_Z), bM)) > 0.4;
        break;
    case TML_PUSH:
    case TML_ROTATE:
    case TML_ROTATE_M:
    case TML_GAP: /* of contacts: unit tests of profiles and solids */
    case TML_SLIP:
    case TML_CURVE: /* curve.c */
    case TML_CURVE_FRAME:
    case TML_CURVE_ANGLE:
    case TML_MEASURE_KINDS:
    case TML_NO_MEASURE:
        break;
    }
    return 0;
}

static double flip(const probe *p)
{
    return p->row.reversed ? -1 : 1;
}

/* d and the columns of F and M along the motion: 21 numbers */
static void frames_along(void *context, double s, double *out)
{
    const probe *p = context;
    double q[14];
    mechanism_moved(p->m, p->q, p->direction, s, q);
    const spread at = spread_at(p, q);
    memcpy(out, &at.d, sizeof at.d);
    memcpy(out + 3, &at.F, sizeof at.F);
    memcpy(out + 12, &at.M, sizeof at.M);
}

/* w of a rotating frame: half the sum of c x c' over its columns */
static tml_vec3 angular_velocity(const tml_mat3 *R, const double *slope)
{
    const tml_mat3 rate = {
        {{slope[0], slope[1], slope[2]}, {slope[3], slope[4], slope[5]}, {slope[6], slope[7], slope[8]}}};
    tml_vec3 w = {0, 0, 0};
    for (int a = 0; a < 3; a++)
        w = tml_add(w, tml_scale(0.5, tml_cross(tml_mat3_column(R, (tml_axis)a), tml_mat3_column(&rate, (tml_axis)a))));
    return w;
}

static double rate_only(probe *p)
{
    double slope[21];
    const spread at = spread_at(p, p->q);
    differentiate(frames_along, p, 21, slope);
    const tml_vec3 ddot = {slope[0], slope[1], slope[2]};
    const tml_vec3 w = tml_sub(angular_velocity(&at.M, slope + 12), angular_velocity(&at.F, slope + 3));
    const tml_vec3 aM = tml_mat3_column(&at.M, p->row.a);
    const tml_vec3 z = tml_mat3_column(&at.F, TML_Z), wheel = tml_mat3_column(&at.M, p->row.b);
    const tml_vec3 track = tml_cross(wheel, z), unit = tml_scale(1 / tml_norm(track), track);
    const tml_vec3 inF = tml_sub(ddot, tml_cross(angular_velocity(&at.F, slope + 3), at.d));
    if (p->row.kind == TML_PUSH)
        return flip(p) * tml_dot(aM, ddot);
    if (p->row.kind == TML_TRACK)
        return flip(p) * tml_dot(unit, inF);
    if (p->row.kind == TML_TRACK_ACROSS || p->row.kind == TML_TRACK_TURN)
        return flip(p) * tml_dot(tml_cross(z, unit), p->row.kind == TML_TRACK_TURN ? w : inF);
    return flip(p) * tml_dot(p->row.kind == TML_ROTATE ? tml_unit_axis(p->row.a) : aM, w);
}

static void value_along(void *context, double s, double *out)
{
    const probe *p = context;
    double q[14];
    bool tame;
    mechanism_moved(p->m, p->q, p->direction, s, q);
    *out = flip(p) * plain_value(p, q, &tame);
}

/* The rate of the measure along a direction, by definition. */
static double rate_by_definition(probe *p, const double *direction)
{
    double slope;
    p->direction = direction;
    if (tml_measure_is_rate(p->row.kind))
        return rate_only(p);
    differentiate(value_along, p, 1, &slope);
    return slope;
}

static void own_rate_along(void *context, double s, double *out)
{
    probe *p = context;
    double q[14];
    mechanism_moved(p->m, p->q, p->v, s, q);
    mechanism_evaluate(p->m, q, p->v);
    *out = p->sign * p->m->work->rate[p->index];
}

/* ---- checks ---- */

static double J_of(const probe *p, int j)
{
    const tml_system *s = p->m->system;
    const tml_measure *m = &s->measures[p->index];
    const int body = j / s->nvb + 1, side = body == m->body1 ? 0 : body == m->body2 ? 1 : -1;
    return side < 0 ? 0 : p->sign * p->m->work->J[(p->index * 2 + side) * s->nvb + j % s->nvb];
}

static void check_state(probe *p, const char *what)
{
    const tml_system *s = p->m->system;
    tml_workspace *w = p->m->work;
    bool tame;
    const double value = flip(p) * plain_value(p, p->q, &tame);
    double J[12], product = 0, bias;
    mechanism_evaluate(p->m, p->q, p->v);
    const double rate = p->sign * w->rate[p->index], own_bias = p->sign * w->bias[p->index];
    cr_assert_float_eq(p->sign * w->value[p->index], value, 1e-13 * (1 + fabs(value)), "%s: value %.17g, not %.17g",
                       what, p->sign * w->value[p->index], value);
    for (int j = 0; j < s->nv; j++) {
        J[j] = J_of(p, j);
        product += J[j] * p->v[j];
    }
    for (int j = 0; j < s->nv; j++) {
        double unit[12] = {0};
        unit[j] = 1;
        const double wanted = rate_by_definition(p, unit);
        cr_assert_float_eq(J[j], wanted, 1e-10, "%s: J[%d] = %.15g, not %.15g", what, j, J[j], wanted);
    }
    cr_assert_float_eq(rate, product, 1e-13 * (1 + fabs(rate)), "%s: rate %.15g, J v = %.15g", what, rate, product);
    cr_assert_float_eq(rate, rate_by_definition(p, p->v), 1e-10, "%s: rate %.15g by definition %.15g", what, rate,
                       rate_by_definition(p, p->v));
    differentiate(own_rate_along, p, 1, &bias);
    cr_assert_float_eq(own_bias, bias, 1e-9 * (1 + fabs(bias)), "%s: bias %.15g, not %.15g", what, own_bias, bias);
}

static void check_kind(bool space, tml_row row, const char *name)
{
    random_source d = {.state = (uint64_t)row.kind * 100 + (uint64_t)row.a * 10 + (uint64_t)row.b};
    char what[64];
    snprintf(what, sizeof what, "%s %c %c in %s", name, "xyz"[row.a], "xyz"[row.b], space ? "space" : "the plane");
    for (int i = 0; i < TRIALS; i++) {
        probe p = probe_make(&d, space, row);
        bool tame;
        do {
            mechanism_scatter(p.m, &d);
            memcpy(p.q, p.m->q, (size_t)p.m->system->nq * sizeof(double));
            memcpy(p.v, p.m->v, (size_t)p.m->system->nv * sizeof(double));
            tame = true;
            p.near = random_between(&d, -20, 20);
            p.near = plain_value(&p, p.q, &tame) + random_between(&d, -2, 2); /* off by less than half a revolution */
        } while (!tame);
        p.m->work->unwrapped[p.index] = p.near;
        check_state(&p, what);
        mechanism_free(p.m);
    }
}

static void check_axes(bool space, tml_measure_kind kind, bool two, const char *name)
{
    for (int a = 0; a < (space ? 3 : 2); a++)
        for (int b = 0; b < (two ? 3 : 1); b++) {
            if ((kind == TML_ANGLE || kind == TML_ANGLE_M || kind == TML_BEARING) && a == b)
                continue;
            check_kind(space, (tml_row){.kind = kind, .a = (tml_axis)a, .b = (tml_axis)b}, name);
            check_kind(space, (tml_row){.kind = kind, .a = (tml_axis)a, .b = (tml_axis)b, .reversed = true}, name);
        }
}

Test(plane, coord_has_consistent_derivatives)
{
    check_axes(false, TML_COORD, false, "COORD");
}
Test(plane, along_has_consistent_derivatives)
{
    check_axes(false, TML_ALONG, false, "ALONG");
}
Test(plane, distance_has_consistent_derivatives)
{
    check_kind(false, (tml_row){.kind = TML_DISTANCE}, "DISTANCE");
}
Test(plane, angle_has_consistent_derivatives)
{
    check_kind(false, (tml_row){.kind = TML_ANGLE, .a = TML_X, .b = TML_Y}, "ANGLE");
}
Test(plane, track_has_consistent_derivatives)
{
    for (int b = 0; b < 2; b++) {
        check_kind(false, (tml_row){.kind = TML_TRACK, .b = (tml_axis)b}, "TRACK");
        check_kind(false, (tml_row){.kind = TML_TRACK_ACROSS, .b = (tml_axis)b}, "TRACK_ACROSS");
    }
}
Test(plane, bearing_has_consistent_derivatives)
{
    check_kind(false, (tml_row){.kind = TML_BEARING}, "BEARING");
}
Test(plane, push_has_consistent_derivatives)
{
    check_axes(false, TML_PUSH, false, "PUSH");
}
Test(space, coord_has_consistent_derivatives)
{
    check_axes(true, TML_COORD, false, "COORD");
}
Test(space, along_has_consistent_derivatives)
{
    check_axes(true, TML_ALONG, false, "ALONG");
}
Test(space, dot_has_consistent_derivatives)
{
    check_axes(true, TML_DOT, true, "DOT");
}
Test(space, slope_has_consistent_derivatives)
{
    check_axes(true, TML_SLOPE, true, "SLOPE");
}
Test(space, cross_has_consistent_derivatives)
{
    check_axes(true, TML_CROSS, true, "CROSS");
}
Test(space, track_has_consistent_derivatives)
{
    check_axes(true, TML_TRACK, true, "TRACK");
    check_axes(true, TML_TRACK_ACROSS, true, "TRACK_ACROSS");
    check_axes(true, TML_TRACK_TURN, true, "TRACK_TURN");
}
Test(space, distance_has_consistent_derivatives)
{
    check_kind(true, (tml_row){.kind = TML_DISTANCE}, "DISTANCE");
}
Test(space, angle_has_consistent_derivatives)
{
    check_axes(true, TML_ANGLE, true, "ANGLE");
}
Test(space, bearing_has_consistent_derivatives)
{
    check_axes(true, TML_BEARING, true, "BEARING");
}
Test(space, angle_m_has_consistent_derivatives)
{
    check_axes(true, TML_ANGLE_M, true, "ANGLE_M");
}
Test(space, tilt_has_consistent_derivatives)
{
    for (int a = 0; a < 3; a++)
        for (int b = 1; b < 3; b++) {
            check_kind(true, (tml_row){.kind = TML_TILT, .a = (tml_axis)a, .b = (tml_axis)((a + b) % 3)}, "TILT");
            check_kind(true,
                       (tml_row){.kind = TML_TILT, .a = (tml_axis)a, .b = (tml_axis)((a + b) % 3), .reversed = true},
                       "TILT");
        }
}
Test(space, rotation_has_consistent_derivatives)
{
    check_axes(true, TML_ROTATION, false, "ROTATION");
}
Test(space, push_has_consistent_derivatives)
{
    check_axes(true, TML_PUSH, false, "PUSH");
}
Test(space, rotate_has_consistent_derivatives)
{
    check_axes(true, TML_ROTATE, false, "TURN");
}
Test(space, rotate_m_has_consistent_derivatives)
{
    check_axes(true, TML_ROTATE_M, false, "TURN_M");
}

/* ---- coordinates themselves ---- */

static void coordinates_along(void *context, double s, double *out)
{
    const mechanism *m = context;
    mechanism_moved(m, m->q, m->v, s, out);
}

/* q' of tml_system_rate is the derivative of a motion with constant velocities. */
static void check_rate_of_q(bool space)
{
    random_source d = {.state = 5};
    for (int i = 0; i < TRIALS; i++) {
        mechanism *m = two_bodies(&d, space);
        double slope[14], qdot[14];
        mechanism_scatter(m, &d);
        differentiate(coordinates_along, m, m->system->nq, slope);
        tml_system_rate(m->system, m->q, m->v, qdot);
        for (int j = 0; j < m->system->nq; j++)
            cr_assert_float_eq(qdot[j], slope[j], 1e-11, "q'[%d] = %.15g, not %.15g", j, qdot[j], slope[j]);
        mechanism_free(m);
    }
}

Test(plane, rate_of_q_is_the_derivative_of_the_motion)
{
    check_rate_of_q(false);
}
Test(space, rate_of_q_is_the_derivative_of_the_motion)
{
    check_rate_of_q(true);
}

/* Angles in space count full revolutions from one accepted step to the next. */
Test(space, angles_count_revolutions_over_accepted_steps)
{
    random_source d = {.state = 8};
    probe p = {.m = two_bodies(&d, true), .row = {.kind = TML_ANGLE, .a = TML_X, .b = TML_Y}};
    p.f = (tml_frames){.body1 = 1, .body2 = 2, .F = random_turn(&d, true)};
    p.f.M = p.f.F;
    tml_builder b = {.s = p.m->system, .arena = &p.m->arena};
    const int index = tml_builder_measure(&b, &p.row, &p.f).measure;
    const tml_vec3 z = tml_mat3_column(&p.f.F, TML_Z);
    double spin[12] = {0};
    memcpy(spin + 9, &z, sizeof z);
    mechanism_renew_work(p.m);
    mechanism_scatter(p.m, &d);
    memcpy(p.m->q + 10, p.m->q + 3, 4 * sizeof(double)); /* both bodies rotated alike */
    for (int i = 1; i <= 200; i++) {
        const double step = i <= 120 ? 0.7 : -2.5, wanted = i <= 120 ? 0.7 * i : 84 - 2.5 * (i - 120);
        mechanism_moved(p.m, p.m->q, spin, step, p.m->q);
        mechanism_evaluate(p.m, p.m->q, p.m->v);
        cr_assert_float_eq(p.m->work->value[index], wanted, 1e-11, "%.15g, not %.15g", p.m->work->value[index], wanted);
        tml_workspace_accept_angles(p.m->work);
    }
    mechanism_free(p.m);
}
