/* matrices.c - matrices in the output of the program: aligned columns, not printed if too wide, one CSV file each. */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[64], out[1 << 16];

static void set_up(void)
{
    strcpy(folder, "/tmp/trammel-matrices-XXXXXX");
    cr_assert_not_null(mkdtemp(folder));
    cr_assert_eq(chdir(folder), 0);
}

static void tear_down(void)
{
    char command[128];
    cr_expect_eq(chdir("/"), 0);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    cr_expect_eq(system(command), 0);
}

TestSuite(matrices, .init = set_up, .fini = tear_down, .timeout = TML_SLOWER * 120);

/* Runs the model with more arguments; stdout and stderr in `out`. */
static int run(const char *text, const char *arguments)
{
    char command[512];
    FILE *file = fopen("m.yaml", "w");
    fputs(text, file);
    fclose(file);
    snprintf(command, sizeof command, "'%s' run m.yaml %s 2>&1", TML_PROGRAM, arguments);
    file = popen(command, "r");
    cr_assert_not_null(file);
    out[fread(out, 1, sizeof out - 1, file)] = 0;
    const int status = pclose(file);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void expect_shown(const char *part)
{
    cr_expect(strstr(out, part), "no\n%s\nin\n%s", part, out);
}

#define BLOCK                                                                                                          \
    "trammel: 1\ngravity: none\n"                                                                                      \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0]}}\n"                                                                                \
    "  block: {points: {P: [0, 0]}, mass: 2, inertia: 1, position: [1, 0]}\n"                                          \
    "joints: {S: {prismatic: [ground.O, block.P], axis: [1, 0]}}\n"                                                    \
    "forces:\n"                                                                                                        \
    "  spring: {spring: [ground.O, block.P], stiffness: 800, length: 1, damping: 8}\n"                                 \
    "initial: {S.displacement: 1}\n"

Test(matrices, are_printed_in_columns)
{
    cr_expect_eq(run(BLOCK "analyses: [modes: {inputs: [spring], outputs: [S.displacement], matrices: true}]\n", ""),
                 0);
    expect_shown("modes.A: 2 x 2\n"
                 "                  S.displacement  S.speed\n"
                 "  S.displacement               0        1\n"
                 "  S.speed                   -400       -4\n"
                 "modes.B: 2 x 1\n"
                 "                  spring\n"
                 "  S.displacement       0\n"
                 "  S.speed           -0.5\n");
    cr_expect_eq(run(BLOCK "analyses: [modes: {inputs: [spring]}]\n", ""), 0);
    cr_expect_null(strstr(out, "-400"), "not asked for");
}

Test(matrices, are_written_to_separate_files)
{
    const char *model = BLOCK "analyses: [modes: {inputs: [spring], outputs: [S.speed]}, evaluate: {matrices: true}]\n";
    cr_expect_eq(run(model, "-q --analysis modes.A -o A.csv"), 0, "%s", out);
    cr_expect_eq(run(model, "-q -o all.csv"), 0, "%s", out);
    cr_expect_eq(run(model, "-q -o all.json"), 0, "%s", out);
    cr_expect_eq(run(model, "-q --analysis modes.X -o X.csv"), 2, "%s", out);
    expect_shown("the run has no analysis \"modes.X\"; it has: modes, modes.A");
    cr_expect_eq(system("printf 'row,S.displacement,S.speed\\nS.displacement,0,1\\nS.speed,-400,-4\\n' | cmp - A.csv"),
                 0);
    cr_expect_eq(system("head -c 10 all.csv | grep -q '^t,block.x'"), 0, "the table of the last analysis");
    cr_expect_eq(system("grep -q '\"row_names\": \\[\"S.displacement\", \"S.speed\"\\]' all.json"), 0);
}

Test(matrices, are_not_printed_if_too_wide)
{
    char text[8000], *to = text;
    to += sprintf(to, "trammel: 1\ngravity: none\nbodies:\n");
    for (int i = 0; i < 21; i++)
        to += sprintf(to, "  b%d: {mass: 1, inertia: 1, position: [%d, 0]}\n", i, i);
    sprintf(to, "analyses: [evaluate: {matrices: true}]\n");
    cr_expect_eq(run(text, "-o o.json"), 0, "%s", out);
    expect_shown("evaluate.M: 63 x 63\n  too wide to print");
    cr_expect_eq(system("grep -q evaluate.M o.json"), 0);
}
