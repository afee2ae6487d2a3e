/* point_name.c - points in expressions before the motion: B where it is drawn, crank.A in the frame of its body, B.x a coordinate.
 *
 * A point of a body that is drawn has the coordinates of the drawing. One of another body is known in its own frame only; the
 * vector says in which, so that nobody compares points that cannot be.
 */
#include "model/check.h"
#include "model/demand.h"
#include "model/scope.h"
#include <string.h>

/* A point by its whole name: of the drawing, or of a body. */
static bool find_whole(const tml_resolved *r, const char *text, const tml_use *use, size_t length, int *body,
                       int *point)
{
    const char *name = tml_arena_text(r->arena, text, length);
    *body = TML_DRAWING;
    *point = tml_scope_find(&r->drawing_names, name, use);
    if (*point >= 0)
        return true;
    const tml_named_element e = tml_scope_element(r->model, name, use);
    const char *own = tml_named_point(&e, &use);
    if (e.index < 0 || e.index >= r->model->body_count || !own || !r->bodies)
        return false;
    const tml_body *b = &r->bodies[e.index];
    const int listed = tml_names_find(&r->point_names[e.index], own);
    *body = e.index;
    *point = listed;
    if (listed >= 0 && r->point_texts[e.index])
        return true;
    *body =
        TML_DRAWING; /* a body that is drawn has the points of the drawing: first those that it lists, as tml_resolved_point */
    *point = !b->drawn ? -1 : tml_scope_find(&r->drawing_names, own, listed >= 0 ? b->use : use);
    if (*point < 0 && b->drawn)
        *point = tml_scope_find(&r->drawing_names, own, b->use);
    return *point >= 0;
}

bool tml_point_find(const tml_resolved *r, const char *name, const tml_use *use, int *body, int *point, int *component)
{
    const size_t length = strlen(name);
    *component = -1;
    if (find_whole(r, name, use, length, body, point))
        return true;
    if (length < 3 || name[length - 2] != '.' || name[length - 1] < 'x' || name[length - 1] > 'z')
        return false;
    *component = name[length - 1] - 'x';
    return (r->model->space || *component < 2) && find_whole(r, name, use, length - 2, body, point);
}

static tml_point_text *text_of(const tml_resolved *r, int body, int point)
{
    return body == TML_DRAWING ? &r->drawing_texts[point] : &r->point_texts[body][point];
}

static tml_point *point_of(const tml_resolved *r, int body, int point)
{
    return body == TML_DRAWING ? &r->drawing[point] : &r->bodies[body].points[point];
}

bool tml_point_read(tml_resolved *r, int body, int point)
{
    const bool own = body != TML_DRAWING;
    tml_point_text *text = text_of(r, body, point);
    tml_point *p = point_of(r, body, point);
    const char *name = own ? tml_arena_dotted(r->arena, r->bodies[body].name, p->name) : p->name;
    tml_demand d = {.kind = "point", .name = name, .place = text->node->place, .state = &text->state};
    bool circle;
    if (tml_demand_begin(r, &d, &circle)) {
        const char *what = own ? tml_arena_format(r->arena, "body %s: point %s", r->bodies[body].name, p->name)
                               : tml_arena_format(r->arena, "point %s", name);
        text->bad = !tml_vector_read(r, text->node, "m", what, body, &p->p);
        if (text->bad)
            p->p = (tml_vec3){0};
        text->evaluated = true;
        tml_demand_end(r, &d);
    }
    return !circle && !text->bad;
}

tml_meaning tml_point_look_up(tml_resolved *r, const char *name, const tml_use *use)
{
    int body, point, component;
    if (!tml_point_find(r, name, use, &body, &point, &component))
        return (tml_meaning){.kind = TML_NAME_UNKNOWN};
    const tml_point_text *text = text_of(r, body, point);
    if (text->state == TML_READ ? text->bad : !tml_point_read(r, body, point))
        return (tml_meaning){.kind = TML_NAME_BAD};
    if (body == TML_DRAWING)
        tml_resolved_frame(r, r->drawing_uses[point]);
    const tml_vec3 p = body == TML_DRAWING ? tml_drawing_in(r, point, use) : point_of(r, body, point)->p;
    tml_meaning m = {.kind = TML_NAME_CONSTANT,
                     .typed = true,
                     .dimension = tml_unit_named("m").dimension,
                     .values = {p.x, p.y, p.z},
                     .frame = tml_frame_name(r, body)};
    if (component >= 0)
        m.value = m.values[component];
    else
        m.size = r->model->space ? 3 : 2;
    return m;
}

const char *tml_frame_name(const tml_resolved *r, int body)
{
    return body <= 0 || r->bodies[body].drawn ? NULL : r->bodies[body].name;
}
