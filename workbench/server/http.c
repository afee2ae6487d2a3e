/* http.c - what is answered to HTTP: the files of the page, and nothing else.
 *
 * The server listens on this machine only, but every page in every browser of this machine can send requests to it. So the name
 * by which it was reached must be its own (else a foreign name was pointed at this machine), and a page that wants to speak to
 * the engine must have come from here.
 */
#define _XOPEN_SOURCE 700
#include "workbench/server/http.h"
#include "base/file.h"
#include "base/text.h"
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

static int send_reply(wb_server *s, struct mg_connection *c, const reply *r)
{
    tml_text head = {0};
    tml_text_add(&head, "HTTP/1.1 %d %s\r\n%s", r->status, reason(r->status), fixed_headers);
    tml_text_add(&head, "Cache-Control: %s\r\n",
                 r->fixed           ? "public, max-age=31536000, immutable"
                 : r->status == 303 ? "no-store"
                                    : "no-cache");
    if (r->tag)
        tml_text_add(&head, "ETag: %s\r\n", r->tag);
    if (r->packed)
        tml_text_add(&head, "Content-Encoding: gzip\r\n");
    if (r->status != 304)
        tml_text_add(&head, "Content-Type: %s\r\nContent-Length: %zu\r\n", r->type, r->length);
    tml_text_add(&head, "%s\r\n", r->more ? r->more : "");
    if (!head.failed && s->web.mg_write(c, head.data, head.length) > 0 && r->status != 304 && !r->head_only &&
        r->length)
        s->web.mg_write(c, r->data, r->length);
    tml_text_free(&head);
    return r->status;
}

static int refuse(wb_server *s, struct mg_connection *c, int status, const char *text, const char *more)
{
    const struct mg_request_info *info = s->web.mg_get_request_info(c);
    return send_reply(s, c,
                      &(reply){.status = status,
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
        if (tml_path_ends(path, types[i][0]))
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

static bool read_file(const char *path, tml_text *text)
{
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    const int error = tml_file_read_all(file, SIZE_MAX, text);
    close(file);
    return !error;
}

static int answer_from_folder(wb_server *s, struct mg_connection *c, const char *path, bool head_only)
{
    tml_text text = {0};
    char *file = find_in_folder(s->page, path);
    const bool good = file && read_file(file, &text);
    free(file);
    const int status = good ? send_reply(s, c,
                                         &(reply){.status = 200,
                                                  .type = type_of(path),
                                                  .head_only = head_only,
                                                  .data = text.data,
                                                  .length = text.length})
                            : refuse(s, c, 404, "There is no such page.\n", NULL);
    tml_text_free(&text);
    return status;
}

/* ---- the page in the program ---- */

/* For those who do not accept gzip. */
static int answer_unpacked(wb_server *s, struct mg_connection *c, const wb_page_file *file, reply r)
{
    char *data = malloc(file->size + 1);
    const bool good = data && wb_page_unpack(file, data);
    r.packed = false;
    r.data = data;
    r.length = file->size;
    const int status = good ? send_reply(s, c, &r) : refuse(s, c, 500, "The page could not be unpacked.\n", NULL);
    free(data);
    return status;
}

static int answer_from_program(wb_server *s, struct mg_connection *c, const char *path, bool head_only)
{
    const wb_page_file *file = wb_page_find(path);
    if (!file)
        return refuse(s, c, 404, "There is no such page.\n", NULL);
    reply r = {.status = 200,
               .type = file->type,
               .tag = file->tag,
               .packed = true,
               .fixed = file->fixed,
               .head_only = head_only,
               .data = file->data,
               .length = file->length};
    const char *seen = s->web.mg_get_header(c, "If-None-Match");
    if (seen && has_word(seen, file->tag)) {
        r.status = 304;
        r.packed = false;
    } else if (!has_word(s->web.mg_get_header(c, "Accept-Encoding"), "gzip"))
        return answer_unpacked(s, c, file, r);
    return send_reply(s, c, &r);
}

/* ---- */

/* The browser is started with an address that other users of this machine can see among the running programs. So it holds no
 * token but the way through a door that opens once, soon after the start, and to nobody else. */
static bool goes_through_door(wb_server *s, const struct mg_connection *c, const char *secret)
{
    if (wb_peer_is_another(s->web.mg_get_request_info(c)->remote_port, s->port))
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
    tml_text more = {0};
    tml_text_add(&more, "Location: /");
    if (goes_through_door(s, c, secret))
        tml_text_add(&more, "#token=%s%s%s", s->token, s->fragment ? "&" : "", s->fragment ? s->fragment : "");
    tml_text_add(&more, "\r\n");
    const int status = more.failed ? refuse(s, c, 500, "Out of memory.\n", NULL)
                                   : refuse(s, c, 303, "The page is elsewhere.\n", more.data);
    tml_text_free(&more);
    return status;
}

static int answer_engine(wb_server *s, struct mg_connection *c, const char *host)
{
    if (!has_word(s->web.mg_get_header(c, "Upgrade"), "websocket"))
        return refuse(s, c, 426, "Here a page speaks to the engine, by WebSocket.\n", "Upgrade: websocket\r\n");
    if (!is_own_page(s->web.mg_get_header(c, "Origin"), host))
        return refuse(s, c, 403, "Only the page from this address may speak to the engine.\n", NULL);
    return 0;
}

int wb_http_answer(wb_server *s, struct mg_connection *c)
{
    const struct mg_request_info *info = s->web.mg_get_request_info(c);
    const char *host = s->web.mg_get_header(c, "Host"), *path = info->local_uri ? info->local_uri : "";
    if (!is_own_host(s, host))
        return refuse(s, c, 403, "This server is reached as 127.0.0.1 or localhost only.\n", NULL);
    const bool head_only = strcmp(info->request_method, "HEAD") == 0;
    if (!head_only && strcmp(info->request_method, "GET") != 0)
        return refuse(s, c, 405, "Only GET and HEAD are answered.\n", "Allow: GET, HEAD\r\n");
    if (strncmp(path, DOOR, sizeof DOOR - 1) == 0 && !head_only)
        return answer_door(s, c, path + sizeof DOOR - 1);
    if (strcmp(path, "/engine") == 0)
        return answer_engine(s, c, host);
    if (strcmp(path, "/") == 0)
        path = "/index.html";
    return s->page ? answer_from_folder(s, c, path, head_only) : answer_from_program(s, c, path, head_only);
}
