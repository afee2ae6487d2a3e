/* compile_touch_event.c - events at which compliant contacts and stops begin and end, so that no step of an integrator runs across the
 * kinks of their forces: gap = 0. Where one begins, its approach speed -gap' is kept if its force depends on it, and whether it touches.
 */
#include "system/compile/builder.h"
#include <string.h>

static const char gap_text[] = "separation + offset";
static const double ROUNDING = 1e-12; /* of the size, or rad: a spring that is hardly loaded has not ended */

tml_meaning tml_builder_touch_named(tml_builder *b, const tml_touch_form *touch, const char *name, tml_place place)
{
    const tml_gap_texts *own = touch->texts;
    const char *text = strcmp(name, "gap") == 0                 ? gap_text
                       : strcmp(name, "depth") == 0             ? "max(-gap, 0)"
                       : strcmp(name, "speed") == 0             ? "-opening"
                       : own && strcmp(name, "separation") == 0 ? own->value
                       : own && strcmp(name, "opening") == 0    ? own->rate
                                                                : NULL;
    if (text) {
        const tml_tree *tree = tml_tree_parse(b->home, text, place, b->log);
        return (tml_meaning){.kind = tree ? TML_NAME_EXPRESSION : TML_NAME_BAD, .tree = tree};
    }
    if (strcmp(name, "separation") == 0 || strcmp(name, "opening") == 0)
        return (tml_meaning){.kind = TML_NAME_INPUT,
                             .input = tml_builder_input_of(b, b->s->terms[touch->along.first], *name == 'o')};
    if (strcmp(name, "offset") == 0)
        return (tml_meaning){.kind = TML_NAME_CONSTANT, .value = touch->offset};
    if (strcmp(name, "rounding") == 0)
        return (tml_meaning){.kind = TML_NAME_CONSTANT, .value = ROUNDING * tml_terms_scale(b->s, &touch->along)};
    return own ? own->scope->look_up(own->scope->context, name, place) : (tml_meaning){.kind = TML_NAME_UNKNOWN};
}

typedef struct {
    tml_builder *b;
    const tml_touch_form *touch;
} names;

static tml_meaning look_up(void *context, const char *name, tml_place place)
{
    const names *n = context;
    return tml_builder_touch_named(n->b, n->touch, name, place);
}

static const tml_expression *compile(tml_builder *b, const tml_touch_form *touch, const char *text)
{
    names context = {b, touch};
    const tml_scope scope = {.context = &context, .look_up = look_up, .built_in = true};
    const tml_tree *tree = tml_tree_parse(b->home, text, touch->place, b->log);
    return tree ? tml_builder_compile(b, tree, &scope, (tml_expectation){.what = touch->name}) : NULL;
}

int tml_builder_memory(tml_builder *b)
{
    return tml_builder_input(b, (tml_input){.what = TML_INPUT_MEMORY, .term.measure = -1, .index = b->memory_count++});
}

/* The event gives an input a value. */
static void keep(tml_builder *b, const tml_touch_form *touch, const char *name, int input, const char *value,
                 tml_event *event)
{
    if (input < 0)
        return;
    TML_GROW(b->arena, b->s->assignments, b->s->assignment_count, b->assignment_capacity);
    TML_GROW(b->arena, b->s->actions, b->s->action_count, b->action_capacity);
    b->s->actions[b->s->action_count++] = (tml_action){TML_DO_SET, b->s->assignment_count, 1};
    b->s->assignments[b->s->assignment_count++] = (tml_assignment){.what = TML_SET_PARAMETER,
                                                                   .name = tml_arena_dotted(b->home, touch->name, name),
                                                                   .place = touch->place,
                                                                   .index = input,
                                                                   .value = compile(b, touch, value)};
    event->action_count++;
}

void tml_builder_touch_events(tml_builder *b, const tml_touch_form *touch)
{
    for (int direction = -1; direction <= 1; direction += 2) {
        tml_event event = {.name = tml_arena_format(b->home, direction < 0 ? "%s.begins" : "%s.ends", touch->name),
                           .place = touch->place,
                           .when = compile(b, touch,
                                           direction > 0 && touch->touch >= 0 ? "gap - rounding"
                                           : touch->offset == 0               ? "separation"
                                                                              : gap_text),
                           .direction = direction,
                           .acts = true,
                           .of_contact = true,
                           .partner = -direction,
                           .touch = touch->touch,
                           .gap = touch->along,
                           .offset = touch->offset,
                           .first_action = b->s->action_count};
        if (direction < 0)
            keep(b, touch, "approach", touch->approach, "max(-opening, 1e-300)", &event);
        keep(b, touch, "touch", touch->touch, direction < 0 ? "1" : "0", &event);
        TML_GROW(b->arena, b->s->events, b->s->event_count, b->event_capacity);
        b->s->events[b->s->event_count++] = event;
    }
}
