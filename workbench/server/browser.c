/* browser.c - opens the browser by xdg-open, which may end at once or stay as long as the browser does. */
#include "workbench/server/browser.h"
#include "workbench/server/request.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

#define SOON                                                                                                           \
    10.0 /* s in which xdg-open fails, if it does; later it is the browser that has ended, whatever the reason */

extern char **environ;

static bool has_screen(void)
{
    const char *x = getenv("DISPLAY"), *wayland = getenv("WAYLAND_DISPLAY");
    return (x && x[0]) || (wayland && wayland[0]);
}

static void say_it_failed(void)
{
    fprintf(stderr, "trammel view: no browser could be opened; use the address above\n");
}

/* In a group of its own, for Ctrl-C is meant for us; with the signals as usual, not as civetweb has set them for us. */
static int start(pid_t *child, const char *address)
{
    char program[] = "xdg-open";
    char *const arguments[] = {program, (char *)(uintptr_t)address, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t how;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_init(&how);
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setsigdefault(&how, &all);
    posix_spawnattr_setsigmask(&how, &none);
    posix_spawn_file_actions_init(&actions);
    for (int file = 0; file < 3; file++)
        posix_spawn_file_actions_addopen(&actions, file, "/dev/null", O_RDWR, 0);
    const int error = posix_spawnp(child, program, &actions, &how, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&how);
    return error;
}

/* A program that has ended stays in the system's list until it is asked how. */
static void *see_it_end(void *context)
{
    const pid_t child = (pid_t)(intptr_t)context;
    const double begin = wb_now();
    int status;
    pid_t ended;
    while ((ended = waitpid(child, &status, 0)) < 0 && errno == EINTR)
        ;
    if (ended == child && !(WIFEXITED(status) && WEXITSTATUS(status) == 0) && wb_now() - begin < SOON)
        say_it_failed();
    return NULL;
}

void wb_browser_open(const char *address)
{
    pid_t child;
    pthread_t thread;
    if (!has_screen())
        return;
    if (start(&child, address) != 0)
        say_it_failed();
    else if (pthread_create(&thread, NULL, see_it_end, (void *)(intptr_t)child) == 0)
        pthread_detach(thread);
}
