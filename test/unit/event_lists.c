/* event_lists.c - which events count as different in two runs of a verification: impacts that are there in one alone; not what rounding decides. */
#include "verify/verify.h"
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *name; /* NULL: behind the last */
    double t, impulse;
} event;

enum { ROOM = 16 };
static tml_verify_job jobs[2];
static tml_verified list[ROOM];
static int of[ROOM][TML_RUN_COUNT];
static tml_verify_workspace v;

static void append(tml_table *table, const char *name, double t, double impulse)
{
    double *row = name ? tml_table_append_named(table, name) : tml_table_append(table);
    cr_assert_not_null(row);
    row[0] = t;
    if (name)
        row[1] = impulse;
}

/* A motion of 10 s and its events. */
static tml_results *run_with(const event *events)
{
    static const tml_column time[] = {{"t", "s"}}, columns[] = {{"t", "s"}, {"hit.impulse", "N*s"}};
    tml_results *results = tml_results_make();
    tml_table *motion = tml_results_add(results, "dynamics", "", time, 1),
              *table = tml_results_add(results, "dynamics.events", "", columns, 2);
    table->has_row_names = true;
    append(motion, NULL, 0, 0);
    append(motion, NULL, 10, 0);
    for (; events->name; events++)
        append(table, events->name, events->t, events->impulse);
    return results;
}

static const char *compare(const event *first, const event *second)
{
    static const char *const names[] = {"absolute", "joint"};
    const event *const events[] = {first, second};
    int run = 0;
    cr_assert_leq(tml_formulation_class_count, ROOM);
    memset(of, -1, sizeof of);
    v = (tml_verify_workspace){.list = list, .jobs = jobs, .of = of, .plan = {.size = 1, .rigid_row_count = 1}};
    v.arena = &v.scratch;
    for (int i = 0; i < tml_formulation_class_count; i++) {
        list[i].name = tml_formulation_classes[i]->name;
        for (int k = 0; k < 2; k++) {
            if (strcmp(list[i].name, names[k]) != 0)
                continue;
            jobs[run].status = TML_OK, jobs[run].options.tolerance = 1e-9, jobs[run].results = run_with(events[k]);
            of[i][TML_RUN_FINE] = run++;
        }
    }
    cr_assert_eq(run, 2);
    return tml_verify_event_lists(&v);
}

static void end(void)
{
    tml_results_free(jobs[0].results), tml_results_free(jobs[1].results);
    tml_arena_free(&v.scratch);
}

TestSuite(event_lists, .fini = end);

Test(event_lists, an_impact_of_one_run_alone_is_told)
{
    const char *text =
        compare((const event[]){{"hit", 1, 2}, {"hit", 5, 1.5}, {NULL}}, (const event[]){{"hit", 1, 2}, {NULL}});
    cr_assert_not_null(text);
    cr_expect_str_eq(text, "hit occurs 2 times by absolute at tolerance 1e-09, 1 time by joint at tolerance 1e-09");
}

Test(event_lists, an_event_of_the_user_in_one_run_alone_is_told)
{
    const char *text =
        compare((const event[]){{"hit", 1, 2}, {NULL}}, (const event[]){{"hit", 1, 2}, {"overload", 7, 0}, {NULL}});
    cr_assert_not_null(text);
    cr_expect_str_eq(text,
                     "overload occurs 0 times by absolute at tolerance 1e-09, 1 time by joint at tolerance 1e-09");
}

Test(event_lists, times_may_differ)
{
    cr_expect_null(compare((const event[]){{"hit", 1, 2}, {"end", 9, 0}, {NULL}},
                           (const event[]){{"hit", 1.2, 1.9}, {"end", 9.1, 0}, {NULL}}));
}

/* The last impacts of a body that comes to rest; corners that land together, in one impact or in two; what sticks; the last moment. */
Test(event_lists, what_rounding_decides_is_not_told)
{
    cr_expect_null(compare((const event[]){{"hit", 1, 2}, {"hit", 2, 1e-7}, {"hit", 2.01, 1e-9}, {NULL}},
                           (const event[]){{"hit", 1, 2}, {NULL}}));
    end();
    cr_expect_null(compare((const event[]){{"left", 1, 2}, {"right", 1.00001, 2}, {NULL}},
                           (const event[]){{"left", 1, 2}, {"left", 1.00001, 2}, {NULL}}));
    end();
    cr_expect_null(compare((const event[]){{"hit", 1, 2}, {"P sticks", 4, 0}, {"limit", 10, 0}, {NULL}},
                           (const event[]){{"hit", 1, 2}, {NULL}}));
}
