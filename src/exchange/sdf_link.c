/* sdf_link.c - links of SDFormat: inertia, and what is drawn.
 *
 * A link that says nothing about its inertia has, as the format has it, a mass of 1 kg and moments of 1 kg m^2: that is told. */
#include "exchange/sdf.h"

static bool read_inertial(tml_sdf *s, tml_xml *inertial, tml_robot_link *link)
{
    static const char *const names[6] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};
    tml_xml *tensor = tml_xml_child(inertial, "inertia");
    tml_placement at;
    double I[6] = {1, 1, 1}, mass = 1;
    bool good = tml_sdf_pose(s, tml_xml_child(inertial, "pose"), &at) && tml_sdf_number(s, inertial, "mass", &mass);
    for (int i = 0; i < 6; i++)
        good = good && tml_sdf_number(s, tensor, names[i], &I[i]);
    const tml_mat3 own = {{{I[0], I[3], I[4]}, {I[3], I[1], I[5]}, {I[4], I[5], I[2]}}};
    link->has_inertia = mass > 0;
    link->mass = link->has_inertia ? mass : 0;
    link->com = at.p;
    if (link->has_inertia)
        link->inertia = tml_tensor_rotated(&at.R, &own);
    return good;
}

static void tell_default_inertia(tml_sdf *s, const tml_robot_link *link, const tml_xml *inertial)
{
    const char *by_itself = tml_xml_get(inertial, "auto");
    const bool from_collisions = by_itself && (strcmp(by_itself, "true") == 0 || strcmp(by_itself, "1") == 0);
    if (link->on_ground || (inertial && !from_collisions))
        return;
    tml_log_raise(s->robot->log, TML_W_ROBOT_MASSLESS, link->place,
                  from_collisions
                      ? "link \"%s\": its inertia would come from its <collision>, which is not read; it gets what "
                        "<inertial> has beside, else 1 kg and moments of 1 kg m^2"
                      : "link \"%s\" has no <inertial>: as SDFormat has it, its mass is 1 kg and its moments "
                        "of inertia are 1 kg m^2",
                  link->written);
}

/* ---- what is drawn ---- */

static bool read_geometry(tml_sdf *s, tml_xml *geometry, tml_solid *solid, bool *drawn)
{
    static const struct {
        const char *name;
        tml_solid_kind kind;
    } kinds[] = {{"box", TML_SOLID_BOX},
                 {"sphere", TML_SOLID_SPHERE},
                 {"cylinder", TML_SOLID_CYLINDER},
                 {"capsule", TML_SOLID_CAPSULE},
                 {"mesh", TML_SOLID_MESH}};
    *drawn = false;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && !*drawn; i++) {
        tml_xml *x = tml_xml_child(geometry, kinds[i].name);
        if (!x)
            continue;
        solid->kind = kinds[i].kind;
        solid->file = tml_sdf_text(x, "uri");
        *drawn = true;
        if (solid->kind == TML_SOLID_BOX)
            return tml_sdf_numbers(s, tml_xml_child(x, "size"), solid->size, 3, 3);
        if (solid->kind == TML_SOLID_MESH && solid->file)
            solid->file = tml_sdf_path(s, x, solid->file);
        if (solid->kind == TML_SOLID_MESH)
            return tml_sdf_numbers(s, tml_xml_child(x, "scale"), solid->size, 3, 3);
        return tml_sdf_number(s, x, "radius", &solid->size[0]) && tml_sdf_number(s, x, "length", &solid->size[1]);
    }
    return true;
}

/* A pose in the frame of the link, or of another frame of the model. */
static bool place_in_link(tml_sdf *s, int frame, tml_xml *x, tml_placement *at)
{
    const tml_sdf_frame *f = &s->frames[frame];
    tml_xml *pose = tml_xml_child(x, "pose");
    const char *base = tml_xml_get(pose, "relative_to");
    tml_placement from, link;
    int other;
    if (!tml_sdf_pose(s, pose, at) || !base || !base[0])
        return tml_sdf_pose(s, pose, at);
    if (!tml_sdf_named(s, f->scope, base, pose, &other) || !tml_sdf_seen_from(s, other, f->scope, &from) ||
        !tml_sdf_seen_from(s, frame, f->scope, &link))
        return false;
    link = tml_placement_inverse(&link);
    from = tml_placement_times(&link, &from);
    *at = tml_placement_times(&from, at);
    return true;
}

static bool read_visual(tml_sdf *s, int frame, tml_xml *visual, tml_robot_link *link)
{
    tml_solid *solid = TML_NEW(s->robot->arena, tml_solid);
    *solid = (tml_solid){.size = {1, 1, 1}, .next = link->solids};
    bool drawn;
    if (!place_in_link(s, frame, visual, &solid->at) ||
        !read_geometry(s, tml_xml_child(visual, "geometry"), solid, &drawn))
        return false;
    tml_xml_use(tml_xml_child(visual, "material")); /* colours are not read, and change nothing */
    if (drawn)
        link->solids = solid;
    return true;
}

bool tml_sdf_read_link(tml_sdf *s, int frame)
{
    const tml_sdf_frame *f = &s->frames[frame];
    tml_robot_link *link = &s->robot->links[f->link];
    tml_xml *inertial = tml_xml_child(f->x, "inertial");
    bool good = tml_sdf_seen_from(s, frame, TML_SDF_WORLD, &link->zero) && read_inertial(s, inertial, link);
    tell_default_inertia(s, link, inertial);
    for (tml_xml *v = tml_xml_child(f->x, "visual"); v; v = tml_xml_next(v))
        good = good && read_visual(s, frame, v, link);
    return good;
}
