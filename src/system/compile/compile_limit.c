/* compile_limit.c - limits of joint coordinates: rigid stops are unilateral interactions, compliant ones force laws along the coordinate.
 *
 * At the lower limit, with the penetration d = lower - q >= 0, and alike at the upper one:
 *   f = k d^n max(0, 1 + c d')      never pulls        V = k d^(n + 1)/(n + 1)
 * The force has a kink where the stop is touched or left, and where 1 + c d' changes its sign: events make the integrator begin anew there.
 */
#include "model/limits.h"
#include "system/compile/builder.h"
#include <math.h>
#include <string.h>

/* Names in the texts below: q and u, the coordinate and its rate; numbers of the stop. */
typedef struct {
    tml_builder *b;
    tml_term term;
    const tml_limit_form *form;
} names;

static tml_meaning look_up(void *context, const char *name, tml_place place)
{
    const names *n = context;
    const struct {
        const char *name;
        double value;
    } numbers[] = {{"lower", n->form->lower}, {"upper", n->form->upper}, {"k", n->form->stiffness},
                   {"c", n->form->damping},   {"n", n->form->exponent},  {"m", n->form->exponent + 1}};
    (void)place;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (strcmp(numbers[i].name, name) == 0)
            return (tml_meaning){.kind = TML_NAME_CONSTANT, .value = numbers[i].value};
    return (tml_meaning){.kind = TML_NAME_INPUT, .input = tml_builder_input_of(n->b, n->term, *name == 'u')};
}

static const tml_expression *compile(tml_builder *b, tml_term term, const tml_limit_form *form, const char *text)
{
    names context = {b, term, form};
    const tml_scope scope = {.context = &context, .look_up = look_up, .built_in = true};
    const tml_tree *tree = tml_tree_parse(b->home, text, form->place, b->log);
    return tree ? tml_builder_compile(b, tree, &scope, (tml_expectation){.what = "limits"}) : NULL;
}

/* The texts of both stops, of those that there are. */
static const tml_expression *compile_both(tml_builder *b, tml_term term, const tml_limit_form *form, const char *lower,
                                          const char *upper)
{
    const char *text =
        tml_arena_format(b->arena, "%s%s", isfinite(form->lower) ? lower : "0", isfinite(form->upper) ? upper : "");
    return compile(b, term, form, text);
}

static void add_kink(tml_builder *b, tml_term term, const tml_limit_form *form, const char *name, const char *text)
{
    tml_builder_kink(b, name, form->place, compile(b, term, form, text), true);
}

static void add_kinks(tml_builder *b, tml_term term, const tml_limit_form *form, const char *name)
{
    const bool lower = isfinite(form->lower), upper = isfinite(form->upper), damped = form->damping > 0;
    if (lower)
        add_kink(b, term, form, name, "q - lower");
    if (lower && damped)
        add_kink(b, term, form, name, "1 - c*u");
    if (upper)
        add_kink(b, term, form, name, "q - upper");
    if (upper && damped)
        add_kink(b, term, form, name, "1 + c*u");
}

static void add_compliant(tml_builder *b, tml_limit *limit, const tml_limit_form *form)
{
    const tml_term term = b->s->coordinates[limit->coordinate].term;
    const tml_force_law law = {.terms = tml_builder_terms(b, &term, 1),
                               .value = compile_both(b, term, form, "k*max(0, lower - q)^n*max(0, 1 - c*u)",
                                                     " - k*max(0, q - upper)^n*max(0, 1 + c*u)"),
                               .factor = 1,
                               .joint = limit->joint,
                               .force = -1,
                               .row = -1};
    limit->law = tml_builder_force_law(b, law);
    tml_builder_store(b,
                      (tml_store){compile_both(b, term, form, "k*max(0, lower - q)^m/m", " + k*max(0, q - upper)^m/m"),
                                  compile_both(b, term, form, "-k*max(0, lower - q)^n*u", " + k*max(0, q - upper)^n*u"),
                                  .of_states = false});
    add_kinks(b, term, form, b->s->joints[limit->joint].name);
}

/* gap = q - lower, or upper - q: the force that opens it acts along the coordinate alone. */
static void add_stop(tml_builder *b, tml_limit *limit, bool upper)
{
    const double end = upper ? limit->upper : limit->lower;
    const tml_joint *joint = &b->s->joints[limit->joint];
    tml_term term = b->s->coordinates[limit->coordinate].term;
    if (!isfinite(end))
        return;
    term.coefficient *= upper ? -1 : 1;
    const tml_interaction is = {.kind = TML_UNILATERAL,
                                .name = tml_joint_coordinate_channel(joint, &b->s->coordinates[limit->coordinate],
                                                                     upper ? "upper_limit" : "lower_limit", b->arena),
                                .place = limit->place,
                                .joint = limit->joint,
                                .force = -1,
                                .size = 1,
                                .term = {term},
                                .offset = upper ? end : -end,
                                .restitution = limit->restitution,
                                .poisson = limit->poisson,
                                .normal = -1};
    if (tml_builder_penalizes_contacts(b))
        limit->spring[upper] = tml_builder_penalized_stop(b, is, NULL);
    else
        limit->stop[upper] = tml_builder_interaction(
            b, (tml_interaction_form){.is = is, .what = tml_arena_format(b->arena, "stop of joint %s", joint->name)});
}

static void add_limits(tml_builder *b, int joint)
{
    tml_system *s = b->s;
    tml_limit_form forms[TML_MAX_LIMITS];
    const int count = tml_element_limits(b->r, &b->r->model->joints[joint], forms);
    for (int i = 0; i < count && s->joints[joint].coordinate_count; i++) {
        const int coordinate = s->joints[joint].first_coordinate + forms[i].coordinate;
        TML_GROW(b->arena, s->limits, s->limit_count, b->limit_capacity);
        tml_limit *limit = &s->limits[s->limit_count];
        *limit = (tml_limit){.joint = joint,
                             .coordinate = coordinate,
                             .lower = forms[i].lower,
                             .upper = forms[i].upper,
                             .restitution = forms[i].restitution,
                             .poisson = forms[i].poisson,
                             .law = -1,
                             .stop = {-1, -1},
                             .spring = {-1, -1},
                             .place = forms[i].place};
        s->coordinates[coordinate].limit = s->limit_count++;
        if (forms[i].stiffness > 0)
            add_compliant(b, limit, &forms[i]);
        for (int upper = 0; upper < 2 && forms[i].stiffness == 0; upper++)
            add_stop(b, limit, upper);
    }
}

void tml_builder_limits(tml_builder *b)
{
    for (int i = 0; i < b->s->joint_count; i++)
        add_limits(b, i);
}
