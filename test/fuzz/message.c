/* message.c - fuzzes the requests of the workbench: each line is a message from a page, answered as the server does, but for the socket.
 *
 * Nothing may crash or hang; every answer is JSON; all of our memory comes back. Runs and verifications are stopped early.
 */
#define _XOPEN_SOURCE 700
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

/* An answer is read by the reader of requests, which knows UTF-8: both are objects. */
static void check_json(const char *json, size_t length)
{
    wb_query query;
    char fault[WB_FAULT_SIZE];
    allowed = -1;
    demand(wb_query_read(&query, json, length, fault), "an answer is JSON", json);
    wb_query_free(&query);
}

static void check_answer(wb_answer *answer, double id)
{
    wb_packet packet;
    if (wb_answer_pack(answer, id, &packet)) {
        uint32_t head = 0;
        if (packet.binary)
            memcpy(&head, packet.data, sizeof head);
        demand(!packet.binary || sizeof head + head <= packet.length, "the head is in the message", NULL);
        check_json(packet.data + (packet.binary ? sizeof head : 0), packet.binary ? head : packet.length);
    } else
        demand(allowed >= 0, "there is memory for an answer", NULL);
    free(packet.data);
}

static void answer_message(const char *data, size_t length, wb_session_state *state)
{
    wb_query query;
    wb_answer answer;
    char fault[WB_FAULT_SIZE] = "";
    const bool read = wb_query_read(&query, data, length, fault);
    const wb_request *request = read ? wb_request_find(wb_query_text(&query, "do", "")) : NULL;
    demand(read || fault[0], "a broken message has a message", data);
    if (request && wb_answer_open(&answer)) {
        wb_call call = {.query = &query, .state = state, .limit = LIMIT, .begin = wb_now()};
        request->answer(&call, &answer);
        check_answer(&answer, wb_query_number(&query, "id", 0));
        wb_answer_free(&answer);
    }
    wb_query_free(&query);
}

static void answer_lines(const char *text, size_t size)
{
    wb_session_state state;
    wb_session_state_make(&state, &place);
    for (size_t at = 0; at < size;) {
        const char *end = memchr(text + at, '\n', size - at);
        const size_t length = end ? (size_t)(end - text) - at : size - at;
        char *line = malloc(length + 1); /* exact, so that the sanitizer sees a step too far */
        if (line) {
            memcpy(line, text + at, length);
            answer_message(line, length, &state);
        }
        free(line);
        at += length + 1;
    }
    wb_session_state_free(&state);
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
