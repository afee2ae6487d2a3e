/* answer.c - results, messages and tables as JSON, and the form of an answer on the wire. */
#include "workbench/server/answer.h"
#include "frontend/json.h"
#include <nettle/base64.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool wb_answer_open(wb_answer *answer)
{
    *answer = (wb_answer){0};
    return fe_memory_open(&answer->result);
}

void wb_answer_free(wb_answer *answer)
{
    fe_memory_free(&answer->result);
    tml_results_free(answer->results);
    *answer = (wb_answer){0};
}

void wb_refuse(wb_answer *answer, const char *code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(answer->message, sizeof answer->message, format, arguments);
    va_end(arguments);
    answer->code = code;
}

const char *wb_status_word(tml_status status)
{
    switch (status) {
    case TML_OK:
        return "ok";
    case TML_FAILED:
    case TML_NO_MEMORY:
        return "failed";
    case TML_WRONG:
        return "wrong";
    case TML_STOPPED:
        return "stopped";
    }
    return "failed";
}

void wb_put_raw(FILE *to, const char *json)
{
    fputs(json ? json : "null", to);
}

void wb_put_base64(FILE *to, const char *bytes, size_t length)
{
    enum { PIECE = 3 * 4096 };
    char piece[BASE64_ENCODE_RAW_LENGTH(PIECE)];
    for (size_t at = 0; at < length; at += PIECE) {
        const size_t part = length - at < PIECE ? length - at : PIECE;
        base64_encode_raw(piece, part, (const uint8_t *)bytes + at);
        fwrite(piece, 1, BASE64_ENCODE_RAW_LENGTH(part), to);
    }
}

/* ---- messages ---- */

/* The path of another file is not for the page: its name is enough. */
static void put_elsewhere(FILE *to, tml_place place)
{
    const char *slash = strrchr(place.file, '/');
    fprintf(to, "%s:", slash ? slash + 1 : place.file);
    if (place.line > 0)
        fprintf(to, "%d:", place.line);
    fputs(" ", to);
}

static void put_message(FILE *to, tml_message m, const char *file)
{
    static const char *const words[] = {"note", "warning", "error"};
    const bool same = m.place.file && strcmp(m.place.file, file) == 0, here = same && m.place.line > 0;
    fe_memory text;
    if (fe_memory_open(&text)) {
        if (m.place.file && !same)
            put_elsewhere(text.to, m.place);
        fputs(m.text, text.to);
        fe_memory_close(&text);
    }
    fprintf(to, "{\"severity\": \"%s\", \"code\": \"%s\", \"text\": ", words[m.severity], m.code);
    fe_put_json(to, text.data ? text.data : "out of memory");
    fprintf(to, ", \"line\": %d, \"column\": %d}", here ? m.place.line : 0, here ? m.place.column : 0);
    fe_memory_free(&text);
}

void wb_put_messages(FILE *to, const tml_log *log, const char *file)
{
    fputs("[", to);
    for (size_t i = 0; i < tml_log_count(log); i++) {
        fputs(i ? ",\n" : "", to);
        put_message(to, tml_log_get(log, i), file);
    }
    fputs("]", to);
}

/* ---- tables ---- */

static void put_row_names(FILE *to, const tml_table *t)
{
    const size_t rows = tml_table_rows(t);
    if (!rows || !tml_table_row_name(t, 0)) {
        fputs("null", to);
        return;
    }
    for (size_t r = 0; r < rows; r++) {
        const char *name = tml_table_row_name(t, r);
        fputs(r ? ", " : "[", to);
        fe_put_json(to, name ? name : "");
    }
    fputs("]", to);
}

static void put_table(FILE *to, const tml_model *model, const tml_table *t)
{
    fputs("{\"kind\": ", to);
    fe_put_json(to, tml_table_kind(t));
    const long scene = tml_scene_analysis(model, tml_table_analysis(t));
    if (scene >= 0)
        fprintf(to, ", \"scene\": \"%ld\"", scene);
    fprintf(to, ", \"rows\": %zu, \"stride\": %zu, \"channels\": [", tml_table_rows(t), tml_table_stride(t));
    for (size_t c = 0; c < tml_table_columns(t); c++) {
        fputs(c ? ", {\"name\": " : "{\"name\": ", to);
        fe_put_json(to, tml_table_name(t, c));
        fputs(", \"unit\": ", to);
        fe_put_json(to, tml_table_unit(t, c));
        fputs("}", to);
    }
    fputs("], \"rowNames\": ", to);
    put_row_names(to, t);
    fputs(", \"facts\": [", to);
    for (size_t i = 0; i < tml_table_fact_count(t); i++) {
        fputs(i ? ", [" : "[", to);
        fe_put_json(to, tml_table_fact_name(t, i));
        fputs(", ", to);
        fe_put_json(to, tml_table_fact_text(t, i));
        fputs(", ", to);
        fe_put_json_number(to, tml_table_fact_number(t, i));
        fputs("]", to);
    }
    fputs("]}", to);
}

static void put_tables(FILE *to, const tml_model *model, const tml_results *results)
{
    const size_t count = results ? tml_results_count(results) : 0;
    fputs("[", to);
    for (size_t i = 0; i < count; i++) {
        fputs(i ? ",\n" : "", to);
        put_table(to, model, tml_results_table(results, i));
    }
    fputs("]", to);
}

/* Tables come in the order of their analyses. */
static void put_scenes(FILE *to, const tml_model *model, const tml_results *results)
{
    long last = -1;
    fputs("{", to);
    for (size_t i = 0; results && i < tml_results_count(results); i++) {
        const long of = tml_scene_analysis(model, tml_table_analysis(tml_results_table(results, i)));
        char *scene = of > last ? wb_scene(model, of) : NULL;
        if (scene) {
            fprintf(to, "%s\"%ld\": %s", last >= 0 ? ",\n" : "", of, scene);
            last = of;
        }
        free(scene);
    }
    fputs("}", to);
}

size_t wb_column_bytes(const tml_results *results)
{
    size_t bytes = 0;
    for (size_t i = 0; i < tml_results_count(results); i++) {
        const tml_table *t = tml_results_table(results, i);
        bytes += tml_table_rows(t) * tml_table_columns(t) * sizeof(double);
    }
    return bytes;
}

static char *copy_columns(char *to, const tml_table *t)
{
    const size_t rows = tml_table_rows(t);
    for (size_t c = 0; c < tml_table_columns(t); c++) {
        size_t step;
        const double *column = tml_table_column(t, c, &step);
        for (size_t r = 0; r < rows; r++, to += sizeof *column)
            memcpy(to, &column[r * step], sizeof *column);
    }
    return to;
}

void wb_copy_columns(char *to, const tml_results *results)
{
    for (size_t i = 0; i < tml_results_count(results); i++)
        to = copy_columns(to, tml_results_table(results, i));
}

/* ---- what was computed ---- */

void wb_put_run(FILE *to, tml_status status, const tml_log *log, const char *file, double seconds,
                const tml_model *model, const tml_results *results)
{
    fprintf(to, "{\"status\": \"%s\", \"messages\": ", wb_status_word(status));
    wb_put_messages(to, log, file);
    fputs(", \"seconds\": ", to);
    fe_put_json_number(to, seconds);
    fputs(", \"tables\": ", to);
    put_tables(to, model, results);
    fputs(", \"scenes\": ", to);
    put_scenes(to, model, results);
    fputs("}", to);
}

void wb_put_verification(FILE *to, tml_status status, const tml_log *log, const char *file,
                         const tml_verification *verification)
{
    char *certificate = verification ? tml_verification_text(verification) : NULL;
    fprintf(to, "{\"status\": \"%s\", \"messages\": ", wb_status_word(status));
    wb_put_messages(to, log, file);
    fputs(", \"certificate\": ", to);
    wb_put_raw(to, certificate);
    fputs("}", to);
    free(certificate);
}

char *wb_scene(const tml_model *model, long analysis)
{
    char *scene = NULL;
    tml_log *log = tml_log_make();
    if (log && analysis < 0)
        tml_scene_text(model, &scene, log);
    else if (log)
        tml_scene_text_in(model, (size_t)analysis, &scene, log);
    tml_log_free(log);
    return scene;
}

/* ---- on the wire ---- */

/* The result is closed, or there is an error. */
static bool make_head(const wb_answer *answer, double id, fe_memory *head)
{
    if (!fe_memory_open(head))
        return false;
    fputs("{\"id\": ", head->to);
    fe_put_json_number(head->to, id);
    if (answer->code) {
        fprintf(head->to, ", \"error\": {\"code\": \"%s\", \"message\": ", answer->code);
        fe_put_json(head->to, answer->message);
        fputs("}", head->to);
    } else {
        fputs(", \"result\": ", head->to);
        wb_put_raw(head->to, answer->result.length ? answer->result.data : NULL);
    }
    fputs("}", head->to);
    return fe_memory_close(head);
}

static bool pack_binary(const wb_answer *answer, const fe_memory *head, wb_packet *packet)
{
    const size_t columns = wb_column_bytes(answer->results);
    const size_t begin = (sizeof(uint32_t) + head->length + 7) / 8 * 8;
    const uint32_t length = (uint32_t)head->length;
    char *data = malloc(begin + columns + 1);
    if (!data)
        return false;
    memset(data, ' ', begin);
    memcpy(data, &length, sizeof length); /* little-endian, as are all machines it runs on */
    memcpy(data + sizeof length, head->data, head->length);
    wb_copy_columns(data + begin, answer->results);
    *packet = (wb_packet){.data = data, .length = begin + columns, .binary = true};
    return true;
}

/* The result is complete: whether there was memory for it, and whether it is not too large. */
static void check_size(wb_answer *answer)
{
    if (answer->code)
        return;
    if (!fe_memory_close(&answer->result)) {
        wb_refuse(answer, "memory", "There is not enough memory for the answer.");
        return;
    }
    const size_t bytes = wb_column_bytes(answer->results) + answer->result.length;
    if (bytes > WB_MAX_REPLY)
        wb_refuse(answer, "large", "The results take %zu MB, more than a page can hold: query for fewer output times.",
                  bytes >> 20);
}

bool wb_answer_pack(wb_answer *answer, double id, wb_packet *packet)
{
    fe_memory head = {0};
    *packet = (wb_packet){0};
    check_size(answer);
    bool good = make_head(answer, id, &head);
    if (good && answer->results && !answer->code) {
        good = pack_binary(answer, &head, packet);
        fe_memory_free(&head);
    } else
        *packet = (wb_packet){.data = head.data, .length = head.length};
    return good;
}
