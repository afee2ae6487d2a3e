/* program.h - the program under test: run in a folder of its own, with its output, messages and files.
 *
 * Included by one file of a test, which gives set_up and tear_down to its suite.
 */
#pragma once
#include "support/models.h"
#include <criterion/criterion.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ROOM = 1 << 19 };

static char folder[64];
static char out[ROOM], err[ROOM]; /* of the last run */

static inline void set_up(void)
{
    strcpy(folder, "/tmp/trammel-program-XXXXXX");
    cr_assert_not_null(mkdtemp(folder));
    cr_assert_eq(chdir(folder), 0);
}

static inline void tear_down(void)
{
    char command[128];
    cr_expect_eq(chdir("/"), 0);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    cr_expect_eq(system(command), 0);
}

static inline void write_file(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    cr_assert_not_null(file);
    fputs(text, file);
    fclose(file);
}

static inline bool exists(const char *name)
{
    return access(name, F_OK) == 0;
}

static inline void read_file(const char *name, char text[ROOM])
{
    FILE *file = fopen(name, "r");
    cr_assert_not_null(file, "%s is not there", name);
    text[fread(text, 1, ROOM - 1, file)] = 0;
    fclose(file);
}

static inline void pause_for(double seconds)
{
    struct timespec t = {(time_t)seconds, (long)(1e9 * (seconds - (double)(time_t)seconds))};
    while (nanosleep(&t, &t) && errno == EINTR)
        continue;
}

static inline void redirect(int number, const char *path, int flags)
{
    const int file = open(path, flags, 0666);
    if (file < 0 || dup2(file, number) < 0)
        _exit(125);
}

static const char *standard_input = "/dev/null"; /* of the program */
static rlim_t address_space = RLIM_INFINITY;     /* bytes: what the program may have of it */

/* Starts the program with stdout and stderr in files (or stderr on `terminal`); `list` ends with NULL. */
static inline pid_t start(const char *const *list, const char *terminal)
{
    char *arguments[16] = {(char *)TML_PROGRAM};
    for (int i = 0; list[i]; i++) {
        cr_assert_lt(i, 14);
        arguments[i + 1] = (char *)list[i];
    }
    const pid_t child = fork();
    if (child == 0) {
        setrlimit(RLIMIT_CPU, &(struct rlimit){60, 60}); /* it ends with the test */
        if (address_space != RLIM_INFINITY)
            setrlimit(RLIMIT_AS, &(struct rlimit){address_space, address_space});
        redirect(0, standard_input, O_RDONLY);
        redirect(1, "stdout", O_WRONLY | O_CREAT | O_TRUNC);
        redirect(2, terminal ? terminal : "stderr", O_WRONLY | O_CREAT | O_TRUNC | O_NOCTTY);
        execv(TML_PROGRAM, arguments);
        _exit(126);
    }
    cr_assert_gt(child, 0);
    return child;
}

static inline int end(pid_t child)
{
    int status;
    cr_assert_eq(waitpid(child, &status, 0), child);
    read_file("stdout", out);
    read_file("stderr", err);
    cr_assert(WIFEXITED(status), "ended by signal %d; stderr:\n%s", WTERMSIG(status), err);
    return WEXITSTATUS(status);
}

static inline int run(const char *const *list)
{
    return end(start(list, NULL));
}

#define RUN(...) run((const char *const[]){__VA_ARGS__, NULL})

/* Writes the model to m.yaml and runs it, quietly, with the results in o.csv. */
static inline int run_model(const char *text)
{
    write_file("m.yaml", text);
    remove("o.csv");
    return RUN("run", "m.yaml", "-o", "o.csv", "--quiet");
}

static inline void expect_message(const char *part)
{
    cr_expect(strstr(err, part), "stderr has no\n  %s\nbut\n%s", part, err);
}

static inline void expect_no_message(const char *part)
{
    cr_expect_not(strstr(err, part), "stderr has\n  %s\nin\n%s", part, err);
}

/* Refused: exit code 2, what is wrong on stderr, nothing on stdout, no file. */
static inline void expect_refused(int code, const char *part)
{
    cr_expect_eq(code, 2, "exit code %d; stderr:\n%s", code, err);
    cr_expect_str_eq(out, "");
    expect_message(part);
    cr_expect_not(exists("o.csv"));
}

/* ---- models ---- */

#define PENDULUM PENDULUM_OF_5_LINES
#define SECOND   "analyses: [dynamics: {end: 1, output: 0.1}]\n"
