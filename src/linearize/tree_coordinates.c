/* tree_coordinates.c - names of the coordinates of the spanning tree, and their rows. */
#include "linearize/tree_coordinates.h"
#include <string.h>

static const char *const axes[] = {"x", "y", "z"};

static void add_coordinates(tml_tree_coordinates *c, const tml_system *s, const tml_branch *b, tml_arena *arena)
{
    const tml_joint *j = &s->joints[b->joint];
    for (int k = 0; k < b->coordinates - 3 * b->ball; k++) {
        const tml_joint_coordinate *f = &s->coordinates[j->first_coordinate + k];
        c->list[c->count++] = (tml_tree_coordinate){.name = tml_arena_format(arena, "%s.%s", j->name, f->name),
                                                    .speed = tml_joint_coordinate_channel(j, f, "speed", arena),
                                                    .is_rotation = f->is_rotation,
                                                    .coordinate = j->first_coordinate + k,
                                                    .joint = b->joint,
                                                    .ball = -1};
    }
}

/* " on arm" for coordinates relative to a moving body. */
static const char *parent_suffix(const tml_system *s, const tml_branch *b, tml_arena *arena)
{
    return b->joint < 0 && b->parent ? tml_arena_format(arena, " on %s", s->masses[b->parent].name) : "";
}

static void add_positions(tml_tree_coordinates *c, const tml_system *s, const tml_branch *b, tml_arena *arena)
{
    const char *name = s->masses[b->body].name, *on = parent_suffix(s, b, arena);
    for (int k = 0; k < 3; k++) {
        const bool angle = !s->space && k == 2;
        c->list[c->count++] =
            (tml_tree_coordinate){.name = tml_arena_format(arena, "%s.%s%s", name, angle ? "angle" : axes[k], on),
                                  .speed = angle ? tml_arena_format(arena, "%s.omega%s", name, on)
                                                 : tml_arena_format(arena, "%s.v%s%s", name, axes[k], on),
                                  .is_rotation = angle,
                                  .coordinate = -1,
                                  .body = b->body,
                                  .axis = k,
                                  .joint = -1,
                                  .parent = b->parent,
                                  .ball = -1};
    }
}

static void add_ball(tml_tree_coordinates *c, const tml_system *s, const tml_branch *b, tml_arena *arena)
{
    const char *name = b->joint >= 0 ? s->joints[b->joint].name : s->masses[b->body].name;
    const char *on = parent_suffix(s, b, arena);
    const int first = c->count;
    for (int k = 0; k < 3; k++)
        c->list[c->count++] =
            (tml_tree_coordinate){.name = tml_arena_format(arena, "%s.turn%s%s", name, axes[k], on),
                                  .speed = tml_arena_format(arena, "%s.turn%s_speed%s", name, axes[k], on),
                                  .is_rotation = true,
                                  .coordinate = -1,
                                  .body = b->body,
                                  .axis = k,
                                  .joint = b->joint,
                                  .parent = b->parent,
                                  .ball = first};
}

tml_tree_coordinates tml_tree_coordinates_make(const tml_system *s, const tml_branch *branches, tml_arena *arena)
{
    int count = 0;
    for (int i = 0; i < s->nb - 1; i++)
        count += branches[i].coordinates;
    tml_tree_coordinates c = {.list = TML_NEW_ARRAY(arena, tml_tree_coordinate, count + 1)};
    for (int i = 0; i < s->nb - 1; i++) {
        const tml_branch *b = &branches[i];
        if (b->joint >= 0)
            add_coordinates(&c, s, b, arena);
        else
            add_positions(&c, s, b, arena);
        if (b->ball)
            add_ball(&c, s, b, arena);
    }
    return c;
}

/* The bodies of a spherical joint, and an axis of its F in the axes of the first body. */
static tml_vec3 axis_of(const tml_system *s, const tml_tree_coordinate *c, int bodies[2])
{
    const tml_joint *j = c->joint >= 0 ? &s->joints[c->joint] : NULL;
    bodies[0] = j ? j->body1 : c->parent;
    bodies[1] = j ? j->body2 : c->body;
    return j ? tml_mat3_column(&j->F, (tml_axis)c->axis) : tml_unit_axis((tml_axis)c->axis);
}

void tml_tree_coordinates_derivatives(const tml_tree_coordinates *c, const tml_workspace *work, const double *a,
                                      tml_row_derivatives *rows)
{
    const tml_system *s = work->system;
    for (int i = 0; i < c->count; i++) {
        const tml_tree_coordinate *one = &c->list[i];
        int bodies[2];
        if (one->coordinate >= 0) {
            tml_row_derivatives_add_terms(rows, work, &s->coordinates[one->coordinate].term, 1, a);
        } else if (one->ball < 0) {
            tml_row_derivatives_add_position(rows, work, one->parent, one->body, one->axis, a);
        } else {
            const tml_vec3 axis = axis_of(s, one, bodies);
            tml_row_derivatives_add_rotation(rows, work, bodies[0], bodies[1], axis, a);
        }
    }
}

tml_vec3 tml_tree_coordinates_angular_velocity(const tml_tree_coordinates *c, int i, const tml_workspace *work)
{
    double w[3];
    for (int k = 0; k < 3; k++) {
        int bodies[2];
        const tml_vec3 axis = axis_of(work->system, &c->list[c->list[i].ball + k], bodies);
        const tml_motion3 *one = &work->motion3[bodies[0]], *two = &work->motion3[bodies[1]];
        w[k] = tml_dot(tml_rotate(&one->R, axis), tml_sub(two->w, one->w));
    }
    return (tml_vec3){w[0], w[1], w[2]};
}
