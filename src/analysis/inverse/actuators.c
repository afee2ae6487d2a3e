/* actuators.c - `actuators` of an analysis: resolves names to joint coordinates, forces and drivers. */
#include "analysis/inverse/actuation.h"
#include "model/multiple_joint.h"
#include "model/scope.h"
#include <string.h>

/* A coordinate of joint j, by name or the only one. */
static bool find_coordinate(tml_task *task, const tml_node *node, const tml_joint *j, const char *wanted,
                            tml_actuator *p)
{
    const tml_system *s = task->system;
    int found = -1, count = 0;
    const char *list = NULL;
    for (int k = j->first_coordinate; k < j->first_coordinate + j->coordinate_count; k++) {
        if (s->coordinates[k].term.measure < 0)
            continue;
        const char *name = tml_arena_format(task->arena, "%s.%s", j->name, s->coordinates[k].name);
        list = list ? tml_arena_format(task->arena, "%s or %s", list, name) : name;
        if (!wanted || strcmp(s->coordinates[k].name, wanted) == 0)
            found = k, count++;
    }
    if (count != 1) {
        tml_log_raise(task->log, TML_E_NO_ACTUATOR, node->place,
                      !list        ? "%s: joint \"%s\" has no coordinate to act on%s"
                      : count == 0 ? "%s: joint \"%s\" has no such coordinate; it has %s"
                                   : "%s: joint \"%s\" has several coordinates; name one: %s",
                      task->element->kind, j->name, list ? list : "");
        return false;
    }
    p->name = j->coordinate_count == 1 ? j->name : tml_arena_dotted(task->arena, j->name, s->coordinates[found].name);
    p->coordinate = found;
    p->is_one_of_several = j->coordinate_count > 1;
    return true;
}

static bool find_force(tml_task *task, const tml_node *node, const tml_force *f, tml_actuator *p)
{
    const tml_system *s = task->system;
    if (f->law_count != 1 || !s->laws[f->first_law].value) {
        tml_log_raise(
            task->log, TML_E_NO_ACTUATOR, node->place,
            "%s: force \"%s\" is not an actuator: use an actuator, a motor, or another force with one free value",
            task->element->kind, f->name);
        return false;
    }
    p->law = f->first_law;
    for (size_t i = 0; i < f->class->channels_count; i++)
        if (f->class->channels[i].what == TML_CHANNEL_FORCE)
            p->sign = f->class->channels[i].factor;
    return true;
}

static void take_drive(const tml_system *s, int drive, tml_actuator *p)
{
    *p = (tml_actuator){.name = s->drives[drive].name, .coordinate = -1, .law = -1, .drive = drive, .sign = 1};
    p->turns = s->drives[drive].is_rotation;
}

static void report_unknown(tml_task *task, const tml_node *node)
{
    const tml_system *s = task->system;
    tml_names names = {.arena = task->arena};
    for (int i = 0; i < s->joint_count; i++)
        tml_names_add(&names, s->joints[i].name, i);
    for (int i = 0; i < s->force_count; i++)
        tml_names_add(&names, s->forces[i].name, i);
    for (int i = 0; i < s->drive_count; i++)
        tml_names_add(&names, s->drives[i].name, i);
    const char *near = tml_names_nearest(&names, node->text);
    tml_log_raise(task->log, TML_E_NO_ACTUATOR, node->place,
                  near ? "%s: no joint, force or driver \"%s\"; did you mean \"%s\"?"
                       : "%s: no joint, force or driver \"%s\"",
                  task->element->kind, node->text, near);
}

static bool find_actuator(tml_task *task, const tml_node *node, tml_actuator *p)
{
    const tml_system *s = task->system;
    const tml_named_element e = tml_scope_element(s->model, node->text, node->place.use);
    const int joint = e.index - s->nb, force = joint - s->joint_count, drive = force - s->force_count;
    *p = (tml_actuator){.name = node->text, .coordinate = -1, .law = -1, .drive = -1, .sign = 1};
    if (joint >= 0 && joint < s->joint_count)
        return find_coordinate(task, node, &s->joints[joint], e.rest, p);
    if (force >= 0 && force < s->force_count && !e.rest)
        return find_force(task, node, &s->forces[force], p);
    if (drive >= 0 && drive < s->drive_count && !e.rest) {
        take_drive(s, drive, p);
        return true;
    }
    if (!tml_multiple_joint_refuse(task->resolved, task->element->kind, node->text, node->place))
        report_unknown(task, node);
    return false;
}

static bool read_list(tml_task *task, const tml_node *node, tml_actuation *a)
{
    const tml_system *s = task->system;
    bool good = true;
    for (int i = 0; i < node->count; i++) {
        tml_actuator *p = &a->list[a->count++];
        if (!find_actuator(task, node->items[i], p)) {
            good = false;
            continue;
        }
        p->turns = p->coordinate >= 0 ? s->coordinates[p->coordinate].is_rotation
                                      : tml_terms_turn(s, tml_actuator_terms(s, p));
        for (int k = 0; k < a->count - 1; k++)
            if (a->list[k].coordinate == p->coordinate && a->list[k].law == p->law && a->list[k].drive == p->drive) {
                tml_log_raise(task->log, TML_E_ACTUATOR_TWICE, node->items[i]->place,
                              "%s: actuator \"%s\" is named twice", task->element->kind, node->items[i]->text);
                good = false;
            }
    }
    return good;
}

/* `A.angle` of a joint with one coordinate is `A`. */
static void shorten_names(const tml_system *s, tml_actuation *a)
{
    for (int i = 0; i < a->count; i++)
        for (int k = 0; k < s->joint_count && a->list[i].coordinate >= 0; k++)
            if (s->joints[k].coordinate_count == 1 && s->joints[k].first_coordinate == a->list[i].coordinate)
                a->list[i].name = s->joints[k].name;
}

static void allocate(tml_actuation *a)
{
    const tml_system *s = a->system;
    const size_t nv = (size_t)s->nv, longest = nv > (size_t)a->count ? nv : (size_t)a->count;
    a->row = TML_NEW_ARRAY(a->arena, int, s->rigid_row_count + 1);
    for (int i = 0; i < s->rigid_row_count; i++)
        if (s->rows[i].driver < 0)
            a->row[a->rows++] = i;
    a->unit = TML_NEW_ARRAY(a->arena, double, nv + 1);
    a->b = TML_NEW_ARRAY(a->arena, double, (size_t)a->count *nv + 1);
    a->F = TML_NEW_ARRAY(a->arena, double, nv + 1);
    a->residual = TML_NEW_ARRAY(a->arena, double, nv + 1);
    a->motion_direction = TML_NEW_ARRAY(a->arena, double, nv + 1);
    a->min_free_count = -1;
    a->C = TML_NEW_ARRAY(a->arena, double, (size_t)a->count *nv + 1);
    a->D = TML_NEW_ARRAY(a->arena, double, (size_t)a->count *nv + 1);
    a->y = TML_NEW_ARRAY(a->arena, double, longest + 1);
    a->singular = TML_NEW_ARRAY(a->arena, double, longest + 1);
    a->reactions = TML_NEW_ARRAY(a->arena, double, a->rows + s->ignorable_count + 1);
    for (int j = 0; j < s->nv; j++)
        a->unit[j] = j % s->nvb < (s->space ? 3 : 2) ? 1 : s->size;
}

tml_actuation *tml_actuation_read(tml_task *task)
{
    const tml_system *s = task->system;
    const tml_node *node = tml_element_field(task->element, tml_task_field(task, "actuators"));
    tml_actuation *a = TML_NEW(task->arena, tml_actuation);
    a->system = s;
    a->arena = task->arena;
    a->list = TML_NEW_ARRAY(task->arena, tml_actuator, (node ? node->count : s->drive_count) + 1);
    if (node && !read_list(task, node, a))
        return NULL;
    for (int i = 0; !node && i < s->drive_count; i++)
        take_drive(s, i, &a->list[a->count++]);
    shorten_names(s, a);
    allocate(a);
    return a;
}
