/* model.c - model files that are wrong: every fault is named with its line and column, and what would be right. */
#include "model/model.h"
#include "base/text.h"
#include "support/replaceable_allocator.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const tml_field dynamics_fields[] = {
    {"end", TML_FIELD_NUMBER, "s", .required = true, .doc = "when it ends"},
    {"output", TML_FIELD_NUMBER, "s", .doc = "time between rows"},
    {"formulation", TML_FIELD_CHOICE, .choices = "auto absolute point", .doc = "coordinates"},
    {"stabilization", TML_FIELD_STABILIZATION, .choices = "projection direct baumgarte none", .doc = "of constraints"},
    {"events", TML_FIELD_EVENTS, .doc = "what to look out for"},
    {"actuators", TML_FIELD_NAMES, .doc = "joints"},
};
static const tml_analysis_form forms[] = {
    {"assembly", "a", NULL, 0},
    {"dynamics", "d", dynamics_fields, sizeof dynamics_fields / sizeof *dynamics_fields},
};

static tml_log *logged;

static void set_up(void)
{
    logged = tml_log_make();
}

static void tear_down(void)
{
    tml_log_free(logged);
}

TestSuite(model_fault, .init = set_up, .fini = tear_down);

/* The messages as a user sees them, a line each. */
static char *messages_of(const char *text, size_t length)
{
    tml_text out = {0};
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_build(text, length, "m.yaml", forms, 2, log);
    cr_expect_eq(model == NULL, log->error_count > 0);
    for (size_t i = 0; i < tml_log_count(log); i++) {
        const tml_message m = tml_log_get(log, i);
        tml_text_add(&out, "%s:%d:%d: %s\n", m.place.file ? m.place.file : "-", m.place.line, m.place.column, m.text);
    }
    tml_text_add(&out, "%s", "");
    tml_model_free(model);
    tml_log_free(log);
    return out.data;
}

static void expect(const char *text, const char *messages)
{
    char *all = messages_of(text, strlen(text));
    cr_expect_str_eq(all, messages, "\n--- of\n%s--- came\n%s--- not\n%s", text, all, messages);
    tml_release(all);
}

#define HEAD "trammel: 1\n"
#define BODIES                                                                                                         \
    HEAD "bodies:\n"                                                                                                   \
         "  ground:  {points: {O: [0, 0], C: [2.5, 0]}}\n"                                                             \
         "  crank:   {points: {O: [0, 0], A: [2, 0]}, mass: 1, inertia: 0.3}\n"                                        \
         "  coupler: {points: {A: [0, 0], B: [4, 0]}, mass: 2}\n"

/* ---- not a model at all ---- */

Test(model_fault, missing_file_is_named)
{
    char path[256];
    snprintf(path, sizeof path, "%s/test-no-such.yaml", TML_BINARY_DIR);
    cr_expect_null(tml_model_load_file(path, forms, 2, logged));
    cr_expect_null(tml_model_load_file(TML_BINARY_DIR, forms, 2, logged));
    cr_assert_eq(tml_log_count(logged), 2);
    cr_expect(strstr(tml_log_get(logged, 0).text, "test-no-such.yaml\": there is no such file"));
    cr_expect(strstr(tml_log_get(logged, 1).text, "this is a folder, not a file"));
}

Test(model_fault, too_large_a_file_is_refused)
{
    char path[256];
    snprintf(path, sizeof path, "%s/test-large.yaml", TML_BINARY_DIR);
    FILE *file = fopen(path, "w");
    fseek(file, (64L << 20) + 1, SEEK_SET);
    fputc('x', file);
    fclose(file);
    cr_expect_null(tml_model_load_file(path, forms, 2, logged));
    cr_expect(strstr(tml_log_get(logged, 0).text, "the file is larger than 64 MB"));
    remove(path);
}

Test(model_fault, empty_file_is_refused)
{
    expect("", "m.yaml:1:1: the file is empty\n");
    expect("\n\n", "m.yaml:1:1: the file is empty\n");
    expect("# only a comment\n", "m.yaml:1:1: the file is empty\n");
    expect("---\n", "m.yaml:1:1: the file is empty\n");
}

Test(model_fault, bytes_that_are_not_text_are_refused)
{
    char *all = messages_of("a: 1\nb: \0\n", 10);
    cr_expect_str_eq(all, "m.yaml:2:4: not a text file in UTF-8: byte 0x00 is not allowed here\n");
    tml_release(all);
    expect("\x7f"
           "ELF\x01",
           "m.yaml:1:1: not a text file in UTF-8: byte 0x7f is not allowed here\n");
    expect("a: \xc3\xa9\xff", "m.yaml:1:5: not a text file in UTF-8: byte 0xff is not allowed here\n");
    expect("a: \xed\xa0\x80", "m.yaml:1:4: not a text file in UTF-8: byte 0xed is not allowed here\n");
    expect("a: \xc0\xaf", "m.yaml:1:4: not a text file in UTF-8: byte 0xc0 is not allowed here\n");
    expect("a: \xf4\x90\x80\x80", "m.yaml:1:4: not a text file in UTF-8: byte 0xf4 is not allowed here\n");
    expect("a: \xe2\x82", "m.yaml:1:4: not a text file in UTF-8: byte 0xe2 is not allowed here\n");
    expect(HEAD "title: \"a\\0b\"\n", "m.yaml:2:9: a text contains a control character\n");
}

Test(model_fault, syntax_errors_are_placed)
{
    expect("trammel: [1\n", "m.yaml:2:1: flow sequence without a closing bracket\n");
    expect("trammel: 1\nbodies:\n\ta: 1\n", "m.yaml:3:1: tab character may not be used as indentation\n");
    expect("trammel: 1\n title: x\n",
           "m.yaml:1:10: a value continues on the next line, which looks like a key: check the indentation\n");
    expect("trammel: 1\ntitle: \"x\n", "m.yaml:2:9: double-quoted scalar without closing quote\n");
    expect("trammel: 1\ntitle: @x\n", "m.yaml:2:8: plain scalar cannot start with '@'\n");
    expect("trammel: 1\n---\ntrammel: 1\n", "m.yaml:2:1: a second document begins here; a model file contains one\n");
    expect("trammel: 1\ntitle: *x\n", "m.yaml:2:9: no anchor \"&x\" before this alias\n");
    expect("trammel: 1\n? [a]\n: 1\n", "m.yaml:2:3: a key must be a name, not a list or a map\n");
    expect("trammel: 1\nforces: {F: {torque: a(1, b: 2}}\n",
           "m.yaml:2:30: a bracket `(` is not closed before this value\n");
}

Test(model_fault, file_that_is_not_a_map_is_refused)
{
    expect("[1, 2]\n", "m.yaml:1:1: a model file is a map of sections, beginning with \"trammel: 1\"\n");
    expect("trammel:1\n", "m.yaml:1:1: a model file is a map of sections, beginning with \"trammel: 1\"; a blank is "
                          "missing after the colon\n");
    expect("title: x\n", "m.yaml:1:1: \"trammel\" is missing: version of this format: 1\n");
    expect("trammel: 2\n", "m.yaml:1:10: version 2 of the format is not known; this program reads \"trammel: 1\"\n");
    expect(HEAD "joints: [1]\n", "m.yaml:2:9: \"joints\" must be a map from names to what they mean, {NAME: ..., NAME: "
                                 "...}; this is a list: leave the dashes or brackets out\n");
    expect(HEAD "space: spaec\n",
           "m.yaml:2:8: \"space\" must be plane or space, not \"spaec\"; did you mean \"space\"?\n");
}

/* ---- size ---- */

static void expect_no_messages(const tml_text *text)
{
    char *all = messages_of(text->data, text->length);
    cr_expect_str_eq(all, "");
    tml_release(all);
}

Test(model_fault, large_files_are_read)
{
    tml_text text = {0};
    tml_text_add(&text, "trammel: 1\npoints:\n");
    for (int i = 0; text.length < 10000000; i++)
        tml_text_add(&text, "  P%d: [%d.125, -%d.5e-3]\n", i, i, i);
    expect_no_messages(&text);
    tml_text_free(&text);
    tml_text_add(&text, "trammel: 1\nparameters: {p0: 1");
    for (int i = 1; i < 20000; i++)
        tml_text_add(&text, ", p%d: p%d + 1", i, i - 1);
    tml_text_add(&text, "}\npoints: {O: [0, 0]}\nbodies:\n");
    for (int i = 0; i < 20000; i++)
        tml_text_add(&text, "  b%d: {points: [O], mass: p%d, inertia: 1}\n", i, i);
    tml_text_add(&text, "joints:\n");
    for (int i = 1; i < 20000; i++)
        tml_text_add(&text, "  j%d: {revolute: [b%d, b%d], at: O}\n", i, i - 1, i);
    expect_no_messages(&text);
    tml_text_free(&text);
}

Test(model_fault, many_errors_are_counted)
{
    tml_text text = {0};
    tml_text_add(&text, "trammel: 1\nbodies:\n");
    for (int i = 0; i < 20000; i++)
        tml_text_add(&text, "  body%d: {mas: x%d}\n", i, i);
    tml_text_add(&text, "joints:\n");
    for (int i = 0; i < 20000; i++)
        tml_text_add(&text, "  j%d: {revolute: [bdy%d, bodi%d]}\n", i, i, i);
    cr_expect_null(tml_model_build(text.data, text.length, "m.yaml", forms, 2, logged));
    cr_expect_eq(tml_log_count(logged), 51);
    cr_expect_str_eq(tml_log_get(logged, 50).text, "... and 79950 more errors");
    tml_text_free(&text);
}

static void expect_deep(const char *open, int count, const char *message)
{
    tml_text text = {0};
    for (int i = 0; i < count; i++)
        tml_text_add(&text, "%s", open);
    expect(text.data, message);
    tml_text_free(&text);
}

Test(model_fault, too_deep_nesting_is_refused)
{
    expect_deep("[", 100000, "m.yaml:1:101: nested too deeply: more than 100 levels\n");
    expect_deep("{a: ", 100000, "m.yaml:1:401: nested too deeply: more than 100 levels\n");
    expect_deep("- ", 100000, "m.yaml:1:201: nested too deeply: more than 100 levels\n");
}

/* Each level names the one before ten times. */
Test(model_fault, aliases_that_grow_without_bound_are_refused)
{
    tml_text text = {0};
    tml_text_add(&text, "trammel: 1\na0: &a0 [1, 2, 3, 4, 5, 6, 7, 8, 9, 0]\n");
    for (int i = 1; i < 12; i++) {
        tml_text_add(&text, "a%d: &a%d [", i, i);
        for (int k = 0; k < 10; k++)
            tml_text_add(&text, "%s*a%d", k ? ", " : "", i - 1);
        tml_text_add(&text, "]\n");
    }
    expect(text.data, "m.yaml:8:11: the model is too large: more than two million values\n");
    tml_text_free(&text);
}

/* ---- keys ---- */

Test(model_fault, unknown_keys_are_named)
{
    expect(HEAD "joins: {}\n", "m.yaml:2:1: unknown key \"joins\"; did you mean \"joints\"?\n");
    expect(HEAD "zebra: {}\n",
           "m.yaml:2:1: unknown key \"zebra\"; known are trammel, title, description, space, display, gravity, "
           "parameters, points, bodies, joints, forces, drivers, states, outputs, output, initial, events, tables, "
           "parts, use, "
           "include, defaults, sketch, background, groups, analyses, studies\n");
    expect(HEAD "bodies: {a: {mas: 1}}\n", "m.yaml:2:14: body a: unknown key \"mas\"; did you mean \"mass\"?\n");
    expect(HEAD "bodies: {a: {mass:1}}\n",
           "m.yaml:2:14: body a: unknown key \"mass:1\"; a blank is missing after the colon\n");
    expect(HEAD "bodies: {a: {mass: 1, shape: {disc: {radus: 1}}}}\n",
           "m.yaml:2:38: body a: shape disc: unknown key \"radus\"; did you mean \"radius\"?\n");
    expect(BODIES "joints:\n  A: {revolute: [crank, coupler], stifness: 3}\n",
           "m.yaml:7:35: joint A: unknown key \"stifness\"; did you mean \"stiffness\"?\n");
    expect(BODIES "joints:\n  A: {revolute: [crank, coupler], stiffness: {trans: 3}}\n",
           "m.yaml:7:47: joint A: stiffness: unknown key \"trans\"; known are translation, rotation\n");
    expect(BODIES "forces:\n  s: {spring: [ground.C, coupler.B], stiffness: 1, lenght: 3}\n",
           "m.yaml:7:52: force s: unknown key \"lenght\"; did you mean \"length\"?\n");
    expect(HEAD "analyses:\n  - dynamics: {end: 5, ouput: 3}\n",
           "m.yaml:3:24: analysis dynamics: unknown key \"ouput\"; did you mean \"output\"?\n");
    expect(HEAD "analyses:\n  - dynamics: {end: 5, events: {hit: {wen: t}}}\n",
           "m.yaml:3:39: analysis dynamics: event hit: unknown key \"wen\"; did you mean \"when\"?\n");
    expect(HEAD "space: space\nbodies: {a: {orientation: {axis: z, angel: 1}}}\n",
           "m.yaml:3:37: body a: orientation: unknown key \"angel\"; did you mean \"angle\"?\n");
}

Test(model_fault, repeated_keys_are_named)
{
    expect(HEAD "title: a\ntitle: b\n", "m.yaml:3:1: key \"title\" occurs twice in this map; first at line 2\n");
    expect(HEAD "bodies: {a: {}, b: {}, a: {mass: 1}}\n",
           "m.yaml:2:24: key \"a\" occurs twice in this map; first at line 2\n");
    expect(BODIES "forces:\n  f: {actuator: [ground.O, crank.A], value: 1, force: 2}\n",
           "m.yaml:7:48: force f: \"force\" and \"value\" mean the same; give one\n");
}

Test(model_fault, repeated_names_are_named)
{
    expect(BODIES "joints:\n  crank: {revolute: [crank.A, coupler.A]}\n",
           "m.yaml:7:3: joint \"crank\": the name is taken; bodies, joints, forces, drivers, states, outputs and "
           "events share "
           "one set "
           "of names\n");
    expect(BODIES "joints:\n  A: {revolute: [crank, coupler]}\nforces:\n  A: {torque: crank, value: 1}\n",
           "m.yaml:9:3: force \"A\": the name is taken; bodies, joints, forces, drivers, states, outputs and events "
           "share one "
           "set of "
           "names\n");
    expect(HEAD "joints:\n  ground: {fixed: [a, b]}\ndrivers: {d-1: {x.y: t}}\nbodies: {a: {}, b: {}}\n",
           "m.yaml:3:3: joint \"ground\": the name is taken; bodies, joints, forces, drivers, states, outputs and "
           "events share "
           "one set "
           "of names\n"
           "m.yaml:3:20: joint ground: no point \"ground\" on body \"a\"; it has none: give it one, as points: "
           "{ground: [0, 0]}\n"
           "m.yaml:3:23: joint ground: no point \"ground\" on body \"b\"; it has none: give it one, as points: "
           "{ground: [0, 0]}\n"
           "m.yaml:4:11: driver \"d-1\": a name is made of letters, digits and _, a letter first; write \"d_1\"\n"
           "m.yaml:4:11: driver d-1: there is no position or velocity \"x.y\"; did you mean \"a.y\"?\n");
}

/* ---- values ---- */

Test(model_fault, values_of_the_wrong_type_are_named)
{
    expect(HEAD "bodies: {a: 5}\n", "m.yaml:2:13: body a must be a map, {key: value, ...}\n");
    expect(HEAD "bodies: {a: {mass: [1]}}\n", "m.yaml:2:20: body a: \"mass\" must be a number\n");
    expect(HEAD "bodies: {a: {mass: }}\n", "m.yaml:2:14: body a: \"mass\" must be a number\n");
    expect(HEAD "bodies: {a: {mass: 60 deg}}\n", "m.yaml:2:20: body a: mass: expected kg, found deg\n");
    expect(HEAD "bodies: {a: {mass: 1, inertia: [1, 2, 3]}}\n",
           "m.yaml:2:32: body a: \"inertia\" must be a number: the model is planar\n");
    expect(HEAD "bodies: {a: {points: {P: [1, 2, 3]}}}\n",
           "m.yaml:2:26: body a: point P must be a list of 2 numbers, [x, y]: the model is planar\n");
    expect(HEAD "bodies: {a: {points: {P: [1, 2 s]}}}\n", "m.yaml:2:30: body a: point P: expected m, found s\n");
    expect(HEAD "bodies: {a: {position: [1, 2, 3]}}\n",
           "m.yaml:2:24: body a: \"position\" must be a list of 2 numbers, [x, y]: the model is planar\n");
    expect(HEAD "bodies: {a: {orientation: [1, 0, 0, 0]}}\n",
           "m.yaml:2:14: body a: \"orientation\" is for models in space; use \"angle\"\n");
    expect(HEAD "space: space\nbodies: {a: {angle: 1, omega: 3, inertia: 3}}\n",
           "m.yaml:3:14: body a: \"angle\" is for models in the plane; use \"orientation\"\n"
           "m.yaml:3:31: body a: \"omega\" must be a list of 3 numbers, [x, y, z]\n"
           "m.yaml:3:43: body a: \"inertia\" must be [Ixx, Iyy, Izz] or [Ixx, Iyy, Izz, Ixy, Ixz, Iyz]\n");
    expect(HEAD "gravity: 9.81\n", "m.yaml:2:10: gravity must be a vector like [0, -9.81], or none\n");
    expect(HEAD "gravity: [0, 0, -9.81]\n",
           "m.yaml:2:10: gravity must be a list of 2 numbers, [x, y]: the model is planar\n");
    expect(HEAD "analyses: {dynamics: {end: 5}}\n",
           "m.yaml:2:11: \"analyses\" must be a list: each line begins with \"- \"\n");
    expect(
        HEAD "analyses: [dynamics: {end: 5 m, assemble: yes, formulation: pont, actuators: A}]\n",
        "m.yaml:2:28: analysis dynamics: end: expected s, found m\n"
        "m.yaml:2:43: analysis dynamics: \"assemble\" must be true or false\n"
        "m.yaml:2:61: analysis dynamics: \"formulation\" must be auto, absolute or point, not \"pont\"; did you mean "
        "\"point\"?\n"
        "m.yaml:2:78: analysis dynamics: \"actuators\" must be a list of names\n");
    expect(HEAD "analyses: [dynamics: {end: 5, stabilization: {baumgart: {alpha: 5}}}]\n",
           "m.yaml:2:47: analysis dynamics: \"stabilization\" must be projection, direct, baumgarte or none, not "
           "\"baumgart\"; "
           "did "
           "you mean \"baumgarte\"?\n");
}

Test(model_fault, wrong_expressions_are_placed)
{
    expect(HEAD "bodies: {a: {mass: 1 +}}\n", "m.yaml:2:23: body a: mass: the expression breaks off here\n");
    expect(HEAD "bodies: {a: {mass: two}}\n", "m.yaml:2:20: body a: mass: unknown name \"two\"\n");
    expect(HEAD "parameters: {length: 1}\nbodies: {a: {mass: 2*lenght}}\n",
           "m.yaml:3:22: body a: mass: unknown name \"lenght\"; did you mean \"length\"?\n");
    expect(HEAD "parameters:\n  a: 1 + sin^2(0.3)\n  b: cos**2(1)\n  c: 2*e^2\n  d: 5 kilogram\n  x: 2^2(3)\n",
           "m.yaml:3:15: parameter a: unexpected \"(\"; powers of functions are written sin(x)^2\n"
           "m.yaml:4:12: parameter b: unexpected \"(\"; powers of functions are written sin(x)^2\n"
           "m.yaml:5:8: parameter c: unknown name \"e\"; powers of e are written exp(x)\n"
           "m.yaml:6:8: parameter d: unknown unit \"kilogram\"; did you mean \"kg\"?\n"
           "m.yaml:7:9: parameter x: unexpected \"(\"\n");
    expect(HEAD "parameters: {l: 1 m}\nbodies: {a: {mass: l}}\n", "m.yaml:3:20: body a: mass: expected kg, found m\n");
    expect(HEAD "bodies: {a: {angle: t}}\n", "m.yaml:2:21: body a: angle: unknown name \"t\"\n");
    expect(BODIES "forces:\n  f: {torque: crank, value: \"2*(t\"}\n",
           "m.yaml:7:32: force f: value: this \"(\" is never closed\n");
    expect(HEAD "drivers:\n  d: {O.angle: 2*)}\n",
           "m.yaml:3:3: driver d: there is no position or velocity \"O.angle\"\n"
           "m.yaml:3:18: driver d: unexpected \")\"\n");
    expect(HEAD "initial: {O.angle: 60 dge}\n",
           "m.yaml:2:20: initial: there is no position or velocity \"O.angle\"\n"
           "m.yaml:2:23: initial O.angle: unknown unit \"dge\"; did you mean \"deg\"?\n");
}

Test(model_fault, circular_parameters_are_named)
{
    expect(HEAD "parameters: {a: b + 1, b: c, c: 2*a, d: a, e: e}\nbodies: {x: {mass: a}}\n",
           "m.yaml:2:17: parameters a, b, c refer to each other in a cycle\n"
           "m.yaml:2:47: parameter e refers to itself\n");
    expect(HEAD "parameters: {t: 1, pi: 3, 1x: 2, j: [1], k: 60 deg + 1 m, l: 1/0}\n",
           "m.yaml:2:14: parameter \"t\": this name is reserved\n"
           "m.yaml:2:20: parameter \"pi\": this name is reserved\n"
           "m.yaml:2:27: parameter \"1x\": a name is made of letters, digits and _, a letter first; write \"_1x\"\n"
           "m.yaml:2:37: parameter j must be a number\n"
           "m.yaml:2:52: parameter k: cannot add rad and m\n"
           "m.yaml:2:62: parameter l: 1/0 is not a finite number\n");
    expect(HEAD "parameters: {k: 1}\nanalyses:\n  - assembly: {set: {kk: 3, k: 1 +}}\n",
           "m.yaml:4:22: analysis assembly: set: no parameter \"kk\"; did you mean \"k\"?\n"
           "m.yaml:4:35: analysis assembly: set: k: the expression breaks off here\n");
}

Test(model_fault, impossible_masses_are_refused)
{
    expect(HEAD "bodies: {a: {mass: -1}}\n", "m.yaml:2:20: body a: mass must not be negative\n");
    expect(HEAD "bodies: {a: {mass: 0/0}}\n", "m.yaml:2:20: body a: mass: 0/0 is not a finite number\n");
    expect(HEAD "bodies: {a: {mass: 1e400}}\n", "m.yaml:2:20: body a: mass: 1e400 is not a finite number\n");
    expect(HEAD "bodies: {a: {mass: .nan}}\n", "m.yaml:2:20: body a: mass: unexpected \".\"\n");
    expect(HEAD "bodies: {a: {mass: 0}}\n", "");
    expect(HEAD "bodies: {a: {mass: 0, inertia: 1}}\n", "");
    expect(HEAD "bodies: {a: {inertia: {values: 1, about: [1, 0]}}}\n",
           "m.yaml:2:23: body a: has an inertia but no mass: leave out \"about\", or give the mass\n");
    expect(HEAD "bodies: {a: {mass: 1, inertia: -1}}\n", "m.yaml:2:32: body a: inertia must not be negative\n");
    expect(HEAD "bodies: {a: {density: 7800}}\n", "m.yaml:2:23: body a: a density needs a shape\n");
    expect(HEAD "bodies: {a: {mass: 1, density: 7800, shape: {sphere: 1}}}\n",
           "m.yaml:2:32: body a: give a mass or a density, not both\n");
    expect(HEAD "bodies: {a: {points: {A: [0, 0], B: [1, 0]}, density: 7800, shape: rod}}\n",
           "m.yaml:2:55: body a: a density needs a volume: give the rod a diameter or a width\n");
    expect(HEAD "bodies: {a: {density: 7800, shape: {disc: 1}}}\n",
           "m.yaml:2:23: body a: a density needs a volume: give the disc a thickness\n");
    expect(HEAD "bodies: {ground: {mass: 1}}\n", "m.yaml:2:19: body ground: \"mass\" has no effect on the ground\n");
}

Test(model_fault, impossible_inertias_in_space_are_refused)
{
#define SPACE HEAD "space: space\nbodies:\n"
    expect(
        SPACE "  a: {mass: 1, inertia: [1, 1, 3]}\n",
        "m.yaml:4:25: body a: no body has this inertia: of its principal moments 1, 1, 3 one is larger than the sum of "
        "the others\n");
    expect(SPACE "  a: {mass: 1, inertia: [1, 1, 2.12]}\n",
           "m.yaml:4:25: body a: no body has this inertia: of its principal moments 1, 1, 2.12 one is larger than the "
           "sum of "
           "the others\n");
    expect(
        SPACE "  a: {mass: 1, inertia: [0.01, 1, 1.02]}\n",
        "m.yaml:4:25: body a: no body has this inertia: of its principal moments 0.01, 1, 1.02 one is larger than the "
        "sum of the others\n");
    expect(
        SPACE "  a: {mass: 1, inertia: [1, 1, 2.06]}\n",
        "m.yaml:4:25: body a: no body has this inertia: of its principal moments 1, 1, 2.06 one is larger than "
        "the sum of the others; the motion is that of the nearest possible inertia, of principal moments 1.03, 1.03, "
        "2.06 (changed by 3 % at most)\n");
    expect(SPACE "  a: {mass: 1, inertia: [1, 1, 2]}\n", "");
    expect(SPACE "  a: {mass: 1, inertia: [1, 1, -1]}\n",
           "m.yaml:4:25: body a: inertia is not positive: its principal moments are 1, 1, -1\n");
    expect(SPACE "  a: {mass: 1, inertia: [1, 1, 1, 2, 0, 0]}\n",
           "m.yaml:4:25: body a: inertia is not positive: its principal moments are -1, 3, 1\n");
    expect(SPACE "  a: {mass: 1, inertia: [2, 2, 2, 0.9, 0, 0]}\n", "");
    expect(SPACE "  a: {mass: 1, inertia: [2, 2, 2, 0, 1.9, 1.9]}\n",
           "m.yaml:4:25: body a: inertia is not positive: its principal moments are -0.687006, 2, 4.68701\n");
    expect(SPACE "  a: {mass: 0, inertia: [1, 0, 0]}\n", "");
    expect(SPACE "  a: {mass: 0, inertia: [1, 0, -1]}\n",
           "m.yaml:4:25: body a: inertia is not positive: its principal moments are 1, 0, -1\n");
}

Test(model_fault, wrong_shapes_are_refused)
{
    expect(HEAD "bodies: {a: {mass: 1, shape: ball}}\n", "m.yaml:2:30: body a: unknown shape \"ball\"; known are rod, "
                                                         "disc, box, sphere, cylinder, polygon, particle, mesh\n");
    expect(HEAD "bodies: {a: {mass: 1, shape: dics}}\n",
           "m.yaml:2:30: body a: unknown shape \"dics\"; did you mean \"disc\"?\n");
    expect(HEAD "bodies: {a: {mass: 1, shape: disc}}\n", "m.yaml:2:30: body a: shape disc: \"radius\" is missing\n");
    expect(HEAD "bodies: {a: {mass: 1, shape: {disc: -1}}}\n",
           "m.yaml:2:37: body a: shape disc: radius must be above zero\n");
    expect(HEAD "bodies: {a: {mass: 1, shape: {box: [1]}}}\n",
           "m.yaml:2:36: body a: shape box: \"size\" must be a list of 2 or 3 lengths\n");
    expect(HEAD "bodies: {a: {points: {A: [0, 0]}, mass: 1, shape: rod}}\n",
           "m.yaml:2:51: body a: shape rod needs two points on the body to run through\n");
    expect(HEAD "bodies: {a: {points: {A: [0, 0], B: [0, 0]}, mass: 1, shape: rod}}\n",
           "m.yaml:2:62: body a: shape rod: points \"A\" and \"B\" coincide\n");
    expect(HEAD "bodies: {a: {points: {A: [0, 0], B: [sqrt(-1), 0]}, mass: 1, shape: rod}}\n",
           "m.yaml:2:38: body a: point B: sqrt(-1) is not a finite number\n");
    expect(HEAD "points: {A: [0, 0], B: [1/0, 0]}\nbodies: {a: {points: [A, B], mass: 1, shape: rod}}\n",
           "m.yaml:2:25: point B: 1/0 is not a finite number\n");
    expect(HEAD "bodies: {a: {mass: 1, shape: {disc: 1, radius: 2}}}\n",
           "m.yaml:2:40: body a: shape disc: \"radius\" is given twice\n");
    expect(HEAD "bodies: {a: {mass: 1, shape: {disc: 1, box: [1, 2]}}}\n",
           "m.yaml:2:40: body a: \"shape\" has one shape, not \"disc\" and \"box\"\n");
    expect(HEAD "bodies: {a: {mass: 1, shape: {disc: 1, density: 2}}}\n",
           "m.yaml:2:40: body a: shape disc: unknown key \"density\"; it belongs to a body\n");
    expect(HEAD "bodies: {a: {points: {A: [0, 0], B: [2, 0]}, com: [0.5, 0], mass: 1, shape: rod}}\n",
           "m.yaml:2:51: body a: com is not the centroid of the shape; give an inertia, or leave com out\n");
    expect(HEAD "bodies: {a: {mass: 1, shape: {polygon: [[0, 0], [1, 1], [2, 2]]}}}\n",
           "m.yaml:2:31: body a: shape polygon: its corners enclose no area\n");
    expect(HEAD "bodies: {a: {mass: 1, shape: {polygon: [[0, 0], [2, 2], [2, 0], [0, 1]]}}}\n",
           "m.yaml:2:31: body a: shape polygon: its edges cross each other\n");
    expect(HEAD "bodies: {a: {mass: 1, shape: {polygon: [[0, 0], P]}}}\n",
           "m.yaml:2:49: body a: shape polygon: no point \"P\" on body \"a\"\n");
    expect(SPACE "  a: {mass: 1, shape: {polygon: [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 1]]}}\n",
           "m.yaml:4:24: body a: shape polygon: its corners do not lie in one plane\n");
}

Test(model_fault, wrong_orientations_are_refused)
{
    expect(SPACE "  a: {orientation: [1, 1, 0, 0]}\n",
           "m.yaml:4:20: body a: orientation: a quaternion [w, x, y, z] has length 1, not 1.41421\n");
    expect(SPACE "  a: {orientation: [0, 0, 0, 0]}\n",
           "m.yaml:4:20: body a: orientation: a quaternion [w, x, y, z] has length 1, not 0\n");
    expect(SPACE "  a: {orientation: 3}\n",
           "m.yaml:4:20: body a: orientation must be a quaternion [w, x, y, z], {axis:, "
           "angle:}, {euler:, angles:} or {x: [A, B], xy: [A, C]}\n");
    expect(SPACE "  a: {orientation: {axis: [0, 0, 0], angle: 1}}\n",
           "m.yaml:4:27: body a: orientation: axis is zero: it has no direction\n");
    expect(
        SPACE "  a: {orientation: {euler: zyy, angles: [0, 0, 0]}}\n",
        "m.yaml:4:28: body a: orientation: \"euler\" must be xyz, xzy, yxz, yzx, zxy, zyx, xyx, xzx, yxy, yzy, zxz or "
        "zyz, not \"zyy\"; did you mean \"yzy\"?\n");
}

Test(model_fault, wrong_drawings_are_refused)
{
    expect(HEAD "bodies: {a: {points: [P]}}\n",
           "m.yaml:2:22: body a: \"points\" is a list of names, but the file has no drawing (a section \"points\")\n");
    expect(HEAD "points: {Aa: [0, 0], B: [1]}\nbodies:\n  b: {points: [Aa, AA, X, Aa], position: [0, 0]}\n"
                "  ground: {points: {B: [1, 1]}}\n",
           "m.yaml:2:25: point B must be a list of 2 numbers, [x, y]: the model is planar\n"
           "m.yaml:4:20: body b: no point \"AA\" in the drawing; did you mean \"Aa\"?\n"
           "m.yaml:4:24: body b: no point \"X\" in the drawing\n"
           "m.yaml:4:27: body b: point \"Aa\" is given twice\n"
           "m.yaml:4:42: body b: is drawn, so \"position\" has no effect\n"
           "m.yaml:5:21: body ground: point \"B\" is a point of the drawing already\n");
}

/* ---- joints and forces ---- */

Test(model_fault, missing_names_are_reported)
{
    expect(BODIES "joints:\n  A: {revolute: [crank, cupler]}\n",
           "m.yaml:7:25: joint A: no point \"A\" on body \"cupler\"; did you mean \"coupler\"?\n");
    expect(BODIES "joints:\n  A: {revolute: [crank.A, cupler.A]}\n",
           "m.yaml:7:27: joint A: no body \"cupler\"; did you mean \"coupler\"?\n");
    expect(BODIES "joints:\n  A: {revolute: [crank, coupler.C]}\n",
           "m.yaml:7:33: joint A: no point \"C\" on body \"coupler\"; it has A, B\n");
    expect(BODIES "joints:\n  X: {revolute: [crank.A, coupler], at: a}\n",
           "m.yaml:7:41: joint X: no point \"a\" on body \"coupler\"; did you mean \"A\"?\n");
    expect(BODIES "joints:\n  A: {revolute: [crank, B]}\n  B: {revolute: [crank.A, coupler.B]}\n",
           "m.yaml:7:25: joint A: \"B\" is not a body\n");
    expect(BODIES "forces:\n  m: {motor: O, torque: 3}\n", "m.yaml:7:14: force m: no joint \"O\"\n");
    expect(BODIES "forces:\n  f: {force: crnk, value: [1, 0]}\n",
           "m.yaml:7:14: force f: no body \"crnk\"; did you mean \"crank\"?\n");
}

Test(model_fault, joint_between_a_body_and_itself_is_refused)
{
    expect(BODIES "joints:\n  A: {revolute: [crank, crank]}\n",
           "m.yaml:7:17: joint A: joins body \"crank\" with itself\n");
    expect(BODIES "joints:\n  A: {revolute: [crank.A, crank.O]}\n",
           "m.yaml:7:17: joint A: joins body \"crank\" with itself\n");
    expect(BODIES "forces:\n  s: {spring: [crank.A, crank.O], stiffness: 1}\n",
           "m.yaml:7:15: force s: acts between body \"crank\" and itself\n");
    expect(BODIES "joints:\n  O: {revolute: [ground, crank]}\n  g: {gear: [O, O], ratio: 2}\n",
           "m.yaml:8:13: joint g: couples joint \"O\" to itself\n");
    expect(BODIES "forces:\n  f: {force: ground.O, value: [1, 0]}\n",
           "m.yaml:7:14: force f: acts on the ground, which does not move\n");
}

Test(model_fault, unknown_types_are_named)
{
    expect(BODIES "joints:\n  A: {revolut: [crank, coupler]}\n",
           "m.yaml:7:7: joint A: unknown type \"revolut\"; did you mean \"revolute\"?\n");
    expect(BODIES "joints:\n  A: {spherical: [crank, coupler]}\n",
           "m.yaml:7:7: joint A: \"spherical\" exists only in space; this model is in the plane\n");
    expect(BODIES "joints:\n  A: {spring: [crank, coupler]}\n",
           "m.yaml:7:7: joint A: \"spring\" is a kind of force; it belongs to \"forces\"\n");
    expect(BODIES "joints:\n  A: {cam: [crank, coupler]}\n",
           "m.yaml:7:13: joint A: body \"crank\" has no surfaces: give it one, as surfaces: {rim: {disc: 50 mm}}\n"
           "m.yaml:7:20: joint A: body \"coupler\" has no surfaces: give it one, as surfaces: {rim: {disc: 50 mm}}\n");
    expect(BODIES "forces:\n  f: {contact: [crank, coupler]}\n",
           "m.yaml:7:17: force f: body \"crank\" has no surfaces: give it one, as surfaces: {rim: {disc: 50 mm}}\n"
           "m.yaml:7:24: force f: body \"coupler\" has no surfaces: give it one, as surfaces: {rim: {disc: 50 mm}}\n");
    expect(BODIES "joints:\n  A: {revolute: [crank, coupler], fixed: [crank, coupler]}\n",
           "m.yaml:7:6: joint A: has more than one type\n");
    expect(BODIES "joints:\n  A: {at: A}\n  B: {}\n  C: 5\n",
           "m.yaml:7:6: joint A: has no type; write {revolute: [first, second]}\n"
           "m.yaml:8:6: joint B: has no type; write {revolute: [first, second]}\n"
           "m.yaml:9:6: joint C must be a map, {TYPE: [first, second], ...}\n");
    expect(
        BODIES "joints:\n  A: {revolute: crank}\n  B: {slot: [crank, coupler, ground], axis: x}\n",
        "m.yaml:7:17: joint A: \"revolute\" must be [first, second], or a list of more bodies\n"
        "m.yaml:8:13: joint B: \"slot\" must be [first, second]: it joins two; several can be joined by fixed, free, "
        "prismatic, revolute\n");
    expect(HEAD "analyses:\n  - dynamcs: {}\n  - dynamics\n  - {a: 1, b: 2}\n",
           "m.yaml:3:5: unknown analysis \"dynamcs\"; did you mean \"dynamics\"?\n"
           "m.yaml:4:5: analysis dynamics: \"end\" is missing: when it ends\n"
           "m.yaml:5:5: an analysis is one kind with its options, KIND: {options}\n");
}

Test(model_fault, wrong_fields_are_named)
{
    expect(BODIES "joints:\n  A: {prismatic: [crank, coupler], axis: [0, 0]}\n",
           "m.yaml:7:42: joint A: axis is zero: it has no direction\n");
    expect(
        BODIES "joints:\n  A: {prismatic: [crank, coupler], axis: [0, 0, 1]}\n",
        "m.yaml:7:42: joint A: \"axis\" must be x, y, a list of 2 numbers or two points [B, P]: the model is planar\n");
    expect(BODIES "joints:\n  A: {revolute: [crank, coupler], stiffness: -1, damping: 3 kg}\n",
           "m.yaml:7:46: joint A: stiffness must not be negative\n"
           "m.yaml:7:59: joint A: damping: expected N*m*s/rad, found kg\n");
    expect(BODIES "forces:\n  f: {torque: crank, value: [1, 2]}\n  g: {force: crank, value: 3}\n  h: {torque: crank}\n",
           "m.yaml:7:29: force f: \"value\" must be a number: the model is planar\n"
           "m.yaml:8:28: force g: \"value\" must be a list of 2 numbers\n"
           "m.yaml:9:6: force h: \"value\" is missing: the torque; in space its three components\n");
    expect(BODIES "joints:\n  O: {revolute: [ground, crank]}\n  S: {prismatic: [crank, coupler], at: A, axis: x}\n"
                  "  g: {rack: [S, O], radius: 5 kg}\n  h: {gear: [O, Q], ratio: 1}\n"
                  "  i: {gear: [O, S], ratio: 5 m, offset: 3 deg}\n  j: {gear: [S, O], ratio: 5 m}\n",
           "m.yaml:9:14: joint g: joint \"S\" is a prismatic, which has no angle to couple\n"
           "m.yaml:9:29: joint g: radius: expected m, found kg\n"
           "m.yaml:10:17: joint h: no joint \"Q\"\n"
           "m.yaml:11:41: joint i: offset: expected m, found deg\n"
           "m.yaml:12:28: joint j: ratio: expected rad/m, found m\n");
    expect(BODIES "drivers:\n  d: 3\n  e: {O.angle: }\n  f: {a: 1, b: 2}\n",
           "m.yaml:7:6: driver d must be one channel and its value, {CHANNEL: expression}\n"
           "m.yaml:8:6: driver e must be one channel and its value, {CHANNEL: expression}\n"
           "m.yaml:9:6: driver f must be one channel and its value, {CHANNEL: expression}\n");
    expect(HEAD "tables: {a: [[0, 1], [0, 2]], b: no.csv, c: [1, 2], d: {}, e: []}\n",
           "m.yaml:2:22: table a: x must increase from point to point, but point 2 has 0 after 0\n"
           "m.yaml:2:34: table b \"no.csv\": there is no such file\n"
           "m.yaml:2:46: table c: a row must be [x, y]\n"
           "m.yaml:2:56: table d: give its points, a file that has them, the segments of a motion, a trapezoid, an "
           "s_curve, poses or a road, x, y and z, or the file of a grid\n"
           "m.yaml:2:63: table e has no points\n");
}

/* ---- all at once, and without memory ---- */

static const char *const many = HEAD "parameters: {a: b, b: a}\n"
                                     "bodies:\n"
                                     "  crank: {points: {O: [0, 0]}, mass: -1, colour: red}\n"
                                     "joints:\n"
                                     "  O: {revolute: [ground, crank]}\n"
                                     "  A: {revolute: [crank, cupler]}\n"
                                     "forces:\n"
                                     "  f: {torque: crank, valu: a}\n"
                                     "analyses:\n"
                                     "  - dynamic: {end: 5}\n";

Test(model_fault, errors_are_reported_in_the_order_of_the_file)
{
    expect(many,
           "m.yaml:2:17: parameters a, b refer to each other in a cycle\n"
           "m.yaml:4:38: body crank: mass must not be negative\n"
           "m.yaml:4:42: body crank: unknown key \"colour\"; known are points, com, mass, inertia, density, "
           "shape, shapes, surfaces, mass_properties, "
           "position, angle, orientation, velocity, omega\n"
           "m.yaml:6:18: joint O: no point \"O\" on body \"ground\"; it has none: give it one, as points: {O: [0, 0]}\n"
           "m.yaml:7:18: joint A: no point \"A\" on body \"crank\"; it has O\n"
           "m.yaml:7:25: joint A: no point \"A\" on body \"cupler\"\n"
           "m.yaml:9:22: force f: unknown key \"valu\"; did you mean \"value\"?\n"
           "m.yaml:11:5: unknown analysis \"dynamic\"; did you mean \"dynamics\"?\n");
}

static int allowed;

static void *limited(size_t bytes)
{
    return allowed-- > 0 ? malloc(bytes) : NULL;
}

/* Whichever piece of memory cannot be had, nothing crashes and (the sanitizers say) nothing is lost. */
Test(model_fault, failed_allocations_lose_nothing)
{
    const char *const texts[] = {many, BODIES "joints:\n  O: {revolute: [ground, crank]}\nparameters: {k: 2*3 mm}\n"};
    for (int k = 0; k < 2; k++) {
        bool done = false;
        for (int i = 0; i < 2000 && !done; i++) {
            tml_log *log = tml_log_make();
            allowed = i;
            allocate_with = limited;
            tml_model *model = tml_model_build(texts[k], strlen(texts[k]), "m.yaml", forms, 2, log);
            if (model)
                tml_model_set(model, "k", "3*4 mm", log);
            done = allowed > 0;
            allocate_with = malloc;
            cr_expect(model != NULL || log->error_count > 0);
            tml_model_free(model);
            tml_log_free(log);
        }
        cr_expect(done);
    }
}
