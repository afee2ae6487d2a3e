/* compile_mesh_loss.c - what teeth take: dry friction on the shaft of the first wheel, against its rotation, with F the tangential force and v the speed of the pitch line,
 *   x = -sign(v) |F| forward   where power flows from the first wheel to the second, F v > 0,     -sign(v) |F| back   where it flows back
 * By an efficiency e: forward = 1/e - 1, back = 1 - e, so that e of what enters leaves, whichever way. By the friction of threads with tan(rho) = coefficient/cos(pressure), g the
 * lead angle: e = tan(g)/tan(g + rho) forward and tan(g - rho)/tan(g) back: a worm with rho > g locks. There x tan(g) acts around the worm and along the axis of the wheel at the
 * pitch point, not between the worm and what carries it.
 */
#include "system/compile/mesh_scope.h"
#include <math.h>
#include <string.h>

static tml_meaning look_up(void *context, const char *name, tml_place place)
{
    struct tml_mesh_scope *m = context;
    tml_meaning meaning = {.kind = TML_NAME_UNKNOWN};
    (void)place;
    if (strcmp(name, "forward") == 0 || strcmp(name, "back") == 0)
        return (tml_meaning){.kind = TML_NAME_CONSTANT, .value = *name == 'f' ? m->forward : m->back};
    if (strcmp(name, "multiplier") == 0)
        tml_builder_column(m->b, tml_arena_dotted(m->b->arena, m->e->name, "tangential"), NULL, &meaning);
    meaning.typed = false;
    return meaning;
}

static tml_meaning read_friction(void *context, const char *name, tml_place place)
{
    (void)name, (void)place;
    return (tml_meaning){.kind = TML_NAME_INPUT, .input = *(const int *)context};
}

/* The rest of the force between worm and wheel, beside the torque about the worm. */
static void add_rest(struct tml_mesh_scope *m, tml_terms around)
{
    tml_builder *b = m->b;
    int input = b->s->result_laws[b->s->interactions[m->friction].result_law[0]].input;
    const tml_scope scope = {.context = &input, .look_up = read_friction, .built_in = true};
    const tml_tree *tree = tml_tree_parse(b->home, "x", m->e->place, b->log);
    tml_builder_force_law(
        b, (tml_force_law){.terms = around,
                           .factor = -1,
                           .value = tml_builder_compile(b, tree, &scope, (tml_expectation){.what = m->e->name}),
                           .joint = (int)(m->joint - b->s->joints),
                           .force = -1,
                           .row = -1,
                           .unknown = true});
}

void tml_mesh_loss(struct tml_mesh_scope *m, tml_term turn, const tml_terms *around)
{
    tml_builder *b = m->b;
    tml_scope *scope = TML_NEW(b->arena, tml_scope);
    *scope = (tml_scope){m, look_up, .built_in = true};
    const char *with = "forward*max(0, multiplier) + back*max(0, -multiplier)",
               *against = "back*max(0, multiplier) + forward*max(0, -multiplier)";
    m->friction = tml_builder_interaction(
        b, (tml_interaction_form){.is = {.kind = TML_FRICTION,
                                         .name = m->e->name,
                                         .place = m->e->place,
                                         .joint = -1,
                                         .force = -1,
                                         .size = 1,
                                         .term = {turn},
                                         .normal = -1},
                                  .sliding = with,
                                  .holding = with,
                                  .sliding_back = against,
                                  .holding_back = against,
                                  .scope = scope,
                                  .what = tml_arena_format(b->arena, "losses of joint %s", m->e->name)});
    b->s->result_laws[b->s->interactions[m->friction].result_law[0]].any_share = true;
    if (around)
        add_rest(m, *around);
}
