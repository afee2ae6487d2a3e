/* hull.c - convex polyhedra: the hull of points by gift wrapping, boxes.
 *
 * A supporting plane is turned about an edge until it meets the next point: that is the face beyond the edge. All points in its plane
 * belong to it, so faces are polygons, not triangles; points inside of a face or on an edge are no vertices. Each edge is visited once.
 */
#include "contact/solid.h"
#include <stdlib.h>
#include <string.h>

static const double COPLANAR = 1e-10; /* of the size: a point nearer to a plane lies in it */

typedef struct {
    const tml_vec3 *points;
    int count;
    double slack; /* a length */
    tml_polyhedron *P;
    int face_capacity, edge_capacity, corner_capacity;
    int *in_plane; /* (count) */
    tml_arena *arena;
} wrapping;

static tml_vec3 unit(tml_vec3 a)
{
    return tml_scale(1 / tml_norm(a), a);
}

/* The plane with outward normal N through a, turned about the axis e through a, away from its face (left of e), until it meets a point;
 * its new normal. */
static tml_vec3 turn(const wrapping *w, tml_vec3 a, tml_vec3 e, tml_vec3 N)
{
    const tml_vec3 right = tml_cross(e, N);
    double best = -INFINITY;
    tml_vec3 normal = N;
    for (int i = 0; i < w->count; i++) {
        const tml_vec3 d = tml_sub(w->points[i], a);
        double x = tml_dot(right, d), y = tml_dot(N, d);
        const double l = hypot(x, y);
        if (l <= 4 * w->slack)
            continue;
        x /= l, y /= l;
        /* angles from the direction away from the face, clockwise: increasing as x falls */
        const double angle = y <= w->slack / l && x < 0 && y > -w->slack / l ? -2 : y < 0 ? x : 2;
        if (angle > best)
            best = angle, normal = unit(tml_sub(tml_scale(x, N), tml_scale(y, right)));
    }
    return normal;
}

static double turn_of(tml_vec3 n, tml_vec3 a, tml_vec3 b, tml_vec3 c)
{
    return tml_dot(n, tml_cross(tml_sub(b, a), tml_sub(c, b)));
}

/* The polygon of the points in a plane, counter-clockwise about its normal, by wrapping in the plane. Returns its number of corners. */
static int wrap_face(wrapping *w, tml_vec3 normal, double offset)
{
    int n = 0;
    for (int i = 0; i < w->count; i++)
        if (fabs(tml_dot(normal, w->points[i]) - offset) <= 2 * w->slack)
            w->in_plane[n++] = i;
    const tml_mat3 F = tml_frame_with_z(normal);
    const tml_vec3 x = tml_mat3_column(&F, TML_X);
    int start = w->in_plane[0];
    for (int i = 1; i < n; i++)
        if (tml_dot(x, w->points[w->in_plane[i]]) < tml_dot(x, w->points[start]) - w->slack)
            start = w->in_plane[i];
    int at = start, corners = 0;
    do {
        int next = -1;
        for (int i = 0; i < n; i++) {
            const int k = w->in_plane[i];
            const double length = tml_norm(tml_sub(w->points[k], w->points[at]));
            if (length <= 4 * w->slack)
                continue;
            if (next < 0) {
                next = k;
                continue;
            }
            const double reach = tml_norm(tml_sub(w->points[next], w->points[at]));
            const double side = turn_of(normal, w->points[at], w->points[next], w->points[k]) / reach;
            if (side < -4 * w->slack || (side <= 4 * w->slack && length > reach))
                next = k;
        }
        if (next < 0 || corners >= n)
            return 0;
        TML_GROW(w->arena, w->P->corners, w->P->corner_count, w->corner_capacity);
        w->P->corners[w->P->corner_count++] = at;
        corners++;
        at = next;
    } while (tml_norm(tml_sub(w->points[at], w->points[start])) > 4 * w->slack);
    return corners;
}

/* Adds the face with this normal through a point, and its edges; false: it is degenerate. */
static bool add_face(wrapping *w, tml_vec3 normal, tml_vec3 through)
{
    tml_polyhedron *P = w->P;
    const double offset = tml_dot(normal, through);
    const int first = P->corner_count, count = wrap_face(w, normal, offset), face = P->face_count;
    if (count < 3)
        return false;
    TML_GROW(w->arena, P->faces, P->face_count, w->face_capacity);
    P->faces[P->face_count++] = (tml_polyhedron_face){normal, offset, first, count};
    for (int i = 0; i < count; i++) {
        const int a = P->corners[first + i], b = P->corners[first + (i + 1) % count];
        int k = 0;
        while (k < P->edge_count && !(P->edges[k].first == b && P->edges[k].second == a && P->edges[k].right < 0))
            k++;
        if (k < P->edge_count) {
            P->edges[k].right = face;
            continue;
        }
        TML_GROW(w->arena, P->edges, P->edge_count, w->edge_capacity);
        P->edges[P->edge_count++] = (tml_polyhedron_edge){a, b, face, -1};
    }
    return true;
}

/* A supporting plane through three points: from the lowest point along x, turned twice. */
static bool first_face(wrapping *w)
{
    int lowest = 0;
    for (int i = 1; i < w->count; i++)
        if (w->points[i].x < w->points[lowest].x)
            lowest = i;
    const tml_vec3 a = w->points[lowest];
    tml_vec3 N = turn(w, a, (tml_vec3){0, 0, 1}, (tml_vec3){-1, 0, 0});
    int second = -1;
    double longest = 4 * w->slack;
    for (int i = 0; i < w->count; i++) {
        const tml_vec3 d = tml_sub(w->points[i], a);
        if (fabs(tml_dot(N, d)) <= 2 * w->slack && tml_norm(d) > longest)
            longest = tml_norm(d), second = i;
    }
    if (second < 0)
        return false;
    N = turn(w, a, unit(tml_sub(w->points[second], a)), N);
    return add_face(w, N, a);
}

static void find_extent(tml_polyhedron *P)
{
    for (int i = 0; i < P->vertex_count; i++)
        P->size = fmax(P->size, tml_norm(tml_sub(P->vertices[i], P->middle)));
    for (int f = 0; f < P->face_count; f++)
        P->most_corners = P->faces[f].count > P->most_corners ? P->faces[f].count : P->most_corners;
}

/* Vertices are the corners alone; edges point along n_right x n_left, as nearest.c wants them. */
static void finish(wrapping *w)
{
    tml_polyhedron *P = w->P;
    int *number = TML_NEW_ARRAY(w->arena, int, w->count + 1);
    P->vertices = TML_NEW_ARRAY(w->arena, tml_vec3, w->count + 1);
    for (int i = 0; i < w->count; i++)
        number[i] = -1;
    for (int i = 0; i < P->corner_count; i++) {
        int *at = &number[P->corners[i]];
        if (*at < 0) {
            *at = P->vertex_count;
            P->vertices[P->vertex_count++] = w->points[P->corners[i]];
            P->middle = tml_add(P->middle, w->points[P->corners[i]]);
        }
        P->corners[i] = *at;
    }
    P->middle = tml_scale(1.0 / P->vertex_count, P->middle);
    for (int i = 0; i < P->edge_count; i++) {
        tml_polyhedron_edge *e = &P->edges[i];
        e->first = number[e->first], e->second = number[e->second];
        const tml_vec3 along = tml_sub(P->vertices[e->second], P->vertices[e->first]);
        if (tml_dot(along, tml_cross(P->faces[e->right].normal, P->faces[e->left].normal)) < 0) {
            const int vertex = e->first;
            e->first = e->second, e->second = vertex;
        }
    }
    find_extent(P);
}

const tml_polyhedron *tml_polyhedron_hull(const tml_vec3 *points, int count, tml_arena *arena)
{
    double size = 0;
    for (int i = 1; i < count; i++)
        size = fmax(size, tml_norm(tml_sub(points[i], points[0])));
    if (count < 4 || !(size > 0) || !isfinite(size))
        return NULL;
    wrapping w = {.points = points, .count = count, .slack = COPLANAR * size, .arena = arena};
    w.P = TML_NEW(arena, tml_polyhedron);
    w.in_plane = TML_NEW_ARRAY(arena, int, count);
    if (!first_face(&w))
        return NULL;
    for (int i = 0; i < w.P->edge_count; i++) {
        const tml_polyhedron_edge e = w.P->edges[i];
        if (e.right >= 0)
            continue;
        const tml_vec3 a = points[e.first], along = unit(tml_sub(points[e.second], a));
        const tml_vec3 N = turn(&w, a, along, w.P->faces[e.left].normal);
        if (!add_face(&w, N, a) || w.P->edges[i].right < 0 || w.P->face_count > 2 * count)
            return NULL;
    }
    if (w.P->face_count < 4)
        return NULL;
    finish(&w);
    return w.P;
}

const tml_polyhedron *tml_polyhedron_box(tml_vec3 middle, const tml_mat3 *axes, tml_vec3 half, tml_arena *arena)
{
    tml_vec3 points[8];
    for (int i = 0; i < 8; i++) {
        const tml_vec3 corner = {i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z};
        points[i] = tml_add(middle, tml_rotate(axes, corner));
    }
    return tml_polyhedron_hull(points, 8, arena);
}
