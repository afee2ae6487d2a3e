/* document.c - model files as JSON. */
#include "trammel/trammel.h"
#include <criterion/criterion.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static tml_log *logged;

static void begin(void)
{
    logged = tml_log_make();
}

static void end(void)
{
    tml_log_free(logged);
}

TestSuite(document, .init = begin, .fini = end);

/* What a reader that is not ours makes of it. */
static json_t *read_json(const char *text)
{
    char *json = NULL;
    cr_assert_eq(tml_model_document(text, strlen(text), "m.yaml", &json, logged), TML_OK, "%s", text);
    json_error_t error;
    json_t *root = json_loads(json, JSON_DECODE_ANY, &error);
    cr_assert_not_null(root, "%s: %s", json, error.text);
    free(json);
    return root;
}

static void expect(const char *text, const char *right)
{
    json_t *found = read_json(text), *expected = json_loads(right, JSON_DECODE_ANY, NULL);
    cr_assert_not_null(expected);
    char *shown = json_dumps(found, JSON_ENCODE_ANY);
    cr_expect(json_equal(found, expected), "%s gave %s", text, shown);
    free(shown);
    json_decref(found);
    json_decref(expected);
}

Test(document, maps_lists_and_scalars_keep_their_kind)
{
    expect("a: 1\nb: [2.5, -3e-2, x]\nc: {d: true, e: false}\nf:\n",
           "{\"a\": 1, \"b\": [2.5, -3e-2, \"x\"], \"c\": {\"d\": true, \"e\": false}, \"f\": \"\"}");
}

Test(document, what_json_does_not_call_a_number_is_a_text)
{
    expect("[.5, 5., 007, 0x1F, 1e, 1.e2, 60 deg, 2*pi, \"12\", 0, -0.5E+3]",
           "[\".5\", \"5.\", \"007\", \"0x1F\", \"1e\", \"1.e2\", \"60 deg\", \"2*pi\", \"12\", 0, -0.5E+3]");
}

Test(document, aliases_and_merge_keys_are_written_out)
{
    expect("a: &link {mass: 1, com: [0, 0]}\nb: {<<: *link, mass: 2}\nc: *link\n",
           "{\"a\": {\"mass\": 1, \"com\": [0, 0]}, \"b\": {\"mass\": 2, \"com\": [0, 0]}, "
           "\"c\": {\"mass\": 1, \"com\": [0, 0]}}");
}

Test(document, expressions_that_yaml_splits_at_commas_are_one_text)
{
    expect("{O.angle: step(t, 0, 0, 1, 2)}", "{\"O.angle\": \"step(t, 0, 0, 1, 2)\"}");
}

Test(document, quotes_and_control_characters_are_escaped)
{
    expect("a: \"say \\\"x\\\" \\\\ \\t end\"\n\"k\\\"y\": µm\n",
           "{\"a\": \"say \\\"x\\\" \\\\ \\t end\", \"k\\\"y\": \"µm\"}");
}

Test(document, a_text_that_is_no_yaml_is_refused_with_its_place)
{
    const char *text = "a: [1, 2\nb: }\n";
    char *json = NULL;
    cr_expect_eq(tml_model_document(text, strlen(text), "m.yaml", &json, logged), TML_WRONG);
    cr_expect_null(json);
    cr_assert_gt(tml_log_count(logged), 0);
    cr_expect_str_eq(tml_log_get(logged, 0).place.file, "m.yaml");
}

/* Reads a model from the JSON of a file and runs both: the same bits. */
Test(document, a_model_read_from_its_json_moves_in_the_same_way)
{
    const char *path = TML_SOURCE_DIR "/models/fourbar/fourbar.yaml";
    size_t length = 0;
    char *text = tml_file_read_model(path, &length, logged), *json = NULL;
    cr_assert_eq(tml_model_document(text, length, path, &json, logged), TML_OK);
    tml_model *models[2] = {tml_model_load(path, logged), tml_model_parse(json, strlen(json), "json", logged)};
    tml_results *results[2] = {0};
    for (int i = 0; i < 2; i++) {
        cr_assert_not_null(models[i]);
        cr_assert_eq(tml_run(models[i], NULL, &results[i], logged), TML_OK);
    }
    const tml_table *a = tml_results_find(results[0], NULL), *b = tml_results_find(results[1], NULL);
    cr_assert_eq(tml_table_rows(a), tml_table_rows(b));
    const size_t last = tml_table_rows(a) - 1, angle = (size_t)tml_table_find(a, "O.angle");
    cr_expect_neq(tml_table_value(a, 0, angle), tml_table_value(a, last, angle));
    for (size_t row = 0; row <= last; row++)
        cr_assert_eq(tml_table_value(a, row, angle), tml_table_value(b, row, angle));
    for (int i = 0; i < 2; i++) {
        tml_results_free(results[i]);
        tml_model_free(models[i]);
    }
    free(text);
    free(json);
}
