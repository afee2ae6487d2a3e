/* units_with_blanks.c - compound units in expressions, with blanks between and around their factors: 3 kg m^2, 5 N / mm. */
#include "expression/expression.h"
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static tml_log *logged;
static tml_arena arena;

static void set_up(void)
{
    logged = tml_log_make();
}

static void tear_down(void)
{
    tml_arena_free(&arena);
    tml_log_free(logged);
}

TestSuite(units_with_blanks, .init = set_up, .fini = tear_down);

/* The only name that is known: L = 2 m. */
static tml_meaning look_up(void *context, const char *name, tml_place place)
{
    (void)context, (void)place;
    if (strcmp(name, "L") != 0)
        return (tml_meaning){.kind = TML_NAME_UNKNOWN};
    return (tml_meaning){
        .kind = TML_NAME_CONSTANT, .value = 2, .typed = true, .dimension = tml_unit_named("m").dimension};
}

static const tml_expression *compile(const char *text)
{
    const tml_scope scope = {.look_up = look_up};
    const tml_tree *tree = tml_tree_parse(&arena, text, (tml_place){.file = "test", .line = 1, .column = 1}, logged);
    return tree ? tml_expression_compile(&arena, tree, &scope, (tml_expectation){0}, logged) : NULL;
}

Test(units_with_blanks, are_units_where_no_name_is_known)
{
    static const struct {
        const char *text, *unit;
        double value;
    } cases[] = {
        {"4 kp", "N", 4 * 9.80665},
        {"5 Nmm", "N*m", 5e-3},
        {"5 N m", "N*m", 5},
        {"3 kg m^2", "kg*m^2", 3},
        {"5 N/ mm", "N/m", 5000},
        {"5 N /mm", "N/m", 5000},
        {"5 N / mm", "N/m", 5000},
        {"8 kg / m ^ 3 * mm", "kg/m^2", 0.008},
        {"5 N / mm ^ -1", "N*m", 0.005},
        {"6 m / L", "", 3}, /* a name that is known comes first */
        {"6 m * L / mm", "m", 12000},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const tml_expression *e = compile(cases[i].text);
        double work[64];
        tml_dimension found = {0};
        cr_assert(e && tml_expression_size(e) < 64, "%s", cases[i].text);
        const double value = tml_expression_value(e, NULL, work);
        cr_expect(fabs(value - cases[i].value) <= 1e-15 * fabs(cases[i].value), "%s is %.17g", cases[i].text, value);
        cr_expect(tml_expression_typed(e, &found));
        cr_expect(tml_dimension_same(found, tml_unit_named(cases[i].unit).dimension), "%s", cases[i].text);
    }
}

Test(units_with_blanks, are_no_units_elsewhere)
{
    static const struct {
        const char *text;
        int column;
        const char *message;
    } cases[] = {
        {"2*mm", 3, "unknown name \"mm\""},
        {"2 m * 3 * mm", 11, "unknown name \"mm\""},
        {"5 N / (mm)", 8, "unknown name \"mm\""},
        {"5 N - mm", 7, "unknown name \"mm\""},
        {"5 N / kgg", 7, "unknown name \"kgg\"; did you mean \"kg\"?"},
        {"5 N\302\267m", 4, "unexpected \"\302\267\"; products are written with *"},
        {"5 m t", 5, "an operator is missing before \"t\", such as *"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tml_log_clear(logged);
        cr_expect_null(compile(cases[i].text), "%s", cases[i].text);
        cr_assert_eq(tml_log_count(logged), 1, "%s", cases[i].text);
        const tml_message m = tml_log_get(logged, 0);
        cr_expect_str_eq(m.text, cases[i].message);
        cr_expect_eq(m.place.column, cases[i].column, "%s: column %d", cases[i].text, m.place.column);
    }
}
