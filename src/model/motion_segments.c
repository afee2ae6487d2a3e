/* motion_segments.c - reads a motion by segments, each of which begins where the one before ends.
 *
 *   segments: [{rise: 20 mm, over: 90 deg, law: 3-4-5}, {dwell: 30 deg}, {end: [0, 0, 0], over: 90 deg}, {dwell: 150 deg}]
 *   segments: [{to: 90 deg, law: trapezoid, speed: 60 rpm, acceleration: 20 rad/s^2}, {dwell: 0.5 s}, {to: 0, law: s_curve, ...}]
 *
 * Numbers with units are taken as such; plain ones are in the units of the table, derivatives in those of the value by powers of that of x.
 */
#include "model/motion_segments.h"
#include "model/descriptor.h"
#include "model/motion_profile.h"
#include <math.h>
#include <string.h>

static const double CLOSED = 1e-9; /* a jump of the value, relative to the largest: rounding */

typedef struct {
    tml_resolved *r;
    tml_motion_numbers numbers; /* what: `table lift: segment 2` */
    tml_motion_piece *pieces;
    int count, capacity;
    double x, largest;
    tml_motion_jet end; /* where the last one ends */
} motion;

static bool refuse(motion *m, tml_place place, const char *why)
{
    tml_log_raise(m->r->log, TML_E_MOTION, place, "%s: %s", m->numbers.what, why);
    return false;
}

static bool read_over(motion *m, const tml_node *node, const tml_node *map, double *over)
{
    if (!node)
        return refuse(m, map->place, "how long it is, is missing: over: 90 deg");
    if (!tml_motion_number_read(&m->numbers, node, 0, 0, over))
        return false;
    return *over > 0 || refuse(m, node->place, "its length along x must be above zero");
}

/* ---- segments ---- */

static void add(motion *m, const tml_motion_piece *pieces, int count)
{
    for (int i = 0; i < count; i++) {
        TML_GROW(m->r->arena, m->pieces, m->count, m->capacity);
        m->pieces[m->count++] = pieces[i];
        const tml_motion_piece *p = &pieces[i];
        m->end = tml_motion_at(p, p->x + p->h), m->x = p->x + p->h;
        for (int k = 0; k <= 4; k++)
            m->largest = fmax(m->largest, fabs(tml_motion_at(p, p->x + p->h * k / 4).f));
    }
}

static void add_dwell(motion *m, double over)
{
    const tml_motion_piece piece = {.x = m->x, .h = over, .c = {m->end.f}};
    add(m, &piece, 1);
}

/* Within limits: as long as they need, or `over`. */
static bool add_profile(motion *m, const tml_node *map, tml_profile_kind kind, double rise)
{
    tml_motion_piece pieces[TML_PROFILE_PIECES];
    tml_speed_limits limits;
    if (!tml_speed_limits_read(&m->numbers, map, kind, rise, &limits))
        return false;
    if (rise == 0)
        add_dwell(m, limits.over);
    else
        add(m, pieces, tml_speed_profile(&limits, m->x, m->end.f, rise, pieces));
    return true;
}

/* By a law, from where the last segment ends by this much. */
static bool add_law(motion *m, const tml_node *map, double rise)
{
    const tml_node *law = tml_node_find(map, "law"), *limit = tml_speed_limits_find(map);
    tml_motion_piece pieces[TML_MOTION_MAX_PIECES];
    double over;
    if (!law)
        return refuse(m, map->place,
                      "its law is missing: law: 3-4-5, cycloidal, modified_sine, trapezoid, s_curve, ...");
    const int profile = tml_word_index(TML_PROFILE_WORDS, law->text);
    if (profile >= 0)
        return add_profile(m, map, (tml_profile_kind)profile, rise);
    if (limit)
        return refuse(m, limit->place,
                      "limits are for the laws trapezoid and s_curve; the others take the time `over`");
    if (!read_over(m, tml_node_find(map, "over"), map, &over))
        return false;
    add(m, pieces, tml_motion_law(tml_motion_law_find(law->text), m->x, over, m->end.f, rise, pieces));
    return true;
}

/* Numbers of a list, or one of them; how many, 0 with a message. */
static int read_conditions(motion *m, const tml_node *node, double values[TML_MOTION_CONDITIONS])
{
    const bool list = node->kind == TML_NODE_LIST;
    const int count = list ? node->count : 1;
    if (count < 1 || count > TML_MOTION_CONDITIONS) {
        refuse(m, node->place, "a polynomial has a value and up to three derivatives at each end");
        return 0;
    }
    for (int i = 0; i < count; i++)
        if (!tml_motion_number_read(&m->numbers, list ? node->items[i] : node, 1, i, &values[i]))
            return 0;
    return count;
}

static bool joins(motion *m, tml_place place, double value)
{
    const double off = fmax(m->largest, fabs(value));
    if (m->count == 0 || fabs(value - m->end.f) <= CLOSED * off)
        return true;
    tml_log_raise(m->r->log, TML_E_MOTION, place, "%s: it begins at %.9g, but the segment before it ends at %.9g",
                  m->numbers.what, value, m->end.f);
    return false;
}

static bool add_polynomial(motion *m, const tml_node *map)
{
    double begin[TML_MOTION_CONDITIONS] = {m->end.f, m->end.d, m->end.dd, m->end.ddd}, end[TML_MOTION_CONDITIONS], over;
    const tml_node *first = tml_node_find(map, "begin");
    const int ends = read_conditions(m, tml_node_find(map, "end"), end);
    const int begins = first ? read_conditions(m, first, begin) : ends;
    if (!ends || !begins || !read_over(m, tml_node_find(map, "over"), map, &over) ||
        !joins(m, first ? first->place : map->place, begin[0]))
        return false;
    const tml_motion_piece piece = tml_motion_polynomial(m->x, over, begin, begins, end, ends);
    add(m, &piece, 1);
    return true;
}

typedef struct {
    motion *m;
    const tml_use *use;
} names;

static tml_meaning look_up(void *context, const char *name, tml_place place)
{
    const names *n = context;
    if (strcmp(name, "x") == 0)
        return (tml_meaning){.kind = TML_NAME_INPUT,
                             .input = 0,
                             .typed = n->m->numbers.kinds[0].typed,
                             .dimension = n->m->numbers.kinds[0].dimension};
    return tml_resolved_look_up(n->m->r, name, place.use);
}

static const tml_tabulated *find_table(void *context, const char *name, tml_place place)
{
    const names *n = context;
    return tml_resolved_table(n->m->r, name, place);
}

static bool add_expression(motion *m, const tml_node *map, const tml_node *text)
{
    double over, where;
    tml_motion_piece *pieces;
    tml_dimension dimension;
    if (!read_over(m, tml_node_find(map, "over"), map, &over))
        return false;
    names n = {m, text->place.use};
    const tml_scope scope = {.context = &n, .look_up = look_up, .table = find_table, .moves = true};
    const tml_tree *tree = tml_tree_parse(m->r->arena, text->text, text->place, m->r->log);
    const tml_expression *e =
        tree ? tml_expression_compile(m->r->arena, tree, &scope, (tml_expectation){.what = m->numbers.what}, m->r->log)
             : NULL;
    if (!e)
        return false;
    const bool typed = tml_expression_typed(e, &dimension);
    if (!tml_motion_number_agrees(&m->numbers, text, 1, 0, typed, dimension))
        return false;
    const int count = tml_motion_expression(m->r->arena, e, m->x, over, &pieces, &where);
    if (!count) {
        tml_log_raise(m->r->log, TML_E_MOTION, text->place,
                      "%s: \"%s\" is not smooth, or not finite, near x = %.6g: divide the segment there",
                      m->numbers.what, text->text, where);
        return false;
    }
    if (!joins(m, text->place, tml_motion_at(pieces, m->x).f))
        return false;
    add(m, pieces, count);
    return true;
}

static bool add_segment(motion *m, const tml_node *map)
{
    static const char *const kinds[] = {"rise", "return", "to", "dwell", "end", "expression"};
    const tml_node *given = NULL;
    int kind = 0, count = 0;
    double value;
    for (int i = 0; i < 6; i++)
        if (tml_node_find(map, kinds[i]))
            given = tml_node_find(map, kinds[i]), kind = i, count++;
    if (count != 1)
        return refuse(m, map->place, "a segment is one of rise, return, to, dwell, end (a polynomial) or expression");
    if (kind >= 3 && tml_speed_limits_find(map))
        return refuse(m, tml_speed_limits_find(map)->place,
                      "limits are for rises, returns and `to` by a law that keeps them");
    if (kind == 3) {
        if (!read_over(m, given, map, &value))
            return false;
        add_dwell(m, value);
        return true;
    }
    if (kind == 4)
        return add_polynomial(m, map);
    if (kind == 5)
        return add_expression(m, map, given);
    if (!tml_motion_number_read(&m->numbers, given, 1, 0, &value))
        return false;
    return add_law(m, map, kind == 0 ? value : kind == 1 ? -value : value - m->end.f);
}

/* ---- the whole ---- */

static bool closes(motion *m, const tml_node *list, bool periodic)
{
    const double first = tml_motion_at(m->pieces, m->pieces->x).f, off = m->end.f - first;
    if (!periodic || fabs(off) <= CLOSED * m->largest)
        return true;
    tml_log_raise(
        m->r->log, TML_E_MOTION, list->place,
        "%s: a periodic motion ends as it begins, at %.9g, but this one ends at %.9g: add {%s: %.9g, ...}, or "
        "leave periodic out",
        m->numbers.what, first, m->end.f, off > 0 ? "return" : "rise", fabs(off));
    return false;
}

bool tml_segments_read(tml_resolved *r, const tml_node *list, const tml_node *begin, const char *what,
                       const tml_curve_options *options, const tml_unit *units, tml_tabulated *made)
{
    const tml_field_list fields = {tml_segment_fields, tml_segment_fields_count};
    const tml_checker c = tml_resolved_checker(r);
    motion m = {.r = r, .numbers = {.r = r, .what = what, .units = units}};
    for (int i = 0; units && i < 2; i++)
        m.numbers.kinds[i] = (tml_kind){.typed = true, .dimension = units[i].dimension};
    if (list->kind != TML_NODE_LIST || list->count == 0)
        return refuse(&m, list->place,
                      "segments are a list: [{rise: 20 mm, over: 90 deg, law: 3-4-5}, {dwell: 30 deg}]");
    if (begin && (begin->kind != TML_NODE_LIST || begin->count != 2))
        return refuse(&m, begin->place, "begin is x and the value there: [0, 0]");
    if (begin && (!tml_motion_number_read(&m.numbers, begin->items[0], 0, 0, &m.x) ||
                  !tml_motion_number_read(&m.numbers, begin->items[1], 1, 0, &m.end.f)))
        return false;
    for (int i = 0; i < list->count; i++) {
        m.numbers.what = tml_arena_format(r->arena, "%s: segment %d", what, i + 1);
        if (list->items[i]->kind != TML_NODE_MAP)
            return refuse(&m, list->items[i]->place, "a segment is a map: {dwell: 30 deg}");
        if (!tml_fields_check(&c, m.numbers.what, list->items[i], &fields, 1, NULL) || !add_segment(&m, list->items[i]))
            return false;
    }
    m.numbers.what = what;
    if (!closes(&m, list, options->periodic))
        return false;
    *made = (tml_tabulated){.kinds = {m.numbers.kinds[0], m.numbers.kinds[1]}};
    made->curve = tml_curve_of_motion(r->arena, m.pieces, m.count, options);
    return true;
}
