/* format.c - files laid out: by the rules, with all comments, the same when laid out again, with the same meaning. */
#include "model/node.h"
#include "model/write.h"
#include "trammel/trammel.h"
#include <criterion/criterion.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static tml_log *logged;

static void set_up(void)
{
    logged = tml_log_make();
}

static void tear_down(void)
{
    tml_log_free(logged);
}

TestSuite(format, .init = set_up, .fini = tear_down);

static char *laid_out(const char *text)
{
    char *out = NULL;
    const tml_status status = tml_model_format(text, strlen(text), "m.yaml", &out, logged);
    cr_assert_eq(status, TML_OK, "%s: %s", text, tml_log_count(logged) ? tml_log_get(logged, 0).text : "");
    return out;
}

static void expect(const char *text, const char *right)
{
    char *out = laid_out(text), *again = laid_out(out);
    cr_expect_str_eq(out, right);
    cr_expect_str_eq(again, right);
    free(out);
    free(again);
}

Test(format, blocks_are_indented_by_two)
{
    expect("trammel: 1\nbodies:\n      rod:\n       mass: 2\n       points:\n       - A\n       -   B\n",
           "trammel: 1\nbodies:\n  rod:\n    mass: 2\n    points:\n      - A\n      - B\n");
    expect("analyses:\n- dynamics:\n     end: 1\n     output: 0.1\n-  static\n- - 1\n  - 2\n",
           "analyses:\n  - dynamics:\n      end: 1\n      output: 0.1\n  - static\n  - - 1\n    - 2\n");
    expect("a:\n   text that\n     goes on\nb: 1\n", "a:\n  text that\n    goes on\nb: 1\n");
    expect("a:\r\n    b: 1\r\n", "a:\n  b: 1\n");
}

Test(format, brackets_have_one_blank_behind_commas_and_colons)
{
    expect("{ a : 1,b:   [ 1 ,2,{ c: 3 } ] , \"d\":4}", "{a: 1, b: [1, 2, {c: 3}], \"d\": 4}\n");
    expect("a: {b: step( t,0 ,1), c: a:1}", "a: {b: step( t,0 ,1), c: a:1}\n"); /* expressions and texts stay */
    expect("a: { }\nb: [ ]\n", "a: {}\nb: []\n");
    expect("a: [1,\n 2]\nb: {c: [1,\n2],\n     d: 3}\n", "a: [1,\n    2]\nb: {c: [1,\n        2],\n    d: 3}\n");
    expect("a: &x   {b:  1}\nc:   *x\n", "a: &x {b: 1}\nc: *x\n");
}

Test(format, values_and_comments_of_neighbours_are_aligned)
{
    expect("p:\n  O: [0,0] # origin\n  Along: [ 1 , 2 ]    # along\n\n  B: [3, 4] # alone\n",
           "p:\n  O:     [0, 0]  # origin\n  Along: [1, 2]  # along\n\n  B: [3, 4]  # alone\n");
    expect("b:\n  a: {x: 1}\n  name: 3\n  c:   {x: 1}\n", "b:\n  a: {x: 1}\n  name: 3\n  c: {x: 1}\n");
    expect("b:\n  \303\244: {x: 1}  # a\n  abc: {x: 1} # b\n", "b:\n  \303\244:   {x: 1}  # a\n  abc: {x: 1}  # b\n");
}

Test(format, comments_stay_with_what_they_belong_to)
{
    expect("# top\n\n\na: 1   # one\nlonger: 2 # two\n\nb:\n    # of c\n    c: {x: 1} #  x\n    dd: {x: 1}\n    # last "
           "of b\n# of e\ne: 1\n",
           "# top\n\na: 1       # one\nlonger: 2  # two\n\nb:\n  # of c\n  c:  {x: 1}  #  x\n  dd: {x: 1}\n  # last of "
           "b\n# of e\ne: 1\n");
    expect("a: [1, # one\n 2, # two\n # alone\n 3]\n", "a: [1,  # one\n    2,  # two\n    # alone\n    3]\n");
    expect("a: 'it''s # no comment'   # but this\n", "a: 'it''s # no comment'  # but this\n");
    expect("a: \"\\\" # no\"\n", "a: \"\\\" # no\"\n");
}

Test(format, texts_over_several_lines_stay)
{
    expect("a: |\n      x\n        y  \n\n      z\nb: 1\n", "a: |\n  x\n    y  \n\n  z\nb: 1\n");
    expect("a: \"x\n   y\"\nb: {c: 'u\n  v'}\n", "a: \"x\n   y\"\nb: {c: 'u\n  v'}\n");
}

Test(format, what_cannot_be_laid_out_is_refused)
{
    static const struct {
        const char *text, *code;
    } cases[] = {{"a: [1\n", "E004"}, {"", "E005"}, {"a: |2\n     x\n    y\nb: 1\n", "E014"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *out = NULL;
        tml_log_clear(logged);
        cr_expect_eq(tml_model_format(cases[i].text, strlen(cases[i].text), "m.yaml", &out, logged), TML_WRONG);
        cr_expect_null(out);
        cr_assert_gt(tml_log_count(logged), 0);
        cr_expect_str_eq(tml_log_get(logged, 0).code, cases[i].code);
    }
}

/* ---- whole files ---- */

static size_t count_of(const char *text, char c)
{
    size_t count = 0;
    for (; *text; text++)
        count += *text == c;
    return count;
}

static const tml_node *parse(tml_arena *arena, const char *text)
{
    const tml_node *node = tml_node_parse(arena, text, strlen(text), "m.yaml", logged);
    cr_assert_not_null(node);
    return node;
}

static void check_text(const char *name, const char *text)
{
    tml_arena arena = {0};
    char *out = laid_out(text), *again = laid_out(out);
    cr_expect_str_eq(out, again, "%s", name);
    cr_expect(tml_node_same(parse(&arena, text), parse(&arena, out)), "%s", name);
    cr_expect_eq(count_of(text, '#'), count_of(out, '#'), "%s", name);
    cr_expect_null(strstr(out, " \n"), "%s", name);
    cr_expect_null(strstr(out, "\n\n\n"), "%s", name);
    tml_arena_free(&arena);
    free(out);
    free(again);
}

/* The same file with every indentation three times as deep and blanks around marks of brackets. */
static void check_spread(const char *name, const char *text)
{
    char *wide = malloc(4 * strlen(text) + 1), *to = wide;
    bool start = true, flow = strstr(text, "(") == NULL;
    for (const char *c = text; *c; c++) {
        if (start && *c == ' ') {
            to += sprintf(to, "   ");
            continue;
        }
        start = *c == '\n';
        *to++ = *c;
        if (flow && (*c == '{' || *c == '['))
            *to++ = ' ';
    }
    *to = 0;
    char *one = laid_out(text), *two = laid_out(wide);
    cr_expect_str_eq(one, two, "%s", name);
    free(one);
    free(two);
    free(wide);
}

Test(format, every_model_keeps_its_meaning_and_comments, .timeout = TML_SLOWER * 120)
{
    static const char *const patterns[] = {TML_SOURCE_DIR "/models/*/*.yaml", TML_SOURCE_DIR "/docs/guide/*.yaml",
                                           TML_SOURCE_DIR "/test/several/*.yaml"};
    size_t files = 0;
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        glob_t found;
        cr_assert_eq(glob(patterns[i], 0, NULL, &found), 0);
        for (size_t k = 0; k < found.gl_pathc; k++, files++) {
            size_t length;
            char *text = tml_file_read_model(found.gl_pathv[k], &length, logged);
            cr_assert_not_null(text);
            check_text(found.gl_pathv[k], text);
            if (!strstr(text, "|\n") && !strstr(text, ">\n"))
                check_spread(found.gl_pathv[k], text);
            free(text);
        }
        globfree(&found);
    }
    cr_expect_geq(files, 30);
}
