/* compile_channel.c - names of positions and velocities, and their measures.
 *
 * crank.x crank.vx crank.angle crank.omega   hand.P.x hand.P.vx   O.angle O.speed   spring.length spring.rate
 */
#include "model/channel_name.h"
#include "model/multiple_joint.h"
#include "model/scope.h"
#include "system/compile/builder.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_rotation(tml_measure_kind kind)
{
    switch (kind) {
    case TML_DOT:
    case TML_SLOPE:
    case TML_ANGLE:
    case TML_ANGLE_M:
    case TML_TILT:
    case TML_ROTATION:
    case TML_ROTATE:
    case TML_ROTATE_M:
    case TML_CROSS:
    case TML_TRACK_TURN:
    case TML_BEARING:
    case TML_CURVE_FRAME:
    case TML_CURVE_ANGLE:
        return true;
    case TML_NO_MEASURE:
    case TML_COORD:
    case TML_ALONG:
    case TML_DISTANCE:
    case TML_PUSH:
    case TML_GAP:
    case TML_SLIP:
    case TML_MEASURE_KINDS:
    case TML_TRACK:
    case TML_TRACK_ACROSS:
    case TML_CURVE:
        break;
    }
    return false;
}

/* Of a on the first body and b on the second. */
static bool has_both(tml_measure_kind kind)
{
    return kind == TML_DOT || kind == TML_SLOPE || kind == TML_CROSS || kind == TML_TRACK || kind == TML_TRACK_ACROSS ||
           kind == TML_TRACK_TURN;
}

tml_term tml_builder_add_measure(tml_builder *b, tml_measure measure)
{
    tml_system *s = b->s;
    measure.id = s->measure_count;
    TML_GROW(b->arena, b->last_input, s->measure_count, b->last_input_capacity);
    TML_GROW(b->arena, s->measures, s->measure_count, b->measure_capacity);
    b->last_input[s->measure_count] = 0;
    s->measures[s->measure_count++] = measure;
    return (tml_term){.measure = s->measure_count - 1, .coefficient = 1};
}

tml_term tml_builder_measure(tml_builder *b, const tml_row *row, const tml_frames *f)
{
    tml_system *s = b->s;
    const bool swap = row->kind == TML_ANGLE_M && s->space;
    const tml_mat3 *F = swap ? &f->M : &f->F, *M = swap ? &f->F : &f->M;
    tml_measure m = {.kind = row->kind == TML_ANGLE_M ? TML_ANGLE : row->kind,
                     .axis = row->a,
                     .is_rotation = is_rotation(row->kind)};
    m.body1 = swap ? f->body2 : f->body1;
    m.body2 = swap ? f->body1 : f->body2;
    m.p1 = swap ? f->p2 : f->p1;
    m.p2 = swap ? f->p1 : f->p2;
    m.a1 = tml_mat3_column(F, row->a);
    m.b1 = tml_mat3_column(F, row->b);
    m.a2 = tml_mat3_column(M, has_both(row->kind) ? row->b : row->a);
    m.b2 = tml_mat3_column(M, row->b);
    if (row->kind == TML_TRACK || row->kind == TML_TRACK_ACROSS || row->kind == TML_TRACK_TURN)
        m.a1 = tml_mat3_column(F, TML_X), m.b1 = tml_mat3_column(F, TML_Y);
    if (row->kind == TML_CURVE || row->kind == TML_CURVE_FRAME || row->kind == TML_CURVE_ANGLE) {
        m.a1 = tml_mat3_column(F, TML_X), m.b1 = tml_mat3_column(F, TML_Y);
        m.wire = f->wire;
        m.component = 3 * (int)row->b + (int)row->a;
    }
    if (row->kind == TML_ROTATION) {
        m.a1 = tml_mat3_column(F, TML_X), m.b1 = tml_mat3_column(F, TML_Y);
        m.a2 = tml_mat3_column(M, TML_X), m.b2 = tml_mat3_column(M, TML_Y);
    }
    m.offset = f->offset;
    tml_term term = tml_builder_add_measure(b, m);
    term.coefficient = row->reversed ? -1 : 1;
    return term;
}

tml_terms tml_builder_terms(tml_builder *b, const tml_term *terms, int count)
{
    tml_system *s = b->s;
    const tml_terms out = {.first = s->term_count, .count = count};
    for (int i = 0; i < count; i++) {
        TML_GROW(b->arena, s->terms, s->term_count, b->term_capacity);
        s->terms[s->term_count++] = terms[i];
    }
    return out;
}

void tml_builder_name(tml_builder *b, const char *name, tml_term term, bool rate, tml_dimension dimension)
{
    TML_GROW(b->arena, b->found, b->found_count, b->found_capacity);
    b->found[b->found_count] = (struct tml_found){term, rate, dimension};
    tml_names_add(&b->channels, name, b->found_count++);
}

/* body.part and body.P.part: created at first use */
static bool body_channel(tml_builder *b, const char *name, tml_term *term, bool *rate, tml_dimension *dimension)
{
    const tml_named_element e = tml_scope_element(b->r->model, name, NULL);
    const int body = e.index; /* names of bodies come first in the model's table */
    if (!e.rest || body < 0 || body >= b->s->nb)
        return false;
    const char *last = strrchr(e.rest, '.');
    tml_vec3 point = b->s->masses[body].com;
    if (last &&
        !tml_resolved_point(b->r, body, tml_arena_text(b->arena, e.rest, (size_t)(last - e.rest)), NULL, false, &point))
        return false;
    const tml_channel *c = tml_body_channel(last ? last + 1 : e.rest, b->s->space, last != NULL);
    if ((body == 0 && !last) || !c)
        return false;
    *rate = c->sort == TML_SPEED_CHANNEL;
    *dimension = tml_unit_named(c->unit).dimension;
    tml_frames f = {
        .body2 = body, .F = tml_quat_matrix((tml_quat){1, 0, 0, 0}), .M = tml_quat_matrix((tml_quat){1, 0, 0, 0})};
    f.p2 = tml_sub(point, b->s->masses[body].com);
    *term = tml_builder_measure(b, &c->measure, &f);
    tml_builder_name(b, tml_arena_text(b->arena, name, strlen(name)), *term, *rate, *dimension);
    return true;
}

bool tml_builder_channel(tml_builder *b, const char *text, const tml_use *use, tml_term *term, bool *rate,
                         tml_dimension *dimension)
{
    const char *name = tml_scope_channel(b->r, text, use, b->arena);
    const int known = tml_names_find(&b->channels, name);
    if (known < 0)
        return body_channel(b, name, term, rate, dimension);
    *term = b->found[known].term;
    *rate = b->found[known].rate;
    *dimension = b->found[known].dimension;
    return true;
}

int tml_builder_input(tml_builder *b, tml_input input)
{
    tml_system *s = b->s;
    TML_GROW(b->arena, b->input_before, s->input_count, b->input_before_capacity);
    TML_GROW(b->arena, s->inputs, s->input_count, b->input_capacity);
    s->inputs[s->input_count] = input;
    return s->input_count++;
}

/* Inputs of one measure form a list, so that the search takes constant time. */
int tml_builder_input_of(tml_builder *b, tml_term term, bool rate)
{
    int *last = &b->last_input[term.measure];
    for (int i = *last; i > 0; i = b->input_before[i]) {
        const tml_input *in = &b->s->inputs[i];
        if (in->term.coefficient == term.coefficient && (in->what == TML_INPUT_RATE) == rate)
            return i;
    }
    const int input = tml_builder_input(b, (tml_input){.what = rate ? TML_INPUT_RATE : TML_INPUT_VALUE, .term = term});
    b->input_before[input] = *last;
    *last = input;
    return input;
}

int tml_builder_parameter(tml_builder *b, int parameter)
{
    b->parameters_named++;
    const tml_system *s = b->s;
    for (int i = 1; i < s->input_count; i++)
        if (s->inputs[i].what == TML_INPUT_PARAMETER && s->inputs[i].index == parameter)
            return i;
    return tml_builder_input(b, (tml_input){.what = TML_INPUT_PARAMETER, .term.measure = -1, .index = parameter});
}

/* v0, v1, ...: rates of the element's own force laws */
static bool own_rate(const tml_builder *b, const char *name, tml_term *term)
{
    int k = -1, end = 0;
    if (!b->local || sscanf(name, "v%d%n", &k, &end) != 1 || name[end] || k < 0 || k >= b->local->law_count)
        return false;
    *term = b->s->terms[b->s->laws[b->local->first_law + k].terms.first];
    return true;
}

/* angle, displacement, speed: of the joint coordinate a motor acts on */
static bool own_coordinate(const tml_builder *b, const char *name, tml_term *term, bool *rate)
{
    if (b->local->class->acts != TML_ACTS_ON_JOINT || b->local->law_count == 0)
        return false;
    *term = b->s->terms[b->s->laws[b->local->first_law].terms.first];
    const bool is_rotation = b->s->measures[term->measure].is_rotation;
    *rate = strcmp(name, "speed") == 0;
    return *rate || strcmp(name, is_rotation ? "angle" : "displacement") == 0;
}

static tml_meaning look_up(void *context, const char *name, tml_place place)
{
    tml_builder *b = context;
    const int varies = b->time_only ? -1 : tml_resolved_varying(b->r, name, place.use);
    if (varies >= 0)
        return (tml_meaning){.kind = TML_NAME_INPUT,
                             .input = tml_builder_parameter(b, varies),
                             .typed = b->r->parameter_typed[varies],
                             .dimension = b->r->parameter_dimensions[varies]};
    tml_meaning meaning = tml_resolved_look_up(b->r, name, place.use);
    tml_term term;
    bool rate = true;
    tml_dimension dimension = {0};
    if (meaning.kind != TML_NAME_UNKNOWN)
        return meaning;
    if (strcmp(name, "t") == 0)
        return (tml_meaning){.kind = TML_NAME_INPUT, .input = 0};
    if (b->r->model->state_count && tml_name_is_state(b->r->model, name, place.use)) {
        if (!b->time_only)
            return tml_builder_state_named(b, name, place);
        tml_log_raise(b->log, TML_E_ONLY_TIME, place, "%s: may depend on time only, not on %s", b->what, name);
        return (tml_meaning){.kind = TML_NAME_BAD};
    }
    if (tml_builder_output_named(b, name, place, &meaning)) {
        if (!b->time_only)
            return meaning;
        tml_log_raise(b->log, TML_E_ONLY_TIME, place, "%s: may depend on time only, not on %s", b->what, name);
        return (tml_meaning){.kind = TML_NAME_BAD};
    }
    if (b->local && own_rate(b, name, &term))
        return (tml_meaning){.kind = TML_NAME_INPUT, .input = tml_builder_input_of(b, term, true)};
    if (b->local && own_coordinate(b, name, &term, &rate))
        return (tml_meaning){.kind = TML_NAME_INPUT, .input = tml_builder_input_of(b, term, rate)};
    rate = true;
    bool found =
        b->local && !strchr(name, '.') &&
        tml_builder_channel(b, tml_arena_dotted(b->arena, b->local->name, name), NULL, &term, &rate, &dimension);
    found = found || tml_builder_channel(b, name, place.use, &term, &rate, &dimension);
    if (found && b->time_only) {
        tml_log_raise(b->log, TML_E_ONLY_TIME, place, "%s: may depend on time only, not on %s", b->what, name);
        return (tml_meaning){.kind = TML_NAME_BAD};
    }
    if (!found && tml_builder_result_named(b, name, place, &meaning))
        return meaning;
    const bool is_point = !found && tml_point_find(b->r, name, place.use, &(int){0}, &(int){0}, &(int){0});
    if (!found && !is_point && tml_multiple_joint_refuse(b->r, b->what, name, place))
        return (tml_meaning){.kind = TML_NAME_BAD};
    if (!found && !b->results_allowed && !b->takes_results && !is_point &&
        tml_channel_is_result(b->r->model, name, place.use)) {
        tml_channel_refuse_result(b->log, b->what, name, place);
        return (tml_meaning){.kind = TML_NAME_BAD};
    }
    if (!found)
        return tml_builder_point(b, name, place);
    return (tml_meaning){.kind = TML_NAME_INPUT,
                         .input = tml_builder_input_of(b, term, rate),
                         .typed = b->equation && dimension.length != 0,
                         .dimension = dimension};
}

tml_meaning tml_builder_look_up_of(tml_builder *b, const tml_force *local, const char *name, tml_place place)
{
    const tml_force *before = b->local;
    b->local = local;
    const tml_meaning meaning = look_up(b, name, place);
    b->local = before;
    return meaning;
}

/* What is written of states knows no element's own channels, wherever it is used. */
static tml_meaning look_up_elsewhere(void *context, const char *name, tml_place place)
{
    return tml_builder_look_up_of(context, NULL, name, place);
}

const char *tml_builder_acceleration_of(tml_builder *b, const tml_force *force)
{
    for (int i = 0; i < b->s->joint_count; i++) {
        const tml_joint *j = &b->s->joints[i];
        const int k = force->coordinate - j->first_coordinate;
        if (force->coordinate >= 0 && k >= 0 && k < j->coordinate_count)
            return tml_joint_coordinate_channel(j, &b->s->coordinates[force->coordinate], "acceleration", b->arena);
    }
    return NULL;
}

/* Fields of the force and rates of its laws by name: for built-in force laws. Nothing that a user calls so takes their place. */
static tml_meaning look_up_field(void *context, const char *name, tml_place place)
{
    tml_builder *b = context;
    const tml_force_class *class = b->element->force;
    const tml_field *field = tml_field_find(class->fields, class->fields_count, name);
    double value;
    if (field && tml_element_number(b->r, b->element, field, &value))
        return (tml_meaning){.kind = TML_NAME_CONSTANT, .value = value};
    tml_term term;
    if (own_rate(b, name, &term))
        return (tml_meaning){.kind = TML_NAME_INPUT, .input = tml_builder_input_of(b, term, true)};
    return look_up(context, name, place);
}

static const tml_tabulated *table(void *context, const char *name, tml_place place)
{
    return tml_resolved_table(((tml_builder *)context)->r, name, place);
}

static const char *nearest(void *context, const char *name)
{
    const tml_builder *b = context;
    return tml_channel_nearest(b->r, name, b->use, b->arena);
}

void tml_builder_open_scope(tml_builder *b)
{
    b->scope = (tml_scope){b, look_up_elsewhere, table, nearest, .moves = false};
}

const tml_expression *tml_builder_compile(tml_builder *b, const tml_tree *tree, const tml_scope *scope,
                                          tml_expectation expect)
{
    const int named = b->parameters_named;
    b->what = expect.what;
    const tml_expression *e = tml_expression_compile(b->home, tree, scope, expect, b->log);
    b->parameters_noted += b->parameters_named - named;
    if (e && tml_expression_size(e) > b->s->expression_work)
        b->s->expression_work = tml_expression_size(e);
    if (e)
        tml_builder_note_expression(b, e, scope && scope->built_in);
    return e;
}

static const char NUMBER[] = "number."; /* no name of a user goes on with a digit here */

const char *tml_builder_number(tml_builder *b, double value)
{
    TML_GROW(b->arena, b->numbers, b->number_count, b->number_capacity);
    b->numbers[b->number_count] = value;
    return tml_arena_format(b->arena, "%s%d", NUMBER, b->number_count++);
}

bool tml_builder_number_named(const tml_builder *b, const char *name, tml_meaning *meaning)
{
    if (strncmp(name, NUMBER, sizeof NUMBER - 1) != 0)
        return false;
    *meaning = (tml_meaning){.kind = TML_NAME_CONSTANT, .value = b->numbers[atoi(name + sizeof NUMBER - 1)]};
    return true;
}

const tml_expression *tml_builder_expression(tml_builder *b, const char *text, tml_place place, const char *unit,
                                             const char *what)
{
    const tml_tree *tree = tml_tree_parse(b->home, text, place, b->log);
    return tree ? tml_builder_parsed(b, tree, place.use, unit, what) : NULL;
}

const tml_expression *tml_builder_parsed(tml_builder *b, const tml_tree *tree, const tml_use *use, const char *unit,
                                         const char *what)
{
    b->use = use;
    const tml_scope scope = {
        b, b->element ? look_up_field : look_up, table, nearest, .moves = b->time_only, .order = b->order};
    const tml_expectation expect = {
        .what = what, .typed = unit != NULL, .dimension = tml_unit_named(unit ? unit : "").dimension};
    return tml_builder_compile(b, tree, &scope, expect);
}

const char *tml_joint_coordinate_channel(const tml_joint *joint, const tml_joint_coordinate *coordinate,
                                         const char *what, tml_arena *arena)
{
    return joint->coordinate_count == 1 ? tml_arena_dotted(arena, joint->name, what)
                                        : tml_arena_format(arena, "%s.%s_%s", joint->name, coordinate->name, what);
}
