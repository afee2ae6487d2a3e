/* compile_output.c - outputs of the user: their order, which of them forces may use, their expressions over a row of channels.
 *
 * An output reads what is reported from the row itself, so that everything may stand in it, and other outputs as inputs, in the order
 * in which they depend on each other. One that is made of positions, velocities, states and time alone stands for its expression wherever
 * else it is named; one that needs results may stand in events, which evaluate them, and in forces, which are solved with them.
 */
#include "model/channel_name.h"
#include "model/outputs.h"
#include "model/scope.h"
#include "system/compile/builder.h"
#include <string.h>

enum { MAX_DEPTH = 90 };               /* of outputs within outputs, in a force or an event */
static const double MAX_SIZE = 200000; /* of what they stand for there, written out */

/* An output before it is compiled. */
struct tml_output_draft {
    const tml_tree *tree;
    int *uses; /* (use_count) other outputs */
    int use_count, use_capacity, next;
    enum { UNSEEN, OPEN, DONE } state;
    bool needs_results;
    int depth;
    double size;
};

/* ---- their order ---- */

typedef struct {
    tml_builder *b;
    struct tml_output_draft *draft;
    const tml_use *use; /* where its text stands */
} naming;

/* A name in an output: another output, a result, or what any expression may use. */
static void see(void *context, const char *name)
{
    naming *n = context;
    tml_builder *b = n->b;
    const tml_model *model = b->r->model;
    bool is_rotation;
    const int other = tml_scope_find(&model->output_names, name, n->use);
    if (other >= 0) {
        TML_GROW(b->arena, n->draft->uses, n->draft->use_count, n->draft->use_capacity);
        n->draft->uses[n->draft->use_count++] = other;
        return;
    }
    if (strcmp(name, "t") == 0 || strcmp(name, "pi") == 0 ||
        tml_scope_parameter(model, name, n->use, &(int){0}) != -1 || tml_name_is_state(model, name, n->use) ||
        tml_point_find(b->r, name, n->use, &(int){0}, &(int){0}, &(int){0}))
        return;
    const tml_channel_sort sort = tml_channel_find(b->r, name, n->use, &is_rotation);
    n->draft->needs_results |= sort != TML_POSITION_CHANNEL && sort != TML_SPEED_CHANNEL;
}

static void report_cycle(tml_builder *b, const int *stack, int first, int last)
{
    const tml_output_element *all = b->r->model->outputs, *begin = &all[stack[first]];
    const char *names = begin->name;
    for (int i = first + 1; i <= last && i < first + 8; i++)
        names = tml_arena_format(b->arena, "%s, %s", names, all[stack[i]].name);
    if (first == last)
        tml_log_raise(b->log, TML_E_OUTPUT_CIRCLE, begin->place, "output %s refers to itself", names);
    else
        tml_log_raise(b->log, TML_E_OUTPUT_CIRCLE, begin->place, "outputs %s%s refer to each other in a cycle", names,
                      last - first >= 8 ? ", ..." : "");
}

static void close_draft(tml_builder *b, struct tml_output_draft *d)
{
    d->state = DONE;
    d->size = tml_tree_size(d->tree);
    for (int i = 0; i < d->use_count; i++) {
        const struct tml_output_draft *other = &b->outputs[d->uses[i]];
        d->needs_results |= other->needs_results;
        d->size += other->size;
        d->depth = other->depth >= d->depth ? other->depth + 1 : d->depth;
    }
}

/* Depth first, from one output to those that it uses; false: a cycle, or one that could not be parsed. */
static bool visit(tml_builder *b, int first, int *stack, int *order, int *count)
{
    int top = 0;
    bool good = true;
    stack[0] = first;
    b->outputs[first].state = OPEN;
    while (top >= 0) {
        struct tml_output_draft *d = &b->outputs[stack[top]];
        if (d->next == d->use_count) {
            close_draft(b, d);
            order[(*count)++] = stack[top--];
            continue;
        }
        const int other = d->uses[d->next++];
        if (b->outputs[other].state == OPEN) {
            int from = top;
            while (stack[from] != other)
                from--;
            report_cycle(b, stack, from, top);
            good = false;
        } else if (b->outputs[other].state == UNSEEN && b->outputs[other].tree) {
            b->outputs[other].state = OPEN;
            stack[++top] = other;
        }
    }
    return good;
}

void tml_builder_declare_outputs(tml_builder *b)
{
    const tml_model *model = b->r->model;
    tml_system *s = b->s;
    const int count = s->output_count = model->output_count;
    if (!count)
        return;
    b->outputs = TML_NEW_ARRAY(b->arena, struct tml_output_draft, count);
    s->outputs = TML_NEW_ARRAY(b->home, tml_output, count);
    int *order = TML_NEW_ARRAY(b->home, int, count), *stack = TML_NEW_ARRAY(b->arena, int, count), done = 0;
    s->output_order = order;
    for (int i = 0; i < count; i++) {
        const tml_output_element *e = &model->outputs[i];
        naming n = {b, &b->outputs[i], e->place.use};
        const tml_node *title = e->fields ? tml_node_find(e->fields, "title") : NULL;
        s->outputs[i] = (tml_output){.name = e->name, .title = title ? title->text : "", .unit = "", .input = -1};
        b->outputs[i].tree = tml_output_parse(b->r, e);
        if (b->outputs[i].tree)
            tml_tree_names(b->outputs[i].tree, see, &n);
    }
    for (int i = 0; i < count; i++)
        if (b->outputs[i].state == UNSEEN && b->outputs[i].tree)
            visit(b, i, stack, order, &done);
}

/* ---- as names in expressions ---- */

static int input_of_output(tml_builder *b, int output)
{
    tml_output *o = &b->s->outputs[output];
    if (o->input < 0)
        o->input = tml_builder_input(b, (tml_input){.what = TML_INPUT_OUTPUT, .term.measure = -1, .index = output});
    return o->input;
}

static tml_meaning refuse(tml_builder *b, tml_place place, const char *name, const char *why)
{
    tml_log_raise(b->log, TML_E_RESULT_IN_EXPRESSION, place, "%s: output %s cannot be used here: %s", b->what, name,
                  why);
    return (tml_meaning){.kind = TML_NAME_BAD};
}

bool tml_builder_output_named(tml_builder *b, const char *name, tml_place place, tml_meaning *meaning)
{
    const int k = b->outputs ? tml_scope_find(&b->r->model->output_names, name, place.use) : -1;
    if (k < 0)
        return false;
    const struct tml_output_draft *d = &b->outputs[k];
    if (!d->tree || d->state != DONE)
        *meaning = (tml_meaning){.kind = TML_NAME_BAD}; /* reported */
    else if (d->needs_results && b->results_allowed) {
        b->s->events_use_results = true;
        *meaning = (tml_meaning){.kind = TML_NAME_INPUT, .input = input_of_output(b, k)};
    } else if (d->needs_results && !b->takes_results)
        *meaning = refuse(b, place, name,
                          "it is made of reactions, forces, accelerations or energies, which are results; forces and "
                          "events may use it, other expressions outputs of positions and velocities");
    else if (d->depth > MAX_DEPTH || d->size > MAX_SIZE)
        *meaning = refuse(b, place, name, "too many outputs are within outputs: written out, it would be too long");
    else
        *meaning = (tml_meaning){.kind = TML_NAME_EXPRESSION, .tree = d->tree, .scope = &b->scope};
    return true;
}

/* ---- their expressions ---- */

static tml_meaning look_up(void *context, const char *name, tml_place place)
{
    tml_builder *b = context;
    tml_meaning meaning;
    const int k = tml_scope_find(&b->r->model->output_names, name, place.use);
    if (k >= 0) {
        const tml_expression *value = b->s->outputs[k].value;
        meaning = (tml_meaning){.kind = value ? TML_NAME_INPUT : TML_NAME_BAD};
        if (value) {
            meaning.input = input_of_output(b, k);
            meaning.typed = tml_expression_typed(value, &meaning.dimension);
        }
        return meaning;
    }
    return tml_builder_column(b, name, place.use, &meaning) ? meaning : b->scope.look_up(b, name, place);
}

static const tml_tabulated *table(void *context, const char *name, tml_place place)
{
    const tml_builder *b = context;
    return b->scope.table(context, name, place);
}

static const char *nearest(void *context, const char *name)
{
    const tml_builder *b = context;
    const bool seeks = b->log->error_count <= 100;
    const char *near = seeks ? tml_channel_other_word(&b->column_names, name) : NULL;
    near = near || !seeks ? near : tml_names_nearest(&b->column_names, name);
    return near ? near : b->scope.nearest(context, name);
}

/* Unit of a value: that of a channel in it of the same dimension (a torque is in N*m, work in J), or the SI unit by name. */
static const char *unit_of(tml_builder *b, const tml_expression *value)
{
    tml_dimension d;
    char text[64];
    if (!tml_expression_typed(value, &d))
        return "";
    for (int i = 0; i < b->s->result_count && i < 1000; i++) {
        const char *unit = b->columns[b->s->results[i].column].unit;
        if (unit[0] && tml_expression_uses(value, b->s->results[i].input) &&
            tml_dimension_same(d, tml_unit_named(unit).dimension))
            return unit;
    }
    if (d.length || d.mass) /* N*m*rad/s is a power */
        d.angle = 0;
    tml_dimension_print(d, text, sizeof text);
    return strcmp(text, "1") == 0 ? "" : tml_arena_text(b->home, text, strlen(text));
}

static void compile(tml_builder *b, int k)
{
    const tml_scope scope = {b, look_up, table, nearest, .moves = false};
    const tml_output_element *e = &b->r->model->outputs[k];
    tml_output *o = &b->s->outputs[k];
    tml_unit unit;
    bool given;
    if (!tml_output_unit(b->r, e, &given, &unit))
        return;
    const tml_expectation expect = {.what = tml_output_what(b->arena, e), .typed = given, .dimension = unit.dimension};
    o->value = tml_builder_compile(b, b->outputs[k].tree, &scope, expect);
    o->factor = unit.factor;
    o->column = (size_t)tml_names_find(&b->column_names, e->name);
    if (o->value)
        o->unit = given ? tml_node_find(e->fields, "unit")->text : unit_of(b, o->value);
}

void tml_builder_outputs(tml_builder *b)
{
    tml_system *s = b->s;
    b->results_allowed = true;
    for (int i = 0; i < s->output_count; i++)
        compile(b, s->output_order[i]);
    b->results_allowed = false;
    s->events_use_results = false; /* so far none does */
}
