/* mjcf.c - MJCF, the format of MuJoCo: settings, and bodies that lie in each other.
 *
 * A body is a link. Its joints follow each other from its parent on, all in its own frame: where it has several, links without mass lie between
 * them. One without joints is part of its parent. What else such a file holds (contacts, actuators, tendons, sensors) is counted and listed. */
#include "exchange/mjcf.h"
#include "elementary/elementary.h"
#include "model/field.h"
#include <math.h>

const tml_known_attributes tml_mjcf_known[] = {
    {"mujoco", "model"},
    {"compiler",
     "angle eulerseq autolimits inertiafromgeom inertiagrouprange coordinate settotalmass meshdir texturedir "
     "assetdir strippath convexhull usethread fitaabb exactmeshinertia"},
    {"option", "gravity timestep integrator solver iterations tolerance ls_iterations ls_tolerance noslip_iterations "
               "noslip_tolerance cone jacobian apirate"},
    {"flag", "gravity energy warmstart multiccd"},
    {"default", "class"},
    {"body", "name pos quat axisangle euler xyaxes zaxis childclass user"},
    {"frame", "name pos quat axisangle euler xyaxes zaxis childclass"},
    {"inertial", "pos quat axisangle euler xyaxes zaxis mass diaginertia fullinertia"},
    {"joint", "name class type pos axis range limited damping stiffness frictionloss armature springref ref group user "
              "joint1 joint2 polycoef active"},
    {"freejoint", "name group align"},
    {"geom", "name class type size pos quat axisangle euler xyaxes zaxis fromto mass density group mesh shellinertia "
             "material rgba user hfield"},
    {"connect", "name active body1 body2 anchor site1 site2"},
    {"weld", "name active body1 body2 anchor relpose site1 site2"},
    {0},
};

/* ---- settings ---- */

static bool is(const tml_xml *x, const char *attribute, const char *value)
{
    const char *given = tml_xml_get(x, attribute);
    return given && strcmp(given, value) == 0;
}

static bool wrong(tml_mjcf *m, const tml_xml *x, const char *attribute, const char *expected)
{
    const char *given = tml_xml_get(x, attribute);
    tml_log_raise(m->robot->log, TML_E_ROBOT_VALUE, x->place, "<%s %s=\"%s\">: %s", x->name, attribute,
                  given ? given : "", expected);
    return false;
}

static bool read_angles(tml_mjcf *m, const tml_xml *x)
{
    const char *sequence = tml_xml_get(x, "eulerseq");
    if (tml_xml_get(x, "angle") && !is(x, "angle", "degree") && !is(x, "angle", "radian"))
        return wrong(m, x, "angle", "degree or radian was expected");
    if (tml_xml_get(x, "angle"))
        m->radian = is(x, "angle", "radian") ? 1 : tml_acos(-1) / 180;
    if (sequence && (strlen(sequence) != 3 || strspn(sequence, "xyzXYZ") != 3))
        return wrong(m, x, "eulerseq", "three letters of xyzXYZ were expected");
    if (sequence)
        memcpy(m->sequence, sequence, 3);
    return true;
}

static bool read_compiler(tml_mjcf *m, const tml_xml *x)
{
    if (is(x, "coordinate", "global"))
        return wrong(m, x, "coordinate", "frames in the frame of the ground are no longer part of MJCF");
    if (tml_xml_get(x, "autolimits"))
        m->limits_by_range = is(x, "autolimits", "true");
    if (tml_xml_get(x, "inertiafromgeom"))
        m->from_geoms = is(x, "inertiafromgeom", "true")    ? TML_MJCF_ALWAYS
                        : is(x, "inertiafromgeom", "false") ? TML_MJCF_NEVER
                                                            : TML_MJCF_AUTO;
    return read_angles(m, x) &&
           tml_robot_numbers(m->robot, x, "inertiagrouprange", tml_xml_get(x, "inertiagrouprange"), m->groups, 2, 2) &&
           tml_robot_numbers(m->robot, x, "settotalmass", tml_xml_get(x, "settotalmass"), &m->total_mass, 1, 1);
}

static bool read_option(tml_mjcf *m, tml_xml *x)
{
    double g[3];
    tml_robot *r = m->robot;
    if (!tml_robot_numbers(r, x, "gravity", tml_xml_get(x, "gravity"), g, 3, 3))
        return false;
    if (tml_xml_get(x, "gravity")) {
        r->has_gravity = true;
        r->gravity = (tml_vec3){g[0], g[1], g[2]};
    }
    for (tml_xml *flag = tml_xml_child(x, "flag"); flag; flag = tml_xml_next(flag))
        if (is(flag, "gravity", "disable")) {
            r->has_gravity = true;
            r->gravity = (tml_vec3){0};
        }
    return true;
}

static bool read_settings(tml_mjcf *m, tml_xml *root)
{
    bool good = true;
    for (tml_xml *x = tml_xml_child(root, "compiler"); x; x = tml_xml_next(x))
        good &= read_compiler(m, x);
    for (tml_xml *x = tml_xml_child(root, "option"); x; x = tml_xml_next(x))
        good &= read_option(m, x);
    return good;
}

/* ---- bodies ---- */

static bool read_inertial(tml_mjcf *m, tml_xml *x, tml_robot_link *link)
{
    const tml_mjcf_element e = {x, -1};
    double I[6] = {0};
    tml_placement at;
    const bool full = tml_xml_get(x, "fullinertia");
    if (!tml_xml_get(x, "mass") || (!full && !tml_xml_get(x, "diaginertia"))) {
        tml_log_raise(m->robot->log, TML_E_ROBOT_VALUE, x->place,
                      "<inertial>: mass, and diaginertia or fullinertia, were expected");
        return false;
    }
    if (!tml_mjcf_placement(m, &e, &at) || !tml_mjcf_numbers(m, &e, "mass", &link->mass, 1, 1) ||
        !tml_mjcf_numbers(m, &e, full ? "fullinertia" : "diaginertia", I, full ? 6 : 3, full ? 6 : 3))
        return false;
    const tml_mat3 own = {{{I[0], I[3], I[4]}, {I[3], I[1], I[5]}, {I[4], I[5], I[2]}}};
    link->com = at.p;
    link->inertia = tml_tensor_rotated(&at.R, &own);
    link->has_inertia = link->mass > 0;
    return true;
}

static bool read_site(tml_mjcf *m, tml_xml *x, const tml_mjcf_scope *scope)
{
    tml_mjcf_element e;
    tml_mjcf_site site = {.name = tml_xml_get(x, "name"), .link = scope->link};
    if (!site.name)
        return true;
    if (!tml_mjcf_element_of(m, x, scope->class, &e) || !tml_mjcf_placement(m, &e, &site.at))
        return false;
    site.at = tml_placement_times(&scope->frame, &site.at);
    TML_GROW(m->robot->arena, m->sites, m->site_count, m->site_capacity);
    m->sites[m->site_count++] = site;
    return true;
}

static bool read_childclass(tml_mjcf *m, const tml_xml *x, int *class)
{
    const char *name = tml_xml_get(x, "childclass");
    const int found = name ? tml_mjcf_find_class(m, name) : *class;
    if (name && found < 0)
        return wrong(m, x, "childclass", "there is no such class of defaults");
    *class = found;
    return true;
}

/* Whether equalities name sites: only then they are read. */
static bool needs_sites(const tml_xml *root)
{
    for (const tml_xml *section = root->first; section; section = section->next)
        for (const tml_xml *x = strcmp(section->name, "equality") == 0 ? section->first : NULL; x; x = x->next)
            if (tml_xml_get(x, "site1"))
                return true;
    return false;
}

/* The scope of a frame: placed from the one around it, with its own class of defaults where it names one. */
static bool enter_frame(tml_mjcf *m, tml_xml *x, const tml_mjcf_scope *around, tml_mjcf_scope *inner)
{
    const tml_mjcf_element e = {x, -1};
    tml_placement at;
    *inner = *around;
    if (!read_childclass(m, x, &inner->class) || !tml_mjcf_placement(m, &e, &at))
        return false;
    inner->frame = tml_placement_times(&around->frame, &at);
    return true;
}

static bool read_body(tml_mjcf *m, tml_xml *x, const tml_mjcf_scope *around);

/* What lies in a body, or in a frame of it. */
static bool read_inside(tml_mjcf *m, tml_xml *x, const tml_mjcf_scope *scope)
{
    bool good = true;
    for (tml_xml *g = tml_xml_child(x, "geom"); g; g = tml_xml_next(g))
        good &= tml_mjcf_read_geom(m, g, scope);
    for (tml_xml *s = m->reads_sites ? tml_xml_child(x, "site") : NULL; s; s = tml_xml_next(s))
        good &= read_site(m, s, scope);
    for (tml_xml *f = tml_xml_child(x, "frame"); f; f = tml_xml_next(f)) {
        tml_mjcf_scope inner;
        if (!enter_frame(m, f, scope, &inner))
            return false;
        good &= read_inside(m, f, &inner);
    }
    for (tml_xml *b = tml_xml_child(x, "body"); b; b = tml_xml_next(b))
        good &= read_body(m, b, scope);
    return good;
}

/* A link placed from another one by a joint. */
static tml_robot_joint *add_link(tml_mjcf *m, const char *written, const tml_xml *x, const char *joint, int parent,
                                 const tml_placement *origin)
{
    const int child = m->robot->link_count;
    tml_robot_add_link(m->robot, written, x->place);
    tml_robot_joint *j = tml_robot_add_joint(m->robot, joint, x->place);
    j->parent = parent, j->child = child, j->origin = *origin;
    return j;
}

static const char *joint_name(tml_mjcf *m, const tml_xml *x, const char *body)
{
    const char *name = tml_xml_get(x, "name"), *type = tml_xml_get(x, "type");
    if (strcmp(x->name, "freejoint") == 0)
        type = "free";
    return name ? name : tml_arena_format(m->robot->arena, "%s_%s%d", body, type ? type : "joint", ++m->unnamed);
}

/* A joint of a body, and where it is written: in the body, or in a frame of it. */
typedef struct {
    tml_xml *x;
    tml_mjcf_scope scope;
} written_joint;

typedef struct {
    written_joint *list;
    int count, capacity;
} written_joints;

/* In the order in which they are written. */
static bool find_joints(tml_mjcf *m, tml_xml *x, const tml_mjcf_scope *scope, written_joints *all)
{
    for (tml_xml *c = x->first; c; c = c->next) {
        tml_mjcf_scope inner;
        if (strcmp(c->name, "frame") == 0) {
            if (!enter_frame(m, c, scope, &inner) || !find_joints(m, c, &inner, all))
                return false;
        } else if (tml_word_index("joint freejoint", c->name) >= 0) {
            c->used = true;
            TML_GROW(m->robot->arena, all->list, all->count, all->capacity);
            all->list[all->count++] = (written_joint){c, *scope};
        }
    }
    return true;
}

/* One of them, in the frame of the body. */
static bool read_joint(tml_mjcf *m, const written_joint *w, tml_robot_joint *j)
{
    if (!tml_mjcf_read_joint(m, w->x, w->scope.class, j))
        return false;
    j->axis = tml_rotate(&w->scope.frame.R, j->axis);
    if (j->kind != TML_ROBOT_FREE)
        j->at = tml_placed(&w->scope.frame, j->at);
    return true;
}

/* The joints of a body one after the other; its link is the last of them. */
static bool add_joints(tml_mjcf *m, tml_xml *body, const char *name, const tml_mjcf_scope *around, int class,
                       tml_placement origin)
{
    const tml_mjcf_scope own_frame = {.class = class, .frame = tml_placement_of((tml_vec3){0}, (tml_vec3){0})};
    written_joints all = {0};
    int parent = around->link;
    if (!find_joints(m, body, &own_frame, &all))
        return false;
    for (int i = 0; i < all.count; i++) {
        tml_xml *x = all.list[i].x;
        const bool last = i + 1 == all.count;
        const char *own = joint_name(m, x, name);
        if (tml_xml_get(x, "name") && tml_robot_find_joint(m->robot, own) >= 0) {
            tml_log_raise(m->robot->log, TML_E_ROBOT_TREE, x->place, "there are two joints \"%s\"", own);
            return false;
        }
        tml_robot_joint *j =
            add_link(m, last ? name : tml_arena_format(m->robot->arena, "%s_%s", name, own), x, own, parent, &origin);
        if (!read_joint(m, &all.list[i], j))
            return false;
        parent = j->child;
        m->robot->links[parent].between = !last;
        origin = own_frame.frame;
    }
    if (all.count == 0) {
        tml_robot_joint *j =
            add_link(m, name, body, tml_arena_format(m->robot->arena, "%s_weld", name), parent, &origin);
        j->kind = TML_ROBOT_FIXED;
        j->axis = (tml_vec3){0, 0, 1};
    }
    return true;
}

static bool read_body(tml_mjcf *m, tml_xml *x, const tml_mjcf_scope *around)
{
    const tml_mjcf_element e = {x, -1};
    tml_mjcf_scope scope = {.class = around->class, .frame = tml_placement_of((tml_vec3){0}, (tml_vec3){0})};
    tml_placement at;
    const char *name = tml_xml_get(x, "name");
    if (name && tml_robot_find_link(m->robot, name) >= 0) {
        tml_log_raise(m->robot->log, TML_E_ROBOT_TREE, x->place, "there are two bodies \"%s\"", name);
        return false;
    }
    name = name ? name : tml_arena_format(m->robot->arena, "body%d", ++m->unnamed);
    if (!read_childclass(m, x, &scope.class) || !tml_mjcf_placement(m, &e, &at) ||
        !add_joints(m, x, name, around, scope.class, tml_placement_times(&around->frame, &at)))
        return false;
    scope.link = m->robot->link_count - 1;
    tml_xml *inertial = tml_xml_child(x, "inertial");
    scope.counts = m->from_geoms == TML_MJCF_ALWAYS || (m->from_geoms == TML_MJCF_AUTO && !inertial);
    if (inertial && m->from_geoms != TML_MJCF_ALWAYS && !read_inertial(m, inertial, &m->robot->links[scope.link]))
        return false;
    return read_inside(m, x, &scope);
}

/* All masses by one factor, so that they are this together. */
static void set_total_mass(tml_robot *r, double total)
{
    double sum = 0;
    for (int i = 0; i < r->link_count; i++)
        sum += r->links[i].mass;
    for (int i = 0; i < r->link_count && sum > 0; i++) {
        r->links[i].mass *= total / sum;
        for (int k = 0; k < 9; k++)
            r->links[i].inertia.m[k / 3][k % 3] *= total / sum;
    }
}

bool tml_mjcf_read(tml_robot *r, tml_xml *root)
{
    tml_mjcf m = {.robot = r,
                  .root = root,
                  .radian = tml_acos(-1) / 180,
                  .sequence = "xyz",
                  .limits_by_range = true,
                  .from_geoms = TML_MJCF_AUTO,
                  .groups = {0, 5},
                  .told = -1};
    const char *name = tml_xml_get(root, "model");
    r->name = name ? name : "robot";
    m.reads_sites = needs_sites(root);
    if (!read_settings(&m, root) || !tml_mjcf_read_defaults(&m, root))
        return false;
    tml_robot_add_link(r, "world", root->place);
    const tml_mjcf_scope world = {.class = -1, .frame = tml_placement_of((tml_vec3){0}, (tml_vec3){0})};
    bool good = true;
    for (tml_xml *x = tml_xml_child(root, "worldbody"); x; x = tml_xml_next(x)) {
        tml_mjcf_scope scope = world;
        good &= read_childclass(&m, x, &scope.class) && read_inside(&m, x, &scope);
    }
    if (good && m.total_mass > 0)
        set_total_mass(r, m.total_mass);
    return good && tml_mjcf_read_equalities(&m, root);
}
