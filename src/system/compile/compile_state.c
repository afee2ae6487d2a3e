/* compile_state.c - states: an input of expressions for each variable; then their rates, the values of ready pieces, stores of energy.
 *
 * The texts of a kind know its fields and its own variables; what the user wrote in a field knows what any expression of the model
 * knows. So each element has a scope of its own around that of the model.
 */
#include "expression/tabulated.h"
#include "model/scope.h"
#include "model/states.h"
#include "system/compile/builder.h"
#include "system/compile/state_fields.h"
#include <string.h>

static const char CURVE_FIELD[] = "curve"; /* which texts also name in table(x, curve) */

struct tml_state_scope {
    tml_scope scope;   /* of the texts of its kind */
    tml_scope written; /* of what the user wrote in its fields */
    tml_scope placed;  /* the same of fields that depend on place and time alone */
    tml_builder *b;
    const tml_state_element *element;
    tml_tabulated curve;          /* its field `curve`; none: its curve is NULL */
    double curve_end;             /* the last argument of that */
    const tml_tree **definitions; /* (definition_count of its form) parsed; NULL: not yet */
    bool broken;                  /* a number of it is wrong: reported, and nothing else is compiled */
};

/* A value that is reported. */
struct tml_state_value {
    struct tml_state_scope *of;
    const tml_state_signal_form *form;
    const tml_tree *tree;
    const tml_expression *value; /* NULL: wrong, or not compiled yet */
    enum { NEW, OPEN, DONE } progress;
    struct tml_state_value *used_by; /* OPEN: the one for which it was opened; NULL: none */
};

/* The force that has these states; NULL: none. */
static tml_force *force_of(const struct tml_state_scope *s)
{
    const tml_element *force = s->element->force;
    return force ? &s->b->s->forces[force - s->b->r->model->forces] : NULL;
}

/* A field of the kind stands for its text; one that is not given for its preset. */
static tml_meaning field_meaning(const struct tml_state_scope *s, const tml_node *node, const tml_field *field,
                                 tml_place place)
{
    tml_builder *b = s->b;
    const char *text = node ? node->text : field->preset ? field->preset : "0";
    const tml_tree *tree = tml_tree_parse(b->home, text, node ? node->place : place, b->log);
    const bool typed = field->unit && field->unit[0];
    return (tml_meaning){.kind = tree ? TML_NAME_EXPRESSION : TML_NAME_BAD,
                         .tree = tree,
                         .scope = tml_state_lists(s->element->class->of_place, field->name) ? &s->placed : &s->written,
                         .typed = typed,
                         .dimension = typed ? tml_unit_named(field->unit).dimension : (tml_dimension){0}};
}

static tml_meaning variable_meaning(const tml_builder *b, int variable)
{
    const tml_state_variable *x = &b->s->states[variable];
    return (tml_meaning){.kind = TML_NAME_INPUT,
                         .input = x->input,
                         .typed = x->unit[0] != 0,
                         .dimension = tml_unit_named(x->unit).dimension};
}

/* What is written in a field of a force knows the force's own channels. */
static tml_meaning look_up_written(void *context, const char *name, tml_place place)
{
    const struct tml_state_scope *s = context;
    tml_term term;
    bool rate;
    if (s->element->force && tml_builder_measure_named(s->b, s->element->force, name, true, &term, &rate))
        return (tml_meaning){.kind = TML_NAME_INPUT, .input = tml_builder_input_of(s->b, term, false)};
    return tml_builder_look_up_of(s->b, force_of(s), name, place);
}

/* What depends on place and time alone: it has no speed and no force of its own, so that nothing else may move it. */
static tml_meaning look_up_placed(void *context, const char *name, tml_place place)
{
    const struct tml_state_scope *s = context;
    tml_builder *b = s->b;
    const tml_meaning meaning = look_up_written(context, name, place);
    tml_term term;
    bool rate;
    if (meaning.kind == TML_NAME_UNKNOWN || meaning.kind == TML_NAME_BAD ||
        tml_resolved_look_up(b->r, name, place.use).kind != TML_NAME_UNKNOWN ||
        tml_builder_measure_named(b, s->element->force, name, true, &term, &rate))
        return meaning;
    if (meaning.kind == TML_NAME_INPUT && meaning.size == 0 &&
        (b->s->inputs[meaning.input].what == TML_INPUT_TIME || b->s->inputs[meaning.input].what == TML_INPUT_PARAMETER))
        return meaning;
    tml_log_raise(
        b->log, TML_E_ROAD, place,
        "force %s: %s may depend on the place, %s, on t and on parameters, not on %s; a road that a mechanism "
        "moves is a body with a contact",
        s->element->name, s->element->class->of_place, b->s->space ? "x and y" : "x", name);
    return (tml_meaning){.kind = TML_NAME_BAD};
}

static tml_meaning value_meaning(tml_builder *b, struct tml_state_value *v, tml_place place);

/* What the force's law gives: the unknown that it is, or its text. */
static tml_meaning delivered_meaning(const struct tml_state_scope *s, tml_place place)
{
    tml_builder *b = s->b;
    for (int i = 0; i < b->s->result_law_count; i++)
        if (b->s->result_laws[i].law == force_of(s)->first_law)
            return (tml_meaning){.kind = TML_NAME_INPUT, .input = b->s->result_laws[i].input};
    const tml_tree *tree = tml_tree_parse(b->home, s->element->form.value, place, b->log);
    return (tml_meaning){.kind = tree ? TML_NAME_EXPRESSION : TML_NAME_BAD, .tree = tree, .scope = &s->scope};
}

/* What is a force's own beside its fields and states; unknown: nothing. */
static tml_meaning own_meaning(const struct tml_state_scope *s, const char *name, tml_place place)
{
    tml_builder *b = s->b;
    tml_meaning meaning = {.kind = TML_NAME_UNKNOWN};
    if (strcmp(name, "coordinate") == 0)
        return tml_builder_look_up_of(b, force_of(s), force_of(s)->slides ? "displacement" : "angle", place);
    if (strcmp(name, "delivered") == 0)
        return delivered_meaning(s, place);
    if (strcmp(name, "acceleration") != 0 || !b->takes_results)
        return meaning;
    const char *channel = tml_builder_acceleration_of(b, force_of(s));
    if (channel)
        tml_builder_result_named(b, channel, place, &meaning);
    return meaning;
}

/* The input that a measure of the force is, or time; -1: neither. */
static int input_named(const struct tml_state_scope *s, const char *name)
{
    tml_term term;
    bool rate;
    if (strcmp(name, "t") == 0)
        return 0;
    return s->element->force && tml_builder_measure_named(s->b, s->element->force, name, false, &term, &rate)
               ? tml_builder_input_of(s->b, term, rate)
               : -1;
}

/* What a definition of the kind stands for; unknown: there is none of this name. */
static tml_meaning definition_meaning(const struct tml_state_scope *s, const char *name)
{
    const tml_state_form *form = &s->element->form;
    const tml_state_where elsewhere = s->b->s->space ? TML_IN_PLANE : TML_IN_SPACE;
    for (int i = 0; i < form->definition_count; i++) {
        const tml_state_definition *d = &form->definitions[i];
        if (d->where == elsewhere || strcmp(d->name, name) != 0)
            continue;
        if (!s->definitions[i])
            s->definitions[i] = tml_tree_parse(s->b->home, d->text, s->element->place, s->b->log);
        return (tml_meaning){.kind = s->definitions[i] ? TML_NAME_EXPRESSION : TML_NAME_BAD,
                             .tree = s->definitions[i],
                             .scope = &s->scope,
                             .differs = d->by != NULL,
                             .input = d->by ? input_named(s, d->by) : 0};
    }
    return (tml_meaning){.kind = TML_NAME_UNKNOWN};
}

static tml_meaning look_up(void *context, const char *name, tml_place place)
{
    const struct tml_state_scope *s = context;
    const tml_state_form *form = &s->element->form;
    const tml_meaning defined = definition_meaning(s, name);
    const int measure = input_named(s, name);
    if (defined.kind != TML_NAME_UNKNOWN)
        return defined;
    if (measure > 0)
        return (tml_meaning){.kind = TML_NAME_INPUT, .input = measure};
    for (int i = 0; i < form->count; i++)
        if (form->variables[i].own && strcmp(form->variables[i].own, name) == 0)
            return variable_meaning(s->b, s->element->first + i);
    for (int i = 0; i < form->signal_count; i++)
        if (form->signals[i].own && strcmp(form->signals[i].own, name) == 0)
            return value_meaning(
                s->b, &s->b->state_values[tml_names_find(&s->b->r->model->state_values, form->signals[i].name)], place);
    const tml_field *field;
    const tml_node *node = tml_state_field(s->element, name, &field);
    if (field)
        return field_meaning(s, node, field, place);
    if (s->curve.curve && strcmp(name, "curve_end") == 0)
        return (tml_meaning){.kind = TML_NAME_CONSTANT, .value = s->curve_end};
    const tml_meaning own = s->element->force ? own_meaning(s, name, place) : (tml_meaning){.kind = TML_NAME_UNKNOWN};
    return own.kind != TML_NAME_UNKNOWN ? own : look_up_written(context, name, place);
}

static const tml_tabulated *table(void *context, const char *name, tml_place place)
{
    const struct tml_state_scope *s = context;
    return s->curve.curve && strcmp(name, CURVE_FIELD) == 0 ? &s->curve : s->b->scope.table(s->b, name, place);
}

static const char *nearest(void *context, const char *name)
{
    const struct tml_state_scope *s = context;
    return s->b->scope.nearest(s->b, name);
}

/* ---- values that are reported ---- */

static tml_meaning refuse_circle(tml_builder *b, const struct tml_state_value *v, tml_place place)
{
    const char *chain = v->form->name;
    for (const struct tml_state_value *x = b->open_value; x && x != v; x = x->used_by)
        chain = tml_arena_format(b->arena, "%s -> %s", x->form->name, chain);
    tml_log_raise(b->log, TML_E_PARAMETER_CIRCLE, place,
                  "%s %s: its value depends on itself: %s -> %s; a state between them would break the circle",
                  v->of->element->force ? "force" : "state", v->form->name, v->form->name, chain);
    return (tml_meaning){.kind = TML_NAME_BAD};
}

/* Compiled once, so that what is wrong in it is reported once, with its own name. */
static void compile_value(tml_builder *b, struct tml_state_value *v)
{
    const char *what = b->what;
    const bool takes_results = b->takes_results; /* of the law that uses it: it is reported without them */
    b->takes_results = false;
    v->progress = OPEN;
    v->used_by = b->open_value;
    b->open_value = v;
    v->tree = v->of->broken ? NULL : tml_tree_parse(b->home, v->form->text, v->of->element->place, b->log);
    if (v->tree)
        v->value =
            tml_builder_compile(b, v->tree, &v->of->scope,
                                (tml_expectation){.what = tml_state_what(v->of->element, b->arena), .typed = false});
    b->open_value = v->used_by;
    b->what = what;
    b->takes_results = takes_results;
    v->progress = DONE;
}

static tml_meaning value_meaning(tml_builder *b, struct tml_state_value *v, tml_place place)
{
    if (v->progress == OPEN)
        return refuse_circle(b, v, place);
    if (v->progress == NEW)
        compile_value(b, v);
    return (tml_meaning){
        .kind = v->value ? TML_NAME_EXPRESSION : TML_NAME_BAD, .tree = v->tree, .scope = &v->of->scope};
}

tml_meaning tml_builder_state_named(tml_builder *b, const char *name, tml_place place)
{
    const int variable = tml_scope_find(&b->r->model->state_names, name, place.use);
    if (variable >= 0)
        return variable_meaning(b, variable);
    return value_meaning(b, &b->state_values[tml_scope_find(&b->r->model->state_values, name, place.use)], place);
}

/* ---- variables ---- */

/* Values are SI, so the unit must be: one that is not would suggest otherwise. */
static const char *si_unit(tml_builder *b, const tml_state_variable_form *form)
{
    tml_unit unit;
    char text[64];
    const char *written = form->unit ? form->unit->text : "";
    if (!written[0])
        return "";
    if (!tml_unit_parse(written, &unit)) {
        const char *near = tml_unit_nearest(written);
        tml_log_raise(b->log, TML_E_UNKNOWN_UNIT, form->unit->place, "state %s: unknown unit \"%s\"%s%s%s", form->name,
                      written, near ? "; did you mean \"" : "", near ? near : "", near ? "\"?" : "");
        return "";
    }
    tml_dimension_print(unit.dimension, text, sizeof text);
    if (unit.factor != 1)
        tml_log_raise(b->log, TML_E_WRONG_DIMENSION, form->unit->place,
                      "state %s: \"%s\" is not an SI unit, and the values of states are SI: write \"%s\"", form->name,
                      written, text);
    return strcmp(text, "1") == 0 ? "" : tml_arena_text(b->home, text, strlen(text));
}

/* ---- elements ---- */

/* The field `curve`, of a kind that has one. */
static bool read_curve(tml_builder *b, struct tml_state_scope *s)
{
    const tml_state_class *class = s->element->class;
    const tml_node *node = class->curve ? tml_node_find(s->element->fields, CURVE_FIELD) : NULL;
    if (!node)
        return true;
    if (!class->curve(b->r, node, tml_state_what(s->element, b->arena), &s->curve))
        return false;
    const size_t count = tml_curve_breaks(s->curve.curve, NULL);
    double *breaks = TML_NEW_ARRAY(b->arena, double, count);
    tml_curve_breaks(s->curve.curve, breaks);
    s->curve_end = breaks[count - 1];
    return true;
}

/* The unit of a variable by time. */
static const char *rate_unit(tml_builder *b, const char *unit)
{
    tml_dimension dimension;
    char text[64];
    if (!unit[0])
        return "";
    tml_dimension_combine(tml_unit_named(unit).dimension, tml_unit_named("s").dimension, -1, &dimension);
    tml_dimension_print(dimension, text, sizeof text);
    return strcmp(text, "1") == 0 ? "" : tml_arena_text(b->home, text, strlen(text));
}

static void declare(tml_builder *b, const tml_state_element *e)
{
    for (int i = 0; i < e->form.count; i++) {
        const tml_state_variable_form *form = &e->form.variables[i];
        tml_state_variable *x = &b->s->states[e->first + i];
        *x = (tml_state_variable){.name = form->name, .place = e->place, .unit = si_unit(b, form)};
        x->rate_unit = rate_unit(b, x->unit);
        x->input =
            tml_builder_input(b, (tml_input){.what = TML_INPUT_STATE, .term.measure = -1, .index = e->first + i});
        x->started = form->start != NULL;
        if (form->start)
            tml_resolved_number(b->r, form->start, x->unit[0] ? x->unit : NULL,
                                tml_arena_format(b->arena, "state %s: start", form->name), &x->start);
    }
}

void tml_builder_declare_states(tml_builder *b)
{
    const tml_model *model = b->r->model;
    b->s->state_count = model->state_variable_count;
    b->s->states = TML_NEW_ARRAY(b->home, tml_state_variable, model->state_variable_count);
    b->s->signals = TML_NEW_ARRAY(b->home, tml_signal, model->state_signal_count);
    b->s->signal_count = model->state_signal_count;
    b->state_scopes = TML_NEW_ARRAY(b->arena, struct tml_state_scope, model->state_count);
    b->state_values = TML_NEW_ARRAY(b->arena, struct tml_state_value, model->state_signal_count);
    for (int i = 0; i < model->state_count; i++) {
        struct tml_state_scope *s = &b->state_scopes[i];
        *s = (struct tml_state_scope){
            .scope = {s, look_up, table, nearest, .built_in = true},
            .written = {s, look_up_written, table, nearest},
            .placed = {s, look_up_placed, table, nearest},
            .b = b,
            .element = &model->states[i],
            .definitions = TML_NEW_ARRAY(b->arena, const tml_tree *, model->states[i].form.definition_count)};
        declare(b, &model->states[i]);
        s->broken = !tml_state_numbers_fit(b, &model->states[i]) || !read_curve(b, s);
    }
    for (int i = 0; i < model->state_signal_count; i++) {
        const tml_state_signal *signal = &model->state_signals[i];
        b->state_values[i] = (struct tml_state_value){.of = &b->state_scopes[signal->element], .form = &signal->form};
        b->s->signals[i] = (tml_signal){.name = signal->form.name, .unit = signal->form.unit};
    }
}

/* The value that the element's name stands for; NULL: none, or compiled already. */
static struct tml_state_value *new_value_of(tml_builder *b, const tml_state_element *e)
{
    const int value = tml_names_find(&b->r->model->state_values, e->name);
    return value >= 0 && b->state_values[value].progress == NEW ? &b->state_values[value] : NULL;
}

/* While its fields are checked its value is open: a circle is one that begins there. */
static void check_element(tml_builder *b, struct tml_state_scope *s)
{
    struct tml_state_value *value = new_value_of(b, s->element);
    if (value)
        value->progress = OPEN, b->open_value = value;
    s->broken = !tml_state_written_fits(b, s->element, force_of(s), (tml_written_scopes){&s->written, &s->placed});
    if (value)
        value->progress = NEW, b->open_value = NULL;
}

void tml_builder_check_states(tml_builder *b)
{
    for (int i = 0; i < b->r->model->state_count; i++) {
        struct tml_state_scope *s = &b->state_scopes[i];
        if (!s->broken && (!s->element->force || force_of(s)->law_count))
            check_element(b, s);
    }
}

/* Dimension of a rate: that of the variable by time. */
static tml_expectation expected_rate(const tml_state_variable *x, const char *what)
{
    tml_expectation expect = {.what = what, .typed = x->unit[0] != 0};
    if (expect.typed)
        tml_dimension_combine(tml_unit_named(x->unit).dimension, tml_unit_named("s").dimension, -1, &expect.dimension);
    return expect;
}

/* A text of a form. One that is a field is the user's: what is wrong with it is told at its place. */
static const tml_expression *compile_text(tml_builder *b, struct tml_state_scope *s, const char *text,
                                          tml_expectation expect)
{
    const tml_field *field;
    const tml_node *written = tml_state_field(s->element, text, &field);
    const tml_tree *tree =
        tml_tree_parse(b->home, written ? written->text : text, written ? written->place : s->element->place, b->log);
    return tree ? tml_builder_compile(b, tree, written ? &s->written : &s->scope, expect) : NULL;
}

static void add_rates(tml_builder *b, struct tml_state_scope *s)
{
    const tml_state_element *e = s->element;
    for (int i = 0; i < e->form.count && !s->broken; i++) {
        tml_state_variable *x = &b->s->states[e->first + i];
        x->rate = compile_text(b, s, e->form.variables[i].rate,
                               expected_rate(x, tml_arena_format(b->arena, "state %s", x->name)));
    }
}

static const tml_expression *of_store(tml_builder *b, struct tml_state_scope *s, const char *text, const char *name,
                                      const char *unit)
{
    const char *what = tml_arena_format(b->arena, "%s: %s", tml_state_what(s->element, b->arena), name);
    return text && !s->broken ? compile_text(b, s, text,
                                             (tml_expectation){.what = what,
                                                               .typed = !s->element->force,
                                                               .dimension = tml_unit_named(unit).dimension})
                              : NULL;
}

void tml_builder_store(tml_builder *b, tml_store store)
{
    TML_GROW(b->arena, b->s->stores, b->s->store_count, b->store_capacity);
    store.law = -1;
    b->s->stores[b->s->store_count++] = store;
}

static void add_store(tml_builder *b, struct tml_state_scope *s)
{
    const tml_state_form *form = &s->element->form;
    const tml_store store = {of_store(b, s, form->energy, "energy", "J"), of_store(b, s, form->power, "power", "W"),
                             .of_states = true};
    if (!store.energy && !store.power)
        return;
    tml_builder_store(b, store);
    if (s->element->force)
        b->s->stores[b->s->store_count - 1].law = force_of(s)->first_law;
}

static void add_kinks(tml_builder *b, struct tml_state_scope *s)
{
    const tml_state_element *e = s->element;
    for (int i = 0; i < e->form.kink_count && !s->broken; i++)
        tml_builder_kink(b, e->name, e->place,
                         compile_text(b, s, e->form.kinks[i], (tml_expectation){.what = tml_state_what(e, b->arena)}),
                         false);
}

/* Where the pieces of its curve join, unless two derivatives are continuous there. */
static void add_curve_kinks(tml_builder *b, struct tml_state_scope *s)
{
    const tml_state_element *e = s->element;
    if (!s->curve.curve || s->broken || !e->form.curve_argument)
        return;
    const size_t count = tml_curve_breaks(s->curve.curve, NULL);
    double *breaks = TML_NEW_ARRAY(b->arena, double, count);
    tml_curve_breaks(s->curve.curve, breaks);
    for (size_t i = tml_curve_smoothness(s->curve.curve) < 2 ? 0 : count - 1; i < count; i++)
        if (breaks[i] > 0)
            tml_builder_kink(b, e->name, e->place,
                             compile_text(b, s,
                                          tml_arena_format(b->home, "%s - %.17g", e->form.curve_argument, breaks[i]),
                                          (tml_expectation){.what = tml_state_what(e, b->arena)}),
                             false);
}

void tml_builder_states(tml_builder *b)
{
    const tml_model *model = b->r->model;
    for (int i = 0; i < model->state_count; i++) {
        add_rates(b, &b->state_scopes[i]);
        add_store(b, &b->state_scopes[i]);
        add_kinks(b, &b->state_scopes[i]);
        add_curve_kinks(b, &b->state_scopes[i]);
    }
    for (int i = 0; i < model->state_signal_count; i++) {
        if (b->state_values[i].progress == NEW)
            compile_value(b, &b->state_values[i]);
        b->s->signals[i].value = b->state_values[i].value;
    }
}

const tml_scope *tml_builder_state_scope(const tml_builder *b, const tml_element *force, const tml_state_form **form)
{
    for (int i = 0; i < b->r->model->state_count; i++) {
        *form = &b->r->model->states[i].form;
        if (b->r->model->states[i].force == force)
            return &b->state_scopes[i].scope;
    }
    return NULL;
}

const tml_expression *tml_builder_state_law(tml_builder *b, const tml_element *force, const char *text,
                                            const char *what)
{
    for (int i = 0; i < b->r->model->state_count; i++) {
        struct tml_state_scope *s = &b->state_scopes[i];
        if (s->element->force == force)
            return s->broken
                       ? NULL
                       : compile_text(b, s, text ? text : s->element->form.value, (tml_expectation){.what = what});
    }
    return NULL;
}

bool tml_builder_start_state(tml_builder *b, const tml_named_text *entry, bool later)
{
    const int variable = tml_scope_find(&b->r->model->state_names, entry->name, entry->place.use);
    const tml_node node = {.kind = TML_NODE_SCALAR, .text = entry->text, .place = entry->place};
    if (variable < 0)
        return false;
    tml_state_variable *x = &b->s->states[variable];
    x->set_anew = later;
    if (x->started && !later)
        tml_log_raise(b->log, TML_E_SAME_KEY_TWICE, entry->place,
                      "initial %s: the state has a `start` of its own; give one of them", entry->name);
    tml_resolved_number(b->r, &node, x->unit[0] ? x->unit : NULL, tml_arena_format(b->arena, "initial %s", entry->name),
                        &x->start);
    return true;
}
