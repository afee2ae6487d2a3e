/* unit_comparison.c - runs of one model in different units, compared. */
#define _XOPEN_SOURCE 700
#include "support/unit_comparison.h"
#include "base/text.h"
#include "base/unit.h"
#include "model/node.h"
#include "model/write.h"
#include "support/case.h"
#include <criterion/criterion.h>
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const unit_scales scales_large = {0x1p28, 0x1p-28, 0x1p-20}, scales_small = {0x1p-28, 0x1p24, 0x1p28},
                  scales_tens = {1e-9, 1e8, 1e7};

unit_run unit_run_text(const char *name, const char *text, const char *formulation, const char *integrator)
{
    unit_run r = {.log = tml_log_make(), .status = TML_WRONG};
    const tml_run_options options = {.size = sizeof options, .formulation = formulation, .integrator = integrator};
    r.model = tml_model_parse(text, strlen(text), name, r.log);
    if (r.model)
        r.status = tml_run(r.model, &options, &r.results, r.log);
    return r;
}

unit_run unit_run_evaluated(const char *name, const char *text)
{
    char *evaluated = text_with_sections(text, "{analyses: [evaluate: {}]}");
    const unit_run r = unit_run_text(name, evaluated, NULL, NULL);
    free(evaluated);
    return r;
}

void unit_run_free(unit_run *r)
{
    tml_results_free(r->results);
    tml_model_free(r->model);
    tml_log_free(r->log);
}

const char *first_message(const tml_log *log)
{
    return tml_log_count(log) ? tml_log_get(log, 0).text : "";
}

static bool ends_with(const char *name, const char *end)
{
    const size_t n = strlen(name), m = strlen(end);
    return n > m && strcmp(name + n - m, end) == 0;
}

/* An entry of the shape of a mode: eigenvalue.re and .im are none. */
static bool is_shape(const tml_table *t, size_t k)
{
    const char *name = tml_table_name(t, k);
    return strcmp(tml_table_kind(t), "modes") == 0 && strncmp(name, "eigenvalue", 10) != 0 &&
           (ends_with(name, ".re") || ends_with(name, ".im"));
}

/* Shapes and energies of modes of equal frequency, rigid ones among them, are any combination in the space that they span. */
static bool is_multiple(const tml_table *t, size_t row)
{
    const long re = tml_table_find(t, "eigenvalue.re"), im = tml_table_find(t, "eigenvalue.im");
    const double a = tml_table_value(t, row, (size_t)re), b = tml_table_value(t, row, (size_t)im);
    bool multiple = a == 0 && b == 0;
    for (size_t r = 0; r < tml_table_rows(t); r++)
        multiple |= r != row && hypot(tml_table_value(t, r, (size_t)re) - a, tml_table_value(t, r, (size_t)im) - b) <=
                                    1e-5 * hypot(a, b);
    return multiple;
}

static bool is_left_out(const tml_table *t, size_t row, size_t k)
{
    const char *name = tml_table_name(t, k);
    return strncmp(name, "residual", 8) == 0 || strcmp(name, "energy.error") == 0 ||
           ((is_shape(t, k) || ends_with(name, ".participation")) && strcmp(tml_table_kind(t), "modes") == 0 &&
            is_multiple(t, row));
}

/* The entry that is 1 in both gives the unit in which the others of a shape count. */
static double unit_of_shape(const tml_table *a, const tml_table *b, size_t row, unit_scales by)
{
    for (size_t k = 0; k + 1 < tml_table_columns(a); k++)
        if (is_shape(a, k) && tml_table_value(a, row, k) == 1 && tml_table_value(b, row, k) == 1)
            return unit_factor(by, tml_table_unit(a, k));
    return 1;
}

double largest_coordinate(const tml_table *t)
{
    double size = 0;
    for (size_t k = 0; k < tml_table_columns(t); k++)
        for (size_t r = 0; strcmp(tml_table_unit(t, k), "m") == 0 && r < tml_table_rows(t); r++)
            size = fmax(size, fabs(tml_table_value(t, r, k)));
    return size;
}

/* The largest number of a unit, also of units that differ from it by a length: where torques are zero but for rounding, they are small beside
 * forces times the size of the mechanism. */
static double largest_kindred(const tml_table *t, const double *most, rounding_level level, const char *unit)
{
    const tml_dimension d = tml_unit_named(unit).dimension;
    const long t_column = tml_table_find(t, "t");
    const double last =
        t_column >= 0 && tml_table_rows(t) ? tml_table_value(t, tml_table_rows(t) - 1, (size_t)t_column) : 0;
    const double size = level.size > 0 ? level.size : 1, gravity = level.gravity;
    double largest = 0, force = 0, speed = 0, turn = 0, energy = 0;
    for (size_t k = 0; k < tml_table_columns(t); k++) {
        const char *of = tml_table_unit(t, k);
        force = strcmp(of, "N") == 0 ? fmax(force, most[k]) : force;
        speed = strcmp(of, "m/s") == 0 ? fmax(speed, most[k]) : speed;
        energy = strcmp(of, "J") == 0 ? fmax(energy, most[k]) : energy;
        turn = strcmp(of, "rad/s") == 0 ? fmax(turn, most[k]) : turn;
    }
    for (size_t k = 0; k < tml_table_columns(t); k++) {
        const tml_dimension e = tml_unit_named(tml_table_unit(t, k)).dimension;
        if (e.mass == d.mass && e.time == d.time)
            largest = fmax(largest, most[k] * pow(size, d.length - e.length));
    }
    if (d.mass == 0 && d.time == -2) /* beside gravity, and what keeps points on circles */
        largest = fmax(largest, fmax(gravity / size, turn * turn) * pow(size, d.length));
    if (d.mass == 0 && d.time == 0 && d.length == 1)
        largest = fmax(largest, gravity * last * last);
    if (d.mass == 0 && d.time == -1)
        largest = fmax(largest, gravity * last * pow(size, d.length - 1));
    speed = fmax(speed, gravity * last);
    if (strcmp(unit, "J") == 0)
        largest = fmax(largest, force * speed * last);
    return strcmp(unit, "W") == 0 ? fmax(largest, fmax(force * speed, energy * turn)) : largest;
}

/* Matrices of linearized equations, and responses: entries are quotients of units that their columns do not name. */
static bool is_matrix(const tml_table *t)
{
    return strncmp(tml_table_kind(t), "modes.", 6) == 0;
}

double unit_difference(const tml_table *a, const tml_table *b, unit_scales by, rounding_level level, const char **where)
{
    double worst = 0;
    *where = "";
    if (tml_table_rows(a) != tml_table_rows(b) || tml_table_columns(a) != tml_table_columns(b))
        return INFINITY;
    if (is_matrix(a))
        return 0;
    double *most = calloc(tml_table_columns(a) + 1, sizeof *most);
    for (size_t k = 0; k < tml_table_columns(a); k++)
        for (size_t r = 0; r < tml_table_rows(a); r++)
            most[k] = fmax(most[k], fabs(tml_table_value(a, r, k)));
    for (size_t k = 0; k < tml_table_columns(a); k++) {
        const double factor = unit_factor(by, tml_table_unit(a, k)),
                     scale = largest_kindred(a, most, level, tml_table_unit(a, k));
        for (size_t r = 0; r < tml_table_rows(a); r++) {
            if (is_left_out(a, r, k))
                continue;
            const double unit = is_shape(a, k) ? unit_of_shape(a, b, r, by) : 1;
            const double x = tml_table_value(a, r, k), y = tml_table_value(b, r, k) / factor * unit;
            const double apart = x == y || (isnan(x) && isnan(y)) ? 0 : fabs(x - y) / scale;
            if (!(apart <= worst))
                worst = apart, *where = tml_table_name(a, k);
        }
    }
    free(most);
    return worst;
}

double table_fact(const tml_table *t, const char *name)
{
    for (size_t i = 0; i < tml_table_fact_count(t); i++)
        if (strcmp(tml_table_fact_name(t, i), name) == 0)
            return tml_table_fact_number(t, i);
    return 0;
}

/* ---- texts ---- */

static size_t number_at(const char *c, bool *whole)
{
    size_t n = strspn(c, "0123456789");
    *whole = n > 0;
    if (n && c[n] == '.' && tml_is_digit(c[n + 1])) {
        n += 1 + strspn(c + n + 1, "0123456789");
        *whole = false;
    }
    const size_t sign = n && c[n] == 'e' && (c[n + 1] == '-' || c[n + 1] == '+');
    if (n && c[n] == 'e' && tml_is_digit(c[n + 1 + sign])) {
        n += 1 + sign + strspn(c + n + 1 + sign, "0123456789");
        *whole = false;
    }
    return n;
}

static bool has_unit(const char *c)
{
    tml_unit unit;
    const size_t blank = *c == ' ', n = tml_unit_read(c + blank, strlen(c + blank), &unit);
    return n && !tml_is_word(c[blank + n]);
}

bool same_but_for_numbers(const char *a, const char *b)
{
    bool inside = false; /* a name, whose digits are letters */
    while (*a && *b) {
        bool whole_a, whole_b;
        const size_t n = inside ? 0 : number_at(a, &whole_a), m = inside ? 0 : number_at(b, &whole_b);
        if (n && m) {
            if (whole_a && whole_b && (n != m || strncmp(a, b, n) != 0) && !has_unit(a + n)) /* a count */
                return false;
            a += n, b += m;
            continue;
        }
        if (*a != *b)
            return false;
        inside = tml_is_letter(*a) || (inside && tml_is_digit(*a)) || (inside && *a == '_');
        a++, b++;
    }
    return *a == *b;
}

/* ---- models ---- */

/* Constants in the rates of states and in what events set have units that only the user knows; numbers in parts stand for several elements,
 * whose expressions mix them with an index; tables of motions are named by surfaces, not by expressions; the low speed of a tyre is preset in m/s, volts and amperes have no units of their own there, nor have numbers of an equation; points of the curve of a motor have two units; damping and stiffness of a belt are those of a length, where joints have one for lengths and one for angles; parameters without a unit become lengths where points are computed: none of it can be scaled in
 * the text. */
bool cannot_be_scaled(const char *text)
{
    static const char *const signs[] = {
        "\nstates:", "\nparts:",  "{part: ",          "repeat:",           "norm(",
        "segments:", "{tyre: ",   "dc-motor: ",       "induction-motor: ", "curve-motor: ",
        "servo: ",   "coupler: ", "curve: [ground, ", "track: [ground, ",  "trapezoid:",
        "s_curve:",  "poses:",    "{belt: ",          "{cable: ",          "{chain: "};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (strstr(text, signs[i]))
            return true;
    for (const char *at = text; (at = strstr(at, "do: ")); at++) /* events that only count */
        if (strncmp(at, "do: {count: true}", 17) != 0)
            return true;
    return false;
}

bool has_interactions(const char *text)
{
    static const char *const signs[] = {"surfaces:", "limits:",     "friction:",    "clearance:", "clutch: ",
                                        "brake: ",   "-cylinder: ", "gas-spring: ", "backlash:"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (strstr(text, signs[i]))
            return true;
    return false;
}

void each_model(const char *from, const char *to, void (*see)(const char *name, const char *text))
{
    glob_t found;
    cr_assert_eq(glob(TML_SOURCE_DIR "/models/*/*.yaml", 0, NULL, &found), 0);
    cr_assert_eq(glob(TML_SOURCE_DIR "/docs/guide/*.yaml", GLOB_APPEND, NULL, &found), 0);
    int seen = 0;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        const char *file = strrchr(found.gl_pathv[i], '/') + 1;
        if (strcmp(file, from) < 0 || strcmp(file, to) >= 0)
            continue;
        char *text = tml_case_load(found.gl_pathv[i]);
        if (!cannot_be_scaled(text)) {
            see(file, text);
            seen++;
        }
        free(text);
    }
    globfree(&found);
    cr_assert_gt(seen, 0, "no model from %s to %s", from, to);
}

char *text_with_sections(const char *text, const char *sections)
{
    tml_arena arena = {0};
    tml_log *log = tml_log_make();
    const tml_node *root = tml_node_parse(&arena, text, strlen(text), "model", log),
                   *more = tml_node_parse(&arena, sections, strlen(sections), "sections", log);
    cr_assert(root && more, "%s: %s", sections, first_message(log));
    tml_node out = {.kind = TML_NODE_MAP};
    out.keys = TML_NEW_ARRAY(&arena, const tml_node *, root->count + more->count);
    out.items = TML_NEW_ARRAY(&arena, const tml_node *, root->count + more->count);
    for (int i = 0; i < root->count; i++)
        if (!tml_node_find(more, root->keys[i]->text))
            out.keys[out.count] = root->keys[i], out.items[out.count++] = root->items[i];
    for (int i = 0; i < more->count; i++)
        out.keys[out.count] = more->keys[i], out.items[out.count++] = more->items[i];
    char *written = tml_node_write(&out);
    tml_log_free(log);
    tml_arena_free(&arena);
    return written;
}
