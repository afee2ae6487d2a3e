/* couple.c - the constraint that every registered joint between joints obeys: second = ratio first + offset.
 *
 * Two joints in a chain from the ground, with random bodies, points and axes. Over several revolutions the row follows its law
 * without a jump;  G v is its rate and -gamma the derivative of that at constant velocities.
 */
#include "support/mechanics.h"
#include <criterion/criterion.h>
#include <string.h>

enum { TRIALS = 30 };

/* Two joints, the first between the ground and one, the second between one and two, tied by a third. */
typedef struct {
    mechanism *m;
    const tml_joint_class *class;
    double par[8];
    const double *direction;
    double q[14], v[12];
} pair;

static const char *kind_for(const char *coordinate, bool first)
{
    const char *space = strchr(coordinate, ' ');
    const char *wanted = first ? coordinate : space + 1;
    return strncmp(wanted, "angle", 5) == 0 ? "revolute" : "prismatic";
}

static pair pair_make(const tml_joint_class *class, bool space, random_source *d)
{
    pair p = {.class = class};
    tml_text text = {0};
    tml_text_add(&text, "trammel: 1\nspace: %s\nbodies:\n  ground: {points: {P: ", space ? "space" : "plane");
    put_vector(&text, random_vector(d, space, 1), space);
    tml_text_add(&text, "}}\n");
    put_body(&text, d, space, "one");
    put_body(&text, d, space, "two");
    tml_text_add(&text, "joints:\n");
    for (int i = 0; i < 2; i++) {
        tml_text_add(&text, "  %s: {%s: [%s, %s], at: P, axis: ", i ? "B" : "A", kind_for(class->couples, i == 0),
                     i ? "one" : "ground", i ? "two" : "one");
        put_vector(&text, random_direction(d, space), space);
        tml_text_add(&text, "}\n");
    }
    tml_text_add(&text, "  tie: {%s: [A, B]", class->name);
    for (size_t i = 0; i < class->fields_count; i++) {
        p.par[i] = random_between(d, -2, 2);
        tml_text_add(&text, ", %s: %.17g", class->fields[i].name, p.par[i]);
    }
    tml_text_add(&text, "}\n");
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
    *value = b.coefficient * w->value[b.measure] - p->par[0] * a.coefficient * w->value[a.measure] - p->par[1];
    *rate = b.coefficient * w->rate[b.measure] - p->par[0] * a.coefficient * w->rate[a.measure];
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
    const bool gear = strncmp(class->couples, "angle angle", 11) == 0;
    for (int i = 1; i <= 40; i++) {
        mechanism_moved(p.m, p.q, spin, 0.5, p.q);
        mechanism_evaluate(p.m, p.q, p.v);
        tml_workspace_accept_angles(w);
        /* one and two rotate together: A's angle grows by 0.5, B's angle stays */
        cr_assert(!gear || fabs(w->phi[s->joints[2].first_row] - first + p.par[0] * 0.5 * i) < 1e-11,
                  "%s: %.15g after %d steps", class->name, w->phi[s->joints[2].first_row] - first, i);
    }
    for (int j = 0; j < s->nv; j++)
        p.v[j] = random_between(d, -1, 1);
    check_tie(&p);
    mechanism_free(p.m);
}

Test(couple, second_coordinate_is_ratio_times_first_plus_offset)
{
    for (int i = 0; i < tml_joint_class_count; i++)
        for (int space = 0; space < 2; space++) {
            const tml_joint_class *class = tml_joint_classes[i];
            random_source d = {.state = (uint64_t)i + 5};
            if (class->connects != TML_CONNECT_JOINTS || !(space ? class->space : class->plane).exists)
                continue;
            for (int k = 0; k < TRIALS; k++)
                check_pair(class, space, &d);
        }
}
