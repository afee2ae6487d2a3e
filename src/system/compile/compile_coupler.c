/* compile_coupler.c - joints of an expression: one row along a function of several measures,
 *
 *   F(m, t) = left - right = 0,   with its multiplier as the force along `left`
 *
 * What it may use are positions: channels that are measures, points, parameters and time. A condition of one side is a unilateral interaction along F >= 0.
 */
#include "model/equation.h"
#include "system/compile/joint_rows.h"
#include "system/kernel/relation.h"
#include <math.h>

enum { UNIT_TEXT = 64 };

/* Why an input cannot be part of a function of positions; NULL: it can. */
static const char *misfit(const tml_input *in)
{
    switch (in->what) {
    case TML_INPUT_TIME:
    case TML_INPUT_VALUE:
    case TML_INPUT_PARAMETER:
        return NULL;
    case TML_INPUT_RATE:
        return "a speed";
    case TML_INPUT_STATE:
        return "a state, which is integrated beside the motion";
    case TML_INPUT_RESULT:
    case TML_INPUT_OUTPUT:
    case TML_INPUT_UNKNOWN:
    case TML_INPUT_MEMORY:
        break;
    }
    return "a result of the motion";
}

static int term_of(tml_term *terms, int *count, int measure)
{
    for (int k = 0; k < *count; k++)
        if (terms[k].measure == measure)
            return k;
    terms[*count] = (tml_term){measure, 1};
    return (*count)++;
}

/* Where plain numbers leave it open, the unit is that of the first measure. */
static void set_unit(tml_builder *b, tml_relation *r, bool is_rotation)
{
    tml_dimension unit = tml_unit_named(tml_unit_of_motion(is_rotation, 0)).dimension, force = {0};
    char *text = TML_NEW_ARRAY(b->home, char, UNIT_TEXT);
    tml_expression_typed(r->value, &unit);
    tml_dimension_combine(tml_unit_named("J").dimension, unit, -1, &force);
    tml_dimension_print(force, text, UNIT_TEXT);
    r->lengths = unit.length;
    r->force_unit = unit.length == 0 ? tml_unit_of_force(true) : text;
}

const char *tml_builder_relation(tml_builder *b, const tml_expression *value, tml_terms *out)
{
    const tml_system *s = b->s;
    tml_term *terms = TML_NEW_ARRAY(b->arena, tml_term, s->input_count + 1);
    tml_relation r = {.value = value, .corners = tml_expression_has_corners(value)};
    r.inputs = TML_NEW_ARRAY(b->home, struct tml_relation_input, s->input_count + 1);
    int count = 0;
    for (int i = 0; i < s->input_count; i++) {
        const char *reason = tml_expression_uses(value, i) ? misfit(&s->inputs[i]) : NULL;
        if (reason)
            return reason;
        if (tml_expression_uses(value, i))
            r.inputs[r.input_count++] = (struct tml_relation_input){
                i, s->inputs[i].what == TML_INPUT_VALUE ? term_of(terms, &count, s->inputs[i].term.measure) : -1};
    }
    if (count == 0)
        return "no position of the mechanism";
    if (count > TML_MAX_RELATION_TERMS)
        return tml_arena_format(b->arena, "%d positions, of %d that one equation may have", count,
                                TML_MAX_RELATION_TERMS);
    set_unit(b, &r, s->measures[terms->measure].is_rotation);
    r.terms = tml_builder_terms(b, terms, count);
    r.terms.relation = b->s->relation_count + 1;
    TML_GROW(b->arena, b->s->relations, b->s->relation_count, b->relation_capacity);
    b->s->relations[b->s->relation_count++] = r;
    *out = r.terms;
    return NULL;
}

/* What does not go with an equation, or with a condition of one side; NULL: all does. */
static const char *option_misfit(const tml_builder *b, const tml_relation *r, bool one_sided, bool elastic,
                                 double restitution)
{
    if (!one_sided)
        return isnan(restitution) ? NULL : "a restitution is of a condition of one side, such as A.angle >= 2*B.angle";
    return restitution < 0 || restitution > 1 ? "a restitution lies between 0 and 1"
           : elastic                          ? "a condition of one side does not yield; leave the stiffness out"
           : r->lengths < 0 || r->lengths > 1 ? "a condition of one side is one of lengths or of angles"
           : tml_builder_penalizes_contacts(b)
               ? "a condition of one side has no spring in its place: use contact: events"
               : NULL;
}

/* F >= 0, with a force along F that opens it. */
static void add_condition(tml_builder *b, const tml_element *e, tml_joint *joint, tml_terms terms, double restitution)
{
    joint->first_row = b->s->row_count;
    joint->first_law = b->s->law_count;
    joint->law_count = 1;
    const tml_interaction is = {.kind = TML_UNILATERAL,
                                .name = e->name,
                                .place = e->place,
                                .joint = (int)(joint - b->s->joints),
                                .force = -1,
                                .size = 1,
                                .along = {terms},
                                .restitution = isnan(restitution) ? 0 : restitution,
                                .normal = -1};
    tml_builder_interaction(b,
                            (tml_interaction_form){.is = is, .what = tml_arena_format(b->arena, "joint %s", e->name)});
}

static bool read_restitution(tml_builder *b, const tml_element *e, double *restitution)
{
    const tml_field *field = tml_field_find(e->joint->fields, e->joint->fields_count, "restitution");
    *restitution = NAN;
    return !tml_element_field(e, field) || tml_element_number(b->r, e, field, restitution);
}

static void couple(tml_builder *b, const tml_element *e, tml_joint *joint)
{
    bool one_sided = false;
    double restitution;
    const char *what = tml_arena_format(b->arena, "joint %s", e->name);
    const tml_tree *tree = tml_element_equation(b->r, e, &one_sided);
    tml_row_compliance compliance;
    tml_terms terms;
    b->equation = true;
    const tml_expression *value = tree ? tml_builder_parsed(b, tree, e->type_node->place.use, NULL, what) : NULL;
    b->equation = false;
    if (!value || !tml_builder_compliance(b, e, &compliance) || !read_restitution(b, e, &restitution))
        return;
    const char *reason = tml_builder_relation(b, value, &terms);
    if (reason) {
        tml_log_raise(b->log, TML_E_NO_EQUATION, e->type_node->place,
                      "%s: a %s ties positions, such as A.angle, spring.length or body.P.x; this has %s", what,
                      e->joint->name, reason);
        return;
    }
    const tml_measure *m = &b->s->measures[b->s->terms[terms.first].measure];
    joint->body1 = m->body1, joint->body2 = m->body2, joint->p1 = m->p1, joint->p2 = m->p2;
    const bool elastic = compliance.compliant[0] || compliance.compliant[1];
    const char *wrong = option_misfit(b, &b->s->relations[terms.relation - 1], one_sided, elastic, restitution);
    if (wrong) {
        tml_log_raise(b->log, TML_E_COUPLER_OPTION, e->place, "%s: %s", what, wrong);
        return;
    }
    if (one_sided) {
        add_condition(b, e, joint, terms, restitution);
        return;
    }
    tml_builder_penalize_rows(b, joint, &compliance);
    joint->first_row = b->s->row_count;
    joint->first_law = b->s->law_count;
    tml_builder_joint_row(b, joint, terms, terms, 0, "equation", &compliance, tml_terms_turn(b->s, &terms) ? 5 : 0);
}

void tml_builder_couplers(tml_builder *b)
{
    for (int i = 0; i < b->r->model->joint_count; i++)
        if (b->r->model->joints[i].joint->connects == TML_CONNECT_EXPRESSION)
            couple(b, &b->r->model->joints[i], &b->s->joints[i]);
}
