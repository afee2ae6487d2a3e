/* mass_properties.c - mass, centre of mass and inertia of a body from a file, as a CAD program writes them.
 *
 * YAML or JSON is a map with the keys mass, com, inertia as in a body, and units for plain numbers; CSV has one key in each row:
 *
 *   {mass: 2.5, com: [10, 0, 4], inertia: [1, 2, 3, 0, 0, 0.1], units: {length: mm, mass: kg}}
 *   units, mm, kg
 *   mass, 2.5
 *   com, 10, 0, 4
 *   inertia, 1, 2, 3, 0, 0, 0.1
 */
#include "model/body.h"
#include "model/named_file.h"
#include <string.h>

static const tml_field units_fields[] = {
    {"length", TML_FIELD_CHOICE, .preset = "m", .choices = "m mm cm um in ft", .doc = "of numbers without a unit"},
    {"mass", TML_FIELD_CHOICE, .preset = "kg", .choices = "kg g mg t lb", .doc = "of numbers without a unit"},
};
static const tml_field fields[] = {
    {"mass", TML_FIELD_NUMBER, "kg", .doc = "mass"},
    {"com", TML_FIELD_VECTOR, "m", .doc = "centre of mass in the body frame"},
    {"inertia", TML_FIELD_INERTIA, "kg*m^2", .doc = "as in a body"},
    {"units", TML_FIELD_ANY, .doc = "of plain numbers: {length: mm, mass: kg}"},
};
enum { FIELD_COUNT = sizeof fields / sizeof *fields, CELLS = 16 };

/* ---- nodes ---- */

static tml_node *scalar(tml_arena *arena, tml_place place, const char *text)
{
    tml_node *node = TML_NEW(arena, tml_node);
    *node = (tml_node){.kind = TML_NODE_SCALAR, .place = place, .text = text};
    return node;
}

/* A list or map with room for some items. */
static tml_node *group(tml_arena *arena, tml_node_kind kind, tml_place place, int room)
{
    tml_node *node = TML_NEW(arena, tml_node);
    *node = (tml_node){.kind = kind, .place = place, .text = ""};
    node->items = TML_NEW_ARRAY(arena, const tml_node *, room);
    if (kind == TML_NODE_MAP)
        node->keys = TML_NEW_ARRAY(arena, const tml_node *, room);
    return node;
}

static void put(tml_node *map, const tml_node *key, const tml_node *value)
{
    map->keys[map->count] = key;
    map->items[map->count++] = value;
}

/* ---- CSV ---- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* The cells of a line, each without the blanks around it; their number. */
static int read_cells(tml_arena *arena, const char *line, const char *end, tml_place place,
                      const tml_node *cells[CELLS])
{
    int count = 0;
    for (const char *begin = line; begin <= end && count < CELLS;) {
        const char *stop = begin;
        while (stop < end && *stop != ',' && *stop != ';')
            stop++;
        const char *first = begin, *last = stop;
        while (first < last && is_blank(*first))
            first++;
        while (last > first && is_blank(last[-1]))
            last--;
        place.column = 1 + (int)(first - line);
        cells[count++] = scalar(arena, place, tml_arena_text(arena, first, (size_t)(last - first)));
        begin = stop + 1;
    }
    return count;
}

/* units, mm, kg as {length: mm, mass: kg} */
static const tml_node *csv_units(tml_arena *arena, const tml_node *const *cells, int count)
{
    tml_node *map = group(arena, TML_NODE_MAP, cells[0]->place, CELLS);
    static const char *const names[] = {"length", "mass"};
    for (int i = 1; i < count; i++)
        put(map, scalar(arena, cells[i]->place, i < 3 ? names[i - 1] : cells[i]->text), cells[i]);
    return map;
}

static const tml_node *read_csv(tml_resolved *r, const tml_named_file *file)
{
    tml_place place = {.file = file->path, .column = 1};
    const char *line = file->data, *stop = file->data + file->length;
    tml_node *map = group(r->arena, TML_NODE_MAP, (tml_place){.file = file->path, .line = 1, .column = 1}, FIELD_COUNT);
    if (file->length >= 3 && memcmp(line, "\xef\xbb\xbf", 3) == 0)
        line += 3;
    for (const char *end; line < stop; line = end + 1) {
        const tml_node *cells[CELLS];
        end = memchr(line, '\n', (size_t)(stop - line));
        end = end ? end : stop;
        place.line++;
        const int count = read_cells(r->arena, line, end, place, cells);
        if (!cells[0]->text[0] || cells[0]->text[0] == '#')
            continue;
        if (!tml_field_find(fields, FIELD_COUNT, cells[0]->text) || tml_node_find(map, cells[0]->text) || count < 2) {
            tml_log_raise(r->log, TML_E_MASS_PROPERTIES, cells[0]->place,
                          "a row begins with mass, com, inertia or units, each once, and its values follow; not \"%s\"",
                          cells[0]->text);
            return NULL;
        }
        tml_node *list = group(r->arena, TML_NODE_LIST, cells[1]->place, CELLS);
        for (int i = 1; i < count; i++)
            list->items[list->count++] = cells[i];
        put(map, cells[0],
            strcmp(cells[0]->text, "units") == 0 ? csv_units(r->arena, cells, count)
            : count == 2                         ? cells[1]
                                                 : list);
    }
    return map;
}

/* ---- units of plain numbers, and the plane ---- */

/* The same value with a unit behind each plain number. */
static const tml_node *with_unit(tml_arena *arena, const tml_node *node, const char *unit)
{
    double number;
    if (node->kind == TML_NODE_SCALAR)
        return tml_decimal_read(node->text, strlen(node->text), &number)
                   ? scalar(arena, node->place, tml_arena_format(arena, "%s %s", node->text, unit))
                   : node;
    if (node->kind == TML_NODE_MAP)
        return node;
    tml_node *list = group(arena, TML_NODE_LIST, node->place, node->count);
    for (int i = 0; i < node->count; i++)
        list->items[list->count++] = with_unit(arena, node->items[i], unit);
    return list;
}

/* In the plane: x and y of a centre of mass, zz of a tensor. */
static const tml_node *flattened(tml_arena *arena, const tml_node *node, bool is_vector)
{
    if (node->kind != TML_NODE_LIST || (is_vector ? node->count != 3 : node->count != 3 && node->count != 6))
        return node;
    if (!is_vector)
        return node->items[2];
    tml_node *list = tml_arena_copy(arena, node, sizeof *node);
    list->count = 2;
    return list;
}

typedef struct {
    const char *length, *mass;
} unit_names;

static const tml_node *convert(tml_resolved *r, const char *key, const tml_node *value, const unit_names *u)
{
    const bool mass = strcmp(key, "mass") == 0, vector = strcmp(key, "com") == 0 || strcmp(key, "about") == 0;
    if (strcmp(key, "inertia") == 0 && value->kind == TML_NODE_MAP) {
        tml_node *map = group(r->arena, TML_NODE_MAP, value->place, value->count);
        for (int i = 0; i < value->count; i++)
            put(map, value->keys[i], convert(r, value->keys[i]->text, value->items[i], u));
        return map;
    }
    if (!mass && !vector && strcmp(key, "inertia") != 0 && strcmp(key, "values") != 0)
        return value;
    const char *unit = mass ? u->mass : vector ? u->length : tml_arena_format(r->arena, "%s*%s^2", u->mass, u->length);
    const tml_node *with = with_unit(r->arena, value, unit);
    return r->model->space || mass ? with : flattened(r->arena, with, vector);
}

static bool read_units(tml_body_draft *d, const tml_node *node, const char *what, unit_names *u)
{
    const tml_field_list list = {units_fields, sizeof units_fields / sizeof *units_fields};
    const tml_checker c = tml_resolved_checker(d->r);
    *u = (unit_names){"m", "kg"};
    if (!node)
        return true;
    if (!tml_fields_check(&c, tml_arena_format(d->r->arena, "%s: units", what), node, &list, 1, NULL))
        return false;
    if (tml_node_find(node, "length"))
        u->length = tml_node_find(node, "length")->text;
    if (tml_node_find(node, "mass"))
        u->mass = tml_node_find(node, "mass")->text;
    return true;
}

/* ---- */

static bool is_csv(const char *path)
{
    const size_t length = strlen(path);
    return length > 4 && strcmp(path + length - 4, ".csv") == 0;
}

static const tml_node *read_map(tml_body_draft *d, const tml_node *node, const char *what)
{
    tml_named_file file;
    const tml_node *map = NULL;
    if (tml_named_file_open(d->r, node, what, &file))
        map = is_csv(file.path) ? read_csv(d->r, &file)
                                : tml_node_parse(d->r->arena, file.data, file.length, file.path, d->r->log);
    tml_named_file_close(&file);
    if (map && map->kind != TML_NODE_MAP) {
        tml_log_raise(d->r->log, TML_E_MASS_PROPERTIES, map->place,
                      "%s: mass properties are a map with the keys mass, com, inertia", what);
        return NULL;
    }
    return map;
}

/* What the file gives must not be given by the body as well. */
static bool is_given_once(const tml_body_draft *d, const tml_node *map)
{
    bool good = true;
    for (int i = 0; i < map->count; i++) {
        const tml_node *own = tml_node_find(d->e->node, map->keys[i]->text);
        if (own)
            tml_log_raise(d->r->log, TML_E_MASS_PROPERTIES, own->place,
                          "%s: \"%s\" is given here and in the file of its mass properties", d->what,
                          map->keys[i]->text);
        good = good && !own;
    }
    return good;
}

void tml_draft_import(tml_body_draft *d)
{
    const tml_node *node = tml_draft_get(d, "mass_properties");
    const tml_field_list list = {fields, FIELD_COUNT};
    const tml_checker c = tml_resolved_checker(d->r);
    const char *what = tml_draft_about(d, "mass_properties");
    unit_names units;
    const tml_node *map = node ? read_map(d, node, what) : NULL;
    if (!map || !read_units(d, tml_node_find(map, "units"), what, &units))
        return;
    tml_node *converted = group(d->r->arena, TML_NODE_MAP, map->place, map->count);
    for (int i = 0; i < map->count; i++)
        put(converted, map->keys[i], convert(d->r, map->keys[i]->text, map->items[i], &units));
    if (tml_fields_check(&c, what, converted, &list, 1, NULL) && is_given_once(d, converted))
        d->imported = converted;
}
