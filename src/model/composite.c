/* composite.c - a body made of several shapes: solids, and holes in them.
 *
 *   m = sum m_i,   m c = sum m_i c_i,   I = sum m_i (I_i + |d_i|^2 1 - d_i d_i'),   d_i = c_i - c
 *
 * A hole takes away material of the solid before it, m_i < 0. A flat hole without a thickness goes through its solid. Masses are as given,
 * or densities times volumes; where only the body has a mass, all shapes have one density, and thin plates one mass per area.
 * Meshes are only drawn, and count for nothing of this.
 */
#include "model/check.h"
#include "model/shape.h"
#include <string.h>

const tml_field tml_shape_part_fields[] = {
    {"mass", TML_FIELD_NUMBER, "kg",
     .doc = "of this shape with its holes; by its density or from the body if not given"},
    {"density", TML_FIELD_NUMBER, "kg/m^3", .doc = "of this shape; that of the body if not given"},
    {"hole", TML_FIELD_BOOL, .preset = "false", .doc = "cut out of the shape before it"},
};
const size_t tml_shape_part_fields_count = sizeof tml_shape_part_fields / sizeof *tml_shape_part_fields;

/* One entry. */
typedef struct {
    tml_solid solid;
    const tml_shape_class *class;
    const tml_node *item; /* as written, for mass and density; not a map: a word */
    const char *what;     /* `body plate: shape disc` */
    tml_place place;
    bool hole;
    int index;     /* of its entry */
    double weight; /* volume, or area if thin is true; NAN: none */
    bool thin;
} piece;

typedef struct {
    tml_resolved *r;
    const char *body_what;
    tml_shape_context *context;
    piece *pieces; /* (count) */
    int count;
} reader;

/* ---- entries ---- */

static bool check_own(reader *s, const piece *p)
{
    const tml_checker c = tml_resolved_checker(s->r);
    bool good = true;
    for (size_t i = 0; i < tml_shape_part_fields_count; i++) {
        const tml_node *value = tml_node_find(p->item, tml_shape_part_fields[i].name);
        good = (!value || tml_field_check(&c, p->what, &tml_shape_part_fields[i], value)) && good;
    }
    return good;
}

static bool refuse(const reader *s, const piece *p, tml_code code, const char *why)
{
    tml_log_raise(s->r->log, code, p->place, "%s: %s", p->what, why);
    return false;
}

static bool read_piece(reader *s, const tml_node *item, piece *p)
{
    *p = (piece){.item = item, .place = item->place};
    p->class = tml_shape_read(s->r, item, s->body_what, s->context, &p->solid);
    if (!p->class)
        return false;
    p->what = s->context->element.name;
    p->hole = tml_node_is(tml_node_find(item, "hole"), "true");
    p->solid.outline.hole = p->hole;
    if (!check_own(s, p))
        return false;
    if (p->solid.outline.drawn_only && (p->hole || tml_node_find(item, "mass") || tml_node_find(item, "density")))
        return refuse(s, p, TML_E_SHAPE_MASS, "is only drawn: it has no mass, no density, and is no hole");
    if (p->hole && (tml_node_find(item, "mass") || tml_node_find(item, "density")))
        return refuse(s, p, TML_E_HOLE, "a hole has no mass or density: it takes away material of the shape before it");
    if (tml_node_find(item, "mass") && tml_node_find(item, "density"))
        return refuse(s, p, TML_E_MASS_AND_DENSITY, "give a mass or a density, not both");
    if (p->hole && (p == s->pieces || p[-1].solid.outline.drawn_only))
        return refuse(s, p, TML_E_HOLE, "a hole needs a shape before it that it is cut out of");
    if (p->hole && !(p->solid.volume > 0) && p->solid.area == 0)
        return refuse(s, p, TML_E_HOLE, "cannot be a hole: it has no volume");
    return true;
}

/* ---- how much of it there is ---- */

/* Extent of a solid along a unit vector, for holes that go through it; 0: not known, or not the same everywhere. */
static double depth_of(const tml_solid *solid, tml_vec3 n)
{
    const tml_vec3 size = solid->outline.size;
    const double along[3] = {fabs(n.x), fabs(n.y), fabs(n.z)}, sizes[3] = {size.x, size.y, size.z};
    for (int i = 0; solid->outline.kind == TML_SHAPE_BOX && i < 3; i++)
        if (along[i] > 1 - 1e-9)
            return sizes[i];
    return solid->area > 0 && fabs(tml_dot(n, solid->normal)) > 1 - 1e-9 ? solid->outline.extent : 0;
}

/* A flat hole without a thickness gets that of its solid, in the middle of it: I + h^2/12 (1 - n n'). */
static void go_through(piece *hole, const tml_solid *solid)
{
    tml_solid *flat = &hole->solid;
    const tml_vec3 n = flat->normal;
    const double h = depth_of(solid, n);
    double spread[6];
    if (!isnan(flat->volume) || !(h > 0))
        return;
    tml_inertia_about_axis(0, h * h / 12, n, spread);
    for (int i = 0; i < 6; i++)
        flat->inertia[i] += spread[i];
    flat->volume = flat->area * h;
    const double off = tml_dot(n, tml_sub(solid->centroid, flat->centroid));
    flat->centroid = tml_add(flat->centroid, tml_scale(off, n));
    if (flat->outline.kind == TML_SHAPE_BOX)
        flat->outline.size.z = h;
    else
        flat->outline.extent = h;
    if (flat->outline.kind != TML_SHAPE_POLYGON)
        flat->outline.at = flat->centroid;
}

static void weigh(piece *p)
{
    p->thin = isnan(p->solid.volume) && p->solid.area > 0;
    p->weight = p->thin ? p->solid.area : p->solid.volume;
}

/* ---- sums ---- */

/* Adds m (c, I) to a sum of m, m c and m (I about the origin). */
static void add_mass(tml_solid *sum, double m, const tml_solid *solid)
{
    double about[6];
    memcpy(about, solid->inertia, sizeof about);
    tml_inertia_shift(1, solid->centroid, about);
    sum->volume += m;
    sum->centroid = tml_add(sum->centroid, tml_scale(m, solid->centroid));
    for (int i = 0; i < 6; i++)
        sum->inertia[i] += m * about[i];
}

/* The sum of one kilogram, about its centroid. */
static void normalize(tml_solid *sum)
{
    const double m = sum->volume;
    sum->centroid = tml_scale(1 / m, sum->centroid);
    for (int i = 0; i < 6; i++)
        sum->inertia[i] /= m;
    tml_inertia_shift(-1, sum->centroid, sum->inertia);
}

/* A solid and the holes behind it, up to the next solid, as one of mass 1; its volume or area in *weight. False with a message. */
static bool cut_holes(reader *s, int first, int end, tml_solid *out, double *weight)
{
    const piece *solid = &s->pieces[first];
    *out = (tml_solid){.outline = solid->solid.outline};
    *weight = solid->weight;
    if (end == first + 1) {
        *out = solid->solid;
        return true;
    }
    if (!(solid->weight > 0))
        return refuse(s, solid, TML_E_HOLE,
                      tml_arena_format(s->r->arena, "has no volume for holes: give it %s", solid->class->lacks));
    for (int i = first; i < end; i++) {
        if (s->pieces[i].thin != solid->thin)
            return refuse(s, &s->pieces[i], TML_E_HOLE,
                          solid->thin ? "has a thickness, but the shape that it is cut out of has none"
                                      : "does not go through the shape before it: give it a thickness");
        add_mass(out, i == first ? solid->weight : -s->pieces[i].weight, &s->pieces[i].solid);
    }
    *weight = out->volume;
    const double whole = solid->weight;
    if (out->volume > 1e-12 * whole) {
        normalize(out);
        const double *I = out->inertia,
                     slack = 1e-9 * (solid->solid.inertia[0] + solid->solid.inertia[1] + solid->solid.inertia[2]);
        const bool space = s->r->model->space;
        if (I[2] > -slack && (!space || (I[0] > -slack && I[1] > -slack && I[0] + I[1] > I[2] - slack &&
                                         I[1] + I[2] > I[0] - slack && I[2] + I[0] > I[1] - slack)))
            return true;
    }
    return refuse(s, solid, TML_E_HOLE,
                  "its holes take away more than there is: they must lie inside of it, and not overlap");
}

/* The mass of a solid with its holes, by its own mass or density or that of the body; NAN: none of them. */
static bool read_mass(reader *s, const piece *p, double density, double volume, double *mass)
{
    const tml_node *own = tml_node_find(p->item, "mass"), *given = tml_node_find(p->item, "density");
    const tml_node *node = own ? own : given;
    double value = density;
    if (node &&
        !tml_resolved_number(s->r, node, own ? "kg" : "kg/m^3",
                             tml_arena_format(s->r->arena, "%s: %s", p->what, own ? "mass" : "density"), &value))
        return false;
    if (node && value < 0) {
        tml_log_raise(s->r->log, TML_E_NEGATIVE, node->place, "%s: %s must not be negative", p->what,
                      own ? "mass" : "density");
        return false;
    }
    if (!own && !isnan(value) && (p->thin || isnan(p->weight))) {
        tml_log_raise(s->r->log, TML_E_DENSITY_NEEDS_VOLUME, p->place, "%s: a density needs a volume: give the %s %s",
                      p->what, p->class->name, p->class->lacks);
        return false;
    }
    *mass = own ? value : value * volume;
    return true;
}

static void blame(const reader *s, tml_composite *all, const piece *p)
{
    if (all->vague)
        return;
    all->vague = tml_arena_format(s->r->arena,
                                  "%s: give it a mass or a density: its part of the body's mass is not known", p->what);
    all->place = p->place;
}

/* Sums solids with their holes: by masses where all have one, else by volumes or areas. */
static bool sum_up(reader *s, double density, tml_composite *all)
{
    tml_solid by_mass = {0}, by_weight = {0};
    tml_vec3 mean = {0};
    int solids = 0, massive = 0;
    const piece *without = NULL;
    bool thin = s->pieces[0].thin;
    for (int i = 0, end; i < s->count; i = end) {
        const piece *p = &s->pieces[i];
        tml_solid cut;
        double weight, mass = NAN;
        for (end = i + 1; end < s->count && s->pieces[end].hole; end++)
            go_through(&s->pieces[end], &p->solid), weigh(&s->pieces[end]);
        if (!cut_holes(s, i, end, &cut, &weight) || !read_mass(s, p, density, weight, &mass))
            return false;
        solids++;
        mean = tml_add(mean, cut.centroid);
        if (isnan(mass))
            without = without ? without : p;
        else
            massive++, add_mass(&by_mass, mass, &cut);
        if (!(weight > 0) || p->thin != thin)
            blame(s, all, p);
        else
            add_mass(&by_weight, weight, &cut);
    }
    if (massive > 0 && without)
        return refuse(s, without, TML_E_SHAPE_MASS, "give it a mass or a density, as other shapes of the body have");
    all->has_mass = massive > 0;
    all->mass = by_mass.volume;
    all->solid = all->has_mass && all->mass > 0 ? by_mass : by_weight;
    if (all->has_mass)
        all->vague = NULL;
    if (all->solid.volume > 0 && !all->vague)
        normalize(&all->solid);
    else
        all->solid.centroid = tml_scale(1.0 / solids, mean);
    all->solid.volume = all->vague || thin ? NAN : by_weight.volume;
    return true;
}

/* Leaves the meshes out of the pieces, which are summed. */
static void leave_out_drawn(reader *s)
{
    int kept = 0;
    for (int i = 0; i < s->count; i++)
        if (!s->pieces[i].solid.outline.drawn_only)
            s->pieces[kept++] = s->pieces[i];
    s->count = kept;
}

/* Meshes alone. */
static bool sum_nothing(const reader *s, double density, tml_composite *all)
{
    all->solid.volume = NAN;
    return isnan(density) || refuse(s, &s->pieces[0], TML_E_DENSITY_NEEDS_VOLUME,
                                    "a density needs a volume, and a mesh is only drawn: give a mass");
}

bool tml_shapes_read(tml_resolved *r, const tml_node *list, const char *body_what, double density,
                     tml_shape_context *context, tml_composite *all)
{
    reader s = {.r = r, .body_what = body_what, .context = context, .count = list->count};
    context->part = true;
    bool good = true;
    *all = (tml_composite){.solid.outline.kind = TML_SHAPE_NONE};
    if (list->count == 0) {
        tml_log_raise(r->log, TML_E_WRONG_TYPE, list->place, "%s: \"shapes\" must not be empty", body_what);
        return false;
    }
    s.pieces = TML_NEW_ARRAY(r->arena, piece, s.count);
    for (int i = 0; i < s.count; i++) {
        good = read_piece(&s, list->items[i], &s.pieces[i]) && good;
        s.pieces[i].index = i;
        weigh(&s.pieces[i]);
    }
    if (!good)
        return false;
    tml_outline *parts = TML_NEW_ARRAY(r->arena, tml_outline, list->count);
    for (int i = 0; i < list->count; i++)
        parts[i] = s.pieces[i].solid.outline;
    leave_out_drawn(&s);
    if (s.count ? !sum_up(&s, density, all) : !sum_nothing(&s, density, all))
        return false;
    for (int i = 0; i < s.count; i++)
        parts[s.pieces[i].index] = s.pieces[i].solid.outline; /* holes go through */
    all->solid.outline =
        (tml_outline){.kind = TML_SHAPE_SEVERAL, .parts = parts, .part_count = list->count, .drawn_only = s.count == 0};
    return true;
}
