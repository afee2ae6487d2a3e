/* gap_path.c - bounds of a gap between two states (gap_path.h).
 *
 *   cubic, s = (t - t_a)/h:  Bernstein coefficients  f_a,  f_a + h f'_a/3,  f_b - h f'_b/3,  f_b
 *   its error                E 16 s^2 (1 - s)^2,  E = |y(t_m) - cubic(t_m)|,  or  h^2/32 |y'' - cubic''| at the ends
 */
#include "system/kernel/gap_path.h"
#include "contact/profile.h"
#include <math.h>

enum { HALVINGS = 5 };
static const double SAFETY = 2;            /* factor on the estimated error of a cubic */
static const double SMOOTH_PART = 0.05;    /* of the size of a curved surface: path in which its gap has no kinks */
static const double SMOOTH_RIM = 0.25;     /* of the radius of a rim */
static const double SMOOTH_CELL = 0.25;    /* of the shortest side of a cell of a heightfield */
static const double BEYOND_SAMPLES = 1.05; /* factor from the farthest sample of a curve to its farthest place */
static const double BEHIND = 1e-12;        /* of its size: by which corners of a convex chain lie before its edges */

/* ---- making ---- */

/* All corners of one part of a chain lie behind each of its edges. */
static bool is_convex_part(const tml_profile *chain, int part)
{
    const int edges = chain->count - 1 + chain->closed;
    for (int i = 0; i < edges; i++) {
        tml_vec2 n;
        tml_profile_edge(chain, i, &n);
        for (int k = 0; chain->part[i] == part && k < edges; k++)
            for (int end = 0; chain->part[k] == part && end < 2; end++) {
                const tml_vec2 corner = chain->points[(k + end) % chain->count];
                if (tml_dot2(n, tml_sub2(corner, chain->points[i])) > BEHIND * chain->size)
                    return false;
            }
    }
    return true;
}

static double farthest_sample(const tml_profile *curve)
{
    double most = 0;
    for (int i = 0; i < tml_smooth_samples(curve); i++) {
        const tml_vec2 c = tml_smooth_sample(curve, i);
        most = fmax(most, hypot(c.x, c.y));
    }
    return BEYOND_SAMPLES * most;
}

static void make_plane(tml_gap_path *path, const tml_measure *m)
{
    const tml_profile_candidate *c = m->profile;
    const tml_profile *curve = c->curve;
    path->own = m->body2, path->other = m->body1, path->sign = 1;
    path->p = (tml_vec3){c->p.x, c->p.y, 0};
    path->resolution = SMOOTH_PART * curve->size;
    path->bound = TML_GAP_SMOOTH;
    if (c->own) {
        path->p = (tml_vec3){0, 0, 0};
        path->reach = farthest_sample(c->own);
        path->resolution = SMOOTH_PART * fmin(curve->size, c->own->size);
        return;
    }
    switch (curve->kind) {
    case TML_PROFILE_CIRCLE:
        path->bound = curve->hollow ? TML_GAP_IN_BORE : TML_GAP_OF_CORNERS;
        path->bore = curve->radius - c->radius;
        break;
    case TML_PROFILE_LINE:
        path->bound = TML_GAP_OF_CORNERS;
        break;
    case TML_PROFILE_CHAIN:
        path->bound = is_convex_part(curve, c->part) ? TML_GAP_OF_CORNERS : TML_GAP_UNBOUNDED;
        break;
    case TML_PROFILE_SPLINE:
    case TML_PROFILE_CAM:
        break;
    }
}

static bool is_convex(const tml_contact_solid *s)
{
    return !s->hollow && s->kind != TML_SOLID_CIRCLE && s->kind != TML_SOLID_HEIGHTFIELD;
}

/* The two ends of a line, or the vertices of a polyhedron. */
static void take_corners(tml_gap_path *path, const tml_candidate *c, tml_arena *arena)
{
    const bool line = c->kind == TML_TOUCH_CURVE || c->own->kind == TML_SOLID_SEGMENT;
    path->p = c->kind == TML_TOUCH_CURVE ? c->p : line ? c->own->p : c->own->polyhedron->middle;
    if (line) {
        const tml_vec3 half =
            c->kind == TML_TOUCH_CURVE ? tml_scale(c->half, c->a) : tml_scale(c->own->half, c->own->a);
        tml_vec3 *ends = TML_NEW_ARRAY(arena, tml_vec3, 2);
        ends[0] = tml_sub(path->p, half), ends[1] = tml_add(path->p, half);
        path->corners = ends, path->corner_count = 2;
    } else {
        path->corners = c->own->polyhedron->vertices, path->corner_count = c->own->polyhedron->vertex_count;
    }
    for (int i = 0; i < path->corner_count; i++)
        path->reach = fmax(path->reach, tml_norm(tml_sub(path->corners[i], path->p)));
}

static void make_space(tml_gap_path *path, const tml_measure *m, double size, tml_arena *arena)
{
    const tml_candidate *c = m->candidate;
    const bool line = c->rim == 0 && (c->kind == TML_TOUCH_CURVE || c->kind == TML_TOUCH_NEAREST);
    const bool bore = c->other->hollow && (c->other->kind == TML_SOLID_POINT || c->other->kind == TML_SOLID_CYLINDER);
    path->own = c->exchanged ? m->body2 : m->body1, path->other = c->exchanged ? m->body1 : m->body2;
    path->sign = c->exchanged ? 1 : -1;
    path->p = c->p;
    path->reach = c->rim;
    path->resolution = c->rim > 0                           ? SMOOTH_RIM * c->rim
                       : c->other->kind == TML_SOLID_CIRCLE ? SMOOTH_RIM * c->other->rim
                                                            : SMOOTH_PART * size;
    if (c->other->kind == TML_SOLID_HEIGHTFIELD)
        path->resolution = fmin(path->resolution, SMOOTH_CELL * tml_heights_cell(c->other->height));
    path->bound = c->slot > 0 ? TML_GAP_UNBOUNDED : TML_GAP_SMOOTH;
    if (c->slot > 0)
        return;
    if (line &&
        (c->kind == TML_TOUCH_CURVE || c->own->kind == TML_SOLID_SEGMENT || c->own->kind == TML_SOLID_POLYHEDRON))
        take_corners(path, c, arena);
    if (c->kind == TML_TOUCH_POINT && bore && c->other->radius < 0) {
        path->bound = TML_GAP_IN_BORE;
        path->bore = -c->other->radius - c->radius;
    } else if (is_convex(c->other) && (c->kind == TML_TOUCH_POINT || path->corner_count)) {
        path->bound = TML_GAP_OF_CORNERS;
    }
}

tml_gap_path tml_gap_path_of(const tml_system *system, const tml_terms *along, double offset, tml_arena *arena)
{
    tml_gap_path path = {.bound = TML_GAP_NUMBER, .along = *along, .offset = offset, .measure = -1};
    if (!tml_terms_is_measure(along))
        return path;
    const tml_measure *m = &system->measures[system->terms[along->first].measure];
    if (m->kind != TML_GAP || system->terms[along->first].coefficient != 1)
        return path;
    path.measure = system->terms[along->first].measure;
    if (m->profile)
        make_plane(&path, m);
    else
        make_space(&path, m, system->size, arena);
    return path;
}

/* ---- at one instant ---- */

/* A body of the plane is one of space that rotates about z. */
typedef struct {
    tml_vec3 x, v, w, a, alpha;
    tml_mat3 R;
} body_motion;

static body_motion motion_of(const tml_system *s, const tml_bodies_motion *all, int body)
{
    const double *a = all->a && body > 0 ? all->a + (body - 1) * s->nvb : NULL;
    if (s->space) {
        const tml_motion3 *m = &all->motion3[body];
        body_motion out = {.x = m->x, .v = m->v, .w = m->w, .R = m->R};
        if (a)
            out.a = (tml_vec3){a[0], a[1], a[2]}, out.alpha = tml_rotate(&m->R, (tml_vec3){a[3], a[4], a[5]});
        return out;
    }
    const tml_motion2 *m = &all->motion2[body];
    body_motion out = {.x = {m->x, m->y, 0},
                       .v = {m->vx, m->vy, 0},
                       .w = {0, 0, m->w},
                       .R = {{{m->c, -m->s, 0}, {m->s, m->c, 0}, {0, 0, 1}}}};
    if (a)
        out.a = (tml_vec3){a[0], a[1], 0}, out.alpha = (tml_vec3){0, 0, a[2]};
    return out;
}

/* Gradient of the gap by places of its own body, ground axes: from the Jacobian of the measure. */
static tml_vec3 gradient_of(const tml_gap_path *path, const tml_workspace *work)
{
    const int half = work->system->nvb;
    const double *J = work->J + (size_t)path->measure * 2 * (size_t)half + (path->sign > 0 ? half : 0);
    return (tml_vec3){J[0], J[1], work->system->space ? J[2] : 0};
}

void tml_gap_path_read(const tml_gap_path *path, const tml_workspace *work, double value, tml_gap_state *out)
{
    *out = (tml_gap_state){.t = work->t, .value = value};
    if (path->measure < 0) {
        out->rate = tml_workspace_sum(work, &path->along).d;
        return;
    }
    const tml_bodies_motion all = {work->motion2, work->motion3, NULL};
    const body_motion own = motion_of(work->system, &all, path->own),
                      other = motion_of(work->system, &all, path->other);
    const tml_vec3 s = tml_rotate(&own.R, path->p), r = tml_sub(tml_add(own.x, s), other.x);
    const tml_vec3 rdot = tml_sub(tml_add(own.v, tml_cross(own.w, s)), other.v);
    out->rate = work->rate[path->measure];
    out->y = tml_rotate_back(&other.R, r);
    out->ydot = tml_rotate_back(&other.R, tml_sub(rdot, tml_cross(other.w, r)));
    out->n = tml_rotate_back(&other.R, gradient_of(path, work));
    out->w = tml_rotate_back(&other.R, tml_sub(own.w, other.w));
    if (path->corner_count) {
        const tml_mat3 back = tml_mat3_transpose(&other.R);
        out->R = tml_mat3_product(&back, &own.R);
    }
}

tml_vec3 tml_gap_path_acceleration(const tml_gap_path *path, const tml_system *system, const tml_bodies_motion *bodies)
{
    const body_motion own = motion_of(system, bodies, path->own), other = motion_of(system, bodies, path->other);
    const tml_vec3 s = tml_rotate(&own.R, path->p), r = tml_sub(tml_add(own.x, s), other.x);
    const tml_vec3 rdot = tml_sub(tml_add(own.v, tml_cross(own.w, s)), other.v);
    tml_vec3 rddot = tml_add(own.a, tml_add(tml_cross(own.alpha, s), tml_cross(own.w, tml_cross(own.w, s))));
    rddot = tml_sub(rddot, other.a);
    rddot = tml_sub(rddot, tml_cross(other.alpha, r));
    rddot = tml_sub(rddot, tml_scale(2, tml_cross(other.w, rdot)));
    rddot = tml_add(rddot, tml_cross(other.w, tml_cross(other.w, r)));
    return tml_rotate_back(&other.R, rddot);
}

/* ---- between two instants ---- */

/* Whether the polynomial of degree 4 with these Bernstein coefficients is above the margin, or above zero but for its ends. */
static bool is_above(const double q[5], double margin, int halvings)
{
    double least = q[0], most = q[0];
    for (int i = 1; i < 5; i++)
        least = fmin(least, q[i]), most = fmax(most, q[i]);
    if (margin > 0 ? least >= margin : least >= 0 && most > 0)
        return true;
    if (halvings == 0 || !(fmin(q[0], q[4]) >= margin))
        return false;
    double left[5], right[5], work[5];
    for (int i = 0; i < 5; i++)
        work[i] = q[i];
    for (int level = 0; level < 5; level++) { /* de Casteljau, in the middle */
        left[level] = work[0], right[4 - level] = work[4 - level];
        for (int i = 0; i < 4 - level; i++)
            work[i] = 0.5 * (work[i] + work[i + 1]);
    }
    return is_above(left, margin, halvings - 1) && is_above(right, margin, halvings - 1);
}

/* A scalar with rates at both ends, and the bound of its cubic's error. */
typedef struct {
    double from, from_rate, to, to_rate, error;
} cubic;

static void bernstein(const cubic *f, double h, double q[5])
{
    const double b1 = f->from + h * f->from_rate / 3, b2 = f->to - h * f->to_rate / 3;
    q[0] = f->from;
    q[1] = 0.25 * (f->from + 3 * b1);
    q[2] = 0.5 * (b1 + b2) - 16.0 / 6 * f->error;
    q[3] = 0.25 * (3 * b2 + f->to);
    q[4] = f->to;
}

static double second_mismatch(double h, double change, double from, double to, double second_from, double second_to)
{
    const double at_from = (6 * change / h - 4 * from - 2 * to) / h, at_to = (-6 * change / h + 2 * from + 4 * to) / h;
    return h * h / 32 * fmax(fabs(second_from - at_from), fabs(second_to - at_to));
}

static double middle_mismatch(double h, double from, double from_rate, double middle, double to, double to_rate)
{
    return fabs(middle - 0.5 * (from + to) - h * (from_rate - to_rate) / 8);
}

/* Bound of the error of the cubic of one component, or of a scalar. */
static double component_error(tml_path_knowledge knowledge, double h, const double from[3], double middle,
                              const double to[3])
{
    return knowledge == TML_PATH_MIDDLE ? middle_mismatch(h, from[0], from[1], middle, to[0], to[1])
                                        : second_mismatch(h, to[0] - from[0], from[1], to[1], from[2], to[2]);
}

static double path_error(tml_path_knowledge knowledge, double h, const tml_gap_state *a, const tml_gap_state *m,
                         const tml_gap_state *b)
{
    const double ax[3] = {a->y.x, a->ydot.x, a->yddot.x}, bx[3] = {b->y.x, b->ydot.x, b->yddot.x};
    const double ay[3] = {a->y.y, a->ydot.y, a->yddot.y}, by[3] = {b->y.y, b->ydot.y, b->yddot.y};
    const double az[3] = {a->y.z, a->ydot.z, a->yddot.z}, bz[3] = {b->y.z, b->ydot.z, b->yddot.z};
    const tml_vec3 e = {component_error(knowledge, h, ax, m ? m->y.x : 0, bx),
                        component_error(knowledge, h, ay, m ? m->y.y : 0, by),
                        component_error(knowledge, h, az, m ? m->y.z : 0, bz)};
    return SAFETY * tml_norm(e);
}

/* Bound of the speed of p between both ends, and of the relative angular velocity: of the quadratic through both ends and the mean, with the same
 * again as a margin for what that does not see. */
static double speed_bound(const tml_gap_state *a, const tml_gap_state *b, double h)
{
    const tml_vec3 mean = tml_scale(1 / h, tml_sub(b->y, a->y)), ends = tml_add(a->ydot, b->ydot);
    const tml_vec3 bend = tml_sub(tml_scale(3, mean), tml_scale(1.5, ends));
    return fmax(tml_norm(a->ydot), tml_norm(b->ydot)) + tml_norm(bend);
}

static double rotation_bound(const tml_gap_state *a, const tml_gap_state *b)
{
    return fmax(tml_norm(a->w), tml_norm(b->w)) + tml_norm(tml_sub(b->w, a->w));
}

static double number_bound(const tml_gap_state *a, const tml_gap_state *b, double h)
{
    const double bend = 3 * (b->value - a->value) / h - 1.5 * (a->rate + b->rate);
    return fmax(fabs(a->rate), fabs(b->rate)) + fabs(bend);
}

/* The plane bound by the normal of one end: least over the corners. */
static bool is_before_plane(const tml_gap_path *path, const tml_gap_state *a, const tml_gap_state *b, bool at_end,
                            double error, double h, double margin)
{
    const tml_gap_state *at = at_end ? b : a;
    const tml_vec3 n = at->n;
    double lowest = INFINITY, turn = rotation_bound(a, b) * h, q[5];
    const double rotated = SAFETY * turn * turn * turn * turn / 384;
    if (!path->corner_count) {
        const double base = at->value - tml_dot(n, at->y);
        const cubic f = {base + tml_dot(n, a->y), tml_dot(n, a->ydot), base + tml_dot(n, b->y), tml_dot(n, b->ydot),
                         error};
        bernstein(&f, h, q);
        return is_above(q, margin, HALVINGS);
    }
    for (int i = 0; i < path->corner_count; i++)
        lowest = fmin(lowest, tml_dot(n, tml_rotate(&at->R, tml_sub(path->corners[i], path->p))));
    const double base = at->value - tml_dot(n, at->y) - lowest;
    for (int i = 0; i < path->corner_count; i++) {
        const tml_vec3 d = tml_sub(path->corners[i], path->p), da = tml_rotate(&a->R, d), db = tml_rotate(&b->R, d);
        const cubic f = {base + tml_dot(n, tml_add(a->y, da)), tml_dot(n, tml_add(a->ydot, tml_cross(a->w, da))),
                         base + tml_dot(n, tml_add(b->y, db)), tml_dot(n, tml_add(b->ydot, tml_cross(b->w, db))),
                         error + path->reach * rotated};
        bernstein(&f, h, q);
        if (!is_above(q, margin, HALVINGS))
            return false;
    }
    return true;
}

/* The same in a bore: less the square of the path, (L s h)^2/(2 r). */
static bool is_inside_bore(const tml_gap_path *path, const tml_gap_state *a, const tml_gap_state *b, bool at_end,
                           double error, double h, double speed, double margin)
{
    static const double square[5] = {0, 0, 1.0 / 6, 0.5, 1}; /* Bernstein coefficients of s^2 */
    const tml_gap_state *at = at_end ? b : a;
    const double r = path->bore - at->value, base = at->value - tml_dot(at->n, at->y);
    double q[5];
    if (!(r > 0))
        return false;
    const cubic f = {base + tml_dot(at->n, a->y), tml_dot(at->n, a->ydot), base + tml_dot(at->n, b->y),
                     tml_dot(at->n, b->ydot), error};
    bernstein(&f, h, q);
    for (int i = 0; i < 5; i++)
        q[i] -= square[at_end ? 4 - i : i] * speed * speed * h * h / (2 * r);
    return is_above(q, margin, HALVINGS);
}

static bool is_smoothly_open(tml_path_knowledge knowledge, const tml_gap_state *a, const tml_gap_state *m,
                             const tml_gap_state *b, double h, double margin)
{
    const double from[3] = {a->value, a->rate, a->second}, to[3] = {b->value, b->rate, b->second};
    const cubic f = {a->value, a->rate, b->value, b->rate,
                     SAFETY * component_error(knowledge, h, from, m ? m->value : 0, to)};
    double q[5];
    bernstein(&f, h, q);
    return is_above(q, margin, HALVINGS);
}

bool tml_gap_path_stays_open(const tml_gap_path *path, tml_path_knowledge knowledge, const tml_gap_state *from,
                             const tml_gap_state *middle, const tml_gap_state *to, double margin)
{
    const double h = to->t - from->t;
    const bool surfaces = path->measure >= 0;
    const double speed =
        surfaces ? speed_bound(from, to, h) + path->reach * rotation_bound(from, to) : number_bound(from, to, h);
    if (from->value + to->value - speed * h > 2 * margin)
        return true;
    if (knowledge == TML_PATH_ENDS_ONLY || path->bound == TML_GAP_UNBOUNDED)
        return false;
    if (path->bound == TML_GAP_NUMBER || path->bound == TML_GAP_SMOOTH)
        return (!surfaces || speed * h <= path->resolution) && is_smoothly_open(knowledge, from, middle, to, h, margin);
    const double error = path_error(knowledge, h, from, middle, to);
    for (int at_end = 0; at_end < 2; at_end++)
        if (path->bound == TML_GAP_IN_BORE ? is_inside_bore(path, from, to, at_end, error, h, speed, margin)
                                           : is_before_plane(path, from, to, at_end, error, h, margin))
            return true;
    return false;
}
