/* backdrop.c - the picture under the drawing and the groups of elements: what they say, and whether it can be. */
#include "model/backdrop.h"
#include <string.h>
#include <strings.h>

const tml_field tml_background_fields[] = {
    {"image", TML_FIELD_TEXT, .required = true,
     .doc = "the picture: path of a PNG, JPEG, WebP or SVG file beside the model file, or the picture itself, "
            "\"data:image/png;base64,...\""},
    {"at", TML_FIELD_VECTOR, "m", .doc = "where its centre is; the origin if not given"},
    {"width", TML_FIELD_NUMBER, "m", .required = true,
     .doc = "how wide it is in the plane; its height follows from its proportions"},
    {"angle", TML_FIELD_NUMBER, "rad", .preset = "0", .doc = "how far it is turned about its centre"},
    {"opacity", TML_FIELD_NUMBER, "", .preset = "0.5", .doc = "from 0, not seen, to 1, as it is"},
    {"locked", TML_FIELD_BOOL, .preset = "false", .doc = "it is not moved with the pointer"},
    {"hidden", TML_FIELD_BOOL, .preset = "false", .doc = "it is not shown"},
};
const size_t tml_background_fields_count = sizeof tml_background_fields / sizeof *tml_background_fields;

const tml_field tml_group_fields[] = {
    {"of", TML_FIELD_NAMES, .required = true, .doc = "bodies, joints and forces, or uses of parts, that belong to it"},
    {"hidden", TML_FIELD_BOOL, .preset = "false", .doc = "they are not drawn; they move and are reported all the same"},
    {"locked", TML_FIELD_BOOL, .preset = "false", .doc = "they are drawn, and the pointer passes through them"},
};
const size_t tml_group_fields_count = sizeof tml_group_fields / sizeof *tml_group_fields;

/* ---- as it is written ---- */

static bool ends_in(const char *text, const char *end)
{
    const size_t length = strlen(text), own = strlen(end);
    return length > own && strcasecmp(text + length - own, end) == 0;
}

/* A path with an ending of pictures, or a picture in base64. */
static bool is_picture(const char *text)
{
    static const char *const endings[] = {".png", ".jpg", ".jpeg", ".webp", ".svg"};
    static const char *const types[] = {"png", "jpeg", "webp", "svg+xml"};
    static const char head[] = "data:image/", tail[] = ";base64,";
    if (strncmp(text, "data:", 5) != 0) {
        for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
            if (ends_in(text, endings[i]))
                return true;
        return false;
    }
    if (strncmp(text, head, sizeof head - 1) != 0)
        return false;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        const char *type = text + sizeof head - 1;
        const size_t length = strlen(types[i]);
        if (strncmp(type, types[i], length) != 0 || strncmp(type + length, tail, sizeof tail - 1) != 0)
            continue;
        const char *data = type + length + sizeof tail - 1;
        return *data && !data[strspn(data, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=")];
    }
    return false;
}

static void read_background(const tml_checker *c, tml_model *model)
{
    const tml_field_list fields = {tml_background_fields, tml_background_fields_count};
    const tml_node *node = tml_node_find(model->root, "background");
    if (!node)
        return;
    if (c->space) {
        tml_log_raise(c->log, TML_E_PLANE_OR_SPACE, node->place,
                      "background: a picture to trace over is for models in the plane");
        return;
    }
    if (!tml_fields_check(c, "background", node, &fields, 1, NULL))
        return;
    const tml_node *image = tml_node_find(node, "image"), *at = tml_node_find(node, "at");
    if (at && at->kind != TML_NODE_LIST)
        tml_log_raise(c->log, TML_E_WRONG_TYPE, at->place, "background: \"at\" must be a list of 2 numbers, [x, y]");
    else if (image && !is_picture(image->text))
        tml_log_raise(c->log, TML_E_BACKGROUND_IMAGE, image->place,
                      "background: \"image\" must be a file that ends in .png, .jpg, .jpeg, .webp or .svg, or the "
                      "picture itself, \"data:image/png;base64,...\"");
    else
        model->background = node;
}

void tml_backdrop_read(const tml_checker *c, tml_model *model, const tml_node *groups)
{
    const tml_field_list fields = {tml_group_fields, tml_group_fields_count};
    read_background(c, model);
    model->groups = TML_NEW_ARRAY(c->arena, tml_group, groups->count);
    for (int i = 0; i < groups->count; i++) {
        const tml_node *key = groups->keys[i];
        const char *what = tml_arena_format(c->arena, "group %s", key->text);
        if (tml_name_check(c, "group", key) && tml_fields_check(c, what, groups->items[i], &fields, 1, NULL))
            model->groups[model->group_count++] = (tml_group){key->text, what, groups->items[i]};
    }
}

/* ---- names and values ---- */

static void check_width(tml_resolved *r, const tml_node *node)
{
    double width;
    if (tml_resolved_number(r, node, "m", "background: width", &width) && !(width > 0))
        tml_log_raise(r->log, TML_E_BACKGROUND_SIZE, node->place,
                      "background: \"width\" must be greater than zero, not %g m", width);
}

static void check_opacity(tml_resolved *r, const tml_node *node)
{
    double opacity;
    if (tml_resolved_number(r, node, "", "background: opacity", &opacity) && !(opacity >= 0 && opacity <= 1))
        tml_log_raise(r->log, TML_E_BACKGROUND_SIZE, node->place,
                      "background: \"opacity\" must be between 0 and 1, not %g", opacity);
}

static void check_background(tml_resolved *r, const tml_node *map)
{
    const tml_node *at = tml_node_find(map, "at"), *width = tml_node_find(map, "width");
    const tml_node *angle = tml_node_find(map, "angle"), *opacity = tml_node_find(map, "opacity");
    double value;
    for (int i = 0; at && i < at->count; i++)
        tml_resolved_number(r, at->items[i], "m", "background: at", &value);
    if (width)
        check_width(r, width);
    if (angle)
        tml_resolved_number(r, angle, "rad", "background: angle", &value);
    if (opacity)
        check_opacity(r, opacity);
}

/* Whether elements of a use of a part, or joints of a joint of several bodies, begin with the name. */
static bool is_use(const tml_model *model, const char *name)
{
    const size_t length = strlen(name);
    for (size_t i = 0; i < model->names.capacity; i++) {
        const char *other = model->names.slots[i].name;
        if (other && strncmp(other, name, length) == 0 && other[length] == '.')
            return true;
    }
    return false;
}

static void check_members(tml_resolved *r, const tml_group *group)
{
    const tml_node *of = tml_node_find(group->node, "of");
    const tml_model *m = r->model;
    for (int i = 0; of && i < of->count; i++) {
        const char *name = of->items[i]->text;
        if (tml_names_find(&m->names, name) >= 0 || is_use(m, name) || m->lost_names)
            continue;
        const char *near = tml_names_nearest(&m->names, name);
        tml_log_raise(r->log, TML_E_GROUP_OF, of->items[i]->place, "%s: there is no body, joint or force \"%s\"%s%s%s",
                      group->what, name, near ? "; did you mean \"" : "", near ? near : "", near ? "\"?" : "");
    }
}

void tml_backdrop_check(tml_resolved *r)
{
    if (r->model->background)
        check_background(r, r->model->background);
    for (int i = 0; i < r->model->group_count; i++)
        check_members(r, &r->model->groups[i]);
}
