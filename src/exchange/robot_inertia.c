/* robot_inertia.c - bodies whose inertia is missing, rounding, or that of no body. */
#include "exchange/robot.h"
#include "geometry/possible_inertia.h"
#include <math.h>

static const double POINT = 1e-15; /* m^2: moments below so much of the mass are rounding, of a body of no extent */

static double largest(const tml_mat3 *I)
{
    double most = 0;
    for (int i = 0; i < 9; i++)
        most = fmax(most, fabs(I->m[i / 3][i % 3]));
    return most;
}

static void mend(tml_robot *r, tml_robot_link *l, bool mends)
{
    if (l->mass > 0 && largest(&l->inertia) <= POINT * l->mass) {
        l->inertia = (tml_mat3){0};
        return;
    }
    if (tml_inertia_is_possible(&l->inertia))
        return;
    tml_inertia_change c;
    const tml_mat3 nearest = tml_inertia_nearest_possible(&l->inertia, &c);
    const double *m = c.before, *n = c.after;
    if (!mends) {
        tml_log_raise(r->log, TML_W_ROBOT_INERTIA, l->place,
                      "link \"%s\": no body has this inertia, of principal moments %g, %g, %g; unless the nearest "
                      "possible one is within 5 %% of it, the model is refused until it is given rightly, or mended "
                      "(--mend-inertia)",
                      l->written, m[0], m[1], m[2]);
        return;
    }
    l->inertia = nearest;
    tml_log_raise(r->log, TML_W_ROBOT_INERTIA, l->place,
                  "link \"%s\": no body has this inertia, of principal moments %g, %g, %g; it is mended to %g, %g, %g",
                  l->written, m[0], m[1], m[2], n[0], n[1], n[2]);
}

void tml_robot_mend_inertia(tml_robot *r, tml_robot_choice choice)
{
    for (int i = 0; i < r->link_count; i++)
        if (r->links[i].body == i && r->links[i].has_inertia)
            mend(r, &r->links[i], choice.mend_inertia);
}

/* ---- joints that move nothing ---- */

static double mass_of_body(const tml_robot *r, int body)
{
    double mass = 0;
    for (int i = 0; i < r->link_count; i++)
        mass += r->links[i].body == body ? r->links[i].mass : 0;
    return mass;
}

/* I = a' I_c a + m |a x d|^2, where all coordinates are zero; d from the axis to the centre of mass. */
static double moment_of_body(const tml_robot *r, int body, const tml_robot_joint *j)
{
    const tml_placement *child = &r->links[j->child].zero;
    const tml_vec3 axis = tml_rotate(&child->R, j->axis), at = tml_placed(child, j->at);
    double moment = 0;
    for (int i = 0; i < r->link_count; i++) {
        const tml_robot_link *l = &r->links[i];
        if (l->body != body)
            continue;
        const tml_vec3 own = tml_rotate_back(&l->zero.R, axis),
                       across = tml_cross(axis, tml_sub(tml_placed(&l->zero, l->com), at));
        moment += tml_dot(own, tml_rotate(&l->inertia, own)) + l->mass * tml_dot(across, across);
    }
    return moment;
}

/* Whether the motion of a joint at the end of a chain moves the body there without effort. */
static bool moves_nothing(const tml_robot *r, int body, const tml_robot_joint *j)
{
    const double mass = mass_of_body(r, body);
    return mass <= 0 || (j->kind == TML_ROBOT_REVOLUTE && fabs(moment_of_body(r, body, j)) <= POINT * mass);
}

/* The only joint between a body and others; -1: it has none, or several. */
static int only_joint(const tml_robot *r, int body)
{
    int only = -1, count = 0;
    for (int i = 0; i < r->joint_count; i++) {
        const int first = r->links[r->joints[i].parent].body, second = r->links[r->joints[i].child].body;
        if (first == second || (first != body && second != body))
            continue;
        only = i;
        count++;
    }
    return count == 1 ? only : -1;
}

/* Whether one was held: then others may be at the end of a chain now. */
bool tml_robot_hold_massless(tml_robot *r)
{
    for (int i = 0; i < r->link_count; i++) {
        tml_robot_link *l = &r->links[i];
        if (l->body != i)
            continue;
        const int joint = only_joint(r, i);
        if (l->free_joint && r->is_placed && mass_of_body(r, i) <= 0) {
            l->on_ground = true;
            l->free_joint = NULL;
            tml_log_raise(r->log, TML_W_ROBOT_HELD, l->place, "link \"%s\" has no mass: it is held on the ground",
                          l->written);
            return true;
        }
        if (joint < 0 || r->joints[joint].kind == TML_ROBOT_FIXED || !moves_nothing(r, i, &r->joints[joint]))
            continue;
        tml_robot_joint *j = &r->joints[joint];
        j->kind = TML_ROBOT_FIXED;
        j->has_lower = j->has_upper = false;
        tml_log_raise(r->log, TML_W_ROBOT_HELD, j->place,
                      "joint \"%s\" moves nothing that has mass, or none about its axis: it is held where it is zero",
                      j->written);
        return true;
    }
    return false;
}
