/* states.c - the section `states`, and the states of forces: which variables each element has, and what texts say of them. */
#include "model/states.h"
#include "model/check.h"
#include <stdlib.h>
#include <string.h>

const tml_state_class *tml_state_class_find(const char *name)
{
    for (int i = 0; i < tml_state_class_count; i++)
        if (strcmp(tml_state_classes[i]->name, name) == 0)
            return tml_state_classes[i];
    return NULL;
}

/* A ready piece is {KIND: {fields}}; otherwise the fields of `rate` stand in the element itself. NULL: no kind, with a message. */
static const tml_state_class *class_of(const tml_checker *c, const char *name, const tml_node *map,
                                       const tml_node **fields)
{
    const tml_node *one = map->kind == TML_NODE_MAP && map->count == 1 ? map->items[0] : NULL;
    *fields = map;
    for (int i = 0; map->kind == TML_NODE_MAP && i < map->count; i++) {
        const tml_state_class *class = tml_state_class_find(map->keys[i]->text);
        if (!class || class == &tml_state_rate)
            continue;
        *fields = map->items[i];
        if (one)
            return class;
        tml_log_raise(c->log, TML_E_UNKNOWN_KEY, map->keys[i == 0]->place,
                      "state %s: a %s has no other keys beside it: its own stand in {%s: {...}}", name, class->name,
                      class->name);
        return NULL;
    }
    if (!one || one->kind != TML_NODE_MAP)
        return &tml_state_rate;
    const char *kinds[64];
    size_t count = 0;
    for (int i = 0; i < tml_state_class_count && count < 64; i++)
        kinds[count++] = tml_state_classes[i]->name;
    tml_log_raise(c->log, TML_E_UNKNOWN_TYPE, map->keys[0]->place, "state %s: unknown kind \"%s\"%s", name,
                  map->keys[0]->text, tml_suggestion(c, tml_nearest(map->keys[0]->text, kinds, count)));
    return NULL;
}

/* Each key by itself, then what no single key can tell. */
static bool fields_fit(const tml_checker *c, const tml_state_element *e)
{
    const tml_node *where = e->fields;
    const tml_field_list fields = {e->class->fields, e->class->fields_count};
    const char *what = tml_state_what(e, c->arena);
    if (!e->force && !tml_fields_check(c, what, e->fields, &fields, 1, NULL))
        return false;
    const char *wrong = e->class->misfit ? e->class->misfit(e->fields, &where) : NULL;
    if (wrong)
        tml_log_raise(c->log, TML_E_WRONG_TYPE, where->place, "%s: %s", what, wrong);
    return !wrong;
}

static void check_part(const tml_checker *c, const tml_model *model, const tml_state_element *e, const char *name)
{
    if (strcmp(name, e->name) == 0)
        return;
    if (tml_names_find(&model->names, name) >= 0)
        tml_log_raise(c->log, TML_E_NAME_TAKEN, e->place, "%s: its part \"%s\" has the name of another element",
                      tml_state_what(e, c->arena), name);
    else
        tml_plain_name_check(c, model, "state", name, e->place);
}

static void add_signal(const tml_checker *c, tml_model *model, const tml_state_element *e, tml_state_signal_form form)
{
    if (!c->space && form.own && e->form.signals_in_space && tml_word_index(e->form.signals_in_space, form.own) >= 0)
        return;
    check_part(c, model, e, form.name);
    TML_GROW(c->arena, model->state_signals, model->state_signal_count, model->state_signal_capacity);
    tml_names_add(&model->state_values, form.name, model->state_signal_count);
    model->state_signals[model->state_signal_count++] = (tml_state_signal){(int)(e - model->states), form};
}

/* The first of several is x1: a name like those of elements. */
static void add_element(const tml_checker *c, tml_model *model, tml_state_element *e)
{
    e->first = model->state_variable_count;
    e->form = e->class->form(e->name, e->fields, c->arena);
    for (int i = 0; i < e->form.count; i++) {
        check_part(c, model, e, e->form.variables[i].name);
        tml_names_add(&model->state_names, e->form.variables[i].name, e->first + i);
    }
    if (e->form.value && !e->force)
        add_signal(c, model, e, (tml_state_signal_form){e->name, NULL, e->form.value, ""});
    for (int i = 0; i < e->form.signal_count; i++)
        add_signal(c, model, e, e->form.signals[i]);
    model->state_variable_count += e->form.count;
    model->state_count++;
}

void tml_states_read(const tml_checker *c, tml_model *model, const tml_node *map)
{
    tml_state_element *list = TML_NEW_ARRAY(c->arena, tml_state_element, map->count + model->force_count);
    model->states = list;
    model->state_names.arena = model->state_values.arena = c->arena;
    for (int i = 0; i < map->count; i++) {
        tml_state_element *e = &list[model->state_count];
        *e = (tml_state_element){.name = map->keys[i]->text, .place = map->keys[i]->place};
        e->class = class_of(c, e->name, map->items[i], &e->fields);
        if (e->class && fields_fit(c, e))
            add_element(c, model, e);
        else
            tml_names_add(&model->refused, e->name, 0);
    }
    for (int i = 0; i < model->force_count; i++) {
        const tml_element *force = &model->forces[i];
        tml_state_element *e = &list[model->state_count];
        if (!force->force || !force->force->states || force->broken)
            continue;
        *e = (tml_state_element){.name = force->name,
                                 .force = force,
                                 .place = force->place,
                                 .class = force->force->states,
                                 .fields = force->node};
        if (fields_fit(c, e))
            add_element(c, model, e);
    }
}

const char *tml_state_what(const tml_state_element *e, tml_arena *arena)
{
    return tml_arena_format(arena, "%s %s", e->force ? "force" : "state", e->name);
}

double tml_field_value(const tml_field_values *of, const char *field)
{
    return of->values[tml_field_find(of->fields, of->count, field) - of->fields];
}

const double *tml_field_items(const tml_field_values *of, const char *field)
{
    return of->lists[tml_field_find(of->fields, of->count, field) - of->fields];
}

const tml_node *tml_state_unit(const char *unit, tml_arena *arena)
{
    tml_node *node = TML_NEW(arena, tml_node);
    *node = (tml_node){.kind = TML_NODE_SCALAR, .text = unit};
    return node;
}

bool tml_state_is_zero(const tml_node *number)
{
    char *end = NULL;
    return !number ||
           (number->kind == TML_NODE_SCALAR && strtod(number->text, &end) == 0 && end != number->text && *end == 0);
}

/* `rate2` is the second entry of a list. */
const tml_node *tml_state_field(const tml_state_element *e, const char *name, const tml_field **field)
{
    const size_t length = strcspn(name, "0123456789");
    for (size_t i = 0; i < e->class->fields_count; i++) {
        *field = &e->class->fields[i];
        if (strlen((*field)->name) != length || strncmp((*field)->name, name, length) != 0)
            continue;
        const tml_node *node = tml_node_find(e->fields, (*field)->name);
        const int item = name[length] ? (int)strtol(name + length, NULL, 10) : 0;
        if (!item || !node)
            return node;
        return node->kind == TML_NODE_LIST ? item <= node->count ? node->items[item - 1] : NULL
               : item == 1                 ? node
                                           : NULL;
    }
    *field = NULL;
    return NULL;
}

bool tml_state_lists(const char *names, const char *name)
{
    return names && tml_word_index(names, name) >= 0;
}

const char *tml_state_field_unit(const tml_state_class *class, const tml_field *field, tml_channel_along along)
{
    const bool rotates = along == TML_ROTATIONS;
    if (field->unit || along == TML_ANY_COORDINATE)
        return field->unit && field->unit[0] ? field->unit : NULL;
    return tml_state_lists(class->coordinates, field->name) ? tml_unit_of_motion(rotates, 0)
           : tml_state_lists(class->rates, field->name)     ? tml_unit_of_motion(rotates, 1)
           : tml_state_lists(class->loads, field->name)     ? tml_unit_of_force(rotates)
                                                            : NULL;
}
