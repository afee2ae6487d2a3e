/* body.c - bodies as numbers: points, mass, pose and velocity. */
#include "model/body.h"
#include "base/track.h"
#include "model/scope.h"
#include <string.h>

const tml_node *tml_draft_get(const tml_body_draft *d, const char *key)
{
    const tml_node *node = tml_node_find(d->e->node, key);
    return node || !d->imported ? node : tml_node_find(d->imported, key);
}

const char *tml_draft_about(const tml_body_draft *d, const char *key)
{
    return tml_keep_joined(d->r->arena, d->what, ": ", key);
}

bool tml_draft_is_ground(const tml_body_draft *d)
{
    return d->body == d->r->bodies;
}

/* ---- pose and velocity ---- */

static void check_drawn(const tml_body_draft *d)
{
    static const char *const keys[] = {"position", "angle", "orientation"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (d->body->drawn && tml_draft_get(d, keys[i]))
            tml_log_raise(d->r->log, TML_E_NO_MEANING, tml_draft_get(d, keys[i])->place,
                          "%s: is drawn, so \"%s\" has no effect", d->what, keys[i]);
}

/* A body of a part stands in the frame of its use. */
static void place_in_use(tml_resolved *r, tml_body *b)
{
    const tml_use_frame *f = tml_resolved_frame(r, b->use);
    b->position = tml_add(f->p, tml_rotate(&f->R, b->position));
    b->orientation = tml_quat_product(f->q, b->orientation);
    b->angle += f->angle;
    b->velocity = tml_rotate(&f->R, b->velocity);
    b->omega = tml_rotate(&f->R, b->omega);
}

static void read_place(tml_body_draft *d)
{
    tml_resolved *r = d->r;
    tml_body *b = d->body;
    const bool space = r->model->space;
    const tml_node *position = tml_draft_get(d, "position"), *angle = tml_draft_get(d, "angle"),
                   *orientation = tml_draft_get(d, "orientation");
    const tml_node *velocity = tml_draft_get(d, "velocity"), *omega = tml_draft_get(d, "omega");
    check_drawn(d);
    b->placed = b->drawn || position;
    b->has_orientation = b->drawn || (space ? orientation != NULL : angle != NULL);
    b->moves = velocity != NULL;
    b->spins = omega != NULL;
    b->omega_place = omega ? omega->place : b->place;
    b->orientation = (tml_quat){1, 0, 0, 0};
    if (position)
        tml_vector_read(r, position, "m", tml_draft_about(d, "position"), 0, &b->position);
    if (angle)
        tml_resolved_number(r, angle, "rad", tml_draft_about(d, "angle"), &b->angle);
    if (orientation && !tml_orientation_read(r, orientation, tml_draft_about(d, "orientation"), 0, &b->orientation))
        b->orientation = (tml_quat){1, 0, 0, 0};
    if (velocity)
        tml_vector_read(r, velocity, "m/s", tml_draft_about(d, "velocity"), 0, &b->velocity);
    if (omega && space)
        tml_vector_read(r, omega, "rad/s", tml_draft_about(d, "omega"), 0, &b->omega);
    if (omega && !space)
        tml_resolved_number(r, omega, "rad/s", tml_draft_about(d, "omega"), &b->omega.z);
    if (b->use)
        place_in_use(r, b);
}

static void read_body(tml_resolved *r, int i)
{
    const tml_element *e = &r->model->bodies[i];
    tml_body_draft d = {
        .r = r, .e = e, .what = tml_element_what(r->arena, e), .body = &r->bodies[i], .names = &r->point_names[i]};
    tml_draft_points(&d);
    tml_draft_import(&d);
    tml_draft_matter(&d);
    tml_draft_surfaces(&d);
    read_place(&d);
}

/* One whose numbers do not change, for another time. */
typedef struct {
    tml_body body;
    const tml_point *points;     /* (body.point_count) */
    const tml_point_text *texts; /* (body.point_count); NULL: it gives no coordinates */
} kept_body;

static void take_kept(tml_resolved *r, int i, const kept_body *kept)
{
    const size_t count = (size_t)kept->body.point_count;
    r->bodies[i] = kept->body;
    if (count)
        memcpy(r->bodies[i].points, kept->points, count * sizeof *kept->points);
    if (count && kept->texts)
        memcpy(r->point_texts[i], kept->texts, count * sizeof *kept->texts);
}

static const kept_body *copy_body(tml_resolved *r, int i)
{
    kept_body *copy = TML_NEW(r->arena, kept_body);
    const size_t count = (size_t)r->bodies[i].point_count;
    *copy = (kept_body){.body = r->bodies[i]};
    copy->points = tml_arena_copy(r->arena, r->bodies[i].points, count * sizeof *copy->points);
    if (r->point_texts[i])
        copy->texts = tml_arena_copy(r->arena, r->point_texts[i], count * sizeof *copy->texts);
    return copy;
}

void tml_bodies_read(tml_resolved *r)
{
    for (int i = 0; i < r->model->body_count; i++) {
        tml_keeping keeping;
        if (tml_keep(r->arena, &r->model->bodies[i], &keeping)) {
            take_kept(r, i, keeping.kept);
            continue;
        }
        const size_t said = r->log->count;
        read_body(r, i);
        const kept_body *made = r->arena->track ? copy_body(r, i) : NULL;
        if (r->log->count == said)
            tml_keep_end(r->arena, &keeping, made);
    }
}
