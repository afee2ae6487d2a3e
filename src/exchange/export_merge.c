/* export_merge.c - a body without mass between two joints as two motions of the body behind it: other formats move no body without mass. */
#include "exchange/export_robot.h"
#include <math.h>
#include <string.h>

static bool has_inertia(const tml_export_body *is)
{
    return is->mass > 0 && is->inertia.m[0][0] > 0 && is->inertia.m[1][1] > 0 && is->inertia.m[2][2] > 0;
}

/* The body behind it; 0: none, or several. */
static int only_child(const tml_export_robot_of *r, int body)
{
    int child = 0, count = 0;
    for (int i = 1; i < r->system->nb; i++)
        if (r->bodies[i].parent == body && !r->bodies[i].merged)
            child = i, count++;
    return count == 1 ? child : 0;
}

static bool are_single(const tml_export_robot_of *r, const tml_export_body *b)
{
    for (int i = 0; i < b->motion_count; i++)
        if (!tml_export_is_single(&r->motions[b->motions[i]]))
            return false;
    return true;
}

/* Axes and points in the frame of the child, where all coordinates are zero. */
static void merge(tml_export_robot_of *r, tml_export_body *b, tml_export_body *child)
{
    const tml_placement seen = tml_placement_inverse(&child->in_parent);
    int *all = TML_NEW_ARRAY(r->arena, int, b->motion_count + child->motion_count + 1);
    for (int i = 0; i < b->motion_count; i++) {
        tml_export_motion *is = &r->motions[all[i] = b->motions[i]];
        is->axis = tml_rotate(&seen.R, is->axis);
        is->at = tml_placed(&seen, is->at);
    }
    memcpy(all + b->motion_count, child->motions, (size_t)child->motion_count * sizeof *all);
    child->motions = all;
    child->motion_count += b->motion_count;
    child->parent = b->parent;
    child->in_parent = tml_placement_times(&b->in_parent, &child->in_parent);
    b->merged = true;
}

static void refuse(tml_export_robot_of *r, const tml_export_body *b)
{
    r->failed = true;
    tml_log_raise(r->log, TML_E_EXPORT_MASSLESS, b->place,
                  "body %s moves, and has no %s: %s has no such bodies but those between two joints of single motions",
                  b->name, b->mass > 0 ? "inertia" : "mass", r->format);
}

void tml_export_merge(tml_export_robot_of *r)
{
    for (int i = r->system->nb - 2; i >= 0; i--) { /* from the leaves on */
        tml_export_body *b = &r->bodies[r->system->branches[i].body];
        const int child = only_child(r, r->system->branches[i].body);
        if (has_inertia(b) || b->motion_count == 0)
            continue;
        if (b->mass > 0 || !child || b->attached || !are_single(r, b) || r->bodies[child].motion_count == 0 ||
            r->motions[r->bodies[child].motions[0]].kind == TML_EXPORT_FREE)
            refuse(r, b);
        else
            merge(r, b, &r->bodies[child]);
    }
}
