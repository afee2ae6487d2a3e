/* base.c - tests of src/base: log, arena, names, text, units. */
#include "base/arena.h"
#include "base/guard.h"
#include "base/names.h"
#include "base/status.h"
#include "base/text.h"
#include "base/track.h"
#include "base/unit.h"
#include "support/replaceable_allocator.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- an allocator that fails after so many pieces, and counts what is not given back */

static int pieces_left, pieces_open;

static void *scarce_allocate(size_t bytes)
{
    if (pieces_left <= 0)
        return NULL;
    pieces_left--;
    pieces_open++;
    return malloc(bytes);
}

static void scarce_release(void *memory)
{
    if (memory)
        pieces_open--;
    free(memory);
}

static void make_scarce(int pieces)
{
    pieces_left = pieces;
    pieces_open = 0;
    allocate_with = scarce_allocate;
    release_with = scarce_release;
}

/* ---- log */

Test(log, keeps_messages_in_order_with_their_places)
{
    char file[] = "crank.yaml";
    tml_log *log = tml_log_make();
    for (int i = 0; i < 100; i++)
        tml_log_raise(log, i % 2 ? TML_W_NO_DIGITS : TML_N_ERROR_OF_DYNAMICS,
                      (tml_place){.file = file, .line = i + 1, .column = 7}, "message %d of %s", i, "many");
    tml_log_raise(log, TML_E_NO_RESULTS, TML_NOWHERE, "wrong");
    memset(file, 'x', 5); /* the log has its own copy */
    cr_assert_eq(tml_log_count(log), 101);
    cr_assert_eq(log->error_count, 1);
    for (int i = 0; i < 100; i++) {
        tml_message m = tml_log_get(log, (size_t)i);
        char text[64];
        snprintf(text, sizeof text, "message %d of many", i);
        cr_assert_str_eq(m.text, text);
        cr_assert_str_eq(m.place.file, "crank.yaml");
        cr_assert_eq(m.place.line, i + 1);
        cr_assert_eq(m.place.column, 7);
        cr_assert_eq(m.severity, i % 2 ? TML_WARNING : TML_NOTE);
    }
    cr_assert_eq(tml_log_get(log, 100).severity, TML_ERROR);
    cr_assert_null(tml_log_get(log, 100).place.file);
    cr_assert_str_eq(tml_log_get(log, 101).text, "");
    tml_log_free(log);
}

Test(log, survives_running_out_of_memory)
{
    for (int pieces = 0; pieces < 40; pieces++) {
        make_scarce(pieces);
        tml_log *log = tml_log_make();
        cr_assert_eq(log != NULL, pieces > 0);
        for (int i = 0; i < 25; i++)
            tml_log_raise(log, TML_E_NO_RESULTS, (tml_place){.file = "f", .line = 1, .column = 1}, "error %d", i);
        if (log) {
            cr_assert_eq(log->error_count, 25);
            size_t count = tml_log_count(log);
            bool complete = count == 25 && !log->out_of_memory;
            cr_assert_eq(complete, pieces >= 1 + 25 + 3, "%d pieces", pieces); /* lists of 8, 16, 32 */
            if (!complete)
                cr_assert(strstr(tml_log_get(log, count - 1).text, "out of memory"));
            for (size_t i = 0; i < log->count; i++)
                cr_assert(strstr(tml_log_get(log, i).text, "error "));
        }
        tml_log_free(log);
        cr_assert_eq(pieces_open, 0);
    }
}

Test(log, allows_no_log)
{
    tml_log_raise(NULL, TML_E_NO_RESULTS, TML_NOWHERE, "nobody listens");
    cr_assert_eq(tml_log_count(NULL), 0);
    tml_log_free(NULL);
    cr_assert(strlen(tml_version()) >= 5);
}

/* ---- arena */

Test(arena, pieces_are_zeroed_aligned_and_apart)
{
    tml_arena arena = {0};
    unsigned char *pieces[300];
    for (int i = 0; i < 300; i++) {
        size_t bytes = (size_t)(i * i % 3000);
        pieces[i] = tml_arena_take(&arena, bytes);
        cr_assert_eq((uintptr_t)pieces[i] % _Alignof(max_align_t), 0);
        for (size_t j = 0; j < bytes; j++)
            cr_assert_eq(pieces[i][j], 0);
        memset(pieces[i], i % 255 + 1, bytes);
    }
    for (int i = 0; i < 300; i++)
        for (int j = 0; j < i * i % 3000; j++)
            cr_assert_eq(pieces[i][j], i % 255 + 1);
    unsigned char *large = tml_arena_take(&arena, 5000000);
    large[4999999] = 1;
    cr_assert_geq(arena.total, 5000000);
    tml_arena_free(&arena);
    cr_assert_null(arena.blocks);
    cr_assert_eq(arena.total, 0);
}

Test(arena, copies_and_formats)
{
    tml_arena arena = {0};
    cr_assert_str_eq(tml_arena_text(&arena, "coupler", 4), "coup");
    cr_assert_str_eq(tml_arena_text(&arena, NULL, 0), "");
    cr_assert_str_eq(tml_arena_format(&arena, "%s.%d", "O", 12), "O.12");
    double numbers[3] = {1, 2, 3};
    double *copy = tml_arena_copy(&arena, numbers, sizeof numbers);
    cr_assert_eq(copy[2], 3);
    tml_arena_free(&arena);
}

Test(arena, escapes_when_memory_runs_out)
{
    jmp_buf escape;
    tml_arena arena = {.escape = &escape};
    volatile int taken = 0;
    make_scarce(3);
    if (setjmp(escape) == 0) {
        for (;;) {
            tml_arena_take(&arena, 5000);
            taken = taken + 1;
        }
    }
    cr_assert_geq(taken, 3);
    tml_arena_free(&arena);
    cr_assert_eq(pieces_open, 0);
}

Test(arena, gives_null_without_an_escape)
{
    make_scarce(0);
    tml_arena arena = {0};
    cr_assert_null(tml_arena_take(&arena, 1));
    cr_assert_null(tml_arena_text(&arena, "a", 1));
    cr_assert_null(tml_arena_format(&arena, "%d", 1));
    cr_assert_null(tml_arena_copy(&arena, "a", 1));
    make_scarce(9);
    cr_assert_null(tml_arena_take(&arena, SIZE_MAX));
    cr_assert_null(tml_arena_take(&arena, SIZE_MAX / 2));
    tml_arena_free(&arena);
}

/* ---- names */

Test(names, finds_what_was_added)
{
    tml_arena arena = {0};
    tml_names names = {.arena = &arena};
    cr_assert_eq(tml_names_find(&names, "a"), -1);
    for (int i = 0; i < 1000; i++)
        cr_assert(tml_names_add(&names, tml_arena_format(&arena, "body%d", i), i));
    cr_assert_eq(names.count, 1000);
    for (int i = 0; i < 1000; i++)
        cr_assert_eq(tml_names_find(&names, tml_arena_format(&arena, "body%d", i)), i);
    cr_assert_not(tml_names_add(&names, "body7", 5));
    cr_assert_eq(tml_names_find(&names, "body7"), 7);
    cr_assert_eq(tml_names_find(&names, "body"), -1);
    cr_assert_eq(tml_names_find(&names, "body1000"), -1);
    cr_assert_eq(tml_names_find_n(&names, "body12.x", 6), 12);
    cr_assert_eq(tml_names_find_n(&names, "body12.x", 8), -1);
    tml_arena_free(&arena);
}

Test(names, measures_edit_distance)
{
    cr_assert_eq(tml_edit_distance("coupler", "coupler", 3), 0);
    cr_assert_eq(tml_edit_distance("cupler", "coupler", 3), 1);
    cr_assert_eq(tml_edit_distance("couplers", "coupler", 3), 1);
    cr_assert_eq(tml_edit_distance("cuopler", "coupler", 3), 1); /* a swap */
    cr_assert_eq(tml_edit_distance("kitten", "sitting", 5), 3);
    cr_assert_eq(tml_edit_distance("", "abc", 5), 3);
    cr_assert_eq(tml_edit_distance("abc", "", 5), 3);
    cr_assert_eq(tml_edit_distance("abc", "xyz", 1), 2); /* most + 1 */
    char a[101], b[101];
    memset(a, 'a', 100), a[100] = 0;
    memset(b, 'a', 100), b[100] = 0, b[5] = 'b';
    cr_assert_eq(tml_edit_distance(a, a, 2), 0);
    cr_assert_eq(tml_edit_distance(a, b, 2), 3); /* too long to be measured */
}

Test(names, suggests_the_nearest)
{
    tml_arena arena = {0};
    tml_names names = {.arena = &arena};
    cr_assert_null(tml_names_nearest(&names, "x"));
    const char *const known[] = {"crank", "coupler", "follower", "x", "stiffness", "Rod"};
    for (int i = 0; i < 6; i++)
        tml_names_add(&names, known[i], i);
    cr_assert_str_eq(tml_names_nearest(&names, "cupler"), "coupler");
    cr_assert_str_eq(tml_names_nearest(&names, "carnk"), "crank");
    cr_assert_str_eq(tml_names_nearest(&names, "stifness"), "stiffness");
    cr_assert_str_eq(tml_names_nearest(&names, "ROD"), "Rod");
    cr_assert_str_eq(tml_nearest("folower", known, 6), "follower");
    cr_assert_null(tml_names_nearest(&names, "y")); /* not x */
    cr_assert_null(tml_names_nearest(&names, "spring"));
    cr_assert_null(tml_nearest("damping", known, 6));
    tml_arena_free(&arena);
}

/* ---- text */

Test(text, content_is_kept_while_it_grows)
{
    tml_text text = {0};
    char expected[20000] = "";
    size_t length = 0;
    for (int i = 0; i < 2000; i++) {
        tml_text_add(&text, "%d,", i);
        length += (size_t)sprintf(expected + length, "%d,", i);
    }
    tml_text_put(&text, "end!", 3);
    strcpy(expected + length, "end");
    cr_assert_str_eq(text.data, expected);
    cr_assert_eq(text.length, strlen(expected));
    cr_assert_not(text.failed);
    tml_text_free(&text);
    cr_assert_null(text.data);
}

Test(text, keeps_what_it_has_when_memory_runs_out)
{
    make_scarce(1);
    tml_text text = {0};
    tml_text_add(&text, "kept");
    for (int i = 0; i < 100; i++)
        tml_text_add(&text, "%s", "lost and found ");
    cr_assert(text.failed);
    cr_assert(strncmp(text.data, "kept", 4) == 0);
    cr_assert_eq(text.data[text.length], 0);
    tml_text_free(&text);
    cr_assert_eq(pieces_open, 0);
}

/* ---- units */

static void check_unit(const char *text, size_t read, double factor, int m, int kg, int s, int rad)
{
    tml_unit u = {.factor = -1};
    cr_assert_eq(tml_unit_read(text, strlen(text), &u), read, "%s", text);
    cr_assert_float_eq(u.factor, factor, 1e-15 * fabs(factor), "%s: %g", text, u.factor);
    tml_dimension d = u.dimension;
    cr_assert(d.length == m && d.mass == kg && d.time == s && d.angle == rad, "%s", text);
}

Test(unit, single_units_are_read)
{
    const double pi = 3.14159265358979323846;
    check_unit("m", 1, 1, 1, 0, 0, 0);
    check_unit("km", 2, 1000, 1, 0, 0, 0);
    check_unit("cm", 2, 0.01, 1, 0, 0, 0);
    check_unit("mm", 2, 0.001, 1, 0, 0, 0);
    check_unit("um", 2, 1e-6, 1, 0, 0, 0);
    check_unit("in", 2, 0.0254, 1, 0, 0, 0);
    check_unit("ft", 2, 12 * 0.0254, 1, 0, 0, 0);
    check_unit("kg", 2, 1, 0, 1, 0, 0);
    check_unit("g", 1, 0.001, 0, 1, 0, 0);
    check_unit("mg", 2, 1e-6, 0, 1, 0, 0);
    check_unit("t", 1, 1000, 0, 1, 0, 0);
    check_unit("lb", 2, 0.45359237, 0, 1, 0, 0);
    check_unit("s", 1, 1, 0, 0, 1, 0);
    check_unit("ms", 2, 0.001, 0, 0, 1, 0);
    check_unit("us", 2, 1e-6, 0, 0, 1, 0);
    check_unit("min", 3, 60, 0, 0, 1, 0);
    check_unit("h", 1, 3600, 0, 0, 1, 0);
    check_unit("rad", 3, 1, 0, 0, 0, 1);
    check_unit("mrad", 4, 0.001, 0, 0, 0, 1);
    check_unit("deg", 3, pi / 180, 0, 0, 0, 1);
    check_unit("rev", 3, 2 * pi, 0, 0, 0, 1);
    check_unit("turn", 4, 2 * pi, 0, 0, 0, 1);
    check_unit("Hz", 2, 1, 0, 0, -1, 0);
    check_unit("kHz", 3, 1000, 0, 0, -1, 0);
    check_unit("rpm", 3, 2 * pi / 60, 0, 0, -1, 1);
    check_unit("N", 1, 1, 1, 1, -2, 0);
    check_unit("kN", 2, 1000, 1, 1, -2, 0);
    check_unit("MN", 2, 1e6, 1, 1, -2, 0);
    check_unit("mN", 2, 0.001, 1, 1, -2, 0);
    check_unit("kgf", 3, 9.80665, 1, 1, -2, 0);
    check_unit("kp", 2, 9.80665, 1, 1, -2, 0);
    check_unit("lbf", 3, 0.45359237 * 9.80665, 1, 1, -2, 0);
    check_unit("Pa", 2, 1, -1, 1, -2, 0);
    check_unit("kPa", 3, 1000, -1, 1, -2, 0);
    check_unit("MPa", 3, 1e6, -1, 1, -2, 0);
    check_unit("GPa", 3, 1e9, -1, 1, -2, 0);
    check_unit("J", 1, 1, 2, 1, -2, 0);
    check_unit("kJ", 2, 1000, 2, 1, -2, 0);
    check_unit("MJ", 2, 1e6, 2, 1, -2, 0);
    check_unit("mJ", 2, 0.001, 2, 1, -2, 0);
    check_unit("W", 1, 1, 2, 1, -3, 0);
    check_unit("kW", 2, 1000, 2, 1, -3, 0);
    check_unit("MW", 2, 1e6, 2, 1, -3, 0);
    check_unit("Nm", 2, 1, 2, 1, -2, 0);
    check_unit("Nmm", 3, 0.001, 2, 1, -2, 0);
    check_unit("bar", 3, 1e5, -1, 1, -2, 0);
    check_unit("psi", 3, 0.45359237 * 9.80665 / (0.0254 * 0.0254), -1, 1, -2, 0);
}

Test(unit, compound_units_are_read)
{
    const double pi = 3.14159265358979323846;
    check_unit("kN/m", 4, 1000, 0, 1, -2, 0);
    check_unit("N*s/m", 5, 1, 0, 1, -1, 0);
    check_unit("N*m/rad", 7, 1, 2, 1, -2, -1);
    check_unit("kg*m^2", 6, 1, 2, 1, 0, 0);
    check_unit("g*mm^2", 6, 1e-9, 2, 1, 0, 0);
    check_unit("m/s^2", 5, 1, 1, 0, -2, 0);
    check_unit("m*s^-2", 6, 1, 1, 0, -2, 0);
    check_unit("s^-1", 4, 1, 0, 0, -1, 0);
    check_unit("mm**3", 5, 1e-9, 3, 0, 0, 0);
    check_unit("deg/s", 5, pi / 180, 0, 0, -1, 1);
    check_unit("rpm/s", 5, 2 * pi / 60, 0, 0, -2, 1);
    check_unit("km/h", 4, 1 / 3.6, 1, 0, -1, 0);
    check_unit("N/mm^2", 6, 1e6, -1, 1, -2, 0);
    check_unit("N/m/s", 5, 1, 0, 1, -3, 0);
    check_unit("N m", 3, 1, 2, 1, -2, 0);
    check_unit("kg  m^2", 7, 1, 2, 1, 0, 0);
    check_unit("N mm/rad", 8, 1e-3, 2, 1, -2, -1);
}

Test(unit, stops_where_the_unit_ends)
{
    check_unit("rpm/10", 3, 2 * TML_PI / 60, 0, 0, -1, 1);
    check_unit("N*m + 3", 3, 1, 2, 1, -2, 0);
    check_unit("m/s*t", 3, 1, 1, 0, -1, 0); /* time, not tonnes */
    check_unit("m*x", 1, 1, 1, 0, 0, 0);
    check_unit("m*s.x", 1, 1, 1, 0, 0, 0);
    check_unit("N*min(1, 2)", 1, 1, 1, 1, -2, 0);
    check_unit("N*min (1, 2)", 1, 1, 1, 1, -2, 0);
    check_unit("m^x", 1, 1, 1, 0, 0, 0);
    check_unit("m^2.5", 1, 1, 1, 0, 0, 0);
    check_unit("m^999", 1, 1, 1, 0, 0, 0);
    check_unit("m^60*m^60", 4, 1, 60, 0, 0, 0);
    check_unit("m*", 1, 1, 1, 0, 0, 0);
    check_unit("m/ s", 1, 1, 1, 0, 0, 0); /* s may be the name of a value: the expression decides */
    check_unit("m t", 1, 1, 1, 0, 0, 0);
    check_unit("m ", 1, 1, 1, 0, 0, 0);
    check_unit("m /s", 1, 1, 1, 0, 0, 0);
    check_unit("mm and m", 2, 1e-3, 1, 0, 0, 0);
    check_unit("N min(1, 2)", 1, 1, 1, 1, -2, 0);
}

Test(unit, what_is_not_a_unit_is_refused)
{
    const char *const texts[] = {"", "1/s", "x", "mmx", "m2", "m.x", "min(", "%", "KG", "Sin", "gee", "_m", "*m"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        tml_unit u = {.factor = -1};
        cr_assert_eq(tml_unit_read(texts[i], strlen(texts[i]), &u), 0, "%s", texts[i]);
        cr_assert_eq(u.factor, -1);
    }
    tml_unit u = {.factor = -1};
    cr_assert_eq(tml_unit_read("mm", 1, &u), 1); /* no further than the given length */
    cr_assert_eq(u.factor, 1);
    cr_assert_str_eq(tml_unit_nearest("KN"), "kN");
    cr_assert_str_eq(tml_unit_nearest("mpa"), "MPa");
    cr_assert_str_eq(tml_unit_nearest("degr"), "deg");
    cr_assert_null(tml_unit_nearest("x"));
}

Test(unit, values_round_once)
{
    tml_unit mm = tml_unit_named("mm"), um = tml_unit_named("um"), kN = tml_unit_named("kN");
    for (int i = 1; i < 2000; i++) {
        char text[32];
        snprintf(text, sizeof text, "%de-3", i);
        cr_assert_eq(tml_unit_value(mm, i), strtod(text, NULL), "%s", text);
        snprintf(text, sizeof text, "%de-6", i);
        cr_assert_eq(tml_unit_value(um, i), strtod(text, NULL), "%s", text);
    }
    cr_assert_eq(tml_unit_value(kN, 2.5), 2500);
    cr_assert_eq(tml_unit_value(tml_unit_named("deg"), 180), TML_PI);
    cr_assert_eq(tml_unit_value(tml_unit_named(""), 3), 3);
    cr_assert_eq(tml_unit_named("1/s").dimension.time, -1);
}

Test(unit, those_named_most_are_read_as_written)
{
    static const char *const texts[] = {"m", "rad", "m/s", "rad/s", "N", "kg", "s", "m/s^2", "rad/s^2", "N*m"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        tml_unit read;
        const tml_unit named = tml_unit_named(texts[i]);
        cr_assert(tml_unit_parse(texts[i], &read));
        cr_expect_eq(memcmp(&named.dimension, &read.dimension, sizeof read.dimension), 0, "%s", texts[i]);
        cr_expect_eq(named.factor, read.factor, "%s", texts[i]);
    }
}

static bool same(const char *a, const char *b)
{
    bool ab = tml_dimension_same(tml_unit_named(a).dimension, tml_unit_named(b).dimension);
    cr_assert_eq(ab, tml_dimension_same(tml_unit_named(b).dimension, tml_unit_named(a).dimension));
    return ab;
}

Test(unit, radians_count_only_where_they_matter)
{
    cr_assert(same("N", "kg*m/s^2"));
    cr_assert(same("N*m", "N*m/rad"));
    cr_assert(same("N*m", "J"));
    cr_assert(same("m/s", "m*rad/s"));
    cr_assert(same("deg", "rev"));
    cr_assert(same("rpm", "rad/s"));
    cr_assert_not(same("rad", ""));
    cr_assert_not(same("rad/s", "Hz"));
    cr_assert_not(same("rad/s^2", "s^-2"));
    cr_assert_not(same("deg", "kg"));
    cr_assert_not(same("m", "s"));
    cr_assert_not(same("N/m", "N"));
}

Test(unit, dimensions_combine)
{
    tml_dimension m = tml_unit_named("m").dimension, s = tml_unit_named("s").dimension, d;
    cr_assert(tml_dimension_combine(m, s, -2, &d));
    cr_assert(tml_dimension_same(d, tml_unit_named("m/s^2").dimension));
    cr_assert(tml_dimension_combine(m, m, 98, &d));
    cr_assert_eq(d.length, 99);
    cr_assert_not(tml_dimension_combine(m, m, 99, &d));
    cr_assert_not(tml_dimension_combine(m, s, -100, &d));
}

static void check_print(const char *unit, const char *expected)
{
    char text[40];
    tml_dimension_print(tml_unit_named(unit).dimension, text, sizeof text);
    cr_assert_str_eq(text, expected);
    for (size_t size = 1; size < 12; size++) { /* never past the end */
        char small[13];
        memset(small, '#', sizeof small);
        tml_dimension_print(tml_unit_named(unit).dimension, small, size);
        cr_assert_lt(strlen(small), size);
        cr_assert_eq(strncmp(small, expected, strlen(small)), 0);
        cr_assert_eq(small[size], '#');
    }
}

Test(unit, dimensions_have_names)
{
    check_print("", "1");
    check_print("mm", "m");
    check_print("kg*m/s^2", "N");
    check_print("kJ", "N*m");
    check_print("kN/mm", "N/m");
    check_print("N*s/m", "N*s/m");
    check_print("N*m/deg", "N*m/rad");
    check_print("Nm*s/rad", "N*m*s/rad");
    check_print("kW", "W");
    check_print("N/mm^2", "Pa");
    check_print("g*mm^2", "kg*m^2");
    check_print("kg/m^3", "kg/m^3");
    check_print("rpm", "rad/s");
    check_print("Hz", "1/s");
    check_print("m/s^2", "m/s^2");
    check_print("kg*m*rad/s", "kg*m*rad/s");
}

/* ---- work that is done again over its own memory ---- */

typedef struct {
    tml_arena arena;
    size_t second;   /* bytes of the second piece */
    const char *key; /* of the part */
    bool touches;
    double *first, *last, *inner;
    int done; /* how often the part was */
} again;

static tml_status do_again(void *context)
{
    again *a = context;
    tml_keeping keeping;
    a->first = TML_NEW_ARRAY(&a->arena, double, 3);
    if (!tml_keep(&a->arena, a->key, &keeping)) {
        double *inner = TML_NEW_ARRAY(&a->arena, double, 2);
        inner[1] = 7;
        a->done++;
        if (a->touches)
            tml_arena_touch(&a->arena);
        tml_keep_restored(&a->arena, &keeping, inner);
        a->inner = inner;
    } else
        a->inner = (double *)keeping.kept;
    tml_arena *part = tml_arena_part(&a->arena);
    tml_arena_take(part, a->second);
    tml_arena_free(part);
    a->last = TML_NEW(&a->arena, double);
    return TML_OK;
}

static tml_status rewind_and_do(again *a)
{
    tml_arena_free(&a->arena);
    tml_track_rewind(a->arena.track);
    return tml_guarded(&a->arena, NULL, do_again, a);
}

Test(track, gives_the_same_pieces_again_and_keeps_what_was_not_touched)
{
    static const char KEY[] = "part", OTHER[] = "other";
    for (int touches = 0; touches < 2; touches++) {
        again a = {.arena.track = tml_track_make(), .second = 100, .key = KEY, .touches = touches};
        cr_assert_eq(tml_guarded(&a.arena, NULL, do_again, &a), TML_OK);
        const double *first = a.first, *last = a.last, *inner = a.inner;
        a.first[2] = 5;
        a.inner[1] = 8; /* by others */
        cr_assert_eq(rewind_and_do(&a), TML_OK);
        cr_expect(tml_track_is_complete(a.arena.track));
        cr_expect(a.first == first && a.last == last && a.inner == inner);
        cr_expect_eq(a.first[2], 0);
        cr_expect_eq(a.inner[1], 7);
        cr_expect_eq(a.done, touches ? 2 : 1);
        a.second = 101;
        cr_expect_eq(rewind_and_do(&a), TML_NO_MEMORY, "another piece is not noticed");
        a.second = 100;
        a.key = OTHER;
        cr_expect_eq(rewind_and_do(&a), TML_NO_MEMORY, "another part is not noticed");
        a.key = KEY;
        cr_expect_eq(rewind_and_do(&a), TML_OK);
        tml_arena_free(&a.arena);
        tml_track_free(a.arena.track);
    }
}
