/* mjcf.c - `trammel export mjcf`: the mechanism for MuJoCo. */
#include "export.h"
#include "robot_export.h"

#define USAGE "export mjcf MODEL [-o FILE.xml] [--set parameter=value]…"

/* clang-format off */
static const char explained[] =
    "usage: trammel " USAGE "\n"
    "\n"
    "Writes the mechanism as MJCF: bodies with mass, centre of mass and inertia, joints with limits, springs, dampers, friction and\n"
    "armature, loops and gears as equalities, springs between points as tendons, drives as actuators, shapes, and the start as a\n"
    "keyframe. A planar mechanism lies in the plane of x and z. Coordinates are those of the model. What MJCF has no place for is\n"
    "listed; a joint that it does not have is an error.\n"
    "\n"
    "  -o, --output FILE.xml    (default: standard output)\n"
    "  --set parameter=value    another value of a parameter\n";
/* clang-format on */

static int export_mjcf(int count, char **list)
{
    return cli_export_robot("export mjcf", USAGE, explained, "mjcf", count, list);
}

const tml_export tml_export_mjcf = {
    .name = "mjcf",
    .usage = USAGE,
    .doc = "the mechanism, with loops as equalities, for MuJoCo",
    .main = export_mjcf,
};
