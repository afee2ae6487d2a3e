/* output_request.c - requests written out as expressions of channels.
 *
 * With d = p2 - p1 and d' = v2 - v1 of two points:
 *   distance |d|      velocity d . d' / |d|      angle between u and w: atan2(|u x w|, u . w), in the plane atan2(u x w, u . w)
 * Of two bodies: in the plane the difference of their angles, full turns counted; in space the angle of the relative rotation,
 * 2 atan2(|e|, |e0|) of the quaternion (e0, e) = conj(q1) q2, from 0 to pi.
 */
#include "model/outputs.h"
#include "model/scope.h"

enum { AXES = 3 };
static const char axes[AXES] = {'x', 'y', 'z'};

typedef struct {
    const char *part[AXES]; /* texts of its components; only two in the plane */
} vector;

static int axes_of(const tml_resolved *r)
{
    return r->model->space ? 3 : 2;
}

/* Position or velocity of a body's centre of mass or of a point; numbers where it is on the ground. */
static bool read_point(tml_resolved *r, const tml_node *node, const char *what, bool velocity, vector *out)
{
    tml_anchor anchor;
    if (!tml_resolved_anchor(r, node, NULL, NULL, what, &anchor))
        return false;
    const double p[AXES] = {anchor.p.x, anchor.p.y, anchor.p.z};
    for (int i = 0; i < axes_of(r); i++)
        out->part[i] = anchor.body == 0
                           ? tml_arena_format(r->arena, "(%.17g)", velocity ? 0 : p[i])
                           : tml_arena_format(r->arena, "%s.%s%c", node->text, velocity ? "v" : "", axes[i]);
    return true;
}

static bool difference(tml_resolved *r, const tml_node *from, const tml_node *to, const char *what, bool velocity,
                       vector *out)
{
    vector a, b;
    if (!read_point(r, from, what, velocity, &a) || !read_point(r, to, what, velocity, &b))
        return false;
    for (int i = 0; i < axes_of(r); i++)
        out->part[i] = tml_arena_format(r->arena, "(%s - %s)", b.part[i], a.part[i]);
    return true;
}

static const char *norm(const tml_resolved *r, int count, const vector *v)
{
    const char *plane = tml_arena_format(r->arena, "hypot(%s, %s)", v->part[0], v->part[1]);
    return count == 2 ? plane : tml_arena_format(r->arena, "hypot(%s, %s)", plane, v->part[2]);
}

static const char *dot(const tml_resolved *r, int count, const vector *a, const vector *b)
{
    const char *sum = tml_arena_format(r->arena, "%s*%s + %s*%s", a->part[0], b->part[0], a->part[1], b->part[1]);
    return count == 2 ? sum : tml_arena_format(r->arena, "%s + %s*%s", sum, a->part[2], b->part[2]);
}

/* Component i of a x b. */
static const char *cross(const tml_resolved *r, const vector *a, const vector *b, int i)
{
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    return tml_arena_format(r->arena, "(%s*%s - %s*%s)", a->part[j], b->part[k], a->part[k], b->part[j]);
}

static bool is_list(tml_resolved *r, const tml_node *node, int count, const char *what, const char *needed)
{
    if (node->kind == TML_NODE_LIST && node->count == count)
        return true;
    tml_log_raise(r->log, TML_E_WRONG_TYPE, node->place, "%s: must be %s", what, needed);
    return false;
}

/* The component asked for: 0 ... 2, AXES for the magnitude, -1 for none. False with a message: there is no z in the plane. */
static bool read_component(tml_resolved *r, const tml_output_element *output, const char *what, int *component)
{
    const tml_node *node = tml_node_find(output->fields, "component");
    *component = node ? tml_word_index("x y z norm", node->text) : -1;
    if (*component != 2 || r->model->space)
        return true;
    tml_log_raise(r->log, TML_E_PLANE_OR_SPACE, node->place, "%s: component z is for models in space", what);
    return false;
}

static const char *distance(tml_resolved *r, const tml_output_element *output, const char *what)
{
    vector d;
    int component;
    if (!is_list(r, output->of, 2, what, "two points, [crank.A, ground.C]") ||
        !read_component(r, output, what, &component) ||
        !difference(r, output->of->items[0], output->of->items[1], what, false, &d))
        return NULL;
    return component >= 0 && component < AXES ? d.part[component] : norm(r, axes_of(r), &d);
}

static const char *velocity(tml_resolved *r, const tml_output_element *output, const char *what)
{
    vector d, v;
    int component;
    const tml_node *of = output->of;
    if (!is_list(r, of, 2, what, "two points, [crank.A, ground.C]") || !read_component(r, output, what, &component) ||
        !difference(r, of->items[0], of->items[1], what, false, &d) ||
        !difference(r, of->items[0], of->items[1], what, true, &v))
        return NULL;
    if (component == AXES)
        return norm(r, axes_of(r), &v);
    return component >= 0 ? v.part[component]
                          : tml_arena_format(r->arena, "(%s)/%s", dot(r, axes_of(r), &d, &v), norm(r, axes_of(r), &d));
}

/* ---- bodies ---- */

static bool read_body(tml_resolved *r, const tml_node *node, const char *what, int *body)
{
    tml_anchor anchor;
    if (!tml_resolved_anchor(r, node, NULL, NULL, what, &anchor))
        return false;
    *body = anchor.body;
    const tml_named_element named = tml_scope_element(r->model, node->text, node->place.use);
    if (!named.rest && !named.point)
        return true;
    tml_log_raise(r->log, TML_E_NOT_A_BODY_OR_POINT, node->place, "%s: a body is needed, not a point of one", what);
    return false;
}

static bool read_bodies(tml_resolved *r, const tml_output_element *output, const char *what, int bodies[2])
{
    return is_list(r, output->of, 2, what, "two bodies, [crank, coupler]") &&
           read_body(r, output->of->items[0], what, &bodies[0]) && read_body(r, output->of->items[1], what, &bodies[1]);
}

/* A channel of a body; of the ground a number. */
static const char *of_body(const tml_resolved *r, int body, const char *channel, const char *on_ground)
{
    return body ? tml_arena_dotted(r->arena, r->bodies[body].name, channel) : on_ground;
}

/* Quaternion of a body: part[0] ... part[2] its vector. */
static vector quaternion(const tml_resolved *r, int body, const char **scalar)
{
    *scalar = of_body(r, body, "qw", "1");
    return (vector){{of_body(r, body, "qx", "0"), of_body(r, body, "qy", "0"), of_body(r, body, "qz", "0")}};
}

static const char *angle_of_bodies(tml_resolved *r, const tml_output_element *output, const char *what)
{
    int bodies[2];
    if (!read_bodies(r, output, what, bodies))
        return NULL;
    if (!r->model->space)
        return tml_arena_format(r->arena, "%s - %s", of_body(r, bodies[1], "angle", "0"),
                                of_body(r, bodies[0], "angle", "0"));
    const char *w1, *w2;
    const vector a = quaternion(r, bodies[0], &w1), b = quaternion(r, bodies[1], &w2);
    vector e;
    for (int i = 0; i < AXES; i++)
        e.part[i] =
            tml_arena_format(r->arena, "(%s*%s - %s*%s - %s)", w1, b.part[i], w2, a.part[i], cross(r, &a, &b, i));
    return tml_arena_format(r->arena, "2*atan2(%s, abs(%s*%s + %s))", norm(r, 3, &e), w1, w2, dot(r, 3, &a, &b));
}

static const char *angular_velocity(tml_resolved *r, const tml_output_element *output, const char *what)
{
    static const char *const channels[AXES] = {"omegax", "omegay", "omegaz"};
    int bodies[2], component;
    if (!read_bodies(r, output, what, bodies) || !read_component(r, output, what, &component))
        return NULL;
    if (!r->model->space)
        return tml_arena_format(r->arena, "%s - %s", of_body(r, bodies[1], "omega", "0"),
                                of_body(r, bodies[0], "omega", "0"));
    vector w;
    for (int i = 0; i < AXES; i++)
        w.part[i] = tml_arena_format(r->arena, "(%s - %s)", of_body(r, bodies[1], channels[i], "0"),
                                     of_body(r, bodies[0], channels[i], "0"));
    return component >= 0 && component < AXES ? w.part[component] : norm(r, 3, &w);
}

/* ---- angles of lines ---- */

static const char *between(tml_resolved *r, const vector *u, const vector *w)
{
    if (!r->model->space)
        return tml_arena_format(r->arena, "atan2(%s, %s)", cross(r, u, w, 2), dot(r, 2, u, w));
    const vector n = {{cross(r, u, w, 0), cross(r, u, w, 1), cross(r, u, w, 2)}};
    return tml_arena_format(r->arena, "atan2(%s, %s)", norm(r, 3, &n), dot(r, 3, u, w));
}

static const char *angle(tml_resolved *r, const tml_output_element *output, const char *what)
{
    static const char *const needed =
        "three points [A, B, C], two lines [[A, B], [C, D]] or two bodies [crank, coupler]";
    const tml_node *of = output->of;
    const bool list = of->kind == TML_NODE_LIST;
    vector u, w;
    if (list && of->count == 3)
        return difference(r, of->items[1], of->items[0], what, false, &u) &&
                       difference(r, of->items[1], of->items[2], what, false, &w)
                   ? between(r, &u, &w)
                   : NULL;
    if (!is_list(r, of, 2, what, needed))
        return NULL;
    if (of->items[0]->kind != TML_NODE_LIST && of->items[1]->kind != TML_NODE_LIST)
        return angle_of_bodies(r, output, what);
    for (int i = 0; i < 2; i++)
        if (!is_list(r, of->items[i], 2, what, needed) ||
            !difference(r, of->items[i]->items[0], of->items[i]->items[1], what, false, i ? &w : &u))
            return NULL;
    return between(r, &u, &w);
}

const tml_output_request tml_output_requests[] = {
    {"distance", true, distance},
    {"angle", false, angle},
    {"velocity", true, velocity},
    {"angular_velocity", true, angular_velocity},
};
const int tml_output_request_count = sizeof tml_output_requests / sizeof *tml_output_requests;
