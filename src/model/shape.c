/* shape.c - the shapes a body can have.
 *
 * Moments of one kilogram about the centroid (any handbook):
 *   rod       thin: L^2/12 across; round, diameter d: + d^2/16 across, d^2/8 along; square, width w: + w^2/12, w^2/6
 *   disc      r^2/2 along its axis, r^2/4 + h^2/12 across          cylinder  the same with h = its length
 *   box       (b^2 + c^2)/12 and round                             sphere    2 r^2/5
 *   particle  none
 */
#include "model/shape.h"
#include "model/check.h"
#include "model/scope.h"
#include <string.h>

static const double PI = 3.14159265358979323846;

#define AT                                                                                                             \
    {                                                                                                                  \
        "at", TML_FIELD_PLACE, "m",                                                                                    \
            .doc = "its centre: a point or coordinates; the com, or the frame's origin (in a drawing the mean of the " \
                   "points) if not given"                                                                              \
    }
#define AXIS                                                                                                           \
    {                                                                                                                  \
        "axis", TML_FIELD_DIRECTION, "", "z", .doc = "its axis, in the body frame"                                     \
    }
#define RADIUS                                                                                                         \
    {"radius", TML_FIELD_NUMBER, "m", .doc = "radius"},                                                                \
    {                                                                                                                  \
        "diameter", TML_FIELD_NUMBER, "m", .doc = "diameter, instead of a radius"                                      \
    }
#define THICKNESS                                                                                                      \
    {                                                                                                                  \
        "thickness", TML_FIELD_NUMBER, "m", .doc = "extent across the plane, for density; thin if not given"           \
    }

/* ---- what shapes share ---- */

void tml_inertia_about_axis(double along, double across, tml_vec3 u, double inertia[6])
{
    const double d = along - across;
    inertia[0] = across + d * u.x * u.x;
    inertia[1] = across + d * u.y * u.y;
    inertia[2] = across + d * u.z * u.z;
    inertia[3] = 0 + d * u.x * u.y; /* no -0 */
    inertia[4] = 0 + d * u.x * u.z;
    inertia[5] = 0 + d * u.y * u.z;
}

void tml_inertia_shift(double mass, tml_vec3 d, double inertia[6])
{
    inertia[0] += mass * (d.y * d.y + d.z * d.z);
    inertia[1] += mass * (d.x * d.x + d.z * d.z);
    inertia[2] += mass * (d.x * d.x + d.y * d.y);
    inertia[3] -= mass * d.x * d.y;
    inertia[4] -= mass * d.x * d.z;
    inertia[5] -= mass * d.y * d.z;
}

const tml_shape_class *tml_shape_class_find(const char *name)
{
    for (size_t i = 0; i < tml_shape_class_count; i++)
        if (strcmp(tml_shape_classes[i].name, name) == 0)
            return &tml_shape_classes[i];
    return NULL;
}

bool tml_shape_length(tml_shape_context *c, const char *name, double *value)
{
    const tml_field *field = tml_field_find(c->fields, c->fields_count, name);
    const tml_node *node = tml_element_field(&c->element, field);
    *value = 0;
    if (!node || !tml_resolved_number(c->r, node, field->unit,
                                      tml_arena_format(c->r->arena, "%s: %s", c->element.name, name), value))
        return false;
    if (*value > 0)
        return true;
    tml_log_raise(c->r->log, TML_E_NOT_POSITIVE, node->place, "%s: %s must be above zero", c->element.name, name);
    return false;
}

static bool missing(const tml_shape_context *c, const char *what)
{
    tml_log_raise(c->r->log, TML_E_SHAPE_SIZE_MISSING, c->element.place, "%s: %s is missing", c->element.name, what);
    return false;
}

static bool has(const tml_shape_context *c, const char *name)
{
    return tml_node_find(c->element.node, name) != NULL;
}

bool tml_shape_radius(tml_shape_context *c, double *radius)
{
    if (has(c, "radius") && has(c, "diameter")) {
        tml_log_raise(c->r->log, TML_E_RADIUS_AND_DIAMETER, c->element.place,
                      "%s: give a radius or a diameter, not both", c->element.name);
        return false;
    }
    if (has(c, "radius"))
        return tml_shape_length(c, "radius", radius);
    if (!has(c, "diameter"))
        return missing(c, "\"radius\"");
    const bool good = tml_shape_length(c, "diameter", radius);
    *radius /= 2;
    return good;
}

bool tml_shape_place(tml_shape_context *c, const tml_node *node, const char *what, tml_vec3 *p)
{
    const int body = (int)(c->body - c->r->bodies);
    if (node->kind != TML_NODE_SCALAR || strpbrk(node->text, ".+-*/("))
        return tml_vector_read(c->r, node, "m", what, body, p);
    const int own = tml_names_find(c->names, node->text);
    const int drawn =
        own < 0 && c->body->drawn ? tml_scope_find(&c->r->drawing_names, node->text, node->place.use) : -1;
    if (own >= 0)
        *p = c->body->points[own].p;
    else if (drawn >= 0)
        *p = tml_drawing_in(c->r, drawn, c->body->use);
    else if (!c->body->broken)
        tml_log_raise(c->r->log, TML_E_NO_POINT, node->place, "%s: no point \"%s\" on body \"%s\"", what, node->text,
                      c->body->name);
    return own >= 0 || drawn >= 0;
}

bool tml_shape_center(tml_shape_context *c, tml_vec3 *center)
{
    const tml_node *at = tml_node_find(c->element.node, "at");
    *center = (tml_vec3){0};
    if (at)
        return tml_shape_place(c, at, tml_arena_format(c->r->arena, "%s: at", c->element.name), center);
    if (c->centered)
        *center = c->body->com;
    else if (c->body->drawn && c->body->point_count > 0) {
        for (int i = 0; i < c->body->point_count; i++)
            *center = tml_add(*center, c->body->points[i].p);
        *center = tml_scale(1.0 / c->body->point_count, *center);
    }
    return true;
}

bool tml_shape_direction(tml_shape_context *c, const char *field, tml_vec3 *direction)
{
    const tml_node *node = tml_node_find(c->element.node, field);
    *direction = (tml_vec3){0, 0, 1};
    return !node || tml_direction_read(c->r, node, tml_arena_format(c->r->arena, "%s: %s", c->element.name, field),
                                       (int)(c->body - c->r->bodies), direction);
}

int tml_shape_corners(tml_shape_context *c, const tml_node *list, tml_vec3 **corners)
{
    *corners = TML_NEW_ARRAY(c->r->arena, tml_vec3, list->count);
    for (int i = 0; i < list->count; i++)
        if (!tml_shape_place(c, list->items[i], c->element.name, &(*corners)[i]))
            return -1;
    return list->count;
}

bool tml_shape_size(tml_shape_context *c, double size[3])
{
    const tml_node *node = tml_node_find(c->element.node, "size");
    const char *what = tml_arena_format(c->r->arena, "%s: size", c->element.name);
    if (!tml_numbers_read(c->r, node, "m", what, node->count, size))
        return false;
    for (int i = 0; i < node->count; i++)
        if (!(size[i] > 0)) {
            tml_log_raise(c->r->log, TML_E_NOT_POSITIVE, node->items[i]->place, "%s must be above zero", what);
            return false;
        }
    return true;
}

/* ---- rod ---- */

static const tml_field rod_fields[] = {
    {"diameter", TML_FIELD_NUMBER, "m", .doc = "of a round section; thin if no section is given"},
    {"width", TML_FIELD_NUMBER, "m", .doc = "of a square section, or in the plane of a bar"},
    {"thickness", TML_FIELD_NUMBER, "m", .doc = "of a bar across the plane; its width if not given"},
    {"from", TML_FIELD_PLACE, "m", .doc = "where it begins: a point or coordinates; the first point if not given"},
    {"to", TML_FIELD_PLACE, "m", .doc = "where it ends: a point or coordinates; the last point if not given"},
};

/* One end of a rod: as given, or the point of the body with this index. */
static bool read_end(tml_shape_context *c, const char *key, int index, tml_vec3 *end)
{
    const tml_node *node = tml_node_find(c->element.node, key);
    if (node)
        return tml_shape_place(c, node, tml_arena_format(c->r->arena, "%s: %s", c->element.name, key), end);
    *end = c->body->points[index].p;
    return true;
}

static bool measure_rod(tml_shape_context *c, tml_solid *solid)
{
    const tml_body *b = c->body;
    double d = 0, w = 0, h = 0;
    const bool whole = !has(c, "from") || !has(c, "to");
    tml_vec3 from, to;
    if ((b->broken || b->vague) && whole)
        return false;
    if (b->point_count < 2 && whole) {
        tml_log_raise(c->r->log, TML_E_SHAPE_SIZE_MISSING, c->element.place,
                      "%s needs two points on the body to run through", c->element.name);
        return false;
    }
    if (!read_end(c, "from", 0, &from) || !read_end(c, "to", b->point_count - 1, &to))
        return false;
    const tml_vec3 line = tml_sub(to, from);
    const double length = tml_norm(line);
    if (!(length > 0)) {
        if (whole && !has(c, "from") && !has(c, "to"))
            tml_log_raise(c->r->log, TML_E_POINTS_COINCIDE, c->element.place, "%s: points \"%s\" and \"%s\" coincide",
                          c->element.name, b->points[0].name, b->points[b->point_count - 1].name);
        else
            tml_log_raise(c->r->log, TML_E_POINTS_COINCIDE, c->element.place, "%s: begins where it ends",
                          c->element.name);
        return false;
    }
    if ((has(c, "diameter") && !tml_shape_length(c, "diameter", &d)) ||
        (has(c, "width") && !tml_shape_length(c, "width", &w)) ||
        (has(c, "thickness") && !tml_shape_length(c, "thickness", &h)))
        return false;
    if ((d > 0 && w > 0) || (h > 0 && w == 0) || (h > 0 && c->r->model->space)) {
        tml_log_raise(c->r->log, TML_E_SHAPE_SIZE_MISSING, c->element.place,
                      "%s: give a diameter, or a width (in the plane also a thickness)", c->element.name);
        return false;
    }
    solid->outline.from = from, solid->outline.to = to, solid->outline.width = d > 0 ? d : w;
    solid->centroid = tml_scale(0.5, tml_add(from, to));
    solid->volume = d > 0 ? PI / 4 * d * d * length : w > 0 ? w * (h > 0 ? h : w) * length : NAN;
    tml_inertia_about_axis(d * d / 8 + w * w / 6, length * length / 12 + d * d / 16 + w * w / 12,
                           tml_scale(1 / length, line), solid->inertia);
    return true;
}

/* ---- disc, cylinder ---- */

static const tml_field disc_fields[] = {RADIUS, THICKNESS, AXIS, AT};
static const tml_field cylinder_fields[] = {
    RADIUS, {"length", TML_FIELD_NUMBER, "m", .required = true, .doc = "extent along its axis"}, AXIS, AT};

static bool measure_round(tml_shape_context *c, const char *extent, tml_solid *solid)
{
    double r = 0, h = 0;
    tml_vec3 axis;
    if (!tml_shape_radius(c, &r) || (has(c, extent) && !tml_shape_length(c, extent, &h)) ||
        !tml_shape_direction(c, "axis", &axis) || !tml_shape_center(c, &solid->centroid))
        return false;
    solid->outline.at = solid->centroid, solid->outline.axis = axis;
    solid->outline.radius = r, solid->outline.extent = h;
    solid->volume = h > 0 ? PI * r * r * h : NAN;
    solid->area = PI * r * r, solid->normal = axis;
    tml_inertia_about_axis(r * r / 2, r * r / 4 + h * h / 12, axis, solid->inertia);
    return true;
}

static bool measure_disc(tml_shape_context *c, tml_solid *solid)
{
    return measure_round(c, "thickness", solid);
}

static bool measure_cylinder(tml_shape_context *c, tml_solid *solid)
{
    return measure_round(c, "length", solid);
}

/* ---- sphere ---- */

static const tml_field sphere_fields[] = {RADIUS, AT};

static bool measure_sphere(tml_shape_context *c, tml_solid *solid)
{
    double r = 0;
    if (!tml_shape_radius(c, &r) || !tml_shape_center(c, &solid->centroid))
        return false;
    solid->outline.at = solid->centroid, solid->outline.radius = r;
    solid->volume = 4 * PI / 3 * r * r * r;
    for (int i = 0; i < 3; i++)
        solid->inertia[i] = 2 * r * r / 5;
    return true;
}

/* ---- particle ---- */

static const tml_field particle_fields[] = {
    {"at", TML_FIELD_PLACE, "m",
     .doc = "where all its mass is: a point or coordinates; the com, or the mean of the points if not given"},
};

static bool measure_particle(tml_shape_context *c, tml_solid *solid)
{
    if (has(c, "at") || c->centered)
        return tml_shape_center(c, &solid->centroid);
    for (int i = 0; i < c->body->point_count; i++)
        solid->centroid = tml_add(solid->centroid, tml_scale(1.0 / c->body->point_count, c->body->points[i].p));
    return true;
}

/* ---- box ---- */

static const tml_field box_fields[] = {
    {"size", TML_FIELD_SIZE, "m", .required = true, .doc = "extents along the axes of the body, [a, b] or [a, b, c]"},
    THICKNESS,
    AT,
};

static bool measure_box(tml_shape_context *c, tml_solid *solid)
{
    double s[3] = {0};
    if (!tml_shape_size(c, s) || (has(c, "thickness") && !tml_shape_length(c, "thickness", &s[2])) ||
        !tml_shape_center(c, &solid->centroid))
        return false;
    solid->outline.at = solid->centroid, solid->outline.size = (tml_vec3){s[0], s[1], s[2]};
    solid->volume = s[2] > 0 ? s[0] * s[1] * s[2] : NAN;
    solid->area = s[0] * s[1], solid->normal = (tml_vec3){0, 0, 1};
    solid->inertia[0] = (s[1] * s[1] + s[2] * s[2]) / 12;
    solid->inertia[1] = (s[0] * s[0] + s[2] * s[2]) / 12;
    solid->inertia[2] = (s[0] * s[0] + s[1] * s[1]) / 12;
    return true;
}

/* ---- polygon: polygon.c ---- */

static const tml_field polygon_fields[] = {
    {"points", TML_FIELD_CORNERS, "m", .doc = "its corners in order; the body's points if not given"},
    THICKNESS,
};

#define FIELDS(list) .fields = list, .fields_count = sizeof list / sizeof *list
const tml_shape_class tml_shape_classes[] = {
    {.name = "rod",
     .doc = "A rod through the first and the last point of the body.",
     .kind = TML_SHAPE_ROD,
     FIELDS(rod_fields),
     .short_field = "diameter",
     .lacks = "a diameter or a width",
     .measure = measure_rod},
    {.name = "disc",
     .doc = "A round plate.",
     .kind = TML_SHAPE_DISC,
     FIELDS(disc_fields),
     .short_field = "radius",
     .lacks = "a thickness",
     .template = {.plane = "radius: 0.1"},
     .measure = measure_disc},
    {.name = "box",
     .doc = "A box along the axes of the body.",
     .kind = TML_SHAPE_BOX,
     FIELDS(box_fields),
     .short_field = "size",
     .lacks = "a thickness",
     .template = {.plane = "size: [0.2, 0.1]", .space = "size: [0.2, 0.1, 0.1]"},
     .measure = measure_box},
    {.name = "sphere",
     .doc = "A ball.",
     .kind = TML_SHAPE_SPHERE,
     FIELDS(sphere_fields),
     .short_field = "radius",
     .lacks = "",
     .template = {.plane = "radius: 0.1"},
     .measure = measure_sphere},
    {.name = "cylinder",
     .doc = "A round bar or drum.",
     .kind = TML_SHAPE_CYLINDER,
     FIELDS(cylinder_fields),
     .short_field = "radius",
     .lacks = "",
     .template = {.plane = "radius: 0.05, length: 0.2"},
     .measure = measure_cylinder},
    {.name = "polygon",
     .doc = "A flat plate with straight edges.",
     .kind = TML_SHAPE_POLYGON,
     FIELDS(polygon_fields),
     .short_field = "points",
     .lacks = "a thickness",
     .measure = tml_shape_measure_polygon},
    {.name = "particle",
     .doc = "A point that has all the mass: no inertia.",
     .kind = TML_SHAPE_PARTICLE,
     FIELDS(particle_fields),
     .short_field = "at",
     .lacks = "a mass instead of a density",
     .measure = measure_particle},
    {.name = "mesh",
     .doc =
         "Triangles of an STL, OBJ or Collada file, drawn in space: no mass, no inertia and no contact come from them.",
     .kind = TML_SHAPE_MESH,
     .fields = tml_shape_mesh_fields,
     .fields_count = TML_SHAPE_MESH_FIELDS,
     .short_field = "file",
     .lacks = "no density: it is only drawn",
     .template = {.plane = "file: body.stl"},
     .measure = tml_shape_measure_mesh},
};
const size_t tml_shape_class_count = sizeof tml_shape_classes / sizeof *tml_shape_classes;

/* ---- reading ---- */

static bool is_part_key(const tml_node *key)
{
    return tml_field_find(tml_shape_part_fields, tml_shape_part_fields_count, key->text) != NULL;
}

static const tml_shape_class *find_class(tml_resolved *r, const tml_node *name, const char *what)
{
    const char *names[16];
    const tml_checker c = tml_resolved_checker(r);
    const tml_shape_class *class = tml_shape_class_find(name->text);
    for (size_t i = 0; i < tml_shape_class_count; i++)
        names[i] = tml_shape_classes[i].name;
    if (class)
        return class;
    tml_log_raise(r->log, TML_E_UNKNOWN_SHAPE, name->place, "%s: unknown shape \"%s\"%s", what, name->text,
                  tml_suggest(&c, name->text, names, tml_shape_class_count));
    return NULL;
}

/* Index of the key that names the shape, among those of the shape and of an entry of `shapes`; -1 with a message. */
static int find_shape_key(tml_resolved *r, const tml_node *map, const char *body_what, const tml_shape_context *context)
{
    const char *where = context->part ? "an entry of \"shapes\"" : "\"shape\"";
    int found = -1, unknown = -1;
    for (int i = 0; i < map->count; i++) {
        const bool names = tml_shape_class_find(map->keys[i]->text) != NULL;
        if (names && found >= 0) {
            tml_log_raise(r->log, TML_E_SEVERAL_TYPES, map->keys[i]->place,
                          "%s: %s has one shape, not \"%s\" and \"%s\"", body_what, where, map->keys[found]->text,
                          map->keys[i]->text);
            return -1;
        }
        if (names)
            found = i;
        else if (unknown < 0 && !(context->part && is_part_key(map->keys[i])))
            unknown = i;
    }
    if (found < 0 && unknown >= 0)
        find_class(r, map->keys[unknown], body_what); /* says which are known */
    else if (found < 0)
        tml_log_raise(r->log, TML_E_NO_TYPE, map->place, "%s: %s needs a shape, as {disc: 50 mm}", body_what, where);
    return found;
}

const tml_node *tml_kind_options(tml_resolved *r, const tml_node *map, int index, const char *short_field,
                                 const char *what, bool (*other)(const tml_node *key))
{
    const tml_node *value = map->items[index];
    const bool has_map = value->kind == TML_NODE_MAP, empty = value->kind == TML_NODE_SCALAR && !value->text[0];
    tml_node *options = TML_NEW(r->arena, tml_node), *brief = TML_NEW(r->arena, tml_node);
    const int most = map->count + (has_map ? value->count : 1);
    *options = (tml_node){.kind = TML_NODE_MAP, .place = map->keys[index]->place, .text = ""};
    options->keys = TML_NEW_ARRAY(r->arena, const tml_node *, most);
    options->items = TML_NEW_ARRAY(r->arena, const tml_node *, most);
    *brief = (tml_node){.kind = TML_NODE_SCALAR, .place = value->place, .text = short_field};
    for (int i = 0; i < (has_map ? value->count : !empty); i++) {
        options->keys[options->count] = has_map ? value->keys[i] : brief;
        options->items[options->count++] = has_map ? value->items[i] : value;
    }
    for (int i = 0; i < map->count; i++) {
        if (i == index || (other && other(map->keys[i])))
            continue;
        if (tml_node_find(options, map->keys[i]->text)) {
            tml_log_raise(r->log, TML_E_SAME_KEY_TWICE, map->keys[i]->place, "%s %s: \"%s\" is given twice", what,
                          map->keys[index]->text, map->keys[i]->text);
            return NULL;
        }
        options->keys[options->count] = map->keys[i];
        options->items[options->count++] = map->items[i];
    }
    return options;
}

const tml_shape_class *tml_shape_read(tml_resolved *r, const tml_node *node, const char *body_what,
                                      tml_shape_context *context, tml_solid *solid)
{
    static const tml_node nothing = {.kind = TML_NODE_MAP, .text = ""};
    const bool alone = node->kind == TML_NODE_SCALAR && node->text[0];
    if (!alone && node->kind != TML_NODE_MAP) {
        tml_log_raise(r->log, TML_E_WRONG_TYPE, node->place,
                      "%s: %s must be a word like rod, or a map like {disc: 50 mm}", body_what,
                      context->part ? "an entry of \"shapes\"" : "\"shape\"");
        return NULL;
    }
    const int key = alone ? 0 : find_shape_key(r, node, body_what, context);
    if (key < 0)
        return NULL;
    const tml_node *name = alone ? node : node->keys[key];
    const tml_shape_class *class = find_class(r, name, body_what);
    const char *shape = tml_arena_format(r->arena, "%s: shape", body_what);
    const tml_node *options =
        !class  ? NULL
        : alone ? &nothing
                : tml_kind_options(r, node, key, class->short_field, shape, context->part ? is_part_key : NULL);
    if (!options)
        return NULL;
    const char *what = tml_arena_format(r->arena, "%s: shape %s", body_what, class->name);
    const tml_field_list fields = {class->fields, class->fields_count};
    const tml_checker c = tml_resolved_checker(r);
    *solid = (tml_solid){.outline.kind = class->kind, .volume = NAN};
    context->fields = class->fields, context->fields_count = class->fields_count;
    context->element = (tml_element){.name = what, .place = name->place, .kind = class->name, .node = options};
    if (!tml_fields_check(&c, what, context->element.node, &fields, 1, NULL) || !class->measure(context, solid))
        return NULL;
    return class;
}
