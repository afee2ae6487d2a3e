/* scene_curve.c - the curve of a joint in a scene, as points that lie on it, in the frame of its body.
 *
 * Each panel of the curve is halved until its middle is no farther from its chord than FLAT of the whole, a fraction of a pixel on a screen; then points
 * are left out where the chord that passes them is as near. A curve that is the outline of a surface is drawn with its body.
 */
#include "contact/wire.h"
#include "scene/scene.h"
#include <math.h>
#include <string.h>

enum { DEPTH = 6 /* of halving a panel */, SPAN = 64 /* points that a chord may pass */ };
static const double FLAT = 5e-5;

typedef struct {
    const tml_wire *wire;
    tml_jet *work;
    double near; /* m: what is on a chord */
    tml_vec3 *points;
    int count, room;
    tml_arena *arena;
} sampling;

static tml_vec3 at(const sampling *s, double u)
{
    return tml_wire_at(s->wire, u, s->work).c;
}

static double from_chord(tml_vec3 p, tml_vec3 a, tml_vec3 b)
{
    const tml_vec3 d = tml_sub(b, a), e = tml_sub(p, a);
    const double square = tml_dot(d, d);
    const double along = square > 0 ? fmin(fmax(tml_dot(e, d) / square, 0), 1) : 0;
    return tml_norm(tml_sub(e, tml_scale(along, d)));
}

static void add(sampling *s, tml_vec3 p)
{
    if (s->count == s->room) {
        tml_vec3 *more = TML_NEW_ARRAY(s->arena, tml_vec3, 2 * s->room);
        memcpy(more, s->points, sizeof *more * (size_t)s->count);
        s->points = more, s->room *= 2;
    }
    s->points[s->count++] = p;
}

/* All between two places, without the first and with the last. */
static void add_between(sampling *s, double from, tml_vec3 a, double to, tml_vec3 b, int depth)
{
    const double middle = (from + to) / 2;
    const tml_vec3 m = at(s, middle);
    if (depth > 0 && from_chord(m, a, b) > s->near) {
        add_between(s, from, a, middle, m, depth - 1);
        add_between(s, middle, m, to, b, depth - 1);
        return;
    }
    add(s, b);
}

static double extent(const sampling *s)
{
    const tml_vec3 first = at(s, s->wire->edges[0]);
    tml_vec3 low = first, high = first;
    for (int i = 1; i <= s->wire->panel_count; i++) {
        const tml_vec3 p = at(s, s->wire->edges[i]);
        low = (tml_vec3){fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z)};
        high = (tml_vec3){fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z)};
    }
    return tml_norm(tml_sub(high, low));
}

static void sample(sampling *s)
{
    const tml_wire *wire = s->wire;
    tml_vec3 a = at(s, wire->edges[0]);
    s->near = FLAT * extent(s);
    add(s, a);
    for (int i = 0; i < wire->panel_count; i++) {
        const tml_vec3 b = at(s, wire->edges[i + 1]);
        add_between(s, wire->edges[i], a, wire->edges[i + 1], b, DEPTH);
        a = b;
    }
}

static bool passes(const sampling *s, int from, int to)
{
    for (int i = from + 1; i < to; i++)
        if (from_chord(s->points[i], s->points[from], s->points[to]) > s->near)
            return false;
    return true;
}

static void thin(sampling *s)
{
    int kept = 1;
    for (int from = 0, to; from < s->count - 1; from = to) {
        for (to = from + 1; to < s->count - 1 && to < from + SPAN && passes(s, from, to + 1);)
            to++;
        s->points[kept++] = s->points[to]; /* never after the places that are still read: kept <= to */
    }
    s->count = kept;
}

void tml_scene_curve(tml_scene *scene, const tml_joint *j)
{
    const tml_system *system = scene->start.system;
    const tml_wire *wire = system->measures[system->coordinates[j->first_coordinate].term.measure].wire;
    if (wire->outline)
        return;
    sampling s = {.wire = wire,
                  .work = TML_NEW_ARRAY(&scene->arena, tml_jet, tml_wire_work(wire)),
                  .points = TML_NEW_ARRAY(&scene->arena, tml_vec3, wire->panel_count + 1),
                  .room = wire->panel_count + 1,
                  .arena = &scene->arena};
    sample(&s);
    thin(&s);
    tml_json_open(&scene->pen, "curve", '{');
    tml_json_bool(&scene->pen, "closed", wire->closed);
    tml_json_open(&scene->pen, "points", '[');
    for (int i = 0; i < s.count - wire->closed; i++) /* a closed one ends where it begins */
        tml_scene_vector(scene, NULL, tml_scene_point(scene, j->body1, tml_add(j->p1, tml_rotate(&j->F, s.points[i]))));
    tml_json_close(&scene->pen, ']');
    tml_json_close(&scene->pen, '}');
}
