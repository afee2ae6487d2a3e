/* compile_interaction.c - friction, stops and rigid contacts: force laws whose values are unknowns, and the limits of friction.
 *
 * In an analysis that does not follow modes, friction acts against the slip, and a stop or contact does nothing:
 *   x_k = -sliding u_k / |u|      x = 0
 */
#include "system/compile/builder.h"
#include <string.h>

static const char *const speeds[] = {"u0", "u1", "u2"};
/* -sliding u_k / |u|, by the number of forces; zero at rest */
static const char *const against_slip[] = {"", "-(%s)*sign(u%d)", "-(%s)*u%d/max(hypot(u0, u1), 1e-300)",
                                           "-(%s)*u%d/max(hypot(hypot(u0, u1), u2), 1e-300)"};

/* the same where it differs by the sense of slip */
static const char by_sense[] = "if(u0 > 0, -(%s), if(u0 < 0, %s, 0))";

int tml_builder_interaction(tml_builder *b, tml_interaction_form form)
{
    tml_system *s = b->s;
    form.is.name = tml_arena_text(b->home, form.is.name, strlen(form.is.name));
    TML_GROW(b->arena, s->interactions, s->interaction_count, b->interaction_capacity);
    TML_GROW(b->arena, b->interaction_forms, s->interaction_count, b->interaction_form_capacity);
    for (int k = 0; k < form.is.size; k++) {
        if (form.is.along[k].count)
            form.is.term[k] = s->terms[form.is.along[k].first];
        else
            form.is.along[k] = tml_builder_terms(b, &form.is.term[k], 1);
        const tml_force_law law = {.terms = form.is.along[k],
                                   .factor = 1,
                                   .joint = -1,
                                   .force = form.is.force,
                                   .row = -1,
                                   .friction = form.is.kind == TML_FRICTION};
        form.is.law[k] = tml_builder_force_law(b, law);
        form.is.result_law[k] = tml_builder_result_law(b, form.is.law[k], form.what, form.is.place);
        s->result_laws[form.is.result_law[k]].interaction = s->interaction_count;
        s->result_laws[form.is.result_law[k]].component = k;
    }
    s->interactions[s->interaction_count] = form.is;
    b->interaction_forms[s->interaction_count] = form;
    return s->interaction_count++;
}

typedef struct {
    tml_builder *b;
    const tml_interaction_form *form;
} names;

static tml_meaning look_up(void *context, const char *name, tml_place place)
{
    const names *n = context;
    const tml_interaction *is = &n->form->is;
    for (int k = 0; k < is->size; k++)
        if (strcmp(name, speeds[k]) == 0)
            return (tml_meaning){.kind = TML_NAME_INPUT, .input = tml_builder_input_of(n->b, is->term[k], true)};
    if (strcmp(name, "N") == 0 && is->normal >= 0) {
        const int law = n->b->s->interactions[is->normal].result_law[0];
        return (tml_meaning){.kind = TML_NAME_INPUT, .input = n->b->s->result_laws[law].input};
    }
    tml_meaning number;
    if (tml_builder_number_named(n->b, name, &number))
        return number;
    const tml_scope *more = n->form->scope;
    return more ? more->look_up(more->context, name, place) : (tml_meaning){.kind = TML_NAME_UNKNOWN};
}

static const tml_expression *compile(tml_builder *b, const tml_interaction_form *form, const char *text)
{
    names context = {b, form};
    const tml_scope scope = {.context = &context, .look_up = look_up, .built_in = true};
    const tml_tree *tree = text ? tml_tree_parse(b->home, text, form->is.place, b->log) : NULL;
    return tree ? tml_builder_compile(b, tree, &scope, (tml_expectation){.what = form->what}) : NULL;
}

void tml_builder_interactions(tml_builder *b)
{
    for (int i = 0; i < b->s->interaction_count; i++) {
        const tml_interaction_form *form = &b->interaction_forms[i];
        tml_interaction *is = &b->s->interactions[i];
        is->sliding = compile(b, form, form->sliding);
        is->holding = compile(b, form, form->holding);
        is->impulse_sliding = compile(b, form, form->impulse_sliding);
        is->impulse_holding = compile(b, form, form->impulse_holding);
        is->sliding_back = compile(b, form, form->sliding_back);
        is->holding_back = compile(b, form, form->holding_back);
        is->impulse_back = compile(b, form, form->impulse_back);
        for (int k = 0; k < is->size; k++) {
            const char *text = is->kind != TML_FRICTION ? "0"
                               : form->sliding_back
                                   ? tml_arena_format(b->arena, by_sense, form->sliding, form->sliding_back)
                                   : tml_arena_format(b->arena, against_slip[is->size], form->sliding, k);
            b->s->result_laws[is->result_law[k]].value = compile(b, form, text);
        }
    }
}
