/* compile_curve.c - the curve of a joint: from a surface of its first body, or from what the joint itself gives.
 *
 *   wire: {curve: [ground.track, bead.P]}
 *   wire: {curve: [ground, bead.P], x: 0.3*cos(u), y: 0.3*sin(u), z: 0.02*u, from: 0, to: 12}
 *   wire: {curve: [ground, bead.P], points: [[0, 0, 1], [1, 0, 0], [2, 0, 0.5]]}
 */
#include "contact/wire.h"
#include "model/body_surface.h"
#include "model/check.h"
#include "model/scope.h"
#include "system/compile/builder.h"
#include <math.h>
#include <string.h>

enum { WHY = 256 };
static const double TURN = 6.283185307179586, EVEN = 1e-6 /* curvature that counts as constant */;

typedef struct {
    tml_builder *b;
    const tml_element *e;
    tml_wire *wire;
    tml_frames *f;
} curve;

static const tml_node *given(const curve *c, const char *field)
{
    return tml_node_find(c->e->node, field);
}

static bool refuse(const curve *c, const tml_node *at, const char *why)
{
    tml_log_raise(c->b->log, TML_E_CURVE, at ? at->place : c->e->place, "joint %s: %s", c->e->name, why);
    return false;
}

/* ---- a surface of the plane ---- */

static bool of_surface(curve *c, const tml_body_surface *s)
{
    tml_wire *p = c->wire;
    const tml_node *node = c->e->type_node->items[0];
    const tml_profile *profile = tml_builder_profile(c->b, s);
    c->f->p1 = (tml_vec3){0, 0, 0}; /* profiles are from the centre of mass */
    p->closed = p->outline = true;
    switch (profile->kind) {
    case TML_PROFILE_CIRCLE:
        if (!(profile->radius > 0))
            return refuse(c, node, "a point is no curve: name a line, a disc, a spline or a cam");
        p->profile = profile, p->last = TURN;
        return true;
    case TML_PROFILE_CAM:
        if (profile->cam->flat)
            return refuse(c, node,
                          "a flat follower touches this cam at a place that moves along its face: use a joint `cam` of "
                          "the two surfaces");
        p->profile = profile, p->last = TURN;
        return true;
    case TML_PROFILE_SPLINE:
        p->knots[0] = profile->x, p->knots[1] = profile->y, p->knot_count = profile->count;
        p->last = profile->x[profile->count - 1].x, p->closed = profile->closed;
        return true;
    case TML_PROFILE_LINE: {
        const tml_vec2 d = {profile->normal.y, -profile->normal.x};
        tml_knot *x = TML_NEW_ARRAY(c->b->home, tml_knot, 2), *y = TML_NEW_ARRAY(c->b->home, tml_knot, 2);
        for (int i = 0; i < 2; i++) {
            x[i] = (tml_knot){i, profile->at.x + i * d.x, d.x};
            y[i] = (tml_knot){i, profile->at.y + i * d.y, d.y};
        }
        p->knots[0] = x, p->knots[1] = y, p->knot_count = 2;
        p->last = 1, p->closed = false, p->endless = true;
        return true;
    }
    case TML_PROFILE_CHAIN:
        break;
    }
    return refuse(c, node,
                  "it has corners, at which a point that is led along it would stop dead: use a spline through its "
                  "points, or a contact");
}

/* ---- expressions of u ---- */

static tml_meaning look_up(void *context, const char *name, tml_place place)
{
    const curve *c = context;
    if (strcmp(name, "u") == 0)
        return (tml_meaning){.kind = TML_NAME_INPUT, .input = 0};
    return tml_resolved_look_up(c->b->r, name, place.use);
}

static const tml_tabulated *find_user_table(void *context, const char *name, tml_place place)
{
    return tml_resolved_table(((const curve *)context)->b->r, name, place);
}

static const char *nearest(void *context, const char *name)
{
    (void)context, (void)name;
    return "u";
}

/* Where it is given. */
static bool read_expression(curve *c, const char *name, const char *unit, const tml_expression **out)
{
    const tml_node *node = given(c, name);
    const char *what = tml_arena_format(c->b->home, "joint %s: %s", c->e->name, name);
    if (!node)
        return true;
    const tml_scope scope = {
        .context = c, .look_up = look_up, .table = find_user_table, .nearest = nearest, .moves = true};
    const tml_tree *tree = tml_tree_parse(c->b->home, node->text, node->place, c->b->log);
    const tml_expectation expect = {.what = what, .typed = true, .dimension = tml_unit_named(unit).dimension};
    *out = tree ? tml_builder_compile(c->b, tree, &scope, expect) : NULL;
    return *out != NULL;
}

/* Where coordinates of the text are counted from, in the frame of the first body. */
static void place_text(curve *c)
{
    tml_resolved *r = c->b->r;
    tml_mat3 axes;
    double angle;
    if (!tml_resolved_axes(r, c->f->body1, c->e->place.use, &axes, &angle))
        return;
    const tml_use_frame *text = tml_resolved_frame(r, c->e->place.use),
                        *own = c->f->body1 ? tml_resolved_frame(r, r->bodies[c->f->body1].use) : NULL;
    tml_vec3 p = text ? text->p : (tml_vec3){0, 0, 0};
    if (own)
        p = tml_rotate_back(&own->R, tml_sub(p, own->p));
    c->f->p1 = tml_add(c->f->p1, p);
    c->f->F = axes;
}

static bool of_expressions(curve *c)
{
    tml_wire *p = c->wire;
    const tml_field *fields = c->e->joint->fields;
    const size_t count = c->e->joint->fields_count;
    static const char *const names[] = {"x", "y", "z"};
    bool fine = true;
    for (int k = 0; k < 3; k++)
        fine = read_expression(c, names[k], "m", &p->expression[k]) && fine;
    if (!given(c, "to"))
        return refuse(c, NULL, "a curve x(u), y(u) needs the range of u: from, which is 0 if not given, and to");
    fine = tml_element_number(c->b->r, c->e, tml_field_find(fields, count, "from"), &p->first) &&
           tml_element_number(c->b->r, c->e, tml_field_find(fields, count, "to"), &p->last) && fine;
    place_text(c);
    if (!fine || p->last > p->first)
        return fine;
    return refuse(c, given(c, "to"),
                  p->last < p->first ? tml_arena_format(c->b->arena,
                                                        "the range of u ends before it begins: exchange from and to, "
                                                        "as in from: %.6g, to: %.6g",
                                                        p->last, p->first)
                                     : tml_arena_format(c->b->arena,
                                                        "the range of u begins and ends at %.6g: give a "
                                                        "`to` above it",
                                                        p->first));
}

/* ---- points ---- */

static bool of_points(curve *c, const tml_node *list)
{
    tml_arena *home = c->b->home;
    const int own = list->count, count = own + c->wire->closed;
    const char *what = tml_arena_format(home, "joint %s: points", c->e->name);
    tml_knot *knots[3];
    double length = 0;
    tml_vec3 before = {0};
    if (own < (c->wire->closed ? 3 : 2))
        return refuse(c, list,
                      c->wire->closed ? "a closed curve needs three points or more"
                                      : "a curve needs two points or more");
    for (int k = 0; k < 3; k++)
        knots[k] = TML_NEW_ARRAY(home, tml_knot, count);
    for (int i = 0; i < count; i++) {
        tml_vec3 at;
        if (!tml_vector_read(c->b->r, list->items[i % own], "m", what, c->f->body1, &at))
            return false;
        const double step = i > 0 ? tml_norm(tml_sub(at, before)) : 1;
        if (!(step > 0))
            return refuse(c, list->items[i % own],
                          i == own ? "the last point is the first: leave it out, `closed` returns to the first"
                                   : "two points in a row are the same");
        length += i > 0 ? step : 0;
        knots[0][i] = (tml_knot){length, at.x, 0};
        knots[1][i] = (tml_knot){length, at.y, 0};
        knots[2][i] = (tml_knot){length, at.z, 0};
        before = at;
    }
    double *work = TML_NEW_ARRAY(c->b->arena, double, TML_SPLINE_WORK *count);
    for (int k = 0; k < 3; k++) {
        tml_spline_slopes(knots[k], (size_t)count, c->wire->closed, count > 3 ? TML_ENDS_NOT_A_KNOT : TML_ENDS_NATURAL,
                          work);
        c->wire->knots[k] = knots[k];
    }
    c->wire->knot_count = count, c->wire->last = length;
    return true;
}

/* ---- what turns with it ---- */

static const double ACROSS = 0.02; /* sine of the least angle between a track and its normal */

/* Normal and bank of a track, which are across it, and as at its beginning where it closes; false with a message. */
static bool check_track(curve *c)
{
    const tml_wire *p = c->wire;
    tml_jet *work = TML_NEW_ARRAY(c->b->arena, tml_jet, tml_wire_work(p));
    for (int i = 0; i <= p->panel_count; i++) {
        const tml_vec3 d = tml_wire_at(p, p->edges[i], work).d1;
        if (tml_norm(tml_cross(d, p->up)) >= ACROSS * tml_norm(d))
            continue;
        tml_log_raise(c->b->log, TML_E_TRACK_NORMAL, given(c, "normal") ? given(c, "normal")->place : c->e->place,
                      "joint %s: at u = %.6g the track runs along its normal, and what runs on it may roll about it: "
                      "give a normal that is across it everywhere; of a loop the axis about which it turns, with "
                      "bank: -90 deg",
                      c->e->name, p->edges[i]);
        return false;
    }
    if (!p->bank || !p->closed)
        return true;
    const double from = p->first, to = p->last,
                 turn = tml_expression_value(p->bank, &to, (double *)work) -
                        tml_expression_value(p->bank, &from, (double *)work);
    if (fabs(remainder(turn, TURN)) < 1e-9)
        return true;
    return refuse(c, given(c, "bank"),
                  tml_arena_format(c->b->arena,
                                   "the track is closed, and its bank changes by %.6g deg from its end to its "
                                   "beginning: let it end as it begins",
                                   turn * 360 / TURN));
}

static bool read_track(curve *c)
{
    const tml_field *normal = tml_field_find(c->e->joint->fields, c->e->joint->fields_count, "normal");
    const tml_node *of_space = given(c, "normal") ? given(c, "normal") : given(c, "bank");
    tml_mat3 axes;
    double angle;
    if (!c->wire->space)
        return !of_space ||
               refuse(c, of_space, "in the plane a body turns with its track alone: normal and bank are of space");
    if (!read_expression(c, "bank", "rad", &c->wire->bank) ||
        !tml_element_direction(c->b->r, c->e, normal, &c->wire->up))
        return false;
    if (tml_resolved_axes(c->b->r, c->f->body1, c->e->place.use, &axes, &angle))
        c->wire->up = tml_rotate(&axes, c->wire->up);
    c->wire->up = tml_rotate_back(&c->f->F, c->wire->up);
    return check_track(c);
}

/* ---- all ---- */

/* Whether "body.name" names a point of the body, and no surface. */
static bool names_plain_point(const curve *c, const tml_node *node)
{
    int body, point, component;
    const tml_resolved *r = c->b->r;
    if (!tml_point_find(r, node->text, node->place.use, &body, &point, &component) || component >= 0)
        return false;
    const char *name = strrchr(node->text, '.') + 1;
    for (int k = 0; body >= 0 && k < r->bodies[body].surface_count; k++)
        if (strcmp(r->bodies[body].surfaces[k].name, name) == 0)
            return false;
    return true;
}

static bool read_curve(curve *c)
{
    const tml_node *first = c->e->type_node->items[0], *points = given(c, "points");
    const bool expressions = given(c, "x") || given(c, "y") || given(c, "z");
    const bool surface = tml_names_point(c->b->r, first);
    const tml_node *closed = given(c, "closed");
    const tml_vec3 com = c->b->s->masses[c->f->body1].com;
    c->wire->space = c->b->s->space;
    c->f->p1 = tml_scale(-1, com);
    c->f->F = tml_quat_matrix((tml_quat){1, 0, 0, 0});
    if (surface && names_plain_point(c, first))
        return refuse(c, first,
                      tml_arena_format(c->b->arena,
                                       "%s is a point: the first of the two is the body that has the curve, "
                                       "as in curve: [%.*s, %s]",
                                       first->text, (int)strcspn(first->text, "."), first->text,
                                       c->e->type_node->items[1]->text));
    if (surface + expressions + (points != NULL) != 1)
        return refuse(
            c, NULL,
            c->wire->space
                ? "give its curve in one way: x, y and z as functions of u, or points that a spline goes through"
                : "give its curve in one way: a surface of its first body as body.surface, x and y as functions of "
                  "u, or points that a spline goes through");
    if (surface && c->wire->space)
        return refuse(c, first, "surfaces in space are no curves: name the body alone, and give x, y and z, or points");
    if (!c->wire->space && given(c, "z"))
        return refuse(c, given(c, "z"), "there is no z in the plane");
    if (surface) {
        const tml_body_surface *s =
            tml_resolved_surface(c->b->r, first, tml_arena_format(c->b->arena, "joint %s", c->e->name));
        return s && of_surface(c, s);
    }
    c->wire->closed = closed && tml_node_is(closed, "true");
    return points ? of_points(c, points) : of_expressions(c);
}

bool tml_builder_curve(tml_builder *b, const tml_element *e, tml_frames *f)
{
    char why[WHY];
    curve c = {b, e, TML_NEW(b->home, tml_wire), f};
    *c.wire = (tml_wire){0};
    if (!read_curve(&c))
        return false;
    if (!tml_wire_complete(c.wire, b->home, why, sizeof why))
        return refuse(&c, NULL, tml_arena_format(b->arena, "its curve cannot lead a point: %s", why));
    f->wire = c.wire;
    return !e->joint->carries || read_track(&c);
}

/* ---- functions of the length along it ---- */

typedef struct {
    tml_builder *b;
    tml_term term;
    tml_tabulated table;
} length_scope;

static tml_meaning find_length(void *context, const char *name, tml_place place)
{
    const length_scope *s = context;
    (void)name, (void)place;
    return (tml_meaning){.kind = TML_NAME_INPUT, .input = tml_builder_input_of(s->b, s->term, false)};
}

static const tml_tabulated *find_table(void *context, const char *name, tml_place place)
{
    (void)name, (void)place;
    return &((const length_scope *)context)->table;
}

static tml_term length_of(const tml_builder *b, const tml_joint *joint)
{
    return b->s->coordinates[joint->first_coordinate].term;
}

static const tml_wire *wire_of(const tml_builder *b, const tml_joint *joint)
{
    return b->s->measures[length_of(b, joint).measure].wire;
}

/* points: (count x 2) a length and the value there. */
static const tml_expression *table_of_length(tml_builder *b, const tml_joint *joint, const double *points, size_t count,
                                             tml_curve_options options)
{
    length_scope *s = TML_NEW(b->home, length_scope);
    *s = (length_scope){.b = b, .term = length_of(b, joint)};
    s->table.curve = tml_curve_make_with(b->home, points, count, options, joint->place, b->log);
    const tml_scope scope = {.context = s, .look_up = find_length, .table = find_table, .built_in = true};
    const tml_tree *tree = tml_tree_parse(b->home, "table(s, curve)", joint->place, b->log);
    return tml_builder_compile(b, tree, &scope, (tml_expectation){.what = joint->name});
}

bool tml_builder_watch_curve(tml_builder *b, const tml_joint *joint, tml_bounded *out)
{
    const tml_wire *wire = wire_of(b, joint);
    if (wire->closed || wire->endless)
        return false;
    const double points[] = {0, 0, tml_wire_length(wire), 0};
    const tml_curve_options options = {.name = "curve", .extrapolation = TML_EXTRAPOLATE_ERROR};
    *out = (tml_bounded){tml_arena_format(b->home, "joint %s", joint->name), joint->place,
                         table_of_length(b, joint, points, 2, options), true};
    return out->value != NULL;
}

/* |c' x c''|/|c'|^3; in the plane with its sign. */
static double curvature_at(const tml_wire *wire, double u, tml_jet *work)
{
    const tml_wire_point p = tml_wire_at(wire, u, work);
    const tml_vec3 turn = tml_cross(p.d1, p.d2);
    const double speed = tml_norm(p.d1);
    return (wire->space ? tml_norm(turn) : turn.z) / (speed * speed * speed);
}

const tml_expression *tml_builder_curvature(tml_builder *b, const tml_joint *joint)
{
    const tml_wire *wire = wire_of(b, joint);
    const int count = wire->panel_count + 1;
    double *points = TML_NEW_ARRAY(b->home, double, 2 * count), low = INFINITY, high = -INFINITY;
    tml_jet *work = TML_NEW_ARRAY(b->arena, tml_jet, tml_wire_work(wire));
    if (wire->endless)
        return NULL;
    for (int i = 0; i < count; i++) {
        double *at = points + 2 * i;
        at[0] = wire->lengths[i];
        at[1] = wire->closed && i == count - 1 ? points[1] : curvature_at(wire, wire->edges[i], work);
        low = fmin(low, at[1]), high = fmax(high, at[1]);
    }
    if (!(high - low > EVEN * fmax(fmax(fabs(low), fabs(high)), 1 / tml_wire_length(wire))))
        return NULL;
    const tml_curve_options options = {.name = "curvature",
                                       .interpolation = TML_INTERPOLATE_LINEAR,
                                       .extrapolation = TML_EXTRAPOLATE_HOLD,
                                       .periodic = wire->closed};
    return table_of_length(b, joint, points, (size_t)count, options);
}
