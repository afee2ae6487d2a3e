/* robot_shapes_text.c - what is drawn of a robot, as text of a model file.
 *
 * A cylinder with round ends is a cylinder and two spheres; a box that does not lie along the axes of its body is left out. Meshes whose files
 * cannot be drawn stay comments. */
#include "base/escape.h"
#include "exchange/robot_text.h"
#include <math.h>

/* Extents along the axes of the body; false: the box does not lie along them. */
static bool along_axes(const tml_mat3 *R, const double size[3], double out[3])
{
    for (int i = 0; i < 3; i++) {
        out[i] = 0;
        for (int k = 0; k < 3; k++) {
            const double c = fabs(R->m[i][k]);
            if (c > 1e-6 && c < 1 - 1e-6)
                return false;
            out[i] = c > 0.5 ? size[k] : out[i];
        }
    }
    return true;
}

/* One shape after the others. */
static void begin_shape(tml_text *t, int *count)
{
    tml_text_add(t, "%s", (*count)++ ? ", " : "");
}

static void put_box(const tml_robot *r, tml_text *t, int body, const double size[3], tml_vec3 at)
{
    tml_text_add(t, "{box: {size: ");
    tml_robot_put_place(t, (tml_vec3){size[0], size[1], size[2]});
    tml_text_add(t, ", at: ");
    tml_robot_put_place(t, tml_robot_from_body(r, body, at));
    tml_text_add(t, "}}");
}

static void put_sphere(const tml_robot *r, tml_text *t, int body, double radius, tml_vec3 at)
{
    tml_text_add(t, "{sphere: {radius: ");
    tml_text_put_shortest(t, radius);
    tml_text_add(t, ", at: ");
    tml_robot_put_place(t, tml_robot_from_body(r, body, at));
    tml_text_add(t, "}}");
}

static void put_cylinder(const tml_robot *r, tml_text *t, int body, const double size[2], const tml_placement *at)
{
    tml_text_add(t, "{cylinder: {radius: ");
    tml_text_put_shortest(t, size[0]);
    tml_text_add(t, ", length: ");
    tml_text_put_shortest(t, size[1]);
    tml_text_add(t, ", axis: ");
    tml_robot_put_vector(t, tml_mat3_column(&at->R, TML_Z), 1);
    tml_text_add(t, ", at: ");
    tml_robot_put_place(t, tml_robot_from_body(r, body, at->p));
    tml_text_add(t, "}}");
}

static bool is_identity(tml_quat q)
{
    return fabs(q.x) + fabs(q.y) + fabs(q.z) < 1e-12;
}

static void put_mesh(const tml_robot *r, tml_text *t, int body, const tml_solid *s, const tml_placement *at)
{
    const tml_quat q = tml_quat_of_matrix(&at->R);
    const double list[4] = {q.w, q.x, q.y, q.z};
    tml_text_add(t, "{mesh: {file: ");
    tml_text_put_json(t, s->path);
    if (s->size[0] != 1 || s->size[1] != 1 || s->size[2] != 1) {
        tml_text_add(t, ", scale: ");
        tml_robot_put_place(t, (tml_vec3){s->size[0], s->size[1], s->size[2]});
    }
    tml_text_add(t, ", at: ");
    tml_robot_put_place(t, tml_robot_from_body(r, body, at->p));
    for (int i = 0; i < 4 && !is_identity(q); i++) {
        tml_text_add(t, "%s", i ? ", " : ", orientation: [");
        tml_text_put_shortest(t, fabs(list[i]) > TML_ROBOT_NOTHING ? list[i] : 0);
    }
    tml_text_add(t, is_identity(q) ? "}}" : "]}}");
}

static void put_solid(const tml_robot *r, tml_text *t, int body, const tml_robot_link *of, const tml_solid *s,
                      int *count)
{
    const tml_placement at = tml_placement_times(&of->zero, &s->at);
    double size[3];
    if ((s->kind == TML_SOLID_MESH && !s->path) || (s->kind == TML_SOLID_BOX && !along_axes(&at.R, s->size, size)))
        return;
    begin_shape(t, count);
    if (s->kind == TML_SOLID_BOX)
        put_box(r, t, body, size, at.p);
    else if (s->kind == TML_SOLID_SPHERE)
        put_sphere(r, t, body, s->size[0], at.p);
    else if (s->kind == TML_SOLID_MESH)
        put_mesh(r, t, body, s, &at);
    else
        put_cylinder(r, t, body, s->size, &at);
    for (int end = -1; s->kind == TML_SOLID_CAPSULE && end <= 1; end += 2) {
        begin_shape(t, count);
        put_sphere(r, t, body, s->size[0], tml_placed(&at, (tml_vec3){0, 0, end * s->size[1] / 2}));
    }
}

void tml_robot_put_shapes(const tml_robot *r, tml_text *t, int body)
{
    tml_text list = {0};
    int count = 0;
    for (int i = 0; i < r->link_count; i++)
        for (const tml_solid *s = r->links[i].body == body ? r->links[i].solids : NULL; s; s = s->next)
            put_solid(r, &list, body, &r->links[i], s, &count);
    const bool alone = count == 1 && body == TML_ON_GROUND;
    if (count)
        tml_text_add(t, alone ? ", shape: %s" : ", shapes: [%s]", list.failed ? "" : list.data);
    t->failed |= list.failed;
    tml_text_free(&list);
}

/* Those that are not drawn are kept by reference. */
void tml_robot_put_meshes(const tml_robot *r, tml_text *t, int body)
{
    for (int i = 0; i < r->link_count; i++)
        for (const tml_solid *s = r->links[i].body == body ? r->links[i].solids : NULL; s; s = s->next) {
            if (s->kind != TML_SOLID_MESH || !s->file || s->path)
                continue;
            tml_text_add(t, "  # mesh of %s: ", r->links[i].name);
            tml_text_put_clean(t, s->file);
            tml_text_add(t, "\n");
        }
}
