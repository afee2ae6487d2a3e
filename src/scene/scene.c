/* scene.c - what the workbench draws, as JSON: the parts of a model as numbers, its bodies in their initial poses.
 *
 * A model is drawn while it is being built: it may have no joints yet, no masses, no analyses, and joints that cannot
 * be closed. All of that has a scene; only a text that cannot be read has none.
 */
#include "scene/scene.h"
#include "mobility/mobility.h"
#include "run/propose.h"
#include <string.h>

static void put_drivers(tml_scene *scene)
{
    tml_json_open(&scene->pen, "drivers", '[');
    for (int i = 0; i < scene->model->driver_count; i++) {
        const tml_driver *d = &scene->model->drivers[i];
        tml_json_open(&scene->pen, NULL, '{');
        tml_scene_placed(scene, d->name, d->place);
        tml_json_text(&scene->pen, "channel", d->channel.name);
        tml_json_text(&scene->pen, "text", d->channel.text);
        tml_json_close(&scene->pen, '}');
    }
    tml_json_close(&scene->pen, ']');
}

static void put_names(tml_scene *scene, const char *key, const tml_node *list)
{
    tml_json_open(&scene->pen, key, '[');
    for (int i = 0; i < list->count; i++)
        tml_json_text(&scene->pen, NULL, list->items[i]->text);
    tml_json_close(&scene->pen, ']');
}

/* The units that the model asks to be shown in, and the paths that are drawn. */
static void put_display(tml_scene *scene)
{
    const tml_node *display = scene->model->display;
    if (!display)
        return;
    tml_json_open(&scene->pen, "display", '{');
    for (int i = 0; i < display->count; i++)
        if (display->items[i]->kind == TML_NODE_LIST)
            put_names(scene, display->keys[i]->text, display->items[i]);
        else
            tml_json_text(&scene->pen, display->keys[i]->text, display->items[i]->text);
    tml_json_close(&scene->pen, '}');
}

/* Elements that are hidden or locked together. */
static void put_groups(tml_scene *scene)
{
    tml_json_open(&scene->pen, "groups", '[');
    for (int i = 0; i < scene->model->group_count; i++) {
        const tml_group *group = &scene->model->groups[i];
        const tml_node *hidden = tml_node_find(group->node, "hidden"), *locked = tml_node_find(group->node, "locked");
        tml_json_open(&scene->pen, NULL, '{');
        tml_json_text(&scene->pen, "name", group->name);
        put_names(scene, "of", tml_node_find(group->node, "of"));
        tml_json_bool(&scene->pen, "hidden", hidden && tml_node_is(hidden, "true"));
        tml_json_bool(&scene->pen, "locked", locked && tml_node_is(locked, "true"));
        tml_json_close(&scene->pen, '}');
    }
    tml_json_close(&scene->pen, ']');
}

static void put_parameters(tml_scene *scene)
{
    const tml_resolved *r = scene->start.resolved;
    tml_json_open(&scene->pen, "parameters", '[');
    for (int i = 0; i < scene->model->parameter_count; i++) {
        const tml_named_text *p = &scene->model->parameters[i];
        char unit[64] = "";
        if (r->parameter_typed[i])
            tml_dimension_print(r->parameter_dimensions[i], unit, sizeof unit);
        tml_json_open(&scene->pen, NULL, '{');
        tml_scene_placed(
            scene, p->name,
            scene->model->parameter_keys[i]->place); /* its own is that of the text, or of a text set since */
        tml_json_text(&scene->pen, "text", p->text);
        tml_scene_number(scene, "value", r->parameters[i]);
        tml_json_text(&scene->pen, "unit", unit);
        tml_json_close(&scene->pen, '}');
    }
    tml_json_close(&scene->pen, ']');
}

/* Uses of parts, each with its frame on the ground; elements say by name which they belong to. */
static void put_uses(tml_scene *scene)
{
    const tml_model *m = scene->model;
    tml_json_open(&scene->pen, "uses", '[');
    for (int i = 0; i < m->use_count; i++) {
        const tml_use *use = m->uses[i];
        const tml_use_frame *f = tml_resolved_frame(scene->start.resolved, use);
        tml_json_open(&scene->pen, NULL, '{');
        tml_scene_placed(scene, use->name, m->use_keys[i]->place);
        tml_json_text(&scene->pen, "part", use->part);
        tml_scene_vector(scene, "at", f->p);
        tml_json_open(&scene->pen, "q", '[');
        tml_scene_number(scene, NULL, f->q.w);
        tml_scene_number(scene, NULL, f->q.x);
        tml_scene_number(scene, NULL, f->q.y);
        tml_scene_number(scene, NULL, f->q.z);
        tml_json_close(&scene->pen, ']');
        tml_json_close(&scene->pen, '}');
    }
    tml_json_close(&scene->pen, ']');
}

/* What the user asked to be reported besides; its values are channels. */
static void put_outputs(tml_scene *scene)
{
    tml_json_open(&scene->pen, "outputs", '[');
    for (int i = 0; i < scene->model->output_count; i++) {
        const tml_output *o = &scene->start.system->outputs[i];
        tml_json_open(&scene->pen, NULL, '{');
        tml_scene_placed(scene, o->name, scene->model->outputs[i].place);
        tml_json_text(&scene->pen, "unit", o->unit);
        tml_json_text(&scene->pen, "title", o->title);
        tml_json_close(&scene->pen, '}');
    }
    tml_json_close(&scene->pen, ']');
}

/* States of the user's, by the kind of each; their channels begin with the name. */
static void put_states(tml_scene *scene)
{
    tml_json_open(&scene->pen, "states", '[');
    for (int i = 0; i < scene->model->state_count; i++) {
        const tml_state_element *e = &scene->model->states[i];
        if (e->force)
            continue;
        tml_json_open(&scene->pen, NULL, '{');
        tml_scene_placed(scene, e->name, e->place);
        tml_json_text(&scene->pen, "type", e->class->name);
        tml_json_close(&scene->pen, '}');
    }
    tml_json_close(&scene->pen, ']');
}

static void put_analyses(tml_scene *scene)
{
    tml_json_open(&scene->pen, "analyses", '[');
    for (int i = 0; i < scene->model->analysis_count; i++) {
        const tml_element *e = &scene->model->analyses[i];
        tml_json_open(&scene->pen, NULL, '{');
        tml_json_text(&scene->pen, "kind", e->kind);
        tml_json_number(&scene->pen, "line", e->place.line);
        tml_json_number(&scene->pen, "column", e->place.column);
        tml_json_close(&scene->pen, '}');
    }
    tml_json_close(&scene->pen, ']');
}

/* For each kind of analysis: options with which one more would be valid, or what the model needs first. */
static void put_proposals(tml_scene *scene)
{
    const tml_proposal *list = tml_analyses_propose(&scene->start, scene->model, &scene->arena, scene->refusals);
    tml_json_open(&scene->pen, "proposals", '{');
    for (int i = 0; i < tml_analysis_class_count; i++) {
        tml_json_open(&scene->pen, list[i].kind, '{');
        if (list[i].options)
            tml_json_text(&scene->pen, "options", list[i].options);
        if (list[i].needs)
            tml_json_text(&scene->pen, "needs", list[i].needs);
        tml_json_close(&scene->pen, '}');
    }
    tml_json_close(&scene->pen, '}');
}

static void put_channels(tml_scene *scene)
{
    size_t count;
    const tml_column *columns = tml_channels(scene->start.system, &scene->arena, &count);
    tml_json_open(&scene->pen, "channels", '[');
    for (size_t i = 0; i < count; i++) {
        tml_json_open(&scene->pen, NULL, '{');
        tml_json_text(&scene->pen, "name", columns[i].name);
        tml_json_text(&scene->pen, "unit", columns[i].unit);
        tml_json_close(&scene->pen, '}');
    }
    tml_json_close(&scene->pen, ']');
}

/* Bodies that fall because nothing holds them, by sets that hang together. */
static void put_loose(tml_scene *scene)
{
    const tml_system *s = scene->start.system;
    const tml_loose_bodies loose = tml_loose_bodies_find(s, &scene->arena);
    tml_json_open(&scene->pen, "loose", '[');
    for (int i = 0; i < loose.set_count; i++) {
        tml_json_open(&scene->pen, NULL, '[');
        for (int body = 1; body < s->nb; body++)
            if (loose.set[body] == i)
                tml_json_text(&scene->pen, NULL, s->masses[body].name);
        tml_json_close(&scene->pen, ']');
    }
    tml_json_close(&scene->pen, ']');
}

static void put_mobility(tml_scene *scene, tml_status status)
{
    static const char *const verdicts[] = {
        [TML_MOVES] = "moves", [TML_IMMOBILE] = "immobile", [TML_OVERDRIVEN] = "overdriven"};
    const tml_mobility m = tml_mobility_find(&scene->start, status, &scene->arena);
    tml_json_open(&scene->pen, "mobility", '{');
    tml_json_number(&scene->pen, "count", m.count);
    tml_json_number(&scene->pen, "joints", m.joints);
    tml_json_number(&scene->pen, "redundant", m.redundant);
    tml_json_number(&scene->pen, "drivers", m.drivers);
    tml_json_number(&scene->pen, "excess", m.excess);
    tml_json_text(&scene->pen, "verdict", verdicts[m.verdict]);
    tml_json_open(&scene->pen, "remedies", '[');
    for (size_t i = 0; i < m.remedy_count; i++)
        tml_json_text(&scene->pen, NULL, m.remedies[i]);
    tml_json_close(&scene->pen, ']');
    put_loose(scene);
    tml_json_close(&scene->pen, '}');
}

static void put_all(tml_scene *scene, tml_status status)
{
    const tml_prepared *b = &scene->start;
    tml_json_open(&scene->pen, NULL, '{');
    tml_json_text(&scene->pen, "title", scene->model->title ? scene->model->title : "");
    tml_json_bool(&scene->pen, "space", scene->model->space);
    tml_scene_number(scene, "size", b->system->size);
    put_display(scene);
    if (scene->model->group_count > 0)
        put_groups(scene);
    tml_scene_vector(scene, "gravity", b->system->gravity);
    tml_scene_bodies(scene);
    tml_scene_joints(scene);
    tml_scene_forces(scene);
    put_drivers(scene);
    put_states(scene);
    put_outputs(scene);
    put_parameters(scene);
    put_uses(scene);
    tml_scene_motions(scene);
    put_analyses(scene);
    put_proposals(scene);
    tml_scene_drawing(scene);
    put_channels(scene);
    tml_json_bool(&scene->pen, "assembled", b->closed);
    tml_json_number(&scene->pen, "dof", b->report.free_count);
    put_mobility(scene, status);
    tml_json_close(&scene->pen, '}');
}

static tml_status make(void *context)
{
    tml_scene *scene = context;
    if (!scene->refusals)
        tml_arena_give_up(&scene->arena);
    const tml_status status = tml_prepare(&scene->start, scene->model, scene->upto,
                                          tml_prepare_options_of(scene->model), &scene->arena, scene->log);
    if (status == TML_OK || status == TML_FAILED)
        put_all(scene, status);
    return status;
}

static tml_status text_of(const tml_model *model, int upto, char **json, tml_log *log)
{
    tml_scene scene = {.model = model, .log = log, .refusals = tml_log_make(), .upto = upto, .pen = {.dense = true}};
    scene.arena.watch = &model->watch;
    const tml_status status = tml_guarded(&scene.arena, NULL, make, &scene);
    tml_log_free(scene.refusals);
    return tml_text_detach_on(status, &scene.pen.out, &scene.arena, json, log);
}

tml_status tml_scene_text(const tml_model *model, char **json, tml_log *log)
{
    return text_of(model, -1, json, log);
}

tml_status tml_scene_text_in(const tml_model *model, size_t analysis, char **json, tml_log *log)
{
    const size_t count = (size_t)model->analysis_count;
    return text_of(model, (int)(analysis < count ? analysis + 1 : count) - 1, json, log);
}

long tml_scene_analysis(const tml_model *model, size_t analysis)
{
    const size_t count = (size_t)model->analysis_count;
    return tml_analysis_since(model, analysis < count ? (int)analysis : model->analysis_count - 1);
}
