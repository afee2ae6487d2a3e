/* sketch.c - dimensions and constraints of the drawing: what they are of, and what they are held at. */
#include "model/sketch.h"
#include <string.h>

/* What an entry is. A line is a body, from its first point to its last, or two points. */
typedef struct {
    const char *name;
    int least, most;   /* how many bodies, points or lines it takes */
    bool lines;        /* each may be a list of two points */
    const char *value; /* unit of what it may be held at; NULL: it holds by itself */
    const char *needed;
    int least_in_space; /* how many it takes there; 0: it means nothing there */
} kind;

enum { MANY = 1000 };
static const kind kinds[] = {
    {"length", 1, 2, false, "m", "a body, or two points: [crank.O, crank.A]", 1},
    {"distance_x", 2, 2, false, "m", "two points: [crank.O, crank.A]", 0},
    {"distance_y", 2, 2, false, "m", "two points: [crank.O, crank.A]", 0},
    {"angle", 1, 2, false, "rad", "a body, two bodies or two points: [crank, coupler]", 2},
    {"radius", 1, 1, false, "m", "a body", 0},
    {"horizontal", 1, 2, false, NULL, "a body, or two points: [crank.O, crank.A]", 0},
    {"vertical", 1, 2, false, NULL, "a body, or two points: [crank.O, crank.A]", 0},
    {"equal", 2, MANY, true, NULL, "two lines or more: [crank, rocker]", 2},
    {"parallel", 2, 2, true, NULL, "two lines: [crank, rocker]", 2},
    {"perpendicular", 2, 2, true, NULL, "two lines: [crank, rocker]", 2},
    {"collinear", 3, MANY, false, NULL, "three points or more: [crank.O, crank.A, rocker.B]", 3},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

const tml_field tml_sketch_fields[] = {
    {"length", TML_FIELD_ANY, .doc = "dimension: length of a body, or distance of two points"},
    {"distance_x", TML_FIELD_ANY, .doc = "dimension: horizontal distance of two points"},
    {"distance_y", TML_FIELD_ANY, .doc = "dimension: vertical distance of two points"},
    {"angle", TML_FIELD_ANY,
     .doc = "dimension: angle of a body or of two points from the horizontal, or between two bodies"},
    {"radius", TML_FIELD_ANY, .doc = "dimension: radius of a body that is a disc"},
    {"horizontal", TML_FIELD_ANY, .doc = "constraint: a body or two points lie level"},
    {"vertical", TML_FIELD_ANY, .doc = "constraint: a body or two points stand upright"},
    {"equal", TML_FIELD_ANY, .doc = "constraint: bodies, or pairs of points, are of equal length"},
    {"parallel", TML_FIELD_ANY, .doc = "constraint: two bodies, or pairs of points, are parallel"},
    {"perpendicular", TML_FIELD_ANY, .doc = "constraint: two bodies, or pairs of points, are perpendicular"},
    {"collinear", TML_FIELD_ANY, .doc = "constraint: points lie on one line"},
    {"is", TML_FIELD_NUMBER, .doc = "value that a dimension is held at when the drawing changes; m or rad"},
    {"label", TML_FIELD_SIZE, "m",
     .doc = "where a dimension stands: along and across, from the middle of what it is of"},
};
const size_t tml_sketch_fields_count = sizeof tml_sketch_fields / sizeof *tml_sketch_fields;

static const kind *find_kind(const tml_node *map, const tml_node **of, int *found)
{
    const kind *own = NULL;
    *found = 0;
    for (size_t i = 0; i < KINDS; i++) {
        const tml_node *node = tml_node_find(map, kinds[i].name);
        if (node)
            own = &kinds[i], *of = node, ++*found;
    }
    return own;
}

static bool is_word(const tml_node *node)
{
    return node->kind == TML_NODE_SCALAR && node->text[0];
}

static bool is_line(const tml_node *node)
{
    return node->kind == TML_NODE_LIST && node->count == 2 && is_word(node->items[0]) && is_word(node->items[1]);
}

/* Whether a kind is of as many bodies, points or lines as it takes. */
static bool suits(const kind *own, const tml_node *of)
{
    if (of->kind == TML_NODE_SCALAR)
        return own->least == 1 && is_word(of);
    if (of->kind != TML_NODE_LIST || of->count < own->least || of->count > own->most)
        return false;
    for (int i = 0; i < of->count; i++)
        if (!is_word(of->items[i]) && !(own->lines && is_line(of->items[i])))
            return false;
    return true;
}

static bool check_entry(const tml_checker *c, const char *what, const tml_node *node)
{
    const tml_field_list fields = {tml_sketch_fields, tml_sketch_fields_count};
    if (!tml_fields_check(c, what, node, &fields, 1, NULL))
        return false;
    const tml_node *of = NULL, *is = tml_node_find(node, "is");
    int found;
    const kind *own = find_kind(node, &of, &found);
    if (found != 1)
        tml_log_raise(c->log, TML_E_SKETCH_KIND, node->place,
                      found ? "%s: is one thing only: a length, an angle, parallel, ..."
                            : "%s: says not what it is: a length, an angle, parallel, ...",
                      what);
    else if (!suits(own, of))
        tml_log_raise(c->log, TML_E_SKETCH_OF, of->place, "%s: \"%s\" is of %s", what, own->name, own->needed);
    else if (is && !own->value)
        tml_log_raise(c->log, TML_E_SKETCH_VALUE, is->place, "%s: \"%s\" has no value to be held at: leave \"is\" out",
                      what, own->name);
    else
        return true;
    return false;
}

void tml_sketch_read(const tml_checker *c, tml_model *model, const tml_node *map)
{
    model->sketch = TML_NEW_ARRAY(c->arena, tml_sketch_entry, map->count);
    for (int i = 0; i < map->count; i++) {
        const tml_node *key = map->keys[i];
        const char *what = tml_arena_format(c->arena, "sketch %s", key->text);
        if (tml_name_check(c, "sketch", key) && check_entry(c, what, map->items[i]))
            model->sketch[model->sketch_count++] = (tml_sketch_entry){what, map->items[i]};
    }
}

/* Bodies and points that are named; a list within is a line of two points. */
static void check_names(tml_resolved *r, const char *what, const tml_node *of)
{
    tml_anchor anchor;
    if (of->kind == TML_NODE_SCALAR)
        tml_resolved_anchor(r, of, NULL, NULL, what, &anchor);
    for (int i = 0; i < of->count; i++)
        check_names(r, what, of->items[i]);
}

/* An angle is between two lines: two points are one, and have none. */
static void check_space(tml_resolved *r, const char *what, const kind *own, const tml_node *of)
{
    const bool one_line =
        of->kind != TML_NODE_LIST || (!own->lines && own->least == 1 && strchr(of->items[0]->text, '.'));
    const int lines = one_line ? 1 : of->count;
    if (!r->model->space || (own->least_in_space > 0 && lines >= own->least_in_space))
        return;
    tml_log_raise(r->log, TML_E_SKETCH_NOT_IN_SPACE, of->place,
                  own->least_in_space ? "%s: in space \"%s\" is of two bodies: [crank, coupler]"
                                      : "%s: in space there is no \"%s\": it is of a drawing in the plane",
                  what, own->name);
}

void tml_sketch_check(tml_resolved *r)
{
    for (int i = 0; i < r->model->sketch_count; i++) {
        const tml_sketch_entry *e = &r->model->sketch[i];
        const tml_node *of = NULL, *is = tml_node_find(e->node, "is");
        int found;
        double value;
        const kind *own = find_kind(e->node, &of, &found);
        check_names(r, e->what, of);
        check_space(r, e->what, own, of);
        if (is)
            tml_resolved_number(r, is, own->value, tml_arena_format(r->arena, "%s: is", e->what), &value);
    }
}
