/* feature.c - a vertex on a plane, a line across a line: place, gap, rate, and the room to where the feature ends.
 *
 * Body A is taken as fixed. With D from edge 1 to edge 2, m = e_1 x e_2 and feet s, t along the edges:
 *   s = (D x e_2) . m/m^2,   t = (D x e_1) . m/m^2,   gap = n . D,   n = +-m/|m|,   gap' = n . velocity of B there
 * n is outward of both: n . n_R >= c n . n_L and n . n_L >= c n . n_R, c = n_L . n_R, of the faces of edge 1, and -n of edge 2.
 */
#include "contact/feature.h"

static const double NEAR = 1e-9;     /* of the smaller polyhedron: a foot that is at an end */
static const double ANGLE = 1e-7;    /* rad: normals that are the same */
static const double PARALLEL = 1e-6; /* sine of edges that do not cross */
/* To the end of a feature, by a step; some integrators heed a limit one step later. */
static const double MOST_OF_WAY = 0.35;
static const double LEAST_WAY = 0.05; /* of the size of the smaller polyhedron */

double tml_feature_near(const tml_candidate *c)
{
    return c && c->count ? NEAR * fmin(c->own->polyhedron->size, c->other->polyhedron->size) : 0;
}

tml_feature_view tml_feature_view_of(const tml_candidate *c, const tml_rigid_motion *first,
                                     const tml_rigid_motion *second)
{
    const tml_rigid_motion *A = c->exchanged ? second : first, *B = c->exchanged ? first : second;
    const tml_mat3 back = tml_mat3_transpose(&A->R);
    tml_feature_view view = {.P = c->own->polyhedron, .Q = c->other->polyhedron, .near = tml_feature_near(c)};
    view.R = tml_mat3_product(&back, &B->R);
    view.d = tml_rotate(&back, tml_sub(B->x, A->x));
    view.w = tml_rotate(&back, tml_sub(B->w, A->w));
    view.v = tml_sub(tml_rotate(&back, tml_sub(B->v, A->v)), tml_cross(tml_rotate(&back, A->w), view.d));
    return view;
}

static tml_vec3 in_A(const tml_feature_view *view, tml_vec3 x)
{
    return tml_add(view->d, tml_rotate(&view->R, x));
}

static tml_vec3 velocity(const tml_feature_view *view, tml_vec3 x)
{
    return tml_add(view->v, tml_cross(view->w, tml_sub(x, view->d)));
}

/* ---- a vertex on a face ---- */

/* The vertex and its velocity in axes of the body of the face. */
static tml_vec3 seen_by_face(const tml_feature_view *view, bool of_B, int vertex, tml_vec3 *rate)
{
    const tml_vec3 x = of_B ? in_A(view, view->Q->vertices[vertex]) : view->P->vertices[vertex];
    const tml_vec3 u = velocity(view, x);
    *rate = of_B ? u : tml_scale(-1, tml_rotate_back(&view->R, u));
    return of_B ? x : tml_rotate_back(&view->R, tml_sub(x, view->d));
}

/* From the foot of x to side i of a face, inward; the direction inward. */
static double from_side(const tml_polyhedron *F, const tml_polyhedron_face *f, int i, tml_vec3 x, tml_vec3 *inward)
{
    const tml_vec3 a = F->vertices[F->corners[f->first + i]],
                   b = F->vertices[F->corners[f->first + (i + 1) % f->count]];
    const tml_vec3 e = tml_sub(b, a);
    *inward = tml_scale(1 / tml_norm(e), tml_cross(f->normal, e));
    return tml_dot(*inward, tml_sub(x, a));
}

tml_feature tml_feature_vertex(const tml_feature_view *view, bool of_B, int vertex, int face, double slow)
{
    const tml_polyhedron *F = of_B ? view->P : view->Q;
    const tml_polyhedron_face *f = &F->faces[face];
    tml_vec3 u, inward;
    const tml_vec3 x = seen_by_face(view, of_B, vertex, &u);
    tml_feature out = {.number = face + 1, .room = INFINITY};
    out.gap = tml_dot(f->normal, x) - f->offset, out.rate = tml_dot(f->normal, u);
    out.n = of_B ? f->normal : tml_scale(-1, tml_rotate(&view->R, f->normal));
    out.at = of_B ? x : view->P->vertices[vertex];
    for (int i = 0; i < f->count; i++) {
        const double room = from_side(F, f, i, x, &inward);
        out.room = fmin(out.room, room);
        out.leaves |= room < view->near && tml_dot(inward, u) < -slow;
    }
    return out;
}

bool tml_feature_in_cone(const tml_feature_view *view, bool of_B, int vertex, int face)
{
    const tml_polyhedron *V = of_B ? view->Q : view->P, *F = of_B ? view->P : view->Q;
    const tml_vec3 n = F->faces[face].normal;
    const tml_vec3 seen = of_B ? tml_rotate_back(&view->R, n) : tml_rotate(&view->R, n);
    for (int i = 0; i < V->edge_count; i++) {
        const tml_polyhedron_edge *e = &V->edges[i];
        if (e->first != vertex && e->second != vertex)
            continue;
        const int end = e->first == vertex ? e->second : e->first;
        const tml_vec3 along = tml_sub(V->vertices[end], V->vertices[vertex]);
        if (tml_dot(seen, along) < -ANGLE * tml_norm(along))
            return false;
    }
    return true;
}

/* ---- two edges ---- */

typedef struct {
    tml_vec3 p, e, left, right; /* its first end, direction, normals of its faces */
    double length;
} line;

static line line_of(const tml_polyhedron *P, int i)
{
    const tml_polyhedron_edge *edge = &P->edges[i];
    const tml_vec3 along = tml_sub(P->vertices[edge->second], P->vertices[edge->first]);
    line l = {
        .p = P->vertices[edge->first], .left = P->faces[edge->left].normal, .right = P->faces[edge->right].normal};
    l.length = tml_norm(along);
    l.e = tml_scale(1 / l.length, along);
    return l;
}

static line line_of_B(const tml_feature_view *view, int k)
{
    line l = line_of(view->Q, k);
    l.p = in_A(view, l.p), l.e = tml_rotate(&view->R, l.e);
    l.left = tml_rotate(&view->R, l.left), l.right = tml_rotate(&view->R, l.right);
    return l;
}

/* Whether a normal across the edge is between those of its faces. */
static bool is_outward(const line *l, tml_vec3 n)
{
    const double c = tml_dot(l->left, l->right), left = tml_dot(n, l->left), right = tml_dot(n, l->right);
    const double least = -ANGLE * sqrt(fmax(0, 1 - c * c));
    return right - c * left >= least && left - c * right >= least && left + right > 0;
}

/* Along m to where the bodies lie apart. */
static double side_of(const line *a, const line *b, tml_vec3 m)
{
    return tml_dot(m, tml_sub(tml_add(a->left, a->right), tml_add(b->left, b->right))) < 0 ? -1 : 1;
}

/* Feet on both lines with their rates. */
typedef struct {
    double s, t, sdot, tdot;
} feet;

static feet feet_of(const tml_feature_view *view, const line *a, const line *b, tml_vec3 m)
{
    const tml_vec3 D = tml_sub(b->p, a->p), bdot = tml_cross(view->w, b->e), Ddot = velocity(view, b->p);
    const tml_vec3 mdot = tml_cross(a->e, bdot), db = tml_cross(D, b->e), da = tml_cross(D, a->e);
    const tml_vec3 dbdot = tml_add(tml_cross(Ddot, b->e), tml_cross(D, bdot)), dadot = tml_cross(Ddot, a->e);
    const double square = tml_dot(m, m), stretch = 2 * tml_dot(m, mdot);
    feet f = {.s = tml_dot(db, m) / square, .t = tml_dot(da, m) / square};
    f.sdot = (tml_dot(dbdot, m) + tml_dot(db, mdot) - f.s * stretch) / square;
    f.tdot = (tml_dot(dadot, m) + tml_dot(da, mdot) - f.t * stretch) / square;
    return f;
}

static bool moves_off(double foot, double rate, double length, double near, double slow)
{
    return (foot < near && rate < -slow) || (foot > length - near && rate > slow);
}

/* Both as lines, along n. */
static tml_feature crossing(const tml_feature_view *view, const line *a, const line *b, tml_vec3 m, double slow)
{
    const feet f = feet_of(view, a, b, m);
    tml_feature out = {.n = tml_scale(side_of(a, b, m) / tml_norm(m), m)};
    out.at = tml_add(a->p, tml_scale(f.s, a->e));
    out.gap = tml_dot(out.n, tml_sub(b->p, a->p));
    out.rate = tml_dot(out.n, velocity(view, tml_add(b->p, tml_scale(f.t, b->e))));
    out.room = fmin(fmin(f.s, a->length - f.s), fmin(f.t, b->length - f.t));
    out.leaves =
        moves_off(f.s, f.sdot, a->length, view->near, slow) || moves_off(f.t, f.tdot, b->length, view->near, slow);
    return out;
}

bool tml_feature_edges(const tml_feature_view *view, int i, int k, double slow, tml_feature *out)
{
    const line a = line_of(view->P, i), b = line_of_B(view, k);
    const tml_vec3 m = tml_cross(a.e, b.e);
    const double length = tml_norm(m);
    if (!(length > PARALLEL))
        return false;
    const tml_vec3 n = tml_scale(side_of(&a, &b, m) / length, m);
    if (!is_outward(&a, n) || !is_outward(&b, tml_scale(-1, n)))
        return false;
    *out = crossing(view, &a, &b, m, slow);
    out->number = 1 + i * view->Q->edge_count + k;
    return true;
}

/* ---- of a candidate ---- */

static const tml_candidate *first_of(const tml_candidate *c)
{
    return c - c->index;
}

static bool is_of_B(const tml_candidate *c)
{
    return c->exchanged != first_of(c)->exchanged;
}

tml_feature tml_feature_at(const tml_candidate *c, int number, const tml_rigid_motion *first,
                           const tml_rigid_motion *second, double slow)
{
    const tml_feature_view view = tml_feature_view_of(first_of(c), first, second);
    tml_feature out;
    if (c->kind == TML_TOUCH_POINT) {
        out = tml_feature_vertex(&view, is_of_B(c), c->vertex, number - 1, slow);
        out.index = c->index;
    } else {
        const line a = line_of(view.P, (number - 1) / view.Q->edge_count);
        const line b = line_of_B(&view, (number - 1) % view.Q->edge_count);
        out = crossing(&view, &a, &b, tml_cross(a.e, b.e), slow);
    }
    out.number = number;
    return out;
}

static double until_end(double foot, double rate, double length)
{
    const double way = fmax(MOST_OF_WAY * (rate > 0 ? length - foot : foot), LEAST_WAY * length);
    return rate != 0 ? way / fabs(rate) : INFINITY;
}

double tml_feature_stay(const tml_candidate *c, int number, const tml_rigid_motion *first,
                        const tml_rigid_motion *second)
{
    const tml_feature_view view = tml_feature_view_of(first_of(c), first, second);
    if (c->kind == TML_TOUCH_POINT) {
        const tml_polyhedron *F = is_of_B(c) ? view.P : view.Q;
        const tml_polyhedron_face *f = &F->faces[number - 1];
        tml_vec3 u, inward;
        const tml_vec3 x = seen_by_face(&view, is_of_B(c), c->vertex, &u);
        double step = INFINITY;
        for (int i = 0; i < f->count; i++) {
            const double room = from_side(F, f, i, x, &inward), rate = tml_dot(inward, u);
            if (rate < 0)
                step = fmin(step, fmax(MOST_OF_WAY * room, LEAST_WAY * fmin(view.P->size, view.Q->size)) / -rate);
        }
        return step;
    }
    const line a = line_of(view.P, (number - 1) / view.Q->edge_count);
    const line b = line_of_B(&view, (number - 1) % view.Q->edge_count);
    const feet f = feet_of(&view, &a, &b, tml_cross(a.e, b.e));
    return fmin(until_end(f.s, f.sdot, a.length), until_end(f.t, f.tdot, b.length));
}

tml_touch tml_feature_touch(const tml_candidate *c, int number, const tml_rigid_motion *A, const tml_rigid_motion *B)
{
    if (c->kind == TML_TOUCH_POINT) {
        const tml_polyhedron_face *f = &c->other->polyhedron->faces[number - 1];
        const tml_contact_solid plane = {.kind = TML_SOLID_PLANE, .p = tml_scale(f->offset, f->normal), .a = f->normal};
        return tml_touch_point(c->p, &plane, A, B);
    }
    const tml_feature_view view = tml_feature_view_of(c, c->exchanged ? B : A, c->exchanged ? A : B);
    const int i = (number - 1) / view.Q->edge_count, k = (number - 1) % view.Q->edge_count;
    const line a = line_of(view.P, i), b = line_of(view.Q, k), seen = line_of_B(&view, k);
    return tml_touch_lines(a.p, a.e, b.p, b.e, side_of(&a, &seen, tml_cross(a.e, seen.e)), A, B);
}

/* A direction of the body and its rate, then n x that. */
void tml_feature_tangents(const tml_candidate *c, int number, const tml_rigid_motion *A, const tml_rigid_motion *B,
                          tml_touch *t)
{
    const bool vertex = c->kind == TML_TOUCH_POINT;
    const tml_rigid_motion *base = vertex ? B : A;
    tml_vec3 along;
    if (vertex) {
        const tml_polyhedron *F = c->other->polyhedron;
        const int *corner = F->corners + F->faces[number - 1].first;
        along = tml_sub(F->vertices[corner[1]], F->vertices[corner[0]]);
        along = tml_scale(1 / tml_norm(along), along);
    } else {
        along = line_of(c->own->polyhedron, (number - 1) / c->other->polyhedron->edge_count).e;
    }
    t->t[0] = tml_rotate(&base->R, along);
    t->tdot[0] = tml_cross(base->w, t->t[0]);
    t->t[1] = tml_cross(t->n, t->t[0]);
    t->tdot[1] = tml_add(tml_cross(t->ndot, t->t[0]), tml_cross(t->n, t->tdot[0]));
}
