/* brake.c - brake between two bodies, or along a joint coordinate: disc, drum or band. Friction stops and holds.
 *
 *   disc   T = faces mu F r
 *   drum   T = mu F r lever/(arm - mu offset) where friction presses the shoe on, mu F r lever/(arm + mu offset) where it lifts it
 *   band   T = F r (e^(mu wrap) - 1) where friction pulls the band tight, F r (1 - e^(-mu wrap)) where it loosens it
 *
 * A shoe turns about a pivot: the force F acts on it at `lever`, the drum's normal force at `arm`, its friction at `offset` from there. A band is pulled with
 * F at one end and held at the other. With the sense `positive` slip above zero is the one in which friction helps.
 */
#include "model/clutch.h"
#include <math.h>

static const tml_field fields[] = {
    {"force", TML_FIELD_VARYING, "N",
     .doc = "that applies it, an expression of t, channels and states; released where it is zero or below"},
    {"radius", TML_FIELD_NUMBER, "m", "1", .doc = "at which friction acts; none of a disc on a slider"},
    {"type", TML_FIELD_CHOICE, NULL, "disc", .choices = "disc drum band",
     .doc = "faces pressed on a disc, a shoe on a pivot, or a band round a drum"},
    {"faces", TML_FIELD_NUMBER, "", "2", .doc = "of a disc: where it is pressed on; with pads on both sides 2"},
    {"lever", TML_FIELD_NUMBER, "m", .doc = "of a drum's shoe: from its pivot to the force"},
    {"arm", TML_FIELD_NUMBER, "m", .doc = "of a drum's shoe: from its pivot to the normal force"},
    {"offset", TML_FIELD_NUMBER, "m", "0", .doc = "of a drum's shoe: from its pivot to the friction"},
    {"wrap", TML_FIELD_NUMBER, "rad", .doc = "angle of a band round its drum"},
    {"sense", TML_FIELD_CHOICE, NULL, "positive", .choices = "positive negative",
     .doc = "of slip in which friction helps to apply a drum or band"},
    TML_CLUTCH_FIELDS,
    TML_CLUTCH_TORQUE_FIELDS,
};

static bool is_drum(const tml_node *map)
{
    const tml_node *type = tml_node_find(map, "type");
    return type && tml_node_is(type, "drum");
}

static bool is_band(const tml_node *map)
{
    const tml_node *type = tml_node_find(map, "type");
    return type && tml_node_is(type, "band");
}

/* The first of some keys that is given. */
static const tml_node *find_one(const tml_node *map, const char *keys)
{
    for (int i = 0; i < map->count; i++)
        if (tml_word_index(keys, map->keys[i]->text) >= 0)
            return map->keys[i];
    return NULL;
}

static const char *misfit(const tml_node *map, const tml_node **where)
{
    const bool drum = is_drum(map), band = is_band(map);
    const char *wrong =
        tml_clutch_misfit(map, where, "radius faces coefficient static type lever arm offset wrap sense");
    if (wrong)
        return wrong;
    if (!drum && (*where = find_one(map, "lever arm offset")) != NULL)
        return "has an effect with \"type: drum\" only";
    if (!band && (*where = find_one(map, "wrap")) != NULL)
        return "has an effect with \"type: band\" only";
    if ((drum || band) && (*where = find_one(map, "faces")) != NULL)
        return "has an effect on a disc only";
    if (!drum && !band && (*where = find_one(map, "sense")) != NULL)
        return "has an effect with \"type: drum\" and \"type: band\" only: a disc is the same in both senses";
    *where = map;
    if (drum && (!tml_node_find(map, "lever") || !tml_node_find(map, "arm")))
        return "a drum needs \"lever\" and \"arm\", from the pivot of its shoe to the force and to the normal force";
    return band && !tml_node_find(map, "wrap") ? "a band needs \"wrap\", the angle round its drum, as \"wrap: 270 deg\""
                                               : NULL;
}

/* Limits by the coefficient, `mu` in its place. */
static const char *with(const char *text, const char *mu, tml_arena *arena)
{
    return tml_arena_format(arena, text, mu, mu);
}

static tml_friction_texts texts_of(const tml_node *map, tml_arena *arena)
{
    static const char disc[] = "faces*%s*max(0, force)*radius", kinetic[] = "coefficient",
                      at_rest[] = "max(coefficient, static)", on[] = "%s*max(0, force)*radius*lever/(arm - %s*offset)",
                      off[] = "%s*max(0, force)*radius*lever/(arm + %s*offset)",
                      tight[] = "max(0, force)*radius*(exp(%s*wrap) - 1)",
                      loose[] = "max(0, force)*radius*(1 - exp(-%s*wrap))";
    const bool band = is_band(map);
    const tml_node *sense = tml_node_find(map, "sense");
    if (!band && !is_drum(map))
        return (tml_friction_texts){
            .sliding = with(disc, kinetic, arena), .holding = with(disc, at_rest, arena), .arm = "radius"};
    return (tml_friction_texts){.sliding = with(band ? tight : on, kinetic, arena),
                                .holding = with(band ? tight : on, at_rest, arena),
                                .sliding_back = with(band ? loose : off, kinetic, arena),
                                .holding_back = with(band ? loose : off, at_rest, arena),
                                .reversed = sense && tml_node_is(sense, "negative"),
                                .arm = "radius"};
}

static tml_state_form form(const char *name, const tml_node *map, tml_arena *arena)
{
    (void)name;
    return tml_clutch_form(texts_of(map, arena), map, arena);
}

/* A shoe that friction presses on ever harder: it would jam in one sense. */
static const char *unfit(const tml_field_values *numbers, const char **field)
{
    const double sliding = tml_field_value(numbers, "coefficient"), at_rest = tml_field_value(numbers, "static"),
                 mu = sliding > at_rest ? sliding : at_rest, arm = tml_field_value(numbers, "arm");
    *field = "arm";
    return arm > 0 && arm <= mu * fabs(tml_field_value(numbers, "offset"))
               ? "the shoe jams: \"arm\" must be greater than the coefficient of friction times \"offset\"; a clutch "
                 "that "
                 "holds in one sense is a \"one-way-clutch\""
               : NULL;
}

static const tml_state_class states = {.name = "brake",
                                       TML_LIST(fields),
                                       .misfit = misfit,
                                       .form = form,
                                       .positive = "radius faces coefficient lever arm wrap",
                                       .not_below = "static viscous",
                                       .loads = "torque static_torque",
                                       .unfit = unfit};

static const tml_symbol_piece symbol[] = {
    {"point", "line", .path = "M-12 -9A15 15 0 0 1 12 -9M-12 9A15 15 0 0 0 12 9"},
    {"point", "solid", .path = "M-7 -12H7V-16H-7ZM-7 12H7V16H-7Z"},
};
static const tml_template templates[] = {{.title = "Brake",
                                          .plane = "force: 500, radius: 0.12, coefficient: 0.4",
                                          .sliding = "force: 500, coefficient: 0.4",
                                          .rank = 15}};

const tml_force_class tml_force_brake = {
    .name = "brake",
    .doc = "Brake between two bodies, or along a joint coordinate: disc, drum or band.",
    TML_CLUTCH_CLASS,
    .example_plane =
        "trammel: 1\n"
        "bodies:\n"
        "  ground: {points: {O: [0, 0]}}\n"
        "  drum: {points: {O: [0, 0], A: [0.2, 0]}, mass: 5, inertia: 0.1, com: [0.02, 0]}\n"
        "joints:\n"
        "  O: {revolute: [ground, drum]}\n"
        "forces:\n"
        "  b: {brake: O, type: band, force: 40*min(1, 4*t), radius: 0.2, wrap: 200 deg, coefficient: 0.25}\n"
        "initial: {O.speed: 30}\n"
        "analyses:\n"
        "  - dynamics: {end: 1, output: 0.1}\n",
    .example_space = "trammel: 1\n"
                     "space: space\n"
                     "points: {O: [0, 0, 0]}\n"
                     "bodies:\n"
                     "  cage: {points: [O], mass: 300, inertia: [40, 40, 20]}\n"
                     "joints:\n"
                     "  rail: {prismatic: [ground, cage], axis: z, at: O}\n"
                     "forces:\n"
                     "  clamp: {brake: rail, force: 9000, coefficient: 0.3, static: 0.4}\n"
                     "initial: {rail.speed: -1}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 0.4, output: 0.05}\n",
};
