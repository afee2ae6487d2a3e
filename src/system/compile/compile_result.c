/* compile_result.c - results in expressions: what the equations of motion give, as reactions and accelerations, by its column.
 *
 * Outputs and events read a row of channels after it was found. In a force,
 *   torque: -0.1*hypot(O.fx, O.fy)*sign(O.speed)
 * the value x of the law is an unknown: the law reads it as an input, and the equations are solved together with x = expression
 * (dynamics/result_laws.h).
 */
#include "base/track.h"
#include "model/channel_name.h"
#include "model/scope.h"
#include "system/channel/channels.h"
#include "system/compile/builder.h"
#include <string.h>

/* An output with the name of a channel, such as one of several states that belong together. */
static void report_taken(tml_builder *b, const char *name)
{
    const int k = tml_names_find(&b->r->model->output_names, name);
    if (k >= 0)
        tml_log_raise(b->log, TML_E_NAME_TAKEN, b->r->model->outputs[k].place,
                      "output \"%s\": the name is taken: a channel is called so", name);
}

/* The same columns have the same names. */
static void name_columns(tml_builder *b, size_t count)
{
    static const char COLUMNS[] = "names of columns";
    tml_keeping keeping;
    if (tml_keep(b->arena, COLUMNS, &keeping)) {
        b->column_names = *(const tml_names *)keeping.kept;
        return;
    }
    b->column_names.arena = b->arena;
    for (size_t i = 0; i < count; i++)
        if (!tml_names_add(&b->column_names, b->columns[i].name, (int)i))
            report_taken(b, b->columns[i].name);
    tml_keep_copy(b->arena, &keeping, &b->column_names, sizeof b->column_names);
}

void tml_builder_columns(tml_builder *b)
{
    size_t count;
    b->columns = tml_channels(b->s, b->arena, &count);
    b->result_inputs = TML_NEW_ARRAY(b->arena, int, count);
    name_columns(b, count);
}

bool tml_builder_column(tml_builder *b, const char *text, const tml_use *use, tml_meaning *meaning)
{
    const int column = tml_names_find(&b->column_names, tml_scope_channel(b->r, text, use, b->arena));
    if (column <= 0)
        return false;
    const char *name = b->columns[column].name, *unit = b->columns[column].unit;
    if (!b->result_inputs[column]) {
        tml_system *s = b->s;
        const int input =
            tml_builder_input(b, (tml_input){.what = TML_INPUT_RESULT, .term.measure = -1, .index = column});
        TML_GROW(b->arena, s->results, s->result_count, b->result_capacity);
        s->results[s->result_count++] =
            (tml_result_input){input, (size_t)column, tml_arena_text(b->home, name, strlen(name)), -1};
        b->result_inputs[column] = input;
    }
    *meaning = (tml_meaning){.kind = TML_NAME_INPUT,
                             .input = b->result_inputs[column],
                             .typed = unit[0] != 0,
                             .dimension = tml_unit_named(unit).dimension};
    return true;
}

/* Whether the last part of a name is this channel of a joint with one coordinate, "actuator", or of one of several, "angle1_actuator". */
static bool is_of_coordinate(const tml_joint_form *form, const char *part, const char *channel)
{
    for (size_t k = 0; k < form->coordinates_count; k++) {
        const size_t length = form->coordinates_count == 1 ? 0 : strlen(form->coordinates[k].name);
        if (strncmp(part, form->coordinates[k].name, length) == 0 && (length == 0 || part[length] == '_') &&
            strcmp(part + length + (length > 0), channel) == 0)
            return true;
    }
    return false;
}

/* A column of `steady`, `inverse` and `balance` alone, "O.actuator" or "J.angle1_power": no expression can use it, as it stands in other analyses too. */
static bool refuse_actuator(const tml_builder *b, const char *name, tml_place place, tml_meaning *meaning)
{
    const char *full = tml_scope_channel(b->r, name, place.use, b->arena), *dot = strrchr(full, '.');
    const long joint =
        dot ? tml_model_joint_find(b->r->model, tml_arena_text(b->arena, full, (size_t)(dot - full))) : -1;
    const tml_joint_class *class = joint >= 0 ? b->r->model->joints[joint].joint : NULL;
    const tml_channel *c;
    bool found = false;
    for (int i = 0; class && (c = tml_channel_at(TML_OF_ACTUATOR, b->s->space, false, i)) != NULL; i++)
        found |= is_of_coordinate(b->s->space ? &class->space : &class->plane, dot + 1, c->name);
    if (!found)
        return false;
    tml_log_raise(
        b->log, TML_E_RESULT_IN_EXPRESSION, place,
        "%s: \"%s\" is a column of the analyses steady, inverse and balance alone: expressions hold in every analysis "
        "and cannot use it; read it in the table of results",
        b->what, name);
    *meaning = (tml_meaning){.kind = TML_NAME_BAD};
    return true;
}

bool tml_builder_result_named(tml_builder *b, const char *name, tml_place place, tml_meaning *meaning)
{
    if (!b->results_allowed && !b->takes_results)
        return false;
    if (!b->columns) {
        *meaning = (tml_meaning){.kind = TML_NAME_BAD}; /* other errors were reported: it cannot be known */
        return tml_channel_is_result(b->r->model, name, place.use);
    }
    if (b->takes_results && tml_channel_is_whole(b->r->model, name)) {
        tml_channel_refuse_whole(b->log, b->what, name, place);
        *meaning = (tml_meaning){.kind = TML_NAME_BAD};
        return true;
    }
    if (!tml_builder_column(b, name, place.use, meaning))
        return refuse_actuator(b, name, place, meaning);
    b->results_used += b->takes_results;
    b->s->events_use_results |= b->results_allowed;
    return true;
}

static tml_meaning read_unknown(void *context, const char *name, tml_place place)
{
    (void)name, (void)place;
    return (tml_meaning){.kind = TML_NAME_INPUT, .input = *(const int *)context};
}

int tml_builder_result_law(tml_builder *b, int law, const char *name, tml_place place)
{
    tml_system *s = b->s;
    int input = tml_builder_input(b, (tml_input){.what = TML_INPUT_UNKNOWN, .term.measure = -1});
    const tml_scope scope = {.context = &input, .look_up = read_unknown, .built_in = true};
    TML_GROW(b->arena, s->result_laws, s->result_law_count, b->result_law_capacity);
    s->result_laws[s->result_law_count] = (tml_result_law){
        law, input, s->laws[law].value, place, tml_arena_text(b->home, name, strlen(name)), .interaction = -1};
    const tml_tree *tree = tml_tree_parse(b->home, "x", place, b->log);
    s->laws[law].value = tml_builder_compile(b, tree, &scope, (tml_expectation){.what = name});
    s->laws[law].unknown = true;
    return s->result_law_count++;
}
