/* compile_flank.c - teeth with backlash, and teeth that yield: a spring and a damper along s, how far the second wheel is ahead along the pitch line of where it was drawn,
 *   f = -k s - c s'
 * and with the backlash j between two flanks, of which neither pulls,
 *   f = -max(0, k (s - j/2) + c s')  where s > j/2,   max(0, -k (s + j/2) - c s')  where s < -j/2,   else zero      V = k max(0, |s| - j/2)^2/2
 * With backlash and no stiffness the flanks are rigid, unilateral interactions with impacts:   j/2 + s >= 0   and   j/2 - s >= 0.
 * The force of springs has kinks where a flank is touched or left: events make the integrator begin anew there.
 */
#include "system/compile/mesh_scope.h"
#include <math.h>
#include <string.h>

/* Names in the texts below: s, u, and numbers. */
typedef struct {
    struct tml_mesh_scope *m;
    tml_terms row;
} names;

/* A sum over all terms: of their values, or of their rates. */
static const char *sum_of(const names *n, char part)
{
    const tml_system *s = n->m->b->s;
    tml_builder *b = n->m->b;
    const char *text = part == 's' ? tml_builder_number(b, -n->m->rest) : "0";
    for (int k = 0; k < n->row.count; k++)
        text = tml_arena_format(b->arena, "%s + %s*%c%d", text,
                                tml_builder_number(b, s->terms[n->row.first + k].coefficient), part, k);
    return text;
}

static tml_meaning look_up(void *context, const char *name, tml_place place)
{
    const names *n = context;
    tml_builder *b = n->m->b;
    tml_meaning number;
    if (tml_builder_number_named(b, name, &number))
        return number;
    if (strcmp(name, "k") == 0 || strcmp(name, "c") == 0 || strcmp(name, "h") == 0)
        return (tml_meaning){.kind = TML_NAME_CONSTANT,
                             .value = *name == 'k'   ? n->m->stiffness
                                      : *name == 'c' ? n->m->damping
                                                     : n->m->backlash / 2};
    if (name[1] == 0) {
        const tml_tree *tree = tml_tree_parse(b->home, sum_of(n, *name), place, b->log);
        return (tml_meaning){.kind = tree ? TML_NAME_EXPRESSION : TML_NAME_BAD, .tree = tree};
    }
    tml_term term = b->s->terms[n->row.first + (name[1] - '0')];
    term.coefficient = 1;
    return (tml_meaning){.kind = TML_NAME_INPUT, .input = tml_builder_input_of(b, term, *name == 'u')};
}

static const tml_expression *compile(const names *n, const char *text)
{
    tml_builder *b = n->m->b;
    const tml_scope scope = {.context = (void *)n, .look_up = look_up, .built_in = true};
    const tml_tree *tree = tml_tree_parse(b->home, text, n->m->e->place, b->log);
    return tree ? tml_builder_compile(b, tree, &scope, (tml_expectation){.what = n->m->e->name}) : NULL;
}

/* A flank begins to push where s passes it. It ends where its damper would begin to pull, which is before s passes it again: min(s - h, s - h + c/k u) is above zero
 * while it pushes. That is continuous: a function that jumps where s passes the flank may be found there again and again, by rounding. */
static void add_kink(const names *n, const char *text)
{
    tml_builder_kink(n->m->b, n->m->e->name, n->m->e->place, compile(n, text), false);
}

static void add_flanks(const names *n, tml_force_law law)
{
    tml_builder *b = n->m->b;
    law.value = compile(n, "if(s > h, -max(0, k*(s - h) + c*u), if(s < -h, max(0, -k*(s + h) - c*u), 0))");
    law.factor = 1;
    tml_builder_force_law(b, law);
    tml_builder_store(b, (tml_store){compile(n, "k/2*max(0, abs(s) - h)^2"),
                                     compile(n, "k*(max(0, s - h) - max(0, -s - h))*u"), .of_states = false});
    add_kink(n, "s - h");
    add_kink(n, "s + h");
    if (n->m->damping > 0) {
        add_kink(n, "s - h + c/k*min(0, u)");
        add_kink(n, "s + h + c/k*max(0, u)");
    }
}

void tml_mesh_spring(struct tml_mesh_scope *m, tml_joint *joint, tml_terms row)
{
    const names n = {m, row};
    tml_force_law law = {.terms = row, .joint = (int)(joint - m->b->s->joints), .force = -1, .row = -1};
    joint->law_count++;
    if (m->backlash > 0) {
        add_flanks(&n, law);
        return;
    }
    law.k = m->stiffness, law.c = m->damping, law.rest = m->rest;
    tml_builder_force_law(m->b, law);
}

/* ---- flanks that do not yield ---- */

/* Value or rate of the row, without the rest. */
static const char *row_text(const names *n, bool forward, char part)
{
    const tml_system *s = n->m->b->s;
    const char *text = "0";
    for (int k = 0; k < n->row.count; k++)
        text = tml_arena_format(
            n->m->b->arena, "%s + %s*%c%d", text,
            tml_builder_number(n->m->b, (forward ? 1 : -1) * s->terms[n->row.first + k].coefficient), part, k);
    return text;
}

static tml_terms signed_row(const names *n, bool forward)
{
    tml_builder *b = n->m->b;
    tml_term *terms = TML_NEW_ARRAY(b->arena, tml_term, n->row.count);
    for (int k = 0; k < n->row.count; k++) {
        terms[k] = b->s->terms[n->row.first + k];
        terms[k].coefficient *= forward ? 1 : -1;
    }
    return tml_builder_terms(b, terms, n->row.count);
}

/* j/2 + s >= 0, with a force that pushes the second wheel forward; or j/2 - s >= 0, back. */
static void add_flank(const names *n, const tml_joint *joint, bool forward)
{
    struct tml_mesh_scope *m = n->m;
    tml_builder *b = m->b;
    const tml_scope scope = {.context = (void *)n, .look_up = look_up, .built_in = true};
    const tml_gap_texts texts = {row_text(n, forward, 's'), row_text(n, forward, 'u'), &scope};
    const tml_interaction is = {.kind = TML_UNILATERAL,
                                .name = tml_arena_dotted(b->home, m->e->name, forward ? "drive" : "coast"),
                                .place = m->e->place,
                                .joint = (int)(joint - b->s->joints),
                                .force = -1,
                                .size = 1,
                                .along = {signed_row(n, forward)},
                                .offset = m->backlash / 2 - (forward ? 1 : -1) * m->rest,
                                .restitution = isnan(m->restitution) ? 0 : m->restitution,
                                .normal = -1};
    if (tml_builder_penalizes_contacts(b))
        tml_builder_penalized_stop(b, is, &texts);
    else
        tml_builder_interaction(
            b, (tml_interaction_form){.is = is, .what = tml_arena_format(b->arena, "joint %s", m->e->name)});
}

void tml_mesh_flanks(struct tml_mesh_scope *m, tml_joint *joint, tml_terms row)
{
    const names n = {m, row};
    joint->has_flanks = true;
    add_flank(&n, joint, true);
    add_flank(&n, joint, false);
    joint->law_count = 2;
}
