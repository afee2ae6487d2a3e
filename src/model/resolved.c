/* resolved.c - a model as numbers, with the present values of its parameters. */
#include "base/track.h"
#include "model/channel_name.h"
#include "model/check.h"
#include "model/preparation.h"
#include "model/scope.h"
#include "model/switches.h"
#include <string.h>

tml_checker tml_resolved_checker(tml_resolved *r)
{
    return (tml_checker){.arena = r->arena, .log = r->log, .space = r->model->space};
}

/* ---- the scope of constants ---- */

tml_meaning tml_resolved_look_up(tml_resolved *r, const char *name, const tml_use *use)
{
    int number = 0;
    const int i = tml_scope_parameter(r->model, name, use, &number);
    if (i == TML_INDEX)
        return (tml_meaning){.kind = TML_NAME_CONSTANT, .value = number};
    if (i >= 0) {
        const bool is_read = r->parameter_states[i] == TML_READ;
        const bool good = is_read ? !r->parameter_bad[i] : tml_parameter_read(r, i);
        if (!is_read || r->parameter_changes[i])
            tml_arena_touch(r->arena);
        r->parameter_read[i] = true;
        if (r->parameter_used)
            r->parameter_used[i] = true;
        return (tml_meaning){
            .kind = !good ? TML_NAME_BAD : TML_NAME_CONSTANT,
            .value = r->parameters[i],
            .typed = r->parameter_typed[i],
            .dimension = r->parameter_dimensions[i],
        };
    }
    if (strcmp(name, "pi") == 0)
        return (tml_meaning){.kind = TML_NAME_CONSTANT, .value = 3.14159265358979323846};
    if ((r->model->lost_parameters || r->model->refused.count) && !strchr(name, '.') &&
        (r->model->lost_parameters || tml_name_is_doubtful(r->model, name)) &&
        tml_names_find(&r->model->names, name) < 0 && strcmp(name, "t") != 0)
        return (tml_meaning){.kind = TML_NAME_BAD};
    return (tml_meaning){.kind = TML_NAME_UNKNOWN};
}

/* Constants in the text of a use. */
typedef struct {
    tml_resolved *r;
    const tml_use *use;
} constants;

static tml_meaning look_up(void *context, const char *name, tml_place place)
{
    tml_resolved *r = ((constants *)context)->r;
    const tml_meaning meaning = tml_resolved_look_up(r, name, place.use);
    if (meaning.kind != TML_NAME_UNKNOWN)
        return meaning;
    tml_arena_touch(r->arena);
    return tml_point_look_up(r, name, place.use);
}

static const tml_tabulated *table(void *context, const char *name, tml_place place)
{
    tml_resolved *r = ((constants *)context)->r;
    tml_arena_touch(r->arena);
    return tml_resolved_table(r, name, place);
}

static const char *nearest(void *context, const char *name)
{
    const constants *c = context;
    const tml_model *m = c->r->model;
    tml_names seen = {.arena = c->r->arena};
    if (c->r->log->error_count > 100)
        return NULL;
    for (int i = 0; i < m->parameter_count; i++)
        tml_names_add(&seen, tml_use_seen(c->use, m->parameters[i].name), i);
    const char *parameter = tml_names_nearest(&seen, name);
    return parameter ? parameter : tml_names_nearest(&c->r->drawing_names, name);
}

/* ---- numbers ---- */

/* The parser does not know the element: its messages are repeated with the element's name in front. */
static void name_messages(tml_log *log, size_t from, const char *what, const tml_use *use, tml_arena *arena)
{
    const size_t skip = use ? strlen(use->name) + 5 : 0; /* `in leg3: `, which comes in front of all */
    if (use && !strstr(what, use->name))
        what = tml_arena_format(arena, "in %s: %s", use->name, what);
    for (size_t i = from; i < log->count; i++) {
        const tml_message old = log->messages[i];
        tml_message plain = old;
        const size_t count = log->count, errors = log->error_count;
        plain.text +=
            use && strncmp(old.text, "in ", 3) == 0 && strncmp(old.text + 3, use->name, skip - 5) == 0 ? skip : 0;
        tml_log_repeat(log, &plain, what);
        log->error_count = errors;
        if (log->count == count)
            return; /* out of memory: it stays as it is */
        log->messages[i] = log->messages[--log->count];
        tml_release((void *)old.text);
    }
}

const tml_tree *tml_resolved_parse(tml_resolved *r, const char *text, tml_place place, const char *what)
{
    const size_t from = r->log->count;
    const tml_tree *tree = tml_tree_parse(r->arena, text, place, r->log);
    if (!tree)
        name_messages(r->log, from, what, place.use, r->arena);
    return tree;
}

/* What a constant text is, for another time. */
typedef struct {
    char text[48];
    double value;
    bool typed;
    tml_dimension dimension;
} constant;

static bool read_constant(tml_resolved *r, const char *text, tml_place place, const char *unit, const char *what,
                          constant *c)
{
    constants context = {r, place.use};
    const tml_scope scope = {.context = &context, .look_up = look_up, .table = table, .nearest = nearest};
    tml_expectation expect = {.what = what, .typed = unit != NULL};
    if (unit)
        expect.dimension = tml_unit_named(unit).dimension;
    const tml_tree *tree = tml_resolved_parse(r, text, place, what);
    const tml_expression *e = tree ? tml_expression_compile(r->arena, tree, &scope, expect, r->log) : NULL;
    if (!e)
        return false;
    double *work = TML_NEW_ARRAY(r->arena, double, tml_expression_size(e) + 1);
    c->value = tml_expression_value(e, NULL, work);
    c->typed = tml_expression_typed(e, &c->dimension);
    if (isfinite(c->value))
        return true;
    tml_log_raise(r->log, TML_E_NOT_FINITE, place, "%s is not a finite number", what);
    return false;
}

/* The same text may stand for it at each point of a study. */
static bool find_constant(tml_resolved *r, const char *text, tml_place place, const char *unit, const char *what,
                          constant *c)
{
    tml_keeping keeping;
    if (tml_keep(r->arena, text, &keeping)) {
        *c = *(const constant *)keeping.kept;
        if (strcmp(c->text, text) != 0)
            tml_arena_give_up(r->arena);
        return true;
    }
    const size_t length = strlen(text);
    const bool good = read_constant(r, text, place, unit, what, c);
    if (good && length < sizeof c->text) {
        memcpy(c->text, text, length + 1);
        tml_keep_copy(r->arena, &keeping, c, sizeof *c);
    }
    return good;
}

bool tml_constant_read(tml_resolved *r, const char *text, tml_place place, const char *unit, const char *what,
                       double *value, bool *typed, tml_dimension *dimension)
{
    constant c = {.value = 0};
    if (typed)
        *typed = false;
    if (tml_decimal_read(text, strlen(text), value))
        return true;
    const bool good = find_constant(r, text, place, unit, what, &c);
    *value = c.value;
    if (typed)
        *typed = c.typed;
    if (dimension && c.typed)
        *dimension = c.dimension;
    return good;
}

bool tml_resolved_number(tml_resolved *r, const tml_node *node, const char *unit, const char *what, double *value)
{
    *value = 0;
    if (node->kind == TML_NODE_SCALAR && node->text[0])
        return tml_constant_read(r, node->text, node->place, unit, what, value, NULL, NULL);
    tml_log_raise(r->log, TML_E_WRONG_TYPE, node->place, "%s must be a number", what);
    return false;
}

bool tml_numbers_read(tml_resolved *r, const tml_node *node, const char *unit, const char *what, int count,
                      double *values)
{
    bool good = true;
    for (int i = 0; i < count; i++)
        values[i] = 0;
    if (node->kind != TML_NODE_LIST || node->count != count) {
        tml_log_raise(r->log, TML_E_WRONG_TYPE, node->place, "%s must be a list of %d numbers%s", what, count,
                      tml_node_decimal_comma(node, r->arena));
        return false;
    }
    for (int i = 0; i < count; i++)
        good = tml_resolved_number(r, node->items[i], unit, what, &values[i]) && good;
    return good;
}

/* A vector in another frame than the one that is needed is an error. */
static bool check_frame(tml_resolved *r, const tml_node *node, const char *what, int body, const char *frame)
{
    const char *wanted = tml_frame_name(r, body);
    if (frame == wanted || (frame && wanted && strcmp(frame, wanted) == 0))
        return true;
    tml_log_raise(r->log, TML_E_FRAMES_DIFFER, node->place,
                  "%s: is given by points in the frame of %s, but needed in that of %s%s%s%s", what,
                  frame ? frame : "the drawing", wanted ? wanted : "the ground",
                  wanted ? "; name points of it, as " : "", wanted ? wanted : "", wanted ? ".P" : "");
    return false;
}

bool tml_value_read(tml_resolved *r, const tml_node *node, const char *unit, const char *what, int body, tml_vec3 *v,
                    int *size)
{
    constants context = {r, node->place.use};
    const tml_scope scope = {.context = &context, .look_up = look_up, .table = table, .nearest = nearest};
    tml_expectation expect = {.what = what, .typed = unit != NULL};
    const tml_expression *e[3];
    const char *frame = NULL;
    double values[3] = {0};
    *v = (tml_vec3){0};
    if (unit)
        expect.dimension = tml_unit_named(unit).dimension;
    const tml_tree *tree = tml_resolved_parse(r, node->text, node->place, what);
    if (!tree || !tml_expression_compile_any(r->arena, tree, &scope, expect, r->log, e, size, &frame) ||
        (*size > 0 && !check_frame(r, node, what, body, frame)))
        return false;
    for (int i = 0; i < (*size > 0 ? *size : 1); i++) {
        double *work = TML_NEW_ARRAY(r->arena, double, tml_expression_size(e[i]) + 1);
        values[i] = tml_expression_value(e[i], NULL, work);
    }
    *v = (tml_vec3){values[0], values[1], values[2]};
    return true;
}

bool tml_vector_read(tml_resolved *r, const tml_node *node, const char *unit, const char *what, int body, tml_vec3 *v)
{
    double values[3] = {0}, number;
    const int count = r->model->space ? 3 : 2;
    int size;
    *v = (tml_vec3){0};
    if (node->kind == TML_NODE_SCALAR && node->text[0] && !tml_decimal_read(node->text, strlen(node->text), &number)) {
        if (!tml_value_read(r, node, unit, what, body, v, &size))
            return false;
        if (size > 0)
            return true;
        *v = (tml_vec3){0};
    }
    if (node->kind != TML_NODE_LIST || node->count != count) {
        tml_log_raise(r->log, TML_E_WRONG_TYPE, node->place, "%s must be a list of %s%s", what,
                      r->model->space ? "3 numbers, [x, y, z]" : "2 numbers, [x, y]: the model is planar",
                      tml_node_decimal_comma(node, r->arena));
        return false;
    }
    const bool good = tml_numbers_read(r, node, unit, what, count, values);
    *v = (tml_vec3){values[0], values[1], values[2]};
    return good;
}

/* ---- gravity ---- */

static void read_gravity(tml_resolved *r)
{
    const tml_node *node = r->model->gravity;
    const bool space = r->model->space;
    double value;
    r->gravity = (tml_vec3){0, space ? 0 : -9.81, space ? -9.81 : 0};
    if (!node)
        return;
    if (node->kind == TML_NODE_LIST) {
        tml_vector_read(r, node, "m/s^2", "gravity", 0, &r->gravity);
        return;
    }
    if (!tml_node_is(node, "none") &&
        (node->kind != TML_NODE_SCALAR || !tml_decimal_read(node->text, strlen(node->text), &value) || value != 0))
        tml_log_raise(r->log, TML_E_WRONG_TYPE, node->place, "gravity must be a vector like %s, or none",
                      space ? "[0, 0, -9.81]" : "[0, -9.81]");
    r->gravity = (tml_vec3){0};
}

tml_resolved *tml_resolved_view(const tml_resolved *r, tml_arena *arena, tml_log *log)
{
    const size_t flags = (size_t)r->model->parameter_count * sizeof(bool);
    tml_resolved *view = tml_arena_copy(arena, r, sizeof *r);
    view->arena = arena;
    view->log = log;
    view->parameter_varies = tml_arena_copy(arena, r->parameter_varies, flags);
    view->parameter_read = tml_arena_copy(arena, r->parameter_read, flags);
    view->force_off = tml_arena_copy(arena, r->force_off, (size_t)(r->model->force_count + 1) * sizeof(bool));
    view->driver_off = tml_arena_copy(arena, r->driver_off, (size_t)(r->model->driver_count + 1) * sizeof(bool));
    return view;
}

tml_resolved *tml_resolved_make(const tml_model *model, const tml_named_text *set, int set_count, tml_arena *arena,
                                tml_log *log)
{
    tml_resolved *r = TML_NEW(arena, tml_resolved);
    tml_preparations_count(model->prepared, arena, &model->prepared->resolutions);
    *r = (tml_resolved){.model = model, .arena = arena, .log = log};
    tml_switches_read(r, -1);
    tml_points_begin(r);
    tml_tables_begin(r);
    if (model->varies)
        r->parameter_used = TML_NEW_ARRAY(arena, bool, model->parameter_count + 1);
    tml_parameters_read(r, set, set_count);
    if (model->varies)
        memcpy(r->parameter_varies, model->varies, (size_t)model->parameter_count * sizeof(bool));
    tml_tables_read(r);
    tml_points_read(r);
    read_gravity(r);
    tml_bodies_read(r);
    return r;
}

tml_resolved *tml_model_read(const tml_model *model, const tml_named_text *set, int set_count, tml_arena *arena,
                             tml_log *log)
{
    const size_t errors = log->error_count;
    tml_resolved *r = tml_resolved_make(model, set, set_count, arena, log);
    return log->error_count == errors ? r : NULL;
}
