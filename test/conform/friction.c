/* friction.c - laws that the friction of every joint kind obeys, in the plane and in space, exact and smooth: its power is never above zero,
 * what it takes is missing in the energy, and bodies stay in balance with it.
 */
#include "base/text.h"
#include "model/joint_class.h"
#include "support/case.h"
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

static const char *fields_of(const tml_joint_form *form, bool smooth, char *text, size_t size)
{
    const tml_friction_form *f = &form->frictions[0];
    snprintf(text, size, "{coefficient: 0.02, static: 0.03, viscous: 0.01%s%s%s%s%s}", f->pin ? ", radius: 20 mm" : "",
             f->edges ? ", length: 50 mm" : "", f->thrust ? ", collar: 30 mm" : "", f->torsion ? ", width: 40 mm" : "",
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

Test(friction, power_is_never_above_zero, .timeout = 60)
{
    for (int i = 0; i < tml_joint_class_count; i++)
        for (int k = 0; k < 4; k++) {
            const tml_joint_class *class = tml_joint_classes[i];
            if ((k / 2 ? &class->space : &class->plane)->frictions_count)
                check(class, k / 2, k % 2);
        }
}
