/* load_values.c - forces and torques of loads at a row, from the numbers of its columns.
 *
 * A scalar force f along measures s acts on a body with the generalized force f ds/dq of its own coordinates: a force and a moment about
 * the centre of mass. At another point r the torque is smaller by (r - c) x F.
 */
#include "free_body/free_body.h"
#include <string.h>

/* Force and moment about the centre of mass of a body, ground axes. */
typedef struct {
    tml_vec3 force, moment;
} wrench;

static tml_vec3 place(const tml_free_body *f, int body, tml_vec3 point)
{
    const tml_body_motion *m = &f->row.bodies[body];
    return tml_add(m->centre, tml_rotate(&m->R, point));
}

/* What a unit force along the terms does to a body. */
static void add_unit(const tml_free_body *f, tml_term term, int body, double sum[6])
{
    const tml_system *s = f->system;
    const tml_measure *m = &s->measures[term.measure];
    const double *J = f->row.work->J + (size_t)term.measure * 2 * (size_t)s->nvb;
    for (int c = 0; c < s->nvb; c++)
        sum[c] += term.coefficient * ((m->body1 == body) * J[c] + (m->body2 == body) * J[s->nvb + c]);
}

static wrench wrench_of(const tml_free_body *f, const double sum[6], int body)
{
    if (!f->system->space)
        return (wrench){{sum[0], sum[1], 0}, {0, 0, sum[2]}};
    return (wrench){{sum[0], sum[1], sum[2]}, tml_rotate(&f->row.bodies[body].R, (tml_vec3){sum[3], sum[4], sum[5]})};
}

static wrench unit_wrench(const tml_free_body *f, const tml_term *terms, int count, int body)
{
    double sum[6] = {0};
    for (int i = 0; i < count; i++)
        add_unit(f, terms[i], body, sum);
    return wrench_of(f, sum, body);
}

static double cell(const double *row, long column)
{
    return column < 0 ? 0 : row[column];
}

static tml_vec3 cells(const double *row, const long *columns)
{
    return (tml_vec3){cell(row, columns[0]), cell(row, columns[1]), cell(row, columns[2])};
}

static void put(double out[3], tml_vec3 v)
{
    out[0] = v.x, out[1] = v.y, out[2] = v.z;
}

static tml_vec3 get(const double v[3])
{
    return (tml_vec3){v[0], v[1], v[2]};
}

static void set(tml_load_source *source, tml_vec3 at, tml_vec3 force, tml_vec3 torque)
{
    put(source->load.at, at);
    put(source->load.force, force);
    put(source->load.torque, torque);
}

/* ---- along measures ---- */

/* A translation takes a force through the point alone, a rotation a torque alone: what rounding leaves of the other is nothing. */
static void act_along(const tml_free_body *f, tml_load_source *source, double amount)
{
    const tml_vec3 at = place(f, source->carrier, source->point), none = {0};
    const wrench unit = unit_wrench(f, source->terms, source->term_count, source->body);
    const bool turns = f->system->measures[source->terms->measure].is_rotation;
    set(source, at, turns ? none : tml_scale(amount, unit.force), turns ? tml_scale(amount, unit.moment) : none);
}

/* Along a whole row: on its line of action, where that is nearest to the centre of mass; if it is far away, as a force and a torque at the
 * centre. */
static void act_along_row(const tml_free_body *f, tml_load_source *source, const double *row)
{
    static const double FAR = 10; /* sizes of the mechanism */
    double sum[6] = {0};
    for (int i = 0; i < 3; i++) {
        const tml_terms *terms = i == 2 ? &source->around : i ? &source->apart : &source->along;
        const double force = (i == 2 ? -1 : source->factor) * cell(row, source->column[i]);
        for (int k = terms->first; k < terms->first + terms->count; k++)
            add_unit(f, (tml_term){f->system->terms[k].measure, force * f->row.work->coefficient[k]}, source->body,
                     sum);
    }
    const wrench all = wrench_of(f, sum, source->body);
    const tml_vec3 F = all.force, T = all.moment, lever = tml_cross(F, T);
    const double F2 = tml_dot(F, F);
    const bool near = tml_norm(lever) < FAR * f->system->size * F2;
    const tml_vec3 arm = near ? tml_scale(1 / F2, lever) : (tml_vec3){0};
    set(source, tml_add(f->row.bodies[source->body].centre, arm), F, tml_sub(T, tml_cross(arm, F)));
}

/* Both in units of force. */
static double product(const tml_free_body *f, wrench a, wrench b)
{
    const double size = f->system->size;
    return tml_dot(a.force, b.force) + tml_dot(a.moment, b.moment) / (size * size);
}

/* The multiplier of a joint of joints from what it does to the body that the table tells of; NaN where that is nothing. */
static double multiplier(const tml_free_body *f, const tml_load_source *source, const double *row)
{
    const tml_joint *j = source->joint;
    const int body = j->body2 ? j->body2 : j->body1;
    const double sign = j->body2 ? 1 : -1;
    const tml_vec3 F = tml_scale(sign, cells(row, source->column)), T = tml_scale(sign, cells(row, source->column + 3));
    const tml_vec3 arm = tml_sub(place(f, j->body2, j->p2), f->row.bodies[body].centre);
    const wrench told = {F, tml_add(T, tml_cross(arm, F))};
    const wrench unit = unit_wrench(f, source->row, source->row_count, body),
                 part = unit_wrench(f, source->row, 1, body);
    const double whole = product(f, unit, unit);
    return whole > 1e-20 * product(f, part, part) ? product(f, unit, told) / whole : NAN;
}

/* ---- weight and inertia ---- */

static void act_inertia(const tml_free_body *f, tml_load_source *source)
{
    const tml_system *s = f->system;
    const tml_mass *b = &s->masses[source->body];
    const tml_body_motion *m = &f->row.bodies[source->body];
    tml_mat3 own = b->inertia;
    for (int i = 0; i < 9; i++)
        own.m[i / 3][i % 3] -= b->substitute_inertia.m[i / 3][i % 3];
    if (!s->space)
        own = (tml_mat3){{{0}, {0}, {0, 0, own.m[2][2]}}};
    const tml_vec3 spin = tml_rotate_back(&m->R, m->omega), L = tml_rotate(&m->R, tml_rotate(&own, spin));
    const tml_vec3 rate = tml_rotate(&m->R, tml_rotate(&own, tml_rotate_back(&m->R, m->alpha)));
    set(source, m->centre, tml_scale(-b->mass, m->a), tml_scale(-1, tml_add(rate, tml_cross(m->omega, L))));
}

static void evaluate(const tml_free_body *f, tml_load_source *source, const double *row)
{
    switch (source->kind) {
    case TML_SOURCE_WRENCH:
        set(source, source->place[0] < 0 ? place(f, source->carrier, source->point) : cells(row, source->place),
            tml_scale(source->factor, cells(row, source->column)),
            tml_scale(source->factor, cells(row, source->column + 3)));
        break;
    case TML_SOURCE_SCALAR:
        act_along(f, source, source->factor * row[source->column[0]]);
        break;
    case TML_SOURCE_COUPLE:
        act_along(f, source, multiplier(f, source, row));
        break;
    case TML_SOURCE_ROW:
        act_along_row(f, source, row);
        break;
    case TML_SOURCE_WEIGHT:
        set(source, f->row.bodies[source->body].centre,
            tml_scale(f->system->masses[source->body].mass, f->system->gravity), (tml_vec3){0});
        break;
    case TML_SOURCE_INERTIA:
        act_inertia(f, source);
        break;
    }
}

/* ---- joints of joints that the table says nothing of ---- */

static bool is_open(const tml_load_source *source)
{
    return source->kind == TML_SOURCE_COUPLE && (isnan(source->load.force[0]) || isnan(source->load.torque[2]));
}

/* What all loads on a body but those of one joint of joints come to. */
static wrench rest_on(const tml_free_body *f, int body, const tml_term *row)
{
    wrench sum = {0};
    for (size_t i = f->first[body]; i < f->first[body + 1]; i++) {
        const tml_load_source *one = &f->sources[i];
        if (one->row == row)
            continue;
        const tml_vec3 F = get(one->load.force), arm = tml_sub(get(one->load.at), f->row.bodies[body].centre);
        sum.force = tml_add(sum.force, F);
        sum.moment = tml_add(sum.moment, tml_add(get(one->load.torque), tml_cross(arm, F)));
    }
    return sum;
}

/* A row whose two parts cancel out on the body that is told of (two wheels on one arm): the bodies that it acts on tell its multiplier,
 * by what they lack to be in balance. */
static void close_couple(tml_free_body *f, const tml_term *row)
{
    double whole = 0, lacking = 0;
    int last = 0;
    for (size_t i = 0; i < f->count; i++) {
        const tml_load_source *one = &f->sources[i];
        if (one->row != row || one->body == last)
            continue;
        last = one->body;
        const wrench unit = unit_wrench(f, row, one->row_count, one->body);
        whole += product(f, unit, unit);
        lacking -= product(f, unit, rest_on(f, one->body, row));
    }
    for (size_t i = 0; i < f->count; i++)
        if (f->sources[i].row == row)
            act_along(f, &f->sources[i], lacking / whole);
}

void tml_load_sources_evaluate(tml_free_body *f, const double *row)
{
    for (size_t i = 0; i < f->count; i++)
        evaluate(f, &f->sources[i], row);
    for (size_t i = 0; i < f->count && !isnan(row[0]); i++)
        if (is_open(&f->sources[i]))
            close_couple(f, f->sources[i].row);
}
