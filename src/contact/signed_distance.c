/* signed_distance.c - signed distance of a point from a core, with gradient and Hessian.
 *
 *   point       phi = |x|,  H = (I - g g')/phi
 *   line        phi = |x across a|,  H = (I - g g' - a a')/phi
 *   plane       phi = a . x,  H = 0
 *   circle      phi = |(rho - R, z)|: curvature 1/phi in its half-plane, g_rho/rho around the axis
 *   heightfield the nearest foot point (heights.h);  H = S (1 + phi S)^-1 in the tangent plane, S the shape operator there
 */
#include "contact/solid.h"
#include <float.h>

static tml_mat3 outer(double s, tml_vec3 a, tml_vec3 b)
{
    return (tml_mat3){{{s * a.x * b.x, s * a.x * b.y, s * a.x * b.z},
                       {s * a.y * b.x, s * a.y * b.y, s * a.y * b.z},
                       {s * a.z * b.x, s * a.z * b.y, s * a.z * b.z}}};
}

static tml_mat3 sum(tml_mat3 A, tml_mat3 B)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            A.m[i][j] += B.m[i][j];
    return A;
}

static tml_signed_distance flat(tml_vec3 normal, double value)
{
    return (tml_signed_distance){.value = value, .gradient = normal};
}

/* Any direction across a. */
static tml_vec3 across(tml_vec3 a)
{
    const tml_mat3 F = tml_frame_with_z(a);
    return tml_mat3_column(&F, TML_X);
}

static tml_signed_distance from_point(tml_vec3 d)
{
    const double l = tml_norm(d);
    if (l <= DBL_MIN)
        return flat((tml_vec3){0, 0, 1}, 0);
    const tml_vec3 g = tml_scale(1 / l, d);
    const tml_mat3 unit = {{{1 / l, 0, 0}, {0, 1 / l, 0}, {0, 0, 1 / l}}};
    return (tml_signed_distance){l, g, sum(unit, outer(-1 / l, g, g))};
}

/* From a line through the origin along a unit vector a. */
static tml_signed_distance from_line(tml_vec3 d, tml_vec3 a)
{
    const tml_vec3 u = tml_sub(d, tml_scale(tml_dot(d, a), a));
    const double l = tml_norm(u);
    if (l <= DBL_MIN)
        return flat(across(a), 0);
    const tml_vec3 g = tml_scale(1 / l, u), t = tml_cross(a, g);
    return (tml_signed_distance){l, g, outer(1 / l, t, t)};
}

static tml_signed_distance from_segment(const tml_contact_solid *s, tml_vec3 d)
{
    const double z = tml_dot(d, s->a);
    if (fabs(z) <= s->half)
        return from_line(d, s->a);
    return from_point(tml_sub(d, tml_scale(z > 0 ? s->half : -s->half, s->a)));
}

/* From a circle about the origin, axis a. */
static tml_signed_distance from_circle(tml_vec3 d, tml_vec3 a, double R)
{
    const double z = tml_dot(d, a);
    const tml_vec3 u = tml_sub(d, tml_scale(z, a));
    const double rho = tml_norm(u), l = hypot(rho - R, z);
    const tml_vec3 e = rho > DBL_MIN ? tml_scale(1 / rho, u) : across(a), t = tml_cross(a, e);
    if (l <= DBL_MIN)
        return flat(e, 0);
    const double c = (rho - R) / l, s = z / l;
    const tml_vec3 g = tml_add(tml_scale(c, e), tml_scale(s, a)), m = tml_sub(tml_scale(c, a), tml_scale(s, e));
    tml_mat3 H = outer(1 / l, m, m);
    if (rho > DBL_MIN)
        H = sum(H, outer(c / rho, t, t));
    return (tml_signed_distance){l, g, H};
}

static tml_signed_distance from_cylinder(const tml_contact_solid *s, tml_vec3 d)
{
    const double z = tml_dot(d, s->a), beyond = fabs(z) - s->half;
    const tml_vec3 end = tml_scale(z > 0 ? 1 : -1, s->a);
    tml_signed_distance side = from_line(d, s->a);
    side.value -= s->rim;
    if (beyond <= 0 && side.value >= beyond)
        return side;
    if (side.value <= 0)
        return flat(end, beyond);
    return from_circle(tml_sub(d, tml_scale(s->half, end)), s->a, s->rim);
}

/* Nearest point of a face to x; which: the vertex it is at, or the edge it is on (its first corner), or neither. */
typedef struct {
    double square;
    int edge, vertex; /* corners of the face; -1 */
} foot;

static foot foot_on_face(const tml_polyhedron *P, const tml_polyhedron_face *f, tml_vec3 x)
{
    const double height = tml_dot(f->normal, x) - f->offset;
    foot best = {height * height, -1, -1};
    bool inside = true;
    double nearest = INFINITY;
    for (int i = 0; i < f->count; i++) {
        const tml_vec3 a = P->vertices[P->corners[f->first + i]];
        const tml_vec3 b = P->vertices[P->corners[f->first + (i + 1) % f->count]];
        const tml_vec3 e = tml_sub(b, a), d = tml_sub(x, a);
        if (tml_dot(tml_cross(f->normal, e), d) >= 0)
            continue;
        inside = false;
        const double l = tml_dot(e, e), s = tml_dot(d, e);
        const double t = s <= 0 ? 0 : s >= l ? 1 : s / l;
        const tml_vec3 r = tml_sub(d, tml_scale(t, e));
        if (tml_dot(r, r) < nearest) {
            nearest = tml_dot(r, r);
            best.vertex = s <= 0 ? i : s >= l ? (i + 1) % f->count : -1;
            best.edge = best.vertex >= 0 ? -1 : i;
        }
    }
    if (!inside)
        best.square = nearest;
    return best;
}

/* Inside the largest distance from a face; outside the nearest of face, edge and vertex. */
static tml_signed_distance from_polyhedron(const tml_polyhedron *P, tml_vec3 x)
{
    int deepest = 0, nearest = -1;
    double most = -INFINITY, least = INFINITY;
    foot at = {0, -1, -1};
    for (int i = 0; i < P->face_count; i++) {
        const double height = tml_dot(P->faces[i].normal, x) - P->faces[i].offset;
        if (height > most)
            most = height, deepest = i;
        if (height <= 0)
            continue;
        const foot f = foot_on_face(P, &P->faces[i], x);
        if (f.square < least)
            least = f.square, nearest = i, at = f;
    }
    if (nearest < 0 || (at.edge < 0 && at.vertex < 0 && nearest == deepest))
        return flat(P->faces[deepest].normal, most);
    const tml_polyhedron_face *f = &P->faces[nearest];
    if (at.vertex >= 0)
        return from_point(tml_sub(x, P->vertices[P->corners[f->first + at.vertex]]));
    if (at.edge < 0)
        return flat(f->normal, tml_dot(f->normal, x) - f->offset);
    const tml_vec3 a = P->vertices[P->corners[f->first + at.edge]];
    const tml_vec3 b = P->vertices[P->corners[f->first + (at.edge + 1) % f->count]], e = tml_sub(b, a);
    return from_line(tml_sub(x, a), tml_scale(1 / tml_norm(e), e));
}

static tml_signed_distance from_heightfield(const tml_contact_solid *s, tml_vec3 d)
{
    const tml_vec3 X = tml_rotate_back(&s->axes, d);
    double x, y;
    tml_heights_foot(s->height, X, &x, &y);
    const tml_surface_jet j = tml_heights_at(s->height, x, y);
    const double w = sqrt(1 + j.fx * j.fx + j.fy * j.fy);
    const tml_vec3 n = {-j.fx / w, -j.fy / w, 1 / w}, on = {x, y, j.f};
    const double phi = tml_dot(n, tml_sub(X, on));
    /* tangents t1 t2, first form I, second form -(h_xx ...)/w: S = I^-1 (-h''/w); H t = n' for x' = t, n' = T dn/du (I (1 + phi S))^-1 T' */
    const double E = 1 + j.fx * j.fx, F = j.fx * j.fy, G = 1 + j.fy * j.fy;
    const double L = -j.fxx / w, M = -j.fxy / w, N = -j.fyy / w;
    const double a = E + phi * L, b = F + phi * M, c = G + phi * N, det = a * c - b * b;
    const tml_vec3 t1 = {1, 0, j.fx}, t2 = {0, 1, j.fy};
    /* u = (I + phi II)^-1 T' x', in-plane rate of the foot; n' = T I^-1 II u */
    const double i1 = G / (E * G - F * F), i2 = -F / (E * G - F * F), i3 = E / (E * G - F * F);
    const double K[2][2] = {{i1 * L + i2 * M, i1 * M + i2 * N}, {i2 * L + i3 * M, i2 * M + i3 * N}};
    const double inverse[2][2] = {{c / det, -b / det}, {-b / det, a / det}};
    double P[2][2];
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++)
            P[i][k] = K[i][0] * inverse[0][k] + K[i][1] * inverse[1][k];
    const tml_vec3 t1B = tml_rotate(&s->axes, t1), t2B = tml_rotate(&s->axes, t2);
    const tml_mat3 H = sum(sum(outer(P[0][0], t1B, t1B), outer(P[0][1], t1B, t2B)),
                           sum(outer(P[1][0], t2B, t1B), outer(P[1][1], t2B, t2B)));
    return (tml_signed_distance){phi, tml_rotate(&s->axes, n), H};
}

static tml_signed_distance distance_from(const tml_contact_solid *s, tml_vec3 x)
{
    const tml_vec3 d = tml_sub(x, s->p);
    switch (s->kind) {
    case TML_SOLID_SEGMENT:
        return from_segment(s, d);
    case TML_SOLID_PLANE:
        return flat(s->a, tml_dot(s->a, d));
    case TML_SOLID_CIRCLE:
        return from_circle(d, s->a, s->rim);
    case TML_SOLID_CYLINDER:
        return from_cylinder(s, d);
    case TML_SOLID_POLYHEDRON:
        return from_polyhedron(s->polyhedron, x);
    case TML_SOLID_HEIGHTFIELD:
        return from_heightfield(s, d);
    case TML_SOLID_POINT:
        break;
    }
    return from_point(d);
}

tml_signed_distance tml_contact_solid_distance(const tml_contact_solid *s, tml_vec3 x)
{
    tml_signed_distance phi = distance_from(s, x);
    if (s->hollow) {
        phi.value = -phi.value;
        phi.gradient = tml_scale(-1, phi.gradient);
        for (int i = 0; i < 9; i++)
            phi.H.m[i / 3][i % 3] = -phi.H.m[i / 3][i % 3];
    }
    return phi;
}

double tml_contact_solid_reach(const tml_contact_solid *s)
{
    double reach = 0;
    if (s->hollow)
        return INFINITY;
    switch (s->kind) {
    case TML_SOLID_PLANE:
    case TML_SOLID_HEIGHTFIELD:
        return INFINITY;
    case TML_SOLID_POLYHEDRON:
        for (int i = 0; i < s->polyhedron->vertex_count; i++)
            reach = fmax(reach, tml_norm(s->polyhedron->vertices[i]));
        return reach + s->radius;
    case TML_SOLID_POINT:
    case TML_SOLID_SEGMENT:
    case TML_SOLID_CIRCLE:
    case TML_SOLID_CYLINDER:
        break;
    }
    return tml_norm(s->p) + hypot(s->half, s->rim) + s->radius;
}
