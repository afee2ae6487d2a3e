/* force.c - laws that every registered force kind obeys, in the plane and in space, checked on the compiled laws.
 *
 * For every form of it, made from its descriptor with random numbers, at random states:
 *   power      Q v = power - dV/dt, V by differences along the motion
 *   gradient   Q = -dV/d displacement where all is linear and at rest
 *   pairs      forces and moments between two bodies add up to zero; one on a body leaves the others alone
 *   damping    takes energy away
 * Then what each kind is by its own definition, and gravity and the gyroscopic term; and the examples of the descriptors
 * with their energy balanced.
 */
#include "model/check.h"
#include "support/mechanics.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { TRIALS = 25 };

/* ---- force and moment from Q ---- */

typedef struct {
    tml_vec3 f, t; /* on a body: force, moment about its centre of mass; ground axes */
} wrench;

/* What Q holds for a body besides gravity and the gyroscopic term. */
static wrench applied(const mechanism *m, int body)
{
    const tml_system *s = m->system;
    const tml_mass *b = &s->masses[body];
    const double *Q = m->work->Q + (body - 1) * s->nvb;
    const body_state at = state_get(m, m->q, m->v, body);
    wrench w = {.f = {Q[0] - b->mass * s->gravity.x, Q[1] - b->mass * s->gravity.y, 0}};
    if (!s->space) {
        w.t.z = Q[2];
        return w;
    }
    const tml_vec3 w_B = tml_rotate_back(&at.R, at.w), Jw = tml_rotate(&b->inertia, w_B);
    w.f.z = Q[2] - b->mass * s->gravity.z;
    w.t = tml_rotate(&at.R, tml_add((tml_vec3){Q[3], Q[4], Q[5]}, tml_cross(w_B, Jw)));
    return w;
}

static bool close_to(tml_vec3 a, tml_vec3 b, double tolerance)
{
    return tml_norm(tml_sub(a, b)) <= tolerance * (1 + tml_norm(b));
}

static void expect_wrench(const mechanism *m, int body, tml_vec3 point, tml_vec3 f, tml_vec3 t, const char *what)
{
    const body_state at = state_get(m, m->q, m->v, body);
    const wrench w = applied(m, body);
    const tml_vec3 moment = tml_add(t, tml_cross(tml_sub(point, at.x), f));
    cr_assert(close_to(w.f, f, 1e-12), "%s: force %g %g %g, not %g %g %g", what, w.f.x, w.f.y, w.f.z, f.x, f.y, f.z);
    cr_assert(close_to(w.t, moment, 1e-12), "%s: moment %g %g %g, not %g %g %g", what, w.t.x, w.t.y, w.t.z, moment.x,
              moment.y, moment.z);
}

/* ---- from descriptors ---- */

/* One form of a force. */
typedef struct {
    const tml_force_class *class;
    bool space;
    const char *where, *joint; /* what it acts on; the kind of joint J */
    bool with_value;           /* an expression instead of numbers */
    int choice;                /* of fields with choices */
    bool pair;                 /* between one and two */
} way;

static void put_choice(tml_text *text, const tml_field *field, int choice)
{
    const char *word = field->choices;
    for (int i = 0; i < choice && strchr(word, ' '); i++)
        word = strchr(word, ' ') + 1;
    tml_text_add(text, ", %s: %.*s", field->name, (int)strcspn(word, " "), word);
}

static void put_components(tml_text *text, const way *w, const tml_field *field, random_source *d)
{
    const int count = tml_force_components(w->class, field, w->space);
    tml_text_add(text, ", %s: %s", field->name, count > 1 ? "[" : "");
    for (int i = 0; i < count; i++)
        tml_text_add(text, "%s%.17g + %.17g*two.vx", i ? ", " : "", random_between(d, -2, 2), random_between(d, -2, 2));
    tml_text_add(text, "%s", count > 1 ? "]" : "");
}

/* A motor has a field for rotations and one for displacements. */
static bool fits_joint(const way *w, const tml_field *field)
{
    if (w->class->acts != TML_ACTS_ON_JOINT)
        return true;
    return (strcmp(w->joint, "prismatic") == 0) == (strcmp(field->unit, "N") == 0);
}

/* A symmetric matrix L L', L lower triangular: any that is positive definite. */
static void put_matrix(tml_text *text, const char *name, int n, random_source *d)
{
    double L[6][6] = {{0}};
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            L[i][j] = random_between(d, -1, 1) + (i == j);
    tml_text_add(text, ", %s: [", name);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++)
                sum += L[i][k] * L[j][k];
            tml_text_add(text, "%s%.17g%s", j ? ", " : i ? ", [" : "[", sum, j + 1 == n ? "]" : "");
        }
    tml_text_add(text, "]");
}

static void put_halves(tml_text *text, const way *w, const char *name, const char *slide, const char *turn,
                       random_source *d)
{
    tml_text_add(text, ", %s: {%s: ", name, slide);
    put_vector(text, random_vector(d, w->space, 1), w->space);
    tml_text_add(text, ", %s: ", turn);
    if (w->space)
        put_vector(text, random_vector(d, true, 1), true);
    else
        tml_text_add(text, "%.17g", random_between(d, -1, 1));
    tml_text_add(text, "}");
}

static void put_field(tml_text *text, const way *w, const tml_field *field, random_source *d)
{
    switch (field->type) {
    case TML_FIELD_NUMBER:
        if (!w->with_value)
            tml_text_add(text, ", %s: %.17g", field->name, random_between(d, 0.3, 2));
        break;
    case TML_FIELD_VARYING:
        if (w->with_value && fits_joint(w, field))
            tml_text_add(text, ", %s: %.17g - %.17g*two.x", field->name, random_between(d, -2, 2),
                         random_between(d, 0, 2));
        break;
    case TML_FIELD_VARYING_VECTOR:
        put_components(text, w, field, d);
        break;
    case TML_FIELD_STIFFNESS:
    case TML_FIELD_DAMPING:
        tml_text_add(text, ", %s: {translation: ", field->name);
        put_vector(text, tml_add((tml_vec3){2, 2, 2}, random_vector(d, true, 1)), w->space);
        tml_text_add(text, ", rotation: ");
        if (w->space)
            put_vector(text, tml_add((tml_vec3){2, 2, 2}, random_vector(d, true, 1)), true);
        else
            tml_text_add(text, "%.17g", random_between(d, 1, 3));
        tml_text_add(text, "}");
        break;
    case TML_FIELD_STIFFNESS_MATRIX:
    case TML_FIELD_DAMPING_MATRIX:
        put_matrix(text, field->name, w->space ? 6 : 3, d);
        break;
    case TML_FIELD_DEFLECTION:
        put_halves(text, w, field->name, "translation", "rotation", d);
        break;
    case TML_FIELD_WRENCH:
        put_halves(text, w, field->name, "force", "torque", d);
        break;
    case TML_FIELD_DIRECTION:
        tml_text_add(text, ", %s: ", field->name);
        put_vector(text, random_direction(d, w->space), w->space);
        break;
    case TML_FIELD_CHOICE:
        put_choice(text, field, w->choice);
        break;
    default:
        cr_assert(!field->required, "%s: this test cannot write its field %s", w->class->name, field->name);
    }
}

static mechanism *way_make(const way *w, random_source *d)
{
    tml_text text = {0};
    tml_text_add(&text, "trammel: 1\nspace: %s\nbodies:\n  ground: {points: {P: ", w->space ? "space" : "plane");
    put_vector(&text, random_vector(d, w->space, 1), w->space);
    tml_text_add(&text, "}}\n");
    put_body(&text, d, w->space, "one");
    put_body(&text, d, w->space, "two");
    if (w->joint) {
        tml_text_add(&text, "joints:\n  J: {%s: [one, two], at: P, axis: ", w->joint);
        put_vector(&text, random_direction(d, w->space), w->space);
        tml_text_add(&text, "}\n");
    }
    tml_text_add(&text, "forces:\n  f: {%s: %s", w->class->name, w->where);
    for (size_t i = 0; i < w->class->fields_count; i++)
        put_field(&text, w, &w->class->fields[i], d);
    if (w->class->has_axis && w->space && w->where[0] == '[') {
        tml_text_add(&text, ", axis: ");
        put_vector(&text, random_direction(d, true), true);
    }
    tml_text_add(&text, "}\n");
    mechanism *m = mechanism_make(text.data);
    tml_text_free(&text);
    return m;
}

static void potential_along(void *context, double s, double *out)
{
    void *const *pack = context;
    mechanism *m = pack[0];
    double q[14];
    mechanism_moved(m, m->q, pack[1], s, q);
    mechanism_evaluate(m, q, m->v);
    *out = m->work->potential;
}

static double potential_slope(mechanism *m, double *direction)
{
    void *pack[] = {m, direction};
    double slope;
    differentiate(potential_along, pack, 1, &slope);
    mechanism_evaluate(m, m->q, m->v);
    return slope;
}

static void check_power(mechanism *m, const char *what)
{
    double Qv = 0;
    const double slope = potential_slope(m, m->v), power = m->work->power;
    for (int j = 0; j < m->system->nv; j++)
        Qv += m->work->Q[j] * m->v[j];
    cr_assert(fabs(Qv - power + slope) < 1e-9 * (1 + fabs(Qv)), "%s: Q v = %.12g, power %.12g - V' %.12g", what, Qv,
              power, slope);
}

static void check_gradient(mechanism *m, const char *what)
{
    memset(m->v, 0, (size_t)m->system->nv * sizeof(double));
    for (int j = 0; j < m->system->nv; j++) {
        double unit[12] = {0};
        unit[j] = 1;
        const double slope = potential_slope(m, unit);
        cr_assert(fabs(m->work->Q[j] + slope) < 1e-9 * (1 + fabs(slope)), "%s: Q[%d] = %.12g, not %.12g", what, j,
                  m->work->Q[j], -slope);
    }
}

static void check_pair(const mechanism *m, const way *w, const char *what)
{
    const wrench a = applied(m, 1), b = applied(m, 2);
    const tml_vec3 x1 = state_get(m, m->q, m->v, 1).x, x2 = state_get(m, m->q, m->v, 2).x;
    if (!w->pair) {
        cr_assert(tml_norm(a.f) + tml_norm(a.t) < 1e-12, "%s: acts on a body that it does not name", what);
        return;
    }
    const tml_vec3 f = tml_add(a.f, b.f),
                   t = tml_add(tml_add(a.t, b.t), tml_add(tml_cross(x1, a.f), tml_cross(x2, b.f)));
    cr_assert(tml_norm(f) < 1e-11 && tml_norm(t) < 1e-11, "%s: in all a force %g and a moment %g", what, tml_norm(f),
              tml_norm(t));
    cr_assert(tml_norm(a.f) + tml_norm(a.t) > 1e-9, "%s: does nothing", what);
}

static double rotation_between(const mechanism *m, const tml_measure *k)
{
    const tml_mat3 R1 = state_get(m, m->q, m->v, k->body1).R, R2 = state_get(m, m->q, m->v, k->body2).R;
    const tml_vec3 x1 = tml_rotate(&R1, k->a1), y1 = tml_rotate(&R1, k->b1), x2 = tml_rotate(&R2, k->a2),
                   y2 = tml_rotate(&R2, k->b2);
    const double trace = tml_dot(x1, x2) + tml_dot(y1, y2) + tml_dot(tml_cross(x1, y1), tml_cross(x2, y2));
    return acos(fmax(-1, fmin(1, 0.5 * (trace - 1))));
}

/* Measures are not smooth where points meet, an angle has no plane or a rotation no axis. */
static bool is_tame(const mechanism *m)
{
    for (int i = 0; i < m->system->measure_count; i++) {
        const tml_measure *k = &m->system->measures[i];
        const tml_mat3 R1 = state_get(m, m->q, m->v, k->body1).R, R2 = state_get(m, m->q, m->v, k->body2).R;
        const tml_vec3 a = tml_rotate(&R1, k->a1), b = tml_rotate(&R1, k->b1), c = tml_rotate(&R2, k->a2);
        if (k->kind == TML_DISTANCE && m->work->value[i] < 0.7)
            return false;
        if (k->kind == TML_ANGLE && m->system->space &&
            (hypot(tml_dot(a, c), tml_dot(b, c)) < 0.6 || fabs(m->work->value[i]) > 2.8))
            return false;
        if (k->kind == TML_ROTATION && m->system->space && rotation_between(m, k) > 2.9)
            return false;
        if (k->kind == TML_TILT && tml_dot(a, c) < -0.95)
            return false;
        if (k->kind == TML_SLOPE && fabs(tml_dot(a, c)) > 0.95)
            return false;
    }
    return true;
}

static void check_way(const way *w)
{
    char what[96];
    snprintf(what, sizeof what, "%s: %s in %s%s", w->class->name, w->where, w->space ? "space" : "the plane",
             w->with_value ? ", by expression" : "");
    random_source d = {.state = (uint64_t)w->class->name[0] + (uint64_t)w->class->name[2]};
    for (int i = 0; i < TRIALS; i++) {
        mechanism *m = way_make(w, &d);
        bool linear = true, damped = false;
        do {
            mechanism_scatter(m, &d);
            mechanism_evaluate(m, m->q, m->v);
        } while (!is_tame(m));
        cr_assert_gt(m->system->law_count, 0, "%s: has no law", what);
        for (int k = 0; k < m->system->law_count; k++) {
            linear &= m->system->laws[k].value == NULL;
            damped |= m->system->laws[k].c > 0;
        }
        cr_assert_eq(linear,
                     !w->with_value && tml_field_find(w->class->fields, w->class->fields_count, "stiffness") != NULL);
        check_power(m, what);
        check_pair(m, w, what);
        if (linear) {
            cr_assert(!damped || m->work->power < 0, "%s: damping gives %g W", what, m->work->power);
            check_gradient(m, what);
        }
        mechanism_free(m);
    }
}

static void check_choices(way w)
{
    int most = 1;
    bool varying = false, numbers = false;
    for (size_t i = 0; i < w.class->fields_count; i++) {
        const tml_field *field = &w.class->fields[i];
        varying |= field->type == TML_FIELD_VARYING;
        numbers |= field->type == TML_FIELD_NUMBER && !w.class->drives; /* of a drive these are ratings, no law */
        int count = 1;
        for (const char *c = field->choices; c && *c; c++)
            count += *c == ' ';
        most = count > most ? count : most;
    }
    for (w.choice = 0; w.choice < most; w.choice++)
        for (int value = 0; value < 2; value++) {
            w.with_value = value;
            if (value ? varying : numbers || !varying)
                check_way(&w);
        }
}

static void check_class(const tml_force_class *class, bool space)
{
    const bool on_joint = class->acts == TML_ACTS_ON_JOINT || class->acts == TML_ACTS_ON_JOINT_OR_BODIES;
    way w = {.class = class, .space = space};
    if (class->acts == TML_ACTS_ON_POINT || class->acts == TML_ACTS_ON_BODY) {
        w.where = class->acts == TML_ACTS_ON_POINT ? "two.P" : "two";
        check_choices(w);
    }
    if (class->acts == TML_ACTS_BETWEEN_POINTS) {
        w.where = "[ground.P, two.P]";
        check_choices(w);
    }
    w.pair = true;
    if (class->acts == TML_ACTS_BETWEEN_POINTS || class->acts == TML_ACTS_ON_BODY ||
        class->acts == TML_ACTS_ON_JOINT_OR_BODIES) {
        w.where = class->acts == TML_ACTS_BETWEEN_POINTS ? "[one.P, two.P]" : "[one, two]";
        check_choices(w);
    }
    w.where = "J";
    w.joint = "revolute";
    if (on_joint)
        check_choices(w);
    w.joint = "prismatic";
    if (class->acts == TML_ACTS_ON_JOINT)
        check_choices(w);
}

Test(force, power_gradient_and_momentum_agree_in_the_plane)
{
    for (int i = 0; i < tml_force_class_count; i++)
        if (tml_force_classes[i]->plane && !tml_force_classes[i]->states) /* those with states: conform/state.c */
            check_class(tml_force_classes[i], false);
}

Test(force, power_gradient_and_momentum_agree_in_space)
{
    for (int i = 0; i < tml_force_class_count; i++)
        if (tml_force_classes[i]->space && !tml_force_classes[i]->states)
            check_class(tml_force_classes[i], true);
}

/* ---- compliant joints: their rows pull as springs do ---- */

static void check_compliant(const char *joint, bool space)
{
    random_source d = {.state = 11};
    for (int i = 0; i < 5; i++) {
        tml_text text = {0};
        tml_text_add(&text, "trammel: 1\nspace: %s\nbodies:\n", space ? "space" : "plane");
        put_body(&text, &d, space, "one");
        put_body(&text, &d, space, "two");
        tml_text_add(&text,
                     "joints:\n  P: {%s, stiffness: {translation: 3, rotation: 2}, damping: {translation: 0.5, "
                     "rotation: 0.3}}\n",
                     joint);
        mechanism *m = mechanism_make(text.data);
        do {
            mechanism_scatter(m, &d);
            mechanism_evaluate(m, m->q, m->v);
        } while (!is_tame(m));
        check_power(m, joint);
        cr_assert(m->work->power < 0, "%s: damping gives %g W", joint, m->work->power);
        check_gradient(m, joint);
        mechanism_free(m);
        tml_text_free(&text);
    }
}

Test(force, compliant_joints_obey_the_laws_of_forces)
{
    check_compliant("revolute: [one, two]", false);
    check_compliant("prismatic: [one, two], axis: [1, 2], angle: 0.4", false);
    check_compliant("fixed: [one, two], angle: -0.7", false);
    check_compliant("slot: [one, two], axis: [1, 2]", false);
    check_compliant("revolute: [one, two], axis: [1, 2, 3]", true);
    check_compliant("spherical: [one, two]", true);
    check_compliant("universal: [one, two], axes: [[1, 2, 3], [0, 1, 2]]", true);
    check_compliant("fixed: [one, two]", true);
    check_compliant("cylindrical: [one, two], axis: [1, -1, 2]", true);
    check_compliant("prismatic: [one, two], axis: [1, -1, 2]", true);
    check_compliant("screw: [one, two], axis: [1, -1, 2], pitch: 0.3", true);
    check_compliant("planar: [one, two], axis: [1, -1, 2]", true);
    check_compliant("parallel: [one, two], axis: [1, -1, 2]", true);
    check_compliant("perpendicular: [one, two], axes: [[1, 2, 3], [0, 3, -2]]", true);
}

/* ---- each kind by its own definition ---- */

/* A model with bodies one and two, a force, and perhaps a joint J, in a random state. */
static mechanism *with_force(random_source *d, bool space, const char *joint, const char *force,
                             body_numbers numbers[3])
{
    tml_text text = {0};
    tml_text_add(&text, "trammel: 1\nspace: %s\nbodies:\n", space ? "space" : "plane");
    numbers[1] = put_body(&text, d, space, "one");
    numbers[2] = put_body(&text, d, space, "two");
    if (joint)
        tml_text_add(&text, "joints:\n  J: {%s}\n", joint);
    tml_text_add(&text, "forces:\n  f: {%s}\n", force);
    mechanism *m = mechanism_make(text.data);
    do {
        mechanism_scatter(m, d);
        mechanism_evaluate(m, m->q, m->v);
    } while (!is_tame(m));
    tml_text_free(&text);
    return m;
}

typedef struct {
    tml_vec3 x, v;
} point_state;

static point_state point_of(const mechanism *m, int body, const body_numbers *numbers)
{
    const body_state b = state_get(m, m->q, m->v, body);
    const tml_vec3 r = tml_rotate(&b.R, tml_sub(numbers[body].point, numbers[body].com));
    return (point_state){tml_add(b.x, r), tml_add(b.v, tml_cross(b.w, r))};
}

static void check_line(const char *text, bool space, double k, double rest, double c, double preload)
{
    random_source d = {.state = 21};
    const tml_vec3 zero = {0, 0, 0};
    for (int i = 0; i < TRIALS; i++) {
        body_numbers numbers[3];
        mechanism *m = with_force(&d, space, NULL, text, numbers);
        const point_state a = point_of(m, 1, numbers), b = point_of(m, 2, numbers);
        const tml_vec3 way_apart = tml_sub(b.x, a.x);
        const double length = tml_norm(way_apart);
        const tml_vec3 u = tml_scale(1 / length, way_apart);
        const double tension = k * (length - rest) + c * tml_dot(u, tml_sub(b.v, a.v)) + preload;
        expect_wrench(m, 1, a.x, tml_scale(tension, u), zero, text);
        expect_wrench(m, 2, b.x, tml_scale(-tension, u), zero, text);
        mechanism_free(m);
    }
}

Test(force, spring_and_actuator_act_along_their_line)
{
    for (int space = 0; space < 2; space++) {
        check_line("spring: [one.P, two.P], stiffness: 7, length: 0.6, damping: 1.5, preload: 0.8", space, 7, 0.6, 1.5,
                   0.8);
        check_line("spring: [one.P, two.P], value: 7*(length - 0.6) + 1.5*rate + 0.8", space, 7, 0.6, 1.5, 0.8);
        check_line("actuator: [one.P, two.P], value: 2.5 + 0.5*rate - length", space, -1, 0, 0.5, 2.5);
    }
}

static void check_on_point(const char *text, bool space, bool body_axes)
{
    random_source d = {.state = 31};
    for (int i = 0; i < TRIALS; i++) {
        body_numbers numbers[3];
        mechanism *m = with_force(&d, space, NULL, text, numbers);
        const tml_mat3 R = state_get(m, m->q, m->v, 2).R;
        tml_vec3 f = {1.5, -2, space ? 0.7 : 0};
        if (body_axes)
            f = tml_rotate(&R, f);
        expect_wrench(m, 2, point_of(m, 2, numbers).x, f, (tml_vec3){0, 0, 0}, text);
        mechanism_free(m);
    }
}

Test(force, force_acts_at_its_point_on_its_axes)
{
    check_on_point("force: two.P, value: [1.5, -2]", false, false);
    check_on_point("force: two.P, value: [1.5, -2], axes: body", false, true);
    check_on_point("force: two.P, value: [1.5, -2, 0.7], axes: ground", true, false);
    check_on_point("force: two.P, value: [1.5, -2, 0.7], axes: body", true, true);
}

static void check_torque(const char *text, bool space, bool body_axes, bool back)
{
    random_source d = {.state = 41};
    const tml_vec3 zero = {0, 0, 0};
    for (int i = 0; i < TRIALS; i++) {
        body_numbers numbers[3];
        mechanism *m = with_force(&d, space, NULL, text, numbers);
        const body_state one = state_get(m, m->q, m->v, 1), two = state_get(m, m->q, m->v, 2);
        tml_vec3 t = space ? (tml_vec3){1.5, -2, 0.7} : (tml_vec3){0, 0, -1.2};
        if (body_axes)
            t = tml_rotate(&two.R, t);
        expect_wrench(m, 2, two.x, zero, t, text);
        expect_wrench(m, 1, one.x, zero, tml_scale(back ? -1 : 0, t), text);
        mechanism_free(m);
    }
}

Test(force, torque_acts_on_its_axes_and_back)
{
    check_torque("torque: two, value: -1.2", false, false, false);
    check_torque("torque: [one, two], value: -1.2", false, false, true);
    check_torque("torque: two, value: [1.5, -2, 0.7]", true, false, false);
    check_torque("torque: two, value: [1.5, -2, 0.7], axes: body", true, true, false);
    check_torque("torque: [one, two], value: [1.5, -2, 0.7]", true, false, true);
    check_torque("torque: [one, two], value: [1.5, -2, 0.7], axes: body", true, true, true);
}

Test(force, drag_opposes_the_velocity)
{
    for (int space = 0; space < 2; space++) {
        random_source d = {.state = 51};
        for (int i = 0; i < TRIALS; i++) {
            body_numbers numbers[3];
            mechanism *m =
                with_force(&d, space, NULL, "drag: two.P, linear: 0.4, quadratic: 1.1, angular: 0.6", numbers);
            const point_state p = point_of(m, 2, numbers);
            const tml_vec3 f = tml_scale(-(0.4 + 1.1 * tml_norm(p.v)), p.v);
            expect_wrench(m, 2, p.x, f, tml_scale(-0.6, state_get(m, m->q, m->v, 2).w), "drag");
            cr_assert_lt(m->work->power, 0, "drag gives energy");
            mechanism_free(m);
        }
    }
}

/* The bodies rotated relative to each other by an angle about a common axis, so that the joint is closed. */
static mechanism *turned_pair(random_source *d, bool space, const char *joint, const char *force, double angle,
                              tml_vec3 axis, double speed)
{
    body_numbers numbers[3];
    mechanism *m = with_force(d, space, joint, force, numbers);
    body_state one = state_get(m, m->q, m->v, 1), two = state_get(m, m->q, m->v, 2);
    const tml_mat3 turn = tml_quat_matrix(tml_quat_about(axis, angle));
    two.R = tml_mat3_product(&one.R, &turn);
    two.w = tml_add(one.w, tml_scale(speed, tml_rotate(&one.R, axis)));
    state_put(m, 2, &two, space ? 0 : m->q[2] + angle, m->q, m->v);
    for (int i = 0; i < m->system->measure_count; i++)
        m->work->unwrapped[i] = angle;
    mechanism_evaluate(m, m->q, m->v);
    return m;
}

static void check_turning(const char *joint, const char *force, bool space, tml_vec3 axis, double k, double rest,
                          double c, double preload)
{
    random_source d = {.state = 61};
    const tml_vec3 zero = {0, 0, 0};
    axis = tml_scale(1 / tml_norm(axis), axis);
    for (int i = 0; i < TRIALS; i++) {
        const double angle = random_between(&d, -12, 12), speed = random_between(&d, -2, 2);
        mechanism *m = turned_pair(&d, space, joint, force, angle, axis, speed);
        const body_state one = state_get(m, m->q, m->v, 1), two = state_get(m, m->q, m->v, 2);
        const tml_vec3 t = tml_scale(preload - k * (angle - rest) - c * speed, tml_rotate(&one.R, axis));
        expect_wrench(m, 2, two.x, zero, t, force);
        expect_wrench(m, 1, one.x, zero, tml_scale(-1, t), force);
        mechanism_free(m);
    }
}

Test(force, torsion_and_motor_act_about_their_axis)
{
    const tml_vec3 z = {0, 0, 1}, a = {1, 2, -2};
    const char *flat = "revolute: [one, two], at: P", *hinge = "revolute: [one, two], at: P, axis: [1, 2, -2]";
    const char *torsion = "torsion: J, stiffness: 3, angle: 0.5, damping: 0.4, preload: 0.2";
    check_turning(flat, torsion, false, z, 3, 0.5, 0.4, 0.2);
    check_turning(hinge, torsion, true, a, 3, 0.5, 0.4, 0.2);
    check_turning(NULL, "torsion: [one, two], stiffness: 3, angle: 0.5, damping: 0.4, preload: 0.2", false, z, 3, 0.5,
                  0.4, 0.2);
    check_turning(NULL, "torsion: [one, two], axis: [1, 2, -2], stiffness: 3, angle: 0.5, damping: 0.4, preload: 0.2",
                  true, a, 3, 0.5, 0.4, 0.2);
    check_turning(flat, "torsion: J, value: 0.2 - 3*(angle - 0.5) - 0.4*speed", false, z, 3, 0.5, 0.4, 0.2);
    check_turning(hinge, "motor: J, torque: 2 - 0.3*J.speed", true, a, 0, 0, 0.3, 2);
    check_turning(flat, "motor: J, torque: 2 - 0.3*J.speed - 0.1*J.angle", false, z, 0.1, 0, 0.3, 2);
}

Test(force, motor_on_a_slider_acts_along_its_line)
{
    for (int space = 0; space < 2; space++) {
        const char *joint =
            space ? "prismatic: [one, two], at: P, axis: [0, 3, 4]" : "prismatic: [one, two], at: P, axis: [3, 4]";
        random_source d = {.state = 71};
        for (int i = 0; i < TRIALS; i++) {
            body_numbers numbers[3];
            mechanism *m = with_force(&d, space, joint, "motor: J, force: 2.5", numbers);
            const tml_mat3 R = state_get(m, m->q, m->v, 1).R;
            const tml_vec3 f =
                tml_scale(2.5, tml_rotate(&R, space ? (tml_vec3){0, 0.6, 0.8} : (tml_vec3){0.6, 0.8, 0}));
            const tml_vec3 point = point_of(m, 2, numbers).x, zero = {0, 0, 0};
            expect_wrench(m, 2, point, f, zero, "motor");
            expect_wrench(m, 1, point, tml_scale(-1, f), zero, "motor"); /* back along the same line */
            mechanism_free(m);
        }
    }
}

/* Along the axes of the first body; what it does between is known from power, gradient and pairs. */
Test(force, bushing_acts_on_the_axes_of_its_first_body)
{
    static const char *const texts[] = {
        "bushing: [one.P, two.P], stiffness: {translation: [3, 4], rotation: 2}, damping: {translation: [0.5, 0.7], "
        "rotation: 0.3}",
        "bushing: [one.P, two.P], stiffness: {translation: [3, 4, 5], rotation: [2, 3, 4]}, damping: {translation: "
        "[0.5, 0.7, 0.9], rotation: [0.3, 0.2, 0.1]}",
    };
    for (int space = 0; space < 2; space++) {
        random_source d = {.state = 81};
        for (int i = 0; i < TRIALS; i++) {
            body_numbers numbers[3];
            mechanism *m = with_force(&d, space, NULL, texts[space], numbers);
            const body_state one = state_get(m, m->q, m->v, 1);
            const point_state a = point_of(m, 1, numbers), b = point_of(m, 2, numbers);
            const tml_vec3 s = tml_rotate_back(&one.R, tml_sub(b.x, a.x));
            const tml_vec3 carried = tml_cross(one.w, tml_sub(b.x, a.x));
            const tml_vec3 r = tml_rotate_back(&one.R, tml_sub(tml_sub(b.v, a.v), carried));
            const tml_vec3 f = {-3 * s.x - 0.5 * r.x, -4 * s.y - 0.7 * r.y, space ? -5 * s.z - 0.9 * r.z : 0};
            const wrench w = applied(m, 2);
            cr_assert(close_to(w.f, tml_rotate(&one.R, f), 1e-12), "bushing: force");
            mechanism_free(m);
        }
    }
}

/* Rotated about each axis of the first body, up to nearly half a revolution, the mount's torque is stiffness times angle. */
Test(force, bushing_resists_rotation_by_stiffness_times_angle)
{
    for (int axis = 0; axis < 3; axis++) {
        random_source d = {.state = 91};
        static const double angles[] = {1e-12, 1e-4, 0.7, 0.8, 2, 3.1415};
        for (int i = 0; i < 12; i++) {
            const double k[] = {2, 3, 4}, angle = i % 2 ? angles[i / 2] : -angles[i / 2];
            mechanism *m =
                turned_pair(&d, true, NULL, "bushing: [one, two], stiffness: {translation: 0, rotation: [2, 3, 4]}",
                            angle, tml_unit_axis((tml_axis)axis), 0);
            const body_state one = state_get(m, m->q, m->v, 1);
            const tml_vec3 t = tml_scale(-k[axis] * angle, tml_rotate(&one.R, tml_unit_axis((tml_axis)axis))),
                           found = applied(m, 2).t;
            cr_assert(tml_norm(tml_sub(found, t)) < 1e-14 + 1e-14 * fabs(angle), "about axis %d by %g: %g %g %g", axis,
                      angle, found.x, found.y, found.z);
            mechanism_free(m);
        }
    }
    random_source d = {.state = 92};
    mechanism *m = turned_pair(&d, false, NULL, "bushing: [one, two], stiffness: {translation: 0, rotation: 5}", 0.3,
                               (tml_vec3){0, 0, 1}, 0);
    cr_assert_float_eq(applied(m, 2).t.z, -1.5, 1e-12);
    mechanism_free(m);
}

/* Compliant joints in space: a pure tilt or twist by an angle is held by stiffness times that angle, as far as the axis held is not
 * reversed; with a right angle held, up to 90 degrees. */
static void check_tilted(const char *joint, tml_vec3 axis, double most)
{
    static const double parts[] = {1e-9, 0.01, 0.3, 0.5, 0.9, 0.999};
    for (int i = 0; i < 12; i++) {
        const double angle = (i % 2 ? -1 : 1) * most * parts[i / 2];
        random_source d = {.state = 93};
        char text[160];
        snprintf(text, sizeof text, "%s, stiffness: {translation: 0, rotation: 7}", joint);
        mechanism *m = turned_pair(&d, true, text, "torque: two, value: [0, 0, 0]", angle, axis, 0);
        const body_state one = state_get(m, m->q, m->v, 1);
        const tml_vec3 t = tml_scale(-7 * angle, tml_rotate(&one.R, axis)), found = applied(m, 2).t;
        const double closeness = 1 - fabs(angle) / most; /* to where the axis is undefined, and digits are lost */
        cr_assert(tml_norm(tml_sub(found, t)) < 1e-14 / pow(closeness, 2),
                  "%s by %g: %.15g %.15g %.15g, not %.15g %.15g %.15g", joint, angle, found.x, found.y, found.z, t.x,
                  t.y, t.z);
        mechanism_free(m);
    }
}

Test(force, compliant_joints_resist_tilt_by_stiffness_times_angle)
{
    const double half = 3.141592653589793, x = sqrt(0.5);
    const tml_vec3 slanted = {x, -x, 0};
    check_tilted("revolute: [one, two], at: P, axis: z", slanted, half);
    check_tilted("cylindrical: [one, two], at: P, axis: z", (tml_vec3){1, 0, 0}, half);
    check_tilted("screw: [one, two], at: P, axis: z, pitch: 0", (tml_vec3){0, 1, 0}, half);
    check_tilted("planar: [one, two], at: P, axis: [1, 1, 0]", slanted, half);
    check_tilted("parallel: [one, two], axis: z", slanted, half);
    check_tilted("fixed: [one, two], at: P", (tml_vec3){0.6, 0, 0.8}, half);
    check_tilted("prismatic: [one, two], at: P, axis: z", (tml_vec3){0.6, 0, 0.8}, half);
    check_tilted("universal: [one, two], at: P, axes: [x, y]", (tml_vec3){0, 0, 1}, half / 2);
    check_tilted("perpendicular: [one, two], axes: [z, x]", (tml_vec3){0, 1, 0}, half / 2);
}

/* ---- what acts without being written ---- */

static void momentum_along(void *context, double s, double *out)
{
    const mechanism *m = context;
    double q[14], v[12];
    const tml_mass *b = &m->system->masses[1];
    mechanism_moved(m, m->q, m->v, s, q);
    memcpy(v, m->v, sizeof v);
    const body_state at = state_get(m, q, v, 1);
    const tml_vec3 L = tml_rotate(&at.R, tml_rotate(&b->inertia, tml_rotate_back(&at.R, at.w)));
    memcpy(out, &L, sizeof L);
}

/* With J w_B' = Q the angular momentum R J w_B on ground axes stays: its rate at constant w_B is -R Q. */
Test(force, gyroscopic_term_keeps_angular_momentum)
{
    random_source d = {.state = 101};
    for (int i = 0; i < TRIALS; i++) {
        tml_text text = {0};
        tml_text_add(&text, "trammel: 1\nspace: space\ngravity: [1, 2, 3]\nbodies:\n");
        put_body(&text, &d, true, "one");
        mechanism *m = mechanism_make(text.data);
        double slope[3];
        mechanism_scatter(m, &d);
        mechanism_evaluate(m, m->q, m->v);
        differentiate(momentum_along, m, 3, slope);
        const body_state at = state_get(m, m->q, m->v, 1);
        const tml_vec3 t = tml_rotate(&at.R, (tml_vec3){m->work->Q[3], m->work->Q[4], m->work->Q[5]});
        cr_assert(tml_norm(tml_add(t, (tml_vec3){slope[0], slope[1], slope[2]})) < 1e-11, "angular momentum changes");
        const double mass = m->system->masses[1].mass;
        cr_assert(m->work->Q[0] == mass && m->work->Q[1] == 2 * mass && m->work->Q[2] == 3 * mass, "gravity");
        const tml_vec3 w_B = tml_rotate_back(&at.R, at.w);
        const double kinetic =
            0.5 * (mass * tml_dot(at.v, at.v) + tml_dot(w_B, tml_rotate(&m->system->masses[1].inertia, w_B)));
        cr_assert_float_eq(tml_workspace_kinetic(m->work), kinetic, 1e-14 * kinetic + 1e-15, "kinetic energy");
        mechanism_free(m);
        tml_text_free(&text);
    }
}

/* Gravity's potential is that of the weight, wherever the frames of the bodies are. */
Test(force, potential_of_gravity_is_that_of_the_weight)
{
    for (int space = 0; space < 2; space++) {
        random_source d = {.state = 111};
        tml_text text = {0};
        tml_text_add(&text, "trammel: 1\nspace: %s\ngravity: %s\nbodies:\n", space ? "space" : "plane",
                     space ? "[1, 2, 3]" : "[1, 2]");
        put_body(&text, &d, space, "one");
        put_body(&text, &d, space, "two");
        mechanism *m = mechanism_make(text.data);
        mechanism_scatter(m, &d);
        mechanism_evaluate(m, m->q, m->v);
        check_power(m, "gravity");
        check_gradient(m, "gravity");
        mechanism_free(m);
        tml_text_free(&text);
    }
}

/* ---- examples ---- */

/* The example with a tight tolerance. */
static void check_tight(const char *name, const char *text)
{
    const char *at = strstr(text, "dynamics: {");
    cr_assert_not_null(at, "%s: the example does not move", name);
    const size_t head = (size_t)(at - text) + strlen("dynamics: {");
    tml_text tight = {0};
    tml_text_put(&tight, text, head);
    tml_text_add(&tight, "tolerance: 1e-10, %s", text + head);
    check_example(name, tight.data, 1e-7);
    tml_text_free(&tight);
}

Test(force, examples_keep_their_energy_balance, .timeout = TML_SLOWER * 60)
{
    for (int i = 0; i < tml_force_class_count; i++) {
        const tml_force_class *class = tml_force_classes[i];
        cr_assert(class->doc && class->symbol_count, "%s: no doc or symbol", class->name);
        cr_assert(class->plane || class->space, "%s: exists nowhere", class->name);
        cr_assert_eq(class->plane, class->example_plane != NULL, "%s: example in the plane", class->name);
        cr_assert_eq(class->space, class->example_space != NULL, "%s: example in space", class->name);
        if (class->example_plane)
            check_tight(class->name, class->example_plane);
        if (class->example_space)
            check_tight(class->name, class->example_space);
    }
}
