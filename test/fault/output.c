/* output.c - files that the program writes: refused before the computation, marked as partial, left behind when it is killed. */
#define _XOPEN_SOURCE 700
#include "support/program.h"

TestSuite(output, .init = set_up, .fini = tear_down, .timeout = TML_SLOWER * 120);

Test(output, unwritable_places_are_refused_before_computing)
{
    write_file("m.yaml", PENDULUM SECOND);
    expect_refused(RUN("run", "m.yaml", "-o", "o.xls"),
                   "o.xls: unknown result format; known endings: .csv, .dxf, .h5, .json, .mat, .npz");
    cr_expect_not(exists("o.xls"));
    expect_refused(RUN("run", "m.yaml", "-o", "none/o.csv"), "cannot write none/o.csv: No such file or directory");
    cr_assert_eq(mkdir("dir.csv", 0777), 0);
    expect_refused(RUN("run", "m.yaml", "-o", "dir.csv"), "cannot write dir.csv: it is a folder");
    /* a folder in which nothing can be made, not even by root */
    expect_refused(RUN("run", "m.yaml", "-o", "/proc/o.csv"), "cannot write /proc/o.csv: ");
    cr_expect_not(strstr(out, "dynamics"), "nothing was computed:\n%s", out);
    expect_refused(RUN("run", "m.yaml", "-o", "m.yaml/o.csv"), "cannot write m.yaml/o.csv: Not a directory");
}

/* No command overwrites what it has read, by whatever name it is called. */
Test(output, input_is_not_overwritten)
{
    char before[ROOM], after[ROOM];
    write_file("m.json", "{\"trammel\": 1, \"tables\": {\"push\": \"push.csv\"}, \"bodies\": {\"rod\": {\"points\": "
                         "{\"P\": [0, 0]}, \"mass\": 1, \"inertia\": 1}}, \"forces\": {\"f\": {\"torque\": \"rod\", "
                         "\"value\": \"table(t, push)\"}}, \"analyses\": [{\"dynamics\": {\"end\": 1}}]}");
    write_file("push.csv", "0, 0\n1, 1\n2, 4\n");
    cr_assert_eq(symlink("m.json", "other.json"), 0);
    cr_assert_eq(link("push.csv", "hard.csv"), 0);
    cr_assert_eq(mkdir("sub", 0777), 0);
    read_file("m.json", before);
    const char *const taken[] = {"m.json", "other.json", "./m.json", "sub/../m.json", "push.csv", "hard.csv"};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
        char said[128];
        snprintf(said, sizeof said, "%s is read by the model: give the output another name", taken[i]);
        expect_refused(RUN("run", "m.json", "-o", taken[i]), said);
        const int code = RUN("report", "m.json", "-o", taken[i]);
        if (!strstr(err, "built without the workbench"))
            expect_refused(code, said);
    }
    read_file("m.json", after);
    cr_expect_str_eq(after, before);
    read_file("push.csv", after);
    cr_expect_str_eq(after, "0, 0\n1, 1\n2, 4\n");
    cr_expect_eq(RUN("run", "m.json", "-o", "o.csv"), 0, "%s", err);
}

/* A result that is not complete says so, wherever it is written, and can still be read. */
Test(output, partial_results_are_marked)
{
    static char text[ROOM];
    cr_expect_eq(run_model(PENDULUM "forces: {m: {torque: rod, value: sqrt(0.55 - t)}}\n"
                                    "analyses: [dynamics: {end: 1, output: 0.1}]\n"),
                 1);
    read_file("o.csv", text);
    cr_expect(strstr(text, "\n# partial: dynamics (analysis 1 of 1) failed\n"), "%s", text);
    cr_expect_eq(RUN("plot", "o.csv", "rod.angle", "-o", "o.svg"), 0, "%s", err);
    cr_expect(strstr(err, "o.csv: warning: this result is not complete: dynamics (analysis 1 of 1) failed"), "%s", err);
    cr_expect_eq(RUN("run", "m.yaml", "-o", "o.json"), 1);
    cr_expect(strstr(out, "partial "), "the summary says so: %s", out);
    read_file("o.json", text);
    cr_expect(strstr(text, "\"partial\": \"dynamics (analysis 1 of 1) failed\", \"analyses\""));
    cr_expect_eq(RUN("plot", "o.json", "rod.angle", "-o", "o.svg"), 0, "%s", err);
    cr_expect(strstr(err, "o.json: warning: this result is not complete: dynamics (analysis 1 of 1) failed"), "%s",
              err);
    cr_expect_eq(run_model(PENDULUM SECOND), 0);
    read_file("o.csv", text);
    cr_expect_not(strstr(text, "partial"));
    cr_expect_eq(RUN("plot", "o.csv", "rod.angle", "-o", "o.svg"), 0, "%s", err);
    cr_expect_str_empty(err);
}

/* Whenever the program is killed, no file of its own making is left beside the results. */
Test(output, killed_program_leaves_no_file)
{
    write_file("m.yaml", PENDULUM "analyses: [dynamics: {end: 100, output: 2e-4}]\n"); /* 100 MB */
    for (int i = 0; i < 12; i++) {
        int status;
        const pid_t child = start((const char *const[]){"run", "m.yaml", "-o", "o.csv", "--quiet", NULL}, NULL);
        pause_for(0.2 + 0.1 * i);
        kill(child, SIGKILL);
        cr_assert_eq(waitpid(child, &status, 0), child);
        DIR *here = opendir(".");
        cr_assert_not_null(here);
        for (const struct dirent *entry; (entry = readdir(here));)
            cr_expect(strncmp(entry->d_name, ".trammel", 8) != 0, "%s is left", entry->d_name);
        closedir(here);
    }
}

Test(output, failed_writing_of_results_is_reported)
{
    write_file("m.yaml", PENDULUM SECOND);
    cr_assert_eq(symlink("/dev/full", "full.csv"), 0);
    cr_expect_eq(RUN("run", "m.yaml", "-o", "full.csv"), 1);
    expect_message("full.csv: No space left");
    cr_expect(strstr(out, "dynamics: 11 rows"), "the summary is still there");
    cr_expect_not(strstr(out, "written to"));
}

Test(output, failed_writing_to_stdout_is_reported)
{
    if (!exists("/dev/full"))
        cr_skip_test("no /dev/full");
    const pid_t child = fork();
    if (child == 0) {
        redirect(1, "/dev/full", O_WRONLY);
        redirect(2, "stderr", O_WRONLY | O_CREAT | O_TRUNC);
        execl(TML_PROGRAM, TML_PROGRAM, "schema", (char *)NULL);
        _exit(126);
    }
    int status;
    cr_assert_eq(waitpid(child, &status, 0), child);
    read_file("stderr", err);
    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 1);
    expect_message("cannot write to stdout: No space left");
}
