/* compile_contact_penalty.c - rigid contacts and stops as stiff springs with damping that gives their restitution, at a penetration d:
 *
 *   f = k d max(0, 1 + d' min(a/v, 20/w)),     v: speed at which this contact began; 2/w in place of a/v where it began at rest
 *
 * from the event at which it begins to that at which it ends: before, an integrator that looks ahead sees no force.
 *
 * After an impact by this force alone a mass leaves with the speed e v where a satisfies, whatever k and the mass are (Hunt and Crossley),
 *   a - ln(1 + a) = -e a - ln(1 - e a)
 * a = 0 of e = 1, and without bound as e goes to 0: there it is the limit of the treatment. w is the speed that the accelerations in play give to a mass on
 * the spring, and where weight gives it less, that in 2/w: with it what is at rest is damped critically by its own weight.
 */
#include "elementary/elementary.h"
#include "system/compile/builder.h"
#include <math.h>
#include <string.h>

static const double CRITICAL = 2, QUICK = 20; /* by w */
static const double SMALL = 1e-4;             /* damping: below it by the series */
enum { BISECTIONS = 100 };

const tml_contact_law_class tml_contact_penalty_law = {
    .name = "rigid",
    .text = "touch*stiffness*depth*max(0, 1 + speed*if(approach < 1e300, min(loss/approach, quick), calm))",
};

bool tml_builder_penalizes_contacts(const tml_builder *b)
{
    return b->treatment.contact.stiffness > 0;
}

/* a - ln(1 + a) + e a + ln(1 - e a): above zero between its roots 0 and a, below zero beyond. */
static double excess(double a, double e)
{
    return a < SMALL ? a * a * ((1 - e * e) / 2 - a * (1 + e * e * e) / 3)
                     : a - tml_log1p(a) + e * a + tml_log1p(-e * a);
}

double tml_restitution_damping(double e, double most)
{
    double low = 0, high = fmin(most, e > 0 ? 1 / e : most);
    for (int i = 0; e < 1 && i < BISECTIONS; i++) {
        const double a = 0.5 * (low + high);
        if (excess(a, e) > 0)
            low = a;
        else
            high = a;
    }
    return low;
}

bool tml_builder_penalty_named(const tml_builder *b, const char *name, double restitution, bool is_rotation,
                               double *value)
{
    const tml_contact_penalty *p = &b->treatment.contact;
    const double arm = is_rotation ? b->s->size : 1;
    if (strcmp(name, "stiffness") == 0)
        *value = p->stiffness * arm * arm;
    else if (strcmp(name, "loss") == 0)
        *value = tml_restitution_damping(restitution, p->damping);
    else if (strcmp(name, "quick") == 0)
        *value = QUICK / p->speed * arm;
    else if (strcmp(name, "calm") == 0)
        *value = CRITICAL / p->weight * arm;
    else
        return false;
    return true;
}

void tml_builder_penalized_gap(tml_builder *b, tml_penalized_gap gap)
{
    tml_system *s = b->s;
    gap.name = tml_arena_text(b->home, gap.name, strlen(gap.name));
    s->contact_penalty = b->treatment.contact;
    TML_GROW(b->arena, s->penalized_gaps, s->penalized_gap_count, b->penalized_gap_capacity);
    s->penalized_gaps[s->penalized_gap_count++] = gap;
}

/* ---- stops ---- */

typedef struct {
    tml_builder *b;
    const tml_touch_form *touch;
    double restitution;
} names;

static tml_meaning look_up(void *context, const char *name, tml_place place)
{
    const names *n = context;
    double value;
    if (strcmp(name, "approach") == 0 || strcmp(name, "touch") == 0)
        return (tml_meaning){.kind = TML_NAME_INPUT, .input = name[0] == 'a' ? n->touch->approach : n->touch->touch};
    if (tml_builder_penalty_named(n->b, name, n->restitution, tml_terms_turn(n->b->s, &n->touch->along), &value))
        return (tml_meaning){.kind = TML_NAME_CONSTANT, .value = value};
    return tml_builder_touch_named(n->b, n->touch, name, place);
}

int tml_builder_penalized_stop(tml_builder *b, tml_interaction is, const tml_gap_texts *texts)
{
    tml_touch_form touch = {.name = is.name, .place = is.place, .texts = texts, .offset = is.offset};
    touch.along = is.along[0].count ? is.along[0] : tml_builder_terms(b, &is.term[0], 1);
    touch.approach = tml_builder_memory(b);
    touch.touch = tml_builder_memory(b);
    names context = {b, &touch, is.restitution};
    const tml_scope scope = {.context = &context, .look_up = look_up, .built_in = true};
    const tml_tree *tree = tml_tree_parse(b->home, tml_contact_penalty_law.text, is.place, b->log);
    const int law = tml_builder_force_law(
        b, (tml_force_law){.terms = touch.along,
                           .value =
                               tree ? tml_builder_compile(b, tree, &scope, (tml_expectation){.what = "limits"}) : NULL,
                           .factor = 1,
                           .joint = is.joint,
                           .force = -1,
                           .row = -1});
    tml_builder_penalized_gap(b, (tml_penalized_gap){is.name, law, is.offset, touch.touch, touch.approach});
    tml_builder_touch_events(b, &touch);
    return law;
}
