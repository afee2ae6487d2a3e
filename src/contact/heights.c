/* heights.c - the place of a heightfield nearest to a point, by branch and bound over its cells (heights.h). */
#include "contact/heights.h"
#include "expression/enclosure.h"
#include "expression/surface_state.h"
#include <math.h>

enum { MAX_BOXES = 20000, DEEPEST = 60 };
static const double SAME = 1e-12;  /* of the square of a distance: no improvement */
static const double TOUCH = 1e-13; /* of the coordinates: so near nothing can be nearer */

/* Of h over a box: its range, and the largest norms of its second and third derivatives. */
typedef struct {
    double low, high, bend, third;
} bounds;

struct tml_heights {
    const tml_surface *surface;
    bounds *cells; /* ((x.count - 1) x (y.count - 1)) those of one x together */
    double cell;
};

typedef struct {
    double x0, x1, y0, y1;
} box;

/* ---- bounds ---- */

static double largest(const tml_surface *s, int by_x, int by_y, box at)
{
    const tml_interval range =
        tml_surface_enclosure(s, by_x, by_y, (tml_interval){at.x0, at.x1, false}, (tml_interval){at.y0, at.y1, false});
    return fmax(fabs(range.low), fabs(range.high));
}

static bounds bounds_over(const tml_surface *s, box at)
{
    const tml_interval h =
        tml_surface_enclosure(s, 0, 0, (tml_interval){at.x0, at.x1, false}, (tml_interval){at.y0, at.y1, false});
    const double xx = largest(s, 2, 0, at), xy = largest(s, 1, 1, at), yy = largest(s, 0, 2, at);
    const double xxx = largest(s, 3, 0, at), xxy = largest(s, 2, 1, at), xyy = largest(s, 1, 2, at),
                 yyy = largest(s, 0, 3, at);
    return (bounds){h.low, h.high, sqrt(xx * xx + 2 * xy * xy + yy * yy),
                    sqrt(xxx * xxx + 3 * xxy * xxy + 3 * xyy * xyy + yyy * yyy)};
}

static double shortest(const tml_surface_axis *a)
{
    double least = INFINITY;
    for (size_t i = 0; i + 1 < a->count; i++)
        least = fmin(least, a->at[i + 1] - a->at[i]);
    return least;
}

const tml_heights *tml_heights_make(const tml_surface *s, tml_arena *arena)
{
    tml_heights *h = TML_NEW(arena, tml_heights);
    const size_t nx = s->x.count - 1, ny = s->y.count - 1;
    h->surface = s;
    h->cell = fmin(shortest(&s->x), shortest(&s->y));
    h->cells = TML_NEW_ARRAY(arena, bounds, nx * ny);
    for (size_t i = 0; i < nx; i++)
        for (size_t j = 0; j < ny; j++)
            h->cells[i * ny + j] = bounds_over(s, (box){s->x.at[i], s->x.at[i + 1], s->y.at[j], s->y.at[j + 1]});
    return h;
}

tml_surface_jet tml_heights_at(const tml_heights *h, double x, double y)
{
    return tml_surface_at(h->surface, x, y);
}

double tml_heights_cell(const tml_heights *h)
{
    return h->cell;
}

/* ---- a foot near a place ---- */

/* Foot point (x, y) with (X - x) + (Z - h) h_x = 0 and the same for y: Newton's method with the Hessian of the squared distance where it is
 * positive definite, that of its convex part elsewhere, and steps halved until it falls (near the foot, where rounding hides that, not). */
static void descend(const tml_surface *height, tml_vec3 X, double *x, double *y)
{
    for (int k = 0; k < 60; k++) {
        const tml_surface_jet j = tml_surface_at(height, *x, *y);
        const double dz = j.f - X.z, rx = *x - X.x + dz * j.fx, ry = *y - X.y + dz * j.fy;
        double a = 1 + j.fx * j.fx + dz * j.fxx, b = j.fx * j.fy + dz * j.fxy, c = 1 + j.fy * j.fy + dz * j.fyy;
        if (!(a > 0 && a * c - b * b > 1e-12 * (fabs(a * c) + b * b)))
            a = 1 + j.fx * j.fx, b = j.fx * j.fy, c = 1 + j.fy * j.fy;
        const double det = a * c - b * b, sx = -(c * rx - b * ry) / det, sy = -(a * ry - b * rx) / det;
        const double now = (*x - X.x) * (*x - X.x) + (*y - X.y) * (*y - X.y) + dz * dz;
        double part = 1;
        for (int halved = 0; halved < 40 && fabs(rx * sx + ry * sy) > 1e-8 * now; halved++, part /= 2) {
            const double u = *x + part * sx, v = *y + part * sy, z = tml_surface_at(height, u, v).f - X.z;
            if ((u - X.x) * (u - X.x) + (v - X.y) * (v - X.y) + z * z <= now * (1 + 1e-14))
                break;
        }
        *x += part * sx, *y += part * sy;
        if (fabs(sx) + fabs(sy) <= 4e-16 * (fabs(*x) + fabs(*y) + fabs(X.x) + fabs(X.y)))
            return;
    }
}

/* ---- the nearest of all ---- */

typedef struct {
    const tml_surface *s;
    tml_vec3 X;
    double x, y, square, reach; /* the nearest place so far, the square of its distance, and that */
    int boxes;                  /* that may still be looked at */
} search;

static void take(search *q, double x, double y)
{
    const double z = tml_surface_at(q->s, x, y).f - q->X.z;
    const double square = (x - q->X.x) * (x - q->X.x) + (y - q->X.y) * (y - q->X.y) + z * z;
    if (square < q->square * (1 - SAME))
        q->x = x, q->y = y, q->square = square, q->reach = sqrt(square);
}

static double beyond(double at, double low, double high)
{
    return fmax(fmax(low - at, at - high), 0);
}

/* Square of the distance to a box that contains the surface over `at`. */
static double square_to(const search *q, const bounds *b, const box *at)
{
    const double dx = beyond(q->X.x, at->x0, at->x1), dy = beyond(q->X.y, at->y0, at->y1),
                 dz = beyond(q->X.z, b->low, b->high);
    return dx * dx + dy * dy + dz * dz;
}

/* What of a box is not farther than the nearest place; false: nothing. */
static bool clip(const search *q, box *at)
{
    at->x0 = fmax(at->x0, q->X.x - q->reach), at->x1 = fmin(at->x1, q->X.x + q->reach);
    at->y0 = fmax(at->y0, q->X.y - q->reach), at->y1 = fmin(at->y1, q->X.y + q->reach);
    return at->x0 <= at->x1 && at->y0 <= at->y1;
}

/* The middle of a box, with its half sizes a and b. */
typedef struct {
    double x, y, a, b, rho;
    tml_surface_jet j;
    double ux, uy, dz, gx, gy;
} middle;

static middle middle_of(const search *q, const box *at)
{
    middle m = {.x = 0.5 * (at->x0 + at->x1),
                .y = 0.5 * (at->y0 + at->y1),
                .a = 0.5 * (at->x1 - at->x0),
                .b = 0.5 * (at->y1 - at->y0)};
    m.rho = sqrt(m.a * m.a + m.b * m.b);
    m.j = tml_surface_at(q->s, m.x, m.y);
    m.ux = m.x - q->X.x, m.uy = m.y - q->X.y, m.dz = m.j.f - q->X.z;
    m.gx = m.ux + m.dz * m.j.fx, m.gy = m.uy + m.dz * m.j.fy;
    return m;
}

static double square_at(const middle *m)
{
    return m->ux * m->ux + m->uy * m->uy + m->dz * m->dz;
}

/* Surely no place of the box is nearer than this. */
static double least_distance(const middle *m, const bounds *b)
{
    const double plane =
        fabs(m->dz - m->j.fx * m->ux - m->j.fy * m->uy) / sqrt(1 + m->j.fx * m->j.fx + m->j.fy * m->j.fy);
    const double tangent = square_at(m) - 2 * (fabs(m->gx) * m->a + fabs(m->gy) * m->b);
    return fmax(plane, sqrt(fmax(tangent, 0))) - 0.5 * b->bend * m->rho * m->rho;
}

/* The Hessian of half the square is I + grad h grad h' + d h'': positive definite in the middle, by more than it changes in the box. */
static bool is_convex(const middle *m, const bounds *b)
{
    const tml_surface_jet *j = &m->j;
    const double A = 1 + j->fx * j->fx + m->dz * j->fxx, B = j->fx * j->fy + m->dz * j->fxy,
                 C = 1 + j->fy * j->fy + m->dz * j->fyy;
    const double least = 0.5 * (A + C) - sqrt(0.25 * (A - C) * (A - C) + B * B);
    const double slope = sqrt(j->fx * j->fx + j->fy * j->fy), turn = b->bend * m->rho;
    const double rise = slope * m->rho + 0.5 * b->bend * m->rho * m->rho;
    return least > 2 * slope * turn + turn * turn + fabs(m->dz) * b->third * m->rho + rise * b->bend;
}

static bool has_foot(const search *q, const box *at)
{
    return q->x >= at->x0 && q->x <= at->x1 && q->y >= at->y0 && q->y <= at->y1;
}

/* All of a box in one cell is nowhere nearer, or the nearest place of it is taken. */
static void look_in(search *q, const bounds *b, box at, int depth)
{
    if (!clip(q, &at) || square_to(q, b, &at) >= q->square * (1 - SAME) || depth > DEEPEST || --q->boxes < 0)
        return;
    const middle m = middle_of(q, &at);
    if (square_at(&m) < q->square * (1 - SAME)) {
        double x = m.x, y = m.y;
        descend(q->s, q->X, &x, &y);
        take(q, m.x, m.y);
        take(q, x, y);
    }
    const double least = least_distance(&m, b);
    if ((least > 0 && least * least >= q->square * (1 - SAME)) || (has_foot(q, &at) && is_convex(&m, b)))
        return;
    box low = at, high = at;
    const bool along_x = m.a >= m.b, down = (along_x ? m.gx : m.gy) > 0;
    if (along_x)
        low.x1 = high.x0 = m.x;
    else
        low.y1 = high.y0 = m.y;
    look_in(q, b, down ? low : high, depth + 1);
    look_in(q, b, down ? high : low, depth + 1);
}

/* Of a periodic axis the turns in which something may be nearer. */
static void find_turns(const tml_surface_axis *a, double from, double to, double *first, double *last, double *period)
{
    *period = a->at[a->count - 1] - a->at[0];
    *first = a->periodic ? floor((from - a->at[0]) / *period) : 0;
    *last = a->periodic ? floor((to - a->at[0]) / *period) : 0;
}

/* Cells first_x ... last_x, first_y ... last_y, moved by whole periods. */
typedef struct {
    size_t first_x, last_x, first_y, last_y;
    double shift_x, shift_y;
} cells;

static box box_of(const tml_surface *s, const cells *c, size_t i, size_t j)
{
    return (box){s->x.at[i] + c->shift_x, s->x.at[i + 1] + c->shift_x, s->y.at[j] + c->shift_y,
                 s->y.at[j + 1] + c->shift_y};
}

/* The cell that may have the nearest place comes first: what is known there leaves few of the others. */
static void look_in_cells(search *q, const tml_heights *h, double shift_x, double shift_y)
{
    const tml_surface_axis *x = &q->s->x, *y = &q->s->y;
    const cells c = {tml_surface_find_cell(x, q->X.x - q->reach - shift_x),
                     tml_surface_find_cell(x, q->X.x + q->reach - shift_x),
                     tml_surface_find_cell(y, q->X.y - q->reach - shift_y),
                     tml_surface_find_cell(y, q->X.y + q->reach - shift_y),
                     shift_x,
                     shift_y};
    const size_t row = y->count - 1;
    double least = INFINITY;
    size_t first = 0;
    for (size_t i = c.first_x; i <= c.last_x; i++)
        for (size_t j = c.first_y; j <= c.last_y; j++) {
            const box at = box_of(q->s, &c, i, j);
            const double square = square_to(q, &h->cells[i * row + j], &at);
            if (square < least)
                least = square, first = i * row + j;
        }
    look_in(q, &h->cells[first], box_of(q->s, &c, first / row, first % row), 0);
    for (size_t i = c.first_x; i <= c.last_x; i++)
        for (size_t j = c.first_y; j <= c.last_y; j++)
            if (i * row + j != first)
                look_in(q, &h->cells[i * row + j], box_of(q->s, &c, i, j), 0);
}

void tml_heights_foot(const tml_heights *h, tml_vec3 X, double *x, double *y)
{
    search q = {.s = h->surface, .X = X, .square = INFINITY, .boxes = MAX_BOXES};
    double first[2], last[2], period[2];
    *x = X.x, *y = X.y;
    descend(q.s, X, x, y);
    take(&q, *x, *y);
    if (!(q.reach > TOUCH * (fabs(X.x) + fabs(X.y) + fabs(X.z))) || !isfinite(q.square))
        return;
    find_turns(&q.s->x, X.x - q.reach, X.x + q.reach, &first[0], &last[0], &period[0]);
    find_turns(&q.s->y, X.y - q.reach, X.y + q.reach, &first[1], &last[1], &period[1]);
    for (double i = first[0]; i <= last[0]; i++)
        for (double k = first[1]; k <= last[1]; k++)
            look_in_cells(&q, h, i * period[0], k * period[1]);
    *x = q.x, *y = q.y;
}
