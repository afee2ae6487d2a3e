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

/* A pendulum in space with a table, an included file and a drawn mesh; a URDF and an MJCF of the same kind; a result. */
static void write_sources(void)
{
    cr_assert_eq(mkdir("in", 0777), 0);
    write_file("in/part.yaml",
               "parts:\n  bob:\n    ports: [base]\n    bodies:\n      b: {points: {P: [0, 0, 0]}, com: P, mass: 1, "
               "inertia: [1, 1, 1]}\n    joints:\n      H: {revolute: [base, b], at: P, axis: y}\n");
    write_file("in/push.csv", "0, 0\n1, 1\n2, 4\n");
    write_file("in/rod.stl", "solid\nendsolid\n");
    write_file(
        "in/m.yaml",
        "trammel: 1\ninclude: [part.yaml]\nparameters: {k: 1}\nspace: space\ntables: {push: push.csv}\n"
        "bodies:\n  ground: {points: {O: [0, 0, 0]}}\n  rod: {points: {O: [0, 0, 0]}, com: [0, 0, -1], mass: 1, "
        "inertia: [1, 1, 1], shape: {mesh: rod.stl}}\njoints:\n  A: {revolute: [ground, rod], at: O, axis: y}\n"
        "forces: {f: {motor: A, torque: 'k*table(t, push)'}}\nanalyses:\n  - dynamics: {end: 0.1, output: 0.05}\n");
    write_file("in/r.urdf",
               "<robot name=\"r\"><link name=\"a\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" iyy=\"1\" "
               "izz=\"1\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial><visual><geometry><mesh "
               "filename=\"rod.stl\"/></geometry></visual></link></robot>\n");
    write_file("in/r.xml", "<mujoco><include file=\"more.xml\"/></mujoco>\n");
    write_file("in/more.xml",
               "<mujoco><worldbody><body name=\"a\"><freejoint/><geom type=\"sphere\" size=\"1\"/></body>"
               "</worldbody></mujoco>\n");
}

/* A plane model over a picture; the same with an error, and an include of what the picture is named in; a table with notes beside it. */
static void write_plane_sources(void)
{
    write_file("in/photo.svg", "<svg/>\n");
    write_file("in/data.csv", "t,x\n0,0\n1,1\n");
    write_file(
        "in/plane.yaml",
        "trammel: 1\nbackground: {image: photo.svg, width: 1 m}\nbodies:\n  rod: {points: {P: [0, 0], Q: [1, 0]}, "
        "mass: 1, inertia: 1, shape: {disc: {at: P, radius: 1}}}\n"
        "analyses:\n  - dynamics: {end: 0.01, output: 0.005}\n");
    write_file("in/tables.yaml", "tables: {push: push.csv}\n");
    write_file("in/broken.yaml", "trammel: 1\ninclude:   [tables.yaml]\nbackground: {image: photo.svg, width: 1 m}\n"
                                 "bodies: {rod: {mass: is_missing}}\nfault: 1\nstudies: {s: {data: data.csv}}\n");
    write_file("in/o.csv", "t,x\n0,0\n1,1\n");
    write_file("in/o.csv-metadata.json",
               "{\"@context\": \"http://www.w3.org/ns/csvw\", \"notes\": [{\"trammel\": \"0\"}]}\n");
}

/* The command is refused with E608, and the file keeps its bytes, where it is called by its name, by a link of either kind, or by a detour. */
static void expect_kept(const char *file, const char *const *words)
{
    static char before[ROOM], after[ROOM];
    char path[64], real[256];
    const char *const names[] = {"in/%s", "./in/../in/%s", "soft-%s", "hard-%s"};
    read_file(file, before);
    snprintf(path, sizeof path, "soft-%s", file + 3);
    snprintf(real, sizeof real, "%s/%s", folder, file);
    if (!exists(path)) {
        cr_assert_eq(symlink(real, path), 0);
        snprintf(path, sizeof path, "hard-%s", file + 3);
        cr_assert_eq(link(file, path), 0);
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *list[16] = {0};
        snprintf(path, sizeof path, names[i], file + 3);
        for (int k = 0; words[k]; k++)
            list[k] = strcmp(words[k], "OUT") == 0 ? path : words[k];
        const int code = run(list);
        if (strstr(err, "built without the workbench"))
            continue;
        cr_expect_eq(code, 2, "%s %s %s: %d\n%s%s", list[0], list[1], path, code, out, err);
        cr_expect(strstr(err, "[E608]"), "%s %s %s:\n%s", list[0], list[1], path, err);
        read_file(file, after);
        cr_expect_str_eq(after, before, "%s %s has changed %s", list[0], list[1], file);
    }
}

#define KEEPS(file, ...) expect_kept(file, (const char *const[]){__VA_ARGS__, NULL})

Test(output, no_command_overwrites_a_file_that_it_reads)
{
    write_sources();
    static const char *const named[] = {"in/m.yaml", "in/part.yaml", "in/push.csv", "in/rod.stl"};
    for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
        KEEPS(named[i], "export", "urdf", "in/m.yaml", "-o", "OUT");
        KEEPS(named[i], "export", "mjcf", "in/m.yaml", "-o", "OUT");
        KEEPS(named[i], "report", "in/m.yaml", "-o", "OUT", "--quiet");
    }
    KEEPS("in/push.csv", "export", "loads", "in/m.yaml", "-o", "OUT");
    KEEPS("in/push.csv", "run", "in/m.yaml", "-o", "OUT");
    KEEPS("in/push.csv", "sweep", "in/m.yaml", "--vary", "k=1:2:2", "--keep", "final(A.angle)", "-o", "OUT");
    KEEPS("in/part.yaml", "format", "in/m.yaml", "-o", "OUT");
    KEEPS("in/push.csv", "format", "in/m.yaml", "-o", "OUT");
    KEEPS("in/r.urdf", "import", "in/r.urdf", "-o", "OUT");
    KEEPS("in/rod.stl", "import", "in/r.urdf", "-o", "OUT");
    KEEPS("in/r.xml", "import", "in/r.xml", "-o", "OUT");
    KEEPS("in/more.xml", "import", "in/r.xml", "-o", "OUT");
}

Test(output, no_command_overwrites_pictures_notes_and_what_a_broken_model_names)
{
    write_sources();
    write_plane_sources();
    static const char *const kinds[] = {"urdf", "mjcf", "fmu", "links"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        KEEPS("in/photo.svg", "export", kinds[i], "in/plane.yaml", "-o", "OUT");
    KEEPS("in/photo.svg", "report", "in/plane.yaml", "-o", "OUT", "--quiet");
    KEEPS("in/photo.svg", "format", "in/plane.yaml", "-o", "OUT");
    static const char *const named[] = {"in/tables.yaml", "in/push.csv", "in/photo.svg", "in/data.csv"};
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        KEEPS(named[i], "format", "in/broken.yaml", "-o", "OUT");
    cr_expect_eq(RUN("format", "in/broken.yaml", "-o", "in/other.yaml"), 0, "%s", err);
    cr_expect_eq(RUN("format", "in/broken.yaml"), 0, "it may be rewritten itself: %s", err);
    KEEPS("in/o.csv-metadata.json", "convert", "in/o.csv", "-o", "OUT");
    KEEPS("in/o.csv", "convert", "in/o.csv", "-o", "OUT");
    cr_assert_eq(link("in/o.csv-metadata.json", "p.csv-metadata.json"), 0);
    expect_refused(RUN("convert", "in/o.csv", "-o", "p.csv"), "p.csv-metadata.json is read by this command");
}

/* A result that is not complete says so, wherever it is written, and can still be read. */
Test(output, partial_results_are_marked)
{
    static char text[ROOM];
    cr_expect_eq(run_model(PENDULUM "forces: {m: {torque: rod, value: sqrt(0.55 - t)}}\n"
                                    "analyses: [dynamics: {end: 1, output: 0.1}]\n"),
                 1);
    read_file("o.csv", text);
    cr_expect_not(strchr(text, '#'), "rows and columns alone: %s", text);
    read_file("o.csv-metadata.json", text);
    cr_expect(strstr(text, "\"partial\": \"dynamics (analysis 1 of 1) failed\""), "%s", text);
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
    cr_expect_not(exists("o.csv-metadata.json"), "nothing is to be said of this one");
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

/* A disk that is full, or a limit of the size of files: what was there before stays. */
Test(output, failed_writing_keeps_the_file_that_was_there)
{
    static char text[ROOM];
    const char *const commands[][8] = {{"run", "m.yaml", "-o", "old.json", "-q", NULL},
                                       {"report", "m.yaml", "-o", "old.html", "--quiet", NULL},
                                       {"export", "fmu", "m.yaml", "-o", "old.fmu", "-q", NULL},
                                       {"format", "wide.yaml", "-o", "old.yaml", NULL}};
    write_file("m.yaml", PENDULUM "analyses: [dynamics: {end: 1, output: 1e-3}]\n");
    FILE *wide = fopen("wide.yaml", "w");
    fputs("trammel: 1\nparameters:\n", wide);
    for (int i = 0; i < 2000; i++)
        fprintf(wide, "  p%d:   %d\n", i, i);
    fclose(wide);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        const char *path = commands[i][commands[i][0][0] == 'e' ? 4 : 3];
        write_file(path, "what was there");
        const pid_t child = fork();
        if (child == 0) {
            signal(SIGXFSZ, SIG_IGN); /* writing fails instead */
            setrlimit(RLIMIT_FSIZE, &(struct rlimit){8192, 8192});
            redirect(1, "stdout", O_WRONLY | O_CREAT | O_TRUNC);
            redirect(2, "stderr", O_WRONLY | O_CREAT | O_TRUNC);
            char *list[10] = {(char *)TML_PROGRAM};
            for (int k = 0; commands[i][k]; k++)
                list[k + 1] = (char *)commands[i][k];
            execv(TML_PROGRAM, list);
            _exit(126);
        }
        int status;
        cr_assert_eq(waitpid(child, &status, 0), child);
        cr_expect(WIFEXITED(status) && WEXITSTATUS(status) != 0, "%s", commands[i][0]);
        read_file(path, text);
        cr_expect_str_eq(text, "what was there", "%s", commands[i][0]);
    }
}

/* Runs the program with another stdout: a device, or a closed one (NULL). The exit code. */
static int run_to(const char *device, const char *const *words)
{
    const pid_t child = fork();
    if (child == 0) {
        redirect(2, "stderr", O_WRONLY | O_CREAT | O_TRUNC);
        if (device)
            redirect(1, device, O_WRONLY);
        else
            close(1);
        char *list[10] = {(char *)TML_PROGRAM};
        for (int k = 0; words[k]; k++)
            list[k + 1] = (char *)words[k];
        execv(TML_PROGRAM, list);
        _exit(126);
    }
    int status;
    cr_assert_eq(waitpid(child, &status, 0), child);
    read_file("stderr", err);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Every way to stdout: one message, with the reason that the system gives, and nothing else. */
Test(output, failed_writing_to_stdout_is_reported_once_with_its_reason)
{
    if (!exists("/dev/full"))
        cr_skip_test("no /dev/full");
    static const struct {
        const char *device, *message;
    } places[] = {{"/dev/full", "trammel: cannot write to stdout: No space left on device\n"},
                  {NULL, "trammel: cannot write to stdout: Bad file descriptor\n"}};
    static const char *const commands[][8] = {{"schema"},
                                              {"--version"},
                                              {"--help"},
                                              {"run", "--help"},
                                              {"explain", "E608"},
                                              {"check", "m.yaml"},
                                              {"run", "m.yaml", "-q", "--json"},
                                              {"run", "m.yaml", "--free-body", "rod", "-q"},
                                              {"verify", "m.yaml", "-q", "--json"},
                                              {"format", "m.yaml", "-o", "-"},
                                              {"export", "mjcf", "m.yaml"},
                                              {"export", "loads", "m.yaml", "-o", "-"},
                                              {"plot", "o.json", "rod.angle", "-o", "-"},
                                              {"convert", "o.json", "-o", "p.npz"},
                                              {"rerun", "o.npz"}};
    write_file("m.yaml", PENDULUM "analyses: [dynamics: {end: 1e-3, output: 1e-3}]\n");
    cr_assert_eq(RUN("run", "m.yaml", "-o", "o.json", "-q"), 0, "%s", err);
    cr_assert_eq(RUN("run", "m.yaml", "-o", "o.npz", "-q"), 0, "%s", err);
    for (size_t p = 0; p < sizeof places / sizeof *places; p++)
        for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
            cr_expect_eq(run_to(places[p].device, commands[i]), 1, "%s %s: %s", commands[i][0], commands[i][1], err);
            cr_expect_str_eq(err, places[p].message, "%s %s", commands[i][0], commands[i][1]);
        }
}
