/* robot_graph.c - links that the description places by itself, joined in any order: which of them are one body, and which bodies move freely.
 *
 * Links are one body where fixed joints lead from one to the other. Where joints lead from a body to the ground by no way, one of those
 * that are joined to it gets a free joint. A joint is part of a loop where its ends are joined without it, too. */
#include "exchange/robot.h"

enum { WORLD = 0 }; /* the first link */

/* Sets of links that are merged: each link leads to an earlier one of its set, the first one to itself. */
static int first_of(const int *set, int link)
{
    while (set[link] != link)
        link = set[link];
    return link;
}

static void merge(int *set, int a, int b)
{
    const int first = first_of(set, a), second = first_of(set, b);
    if (first < second)
        set[second] = first;
    else
        set[first] = second;
}

static int *sets_of(const tml_robot *r)
{
    int *set = TML_NEW_ARRAY(r->arena, int, r->link_count + 1);
    for (int i = 0; i < r->link_count; i++)
        set[i] = r->links[i].on_ground ? WORLD : i;
    return set;
}

/* Of bodies that are joined to each other and not to the ground, the first that is no joint's child, else the first. */
static void free_parts(tml_robot *r, const int *parts)
{
    bool *is_child = TML_NEW_ARRAY(r->arena, bool, r->link_count),
         *is_held = TML_NEW_ARRAY(r->arena, bool, r->link_count);
    for (int i = 0; i < r->joint_count; i++) {
        const int parent = r->links[r->joints[i].parent].body, child = r->links[r->joints[i].child].body;
        if (child >= 0 && parent != child)
            is_child[child] = true;
    }
    is_held[WORLD] = true;
    for (int any = 0; any < 2; any++)
        for (int i = 0; i < r->link_count; i++) {
            const int part = first_of(parts, i);
            if (r->links[i].body != i || is_held[part] || (!any && is_child[i]))
                continue;
            is_held[part] = true;
            r->links[i].free_joint = "root"; /* its name is given with those of all */
        }
}

void tml_robot_join(tml_robot *r, tml_robot_choice choice)
{
    int *bodies = sets_of(r), *parts = sets_of(r);
    for (int i = 0; i < r->joint_count; i++) {
        const tml_robot_joint *j = &r->joints[i];
        if (j->kind == TML_ROBOT_FIXED && !choice.keep_fixed)
            merge(bodies, j->parent, j->child);
        merge(parts, j->parent, j->child);
    }
    for (int i = 0; i < r->link_count; i++) {
        tml_robot_link *l = &r->links[i];
        const int body = first_of(bodies, i);
        l->body = body == WORLD ? TML_ON_GROUND : body;
        l->free_joint = NULL;
    }
    free_parts(r, parts);
}

/* ---- loops ---- */

/* Bodies as numbers from 0 on: the ground, then links. */
static int number_of(const tml_robot *r, int link)
{
    return r->links[link].body == TML_ON_GROUND ? 0 : r->links[link].body + 1;
}

static void start_sets(const tml_robot *r, int *set)
{
    for (int i = 0; i <= r->link_count; i++)
        set[i] = i;
}

static void merge_ends(const tml_robot *r, int *set, int joint)
{
    merge(set, number_of(r, r->joints[joint].parent), number_of(r, r->joints[joint].child));
}

static bool is_in_loop(const tml_robot *r, int joint, int *set)
{
    start_sets(r, set);
    for (int i = 0; i < r->joint_count; i++)
        if (i != joint)
            merge_ends(r, set, i);
    return !r->joints[joint].is_within &&
           first_of(set, number_of(r, r->joints[joint].parent)) == first_of(set, number_of(r, r->joints[joint].child));
}

void tml_robot_find_loops(tml_robot *r)
{
    int *set = TML_NEW_ARRAY(r->arena, int, r->link_count + 1);
    for (int i = 0; i < r->joint_count; i++)
        r->joints[i].in_loop = r->is_placed && is_in_loop(r, i, set);
}
