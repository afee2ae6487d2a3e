/* contact.c - surfaces of bodies that touch: a force along the common normal that only pushes, and friction across it.
 *
 * Rigid:      gap >= 0, N >= 0, gap N = 0, and in an impact gap' after = -e gap' before (Newton), or impulse of expansion = e of compression (Poisson)
 * Compliant:  N(depth, depth') by a law of src/contact_law;   friction: |T| <= mu N against the slip
 */
#include "model/contact.h"

static const tml_field fields[] = {
    {"law", TML_FIELD_CHOICE, .preset = "rigid", .choices = "rigid", .registered = tml_contact_law_name,
     .doc = "rigid, or the law of a compliant contact"},
    {"restitution", TML_FIELD_NUMBER, "", "0", .doc = "part of the approach speed that an impact gives back, 0 to 1"},
    {"impact", TML_FIELD_CHOICE, .preset = "newton", .choices = TML_IMPACT_LAWS,
     .doc = "what restitution is a ratio of, in a rigid contact: newton, of speeds after and before; poisson, of "
            "impulses of expansion and compression"},
    {"friction", TML_FIELD_FRICTION, "",
     .doc = "coefficient, or {coefficient:, static:, stribeck:, exponent:, viscous:, speed:}; smooth in a compliant "
            "contact"},
    {"stiffness", TML_FIELD_NUMBER, NULL, .doc = "of a compliant contact: force per depth^exponent, N/m^exponent"},
    {"exponent", TML_FIELD_NUMBER, "", "1.5", .doc = "of the depth in a compliant contact; 1 or more"},
    {"damping", TML_FIELD_NUMBER, "s/m", "0", .doc = "of hunt_crossley"},
    {"modulus", TML_FIELD_NUMBERS, "Pa", .doc = "instead of a stiffness: Young's modulus of both, or a list of two"},
    {"face_width", TML_FIELD_NUMBER, "m",
     .doc = "in the plane, with modulus: width of both surfaces across it, for the channel pressure"},
    {"poisson", TML_FIELD_NUMBERS, "", "0.3", .doc = "with modulus: Poisson's ratio of both, or a list of two"},
};
static const tml_force_channel channels[] = {
    {"gap", "m", TML_CHANNEL_GAP, 1, "distance between the surfaces, the least where they may touch at several places",
     TML_ANY_COORDINATE},
    {"force", "N", TML_CHANNEL_FORCE, 1, "pressing force, the sum over all places", TML_ANY_COORDINATE},
    {"slip", "m/s", TML_CHANNEL_SLIP, 1, "speed of slip where the gap is least", TML_ANY_COORDINATE},
    {"friction", "N", TML_CHANNEL_FRICTION, 1, "force of friction, the sum over all places", TML_ANY_COORDINATE},
    {"pressure", "Pa", TML_CHANNEL_PRESSURE, 1,
     "largest pressure between the surfaces by Hertz, over face_width, the largest of all places", TML_ANY_COORDINATE},
};

static const tml_symbol_piece symbol[] = {
    {"point", "line", .path = "M-12 8H12M8 0A8 8 0 1 1 -8 0A8 8 0 1 1 8 0"}, /* a disc on a line */
};
static const tml_template templates[] = {{.title = "Contact", .plane = "restitution: 0.5", .rank = 20}};

const tml_force_class tml_force_contact = {
    .name = "contact",
    .doc = "Surfaces that touch: [body.surface, body.surface]; a body or a group stands for all of its surfaces.",
    .acts = TML_ACTS_BETWEEN_SURFACES,
    TML_LIST(fields),
    TML_LIST(channels),
    .plane = true,
    .space = true,
    TML_LIST(symbol),
    TML_LIST(templates),
    .example_plane = "trammel: 1\n"
                     "bodies:\n"
                     "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
                     "  ball: {mass: 0.5, shape: {disc: 50 mm}, surfaces: {rim: {disc: 50 mm}}, position: [0, 0.2], "
                     "velocity: [0.3, 0]}\n"
                     "forces:\n"
                     "  hit: {contact: [ball.rim, ground.floor], law: hunt_crossley, stiffness: 1e6, damping: 0.2, "
                     "friction: 0.3}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 0.4, output: 0.05}\n",
    .example_space = "trammel: 1\n"
                     "space: space\n"
                     "bodies:\n"
                     "  ground: {surfaces: {floor: {plane: [0, 0, 0]}}}\n"
                     "  ball: {mass: 0.5, shape: {sphere: 50 mm}, surfaces: {skin: {sphere: 50 mm}}, position: [0, 0, "
                     "0.2], velocity: [0.3, 0, 0]}\n"
                     "forces:\n"
                     "  hit: {contact: [ball.skin, ground.floor], law: hunt_crossley, stiffness: 1e6, damping: 0.2, "
                     "friction: 0.3}\n"
                     "analyses:\n"
                     "  - dynamics: {end: 0.4, output: 0.05}\n",
};
