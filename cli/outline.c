/* outline.c - contours of flat parts.
 *
 * All that lies within r of a convex polygon is bounded by its edges, moved outwards by r, and by arcs about its corners, of the angle by which
 * the boundary turns there. A rod is that of two points: a slot.
 */
#include "outline.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846
static const double MM = 1e3; /* millimetres a metre */

typedef struct {
    double x, y;
} spot;

static spot spot_of(const double v[3])
{
    return (spot){v[0] * MM, v[1] * MM};
}

/* ---- contours ---- */

static cli_contour *add(cli_part *part)
{
    cli_contour *more = realloc(part->contours, (part->count + 1) * sizeof *more);
    if (!more)
        return NULL;
    part->contours = more;
    more[part->count] = (cli_contour){0};
    return &more[part->count++];
}

static bool add_circle(cli_part *part, spot at, double radius, bool cut_out, const char *point)
{
    cli_contour *c = radius > 0 ? add(part) : NULL;
    if (c)
        c->x = at.x, c->y = at.y, c->radius = radius, c->cut_out = cut_out, c->point = point;
    return c || !(radius > 0);
}

static bool add_corners(cli_part *part, const cli_corner *corners, size_t count, bool cut_out)
{
    cli_contour *c = add(part);
    if (!c)
        return false;
    c->corners = malloc(count * sizeof *corners);
    c->cut_out = cut_out;
    if (!c->corners)
        return false;
    memcpy(c->corners, corners, count * sizeof *corners);
    c->count = count;
    return true;
}

/* ---- the rounded hull of points ---- */

static double turn(spot a, spot b, spot c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static int by_place(const void *a, const void *b)
{
    const spot *p = a, *q = b;
    return p->x != q->x ? (p->x > q->x) - (p->x < q->x) : (p->y > q->y) - (p->y < q->y);
}

/* Andrew's monotone chain, counterclockwise, without points on edges; `hull` has room for count + 1. Sorts the points. */
static size_t convex_hull(spot *points, size_t count, spot *hull)
{
    size_t k = 0;
    qsort(points, count, sizeof *points, by_place);
    for (size_t i = 0; i < count; i++) {
        while (k >= 2 && turn(hull[k - 2], hull[k - 1], points[i]) <= 0)
            k--;
        if (!k || by_place(&hull[k - 1], &points[i]) != 0)
            hull[k++] = points[i];
    }
    const size_t lower = k + 1;
    for (size_t i = count - 1; i-- > 0;) {
        while (k >= lower && turn(hull[k - 2], hull[k - 1], points[i]) <= 0)
            k--;
        if (by_place(&hull[k - 1], &points[i]) != 0)
            hull[k++] = points[i];
    }
    return k > 1 ? k - 1 : k;
}

/* The two ends of each moved edge; from the second of them an arc leads to the next edge. */
static void round_off(const spot *hull, size_t count, double radius, cli_corner *to)
{
    for (size_t i = 0; i < count; i++) {
        const spot a = hull[i], b = hull[(i + 1) % count], c = hull[(i + 2) % count];
        const double length = hypot(b.x - a.x, b.y - a.y);
        const double nx = radius * (b.y - a.y) / length, ny = -radius * (b.x - a.x) / length;
        const double change = atan2(c.y - b.y, c.x - b.x) - atan2(b.y - a.y, b.x - a.x);
        const double angle = count == 2 ? PI : change < 0 ? change + 2 * PI : change;
        to[2 * i] = (cli_corner){a.x + nx, a.y + ny, 0};
        to[2 * i + 1] = (cli_corner){b.x + nx, b.y + ny, tan(angle / 4)};
    }
}

static bool add_rounded_hull(cli_part *part, spot *points, size_t count, double radius, bool cut_out)
{
    spot *hull = malloc((count + 2) * sizeof *hull);
    cli_corner *corners = malloc(2 * (count + 2) * sizeof *corners);
    bool good = hull && corners;
    if (good && count) {
        const size_t found = convex_hull(points, count, hull);
        if (found > 1)
            round_off(hull, found, radius, corners);
        good = found > 1 ? add_corners(part, corners, 2 * found, cut_out)
                         : add_circle(part, hull[0], radius, cut_out, NULL);
    }
    free(hull);
    free(corners);
    return good;
}

/* ---- shapes ---- */

typedef bool put_shape(cli_part *part, const cli_shape *shape, double width);

static bool put_rod(cli_part *part, const cli_shape *s, double width)
{
    spot ends[2] = {spot_of(s->from), spot_of(s->to)};
    return add_rounded_hull(part, ends, 2,
                            (width > 0      ? width
                             : s->width > 0 ? s->width * MM
                                            : CLI_LINK_WIDTH) /
                                2,
                            s->hole);
}

static bool put_round(cli_part *part, const cli_shape *s, double width)
{
    (void)width;
    return add_circle(part, spot_of(s->at), s->radius * MM, s->hole, NULL);
}

static bool put_box(cli_part *part, const cli_shape *s, double width)
{
    const spot at = spot_of(s->at), half = {s->size[0] * MM / 2, s->size[1] * MM / 2};
    const cli_corner corners[4] = {{at.x - half.x, at.y - half.y, 0},
                                   {at.x + half.x, at.y - half.y, 0},
                                   {at.x + half.x, at.y + half.y, 0},
                                   {at.x - half.x, at.y + half.y, 0}};
    (void)width;
    return !(half.x > 0 && half.y > 0) || add_corners(part, corners, 4, s->hole);
}

static bool is_convex(const spot *p, size_t count)
{
    int sides[2] = {0};
    for (size_t i = 0; i < count; i++) {
        const double side = turn(p[i], p[(i + 1) % count], p[(i + 2) % count]);
        sides[0] += side > 0, sides[1] += side < 0;
    }
    return !sides[0] || !sides[1];
}

/* As it is; a convex one with a width asked for is grown by half of it, so that holes fit into its corners. */
static bool put_polygon(cli_part *part, const cli_shape *s, double width)
{
    spot *spots = malloc((s->corners + 1) * sizeof *spots);
    cli_corner *corners = malloc((s->corners + 1) * sizeof *corners);
    bool good = spots && corners;
    for (size_t i = 0; good && i < s->corners; i++) {
        spots[i] = spot_of(s->corner[i]);
        corners[i] = (cli_corner){spots[i].x, spots[i].y, 0};
    }
    if (good && s->corners > 2)
        good = width > 0 && !s->hole && is_convex(spots, s->corners)
                   ? add_rounded_hull(part, spots, s->corners, width / 2, false)
                   : add_corners(part, corners, s->corners, s->hole);
    free(spots);
    free(corners);
    return good;
}

static bool put_shapes(cli_part *part, const cli_scene_body *body, double width)
{
    static const struct {
        const char *kind;
        put_shape *put;
    } table[] = {
        {"rod", put_rod}, {"disc", put_round}, {"sphere", put_round}, {"box", put_box}, {"polygon", put_polygon}};
    bool good = true;
    for (size_t i = 0; i < body->shape_count; i++)
        for (size_t k = 0; good && k < sizeof table / sizeof *table; k++)
            if (strcmp(body->shapes[i].kind, table[k].kind) == 0)
                good = table[k].put(part, &body->shapes[i], width);
    return good;
}

/* ---- parts ---- */

static bool put_points(cli_part *part, const cli_scene_body *body, double width)
{
    spot *points = malloc((body->point_count + 1) * sizeof *points);
    bool good = points != NULL;
    for (size_t i = 0; good && i < body->point_count; i++)
        points[i] = spot_of(body->points[i].at);
    good = good && add_rounded_hull(part, points, body->point_count, (width > 0 ? width : CLI_LINK_WIDTH) / 2, false);
    free(points);
    return good;
}

/* Points with the same place have one hole. */
static bool is_first_there(const cli_scene_body *body, size_t point)
{
    for (size_t i = 0; i < point; i++)
        if (hypot(body->points[i].at[0] - body->points[point].at[0],
                  body->points[i].at[1] - body->points[point].at[1]) < 1e-9)
            return false;
    return true;
}

/* Arcs reach no farther than their circles. */
static void reach(cli_part *part, double x, double y, double around)
{
    part->min[0] = fmin(part->min[0], x - around), part->max[0] = fmax(part->max[0], x + around);
    part->min[1] = fmin(part->min[1], y - around), part->max[1] = fmax(part->max[1], y + around);
}

static void bound(cli_part *part)
{
    part->min[0] = part->min[1] = INFINITY, part->max[0] = part->max[1] = -INFINITY;
    for (size_t i = 0; i < part->count; i++) {
        const cli_contour *c = &part->contours[i];
        if (!c->count)
            reach(part, c->x, c->y, c->radius);
        for (size_t k = 0; k < c->count; k++) {
            const cli_corner *a = &c->corners[k], *b = &c->corners[(k + 1) % c->count];
            reach(part, a->x, a->y, 0);
            if (a->bulge != 0) {
                const double away = (1 - a->bulge * a->bulge) / (4 * a->bulge); /* chords, from chord to centre */
                const double x = (a->x + b->x) / 2 - away * (b->y - a->y), y = (a->y + b->y) / 2 + away * (b->x - a->x);
                reach(part, x, y, hypot(a->x - x, a->y - y));
            }
        }
    }
}

bool cli_part_make(const cli_scene_body *body, const cli_part_options *options, cli_part *part)
{
    *part = (cli_part){.name = body->name};
    bool good = put_shapes(part, body, options->width);
    if (good && !part->count)
        good = put_points(part, body, options->width);
    for (size_t i = 0; good && part->count && i < body->point_count; i++)
        if (is_first_there(body, i))
            good = add_circle(part, spot_of(body->points[i].at), options->hole / 2, true, body->points[i].name);
    bound(part);
    return good;
}

void cli_part_free(cli_part *part)
{
    for (size_t i = 0; i < part->count; i++)
        free(part->contours[i].corners);
    free(part->contours);
    *part = (cli_part){0};
}
