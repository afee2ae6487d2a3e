/* multiple_joint.c - kinds of joints that may join several bodies are those whose relative motions form a group.
 *
 * Then bodies b, c that are so joined with a are so joined with each other: one more joint of the kind between b and c closes wherever they
 * are, and takes no degree of freedom. For every other kind it takes one, or does not close.
 */
#include "base/text.h"
#include "model/joint_class.h"
#include "support/case.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add_joint(tml_text *text, const char *name, const tml_joint_class *class, bool space, const char *bodies)
{
    tml_text_add(text, "  %s: {%s: [%s], at: A", name, class->name, bodies);
    if (class->has_axes)
        tml_text_add(text, ", axes: [x, y]");
    else if (class->has_axis)
        tml_text_add(text, space ? ", axis: [1, 2, 3]" : ", axis: [1, 2]");
    for (size_t i = 0; i < class->fields_count; i++)
        if (class->fields[i].required)
            tml_text_add(text, ", %s: 0.3", class->fields[i].name);
    tml_text_add(text, "}\n");
}

/* b and c somewhere, by the coordinates of their joints with a. */
static void add_start(tml_text *text, const tml_joint_form *form, const char *joint, double value)
{
    for (size_t i = 0; i < form->coordinates_count; i++)
        if (form->coordinates[i].measure.kind != TML_NO_MEASURE)
            tml_text_add(text, "  %s.%s: %g\n", joint, form->coordinates[i].name, value + 0.2 * (double)i);
}

/* Degrees of freedom by rank; -1: it does not close. */
static int freedom(const tml_joint_class *class, bool space, bool closed)
{
    const tml_joint_form *form = space ? &class->space : &class->plane;
    tml_text text = {0};
    tml_text_add(&text, "trammel: 1\nspace: %s\npoints: {A: %s}\nbodies:\n", space ? "space" : "plane",
                 space ? "[0, 0, 0]" : "[0, 0]");
    for (int i = 0; i < 3; i++)
        tml_text_add(&text, "  %c: {points: [A], mass: 1, inertia: %s}\n", "abc"[i], space ? "[1, 1, 1]" : "1");
    tml_text_add(&text, "joints:\n");
    add_joint(&text, "B", class, space, "a, b");
    add_joint(&text, "C", class, space, "a, c");
    if (closed)
        add_joint(&text, "D", class, space, "b, c");
    tml_text_add(&text, "initial:\n  a.x: 0\n");
    add_start(&text, form, "B", 0.1);
    add_start(&text, form, "C", -0.3);
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_parse(text.data, strlen(text.data), class->name, log);
    cr_assert(model, "%s\n%s", tml_log_get(log, 0).text, text.data);
    char *report = NULL;
    int count = -1;
    if (tml_model_check(model, NULL, &report, log) == TML_OK) {
        const char *found = strstr(report, "degrees of freedom: ");
        cr_assert(found, "%s", report);
        count = atoi(found + strlen("degrees of freedom: "));
    }
    free(report);
    tml_model_free(model);
    tml_log_free(log);
    tml_text_free(&text);
    return count;
}

Test(multiple_joint, kinds_for_several_bodies_form_groups)
{
    int checked = 0;
    for (int i = 0; i < tml_joint_class_count; i++)
        for (int space = 0; space < 2; space++) {
            const tml_joint_class *class = tml_joint_classes[i];
            if (class->connects != TML_CONNECT_BODIES || class->curve || !(space ? class->space : class->plane).exists)
                continue;
            const int open = freedom(class, space, false), closed = freedom(class, space, true);
            cr_expect_geq(open, 0, "%s", class->name);
            cr_expect_eq(open == closed, class->several, "%s in %s: %d degrees of freedom, %d with a third joint",
                         class->name, space ? "space" : "the plane", open, closed);
            checked++;
        }
    cr_expect_geq(checked, 15);
}
