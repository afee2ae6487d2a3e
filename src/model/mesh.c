/* mesh.c - a shape that is only drawn: triangles of a file, which the engine does not read.
 *
 * A point p of the file is at   a + R S p   in the body frame: S its scales along its own axes, R the orientation, a the place. */
#include "model/check.h"
#include "model/shape.h"
#include <string.h>

const tml_field tml_shape_mesh_fields[TML_SHAPE_MESH_FIELDS] = {
    {"file", TML_FIELD_TEXT, .required = true,
     .doc = "its STL, OBJ or Collada file (.stl, .obj, .dae), in the folder of the model or below it"},
    {"scale", TML_FIELD_NUMBERS, .preset = "1",
     .doc = "metres of a unit of the file: a number, or a list of 3 along the axes of the file; below zero it mirrors"},
    {"at", TML_FIELD_PLACE, "m",
     .doc = "where the origin of the file is: a point or coordinates; the frame's origin if not given"},
    {"orientation", TML_FIELD_ORIENTATION, .doc = "of the axes of the file in the body frame"},
};

static const tml_node *get(const tml_shape_context *c, const char *field)
{
    return tml_node_find(c->element.node, field);
}

static const char *about(const tml_shape_context *c, const char *field)
{
    return tml_arena_format(c->r->arena, "%s: %s", c->element.name, field);
}

static bool read_scale(const tml_shape_context *c, const tml_node *node, double scale[3])
{
    const char *what = about(c, "scale");
    const bool list = node && node->kind == TML_NODE_LIST;
    scale[0] = scale[1] = scale[2] = 1;
    if (!node)
        return true;
    if (list && node->count != 3) {
        tml_log_raise(c->r->log, TML_E_WRONG_TYPE, node->place, "%s must be a number, or a list of 3", what);
        return false;
    }
    if (list ? !tml_numbers_read(c->r, node, "", what, 3, scale)
             : !tml_resolved_number(c->r, node, "", what, &scale[0]))
        return false;
    if (!list)
        scale[1] = scale[2] = scale[0];
    if (scale[0] != 0 && scale[1] != 0 && scale[2] != 0)
        return true;
    tml_log_raise(c->r->log, TML_E_NOT_POSITIVE, node->place, "%s must not be zero", what);
    return false;
}

/* The path as seen from the folder of the model: that of an included file begins at the folder of that. */
static const char *path_of(const tml_shape_context *c, const tml_node *file)
{
    const char *from = file->place.file, *own = c->r->model->file;
    const char *slash = strrchr(from, '/'), *top = strrchr(own, '/');
    if (file->text[0] == '/' || !slash || strcmp(from, own) == 0)
        return file->text;
    const size_t above = top ? (size_t)(top - own) + 1 : 0;
    const size_t skip = strncmp(from, own, above) == 0 ? above : 0;
    if (from + skip > slash)
        return file->text;
    return tml_arena_format(c->r->arena, "%.*s/%s", (int)(slash - from - (long)skip), from + skip, file->text);
}

bool tml_shape_measure_mesh(tml_shape_context *c, tml_solid *solid)
{
    const tml_node *file = get(c, "file"), *at = get(c, "at"), *turned = get(c, "orientation");
    tml_outline *o = &solid->outline;
    double scale[3];
    o->drawn_only = true;
    o->orientation = (tml_quat){1, 0, 0, 0};
    if (!file->text[0]) {
        tml_log_raise(c->r->log, TML_E_SHAPE_SIZE_MISSING, file->place, "%s: file is empty", c->element.name);
        return false;
    }
    if (!read_scale(c, get(c, "scale"), scale) || (at && !tml_shape_place(c, at, about(c, "at"), &o->at)) ||
        (turned &&
         !tml_orientation_read(c->r, turned, about(c, "orientation"), (int)(c->body - c->r->bodies), &o->orientation)))
        return false;
    o->file = path_of(c, file);
    o->size = (tml_vec3){scale[0], scale[1], scale[2]};
    return true;
}
