/* scene_piece.c - what all parts of a scene are made of: numbers, vectors, names with their places, constant fields. */
#include "base/number.h"
#include "model/scope.h"
#include "scene/scene.h"
#include <string.h>

void tml_scene_number(tml_scene *scene, const char *key, double value)
{
    tml_text *out = tml_json_value(&scene->pen, key);
    if (isfinite(value))
        tml_text_put_number(out, value + 0.0); /* no -0 */
    else
        tml_text_put(out, "null", 4);
}

void tml_scene_vector(tml_scene *scene, const char *key, tml_vec3 v)
{
    tml_json_open(&scene->pen, key, '[');
    tml_scene_number(scene, NULL, v.x);
    tml_scene_number(scene, NULL, v.y);
    tml_scene_number(scene, NULL, v.z);
    tml_json_close(&scene->pen, ']');
}

void tml_scene_placed(tml_scene *scene, const char *name, tml_place place)
{
    tml_json_text(&scene->pen, "name", name);
    tml_json_number(&scene->pen, "line", place.line);
    tml_json_number(&scene->pen, "column", place.column);
    if (place.file && strcmp(place.file, scene->model->file) != 0)
        tml_json_text(&scene->pen, "file", place.file);
    const tml_use *use = tml_use_of_part(place.use);
    if (use)
        tml_json_text(&scene->pen, "use", use->name);
}

tml_vec3 tml_scene_point(const tml_scene *scene, int body, tml_vec3 from_com)
{
    return tml_add(from_com, scene->start.system->masses[body].com);
}

/* ---- fields ---- */

typedef struct {
    tml_resolved *resolved;
    const tml_use *use;
    bool constant;
} names_seen;

static void see(void *context, const char *name)
{
    names_seen *s = context;
    s->constant &= tml_resolved_look_up(s->resolved, name, s->use).kind == TML_NAME_CONSTANT;
}

static bool constant_value(tml_scene *scene, const tml_node *node, double *value)
{
    tml_resolved *r = scene->start.resolved;
    names_seen s = {r, node->place.use, node->text[0] != 0};
    const tml_tree *tree = s.constant ? tml_resolved_parse(r, node->text, node->place, "") : NULL;
    if (tree)
        tml_tree_names(tree, see, &s);
    return tree && s.constant && tml_resolved_number(r, node, NULL, "", value);
}

/* One number, or each of several by its name. */
static void put_values(tml_scene *scene, const char *name, const tml_node *node)
{
    static const char *const axes[] = {"x", "y", "z"};
    double value;
    if (node->kind == TML_NODE_SCALAR && constant_value(scene, node, &value))
        tml_scene_number(scene, name, value);
    for (int i = 0; node->kind == TML_NODE_LIST && i < node->count && i < 3; i++)
        put_values(scene, tml_arena_dotted(&scene->arena, name, axes[i]), node->items[i]);
    for (int i = 0; node->kind == TML_NODE_MAP && i < node->count; i++)
        put_values(scene, tml_arena_dotted(&scene->arena, name, node->keys[i]->text), node->items[i]);
}

static bool is_number(tml_field_type type)
{
    return type == TML_FIELD_NUMBER || type == TML_FIELD_NUMBERS || type == TML_FIELD_VARYING ||
           type == TML_FIELD_VARYING_VECTOR || type == TML_FIELD_STIFFNESS || type == TML_FIELD_DAMPING ||
           type == TML_FIELD_STIFFNESS_MATRIX || type == TML_FIELD_DAMPING_MATRIX;
}

void tml_scene_fields(tml_scene *scene, const tml_element *e, const tml_field *fields, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const tml_node *node = is_number(fields[i].type) ? tml_element_field(e, &fields[i]) : NULL;
        if (node)
            put_values(scene, fields[i].name, node);
    }
}

tml_vec3 tml_scene_in_body(const tml_scene *scene, int body, tml_vec3 at)
{
    const tml_workspace *w = scene->start.work;
    if (body == 0)
        return at;
    if (w->system->space) {
        const tml_motion3 *m = &w->motion3[body];
        return tml_scene_point(scene, body, tml_rotate_back(&m->R, tml_sub(at, m->x)));
    }
    const tml_motion2 *m = &w->motion2[body];
    const double x = at.x - m->x, y = at.y - m->y;
    return tml_scene_point(scene, body, (tml_vec3){m->c * x + m->s * y, m->c * y - m->s * x, 0});
}

static tml_vec3 on_ground(const tml_scene *scene, int body, tml_vec3 p)
{
    const tml_workspace *w = scene->start.work;
    if (w->system->space)
        return tml_add(w->motion3[body].x, tml_rotate(&w->motion3[body].R, p));
    const tml_motion2 *m = &w->motion2[body];
    return (tml_vec3){m->x + m->c * p.x - m->s * p.y, m->y + m->s * p.x + m->c * p.y, 0};
}

tml_vec3 tml_scene_joint_point(const tml_scene *scene, const tml_joint *j, bool second)
{
    if (j->class->curve && !second)
        return tml_scene_in_body(scene, j->body1, on_ground(scene, j->body2, j->p2));
    return tml_scene_point(scene, second ? j->body2 : j->body1, second ? j->p2 : j->p1);
}
