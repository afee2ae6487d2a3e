/* couple.c - the constraint that every registered joint between joints obeys: second = ratio first + offset.
 *
 * Two joints in a chain from the ground, with random bodies, points and axes. Over several revolutions the row follows its law
 * without a jump;  G v is its rate and -gamma the derivative of that at constant velocities. Where the sense of rotation follows from the
 * places of two wheels, they are on the ground, their axes meet or not, and teeth that touch have one velocity.
 */
#include "support/mechanics.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { TRIALS = 30 };

/* Two joints, the first between the ground and one, the second between one and two, tied by a third. */
typedef struct {
    mechanism *m;
    const tml_joint_class *class;
    double ratio, offset;
    bool rotates; /* both joints are rotations */
    const double *direction;
    double q[14], v[12];
} pair;

/* The kind of joint for one end: "angle", "displacement" or, by chance, "any". */
static const char *kind_for(const tml_joint_class *class, bool first, random_source *d)
{
    const char *wanted = first ? class->couples : strchr(class->couples, ' ') + 1;
    const bool slides = strncmp(wanted, "any", 3) == 0 ? random_index(d, 2) : strncmp(wanted, "angle", 5) != 0;
    return slides ? "prismatic" : "revolute";
}

static pair pair_make(const tml_joint_class *class, bool space, random_source *d)
{
    pair p = {.class = class, .ratio = random_between(d, -2, 2), .offset = random_between(d, -2, 2)};
    tml_text text = {0};
    tml_text_add(&text, "trammel: 1\nspace: %s\nbodies:\n  ground: {points: {P: ", space ? "space" : "plane");
    put_vector(&text, random_vector(d, space, 1), space);
    tml_text_add(&text, "}}\n");
    put_body(&text, d, space, "one");
    put_body(&text, d, space, "two");
    tml_text_add(&text, "joints:\n");
    for (int i = 0; i < 2; i++) {
        const char *kind = kind_for(class, i == 0, d);
        p.rotates = (i == 0 || p.rotates) && strcmp(kind, "revolute") == 0;
        tml_text_add(&text, "  %s: {%s: [%s, %s], at: P, axis: ", i ? "B" : "A", kind, i ? "one" : "ground",
                     i ? "two" : "one");
        put_vector(&text, random_direction(d, space), space);
        tml_text_add(&text, "}\n");
    }
    tml_text_add(&text, "  tie: {%s: [A, B], %s: %.17g, %s: %.17g}\n", class->name, class->fields[0].name, p.ratio,
                 class->fields[1].name, p.offset);
    p.m = mechanism_make(text.data);
    tml_text_free(&text);
    return p;
}

/* Value and rate of the tie by its own law: second - ratio first - offset. */
static void tie_by_law(const pair *p, double *value, double *rate)
{
    const tml_system *s = p->m->system;
    const tml_term a = s->coordinates[s->joints[0].first_coordinate].term,
                   b = s->coordinates[s->joints[1].first_coordinate].term;
    const tml_workspace *w = p->m->work;
    *value = b.coefficient * w->value[b.measure] - p->ratio * a.coefficient * w->value[a.measure] - p->offset;
    *rate = b.coefficient * w->rate[b.measure] - p->ratio * a.coefficient * w->rate[a.measure];
}

static void tie_along(void *context, double t, double *out)
{
    pair *p = context;
    double q[14];
    const int row = p->m->system->joints[2].first_row;
    mechanism_moved(p->m, p->q, p->direction, t, q);
    mechanism_evaluate(p->m, q, p->v);
    out[0] = p->m->work->phi[row];
    out[1] = p->m->work->phidot[row];
}

/* The row at a state: its law, G and gamma. */
static void check_tie(pair *p)
{
    const tml_system *s = p->m->system;
    const int row = s->joints[2].first_row;
    double value, rate, slope[2], y[16];
    mechanism_evaluate(p->m, p->q, p->v);
    tie_by_law(p, &value, &rate);
    const tml_workspace *w = p->m->work;
    cr_assert_eq(s->joints[2].row_count, 1);
    cr_assert(fabs(w->phi[row] - value) < 1e-12 && fabs(w->phidot[row] - rate) < 1e-12, "%s: %.15g, not %.15g",
              p->class->name, w->phi[row], value);
    tml_workspace_G(w, s->row_count, p->v, y);
    cr_assert(fabs(y[row] - rate) < 1e-12, "%s: G v", p->class->name);
    const double gamma = w->gamma[row];
    p->direction = p->v;
    differentiate(tie_along, p, 2, slope);
    cr_assert(fabs(slope[0] - rate) < 1e-9 && fabs(slope[1] + gamma) < 1e-8,
              "%s: rate %.12g, not %.12g; gamma %.12g, not %.12g", p->class->name, rate, slope[0], gamma, -slope[1]);
}

/* Rotates both joints by small steps over several revolutions; the row follows without a jump. */
static void check_pair(const tml_joint_class *class, bool space, random_source *d)
{
    pair p = pair_make(class, space, d);
    tml_workspace *w = p.m->work;
    const tml_system *s = p.m->system;
    memcpy(p.q, p.m->q,
           (size_t)s->nq * sizeof(double)); /* the guess: bodies as the first joint puts them, not rotated */
    mechanism_evaluate(p.m, p.q, p.v);
    tml_workspace_accept_angles(w);
    const double first = w->phi[s->joints[2].first_row];
    const tml_vec3 e =
        space ? s->measures[s->coordinates[s->joints[0].first_coordinate].term.measure].a1 : (tml_vec3){1, 0, 0};
    const tml_vec3 f =
        space ? s->measures[s->coordinates[s->joints[0].first_coordinate].term.measure].b1 : (tml_vec3){0, 1, 0};
    const tml_vec3 z = tml_cross(e, f);
    double spin[12] = {0};
    memcpy(spin + (space ? 3 : 2), space ? &z.x : &z.z, (space ? 3 : 1) * sizeof(double)); /* body one about A's axis */
    memcpy(spin + s->nvb + (space ? 3 : 2), space ? &z.x : &z.z, (space ? 3 : 1) * sizeof(double)); /* two as well */
    for (int i = 1; i <= 40; i++) {
        mechanism_moved(p.m, p.q, spin, 0.5, p.q);
        mechanism_evaluate(p.m, p.q, p.v);
        tml_workspace_accept_angles(w);
        /* one and two rotate together: A's angle grows by 0.5, B's angle stays */
        cr_assert(!p.rotates || fabs(w->phi[s->joints[2].first_row] - first + p.ratio * 0.5 * i) < 1e-11,
                  "%s: %.15g after %d steps", class->name, w->phi[s->joints[2].first_row] - first, i);
    }
    for (int j = 0; j < s->nv; j++)
        p.v[j] = random_between(d, -1, 1);
    check_tie(&p);
    mechanism_free(p.m);
}

/* ---- wheels on the ground ---- */

/* second over first by the row of the tie */
static double ratio_of(const mechanism *m)
{
    const tml_system *s = m->system;
    const tml_term *terms = &s->terms[s->rows[s->joints[2].first_row].terms.first];
    return -terms[1].coefficient / terms[0].coefficient;
}

/* Two wheels on the ground, or the ground on the wheels; the axes as a wheel rotates against the ground. */
static mechanism *wheels_make(const tml_vec3 at[2], const tml_vec3 axis[2], const char *tie, random_source *d)
{
    tml_text text = {0};
    tml_text_add(&text, "trammel: 1\nspace: space\npoints: {A: ");
    put_vector(&text, at[0], true);
    tml_text_add(&text, ", B: ");
    put_vector(&text, at[1], true);
    tml_text_add(&text, "}\nbodies:\n  one: {points: [A], mass: 1, inertia: [1, 1, 1]}\n"
                        "  two: {points: [B], mass: 1, inertia: [1, 1, 1]}\njoints:\n");
    for (int i = 0; i < 2; i++) {
        const bool swapped = random_index(d, 2);
        tml_text_add(&text, "  %s: {revolute: [%s, %s], axis: ", i ? "B" : "A",
                     swapped ? (i ? "two" : "one") : "ground", swapped ? "ground" : (i ? "two" : "one"));
        put_vector(&text, swapped ? tml_scale(-1, axis[i]) : axis[i], true);
        tml_text_add(&text, "}\n");
    }
    tml_text_add(&text, "  tie: {%s}\n", tie);
    mechanism *m = mechanism_make(text.data);
    tml_text_free(&text);
    return m;
}

/* Pitch cones of a bevel pair touch along c = u + ratio v, u and v the directions from the apex to the wheels: there both move alike. */
Test(couple, bevel_wheels_roll_on_each_other)
{
    random_source d = {.state = 11};
    for (int k = 0; k < TRIALS; k++) {
        const double ratio = random_between(&d, 0.2, 3);
        const tml_vec3 apex = random_vector(&d, true, 2), u = random_direction(&d, true),
                       v = random_direction(&d, true);
        const double s = random_index(&d, 2) ? 1 : -1, t = random_index(&d, 2) ? 1 : -1;
        const tml_vec3 at[2] = {tml_add(apex, tml_scale(random_between(&d, 0.3, 2), u)),
                                tml_add(apex, tml_scale(random_between(&d, 0.3, 2), v))};
        const tml_vec3 axis[2] = {tml_scale(s, u), tml_scale(t, v)};
        char tie[80];
        snprintf(tie, sizeof tie, "bevel: [A, B], ratio: %.17g", ratio);
        mechanism *m = wheels_make(at, axis, tie, &d);
        const tml_vec3 c = tml_add(u, tml_scale(ratio, v));
        const tml_vec3 slip = tml_sub(tml_cross(axis[0], c), tml_scale(ratio_of(m), tml_cross(axis[1], c)));
        cr_expect(tml_norm(slip) < 1e-12, "%g at ratio %g", tml_norm(slip), ratio);
        mechanism_free(m);
    }
}

/* With wheels of pitch radius r = teeth/2 and a lead of pi starts, teeth move along the worm as a nut does: -lead/(2 pi) a turn. */
Test(couple, worm_moves_teeth_as_a_nut)
{
    random_source d = {.state = 12};
    for (int k = 0; k < TRIALS; k++) {
        const bool left = random_index(&d, 2);
        const int starts = 1 + random_index(&d, 4), teeth = 20 + random_index(&d, 60);
        const tml_vec3 a = random_direction(&d, true), side = random_direction(&d, true);
        const tml_vec3 n = tml_cross(a, side), b = tml_scale(1 / tml_norm(n), n); /* square to the worm */
        const tml_vec3 across = tml_cross(a, b), from = random_vector(&d, true, 2);
        const double away = (random_index(&d, 2) ? 1 : -1) * random_between(&d, 0.2, 2);
        const tml_vec3 u = tml_scale(away > 0 ? 1 : -1, across); /* from the worm to the wheel */
        const tml_vec3 at[2] = {
            from, tml_add(tml_add(from, tml_scale(away, across)), tml_scale(random_between(&d, -1, 1), a))};
        const tml_vec3 axis[2] = {a, b};
        char tie[80];
        snprintf(tie, sizeof tie, "worm: [A, B], starts: %d, teeth: %d%s", starts, teeth, left ? ", hand: left" : "");
        mechanism *m = wheels_make(at, axis, tie, &d);
        const tml_vec3 tooth = tml_scale(ratio_of(m), tml_cross(b, tml_scale(-0.5 * teeth, u)));
        const double nut = (left ? 1 : -1) * 0.5 * starts;
        cr_expect(fabs(tml_dot(tooth, a) - nut) < 1e-11, "%g, not %g", tml_dot(tooth, a), nut);
        mechanism_free(m);
    }
}

Test(couple, second_coordinate_is_ratio_times_first_plus_offset)
{
    for (int i = 0; i < tml_joint_class_count; i++)
        for (int space = 0; space < 2; space++) {
            const tml_joint_class *class = tml_joint_classes[i];
            random_source d = {.state = (uint64_t)i + 5};
            if (class->connects != TML_CONNECT_JOINTS || class->sense || !(space ? class->space : class->plane).exists)
                continue;
            for (int k = 0; k < TRIALS; k++)
                check_pair(class, space, &d);
        }
}
