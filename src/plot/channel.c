/* channel.c - the units of channels, by the last part of their names (spec: result channels). */
#include "plot/channel.h"
#include <stddef.h>
#include <string.h>

static const struct {
    const char *last, *unit, *quantity;
} meanings[] = {
    {"x", "m", "position"},
    {"y", "m", "position"},
    {"z", "m", "position"},
    {"displacement", "m", "displacement"},
    {"length", "m", "length"},
    {"vx", "m/s", "velocity"},
    {"vy", "m/s", "velocity"},
    {"vz", "m/s", "velocity"},
    {"rate", "m/s", "rate"},
    {"ax", "m/s^2", "acceleration"},
    {"ay", "m/s^2", "acceleration"},
    {"az", "m/s^2", "acceleration"},
    {"angle", "rad", "angle"},
    {"angle1", "rad", "angle"},
    {"angle2", "rad", "angle"},
    {"angle3", "rad", "angle"},
    {"omega", "rad/s", "angular velocity"},
    {"omegax", "rad/s", "angular velocity"},
    {"omegay", "rad/s", "angular velocity"},
    {"omegaz", "rad/s", "angular velocity"},
    {"alpha", "rad/s^2", "angular acceleration"},
    {"alphax", "rad/s^2", "angular acceleration"},
    {"alphay", "rad/s^2", "angular acceleration"},
    {"alphaz", "rad/s^2", "angular acceleration"},
    {"qw", "", "quaternion"},
    {"qx", "", "quaternion"},
    {"qy", "", "quaternion"},
    {"qz", "", "quaternion"},
    {"fx", "N", "force"},
    {"fy", "N", "force"},
    {"fz", "N", "force"},
    {"force", "N", "force"},
    {"tension", "N", "force"},
    {"torque", "N*m", "torque"},
    {"tx", "N*m", "torque"},
    {"ty", "N*m", "torque"},
    {"tz", "N*m", "torque"},
    {"power", "W", "power"},
    {"speed", "", "speed"}, /* of a hinge or of a slider: the name does not tell */
    {"acceleration", "", "acceleration"},
    {"actuator", "", "actuator"},
    {"amplitude", "", "amplitude"}, /* of a frequency response */
    {"phase", "rad", "phase"},
};

const char *tml_channel_last(const char *name)
{
    const char *point = strrchr(name, '.');
    return point != NULL ? point + 1 : name;
}

tml_channel_meaning tml_channel_find_meaning(const char *name)
{
    const char *last = tml_channel_last(name);
    if (strcmp(name, "t") == 0)
        return (tml_channel_meaning){"s", "time", false};
    if (strcmp(name, "frequency") == 0)
        return (tml_channel_meaning){"Hz", "frequency", false};
    if (strcmp(name, "energy.error") == 0)
        return (tml_channel_meaning){"J", "energy error", true};
    if (strncmp(name, "energy.", 7) == 0)
        return (tml_channel_meaning){"J", "energy", false};
    if (strncmp(name, "residual.", 9) == 0)
        return (tml_channel_meaning){strcmp(last, "velocity") == 0   ? "m/s"
                                     : strcmp(last, "rotation") == 0 ? "rad"
                                                                     : "m",
                                     "residual", true};
    for (size_t i = 0; last != name && i < sizeof meanings / sizeof meanings[0]; i++)
        if (strcmp(last, meanings[i].last) == 0)
            return (tml_channel_meaning){meanings[i].unit, meanings[i].quantity, false};
    return (tml_channel_meaning){"", "", false};
}
