/* tables.c - tables: curves y(x) for table(x, name) and table(x, name.column), surfaces z(x, y) for table(x, y, name); in the model file or a CSV
 * file, alone or with options.
 */
#include "expression/tabulated.h"
#include "model/check.h"
#include "model/demand.h"
#include "model/motion_profile.h"
#include "model/motion_segments.h"
#include "model/number_rows.h"
#include "model/poses.h"
#include "model/road_profile.h"
#include "model/scope.h"
#include <string.h>

/* A table while it is read. */
typedef struct {
    tml_resolved *r;
    const tml_node *node;
    const char *what; /* `table cam` */
    tml_curve_options options;
    tml_unit *units; /* (unit_count) of the columns, or of x, y, z; NULL: none */
    int unit_count;
} table;

#define RAISE(t, code, place, ...) tml_log_raise((t)->r->log, code, place, __VA_ARGS__)

/* ---- options ---- */

static int choice_of(const tml_node *node, const char *key, const char *words, int preset)
{
    const tml_node *found = tml_node_find(node, key);
    const int index = found ? tml_word_index(words, found->text) : -1;
    return index < 0 ? preset : index;
}

static bool read_units(table *t)
{
    const tml_node *units = tml_node_find(t->node, "units");
    t->unit_count = units ? units->count : 0;
    t->units = units ? TML_NEW_ARRAY(t->r->arena, tml_unit, units->count) : NULL;
    for (int i = 0; i < t->unit_count; i++) {
        const char *text = units->items[i]->text;
        if (*text && tml_unit_read(text, strlen(text), &t->units[i]) == strlen(text))
            continue;
        RAISE(t, TML_E_UNKNOWN_UNIT, units->items[i]->place,
              "%s: units are one for each column, first that of x, such as [deg, mm]", t->what);
        return false;
    }
    return true;
}

static bool needs_units(const table *t, int count)
{
    if (!t->units || t->unit_count == count)
        return true;
    RAISE(t, TML_E_UNKNOWN_UNIT, tml_node_find(t->node, "units")->place, "%s: it has %d columns, and %d units", t->what,
          count, t->unit_count);
    return false;
}

static bool read_options(table *t)
{
    const tml_field_list fields = {tml_table_fields, tml_table_fields_count};
    const tml_checker c = tml_resolved_checker(t->r);
    if (!tml_fields_check(&c, t->what, t->node, &fields, 1, NULL))
        return false;
    tml_curve_options *o = &t->options;
    const tml_node *periodic = tml_node_find(t->node, "periodic");
    o->interpolation = (tml_interpolation)choice_of(t->node, "interpolation", "- linear monotone spline", 0);
    o->extrapolation = (tml_extrapolation)choice_of(t->node, "extrapolation", "linear hold error", 0);
    if (tml_node_is(tml_node_find(t->node, "ends"), "rest") && !tml_node_find(t->node, "poses")) {
        RAISE(t, TML_E_TABLE_ROWS, tml_node_find(t->node, "ends")->place,
              "%s: ends at rest are for poses; of points they are natural, not_a_knot or clamped", t->what);
        return false;
    }
    o->ends = (tml_spline_ends)choice_of(t->node, "ends", "natural not_a_knot clamped",
                                         o->interpolation == TML_INTERPOLATE_SPLINE ? TML_ENDS_NOT_A_KNOT : 0);
    const bool both = tml_node_is(periodic, "true");
    o->periodic = both || tml_node_is(periodic, "x");
    o->periodic_y = both || tml_node_is(periodic, "y");
    return read_units(t);
}

/* ---- curves ---- */

static tml_kind kind_of(const table *t, int column)
{
    return (tml_kind){.typed = t->units != NULL,
                      .dimension = t->units ? t->units[column].dimension : (tml_dimension){0}};
}

/* A curve for each column behind the first. */
static bool make_curves(table *t, const tml_number_rows *rows, tml_data_table *made)
{
    const size_t width = (size_t)rows->width;
    double *points = TML_NEW_ARRAY(t->r->arena, double, 2 * rows->count);
    *made = (tml_data_table){.values = TML_NEW_ARRAY(t->r->arena, tml_tabulated, width - 1), .count = (int)width - 1};
    made->names = rows->names ? rows->names + 1 : NULL;
    t->options.places = rows->places;
    for (size_t k = 1; k < width; k++) {
        for (size_t i = 0; i < rows->count; i++) {
            const double *row = rows->values + i * width;
            points[2 * i] = t->units ? tml_unit_value(t->units[0], row[0]) : row[0];
            points[2 * i + 1] = t->units ? tml_unit_value(t->units[k], row[k]) : row[k];
        }
        tml_tabulated *value = &made->values[k - 1];
        *value = (tml_tabulated){.kinds = {kind_of(t, 0), kind_of(t, (int)k)}};
        value->curve = tml_curve_make_with(t->r->arena, points, rows->count, t->options, t->node->place, t->r->log);
        if (!value->curve)
            return false;
    }
    return true;
}

/* Rows [x, y, ...] in the model file. */
static bool read_list(table *t, const tml_node *list, const tml_node *columns, tml_number_rows *rows)
{
    bool good = true;
    const bool first = list->count > 0 && list->items[0]->kind == TML_NODE_LIST;
    rows->width = columns ? columns->count : t->node == list || !first ? 2 : list->items[0]->count;
    if (rows->width < 2)
        rows->width = 2;
    double *row = TML_NEW_ARRAY(t->r->arena, double, rows->width);
    for (int i = 0; i < list->count; i++) {
        const tml_node *item = list->items[i];
        if (item->kind != TML_NODE_LIST || item->count != rows->width) {
            if (rows->width == 2)
                RAISE(t, TML_E_TABLE_ROWS, item->place, "%s: a row must be [x, y]", t->what);
            else
                RAISE(t, TML_E_TABLE_ROWS, item->place, "%s: a row must have %d numbers, as %s", t->what, rows->width,
                      columns ? "there are columns" : "the first has");
            return false;
        }
        good = tml_numbers_read(t->r, item, NULL, t->what, rows->width, row) && good;
        tml_number_rows_add(rows, row, item->place);
    }
    if (columns) {
        rows->names = TML_NEW_ARRAY(t->r->arena, const char *, columns->count);
        for (int i = 0; i < columns->count; i++)
            rows->names[i] = columns->items[i]->text;
    }
    return good;
}

/* Names of columns, each once; at least two. */
static bool check_columns(const table *t, const tml_node *columns, const tml_number_rows *rows)
{
    for (int i = 0; i < rows->width && rows->names; i++)
        for (int k = 0; k < i; k++)
            if (strcmp(rows->names[i], rows->names[k]) == 0) {
                RAISE(t, TML_E_TABLE_COLUMN, columns ? columns->items[i]->place : t->node->place,
                      "%s: two columns are called \"%s\"", t->what, rows->names[i]);
                return false;
            }
    if (rows->width >= 2 && (rows->names || rows->width == 2))
        return true;
    if (rows->width < 2)
        RAISE(t, TML_E_TABLE_COLUMN, t->node->place, "%s: one column is no table: x and at least one value are needed",
              t->what);
    else
        RAISE(t, TML_E_TABLE_COLUMN, t->node->place, "%s: its %d columns need names: columns: [x, ...]", t->what,
              rows->width);
    return false;
}

static bool read_curves(table *t, const tml_node *points, tml_data_table *made)
{
    const bool brief = t->node == points;
    const tml_node *columns = brief ? NULL : tml_node_find(t->node, "columns");
    tml_number_rows rows = {.arena = t->r->arena};
    if (columns && columns->count < 2) {
        RAISE(t, TML_E_TABLE_COLUMN, columns->place, "%s: one column is no table: x and at least one value are needed",
              t->what);
        return false;
    }
    if (points->kind == TML_NODE_LIST) {
        if (!read_list(t, points, columns, &rows))
            return false;
    } else if (points->kind == TML_NODE_SCALAR && points->text[0]) {
        if (!tml_number_rows_read_csv(t->r, points, t->what, brief ? TML_CSV_FIRST_TWO : TML_CSV_COLUMNS, columns,
                                      &rows))
            return false;
    } else {
        RAISE(
            t, TML_E_TABLE_ROWS, points->place,
            "%s must be a list of points, [[x, y], ...], the path of a CSV file, or {points: ..., interpolation: ...}",
            t->what);
        return false;
    }
    if (rows.count == 0) {
        RAISE(t, TML_E_TABLE_ROWS, points->place, "%s has no points", t->what);
        return false;
    }
    return check_columns(t, columns, &rows) && needs_units(t, rows.width) && make_curves(t, &rows, made);
}

/* ---- motions ---- */

/* Keys that are for points. */
static bool has_no_strays(table *t, const char *source, const char *const *strays, int count)
{
    for (int i = 0; i < count; i++)
        if (tml_node_find(t->node, strays[i])) {
            RAISE(t, TML_E_MOTION, tml_node_find(t->node, strays[i])->place,
                  "%s: %s say how the motion goes; leave \"%s\" out", t->what, source, strays[i]);
            return false;
        }
    return true;
}

static bool read_segments(table *t, const tml_node *segments, tml_data_table *made)
{
    static const char *const strays[] = {"columns", "interpolation", "ends"};
    if (!has_no_strays(t, "segments", strays, 3) || !needs_units(t, 2))
        return false;
    *made = (tml_data_table){.values = TML_NEW(t->r->arena, tml_tabulated), .count = 1};
    return tml_segments_read(t->r, segments, tml_node_find(t->node, "begin"), t->what, &t->options, t->units,
                             made->values);
}

static bool read_profile(table *t, const tml_node *move, tml_profile_kind kind, tml_data_table *made)
{
    static const char *const strays[] = {"columns", "interpolation", "ends", "begin"};
    if (!has_no_strays(t, "limits", strays, 4) || !needs_units(t, 2))
        return false;
    *made = (tml_data_table){.values = TML_NEW(t->r->arena, tml_tabulated), .count = 1};
    return tml_profile_read(t->r, move, kind, t->what, &t->options, t->units, made->values);
}

static bool read_trapezoid(table *t, const tml_node *move, tml_data_table *made)
{
    return read_profile(t, move, TML_TRAPEZOID, made);
}

static bool read_s_curve(table *t, const tml_node *move, tml_data_table *made)
{
    return read_profile(t, move, TML_S_CURVE, made);
}

static bool read_poses(table *t, const tml_node *poses, tml_data_table *made)
{
    static const char *const strays[] = {"columns", "interpolation", "units", "begin"};
    return has_no_strays(t, "poses", strays, 4) &&
           tml_poses_read(t->r, poses, tml_node_find(t->node, "ends"), t->what, &t->options, made);
}

static bool read_road(table *t, const tml_node *road, tml_data_table *made)
{
    static const char *const strays[] = {"columns", "interpolation", "units",        "ends",
                                         "begin",   "periodic",      "extrapolation"};
    if (!has_no_strays(t, "class and length", strays, 7))
        return false;
    *made = (tml_data_table){.values = TML_NEW(t->r->arena, tml_tabulated), .count = 1};
    return tml_road_read(t->r, road, t->what, t->options.name, made->values);
}

/* ---- surfaces ---- */

static bool read_axis(table *t, const char *key, tml_number_rows *axis)
{
    const tml_node *node = tml_node_find(t->node, key);
    axis->width = node && node->kind == TML_NODE_LIST ? node->count : 0;
    if (!axis->width) {
        RAISE(t, TML_E_TABLE_ROWS, node ? node->place : t->node->place,
              "%s: a table of x and y has lists of them, and z: a row for each x, a number in it for each y", t->what);
        return false;
    }
    double *values = TML_NEW_ARRAY(t->r->arena, double, axis->width);
    if (!tml_numbers_read(t->r, node, NULL, t->what, axis->width, values))
        return false;
    axis->values = values;
    return true;
}

/* Rows of z of the lengths of x and y. */
static bool read_values(table *t, int nx, int ny, tml_number_rows *rows)
{
    const tml_node *z = tml_node_find(t->node, "z");
    bool good = z && z->kind == TML_NODE_LIST && z->count == nx;
    if (!good)
        RAISE(t, TML_E_TABLE_ROWS, z ? z->place : t->node->place, "%s: z needs one row for each x, %d of them", t->what,
              nx);
    rows->width = ny;
    double *row = TML_NEW_ARRAY(t->r->arena, double, ny);
    for (int i = 0; good && i < nx; i++) {
        const tml_node *item = z->items[i];
        good = item->kind == TML_NODE_LIST && item->count == ny;
        if (!good)
            RAISE(t, TML_E_TABLE_ROWS, item->place, "%s: each row of z needs one number for each y, %d of them",
                  t->what, ny);
        good = good && tml_numbers_read(t->r, item, NULL, t->what, ny, row);
        tml_number_rows_add(rows, row, item->place);
    }
    return good;
}

static void apply_unit(const table *t, int column, double *values, size_t count)
{
    for (size_t i = 0; t->units && i < count; i++)
        values[i] = tml_unit_value(t->units[column], values[i]);
}

static bool make_surface(table *t, double *x, size_t nx, double *y, size_t ny, double *z, tml_data_table *made)
{
    if (t->options.interpolation == TML_INTERPOLATE_MONOTONE) {
        RAISE(t, TML_E_TABLE_ROWS, tml_node_find(t->node, "interpolation")->place,
              "%s: a table of x and y is linear or a spline", t->what);
        return false;
    }
    if (!needs_units(t, 3))
        return false;
    apply_unit(t, 0, x, nx);
    apply_unit(t, 1, y, ny);
    apply_unit(t, 2, z, nx * ny);
    *made = (tml_data_table){.values = TML_NEW(t->r->arena, tml_tabulated), .count = 1};
    *made->values = (tml_tabulated){.kinds = {kind_of(t, 0), kind_of(t, 1), kind_of(t, 2)}};
    made->values->surface = tml_surface_make(t->r->arena, x, nx, y, ny, z, t->options, t->node->place, t->r->log);
    return made->values->surface != NULL;
}

static bool read_surface(table *t, const tml_node *rows, tml_data_table *made)
{
    (void)rows; /* found with x and y */
    tml_number_rows x = {.arena = t->r->arena}, y = x, z = x;
    if (!read_axis(t, "x", &x) || !read_axis(t, "y", &y) || !read_values(t, x.width, y.width, &z))
        return false;
    t->options.places = z.places;
    return make_surface(t, x.values, (size_t)x.width, y.values, (size_t)y.width, z.values, made);
}

/* A CSV file: y in its first line, x in its first column. */
static bool read_grid(table *t, const tml_node *file, tml_data_table *made)
{
    tml_number_rows rows = {.arena = t->r->arena};
    if (!tml_number_rows_read_csv(t->r, file, t->what, TML_CSV_GRID, NULL, &rows))
        return false;
    if (rows.count < 2 || rows.width < 2) {
        RAISE(t, TML_E_TABLE_ROWS, file->place,
              "%s: the file of a grid has y in its first line, then for each x a line", t->what);
        return false;
    }
    const size_t nx = rows.count - 1, ny = (size_t)rows.width - 1;
    double *x = TML_NEW_ARRAY(t->r->arena, double, nx), *z = TML_NEW_ARRAY(t->r->arena, double, nx *ny);
    for (size_t i = 0; i < nx; i++) {
        const double *row = rows.values + (i + 1) * (ny + 1);
        x[i] = row[0];
        memcpy(z + i * ny, row + 1, ny * sizeof *z);
    }
    t->options.places = rows.places + 1;
    return make_surface(t, x, nx, rows.values + 1, ny, z, made);
}

/* ---- tables ---- */

/* A table that stands for one that could not be read: one error is enough. */
static tml_data_table any_table(tml_resolved *r)
{
    static const double line[] = {0, 0, 1, 1};
    tml_tabulated *value = TML_NEW(r->arena, tml_tabulated);
    value->curve = tml_curve_make(r->arena, line, 2, TML_NOWHERE, r->log);
    value->bad = true;
    return (tml_data_table){.values = value, .count = 1, .bad = true};
}

/* The keys of which a table in long form has one. */
typedef struct {
    const char *key;
    bool surface; /* of x and y */
    bool (*read)(table *t, const tml_node *source, tml_data_table *made);
} table_source;

static const table_source sources[] = {
    {"points", false, read_curves},       {"file", false, read_curves},     {"segments", false, read_segments},
    {"trapezoid", false, read_trapezoid}, {"s_curve", false, read_s_curve}, {"poses", false, read_poses},
    {"road", false, read_road},           {"grid", true, read_grid},        {"z", true, read_surface},
};
enum { SOURCE_COUNT = sizeof sources / sizeof *sources };

/* The one source that is given; NULL with a message. */
static const table_source *find_source(const table *t)
{
    const table_source *found = NULL;
    int given = 0;
    for (int i = 0; i < SOURCE_COUNT; i++)
        if (tml_node_find(t->node, sources[i].key))
            found = &sources[i], given++;
    if (given == 1)
        return found;
    RAISE(t, TML_E_TABLE_ROWS, t->node->place,
          "%s: give its points, a file that has them, the segments of a motion, a trapezoid, an s_curve, poses or a "
          "road, x, y "
          "and "
          "z, or the file of a grid",
          t->what);
    return NULL;
}

/* A table in long form. */
static bool read_map(table *t, tml_data_table *made)
{
    const table_source *source = read_options(t) ? find_source(t) : NULL;
    if (!source)
        return false;
    const bool curves = !source->surface;
    const tml_node *stray = curves ? tml_node_find(t->node, "x") : tml_node_find(t->node, "columns");
    if (t->options.periodic && (curves || t->options.periodic_y) && tml_node_find(t->node, "extrapolation")) {
        RAISE(t, TML_E_TABLE_ROWS, t->node->place, "%s: a periodic table has no ends to extrapolate from", t->what);
        return false;
    }
    if (stray || (curves && t->options.periodic != t->options.periodic_y)) {
        stray = stray ? stray : tml_node_find(t->node, "periodic");
        RAISE(t, TML_E_TABLE_ROWS, stray->place,
              curves ? "%s: this is for tables of x and y" : "%s: this is for tables of x alone", t->what);
        return false;
    }
    return source->read(t, tml_node_find(t->node, source->key), made);
}

void tml_table_read(tml_resolved *r, int i)
{
    const tml_node *key = r->model->tables->keys[i], *node = r->model->tables->items[i];
    tml_demand d = {.kind = "table", .name = key->text, .place = key->place, .state = &r->table_states[i]};
    bool circle, good = true;
    table t = {.r = r,
               .node = node,
               .what = tml_arena_format(r->arena, "table %s", key->text),
               .options = {.name = key->text}};
    if (tml_demand_begin(r, &d, &circle)) {
        good = node->kind == TML_NODE_MAP ? read_map(&t, &r->tables[i]) : read_curves(&t, node, &r->tables[i]);
        tml_demand_end(r, &d);
    }
    if (circle || !good)
        r->tables[i] = any_table(r);
}

void tml_tables_begin(tml_resolved *r)
{
    const tml_node *map = r->model->tables;
    const tml_checker c = tml_resolved_checker(r);
    if (!map)
        return;
    r->tables = TML_NEW_ARRAY(r->arena, tml_data_table, map->count);
    r->table_states = TML_NEW_ARRAY(r->arena, tml_demand_state, map->count);
    r->table_names.arena = r->arena;
    for (int i = 0; i < map->count; i++)
        if (tml_name_check(&c, "table", map->keys[i]))
            tml_names_add(&r->table_names, map->keys[i]->text, i);
        else
            r->table_states[i] = TML_READ;
}

void tml_tables_read(tml_resolved *r)
{
    for (int i = 0; r->model->tables && i < r->model->tables->count; i++)
        if (r->table_states[i] != TML_READ)
            tml_table_read(r, i);
}

/* ---- names ---- */

static int find_table(tml_resolved *r, const char *name, const tml_use *use)
{
    const int i = tml_scope_find(&r->table_names, name, use);
    if (i >= 0 && r->table_states[i] != TML_READ)
        tml_table_read(r, i);
    return i;
}

/* "lift, force" */
static const char *list_columns(const tml_resolved *r, const tml_data_table *t)
{
    const char *list = "";
    for (int i = 0; i < t->count && t->names; i++)
        list = tml_arena_format(r->arena, "%s%s%s", list, i ? ", " : "", t->names[i]);
    return list;
}

static const tml_tabulated *find_column(tml_resolved *r, const tml_data_table *t, const char *name, const char *column,
                                        tml_place place)
{
    for (int i = 0; t->names && i < t->count; i++)
        if (strcmp(t->names[i], column) == 0)
            return &t->values[i];
    if (!t->bad && t->names)
        tml_log_raise(r->log, TML_E_TABLE_COLUMN, place, "table %s has no column \"%s\"; it has %s", name, column,
                      list_columns(r, t));
    else if (!t->bad)
        tml_log_raise(r->log, TML_E_TABLE_COLUMN, place, "table %s has no columns with names, as \"%s\"", name, column);
    return &t->values[0];
}

const tml_tabulated *tml_resolved_table(tml_resolved *r, const char *name, tml_place place)
{
    const int whole = find_table(r, name, place.use);
    if (whole >= 0) {
        const tml_data_table *t = &r->tables[whole];
        if (t->count > 1)
            tml_log_raise(r->log, TML_E_TABLE_COLUMN, place, "table %s has several columns, %s: write %s.%s", name,
                          list_columns(r, t), name, t->names[0]);
        return &t->values[0];
    }
    char *part = tml_arena_text(r->arena, name, strlen(name));
    for (char *dot = strrchr(part, '.'); dot; dot = strrchr(part, '.')) {
        *dot = '\0';
        const int i = find_table(r, part, place.use);
        if (i >= 0)
            return find_column(r, &r->tables[i], part, name + (dot - part) + 1, place);
    }
    return r->model->lost_tables ? any_table(r).values : NULL; /* that section was reported */
}
