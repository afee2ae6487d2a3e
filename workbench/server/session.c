/* session.c - the conversation with one page.
 *
 * civetweb's thread, whose stack is small, only reads. A dispatcher thread takes its messages: it answers quick requests itself; others
 * become jobs, a few of which run at once on threads of their own while the rest wait, so that `stop` and `move` are always answered.
 * A session lives until its connection, its dispatcher and its last job have ended; after the connection has gone, nothing is sent.
 */
#include "workbench/server/session.h"
#include "frontend/json.h"
#include "workbench/server/request.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define PROGRESS_INTERVAL 0.05 /* s between messages of progress */
#define MIN_SEND_TIME     0.5  /* s: a page that fails sooner is not merely busy */
#define SEND_TIMEOUT      60   /* s without a byte being taken */
enum { HEAD = 10 };            /* bytes of a frame before its data */

enum { CLOSE_KIND = 1003, CLOSE_LATER = 1013, CLOSE_TOKEN = 4403 };

typedef struct job job;
struct job {
    wb_session *session;
    const wb_request *request;
    wb_query query;
    wb_call call;
    double id, reported;
    job *next;
};

/* A message that is to be answered. */
typedef struct message message;
struct message {
    message *next;
    size_t length;
    char data[];
};

struct wb_session {
    wb_server *server;
    wb_session *next;
    wb_session_state state;
    fe_memory part;          /* of a message in several frames; open: more are to come */
    pthread_mutex_t sending; /* of the connection */
    struct mg_connection *connection;
    bool broken;            /* something could not be sent as a whole */
    pthread_mutex_t lock;   /* of what follows */
    pthread_cond_t changed; /* the messages, or `gone` */
    message *received, *received_last;
    size_t received_bytes;
    bool gone; /* the connection has gone */
    job *running, *waiting;
    int running_count, waiting_count;
    int users; /* the connection and the threads */
};

/* ---- sending ---- */

/* All bytes, however slowly a busy page takes them: civetweb stops after its request_timeout_ms, in which nothing was taken. */
static bool send_bytes(struct mg_connection *connection, const char *data, size_t length)
{
    double taken = wb_now();
    while (length) {
        const double begin = wb_now();
        const int sent = mg_write(connection, data, length);
        if (sent > 0) {
            data += sent, length -= (size_t)sent;
            taken = wb_now();
        } else if (wb_now() - begin < MIN_SEND_TIME || wb_now() - taken > SEND_TIMEOUT) {
            return false;
        }
    }
    return true;
}

/* RFC 6455, 5.2: a frame of a server, whole and not masked. The length of its head. */
static size_t put_head(int kind, size_t length, char head[static HEAD])
{
    const int bytes = length < 126 ? 0 : length < 65536 ? 2 : 8;
    head[0] = (char)(0x80 | kind);
    head[1] = (char)(bytes == 0 ? length : bytes == 2 ? 126 : 127);
    for (int i = 0; i < bytes; i++)
        head[2 + i] = (char)(length >> 8 * (bytes - 1 - i));
    return 2 + (size_t)bytes;
}

static void send_frame(wb_session *s, int kind, const char *data, size_t length)
{
    char head[HEAD];
    pthread_mutex_lock(&s->sending);
    if (s->connection && !s->broken) {
        mg_lock_connection(s->connection);
        s->broken = !send_bytes(s->connection, head, put_head(kind, length, head)) ||
                    !send_bytes(s->connection, data, length); /* what came after half a frame would be no message */
        mg_unlock_connection(s->connection);
        if (s->broken)
            mg_disable_connection_keep_alive(s->connection);
    }
    pthread_mutex_unlock(&s->sending);
}

/* A short message, for which no memory is taken: {"id": 7, …}. */
static void send_line(wb_session *s, double id, const char *rest)
{
    char line[512];
    const int length = isfinite(id) ? snprintf(line, sizeof line, "{\"id\": %.17g, %s}", id, rest)
                                    : snprintf(line, sizeof line, "{\"id\": null, %s}", rest);
    if (length > 0 && length < (int)sizeof line)
        send_frame(s, MG_WEBSOCKET_OPCODE_TEXT, line, (size_t)length);
}

static void send_answer(wb_session *s, double id, wb_answer *answer)
{
    wb_packet packet;
    if (wb_answer_pack(answer, id, &packet))
        send_frame(s, packet.binary ? MG_WEBSOCKET_OPCODE_BINARY : MG_WEBSOCKET_OPCODE_TEXT, packet.data,
                   packet.length);
    else
        send_line(s, id, "\"error\": {\"code\": \"memory\", \"message\": \"Out of memory.\"}");
    free(packet.data);
}

static void send_refusal(wb_session *s, double id, const char *code, const char *text)
{
    wb_answer answer = {0};
    wb_refuse(&answer, code, "%s", text);
    send_answer(s, id, &answer);
    wb_answer_free(&answer);
}

static void tell(void *context, const char *analysis, double part)
{
    job *j = context;
    const double now = wb_now();
    if (now - j->reported < PROGRESS_INTERVAL)
        return;
    j->reported = now;
    char rest[256];
    snprintf(rest, sizeof rest, "\"progress\": %.4f, \"analysis\": \"%.150s\"", part, analysis);
    send_line(j->session, j->id, rest);
}

/* {"id": 7, "part": …}. One for which there is no memory is not sent. */
static void send_part(void *context, const char *json)
{
    job *j = context;
    fe_memory line;
    if (fe_memory_open(&line)) {
        fprintf(line.to, "{\"id\": %.17g, \"part\": %s}", j->id, json);
        if (fe_memory_close(&line))
            send_frame(j->session, MG_WEBSOCKET_OPCODE_TEXT, line.data, line.length);
    }
    fe_memory_free(&line);
}

/* Sends a close frame with a code; the connection is closed afterwards. */
static void close_with_code(struct mg_connection *connection, int code)
{
    const char bytes[2] = {(char)(code >> 8), (char)(code & 0xff)};
    mg_websocket_write(connection, MG_WEBSOCKET_OPCODE_CONNECTION_CLOSE, bytes, sizeof bytes);
    mg_disable_connection_keep_alive(connection);
}

/* ---- sessions ---- */

static void leave(wb_session *s)
{
    pthread_mutex_lock(&s->lock);
    const bool last = --s->users == 0;
    pthread_mutex_unlock(&s->lock);
    if (!last)
        return;
    while (s->received) {
        message *next = s->received->next;
        free(s->received);
        s->received = next;
    }
    wb_session_state_free(&s->state);
    fe_memory_free(&s->part);
    pthread_mutex_destroy(&s->sending);
    pthread_cond_destroy(&s->changed);
    pthread_mutex_destroy(&s->lock);
    free(s);
}

static bool shows_token(const wb_server *server, const char *query)
{
    static const char name[] = "token=";
    for (const char *at = query; at && *at; at = strchr(at, '&')) {
        at += *at == '&';
        if (strncmp(at, name, sizeof name - 1) == 0) {
            at += sizeof name - 1;
            return wb_token_is(server->token, at, strcspn(at, "&"));
        }
    }
    return false;
}

static wb_session *make_session(wb_server *server, struct mg_connection *connection)
{
    wb_session *s = malloc(sizeof *s);
    if (!s)
        return NULL;
    *s = (wb_session){.server = server, .connection = connection, .users = 1};
    wb_session_state_make(&s->state, &server->place);
    pthread_mutex_init(&s->sending, NULL);
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->changed, NULL);
    return s;
}

/* ---- jobs ---- */

static void free_job(job *j)
{
    wb_query_free(&j->query);
    free(j);
}

static void unlink_job(job **list, const job *j)
{
    while (*list && *list != j)
        list = &(*list)->next;
    if (*list)
        *list = j->next;
}

static void do_job(job *j)
{
    wb_answer answer;
    j->call.begin = j->reported = wb_now(); /* what is answered soon tells no progress */
    if (wb_answer_open(&answer))
        j->request->answer(&j->call, &answer);
    else
        wb_refuse(&answer, "memory", "Out of memory.");
    send_answer(j->session, j->id, &answer);
    wb_answer_free(&answer);
}

/* Takes a job off those that run, and the next of those that wait in its place. NULL: there is none. */
static job *exchange(wb_session *s, job *done)
{
    pthread_mutex_lock(&s->lock);
    unlink_job(&s->running, done);
    job *next = s->waiting;
    if (next) {
        s->waiting = next->next;
        s->waiting_count--;
        next->next = s->running;
        s->running = next;
    } else
        s->running_count--;
    pthread_mutex_unlock(&s->lock);
    free_job(done);
    return next;
}

static void count_thread(wb_server *server, int change)
{
    pthread_mutex_lock(&server->counting);
    server->thread_count += change;
    pthread_cond_signal(&server->quiet);
    pthread_mutex_unlock(&server->counting);
}

/* A thread that is one of the session's users, and is waited for at the end. Call with the session's lock, so that it cannot have
 * ended before all is counted. */
static bool start_thread(wb_session *s, void *(*work)(void *), void *context)
{
    pthread_t thread;
    s->users++;
    count_thread(s->server, 1);
    if (pthread_create(&thread, NULL, work, context) == 0) {
        pthread_detach(thread);
        return true;
    }
    s->users--;
    count_thread(s->server, -1);
    return false;
}

static void end_thread(wb_session *s)
{
    wb_server *server = s->server;
    leave(s);
    count_thread(server, -1);
}

static void *work(void *context)
{
    job *j = context;
    wb_session *s = j->session;
    while (j) {
        do_job(j);
        j = exchange(s, j);
    }
    end_thread(s);
    return NULL;
}

/* Starts a job, or lets it wait; NULL, or why that is impossible. */
static const char *enqueue(wb_session *s, job *j)
{
    const char *why = NULL;
    pthread_mutex_lock(&s->lock);
    if (atomic_load(&s->server->closing) || s->gone)
        why = "Trammel is shutting down.";
    else if (s->running_count < WB_MAX_JOBS) {
        j->next = s->running;
        s->running = j;
        s->running_count++;
        if (!start_thread(s, work, j)) {
            s->running = j->next;
            s->running_count--;
            why = "No thread is available for it.";
        }
    } else if (s->waiting_count < WB_MAX_WAITING) {
        job **last = &s->waiting;
        while (*last)
            last = &(*last)->next;
        *last = j;
        s->waiting_count++;
    } else
        why = "Too many jobs are running; wait for some of them to end.";
    pthread_mutex_unlock(&s->lock);
    return why;
}

static void stop_job(void *context, double id)
{
    const job *asking = context;
    wb_session *s = asking->session;
    job *found = NULL;
    pthread_mutex_lock(&s->lock);
    for (job *j = s->running; j; j = j->next)
        if (j->id == id)
            atomic_store(&j->call.stop, true);
    for (job *j = s->waiting; j && !found; j = j->next)
        found = j->id == id ? j : NULL;
    if (found) {
        unlink_job(&s->waiting, found);
        s->waiting_count--;
    }
    pthread_mutex_unlock(&s->lock);
    if (!found)
        return;
    send_refusal(s, id, "stopped", "Stopped before it started.");
    free_job(found);
}

static void stop_all(wb_session *s)
{
    pthread_mutex_lock(&s->lock);
    for (job *j = s->running; j; j = j->next)
        atomic_store(&j->call.stop, true);
    job *waiting = s->waiting;
    s->waiting = NULL;
    s->waiting_count = 0;
    s->gone = true;
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
    while (waiting) {
        job *next = waiting->next;
        free_job(waiting);
        waiting = next;
    }
}

void wb_sessions_stop(wb_server *server)
{
    pthread_mutex_lock(&server->lock);
    for (wb_session *s = server->sessions; s; s = s->next)
        stop_all(s);
    pthread_mutex_unlock(&server->lock);
}

void wb_session_end(wb_server *server, const struct mg_connection *connection)
{
    wb_session *s = mg_get_user_connection_data(connection);
    if (!s)
        return;
    mg_set_user_connection_data(connection, NULL);
    pthread_mutex_lock(&server->lock);
    wb_session **at = &server->sessions;
    while (*at != s)
        at = &(*at)->next;
    *at = s->next;
    server->session_count--;
    pthread_mutex_unlock(&server->lock);
    stop_all(s);
    pthread_mutex_lock(&s->sending);
    s->connection = NULL;
    pthread_mutex_unlock(&s->sending);
    leave(s);
}

/* ---- receiving ---- */

static void answer_job(wb_session *s, job *j)
{
    j->session = s;
    j->id = j->query.id;
    j->request = wb_request_find(wb_query_text(&j->query, "do", ""));
    j->call = (wb_call){.query = &j->query,
                        .state = &s->state,
                        .limit = s->server->limit,
                        .context = j,
                        .tell = tell,
                        .send_part = send_part,
                        .stop_other = stop_job};
    const char *why = NULL;
    if (!j->request)
        send_refusal(s, j->id, "unknown", "This engine does not know this request.");
    else if (j->request->quick)
        do_job(j);
    else if ((why = enqueue(s, j)))
        send_refusal(s, j->id, "busy", why);
    else
        return; /* it is no longer ours */
    free_job(j);
}

static void answer_message(wb_session *s, const char *data, size_t length)
{
    char fault[WB_FAULT_SIZE];
    job *j = calloc(1, sizeof *j);
    if (!j)
        send_refusal(s, NAN, "memory", "Out of memory.");
    else if (wb_query_read(&j->query, data, length, fault))
        answer_job(s, j);
    else {
        send_refusal(s, j->query.id, "broken", fault);
        free_job(j);
    }
}

/* Waits for the next message; NULL: the connection has gone. */
static message *next_message(wb_session *s)
{
    pthread_mutex_lock(&s->lock);
    while (!s->received && !s->gone)
        pthread_cond_wait(&s->changed, &s->lock);
    message *m = s->gone ? NULL : s->received;
    if (m) {
        s->received = m->next;
        s->received_bytes -= sizeof *m + m->length;
        pthread_cond_broadcast(&s->changed);
    }
    pthread_mutex_unlock(&s->lock);
    return m;
}

static void *dispatcher(void *context)
{
    wb_session *s = context;
    for (message *m; (m = next_message(s));) {
        answer_message(s, m->data, m->length);
        free(m);
    }
    end_thread(s);
    return NULL;
}

static bool start_dispatcher(wb_session *s)
{
    pthread_mutex_lock(&s->lock);
    const bool good = start_thread(s, dispatcher, s);
    pthread_mutex_unlock(&s->lock);
    return good;
}

void wb_session_begin(wb_server *server, struct mg_connection *connection)
{
    mg_set_user_connection_data(connection, NULL);
    if (!shows_token(server, mg_get_request_info(connection)->query_string)) {
        close_with_code(connection, CLOSE_TOKEN);
        return;
    }
    pthread_mutex_lock(&server->lock);
    wb_session *s = NULL;
    if (server->session_count < WB_MAX_SESSIONS && !atomic_load(&server->closing) &&
        (s = make_session(server, connection))) {
        server->session_count++;
        s->next = server->sessions;
        server->sessions = s;
    }
    pthread_mutex_unlock(&server->lock);
    mg_set_user_connection_data(connection, s);
    if (!s || !start_dispatcher(s))
        close_with_code(connection, CLOSE_LATER);
}

/* Queues a message for the dispatcher. While that has too many, the sender waits. False: out of memory. */
static bool queue_message(wb_session *s, const char *data, size_t length)
{
    message *m = malloc(sizeof *m + length + 1);
    if (!m)
        return false;
    m->next = NULL;
    m->length = length;
    memcpy(m->data, data, length);
    m->data[length] = 0;
    pthread_mutex_lock(&s->lock);
    while (s->received_bytes > WB_MAX_MESSAGE && !s->gone)
        pthread_cond_wait(&s->changed, &s->lock);
    if (s->received)
        s->received_last->next = m;
    else
        s->received = m;
    s->received_last = m;
    s->received_bytes += sizeof *m + length;
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
    return true;
}

/* A frame of a message; the code to close with, or 0. */
static int receive_frame(wb_session *s, int kind, bool last, const char *data, size_t length)
{
    const bool goes_on = kind == MG_WEBSOCKET_OPCODE_CONTINUATION;
    if (goes_on != (s->part.to != NULL))
        return WB_CLOSE_WRONG;
    if ((goes_on ? (size_t)ftell(s->part.to) : 0) + length > WB_MAX_MESSAGE)
        return WB_CLOSE_LARGE;
    if (last && !goes_on)
        return queue_message(s, data, length) ? 0 : WB_CLOSE_LARGE;
    if (!goes_on && !fe_memory_open(&s->part))
        return WB_CLOSE_LARGE;
    if (fwrite(data, 1, length, s->part.to) < length)
        return WB_CLOSE_LARGE;
    if (!last)
        return 0;
    const bool good = fe_memory_close(&s->part) && queue_message(s, s->part.data, s->part.length);
    fe_memory_free(&s->part);
    return good ? 0 : WB_CLOSE_LARGE;
}

bool wb_session_goes_on(const struct mg_connection *connection)
{
    wb_session *s = mg_get_user_connection_data(connection);
    if (!s)
        return false;
    if (pthread_mutex_trylock(&s->sending) != 0)
        return true; /* it is being sent to */
    const bool broken = s->broken;
    pthread_mutex_unlock(&s->sending);
    return !broken;
}

void wb_session_refuse(struct mg_connection *connection, int code)
{
    close_with_code(connection, code);
}

bool wb_session_hear(struct mg_connection *connection, int bits, const char *data, size_t length)
{
    wb_session *s = mg_get_user_connection_data(connection);
    const int kind = bits & 0x0f;
    const bool last = bits & 0x80, control = bits & 0x08;
    if (!s)
        return false;
    int code = bits & 0x70 || (control && (!last || length > 125)) ? WB_CLOSE_WRONG : 0;
    if (!code)
        switch (kind) {
        case MG_WEBSOCKET_OPCODE_TEXT:
        case MG_WEBSOCKET_OPCODE_CONTINUATION:
            code = receive_frame(s, kind, last, data, length);
            break;
        case MG_WEBSOCKET_OPCODE_PING:
            send_frame(s, MG_WEBSOCKET_OPCODE_PONG, data, length);
            break;
        case MG_WEBSOCKET_OPCODE_PONG:
            break;
        case MG_WEBSOCKET_OPCODE_CONNECTION_CLOSE:
            send_frame(s, MG_WEBSOCKET_OPCODE_CONNECTION_CLOSE, data, length < 2 ? 0 : 2);
            return false;
        default:
            code = kind == MG_WEBSOCKET_OPCODE_BINARY ? CLOSE_KIND : WB_CLOSE_WRONG;
        }
    if (code)
        close_with_code(connection, code);
    return code == 0;
}
