/* states.c - the section `states`: which variables each element has, and what texts say of them. */
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

/* A ready piece is {KIND: {fields}}; otherwise the fields of `rate` stand in the element itself. */
static const tml_state_class *class_of(const tml_node *map, const tml_node **fields)
{
    const tml_state_class *class = map->kind == TML_NODE_MAP && map->count == 1 && map->keys[0]->kind == TML_NODE_SCALAR
                                       ? tml_state_class_find(map->keys[0]->text)
                                       : NULL;
    const bool piece = class && class != &tml_state_rate;
    *fields = piece ? map->items[0] : map;
    return piece ? class : &tml_state_rate;
}

/* What no single key can tell. */
static bool is_fitting(const tml_checker *c, const tml_state_element *e)
{
    const tml_node *where = e->fields;
    const char *wrong = e->class->misfit ? e->class->misfit(e->fields, &where) : NULL;
    if (wrong)
        tml_log_raise(c->log, TML_E_WRONG_TYPE, where->place, "state %s: %s", e->name, wrong);
    return !wrong;
}

static void add_variables(tml_model *model, const tml_state_element *e, int index)
{
    for (int i = 0; i < e->form.count; i++)
        tml_names_add(&model->state_names, e->form.variables[i].name, e->first + i);
    if (e->form.value)
        tml_names_add(&model->state_values, e->name, index);
}

int tml_states_read(const tml_checker *c, tml_model *model, const tml_node *map)
{
    tml_state_element *list = TML_NEW_ARRAY(c->arena, tml_state_element, map->count);
    model->state_names.arena = model->state_values.arena = c->arena;
    for (int i = 0; i < map->count; i++) {
        tml_state_element *e = &list[model->state_count];
        *e = (tml_state_element){
            .name = map->keys[i]->text, .place = map->keys[i]->place, .first = model->state_variable_count};
        e->class = class_of(map->items[i], &e->fields);
        const tml_field_list fields = {e->class->fields, e->class->fields_count};
        if (!tml_fields_check(c, tml_arena_format(c->arena, "state %s", e->name), e->fields, &fields, 1, NULL) ||
            !is_fitting(c, e)) {
            tml_names_add(&model->refused, e->name, 0);
            continue;
        }
        e->form = e->class->form(e->name, e->fields, c->arena);
        add_variables(model, e, model->state_count++);
        model->state_variable_count += e->form.count;
    }
    model->states = list;
    return map->count;
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
