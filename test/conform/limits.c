/* limits.c - compliant stops of every coordinate of every joint: they push and never pull, take energy and never give any. */
#include "model/joint_class.h"
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Short, lest three angles of a free rotation come near to where they are not defined. */
#define RUN "analyses: [dynamics: {end: 0.2, output: 0.005}]\n"
static const double WIDTH = 0.03; /* rad or m from the start to each stop */

/* The example of a kind with limits behind the list of what its first joint of this kind connects. */
static char *with_limits(const char *kind, const char *text, const char *limits)
{
    char start[64];
    snprintf(start, sizeof start, "{%s: [", kind);
    const char *at = strstr(text, start), *end = at ? strchr(at, ']') : NULL;
    cr_assert(end);
    const size_t size = strlen(text) + strlen(limits) + 80;
    char *out = malloc(size);
    snprintf(out, size, "%.*s, limits: %s%.*s" RUN, (int)(end + 1 - text), text, limits,
             (int)(strstr(text, "analyses:") - end - 1), end + 1);
    return out;
}

/* The name of the joint: what stands before its map. */
static void name_of(const char *kind, const char *text, char name[64])
{
    char start[64];
    snprintf(start, sizeof start, ": {%s: [", kind);
    const char *end = strstr(text, start), *from = end;
    while (from > text && from[-1] != ' ')
        from--;
    snprintf(name, 64, "%.*s", (int)(end - from), from);
}

static void check_rows(const tml_case *c, const char *coordinate, const char *force, double start)
{
    for (size_t i = 0; i < tml_table_rows(c->table); i++) {
        const double q = tml_case_value(c, i, coordinate) - start, f = tml_case_value(c, i, force);
        cr_expect(fabs(q) <= WIDTH + 1e-12 ? f == 0 : f * q <= 0, "%s: %s is %g where %s is %g from its start", c->name,
                  force, f, coordinate, q);
    }
    tml_case_laws(c);
}

static void check_coordinate(const tml_joint_class *joint, const tml_joint_form *form, size_t k, const char *text)
{
    char name[64], coordinate[128], force[128], limits[256];
    const char *q = form->coordinates[k].name;
    name_of(joint->name, text, name);
    snprintf(coordinate, sizeof coordinate, "%s.%s", name, q);
    snprintf(force, sizeof force, form->coordinates_count == 1 ? "%s.limit" : "%s.%s_limit", name, q);
    tml_case loose = tml_case_run_text(joint->name, text, TML_AS_WRITTEN);
    const double start = tml_case_value(&loose, 0, coordinate);
    tml_case_free(&loose);
    snprintf(limits, sizeof limits, "{%s: [%.17g, %.17g], stiffness: 2e3, damping: 0.5}", q, start - WIDTH,
             start + WIDTH);
    char *limited = with_limits(joint->name, text, limits);
    tml_case c = tml_case_run_text(joint->name, limited, TML_AS_WRITTEN);
    check_rows(&c, coordinate, force, start);
    tml_case_free(&c);
    free(limited);
}

Test(limits, stops_of_every_coordinate_push_and_take_energy, .timeout = TML_SLOWER * 60)
{
    for (int i = 0; i < 2 * tml_joint_class_count; i++) {
        const tml_joint_class *joint = tml_joint_classes[i / 2];
        const tml_joint_form *form = i % 2 ? &joint->space : &joint->plane;
        const char *text = i % 2 ? joint->example_space : joint->example_plane;
        for (size_t k = 0; form->exists && text && k < form->coordinates_count; k++)
            if (form->coordinates[k].measure.kind != TML_NO_MEASURE)
                check_coordinate(joint, form, k, text);
    }
}
