/* scene_force.c - forces of a scene: on which bodies and points, or on which joint, and those of their numbers that are constant. */
#include "model/contact.h"
#include "model/scope.h"
#include "scene/scene.h"
#include "system/channel/channels.h"
#include <string.h>

static bool acts_on_joint(const tml_element *e)
{
    return e->force->acts == TML_ACTS_ON_JOINT ||
           (e->force->acts == TML_ACTS_ON_JOINT_OR_BODIES && e->type_node->kind == TML_NODE_SCALAR);
}

/* The joint that is meant by `O` or `O.angle`: the model has found it good. */
static const tml_joint *joint_of(const tml_scene *scene, const tml_element *e)
{
    const int index = tml_scope_element(scene->model, e->type_node->text, e->type_node->place.use).index;
    return &scene->start.system->joints[index - scene->model->body_count];
}

/* "O.angle", also where only the joint is named: it has one coordinate then. */
static const char *coordinate_of(tml_scene *scene, const tml_element *e)
{
    const tml_system *s = scene->start.system;
    const tml_joint *j = joint_of(scene, e);
    int k = j->first_coordinate;
    while (s->coordinates[k].term.measure < 0)
        k++;
    const char *rest = tml_scope_element(scene->model, e->type_node->text, e->type_node->place.use).rest;
    return tml_arena_dotted(&scene->arena, j->name, rest ? rest : s->coordinates[k].name);
}

/* The place where the first two bodies of a contact are nearest, in the frame of each; of one among many surfaces those of the first pair. */
static int touching_ends(tml_scene *scene, const tml_element *e, tml_anchor ends[2])
{
    const tml_system *s = scene->start.system;
    const tml_force *force = &s->forces[e - scene->model->forces];
    tml_contact_form form;
    if (!force->pair_count && !tml_element_contact(scene->start.resolved, e, &form))
        return 0;
    if (!force->pair_count) {
        const tml_body_surface *const pair[] = {form.pairs[0].first, form.pairs[0].second};
        for (int i = 0; i < 2; i++)
            ends[i] = (tml_anchor){pair[i]->body, pair[i]->point_count ? pair[i]->points[0] : pair[i]->at};
        return 2;
    }
    const tml_contact_pair *pair = &s->contact_pairs[force->first_pair];
    double *none = TML_NEW_ARRAY(&scene->arena, double, s->law_count), values[TML_CONTACT_VALUES];
    tml_contact_pair_wrench(scene->start.work, pair, none, values);
    for (int i = 0; i < 2; i++)
        ends[i] = (tml_anchor){.body = i ? pair->body2 : pair->body1};
    for (int i = 0; i < 2; i++)
        ends[i].p = tml_scene_in_body(scene, ends[i].body, (tml_vec3){values[0], values[1], values[2]});
    return 2;
}

static int ends_of(tml_scene *scene, const tml_element *e, tml_anchor ends[2])
{
    if (e->force->acts == TML_ACTS_BETWEEN_SURFACES)
        return touching_ends(scene, e, ends);
    if (!acts_on_joint(e))
        return tml_resolved_force_ends(scene->start.resolved, e, ends);
    const tml_joint *j = joint_of(scene, e);
    ends[0] = (tml_anchor){j->body1, tml_scene_joint_point(scene, j, false)};
    ends[1] = (tml_anchor){j->body2, tml_scene_joint_point(scene, j, true)};
    return 2;
}

static void put_ends(tml_scene *scene, const tml_element *e)
{
    tml_anchor ends[2];
    const int count = ends_of(scene, e, ends);
    tml_json_open(&scene->pen, "bodies", '[');
    for (int i = 0; i < count; i++)
        tml_json_number(&scene->pen, NULL, ends[i].body);
    tml_json_close(&scene->pen, ']');
    tml_json_open(&scene->pen, "points", '[');
    for (int i = 0; i < count; i++)
        tml_scene_vector(scene, NULL, ends[i].p);
    tml_json_close(&scene->pen, ']');
    if (acts_on_joint(e)) {
        tml_json_text(&scene->pen, "joint", joint_of(scene, e)->name);
        tml_json_text(&scene->pen, "coordinate", coordinate_of(scene, e));
    }
}

static void put_force(tml_scene *scene, const tml_element *e)
{
    const tml_field *axes = tml_field_find(e->force->fields, e->force->fields_count, "axes");
    tml_json_open(&scene->pen, NULL, '{');
    tml_scene_placed(scene, e->name, e->place);
    tml_json_text(&scene->pen, "type", e->force->name);
    put_ends(scene, e);
    if (axes)
        tml_json_text(&scene->pen, "axes", tml_element_choice(scene->start.resolved, e, axes));
    tml_json_open(&scene->pen, "numbers", '{');
    tml_scene_fields(scene, e, e->force->fields, e->force->fields_count);
    tml_json_close(&scene->pen, '}');
    tml_json_close(&scene->pen, '}');
}

void tml_scene_forces(tml_scene *scene)
{
    tml_json_open(&scene->pen, "forces", '[');
    for (int i = 0; i < scene->model->force_count; i++)
        put_force(scene, &scene->model->forces[i]);
    tml_json_close(&scene->pen, ']');
}
