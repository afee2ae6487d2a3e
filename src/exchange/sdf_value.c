/* sdf_value.c - numbers, vectors and poses, which SDFormat writes between the tags of elements. */
#include "elementary/elementary.h"
#include "exchange/sdf.h"
#include <math.h>
#include <stdlib.h>

bool tml_sdf_wrong(tml_sdf *s, const tml_xml *x, const char *why)
{
    tml_log_raise(s->robot->log, TML_E_ROBOT_VALUE, x->place, "<%s>%s</%s>: %s", x->name, x->text, x->name, why);
    return false;
}

bool tml_sdf_numbers(tml_sdf *s, const tml_xml *x, double *numbers, int least, int most)
{
    if (!x)
        return true;
    if (tml_xml_numbers(x->text, numbers, most) >= least)
        return true;
    return tml_sdf_wrong(s, x,
                         least == 1 ? "a number was expected"
                                    : tml_arena_format(s->robot->arena, "%d numbers were expected", least));
}

bool tml_sdf_number(tml_sdf *s, tml_xml *of, const char *child, double *number)
{
    return tml_sdf_numbers(s, tml_xml_child(of, child), number, 1, 1);
}

bool tml_sdf_vector(tml_sdf *s, tml_xml *of, const char *child, tml_vec3 *vector)
{
    double v[3] = {vector->x, vector->y, vector->z};
    const bool good = tml_sdf_numbers(s, tml_xml_child(of, child), v, 3, 3);
    *vector = (tml_vec3){v[0], v[1], v[2]};
    return good;
}

static bool is(const tml_xml *x, const char *attribute, const char *value)
{
    const char *given = tml_xml_get(x, attribute);
    return given && strcmp(given, value) == 0;
}

bool tml_sdf_pose(tml_sdf *s, const tml_xml *x, tml_placement *at)
{
    double v[7] = {0};
    *at = tml_placement_of((tml_vec3){0}, (tml_vec3){0});
    if (!x || !x->text[0])
        return true;
    const bool quaternion = is(x, "rotation_format", "quat_xyzw");
    const double unit = is(x, "degrees", "true") || is(x, "degrees", "1") ? tml_acos(-1) / 180 : 1;
    if (!tml_sdf_numbers(s, x, v, quaternion ? 7 : 6, quaternion ? 7 : 6))
        return false;
    *at = tml_placement_of((tml_vec3){v[0], v[1], v[2]}, (tml_vec3){unit * v[3], unit * v[4], unit * v[5]});
    if (!quaternion)
        return true;
    const double norm = sqrt(v[3] * v[3] + v[4] * v[4] + v[5] * v[5] + v[6] * v[6]);
    if (!(norm > 0 && isfinite(norm)))
        return tml_sdf_wrong(s, x, "that is no rotation");
    at->R = tml_quat_matrix((tml_quat){.w = v[6] / norm, .x = v[3] / norm, .y = v[4] / norm, .z = v[5] / norm});
    return true;
}

bool tml_sdf_is_true(const tml_xml *x)
{
    return x && (strcmp(x->text, "1") == 0 || strcmp(x->text, "true") == 0);
}

const char *tml_sdf_text(tml_xml *of, const char *child)
{
    const tml_xml *x = tml_xml_child(of, child);
    return x && x->text[0] ? x->text : NULL;
}

static int part_of_version(const char *text)
{
    enum { LAST = 9999 }; /* any number can be written there */
    const long number = strtol(text, NULL, 10);
    return number < 0 ? 0 : number > LAST ? LAST : (int)number;
}

int tml_sdf_version(const tml_xml *root)
{
    const char *version = tml_xml_get(root, "version"), *point = version ? strchr(version, '.') : NULL;
    return version ? 100 * part_of_version(version) + (point ? part_of_version(point + 1) : 0) : 0;
}
