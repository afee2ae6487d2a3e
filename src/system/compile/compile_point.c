/* compile_point.c - points in expressions during the motion: vectors in ground axes whose components are channels.
 *
 *   crank.A = (crank.A.x, crank.A.y, crank.A.z)      B, a point of the drawing: that point of the body that carries it
 */
#include "model/channel_name.h"
#include "model/check.h"
#include "model/scope.h"
#include "system/compile/builder.h"
#include <string.h>

static tml_meaning of_ground(const tml_resolved *r, tml_vec3 p, int component)
{
    tml_meaning m = {
        .kind = TML_NAME_CONSTANT, .values = {p.x, p.y, p.z}, .size = component < 0 ? r->model->space ? 3 : 2 : 0};
    m.value = component < 0 ? 0 : m.values[component];
    return m;
}

/* The point of a body, or one component of it. */
static tml_meaning of_body(tml_builder *b, int body, const char *point, int component)
{
    static const char *const axes[] = {"x", "y", "z"};
    tml_meaning m = {.kind = TML_NAME_INPUT};
    const int size = b->r->model->space ? 3 : 2;
    for (int i = 0; i < size; i++) {
        tml_term term;
        bool rate;
        tml_dimension dimension;
        const char *name = tml_arena_format(b->arena, "%s.%s.%s", b->r->bodies[body].name, point, axes[i]);
        if (component >= 0 && component != i)
            continue;
        if (!tml_builder_channel(b, name, NULL, &term, &rate, &dimension))
            return (tml_meaning){.kind = TML_NAME_UNKNOWN};
        m.inputs[i] = m.input = tml_builder_input_of(b, term, rate);
    }
    m.size = component < 0 ? size : 0;
    return m;
}

tml_meaning tml_builder_point(tml_builder *b, const char *name, tml_place place)
{
    int owner, index, component;
    const tml_resolved *r = b->r;
    if (b->time_only)
        return tml_point_look_up(b->r, name, place.use);
    if (!tml_point_find(r, name, place.use, &owner, &index, &component))
        return (tml_meaning){.kind = TML_NAME_UNKNOWN};
    const int body = tml_point_carrier(b->r, name, b->what, place);
    const char *point = owner == TML_DRAWING ? r->drawing[index].name : r->bodies[owner].points[index].name;
    if (body < 0)
        return (tml_meaning){.kind = TML_NAME_BAD};
    if (body > 0)
        return of_body(b, body, point, component);
    return of_ground(r, owner == TML_DRAWING ? tml_drawing_in(r, index, NULL) : r->bodies[owner].points[index].p,
                     component);
}
