/* bushing.c - matrices, deflections, wrenches and axes of bushings. */
#include "model/bushing.h"
#include "linalg/semidefinite.h"
#include "model/check.h"
#include <string.h>

typedef struct {
    tml_resolved *r;
    const char *what; /* `force mount: stiffness` */
    bool damping;
} reader;

static int size_of(const tml_resolved *r)
{
    return r->model->space ? 6 : 3;
}

/* Where component i is among six: in the plane x, y and the angle. */
static int place_of(const tml_resolved *r, int i)
{
    return r->model->space || i < 2 ? i : 5;
}

/* ---- matrices ---- */

/* An entry by its block: force per length, force per angle (or torque per length), torque per angle. */
static bool read_entry(const reader *m, const tml_node *node, int i, int j, double *value)
{
    static const char *const units[2][3] = {{"N/m", "N/rad", "N*m/rad"}, {"N*s/m", "N*s/rad", "N*m*s/rad"}};
    static const char *const coupled[2] = {"N", "N*s"};
    const int turns = (place_of(m->r, i) > 2) + (place_of(m->r, j) > 2);
    bool typed = false;
    tml_dimension dimension;
    if (node->kind != TML_NODE_SCALAR) {
        tml_log_raise(m->r->log, TML_E_WRONG_TYPE, node->place, "%s: row %d, column %d must be a number", m->what,
                      i + 1, j + 1);
        return false;
    }
    if (turns != 1)
        return tml_resolved_number(m->r, node, units[m->damping][turns], m->what, value);
    if (!tml_constant_read(m->r, node->text, node->place, NULL, m->what, value, &typed, &dimension))
        return false;
    if (typed && tml_dimension_same(dimension, tml_unit_named(coupled[m->damping]).dimension))
        return true;
    return tml_resolved_number(m->r, node, units[m->damping][1], m->what, value);
}

static bool read_rows(const reader *m, const tml_node *node, double matrix[36])
{
    const int n = size_of(m->r);
    for (int i = 0; i < n; i++) {
        const tml_node *row = node->items[i];
        if (row->kind != TML_NODE_LIST || row->count != n) {
            tml_log_raise(m->r->log, TML_E_WRONG_TYPE, row->place, "%s: row %d must be a list of %d numbers", m->what,
                          i + 1, n);
            return false;
        }
        for (int j = 0; j < n; j++)
            if (!read_entry(m, row->items[j], i, j, &matrix[place_of(m->r, i) * 6 + place_of(m->r, j)]))
                return false;
    }
    return true;
}

/* Equal but for the digits that were written: the mean. */
static bool make_symmetric(const reader *m, const tml_node *node, double matrix[36])
{
    const int n = size_of(m->r);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            double *a = &matrix[place_of(m->r, i) * 6 + place_of(m->r, j)],
                   *b = &matrix[place_of(m->r, j) * 6 + place_of(m->r, i)];
            if (fabs(*a - *b) > 1e-9 * fmax(fabs(*a), fabs(*b))) {
                tml_log_raise(m->r->log, TML_E_MATRIX_NOT_SYMMETRIC, node->items[i]->items[j]->place,
                              "%s must be symmetric: row %d, column %d is %.6g, but row %d, column %d is %.6g", m->what,
                              i + 1, j + 1, *a, j + 1, i + 1, *b);
                return false;
            }
            *a = *b = 0.5 * (*a + *b);
        }
    return true;
}

static bool check_semidefinite(const reader *m, const tml_node *node, const double matrix[36])
{
    const int n = size_of(m->r);
    for (int i = 0; i < n; i++)
        if (matrix[place_of(m->r, i) * 7] < 0) {
            tml_log_raise(m->r->log, TML_E_NEGATIVE, node->items[i]->items[i]->place,
                          "%s: row %d, column %d must not be negative", m->what, i + 1, i + 1);
            return false;
        }
    if (tml_squares_of(6, matrix).rank >= 0)
        return true;
    tml_log_raise(m->r->log, TML_E_MATRIX_NOT_SEMIDEFINITE, node->place,
                  "%s must be positive semidefinite: along some deflection this one %s, since its coupling terms are "
                  "larger than its diagonal allows",
                  m->what, m->damping ? "generates energy" : "pushes away instead of back");
    return false;
}

static bool read_diagonal(const reader *m, const tml_node *node, double matrix[36])
{
    const int n = size_of(m->r);
    for (int i = 0; i < n; i++) {
        double *value = &matrix[place_of(m->r, i) * 7];
        if (!read_entry(m, node->items[i], i, i, value))
            return false;
        if (*value < 0) {
            tml_log_raise(m->r->log, TML_E_NEGATIVE, node->items[i]->place, "%s must not be negative", m->what);
            return false;
        }
    }
    return true;
}

bool tml_element_matrix(tml_resolved *r, const tml_element *e, const tml_field *field, double matrix[36])
{
    const tml_node *node = tml_element_field(e, field);
    const reader m = {r, tml_arena_format(r->arena, "%s: %s", tml_element_what(r->arena, e), field->name),
                      field->type == TML_FIELD_DAMPING_MATRIX};
    double six[6];
    memset(matrix, 0, 36 * sizeof(double));
    if (!node)
        return true;
    if (node->kind == TML_NODE_LIST) {
        const bool rows = node->count > 0 && node->items[0]->kind == TML_NODE_LIST;
        if (node->count != size_of(r)) {
            tml_log_raise(r->log, TML_E_WRONG_TYPE, node->place, "%s must have %d %s in %s: %s", m.what, size_of(r),
                          rows ? "rows" : "numbers", r->model->space ? "space" : "the plane",
                          r->model->space ? "x, y, z, about x, about y, about z" : "x, y, angle");
            return false;
        }
        return rows ? read_rows(&m, node, matrix) && make_symmetric(&m, node, matrix) &&
                          check_semidefinite(&m, node, matrix)
                    : read_diagonal(&m, node, matrix);
    }
    if (!tml_element_stiffness(r, e, field, six))
        return false;
    for (int i = 0; i < 6; i++)
        matrix[i * 7] = six[i];
    return true;
}

/* ---- deflections and wrenches ---- */

bool tml_element_six(tml_resolved *r, const tml_element *e, const tml_field *field, double values[6])
{
    static const char *const keys[2][2] = {{"translation", "rotation"}, {"force", "torque"}}, *const units[2][2] = {
                                                                                                  {"m", "rad"},
                                                                                                  {"N", "N*m"}};
    const tml_node *node = tml_element_field(e, field);
    const int wrench = field->type == TML_FIELD_WRENCH;
    const bool space = r->model->space;
    bool good = true;
    memset(values, 0, 6 * sizeof(double));
    for (int half = 0; node && half < 2; half++) {
        const tml_node *given = tml_node_find(node, keys[wrench][half]);
        const char *what =
            tml_arena_format(r->arena, "%s: %s: %s", tml_element_what(r->arena, e), field->name, keys[wrench][half]);
        if (given && half && !space)
            good = tml_resolved_number(r, given, units[wrench][1], what, &values[5]) && good;
        else if (given)
            good = tml_numbers_read(r, given, units[wrench][half], what, space ? 3 : 2, values + 3 * half) && good;
    }
    return good;
}

/* ---- axes ---- */

static bool read_axes(tml_resolved *r, const tml_element *e, const tml_field *axis, const tml_field *orientation,
                      tml_mat3 *axes)
{
    const tml_node *turned = tml_element_field(e, orientation);
    const char *what = tml_element_what(r->arena, e);
    tml_vec3 a;
    tml_quat q;
    *axes = tml_quat_matrix((tml_quat){1, 0, 0, 0});
    if (turned && !r->model->space) {
        tml_log_raise(r->log, TML_E_WRONG_TYPE, turned->place,
                      "%s: orientation is for models in space; in the plane give axis, its x axis", what);
        return false;
    }
    if (turned && tml_element_field(e, axis)) {
        tml_log_raise(r->log, TML_E_AXES_TWICE, turned->place, "%s: axis and orientation both give its axes; give one",
                      what);
        return false;
    }
    if (turned) {
        if (!tml_orientation_read(r, turned, tml_arena_format(r->arena, "%s: orientation", what),
                                  tml_element_body(r, e, 0), &q))
            return false;
        *axes = tml_quat_matrix(q);
    }
    if (!tml_element_field(e, axis))
        return true;
    if (!tml_element_direction(r, e, axis, &a))
        return false;
    *axes = r->model->space ? tml_frame_with_z(a) : tml_columns(a, (tml_vec3){-a.y, a.x, 0}, (tml_vec3){0, 0, 1});
    return true;
}

static const tml_field *field_of(const tml_element *e, const char *name)
{
    return tml_field_find(e->force->fields, e->force->fields_count, name);
}

bool tml_element_mount(tml_resolved *r, const tml_element *e, tml_mount *mount)
{
    bool good = tml_element_matrix(r, e, field_of(e, "stiffness"), mount->K);
    good = tml_element_matrix(r, e, field_of(e, "damping"), mount->C) && good;
    good = tml_element_six(r, e, field_of(e, "offset"), mount->offset) && good;
    good = tml_element_six(r, e, field_of(e, "preload"), mount->preload) && good;
    return read_axes(r, e, field_of(e, "axis"), field_of(e, "orientation"), &mount->axes) && good;
}
