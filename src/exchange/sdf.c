/* sdf.c - SDFormat, the format of Gazebo: worlds, models in models, links, joints in any order.
 *
 * First all frames get names and places, then links and joints are read. What else such a file holds (sensors, plugins, physics, light) is
 * counted and listed. */
#include "exchange/sdf.h"
#include <math.h>
#include <stdlib.h>

const tml_known_attributes tml_sdf_known[] = {
    {"sdf", "version"},
    {"world", "name"},
    {"model", "name canonical_link placement_frame"},
    {"include", "merge"},
    {"frame", "name attached_to"},
    {"link", "name"},
    {"joint", "name type"},
    {"pose", "relative_to frame degrees rotation_format"},
    {"xyz", "expressed_in"},
    {"mimic", "joint axis"},
    {"inertial", "auto"},
    {"visual", "name"},
    {0},
};

enum { DEPTH = 20 };               /* of models in models */
static const double GRAVITY = 9.8; /* of a world that gives none */

static const struct {
    const char *name;
    tml_sdf_kind kind;
} parts[] = {{"link", TML_SDF_LINK}, {"frame", TML_SDF_FRAME}, {"joint", TML_SDF_JOINT}};

static int add_frame(tml_sdf *s, tml_sdf_kind kind, tml_xml *x, tml_xml *include, int scope, int version)
{
    const char *name = tml_sdf_text(include, "name");
    name = name ? name : tml_xml_get(x, "name");
    if (!name || !name[0] || strstr(name, "::")) {
        tml_log_raise(s->robot->log, TML_E_ROBOT_TREE, x->place,
                      name && name[0] ? "<%s name=\"%s\">: a name has no ::" : "a <%s> without a name%s", x->name,
                      name ? name : "");
        return TML_SDF_NONE;
    }
    if (tml_sdf_find(s, scope, name) != TML_SDF_NONE) {
        tml_log_raise(s->robot->log, TML_E_ROBOT_TREE, x->place, "<%s name=\"%s\">: this name is taken, or reserved",
                      x->name, name);
        return TML_SDF_NONE;
    }
    if (scope >= 0)
        name = tml_arena_format(s->robot->arena, "%s::%s", s->frames[scope].name, name);
    TML_GROW(s->robot->arena, s->frames, s->frame_count, s->frame_capacity);
    s->frames[s->frame_count] =
        (tml_sdf_frame){.kind = kind, .name = name, .x = x, .include = include, .scope = scope, .version = version};
    return s->frame_count++;
}

/* Links, frames and joints of a model, or of the world. */
static bool add_parts(tml_sdf *s, tml_xml *of, int scope, int version)
{
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (parts[i].kind == TML_SDF_LINK && scope == TML_SDF_WORLD)
            continue;
        for (tml_xml *x = tml_xml_child(of, parts[i].name); x; x = tml_xml_next(x))
            if (add_frame(s, parts[i].kind, x, NULL, scope, version) == TML_SDF_NONE)
                return false;
    }
    return true;
}

static bool add_models(tml_sdf *s, tml_xml *of, int scope, int version, int depth);

static bool add_model(tml_sdf *s, tml_xml *x, tml_xml *include, int scope, int version, int depth)
{
    if (depth > DEPTH) {
        tml_log_raise(s->robot->log, TML_E_ROBOT_INCLUDE, x->place,
                      "models lie in each other too deep: one may include itself");
        return false;
    }
    const int own = add_frame(s, TML_SDF_MODEL, x, include, scope, version);
    if (own == TML_SDF_NONE)
        return false;
    const tml_xml *said = tml_xml_child(x, "static"), *over = tml_xml_child(include, "static");
    s->frames[own].is_static = (scope >= 0 && s->frames[scope].is_static) || tml_sdf_is_true(over ? over : said);
    return add_parts(s, x, own, version) && add_models(s, x, own, version, depth + 1);
}

static bool add_models(tml_sdf *s, tml_xml *of, int scope, int version, int depth)
{
    bool good = true;
    for (tml_xml *x = tml_xml_child(of, "model"); good && x; x = tml_xml_next(x))
        good = add_model(s, x, NULL, scope, version, depth);
    for (tml_xml *x = tml_xml_child(of, "include"); good && x; x = tml_xml_next(x)) {
        int own = version;
        tml_xml *model = depth > DEPTH ? x : tml_sdf_included(s, x, &own);
        good = model && add_model(s, model, x, scope, own, depth);
    }
    return good;
}

/* ---- what they hold ---- */

static void add_link(tml_sdf *s, tml_sdf_frame *f)
{
    f->link = s->robot->link_count;
    tml_robot_link *link = tml_robot_add_link(s->robot, f->name + s->prefix, f->x->place);
    link->on_ground = s->frames[f->scope].is_static;
    tml_xml *gravity = tml_xml_child(f->x, "gravity");
    if (gravity && !tml_sdf_is_true(gravity))
        tml_log_raise(s->robot->log, TML_W_ROBOT_NOT_READ, gravity->place,
                      "not read: <gravity>%s</gravity> of link \"%s\", on which gravity acts as on all", gravity->text,
                      f->name);
}

static bool for_all(tml_sdf *s, tml_sdf_kind kind, bool (*read)(tml_sdf *, int))
{
    bool good = true;
    for (int i = 0; i < s->frame_count; i++)
        if (s->frames[i].kind == kind)
            good &= read(s, i);
    return good;
}

static bool read_gravity(tml_sdf *s, tml_xml *world)
{
    tml_robot *r = s->robot;
    r->has_gravity = true;
    r->gravity = (tml_vec3){0, 0, -GRAVITY};
    return tml_sdf_vector(s, world, "gravity", &r->gravity);
}

/* What the names of the only model begin with. */
static size_t prefix_of(const tml_sdf *s)
{
    int models = 0, other = 0;
    size_t length = 0;
    for (int i = 0; i < s->frame_count; i++)
        if (s->frames[i].scope == TML_SDF_WORLD) {
            models += s->frames[i].kind == TML_SDF_MODEL;
            other += s->frames[i].kind != TML_SDF_MODEL;
            length = strlen(s->frames[i].name) + 2;
        }
    return models == 1 && other == 0 ? length : 0;
}

static const char *name_of(const tml_sdf *s, const tml_xml *world)
{
    const char *name = tml_xml_get(world, "name");
    return name ? name : s->frame_count ? s->frames[0].name : "robot";
}

bool tml_sdf_read(tml_robot *r, tml_xml *root)
{
    tml_sdf s = {.robot = r};
    tml_xml *world = tml_xml_child(root, "world");
    const int version = tml_sdf_version(root);
    if (version < 104 || version > 112) {
        tml_log_raise(r->log, TML_E_ROBOT_VALUE, root->place, "<sdf version=\"%s\">: 1.4 to 1.12 are read",
                      tml_xml_get(root, "version") ? tml_xml_get(root, "version") : "");
        return false;
    }
    r->is_placed = true;
    tml_robot_add_link(r, "world", root->place)->on_ground = true;
    r->links[0].zero = tml_placement_of((tml_vec3){0}, (tml_vec3){0});
    if ((world && !read_gravity(&s, world)) || (world && !add_parts(&s, world, TML_SDF_WORLD, version)) ||
        !add_models(&s, world ? world : root, TML_SDF_WORLD, version, 0))
        return false;
    r->name = name_of(&s, world);
    s.prefix = prefix_of(&s);
    for (int i = 0; i < s.frame_count; i++)
        if (s.frames[i].kind == TML_SDF_LINK)
            add_link(&s, &s.frames[i]);
    if (r->link_count == 1) {
        tml_log_raise(r->log, TML_E_ROBOT_TREE, root->place, "there is no link");
        return false;
    }
    return for_all(&s, TML_SDF_LINK, tml_sdf_read_link) && for_all(&s, TML_SDF_JOINT, tml_sdf_read_joint) &&
           for_all(&s, TML_SDF_JOINT, tml_sdf_couple_joint);
}
