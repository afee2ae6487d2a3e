/* mjcf_geom.c - geoms of MJCF: mass, and what is drawn.
 *
 * Of unit mass, about the centre, z along the axis (a, b, c half extents; r radius, h half length):
 *   box        V = 8 a b c                     I_x = (b^2 + c^2)/3
 *   ellipsoid  V = 4 pi a b c/3                I_x = (b^2 + c^2)/5
 *   sphere     the same, a = b = c
 *   cylinder   V = 2 pi r^2 h                  I_z = r^2/2, I_x = r^2/4 + h^2/3
 *   capsule    a cylinder and two half spheres, whose centres of mass are 3r/8 beyond its ends:
 *              of them I_z = 2 r^2/5, I_x = 2 r^2/5 + h^2 + 3 h r/4
 * Planes and height fields have no mass. That of a mesh is not guessed: it is told.
 */
#include "exchange/mjcf.h"
#include <math.h>

static const double PI = 3.14159265358979323846, DENSITY = 1000;

typedef enum { BOX, ELLIPSOID, SPHERE, CYLINDER, CAPSULE, NO_MASS, MESH } form;

typedef struct {
    form form;
    double a[3]; /* half extents; radius and half length */
    double volume;
    tml_vec3 moments; /* of unit mass */
    tml_placement at;
} geom;

static const struct {
    const char *name;
    form form;
    int sizes;
    bool may_have_ends; /* fromto */
} kinds[] = {
    {"box", BOX, 3, true},           {"ellipsoid", ELLIPSOID, 3, true}, {"sphere", SPHERE, 1, false},
    {"cylinder", CYLINDER, 2, true}, {"capsule", CAPSULE, 2, true},     {"plane", NO_MASS, 0, false},
    {"hfield", NO_MASS, 0, false},   {"mesh", MESH, 0, false},          {"sdf", MESH, 0, false},
};

/* V and I of three half extents: V = v a b c, I = m (b^2 + c^2)/k. */
static void three_extents(geom *g, double v, double k)
{
    const double *a = g->a;
    g->volume = v * a[0] * a[1] * a[2];
    g->moments =
        (tml_vec3){(a[1] * a[1] + a[2] * a[2]) / k, (a[0] * a[0] + a[2] * a[2]) / k, (a[0] * a[0] + a[1] * a[1]) / k};
}

static void about_axis(geom *g, double caps)
{
    const double r = g->a[0], h = g->a[1], cylinder = 2 * PI * r * r * h, balls = caps * 4 * PI * r * r * r / 3;
    g->volume = cylinder + balls;
    const double part = balls / g->volume, rest = 1 - part;
    const double across = rest * (r * r / 4 + h * h / 3) + part * (2 * r * r / 5 + h * h + 3 * h * r / 4);
    g->moments = (tml_vec3){across, across, rest * r * r / 2 + part * 2 * r * r / 5};
}

static void measure(geom *g)
{
    switch (g->form) {
    case BOX:
        three_extents(g, 8, 3);
        break;
    case SPHERE:
        g->a[1] = g->a[2] = g->a[0]; /* fall through */
    case ELLIPSOID:
        three_extents(g, 4 * PI / 3, 5);
        break;
    case CYLINDER:
    case CAPSULE:
        about_axis(g, g->form == CAPSULE);
        break;
    case NO_MASS:
    case MESH:
        break;
    }
}

static bool wrong(tml_mjcf *m, const tml_mjcf_element *e, const char *what)
{
    tml_log_raise(m->robot->log, TML_E_ROBOT_VALUE, e->x->place, "<geom>: %s", what);
    return false;
}

static bool read_kind(tml_mjcf *m, const tml_mjcf_element *e, size_t *kind)
{
    const char *type = tml_mjcf_get(m, e, "type");
    type = type ? type : "sphere";
    for (*kind = 0; *kind < sizeof kinds / sizeof *kinds; (*kind)++)
        if (strcmp(kinds[*kind].name, type) == 0)
            return true;
    return wrong(m, e, tml_arena_format(m->robot->arena, "type \"%s\" is not known", type));
}

/* Along fromto: z from one end to the other, the half length between them is the last size. */
static bool read_ends(tml_mjcf *m, const tml_mjcf_element *e, geom *g)
{
    double ends[6];
    if (!tml_mjcf_numbers(m, e, "fromto", ends, 6, 6))
        return false;
    const tml_vec3 from = {ends[0], ends[1], ends[2]}, to = {ends[3], ends[4], ends[5]}, along = tml_sub(to, from);
    if (!(tml_norm(along) > 0))
        return wrong(m, e, "both ends of fromto are the same");
    g->at = (tml_placement){tml_frame_with_z(tml_scale(1 / tml_norm(along), along)), tml_scale(0.5, tml_add(from, to))};
    const bool three = g->form == BOX || g->form == ELLIPSOID;
    g->a[1] = three ? g->a[0] : tml_norm(along) / 2;
    g->a[2] = tml_norm(along) / 2;
    return true;
}

static bool read_form(tml_mjcf *m, const tml_mjcf_element *e, geom *g)
{
    size_t kind;
    if (!read_kind(m, e, &kind) || !tml_mjcf_placement(m, e, &g->at) || !tml_mjcf_numbers(m, e, "size", g->a, 1, 3))
        return false;
    g->form = tml_mjcf_get(m, e, "mesh") ? MESH : kinds[kind].form; /* other forms are fitted to a mesh */
    if (g->form == MESH || g->form == NO_MASS)
        return true;
    const bool has_ends = tml_mjcf_get(m, e, "fromto");
    if (has_ends && !kinds[kind].may_have_ends)
        return wrong(m, e, "fromto is of capsule, cylinder, ellipsoid and box");
    if (has_ends && !read_ends(m, e, g))
        return false;
    for (int i = 0; i < kinds[kind].sizes; i++)
        if (!(g->a[i] > 0))
            return wrong(m, e,
                         tml_arena_format(m->robot->arena, "size: a %s has %d size%s above zero", kinds[kind].name,
                                          kinds[kind].sizes, kinds[kind].sizes == 1 ? "" : "s"));
    measure(g);
    return true;
}

/* ---- mass ---- */

static void tell_mesh(tml_mjcf *m, const tml_mjcf_element *e, int link)
{
    if (m->told == link)
        return;
    m->told = link;
    tml_log_raise(m->robot->log, TML_W_ROBOT_MESH_MASS, e->x->place,
                  "body \"%s\": meshes are not read, and the mass that one would have is not in the model file",
                  m->robot->links[link].written);
}

static bool add_mass(tml_mjcf *m, const tml_mjcf_element *e, const geom *g, const tml_mjcf_scope *scope)
{
    double mass = 0, density = DENSITY, group = 0;
    const bool has_mass = tml_mjcf_get(m, e, "mass");
    if (!tml_mjcf_numbers(m, e, "mass", &mass, 1, 1) || !tml_mjcf_numbers(m, e, "density", &density, 1, 1) ||
        !tml_mjcf_numbers(m, e, "group", &group, 1, 1))
        return false;
    if (!scope->counts || group < m->groups[0] || group > m->groups[1] || (has_mass ? mass : density) == 0)
        return true;
    if (g->form == MESH)
        tell_mesh(m, e, scope->link);
    if (g->form == MESH || g->form == NO_MASS)
        return true;
    if (tml_mjcf_is(m, e, "shellinertia", "true"))
        return wrong(m, e, "shellinertia is not known: give the inertia of the body");
    mass = has_mass ? mass : density * g->volume;
    const tml_mat3 own = {{{mass * g->moments.x, 0, 0}, {0, mass * g->moments.y, 0}, {0, 0, mass * g->moments.z}}};
    const tml_mat3 inertia = tml_tensor_rotated(&g->at.R, &own);
    tml_robot_link *link = &m->robot->links[scope->link];
    tml_robot_add_mass(link, mass, g->at.p, &inertia);
    link->has_inertia = true;
    return true;
}

/* ---- what is drawn ---- */

/* A mesh without a name has that of its file, without the ending. */
static bool is_mesh(const tml_xml *x, const char *name)
{
    const char *own = tml_xml_get(x, "name"), *file = tml_xml_get(x, "file");
    const char *slash = file ? strrchr(file, '/') : NULL, *stem = slash ? slash + 1 : file;
    const size_t length = strlen(name);
    return own ? strcmp(own, name) == 0 : stem && strncmp(stem, name, length) == 0 && stem[length] == '.';
}

static tml_xml *find_mesh(tml_mjcf *m, const char *name)
{
    for (tml_xml *a = name ? tml_xml_child(m->root, "asset") : NULL; a; a = tml_xml_next(a))
        for (tml_xml *x = tml_xml_child(a, "mesh"); x; x = tml_xml_next(x))
            if (is_mesh(x, name) && tml_xml_get(x, "file"))
                return x;
    return NULL;
}

/* The last <compiler> that has it; NULL: none. */
static const char *setting(tml_mjcf *m, const char *attribute)
{
    const char *value = NULL;
    for (tml_xml *x = tml_xml_child(m->root, "compiler"); x; x = tml_xml_next(x))
        value = tml_xml_get(x, attribute) ? tml_xml_get(x, attribute) : value;
    return value;
}

/* In the folder of meshes, or of all that models use. */
static const char *mesh_path(tml_mjcf *m, const char *file)
{
    const char *own = setting(m, "meshdir"), *folder = own ? own : setting(m, "assetdir");
    const char *strip = setting(m, "strippath"), *slash = strrchr(file, '/');
    if (strip && strcmp(strip, "true") == 0 && slash)
        file = slash + 1;
    return folder && folder[0] && file[0] != '/' ? tml_arena_format(m->robot->arena, "%s/%s", folder, file) : file;
}

/* MuJoCo moves, turns and scales the points p of a file in this order:   S R' (p - a),   a: refpos, R: refquat. With one scale s for all
 * axes, or without R, these are points S p in a frame of its own: R', - s R' a. */
static bool place_mesh(tml_mjcf *m, tml_xml *x, tml_solid *s)
{
    double from[3] = {0}, turn[4] = {1, 0, 0, 0};
    tml_mjcf_element e;
    if (!tml_mjcf_element_of(m, x, -1, &e) || !tml_mjcf_numbers(m, &e, "scale", s->size, 3, 3) ||
        !tml_mjcf_numbers(m, &e, "refpos", from, 3, 3) || !tml_mjcf_numbers(m, &e, "refquat", turn, 4, 4))
        return false;
    const bool turned = turn[1] != 0 || turn[2] != 0 || turn[3] != 0;
    if (turned && (s->size[0] != s->size[1] || s->size[1] != s->size[2]))
        return wrong(m, &e, "refquat with different scales along x, y and z is not known");
    const tml_mat3 R = tml_quat_matrix(tml_quat_unit((tml_quat){turn[0], turn[1], turn[2], turn[3]}));
    tml_placement own = {.R = tml_mat3_transpose(&R)};
    own.p = tml_placed(&own, (tml_vec3){-s->size[0] * from[0], -s->size[1] * from[1], -s->size[2] * from[2]});
    s->at = tml_placement_times(&s->at, &own);
    return true;
}

/* A mesh that has no file stays what is not drawn. */
static bool draw_mesh(tml_mjcf *m, const char *name, tml_solid *s)
{
    tml_xml *x = find_mesh(m, name);
    s->file = x ? mesh_path(m, tml_xml_get(x, "file")) : name;
    s->size[0] = s->size[1] = s->size[2] = 1;
    return !x || place_mesh(m, x, s);
}

/* Groups above 2 are not shown by MuJoCo either. */
static bool draw(tml_mjcf *m, const tml_mjcf_element *e, const geom *g, int of)
{
    double group = 0;
    tml_mjcf_numbers(m, e, "group", &group, 1, 1);
    if (g->form == ELLIPSOID || g->form == NO_MASS || group > 2)
        return true;
    tml_solid *s = TML_NEW(m->robot->arena, tml_solid);
    static const tml_solid_kind kind[] = {
        [BOX] = TML_SOLID_BOX,         [SPHERE] = TML_SOLID_SPHERE, [CYLINDER] = TML_SOLID_CYLINDER,
        [CAPSULE] = TML_SOLID_CAPSULE, [MESH] = TML_SOLID_MESH,     [ELLIPSOID] = TML_SOLID_SPHERE};
    tml_robot_link *link = &m->robot->links[of];
    *s = (tml_solid){.kind = kind[g->form], .at = g->at, .next = link->solids};
    s->size[0] = g->form == BOX ? 2 * g->a[0] : g->a[0];
    s->size[1] = 2 * g->a[1];
    s->size[2] = 2 * g->a[2];
    link->solids = s;
    return g->form != MESH || draw_mesh(m, tml_mjcf_get(m, e, "mesh"), s);
}

bool tml_mjcf_read_geom(tml_mjcf *m, tml_xml *x, const tml_mjcf_scope *scope)
{
    geom g = {.form = NO_MASS};
    tml_mjcf_element e;
    if (!tml_mjcf_element_of(m, x, scope->class, &e) || !read_form(m, &e, &g))
        return false;
    g.at = tml_placement_times(&scope->frame, &g.at);
    return draw(m, &e, &g, scope->link) && add_mass(m, &e, &g, scope);
}
