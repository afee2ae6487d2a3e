/* tables.c - curves for table(x, name): points in the model file, or the first two columns of a CSV file, alone or with options. */
#include "model/check.h"
#include "model/demand.h"
#include "model/named_file.h"
#include <string.h>

typedef struct {
    tml_arena *arena;
    double *values;
    size_t count, capacity;
} numbers;

static void add(numbers *list, double value)
{
    if (list->count == list->capacity) {
        const double *old = list->values;
        list->capacity = 2 * list->capacity + 64;
        list->values = TML_NEW_ARRAY(list->arena, double, list->capacity);
        if (list->count > 0)
            memcpy(list->values, old, list->count * sizeof *old);
    }
    list->values[list->count++] = value;
}

/* ---- in the model file ---- */

static bool read_list(tml_resolved *r, const tml_node *node, const char *what, numbers *list)
{
    bool good = true;
    for (int i = 0; i < node->count; i++) {
        double row[2];
        if (node->items[i]->kind != TML_NODE_LIST || node->items[i]->count != 2) {
            tml_log_raise(r->log, TML_E_TABLE_ROWS, node->items[i]->place, "%s: a row must be [x, y]", what);
            return false;
        }
        good = tml_numbers_read(r, node->items[i], NULL, what, 2, row) && good;
        add(list, row[0]);
        add(list, row[1]);
    }
    return good;
}

/* ---- CSV ---- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* The first two cells of a line as numbers; how many were read before one that is none. */
static int read_row(const char *line, const char *end, double row[2])
{
    for (int k = 0; k < 2; k++) {
        const char *stop = line;
        while (stop < end && *stop != ',' && *stop != ';')
            stop++;
        const char *first = line, *last = stop;
        while (first < last && is_blank(*first))
            first++;
        while (last > first && is_blank(last[-1]))
            last--;
        if (!tml_decimal_read(first, (size_t)(last - first), &row[k]))
            return k;
        line = stop < end ? stop + 1 : end;
    }
    return 2;
}

static bool read_lines(tml_resolved *r, const char *path, const char *data, size_t length, const char *what,
                       numbers *list)
{
    tml_place place = {.file = path, .column = 1};
    const char *line = data, *stop = data + length;
    if (length >= 3 && memcmp(data, "\xef\xbb\xbf", 3) == 0)
        line += 3;
    bool head = true; /* one row of names may come first */
    for (const char *end; line < stop; line = end + 1) {
        place.line++;
        end = memchr(line, '\n', (size_t)(stop - line));
        if (!end)
            end = stop;
        const char *first = line;
        while (first < end && is_blank(*first))
            first++;
        if (first == end || *first == '#')
            continue;
        double row[2];
        const int cells = read_row(first, end, row);
        if (cells < 2 && !head) {
            tml_log_raise(r->log, TML_E_TABLE_ROWS, place, "%s: two numbers are needed in each row", what);
            return false;
        }
        head = false;
        if (cells == 2) {
            add(list, row[0]);
            add(list, row[1]);
        }
    }
    return true;
}

/* ---- */

static bool read_points(tml_resolved *r, const tml_node *node, const char *what, numbers *list)
{
    if (node->kind == TML_NODE_LIST)
        return read_list(r, node, what, list);
    if (node->kind == TML_NODE_SCALAR && node->text[0]) {
        tml_named_file file;
        const bool good =
            tml_named_file_open(r, node, what, &file) && read_lines(r, file.path, file.data, file.length, what, list);
        tml_named_file_close(&file);
        return good;
    }
    tml_log_raise(r->log, TML_E_TABLE_ROWS, node->place,
                  "%s must be a list of points, [[x, y], ...], the path of a CSV file, or {points: ..., "
                  "interpolation: ...}",
                  what);
    return false;
}

/* Numbers in a table with units are in these; points with units of their own cannot be. */
static bool apply_units(tml_resolved *r, const tml_node *units, const char *what, numbers *list)
{
    for (int k = 0; units && k < 2; k++) {
        tml_unit unit;
        const char *text = units->count == 2 ? units->items[k]->text : "";
        if (units->count != 2 || !*text || tml_unit_read(text, strlen(text), &unit) != strlen(text)) {
            tml_log_raise(r->log, TML_E_UNKNOWN_UNIT, units->count == 2 ? units->items[k]->place : units->place,
                          "%s: units are one for x and one for y, such as [deg, mm]", what);
            return false;
        }
        for (size_t i = (size_t)k; i < list->count; i += 2)
            list->values[i] = tml_unit_value(unit, list->values[i]);
    }
    return true;
}

/* The options of a table in long form, and the node that has its points; NULL with messages. */
static const tml_node *read_options(tml_resolved *r, const tml_node *node, const char *what, tml_curve_options *options)
{
    const tml_field_list fields = {tml_table_fields, tml_table_fields_count};
    const tml_checker c = tml_resolved_checker(r);
    if (!tml_fields_check(&c, what, node, &fields, 1, NULL))
        return NULL;
    const tml_node *points = tml_node_find(node, "points"), *file = tml_node_find(node, "file");
    const tml_node *interpolation = tml_node_find(node, "interpolation");
    options->periodic = tml_node_is(tml_node_find(node, "periodic"), "true");
    options->hold = tml_node_is(tml_node_find(node, "extrapolation"), "hold");
    if (interpolation)
        options->interpolation =
            (tml_interpolation)(TML_INTERPOLATE_LINEAR + tml_word_index("linear monotone spline", interpolation->text));
    if (!points == !file)
        tml_log_raise(r->log, TML_E_TABLE_ROWS, node->place, "%s: give its points, or a file that has them", what);
    if (options->periodic && tml_node_find(node, "extrapolation")) {
        tml_log_raise(r->log, TML_E_TABLE_ROWS, node->place, "%s: a periodic table has no ends to extrapolate from",
                      what);
        return NULL;
    }
    return !points == !file ? NULL : points ? points : file;
}

static const tml_curve *read_table(tml_resolved *r, const tml_node *key, const tml_node *node)
{
    static const double line[] = {0, 0, 1, 1};
    numbers list = {.arena = r->arena};
    const char *what = tml_arena_format(r->arena, "table %s", key->text);
    const tml_curve *curve = NULL;
    tml_curve_options options = {.periodic = false};
    const bool brief = node->kind != TML_NODE_MAP;
    const tml_node *points = brief ? node : read_options(r, node, what, &options);
    const bool good = points && read_points(r, points, what, &list) &&
                      (brief || apply_units(r, tml_node_find(node, "units"), what, &list));
    if (good && list.count == 0)
        tml_log_raise(r->log, TML_E_TABLE_ROWS, node->place, "%s has no points", what);
    else if (good)
        curve = tml_curve_make_with(r->arena, list.values, list.count / 2, options, node->place, r->log);
    return curve ? curve : tml_curve_make(r->arena, line, 2, node->place, r->log); /* one error is enough */
}

void tml_table_read(tml_resolved *r, int i)
{
    static const double line[] = {0, 0, 1, 1};
    const tml_node *key = r->model->tables->keys[i];
    tml_demand d = {.kind = "table", .name = key->text, .place = key->place, .state = &r->curve_states[i]};
    bool circle;
    if (tml_demand_begin(r, &d, &circle)) {
        r->curves[i] = read_table(r, key, r->model->tables->items[i]);
        tml_demand_end(r, &d);
    }
    if (circle) /* one error is enough */
        r->curves[i] = tml_curve_make(r->arena, line, 2, key->place, r->log);
}

void tml_tables_begin(tml_resolved *r)
{
    const tml_node *map = r->model->tables;
    const tml_checker c = tml_resolved_checker(r);
    if (!map)
        return;
    r->curves = TML_NEW_ARRAY(r->arena, const tml_curve *, map->count);
    r->curve_states = TML_NEW_ARRAY(r->arena, tml_demand_state, map->count);
    r->curve_names.arena = r->arena;
    for (int i = 0; i < map->count; i++)
        if (tml_name_check(&c, "table", map->keys[i]))
            tml_names_add(&r->curve_names, map->keys[i]->text, i);
        else
            r->curve_states[i] = TML_READ;
}

void tml_tables_read(tml_resolved *r)
{
    for (int i = 0; r->model->tables && i < r->model->tables->count; i++)
        if (r->curve_states[i] != TML_READ)
            tml_table_read(r, i);
}
