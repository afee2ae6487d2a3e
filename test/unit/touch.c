/* touch.c - gaps and slips of shapes in space: against differences, known positions, and libccd. */
#include "contact/touch.h"
#include "base/arena.h"
#include "contact/feature.h"
#include <ccd/ccd.h>
#include <criterion/criterion.h>
#include <string.h>

static tml_arena home;
static tml_arena *const arena = &home;

static void free_home(void)
{
    tml_arena_free(&home);
}

TestSuite(touch, .fini = free_home);

static unsigned long long seed = 1;

static double chance(double least, double most)
{
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return least + (most - least) * (double)(seed >> 11) / 9007199254740992.0;
}

static tml_vec3 direction(void)
{
    for (;;) {
        const tml_vec3 a = {chance(-1, 1), chance(-1, 1), chance(-1, 1)};
        const double l = tml_norm(a);
        if (l > 0.1 && l < 1)
            return tml_scale(1 / l, a);
    }
}

static tml_vec3 somewhere(double size)
{
    return (tml_vec3){chance(-size, size), chance(-size, size), chance(-size, size)};
}

/* A body that moves with constant v and w in body axes. */
typedef struct {
    tml_vec3 x, v, w_B;
    tml_quat q;
} body;

static tml_rigid_motion at(const body *b, double t)
{
    const tml_quat q = tml_quat_product(b->q, tml_quat_exp(tml_scale(t, b->w_B)));
    tml_rigid_motion m = {.x = tml_add(b->x, tml_scale(t, b->v)), .v = b->v, .R = tml_quat_matrix(q)};
    m.w = tml_rotate(&m.R, b->w_B);
    return m;
}

static body random_body(double distance)
{
    return (body){.x = tml_scale(distance, direction()),
                  .v = somewhere(1),
                  .w_B = somewhere(1),
                  .q = tml_quat_about(direction(), chance(-3, 3))};
}

static const tml_surface *hills(void)
{
    static double x[33], z[33 * 33];
    for (int i = 0; i < 33; i++)
        x[i] = -4 + 0.25 * i;
    for (int i = 0; i < 33; i++)
        for (int k = 0; k < 33; k++)
            z[i * 33 + k] = 0.1 * sin(x[i]) * cos(0.7 * x[k]);
    tml_log log = {0};
    return tml_surface_spline(
        tml_surface_make(arena, x, 33, x, 33, z, (tml_curve_options){.name = "hills"}, (tml_place){0}, &log));
}

enum { SPHERE, HOLLOW, BORE, CAPSULE, PLANE, DISC, TORUS, CYLINDER, BOX, MESH, HEIGHTFIELD, KINDS };
static const char *const NAMES[] = {"sphere", "hollow sphere", "bore", "capsule", "plane",      "disc",
                                    "torus",  "cylinder",      "box",  "mesh",    "heightfield"};

static tml_contact_solid shape_of(int kind)
{
    tml_contact_solid s = {.p = somewhere(0.1), .a = direction(), .radius = 0.1};
    switch (kind) {
    case SPHERE:
        s.kind = TML_SOLID_POINT;
        break;
    case HOLLOW:
        s.kind = TML_SOLID_POINT, s.radius = -1.5, s.hollow = true;
        break;
    case BORE:
        s.kind = TML_SOLID_CYLINDER, s.radius = 0, s.rim = 1.5, s.half = INFINITY, s.hollow = true;
        break;
    case CAPSULE:
        s.kind = TML_SOLID_SEGMENT, s.half = 0.3;
        break;
    case PLANE:
        s.kind = TML_SOLID_PLANE, s.radius = 0;
        break;
    case DISC:
        s.kind = TML_SOLID_CIRCLE, s.rim = 0.4, s.radius = 0;
        break;
    case TORUS:
        s.kind = TML_SOLID_CIRCLE, s.rim = 0.4;
        break;
    case CYLINDER:
        s.kind = TML_SOLID_CYLINDER, s.rim = 0.3, s.half = 0.2, s.radius = 0;
        break;
    case BOX: {
        const tml_mat3 F = tml_frame_with_z(s.a);
        s.kind = TML_SOLID_POLYHEDRON, s.radius = 0;
        s.polyhedron = tml_polyhedron_box(s.p, &F, (tml_vec3){0.3, 0.2, 0.25}, arena);
        break;
    }
    case MESH: {
        tml_vec3 points[30];
        for (int i = 0; i < 30; i++)
            points[i] = tml_add(s.p, tml_scale(0.35, direction()));
        s.kind = TML_SOLID_POLYHEDRON, s.radius = 0;
        s.polyhedron = tml_polyhedron_hull(points, 30, arena);
        break;
    }
    default:
        s.kind = TML_SOLID_HEIGHTFIELD, s.radius = 0, s.axes = tml_frame_with_z(s.a),
        s.height = tml_heights_make(hills(), arena);
    }
    return s;
}

/* d/dt by differences of order 8. */
static const double WEIGHTS[] = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};

static double speed(const tml_touch *c, tml_vec3 d, const tml_rigid_motion *A, const tml_rigid_motion *B)
{
    double J[12];
    tml_touch_jacobian(c, d, (tml_vec3){0, 0, 0}, A, B, J);
    const tml_vec3 w1 = tml_rotate_back(&A->R, A->w), w2 = tml_rotate_back(&B->R, B->w);
    return J[0] * A->v.x + J[1] * A->v.y + J[2] * A->v.z + J[3] * w1.x + J[4] * w1.y + J[5] * w1.z + J[6] * B->v.x +
           J[7] * B->v.y + J[8] * B->v.z + J[9] * w2.x + J[10] * w2.y + J[11] * w2.z;
}

/* gap', and (d . u)' of the normal and both tangents, by differences. */
static void difference(const tml_candidate *c, int kept, const body *a, const body *b, double h, double sum[4])
{
    memset(sum, 0, 4 * sizeof *sum);
    for (int k = 1; k <= 4; k++)
        for (int sign = -1; sign <= 1; sign += 2) {
            const tml_rigid_motion P = at(a, sign * k * h), Q = at(b, sign * k * h);
            const tml_touch t = tml_touch_on(c, kept, &P, &Q);
            const double f = sign * WEIGHTS[k - 1] / h;
            sum[0] += f * t.gap;
            sum[1] += f * speed(&t, t.n, &P, &Q);
            for (int i = 0; i < 2; i++)
                sum[2 + i] += f * speed(&t, t.t[i], &P, &Q);
        }
}

/* The worst error of rates and biases. Where the nearest feature changes within the differences, they depend on their step: not smooth. */
static double worst_rate(const tml_candidate *c, int kept, const body *a, const body *b, bool *smooth)
{
    const tml_rigid_motion A = at(a, 0), B = at(b, 0);
    const tml_touch now = tml_touch_on(c, kept, &A, &B);
    double coarse[4], middle[4], fine[4], J[12], worst = 0;
    difference(c, kept, a, b, 1e-3, coarse);
    difference(c, kept, a, b, 0.7e-3, middle);
    difference(c, kept, a, b, 0.45e-3, fine);
    const double found[4] = {speed(&now, now.n, &A, &B), tml_touch_jacobian(&now, now.n, now.ndot, &A, &B, J),
                             tml_touch_jacobian(&now, now.t[0], now.tdot[0], &A, &B, J),
                             tml_touch_jacobian(&now, now.t[1], now.tdot[1], &A, &B, J)};
    *smooth = true;
    for (int i = 0; i < 4; i++) {
        worst = fmax(worst, fabs(found[i] - fine[i]));
        *smooth = *smooth && fabs(coarse[i] - fine[i]) < 2e-9 && fabs(middle[i] - fine[i]) < 2e-9;
    }
    return worst;
}

/* Pairs of shapes that can touch. */
static const int PAIRS[][2] = {
    {SPHERE, HOLLOW},       {SPHERE, BORE},     {CAPSULE, BORE},      {SPHERE, PLANE},
    {SPHERE, SPHERE},       {SPHERE, CAPSULE},  {SPHERE, CYLINDER},   {SPHERE, BOX},
    {SPHERE, HEIGHTFIELD},  {SPHERE, MESH},     {SPHERE, TORUS},      {SPHERE, DISC},
    {CAPSULE, PLANE},       {CAPSULE, CAPSULE}, {CAPSULE, BOX},       {CAPSULE, MESH},
    {CAPSULE, HEIGHTFIELD}, {BOX, PLANE},       {BOX, BOX},           {BOX, MESH},
    {MESH, MESH},           {CYLINDER, PLANE},  {DISC, PLANE},        {TORUS, PLANE},
    {MESH, PLANE},          {BOX, HEIGHTFIELD}, {MESH, HEIGHTFIELD},  {CYLINDER, CAPSULE},
    {CYLINDER, CYLINDER},   {CYLINDER, BOX},    {CYLINDER, MESH},     {CYLINDER, HEIGHTFIELD},
    {CYLINDER, BORE},       {CYLINDER, HOLLOW}, {TORUS, CAPSULE},     {TORUS, CYLINDER},
    {TORUS, BOX},           {TORUS, TORUS},     {TORUS, HEIGHTFIELD}, {TORUS, BORE},
    {DISC, CAPSULE},        {DISC, CYLINDER},   {DISC, BOX},          {DISC, HEIGHTFIELD},
    {DISC, TORUS}};
enum { PAIR_COUNT = sizeof PAIRS / sizeof *PAIRS, MOST = 160 };

Test(touch, rates_and_biases_match_differences)
{
    static tml_candidate list[MOST];
    for (int p = 0; p < PAIR_COUNT; p++) {
        int checked = 0, rough = 0;
        for (int trial = 0; trial < (p < 27 ? 40 : 8); trial++) {
            const tml_contact_solid s1 = shape_of(PAIRS[p][0]), s2 = shape_of(PAIRS[p][1]);
            const int count = tml_touch_candidates(&s1, &s2, -1, list, MOST);
            cr_assert(count > 0 && count <= MOST);
            const body a = random_body(0), b = random_body(chance(0.6, 1.2));
            for (int i = 0; i < count; i++) {
                bool smooth;
                const double worst = worst_rate(&list[i], 0, &a, &b, &smooth);
                if (!smooth) {
                    rough++;
                    continue;
                }
                checked++;
                cr_expect(worst < 1e-8, "%s - %s, candidate %d: off by %g", NAMES[PAIRS[p][0]], NAMES[PAIRS[p][1]], i,
                          worst);
            }
        }
        cr_expect(checked > 20 && rough < checked / 5, "%s - %s: %d smooth, %d not", NAMES[PAIRS[p][0]],
                  NAMES[PAIRS[p][1]], checked, rough);
    }
}

/* ---- features that are kept ---- */

/* Rates of features are smooth wherever the bodies are, and those that feature.c finds are those of the touch. Room: where the feet are. */
Test(touch, kept_features_have_exact_rates)
{
    static tml_candidate list[MOST];
    int checked = 0, rough = 0;
    for (int trial = 0; trial < 40; trial++) {
        const tml_contact_solid s1 = shape_of(trial % 2 ? BOX : MESH), s2 = shape_of(trial % 3 ? BOX : MESH);
        const int count = tml_touch_candidates(&s1, &s2, -1, list, MOST);
        const body a = random_body(0), b = random_body(chance(0.1, 1.2));
        const tml_rigid_motion A = at(&a, 0), B = at(&b, 0);
        for (int i = 1; i < count; i++) {
            const bool edges = list[i].slot > 0;
            const int most =
                edges ? s1.polyhedron->edge_count * s2.polyhedron->edge_count : list[i].other->polyhedron->face_count;
            const int kept = 1 + (7 * i + 31 * trial) % most;
            bool smooth;
            const double worst = worst_rate(&list[i], kept, &a, &b, &smooth);
            checked += smooth, rough += !smooth; /* edges may be nearly parallel */
            cr_expect(!smooth || worst < 1e-8, "candidate %d, feature %d: off by %g", i, kept, worst);
            const tml_touch t = tml_touch_on(&list[i], kept, &A, &B);
            const tml_feature f = tml_feature_at(&list[i], kept, &A, &B, 0);
            cr_expect_float_eq(f.gap, t.gap, 1e-12);
            cr_expect(!smooth || fabs(f.rate - speed(&t, t.n, &A, &B)) < 1e-11);
            cr_expect(tml_norm(tml_sub(tml_rotate(&A.R, f.n), t.n)) < 1e-12);
            const tml_vec3 place = tml_rotate(&A.R, f.at), apart = tml_sub(place, t.r1);
            cr_expect(tml_norm(tml_sub(apart, tml_scale(tml_dot(apart, t.n), t.n))) < 1e-11 * (1 + tml_norm(t.r1)));
        }
    }
    cr_expect(checked > 400 && rough < checked / 3, "%d smooth, %d not", checked, rough);
}

/* A cube above a cube, turned by 45 degrees: eight edges cross, and no vertex is over the other. */
Test(touch, crossing_edges_of_faces_are_found)
{
    static tml_candidate list[MOST];
    static tml_feature found[400];
    const tml_mat3 I = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    tml_contact_solid s = {.kind = TML_SOLID_POLYHEDRON};
    s.polyhedron = tml_polyhedron_box((tml_vec3){0, 0, 0}, &I, (tml_vec3){1, 1, 1}, arena);
    const int count = tml_touch_candidates(&s, &s, -1, list, MOST);
    cr_assert_eq(count, 1 + 16 + 8);
    const tml_rigid_motion A = {.R = I};
    tml_rigid_motion B = {.x = {0, 0, 2},
                          .v = {0, 0, -3},
                          .R = tml_quat_matrix(tml_quat_about((tml_vec3){0, 0, 1}, 0.25 * 3.14159265358979323846))};
    bool touches[MOST] = {false};
    for (int i = 0; i < count; i++)
        touches[i] = list[i].kind == TML_TOUCH_POINT && fabs(tml_touch_at(&list[i], &A, &B).gap) < 1e-12;
    const tml_feature_search search = {.touches = touches, .within = 1e-12, .slow = 1e-9};
    const int n = tml_features_find(list, &search, &A, &B, found, 0, 400);
    cr_assert_eq(n, 8);
    const double far = sqrt(2) - 1; /* a corner of the octagon */
    for (int k = 0; k < n; k++) {
        cr_expect(found[k].taken && found[k].index == 0);
        cr_expect_float_eq(found[k].rate, -3, 1e-12);
        cr_expect_float_eq(found[k].n.z, 1, 1e-12);
        cr_expect_float_eq(hypot(found[k].at.x, found[k].at.y), hypot(1, far), 1e-12);
        cr_expect_float_eq(found[k].room, 1 - far < 2 - sqrt(2) ? 1 - far : 2 - sqrt(2), 1e-12);
    }
    double rate;
    B.x.z = 2.5;
    cr_expect_float_eq(tml_features_watch(list, NULL, 0, -1e-9, &A, &B, &rate), 0.5, 1e-12);
    cr_expect_float_eq(rate, -3, 1e-12);
    /* flush: each corner of the square is one touch, however many features meet in it */
    B = (tml_rigid_motion){.x = {0, 0, 2}, .R = I};
    for (int i = 0; i < count; i++)
        touches[i] = list[i].kind == TML_TOUCH_POINT && fabs(tml_touch_at(&list[i], &A, &B).gap) < 1e-12;
    const int all = tml_features_find(list, &search, &A, &B, found, 0, 400);
    int taken = 0;
    for (int k = 0; k < all; k++) {
        taken += found[k].taken;
        cr_expect(!found[k].taken || fabs(found[k].n.z - 1) < 1e-12);
    }
    cr_expect_eq(taken, 4);
}

/* The table of pairs in docs/theory/contact-in-space.md: all touch but two grounds or bores, and two sharp discs. */
Test(touch, all_pairs_of_surfaces_have_gaps_but_those_without_an_inside)
{
    for (int i = 0; i < KINDS; i++)
        for (int k = 0; k < KINDS; k++) {
            const tml_contact_solid s1 = shape_of(i), s2 = shape_of(k);
            const bool around1 = s1.hollow || i == PLANE || i == HEIGHTFIELD;
            const bool around2 = s2.hollow || k == PLANE || k == HEIGHTFIELD;
            const bool none = (around1 && around2) || (i == DISC && k == DISC);
            cr_expect_eq(tml_touch_candidates(&s1, &s2, -1, NULL, 0) == 0, none, "%s - %s", NAMES[i], NAMES[k]);
        }
}

/* A point of the surface of a solid with its core at an angle, for a search by chance and then ever nearer. */
typedef struct {
    double u[3];
} place;

/* The point of a core that u (each in 0 to 1) stands for: anywhere in it or on its boundary. */
static tml_vec3 core_point(const tml_contact_solid *s, const place *at)
{
    const tml_mat3 F = tml_frame_with_z(s->a);
    const double angle = 6.283185307179586 * at->u[0], h = s->half * (2 * at->u[1] - 1);
    switch (s->kind) {
    case TML_SOLID_SEGMENT:
        return tml_add(s->p, tml_scale(h, s->a));
    case TML_SOLID_CIRCLE:
        return tml_add(s->p, tml_rotate(&F, (tml_vec3){s->rim * cos(angle), s->rim * sin(angle), 0}));
    case TML_SOLID_CYLINDER: {
        const double r = s->rim * sqrt(at->u[2]);
        return tml_add(tml_add(s->p, tml_scale(h, s->a)),
                       tml_rotate(&F, (tml_vec3){r * cos(angle), r * sin(angle), 0}));
    }
    case TML_SOLID_POLYHEDRON: { /* a box of shape_of */
        tml_vec3 x = s->p;
        const double half[3] = {0.3, 0.2, 0.25};
        for (int k = 0; k < 3; k++)
            x = tml_add(x, tml_scale(half[k] * (2 * at->u[k] - 1), tml_mat3_column(&F, (tml_axis)k)));
        return x;
    }
    default:
        return s->p;
    }
}

/* The least of phi over the core of the first body, by a search that knows nothing of features. */
static double searched_distance(const tml_contact_solid *s1, const tml_contact_solid *s2, const tml_rigid_motion *A,
                                const tml_rigid_motion *B)
{
    double least = INFINITY;
    for (int start = 0; start < 6; start++) {
        place best = {{chance(0, 1), chance(0, 1), chance(0, 1)}};
        double value = INFINITY, width = 1;
        for (int k = 0; k < 1200; k++) {
            place next = best;
            for (int i = 0; i < 3; i++)
                next.u[i] = i == 0 && s1->kind != TML_SOLID_POLYHEDRON
                                ? next.u[0] + width * chance(-0.5, 0.5)
                                : fmin(1, fmax(0, next.u[i] + width * chance(-0.5, 0.5)));
            const tml_vec3 x = tml_add(A->x, tml_rotate(&A->R, core_point(s1, &next)));
            const double phi = tml_contact_solid_distance(s2, tml_rotate_back(&B->R, tml_sub(x, B->x))).value;
            if (phi < value)
                value = phi, best = next;
            width *= 0.985;
        }
        least = fmin(least, value);
    }
    return least - s1->radius - s2->radius;
}

/* Apart, the least gap of all candidates is the distance of the solids. */
Test(touch, the_least_gap_of_curved_solids_is_their_distance, .timeout = TML_SLOWER * 60)
{
    static const int pairs[][2] = {
        {CAPSULE, CYLINDER},    {CYLINDER, CYLINDER},    {CYLINDER, BOX},     {BOX, CYLINDER},
        {TORUS, CAPSULE},       {TORUS, CYLINDER},       {TORUS, BOX},        {TORUS, TORUS},
        {CAPSULE, HEIGHTFIELD}, {CYLINDER, HEIGHTFIELD}, {TORUS, HEIGHTFIELD}};
    static tml_candidate list[MOST];
    for (size_t p = 0; p < sizeof pairs / sizeof *pairs; p++)
        for (int trial = 0; trial < 6; trial++) {
            const tml_contact_solid s1 = shape_of(pairs[p][0]), s2 = shape_of(pairs[p][1]);
            const int count = tml_touch_candidates(&s1, &s2, -1, list, MOST);
            const body a = random_body(0), b = random_body(chance(0.7, 1.2));
            const tml_rigid_motion A = at(&a, 0), B = at(&b, 0);
            const double want = searched_distance(&s1, &s2, &A, &B);
            double least = INFINITY;
            for (int i = 0; i < count; i++)
                least = fmin(least, tml_touch_at(&list[i], &A, &B).gap);
            if (want > 0)
                cr_expect(least <= want + 1e-9 && least > want - 2e-3, "%s - %s: %.9g, searched %.9g",
                          NAMES[pairs[p][0]], NAMES[pairs[p][1]], least, want);
        }
}

/* The distance of corner p of one rectangle, half sides u, from the other, half sides h about the origin. */
static double beyond(double x, double y, const double h[2])
{
    return hypot(fmax(fabs(x) - h[0], 0), fmax(fabs(y) - h[1], 0));
}

/* A cylinder lies beside a box that stands: seen from above two rectangles, whose distance is that of their nearest corner. The sides of the rims are parallel to the
 * upright edges of the box there. */
Test(touch, rims_have_gaps_from_edges_parallel_to_them)
{
    static tml_candidate list[MOST];
    const double bar[2] = {0.2, 0.3}, post[2] = {0.15, 0.1};
    const tml_mat3 axes = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const tml_contact_solid s1 = {.kind = TML_SOLID_CYLINDER, .a = {1, 0, 0}, .half = bar[0], .rim = bar[1]},
                            s2 = {.kind = TML_SOLID_POLYHEDRON,
                                  .polyhedron = tml_polyhedron_box((tml_vec3){0, 0, 0}, &axes,
                                                                   (tml_vec3){post[0], post[1], 0.5}, arena)};
    const int count = tml_touch_candidates(&s1, &s2, -1, list, MOST);
    for (int trial = 0; trial < 40; trial++) {
        const double angle = trial % 4 ? chance(0, 6.3) : trial * 0.39269908169872414, away = chance(0, 6.3);
        const tml_vec3 x = {0.7 * cos(away), 0.7 * sin(away), 0};
        const body a = {.q = {1, 0, 0, 0}}, b = {.x = x, .q = tml_quat_about((tml_vec3){0, 0, 1}, angle)};
        const tml_rigid_motion A = at(&a, 0), B = at(&b, 0);
        double want = INFINITY, least = INFINITY;
        for (int k = 0; k < 4; k++) {
            const double i = k & 1 ? 1 : -1, j = k & 2 ? 1 : -1, c = cos(angle), d = sin(angle);
            const double u = i * post[0], v = j * post[1], e = i * bar[0] - x.x, f = j * bar[1] - x.y;
            want = fmin(want, beyond(x.x + c * u - d * v, x.y + d * u + c * v, bar));
            want = fmin(want, beyond(c * e + d * f, -d * e + c * f, post));
        }
        for (int i = 0; i < count; i++) {
            const tml_touch t = tml_touch_at(&list[i], &A, &B);
            cr_expect(isfinite(t.gap) && isfinite(t.n.x + t.n.y + t.n.z), "candidate %d at %.9g, %.9g", i, angle, away);
            least = fmin(least, t.gap);
        }
        cr_expect(fabs(least - want) < 1e-9, "%.12g, but %.12g at %.9g, %.9g", least, want, angle, away);
    }
}

/* Brought together until the nearest place is just in touch, apart or overlapping: the gap there is the way, and its normal stays. */
Test(touch, curved_solids_touch_with_one_normal_on_both_sides_of_zero)
{
    static const int pairs[][2] = {{CYLINDER, CYLINDER}, {CYLINDER, BOX}, {CYLINDER, MESH},  {DISC, BOX},
                                   {DISC, CYLINDER},     {TORUS, BOX},    {BOX, HEIGHTFIELD}};
    static tml_candidate list[MOST];
    int edges = 0;
    for (size_t p = 0; p < sizeof pairs / sizeof *pairs; p++)
        for (int trial = 0; trial < 40; trial++) {
            const tml_contact_solid s1 = shape_of(pairs[p][0]), s2 = shape_of(pairs[p][1]);
            const int count = tml_touch_candidates(&s1, &s2, -1, list, MOST);
            const body a = random_body(0), b = random_body(chance(0.8, 1.2));
            const tml_rigid_motion A = at(&a, 0), B = at(&b, 0);
            int nearest = 0;
            for (int i = 1; i < count; i++)
                if (tml_touch_at(&list[i], &A, &B).gap < tml_touch_at(&list[nearest], &A, &B).gap)
                    nearest = i;
            const tml_touch t = tml_touch_at(&list[nearest], &A, &B);
            /* a corner that meets an edge or a rim has no normal of its own there */
            const tml_candidate *c = &list[nearest];
            const tml_rigid_motion *own = c->exchanged ? &B : &A, *other = c->exchanged ? &A : &B;
            const tml_vec3 r = c->exchanged ? t.r2 : t.r1;
            const tml_vec3 on = tml_rotate_back(&other->R, tml_sub(tml_add(own->x, r), other->x));
            const tml_signed_distance phi = tml_contact_solid_distance(c->other, on);
            const double bend = phi.value * (phi.H.m[0][0] + phi.H.m[1][1] + phi.H.m[2][2]);
            const bool end = c->rim == 0 && !c->side && !(phi.H.m[0][0] + phi.H.m[1][1] + phi.H.m[2][2] == 0) &&
                             fabs(tml_dot(c->a, tml_sub(tml_rotate_back(&own->R, r), c->p))) > c->half - 1e-9;
            if (t.gap < 0.01 || end || c->kind != TML_TOUCH_CURVE || bend > 1.6)
                continue;
            tml_touch u[2];
            for (int side = 0; side < 2; side++) {
                const double left = side ? -1e-7 : 1e-7;
                tml_rigid_motion C = B;
                C.x = tml_sub(B.x, tml_scale(t.gap - left, t.n));
                u[side] = tml_touch_at(&list[nearest], &A, &C);
                cr_expect_float_eq(u[side].gap, left, 1e-11, "%s - %s: gap %g", NAMES[pairs[p][0]], NAMES[pairs[p][1]],
                                   u[side].gap);
                cr_expect(tml_norm(tml_sub(u[side].n, t.n)) < 1e-5, "%s - %s: normal off by %g", NAMES[pairs[p][0]],
                          NAMES[pairs[p][1]], tml_norm(tml_sub(u[side].n, t.n)));
            }
            edges++;
        }
    cr_expect(edges > 60, "%d curves", edges);
}

static const tml_rigid_motion AT_REST = {.R = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};

/* Of a force along d and its opposite, about the origin. */
static tml_vec3 moment(const tml_touch *c, tml_vec3 d, const tml_rigid_motion *A, const tml_rigid_motion *B)
{
    double J[12];
    tml_touch_jacobian(c, d, (tml_vec3){0, 0, 0}, A, B, J);
    const tml_vec3 m1 = tml_rotate(&A->R, (tml_vec3){J[3], J[4], J[5]});
    const tml_vec3 m2 = tml_rotate(&B->R, (tml_vec3){J[9], J[10], J[11]});
    return tml_add(tml_add(m1, m2), tml_add(tml_cross(A->x, (tml_vec3){J[0], J[1], J[2]}),
                                            tml_cross(B->x, (tml_vec3){J[6], J[7], J[8]})));
}

/* The bodies exchanged, and both carried by one motion: the same gap, the opposite normal, the same forces on both. */
Test(touch, gap_is_symmetric_and_objective)
{
    static tml_candidate list[MOST], back[MOST];
    for (int p = 0; p < PAIR_COUNT; p++)
        for (int trial = 0; trial < 10; trial++) {
            const tml_contact_solid s1 = shape_of(PAIRS[p][0]), s2 = shape_of(PAIRS[p][1]);
            const int count = tml_touch_candidates(&s1, &s2, -1, list, MOST);
            cr_assert_eq(count, tml_touch_candidates(&s2, &s1, -1, back, MOST));
            const body a = random_body(0), b = random_body(0.8), carrier = random_body(3);
            const tml_rigid_motion A = at(&a, 0), B = at(&b, 0);
            const tml_mat3 C = tml_quat_matrix(carrier.q);
            tml_rigid_motion moved[2] = {A, B};
            for (int i = 0; i < 2; i++) {
                moved[i].R = tml_mat3_product(&C, &moved[i].R);
                moved[i].x = tml_add(carrier.x, tml_rotate(&C, moved[i].x));
                moved[i].v = tml_rotate(&C, moved[i].v), moved[i].w = tml_rotate(&C, moved[i].w);
            }
            double least[2] = {INFINITY, INFINITY};
            for (int i = 0; i < count; i++) {
                const tml_touch t = tml_touch_at(&list[i], &A, &B), u = tml_touch_at(&list[i], &moved[0], &moved[1]);
                const tml_touch r = tml_touch_at(&back[i], &B, &A);
                const bool deep = list[i].kind == TML_TOUCH_CURVE && t.gap < 0; /* kinks between sides */
                cr_expect_float_eq(t.gap, u.gap, 1e-13);
                cr_expect(deep || tml_norm(tml_sub(tml_rotate(&C, t.n), u.n)) < 1e-12);
                const tml_vec3 span = tml_sub(tml_add(B.x, t.r2), tml_add(A.x, t.r1));
                cr_expect(tml_norm(tml_sub(span, tml_scale(t.gap, t.n))) < 1e-13, "points off the normal");
                cr_expect_float_eq(tml_norm(t.n), 1, 1e-14);
                for (int k = 0; k < 3; k++)
                    cr_expect(tml_norm(moment(&t, k < 2 ? t.t[k] : t.n, &A, &B)) < 1e-13, "forces have a moment");
                cr_expect(tml_norm(tml_sub(tml_cross(t.n, t.t[0]), t.t[1])) < 1e-14);
                least[0] = fmin(least[0], t.gap), least[1] = fmin(least[1], r.gap);
                if (count == 1)
                    cr_expect(tml_norm(tml_add(t.n, r.n)) < 1e-14 && tml_norm(tml_sub(t.r1, r.r2)) < 1e-14);
            }
            cr_expect_float_eq(least[0], least[1], 1e-13);
        }
}

/* A cylinder, a disc and a torus that stand on a slope: by hand. */
Test(touch, rims_touch_planes_at_their_lowest_points)
{
    tml_candidate list[MOST];
    const double tilt = 0.3;
    const tml_contact_solid plane = {.kind = TML_SOLID_PLANE, .a = {0, 0, 1}};
    const tml_contact_solid cylinder = {
        .kind = TML_SOLID_CYLINDER, .a = {sin(tilt), 0, cos(tilt)}, .rim = 0.2, .half = 0.5};
    const tml_rigid_motion up = {.x = {0, 0, 2}, .R = AT_REST.R};
    cr_assert_eq(tml_touch_candidates(&cylinder, &plane, 1, list, MOST), 8);
    double least = INFINITY;
    for (int i = 0; i < 8; i++)
        least = fmin(least, tml_touch_at(&list[i], &up, &AT_REST).gap);
    cr_expect_float_eq(least, 2 - 0.5 * cos(tilt) - 0.2 * sin(tilt), 1e-15);
    const tml_contact_solid torus = {.kind = TML_SOLID_CIRCLE, .a = cylinder.a, .rim = 0.2, .radius = 0.05};
    cr_assert_eq(tml_touch_candidates(&torus, &plane, 1, list, MOST), 7);
    for (int i = 1; i < 7; i++)
        cr_expect(tml_touch_at(&list[i], &up, &AT_REST).gap > tml_touch_at(&list[0], &up, &AT_REST).gap);
    const tml_touch t = tml_touch_at(&list[0], &up, &AT_REST);
    cr_expect_float_eq(t.gap, 2 - 0.2 * sin(tilt) - 0.05, 1e-15);
    cr_expect(tml_norm(tml_sub(t.r1, (tml_vec3){0.2 * cos(tilt), 0, -0.2 * sin(tilt) - 0.05})) < 1e-15);
    const tml_contact_solid flat = {.kind = TML_SOLID_CIRCLE, .a = {0, 0, 1}, .rim = 0.2};
    cr_assert_eq(tml_touch_candidates(&flat, &plane, 1, list, MOST), 4);
    for (int i = 0; i < 4; i++)
        cr_expect_float_eq(tml_touch_at(&list[i], &up, &AT_REST).gap, 2, 1e-15);
    const tml_contact_solid ring = {.kind = TML_SOLID_CIRCLE, .a = {0, 0, 1}, .rim = 0.2, .radius = 0.05};
    cr_assert_eq(tml_touch_candidates(&ring, &plane, 1, list, MOST), 7);
    int carry = 0;
    for (int i = 1; i < 7; i++)
        carry += fabs(tml_touch_at(&list[i], &up, &AT_REST).gap - 1.95) < 1e-15;
    cr_expect_eq(carry, 3, "%d balls carry a ring that lies flat", carry);
}

/* A rod in the hole of a ring touches the tube, and nothing of the ring before it. */
Test(touch, a_ring_on_a_rod_touches_with_its_tube)
{
    static tml_candidate list[MOST];
    const tml_contact_solid ring = {.kind = TML_SOLID_CIRCLE, .a = {0, 0, 1}, .rim = 1, .radius = 0.05};
    const tml_contact_solid rod = {.kind = TML_SOLID_SEGMENT, .a = {0, 0, 1}, .half = 2, .radius = 0.1};
    const int count = tml_touch_candidates(&ring, &rod, -1, list, MOST);
    for (int k = 0; k < 12; k++) {
        const tml_rigid_motion at = {.x = {0.8 * cos(0.5235987755982988 * k), 0.8 * sin(0.5235987755982988 * k), 0},
                                     .R = AT_REST.R};
        double least = INFINITY;
        for (int i = 0; i < count; i++)
            least = fmin(least, tml_touch_at(&list[i], &AT_REST, &at).gap);
        cr_expect_float_eq(least, 0.05, 1e-15, "%d: %.15g", k, least);
    }
}

/* Points inside of faces and on edges are no vertices; faces in one plane are one. */
Test(touch, hull_of_a_cube_with_points_all_over_it)
{
    tml_vec3 points[64];
    for (int i = 0; i < 64; i++)
        points[i] = (tml_vec3){i % 4, i / 4 % 4, i / 16};
    const tml_polyhedron *P = tml_polyhedron_hull(points, 64, arena);
    cr_assert(P && P->vertex_count == 8 && P->edge_count == 12 && P->face_count == 6);
    for (int i = 0; i < 12; i++)
        cr_expect_float_eq(tml_norm(tml_sub(P->vertices[P->edges[i].first], P->vertices[P->edges[i].second])), 3,
                           1e-15);
    for (int i = 0; i < 64; i++)
        points[i].z = 0.5 * points[i].x;
    cr_expect(!tml_polyhedron_hull(points, 64, arena), "they lie in a plane");
    cr_expect(!tml_polyhedron_hull(points, 3, arena));
}

Test(touch, hulls_obey_euler_and_contain_their_points)
{
    for (int trial = 0; trial < 50; trial++) {
        tml_vec3 points[60];
        const int count = 5 + trial;
        for (int i = 0; i < count; i++)
            points[i] = somewhere(1);
        const tml_polyhedron *P = tml_polyhedron_hull(points, count, arena);
        cr_assert(P);
        cr_expect_eq(P->vertex_count - P->edge_count + P->face_count, 2);
        for (int f = 0; f < P->face_count; f++)
            for (int i = 0; i < count; i++)
                cr_expect(tml_dot(P->faces[f].normal, points[i]) <= P->faces[f].offset + 1e-9);
    }
}

/* Depth and distance of polyhedra as libccd finds them: an independent source. */
typedef struct {
    const tml_polyhedron *P;
    tml_rigid_motion at;
    double radius;
} solid;

static void support(const void *object, const ccd_vec3_t *dir, ccd_vec3_t *out)
{
    const solid *s = object;
    const tml_vec3 d = {dir->v[0], dir->v[1], dir->v[2]}, u = tml_rotate_back(&s->at.R, d);
    int best = 0;
    for (int i = 1; i < s->P->vertex_count; i++)
        if (tml_dot(u, s->P->vertices[i]) > tml_dot(u, s->P->vertices[best]))
            best = i;
    const tml_vec3 x = tml_add(s->at.x, tml_rotate(&s->at.R, s->P->vertices[best]));
    ccdVec3Set(out, x.x, x.y, x.z);
}

Test(touch, depth_of_overlapping_polyhedra_is_that_of_libccd)
{
    static tml_candidate list[MOST];
    ccd_t ccd;
    CCD_INIT(&ccd);
    ccd.support1 = ccd.support2 = support;
    ccd.max_iterations = 1000;
    ccd.epa_tolerance = 1e-10;
    int overlapping = 0, edges = 0;
    for (int trial = 0; trial < 400; trial++) {
        const tml_contact_solid s1 = shape_of(trial % 2 ? BOX : MESH), s2 = shape_of(trial % 3 ? BOX : MESH);
        cr_assert(tml_touch_candidates(&s1, &s2, -1, list, MOST) > 1);
        const body a = random_body(0), b = random_body(chance(0.3, 0.7));
        const solid A = {s1.polyhedron, at(&a, 0), 0}, B = {s2.polyhedron, at(&b, 0), 0};
        const tml_touch t = tml_touch_at(&list[0], &A.at, &B.at);
        ccd_real_t depth;
        ccd_vec3_t dir, pos;
        const bool hit = ccdGJKPenetration(&A, &B, &ccd, &depth, &dir, &pos) == 0;
        if (fabs(t.gap) > 1e-6)
            cr_expect_eq(hit, t.gap < 0, "gap %g", t.gap);
        if (!hit || t.gap > -1e-3)
            continue;
        overlapping++;
        cr_expect_float_eq(-t.gap, depth, 1e-7, "%.10g, libccd %.10g", -t.gap, depth);
        edges += fabs(tml_dot(t.n, (tml_vec3){dir.v[0], dir.v[1], dir.v[2]})) > 1 - 1e-6;
    }
    cr_expect(overlapping > 100 && edges > overlapping * 9 / 10, "%d overlap, %d normals agree", overlapping, edges);
}
