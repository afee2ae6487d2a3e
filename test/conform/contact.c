/* contact.c - laws that the gap, the slip and the force of every pair of registered surfaces obey, with random sizes, places and states.
 *
 *   gap' = d gap/dt and (gap')' = bias, the same of each slip          for motions with constant velocities
 *   |d gap/d x| = 1, and where body 2 is moved by -gap along it, the gap is zero
 *   gap, gap' and |slip| do not change where both bodies are moved together; the least gap of surfaces that are apart is the same with them exchanged
 *   forces along gap and slips on both bodies add up to zero, and so do their moments
 */
#include "support/random_surface.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double DEPTH = 2e-4; /* m: up to which surfaces overlap in a compliant contact */
enum { SIZES = 4, STATES = 6, MAX_PLACES = 400, MAX_TERMS = 3 * MAX_PLACES };

typedef struct {
    mechanism *m;
    const char *name[2];
    double scale; /* of the velocities */
    int checked, rough;
} rig;

static const tml_interaction *normal_of(const rig *r, int i)
{
    return &r->m->system->interactions[r->m->system->contacts[i].normal];
}

static const tml_interaction *friction_of(const rig *r, int i)
{
    return &r->m->system->interactions[r->m->system->contacts[i].friction];
}

/* Without the last ones, which stand empty until two edges touch (unit_touch has their gaps). */
static int place_count(const rig *r)
{
    const tml_system *s = r->m->system;
    int count = s->contact_count;
    while (s->space && s->measures[normal_of(r, count - 1)->term[0].measure].candidate->slot > 0)
        count--;
    cr_assert(count > 0 && count <= MAX_PLACES, "%s, %s: %d places", r->name[0], r->name[1], count);
    return count;
}

static double value_of(const rig *r, tml_term t)
{
    return t.coefficient * r->m->work->value[t.measure];
}

static double rate_of(const rig *r, tml_term t)
{
    return t.coefficient * r->m->work->rate[t.measure];
}

/* The gap, then the slips. */
static int terms_of(const rig *r, int i, tml_term out[4])
{
    const tml_interaction *slip = friction_of(r, i);
    out[0] = normal_of(r, i)->term[0];
    for (int k = 0; k < slip->size; k++)
        out[1 + k] = slip->term[k];
    return 1 + slip->size;
}

/* ---- rates ---- */

/* For each place its gap, and the rates of gap and slips. */
static void along_motion(void *context, double s, double *out)
{
    rig *r = context;
    double q[14], v[12];
    for (int j = 0; j < r->m->system->nv; j++)
        v[j] = r->scale * r->m->v[j];
    mechanism_moved(r->m, r->m->q, v, s, q);
    mechanism_evaluate(r->m, q, r->m->v);
    for (int i = 0, n = 0; i < place_count(r); i++) {
        tml_term t[4];
        const int count = terms_of(r, i, t);
        out[n++] = value_of(r, t[0]);
        for (int k = 0; k < count; k++)
            out[n++] = rate_of(r, t[k]);
    }
}

/* Differences of another step are the same where no other feature comes near. */
static void differences(rig *r, int n, double *slope, bool *smooth)
{
    static double other[4 * MAX_PLACES];
    r->scale = 0.1;
    differentiate(along_motion, r, n, slope);
    r->scale = 0.07;
    differentiate(along_motion, r, n, other);
    for (int i = 0; i < n; i++) {
        slope[i] /= 0.1;
        smooth[i] = fabs(slope[i] - other[i] / 0.07) < 1e-8 * (1 + fabs(slope[i]));
    }
}

static void check_rates(rig *r)
{
    static double slope[4 * MAX_PLACES];
    static bool smooth[4 * MAX_PLACES];
    const tml_workspace *w = r->m->work;
    const int places = place_count(r), terms = 1 + friction_of(r, 0)->size;
    differences(r, places * (1 + terms), slope, smooth);
    mechanism_evaluate(r->m, r->m->q, r->m->v);
    for (int i = 0; i < places; i++) {
        tml_term t[4];
        terms_of(r, i, t);
        for (int k = 0; k <= terms; k++) {
            const int n = i * (1 + terms) + k;
            const double got = k == 0 ? rate_of(r, t[0]) : t[k - 1].coefficient * w->bias[t[k - 1].measure];
            if (value_of(r, t[0]) < -DEPTH) /* two sides may be equally near */
                continue;
            r->checked += smooth[n], r->rough += !smooth[n];
            cr_assert(!smooth[n] || fabs(got - slope[n]) < 1e-7 * (1 + fabs(slope[n])),
                      "%s, %s, place %d of %d: derivative %d is %.12g, not %.12g (gap %g)", r->name[0], r->name[1], i,
                      places, k, got, slope[n], value_of(r, t[0]));
        }
    }
}

/* ---- the gap is a distance ---- */

static tml_vec3 normal_at(const rig *r, int i)
{
    const tml_system *s = r->m->system;
    double f[12] = {0};
    tml_workspace_add_term(r->m->work, normal_of(r, i)->term[0], 1, f);
    return (tml_vec3){f[s->nvb], f[s->nvb + 1], s->space ? f[s->nvb + 2] : 0};
}

static int nearest_place(const rig *r)
{
    int least = 0;
    for (int i = 1; i < place_count(r); i++)
        if (value_of(r, normal_of(r, i)->term[0]) < value_of(r, normal_of(r, least)->term[0]))
            least = i;
    return least;
}

/* Of bodies apart: their nearest points stay so while they come together along their normal. */
static void check_distance(rig *r)
{
    mechanism_evaluate(r->m, r->m->q, r->m->v);
    for (int i = 0; i < place_count(r); i++)
        cr_assert_float_eq(tml_norm(normal_at(r, i)), 1, 1e-12, "%s, %s: gradient %.15g", r->name[0], r->name[1],
                           tml_norm(normal_at(r, i)));
    const int i = nearest_place(r);
    const double gap = value_of(r, normal_of(r, i)->term[0]);
    const tml_vec3 n = normal_at(r, i);
    if (gap < 0.01)
        return;
    const double step[3] = {-0.99 * gap * n.x, -0.99 * gap * n.y, -0.99 * gap * n.z};
    double q[14];
    memcpy(q, r->m->q, (size_t)r->m->system->nq * sizeof *q);
    for (int k = 0; k < (r->m->system->space ? 3 : 2); k++)
        q[r->m->system->nqb + k] += step[k];
    mechanism_evaluate(r->m, q, r->m->v);
    cr_assert_float_eq(value_of(r, normal_of(r, i)->term[0]), 0.01 * gap, 1e-10,
                       "%s, %s: 99 %% of the gap of %.12g closed, and %.12g of it is left", r->name[0], r->name[1], gap,
                       value_of(r, normal_of(r, i)->term[0]));
}

/* ---- objectivity ---- */

typedef struct {
    double gap, rate, slip;
} invariants;

static void invariants_of(const rig *r, invariants *out)
{
    for (int i = 0; i < place_count(r); i++) {
        tml_term t[4];
        double sum = 0;
        const int count = terms_of(r, i, t);
        for (int k = 1; k < count; k++)
            sum += rate_of(r, t[k]) * rate_of(r, t[k]);
        out[i] = (invariants){value_of(r, t[0]), rate_of(r, t[0]), sqrt(sum)};
    }
}

static void check_objectivity(rig *r, random_source *d)
{
    static invariants before[MAX_PLACES], after[MAX_PLACES];
    const bool space = r->m->system->space;
    const double angle = random_between(d, -3, 3);
    const tml_mat3 R = tml_quat_matrix(tml_quat_about(space ? random_direction(d, true) : (tml_vec3){0, 0, 1}, angle));
    const tml_vec3 x = random_vector(d, space, 2);
    double q[14], v[12];
    mechanism_evaluate(r->m, r->m->q, r->m->v);
    invariants_of(r, before);
    for (int b = 1; b <= 2; b++) {
        body_state s = state_get(r->m, r->m->q, r->m->v, b);
        s.x = tml_add(x, tml_rotate(&R, s.x)), s.v = tml_rotate(&R, s.v), s.w = tml_rotate(&R, s.w);
        s.R = tml_mat3_product(&R, &s.R);
        state_put(r->m, b, &s, angle + r->m->q[(b - 1) * r->m->system->nqb + 2], q, v);
    }
    mechanism_evaluate(r->m, q, v);
    invariants_of(r, after);
    for (int i = 0; i < place_count(r); i++) {
        const bool behind = fabs(before[i].gap) < DEPTH; /* an open curve, at its end: there is no side of it */
        cr_assert(fabs(before[i].gap - after[i].gap) < 1e-12 || (behind && fabs(before[i].gap + after[i].gap) < 1e-12),
                  "%s, %s: gap %.15g, moved with both bodies %.15g", r->name[0], r->name[1], before[i].gap,
                  after[i].gap);
        const bool kink = before[i].gap < -DEPTH || before[i].gap * after[i].gap < 0;
        cr_assert(kink ||
                      (fabs(before[i].rate - after[i].rate) < 1e-10 && fabs(before[i].slip - after[i].slip) < 1e-10),
                  "%s, %s: rates %.12g %.12g, moved with both bodies %.12g %.12g", r->name[0], r->name[1],
                  before[i].rate, before[i].slip, after[i].rate, after[i].slip);
    }
}

/* ---- balance ---- */

static void check_balance(rig *r)
{
    const tml_system *s = r->m->system;
    mechanism_evaluate(r->m, r->m->q, r->m->v);
    for (int i = 0; i < place_count(r); i++) {
        tml_term t[4];
        const int count = terms_of(r, i, t);
        for (int k = 0; k < count; k++) {
            double f[12] = {0};
            tml_vec3 force = {0, 0, 0}, moment = {0, 0, 0};
            tml_workspace_add_term(r->m->work, t[k], 1, f);
            for (int b = 1; b <= 2; b++) {
                const body_state x = state_get(r->m, r->m->q, r->m->v, b);
                const double *g = f + (b - 1) * s->nvb;
                const tml_vec3 push = {g[0], g[1], s->space ? g[2] : 0};
                force = tml_add(force, push);
                moment = tml_add(moment, tml_cross(x.x, push));
                moment =
                    tml_add(moment, s->space ? tml_rotate(&x.R, (tml_vec3){g[3], g[4], g[5]}) : (tml_vec3){0, 0, g[2]});
            }
            cr_assert(tml_norm(force) < 1e-13, "%s, %s: forces %d add up to %g", r->name[0], r->name[1], k,
                      tml_norm(force));
            cr_assert(tml_norm(moment) < 1e-12, "%s, %s: moments %d add up to %g", r->name[0], r->name[1], k,
                      tml_norm(moment));
        }
    }
}

/* ---- exchange ---- */

static void check_exchange(rig *r, const random_pair *p)
{
    rig back = {.m = random_pair_compile(p, true), .name = {r->name[1], r->name[0]}};
    cr_assert(back.m, "%s and %s touch, but not the other way round", r->name[0], r->name[1]);
    memcpy(back.m->q, r->m->q, (size_t)r->m->system->nq * sizeof(double));
    mechanism_evaluate(back.m, back.m->q, back.m->v);
    mechanism_evaluate(r->m, r->m->q, r->m->v);
    const double one = value_of(r, normal_of(r, nearest_place(r))->term[0]);
    const double other = value_of(&back, normal_of(&back, nearest_place(&back))->term[0]);
    cr_assert(one < DEPTH || fabs(one - other) < 1e-12, "%s, %s: gap %.15g, exchanged %.15g", r->name[0], r->name[1],
              one, other);
    mechanism_free(back.m);
}

/* ---- all pairs ---- */

static int touching;

/* The second body moved so that they just overlap. */
static void touch(rig *r)
{
    mechanism_evaluate(r->m, r->m->q, r->m->v);
    const int i = nearest_place(r);
    const tml_vec3 n = normal_at(r, i);
    const double way = -value_of(r, normal_of(r, i)->term[0]) - DEPTH / 2, x[3] = {way * n.x, way * n.y, way * n.z};
    for (int k = 0; k < (r->m->system->space ? 3 : 2); k++)
        r->m->q[r->m->system->nqb + k] += x[k];
}

static void check_sizes(const random_pair *p, rig *r, random_source *d)
{
    random_pair at = *p;
    for (int i = 0; i < STATES; i++) {
        random_pair_scatter(&at, random_between(d, 0.4, 1.2), d);
        random_pair_put(&at, r->m);
        if (i % 2)
            touch(r);
        check_rates(r);
        check_distance(r);
        check_objectivity(r, d);
        check_balance(r);
        check_exchange(r, &at);
    }
}

static void check_pair(const tml_body_surface_class *a, const tml_body_surface_class *b, bool space)
{
    random_source d = {.state = (uint64_t)(100 * a->kind + b->kind)};
    rig r = {.name = {a->name, b->name}};
    for (int i = 0; i < SIZES; i++) {
        random_pair p = random_pair_make(a, b, space, false, &d);
        r.m = random_pair_compile(&p, false);
        if (r.m)
            check_sizes(&p, &r, &d);
        else
            cr_assert_null(random_pair_compile(&p, true), "%s and %s touch one way round only", a->name, b->name);
        if (r.m)
            mechanism_free(r.m);
        random_pair_free(&p);
    }
    touching += r.checked > 0;
    cr_assert(r.rough <= r.checked, "%s, %s: %d smooth, %d not", a->name, b->name, r.checked, r.rough);
}

static void check_in_plane(const tml_body_surface_class *a, const tml_body_surface_class *b)
{
    check_pair(a, b, false);
}
static void check_in_space(const tml_body_surface_class *a, const tml_body_surface_class *b)
{
    check_pair(a, b, true);
}

Test(contact, gaps_of_the_plane_are_distances_with_balanced_forces, .timeout = TML_SLOWER * 100)
{
    each_pair_of_surfaces(false, check_in_plane);
    cr_expect_geq(touching, 18, "%d pairs of surfaces touch", touching);
}

Test(contact, gaps_of_space_are_distances_with_balanced_forces, .timeout = TML_SLOWER * 300)
{
    each_pair_of_surfaces(true, check_in_space);
    cr_expect_geq(touching, 45, "%d pairs of surfaces touch", touching);
}
