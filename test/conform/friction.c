/* friction.c - laws that the friction of every joint kind obeys, in the plane and in space, exact and smooth: its power is never above zero,
 * what it takes is missing in the energy, and bodies stay in balance with it.
 *
 * Exact friction at rest holds with the force f of a joint that is stuck, whatever the coefficient, down to the one at which its limit is f: there
 * it begins to slide, with the same force.
 */
#include "base/text.h"
#include "model/joint_class.h"
#include "support/case.h"
#include "support/mechanics.h"
#include "support/unit_comparison.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The example of the kind with friction in its joint of that kind. */
static char *with_friction(const tml_joint_class *class, bool space, const char *friction)
{
    const char *example = space ? class->example_space : class->example_plane;
    char key[64];
    snprintf(key, sizeof key, "{%s: [", class->name);
    const char *at = strstr(example, key), *end = at ? strchr(at, ']') : NULL;
    cr_assert(end, "%s: its example has no joint of its kind", class->name);
    tml_text text = {0};
    tml_text_add(&text, "%.*s, friction: %s%s", (int)(end + 1 - example), example, friction, end + 1);
    return text.data;
}

static const char *sizes_of(const tml_joint_form *form, char *text, size_t size)
{
    const tml_friction_form *f = &form->frictions[0];
    bool radius = f->pin != NULL;
    for (size_t i = 0; i < form->frictions_count; i++)
        for (int k = 0; k < form->frictions[i].size; k++)
            radius |= form->frictions[i].optional || form->frictions[i].by_radius[k];
    snprintf(text, size, "%s%s%s%s", radius ? ", radius: 20 mm" : "", f->edges ? ", length: 50 mm" : "",
             f->thrust ? ", collar: 30 mm" : "", f->torsion ? ", width: 40 mm" : "");
    return text;
}

static const char *fields_of(const tml_joint_form *form, bool smooth, char *text, size_t size)
{
    char sizes[100];
    snprintf(text, size, "{coefficient: 0.02, static: 0.03, viscous: 0.01%s%s}", sizes_of(form, sizes, sizeof sizes),
             smooth ? ", model: smooth" : "");
    return text;
}

static void check(const tml_joint_class *class, bool space, bool smooth)
{
    const tml_joint_form *form = space ? &class->space : &class->plane;
    char fields[200];
    char *text = with_friction(class, space, fields_of(form, smooth, fields, sizeof fields));
    tml_case c = tml_case_run_text(class->name, text, TML_TIGHT);
    double taken = 0;
    for (size_t k = 0; k < tml_table_columns(c.table); k++)
        if (strstr(tml_table_name(c.table, k), ".friction_power"))
            for (size_t row = 0; row < tml_table_rows(c.table); row++) {
                const double power = tml_table_value(c.table, row, k);
                cr_assert(power <= 1e-13, "%s: friction drives: %g W\n%s", class->name, power,
                          text); /* rounding at a stop */
                taken = fmin(taken, power);
            }
    cr_assert(taken < 0, "%s: its friction takes nothing\n%s", class->name, text);
    tml_case_laws(&c);
    tml_case_free(&c);
    free(text);
}

/* ---- at one instant ---- */

typedef void (*check_kind)(const tml_joint_class *class, bool space, bool smooth);

static void each_kind(check_kind see)
{
    for (int i = 0; i < tml_joint_class_count; i++)
        for (int k = 0; k < 4; k++) {
            const tml_joint_class *class = tml_joint_classes[i];
            if ((k / 2 ? &class->space : &class->plane)->frictions_count)
                see(class, k / 2, k % 2);
        }
}

/* The example with a friction, evaluated where it starts; `initial` as text. */
static tml_case instant(const tml_joint_class *class, bool space, const char *friction, const char *initial)
{
    char sections[400];
    snprintf(sections, sizeof sections, "{analyses: [evaluate: {}], initial: {%s}}", initial);
    char *text = with_friction(class, space, friction), *changed = text_with_sections(text, sections);
    tml_case c = tml_case_run_text(class->name, changed, TML_AS_WRITTEN);
    free(text), free(changed);
    return c;
}

/* The largest number in columns that end so. */
static double largest(const tml_case *c, const char *const *ends, int count)
{
    double most = 0;
    for (size_t k = 0; k < tml_table_columns(c->table); k++) {
        const char *name = tml_table_name(c->table, k), *dot = strrchr(name, '.');
        for (int i = 0; dot && i < count; i++)
            most = fmax(most, strcmp(dot, ends[i]) == 0 ? fabs(tml_table_value(c->table, 0, k)) : 0);
    }
    return most;
}

/* A random speed of every coordinate. */
static void put_speeds(const tml_joint_form *form, const char *text, const char *kind, random_source *d, char *out,
                       size_t size)
{
    char start[64];
    size_t n = 0;
    snprintf(start, sizeof start, ": {%s: [", kind);
    const char *end = strstr(text, start), *from = end;
    while (from[-1] != ' ')
        from--;
    for (size_t k = 0; k < form->coordinates_count; k++) {
        const bool alone = form->coordinates_count == 1;
        n += (size_t)snprintf(out + n, size - n, "%s%.*s.%s%sspeed: %.17g", k ? ", " : "", (int)(end - from), from,
                              alone ? "" : form->coordinates[k].name, alone ? "" : "_", random_between(d, -1, 1));
    }
}

static void check_power(const tml_joint_class *class, bool space, bool smooth)
{
    const tml_joint_form *form = space ? &class->space : &class->plane;
    random_source d = {.state = 11};
    for (int trial = 0; trial < 10; trial++) {
        char fields[200], speeds[300];
        put_speeds(form, space ? class->example_space : class->example_plane, class->name, &d, speeds, sizeof speeds);
        tml_case c = instant(class, space, fields_of(form, smooth, fields, sizeof fields), speeds);
        int seen = 0;
        for (size_t k = 0; k < tml_table_columns(c.table); k++)
            if (strstr(tml_table_name(c.table, k), ".friction_power")) {
                const double power = tml_table_value(c.table, 0, k);
                cr_assert(power < 0, "%s with %s: friction has a power of %g W", class->name, speeds, power);
                seen++;
            }
        cr_assert(seen > 0, "%s: no power of friction", class->name);
        tml_case_free(&c);
    }
}

/* Whether it stands still; *f: of all its friction. */
static bool stands(const tml_joint_class *class, bool space, double coefficient, double *f)
{
    static const char *const accelerations[] = {".ax", ".ay", ".az", ".alpha", ".alphax", ".alphay", ".alphaz"};
    static const char *const frictions[] = {".friction", ".friction1", ".friction2", ".friction_torque"};
    char fields[200], sizes[100];
    snprintf(fields, sizeof fields, "{coefficient: %.17g%s}", coefficient,
             sizes_of(space ? &class->space : &class->plane, sizes, sizeof sizes));
    tml_case c = instant(class, space, fields, "");
    *f = largest(&c, frictions, 4);
    const bool still = largest(&c, accelerations, 7) < 1e-9;
    tml_case_free(&c);
    return still;
}

static void check_cone(const tml_joint_class *class, bool space, bool smooth)
{
    double stuck, slides, f, low = 0.01, high = 1e4;
    if (smooth)
        return;
    cr_assert(!stands(class, space, low, &f), "%s: a coefficient of %g holds it", class->name, low);
    cr_assert(stands(class, space, high, &stuck), "%s: a coefficient of %g does not hold it", class->name, high);
    while (high / low > 1 + 1e-4) {
        const double middle = sqrt(low * high);
        if (stands(class, space, middle, &f)) {
            high = middle;
            cr_assert_float_eq(f, stuck, 1e-9 * stuck, "%s: stuck with %.12g, and with %.12g", class->name, f, stuck);
        } else {
            low = middle;
        }
    }
    stands(class, space, low, &slides);
    cr_expect_float_eq(slides, stuck, 5e-4 * stuck, "%s: held with %.12g, but slides with %.12g at once", class->name,
                       stuck, slides);
}

Test(friction, power_is_never_above_zero, .timeout = TML_SLOWER * 60)
{
    each_kind(check);
}

Test(friction, power_is_below_zero_at_random_speeds, .timeout = TML_SLOWER * 20)
{
    each_kind(check_power);
}

Test(friction, what_holds_is_within_the_limit_at_which_it_slides, .timeout = TML_SLOWER * 20)
{
    each_kind(check_cone);
}
