/* robot.c - links placed by their joints where all coordinates are zero, names for the model file, welded links merged. */
#include "exchange/robot.h"
#include "base/text.h"
#include "elementary/elementary.h"
#include <math.h>

tml_placement tml_placement_of(tml_vec3 p, tml_vec3 a)
{
    const double cr = tml_cos(a.x), sr = tml_sin(a.x), cp = tml_cos(a.y), sp = tml_sin(a.y), cy = tml_cos(a.z),
                 sy = tml_sin(a.z);
    return (tml_placement){{{{cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr},
                             {sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr},
                             {-sp, cp * sr, cp * cr}}},
                           p};
}

tml_placement tml_placement_times(const tml_placement *a, const tml_placement *b)
{
    return (tml_placement){tml_mat3_product(&a->R, &b->R), tml_placed(a, b->p)};
}

tml_placement tml_placement_inverse(const tml_placement *a)
{
    return (tml_placement){tml_mat3_transpose(&a->R), tml_scale(-1, tml_rotate_back(&a->R, a->p))};
}

tml_vec3 tml_placed(const tml_placement *a, tml_vec3 point)
{
    return tml_add(a->p, tml_rotate(&a->R, point));
}

/* ---- lists ---- */

tml_robot_link *tml_robot_add_link(tml_robot *r, const char *written, tml_place place)
{
    TML_GROW(r->arena, r->links, r->link_count, r->link_capacity);
    tml_robot_link *link = &r->links[r->link_count++];
    *link = (tml_robot_link){.written = written, .place = place, .joint = -1};
    return link;
}

tml_robot_joint *tml_robot_add_joint(tml_robot *r, const char *written, tml_place place)
{
    TML_GROW(r->arena, r->joints, r->joint_count, r->joint_capacity);
    tml_robot_joint *joint = &r->joints[r->joint_count++];
    *joint = (tml_robot_joint){.written = written, .place = place, .mimicked = -1, .ratio = 1};
    return joint;
}

tml_robot_loop *tml_robot_add_loop(tml_robot *r, const char *written, tml_place place)
{
    TML_GROW(r->arena, r->loops, r->loop_count, r->loop_capacity);
    tml_robot_loop *loop = &r->loops[r->loop_count++];
    *loop = (tml_robot_loop){.written = written, .place = place, .links = {-1, -1}, .joints = {-1, -1}};
    return loop;
}

bool tml_robot_numbers(tml_robot *r, const tml_xml *x, const char *attribute, const char *text, double *numbers,
                       int least, int most)
{
    static const char *const words[] = {"no", "a", "two", "three", "four", "five", "six", "seven"};
    if (!text)
        return true;
    const int count = tml_xml_numbers(text, numbers, most);
    if (count >= least)
        return true;
    tml_log_raise(r->log, TML_E_ROBOT_VALUE, x->place, "<%s %s=\"%s\">: %s number%s expected", x->name, attribute, text,
                  words[least], least == 1 ? " was" : "s were");
    return false;
}

int tml_robot_find_link(const tml_robot *r, const char *written)
{
    for (int i = 0; i < r->link_count; i++)
        if (strcmp(r->links[i].written, written) == 0)
            return i;
    return -1;
}

int tml_robot_find_joint(const tml_robot *r, const char *written)
{
    for (int i = 0; i < r->joint_count; i++)
        if (strcmp(r->joints[i].written, written) == 0)
            return i;
    return -1;
}

/* ---- the tree ---- */

static bool find_parents(tml_robot *r)
{
    bool good = true;
    for (int i = 0; i < r->joint_count; i++) {
        const tml_robot_joint *j = &r->joints[i];
        tml_robot_link *child = &r->links[j->child];
        if (child->joint >= 0 || j->parent == j->child) {
            tml_log_raise(r->log, TML_E_ROBOT_TREE, j->place, "link \"%s\" is placed by two joints, \"%s\" and \"%s\"",
                          child->written, r->joints[child->joint >= 0 ? child->joint : i].written, j->written);
            good = false;
        } else
            child->joint = i;
    }
    return good;
}

static bool place_links(tml_robot *r)
{
    bool *placed = TML_NEW_ARRAY(r->arena, bool, r->link_count + 1), any = true;
    int root = -1, left = r->link_count;
    for (int i = 0; i < r->link_count; i++) {
        if (r->links[i].joint >= 0)
            continue;
        if (root >= 0) {
            tml_log_raise(r->log, TML_E_ROBOT_TREE, r->links[i].place, "no joint leads to link \"%s\", nor to \"%s\"",
                          r->links[i].written, r->links[root].written);
            return false;
        }
        r->links[root = i].zero = tml_placement_of((tml_vec3){0}, (tml_vec3){0});
        placed[i] = true;
        left--;
    }
    while (any && left) {
        any = false;
        for (int i = 0; i < r->link_count; i++) {
            tml_robot_link *link = &r->links[i];
            if (placed[i] || !placed[r->joints[link->joint].parent])
                continue;
            const tml_robot_joint *j = &r->joints[link->joint];
            link->zero = tml_placement_times(&r->links[j->parent].zero, &j->origin);
            placed[i] = any = true;
            left--;
        }
    }
    if (left || root < 0)
        tml_log_raise(r->log, TML_E_ROBOT_TREE, r->link_count ? r->links[0].place : TML_NOWHERE,
                      r->link_count ? "joints go round in a circle: no link is the first" : "there is no link");
    return left == 0 && root >= 0;
}

/* ---- bodies ---- */

/* The body of each link: parents come first, since that of a link may be its parent's. */
static int body_of(tml_robot *r, int link, tml_robot_choice choice)
{
    const tml_robot_link *l = &r->links[link];
    if (l->joint < 0)
        return choice.floating ? link : TML_ON_GROUND;
    const tml_robot_joint *j = &r->joints[l->joint];
    return j->kind == TML_ROBOT_FIXED && !choice.keep_fixed ? body_of(r, j->parent, choice) : link;
}

/* Steiner: I about com, of two bodies as one. */
void tml_robot_add_mass(tml_robot_link *to, double mass, tml_vec3 com, const tml_mat3 *inertia)
{
    const double total = to->mass + mass;
    const tml_vec3 at =
        total > 0 ? tml_scale(1 / total, tml_add(tml_scale(to->mass, to->com), tml_scale(mass, com))) : com;
    const double masses[2] = {to->mass, mass};
    const tml_vec3 arms[2] = {tml_sub(to->com, at), tml_sub(com, at)};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            to->inertia.m[i][k] += inertia->m[i][k];
            for (int b = 0; b < 2; b++) {
                const double a[3] = {arms[b].x, arms[b].y, arms[b].z};
                to->inertia.m[i][k] += masses[b] * ((i == k) * tml_dot(arms[b], arms[b]) - a[i] * a[k]);
            }
        }
    to->mass = total;
    to->com = at;
}

/* Of the tree: its root is on the ground, or moves freely. */
static void join_tree(tml_robot *r, tml_robot_choice choice)
{
    for (int i = 0; i < r->link_count; i++) {
        r->links[i].body = body_of(r, i, choice);
        if (r->links[i].joint < 0 && choice.floating)
            r->links[i].free_joint = "root";
    }
}

static void find_joints_within(tml_robot *r)
{
    for (int i = 0; i < r->joint_count; i++) {
        tml_robot_joint *j = &r->joints[i];
        j->is_within = r->links[j->parent].body == r->links[j->child].body;
        if (j->is_within && j->kind != TML_ROBOT_FIXED)
            tml_log_raise(r->log, TML_W_ROBOT_NOT_HELD, j->place,
                          "joint \"%s\" is not in the model file: \"%s\" and \"%s\" do not move against each other",
                          j->written, r->links[j->parent].written, r->links[j->child].written);
    }
}

/* Inertia on the axes of the ground, from the origin of the body's frame; those of welded links are added. */
static void make_bodies(tml_robot *r)
{
    for (int i = 0; i < r->link_count; i++) {
        tml_robot_link *l = &r->links[i];
        l->com = tml_rotate(&l->zero.R, l->com);
        l->inertia = tml_tensor_rotated(&l->zero.R, &l->inertia);
    }
    for (int i = 0; i < r->link_count; i++) {
        const tml_robot_link *l = &r->links[i];
        if (l->body == i || l->body == TML_ON_GROUND)
            continue;
        tml_robot_link *to = &r->links[l->body];
        tml_robot_add_mass(to, l->mass, tml_add(l->com, tml_sub(l->zero.p, to->zero.p)), &l->inertia);
        to->has_inertia |= l->has_inertia;
    }
}

/* ---- names ---- */

static bool is_taken(const tml_robot *r, const char *name)
{
    static const char *const reserved[] = {"ground", "t", "pi", "e", "g", "energy", "constraint"};
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        if (strcmp(reserved[i], name) == 0)
            return true;
    for (int i = 0; i < r->link_count; i++)
        if (r->links[i].name && strcmp(r->links[i].name, name) == 0)
            return true;
    for (int i = 0; i < r->joint_count; i++)
        if (r->joints[i].name && strcmp(r->joints[i].name, name) == 0)
            return true;
    for (int i = 0; i < r->loop_count; i++)
        if (r->loops[i].name && strcmp(r->loops[i].name, name) == 0)
            return true;
    return false;
}

/* Letters, digits and _, as names of the model file are; one that is taken gets an ending. */
static const char *name_for(tml_robot *r, const char *written, const char *ending)
{
    const size_t length = strlen(written);
    char *name = tml_arena_text(r->arena, written, length);
    for (size_t i = 0; i < length; i++)
        name[i] = tml_is_word(name[i]) ? name[i] : '_';
    const char *own = tml_is_letter(name[0]) ? name : tml_arena_format(r->arena, "_%s", name);
    const char *plain = own;
    if (is_taken(r, own))
        own = tml_arena_format(r->arena, "%s_%s", plain, ending);
    for (int i = 2; is_taken(r, own); i++)
        own = tml_arena_format(r->arena, "%s_%s%d", plain, ending, i);
    return own;
}

/* Names of free joints are looked for among the others only: theirs are made of those of their links. */
static void name_free_joints(tml_robot *r)
{
    int count = 0;
    for (int i = 0; i < r->link_count; i++)
        count += r->links[i].free_joint != NULL;
    for (int i = 0; i < r->link_count; i++) {
        tml_robot_link *l = &r->links[i];
        if (l->free_joint)
            l->free_joint = name_for(r, count == 1 ? "root" : tml_arena_format(r->arena, "%s_free", l->name), "joint");
    }
}

static void give_names(tml_robot *r)
{
    for (int i = 0; i < r->link_count; i++)
        r->links[i].name = name_for(r, r->links[i].written, "link");
    for (int i = 0; i < r->joint_count; i++)
        r->joints[i].name = name_for(r, r->joints[i].written, "joint");
    for (int i = 0; i < r->loop_count; i++)
        r->loops[i].name = name_for(r, r->loops[i].written, "loop");
    name_free_joints(r);
}

static bool moves_along_one(const tml_robot_joint *j)
{
    return tml_robot_has_coordinate(j) && !j->is_within;
}

/* A follower of a joint that is not there moves on its own, as other programs have it; so does one of a joint that does not move. */
static void find_mimicked(tml_robot *r)
{
    for (int i = 0; i < r->joint_count; i++) {
        tml_robot_joint *j = &r->joints[i];
        const int leader = j->mimics ? tml_robot_find_joint(r, j->mimics) : -1;
        if (!j->mimics)
            continue;
        if (leader >= 0 && leader != i && moves_along_one(&r->joints[leader]) && moves_along_one(j))
            j->mimicked = leader;
        else
            tml_log_raise(r->log, TML_W_ROBOT_FOLLOWS_NONE, j->mimic_place, "joint \"%s\" follows joint \"%s\", %s",
                          j->written, j->mimics,
                          !moves_along_one(j)         ? "but has no coordinate itself: nothing follows"
                          : leader < 0 || leader == i ? "which is not there: it moves on its own"
                                                      : "which has no coordinate: it moves on its own");
    }
}

/* Stops that leave no room, as placeholders of zero do, would hold the joint: not meant, and not written. */
static void drop_empty_limits(tml_robot *r)
{
    for (int i = 0; i < r->joint_count; i++) {
        tml_robot_joint *j = &r->joints[i];
        if (!j->has_lower || !j->has_upper || j->lower < j->upper)
            continue;
        tml_log_raise(r->log, TML_W_ROBOT_NOT_READ, j->place,
                      "not read: the limits of joint \"%s\", %g and %g, which leave no room between them", j->written,
                      j->lower, j->upper);
        j->has_lower = j->has_upper = false;
    }
}

/* Where a loop can be between its stops is not known here. */
static void tell_starts_beyond_stop(const tml_robot *r)
{
    for (int i = 0; i < r->joint_count; i++)
        if (r->joints[i].in_loop && tml_robot_starts_beyond_stop(&r->joints[i]))
            tml_log_raise(r->log, TML_W_ROBOT_BEYOND_STOP, r->joints[i].place,
                          "joint \"%s\": zero is beyond a stop, and it is part of a loop: give a start that the loop "
                          "can reach in the model file",
                          r->joints[i].written);
}

/* Limits of what drives a joint: kept beside it, for the motors that are to be added. */
static void tell_drive_limits(const tml_robot *r)
{
    int efforts = 0, speeds = 0, first = -1;
    for (int i = 0; i < r->joint_count; i++) {
        const bool counts = !r->joints[i].is_within && r->joints[i].kind != TML_ROBOT_FIXED;
        efforts += counts && r->joints[i].effort > 0;
        speeds += counts && r->joints[i].velocity > 0;
        first = first < 0 && efforts + speeds ? i : first;
    }
    if (first >= 0)
        tml_log_raise(
            r->log, TML_W_ROBOT_DRIVE_LIMITS, r->joints[first].place,
            "limits of effort (%d) and of velocity (%d) are comments in the model file: nothing drives the joints yet",
            efforts, speeds);
}

/* A body without mass moves only where others carry it: told, not guessed. */
static void tell_massless(const tml_robot *r)
{
    for (int i = 0; i < r->link_count; i++)
        if (r->links[i].body == i && !r->links[i].has_inertia && !r->links[i].between)
            tml_log_raise(
                r->log, TML_W_ROBOT_MASSLESS, r->links[i].place,
                "link \"%s\" has no inertia: its body is without mass, and none is guessed from what is drawn of it",
                r->links[i].written);
}

bool tml_robot_loop_holds(const tml_robot *r, const tml_robot_loop *l)
{
    if (l->kind == TML_LOOP_EQUATION)
        return !r->joints[l->joints[0]].is_within && (l->joints[1] < 0 || !r->joints[l->joints[1]].is_within);
    return r->links[l->links[0]].body != r->links[l->links[1]].body;
}

static void tell_not_held(const tml_robot *r)
{
    for (int i = 0; i < r->loop_count; i++) {
        const tml_robot_loop *l = &r->loops[i];
        if (tml_robot_loop_holds(r, l))
            continue;
        if (l->kind == TML_LOOP_EQUATION)
            tml_log_raise(r->log, TML_W_ROBOT_NOT_HELD, l->place,
                          "\"%s\" is not in the model file: a joint that it is between does not move", l->written);
        else
            tml_log_raise(r->log, TML_W_ROBOT_NOT_HELD, l->place,
                          "\"%s\" is not in the model file: \"%s\" and \"%s\" do not move against each other",
                          l->written, r->links[l->links[0]].written, r->links[l->links[1]].written);
    }
}

/* Scales of a mesh may be below zero: it is mirrored. */
static bool has_extent(const tml_solid *s)
{
    static const int sizes[] = {[TML_SOLID_BOX] = 3,
                                [TML_SOLID_SPHERE] = 1,
                                [TML_SOLID_CYLINDER] = 2,
                                [TML_SOLID_CAPSULE] = 2,
                                [TML_SOLID_MESH] = 3};
    for (int i = 0; i < sizes[s->kind]; i++)
        if (!((s->kind == TML_SOLID_MESH ? fabs(s->size[i]) : s->size[i]) > 0))
            return false;
    return true;
}

static void drop_empty_solids(tml_robot *r)
{
    for (int i = 0; i < r->link_count; i++)
        for (tml_solid **s = &r->links[i].solids; *s;) {
            if (has_extent(*s)) {
                s = &(*s)->next;
                continue;
            }
            tml_log_raise(r->log, TML_W_ROBOT_NOT_READ, r->links[i].place,
                          "not read: a shape of link \"%s\" whose size is not above zero", r->links[i].written);
            *s = (*s)->next;
        }
}

bool tml_robot_resolve(tml_robot *r, tml_robot_choice choice)
{
    if (!r->is_placed && (!find_parents(r) || !place_links(r)))
        return false;
    do
        (r->is_placed ? tml_robot_join : join_tree)(r, choice);
    while (choice.hold_massless && tml_robot_hold_massless(r));
    find_joints_within(r);
    tml_robot_find_loops(r);
    find_mimicked(r);
    drop_empty_limits(r);
    drop_empty_solids(r);
    give_names(r);
    make_bodies(r);
    tml_robot_mend_inertia(r, choice);
    tell_massless(r);
    tell_drive_limits(r);
    tell_starts_beyond_stop(r);
    tell_not_held(r);
    return true;
}
