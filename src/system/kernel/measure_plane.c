/* measure_plane.c - measures between two planar bodies: value, Jacobian and bias (s'' without accelerations).
 *
 * r' of an attached vector r is w perp(r), r'' (without w') is -w^2 r. With s_i = R_i p_i, d = x_2 + s_2 - x_1 - s_1:
 *   d'' (without accelerations) = -w_2^2 s_2 + w_1^2 s_1
 */
#include "elementary/elementary.h"
#include "system/kernel/kernels.h"

typedef struct {
    tml_vec2 s1, s2, d, ddot, dbias;
} span;

static inline tml_vec2 flat(tml_vec3 p)
{
    return (tml_vec2){p.x, p.y};
}

static inline span span_of(const tml_motion2 *A, const tml_motion2 *B, const tml_measure *m)
{
    span e;
    e.s1 = tml_rotate2(A->c, A->s, flat(m->p1));
    e.s2 = tml_rotate2(B->c, B->s, flat(m->p2));
    e.d = (tml_vec2){B->x + e.s2.x - A->x - e.s1.x, B->y + e.s2.y - A->y - e.s1.y};
    e.ddot = (tml_vec2){B->vx - B->w * e.s2.y - A->vx + A->w * e.s1.y, B->vy + B->w * e.s2.x - A->vy - A->w * e.s1.x};
    const double w1 = A->w * A->w, w2 = B->w * B->w;
    e.dbias = (tml_vec2){w1 * e.s1.x - w2 * e.s2.x, w1 * e.s1.y - w2 * e.s2.y};
    return e;
}

/* Jacobian of u . d' for a given u: rows of both bodies. */
static inline void along(const span *e, tml_vec2 u, double *J)
{
    J[0] = -u.x, J[1] = -u.y, J[2] = -tml_cross2(e->s1, u);
    J[3] = u.x, J[4] = u.y, J[5] = tml_cross2(e->s2, u);
}

/* Coordinates of one point relative to another: all that follow from measure i on; returns the last. */
static inline int coords(tml_workspace *work, const span *e, int i, int last)
{
    const tml_measure *measures = work->system->measures;
    for (;; i++) {
        double *J = work->J + (size_t)i * 6;
        if (measures[i].axis == TML_Y) {
            J[0] = 0, J[1] = -1, J[2] = -e->s1.x, J[3] = 0, J[4] = 1, J[5] = e->s2.x;
            work->value[i] = e->d.y, work->rate[i] = e->ddot.y, work->bias[i] = e->dbias.y;
        } else {
            J[0] = -1, J[1] = 0, J[2] = e->s1.y, J[3] = 1, J[4] = 0, J[5] = -e->s2.y;
            work->value[i] = e->d.x, work->rate[i] = e->ddot.x, work->bias[i] = e->dbias.x;
        }
        if (i + 1 >= last || !measures[i + 1].same_points)
            return i;
    }
}

/* a . d with a on body 1:  s' = a . d' + w_1 perp(a) . d */
static inline void project(const tml_measure *m, const tml_motion2 *A, const span *e, double *J, double *value,
                           double *bias)
{
    const tml_vec2 a = tml_rotate2(A->c, A->s, flat(m->a1));
    along(e, a, J);
    J[2] += tml_cross2(a, e->d);
    *value = tml_dot2(a, e->d);
    *bias = tml_dot2(a, e->dbias) + 2 * A->w * tml_cross2(a, e->ddot) - A->w * A->w * *value;
}

/* l = |d|, u = d/l:  l'' = u . d'' + (d'.d' - l'^2)/l */
static inline void distance(const span *e, double *J, double *value, double *bias)
{
    const double l = sqrt(tml_dot2(e->d, e->d));
    const tml_vec2 u = l > 0 ? tml_scale2(1 / l, e->d) : (tml_vec2){0, 0};
    const double rate = tml_dot2(u, e->ddot);
    along(e, u, J);
    *value = l;
    *bias = tml_dot2(u, e->dbias) + (l > 0 ? (tml_dot2(e->ddot, e->ddot) - rate * rate) / l : 0);
}

/* rate a . d' with a on body 2 */
static inline void push(const tml_measure *m, const tml_motion2 *B, const span *e, double *J, double *value,
                        double *bias)
{
    const tml_vec2 a = tml_rotate2(B->c, B->s, flat(m->a2));
    along(e, a, J);
    *value = 0;
    *bias = tml_dot2(a, e->dbias) + B->w * tml_cross2(a, e->ddot);
}

/* Velocity of M's origin in the axes of body 1 along a on body 2, or across it: a' in these axes is (w_2 - w_1) perp(a) */
static inline void track(const tml_measure *m, const tml_motion2 *A, const tml_motion2 *B, const span *e, double *J,
                         double *value, double *bias)
{
    const tml_vec2 c = tml_rotate2(B->c, B->s, flat(m->a2));
    const tml_vec2 a = m->kind == TML_TRACK ? (tml_vec2){c.y, -c.x} : c;
    const double relative = tml_cross2(a, e->ddot) - A->w * tml_dot2(a, e->d); /* perp(a) . (d' - w_1 perp(d)) */
    along(e, a, J);
    J[2] += tml_cross2(a, e->d);
    *value = 0;
    *bias = tml_dot2(a, e->dbias) + 2 * A->w * tml_cross2(a, e->ddot) - A->w * A->w * tml_dot2(a, e->d) +
            (B->w - A->w) * relative;
}

/* atan2 of d = l u, unwrapped from `reference`:  s' = perp(u) . d'/l,  s'' = perp(u) . d''/l - 2 l' s'/l */
static inline void bearing(const tml_measure *m, const span *e, double reference, double *J, double *value,
                           double *bias)
{
    const double revolution = 6.283185307179586;
    const double l = sqrt(tml_dot2(e->d, e->d)), part = l > 0 ? 1 / l : 0;
    const tml_vec2 u = tml_scale2(part, e->d), across = {-part * u.y, part * u.x};
    along(e, across, J);
    const double raw = tml_atan2(e->d.y, e->d.x) + m->offset;
    *value = raw + revolution * floor((reference - raw) / revolution + 0.5);
    *bias = tml_dot2(across, e->dbias) - 2 * part * tml_dot2(u, e->ddot) * tml_dot2(across, e->ddot);
}

static inline void rotation(const tml_measure *m, const tml_motion2 *A, const tml_motion2 *B, double *J, double *value)
{
    J[0] = J[1] = J[3] = J[4] = 0;
    J[2] = -1, J[5] = 1;
    *value = B->phi - A->phi + m->offset;
}

void tml_kernel_plane(tml_workspace *work, int first, int last)
{
    const tml_measure *measures = work->system->measures;
    for (int i = first; i < last; i++) {
        const tml_measure *m = &measures[i];
        const tml_motion2 *A = &work->motion2[m->body1], *B = &work->motion2[m->body2];
        double *J = work->J + (size_t)i * 6, *value = work->value + i, *bias = work->bias + i;
        switch (m->kind) {
        case TML_COORD: {
            const span e = span_of(A, B, m);
            i = coords(work, &e, i, last);
            continue;
        }
        case TML_ALONG: {
            const span e = span_of(A, B, m);
            project(m, A, &e, J, value, bias);
            break;
        }
        case TML_DISTANCE: {
            const span e = span_of(A, B, m);
            distance(&e, J, value, bias);
            break;
        }
        case TML_PUSH: {
            const span e = span_of(A, B, m);
            push(m, B, &e, J, value, bias);
            break;
        }
        case TML_GAP:
        case TML_SLIP:
            tml_kernel_touch_plane(work, i);
            continue;
        case TML_CURVE:
        case TML_CURVE_FRAME:
        case TML_CURVE_ANGLE:
            i = tml_kernel_curve(work, i, last) - 1;
            continue;
        case TML_TRACK:
        case TML_TRACK_ACROSS: {
            const span e = span_of(A, B, m);
            track(m, A, B, &e, J, value, bias);
            break;
        }
        case TML_BEARING: {
            const span e = span_of(A, B, m);
            bearing(m, &e, work->unwrapped[i] + tml_bearing_reference(work, m), J, value, bias);
            break;
        }
        case TML_ANGLE:
        case TML_ANGLE_M:
        case TML_ROTATE:
        case TML_ROTATE_M:
        case TML_DOT:
        case TML_SLOPE:
        case TML_TILT:
        case TML_ROTATION:
        case TML_CROSS:
        case TML_TRACK_TURN:
        case TML_NO_MEASURE:
        case TML_MEASURE_KINDS:
            rotation(m, A, B, J, value);
            *bias = 0;
            break;
        }
        work->rate[i] = J[0] * A->vx + J[1] * A->vy + J[2] * A->w + J[3] * B->vx + J[4] * B->vy + J[5] * B->w;
    }
}
