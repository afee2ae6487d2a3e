/* describe_channels.c - channels by what they belong to: those of bodies, points, joints, forces, drivers, and of the whole. */
#include "describe/describe.h"

typedef struct {
    const char *of, *name, *unit, *doc;
    bool plane, space;
} channel;

/* clang-format off */
static const channel channels[] = {
    {"whole",  "t",            "s",       "time", true, true},
    {"body",   "x y z",        "m",       "position of the centre of mass", true, true},
    {"body",   "angle",        "rad",     "angle of the body, full turns counted", true, false},
    {"body",   "qw qx qy qz",  "",        "orientation as a quaternion", false, true},
    {"body",   "vx vy vz",     "m/s",     "velocity of the centre of mass", true, true},
    {"body",   "omega",        "rad/s",   "angular velocity", true, false},
    {"body",   "omegax omegay omegaz", "rad/s", "angular velocity, ground axes", false, true},
    {"body",   "ax ay az",     "m/s^2",   "acceleration of the centre of mass", true, true},
    {"body",   "alpha",        "rad/s^2", "angular acceleration", true, false},
    {"body",   "alphax alphay alphaz", "rad/s^2", "angular acceleration, ground axes", false, true},
    {"point",  "x y z",        "m",       "position of the point", true, true},
    {"point",  "vx vy vz",     "m/s",     "velocity of the point", true, true},
    {"point",  "ax ay az",     "m/s^2",   "acceleration of the point", true, true},
    {"joint",  "fx fy fz",     "N",       "reaction on the second body at its point", true, true},
    {"joint",  "torque",       "N*m",     "torque of the reaction on the second body", true, false},
    {"joint",  "tx ty tz",     "N*m",     "torque of the reaction on the second body, ground axes", false, true},
    {"joint of points", "tension", "N",   "force along the rod, positive in tension", true, true},
    {"force",  "fx fy fz",     "N",       "force on the second body at its point", true, true},
    {"driver", "torque",       "N*m",     "torque that prescribes an angle", true, true},
    {"driver", "force",        "N",       "force that prescribes a displacement", true, true},
    {"driver", "power",        "W",       "power of the driver", true, true},
    {"energy", "kinetic",      "J",       "kinetic energy", true, true},
    {"energy", "potential",    "J",       "potential energy of gravity and springs", true, true},
    {"energy", "work",         "J",       "work done by forces without a potential, since the start", true, true},
    {"energy", "error",        "J",       "violation of the energy balance", true, true},
    {"residual", "position",   "m",       "largest violation of the constraints", true, true},
    {"residual", "velocity",   "m/s",     "largest rate of violation of the constraints", true, true},
};
/* clang-format on */

void tml_describe_channels(tml_json_writer *p)
{
    tml_json_open(p, "channels", '[');
    for (size_t i = 0; i < sizeof channels / sizeof *channels; i++) {
        tml_json_open(p, NULL, '{');
        tml_json_text(p, "of", channels[i].of);
        tml_json_text(p, "name", channels[i].name);
        tml_json_text(p, "unit", channels[i].unit);
        tml_json_text(p, "doc", channels[i].doc);
        tml_json_bool(p, "plane", channels[i].plane);
        tml_json_bool(p, "space", channels[i].space);
        tml_json_close(p, '}');
    }
    tml_json_close(p, ']');
}
