/* interface.c - the interface of front ends: the public headers only. */
#define _DEFAULT_SOURCE /* mkstemps */
#include "frontend/codes.h"
#include "trammel/trammel.h"
#include <criterion/criterion.h>
#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static tml_log *said;
static tml_model *fourbar;
static tml_results *results;

static void begin(void)
{
    said = tml_log_make();
    fourbar = tml_model_load(TML_SOURCE_DIR "/models/fourbar/fourbar.yaml", said);
    cr_assert_not_null(fourbar);
    cr_assert_eq(tml_run(fourbar, NULL, &results, said), TML_OK);
}

static void end(void)
{
    tml_results_free(results);
    tml_model_free(fourbar);
    tml_log_free(said);
}

TestSuite(interface, .init = begin, .fini = end);

Test(interface, the_headers_and_the_library_are_of_one_version)
{
    char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", TML_VERSION_MAJOR, TML_VERSION_MINOR, TML_VERSION_PATCH);
    cr_expect_str_eq(tml_version(), version);
}

/* ---- options of other versions of the headers ---- */

/* The options up to `rows`, as a first version of the headers may have had them. */
typedef struct {
    size_t size;
    const char *only;
    void *context;
    int (*progress)(void *context, const char *analysis, double part);
    bool profile;
    const char *formulation;
    const char *integrator;
    double tolerance;
    double stiffness;
} older_run_options;

/* As a later version may have them. */
typedef struct {
    tml_run_options known;
    double later;
} newer_run_options;

static tml_status run_with(const void *options)
{
    tml_results *other = NULL;
    const tml_status status = tml_run(fourbar, options, &other, said);
    tml_results_free(other);
    return status;
}

Test(interface, options_of_an_older_caller_are_read_no_further_than_they_reach)
{
    struct {
        older_run_options options;
        unsigned char behind[64];
    } caller = {.options = {.size = sizeof(older_run_options), .formulation = "absolute"}};
    memset(caller.behind, 0xff, sizeof caller.behind);
    cr_assert_eq(offsetof(tml_run_options, rows), sizeof(older_run_options));
    cr_expect_eq(run_with(&caller), TML_OK);
    caller.options.formulation = "nonsense";
    cr_expect_eq(run_with(&caller), TML_WRONG, "what it does say counts");
}

Test(interface, options_of_a_newer_caller_work_until_they_ask_for_something_new)
{
    newer_run_options caller = {.known = {.size = sizeof caller, .formulation = "absolute"}};
    cr_expect_eq(run_with(&caller), TML_OK);
    caller.later = 1;
    cr_expect_eq(run_with(&caller), TML_WRONG);
    cr_expect_str_eq(tml_log_get(said, tml_log_count(said) - 1).code, "E613");
}

Test(interface, options_without_a_size_are_refused)
{
    char *text = NULL;
    tml_live *live = NULL;
    tml_verification *verification = NULL;
    size_t length;
    cr_expect_eq(run_with(&(tml_run_options){.tolerance = 1e-6}), TML_WRONG);
    cr_expect_eq(tml_model_check(fourbar, &(tml_check_options){.particles = true}, &text, said), TML_WRONG);
    cr_expect_eq(tml_live_make(fourbar, &(tml_live_options){.step = 1e-3}, &live, said), TML_WRONG);
    cr_expect_eq(tml_verify(fourbar, &(tml_verify_options){.threads = 1}, &verification, said), TML_WRONG);
    cr_expect_eq(
        tml_table_plot(tml_results_find(results, NULL), &(tml_plot_options){.path = true}, NULL, &text, &length, said),
        TML_WRONG);
    cr_expect_eq(tml_file_replace(-1, "x", "", 0, &(tml_replace_options){.durable = true}), EINVAL);
    cr_expect(!text && !live && !verification);
    for (size_t i = tml_log_count(said) - 5; i < tml_log_count(said); i++)
        cr_expect_str_eq(tml_log_get(said, i).code, "E613");
}

/* ---- results ---- */

Test(interface, a_column_is_its_values_without_a_copy)
{
    const tml_table *t = tml_results_find(results, "dynamics");
    cr_assert_not_null(t);
    for (size_t c = 0; c < tml_table_columns(t); c++) {
        size_t step = 0;
        const double *column = tml_table_column(t, c, &step);
        cr_assert_not_null(column);
        for (size_t r = 0; r < tml_table_rows(t); r++) {
            const double x = tml_table_value(t, r, c);
            cr_assert(column[r * step] == x || (isnan(x) && isnan(column[r * step])));
        }
    }
    size_t step;
    cr_expect_null(tml_table_column(t, tml_table_columns(t), &step));
}

Test(interface, tables_and_facts_are_found_by_name)
{
    cr_expect_eq(tml_results_find(results, NULL), tml_results_table(results, tml_results_count(results) - 1));
    cr_expect_null(tml_results_find(results, "modes"));
    cr_expect_null(tml_results_find(NULL, NULL));
    const tml_table *t = tml_results_find(results, "dynamics");
    const long steps = tml_table_fact_find(t, "steps");
    cr_assert_geq(steps, 0);
    cr_expect_str_eq(tml_table_fact_name(t, (size_t)steps), "steps");
    cr_expect_eq(tml_table_fact_find(t, "nonsense"), -1);
    cr_expect_str_eq(tml_table_title(t), "Four-bar linkage under a constant crank torque", "%s", tml_table_title(t));
}

Test(interface, every_registry_lists_names_with_documentation)
{
    static const char *const known[TML_REGISTRY_COUNT] = {
        [TML_JOINTS] = "revolute",       [TML_FORCES] = "spring",     [TML_ANALYSES] = "dynamics",
        [TML_FORMULATIONS] = "absolute", [TML_INTEGRATORS] = "rk4",   [TML_RESULT_FORMATS] = "csv",
        [TML_PLOT_FORMATS] = "svg",      [TML_TABLE_FORMATS] = "csv", [TML_PLOT_KINDS] = "heat"};
    for (int r = 0; r < TML_REGISTRY_COUNT; r++) {
        const size_t count = tml_registry_count((tml_registry)r);
        cr_expect_geq(count, 2);
        for (size_t i = 0; i < count; i++) {
            const char *name = tml_registry_name((tml_registry)r, i), *doc = tml_registry_doc((tml_registry)r, i);
            cr_assert(name && name[0] && doc && doc[0], "registry %d, entry %zu", r, i);
            cr_expect_eq(tml_registry_find((tml_registry)r, name), (long)i, "%s", name);
            const bool is_format = r == TML_RESULT_FORMATS || r == TML_PLOT_FORMATS || r == TML_TABLE_FORMATS;
            cr_expect_eq(tml_registry_ending((tml_registry)r, i) != NULL, is_format, "%s", name);
        }
        cr_expect_null(tml_registry_name((tml_registry)r, count));
        cr_expect_geq(tml_registry_find((tml_registry)r, known[r]), 0, "%s", known[r]);
        cr_expect_eq(tml_registry_find((tml_registry)r, "nonsense"), -1);
    }
    cr_expect_eq(tml_registry_count(TML_REGISTRY_COUNT), 0);
    cr_expect(tml_integrator_has_fixed_step("rk4"));
    cr_expect_not(tml_integrator_has_fixed_step("bdf"));
    cr_expect_not(tml_integrator_has_fixed_step("nonsense"));
}

static char *read_file(const char *path, size_t *length)
{
    char *bytes = NULL, piece[4096];
    FILE *file = fopen(path, "rb"), *to = open_memstream(&bytes, length);
    cr_assert(file && to);
    for (size_t n; (n = fread(piece, 1, sizeof piece, file)) > 0;)
        fwrite(piece, 1, n, to);
    fclose(file);
    fclose(to);
    return bytes;
}

Test(interface, results_are_written_to_memory_as_to_a_file_and_read_back)
{
    for (size_t i = 0; i < tml_registry_count(TML_RESULT_FORMATS); i++) {
        char path[] = "/tmp/trammel-interface-XXXXXX.json";
        const int file = mkstemps(path, 5);
        cr_assert_geq(file, 0);
        (void)file;
        strcpy(strrchr(path, '.'), tml_registry_ending(TML_RESULT_FORMATS, i));
        char *bytes = NULL;
        size_t length = 0, saved_length = 0;
        if (strcmp(tml_registry_name(TML_RESULT_FORMATS, i), "dxf") == 0) { /* of curves, which a motion has not */
            cr_expect_eq(tml_results_save(results, path, NULL, said), TML_WRONG);
            cr_expect_eq(tml_results_write(results, "dxf", NULL, &bytes, &length, said), TML_WRONG);
            continue;
        }
        cr_assert_eq(tml_results_save(results, path, NULL, said), TML_OK);
        cr_assert_eq(tml_results_write(results, tml_registry_name(TML_RESULT_FORMATS, i), NULL, &bytes, &length, said),
                     TML_OK);
        char *saved = read_file(path, &saved_length);
        cr_expect_eq(length, saved_length);
        cr_expect_eq(memcmp(bytes, saved, length), 0);
        cr_expect_eq(bytes[length], 0);
        tml_results *again = tml_results_load(path, said);
        cr_assert_not_null(again, "%s", tml_registry_name(TML_RESULT_FORMATS, i));
        cr_expect_eq(tml_table_rows(tml_results_find(again, NULL)), tml_table_rows(tml_results_find(results, NULL)));
        tml_results_free(again);
        free(saved);
        free(bytes);
        remove(path);
    }
    char *bytes = "";
    size_t length = 1;
    cr_expect_eq(tml_results_write(results, "xls", NULL, &bytes, &length, said), TML_WRONG);
    cr_expect_null(bytes);
    cr_expect_eq(tml_results_write(results, "csv", "modes", &bytes, &length, said), TML_WRONG);
    cr_expect_eq(tml_results_check_ending("a.CSV", said), TML_OK);
    cr_expect_eq(tml_results_check_ending("a.xls", said), TML_WRONG);
    char *notes = tml_results_notes_path("a.csv");
    cr_expect_str_eq(notes, "a.csv-metadata.json");
    free(notes);
    cr_expect_null(tml_results_notes_path("a.h5"), "the file holds all itself");
}

Test(interface, a_plot_is_drawn_into_memory_in_every_format)
{
    const char *const channels[] = {"O.angle", "O.speed"};
    const tml_plot_options options = {.size = sizeof options, .channels = channels, .channel_count = 2};
    const tml_table *t = tml_results_find(results, NULL);
    for (size_t i = 0; i < tml_registry_count(TML_PLOT_FORMATS); i++) {
        char path[32], *bytes = NULL;
        size_t length = 0;
        snprintf(path, sizeof path, "plot%s", tml_registry_ending(TML_PLOT_FORMATS, i));
        cr_expect_str_eq(tml_plot_find_ending(path, said), tml_registry_ending(TML_PLOT_FORMATS, i));
        cr_expect_eq(tml_table_plot(t, &options, path, &bytes, &length, said), TML_OK, "%s", path);
        cr_expect_gt(length, 1000);
        free(bytes);
    }
    char *bytes = NULL;
    size_t length;
    cr_expect_eq(tml_table_plot(t, &options, "plot.xls", &bytes, &length, said), TML_WRONG);
    cr_expect_null(bytes);
    cr_expect_null(tml_plot_find_ending("plot.xls", said));
    const char *const wrong[] = {"nonsense"};
    cr_expect_eq(
        tml_table_plot(t, &(tml_plot_options){.size = sizeof(tml_plot_options), .channels = wrong, .channel_count = 1},
                       NULL, &bytes, &length, said),
        TML_WRONG);
}

Test(interface, a_model_tells_what_is_in_it)
{
    cr_expect_not(tml_model_is_spatial(fourbar));
    cr_expect_eq(tml_model_body_count(fourbar), 4);
    cr_expect_str_eq(tml_model_body_name(fourbar, 0), "ground");
    cr_expect_null(tml_model_body_name(fourbar, 4));
    for (size_t i = 0; i < tml_model_joint_count(fourbar); i++)
        cr_expect_eq(tml_model_joint_find(fourbar, tml_model_joint_name(fourbar, i)), (long)i);
    cr_expect_eq(tml_model_joint_find(fourbar, tml_model_body_name(fourbar, 1)), -1, "a body is no joint");
    cr_expect_eq(tml_model_joint_find(fourbar, "nonsense"), -1);
    cr_expect_eq(tml_model_analysis_count(fourbar), 1);
    cr_expect_str_eq(tml_model_analysis_kind(fourbar, 0), "dynamics");
    cr_expect_null(tml_model_analysis_kind(fourbar, 1));
    cr_expect_eq(tml_scene_analysis(fourbar, 0), -1);
}

Test(interface, the_text_of_a_model_is_read_as_it_stands_and_never_overwritten)
{
    size_t length = 0, expected_length = 0;
    const char path[] = TML_SOURCE_DIR "/models/fourbar/fourbar.yaml";
    char *text = tml_file_read_model(path, &length, said), *expected = read_file(path, &expected_length);
    cr_assert_not_null(text);
    cr_expect_eq(length, expected_length);
    cr_expect_str_eq(text, expected);
    free(expected);
    free(text);
    cr_expect_null(tml_file_read_model("/nowhere/at/all.yaml", &length, said));
    cr_expect_eq(tml_file_check_output(path, fourbar, said), TML_WRONG);
    cr_expect_str_eq(tml_log_get(said, tml_log_count(said) - 1).code, "E608");
    cr_expect_eq(tml_file_check_output("/tmp/trammel-interface.csv", fourbar, said), TML_OK);
    cr_expect_eq(tml_file_check_output("/nowhere/at/all.csv", NULL, said), TML_WRONG);
}

Test(interface, a_front_end_adds_messages_with_codes_of_the_list)
{
    static const char *const codes[] = {FE_CODES};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        tml_log_add(said, codes[i], (tml_place){.file = "m.yaml", .line = 3, .column = 4}, "number %d", 7);
        const tml_message m = tml_log_get(said, tml_log_count(said) - 1);
        cr_expect_str_eq(m.code, codes[i]);
        cr_expect_str_eq(m.text, "number 7");
        cr_expect_eq(m.severity, codes[i][0] == 'W' ? TML_WARNING : TML_ERROR);
        cr_expect_eq(m.place.line, 3);
    }
    tml_log_add(said, "X999", (tml_place){0}, "unknown");
    cr_expect_str_eq(tml_log_get(said, tml_log_count(said) - 1).code, "");
    cr_expect_eq(tml_log_get(said, tml_log_count(said) - 1).severity, TML_ERROR);
}

/* ---- what a run was made from; rows while it goes on; channels ---- */

Test(interface, results_say_what_they_were_made_from)
{
    cr_expect_str_eq(tml_results_origin(results, "version"), tml_version());
    cr_expect_str_eq(tml_results_origin(results, "model"), TML_SOURCE_DIR "/models/fourbar/fourbar.yaml");
    cr_expect_eq(strlen(tml_results_origin(results, "sha256")), 64);
    cr_expect(strstr(tml_results_origin(results, "text"), "title: Four-bar linkage"));
    cr_expect_null(tml_results_origin(results, "set.torque"));
    cr_expect_null(tml_results_partial(results));
    tml_results *other = NULL;
    const tml_run_options options = {.size = sizeof options, .integrator = "bdf", .tolerance = 1e-6};
    cr_assert_eq(tml_model_set(fourbar, "torque", "2*20", said), TML_OK);
    cr_assert_eq(tml_run(fourbar, &options, &other, said), TML_OK);
    cr_expect_str_eq(tml_results_origin(other, "set.torque"), "2*20");
    cr_expect_str_eq(tml_results_origin(other, "integrator"), "bdf");
    cr_expect_float_eq(atof(tml_results_origin(other, "tolerance")), 1e-6, 0);
    size_t count = tml_results_origin_count(other);
    for (size_t i = 0; i < count; i++)
        cr_expect_not_null(tml_results_origin(other, tml_results_origin_name(other, i)));
    cr_expect_null(tml_results_origin_name(other, count));
    tml_results_free(other);
}

typedef struct {
    size_t calls, rows; /* of the last call */
    bool stops;
} watched;

static void watch_rows(void *context, const tml_results *so_far)
{
    watched *w = context;
    const tml_table *t = tml_results_find(so_far, "dynamics");
    cr_assert_not_null(t);
    cr_expect_not_null(tml_results_partial(so_far));
    cr_expect_geq(tml_table_rows(t), w->rows, "rows stay");
    for (size_t r = 0; r < tml_table_rows(t); r++)
        cr_expect_float_eq(tml_table_value(t, r, 0), 0.025 * (double)r, 1e-12);
    w->rows = tml_table_rows(t);
    w->calls++;
}

static int watch_progress(void *context, const char *analysis, double part)
{
    (void)analysis;
    return ((watched *)context)->stops && part > 0.5;
}

Test(interface, rows_are_handed_out_while_a_run_goes_on)
{
    watched w = {.stops = true};
    tml_results *some = NULL;
    const tml_run_options options = {
        .size = sizeof options, .context = &w, .progress = watch_progress, .rows_so_far = watch_rows};
    cr_expect_eq(tml_run(fourbar, &options, &some, said), TML_STOPPED);
    cr_expect_geq(w.calls, 3);
    cr_expect(w.rows > 50 && w.rows < 201, "%zu rows", w.rows);
    cr_assert_not_null(some);
    cr_expect(strstr(tml_results_partial(some), "was stopped"));
    tml_results_free(some);
}

Test(interface, rows_are_not_handed_out_where_the_error_is_estimated)
{
    watched w = {0};
    tml_results *all = NULL;
    const tml_run_options options = {
        .size = sizeof options, .context = &w, .progress = watch_progress, .rows_so_far = watch_rows, .error = true};
    cr_expect_eq(tml_run(fourbar, &options, &all, said), TML_OK);
    cr_expect_eq(w.calls, 0);
    cr_expect_not_null(tml_results_find(all, "dynamics.error"));
    tml_results_free(all);
}

Test(interface, channels_are_checked_chosen_and_laid_over_each_other)
{
    const char *const good[] = {"B.f?", "O.speed"}, *const wrong[] = {"O.sped"};
    cr_expect_eq(tml_channels_check(fourbar, good, 2, said), TML_OK);
    cr_expect_eq(tml_channels_check(fourbar, wrong, 1, said), TML_WRONG);
    char path[] = "/tmp/trammel-interface-XXXXXX.csv";
    const int file = mkstemps(path, 4);
    cr_assert_geq(file, 0);
    const tml_save_options how = {.size = sizeof how, .units = true, .channels = good, .channel_count = 2};
    cr_assert_eq(tml_results_save_as(results, path, &how, said), TML_OK);
    tml_results *few = tml_results_load(path, said);
    remove(path);
    cr_assert_not_null(few);
    const tml_table *tables[] = {tml_results_find(results, NULL), tml_results_find(few, NULL)};
    cr_expect_eq(tml_table_columns(tables[1]), 4);
    cr_expect_str_eq(tml_table_unit(tables[1], (size_t)tml_table_find(tables[1], "O.speed")), "rad/s");
    const char *const labels[] = {"all", "few"}, *const channels[] = {"B.fx"};
    const tml_plot_options plot = {.size = sizeof plot, .channels = channels, .channel_count = 1};
    char *bytes = NULL;
    size_t length = 0;
    cr_assert_eq(tml_tables_plot(tables, labels, 2, &plot, "a.svg", &bytes, &length, said), TML_OK);
    cr_expect(strstr(bytes, "B.fx (all)") && strstr(bytes, "B.fx (few)"));
    free(bytes);
    cr_expect_eq(tml_tables_plot(tables, labels, 0, &plot, "a.svg", &bytes, &length, said), TML_WRONG);
    tml_results_free(few);
}
