/* serve.c - starts the server, says where it is, opens a browser, and ends in good order. */
#define _XOPEN_SOURCE 700
#include "workbench/server/serve.h"
#include "workbench/server/browser.h"
#include "workbench/server/folder.h"
#include "workbench/server/frames.h"
#include "workbench/server/http.h"
#include "workbench/server/page.h"
#include "workbench/server/request.h"
#include "workbench/server/session.h"
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { PORTS_TRIED = 20 };
#define DOOR_OPEN  120.0 /* s: how long a browser may take to start */
#define END_WITHIN 1.8   /* s after which the program ends even if a job does not */

/* ---- what civetweb calls ---- */

static const char BUSY[] = "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

/* A question by HTTP, in its own thread. */
typedef struct {
    wb_server *server;
    struct mg_connection *connection;
    int status;
} question;

static void *answer_question(void *context)
{
    question *q = context;
    q->status = wb_http_answer(q->server, q->connection);
    return NULL;
}

/* Threads of civetweb have 100 kB of stack, out of which glibc takes what libraries keep for each thread. So they only read and wait:
 * requests are answered by threads with the usual stack. */
static int on_request(struct mg_connection *connection)
{
    question q = {.server = mg_get_user_context_data(connection), .connection = connection, .status = 503};
    pthread_t thread;
    if (pthread_create(&thread, NULL, answer_question, &q) == 0)
        pthread_join(thread, NULL);
    else
        mg_write(connection, BUSY, sizeof BUSY - 1);
    return q.status;
}

static void on_ready(struct mg_connection *connection, void *server)
{
    wb_session_begin(server, connection);
    wb_frames_read(server, connection);
}

static int on_data(struct mg_connection *connection, int bits, char *data, size_t length, void *server)
{
    (void)server;
    return wb_session_hear(connection, bits, data, length);
}

static void on_close(const struct mg_connection *connection, void *server)
{
    wb_session_end(server, connection);
}

static int on_log(const struct mg_connection *connection, const char *message)
{
    (void)connection, (void)message;
    return 1; /* what clients do wrong is not for the terminal */
}

/* ---- listening ---- */

static struct mg_context *listen_on(wb_server *server, int port)
{
    char where[32];
    snprintf(where, sizeof where, "127.0.0.1:%d", port);
    const char *options[] = {"listening_ports",
                             where,
                             "num_threads",
                             "96", /* sessions, and those who ask for the page, however slowly */
                             "request_timeout_ms",
                             "1500", /* for a head to arrive: 200 connections that say nothing are gone in 5 s */
                             "websocket_timeout_ms",
                             "250", /* how soon a reader sees that the server ends */
                             "enable_keep_alive",
                             "no",
                             "tcp_nodelay",
                             "1",
                             "max_request_size",
                             "16384",
                             "enable_directory_listing",
                             "no",
                             "enable_auth_domain_check",
                             "no",
                             "access_control_allow_origin",
                             "",
                             "access_control_allow_methods",
                             "",
                             NULL};
    const struct mg_callbacks callbacks = {.begin_request = on_request, .log_message = on_log};
    server->port = port;
    struct mg_context *context = mg_start(&callbacks, server, options);
    struct mg_server_port found[1] = {{0}};
    if (!context)
        return NULL;
    server->port = mg_get_server_ports(context, 1, found) == 1 ? found[0].port : port;
    mg_set_websocket_handler(context, "/engine", NULL, on_ready, on_data, on_close, server);
    return context;
}

static struct mg_context *listen_somewhere(wb_server *server, int port)
{
    if (port != WB_PORT_UNSET)
        return listen_on(server, port);
    struct mg_context *context = NULL;
    for (int i = 0; i < PORTS_TRIED && !context; i++)
        context = listen_on(server, WB_PORT_USUAL + i);
    return context ? context : listen_on(server, 0);
}

/* ---- the place ---- */

/* The folder and the name of the model; false with a message. */
static bool find_place(wb_server *server, const char *model, char folder[PATH_MAX])
{
    char path[PATH_MAX];
    const char *slash = model ? strrchr(model, '/') : NULL;
    struct stat status;
    snprintf(path, sizeof path, "%.*s", slash ? (int)(slash - model) + 1 : 1, slash ? model : ".");
    server->place.file = slash ? slash + 1 : model;
    if (model && stat(model, &status) == 0 && S_ISDIR(status.st_mode)) { /* a folder: its files */
        snprintf(path, sizeof path, "%s", model);
        server->place.file = NULL;
        server->place.lists = true;
    }
    if (server->place.file && !wb_file_name_is_good(server->place.file)) {
        fprintf(stderr, "trammel view: the name of a model ends in .yaml, .yml or .json, not %s\n", model);
        return false;
    }
    if (!realpath(path, folder)) {
        fprintf(stderr, "trammel view: cannot open the folder %s: %s\n", path, strerror(errno));
        return false;
    }
    server->place.folder = folder;
    return true;
}

/* ---- memory ---- */

#ifndef __SANITIZE_ADDRESS__ /* it takes much more than it uses */
/* Data of this program so far, in pages: stacks of threads that are never used among them. 0: unknown. */
static rlim_t data_pages(void)
{
    unsigned long data = 0;
    FILE *file = fopen("/proc/self/statm", "r"); /* size resident shared text lib data dt */
    if (file && fscanf(file, "%*u %*u %*u %*u %*u %lu", &data) != 1)
        data = 0;
    if (file)
        fclose(file);
    return data;
}
#endif

/* A model that came by a link may ask for more rows than there is memory. Where jobs cannot have more than three quarters of the
 * machine's, beside what the server has already, the engine says so in good time, and nothing else on the machine suffers. After the
 * browser was started, which would be bound by it, too. */
static void limit_memory(void)
{
#ifndef __SANITIZE_ADDRESS__ /* it takes much more than it uses */
    struct rlimit limit;
    const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    if (pages <= 0 || size <= 0 || getrlimit(RLIMIT_DATA, &limit) != 0)
        return;
    const rlim_t most = ((rlim_t)pages / 4 * 3 + data_pages()) * (rlim_t)size;
    if (limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur <= most)
        return;
    limit.rlim_cur = most;
    setrlimit(RLIMIT_DATA, &limit);
#endif
}

/* ---- the end ---- */

/* The signals that ask us to end wait for us (wait_for_end), whatever thread they come to: all threads begin with this mask. */
static sigset_t hold_ends(void)
{
    sigset_t ends;
    sigemptyset(&ends);
    sigaddset(&ends, SIGINT);
    sigaddset(&ends, SIGTERM);
    sigaddset(&ends, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &ends, NULL);
    return ends;
}

/* The first signal ends it in good order, the second at once. */
static void wait_for_end(const sigset_t *ends)
{
    int signal;
    while (sigwait(ends, &signal) != 0)
        ; /* interrupted */
    pthread_sigmask(SIG_UNBLOCK, ends, NULL);
}

typedef struct {
    wb_server *server;
    struct mg_context *context;
    atomic_bool stopped;
} stopping;

static void *stop_listening(void *context)
{
    stopping *s = context;
    mg_stop(s->context);
    atomic_store(&s->stopped, true);
    return NULL;
}

static void knock(int port)
{
    const int link = socket(AF_INET, SOCK_STREAM, 0);
    const struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr = {.s_addr = htonl(INADDR_LOOPBACK)}};
    if (link < 0)
        return;
    fcntl(link, F_SETFL, O_NONBLOCK);
    (void)connect(link, (const struct sockaddr *)&address, sizeof address);
    close(link);
}

/* Somebody is deep in a step or in sending, and looks up too seldom: nothing of it is wanted any more. */
static void end_at_once(void)
{
    fflush(stdout);
    _exit(0);
}

/* civetweb's listener looks up every two seconds, and when somebody comes: so somebody comes. */
static void stop_server(wb_server *server, struct mg_context *context, double until)
{
    stopping s = {.server = server, .context = context};
    pthread_t thread;
    if (pthread_create(&thread, NULL, stop_listening, &s) != 0) {
        stop_listening(&s);
        return;
    }
    while (!atomic_load(&s.stopped)) {
        if (wb_now() > until)
            end_at_once();
        knock(server->port);
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    }
    pthread_join(thread, NULL);
}

static void wait_for_jobs(wb_server *server, double until)
{
    pthread_mutex_lock(&server->counting);
    while (server->thread_count > 0 && wb_now() < until) {
        struct timespec soon;
        clock_gettime(CLOCK_REALTIME, &soon);
        soon.tv_nsec += 20000000;
        soon.tv_sec += soon.tv_nsec / 1000000000;
        soon.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&server->quiet, &server->counting, &soon);
    }
    const int left = server->thread_count;
    pthread_mutex_unlock(&server->counting);
    if (left)
        end_at_once();
}

static void say_where(const wb_server *server, const wb_serve_options *options)
{
    char door[WB_TOKEN_LENGTH + 64];
    printf("Trammel workbench: http://127.0.0.1:%d/#token=%s%s%s  (Ctrl-C ends it)\n", server->port, server->token,
           options->fragment ? "&" : "", options->fragment ? options->fragment : "");
    fflush(stdout);
    snprintf(door, sizeof door, "http://127.0.0.1:%d/open/%s", server->port, server->door);
    if (options->browser)
        wb_browser_open(door);
}

static int serve(wb_server *server, const wb_serve_options *options)
{
    const sigset_t ends = hold_ends();
    mg_init_library(0);
    struct mg_context *context = listen_somewhere(server, options->port);
    if (!context) {
        if (options->port > 0)
            fprintf(stderr, "trammel view: cannot listen on port %d of 127.0.0.1; another program may use it\n",
                    options->port);
        else
            fprintf(stderr, "trammel view: cannot listen on any port of 127.0.0.1\n");
        return 1;
    }
    say_where(server, options);
    limit_memory();
    wait_for_end(&ends);
    const double until = wb_now() + END_WITHIN;
    atomic_store(&server->closing, true);
    wb_sessions_stop(server);
    stop_server(server, context, until);
    wait_for_jobs(server, until);
    mg_exit_library();
    return 0;
}

int wb_serve(const wb_serve_options *options)
{
    char folder[PATH_MAX];
    wb_server server = {.page = options->page, .fragment = options->fragment, .limit = options->limit};
    if (!find_place(&server, options->model, folder))
        return 2;
    if (!options->page && wb_page_file_count == 0) {
        fprintf(stderr, "trammel view: this program was built without the page; --page FOLDER shows one\n");
        return 1;
    }
    server.door_closes = wb_now() + DOOR_OPEN;
    if (!wb_token_get(server.token) || !wb_token_make(server.door)) {
        fprintf(stderr, "trammel view: the system gives no random numbers\n");
        return 1;
    }
    pthread_mutex_init(&server.lock, NULL);
    pthread_mutex_init(&server.counting, NULL);
    pthread_cond_init(&server.quiet, NULL);
    const int code = serve(&server, options);
    pthread_cond_destroy(&server.quiet);
    pthread_mutex_destroy(&server.counting);
    pthread_mutex_destroy(&server.lock);
    return code;
}
