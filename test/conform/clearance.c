/* clearance.c - laws of every joint kind that takes a clearance, in the plane and in space, rigid and compliant.
 *
 *   no force while nothing touches; force >= 0, and of a rigid one gap >= 0, gap force = 0
 *   what impacts and friction take is missing in the energy, and impacts never give any
 *   how far the journal has moved is within the gap, but for the depth of a compliant one
 */
#include "base/text.h"
#include "model/joint_class.h"
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double GAP = 2e-3, DEPTH = 1e-3; /* by the energy of the fall through the gap: k d^2.5/2.5 */
static int touched;

/* The example of the kind with a clearance in its joint of that kind, and the name of that joint. */
static char *with_clearance(const tml_joint_class *class, const char *example, const char *clearance, char name[64])
{
    char key[64];
    snprintf(key, sizeof key, ": {%s: [", class->name);
    const char *at = strstr(example, key), *end = at ? strchr(at, ']') : NULL, *from = at;
    cr_assert(end, "%s: its example has no joint of its kind", class->name);
    while (from > example && from[-1] != ' ')
        from--;
    snprintf(name, 64, "%.*s", (int)(at - from), from);
    tml_text text = {0};
    tml_text_add(&text, "%.*s, clearance: {gap: %g%s}%.*s", (int)(end + 1 - example), example, GAP, clearance,
                 (int)(strstr(example, "analyses:") - end - 1), end + 1);
    tml_text_add(&text, "analyses: [dynamics: {end: 0.08, output: 0.002, tolerance: 1e-10}]\n");
    return text.data;
}

static double of_joint(const tml_case *c, size_t row, const char *joint, const char *what)
{
    char name[80];
    snprintf(name, sizeof name, "%s.%s", joint, what);
    return tml_case_value(c, row, name);
}

static void check_rows(const tml_case *c, const char *joint, bool rigid)
{
    double lost = 0;
    bool acts = false;
    for (size_t row = 0; row < tml_table_rows(c->table); row++) {
        const double gap = of_joint(c, row, joint, "gap"), force = of_joint(c, row, joint, "force");
        const double taken = rigid ? tml_case_value(c, row, "energy.impact_loss") : lost;
        cr_assert(force >= 0 && (force == 0 || gap < 1e-10), "%s: a force of %g at a gap of %g", c->name, force, gap);
        cr_assert(gap <= GAP + 1e-10 && gap > (rigid ? -1e-10 : -DEPTH), "%s: a gap of %g", c->name, gap);
        cr_assert(taken >= lost - 1e-12, "%s: %g J are given back", c->name, lost - taken);
        lost = taken;
        acts |= force > 0;
    }
    touched += acts || tml_case_impact_count(c) > 0;
    tml_case_laws(c);
}

static void check_form(const tml_joint_class *class, const tml_joint_form *form, const char *example)
{
    static const char *const laws[] = {", restitution: 0.5, friction: 0.2", ", restitution: 0.5, impact: poisson",
                                       ", law: hunt_crossley, stiffness: 1e7, exponent: 1.5, damping: 0.1"};
    for (int k = 0; k < 3; k++) {
        char name[64], fields[200];
        const bool radius = strstr(form->clearance.takes, "radius") != NULL;
        snprintf(fields, sizeof fields, "%s%s", laws[k], radius ? ", radius: 10 mm" : "");
        char *text = with_clearance(class, example, fields, name);
        tml_case c = tml_case_run_text(class->name, text, TML_AS_WRITTEN);
        check_rows(&c, name, k < 2);
        tml_case_free(&c);
        free(text);
    }
}

Test(clearance, every_kind_touches_by_the_laws, .timeout = TML_SLOWER * 30)
{
    int forms = 0;
    for (int i = 0; i < tml_joint_class_count; i++) {
        const tml_joint_class *class = tml_joint_classes[i];
        if (class->plane.clearance.rows_count)
            check_form(class, &class->plane, class->example_plane), forms++;
        if (class->space.clearance.rows_count)
            check_form(class, &class->space, class->example_space), forms++;
    }
    cr_expect(forms >= 4 && touched == 3 * forms, "%d forms, %d runs in which they touched", forms, touched);
}
