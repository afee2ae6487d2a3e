/* switches.c - forces and drivers that are on or off: as written, then as each analysis says. */
#include "model/switches.h"
#include "model/scope.h"
#include <string.h>

bool tml_switch_is(const tml_node *node, bool on)
{
    return tml_node_is(node, on ? "on" : "off") || tml_node_is(node, on ? "true" : "false");
}

int tml_model_force(const tml_model *model, const tml_node *key)
{
    const tml_named_element e = tml_scope_element(model, key->text, key->place.use);
    const int force = e.index - model->body_count - model->joint_count;
    return !e.rest && force >= 0 && force < model->force_count ? force : -1;
}

int tml_model_driver(const tml_model *model, const tml_node *key)
{
    const tml_named_element e = tml_scope_element(model, key->text, key->place.use);
    const int driver = e.index - model->body_count - model->joint_count - model->force_count;
    return !e.rest && driver >= 0 && driver < model->driver_count ? driver : -1;
}

static void apply(tml_resolved *r, const tml_node *map)
{
    for (int i = 0; map && map->kind == TML_NODE_MAP && i < map->count; i++) {
        const int force = tml_model_force(r->model, map->keys[i]), driver = tml_model_driver(r->model, map->keys[i]);
        if (force >= 0)
            r->force_off[force] = tml_switch_is(map->items[i], false);
        if (driver >= 0)
            r->driver_off[driver] = tml_switch_is(map->items[i], false);
    }
}

void tml_switches_read(tml_resolved *r, int upto)
{
    const tml_model *model = r->model;
    r->force_off = TML_NEW_ARRAY(r->arena, bool, model->force_count + 1);
    r->driver_off = TML_NEW_ARRAY(r->arena, bool, model->driver_count + 1);
    for (int i = 0; i < model->force_count; i++) {
        const tml_node *node = model->forces[i].node, *on = node ? tml_node_find(node, "on") : NULL;
        r->force_off[i] = on && tml_switch_is(on, false);
    }
    for (int i = 0; i < model->driver_count; i++)
        r->driver_off[i] = model->drivers[i].off;
    for (int i = 0; i <= upto; i++)
        apply(r, model->analyses[i].node ? tml_node_find(model->analyses[i].node, "switch") : NULL);
}

void tml_switches_check(const tml_checker *c, const tml_model *model, const char *what, const tml_node *map)
{
    const char *names[64];
    size_t count = 0;
    for (int i = 0; i < model->force_count && count < 32; i++)
        names[count++] = model->forces[i].name;
    for (int i = 0; i < model->driver_count && count < 64; i++)
        names[count++] = model->drivers[i].name;
    for (int i = 0; map && map->kind == TML_NODE_MAP && !model->lost_names && i < map->count; i++) {
        const char *name = map->keys[i]->text;
        if (tml_model_force(model, map->keys[i]) < 0 && tml_model_driver(model, map->keys[i]) < 0)
            tml_log_raise(c->log, TML_E_NO_SWITCH, map->keys[i]->place,
                          "%s: switch: \"%s\" is neither a force nor a driver%s", what, name,
                          tml_suggestion(c, tml_nearest(name, names, count)));
    }
}
