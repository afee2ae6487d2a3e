/* scene_joint.c - joints of a scene: what they connect, where, along which direction, and the values of their coordinates. */
#include "model/clearance.h"
#include "model/multiple_joint.h"
#include "scene/scene.h"
#include "system/channel/channels.h"
#include "system/path.h"
#include <math.h>
#include <string.h>

/* One side of a joint. */
typedef struct {
    int body;
    tml_vec3 point, axis; /* in its frame; axis zero: none is given */
} side;

static bool gives(const tml_element *e, const char *name)
{
    return tml_element_field(e, tml_field_find(tml_joint_common_fields, tml_joint_common_fields_count, name)) != NULL;
}

/* The direction as the file gives it: in the plane x of the joint's frames, in space z, or those of the kind. */
static tml_vec3 axis_of(const tml_scene *scene, int joint, bool second)
{
    const tml_joint *j = &scene->start.system->joints[joint];
    const tml_element *e = &scene->model->joints[joint];
    const tml_axis own = second ? j->class->axis_on_M : j->class->axis_on_F;
    if (!gives(e, "axis") && !gives(e, "axes"))
        return (tml_vec3){0, 0, 0};
    return tml_mat3_column(second ? &j->M : &j->F, !scene->start.system->space ? TML_X
                                                   : j->class->has_axes        ? own
                                                                               : TML_Z);
}

static side side_of(const tml_scene *scene, int joint, bool second)
{
    const tml_joint *j = &scene->start.system->joints[joint];
    const int body = second ? j->body2 : j->body1;
    const tml_vec3 point = j->class->connects == TML_CONNECT_SURFACES
                               ? tml_scene_in_body(scene, body, tml_rolling_point(scene->start.work, j))
                               : tml_scene_joint_point(scene, j, second);
    return (side){body, point, axis_of(scene, joint, second)};
}

/* Of two coupled joints: the bodies that rotate or slide, not the one that carries both. */
static side wheel_of(const tml_scene *scene, int joint, int other)
{
    const tml_joint *j = &scene->start.system->joints[joint], *o = &scene->start.system->joints[other];
    return side_of(scene, joint, tml_joints_carrier(j, o) != j->body2);
}

static void put_sides(tml_scene *scene, const side sides[2])
{
    tml_json_open(&scene->pen, "bodies", '[');
    for (int i = 0; i < 2; i++)
        tml_json_number(&scene->pen, NULL, sides[i].body);
    tml_json_close(&scene->pen, ']');
    tml_json_open(&scene->pen, "points", '[');
    for (int i = 0; i < 2; i++)
        tml_scene_vector(scene, NULL, sides[i].point);
    tml_json_close(&scene->pen, ']');
    tml_json_open(&scene->pen, "axes", '[');
    for (int i = 0; i < 2; i++)
        tml_scene_vector(scene, NULL, sides[i].axis);
    tml_json_close(&scene->pen, ']');
}

/* What a belt or cable passes, in order. */
static void put_path(tml_scene *scene, const tml_path *path)
{
    tml_json_open(&scene->pen, "path", '{');
    tml_json_bool(&scene->pen, "closed", path->closed);
    tml_json_open(&scene->pen, "places", '[');
    for (int i = 0; i < path->place_count; i++) {
        const tml_path_place *p = &path->places[i];
        tml_json_open(&scene->pen, NULL, '{');
        tml_json_number(&scene->pen, "body", p->body);
        tml_scene_vector(scene, "point", tml_scene_point(scene, p->body, p->p));
        tml_scene_number(scene, "radius", p->radius);
        if (path->slants && p->radius != 0)
            tml_scene_vector(scene, "axis", tml_mat3_column(&p->axes, TML_Z));
        tml_json_close(&scene->pen, '}');
    }
    tml_json_close(&scene->pen, ']');
    tml_json_close(&scene->pen, '}');
}

static void put_connection(tml_scene *scene, int joint)
{
    const tml_system *s = scene->start.system;
    const tml_joint *j = &s->joints[joint];
    if (j->class->connects != TML_CONNECT_JOINTS) { /* of an expression: on the bodies that its left side names first */
        put_sides(scene, (side[]){side_of(scene, joint, false), side_of(scene, joint, true)});
        if (j->path)
            put_path(scene, j->path);
        if (j->class->curve)
            tml_scene_curve(scene, j);
        return;
    }
    put_sides(scene, (side[]){wheel_of(scene, j->joint1, j->joint2), wheel_of(scene, j->joint2, j->joint1)});
    tml_json_open(&scene->pen, "joints", '[');
    tml_json_text(&scene->pen, NULL, s->joints[j->joint1].name);
    tml_json_text(&scene->pen, NULL, s->joints[j->joint2].name);
    tml_json_close(&scene->pen, ']');
}

static void put_numbers(tml_scene *scene, int joint)
{
    const tml_joint *j = &scene->start.system->joints[joint];
    const tml_element *e = &scene->model->joints[joint];
    const tml_joint_class *c = j->class;
    tml_json_open(&scene->pen, "numbers", '{');
    tml_scene_fields(scene, e, c->fields, c->fields_count);
    if (c->connects == TML_CONNECT_POINTS && !tml_element_field(e, &c->fields[0])) /* a length as drawn */
        tml_scene_number(scene, c->fields[0].name, j->par[0]);
    if (c->connects != TML_CONNECT_PATH)
        tml_scene_fields(scene, e, tml_joint_common_fields, tml_joint_common_fields_count);
    tml_json_close(&scene->pen, '}');
}

/* What is chosen of several words, where the text says it. */
static void put_words(tml_scene *scene, const tml_element *e)
{
    const tml_joint_class *c = e->joint;
    bool some = false;
    for (size_t i = 0; i < c->fields_count; i++) {
        if (c->fields[i].type != TML_FIELD_CHOICE || !tml_element_field(e, &c->fields[i]))
            continue;
        if (!some)
            tml_json_open(&scene->pen, "words", '{');
        some = true;
        tml_json_text(&scene->pen, c->fields[i].name, tml_element_choice(scene->start.resolved, e, &c->fields[i]));
    }
    if (some)
        tml_json_close(&scene->pen, '}');
}

/* Its ends, null where there is none. */
static void put_limit(tml_scene *scene, const tml_limit *limit)
{
    const double ends[] = {limit->lower, limit->upper};
    tml_json_open(&scene->pen, "limits", '[');
    for (int i = 0; i < 2; i++)
        if (isfinite(ends[i]))
            tml_scene_number(scene, NULL, ends[i]);
        else
            tml_json_raw(&scene->pen, NULL, "null");
    tml_json_close(&scene->pen, ']');
}

static void put_coordinates(tml_scene *scene, const tml_joint *j)
{
    const tml_system *s = scene->start.system;
    tml_json_open(&scene->pen, "coordinates", '[');
    for (int i = j->first_coordinate; i < j->first_coordinate + j->coordinate_count; i++) {
        const tml_joint_coordinate *f = &s->coordinates[i];
        if (f->term.measure < 0)
            continue;
        tml_json_open(&scene->pen, NULL, '{');
        tml_json_text(&scene->pen, "channel", tml_arena_dotted(&scene->arena, j->name, f->name));
        tml_json_text(&scene->pen, "unit", tml_unit_of_motion(f->is_rotation, 0));
        tml_scene_number(scene, "value", f->term.coefficient * scene->start.work->value[f->term.measure]);
        if (f->limit >= 0)
            put_limit(scene, &s->limits[f->limit]);
        tml_json_text(&scene->pen, "actuator", tml_joint_coordinate_channel(j, f, "actuator", &scene->arena));
        tml_json_close(&scene->pen, '}');
    }
    tml_json_close(&scene->pen, ']');
}

/* Its sizes; the surfaces that limit the play are among those of its bodies. */
static void put_clearance(tml_scene *scene, const tml_joint *j)
{
    const tml_clearance_sizes *c = &j->clearance->sizes;
    const struct {
        const char *name;
        double value;
    } sizes[] = {
        {"gap", c->gap}, {"radius", c->radius}, {"length", c->length}, {"width", c->width}, {"axial", c->axial}};
    tml_json_open(&scene->pen, "clearance", '{');
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (sizes[i].value > 0)
            tml_scene_number(scene, sizes[i].name, sizes[i].value);
    tml_json_close(&scene->pen, '}');
}

void tml_scene_joints(tml_scene *scene)
{
    const tml_system *s = scene->start.system;
    tml_json_open(&scene->pen, "joints", '[');
    for (int i = 0; i < s->joint_count; i++) {
        const tml_joint *j = &s->joints[i];
        tml_json_open(&scene->pen, NULL, '{');
        tml_scene_placed(scene, j->name, j->place);
        if (scene->model->joints[i].multiple) /* the element of the text that it belongs to */
            tml_json_text(&scene->pen, "multiple", scene->model->joints[i].multiple->name);
        tml_json_text(&scene->pen, "type", j->class->name);
        put_connection(scene, i);
        put_numbers(scene, i);
        put_words(scene, &scene->model->joints[i]);
        tml_json_bool(&scene->pen, "compliant",
                      j->law_count > 0 && !j->clearance && !j->has_flanks &&
                          (j->class->connects != TML_CONNECT_EXPRESSION || tml_joint_is_compliant(s, i)));
        if (j->clearance)
            put_clearance(scene, j);
        put_coordinates(scene, j);
        tml_json_close(&scene->pen, '}');
    }
    tml_json_close(&scene->pen, ']');
}
