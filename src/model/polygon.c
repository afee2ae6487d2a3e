/* polygon.c - a flat plate with straight edges: area, centroid and moments from its corners.
 *
 * With corners a, b, ... in axes u, v of its plane, sums over its edges from a to b, and c = a_u b_v - a_v b_u (twice
 * the area of the triangle of the edge and the origin):
 *   A      = sum c/2                                    A s    = sum c (a + b)/6
 *   A <uu> = sum c (a_u^2 + a_u b_u + b_u^2)/12         A <uv> = sum c (2 a_u a_v + a_u b_v + b_u a_v + 2 b_u b_v)/24
 */
#include "model/check.h"
#include "model/shape.h"

enum { MAX_CHECKED_CORNERS = 1000 }; /* corners up to which edges are checked against each other */

static int read_corners(tml_shape_context *c, tml_vec3 **corners)
{
    const tml_node *list = tml_node_find(c->element.node, "points");
    if (list)
        return tml_shape_corners(c, list, corners);
    *corners = TML_NEW_ARRAY(c->r->arena, tml_vec3, c->body->point_count);
    for (int i = 0; i < c->body->point_count; i++)
        (*corners)[i] = c->body->points[i].p;
    return c->body->point_count;
}

/* The normal of the plane, of the length of twice the area (Newell). */
static tml_vec3 normal_of(const tml_vec3 *p, int count)
{
    tml_vec3 n = {0};
    for (int i = 0; i < count; i++)
        n = tml_add(n, tml_cross(tml_sub(p[i], p[0]), tml_sub(p[(i + 1) % count], p[0])));
    return n;
}

static double side(tml_vec2 a, tml_vec2 b, tml_vec2 c)
{
    return tml_cross2(tml_sub2(b, a), tml_sub2(c, a));
}

static bool crosses(tml_vec2 a, tml_vec2 b, tml_vec2 c, tml_vec2 d)
{
    return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

static bool is_simple(const tml_vec2 *p, int count)
{
    for (int i = 0; i < count; i++)
        for (int k = i + 2; k < count && count <= MAX_CHECKED_CORNERS; k++)
            if ((k + 1) % count != i && crosses(p[i], p[i + 1], p[k], p[(k + 1) % count]))
                return false;
    return true;
}

const char *tml_polygon_misfit(const tml_vec2 *p, int count)
{
    double area = 0, size = 0;
    for (int i = 0; i < count; i++) {
        const tml_vec2 d = tml_sub2(p[i], p[0]);
        area += tml_cross2(d, tml_sub2(p[(i + 1) % count], p[0])) / 2;
        size = fmax(size, tml_dot2(d, d));
    }
    if (count < 3)
        return "needs three corners or more";
    if (!(fabs(area) > 1e-12 * size))
        return "its corners enclose no area";
    return is_simple(p, count) ? NULL : "its edges cross each other";
}

typedef struct {
    double area, uu, vv, uv; /* about the centroid, per area */
    tml_vec2 centroid;
} section;

static section measure_section(const tml_vec2 *p, int count)
{
    section s = {0};
    for (int i = 0; i < count; i++) {
        const tml_vec2 a = p[i], b = p[(i + 1) % count];
        const double c = tml_cross2(a, b);
        s.area += c / 2;
        s.centroid = tml_add2(s.centroid, tml_scale2(c / 6, tml_add2(a, b)));
        s.uu += c * (a.x * a.x + a.x * b.x + b.x * b.x) / 12;
        s.vv += c * (a.y * a.y + a.y * b.y + b.y * b.y) / 12;
        s.uv += c * (2 * a.x * a.y + a.x * b.y + b.x * a.y + 2 * b.x * b.y) / 24;
    }
    s.centroid = tml_scale2(1 / s.area, s.centroid);
    s.uu = s.uu / s.area - s.centroid.x * s.centroid.x;
    s.vv = s.vv / s.area - s.centroid.y * s.centroid.y;
    s.uv = s.uv / s.area - s.centroid.x * s.centroid.y;
    return s;
}

/* I = (tr J) 1 - J with J = <uu> u u' + <vv> v v' + <uv>(u v' + v u') + h^2/12 n n' */
static void spread(const section *s, double thickness, const tml_mat3 *R, double inertia[6])
{
    const double hh = thickness * thickness / 12;
    const tml_mat3 local = {{{s->uu, s->uv, 0}, {s->uv, s->vv, 0}, {0, 0, hh}}};
    const tml_mat3 back = tml_mat3_transpose(R), half = tml_mat3_product(R, &local);
    const tml_mat3 J = tml_mat3_product(&half, &back);
    const double trace = s->uu + s->vv + hh;
    inertia[0] = trace - J.m[0][0];
    inertia[1] = trace - J.m[1][1];
    inertia[2] = trace - J.m[2][2];
    inertia[3] = -J.m[0][1];
    inertia[4] = -J.m[0][2];
    inertia[5] = -J.m[1][2];
}

static bool refuse(const tml_shape_context *c, const char *why)
{
    tml_log_raise(c->r->log, TML_E_POLYGON, c->element.place, "%s: %s", c->element.name, why);
    return false;
}

bool tml_shape_measure_polygon(tml_shape_context *c, tml_solid *solid)
{
    tml_vec3 *corners;
    double thickness = 0, size = 0;
    const int count = (c->body->broken || c->body->vague) && !tml_node_find(c->element.node, "points")
                          ? -1
                          : read_corners(c, &corners);
    if (count < 0 || (tml_node_find(c->element.node, "thickness") && !tml_shape_length(c, "thickness", &thickness)))
        return false;
    if (count < 3)
        return refuse(c, "needs three corners or more");
    const tml_vec3 normal = normal_of(corners, count);
    for (int i = 1; i < count; i++)
        size = fmax(size, tml_norm(tml_sub(corners[i], corners[0])));
    if (!(tml_norm(normal) > 1e-12 * size * size))
        return refuse(c, "its corners enclose no area");
    const tml_mat3 R = tml_frame_with_z(tml_scale(1 / tml_norm(normal), normal));
    tml_vec2 *flat = TML_NEW_ARRAY(c->r->arena, tml_vec2, count);
    for (int i = 0; i < count; i++) {
        const tml_vec3 p = tml_rotate_back(&R, tml_sub(corners[i], corners[0]));
        if (fabs(p.z) > 1e-6 * size)
            return refuse(c, "its corners do not lie in one plane");
        flat[i] = (tml_vec2){p.x, p.y};
    }
    if (!is_simple(flat, count))
        return refuse(c, "its edges cross each other");
    const section s = measure_section(flat, count);
    solid->centroid = tml_add(corners[0], tml_rotate(&R, (tml_vec3){s.centroid.x, s.centroid.y, 0}));
    solid->volume = thickness > 0 ? s.area * thickness : NAN;
    solid->area = s.area, solid->normal = tml_mat3_column(&R, TML_Z);
    solid->outline.corners = corners, solid->outline.corner_count = count;
    solid->outline.extent = thickness;
    spread(&s, thickness, &R, solid->inertia);
    return true;
}
