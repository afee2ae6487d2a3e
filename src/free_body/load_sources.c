/* load_sources.c - which loads act on each body, and which columns of the table tell them. */
#include "free_body/free_body.h"
#include "model/channel.h"
#include "system/path.h"
#include <string.h>

static bool is_unique(const tml_free_body *f, const tml_load_source *source)
{
    for (int i = 0; i < 6; i++)
        if (source->column[i] >= 0 && !tml_table_is_unique(f->table, (size_t)source->column[i]))
            return false;
    return true;
}

static void add(tml_free_body *f, tml_load_source source)
{
    if (f->count == f->capacity) {
        f->capacity = f->capacity ? 2 * f->capacity : 64;
        tml_load_source *grown = TML_NEW_ARRAY(&f->arena, tml_load_source, f->capacity);
        if (f->count)
            memcpy(grown, f->sources, f->count * sizeof *grown);
        f->sources = grown;
    }
    source.load.body = f->system->masses[source.body].name;
    source.load.body_index = (size_t)source.body;
    source.load.unique = is_unique(f, &source);
    f->sources[f->count++] = source;
}

static tml_load_source source_of(tml_load_kind kind, const char *name, const char *type)
{
    return (tml_load_source){
        .load = {.kind = kind, .name = name, .type = type}, .column = {-1, -1, -1, -1, -1, -1}, .place = {-1, -1, -1}};
}

/* fx fy fz tx ty tz, in the plane fx fy and torque; false: the table has none. */
static bool find_wrench(tml_free_body *f, const char *name, long columns[6])
{
    static const char *const plane[] = {"fx", "fy", NULL, NULL, NULL, "torque"};
    static const char *const space[] = {"fx", "fy", "fz", "tx", "ty", "tz"};
    for (int i = 0; i < 6; i++) {
        const char *what = (f->system->space ? space : plane)[i];
        columns[i] = what ? tml_row_motion_column(&f->row, name, what) : -1;
        if (what && columns[i] < 0)
            return false;
    }
    return true;
}

/* ---- along measures ---- */

/* On the first or the second body of a measure. A force along the line of two points acts on each body at its own point; any other at
 * the point of the second body. */
static void add_side(tml_free_body *f, tml_load_source source, const tml_measure *m, bool second)
{
    const bool own = m->kind == TML_DISTANCE && !second;
    source.body = second ? m->body2 : m->body1;
    source.carrier = own ? m->body1 : m->body2;
    source.point = own ? m->p1 : m->p2;
    if (source.body)
        add(f, source);
}

/* On the two bodies of the first term's measure, which are those of all terms of one element. */
static void add_along(tml_free_body *f, tml_load_source source, const tml_term *terms, int count)
{
    const tml_measure *m = &f->system->measures[terms->measure];
    source.terms = terms;
    source.term_count = count;
    add_side(f, source, m, false);
    add_side(f, source, m, true);
}

static void add_scalar(tml_free_body *f, tml_load_source source, long at, double factor, const tml_term *terms,
                       int count)
{
    source.kind = TML_SOURCE_SCALAR;
    source.column[0] = at;
    source.factor = factor;
    if (at >= 0)
        add_along(f, source, terms, count);
}

static void add_scalar_along(tml_free_body *f, tml_load_source source, long at, double factor, tml_terms terms)
{
    add_scalar(f, source, at, factor, f->system->terms + terms.first, terms.count);
}

/* ---- wrenches ---- */

/* On the first body it is opposite and acts at the same place, or (apart) at the body's own point: a joint may be a little open. What is
 * told of the ground was found from the first body, at the point of the ground. */
static void add_wrench(tml_free_body *f, tml_load_source source, const tml_joint *ends, bool apart)
{
    if (!find_wrench(f, source.load.name, source.column))
        return;
    source.kind = TML_SOURCE_WRENCH;
    const bool touches =
        ends->class && ends->class->connects == TML_CONNECT_SURFACES; /* its torque is that of the force */
    for (int i = 3; touches && i < 6; i++)
        source.column[i] = -1;
    for (int second = 0; second < 2; second++) {
        const bool own = apart && !second && ends->body2;
        source.body = second ? ends->body2 : ends->body1;
        source.factor = second ? 1 : -1;
        source.carrier = own ? ends->body1 : ends->body2;
        source.point = own ? ends->p1 : ends->p2;
        if (source.body)
            add(f, source);
    }
}

/* ---- joints ---- */

/* Each of the two joints that it ties feels it at its own place. */
static void add_couple(tml_free_body *f, tml_load_source source, const tml_joint *j)
{
    source.kind = TML_SOURCE_COUPLE;
    const tml_terms row = *tml_joint_terms(f->system, j);
    source.row = f->system->terms + row.first;
    source.row_count = row.count;
    source.joint = j;
    if (find_wrench(f, j->name, source.column))
        for (int i = 0; i < row.count; i++)
            add_along(f, source, &source.row[i], 1);
}

/* On each body whose positions the function that it is along names, once. */
static void add_row_sides(tml_free_body *f, tml_load_source source, const tml_joint *j)
{
    const tml_system *s = f->system;
    bool *has = TML_NEW_ARRAY(&f->arena, bool, s->nb);
    for (int k = 0; source.column[0] >= 0 && k < 2 * source.along.count; k++) {
        const tml_measure *m = &s->measures[s->terms[source.along.first + k / 2].measure];
        source.body = source.carrier = k % 2 ? m->body2 : m->body1;
        const bool wheel = source.body == j->body1 || source.body == j->body2; /* what carries them feels nothing */
        if (source.body && !has[source.body] && (wheel || !j->has_teeth))
            add(f, source);
        has[source.body] = true;
    }
}

static void add_row(tml_free_body *f, tml_load_source source, const tml_joint *j)
{
    const tml_system *s = f->system;
    source.kind = TML_SOURCE_ROW;
    source.column[0] = tml_row_motion_column(&f->row, j->name, j->has_teeth ? "tangential" : "multiplier");
    source.along = *tml_joint_terms(s, j);
    source.factor = 1;
    if (j->has_teeth) {
        source.column[1] = tml_row_motion_column(&f->row, j->name, "radial");
        source.apart = s->laws[j->first_added_law].terms;
        if (j->added_law_count > 2) {
            source.column[2] = tml_row_motion_column(&f->row, j->name, "friction");
            source.around = s->laws[tml_tooth_loss(j) + 1].terms;
        }
    }
    add_row_sides(f, source, j);
    if (j->has_teeth && tml_tooth_loss(j) >= 0)
        add_scalar_along(f, source, tml_row_motion_column(&f->row, j->name, "friction"), 1,
                         s->laws[tml_tooth_loss(j)].terms);
}

/* Each section of a belt or cable, by its tension. */
static void add_sections(tml_free_body *f, tml_load_source source, const tml_joint *j)
{
    source.kind = TML_SOURCE_ROW;
    for (int i = 0; i < j->path->section_count; i++) {
        source.factor = j->path->sections[i].reversed ? 1 : -1;
        const char *name = j->path->section_count > 1 ? tml_arena_format(&f->arena, "tension%d", i + 1) : "tension";
        source.column[0] = tml_row_motion_column(&f->row, j->name, name);
        source.along = j->path->sections[i].along;
        add_row_sides(f, source, j);
    }
}

/* What acts along a joint's coordinates comes beside the reaction: what an inverse analysis or a balance finds, and stops. */
static void add_along_coordinates(tml_free_body *f, const tml_joint *j, tml_load_kind kind, const char *what)
{
    for (int k = j->first_coordinate; k < j->first_coordinate + j->coordinate_count; k++) {
        const tml_joint_coordinate *c = &f->system->coordinates[k];
        const char *channel = c->term.measure < 0 ? NULL : tml_joint_coordinate_channel(j, c, what, &f->arena);
        const int at = channel ? tml_names_find(&f->row.columns, channel) : -1;
        if (at >= 0)
            add_scalar(f, source_of(kind, channel, what), at, 1, &c->term, 1);
    }
}

/* A force along ground axes acts on each body at its own point. */
static bool pulls_along_ground(const tml_system *s, const tml_joint *j)
{
    bool any = false;
    for (int i = 0; i < j->row_count + j->law_count; i++) {
        const tml_terms t =
            i < j->row_count ? s->rows[j->first_row + i].terms : s->laws[j->first_law + i - j->row_count].terms;
        any |= s->measures[s->terms[t.first].measure].kind == TML_COORD;
    }
    return any;
}

/* Where the table says that two bodies touch; false: it does not. */
static bool find_place(tml_free_body *f, tml_load_source *source)
{
    static const char *const axes[] = {"x", "y", "z"};
    for (int k = 0; k < (f->system->space ? 3 : 2); k++)
        source->place[k] = tml_row_motion_column(&f->row, source->load.name, axes[k]);
    return source->place[0] >= 0;
}

static void add_joint(tml_free_body *f, const tml_joint *j)
{
    tml_load_source source = source_of(TML_LOAD_JOINT, j->name, j->class->name);
    if (j->path)
        add_sections(f, source, j);
    if (j->path || j->row_count + j->law_count == 0)
        return;
    if (j->class->connects == TML_CONNECT_EXPRESSION || j->has_teeth)
        add_row(f, source, j);
    else if (j->class->connects == TML_CONNECT_JOINTS)
        add_couple(f, source, j);
    else if (j->class->connects == TML_CONNECT_POINTS)
        add_scalar_along(f, source, tml_row_motion_column(&f->row, j->name, "tension"), -1,
                         *tml_joint_terms(f->system, j));
    else if (j->class->connects != TML_CONNECT_SURFACES || find_place(f, &source))
        add_wrench(f, source, j, pulls_along_ground(f->system, j));
}

/* ---- force elements and drivers ---- */

/* Two bodies that touch: the table tells where. */
static void add_contact(tml_free_body *f, const tml_force *force, const tml_contact_pair *pair)
{
    tml_load_source source = source_of(TML_LOAD_FORCE, pair->name, force->class->name);
    if (find_place(f, &source))
        add_wrench(f, source, &(tml_joint){.body1 = pair->body1, .body2 = pair->body2}, false);
}

static void add_force(tml_free_body *f, const tml_force *force)
{
    const tml_force_class *c = force->class;
    const tml_load_source source = source_of(TML_LOAD_FORCE, force->name, c->name);
    for (int i = 0; i < force->pair_count; i++)
        add_contact(f, force, &f->system->contact_pairs[force->first_pair + i]);
    if (force->pair_count)
        return;
    if (c->reports_wrench)
        add_wrench(f, source, &(tml_joint){.body1 = force->body1, .body2 = force->body2, .p2 = force->p2}, false);
    const tml_force_channel *told =
        c->reports_wrench || !force->law_count ? NULL : tml_force_channel_find(c, TML_CHANNEL_FORCE, !force->slides);
    if (told)
        add_scalar_along(f, source, tml_row_motion_column(&f->row, force->name, told->name), 1 / told->factor,
                         f->system->laws[force->first_law].terms);
}

static void add_driver(tml_free_body *f, const tml_drive *d)
{
    add_scalar_along(f, source_of(TML_LOAD_DRIVER, d->name, "driver"),
                     tml_row_motion_column(&f->row, d->name, d->is_rotation ? "torque" : "force"), 1,
                     f->system->rows[d->row].terms);
}

/* ---- bodies ---- */

static void add_inertial(tml_free_body *f, int body)
{
    tml_load_source weight = source_of(TML_LOAD_WEIGHT, "weight", ""),
                    inertia = source_of(TML_LOAD_INERTIA, "inertia", "");
    weight.kind = TML_SOURCE_WEIGHT;
    inertia.kind = TML_SOURCE_INERTIA;
    weight.body = weight.carrier = inertia.body = inertia.carrier = body;
    add(f, weight);
    add(f, inertia);
}

/* By bodies, each one's in the order in which they were listed. */
static void sort_by_body(tml_free_body *f)
{
    const int nb = f->system->nb;
    size_t *next = TML_NEW_ARRAY(&f->arena, size_t, nb + 1);
    tml_load_source *sorted = TML_NEW_ARRAY(&f->arena, tml_load_source, f->count);
    for (size_t i = 0; i < f->count; i++)
        next[f->sources[i].body + 1]++;
    for (int i = 0; i < nb; i++)
        next[i + 1] += next[i];
    f->first = tml_arena_copy(&f->arena, next, (size_t)(nb + 1) * sizeof *next);
    for (size_t i = 0; i < f->count; i++)
        sorted[next[f->sources[i].body]++] = f->sources[i];
    f->sources = sorted;
}

bool tml_load_sources_find(tml_free_body *f)
{
    const tml_system *s = f->system;
    if (!tml_row_motion_find(&f->row, f->table, s, &f->arena))
        return false;
    for (int i = 0; i < s->joint_count; i++) {
        add_joint(f, &s->joints[i]);
        add_along_coordinates(f, &s->joints[i], TML_LOAD_FORCE, "limit");
        add_along_coordinates(f, &s->joints[i], TML_LOAD_ACTUATOR, "actuator");
    }
    for (int i = 0; i < s->force_count; i++)
        add_force(f, &s->forces[i]);
    for (int i = 0; i < s->drive_count; i++)
        add_driver(f, &s->drives[i]);
    for (int i = 1; i < s->nb; i++)
        add_inertial(f, i);
    sort_by_body(f);
    return true;
}
