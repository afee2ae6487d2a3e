/* measure_touch.c - gaps and slips between surfaces of two bodies (contact/): value, Jacobian, rate and bias. */
#include "contact/profile.h"
#include "contact/touch.h"
#include "elementary/elementary.h"
#include "system/kernel/kernels.h"
#include "system/kernel/measure_derivatives.h"
#include <math.h>
#include <string.h>

static tml_plane_motion motion_of(const tml_motion2 *m)
{
    return (tml_plane_motion){{m->x, m->y}, {m->vx, m->vy}, m->c, m->s, m->w};
}

void tml_kernel_touch_plane(tml_workspace *work, int i)
{
    if (work->idle && work->idle[i])
        return;
    const tml_measure *m = &work->system->measures[i];
    const tml_plane_motion A = motion_of(&work->motion2[m->body1]), B = motion_of(&work->motion2[m->body2]);
    const tml_plane_touch touch = m->kind == TML_GAP ? tml_profile_gap_on(m->profile, work->face[i], &A, &B)
                                                     : tml_profile_slip_on(m->profile, work->face[i], &A, &B);
    const double v[] = {A.v.x, A.v.y, A.w, B.v.x, B.v.y, B.w};
    work->value[i] = touch.value;
    work->bias[i] = touch.bias;
    work->rate[i] = m->offset;
    for (int k = 0; k < 6; k++) {
        work->J[(size_t)i * 6 + (size_t)k] = touch.J[k];
        work->rate[i] += touch.J[k] * v[k];
    }
}

static tml_rigid_motion rigid_motion_of(const tml_motion3 *m)
{
    return (tml_rigid_motion){m->x, m->v, m->w, m->R};
}

/* Neither near nor moving. */
static int leave_empty(tml_workspace *work, int i)
{
    const tml_measure *m = &work->system->measures[i];
    work->value[i] =
        m->kind == TML_GAP ? m->candidate->own->polyhedron->size + m->candidate->other->polyhedron->size : 0;
    work->rate[i] = work->bias[i] = 0;
    memset(work->J + (size_t)i * 12, 0, 12 * sizeof(double));
    return i + 1;
}

int tml_kernel_touch_space(tml_workspace *work, int first, int last)
{
    if (work->idle && work->idle[first])
        return first + 1;
    const tml_measure *of = &work->system->measures[first];
    const tml_motion3 *a = &work->motion3[of->body1], *b = &work->motion3[of->body2];
    const tml_rigid_motion A = rigid_motion_of(a), B = rigid_motion_of(b);
    if (of->candidate->slot > 0 && work->face[first] == 0) /* a place that no edges take */
        return leave_empty(work, first);
    const tml_touch touch = tml_touch_on(of->candidate, work->face[first], &A, &B);
    const tml_vec3 v[] = {a->v, a->w_B, b->v, b->w_B};
    int i = first;
    for (const tml_measure *m = of; i < last && m->candidate == of->candidate; m = &work->system->measures[++i]) {
        const bool gap = m->kind == TML_GAP;
        double *J = work->J + (size_t)i * 12;
        work->value[i] = gap ? touch.gap : 0;
        work->bias[i] = gap ? tml_touch_jacobian(&touch, touch.n, touch.ndot, &A, &B, J)
                            : tml_touch_jacobian(&touch, touch.t[m->axis], touch.tdot[m->axis], &A, &B, J);
        work->rate[i] = m->offset;
        for (int k = 0; k < 4; k++)
            work->rate[i] += J[3 * k] * v[k].x + J[3 * k + 1] * v[k].y + J[3 * k + 2] * v[k].z;
        if (i + 1 == last)
            return i + 1;
    }
    return i;
}

tml_vec3 tml_kernel_touching_point(const tml_workspace *work, int measure)
{
    const tml_measure *m = &work->system->measures[measure];
    if (!work->system->space) {
        const tml_plane_motion A = motion_of(&work->motion2[m->body1]), B = motion_of(&work->motion2[m->body2]);
        const tml_vec2 at = tml_profile_touching_point(m->profile, &A, &B);
        return (tml_vec3){at.x, at.y, 0};
    }
    const tml_rigid_motion A = rigid_motion_of(&work->motion3[m->body1]), B = rigid_motion_of(&work->motion3[m->body2]);
    const tml_touch touch = tml_touch_on(m->candidate, work->face[measure], &A, &B);
    return tml_add(tml_add(A.x, touch.r1), tml_scale(0.5 * touch.gap, touch.n));
}

tml_vec3 tml_workspace_touching_place(const tml_workspace *work, int measure, tml_vec3 *speed)
{
    const tml_measure *m = &work->system->measures[measure];
    const tml_rigid_motion A = rigid_motion_of(&work->motion3[m->body1]), B = rigid_motion_of(&work->motion3[m->body2]);
    const tml_touch touch = tml_touch_at(m->candidate, &A, &B);
    *speed = tml_add(A.v, touch.r1dot);
    return tml_add(A.x, touch.r1);
}

double tml_workspace_second_gap(const tml_workspace *work, int measure)
{
    const tml_measure *m = &work->system->measures[measure];
    const tml_rigid_motion A = rigid_motion_of(&work->motion3[m->body1]), B = rigid_motion_of(&work->motion3[m->body2]);
    return tml_touch_second_gap(m->candidate, &A, &B);
}

/* ---- derivatives ----
 *
 * Differences of the exact J, rate and bias: of fourth order in displacements, and exact in velocities, of which the bias is a quadratic
 * function. The third derivatives of surfaces are not needed for that. */

/* J (12, in the numbering of tml_measure_tangent), rate and second derivative with the bodies where they are. */
typedef struct {
    double J[12], rate, second;
} sample;

/* Index in J of the kernels of coordinate k of 12; -1: there is none in the plane. */
static int index_of(const tml_system *s, int k)
{
    if (s->space)
        return k;
    return k % 6 < 2 ? k / 6 * 3 + k % 6 : k % 6 == 5 ? k / 6 * 3 + 2 : -1;
}

/* A workspace of one measure and two bodies. */
typedef struct {
    tml_workspace work;
    tml_system system;
    tml_measure measure;
    tml_motion2 motion2[2];
    tml_motion3 motion3[2];
    double value, rate, bias, J[12];
    int face;
    const double *a; /* (12) accelerations; NULL: none */
} trial;

static void trial_set(trial *b, const tml_workspace *work, int measure)
{
    const tml_measure *m = &work->system->measures[measure];
    b->measure = *m;
    b->measure.body1 = 0, b->measure.body2 = 1;
    b->system.measures = &b->measure, b->system.space = work->system->space;
    for (int i = 0; i < 2; i++) {
        const int body = i ? m->body2 : m->body1;
        if (work->system->space)
            b->motion3[i] = work->motion3[body];
        else
            b->motion2[i] = work->motion2[body];
    }
    b->face = work->face[measure];
    b->work = (tml_workspace){.system = &b->system,
                              .motion2 = b->motion2,
                              .motion3 = b->motion3,
                              .value = &b->value,
                              .rate = &b->rate,
                              .bias = &b->bias,
                              .J = b->J,
                              .face = &b->face};
}

/* Displaces coordinate k by h; its velocity by u. */
static void trial_move(trial *b, int k, double h, double u)
{
    const int body = k / 6, at = k % 6;
    const double along[3] = {at % 3 == 0, at % 3 == 1, at % 3 == 2};
    if (b->system.space) {
        tml_motion3 *m = &b->motion3[body];
        const tml_vec3 e = {along[0], along[1], along[2]};
        if (at < 3) {
            m->x = tml_add(m->x, tml_scale(h, e)), m->v = tml_add(m->v, tml_scale(u, e));
            return;
        }
        const tml_mat3 turn = tml_quat_matrix(tml_quat_about(e, h));
        m->R = tml_mat3_product(&m->R, &turn);
        m->w_B = tml_add(m->w_B, tml_scale(u, e));
        m->w = tml_rotate(&m->R, m->w_B);
        return;
    }
    tml_motion2 *m = &b->motion2[body];
    if (at == 0)
        m->x += h, m->vx += u;
    else if (at == 1)
        m->y += h, m->vy += u;
    else
        m->phi += h, m->w += u;
    const tml_sine_cosine turn = tml_sincos(m->phi);
    m->c = turn.cosine, m->s = turn.sine;
}

static sample take(trial b, int k, double h, double u)
{
    sample out = {{0}, 0, 0};
    b.work.motion2 = b.motion2, b.work.motion3 = b.motion3, b.work.J = b.J;
    b.work.face = &b.face, b.work.value = &b.value, b.work.rate = &b.rate, b.work.bias = &b.bias;
    b.work.system = &b.system, b.system.measures = &b.measure;
    trial_move(&b, k, h, u);
    if (b.system.space)
        tml_kernel_touch_space(&b.work, 0, 1);
    else
        tml_kernel_touch_plane(&b.work, 0);
    out.rate = b.rate, out.second = b.bias;
    for (int j = 0; j < 12; j++) {
        const int at = index_of(&b.system, j);
        out.J[j] = at < 0 ? 0 : b.J[at];
        out.second += b.a && at >= 0 ? b.a[j] * b.J[at] : 0;
    }
    return out;
}

/* (8 (f(h) - f(-h)) - (f(2h) - f(-2h)))/(12 h) */
static double slope(const double f[4], double h)
{
    return (8 * (f[1] - f[2]) - (f[0] - f[3])) / (12 * h);
}

void tml_touch_differentiate(const tml_workspace *work, int measure, const double *a, tml_measure_tangent *out)
{
    const tml_system *s = work->system;
    trial b;
    double acceleration[12];
    memset(out, 0, sizeof *out);
    trial_set(&b, work, measure);
    for (int k = 0; k < 12; k++) {
        const int at = tml_measure_velocity_index(s, &s->measures[measure], k);
        acceleration[k] = a && at >= 0 ? a[at] : 0;
    }
    b.a = acceleration;
    const sample here = take(b, 0, 0, 0);
    for (int k = 0; k < 12; k++) {
        if (index_of(s, k) < 0)
            continue;
        const double h = 1e-4 * (k % 6 < 3 ? s->size : 1), steps[4] = {2 * h, h, -h, -2 * h};
        sample f[4];
        double rate[4], second[4];
        for (int i = 0; i < 4; i++)
            f[i] = take(b, k, steps[i], 0), rate[i] = f[i].rate, second[i] = f[i].second;
        out->q0[k] = here.J[k];
        out->q1[k] = slope(rate, h);
        out->q2[k] = slope(second, h);
        out->v2[k] = (take(b, k, 0, 1).second - take(b, k, 0, -1).second) / 2;
        for (int j = 0; j < 12; j++) {
            const double Jj[4] = {f[0].J[j], f[1].J[j], f[2].J[j], f[3].J[j]};
            out->H[j][k] = slope(Jj, h);
        }
    }
}
