/* triangulation.c - triangles between points. */
#include "plot/triangulation.h"
#include <math.h>

/* ---- a lattice ---- */

static void add_cell(tml_triangulation *mesh, size_t a, size_t b, size_t c, size_t d)
{
    const size_t middle = mesh->count++;
    const size_t corners[] = {a, b, c, d};
    tml_spot *at = mesh->at;
    at[middle] = (tml_spot){(at[a].x + at[c].x) / 2, (at[a].y + at[c].y) / 2};
    mesh->value[middle] = (mesh->value[a] + mesh->value[b] + mesh->value[c] + mesh->value[d]) / 4;
    for (int i = 0; i < 4; i++) {
        size_t *triangle = mesh->triangles[mesh->triangle_count++];
        triangle[0] = corners[i];
        triangle[1] = corners[(i + 1) % 4];
        triangle[2] = middle;
    }
}

void tml_triangulate_lattice(const tml_lattice *l, tml_arena *arena, tml_triangulation *mesh)
{
    const size_t cells = (l->nx - 1) * (l->ny - 1), nodes = l->nx * l->ny;
    *mesh = (tml_triangulation){.at = TML_NEW_ARRAY(arena, tml_spot, nodes + cells),
                                .value = TML_NEW_ARRAY(arena, double, nodes + cells),
                                .count = nodes,
                                .triangles = tml_arena_take(arena, (4 * cells + 1) * sizeof *mesh->triangles)};
    for (size_t i = 0; i < nodes; i++) {
        mesh->at[i] = (tml_spot){l->x[i % l->nx], l->y[i / l->nx]};
        mesh->value[i] = l->value[i];
    }
    for (size_t row = 0; row + 1 < l->ny; row++)
        for (size_t column = 0; column + 1 < l->nx; column++) {
            const size_t a = row * l->nx + column;
            add_cell(mesh, a, a + 1, a + 1 + l->nx, a + l->nx);
        }
}

/* ---- points anywhere: Bowyer and Watson ---- */

/* Points are moved by a hair for the choice of triangles, so that no four lie on a circle and no three on a line. */
static const double HAIR = 1e-7;

typedef struct {
    size_t corner[3]; /* counterclockwise; from `count` on the three far away */
    tml_spot centre;
    double square; /* of the radius of the circle through the corners */
    bool gone;
} triangle;

typedef struct {
    tml_spot *at; /* (count + 3) */
    triangle *list;
    int used, capacity;
    size_t (*edges)[2]; /* of the hole that a point makes */
    int edge_count, edge_capacity;
    tml_arena *arena;
} work;

/* A number in -1 … 1 that looks random, of an index. */
static double scatter(size_t index, unsigned salt)
{
    unsigned h = (unsigned)index * 2654435761u + salt * 40503u;
    h = (h ^ h >> 15) * 2246822519u;
    h = (h ^ h >> 13) * 3266489917u;
    return (double)(h ^ h >> 16) / 2147483648.0 - 1;
}

static void add_triangle(work *w, size_t a, size_t b, size_t c)
{
    const tml_spot A = w->at[a], B = w->at[b], C = w->at[c];
    const double bx = B.x - A.x, by = B.y - A.y, cx = C.x - A.x, cy = C.y - A.y, d = 2 * (bx * cy - by * cx);
    const double b2 = bx * bx + by * by, c2 = cx * cx + cy * cy;
    const double ux = (cy * b2 - by * c2) / d, uy = (bx * c2 - cx * b2) / d;
    TML_GROW(w->arena, w->list, w->used, w->capacity);
    w->list[w->used++] = (triangle){.corner = {a, b, c}, .centre = {A.x + ux, A.y + uy}, .square = ux * ux + uy * uy};
}

/* An edge of two triangles that go is inside the hole. */
static void add_edge(work *w, size_t a, size_t b)
{
    for (int i = 0; i < w->edge_count; i++)
        if (w->edges[i][0] == b && w->edges[i][1] == a) {
            memcpy(w->edges[i], w->edges[--w->edge_count], sizeof *w->edges);
            return;
        }
    TML_GROW(w->arena, w->edges, w->edge_count, w->edge_capacity);
    w->edges[w->edge_count][0] = a;
    w->edges[w->edge_count++][1] = b;
}

/* Triangles whose circle holds the point go; those between it and the border of the hole come. */
static void add_point(work *w, size_t point)
{
    const tml_spot at = w->at[point];
    int left = 0;
    w->edge_count = 0;
    for (int i = 0; i < w->used; i++) {
        const triangle t = w->list[i];
        const double dx = at.x - t.centre.x, dy = at.y - t.centre.y;
        if (dx * dx + dy * dy < t.square) {
            for (int k = 0; k < 3; k++)
                add_edge(w, t.corner[k], t.corner[(k + 1) % 3]);
        } else {
            w->list[left++] = t;
        }
    }
    w->used = left;
    for (int i = 0; i < w->edge_count; i++)
        add_triangle(w, w->edges[i][0], w->edges[i][1], point);
}

/* Places in the unit square, a hair beside where the points are; false for one that has no place or coincides with one before it. */
static bool place_points(const double *x, const double *y, size_t count, tml_spot scale, work *w, bool *there)
{
    double low_x = INFINITY, low_y = INFINITY, size = 0;
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        low_x = fmin(low_x, x[i] * scale.x);
        low_y = fmin(low_y, y[i] * scale.y);
    }
    for (size_t i = 0; i < count; i++)
        size = fmax(size, fmax(x[i] * scale.x - low_x, y[i] * scale.y - low_y));
    for (size_t i = 0; i < count; i++) {
        there[i] = isfinite(x[i]) && isfinite(y[i]) && size > 0;
        for (size_t k = 0; there[i] && k < i; k++)
            there[i] = !(there[k] && x[k] == x[i] && y[k] == y[i]);
        if (there[i])
            w->at[i] = (tml_spot){(x[i] * scale.x - low_x) / size + HAIR * scatter(i, 1),
                                  (y[i] * scale.y - low_y) / size + HAIR * scatter(i, 2)};
        any = any || there[i];
    }
    return any;
}

void tml_triangulate_points(const double *x, const double *y, const double *value, size_t count, tml_spot scale,
                            tml_arena *arena, tml_triangulation *mesh)
{
    work w = {.at = TML_NEW_ARRAY(arena, tml_spot, count + 3), .arena = arena};
    bool *there = TML_NEW_ARRAY(arena, bool, count + 1);
    *mesh = (tml_triangulation){.at = TML_NEW_ARRAY(arena, tml_spot, count + 1),
                                .value = tml_arena_copy(arena, value, count * sizeof *value),
                                .count = count};
    for (size_t i = 0; i < count; i++)
        mesh->at[i] = (tml_spot){x[i], y[i]};
    if (!place_points(x, y, count, scale, &w, there))
        return;
    static const double far = 1e4;
    w.at[count] = (tml_spot){0.5 - 2 * far, 0.5 - far};
    w.at[count + 1] = (tml_spot){0.5 + 2 * far, 0.5 - far};
    w.at[count + 2] = (tml_spot){0.5, 0.5 + 2 * far};
    add_triangle(&w, count, count + 1, count + 2);
    for (size_t i = 0; i < count; i++)
        if (there[i])
            add_point(&w, i);
    mesh->triangles = tml_arena_take(arena, ((size_t)w.used + 1) * sizeof *mesh->triangles);
    for (int i = 0; i < w.used; i++) {
        const size_t *corner = w.list[i].corner;
        if (corner[0] < count && corner[1] < count && corner[2] < count)
            memcpy(mesh->triangles[mesh->triangle_count++], corner, sizeof *mesh->triangles);
    }
}
