/* planetary.c - a sun, planets on a carrier, and a ring around them, with teeth.
 *
 * ring = sun + 2 planet; (sun + ring)/planets is whole, so that all can be put in evenly; a sin(pi/planets) > half of the planets' tip diameter.
 */
#include "elementary/elementary.h"
#include "model/even_planets.h"
#include "model/ready_part.h"
#include <math.h>

enum { MAX_COUNT = 24 };

static const tml_field parameters[] = {
    {"sun", TML_FIELD_NUMBER, "", .required = true, .doc = "teeth of the sun"},
    {"planet", TML_FIELD_NUMBER, "", .required = true, .doc = "teeth of a planet"},
    {"ring", TML_FIELD_NUMBER, "", "sun + 2*planet", .doc = "teeth of the ring"},
    {"planets", TML_FIELD_NUMBER, "", "3", .doc = "how many planets there are"},
    {"module", TML_FIELD_NUMBER, "m", .required = true, .doc = "pitch diameter per tooth"},
    {"pressure", TML_FIELD_NUMBER, "rad", "20 deg", .doc = "angle of pressure"},
    {"helix", TML_FIELD_NUMBER, "rad", "0", .doc = "angle of helix, in space"},
    {"efficiency", TML_FIELD_NUMBER, "", "1", .doc = "of each mesh"},
    {"width", TML_FIELD_NUMBER, "m", "10*module", .doc = "of the teeth"},
    {"density", TML_FIELD_NUMBER, "kg/m^3", "7850 kg/m^3", .doc = "of the wheels"},
    {"arm", TML_FIELD_NUMBER, "m", "(sun + planet)*module/(2*cos(helix))", .doc = "of the carrier", .advanced = true},
    {"r_sun", TML_FIELD_NUMBER, "m", "arm*sun/(sun + planet)", .doc = "radius of the sun", .advanced = true},
    {"r_planet", TML_FIELD_NUMBER, "m", "arm*planet/(sun + planet)", .doc = "of a planet", .advanced = true},
    {"r_ring", TML_FIELD_NUMBER, "m", "arm*ring/(sun + planet)", .doc = "of the ring", .advanced = true},
    {"m_sun", TML_FIELD_NUMBER, "kg", "density*width*pi*r_sun^2", .doc = "mass of the sun", .advanced = true},
    {"m_planet", TML_FIELD_NUMBER, "kg", "density*width*pi*r_planet^2", .doc = "of a planet", .advanced = true},
    {"m_arm", TML_FIELD_NUMBER, "kg", "density*width*pi*arm^2/2", .doc = "of the carrier", .advanced = true},
    {"m_ring", TML_FIELD_NUMBER, "kg", "density*width*pi*((r_ring + 3*module)^2 - r_ring^2)", .doc = "of the ring",
     .advanced = true},
    {"j_ring", TML_FIELD_NUMBER, "kg*m^2", "m_ring*((r_ring + 3*module)^2 + r_ring^2)/2",
     .doc = "its moment of inertia", .advanced = true},
};

static void check_planets(tml_part_use *r, int sun, int planet, int ring, int planets)
{
    const double pi = tml_acos(-1);
    const int most = planet + 2 < sun + planet ? (int)floor(pi / tml_asin((planet + 2.0) / (sun + planet)) - 1e-9) : 1;
    if (!r->good)
        return;
    if (ring != sun + 2 * planet)
        tml_part_refuse(r, tml_arena_format(r->c->arena,
                                            "around a sun of %d and planets of %d teeth the ring has %d, and not %d",
                                            sun, planet, sun + 2 * planet, ring));
    else if ((sun + ring) % planets != 0)
        tml_part_refuse(
            r, tml_arena_format(r->c->arena,
                                "%d planets cannot be put in evenly: sun and ring have %d teeth together, which is no "
                                "multiple of %d; take %d planets, or other teeth",
                                planets, sun + ring, planets, tml_even_planets(sun + ring, planets)));
    else if (planets > 1 && planets > most)
        tml_part_refuse(r, tml_arena_format(r->c->arena,
                                            "%d planets of %d teeth overlap around a sun of %d: at most %d fit",
                                            planets, planet, sun, most));
}

/* A body of a mass with its moment of inertia about z; in space also across. */
static const char *round_body(const tml_part_use *r, const char *name, const char *points, const char *com,
                              const char *mass, const char *inertia)
{
    tml_arena *arena = r->c->arena;
    const char *across = tml_arena_format(arena, "(%s)/2 + %s*width^2/12", inertia, mass);
    return r->c->space ? tml_arena_format(arena, "  %s: {points: [%s], com: %s, mass: %s, inertia: [%s, %s, %s]}\n",
                                          name, points, com, mass, across, across, inertia)
                       : tml_arena_format(arena, "  %s: {points: [%s], com: %s, mass: %s, inertia: %s}\n", name, points,
                                          com, mass, inertia);
}

static const char *text_of(tml_part_use *r, const char **key)
{
    tml_arena *arena = r->c->arena;
    const int sun = tml_part_count(r, "sun", 1), planet = tml_part_count(r, "planet", 1),
              ring = tml_part_count(r, "ring", sun + 2 * planet), n = tml_part_count(r, "planets", 3);
    const bool given = tml_part_gives(r, "sun") && tml_part_gives(r, "planet");
    if (n > MAX_COUNT)
        tml_part_refuse(r, tml_arena_format(arena, "at most %d planets", MAX_COUNT));
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
    return tml_arena_format(arena, "%s%s%s", points, bodies, joints);
}

const tml_ready_part_class tml_ready_part_planetary = {
    .name = "planetary",
    .doc = "A planetary gear set: sun, planets on a carrier, ring, each on a pin about z of the housing.",
    .ports = "housing",
    .parameters = parameters,
    .parameters_count = sizeof parameters / sizeof *parameters,
    .plane = true,
    .space = true,
    .text = text_of,
    .template = {.title = "Planetary gear",
                 .stem = "gear",
                 .plane = "with: {sun: 24, planet: 18, module: 2 mm}",
                 .rank = 1},
    .example = "trammel: 1\n"
               "gravity: none\n"
               "use: {g: {part: planetary, ports: {housing: ground}, with: {sun: 24, planet: 18, module: 2 mm}}}\n"
               "joints: {fix: {fixed: [ground, g.ring], at: g.O}}\n"
               "forces: {drive: {motor: g.S, torque: 2}}\n"
               "analyses: [dynamics: {end: 0.1, output: 0.05}]\n",
};
