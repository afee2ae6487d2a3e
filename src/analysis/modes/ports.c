/* ports.c - resolves the names of inputs and outputs. */
#include "analysis/modes/ports.h"
#include "model/multiple_joint.h"
#include <string.h>

static const tml_node *list_of(tml_task *task, const char *field)
{
    return tml_element_field(task->element, tml_task_field(task, field));
}

static int count_of(const tml_node *list)
{
    return list ? list->kind == TML_NODE_LIST ? list->count : 1 : 0;
}

static const tml_node *item_of(const tml_node *list, int i)
{
    return list->kind == TML_NODE_LIST ? list->items[i] : list;
}

/* ---- inputs ---- */

/* "fx" of a force law: force or torque along an axis. */
static const char *component_name(const tml_system *s, int law, char name[3])
{
    const tml_measure *m = &s->measures[s->terms[s->laws[law].terms.first].measure];
    name[0] = m->is_rotation ? 't' : 'f';
    name[1] = (char)('x' + (int)m->axis);
    name[2] = 0;
    return name;
}

/* What the force reports for a unit of its law: -1 if tension is positive. */
static double sign_of(const tml_force *f)
{
    for (size_t i = 0; i < f->class->channels_count; i++)
        if (f->class->channels[i].what == TML_CHANNEL_FORCE)
            return f->class->channels[i].factor;
    return 1;
}

/* All names that inputs may have, with their meaning; one is added where it is wanted. */
typedef struct {
    tml_names names;
    tml_linear_input *found;
    const char **units;
    tml_arena *arena;
} catalogue;

static void add(catalogue *c, const char *name, tml_linear_input input, const char *unit)
{
    const int at = (int)c->names.count;
    c->found[at] = input;
    c->units[at] = unit;
    tml_names_add(&c->names, name, at);
}

static void list_inputs(catalogue *c, const tml_system *s)
{
    for (int i = 0; i < s->force_count; i++) {
        const tml_force *f = &s->forces[i];
        for (int k = f->first_law; k < f->first_law + f->law_count; k++) {
            const bool turns = tml_terms_turn(s, &s->laws[k].terms);
            char part[3];
            const char *name =
                f->law_count == 1 ? f->name : tml_arena_format(c->arena, "%s.%s", f->name, component_name(s, k, part));
            add(c, name, (tml_linear_input){.law = k, .factor = 1 / sign_of(f)}, tml_unit_of_force(turns));
        }
    }
    for (int i = 0; i < s->drive_count; i++)
        add(c, s->drives[i].name, (tml_linear_input){.law = -1, .released = i},
            s->drives[i].is_rotation ? "rad/s^2" : "m/s^2");
}

static bool find_inputs(tml_task *task, tml_ports *p)
{
    const tml_system *s = task->system;
    const tml_node *list = list_of(task, "inputs");
    const int max = s->law_count + s->drive_count + 1;
    bool good = true;
    catalogue c = {.names = {.arena = task->arena}, .arena = task->arena};
    c.found = TML_NEW_ARRAY(task->arena, tml_linear_input, max);
    c.units = TML_NEW_ARRAY(task->arena, const char *, max);
    list_inputs(&c, s);
    const int count = count_of(list);
    p->inputs = TML_NEW_ARRAY(task->arena, tml_linear_input, count + 1);
    p->input_names = TML_NEW_ARRAY(task->arena, const char *, count + 1);
    p->input_units = TML_NEW_ARRAY(task->arena, const char *, count + 1);
    p->released = TML_NEW_ARRAY(task->arena, int, count + 1);
    for (int i = 0; i < count; i++) {
        const tml_node *node = item_of(list, i);
        const int found = tml_names_find(&c.names, node->text);
        if (found < 0) {
            const char *near = tml_names_nearest(&c.names, node->text);
            tml_log_raise(task->log, TML_E_NO_PORT, node->place,
                          "modes: no force or driver \"%s\" to be an input%s%s%s", node->text,
                          near ? "; did you mean \"" : "", near ? near : "", near ? "\"?" : "");
            good = false;
            continue;
        }
        tml_linear_input input = c.found[found];
        if (input.law < 0) {
            p->released[p->released_count] = s->drives[input.released].row;
            input.released = p->released_count++;
        }
        p->inputs[p->input_count] = input;
        p->input_units[p->input_count] = c.units[found];
        p->input_names[p->input_count++] = node->text;
    }
    return good;
}

/* ---- outputs ---- */

/* The work done since the start is no function of the state, a residual is rounding. */
static bool can_be_output(const char *name)
{
    return strcmp(name, "t") != 0 && strcmp(name, "energy.work") != 0 && strcmp(name, "energy.error") != 0 &&
           strncmp(name, "residual.", 9) != 0;
}

/* What an output of the user's is made of, directly or through others, that no linearization has; NULL: nothing. */
static const char *find_obstacle(const tml_system *s, int output, const char *const *obstacles)
{
    const tml_expression *value = s->outputs[output].value;
    for (int i = 0; i < s->result_count; i++)
        if (!can_be_output(s->results[i].name) && tml_expression_uses(value, s->results[i].input))
            return s->results[i].name;
    for (int i = 0; i < s->output_count; i++)
        if (obstacles[i] && s->outputs[i].input >= 0 && tml_expression_uses(value, s->outputs[i].input))
            return obstacles[i];
    return NULL;
}

static const char **list_obstacles(tml_task *task)
{
    const tml_system *s = task->system;
    const char **obstacles = TML_NEW_ARRAY(task->arena, const char *, s->output_count + 1);
    for (int i = 0; i < s->output_count; i++)
        obstacles[s->output_order[i]] = find_obstacle(s, s->output_order[i], obstacles);
    return obstacles;
}

/* Complains of an output of the user's with an obstacle. */
static bool is_function_of_state(tml_task *task, const char *const *obstacles, size_t column, const tml_node *node)
{
    const tml_system *s = task->system;
    for (int i = 0; i < s->output_count; i++)
        if (s->outputs[i].column == column && obstacles[i]) {
            tml_log_raise(task->log, TML_E_NO_PORT, node->place,
                          "modes: \"%s\" cannot be an output: it is made of %s, which is no function of positions, "
                          "velocities and states",
                          node->text, obstacles[i]);
            return false;
        }
    return true;
}

static bool find_outputs(tml_task *task, tml_ports *p)
{
    const tml_node *list = list_of(task, "outputs");
    const int count = count_of(list);
    bool good = true;
    tml_names names = {.arena = task->arena};
    p->channels = tml_channels(task->system, task->arena, &p->channel_count);
    p->outputs = TML_NEW_ARRAY(task->arena, int, count + 1);
    p->kinks = TML_NEW_ARRAY(task->arena, bool, count + 1);
    const char *const *obstacles = list_obstacles(task);
    for (size_t i = 0; count && i < p->channel_count; i++)
        if (can_be_output(p->channels[i].name))
            tml_names_add(&names, p->channels[i].name, (int)i);
    for (int i = 0; i < count; i++) {
        const tml_node *node = item_of(list, i);
        const int found = tml_names_find(&names, node->text);
        if (found >= 0) {
            good &= is_function_of_state(task, obstacles, (size_t)found, node);
            p->outputs[p->output_count++] = found;
            continue;
        }
        good = false;
        if (tml_multiple_joint_refuse(task->resolved, "modes", node->text, node->place))
            continue;
        const char *near = tml_names_nearest(&names, node->text);
        tml_log_raise(task->log, TML_E_NO_PORT, node->place, "modes: no channel \"%s\" to be an output%s%s%s",
                      node->text, near ? "; did you mean \"" : "", near ? near : "", near ? "\"?" : "");
    }
    return good;
}

bool tml_ports_find(tml_task *task, tml_ports *ports)
{
    *ports = (tml_ports){0};
    const bool good = find_inputs(task, ports);
    return find_outputs(task, ports) && good;
}
