/* ready_part.c - parts that need not be written: their text, with as many planets as a use wants, and what must hold of the teeth.
 *
 * Planets      ring = sun + 2 planet; (sun + ring)/planets is whole, so that all can be put in evenly; a sin(pi/planets) > half of the planets' tip diameter.
 * Differential (side + side)/pinions is whole.
 */
#include "model/ready_part.h"
#include <math.h>
#include <string.h>

const char tml_ready_part_names[] = "planetary differential";

enum { MAX_COUNT = 24 };

typedef struct {
    const tml_checker *c;
    const tml_node *use;
    const char *what;
    bool good;
} reader;

/* A whole number that the use gives. */
static int count_of(reader *r, const char *name, int otherwise)
{
    const tml_node *with = tml_node_find(r->use, "with"), *node = with ? tml_node_find(with, name) : NULL;
    double value = otherwise;
    if (!node)
        return otherwise;
    if (node->kind != TML_NODE_SCALAR || !tml_decimal_read(node->text, strlen(node->text), &value) || value < 1 ||
        value > 1e6 || value != round(value)) {
        tml_log_raise(r->c->log, TML_E_READY_PART, node->place, "%s: with: \"%s\" must be a whole number, 1 or more",
                      r->what, name);
        r->good = false;
        return 1;
    }
    return (int)value;
}

static void refuse(reader *r, const char *why)
{
    tml_log_raise(r->c->log, TML_E_READY_PART, r->use->place, "%s: %s", r->what, why);
    r->good = false;
}

/* The nearest number of planets that can be put in evenly. */
static int fitting(int sum, int wanted)
{
    for (int away = 1; away < wanted; away++)
        for (int sign = 1; sign >= -1; sign -= 2)
            if (wanted + sign * away > 1 && sum % (wanted + sign * away) == 0)
                return wanted + sign * away;
    return 1;
}

static void check_planets(reader *r, int sun, int planet, int ring, int planets)
{
    const double pi = acos(-1);
    const int most = planet + 2 < sun + planet ? (int)floor(pi / asin((planet + 2.0) / (sun + planet)) - 1e-9) : 1;
    if (!r->good)
        return;
    if (ring != sun + 2 * planet)
        refuse(r,
               tml_arena_format(r->c->arena, "around a sun of %d and planets of %d teeth the ring has %d, and not %d",
                                sun, planet, sun + 2 * planet, ring));
    else if ((sun + ring) % planets != 0)
        refuse(r,
               tml_arena_format(r->c->arena,
                                "%d planets cannot be put in evenly: sun and ring have %d teeth together, which is no "
                                "multiple of %d; take %d planets, or other teeth",
                                planets, sun + ring, planets, fitting(sun + ring, planets)));
    else if (planets > 1 && planets > most)
        refuse(r, tml_arena_format(r->c->arena, "%d planets of %d teeth overlap around a sun of %d: at most %d fit",
                                   planets, planet, sun, most));
}

/* ---- texts ---- */

static const char planetary[] =
    "ports: [housing]\n"
    "parameters:\n"
    "  sun:\n  planet:\n  ring: sun + 2*planet\n  planets: 3\n  module:\n"
    "  pressure: 20 deg\n  helix: 0\n  efficiency: 1\n  width: 10*module\n  density: 7850 kg/m^3\n"
    "  arm: (sun + planet)*module/(2*cos(helix))\n"
    "  r_sun: arm*sun/(sun + planet)\n  r_planet: arm*planet/(sun + planet)\n  r_ring: arm*ring/(sun + planet)\n"
    "  m_sun: density*width*pi*r_sun^2\n  m_planet: density*width*pi*r_planet^2\n"
    "  m_arm: density*width*pi*arm^2/2\n  m_ring: density*width*pi*((r_ring + 3*module)^2 - r_ring^2)\n"
    "  j_ring: m_ring*((r_ring + 3*module)^2 + r_ring^2)/2\n";

/* A body of a mass with its moment of inertia about z; in space also across. */
static const char *round_body(const reader *r, const char *name, const char *points, const char *com, const char *mass,
                              const char *inertia)
{
    tml_arena *arena = r->c->arena;
    const char *across = tml_arena_format(arena, "(%s)/2 + %s*width^2/12", inertia, mass);
    return r->c->space ? tml_arena_format(arena, "  %s: {points: [%s], com: %s, mass: %s, inertia: [%s, %s, %s]}\n",
                                          name, points, com, mass, across, across, inertia)
                       : tml_arena_format(arena, "  %s: {points: [%s], com: %s, mass: %s, inertia: %s}\n", name, points,
                                          com, mass, inertia);
}

static const char *planetary_text(reader *r, const char **key)
{
    tml_arena *arena = r->c->arena;
    const int sun = count_of(r, "sun", 1), planet = count_of(r, "planet", 1),
              ring = count_of(r, "ring", sun + 2 * planet), n = count_of(r, "planets", 3);
    const bool given = tml_node_find(r->use, "with") && tml_node_find(tml_node_find(r->use, "with"), "sun") &&
                       tml_node_find(tml_node_find(r->use, "with"), "planet");
    if (n > MAX_COUNT)
        refuse(r, tml_arena_format(arena, "at most %d planets", MAX_COUNT));
    if (given)
        check_planets(r, sun, planet, ring, n);
    const char *axis = r->c->space ? ", axis: z" : "", *helix = r->c->space ? ", helix: helix" : "",
               *back = r->c->space ? ", helix: -helix" : "", *z = r->c->space ? ", 0" : "";
    const char *points = tml_arena_format(arena, "points:\n  O: [0, 0%s]\n", z), *arm = "O", *bodies = "bodies:\n",
               *joints = tml_arena_format(arena,
                                          "joints:\n"
                                          "  S: {revolute: [housing, sun], at: O%s}\n"
                                          "  C: {revolute: [housing, carrier], at: O%s}\n"
                                          "  R: {revolute: [housing, ring], at: O%s}\n",
                                          axis, axis, axis);
    for (int k = 1; k <= n && r->good; k++) {
        points = tml_arena_format(arena, "%s  P%d: [arm*cos(2*pi*%d/%d), arm*sin(2*pi*%d/%d)%s]\n", points, k, k - 1, n,
                                  k - 1, n, z);
        arm = tml_arena_format(arena, "%s, P%d", arm, k);
        joints = tml_arena_format(
            arena,
            "%s  P%d: {revolute: [carrier, planet%d]%s}\n"
            "  sun%d: {gear: [S, P%d], teeth: [sun, planet], module: module, pressure: pressure%s%s}\n"
            "  ring%d: {gear: [R, P%d], teeth: [-ring, planet], module: module, pressure: pressure%s%s}\n",
            joints, k, k, axis, k, k, helix, ", efficiency: efficiency", k, k, back, ", efficiency: efficiency");
        const char *body = tml_arena_format(arena, "planet%d", k), *at = tml_arena_format(arena, "P%d", k);
        bodies =
            tml_arena_format(arena, "%s%s", bodies, round_body(r, body, at, at, "m_planet", "m_planet*r_planet^2/2"));
    }
    bodies = tml_arena_format(arena, "%s%s%s%s", bodies, round_body(r, "sun", "O", "O", "m_sun", "m_sun*r_sun^2/2"),
                              round_body(r, "carrier", arm, "O", "m_arm", "m_arm*arm^2/2"),
                              round_body(r, "ring", "O", "O", "m_ring", "j_ring"));
    *key = tml_arena_format(arena, "planetary with %d planets", n);
    return tml_arena_format(arena, "%s%s%s%s", planetary, points, bodies, joints);
}

static const char differential[] =
    "ports: [housing]\n"
    "parameters:\n"
    "  side:\n  pinion:\n  pinions: 2\n  module:\n"
    "  pressure: 20 deg\n  efficiency: 1\n  width: 5*module\n  density: 7850 kg/m^3\n"
    "  r_side: module*side/2\n  r_pinion: module*pinion/2\n"
    "  m_side: density*width*pi*r_side^2\n  m_pinion: density*width*pi*r_pinion^2\n"
    "  r_case: r_side + 2*width\n  m_case: density*width*pi*r_case*(2*r_pinion + r_case)/2\n"
    "points:\n"
    "  O: [0, 0, 0]\n  L: [-r_pinion, 0, 0]\n  R: [r_pinion, 0, 0]\n  K: [-2*r_pinion, 0, 0]\n";

static const char *differential_text(reader *r, const char **key)
{
    tml_arena *arena = r->c->arena;
    const int side = count_of(r, "side", 1), n = count_of(r, "pinions", 2);
    const bool given = tml_node_find(r->use, "with") && tml_node_find(tml_node_find(r->use, "with"), "side");
    if (!r->c->space)
        refuse(r, "a differential has bevel gears: it needs space: space");
    else if (n > MAX_COUNT)
        refuse(r, tml_arena_format(arena, "at most %d pinions", MAX_COUNT));
    else if (given && r->good && 2 * side % n != 0)
        refuse(r, tml_arena_format(
                      arena,
                      "%d pinions cannot be put in evenly between wheels of %d teeth: twice that is no multiple of "
                      "%d; take %d pinions",
                      n, side, n, fitting(2 * side, n)));
    const char *points = "", *arm = "O, K, L, R",
               *bodies = "bodies:\n"
                         "  left: {points: [L], com: L, mass: m_side, inertia: [m_side*r_side^2/2, m_side*r_side^2/4, "
                         "m_side*r_side^2/4]}\n"
                         "  right: {points: [R], com: R, mass: m_side, inertia: [m_side*r_side^2/2, m_side*r_side^2/4, "
                         "m_side*r_side^2/4]}\n",
               *joints = "joints:\n"
                         "  C: {revolute: [housing, case], at: K, axis: x}\n"
                         "  L: {revolute: [case, left], axis: x}\n"
                         "  R: {revolute: [case, right], axis: x}\n";
    for (int k = 1; k <= n && r->good; k++) {
        points = tml_arena_format(arena, "%s  P%d: [0, r_side*cos(2*pi*%d/%d), r_side*sin(2*pi*%d/%d)]\n", points, k,
                                  k - 1, n, k - 1, n);
        arm = tml_arena_format(arena, "%s, P%d", arm, k);
        bodies =
            tml_arena_format(arena,
                             "%s  pinion%d: {points: [P%d], com: P%d, mass: m_pinion, inertia: [m_pinion*r_pinion^2/3, "
                             "m_pinion*r_pinion^2/3, m_pinion*r_pinion^2/3]}\n",
                             bodies, k, k, k);
        joints = tml_arena_format(arena,
                                  "%s  P%d: {revolute: [case, pinion%d], axis: [0, cos(2*pi*%d/%d), sin(2*pi*%d/%d)]}\n"
                                  "  left%d: {bevel: [L, P%d], teeth: [side, pinion], module: module, pressure: "
                                  "pressure, efficiency: efficiency}\n"
                                  "  right%d: {bevel: [R, P%d], teeth: [side, pinion], module: module, pressure: "
                                  "pressure, efficiency: efficiency}\n",
                                  joints, k, k, k - 1, n, k - 1, n, k, k, k, k);
    }
    bodies = tml_arena_format(arena,
                              "%s  case: {points: [%s], com: O, mass: m_case, inertia: [m_case*r_case^2/2, "
                              "m_case*r_case^2/2, m_case*r_case^2/2]}\n",
                              bodies, arm);
    *key = tml_arena_format(arena, "differential with %d pinions", n);
    return tml_arena_format(arena, "%s%s%s%s", differential, points, bodies, joints);
}

const tml_node *tml_ready_part(const tml_checker *c, const char *name, const tml_node *use, const char *what,
                               const char **key, bool *known)
{
    const char *(*const texts[])(reader *, const char **) = {planetary_text, differential_text};
    const int which = tml_word_index(tml_ready_part_names, name);
    reader r = {.c = c, .use = use, .what = what, .good = true};
    *known = which >= 0;
    if (!*known)
        return NULL;
    const char *text = texts[which](&r, key);
    return r.good ? tml_node_parse(c->arena, text, strlen(text), name, c->log) : NULL;
}
