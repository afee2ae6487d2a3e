/* channel_name.c - resolves the name of a position or a speed by the descriptors of joints and forces. */
#include "model/channel_name.h"
#include "base/unit.h"
#include "model/clearance.h"
#include "model/multiple_joint.h"
#include "model/scope.h"
#include <string.h>

const tml_channel *tml_body_channel(const char *part, bool space, bool point)
{
    const tml_channel *c = tml_channel_of(point ? TML_OF_POINT : TML_OF_BODY, part, space, false);
    return c && c->measure.kind != TML_NO_MEASURE ? c : NULL;
}

static const tml_joint_form *form_of(const tml_model *model, const tml_element *joint)
{
    return model->space ? &joint->joint->space : &joint->joint->plane;
}

static const char *speed_name(tml_arena *arena, const tml_element *joint, const tml_joint_form *form, size_t k)
{
    return form->coordinates_count == 1
               ? tml_arena_dotted(arena, joint->name, "speed")
               : tml_arena_format(arena, "%s.%s_speed", joint->name, form->coordinates[k].name);
}

/* Whether a name behind that of the joint is that of speed_name. No memory is taken: this is asked after a system was compiled, too (base/track.h). */
static bool is_speed(const tml_joint_form *form, size_t k, const char *rest)
{
    const char *name = form->coordinates[k].name;
    const size_t length = form->coordinates_count == 1 ? 0 : strlen(name);
    return strncmp(rest, name, length) == 0 && strcmp(rest + length, length ? "_speed" : "speed") == 0;
}

bool tml_name_is_state(const tml_model *model, const char *name, const tml_use *use)
{
    return tml_scope_find(&model->state_names, name, use) >= 0 || tml_scope_find(&model->state_values, name, use) >= 0;
}

bool tml_name_is_doubtful(const tml_model *model, const char *name)
{
    const size_t length = strcspn(name, ".");
    if (model->lost_names)
        return true;
    for (size_t i = 0; i < model->refused.capacity; i++) { /* `b-1` is read as b less 1 */
        const char *refused = model->refused.slots[i].name, *dot = refused ? strrchr(refused, '.') : NULL;
        if (refused && (strncmp(refused, name, length) == 0 || (dot && strncmp(dot + 1, name, length) == 0)))
            return true;
    }
    return false;
}

static bool is_angle(const char *unit)
{
    return tml_unit_named(unit).dimension.angle != 0;
}

static tml_channel_sort of_body(const tml_resolved *r, int body, const char *rest, const tml_use *use,
                                bool *is_rotation)
{
    const char *dot = strrchr(rest, '.');
    const tml_body *b = &r->bodies[body];
    tml_vec3 p;
    if (dot && !tml_resolved_point(r, body, tml_arena_text(r->arena, rest, (size_t)(dot - rest)), use, false, &p))
        return b->broken || !r->model->bodies[body].node ? TML_DOUBTFUL_CHANNEL : TML_NO_CHANNEL;
    const tml_channel *c = tml_body_channel(dot ? dot + 1 : rest, r->model->space, dot != NULL);
    if (!c || (body == 0 && !dot))
        return TML_NO_CHANNEL;
    *is_rotation = is_angle(c->unit);
    return c->sort;
}

/* The play that a channel of a joint with clearance tells. */
static const tml_play_row *play_of(const tml_joint_form *form, const char *channel)
{
    for (size_t k = 0; k < form->clearance.rows_count; k++)
        if (form->clearance.rows[k].channel && strcmp(form->clearance.rows[k].channel, channel) == 0)
            return &form->clearance.rows[k];
    return NULL;
}

static tml_channel_sort of_joint(const tml_resolved *r, const tml_element *joint, const char *rest, bool *is_rotation)
{
    if (!joint->joint)
        return TML_DOUBTFUL_CHANNEL;
    const tml_joint_form *form = form_of(r->model, joint);
    for (size_t k = 0; k < form->coordinates_count; k++) {
        const tml_coordinate *c = &form->coordinates[k];
        if (c->measure.kind == TML_NO_MEASURE)
            continue;
        *is_rotation = c->is_rotation;
        if (strcmp(c->name, rest) == 0)
            return TML_POSITION_CHANNEL;
        if (is_speed(form, k, rest))
            return TML_SPEED_CHANNEL;
    }
    const tml_play_row *row = play_of(form, rest);
    *is_rotation = row && row->row.kind == TML_ANGLE;
    return row && tml_element_has_clearance(joint) ? TML_POSITION_CHANNEL : TML_NO_CHANNEL;
}

static tml_channel_sort of_force(const tml_element *force, bool space, const char *rest, bool *is_rotation)
{
    if (!force->force)
        return TML_DOUBTFUL_CHANNEL;
    for (size_t i = 0; i < force->force->channels_count; i++) {
        const tml_force_channel *c = &force->force->channels[i];
        const tml_channel_sort sort = tml_force_channel_sort(c);
        if (sort == TML_RESULT_CHANNEL || strcmp(c->name, rest) != 0)
            continue;
        *is_rotation = is_angle(c->unit);
        return sort;
    }
    const tml_channel *c = force->force->mount ? tml_channel_of(TML_OF_DEFLECTION, rest, space, false) : NULL;
    *is_rotation = c && is_angle(c->unit);
    return c ? c->sort : TML_NO_CHANNEL;
}

tml_channel_sort tml_channel_find(const tml_resolved *r, const char *name, const tml_use *use, bool *is_rotation)
{
    const tml_model *m = r->model;
    const tml_named_element e = tml_scope_element(m, name, use);
    const int index = e.index;
    *is_rotation = false;
    if (index < 0)
        return tml_name_is_doubtful(m, name) ? TML_DOUBTFUL_CHANNEL : TML_NO_CHANNEL;
    const char *rest = e.rest ? e.rest : "";
    if (index < m->body_count) {
        const char *channel = tml_named_channel(&e, m->space, r->arena, &use);
        return of_body(r, index, channel ? channel : "", use, is_rotation);
    }
    if (index < m->body_count + m->joint_count)
        return of_joint(r, &m->joints[index - m->body_count], rest, is_rotation);
    const int force = index - m->body_count - m->joint_count;
    if (force >= m->force_count)
        return tml_name_is_doubtful(m, name) ? TML_DOUBTFUL_CHANNEL : TML_NO_CHANNEL;
    return of_force(&m->forces[force], m->space, rest, is_rotation);
}

/* ---- suggestions ---- */

static void add_joint(tml_names *names, const tml_model *model, const tml_element *joint, const tml_use *use)
{
    const tml_joint_form *form = joint->joint ? form_of(model, joint) : NULL;
    for (size_t k = 0; form && k < form->coordinates_count; k++) {
        if (form->coordinates[k].measure.kind == TML_NO_MEASURE)
            continue;
        tml_names_add(names, tml_use_seen(use, tml_arena_dotted(names->arena, joint->name, form->coordinates[k].name)),
                      0);
        tml_names_add(names, tml_use_seen(use, speed_name(names->arena, joint, form, k)), 0);
    }
    for (size_t k = 0; form && tml_element_has_clearance(joint) && k < form->clearance.rows_count; k++)
        if (form->clearance.rows[k].channel)
            tml_names_add(
                names, tml_use_seen(use, tml_arena_dotted(names->arena, joint->name, form->clearance.rows[k].channel)),
                0);
}

static void add_force(tml_names *names, const tml_element *force, const tml_use *use)
{
    for (size_t i = 0; force->force && i < force->force->channels_count; i++) {
        const tml_force_channel *c = &force->force->channels[i];
        if (tml_force_channel_sort(c) != TML_RESULT_CHANNEL)
            tml_names_add(names, tml_use_seen(use, tml_arena_dotted(names->arena, force->name, c->name)), 0);
    }
}

static void add_state(tml_names *names, const tml_state_element *e, const tml_use *use)
{
    for (int k = 0; k < e->form.count; k++)
        tml_names_add(names, tml_use_seen(use, e->form.variables[k].name), 0);
    if (e->form.value && !e->force)
        tml_names_add(names, tml_use_seen(use, e->name), 0);
    for (int k = 0; k < e->form.signal_count; k++)
        tml_names_add(names, tml_use_seen(use, e->form.signals[k].name), 0);
}

const char *tml_channel_other_word(const tml_names *names, const char *name)
{
    static const char *const words[][2] = {{"omega", "speed"},
                                           {"w", "speed"},
                                           {"v", "speed"},
                                           {"velocity", "speed"},
                                           {"velocity", "vx"},
                                           {"speed", "omega"},
                                           {"speed", "vx"},
                                           {"position", "x"},
                                           {"position", "displacement"},
                                           {"x", "displacement"},
                                           {"s", "displacement"},
                                           {"phi", "angle"},
                                           {"theta", "angle"},
                                           {"rotation", "angle"},
                                           {"", "angle"},
                                           {"", "displacement"},
                                           {"elongation", "length"},
                                           {"force", "fx"},
                                           {"force", "tension"},
                                           {"f", "fx"},
                                           {"reaction", "fx"}};
    const char *dot = strrchr(name, '.'), *last = dot ? dot + 1 : "";
    const size_t length = dot ? (size_t)(dot - name) : strlen(name);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *meant = tml_arena_format(names->arena, "%.*s.%s", (int)length, name, words[i][1]);
        if (strcmp(last, words[i][0]) == 0 && tml_names_find(names, meant) >= 0)
            return meant;
    }
    return NULL;
}

const char *tml_channel_nearest(const tml_resolved *r, const char *name, const tml_use *use, tml_arena *arena)
{
    const tml_model *m = r->model;
    tml_names names = {.arena = arena};
    for (int i = 0; i < m->joint_count; i++)
        add_joint(&names, m, &m->joints[i], use);
    for (int i = 0; i < m->force_count; i++)
        add_force(&names, &m->forces[i], use);
    const tml_channel *c;
    for (int i = 1; i < m->body_count; i++)
        for (int k = 0; (c = tml_channel_at(TML_OF_BODY, m->space, false, k)) != NULL; k++)
            if (c->measure.kind != TML_NO_MEASURE)
                tml_names_add(&names, tml_use_seen(use, tml_arena_dotted(arena, m->bodies[i].name, c->name)), 0);
    for (int i = 0; i < m->parameter_count; i++)
        tml_names_add(&names, tml_use_seen(use, m->parameters[i].name), 0);
    for (int i = 0; i < m->state_count; i++)
        add_state(&names, &m->states[i], use);
    tml_names_add(&names, "t", 0);
    const char *meant = tml_channel_other_word(&names, name);
    return meant ? meant : tml_names_nearest(&names, name);
}

bool tml_channel_is_whole(const tml_model *model, const char *name)
{
    return tml_channel_of(TML_OF_WHOLE, name, model->space, false) != NULL;
}

bool tml_channel_is_result(const tml_model *model, const char *name, const tml_use *use)
{
    const tml_named_element e = tml_scope_element(model, name, use);
    if (e.index < 0)
        return tml_channel_is_whole(model, name);
    return e.rest && tml_channel_find_meaning(name).is_result;
}

const char *tml_channel_speed_of(const char *name, tml_arena *arena)
{
    static const char *const ends[][2] = {
        {"acceleration", "speed"}, {"alpha", "omega"}, {"alphax", "omegax"}, {"alphay", "omegay"},
        {"alphaz", "omegaz"},      {"ax", "vx"},       {"ay", "vy"},         {"az", "vz"}};
    const size_t length = strlen(name);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        const size_t end = strlen(ends[i][0]);
        const bool word = length > end && (name[length - end - 1] == '.' || name[length - end - 1] == '_');
        if (word && strcmp(name + length - end, ends[i][0]) == 0)
            return tml_arena_format(arena, "%.*s%s", (int)(length - end), name, ends[i][1]);
    }
    return NULL;
}

/* ---- messages ---- */

void tml_channel_refuse(const tml_resolved *r, const char *what, const char *name, tml_place place, tml_arena *arena)
{
    if (tml_multiple_joint_refuse(r, what, name, place))
        return;
    const char *near = r->log->error_count > 100 ? NULL : tml_channel_nearest(r, name, place.use, arena);
    tml_log_raise(r->log, TML_E_NO_COORDINATE_CALLED, place,
                  near ? "%s: there is no position or velocity \"%s\"; did you mean \"%s\"?"
                       : "%s: there is no position or velocity \"%s\"",
                  what, name, near);
}

void tml_channel_refuse_result(tml_log *log, const char *what, const char *name, tml_place place)
{
    tml_log_raise(
        log, TML_E_RESULT_IN_EXPRESSION, place,
        "%s: reactions, forces and accelerations cannot be used here: \"%s\" is a result; values of forces may use "
        "results, other expressions positions and velocities",
        what, name);
}

void tml_channel_refuse_whole(tml_log *log, const char *what, const char *name, tml_place place)
{
    tml_log_raise(log, TML_E_RESULT_IN_EXPRESSION, place,
                  "%s: \"%s\" is a result that forces cannot depend on; they may use reactions, forces, accelerations, "
                  "positions and velocities",
                  what, name);
}
