/* drag.c - mechanisms dragged by a point: closed after every call, on their branch, as near to the target as the geometry allows.
 *
 * Gaps are not taken from the drag itself: its poses are given to a system compiled here, whose rows are evaluated.
 */
#include "support/larger.h"
#include "support/linkages.h"
#include "support/mechanics.h"
#include "support/random_mechanism.h"
#include "trammel/trammel.h"
#include <criterion/criterion.h>
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

/* ---- a dragged mechanism ---- */

static mechanism *m;
static tml_drag *drag;
static tml_drag_result result;

static void tear_down(void)
{
    tml_drag_free(drag);
    if (m)
        mechanism_free(m);
    drag = NULL, m = NULL;
}

TestSuite(drag, .fini = tear_down, .timeout = TML_SLOWER * 120);

static void take(const char *text)
{
    tear_down();
    m = mechanism_make(text);
    cr_assert_eq(tml_drag_make(m->model, &drag, m->log), TML_OK, "%s",
                 tml_log_count(m->log) ? tml_log_get(m->log, 0).text : "no message");
    cr_assert_eq(tml_drag_body_count(drag), (size_t)m->system->nb);
}

static size_t body(const char *name)
{
    for (size_t i = 0; i < tml_drag_body_count(drag); i++)
        if (strcmp(tml_drag_body_name(drag, i), name) == 0)
            return i;
    cr_assert_fail("no body %s", name);
    return 0;
}

static double coordinate(const char *name)
{
    for (size_t i = 0; i < tml_drag_coordinate_count(drag); i++)
        if (strcmp(tml_drag_coordinate_name(drag, i), name) == 0)
            return tml_drag_coordinate_value(drag, i);
    cr_assert_fail("no joint coordinate %s", name);
    return NAN;
}

/* The poses as coordinates of the system. */
static void read_poses(void)
{
    for (int i = 1; i < m->system->nb; i++) {
        const tml_pose p = tml_drag_pose(drag, (size_t)i);
        double *q = m->q + (i - 1) * m->system->nqb, norm = 0;
        for (int k = 0; k < 4; k++)
            norm += p.quaternion[k] * p.quaternion[k];
        cr_assert_float_eq(norm, 1, 1e-12, "the quaternion of body %d has norm %g", i, norm);
        if (m->system->space) {
            memcpy(q, p.at, 3 * sizeof(double));
            memcpy(q + 3, p.quaternion, 4 * sizeof(double));
        } else {
            q[0] = p.at[0], q[1] = p.at[1], q[2] = p.angle;
            cr_assert_float_eq(p.quaternion[0], cos(p.angle / 2), 1e-15);
        }
    }
}

/* Poses in space do not show full revolutions, but gears and screws count them: those that the drag has counted. */
static void read_turns(void)
{
    size_t index = 0;
    for (int k = 0; k < m->system->coordinate_count; k++) {
        const tml_term term = m->system->coordinates[k].term;
        if (term.measure >= 0)
            m->work->unwrapped[term.measure] =
                term.coefficient * tml_drag_coordinate_value(drag, index++); /* it is +-1 */
    }
    cr_assert_eq(index, tml_drag_coordinate_count(drag));
}

/* By how much a row of a screw grows in a revolution; of its other rows: more than they are. */
static double pitch_of(const tml_constraint *row)
{
    for (int k = row->terms.first; k < row->terms.first + row->terms.count; k++)
        if (m->system->measures[m->system->terms[k].measure].kind == TML_ANGLE)
            return 2 * PI * fabs(m->system->terms[k].coefficient);
    return 1e9;
}

/* The largest gap of a joint, relative to the size. */
static double gap(void)
{
    double most = 0;
    read_poses();
    read_turns();
    mechanism_evaluate(m, m->q, m->v);
    for (int i = 0; i < m->system->assembly_row_count; i++) {
        const tml_constraint *row = &m->system->rows[i];
        if (row->driver >= 0)
            continue;
        double open = m->work->phi[i];
        if (strcmp(m->system->joints[row->joint].class->name, "screw") == 0)
            open = remainder(open, pitch_of(row));
        most = larger(most, fabs(open));
    }
    return most / m->system->size;
}

static void expect_closed(void)
{
    const double open = gap();
    cr_assert(result.closed && open <= 1e-11, "open by %g of the size, %s", open,
              result.closed ? "closed" : "not closed");
}

/* One call; closed after it. */
static void go(size_t which, tml_vec3 point, tml_vec3 to)
{
    const double p[3] = {point.x, point.y, point.z}, g[3] = {to.x, to.y, to.z};
    cr_assert_eq(tml_drag_move(drag, which, p, g, &result), TML_OK);
    expect_closed();
    const body_state b = state_get(m, m->q, m->v, (int)which);
    const tml_vec3 at = tml_add(b.x, tml_rotate(&b.R, tml_sub(point, m->system->masses[which].com)));
    cr_assert_float_eq(tml_norm(tml_sub(at, to)), result.distance, 1e-9 * m->system->size);
}

static void go2(const char *name, double px, double py, double x, double y)
{
    go(body(name), (tml_vec3){px, py, 0}, (tml_vec3){x, y, 0});
}

static void go_on2(const char *name, double px, double py, double x, double y, int most)
{
    for (int i = 0; i < most; i++) {
        go2(name, px, py, x, y);
        if (!result.moved)
            return;
    }
}

/* ---- a crank and a rocker ---- */

/* Bars of 0.4, b, r on a base of 1, drawn with the crank along the base. */
static const char crank_rocker[] = "trammel: 1\npoints: {O: [0, 0], A: [0.4, 0], B: [1.1, 0.7], C: [1, 0]}\n"
                                   "bodies:\n  crank: {points: [O, A]}\n  coupler: {points: [A, B]}\n"
                                   "  rocker: {points: [C, B]}\njoints:\n  O: {revolute: [ground, crank]}\n"
                                   "  A: {revolute: [crank, coupler]}\n  B: {revolute: [coupler, rocker]}\n"
                                   "  C: {revolute: [ground, rocker]}\n";

Test(drag, crank_goes_round_and_counts_revolutions)
{
    take(crank_rocker);
    for (int i = 0; i <= 3 * 72; i++) {
        go2("crank", 0.4, 0, 0.4 * cos(i * PI / 36), 0.4 * sin(i * PI / 36));
        cr_assert_lt(result.distance, 1e-12);
    }
    cr_assert_float_eq(coordinate("O.angle"), 6 * PI, 1e-10);
    cr_assert_float_eq(tml_drag_pose(drag, body("crank")).angle, 6 * PI, 1e-10);
    cr_assert_float_eq(coordinate("C.angle"), 0, 1e-10, "the rocker is back");
    for (int i = 3 * 72; i >= -72; i--) /* and back, with the point not on the circle */
        go2("crank", 0.4, 0, 0.9 * cos(i * PI / 36), 0.9 * sin(i * PI / 36));
    cr_assert_float_eq(coordinate("O.angle"), -2 * PI, 1e-6);
    tml_drag_reset(drag);
    cr_assert_float_eq(coordinate("O.angle"), 0, 1e-14);
    cr_assert_float_eq(tml_drag_pose(drag, body("crank")).angle, 0, 1e-14);
}

/* The rocker's end cannot go beyond where crank and coupler are in one line: folded, stretched. */
Test(drag, rocker_stays_at_its_limit_and_comes_back)
{
    const double b = hypot(0.7, 0.7), r = hypot(0.1, 0.7);
    take(crank_rocker);
    for (int i = 0; i < 6; i++) {
        const bool stretched = i % 2;
        const double d = stretched ? b + 0.4 : b - 0.4, limit = PI - acos((1 + r * r - d * d) / (2 * r));
        const double beyond = limit + (stretched ? -0.4 : 0.4), inside = limit + (stretched ? 0.2 : -0.2);
        const double x = 1 + (1 + 0.1 * i) * r * cos(beyond), y = (1 + 0.1 * i) * r * sin(beyond);
        go_on2("rocker", 1.1, 0.7, x, y, 10);
        const double least = hypot(x - 1 - r * cos(limit), y - r * sin(limit));
        cr_assert_float_eq(result.distance, least, 1e-6 * least, "limit %d: %.12g instead of %.12g", i, result.distance,
                           least);
        go_on2("rocker", 1.1, 0.7, 1 + r * cos(inside), r * sin(inside), 3);
        cr_assert_lt(result.distance, 1e-10, "it does not come back from limit %d: %g", i, result.distance);
    }
}

/* Drawn at a dead point: the crank folded onto the coupler. No direction leads nearer at first. */
Test(drag, drawn_dead_point_is_left)
{
    take("trammel: 1\npoints: {O: [0, 0], A: [-0.4, 0], B: [0.6, 0], C: [0.6, -0.8]}\n"
         "bodies:\n  crank: {points: [O, A]}\n  coupler: {points: [A, B]}\n  rocker: {points: [C, B]}\n"
         "joints:\n  O: {revolute: [ground, crank]}\n  A: {revolute: [crank, coupler]}\n"
         "  B: {revolute: [coupler, rocker]}\n  C: {revolute: [ground, rocker]}\n");
    go_on2("rocker", 0.6, 0, 0.6 + 0.8 * sin(0.2), -0.8 + 0.8 * cos(0.2), 5);
    cr_assert_lt(result.distance, 1e-10);
    go_on2("rocker", 0.6, 0, 0, 0, 10);
    cr_assert_float_eq(result.distance, 0.6, 1e-9, "back into it");
}

/* Lengths so near to a change point that the two branches almost touch. */
/* Two loops flat at once, and a third crank that leaves one branch: a few calls bring the crank to the target. */
Test(drag, flat_parallelograms_are_left)
{
    static const char *const third[] = {
        "  c2: {points: [C2, P2], mass: 1, shape: rod}\n  b1: {points: [P1, P2], mass: 1, shape: rod}\n"
        "  b0: {points: [P0, P1], mass: 1, shape: rod}\n"
        "joints: {C2: {revolute: [ground, c2]}, L1: {revolute: [c1, b1], at: P1}, R1: {revolute: [b1, c2], at: P2},",
        "  c2: {points: [C2, P2], mass: 1, shape: rod}\n  b0: {points: [P0, P1, P2], mass: 1, shape: rod}\n"
        "joints: {C2: {revolute: [ground, c2]}, R1: {revolute: [b0, c2], at: P2},"};
    for (int k = 0; k < 2; k++) {
        char text[1500];
        snprintf(
            text, sizeof text,
            "trammel: 1\npoints: {C0: [0, 0], P0: [1, 0], C1: [2, 0], P1: [3, 0], C2: [4, 0], P2: [5, 0]}\nbodies:\n"
            "  c0: {points: [C0, P0], mass: 1, shape: rod}\n  c1: {points: [C1, P1], mass: 1, shape: rod}\n%s\n"
            "  C0: {revolute: [ground, c0]}, C1: {revolute: [ground, c1]}, L0: {revolute: [c0, b0], at: P0},\n"
            "  R0: {revolute: [b0, c1], at: P1}}\n",
            third[k]);
        take(text);
        for (int i = 0; i < 20; i++)
            go2("c0", 1, 0, cos(0.4), sin(0.4));
        cr_expect(result.distance < 1e-9, "%d: %g m left", k, result.distance);
        cr_expect(k == 0 || fabs(coordinate("C2.angle") - 0.4) < 1e-9);
    }
}

Test(drag, branch_is_kept_beside_a_change_point)
{
    random_source d = {.state = 7};
    for (int trial = 0; trial < 2; trial++) {
        char text[900];
        const double l = 2 + (trial ? 0.02 : 0.2);
        snprintf(text, sizeof text,
                 "trammel: 1\nbodies:\n  ground: {points: {O: [0, 0], C: [3, 0]}}\n"
                 "  crank: {points: {O: [0, 0], A: [1, 0]}, position: [0, 0], angle: 90 deg}\n"
                 "  coupler: {points: {A: [0, 0], B: [%.17g, 0]}, position: [0, 1], angle: 20 deg}\n"
                 "  rocker: {points: {C: [0, 0], B: [%.17g, 0]}, position: [3, 0], angle: 120 deg}\n"
                 "joints:\n  O: {revolute: [ground, crank]}\n  A: {revolute: [crank, coupler]}\n"
                 "  B: {revolute: [coupler, rocker]}\n  C: {revolute: [ground, rocker]}\n",
                 l, l);
        take(text);
        for (int i = 0; i < 1500; i++) {
            const size_t which = (size_t)random_index(&d, 3) + 1;
            go(which, (tml_vec3){random_between(&d, 0.2, 1), 0, 0},
               (tml_vec3){random_between(&d, -2, 5), random_between(&d, -3, 3), 0});
            const tml_pose crank = tml_drag_pose(drag, 1), coupler = tml_drag_pose(drag, 2);
            const tml_vec2 A = {cos(crank.angle), sin(crank.angle)}, C = {3, 0};
            const tml_vec2 AB = {cos(coupler.angle), sin(coupler.angle)};
            cr_assert_gt(tml_cross2(tml_sub2(C, A), AB), 0, "trial %d, call %d: on the other branch", trial, i);
        }
    }
}

/* ---- a slider and a crank ---- */

Test(drag, slider_crank_follows_the_dragged_point)
{
    take("trammel: 1\npoints: {O: [0, 0], A: [0, 0.5], S: [0.8, 0]}\nbodies:\n  crank: {points: [O, A]}\n"
         "  rod: {points: [A, S]}\n  slider: {points: [S]}\njoints:\n  O: {revolute: [ground, crank]}\n"
         "  A: {revolute: [crank, rod]}\n  S: {revolute: [rod, slider]}\n"
         "  rail: {prismatic: [ground, slider], at: S, axis: [1, 0]}\n"
         "drivers:\n  d: {O.angle: 3*t}\n");
    const double l = hypot(0.5, 0.8);
    for (int i = 0; i <= 20; i++) {
        const double x = l - 0.45 + 0.9 * i / 20;
        go_on2("slider", 0.8, 0, x, 0.3, 3);
        cr_assert_float_eq(result.distance, 0.3, 1e-10, "the slider goes below the target: %.12g", result.distance);
        const double cosine = (x * x + 0.25 - l * l) / x; /* of the crank's direction: it was drawn upwards */
        cr_assert_float_eq(-sin(coordinate("O.angle")), cosine, 1e-6);
        cr_assert_float_eq(coordinate("rail.displacement"), x - 0.8, 1e-6);
    }
    go_on2("slider", 0.8, 0, 3, 0, 10);
    cr_assert_float_eq(result.distance, 3 - l - 0.5, 1e-9, "stretched");
    go_on2("slider", 0.8, 0, -3, 0, 20);
    cr_assert_float_eq(result.distance, 3 + l - 0.5, 1e-9, "folded: %.12g", result.distance);
    go_on2("slider", 0.8, 0, 0.8, 0, 20);
    cr_assert_lt(result.distance, 1e-10);
}

/* ---- many links ---- */

static void take_many(void (*write)(tml_text *model, int count), int count)
{
    tml_text text = {0};
    write(&text, count);
    take(text.data);
    tml_text_free(&text);
}

Test(drag, chain_reaches_the_point_or_is_stretched_towards_it)
{
    take_many(linkage_chain, 50);
    go_on2("b50", 1, 0, 30, 20, 20); /* from stretched out: a ridge where it is pushed back */
    cr_assert_lt(result.distance, 1e-9);
    go_on2("b50", 1, 0, -60, 80, 100);
    cr_assert_float_eq(result.distance, 50, 1e-6, "stretched to %.12g from its goal", result.distance);
    for (int i = 1; i <= 50; i++)
        cr_assert_float_eq(cos(tml_drag_pose(drag, (size_t)i).angle), -0.6, 1e-3, "link %d is not in line", i);
    go_on2("b25", 1, 0, 10, 3, 40);
    cr_assert_lt(result.distance, 1e-9);
}

Test(drag, scissors_reach_the_point_or_are_stretched)
{
    take_many(linkage_scissors, 25);
    for (int i = 0; i <= 30; i++) {
        const double w = 1 + 0.35 * sin(0.3 * i), h = sqrt(2 - w * w);
        go_on2("a24", 25, 1, 25 * w, h, 5);
        cr_assert_lt(result.distance, 1e-9, "bays of %g: %g", w, result.distance);
    }
    go_on2("a24", 25, 1, 60, 0, 40);
    cr_assert_float_eq(result.distance, 60 - 25 * sqrt(2), 1e-6, "stretched: %.12g", result.distance);
    go_on2("a24", 25, 1, 25, 1, 40);
    cr_assert_lt(result.distance, 1e-9, "out of the line: %.12g", result.distance);
}

static void turn_parallelograms(int loops)
{
    char last[16];
    snprintf(last, sizeof last, "G%d.angle", loops);
    take_many(linkage_parallelograms, loops);
    for (int i = 0; i <= 180; i++) {
        const double a = PI / 2 + 2 * PI * i / 85;
        go2("c8", 8, 1, 8 + cos(a), sin(a));
        cr_assert_lt(result.distance, 1e-7, "%d loops, call %d: %g", loops, i, result.distance);
        cr_assert_float_eq(coordinate(last), 2 * PI * i / 85, 1e-6);
    }
}

Test(drag, many_parallelograms_stay_parallel)
{
    turn_parallelograms(16);
    turn_parallelograms(100);
}

/* Bars of two directions pinned wherever they cross: one degree of freedom, and many redundant rows. */
static void write_net(tml_text *to, int bars)
{
    tml_text_add(to, "trammel: 1\npoints: {");
    for (int i = 0; i < bars; i++)
        for (int j = 0; j < bars; j++)
            tml_text_add(to, "%sP%d_%d: [%d, %d]", i + j ? ", " : "", i, j, i, j);
    tml_text_add(to, "}\nbodies:\n");
    for (int i = 0; i < bars; i++) {
        tml_text_add(to, "  a%d: {points: [", i);
        for (int j = 0; j < bars; j++)
            tml_text_add(to, "%sP%d_%d", j ? ", " : "", i, j);
        tml_text_add(to, "]}\n  b%d: {points: [", i);
        for (int j = 0; j < bars; j++)
            tml_text_add(to, "%sP%d_%d", j ? ", " : "", j, i);
        tml_text_add(to, "]}\n");
    }
    tml_text_add(to, "joints:\n  base: {fixed: [ground, b0], at: P0_0}\n");
    for (int i = 0; i < bars; i++)
        for (int j = 0; j < bars; j++)
            tml_text_add(to, "  J%d_%d: {revolute: [a%d, b%d], at: P%d_%d}\n", i, j, i, j, i, j);
}

Test(drag, net_follows_the_dragged_node)
{
    take_many(write_net, 12);
    for (int i = 0; i < 40; i++) { /* P11_11 on a circle about P11_0 */
        const double a = PI / 2 + 0.9 * sin(0.2 * i);
        go_on2("a11", 11, 11, 11 + 11 * cos(a), 11 * sin(a), 4);
        cr_assert_lt(result.distance, 1e-9);
        cr_assert_float_eq(coordinate("J3_7.angle"), coordinate("J0_0.angle"), 1e-9);
    }
}

/* ---- redundant rows, no rows, no degree of freedom ---- */

Test(drag, redundant_parallelogram_stays_parallel)
{
    take("trammel: 1\npoints: {O1: [0, 0], O2: [1, 0], O3: [2, 0], A1: [0, 1], A2: [1, 1], A3: [2, 1]}\n"
         "bodies:\n  c1: {points: [O1, A1]}\n  c2: {points: [O2, A2]}\n  c3: {points: [O3, A3]}\n"
         "  bar: {points: [A1, A2, A3]}\njoints:\n  O1: {revolute: [ground, c1]}\n  O2: {revolute: [ground, c2]}\n"
         "  O3: {revolute: [ground, c3]}\n  A1: {revolute: [c1, bar]}\n  A2: {revolute: [c2, bar]}\n"
         "  A3: {revolute: [c3, bar]}\n");
    for (int i = 0; i <= 200; i++) { /* twice through both positions in which all is in one line */
        const double a = PI / 2 + 2 * PI * i / 90;
        go2("bar", 1, 1, 1 + cos(a), sin(a));
        cr_assert_lt(result.distance, 1e-10);
        cr_assert_float_eq(tml_drag_pose(drag, body("bar")).angle, 0, 1e-10, "the bar rotates");
        cr_assert_float_eq(coordinate("O3.angle"), 2 * PI * i / 90, 1e-9);
    }
}

Test(drag, structure_does_not_move)
{
    take("trammel: 1\npoints: {A: [0, 0], C: [2, 1.5], B: [4, 0], M: [1, 0.75]}\nbodies:\n"
         "  one: {points: [A, C, M]}\n  two: {points: [C, B]}\njoints:\n  A: {revolute: [ground, one]}\n"
         "  C: {revolute: [two, one]}\n  B: {revolute: [ground, two]}\n");
    go2("one", 1, 0.75, 1.5, 2);
    cr_assert(!result.moved);
    cr_assert_float_eq(result.distance, hypot(0.5, 1.25), 1e-12);
}

Test(drag, free_body_follows_the_point)
{
    take("trammel: 1\nbodies:\n  ball: {points: {P: [1, 0], Q: [-1, 0]}, mass: 1, inertia: 1, position: [1, 1]}\n");
    go_on2("ball", 1, 0, 40, 1, 10);
    cr_assert_lt(result.distance, 1e-10);
    cr_assert_float_eq(tml_drag_pose(drag, 1).at[0], 39, 1e-9);
    go_on2("ball", 1, 0, 40, 5, 10);
    cr_assert_lt(result.distance, 1e-10);
    cr_assert_lt(fabs(tml_drag_pose(drag, 1).angle), 0.5, "it turns by %g", tml_drag_pose(drag, 1).angle);
    go(0, (tml_vec3){0, 0, 0}, (tml_vec3){3, 4, 0});
    cr_assert(result.distance == 5 && !result.moved, "the ground stays");
}

/* Two mechanisms in one model: the one that is not dragged stays where it is, also when the other cannot move. */
Test(drag, bodies_not_connected_stay)
{
    take("trammel: 1\npoints: {O: [0, 0], A: [0, 1], B: [1, 1.5], P: [3, 0], Q: [3, 1], S: [3, 2]}\n"
         "bodies:\n  a: {points: [O, A]}\n  b: {points: [A, B]}\n  p: {points: [P, Q]}\n  q: {points: [Q, S]}\n"
         "joints:\n  O: {revolute: [ground, a]}\n  A: {revolute: [a, b]}\n  P: {revolute: [ground, p]}\n"
         "  Q: {revolute: [p, q]}\n");
    go_on2("b", 1, 1.5, 1.2, 1, 5);
    const tml_pose a = tml_drag_pose(drag, body("a")), b = tml_drag_pose(drag, body("b"));
    go2("q", 3, 2, 3, 9); /* stretched already */
    cr_assert_float_eq(result.distance, 7, 1e-12);
    go_on2("q", 3, 2, 3, 1, 9); /* back into itself */
    cr_assert_lt(result.distance, 1e-9);
    const tml_pose a1 = tml_drag_pose(drag, body("a")), b1 = tml_drag_pose(drag, body("b"));
    cr_assert(a.angle == a1.angle && b.angle == b1.angle && a.at[0] == a1.at[0] && b.at[1] == b1.at[1]);
}

/* ---- in space ---- */

Test(drag, bricard_stays_closed)
{
    take("trammel: 1\nspace: space\n"
         "points: {P1: [0, 0, 0], P2: [1, 0, 0], P3: [1, 1, 0], P4: [1, 1, 1], P5: [0, 1, 1], P6: [0, 0, 1]}\n"
         "bodies:\n  b1: {points: [P1, P2]}\n  b2: {points: [P2, P3]}\n  b3: {points: [P3, P4]}\n"
         "  b4: {points: [P4, P5]}\n  b5: {points: [P5, P6]}\njoints:\n"
         "  P1: {revolute: [ground, b1], axis: y}\n  P2: {revolute: [b1, b2], axis: z}\n"
         "  P3: {revolute: [b2, b3], axis: x}\n  P4: {revolute: [b3, b4], axis: y}\n"
         "  P5: {revolute: [b4, b5], axis: z}\n  P6: {revolute: [b5, ground], axis: x}\n");
    for (int i = 1; i <= 40; i++) { /* P2 goes on a circle about P1 */
        const double a = -0.3 * sin(0.1 * i);
        for (int k = 0; k < 4; k++)
            go(1, (tml_vec3){1, 0, 0}, (tml_vec3){cos(a), 0, -sin(a)});
        cr_assert_lt(result.distance, 1e-9, "P2 at %g: %g", a, result.distance);
        cr_assert_float_eq(coordinate("P1.angle"), a, 1e-9);
    }
}

Test(drag, revolutions_are_counted_in_space)
{
    take("trammel: 1\nspace: space\n"
         "points: {A: [0, 0, 0], B: [0.2, 0, 0], C: [2, 0, 1.4], D: [2, 0, 0]}\nbodies:\n"
         "  crank: {points: [A, B]}\n  coupler: {points: [B, C]}\n  rocker: {points: [C, D]}\njoints:\n"
         "  A: {revolute: [ground, crank], axis: y}\n  B: {revolute: [crank, coupler], axis: y}\n"
         "  C: {revolute: [coupler, rocker], axis: y}\n  D: {revolute: [ground, rocker], axis: y}\n");
    for (int i = 0; i <= 3 * 24; i++) {
        const double a = i * PI / 12;
        go(1, (tml_vec3){0.2, 0, 0}, (tml_vec3){0.2 * cos(a), 0, -0.2 * sin(a)});
        go(1, (tml_vec3){0.2, 0, 0}, (tml_vec3){0.2 * cos(a), 0, -0.2 * sin(a)});
        cr_assert_lt(result.distance, 1e-10);
    }
    cr_assert_float_eq(coordinate("A.angle"), 6 * PI, 1e-6);
    cr_assert_float_eq(coordinate("D.angle"), 0, 1e-6);
}

Test(drag, chain_in_space_reaches_the_point_or_is_stretched)
{
    take_many(linkage_chain_in_space, 50);
    const tml_vec3 tip = {1, 0, 0};
    for (int k = 0; k < 20; k++)
        go(50, tip, (tml_vec3){10, -20, 15});
    cr_assert_lt(result.distance, 1e-9);
    for (int k = 0; k < 60; k++)
        go(50, tip, (tml_vec3){-40, 60, 120});
    cr_assert_float_eq(result.distance, 140 - 50, 1e-6, "stretched to %.12g", result.distance);
}

/* ---- everything there is ---- */

/* At most `most` bodies are dragged to random targets: they never move away, and stay closed. True: something moved. */
static bool walk_at_random(const char *what, const char *model, int most)
{
    take(model);
    random_source d = {.state = 11};
    const tml_system *s = m->system;
    bool moved = false;
    for (int i = 0; i < most; i++) {
        const size_t which = (size_t)random_index(&d, s->nb);
        const tml_vec3 point = random_vector(&d, s->space, s->size);
        const tml_pose p = tml_drag_pose(drag, which);
        const tml_vec3 to = tml_add((tml_vec3){p.at[0], p.at[1], p.at[2]}, random_vector(&d, s->space, 2 * s->size));
        double before = INFINITY;
        for (int k = 0; k < 5; k++) {
            go(which, point, to);
            cr_assert_leq(result.distance, before + 1e-12 * s->size, "%s: farther off", what);
            before = result.distance;
            moved |= result.moved;
        }
    }
    return moved;
}

static void walk_file(const char *path)
{
    FILE *file = fopen(path, "r");
    static char all[1 << 20];
    cr_assert_not_null(file);
    all[fread(all, 1, sizeof all - 1, file)] = 0;
    fclose(file);
    walk_at_random(path, all, 60);
}

/* All kinds of joints, in trees and loops; all follow but some whose compliant joints, held closed, leave no degree of freedom. */
Test(drag, random_mechanisms_stay_closed_on_random_paths)
{
    for (int i = 0; i < 160; i++) {
        const random_mechanism_options options = {
            .space = i & 1, .loops = i & 2, .redundant = (i & 12) == 4, .massless = i & 16, .compliant = i & 32};
        random_mechanism made = random_mechanism_make(options, (uint64_t)i + 1);
        const bool moved = walk_at_random("random_mechanism", made.text.data, 10);
        cr_expect(moved || options.compliant, "seed %d does not move", i + 1);
        tml_text_free(&made.text);
    }
}

Test(drag, all_models_stay_closed_on_random_paths)
{
    const char *folder = TML_SOURCE_DIR "/models";
    DIR *models = opendir(folder);
    int count = 0;
    cr_assert_not_null(models);
    for (struct dirent *entry; (entry = readdir(models));) {
        char path[1200];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        DIR *one = entry->d_name[0] == '.' ? NULL : opendir(path);
        for (struct dirent *file; one && (file = readdir(one));)
            if (strstr(file->d_name, ".yaml")) {
                snprintf(path, sizeof path, "%s/%s/%s", folder, entry->d_name, file->d_name);
                walk_file(path);
                count++;
            }
        if (one)
            closedir(one);
    }
    closedir(models);
    cr_assert_gt(count, 20);
}

/* ---- what is wrong ---- */

Test(drag, invalid_targets_are_refused)
{
    const double good[3] = {0, 0, 0};
    take(crank_rocker);
    const double angle = coordinate("O.angle");
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++) {
            double bad[3] = {0, 0, 0};
            bad[k] = i == 0 ? NAN : i == 1 ? INFINITY : -INFINITY;
            cr_assert_eq(tml_drag_move(drag, 1, good, bad, NULL), TML_WRONG);
            cr_assert_eq(tml_drag_move(drag, 1, bad, good, NULL), TML_WRONG);
        }
    cr_assert_eq(tml_drag_move(drag, 4, good, good, &result), TML_WRONG);
    cr_assert_eq(tml_drag_move(drag, (size_t)-1, good, good, &result), TML_WRONG);
    cr_assert_eq(coordinate("O.angle"), angle);
    cr_assert_null(tml_drag_body_name(drag, 4));
    cr_assert_null(tml_drag_coordinate_name(drag, 99));
    cr_assert(isnan(tml_drag_coordinate_value(drag, 99)));
    const double far[3] = {1e300, -1e300, 0};
    cr_assert_eq(tml_drag_move(drag, 1, good, far, &result), TML_OK);
    cr_assert(result.closed && gap() < 1e-11);
    cr_assert_eq(tml_drag_move(drag, 2, far, good, &result), TML_OK);
    cr_assert(result.closed && gap() < 1e-11);
}

Test(drag, velocities_do_not_matter_for_dragging)
{
    char contradicts[900];
    snprintf(contradicts, sizeof contradicts, "%sinitial: {O.speed: 3, C.speed: 3}\n", crank_rocker);
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_parse(contradicts, strlen(contradicts), "m.yaml", log);
    cr_assert_not_null(model);
    cr_assert_eq(tml_drag_make(model, &drag, log), TML_OK);
    cr_assert_gt(tml_log_count(log), 0);
    cr_assert_eq(tml_drag_move(drag, 1, (double[]){0.4, 0, 0}, (double[]){0, 0.4, 0}, &result), TML_OK);
    cr_assert(result.closed && result.distance < 1e-10);
    tml_drag_free(drag);
    drag = NULL;
    tml_model_free(model);
    tml_log_free(log);
}

Test(drag, failed_assembly_is_explained)
{
    static const char open[] = "trammel: 1\nbodies:\n  ground: {points: {O: [0, 0], C: [5, 0]}}\n"
                               "  a: {points: {O: [0, 0], A: [1, 0]}, position: [0, 0]}\n"
                               "  b: {points: {A: [0, 0], C: [0.5, 0]}, position: [1, 0]}\n"
                               "joints:\n  O: {revolute: [ground, a]}\n  A: {revolute: [a, b]}\n"
                               "  C: {revolute: [b, ground]}\n";
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_parse(open, strlen(open), "m.yaml", log);
    cr_assert_not_null(model);
    cr_assert_eq(tml_drag_make(model, &drag, log), TML_FAILED);
    cr_assert_null(drag);
    cr_assert_gt(tml_log_count(log), 0);
    tml_model_free(model);
    tml_log_free(log);
}
