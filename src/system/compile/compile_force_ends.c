/* compile_force_ends.c - ends of the stroke of a force: rigid stops of its first measure, without restitution.
 *
 *   s - lowest >= 0,   highest - s >= 0
 */
#include "system/compile/builder.h"
#include <math.h>

/* A text of constants; NAN with messages: it is wrong. */
static double value_of(tml_builder *b, const tml_element *e, const tml_scope *scope, const char *text)
{
    const tml_expectation expect = {.what = tml_arena_format(b->arena, "force %s", e->name)};
    const tml_tree *tree = tml_tree_parse(b->arena, text, e->place, b->log);
    const tml_expression *value = tree ? tml_expression_compile(b->arena, tree, scope, expect, b->log) : NULL;
    return value && tml_expression_is_constant(value)
               ? tml_expression_value(value, NULL, TML_NEW_ARRAY(b->arena, double, tml_expression_size(value)))
               : NAN;
}

static void add_end(tml_builder *b, const tml_element *e, tml_force *force, double end, bool upper)
{
    tml_term term = b->s->terms[b->s->laws[force->first_law].terms.first];
    term.coefficient *= upper ? -1 : 1;
    const tml_interaction is = {.kind = TML_UNILATERAL,
                                .name = tml_arena_dotted(b->arena, e->name, upper ? "upper_end" : "lower_end"),
                                .place = e->place,
                                .joint = -1,
                                .force = (int)(force - b->s->forces),
                                .size = 1,
                                .term = {term},
                                .offset = upper ? end : -end,
                                .normal = -1};
    if (tml_builder_penalizes_contacts(b))
        b->s->laws[tml_builder_penalized_stop(b, is, NULL)].force = is.force;
    else
        tml_builder_interaction(
            b, (tml_interaction_form){.is = is, .what = tml_arena_format(b->arena, "stroke of force %s", e->name)});
    force->law_count++;
}

void tml_builder_force_ends(tml_builder *b, const tml_element *e, tml_force *force)
{
    const tml_state_form *form = NULL;
    const tml_scope *scope = tml_builder_state_scope(b, e, &form);
    if (!scope || !form->lowest || !force->law_count)
        return;
    const double lowest = value_of(b, e, scope, form->lowest), highest = value_of(b, e, scope, form->highest);
    if (!isfinite(lowest) || !isfinite(highest))
        return;
    add_end(b, e, force, lowest, false);
    add_end(b, e, force, highest, true);
}
