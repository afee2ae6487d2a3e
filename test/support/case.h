/* case.h - models run inside a test, and their channels compared with reference numbers.
 *
 *     tml_case c = tml_case_run("fourbar/fourbar.yaml", TML_TIGHT);
 *     tml_reference r = tml_reference_load("fourbar/reference.csv");
 *     TML_MATCH(&c, &r, 1e-7, {"th2", "O.angle"}, {"w2", "O.speed"});
 *     TML_MATCH_PART(&c, &r, 1e-6, {"lam1", "O.fx"}, {"lam3", "-A.fx"});
 *     tml_case_laws(&c);
 *
 * Paths are below models/. Whatever is wrong (a file, an edit that does not fit, a run that fails, an unknown channel)
 * ends the test with a message that says so; a number that misses its bar fails the test, which goes on, so that
 * all of them are seen. Errors are logged: run the test with --verbose=1.
 */
#pragma once
#include <trammel/trammel.h>

/* ---- runs ---- */

/* A change of a model's text before it is read: `from` must be there exactly once. */
typedef struct {
    const char *from, *to;
} tml_edit;

/* Edits for tml_case_run: none, or the tolerance of the bars for a model that does not give one. */
#define TML_AS_WRITTEN NULL
#define TML_TIGHT      TML_EDITS({"dynamics: {", "dynamics: {tolerance: 1e-10, "})
#define TML_EDITS(...) ((const tml_edit[]){__VA_ARGS__, {NULL, NULL}})

typedef struct {
    char name[128]; /* of the model, and the formulation asked for: for messages */
    tml_log *log;
    tml_model *model;
    tml_results *results;
    const tml_table *table; /* of the last analysis */
} tml_case;

/* Loads a model with `edits` (up to the first without `from`; NULL: none) and does its analyses, which must succeed. */
tml_case tml_case_run(const char *path, const tml_edit *edits);
/* The same for a model written in the test. */
tml_case tml_case_run_text(const char *name, const char *text, const tml_edit *edits);
/* The same with options, such as TML_BY("joint"). A formulation that is asked for by name must be the one that was used. */
tml_case tml_case_run_with(const char *path, const tml_edit *edits, tml_run_options options);
tml_case tml_case_run_text_with(const char *name, const char *text, const tml_edit *edits, tml_run_options options);
#define TML_BY(name) ((tml_run_options){.size = sizeof(tml_run_options), .formulation = (name)})
void tml_case_free(tml_case *c);
/* A model written in the test, which must be readable. */
tml_model *tml_case_parse(const char *text);
/* A live motion of a model, which must begin, and the value of one of its channels, which must be there. */
tml_live *tml_case_live(const tml_model *model, tml_live_options options);
double tml_case_live_value(tml_live *live, const char *channel);
/* The text of a file, to be freed. */
char *tml_case_load(const char *path);
/* A fact of a table: its number, NAN if there is none; its text, "" if there is none. */
double tml_fact_number(const tml_table *table, const char *name);
const char *tml_fact_text(const tml_table *table, const char *name);
/* The table of a kind, such as "modes.A". */
const tml_table *tml_case_table(const tml_case *c, const char *kind);

/* ---- one test for each formulation ----
 *
 *     static void matches_the_reference(const char *by) { ... tml_case_run_with(path, TML_TIGHT, TML_BY(by)) ... }
 *     TML_TEST_EACH(fourbar, matches_the_reference, 10)
 *
 * makes the tests matches_the_reference_by_absolute and so on. Each may take 10 s on an idle machine; it ends as hung after
 * TML_SLOWER (cmake/Tests.cmake) times as long.
 */
#define TML_TEST_BY(suite, check, by, seconds)                                                                         \
    Test(suite, check##_by_##by, .timeout = TML_SLOWER * (seconds))                                                    \
    {                                                                                                                  \
        check(#by);                                                                                                    \
    }
#define TML_TEST_EACH(suite, check, seconds)                                                                           \
    TML_TEST_BY(suite, check, absolute, seconds)                                                                       \
    TML_TEST_BY(suite, check, joint, seconds)                                                                          \
    TML_TEST_BY(suite, check, point, seconds)                                                                          \
    TML_TEST_BY(suite, check, particles, seconds)

/* ---- channels ---- */

size_t tml_case_row(const tml_case *c, double t); /* the row of output time t, to rounding */
double tml_case_value(const tml_case *c, size_t row, const char *channel);
double tml_case_at(const tml_case *c, double t, const char *channel);
double tml_case_largest(const tml_case *c, const char *channel); /* of the absolute values of a channel */

/* ---- the table of events ---- */

size_t tml_case_impact_count(const tml_case *c);                         /* of all analyses */
double tml_case_impact(const tml_case *c, size_t n, const char *column); /* of the n-th impact, from 0 */
double tml_case_change(const tml_case *c, size_t n,
                       const char *name); /* time of the n-th row of that name: "O sticks" */

/* ---- references ---- */

typedef struct {
    const char *name; /* of the file */
    size_t row_count, column_count;
    char **columns; /* (column_count) names */
    double *values; /* (row_count, column_count) by rows */
} tml_reference;

/* A CSV file: one row of names, then numbers; blank lines and what follows # do not count. */
tml_reference tml_reference_load(const char *path);
void tml_reference_free(tml_reference *r);
double tml_reference_value(const tml_reference *r, size_t row, const char *column);

/* ---- comparisons ---- */

typedef struct {
    const char *name;
    double value;
} tml_named_value;

/* A column of a reference and the channel it is about; "-A.fx" is the negative of the channel. */
typedef struct {
    const char *column, *channel;
} tml_pair;

typedef struct {
    double bar;    /* the largest |channel + shift - column| that passes */
    bool relative; /* bar is a part of the largest absolute value of the column */
    double shift;
} tml_bar;

/* Compares channels at all times `t` of the reference that the run has reached: each must be an output time. */
void tml_case_match(const tml_case *c, const tml_reference *r, tml_bar bar, const tml_pair *pairs, size_t count);

#define TML_PAIRS(...) (const tml_pair[]){__VA_ARGS__}, sizeof((const tml_pair[]){__VA_ARGS__}) / sizeof(tml_pair)
/* TML_MATCH(&c, &r, 1e-7, {"x", "bob.P.x"}, {"y", "bob.P.y"}): the bar in the unit of the channels, or relative. */
#define TML_MATCH(c, r, bar, ...)      tml_case_match((c), (r), (tml_bar){(bar), false, 0}, TML_PAIRS(__VA_ARGS__))
#define TML_MATCH_PART(c, r, bar, ...) tml_case_match((c), (r), (tml_bar){(bar), true, 0}, TML_PAIRS(__VA_ARGS__))
/* The same with a number added to the channels, as for an angle that counts from another direction. */
#define TML_MATCH_SHIFT(c, r, bar, shift, ...)                                                                         \
    tml_case_match((c), (r), (tml_bar){(bar), false, (shift)}, TML_PAIRS(__VA_ARGS__))

/* One number: |got - want| <= bar, with a message that holds them all. */
void tml_case_near(const tml_case *c, const char *what, double got, double want, double bar);

/* Laws of every run with stabilization: residual.position <= 1e-9 at every output, and |energy.error| <= 1e-6 of
 * the energy scale, which is the largest kinetic energy or the range of the potential. */
void tml_case_laws(const tml_case *c);
