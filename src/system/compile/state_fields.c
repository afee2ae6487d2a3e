/* state_fields.c - what the user wrote in the fields of an element with states: numbers, and expressions that are constant or not.
 *
 * Texts of a kind use a field many times; a mistake in it is told once, with its name and at its place. The dimension of some fields is that of what the force acts
 * along: rad or m, N*m or N.
 */
#include "system/compile/state_fields.h"
#include <math.h>

/* The unit of a field of an element. NULL: not checked. */
static const char *unit_of(const tml_state_element *e, const tml_field *field, const tml_force *force)
{
    return tml_state_field_unit(e->class, field,
                                !force          ? TML_ANY_COORDINATE
                                : force->slides ? TML_TRANSLATIONS
                                                : TML_ROTATIONS);
}

/* A value that is too small, or no number of its kind; false with a message. */
static bool value_fits(tml_builder *b, const tml_state_element *e, const tml_field *field, const char *name,
                       const tml_node *node, double value)
{
    const tml_state_class *class = e->class;
    const char *what = tml_arena_format(b->arena, "%s: %s", tml_state_what(e, b->arena), field->name);
    const bool positive = tml_state_lists(class->positive, name), not_below = tml_state_lists(class->not_below, name);
    if (positive ? !(value > 0) : (tml_state_lists(class->divides, name) && value == 0) || (not_below && !(value >= 0)))
        tml_log_raise(b->log, TML_E_WRONG_OPTION, node->place, "%s must %s zero", what,
                      positive    ? "be greater than"
                      : not_below ? "not be below"
                                  : "not be");
    else if (field->part && value > 1)
        tml_log_raise(b->log, TML_E_WRONG_OPTION, node->place, "%s is at most 1: 0.98 for 98 %%", what);
    else if (field->whole && value != round(value))
        tml_log_raise(b->log, TML_E_WRONG_OPTION, node->place, "%s is a whole number, and not %g", what, value);
    else
        return true;
    return false;
}

static bool number_fits(tml_builder *b, const tml_state_element *e, const tml_field *field, const tml_node *node,
                        const char *name)
{
    double value;
    const char *what = tml_arena_format(b->arena, "%s: %s", tml_state_what(e, b->arena), field->name);
    return tml_resolved_number(b->r, node, unit_of(e, field, NULL), what, &value) &&
           value_fits(b, e, field, name, node, value);
}

/* ---- together ---- */

static const double *list_of(tml_builder *b, const tml_field *field, const tml_node *list)
{
    double *items = TML_NEW_ARRAY(b->arena, double, list->count);
    for (int k = 0; k < list->count; k++)
        tml_constant_read(b->r, list->items[k]->text, list->items[k]->place, field->unit, field->name, &items[k], NULL,
                          NULL);
    return items;
}

/* Numbers that fit by themselves, together; `constants` (by field) are those of expressions, NaN where one varies. NULL: none are known yet. */
static bool numbers_agree(tml_builder *b, const tml_state_element *e, const double *constants)
{
    const tml_state_class *class = e->class;
    double *values = TML_NEW_ARRAY(b->arena, double, class->fields_count);
    const double **lists = TML_NEW_ARRAY(b->arena, const double *, class->fields_count);
    const tml_field_values all = {class->fields, class->fields_count, values, lists};
    for (size_t i = 0; i < class->fields_count; i++) {
        const tml_field *field = &class->fields[i];
        const tml_node *node = tml_node_find(e->fields, field->name);
        const char *text = node && node->kind == TML_NODE_SCALAR ? node->text : field->preset;
        if (field->type == TML_FIELD_NUMBERS && node && node->kind == TML_NODE_LIST)
            lists[i] = list_of(b, field, node);
        else if ((field->type == TML_FIELD_NUMBER || field->type == TML_FIELD_NUMBERS) && text)
            tml_constant_read(b->r, text, node ? node->place : e->place, field->unit, field->name, &values[i], NULL,
                              NULL);
        else if (field->type == TML_FIELD_VARYING)
            values[i] = constants ? constants[i] : NAN;
    }
    const char *at = NULL, *wrong = class->unfit ? class->unfit(&all, &at) : NULL;
    const tml_node *node = wrong && at ? tml_node_find(e->fields, at) : NULL;
    if (wrong)
        tml_log_raise(b->log, TML_E_WRONG_OPTION, node ? node->place : e->place, "%s: %s", tml_state_what(e, b->arena),
                      wrong);
    return !wrong;
}

/* Constants that only the texts of the kind use; those of variables are read with them. */
bool tml_state_numbers_fit(tml_builder *b, const tml_state_element *e)
{
    bool good = true;
    for (size_t i = 0; i < e->class->fields_count; i++) {
        const tml_field *field = &e->class->fields[i];
        const tml_node *node = tml_node_find(e->fields, field->name);
        if (!node || tml_state_lists("start", field->name))
            continue;
        if (field->type == TML_FIELD_NUMBER || (field->type == TML_FIELD_NUMBERS && node->kind == TML_NODE_SCALAR))
            good &= number_fits(b, e, field, node, field->name);
        for (int k = 0; field->type == TML_FIELD_NUMBERS && node->kind == TML_NODE_LIST && k < node->count; k++)
            good &= number_fits(b, e, field, node->items[k], tml_arena_format(b->arena, "%s%d", field->name, k + 1));
    }
    return good && numbers_agree(b, e, NULL);
}

/* ---- expressions ---- */

/* Compiled only to see what is wrong with it: the texts that use the field compile it again. *value: of a constant, else NaN. */
static bool expression_fits(tml_builder *b, const tml_state_element *e, const tml_field *field, const tml_node *node,
                            const char *unit, const tml_scope *scope, double *value)
{
    const bool takes_results = b->takes_results;
    const int results_used = b->results_used;
    const tml_tree *tree = tml_tree_parse(b->arena, node->text, node->place, b->log);
    b->what = tml_arena_format(b->arena, "%s: %s", tml_state_what(e, b->arena), field->name);
    b->takes_results = true;
    const tml_expression *x =
        tree ? tml_expression_compile(b->arena, tree, scope,
                                      (tml_expectation){.what = b->what,
                                                        .typed = unit != NULL,
                                                        .dimension = tml_unit_named(unit ? unit : "").dimension},
                                      b->log)
             : NULL;
    b->takes_results = takes_results;
    b->results_used = results_used;
    if (!x || !tml_expression_is_constant(x))
        return x != NULL;
    *value = tml_expression_value(x, NULL, TML_NEW_ARRAY(b->arena, double, tml_expression_size(x)));
    return value_fits(b, e, field, field->name, node, *value);
}

bool tml_state_written_fits(tml_builder *b, const tml_state_element *e, const tml_force *force,
                            tml_written_scopes scopes)
{
    bool good = true;
    double *constants = TML_NEW_ARRAY(b->arena, double, e->class->fields_count);
    for (size_t i = 0; i < e->class->fields_count; i++) {
        const tml_field *field = &e->class->fields[i];
        const tml_node *node = tml_node_find(e->fields, field->name);
        const char *unit = unit_of(e, field, force);
        constants[i] = NAN;
        if (!node && field->preset && field->type == TML_FIELD_VARYING)
            tml_constant_read(b->r, field->preset, e->place, unit, field->name, &constants[i], NULL, NULL);
        if (!node || node->kind != TML_NODE_SCALAR)
            continue;
        if (field->type == TML_FIELD_VARYING || (field->type == TML_FIELD_NUMBER && !field->unit && unit))
            good &= expression_fits(b, e, field, node, unit,
                                    tml_state_lists(e->class->of_place, field->name) ? scopes.placed : scopes.any,
                                    &constants[i]);
    }
    return good && numbers_agree(b, e, constants);
}
