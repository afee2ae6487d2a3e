/* http.c - what is answered to HTTP: the files of the page, and nothing else.
 *
 * The server listens on this machine only, but every page in every browser of this machine can send requests to it. So the name
 * by which it was reached must be its own (else a foreign name was pointed at this machine), and a page that wants to speak to
 * the engine must have come from here.
 */
#define _XOPEN_SOURCE 700
#include "workbench/server/http.h"
#include "frontend/memory.h"
#include "workbench/server/file.h"
#include "workbench/server/page.h"
#include "workbench/server/peer.h"
#include "workbench/server/request.h"
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#define DOOR "/open/"

static const char fixed_headers[] = "Content-Security-Policy: default-src 'self'; script-src 'self'; style-src 'self' "
                                    "'unsafe-inline'; img-src 'self' data: "
                                    "blob:; media-src blob:; connect-src 'self' ws://127.0.0.1:* ws://localhost:*; "
                                    "frame-ancestors 'none'; base-uri 'none'; "
                                    "form-action 'none'\r\n"
                                    "X-Content-Type-Options: nosniff\r\n"
                                    "Referrer-Policy: no-referrer\r\n"
                                    "Cross-Origin-Opener-Policy: same-origin\r\n"
                                    "Cross-Origin-Resource-Policy: same-origin\r\n"
                                    "Vary: Accept-Encoding\r\n"
                                    "Connection: close\r\n";

/* One answer. */
typedef struct {
    int status;
    const char *type, *tag, *more; /* more: other lines of the head */
    bool packed, fixed, head_only;
    const char *data;
    size_t length;
} reply;

static const char *reason(int status)
{
    switch (status) {
    case 200:
        return "OK";
    case 303:
        return "See Other";
    case 304:
        return "Not Modified";
    case 403:
        return "Forbidden";
    case 404:
        return "Not Found";
    case 405:
        return "Method Not Allowed";
    case 426:
        return "Upgrade Required";
    default:
        return "Error";
    }
}

static int send_reply(struct mg_connection *c, const reply *r)
{
    fe_memory head;
    if (!fe_memory_open(&head))
        return r->status;
    fprintf(head.to, "HTTP/1.1 %d %s\r\n%s", r->status, reason(r->status), fixed_headers);
    fprintf(head.to, "Cache-Control: %s\r\n",
            r->fixed           ? "public, max-age=31536000, immutable"
            : r->status == 303 ? "no-store"
                               : "no-cache");
    if (r->tag)
        fprintf(head.to, "ETag: %s\r\n", r->tag);
    if (r->packed)
        fputs("Content-Encoding: gzip\r\n", head.to);
    if (r->status != 304)
        fprintf(head.to, "Content-Type: %s\r\nContent-Length: %zu\r\n", r->type, r->length);
    fprintf(head.to, "%s\r\n", r->more ? r->more : "");
    if (fe_memory_close(&head) && mg_write(c, head.data, head.length) > 0 && r->status != 304 && !r->head_only &&
        r->length)
        mg_write(c, r->data, r->length);
    fe_memory_free(&head);
    return r->status;
}

static int refuse(struct mg_connection *c, int status, const char *text, const char *more)
{
    const struct mg_request_info *info = mg_get_request_info(c);
    return send_reply(c, &(reply){.status = status,
                                  .type = "text/plain; charset=utf-8",
                                  .more = more,
                                  .head_only = strcmp(info->request_method, "HEAD") == 0,
                                  .data = text,
                                  .length = strlen(text)});
}

/* ---- who asks ---- */

static bool is_own_host(const wb_server *s, const char *host)
{
    char names[2][32];
    snprintf(names[0], sizeof names[0], "127.0.0.1:%d", s->port);
    snprintf(names[1], sizeof names[1], "localhost:%d", s->port);
    return host && (strcmp(host, names[0]) == 0 || strcasecmp(host, names[1]) == 0);
}

static bool is_own_page(const char *origin, const char *host)
{
    return origin && strncmp(origin, "http://", 7) == 0 && strcmp(origin + 7, host) == 0;
}

static bool has_word(const char *list, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = list; at && *at; at = strchr(at, ',')) {
        at += strspn(at, ", \t");
        const size_t here = strcspn(at, ",; \t");
        if (here == length && strncasecmp(at, word, length) == 0)
            return true;
    }
    return false;
}

/* ---- a page in a folder, for those who work on it ---- */

static const char *type_of(const char *path)
{
    static const char *const types[][2] = {{".html", "text/html; charset=utf-8"},
                                           {".js", "text/javascript; charset=utf-8"},
                                           {".css", "text/css; charset=utf-8"},
                                           {".json", "application/json"},
                                           {".svg", "image/svg+xml"},
                                           {".png", "image/png"},
                                           {".ico", "image/x-icon"},
                                           {".woff2", "font/woff2"},
                                           {".webmanifest", "application/manifest+json"},
                                           {".wasm", "application/wasm"}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (wb_file_ends(path, types[i][0]))
            return types[i][1];
    return "text/plain; charset=utf-8";
}

/* The real path of a file below the folder, which the caller frees; NULL: there is none. */
static char *find_in_folder(const char *folder, const char *path)
{
    char wanted[4096];
    struct stat status;
    char *top = realpath(folder, NULL), *found = NULL;
    if (top && snprintf(wanted, sizeof wanted, "%s%s", top, path) < (int)sizeof wanted)
        found = realpath(wanted, NULL);
    const size_t length = top ? strlen(top) : 0;
    const bool good = found && strncmp(found, top, length) == 0 && found[length] == '/' && stat(found, &status) == 0 &&
                      S_ISREG(status.st_mode);
    free(top);
    if (good)
        return found;
    free(found);
    return NULL;
}

static bool read_file(const char *path, char **data, size_t *length)
{
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    const int error = wb_file_read(file, SIZE_MAX, data, length);
    close(file);
    return !error;
}

static int answer_from_folder(wb_server *s, struct mg_connection *c, const char *path, bool head_only)
{
    char *data = NULL, *file = find_in_folder(s->page, path);
    size_t length = 0;
    const bool good = file && read_file(file, &data, &length);
    free(file);
    const int status = good ? send_reply(c, &(reply){.status = 200,
                                                     .type = type_of(path),
                                                     .head_only = head_only,
                                                     .data = data,
                                                     .length = length})
                            : refuse(c, 404, "There is no such page.\n", NULL);
    free(data);
    return status;
}

/* ---- the page in the program ---- */

/* For those who do not accept gzip. */
static int answer_unpacked(struct mg_connection *c, const wb_page_file *file, reply r)
{
    char *data = malloc(file->size + 1);
    const bool good = data && wb_page_unpack(file, data);
    r.packed = false;
    r.data = data;
    r.length = file->size;
    const int status = good ? send_reply(c, &r) : refuse(c, 500, "The page could not be unpacked.\n", NULL);
    free(data);
    return status;
}

static int answer_from_program(struct mg_connection *c, const char *path, bool head_only)
{
    const wb_page_file *file = wb_page_find(path);
    if (!file)
        return refuse(c, 404, "There is no such page.\n", NULL);
    reply r = {.status = 200,
               .type = file->type,
               .tag = file->tag,
               .packed = true,
               .fixed = file->fixed,
               .head_only = head_only,
               .data = file->data,
               .length = file->length};
    const char *seen = mg_get_header(c, "If-None-Match");
    if (seen && has_word(seen, file->tag)) {
        r.status = 304;
        r.packed = false;
    } else if (!has_word(mg_get_header(c, "Accept-Encoding"), "gzip"))
        return answer_unpacked(c, file, r);
    return send_reply(c, &r);
}

/* ---- */

/* The browser is started with an address that other users of this machine can see among the running programs. So it holds no
 * token but the way through a door that opens once, soon after the start, and to nobody else. */
static bool goes_through_door(wb_server *s, const struct mg_connection *c, const char *secret)
{
    if (wb_peer_is_another(mg_get_request_info(c)->remote_port, s->port))
        return false;
    pthread_mutex_lock(&s->lock);
    const bool good = s->door[0] && wb_now() < s->door_closes && wb_token_is(s->door, secret, strlen(secret));
    if (good)
        s->door[0] = 0;
    pthread_mutex_unlock(&s->lock);
    return good;
}

static int answer_door(wb_server *s, struct mg_connection *c, const char *secret)
{
    fe_memory more;
    if (fe_memory_open(&more)) {
        fputs("Location: /", more.to);
        if (goes_through_door(s, c, secret))
            fprintf(more.to, "#token=%s%s%s", s->token, s->fragment ? "&" : "", s->fragment ? s->fragment : "");
        fputs("\r\n", more.to);
    }
    const int status = fe_memory_close(&more) ? refuse(c, 303, "The page is elsewhere.\n", more.data)
                                              : refuse(c, 500, "Out of memory.\n", NULL);
    fe_memory_free(&more);
    return status;
}

static int answer_engine(struct mg_connection *c, const char *host)
{
    if (!has_word(mg_get_header(c, "Upgrade"), "websocket"))
        return refuse(c, 426, "Here a page speaks to the engine, by WebSocket.\n", "Upgrade: websocket\r\n");
    if (!is_own_page(mg_get_header(c, "Origin"), host))
        return refuse(c, 403, "Only the page from this address may speak to the engine.\n", NULL);
    return 0;
}

int wb_http_answer(wb_server *s, struct mg_connection *c)
{
    const struct mg_request_info *info = mg_get_request_info(c);
    const char *host = mg_get_header(c, "Host"), *path = info->local_uri ? info->local_uri : "";
    if (!is_own_host(s, host))
        return refuse(c, 403, "This server is reached as 127.0.0.1 or localhost only.\n", NULL);
    const bool head_only = strcmp(info->request_method, "HEAD") == 0;
    if (!head_only && strcmp(info->request_method, "GET") != 0)
        return refuse(c, 405, "Only GET and HEAD are answered.\n", "Allow: GET, HEAD\r\n");
    if (strncmp(path, DOOR, sizeof DOOR - 1) == 0 && !head_only)
        return answer_door(s, c, path + sizeof DOOR - 1);
    if (strcmp(path, "/engine") == 0)
        return answer_engine(c, host);
    if (strcmp(path, "/") == 0)
        path = "/index.html";
    return s->page ? answer_from_folder(s, c, path, head_only) : answer_from_program(c, path, head_only);
}
