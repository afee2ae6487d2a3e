/* mjcf_equality.c - equalities of MJCF as joints that hold exactly: connect (a point), weld (a frame), joint (a polynomial).
 *
 * Without other data, two bodies are held as they are in the pose in which they are written. */
#include "exchange/mjcf.h"
#include <math.h>

static int find(tml_mjcf *m, const tml_xml *x, const char *attribute, int (*find_one)(const tml_robot *, const char *))
{
    const char *name = tml_xml_get(x, attribute);
    const int found = name ? find_one(m->robot, name) : -1;
    if (found < 0)
        tml_log_raise(m->robot->log, TML_E_ROBOT_TREE, x->place, "<%s>: %s \"%s\" is not there", x->name, attribute,
                      name ? name : "");
    return found;
}

static const tml_mjcf_site *find_site(tml_mjcf *m, const tml_xml *x, const char *attribute)
{
    const char *name = tml_xml_get(x, attribute);
    for (int i = 0; name && i < m->site_count; i++)
        if (strcmp(m->sites[i].name, name) == 0)
            return &m->sites[i];
    tml_log_raise(m->robot->log, TML_E_ROBOT_TREE, x->place, "<%s>: %s \"%s\" is not there", x->name, attribute,
                  name ? name : "");
    return NULL;
}

/* On the ground, in the pose in which bodies are written. */
static tml_placement where(const tml_robot *r, int link)
{
    for (int i = 0; i < r->joint_count; i++)
        if (r->joints[i].child == link) {
            const tml_placement parent = where(r, r->joints[i].parent);
            return tml_placement_times(&parent, &r->joints[i].origin);
        }
    return tml_placement_of((tml_vec3){0}, (tml_vec3){0});
}

/* Where a point of one link is in the frame of another, in that pose. */
static tml_vec3 seen_from(const tml_robot *r, int to, int from, tml_vec3 point)
{
    const tml_placement a = where(r, from), b = where(r, to);
    return tml_rotate_back(&b.R, tml_sub(tml_placed(&a, point), b.p));
}

/* By sites: those of both bodies coincide, of a weld their frames. */
static bool hold_sites(tml_mjcf *m, const tml_xml *x, tml_robot_loop *loop)
{
    const tml_mjcf_site *first = find_site(m, x, "site1"), *second = first ? find_site(m, x, "site2") : NULL;
    if (!second)
        return false;
    const tml_mat3 back = tml_mat3_transpose(&second->at.R);
    loop->links[0] = first->link, loop->links[1] = second->link;
    loop->at[0] = first->at.p, loop->at[1] = second->at.p;
    loop->rotation = tml_mat3_product(&first->at.R, &back);
    loop->is_turned = loop->kind == TML_LOOP_WELD;
    return true;
}

static bool find_bodies(tml_mjcf *m, const tml_xml *x, tml_robot_loop *loop)
{
    loop->links[0] = find(m, x, "body1", tml_robot_find_link);
    loop->links[1] = tml_xml_get(x, "body2") ? find(m, x, "body2", tml_robot_find_link) : 0; /* the world */
    return loop->links[0] >= 0 && loop->links[1] >= 0;
}

/* The anchor is in the frame of the first body. */
static bool hold_point(tml_mjcf *m, const tml_xml *x, tml_robot_loop *loop)
{
    double at[3] = {0};
    if (!find_bodies(m, x, loop) || !tml_robot_numbers(m->robot, x, "anchor", tml_xml_get(x, "anchor"), at, 3, 3))
        return false;
    loop->at[0] = (tml_vec3){at[0], at[1], at[2]};
    loop->at[1] = seen_from(m->robot, loop->links[1], loop->links[0], loop->at[0]);
    return true;
}

/* The anchor is in the frame of the second body; relpose is where it is in the first one, and the rotation. */
static bool hold_frame(tml_mjcf *m, const tml_xml *x, tml_robot_loop *loop)
{
    double at[3] = {0}, pose[7] = {0};
    if (!find_bodies(m, x, loop) || !tml_robot_numbers(m->robot, x, "anchor", tml_xml_get(x, "anchor"), at, 3, 3) ||
        !tml_robot_numbers(m->robot, x, "relpose", tml_xml_get(x, "relpose"), pose, 7, 7))
        return false;
    loop->at[1] = (tml_vec3){at[0], at[1], at[2]};
    loop->is_turned = pose[3] != 0 || pose[4] != 0 || pose[5] != 0 || pose[6] != 0;
    loop->at[0] = loop->is_turned ? (tml_vec3){pose[0], pose[1], pose[2]}
                                  : seen_from(m->robot, loop->links[0], loop->links[1], loop->at[1]);
    if (loop->is_turned)
        loop->rotation = tml_quat_matrix((tml_quat){.w = pose[3], .x = pose[4], .y = pose[5], .z = pose[6]});
    return true;
}

static bool moves_along_one(tml_mjcf *m, const tml_xml *x, int joint)
{
    const tml_robot_joint *j = &m->robot->joints[joint];
    if (tml_robot_has_coordinate(j))
        return true;
    tml_log_raise(m->robot->log, TML_E_ROBOT_VALUE, x->place, "<joint>: \"%s\" is neither hinge nor slide", j->written);
    return false;
}

static bool hold_joints(tml_mjcf *m, const tml_xml *x, tml_robot_loop *loop)
{
    const bool follows = tml_xml_get(x, "joint2");
    loop->coefficients[1] = 1;
    loop->joints[0] = find(m, x, "joint1", tml_robot_find_joint);
    loop->joints[1] = follows ? find(m, x, "joint2", tml_robot_find_joint) : -1;
    if (loop->joints[0] < 0 || (follows && loop->joints[1] < 0))
        return false;
    return moves_along_one(m, x, loop->joints[0]) && (!follows || moves_along_one(m, x, loop->joints[1])) &&
           tml_robot_numbers(m->robot, x, "polycoef", tml_xml_get(x, "polycoef"), loop->coefficients, 1,
                             TML_POLYNOMIAL);
}

static bool read_one(tml_mjcf *m, const tml_xml *x, tml_robot_loop_kind kind)
{
    const char *name = tml_xml_get(x, "name"), *active = tml_xml_get(x, "active");
    name = name ? name : tml_arena_format(m->robot->arena, "%s%d", x->name, ++m->unnamed);
    if (active && strcmp(active, "false") == 0) {
        tml_log_raise(m->robot->log, TML_W_ROBOT_NOT_HELD, x->place,
                      "<%s> \"%s\" is not active: it is not in the model file", x->name, name);
        return true;
    }
    tml_robot_loop *loop = tml_robot_add_loop(m->robot, name, x->place);
    loop->kind = kind;
    if (kind == TML_LOOP_EQUATION)
        return hold_joints(m, x, loop);
    if (tml_xml_get(x, "site1"))
        return hold_sites(m, x, loop);
    return kind == TML_LOOP_POINT ? hold_point(m, x, loop) : hold_frame(m, x, loop);
}

bool tml_mjcf_read_equalities(tml_mjcf *m, tml_xml *root)
{
    static const struct {
        const char *name;
        tml_robot_loop_kind kind;
    } kinds[] = {{"connect", TML_LOOP_POINT}, {"weld", TML_LOOP_WELD}, {"joint", TML_LOOP_EQUATION}};
    bool good = true;
    for (tml_xml *section = tml_xml_child(root, "equality"); section; section = tml_xml_next(section))
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
            for (tml_xml *x = tml_xml_child(section, kinds[i].name); x; x = tml_xml_next(x))
                good &= read_one(m, x, kinds[i].kind);
    return good;
}
