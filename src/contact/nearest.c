/* nearest.c - nearest points of two segments or convex polyhedra, as features: a point against a shape, or two lines.
 *
 * Apart, the distance is the least of point - solid over the vertices of both and of line - line over pairs of edges. Overlapping, it is
 * minus the least depth: the largest separation over the directions in which a face of the difference of both bodies can lie (separating
 * axes): normals of faces, and e_1 x e_2 for pairs of edges whose arcs of normals cross. Both agree where bodies touch, and the
 * result does not depend on what was found before.
 */
#include "contact/touch.h"

/* A segment is a polyhedron of one edge. Everything in axes of body B: (x - d) etc. */
typedef struct {
    const tml_contact_solid *shape;
    const tml_vec3 *vertices;
    int vertex_count;
    const tml_polyhedron_edge *edges;
    int edge_count;
    tml_vec3 middle;
    tml_vec3 ends[2];
} solid;

static const tml_polyhedron_edge SINGLE = {0, 1, -1, -1};

static void describe(solid *s, const tml_contact_solid *shape)
{
    *s = (solid){.shape = shape, .edges = &SINGLE, .edge_count = 1, .vertices = s->ends, .vertex_count = 2};
    if (shape->kind == TML_SOLID_POLYHEDRON) {
        const tml_polyhedron *P = shape->polyhedron;
        s->vertices = P->vertices, s->vertex_count = P->vertex_count;
        s->edges = P->edges, s->edge_count = P->edge_count;
        s->middle = P->middle;
        return;
    }
    s->ends[0] = tml_sub(shape->p, tml_scale(shape->half, shape->a));
    s->ends[1] = tml_add(shape->p, tml_scale(shape->half, shape->a));
    s->middle = shape->p;
}

typedef struct {
    double value; /* distance or separation */
    enum { NOTHING, VERTEX_OF_A, VERTEX_OF_B, EDGES } what;
    int i, k;    /* vertex and face (-1: the whole shape), or edges */
    double side; /* of edges */
} features;

typedef struct {
    solid a, b;
    tml_mat3 R; /* of B in A: x_A = R x_B + d */
    tml_vec3 d;
} pair;

static tml_vec3 in_A(const pair *p, tml_vec3 x)
{
    return tml_add(p->d, tml_rotate(&p->R, x));
}

static tml_vec3 in_B(const pair *p, tml_vec3 x)
{
    return tml_rotate_back(&p->R, tml_sub(x, p->d));
}

/* Separation along the normals of the faces of B; reversed: of A. */
static void along_faces(const pair *p, bool of_B, features *best)
{
    const solid *own = of_B ? &p->b : &p->a, *other = of_B ? &p->a : &p->b;
    const tml_polyhedron *P = own->shape->polyhedron;
    for (int f = 0; P && f < P->face_count; f++) {
        const tml_vec3 n = of_B ? tml_rotate(&p->R, P->faces[f].normal) : tml_rotate_back(&p->R, P->faces[f].normal);
        const double offset = P->faces[f].offset + (of_B ? tml_dot(n, p->d) : -tml_dot(P->faces[f].normal, p->d));
        double least = INFINITY;
        int at = 0;
        for (int i = 0; i < other->vertex_count; i++) {
            const double height = tml_dot(n, other->vertices[i]) - offset;
            if (height < least)
                least = height, at = i;
        }
        if (least > best->value)
            *best = (features){.value = least, .what = of_B ? VERTEX_OF_A : VERTEX_OF_B, .i = at, .k = f};
    }
}

typedef struct {
    tml_vec3 p, e, left, right; /* point, direction (not unit), normals of its two faces; in axes of A */
    bool single;
} line;

static line edge_of(const solid *s, int i)
{
    const tml_polyhedron_edge *e = &s->edges[i];
    line l = {.p = s->vertices[e->first], .e = tml_sub(s->vertices[e->second], s->vertices[e->first])};
    l.single = e->left < 0;
    if (!l.single)
        l.left = s->shape->polyhedron->faces[e->left].normal, l.right = s->shape->polyhedron->faces[e->right].normal;
    return l;
}

static line line_in_A(const pair *p, line l)
{
    return (line){in_A(p, l.p), tml_rotate(&p->R, l.e), tml_rotate(&p->R, l.left), tml_rotate(&p->R, l.right),
                  l.single};
}

/* Whether the arcs of normals of edge a and, reversed, of edge b cross: e is along right x left. */
static bool arcs_cross(const line *a, const line *b)
{
    const double cba = -tml_dot(b->left, a->e), dba = -tml_dot(b->right, a->e);
    const double adc = tml_dot(a->left, b->e), bdc = tml_dot(a->right, b->e);
    if (a->single)
        return b->single || cba * dba < 0;
    if (b->single)
        return adc * bdc < 0;
    return cba * dba < 0 && adc * bdc < 0 && cba * bdc > 0;
}

static const double PARALLEL = 1e-8; /* sine below which edges give no direction: faces beside them do */

/* The side of m = e_1 x e_2 to which the solids lie apart: all of a solid is on one side of its edge. 0: both are segments. */
static double side_of(const pair *p, const line *a, const line *b, tml_vec3 m)
{
    if (a->single && b->single)
        return 0;
    const double outward =
        a->single ? tml_dot(m, tml_sub(in_A(p, p->b.middle), b->p)) : tml_dot(m, tml_sub(a->p, p->a.middle));
    return outward < 0 ? -1 : 1;
}

static void along_edges(const pair *p, features *best)
{
    for (int k = 0; k < p->b.edge_count; k++) {
        const line b = line_in_A(p, edge_of(&p->b, k));
        for (int i = 0; i < p->a.edge_count; i++) {
            const line a = edge_of(&p->a, i);
            if (!arcs_cross(&a, &b))
                continue;
            const tml_vec3 m = tml_cross(a.e, b.e);
            const double length = tml_norm(m);
            if (length <= PARALLEL * tml_norm(a.e) * tml_norm(b.e))
                continue;
            const double side = a.single && b.single ? 1 : side_of(p, &a, &b, m);
            const double separation = side * tml_dot(m, tml_sub(b.p, a.p)) / length;
            if (separation > best->value)
                *best = (features){.value = separation, .what = EDGES, .i = i, .k = k, .side = side};
        }
    }
}

static void nearest_vertices(const pair *p, bool of_B, features *best)
{
    const solid *own = of_B ? &p->b : &p->a, *other = of_B ? &p->a : &p->b;
    for (int i = 0; i < own->vertex_count; i++) {
        const tml_vec3 x = of_B ? in_A(p, own->vertices[i]) : in_B(p, own->vertices[i]);
        const double value = tml_contact_solid_distance(other->shape, x).value;
        if (value < best->value)
            *best = (features){.value = value, .what = of_B ? VERTEX_OF_B : VERTEX_OF_A, .i = i, .k = -1};
    }
}

/* Pairs of edges whose nearest points lie inside of both. */
static void nearest_edges(const pair *p, features *best)
{
    for (int k = 0; k < p->b.edge_count; k++) {
        const line b = line_in_A(p, edge_of(&p->b, k));
        for (int i = 0; i < p->a.edge_count; i++) {
            const line a = edge_of(&p->a, i);
            const tml_vec3 m = tml_cross(a.e, b.e), d = tml_sub(b.p, a.p);
            const double square = tml_dot(m, m), across = fabs(tml_dot(d, m));
            if (square <= PARALLEL * PARALLEL * tml_dot(a.e, a.e) * tml_dot(b.e, b.e) ||
                across * across >= best->value * best->value * square)
                continue;
            const double s = tml_dot(tml_cross(d, b.e), m), t = tml_dot(tml_cross(d, a.e), m);
            if (s > 0 && s < square && t > 0 && t < square)
                *best = (features){
                    .value = across / sqrt(square), .what = EDGES, .i = i, .k = k, .side = side_of(p, &a, &b, m)};
        }
    }
}

static features nearest_features(const pair *p)
{
    features best = {.value = -INFINITY};
    along_faces(p, true, &best);
    along_faces(p, false, &best);
    along_edges(p, &best);
    const bool segments = !p->a.shape->polyhedron && !p->b.shape->polyhedron;
    if (best.value <= 0 && !segments)
        return best;
    best = (features){.value = INFINITY};
    nearest_vertices(p, true, &best);
    nearest_vertices(p, false, &best);
    nearest_edges(p, &best);
    return best;
}

static tml_touch against_face(const solid *s, int face, tml_vec3 x, const tml_rigid_motion *A,
                              const tml_rigid_motion *B)
{
    if (face < 0)
        return tml_touch_point(x, s->shape, A, B);
    const tml_polyhedron_face *f = &s->shape->polyhedron->faces[face];
    const tml_contact_solid plane = {.kind = TML_SOLID_PLANE, .p = tml_scale(f->offset, f->normal), .a = f->normal};
    return tml_touch_point(x, &plane, A, B);
}

/* The touch of a point of B with A, seen from A: its point is that of B carried back over the gap. */
static tml_touch reversed(tml_touch c, const tml_rigid_motion *A, const tml_rigid_motion *B)
{
    const tml_vec3 r = tml_sub(tml_add(tml_add(B->x, c.r1), tml_scale(c.gap, c.n)), A->x);
    const tml_vec3 u = tml_sub(tml_add(A->v, tml_cross(A->w, r)), tml_add(B->v, tml_cross(B->w, c.r1)));
    const tml_vec3 across = tml_add(tml_scale(tml_dot(c.n, u), c.n), tml_scale(c.gap, c.ndot));
    c.r1dot = tml_add(tml_sub(tml_add(B->v, c.r1dot), A->v), across);
    c.r1 = r;
    c.n = tml_scale(-1, c.n), c.ndot = tml_scale(-1, c.ndot);
    return c;
}

tml_touch tml_touch_nearest(const tml_contact_solid *first, const tml_contact_solid *second, const tml_rigid_motion *A,
                            const tml_rigid_motion *B)
{
    const tml_mat3 back = tml_mat3_transpose(&A->R);
    pair p = {.R = tml_mat3_product(&back, &B->R), .d = tml_rotate_back(&A->R, tml_sub(B->x, A->x))};
    describe(&p.a, first);
    describe(&p.b, second);
    const features f = nearest_features(&p);
    if (f.what == VERTEX_OF_A)
        return against_face(&p.b, f.k, p.a.vertices[f.i], A, B);
    if (f.what == VERTEX_OF_B)
        return reversed(against_face(&p.a, f.k, p.b.vertices[f.i], B, A), A, B);
    const line a = edge_of(&p.a, f.i), b = edge_of(&p.b, f.k);
    return tml_touch_lines(a.p, tml_scale(1 / tml_norm(a.e), a.e), b.p, tml_scale(1 / tml_norm(b.e), b.e), f.side, A,
                           B);
}
