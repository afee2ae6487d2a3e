/* urdf.c - `trammel export urdf`: the mechanism as a Unified Robot Description. */
#include "export.h"
#include "robot_export.h"

#define USAGE "export urdf MODEL [-o FILE.urdf] [--set parameter=value]…"

/* clang-format off */
static const char explained[] =
    "usage: trammel " USAGE "\n"
    "\n"
    "Writes the mechanism as URDF: links with mass, centre of mass and inertia, joints with limits, damping and friction, gears as\n"
    "mimic joints, shapes. Joints of several coordinates become several joints with links without mass between. A planar mechanism\n"
    "lies in the plane of x and z. Coordinates are those of the model. What URDF has no place for is listed; a loop is an error.\n"
    "\n"
    "  -o, --output FILE.urdf   (default: standard output)\n"
    "  --set parameter=value    another value of a parameter\n";
/* clang-format on */

static int export_urdf(int count, char **list)
{
    return cli_export_robot("export urdf", USAGE, explained, "urdf", count, list);
}

const tml_export tml_export_urdf = {
    .name = "urdf",
    .usage = USAGE,
    .doc = "the mechanism, a tree, for programs for robots",
    .main = export_urdf,
};
