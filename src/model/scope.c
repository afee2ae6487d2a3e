/* scope.c - names looked up from the use of a part outward. */
#include "model/scope.h"
#include "model/channel.h"
#include <string.h>

const tml_use *tml_use_of_part(const tml_use *use)
{
    while (use && !use->part)
        use = use->outer;
    return use;
}

const char *tml_use_local(const tml_use *use, const char *name)
{
    use = tml_use_of_part(use);
    const size_t length = use ? strlen(use->name) : 0;
    return use && strncmp(name, use->name, length) == 0 && name[length] == '.' ? name + length + 1 : name;
}

const char *tml_use_seen(const tml_use *use, const char *name)
{
    for (use = tml_use_of_part(use); use; use = tml_use_of_part(use->outer)) {
        const char *local = tml_use_local(use, name);
        if (local != name)
            return local;
    }
    return name;
}

int tml_scope_find(const tml_names *names, const char *name, const tml_use *use)
{
    const size_t length = strlen(name);
    for (; use; use = use->outer) {
        const int found = use->part ? tml_names_find_in(names, use->name, name, length) : -1;
        if (found >= 0)
            return found;
    }
    return tml_names_find_n(names, name, length);
}

/* The end of the text before its last dot; 0: there is none. */
static size_t shorten(const char *text, size_t length)
{
    while (length > 0 && text[length - 1] != '.')
        length--;
    return length > 0 ? length - 1 : 0;
}

/* The longest beginning of a text that is a name in a use. */
static int find_longest(const tml_names *names, const char *text, const tml_use *use, size_t *length)
{
    for (*length = strlen(text); *length > 0; *length = shorten(text, *length)) {
        const int found =
            use ? tml_names_find_in(names, use->name, text, *length) : tml_names_find_n(names, text, *length);
        if (found >= 0)
            return found;
    }
    return -1;
}

tml_named_element tml_scope_element(const tml_model *model, const char *text, const tml_use *use)
{
    tml_named_element e = {.index = -1, .name = text};
    for (use = tml_use_of_part(use);; use = tml_use_of_part(use->outer)) {
        e.index = find_longest(&model->names, text, use, &e.length);
        if (e.index >= 0 || !use)
            break;
    }
    if (e.index < 0) {
        e.length = strcspn(text, ".");
    } else if (model->port_names.count) {
        const int port = use ? tml_names_find_in(&model->port_names, use->name, text, e.length)
                             : tml_names_find_n(&model->port_names, text, e.length);
        e.point = port >= 0 ? model->ports[port].point : NULL;
        e.given = port >= 0 ? model->ports[port].given : NULL;
    }
    e.use = use;
    e.rest = text[e.length] == '.' ? text + e.length + 1 : NULL;
    return e;
}

const char *tml_named_point(const tml_named_element *e, const tml_use **use)
{
    *use = e->rest || !e->point ? *use : e->given;
    return e->rest ? e->rest : e->point;
}

const char *tml_named_channel(const tml_named_element *e, bool space, tml_arena *arena, const tml_use **use)
{
    if (!e->rest || !e->point || !tml_channel_of(TML_OF_POINT, e->rest, space, false))
        return e->rest;
    *use = e->given;
    return tml_arena_dotted(arena, e->point, e->rest);
}

/* A point of a body by a name that means the same everywhere: A, or leg3.A of the drawing of a use. */
static const char *point_name(const tml_resolved *r, int body, const char *name, const tml_use *use)
{
    const int drawn = r->bodies[body].drawn && tml_names_find(&r->point_names[body], name) < 0
                          ? tml_scope_find(&r->drawing_names, name, use)
                          : -1;
    return drawn >= 0 ? r->drawing[drawn].name : name;
}

static const char *body_channel(const tml_resolved *r, const tml_named_element *e, const tml_use *use, tml_arena *arena)
{
    const char *body = r->model->bodies[e->index].name, *rest = tml_named_channel(e, r->model->space, arena, &use),
               *last = rest ? strrchr(rest, '.') : NULL;
    if (!last)
        return rest ? tml_arena_dotted(arena, body, rest) : body;
    const char *point = tml_arena_text(arena, rest, (size_t)(last - rest));
    return tml_arena_format(arena, "%s.%s%s", body, point_name(r, e->index, point, use), last);
}

const char *tml_scope_channel(const tml_resolved *r, const char *text, const tml_use *use, tml_arena *arena)
{
    if (!r->model->use_count)
        return text;
    const tml_named_element e = tml_scope_element(r->model, text, use);
    if (e.index >= 0 && e.index < r->model->body_count) /* it may be a port */
        return body_channel(r, &e, use, arena);
    return e.index >= 0 && e.use ? tml_arena_dotted(arena, e.use->name, text) : text;
}

int tml_scope_parameter(const tml_model *model, const char *name, const tml_use *use, int *number)
{
    const size_t length = strlen(name);
    for (; use; use = use->outer) {
        const int found = use->part ? tml_names_find_in(&model->parameter_names, use->name, name, length) : -1;
        if (found >= 0)
            return found;
        if (use->part && (tml_names_find_in(&model->state_names, use->name, name, length) >= 0 ||
                          tml_names_find_in(&model->state_values, use->name, name, length) >= 0))
            return -1; /* a state of the part hides it */
        if (use->index && strcmp(use->index, name) == 0) {
            *number = use->number;
            return TML_INDEX;
        }
    }
    return tml_names_find_n(&model->parameter_names, name, length);
}
