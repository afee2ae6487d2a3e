/* frame.c - where uses of parts stand: a use is placed in the frame of what it stands in.
 *
 *   p = p_outer + R_outer at,   R = R_outer R(angle or orientation)
 *
 * Bodies that a part draws have the frame of its use, so that all that is written of them there (coordinates, directions, inertia) holds
 * as it is. Points and directions that a text of a part gives to other bodies are carried over: p_F = R_F' (p_S - p_F).
 */
#include "base/track.h"
#include "model/check.h"
#include "model/scope.h"

static const tml_use_frame ground = {.R = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, .q = {1, 0, 0, 0}, .known = true};

static const tml_use_frame *known_frame(const tml_resolved *r, const tml_use *use)
{
    return use ? &r->frames[use->id] : &ground;
}

tml_vec3 tml_drawing_in(const tml_resolved *r, int point, const tml_use *use)
{
    const tml_use *here = tml_use_of_part(use), *own = r->drawing_uses[point];
    tml_arena_touch(r->arena);
    if (own == here)
        return r->drawing[point].p;
    const tml_use_frame *from = known_frame(r, own), *to = known_frame(r, here);
    const tml_vec3 p = own ? tml_add(from->p, tml_rotate(&from->R, r->drawing[point].p)) : r->drawing[point].p;
    return here ? tml_rotate_back(&to->R, tml_sub(p, to->p)) : p;
}

/* ---- placing ---- */

/* `at`: coordinates, or the name of a point of the drawing around. */
static void read_at(tml_resolved *r, const tml_node *at, const char *what, const tml_use *outer, tml_vec3 *p)
{
    const tml_checker c = tml_resolved_checker(r);
    what = tml_arena_format(r->arena, "%s: at", what);
    if (at->kind != TML_NODE_SCALAR) {
        tml_vector_read(r, at, "m", what, 0, p);
        return;
    }
    const int point = tml_scope_find(&r->drawing_names, at->text, at->place.use);
    const tml_use_frame *around = point >= 0 ? tml_resolved_frame(r, r->drawing_uses[point]) : NULL;
    if (point >= 0 && (!around || around->known)) {
        tml_point_read(r, TML_DRAWING, point);
        *p = tml_drawing_in(r, point, outer);
    } else if (point >= 0)
        tml_log_raise(r->log, TML_E_PLACED_IN_CIRCLE, at->place, "%s: point \"%s\" depends on where this use stands",
                      what, at->text);
    else if (!r->model->lost_points)
        tml_log_raise(r->log, TML_E_NO_POINT, at->place, "%s: no point \"%s\" in the drawing%s", what, at->text,
                      tml_suggestion(&c, tml_names_nearest(&r->drawing_names, at->text)));
}

static void read_turn(tml_resolved *r, const tml_node *node, const char *what, double *angle, tml_quat *q)
{
    const tml_node *given = tml_node_find(node, "angle"), *orientation = tml_node_find(node, "orientation");
    if (given)
        tml_resolved_number(r, given, "rad", tml_arena_format(r->arena, "%s: angle", what), angle);
    *q = tml_quat_about((tml_vec3){0, 0, 1}, *angle);
    if (orientation && !tml_orientation_read(r, orientation, tml_arena_format(r->arena, "%s: orientation", what), 0, q))
        *q = ground.q;
}

static void place(tml_resolved *r, const tml_use *use, tml_use_frame *f)
{
    const tml_node *node = r->model->use_nodes[use->id], *at = tml_node_find(node, "at");
    const char *what = tml_arena_format(r->arena, "use %s", use->name);
    const tml_use *outer = tml_use_of_part(use->outer);
    tml_vec3 p = {0};
    tml_quat q;
    const tml_use_frame *around = tml_resolved_frame(r, outer);
    around = around ? around : &ground;
    if (at)
        read_at(r, at, what, outer, &p);
    read_turn(r, node, what, &f->angle, &q);
    f->p = tml_add(around->p, tml_rotate(&around->R, p));
    f->angle += around->angle;
    f->q = tml_quat_product(around->q, q);
    f->R = tml_quat_matrix(r->model->space ? f->q : tml_quat_about((tml_vec3){0, 0, 1}, f->angle));
    f->known = true;
}

const tml_use_frame *tml_resolved_frame(tml_resolved *r, const tml_use *use)
{
    use = tml_use_of_part(use);
    if (!use)
        return NULL;
    tml_arena_touch(r->arena);
    tml_use_frame *f = &r->frames[use->id];
    if (!f->begun) {
        f->begun = true;
        f->R = ground.R;
        f->q = ground.q;
        place(r, use, f);
    }
    return f;
}

/* ---- axes ---- */

bool tml_resolved_axes(tml_resolved *r, int body, const tml_use *use, tml_mat3 *axes, double *angle)
{
    const tml_use *text = tml_use_of_part(use), *frame = body ? r->bodies[body].use : NULL;
    if (text == frame || (body && !r->bodies[body].drawn))
        return false;
    const tml_use_frame *S = known_frame(r, text), *F = known_frame(r, frame);
    const tml_mat3 back = tml_mat3_transpose(&F->R);
    *axes = tml_mat3_product(&back, &S->R);
    *angle = S->angle - F->angle;
    return true;
}
