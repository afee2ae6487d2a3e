/* row_derivatives.c - constraints, joint coordinates and rotations with their exact derivatives.
 *
 * Rotation: s' = x . (w_2 - w_1), x fixed in body 1, so that s'' = (w_1 x x) . w_2 + x . (alpha_2 - alpha_1).
 * A small rotation e of a body rotates all vectors fixed in it, w and alpha included: their components in body axes are unchanged.
 * Position: s = x . d along an axis x fixed in body 1, d = p_2 - p_1:
 *   s' = x . (d' - w x d),   s'' = x . (d'' - alpha x d - 2 w x d' + w x (w x d))      w, alpha of body 1
 * Rotating x, w and alpha by e is the same as rotating d, d' and d'' by -e.
 */
#include "linearize/row_derivatives.h"
#include <string.h>

tml_row_derivatives tml_row_derivatives_make(const tml_system *system, int rows, tml_arena *arena)
{
    return (tml_row_derivatives){.system = system,
                                 .capacity = rows,
                                 .first = TML_NEW_ARRAY(arena, int, rows + 1),
                                 .bias = TML_NEW_ARRAY(arena, double, rows + 1),
                                 .arena = arena};
}

static void put(tml_row_derivatives *r, tml_row_derivative entry)
{
    const int at = r->first[r->count + 1];
    if (at == r->entry_capacity) {
        const int grown = at ? 2 * at : 64;
        tml_row_derivative *moved = TML_NEW_ARRAY(r->arena, tml_row_derivative, grown);
        if (at)
            memcpy(moved, r->entries, (size_t)at * sizeof *moved);
        r->entries = moved, r->entry_capacity = grown;
    }
    r->entries[at] = entry;
    r->first[r->count + 1]++;
}

static void begin(tml_row_derivatives *r)
{
    r->first[r->count + 1] = r->first[r->count];
}

static void put_term(tml_row_derivatives *r, const tml_workspace *work, int measure, tml_term_weight w, const double *a)
{
    const tml_measure *m = &r->system->measures[measure];
    tml_measure_tangent d;
    tml_measure_differentiate(work, measure, a, &d);
    for (int j = 0; j < 12; j++) {
        const int column = tml_measure_velocity_index(r->system, m, j);
        if (column >= 0 && (d.q0[j] != 0 || d.q1[j] != 0 || d.q2[j] != 0 || d.v2[j] != 0))
            put(r, (tml_row_derivative){column, w.c * d.q0[j], w.c * d.q1[j] + w.along * d.q0[j],
                                        w.c * d.q2[j] + 2 * w.along * d.q1[j] + w.third * d.q0[j],
                                        w.c * d.v2[j] + 2 * w.along * d.q0[j]});
    }
}

void tml_row_derivatives_add_terms(tml_row_derivatives *r, const tml_workspace *work, const tml_term *terms, int count,
                                   const double *a)
{
    begin(r);
    for (int k = 0; k < count; k++) {
        put_term(r, work, terms[k].measure, (tml_term_weight){.c = terms[k].coefficient}, a);
        r->bias[r->count] += terms[k].coefficient * work->bias[terms[k].measure];
    }
    r->count++;
}

void tml_row_derivatives_add_sum(tml_row_derivatives *r, const tml_workspace *work, const tml_terms *terms,
                                 const double *a)
{
    tml_term_weight weights[TML_MAX_RELATION_TERMS];
    begin(r);
    tml_terms_weights(work, terms, a, weights);
    for (int k = 0; k < terms->count; k++)
        put_term(r, work, r->system->terms[terms->first + k].measure, weights[k], a);
    r->bias[r->count] = tml_workspace_sum(work, terms).dd;
    r->count++;
}

/* Position, velocity and acceleration of a body, in plane and space */
typedef struct {
    tml_vec3 p, v, acceleration, w, alpha;
    tml_mat3 R;
} body_motion;

static body_motion motion_of(const tml_workspace *work, int body, const double *a)
{
    body_motion m = {.R = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};
    if (body == 0)
        return m;
    const double *rates = a ? a + (body - 1) * work->system->nvb : NULL;
    if (work->system->space) {
        const tml_motion3 *x = &work->motion3[body];
        m.p = x->x, m.v = x->v, m.w = x->w, m.R = x->R;
        if (rates) {
            m.acceleration = (tml_vec3){rates[0], rates[1], rates[2]};
            m.alpha = tml_rotate(&m.R, (tml_vec3){rates[3], rates[4], rates[5]});
        }
        return m;
    }
    const tml_motion2 *x = &work->motion2[body];
    m.p = (tml_vec3){x->x, x->y, 0}, m.v = (tml_vec3){x->vx, x->vy, 0}, m.w = (tml_vec3){0, 0, x->w};
    m.R = (tml_mat3){{{x->c, -x->s, 0}, {x->s, x->c, 0}, {0, 0, 1}}};
    if (rates) {
        m.acceleration = (tml_vec3){rates[0], rates[1], 0};
        m.alpha = (tml_vec3){0, 0, rates[2]};
    }
    return m;
}

/* w x (w x d) - 2 w x d' */
static tml_vec3 apparent(tml_vec3 w, tml_vec3 d, tml_vec3 rate)
{
    return tml_cross(w, tml_sub(tml_cross(w, d), tml_scale(2, rate)));
}

static void put_relative(tml_row_derivatives *r, const tml_workspace *work, int body1, int body2, int k,
                         const double *a)
{
    const int nvb = r->system->nvb, lin = r->system->space ? 3 : 2;
    const body_motion one = motion_of(work, body1, a), two = motion_of(work, body2, a);
    const tml_vec3 x = tml_mat3_column(&one.R, (tml_axis)k), w = one.w, d = tml_sub(two.p, one.p),
                   v = tml_sub(two.v, one.v), g = tml_sub(two.acceleration, one.acceleration), none = {0, 0, 0};
    for (int i = 0; i < 2 * lin; i++) {
        const int body = i < lin ? body1 : body2;
        const tml_vec3 c = tml_scale(i < lin ? -1 : 1, tml_unit_axis((tml_axis)(i % lin)));
        put(r, (tml_row_derivative){.column = (body - 1) * nvb + i % lin,
                                    .J = tml_dot(x, c),
                                    .P = -tml_dot(x, tml_cross(w, c)),
                                    .Rq = tml_dot(x, tml_sub(apparent(w, c, none), tml_cross(one.alpha, c))),
                                    .Rv = -2 * tml_dot(x, tml_cross(w, c))});
    }
    for (int i = lin; i < nvb; i++) {
        const tml_vec3 e = tml_mat3_column(&one.R, (tml_axis)(nvb == 6 ? i - 3 : 2)), ed = tml_cross(e, d),
                       ev = tml_cross(e, v);
        const tml_vec3 second = tml_add(tml_cross(e, g), tml_sub(apparent(w, ed, ev), tml_cross(one.alpha, ed)));
        const tml_vec3 first = tml_add(tml_cross(e, tml_sub(tml_cross(w, d), tml_scale(2, v))), tml_cross(w, ed));
        put(r, (tml_row_derivative){.column = (body1 - 1) * nvb + i,
                                    .J = -tml_dot(x, ed),
                                    .P = -tml_dot(x, tml_sub(ev, tml_cross(w, ed))),
                                    .Rq = -tml_dot(x, second),
                                    .Rv = tml_dot(x, first)});
    }
    r->bias[r->count] = tml_dot(x, apparent(w, d, v));
}

void tml_row_derivatives_add_position(tml_row_derivatives *r, const tml_workspace *work, int body1, int body2, int k,
                                      const double *a)
{
    const int nvb = r->system->nvb;
    begin(r);
    if (body1 == 0 || k >= (r->system->space ? 3 : 2)) {
        put(r, (tml_row_derivative){.column = (body2 - 1) * nvb + k, .J = 1});
        if (body1)
            put(r, (tml_row_derivative){.column = (body1 - 1) * nvb + k, .J = -1});
    } else {
        put_relative(r, work, body1, body2, k, a);
    }
    r->count++;
}

void tml_row_derivatives_add_axis(tml_row_derivatives *r, int body, tml_vec3 u)
{
    const double part[3] = {u.x, u.y, u.z};
    const int nvb = r->system->nvb, lin = r->system->space ? 3 : 2;
    begin(r);
    for (int k = lin; k < nvb; k++)
        put(r, (tml_row_derivative){.column = (body - 1) * nvb + k, .J = part[nvb == 6 ? k - 3 : 2]});
    r->count++;
}

typedef struct {
    tml_mat3 R;
    tml_vec3 w, alpha;
} rotational_motion;

static rotational_motion rotational_motion_of(const tml_workspace *work, int body, const double *a)
{
    rotational_motion t = {.R = work->motion3[body].R};
    if (body == 0)
        return t;
    t.w = work->motion3[body].w;
    if (a)
        t.alpha = tml_rotate(&t.R, (tml_vec3){a[(body - 1) * 6 + 3], a[(body - 1) * 6 + 4], a[(body - 1) * 6 + 5]});
    return t;
}

void tml_row_derivatives_add_rotation(tml_row_derivatives *r, const tml_workspace *work, int body1, int body2,
                                      tml_vec3 axis, const double *a)
{
    const rotational_motion one = rotational_motion_of(work, body1, a), two = rotational_motion_of(work, body2, a);
    const tml_vec3 x = tml_rotate(&one.R, axis), w_x_axis = tml_cross(one.w, x);
    begin(r);
    for (int k = 0; body1 && k < 3; k++) {
        const tml_vec3 e = tml_mat3_column(&one.R, (tml_axis)k), ex = tml_cross(e, x);
        put(r, (tml_row_derivative){.column = (body1 - 1) * 6 + 3 + k,
                                    .J = -tml_dot(x, e),
                                    .P = tml_dot(ex, two.w),
                                    .Rq = tml_dot(tml_cross(e, w_x_axis), two.w) + tml_dot(ex, two.alpha),
                                    .Rv = tml_dot(ex, two.w)});
    }
    for (int k = 0; body2 && k < 3; k++) {
        const tml_vec3 e = tml_mat3_column(&two.R, (tml_axis)k), ew = tml_cross(e, two.w);
        put(r, (tml_row_derivative){.column = (body2 - 1) * 6 + 3 + k,
                                    .J = tml_dot(x, e),
                                    .P = tml_dot(x, ew),
                                    .Rq = tml_dot(w_x_axis, ew) + tml_dot(x, tml_cross(e, two.alpha)),
                                    .Rv = tml_dot(w_x_axis, e)});
    }
    r->bias[r->count++] = tml_dot(w_x_axis, two.w);
}

double tml_row_derivatives_times(const tml_row_derivatives *r, int row, tml_derivative_part part, const double *x)
{
    double sum = 0;
    for (int i = r->first[row]; i < r->first[row + 1]; i++) {
        const tml_row_derivative *e = &r->entries[i];
        const double factor = part == TML_DERIVATIVE_J    ? e->J
                              : part == TML_DERIVATIVE_P  ? e->P
                              : part == TML_DERIVATIVE_RQ ? e->Rq
                                                          : e->Rv;
        sum += factor * x[e->column];
    }
    return sum;
}
