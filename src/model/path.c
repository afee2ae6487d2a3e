/* path.c - reads belts, chains and cables: names of what they pass, radii or numbers of teeth, axes, strength.
 *
 * Of teeth     radius = teeth pitch/(2 pi), so that wheels turn as their numbers of teeth; the polygon of a chain's links is not modelled.
 */
#include "model/path.h"
#include "model/check.h"
#include "model/scope.h"
#include <math.h>

static const tml_field *field_of(const tml_element *e, const char *name)
{
    return tml_field_find(e->joint->fields, e->joint->fields_count, name);
}

static const tml_node *given(const tml_element *e, const char *name)
{
    const tml_field *field = field_of(e, name);
    return field ? tml_element_field(e, field) : NULL;
}

/* NAN: not given; false with a message. */
static bool read_number(tml_resolved *r, const tml_element *e, const char *name, bool positive, double *value)
{
    const tml_field *field = field_of(e, name);
    const tml_node *node = given(e, name);
    *value = NAN;
    if (!node)
        return true;
    if (!tml_element_number(r, e, field, value))
        return false;
    if (*value > 0 || (!positive && *value == 0))
        return true;
    tml_log_raise(r->log, TML_E_PATH, node->place, "%s: %s must be %s zero, and not %.6g",
                  tml_element_what(r->arena, e), name, positive ? "greater than" : "at least", *value);
    return false;
}

/* ---- what it passes ---- */

static bool read_hinge(tml_resolved *r, const char *what, tml_path_stop *stop)
{
    const tml_element *j = &r->model->joints[stop->joint];
    if (!j->joint) /* reported elsewhere */
        return false;
    if (j->joint->hinge)
        return true;
    tml_log_raise(r->log, TML_E_PATH, stop->node->place,
                  "%s: joint \"%s\" is a %s; a wheel rotates about a pin (revolute); name a point of a body, as in "
                  "body.P, for a pulley without friction or mass",
                  what, j->name, j->kind);
    return false;
}

static bool read_stop(tml_resolved *r, const char *what, const tml_node *node, tml_path_stop *stop)
{
    const tml_named_element e = tml_scope_element(r->model, node->text, node->place.use);
    const int joint = e.index - r->model->body_count;
    *stop = (tml_path_stop){.node = node, .joint = -1};
    if (!e.rest && joint >= 0 && joint < r->model->joint_count) {
        stop->joint = joint;
        stop->grips = true;
        return read_hinge(r, what, stop);
    }
    stop->grips = !tml_names_point(r, node);
    return tml_resolved_anchor(r, node, NULL, NULL, what, &stop->anchor);
}

static bool read_stops(tml_resolved *r, const tml_element *e, const char *what, tml_written_path *path)
{
    bool good = true;
    path->closed = e->joint->closed;
    path->count = e->type_node->count;
    path->stops = TML_NEW_ARRAY(r->arena, tml_path_stop, path->count);
    for (int i = 0; i < path->count; i++)
        good = read_stop(r, what, e->type_node->items[i], &path->stops[i]) && good;
    return good;
}

/* ---- how large the wheels are ---- */

static bool read_list(tml_resolved *r, const tml_element *e, const char *what, const char *name, const char *unit,
                      int count, double *values)
{
    const tml_node *list = given(e, name);
    if (list->kind == TML_NODE_LIST && list->count == count)
        return tml_numbers_read(r, list, unit, tml_arena_format(r->arena, "%s: %s", what, name), count, values);
    tml_log_raise(r->log, TML_E_PATH, list->place,
                  "%s: give as many %s as it passes wheels and points: %d in a list, of points 0", what, name, count);
    return false;
}

static bool read_teeth(tml_resolved *r, const tml_element *e, const char *what, tml_written_path *path, double *values)
{
    const double PI = 3.14159265358979323846;
    const tml_node *list = given(e, "teeth");
    double pitch;
    if (!given(e, "pitch")) {
        tml_log_raise(r->log, TML_E_PATH, list->place, "%s: with teeth, give the pitch too, as in pitch: 12.7 mm",
                      what);
        return false;
    }
    if (!read_number(r, e, "pitch", true, &pitch) || !read_list(r, e, what, "teeth", "", path->count, values))
        return false;
    for (int i = 0; i < path->count; i++) {
        if (values[i] != round(values[i])) {
            tml_log_raise(r->log, TML_E_PATH, list->items[i]->place,
                          "%s: numbers of teeth are whole, and not %g; the nearest are %g and %g", what, values[i],
                          floor(values[i]), ceil(values[i]));
            return false;
        }
        values[i] *= pitch / (2 * PI);
    }
    return true;
}

static bool read_radii(tml_resolved *r, const tml_element *e, const char *what, tml_written_path *path)
{
    double *values = TML_NEW_ARRAY(r->arena, double, path->count);
    const bool teeth = given(e, "teeth") != NULL, radii = given(e, "radii") != NULL;
    if (teeth && radii) {
        tml_log_raise(r->log, TML_E_PATH, given(e, "radii")->place, "%s: give either radii or teeth with a pitch",
                      what);
        return false;
    }
    if (teeth ? !read_teeth(r, e, what, path, values)
              : radii && !read_list(r, e, what, "radii", "m", path->count, values))
        return false;
    for (int i = 0; i < path->count; i++) {
        tml_path_stop *stop = &path->stops[i];
        const bool end = !path->closed && (i == 0 || i == path->count - 1);
        stop->radius = values[i];
        if (values[i] == 0 && (path->closed || stop->joint >= 0)) {
            tml_log_raise(r->log, TML_E_PATH, stop->node->place,
                          "%s: the wheel at %s needs a radius: positive where it is passed counterclockwise, negative "
                          "clockwise, as in radii: %s",
                          what, stop->node->text, path->closed ? "[0.1, 0.2]" : "[0, 0.1, 0]");
            return false;
        }
        stop->grips = values[i] != 0 && (stop->grips || end);
    }
    return true;
}

/* ---- what they rotate about, in space ---- */

static const tml_node *axis_of(const tml_element *e, int i)
{
    const tml_node *each = given(e, "axes"), *all = given(e, "axis");
    return all ? all : each && i < each->count ? each->items[i] : NULL;
}

static bool read_axis(tml_resolved *r, const tml_element *e, const char *what, int i, tml_path_stop *stop)
{
    const tml_node *node = axis_of(e, i);
    tml_mat3 axes;
    double angle;
    if (!node) {
        tml_log_raise(r->log, TML_E_PATH_AXIS, stop->node->place,
                      "%s: in space the wheel at %s needs an axis: give axis: y, that of all wheels without a pin, or "
                      "axes, one for each place in the list",
                      what, stop->node->text);
        return false;
    }
    if (!tml_direction_read(r, node, tml_arena_format(r->arena, "%s: axis", what), stop->anchor.body, &stop->axis))
        return false;
    if (tml_resolved_axes(r, stop->anchor.body, e->place.use, &axes, &angle))
        stop->axis = tml_rotate(&axes, stop->axis);
    return true;
}

/* False with a message. */
static bool check_axes(tml_resolved *r, const tml_element *e, const char *what, const tml_written_path *path)
{
    const tml_node *each = given(e, "axes"), *all = given(e, "axis"), *either = all ? all : each;
    const char *wrong = NULL;
    if (either && !r->model->space)
        wrong = "in the plane all wheels rotate in it; leave the axis out";
    else if (each && all)
        wrong = "give either one axis of all wheels, or axes, one for each place";
    else if (each && (each->kind != TML_NODE_LIST || each->count != path->count))
        wrong = tml_arena_format(r->arena,
                                 "give as many axes as it passes wheels and points: %d in a list, of points and pins "
                                 "0",
                                 path->count);
    if (wrong)
        tml_log_raise(r->log, TML_E_PATH_AXIS, either->place, "%s: %s", what, wrong);
    return !wrong;
}

static bool read_axes(tml_resolved *r, const tml_element *e, const char *what, tml_written_path *path)
{
    bool good = check_axes(r, e, what, path);
    for (int i = 0; good && r->model->space && i < path->count; i++)
        if (path->stops[i].joint < 0 && path->stops[i].radius != 0)
            good = read_axis(r, e, what, i, &path->stops[i]);
    return good;
}

/* ---- the whole ---- */

static bool is_consistent(tml_resolved *r, const tml_element *e, const char *what, const tml_written_path *path)
{
    const bool elastic = !isnan(path->EA) || !isnan(path->stiffness);
    const char *wrong = NULL, *at = NULL;
    if (!isnan(path->EA) && !isnan(path->stiffness))
        at = "stiffness", wrong = "give either EA, the force for each unit of strain, or the stiffness of each section";
    else if (!elastic && !isnan(path->damping))
        at = "damping", wrong = "damping also needs EA or a stiffness: without them it does not stretch";
    else if (!elastic && !path->closed && !isnan(path->pretension))
        at = "pretension", wrong = "a cable that does not stretch has the tension that its load needs; for a "
                                   "pretension give EA or a stiffness too";
    else if (elastic && !isnan(path->length) && !isnan(path->pretension))
        at = isnan(path->links) ? "length" : "links",
        wrong = "give either the length without load, by links too, or the pretension";
    else if (!isnan(path->restitution) && elastic)
        at = "restitution", wrong = "an elastic cable goes slack and taut by itself; leave the restitution out";
    else if (path->restitution > 1)
        at = "restitution", wrong = "restitution must be at most 1: the speed after an impact by that before it";
    if (wrong)
        tml_log_raise(r->log, TML_E_PATH, given(e, at)->place, "%s: %s", what, wrong);
    return !wrong;
}

/* A belt's length may be given by its links. */
static bool read_length(tml_resolved *r, const tml_element *e, const char *what, tml_written_path *path)
{
    double pitch = NAN;
    if (!read_number(r, e, "length", true, &path->length) || !read_number(r, e, "links", true, &path->links))
        return false;
    if (isnan(path->links))
        return true;
    const char *wrong = path->links != round(path->links)
                            ? tml_arena_format(r->arena, "the number of links is whole, and not %g", path->links)
                        : !given(e, "pitch")   ? "with links, give the pitch too, as in pitch: 12.7 mm"
                        : !isnan(path->length) ? "give either links or a length"
                                               : NULL;
    if (wrong)
        tml_log_raise(r->log, TML_E_PATH, given(e, "links")->place, "%s: %s", what, wrong);
    if (wrong || !read_number(r, e, "pitch", true, &pitch))
        return false;
    path->length = path->links * pitch;
    return true;
}

bool tml_element_path(tml_resolved *r, const tml_element *e, tml_written_path *path)
{
    const char *what = tml_element_what(r->arena, e);
    return read_stops(r, e, what, path) && !e->broken && read_radii(r, e, what, path) && read_axes(r, e, what, path) &&
           read_length(r, e, what, path) && read_number(r, e, "EA", true, &path->EA) &&
           read_number(r, e, "stiffness", true, &path->stiffness) &&
           read_number(r, e, "damping", false, &path->damping) &&
           read_number(r, e, "pretension", false, &path->pretension) &&
           read_number(r, e, "friction", true, &path->friction) &&
           read_number(r, e, "restitution", false, &path->restitution) && is_consistent(r, e, what, path);
}
