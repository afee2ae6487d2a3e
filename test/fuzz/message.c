/* message.c - fuzzes the requests of the workbench: each line is a message from a page, answered as the server does, but for the socket.
 *
 * Nothing may crash or hang; every answer is JSON; all of our memory comes back. Runs and verifications are stopped early.
 */
#define _XOPEN_SOURCE 700
#include "base/escape.h"
#include "counted.h"
#include "workbench/server/request.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIMIT 0.02 /* s */

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(bool holds, const char *what, const char *text)
{
    if (holds)
        return;
    fprintf(stderr, "fuzz_message: not so: %s\n%s\n", what, text ? text : "");
    abort();
}

/* ---- the place ---- */

static char folder[] = "/tmp/trammel-fuzz-XXXXXX";
static wb_place place = {.folder = folder};

static void empty_folder(void)
{
    char command[64];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    if (system(command) != 0)
        fprintf(stderr, "%s is left behind\n", folder);
}

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    (void)count, (void)arguments;
    count_memory();
    if (!mkdtemp(folder))
        abort();
    return atexit(empty_folder);
}

/* ---- one message ---- */

static bool is_utf8(const char *text, size_t length)
{
    for (size_t i = 0, step; i < length; i += step)
        if ((step = tml_utf8_length(text + i, length - i)) == 0)
            return false;
    return true;
}

/* An answer is read by the reader of questions: both are objects with few members. */
static void check_json(const char *json, size_t length)
{
    wb_ask ask;
    allowed = -1;
    tml_log *log = tml_log_make();
    demand(is_utf8(json, length), "an answer is UTF-8", json);
    demand(wb_ask_read(&ask, json, length, log), "an answer is JSON", json);
    wb_ask_free(&ask);
    tml_log_free(log);
}

static void check_answer(wb_answer *answer, double id)
{
    tml_text out = {0};
    bool binary = false;
    if (wb_answer_pack(answer, id, &out, &binary)) {
        uint32_t head = 0;
        if (binary)
            memcpy(&head, out.data, sizeof head);
        demand(!binary || sizeof head + head <= out.length, "the head is in the message", NULL);
        check_json(out.data + (binary ? sizeof head : 0), binary ? head : out.length);
    } else
        demand(allowed >= 0, "there is memory for an answer", NULL);
    tml_text_free(&out);
}

static void answer_message(const char *data, size_t length, wb_desk *desk)
{
    wb_ask ask;
    wb_answer answer = {0};
    tml_log *log = tml_log_make();
    if (log && wb_ask_read(&ask, data, length, log)) {
        const wb_request *request = wb_request_find(wb_ask_text(&ask, "do", ""));
        wb_call call = {.ask = &ask, .desk = desk, .limit = LIMIT, .begin = wb_now()};
        if (request)
            request->answer(&call, &answer);
        if (request)
            check_answer(&answer, wb_ask_number(&ask, "id", 0));
    } else
        demand(!log || tml_log_count(log) > 0 || allowed >= 0, "a broken message has a message", data);
    if (log)
        wb_ask_free(&ask);
    wb_answer_free(&answer);
    tml_log_free(log);
}

static void answer_lines(const char *text, size_t size)
{
    wb_desk desk;
    wb_desk_make(&desk, &place);
    for (size_t at = 0; at < size;) {
        const char *end = memchr(text + at, '\n', size - at);
        const size_t length = end ? (size_t)(end - text) - at : size - at;
        char *line = malloc(length + 1); /* exact, so that the sanitizer sees a step too far */
        if (line) {
            memcpy(line, text + at, length);
            answer_message(line, length, &desk);
        }
        free(line);
        at += length + 1;
    }
    wb_desk_free(&desk);
    demand(held == 0, "all memory comes back", NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    unsigned long mix = size;
    for (size_t i = 0; i < size; i++)
        mix = 31 * mix + data[i];
    allowed = mix % 8 == 0 ? (long)(mix / 8 % 400) : -1; /* at times with little memory */
    answer_lines((const char *)data, size);
    return 0;
}
