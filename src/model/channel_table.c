/* channel_table.c - the table of channels, by what they belong to and in the order in which results list them. */
#include "model/channel.h"
#include <string.h>

/* A component of a vector. Positions (stem "") have no magnitude of interest. */
#define COMPONENT(stem, axis, of, at, measured)                                                                        \
    stem axis, .value = (at), .measure = {.kind = (measured), .a = (of)}, .vector = sizeof stem > 1 ? stem : NULL
/* Components along x, y and z, of which the plane has two; or about them, of which the plane has one by another name. */
#define XYZ(stem, at, measured, ...)                                                                                   \
    {COMPONENT(stem, "x", TML_X, at, measured), __VA_ARGS__ ", along x"},                                              \
        {COMPONENT(stem, "y", TML_Y, (at) + 1, measured), __VA_ARGS__ ", along y"},                                    \
    {                                                                                                                  \
        COMPONENT(stem, "z", TML_Z, (at) + 2, measured), .where = TML_ONLY_SPACE, __VA_ARGS__ ", along z"              \
    }
#define ABOUT(plane, stem, at, measured, ...)                                                                          \
    {plane, .value = (at) + 2, .measure = {.kind = (measured) ? TML_ANGLE : TML_NO_MEASURE, .a = TML_X, .b = TML_Y},   \
     .where = TML_ONLY_PLANE, __VA_ARGS__},                                                                            \
        {COMPONENT(stem, "x", TML_X, at, measured), .where = TML_ONLY_SPACE, __VA_ARGS__ ", about x"},                 \
        {COMPONENT(stem, "y", TML_Y, (at) + 1, measured), .where = TML_ONLY_SPACE, __VA_ARGS__ ", about y"},           \
    {                                                                                                                  \
        COMPONENT(stem, "z", TML_Z, (at) + 2, measured), .where = TML_ONLY_SPACE, __VA_ARGS__ ", about z"              \
    }
#define RATE                        .sort = TML_SPEED_CHANNEL
#define POSITION                    .sort = TML_POSITION_CHANNEL
#define RESULT                      .sort = TML_RESULT_CHANNEL
#define DOC(unit_, quantity_, doc_) .unit = unit_, .quantity = quantity_, .doc = doc_
#define QUATERNION(name_, at)                                                                                          \
    {                                                                                                                  \
        name_, .value = TML_BODY_Q + (at), .where = TML_ONLY_SPACE, DOC("", "quaternion", "orientation (quaternion)")  \
    }

/* clang-format off */
static const tml_channel of_time[] = {
    {"t", DOC("s", "time", "time")},
};

static const tml_channel of_body[] = {
    XYZ("", TML_BODY_X, TML_COORD, POSITION, DOC("m", "position", "position of the centre of mass")),
    {"angle", .value = TML_BODY_ANGLE, POSITION, .measure = {.kind = TML_ANGLE, .a = TML_X, .b = TML_Y},
     .where = TML_ONLY_PLANE, DOC("rad", "angle", "angle of the body, full turns counted")},
    QUATERNION("qw", 0), QUATERNION("qx", 1), QUATERNION("qy", 2), QUATERNION("qz", 3),
    XYZ("v", TML_BODY_V, TML_COORD, RATE, DOC("m/s", "velocity", "velocity of the centre of mass")),
    ABOUT("omega", "omega", TML_BODY_W, TML_ROTATE, RATE, DOC("rad/s", "angular velocity", "angular velocity")),
    XYZ("a", TML_BODY_A, TML_NO_MEASURE, RESULT, DOC("m/s^2", "acceleration", "acceleration of the centre of mass")),
    ABOUT("alpha", "alpha", TML_BODY_ALPHA, TML_NO_MEASURE, RESULT, DOC("rad/s^2", "angular acceleration", "angular acceleration")),
};

static const tml_channel of_point[] = {
    XYZ("", TML_BODY_X, TML_COORD, POSITION, DOC("m", "position", "position of the point")),
    XYZ("v", TML_BODY_V, TML_COORD, RATE, DOC("m/s", "velocity", "velocity of the point")),
    XYZ("a", TML_BODY_A, TML_NO_MEASURE, RESULT, DOC("m/s^2", "acceleration", "acceleration of the point")),
};

static const tml_channel of_coordinate[] = {
    {"speed", .value = TML_COORDINATE_RATE, RATE, .along = TML_TRANSLATIONS, DOC("m/s", "speed", "speed of the displacement")},
    {"speed", .value = TML_COORDINATE_RATE, RATE, .along = TML_ROTATIONS, DOC("rad/s", "speed", "speed of the angle")},
    {"acceleration", .value = TML_COORDINATE_ACCELERATION, RESULT, .along = TML_TRANSLATIONS,
     DOC("m/s^2", "acceleration", "acceleration of the displacement")},
    {"acceleration", .value = TML_COORDINATE_ACCELERATION, RESULT, .along = TML_ROTATIONS,
     DOC("rad/s^2", "acceleration", "acceleration of the angle")},
};

static const tml_channel of_limit[] = {
    {"limit", RESULT, .along = TML_TRANSLATIONS, DOC("N", "limit", "force of the stops on the second body, along the displacement")},
    {"limit", RESULT, .along = TML_ROTATIONS, DOC("N*m", "limit", "torque of the stops on the second body, along the angle")},
};

static const tml_channel of_rod[] = {
    {"tension", RESULT, DOC("N", "force", "force along the rod, positive in tension")},
};

static const tml_channel of_relation[] = {
    {"multiplier", RESULT, .along = TML_TRANSLATIONS, DOC("N", "force", "force along the left side of the equation, on what it is the position of")},
    {"multiplier", RESULT, .along = TML_ROTATIONS, DOC("N*m", "torque", "torque along the left side of the equation, on what it is the angle of")},
};

static const tml_channel of_path[] = {
    {"length", RESULT, DOC("m", "length", "length of the belt, or of the cable between its ends; of a drum, from where it leaves it")},
    {"wrap", .value = 2, RESULT, DOC("rad", "angle", "angle of what lies on a wheel between two spans: wrap1, wrap2, ... in their order; below zero it would have left it")},
    {"fleet", .value = 3, RESULT, DOC("rad", "angle", "in space: the largest angle by which a span leaves the plane of a wheel")},
    {"tension", .value = 1, RESULT, DOC("N", "force", "force in the belt or cable; of several sections between wheels tension1, tension2, ... in their order")},
};

static const tml_channel of_teeth[] = {
    {"tangential", RESULT, DOC("N", "force", "tooth force along the pitch circles; its sign tells which flanks carry")},
    {"radial", .value = 1, RESULT, DOC("N", "force", "tooth force that pushes the axes apart; below zero: together, of a ring and the wheel in it")},
    {"normal", .value = 2, RESULT, DOC("N", "force", "tooth force normal to the teeth, the resultant of all parts")},
};

static const tml_channel of_rolling[] = {
    {"normal", RESULT, DOC("N", "force", "force that keeps rolling surfaces apart, positive in pressure")},
    {"along", .value = 1, RESULT, DOC("N", "force", "force on what rolls, along its track")},
    {"across", .value = 2, RESULT, .where = TML_ONLY_SPACE, DOC("N", "force", "force on what rolls, across its track")},
    {"x", .value = 3, RESULT, DOC("m", "position", "touching point, along x")},
    {"y", .value = 4, RESULT, DOC("m", "position", "touching point, along y")},
    {"z", .value = 5, RESULT, .where = TML_ONLY_SPACE, DOC("m", "position", "touching point, along z")},
};

static const tml_channel of_joint[] = {
    XYZ("f", TML_WRENCH_FORCE, TML_NO_MEASURE, RESULT, DOC("N", "force", "reaction force on the second body")),
    ABOUT("torque", "t", TML_WRENCH_TORQUE, TML_NO_MEASURE, RESULT, DOC("N*m", "torque", "reaction torque on the second body")),
};

static const tml_channel of_friction[] = {
    {"friction", RESULT, .along = TML_TRANSLATIONS, DOC("N", "force", "friction on the second body along its slip; its size where that has several directions")},
    {"friction", RESULT, .along = TML_ROTATIONS, DOC("N*m", "torque", "friction torque on the second body; its size where that has several directions")},
    {"friction1", RESULT, DOC("N*m", "torque", "friction torque on the second body about the first axis")},
    {"friction2", .value = 1, RESULT, DOC("N*m", "torque", "friction torque on the second body about the second axis")},
    {"friction_torque", .value = 1, RESULT, DOC("N*m", "torque", "friction torque of the pin in the slot")},
    {"friction_power", .value = 2, RESULT, DOC("W", "power", "power of friction: never above zero")},
    {"sticks", .value = 3, RESULT, DOC("", "mode", "1 while exact friction sticks, 0 while it slides")},
};

static const tml_channel of_clearance[] = {
    {"gap", RESULT, DOC("m", "gap", "distance of journal and bearing, or of block and guide, where it is least")},
    {"force", .value = 1, RESULT, DOC("N", "force", "pressing force, the sum over all places where they touch")},
    {"slip", .value = 2, RESULT, DOC("m/s", "slip", "speed of slip where the gap is least")},
    {"friction", .value = 3, RESULT, DOC("N", "force", "force of friction, the sum over all places")},
    {"ex", .value = 4, POSITION, DOC("m", "eccentricity", "offset of the second body's point from that of the first, along x of the joint")},
    {"ey", .value = 5, POSITION, DOC("m", "eccentricity", "the same along y")},
    {"ez", .value = 6, POSITION, .where = TML_ONLY_SPACE, DOC("m", "eccentricity", "the same along z, the axis")},
    {"tilt", .value = 7, POSITION, .where = TML_ONLY_PLANE, DOC("rad", "angle", "rotation of the block in its guide")},
};

static const tml_channel of_force[] = {
    XYZ("f", TML_WRENCH_FORCE, TML_NO_MEASURE, RESULT, DOC("N", "force", "force on the second body")),
    ABOUT("torque", "t", TML_WRENCH_TORQUE, TML_NO_MEASURE, RESULT, DOC("N*m", "torque", "torque on the second body")),
};

static const tml_channel of_contact[] = {
    XYZ("", TML_CONTACT_POINT, TML_NO_MEASURE, RESULT, DOC("m", "position", "touching point; of several the centre of pressure, of none the place with the least gap")),
    XYZ("f", TML_CONTACT_FORCE, TML_NO_MEASURE, RESULT, DOC("N", "force", "force on the second body")),
    ABOUT("torque", "t", TML_CONTACT_TORQUE, TML_NO_MEASURE, RESULT, DOC("N*m", "torque", "torque on the second body at the touching point: none where that is one point")),
};

static const tml_channel of_contact_friction[] = {
    {"sticks", RESULT, DOC("", "mode", "1 while the surfaces touch and exact friction sticks, else 0")},
};

static const tml_channel of_deflection[] = {
    XYZ("d", 0, TML_NO_MEASURE, POSITION, DOC("m", "deflection", "deflection of the second point from the first")),
    {"angle", .value = 2, POSITION, .where = TML_ONLY_PLANE, DOC("rad", "angle", "rotation of the second body relative to the first")},
    {COMPONENT("r", "x", TML_X, 3, TML_NO_MEASURE), POSITION, .where = TML_ONLY_SPACE, DOC("rad", "rotation", "rotation vector of the second body relative to the first, along x")},
    {COMPONENT("r", "y", TML_Y, 4, TML_NO_MEASURE), POSITION, .where = TML_ONLY_SPACE, DOC("rad", "rotation", "rotation vector of the second body relative to the first, along y")},
    {COMPONENT("r", "z", TML_Z, 5, TML_NO_MEASURE), POSITION, .where = TML_ONLY_SPACE, DOC("rad", "rotation", "rotation vector of the second body relative to the first, along z")},
};

static const tml_channel of_driver[] = {
    {"torque", .value = TML_DRIVER_FORCE, RESULT, .along = TML_ROTATIONS, DOC("N*m", "torque", "torque that the driver needs")},
    {"force", .value = TML_DRIVER_FORCE, RESULT, .along = TML_TRANSLATIONS, DOC("N", "force", "force that the driver needs")},
    {"power", .value = TML_DRIVER_POWER, RESULT, DOC("W", "power", "power of the driver")},
};

static const tml_channel of_state[] = {
    {"rate", RESULT, DOC("", "rate", "rate of the state, per second")},
};

static const tml_channel of_whole[] = {
    {"energy.kinetic", .value = TML_KINETIC, DOC("J", "energy", "kinetic energy")},
    {"energy.potential", .value = TML_POTENTIAL, DOC("J", "energy", "potential energy of gravity and springs, and what states store")},
    {"energy.work", .value = TML_WORK, DOC("J", "energy", "work of motors, dampers and other forces without a potential, since the start")},
    {"energy.error", .value = TML_ENERGY_ERROR, .is_check = true, DOC("J", "energy error", "error of the energy balance: zero for an exact solution")},
    {"residual.position", .value = TML_POSITION_RESIDUAL, .is_check = true, DOC("m", "residual", "largest gap of a rigid joint; angles times the size of the mechanism")},
    {"residual.velocity", .value = TML_VELOCITY_RESIDUAL, .is_check = true, DOC("m/s", "residual", "largest speed at which rigid joints come apart")},
};

static const tml_channel of_losses[] = {
    {"energy.friction_loss", .value = TML_FRICTION_LOSS, DOC("J", "energy", "energy that friction has taken, since the start")},
    {"energy.impact_loss", .value = TML_IMPACT_LOSS, DOC("J", "energy", "energy that impacts have taken, since the start")},
};

static const tml_channel of_compliance[] = {
    {"residual.opening", .value = TML_OPENING, .is_check = true, DOC("m", "residual", "largest opening of a compliant joint")},
    {"residual.rotation", .value = TML_OPENING_ROTATION, .is_check = true,
     DOC("rad", "residual", "largest rotation of a compliant joint about the axes that it constrains")},
};

static const tml_channel of_actuator[] = {
    {"actuator", RESULT, .along = TML_ROTATIONS, DOC("N*m", "actuator", "torque needed, on the second body")},
    {"actuator", RESULT, .along = TML_TRANSLATIONS, DOC("N", "actuator", "force needed, on the second body")},
    {"power", .value = 1, RESULT, DOC("W", "power", "power of the actuator")},
    {"energy", .value = 2, DOC("J", "energy", "work done by the actuator since the start")},
};

static const tml_channel of_linkage[] = {
    {"advantage", DOC("", "advantage", "mechanical advantage: force or torque of this joint for one of the driver")},
    {"transmission", .value = 1, .where = TML_ONLY_PLANE, DOC("rad", "transmission angle", "transmission angle")},
};

static const tml_channel of_steady[] = {
    {"stability.growth", DOC("1/s", "growth", "growth of small disturbances; below zero: stable")},
    {"sweep.branch", .value = 1, DOC("", "branch", "number of the curve of solutions")},
};

static const tml_channel of_mode[] = {
    {"t", DOC("s", "time", "time of the reference state of the linearization")},
    {"mode", .value = 1, DOC("", "mode", "number of the mode, slowest first")},
    {"eigenvalue.re", .value = 2, DOC("1/s", "eigenvalue", "real part of the eigenvalue: growth, below zero decay")},
    {"eigenvalue.im", .value = 3, DOC("rad/s", "eigenvalue", "imaginary part of the eigenvalue: damped angular frequency")},
    {"frequency", .value = 4, DOC("Hz", "frequency", "frequency")},
    {"natural", .value = 5, DOC("rad/s", "natural frequency", "undamped angular frequency")},
    {"damping", .value = 6, DOC("", "damping ratio", "damping ratio: a fraction of critical damping")},
    {"time_constant", .value = 7, DOC("s", "time constant", "time in which it decays or grows by a factor of e")},
    {"rigid", .value = 8, DOC("", "rigid", "1: a rigid mode, without a restoring force")},
};

static const tml_channel of_shape[] = {
    {"re", DOC("", "", "part of the mode's shape, real part")},
    {"im", .value = 1, DOC("", "", "part of the mode's shape, imaginary part")},
    {"participation", .value = 2, DOC("", "participation", "share of the kinetic energy")},
};

static const tml_channel of_sensitivity[] = {
    {"answer", DOC("", "answer", "value of the answer that the row names, in SI units")},
    {"parameter", .value = 1, DOC("", "parameter", "value of the parameter that the row names, in SI units")},
    {"derivative", .value = 2, DOC("", "derivative", "of the answer by the parameter, in SI units")},
    {"relative", .value = 3, DOC("", "relative derivative", "change of the answer in per cent for each per cent of the parameter")},
    {"error", .value = 4, DOC("", "error", "estimate of the error of a derivative by differences, in SI units; of others there is none")},
};

static const tml_channel of_response[] = {
    {"amplitude", DOC("", "amplitude", "amplitude of the output for an input of amplitude 1")},
    {"phase", .value = 1, DOC("rad", "phase", "phase of the output ahead of the input")},
};
/* clang-format on */

#define CHANNELS(name, owner)                                                                                          \
    {                                                                                                                  \
        .of = name, .list = owner, .count = (int)(sizeof owner / sizeof *(owner))                                      \
    }
#define WHOLE(name, owner)                                                                                             \
    {                                                                                                                  \
        .of = name, .is_whole = true, .list = owner, .count = (int)(sizeof owner / sizeof *(owner))                    \
    }

const tml_channel_list tml_channel_lists[TML_OWNER_COUNT] = {
    [TML_OF_TIME] = WHOLE("whole", of_time),
    [TML_OF_BODY] = CHANNELS("body", of_body),
    [TML_OF_POINT] = CHANNELS("point", of_point),
    [TML_OF_COORDINATE] = CHANNELS("joint coordinate", of_coordinate),
    [TML_OF_LIMIT] = CHANNELS("joint coordinate with limits", of_limit),
    [TML_OF_ROD] = CHANNELS("joint of points", of_rod),
    [TML_OF_RELATION] = CHANNELS("joint of an expression", of_relation),
    [TML_OF_TEETH] = CHANNELS("wheels with teeth", of_teeth),
    [TML_OF_PATH] = CHANNELS("belt or cable", of_path),
    [TML_OF_ROLLING] = CHANNELS("joint of surfaces", of_rolling),
    [TML_OF_JOINT] = CHANNELS("joint", of_joint),
    [TML_OF_FRICTION] = CHANNELS("joint with friction", of_friction),
    [TML_OF_CLEARANCE] = CHANNELS("joint with clearance", of_clearance),
    [TML_OF_FORCE] = CHANNELS("force", of_force),
    [TML_OF_CONTACT] = CHANNELS("contact", of_contact),
    [TML_OF_CONTACT_FRICTION] = CHANNELS("contact with friction", of_contact_friction),
    [TML_OF_DEFLECTION] = CHANNELS("bushing", of_deflection),
    [TML_OF_DRIVER] = CHANNELS("driver", of_driver),
    [TML_OF_STATE] = CHANNELS("state", of_state),
    [TML_OF_WHOLE] = WHOLE("whole", of_whole),
    [TML_OF_LOSSES] = WHOLE("whole", of_losses),
    [TML_OF_COMPLIANCE] = WHOLE("whole", of_compliance),
    [TML_OF_ACTUATOR] = CHANNELS("actuator", of_actuator),
    [TML_OF_LINKAGE] = CHANNELS("joint of a linkage", of_linkage),
    [TML_OF_STEADY] = WHOLE("steady state", of_steady),
    [TML_OF_MODE] = WHOLE("mode", of_mode),
    [TML_OF_SHAPE] = CHANNELS("mode shape", of_shape),
    [TML_OF_RESPONSE] = CHANNELS("frequency response", of_response),
    [TML_OF_SENSITIVITY] = WHOLE("sensitivity", of_sensitivity),
};

void tml_channel_orders_find(tml_channel_orders *orders, bool space)
{
    memset(orders, 0, sizeof *orders);
    for (int of = 0; of < TML_OWNER_COUNT; of++)
        for (int k = 0; k < 2 * tml_channel_lists[of].count; k++) {
            const tml_channel *c = &tml_channel_lists[of].list[k / 2];
            tml_channel_order *o = &orders->of[of][k % 2];
            if (!tml_channel_exists(c, space, k % 2))
                continue;
            o->channel[o->count] = c;
            o->value[o->count++] = (unsigned char)c->value;
        }
}

size_t tml_channel_count(tml_channel_owner of, bool space)
{
    size_t count = 0;
    for (int i = 0; i < tml_channel_lists[of].count; i++)
        count += tml_channel_lists[of].list[i].where != (space ? TML_ONLY_PLANE : TML_ONLY_SPACE);
    return count;
}

const tml_channel *tml_channel_at(tml_channel_owner of, bool space, bool is_rotation, int i)
{
    const tml_channel_list *all = &tml_channel_lists[of];
    for (int k = 0; k < all->count; k++)
        if (tml_channel_exists(&all->list[k], space, is_rotation) && i-- == 0)
            return &all->list[k];
    return NULL;
}

const tml_channel *tml_channel_of(tml_channel_owner of, const char *name, bool space, bool is_rotation)
{
    const tml_channel_list *all = &tml_channel_lists[of];
    for (int i = 0; i < all->count; i++)
        if (tml_channel_exists(&all->list[i], space, is_rotation) && strcmp(all->list[i].name, name) == 0)
            return &all->list[i];
    return NULL;
}
