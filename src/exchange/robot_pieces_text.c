/* robot_pieces_text.c - numbers, places and names of a robot, as each section of a model file writes them. */
#include "exchange/robot_text.h"
#include <math.h>

void tml_robot_put_vector(tml_text *t, tml_vec3 v, double scale)
{
    const double x[3] = {v.x, v.y, v.z};
    for (int i = 0; i < 3; i++) {
        tml_text_add(t, "%s", i ? ", " : "[");
        tml_text_put_shortest(t, fabs(x[i]) > TML_ROBOT_NOTHING * scale ? x[i] : 0);
    }
    tml_text_add(t, "]");
}

void tml_robot_put_place(tml_text *t, tml_vec3 v)
{
    tml_robot_put_vector(t, v, tml_norm(v));
}

const char *tml_robot_body_name(const tml_robot *r, int body)
{
    return body == TML_ON_GROUND ? "ground" : r->links[body].name;
}

tml_vec3 tml_robot_from_body(const tml_robot *r, int body, tml_vec3 on_ground)
{
    return body == TML_ON_GROUND ? on_ground : tml_sub(on_ground, r->links[body].zero.p);
}

const char *tml_robot_coordinate(const tml_robot_joint *j)
{
    return j->kind == TML_ROBOT_PRISMATIC ? "displacement" : "angle";
}
