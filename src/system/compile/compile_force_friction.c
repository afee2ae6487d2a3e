/* compile_force_friction.c - dry friction of a force element along its first measure: an interaction whose limits are texts of its kind.
 *
 *   slides   x = -sliding sign(u)      holds   -holding <= x <= holding_back,  u = 0
 *
 * Where it blocks one sense, x has no upper limit, and an impulse stops slip of that sense.
 */
#include "model/check.h"
#include "system/compile/builder.h"
#include <string.h>

/* The texts know `unlimited` beside what those of the kind know. */
typedef struct {
    tml_scope scope;
    const tml_scope *kind;
} names;

static tml_meaning look_up(void *context, const char *name, tml_place place)
{
    const names *n = context;
    if (strcmp(name, "unlimited") == 0)
        return (tml_meaning){.kind = TML_NAME_CONSTANT, .value = TML_UNLIMITED};
    return n->kind->look_up(n->kind->context, name, place);
}

/* An arm makes a torque of a force: it is needed on a hinge, and of no meaning on a slider. */
static bool arm_fits(tml_builder *b, const tml_element *e, const tml_friction_texts *texts, bool slides)
{
    const tml_node *given = texts->arm ? tml_node_find(e->node, texts->arm) : NULL;
    if (!texts->arm || !given == slides)
        return true;
    tml_log_raise(b->log, given ? TML_E_WRONG_OPTION : TML_E_MISSING_KEY, given ? given->place : e->place,
                  given ? "force %s: \"%s\" has no effect on a joint that slides: leave it out"
                        : "force %s: \"%s\" is missing: on a rotation, friction needs its arm",
                  e->name, texts->arm);
    return false;
}

bool tml_builder_force_friction(tml_builder *b, const tml_element *e, tml_force *force)
{
    const tml_state_form *form = NULL;
    const tml_scope *kind = tml_builder_state_scope(b, e, &form);
    const tml_friction_texts *texts = kind ? form->friction : NULL;
    if (!texts || !force->law_count)
        return true;
    if (!arm_fits(b, e, texts, force->slides))
        return false;
    names *n = TML_NEW(b->arena, names);
    *n = (names){{n, look_up, .built_in = true}, kind};
    tml_term term = b->s->terms[b->s->laws[force->first_law].terms.first];
    term.coefficient *= texts->reversed ? -1 : 1;
    const tml_interaction is = {.kind = TML_FRICTION,
                                .name = e->name,
                                .place = e->place,
                                .joint = -1,
                                .force = (int)(force - b->s->forces),
                                .size = 1,
                                .term = {term},
                                .normal = -1,
                                .one_way = texts->one_way};
    tml_interaction_form friction = {.is = is,
                                     .sliding = texts->sliding,
                                     .holding = texts->holding,
                                     .sliding_back = texts->sliding_back,
                                     .holding_back = texts->holding_back,
                                     .scope = &n->scope,
                                     .what = tml_arena_format(b->arena, "force %s", e->name)};
    if (texts->blocks) {
        friction.impulse_sliding = friction.impulse_holding = "0";
        friction.sliding_back = "0"; /* never, but in motions that are given */
        friction.holding_back = friction.impulse_back = "unlimited";
    }
    tml_builder_interaction(b, friction);
    force->law_count++;
    return true;
}
