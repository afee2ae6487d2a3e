/* options.c - the options of `steady`:  speeds: {O: 20, S.angle1: 0..30, R: {from: 1, to: 2, steps: 50}} */
#include "analysis/steady/steady_task.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS_PRESET = 100, MAX_STEPS = 100000 };

/* ---- one speed ---- */

static bool number(tml_task *task, const tml_node *at, const char *text, const tml_steady_speed *s, double *value)
{
    const tml_node node = {.kind = TML_NODE_SCALAR, .text = text, .place = at->place};
    const char *what = tml_arena_format(task->arena, "steady: speed of %s", s->name);
    if (!tml_resolved_number(task->resolved, &node, s->unit, what, value))
        return false;
    if (isfinite(*value))
        return true;
    tml_log_raise(task->log, TML_E_NOT_FINITE, at->place, "%s is not a finite number", what);
    return false;
}

/* "900" beside "1800 rpm" means 900 rpm. */
static const char *with_unit(tml_task *task, const char *left, const char *right)
{
    char *end_left, *end_right;
    strtod(left, &end_left);
    strtod(right, &end_right);
    const bool plain = end_left != left && end_left[strspn(end_left, " ")] == 0;
    const bool united = end_right != right && *end_right == ' ';
    return plain && united ? tml_arena_format(task->arena, "%s%s", left, end_right) : left;
}

static bool scalar(tml_task *task, const tml_node *value, tml_steady_speed *s)
{
    const char *dots = strstr(value->text, "..");
    if (!dots) {
        const bool good = number(task, value, value->text, s, &s->first);
        s->last = s->first;
        return good;
    }
    const char *left = tml_arena_text(task->arena, value->text, (size_t)(dots - value->text)), *right = dots + 2;
    right += strspn(right, " ");
    if (!left[strspn(left, " ")] || !*right) {
        tml_log_raise(task->log, TML_E_WRONG_OPTION, value->place,
                      "steady: a range of speeds is written from..to, as 0..30");
        return false;
    }
    return number(task, value, with_unit(task, left, right), s, &s->first) && number(task, value, right, s, &s->last);
}

static bool steps_of(tml_task *task, const tml_node *node, tml_steady_request *r)
{
    double value;
    if (!tml_resolved_number(task->resolved, node, "", "steady: steps", &value))
        return false;
    if (!(value >= 1 && value <= MAX_STEPS) || value != floor(value)) {
        tml_log_raise(task->log, TML_E_WRONG_OPTION, node->place, "steady: steps must be a whole number from 1 to %d",
                      MAX_STEPS);
        return false;
    }
    r->steps = (int)value;
    return true;
}

static bool map(tml_task *task, const tml_node *value, tml_steady_speed *s, tml_steady_request *r)
{
    const tml_node *from = tml_node_find(value, "from"), *to = tml_node_find(value, "to"),
                   *steps = tml_node_find(value, "steps");
    return number(task, from, from->text, s, &s->first) && number(task, to, to->text, s, &s->last) &&
           (!steps || steps_of(task, steps, r));
}

/* The joint coordinate that a key names. */
static bool coordinate(tml_task *task, const tml_node *key, tml_steady_speed *s)
{
    const tml_system *sys = task->system;
    int coordinate;
    if (!tml_resolved_joint(task->resolved, key, "steady: speeds", &s->joint, &coordinate))
        return false;
    const tml_joint *j = &sys->joints[s->joint];
    s->coordinate = j->first_coordinate + coordinate;
    s->key = key;
    const tml_joint_coordinate *f = coordinate < j->coordinate_count ? &sys->coordinates[s->coordinate] : NULL;
    if (!f || f->term.measure < 0 || j->class->connects != TML_CONNECT_BODIES) {
        tml_log_raise(task->log, TML_E_STEADY_NO_SPEED, key->place,
                      "steady: joint %s has no coordinate whose speed could be prescribed", j->name);
        return false;
    }
    if (j->law_count) {
        tml_log_raise(
            task->log, TML_E_STEADY_NO_SPEED, key->place,
            "steady: joint %s %s: only speeds of rigid joints can be prescribed; name one of those, or remove "
            "its %s",
            j->name, j->clearance ? "has clearance" : "is compliant", j->clearance ? "clearance" : "stiffness");
        return false;
    }
    s->turns = f->is_rotation;
    s->unit = tml_unit_of_motion(f->is_rotation, 1);
    s->name = tml_arena_format(task->arena, "%s.%s", j->name, f->name);
    s->of = j->coordinate_count == 1 ? j->name : s->name;
    s->speed = tml_joint_coordinate_channel(j, f, "speed", task->arena);
    return true;
}

static bool one(tml_task *task, const tml_node *key, const tml_node *value, tml_steady_request *r)
{
    tml_steady_speed *s = &r->velocities[r->count];
    if (!coordinate(task, key, s))
        return false;
    for (int i = 0; i < r->count; i++)
        if (r->velocities[i].coordinate == s->coordinate) {
            tml_log_raise(task->log, TML_E_STEADY_SPEED_TWICE, key->place, "steady: the speed of %s is given twice",
                          s->name);
            return false;
        }
    if (!(value->kind == TML_NODE_MAP ? map(task, value, s, r) : scalar(task, value, s)))
        return false;
    if (s->first != s->last && r->swept < 0)
        r->swept = r->count;
    r->count++;
    return true;
}

/* ---- all ---- */

bool tml_steady_request_read(tml_task *task, tml_steady_request *r)
{
    const tml_node *velocities = tml_element_field(task->element, tml_task_field(task, "speeds"));
    const char *search = tml_element_choice(task->resolved, task->element, tml_task_field(task, "search"));
    bool good = search != NULL;
    *r = (tml_steady_request){.swept = -1, .steps = STEPS_PRESET, .all = search && strcmp(search, "all") == 0};
    r->velocities = TML_NEW_ARRAY(task->arena, tml_steady_speed, velocities ? velocities->count + 1 : 1);
    for (int i = 0; velocities && i < velocities->count; i++)
        good &= one(task, velocities->keys[i], velocities->items[i], r);
    if ((!velocities || velocities->count == 0) && task->system->drive_count == 0) {
        tml_log_raise(task->log, TML_E_STEADY_NOTHING_HELD, task->element->place,
                      "steady: no speed is prescribed: give speeds: {JOINT: speed}, or drive a joint; static "
                      "equilibria are found by static");
        good = false;
    }
    return tml_task_tolerance(task, 0.1, &r->tolerance) && good;
}
