/* coupling.c - the coordinates that a joint between joints ties: `A`, or one of several as `A.angle1`.
 *
 * A joint that is named alone means its coordinate `angle` (for a slide `displacement`), else its only one of the kind that is tied.
 */
#include "model/check.h"
#include <string.h>

/* What one end of a coupling may be. */
typedef struct {
    const char *word; /* "angle", "displacement", "any" */
    size_t length;
} coupled_kind;

static coupled_kind kind_of_end(const tml_joint_class *joint, int end)
{
    const char *word = joint->couples, *blank = strchr(word, ' ');
    return end == 0 ? (coupled_kind){word, (size_t)(blank - word)} : (coupled_kind){blank + 1, strlen(blank + 1)};
}

static bool is_word(coupled_kind kind, const char *word)
{
    return strlen(word) == kind.length && strncmp(kind.word, word, kind.length) == 0;
}

static bool fits(const tml_coordinate *c, coupled_kind kind)
{
    return c->measure.kind != TML_NO_MEASURE && (is_word(kind, "any") || c->is_rotation == is_word(kind, "angle"));
}

/* The coordinate that is meant by the name of a joint alone; -1: none, -2: several. */
static int usual_coordinate(const tml_joint_form *form, coupled_kind kind)
{
    int found = -1;
    for (size_t i = 0; i < form->coordinates_count; i++) {
        const tml_coordinate *c = &form->coordinates[i];
        if (!fits(c, kind))
            continue;
        if (is_word(kind, c->name) || (is_word(kind, "any") && strcmp(c->name, "angle") == 0))
            return (int)i;
        found = found == -1 ? (int)i : -2;
    }
    return found;
}

static void refuse_coordinate(tml_resolved *r, const tml_node *node, const char *what, const tml_element *joint,
                              coupled_kind kind, bool several)
{
    const tml_joint_form *form = r->model->space ? &joint->joint->space : &joint->joint->plane;
    tml_text list = {0};
    for (size_t i = 0; several && i < form->coordinates_count; i++)
        if (fits(&form->coordinates[i], kind))
            tml_text_add(&list, "%s%s.%s", list.length == 0 ? "" : " or ", joint->name, form->coordinates[i].name);
    if (several)
        tml_log_raise(r->log, TML_E_WHICH_COORDINATE, node->place, "%s: name a coordinate of joint \"%s\": %s", what,
                      joint->name, list.data ? list.data : "");
    else
        tml_log_raise(r->log, TML_E_NO_JOINT_COORDINATE, node->place,
                      "%s: joint \"%s\" is %s %s, which has no %.*s to couple", what, joint->name,
                      strchr("aeiou", joint->kind[0]) ? "an" : "a", joint->kind,
                      is_word(kind, "any") ? (int)strlen("coordinate") : (int)kind.length,
                      is_word(kind, "any") ? "coordinate" : kind.word);
    tml_text_free(&list);
}

/* The joint and its coordinate that a node names; false with a message. */
static bool read_end(tml_resolved *r, const tml_node *node, const char *what, coupled_kind kind, int *joint,
                     int *coordinate)
{
    const char *own;
    *joint = tml_resolved_joint_named(r, node, what, &own);
    if (*joint < 0 || !r->model->joints[*joint].joint)
        return false;
    const tml_element *e = &r->model->joints[*joint];
    const tml_joint_form *form = r->model->space ? &e->joint->space : &e->joint->plane;
    const bool tied = tml_joint_couples(e->joint);
    *coordinate = tied || own ? -1 : usual_coordinate(form, kind);
    for (size_t i = 0; own && i < form->coordinates_count; i++)
        if (strcmp(form->coordinates[i].name, own) == 0 && fits(&form->coordinates[i], kind))
            *coordinate = (int)i;
    if (*coordinate < 0)
        refuse_coordinate(r, node, what, e, kind, *coordinate == -2 || (own && usual_coordinate(form, kind) != -1));
    return *coordinate >= 0;
}

bool tml_resolved_coupling(tml_resolved *r, const tml_element *e, int joints[2], int coordinates[2])
{
    const char *what = tml_element_what(r->arena, e);
    for (int i = 0; i < 2; i++)
        if (!read_end(r, e->type_node->items[i], what, kind_of_end(e->joint, i), &joints[i], &coordinates[i]))
            return false;
    if (joints[0] == joints[1] && coordinates[0] == coordinates[1]) {
        tml_log_raise(r->log, TML_E_SAME_BODY, e->type_node->place, "%s: couples joint \"%s\" to itself", what,
                      r->model->joints[joints[0]].name);
        return false;
    }
    return true;
}

static bool is_rotation(const tml_resolved *r, int joint, int coordinate)
{
    const tml_joint_class *class = r->model->joints[joint].joint;
    return (r->model->space ? &class->space : &class->plane)->coordinates[coordinate].is_rotation;
}

void tml_coupling_units(const tml_resolved *r, const int joints[2], const int coordinates[2], tml_field *fields,
                        size_t count)
{
    static const char *const ratios[2][2] = {{"", "rad/m"}, {"m/rad", ""}}; /* of the first a slide, a rotation */
    const bool first = is_rotation(r, joints[0], coordinates[0]), second = is_rotation(r, joints[1], coordinates[1]);
    for (size_t i = 0; i < count; i++)
        if (!fields[i].unit)
            fields[i].unit = i == 0 ? ratios[first][second] : tml_unit_of_motion(second, 0);
}
