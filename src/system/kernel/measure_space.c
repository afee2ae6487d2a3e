/* measure_space.c - measures between two bodies in space: value, Jacobian and bias (s'' without accelerations).
 *
 * r' of an attached vector r is w x r, r'' (without w') is w x (w x r). With s_i = R_i p_i, d = x_2 + s_2 - x_1 - s_1:
 *   d'' (without accelerations) = w_2 x (w_2 x s_2) - w_1 x (w_1 x s_1)
 * The angular half of a Jacobian is in body axes: a rate g . w is (R' g) . w_B.
 */
#include "elementary/elementary.h"
#include "geometry/rotation.h"
#include "system/kernel/kernels.h"

typedef struct {
    tml_vec3 s1, s2, d, ddot, dbias;
} span;

static inline tml_vec3 centripetal(tml_vec3 w, tml_vec3 r)
{
    return tml_cross(w, tml_cross(w, r));
}

static inline span span_of(const tml_motion3 *A, const tml_motion3 *B, const tml_measure *m)
{
    span e;
    e.s1 = tml_rotate(&A->R, m->p1);
    e.s2 = tml_rotate(&B->R, m->p2);
    e.d = tml_sub(tml_add(B->x, e.s2), tml_add(A->x, e.s1));
    e.ddot = tml_sub(tml_add(B->v, tml_cross(B->w, e.s2)), tml_add(A->v, tml_cross(A->w, e.s1)));
    e.dbias = tml_sub(centripetal(B->w, e.s2), centripetal(A->w, e.s1));
    return e;
}

static inline void put(double *J, tml_vec3 u)
{
    J[0] = u.x, J[1] = u.y, J[2] = u.z;
}

/* Jacobian of u . d' for a given u, plus the rotational part g1 . w_1 */
static inline void along(const span *e, const tml_motion3 *A, const tml_motion3 *B, tml_vec3 u, tml_vec3 g1, double *J)
{
    put(J, tml_scale(-1, u));
    put(J + 3, tml_rotate_back(&A->R, tml_sub(g1, tml_cross(e->s1, u))));
    put(J + 6, u);
    put(J + 9, tml_rotate_back(&B->R, tml_cross(e->s2, u)));
}

static inline void angular_jacobian(const tml_motion3 *A, const tml_motion3 *B, tml_vec3 g, double *J)
{
    put(J, (tml_vec3){0, 0, 0});
    put(J + 3, tml_rotate_back(&A->R, tml_scale(-1, g)));
    put(J + 6, (tml_vec3){0, 0, 0});
    put(J + 9, tml_rotate_back(&B->R, g));
}

static void coord(const tml_measure *m, const tml_motion3 *A, const tml_motion3 *B, double *J, double *value,
                  double *bias)
{
    const span e = span_of(A, B, m);
    const tml_vec3 u = tml_unit_axis(m->axis);
    along(&e, A, B, u, (tml_vec3){0, 0, 0}, J);
    *value = tml_dot(u, e.d);
    *bias = tml_dot(u, e.dbias);
}

/* a . d with a on body 1:  s' = a . d' + w_1 . (a x d) */
static void project(const tml_measure *m, const tml_motion3 *A, const tml_motion3 *B, double *J, double *value,
                    double *bias)
{
    const span e = span_of(A, B, m);
    const tml_vec3 a = tml_rotate(&A->R, m->a1);
    along(&e, A, B, a, tml_cross(a, e.d), J);
    *value = tml_dot(a, e.d);
    *bias = tml_dot(a, e.dbias) + 2 * tml_dot(tml_cross(A->w, a), e.ddot) + tml_dot(centripetal(A->w, a), e.d);
}

/* a . b with a on body 1, b on body 2:  s' = (w_2 - w_1) . (b x a) */
static inline void cosine(const tml_motion3 *A, const tml_motion3 *B, tml_vec3 a, tml_vec3 b, double *J, double *value,
                          double *bias)
{
    angular_jacobian(A, B, tml_cross(b, a), J);
    *value = tml_dot(a, b);
    *bias = tml_dot(centripetal(A->w, a), b) + 2 * tml_dot(tml_cross(A->w, a), tml_cross(B->w, b)) +
            tml_dot(a, centripetal(B->w, b));
}

/* atan2(x, k), x = a . b, k = |a x b|:  s' = x'/k, s'' = (x'' + x s'^2)/k. Where the directions coincide the rate is
 * undefined: 0 */
static void deviation_angle(const tml_measure *m, const tml_motion3 *A, const tml_motion3 *B, double *J, double *value,
                            double *bias)
{
    double x, xbias;
    const tml_vec3 a = tml_rotate(&A->R, m->a1), b = tml_rotate(&B->R, m->a2), across = tml_cross(b, a);
    cosine(A, B, a, b, J, &x, &xbias);
    const double k = tml_norm(across), part = k > TML_GIMBAL_LOCK ? 1 / k : 0,
                 rate = part * tml_dot(tml_sub(B->w, A->w), across);
    for (int j = 0; j < 12; j++)
        J[j] *= part;
    *value = tml_atan2(x, k);
    *bias = part * (xbias + x * rate * rate);
}

/* l = |d|, u = d/l:  l'' = u . d'' + (d'.d' - l'^2)/l */
static void distance(const tml_measure *m, const tml_motion3 *A, const tml_motion3 *B, double *J, double *value,
                     double *bias)
{
    const span e = span_of(A, B, m);
    const double l = tml_norm(e.d);
    const tml_vec3 u = l > 0 ? tml_scale(1 / l, e.d) : (tml_vec3){0, 0, 0};
    const double rate = tml_dot(u, e.ddot);
    along(&e, A, B, u, (tml_vec3){0, 0, 0}, J);
    *value = l;
    *bias = tml_dot(u, e.dbias) + (l > 0 ? (tml_dot(e.ddot, e.ddot) - rate * rate) / l : 0);
}

/* atan2(y, x) with x = v . u, y = w . u, v and w on body 1, u on body 2, unwrapped from `reference`:
 * s' = (x y' - y x')/n, s'' = (x y'' - y x'')/n - 2 s' (x x' + y y')/n, n = x^2 + y^2 */
static void angle(const tml_measure *m, const tml_motion3 *A, const tml_motion3 *B, double reference, double *J,
                  double *value, double *bias)
{
    const double revolution = 6.283185307179586;
    const tml_vec3 v = tml_rotate(&A->R, m->a1), w = tml_rotate(&A->R, m->b1), u = tml_rotate(&B->R, m->a2);
    const tml_vec3 relative = tml_sub(B->w, A->w), gx = tml_cross(u, v), gy = tml_cross(u, w);
    double Jy[12], x, y, xbias, ybias;
    cosine(A, B, v, u, J, &x, &xbias);
    cosine(A, B, w, u, Jy, &y, &ybias);
    const double n = x * x + y * y, xdot = tml_dot(relative, gx), ydot = tml_dot(relative, gy);
    const double part = n > TML_GIMBAL_LOCK * TML_GIMBAL_LOCK ? 1 / n : 0; /* otherwise the rate is undefined: 0 */
    for (int j = 0; j < 12; j++)
        J[j] = (x * Jy[j] - y * J[j]) * part;
    const double raw = tml_atan2(y, x);
    *value = raw + revolution * floor((reference - raw) / revolution + 0.5);
    *bias = ((x * ybias - y * xbias) - 2 * (x * ydot - y * xdot) * part * (x * xdot + y * ydot)) * part;
}

/* atan2(y, x) of d along two axes x, y of body 1, unwrapped from `reference`: rates as above; without a direction where d is along the third */
static void bearing(const tml_measure *m, const tml_motion3 *A, const tml_motion3 *B, double reference, double *J,
                    double *value, double *bias)
{
    const double revolution = 6.283185307179586;
    const span e = span_of(A, B, m);
    const tml_vec3 v = tml_rotate(&A->R, m->a1), w = tml_rotate(&A->R, m->b1),
                   moved = tml_sub(e.ddot, tml_cross(A->w, e.d)); /* d' as seen from body 1 */
    const tml_vec3 bent = tml_sub(tml_add(e.dbias, centripetal(A->w, e.d)), tml_scale(2, tml_cross(A->w, e.ddot)));
    const double x = tml_dot(v, e.d), y = tml_dot(w, e.d), n = x * x + y * y, part = n > 0 ? 1 / n : 0;
    const tml_vec3 across = tml_scale(part, tml_sub(tml_scale(x, w), tml_scale(y, v)));
    along(&e, A, B, across, tml_cross(across, e.d), J);
    const double raw = tml_atan2(y, x) + m->offset;
    *value = raw + revolution * floor((reference - raw) / revolution + 0.5);
    *bias = tml_dot(across, bent) - 2 * tml_dot(across, moved) * part * (x * tml_dot(v, moved) + y * tml_dot(w, moved));
}

/* g(c) u, c = a . a_M, u = a . b_M, g(cos phi) = phi/sin(phi):
 *   s' = g u' + g' u c',  s'' = g u'' + 2 g' u' c' + g'' u c'^2 + g' u c'' */
static void tilt(const tml_measure *m, const tml_motion3 *A, const tml_motion3 *B, double *J, double *value,
                 double *bias)
{
    const tml_vec3 a = tml_rotate(&A->R, m->a1), aM = tml_rotate(&B->R, m->a2), bM = tml_rotate(&B->R, m->b2);
    const tml_vec3 relative = tml_sub(B->w, A->w), across = tml_cross(aM, a);
    double Ju[12], c, u, cbias, ubias;
    cosine(A, B, a, aM, J, &c, &cbias);
    cosine(A, B, a, bM, Ju, &u, &ubias);
    const tml_arc g = tml_arc_of(c, tml_norm(across));
    const double cdot = tml_dot(relative, across), udot = tml_dot(relative, tml_cross(bM, a));
    for (int j = 0; j < 12; j++)
        J[j] = g.g * Ju[j] + g.d1 * u * J[j];
    *value = g.g * u;
    *bias = g.g * ubias + 2 * g.d1 * udot * cdot + u * (g.d2 * cdot * cdot + g.d1 * cbias);
}

/* a component of the rotation vector r of M in F: s' = g . (w_2 - w_1), g a function of r, attached to body 1 */
static void rotation(const tml_measure *m, const tml_motion3 *A, const tml_motion3 *B, double *J, double *value,
                     double *bias)
{
    const tml_rotation_frames f = tml_rotation_frames_of(m, &A->R, &B->R);
    const tml_vec3 relative = tml_sub(B->w, A->w), g = tml_log_gradient(f.r, f.factor, f.a);
    const tml_vec3 gdot = tml_log_gradient_rate(f.r, tml_log_rate(f.r, f.factor, relative), f.factor, f.a);
    angular_jacobian(A, B, g, J);
    *value = tml_dot(f.r, f.a);
    *bias = tml_dot(tml_add(gdot, tml_cross(A->w, g)), relative);
}

/* rate a . d' with a on body 2 */
static void push(const tml_measure *m, const tml_motion3 *A, const tml_motion3 *B, double *J, double *value,
                 double *bias)
{
    const span e = span_of(A, B, m);
    const tml_vec3 a = tml_rotate(&B->R, m->a2);
    along(&e, A, B, a, (tml_vec3){0, 0, 0}, J);
    *value = 0;
    *bias = tml_dot(a, e.dbias) + tml_dot(tml_cross(B->w, a), e.ddot);
}

/* rate a . (w_2 - w_1) with a on body 2, or a ground axis */
static void angular_velocity_about(const tml_measure *m, const tml_motion3 *A, const tml_motion3 *B, double *J,
                                   double *value, double *bias)
{
    const bool attached = m->kind == TML_ROTATE_M;
    const tml_vec3 a = attached ? tml_rotate(&B->R, m->a2) : tml_unit_axis(m->axis);
    angular_jacobian(A, B, a, J);
    *value = 0;
    *bias = attached ? -tml_dot(tml_cross(B->w, a), A->w) : 0;
}

/* |a x b| = sqrt(1 - x^2), x = a . b:  s' = -x x'/s,  s'' = -x x''/s - x'^2/s^3 */
static void sine(const tml_measure *m, const tml_motion3 *A, const tml_motion3 *B, double *J, double *value,
                 double *bias)
{
    double x, xbias;
    const tml_vec3 a = tml_rotate(&A->R, m->a1), b = tml_rotate(&B->R, m->a2), across = tml_cross(b, a);
    cosine(A, B, a, b, J, &x, &xbias);
    const double s = tml_norm(across), part = s > TML_GIMBAL_LOCK ? 1 / s : 0,
                 rate = tml_dot(tml_sub(B->w, A->w), across);
    for (int j = 0; j < 12; j++)
        J[j] *= -x * part;
    *value = s;
    *bias = -part * (x * xbias + rate * rate * part * part);
}

/* Rates along the track t = c x z of a wheel in the plane x y of body 1, or along c, the projection of its axis u:
 *   c = cos(h) x + sin(h) y;  in body 1  c' = -h' t,  t' = h' c,  h' = (e_1 e_2' - e_2 e_1')/(e_1^2 + e_2^2),  e = u . x, u . y */
static void track(const tml_measure *m, const tml_motion3 *A, const tml_motion3 *B, double *J, double *value,
                  double *bias)
{
    const tml_vec3 x = tml_rotate(&A->R, m->a1), y = tml_rotate(&A->R, m->b1), u = tml_rotate(&B->R, m->a2);
    const tml_vec3 relative = tml_sub(B->w, A->w), change = tml_cross(relative, u);
    const double e1 = tml_dot(u, x), e2 = tml_dot(u, y), k2 = e1 * e1 + e2 * e2;
    const double part = k2 > TML_GIMBAL_LOCK * TML_GIMBAL_LOCK ? 1 / sqrt(k2) : 0; /* it lies flat: no track */
    const double heading = (e1 * tml_dot(change, y) - e2 * tml_dot(change, x)) * part * part;
    const tml_vec3 c = tml_scale(part, tml_add(tml_scale(e1, x), tml_scale(e2, y)));
    const tml_vec3 t = tml_scale(part, tml_sub(tml_scale(e2, x), tml_scale(e1, y)));
    *value = 0;
    if (m->kind == TML_TRACK_TURN) {
        angular_jacobian(A, B, c, J);
        *bias = tml_dot(tml_sub(tml_cross(A->w, c), tml_scale(heading, t)), relative);
        return;
    }
    const bool across = m->kind == TML_TRACK_ACROSS;
    const tml_vec3 along_it = across ? c : t, turned = across ? tml_scale(-heading, t) : tml_scale(heading, c);
    const span e = span_of(A, B, m);
    along(&e, A, B, along_it, tml_cross(along_it, e.d), J);
    *bias = tml_dot(along_it, e.dbias) + 2 * tml_dot(tml_cross(A->w, along_it), e.ddot) +
            tml_dot(centripetal(A->w, along_it), e.d) + tml_dot(turned, tml_sub(e.ddot, tml_cross(A->w, e.d)));
}

tml_rotation_frames tml_rotation_frames_of(const tml_measure *m, const tml_mat3 *R1, const tml_mat3 *R2)
{
    const tml_vec3 xF = tml_rotate(R1, m->a1), yF = tml_rotate(R1, m->b1), xM = tml_rotate(R2, m->a2),
                   yM = tml_rotate(R2, m->b2);
    const tml_mat3 F = tml_columns(xF, yF, tml_cross(xF, yF)), M = tml_columns(xM, yM, tml_cross(xM, yM));
    const tml_mat3 back = tml_mat3_transpose(&F), rotated = tml_mat3_product(&back, &M);
    const tml_vec3 r = tml_rotation_vector(&rotated);
    return (tml_rotation_frames){
        .r = tml_rotate(&F, r), .a = tml_mat3_column(&F, m->axis), .factor = tml_log_factor_of(tml_dot(r, r))};
}

void tml_kernel_space(tml_workspace *work, int first, int last)
{
    const tml_measure *measures = work->system->measures;
    for (int i = first; i < last; i++) {
        const tml_measure *m = &measures[i];
        if (work->placed_by_tree && work->of_tree[i])
            continue;
        const tml_motion3 *A = &work->motion3[m->body1], *B = &work->motion3[m->body2];
        double *J = work->J + (size_t)i * 12, *value = work->value + i, *bias = work->bias + i;
        switch (m->kind) {
        case TML_COORD:
            coord(m, A, B, J, value, bias);
            break;
        case TML_ALONG:
            project(m, A, B, J, value, bias);
            break;
        case TML_DOT:
            cosine(A, B, tml_rotate(&A->R, m->a1), tml_rotate(&B->R, m->a2), J, value, bias);
            break;
        case TML_SLOPE:
            deviation_angle(m, A, B, J, value, bias);
            break;
        case TML_DISTANCE:
            distance(m, A, B, J, value, bias);
            break;
        case TML_ANGLE:
        case TML_ANGLE_M:
            angle(m, A, B, work->unwrapped[i], J, value, bias);
            break;
        case TML_TILT:
            tilt(m, A, B, J, value, bias);
            break;
        case TML_ROTATION:
            rotation(m, A, B, J, value, bias);
            break;
        case TML_PUSH:
            push(m, A, B, J, value, bias);
            break;
        case TML_GAP:
        case TML_SLIP:
            i = tml_kernel_touch_space(work, i, last) - 1; /* all of one pair of places */
            continue;
        case TML_CURVE:
        case TML_CURVE_FRAME:
        case TML_CURVE_ANGLE:
            i = tml_kernel_curve(work, i, last) - 1;
            continue;
        case TML_CROSS:
            sine(m, A, B, J, value, bias);
            break;
        case TML_TRACK:
        case TML_TRACK_ACROSS:
        case TML_TRACK_TURN:
            track(m, A, B, J, value, bias);
            break;
        case TML_BEARING:
            bearing(m, A, B, work->unwrapped[i] + tml_bearing_reference(work, m), J, value, bias);
            break;
        case TML_ROTATE:
        case TML_ROTATE_M:
        case TML_NO_MEASURE:
        case TML_MEASURE_KINDS:
            angular_velocity_about(m, A, B, J, value, bias);
            break;
        }
        double rate = 0;
        const double *va = &A->v.x, *wa = &A->w_B.x, *vb = &B->v.x, *wb = &B->w_B.x;
        for (int j = 0; j < 3; j++)
            rate += J[j] * va[j] + J[3 + j] * wa[j] + J[6 + j] * vb[j] + J[9 + j] * wb[j];
        work->rate[i] = rate;
    }
}
