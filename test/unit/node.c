/* node.c - YAML text to a tree: values, places, aliases, pieces of expressions, and back to text. */
#include "model/node.h"
#include "model/write.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static tml_arena arena;
static tml_log *logged;

static void set_up(void)
{
    logged = tml_log_make();
}

static void tear_down(void)
{
    tml_arena_free(&arena);
    tml_log_free(logged);
}

TestSuite(node, .init = set_up, .fini = tear_down);

static const tml_node *parse(const char *text)
{
    const tml_node *root = tml_node_parse(&arena, text, strlen(text), "file.yaml", logged);
    cr_assert_not_null(root, "%s", tml_log_get(logged, 0).text);
    cr_assert_eq(logged->error_count, 0);
    return root;
}

static void expect_place(const tml_node *node, int line, int column)
{
    cr_assert_not_null(node);
    cr_expect_str_eq(node->place.file, "file.yaml");
    cr_expect_eq(node->place.line, line, "%s: line %d, not %d", node->text, node->place.line, line);
    cr_expect_eq(node->place.column, column, "%s: column %d, not %d", node->text, node->place.column, column);
}

Test(node, knows_scalars_lists_and_maps)
{
    const tml_node *root = parse("a: 1\nb: [x, \"y z\", [2]]\nc: {d: 60 deg}\n");
    cr_assert_eq(root->kind, TML_NODE_MAP);
    cr_assert_eq(root->count, 3);
    cr_expect_str_eq(root->keys[2]->text, "c");
    cr_expect(tml_node_is(tml_node_find(root, "a"), "1"));
    const tml_node *b = tml_node_find(root, "b");
    cr_assert_eq(b->kind, TML_NODE_LIST);
    cr_assert_eq(b->count, 3);
    cr_expect(!b->items[0]->quoted);
    cr_expect(b->items[1]->quoted);
    cr_expect_str_eq(b->items[1]->text, "y z");
    cr_expect_eq(b->items[2]->kind, TML_NODE_LIST);
    cr_expect(tml_node_is(tml_node_find(tml_node_find(root, "c"), "d"), "60 deg"));
    cr_expect_null(tml_node_find(root, "x"));
    cr_expect_null(tml_node_find(b, "x"));
    cr_expect(!tml_node_is(b, "x"));
}

Test(node, gives_places)
{
    const tml_node *root = parse("a: 1\nb:\n  - x\n  - {k: \"v\"}\n# é\né: ö\n");
    expect_place(root, 1, 1);
    expect_place(tml_node_find(root, "a"), 1, 4);
    const tml_node *b = tml_node_find(root, "b");
    expect_place(b->items[0], 3, 5);
    expect_place(b->items[1], 4, 5);
    expect_place(b->items[1]->keys[0], 4, 6);
    expect_place(b->items[1]->items[0], 4, 10); /* of the text, inside the quotes */
    expect_place(root->items[2], 6, 4);         /* characters, not bytes */
}

Test(node, takes_an_empty_value_as_an_empty_text)
{
    const tml_node *root = parse("a:\nb: \"\"\n");
    cr_expect_str_eq(root->items[0]->text, "");
    cr_expect(!root->items[0]->quoted);
    cr_expect(root->items[1]->quoted);
    expect_place(root->items[0], 1, 1);
}

Test(node, reads_json)
{
    const tml_node *root = parse("{\n\t\"a\": [1, -2.5e3, true],\n\t\"b\": {\n\t\t\"c\": \"d\\n\\u00e9\"\n}}\n");
    cr_expect(tml_node_is(tml_node_find(root, "a")->items[1], "-2.5e3"));
    cr_expect_str_eq(tml_node_find(tml_node_find(root, "b"), "c")->text, "d\né");
}

Test(node, resolves_aliases)
{
    const tml_node *root = parse("a: &k {x: 1}\nb: *k\nc: &k 7\nd: *k\n");
    cr_expect(tml_node_same(root->items[0], root->items[1]));
    cr_expect(tml_node_is(root->items[3], "7"), "the last anchor of a name counts");
}

/* YAML ends a plain scalar at a comma between brackets; an expression goes on. */
Test(node, puts_expressions_together_again)
{
    const tml_node *root = parse("a: {x: atan2(0.9,  -0.8) - pi/2, y: max(min(1, 2), 3), z: 4}\n"
                                 "b: [if(t < 1, 0, f(2, 3)), step(t, 0, 0, 1, 5), 6]\n"
                                 "c: {x: step(t, 0, 0,\n     1, 0), y: (1), z: ')'}\n");
    const tml_node *a = root->items[0], *b = root->items[1], *c = root->items[2];
    cr_assert_eq(a->count, 3);
    cr_expect_str_eq(a->items[0]->text, "atan2(0.9,  -0.8) - pi/2");
    cr_expect_str_eq(a->items[1]->text, "max(min(1, 2), 3)");
    cr_expect_str_eq(a->items[2]->text, "4");
    expect_place(a->items[0], 1, 8);
    cr_assert_eq(b->count, 3);
    cr_expect_str_eq(b->items[0]->text, "if(t < 1, 0, f(2, 3))");
    cr_expect_str_eq(b->items[1]->text, "step(t, 0, 0, 1, 5)");
    cr_expect_str_eq(b->items[2]->text, "6");
    cr_assert_eq(c->count, 3);
    cr_expect_str_eq(c->items[0]->text, "step(t, 0, 0,      1, 0)");
    cr_expect_str_eq(c->items[1]->text, "(1)");
}

Test(node, leaves_unclosed_brackets_to_the_expression)
{
    const tml_node *root = parse("a: [(1, [2], 3]\nb: {x: (1, 2}\n");
    cr_assert_eq(root->items[0]->count, 3);
    cr_expect_str_eq(root->items[0]->items[0]->text, "(1");
    cr_assert_eq(root->items[1]->count, 1);
    cr_expect_str_eq(root->items[1]->items[0]->text, "(1, 2");
}

/* ---- back to text ---- */

static void expect_round_trip(const char *text)
{
    const tml_node *root = parse(text);
    char *again = tml_node_write(root);
    cr_assert_not_null(again);
    cr_expect(tml_node_same(root, parse(again)), "%s\nbecame\n%s", text, again);
    char *third = tml_node_write(parse(again));
    cr_expect_str_eq(third, again);
    free(again);
    free(third);
}

Test(node, writes_what_reads_back_the_same)
{
    expect_round_trip("a: 1\nb: {c: [1, 2, {d: e}], f: }\n");
    expect_round_trip("a: [[], {}, '']\n");
    expect_round_trip("[1, 2]\n");
    expect_round_trip("a: atan2(1, 2)\nb: {c: atan2(1, 2), d: [max(1, 2), 3]}\n");
    expect_round_trip("'- a': '- b'\n'a: b': 'c: d'\n'#x': 'y #z'\n'x: ': ': y'\n");
    expect_round_trip("a: '\"q\"'\nb: \"l1\\nl2\\t\\\\ end \"\nc: ' lead'\nd: é\ne: '*x'\nf: '&y'\ng: '!z'\n");
    expect_round_trip(
        "a: '{'\nb: ']'\nc: 'x, y'\nd: '---'\ne: '%'\nf: '@'\ng: '`'\nh: '|'\ni: '>'\nj: '?'\nk: '-'\nl: '~'\n");
    expect_round_trip("a: {b: {c: 'x, y', d: ['p, q: r', '(1', '2)', 's #t'], 'e, f': g}}\n");
    expect_round_trip("- a: {b: 1}\n- c\n- [d, e]\n- {f: 1, g: 2}\n");
    expect_round_trip("a: |\n  one\n  two\nb: >\n  three\n  four\n");
}

Test(node, writes_long_maps_over_several_lines)
{
    char text[4000] = "top:\n  one: {";
    for (int i = 0; i < 60; i++)
        sprintf(text + strlen(text), "%skey%d: {value: [%d, %d]}", i ? ", " : "", i, i, i);
    strcat(text, "}\n");
    expect_round_trip(text);
    char *again = tml_node_write(parse(text));
    for (const char *line = again; *line; line += strcspn(line, "\n") + 1)
        cr_expect_leq(strcspn(line, "\n"), 120);
    free(again);
}

Test(node, tells_trees_apart)
{
    const tml_node *root = parse("a: [1, {b: 2}]\n");
    cr_expect(!tml_node_same(root, parse("a: [1, {b: 3}]\n")));
    cr_expect(!tml_node_same(root, parse("a: [1, {c: 2}]\n")));
    cr_expect(!tml_node_same(root, parse("a: [1, [2]]\n")));
    cr_expect(!tml_node_same(root, parse("a: [1]\n")));
    cr_expect(tml_node_same(root, parse("a:\n- '1'\n- b: 2\n")));
}
