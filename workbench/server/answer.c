/* answer.c - results, messages and tables as JSON, and the form of an answer on the wire. */
#include "workbench/server/answer.h"
#include "base/arena.h"
#include "base/escape.h"
#include "base/number.h"
#include "result/table.h"
#include "scene/scene.h"
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void wb_refuse(wb_answer *answer, const char *code, const char *format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    answer->code = code;
    answer->message.length = 0;
    tml_text_put(&answer->message, text, strlen(text));
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

void wb_put_number(tml_text *to, double number)
{
    if (isfinite(number))
        tml_text_put_number(to, number);
    else
        tml_text_put(to, "null", 4); /* JSON knows no inf */
}

/* ---- messages ---- */

/* The path of another file is not for the page: its name is enough. */
static void put_elsewhere(tml_text *text, tml_place place)
{
    const char *slash = strrchr(place.file, '/');
    tml_text_add(text, "%s:", slash ? slash + 1 : place.file);
    if (place.line > 0)
        tml_text_add(text, "%d:", place.line);
    tml_text_add(text, " ");
}

static void put_message(tml_text *to, tml_message m, const char *file)
{
    static const char *const words[] = {"note", "warning", "error"};
    const bool here = m.place.file && strcmp(m.place.file, file) == 0 && m.place.line > 0;
    tml_text text = {0};
    if (m.place.file && !here && strcmp(m.place.file, file) != 0)
        put_elsewhere(&text, m.place);
    tml_text_add(&text, "%s", m.text);
    tml_text_add(to, "{\"severity\": \"%s\", \"code\": \"%s\", \"text\": ", words[m.severity], m.code);
    tml_text_put_json(to, text.data ? text.data : "out of memory");
    tml_text_add(to, ", \"line\": %d, \"column\": %d}", here ? m.place.line : 0, here ? m.place.column : 0);
    tml_text_free(&text);
}

void wb_put_messages(tml_text *to, const tml_log *log, const char *file)
{
    tml_text_add(to, "[");
    for (size_t i = 0; i < tml_log_count(log); i++) {
        tml_text_add(to, i ? ",\n" : "");
        put_message(to, tml_log_get(log, i), file);
    }
    tml_text_add(to, "]");
}

/* ---- tables ---- */

static void put_row_names(tml_text *to, const tml_table *t)
{
    const size_t rows = tml_table_rows(t);
    if (!rows || !tml_table_row_name(t, 0)) {
        tml_text_add(to, "null");
        return;
    }
    for (size_t r = 0; r < rows; r++) {
        const char *name = tml_table_row_name(t, r);
        tml_text_add(to, r ? ", " : "[");
        tml_text_put_json(to, name ? name : "");
    }
    tml_text_add(to, "]");
}

static int scene_of(const tml_model *model, const tml_table *t)
{
    return tml_scene_since(model, (int)tml_table_analysis(t));
}

static void put_table(tml_text *to, const tml_model *model, const tml_table *t)
{
    tml_text_add(to, "{\"kind\": ");
    tml_text_put_json(to, tml_table_kind(t));
    if (scene_of(model, t) >= 0)
        tml_text_add(to, ", \"scene\": \"%d\"", scene_of(model, t));
    tml_text_add(to, ", \"rows\": %zu, \"stride\": %zu, \"channels\": [", tml_table_rows(t), tml_table_stride(t));
    for (size_t c = 0; c < tml_table_columns(t); c++) {
        tml_text_add(to, c ? ", {\"name\": " : "{\"name\": ");
        tml_text_put_json(to, tml_table_name(t, c));
        tml_text_add(to, ", \"unit\": ");
        tml_text_put_json(to, tml_table_unit(t, c));
        tml_text_add(to, "}");
    }
    tml_text_add(to, "], \"rowNames\": ");
    put_row_names(to, t);
    tml_text_add(to, ", \"facts\": [");
    for (size_t i = 0; i < tml_table_fact_count(t); i++) {
        tml_text_add(to, i ? ", [" : "[");
        tml_text_put_json(to, tml_table_fact_name(t, i));
        tml_text_add(to, ", ");
        tml_text_put_json(to, tml_table_fact_text(t, i));
        tml_text_add(to, ", ");
        wb_put_number(to, tml_table_fact_number(t, i));
        tml_text_add(to, "]");
    }
    tml_text_add(to, "]}");
}

static void put_tables(tml_text *to, const tml_model *model, const tml_results *results)
{
    const size_t count = results ? tml_results_count(results) : 0;
    tml_text_add(to, "[");
    for (size_t i = 0; i < count; i++) {
        tml_text_add(to, i ? ",\n" : "");
        put_table(to, model, tml_results_table(results, i));
    }
    tml_text_add(to, "]");
}

/* Tables come in the order of their analyses. */
static void put_scenes(tml_text *to, const tml_model *model, const tml_results *results)
{
    int last = -1;
    tml_text_add(to, "{");
    for (size_t i = 0; results && i < tml_results_count(results); i++) {
        const int of = scene_of(model, tml_results_table(results, i));
        char *scene = of > last ? wb_scene(model, of) : NULL;
        if (scene) {
            tml_text_add(to, "%s\"%d\": ", last >= 0 ? ",\n" : "", of);
            tml_text_put(to, scene, strlen(scene));
            last = of;
        }
        free(scene);
    }
    tml_text_add(to, "}");
}

size_t wb_column_bytes(const tml_results *results)
{
    size_t bytes = 0;
    for (size_t i = 0; results && i < results->count; i++)
        bytes += results->tables[i]->row_count * results->tables[i]->column_count * sizeof(double);
    return bytes;
}

void wb_copy_columns(char *to, const tml_results *results)
{
    for (size_t i = 0; results && i < results->count; i++) {
        const tml_table *t = results->tables[i];
        for (size_t c = 0; c < t->column_count; c++)
            for (size_t r = 0; r < t->row_count; r++, to += sizeof(double))
                memcpy(to, &t->values[r * t->column_count + c], sizeof(double));
    }
}

/* ---- what was computed ---- */

void wb_put_run(tml_text *to, tml_status status, const tml_log *log, const char *file, double seconds,
                const tml_model *model, const tml_results *results)
{
    tml_text_add(to, "{\"status\": \"%s\", \"messages\": ", wb_status_word(status));
    wb_put_messages(to, log, file);
    tml_text_add(to, ", \"seconds\": ");
    wb_put_number(to, seconds);
    tml_text_add(to, ", \"tables\": ");
    put_tables(to, model, results);
    tml_text_add(to, ", \"scenes\": ");
    put_scenes(to, model, results);
    tml_text_add(to, "}");
}

void wb_put_verification(tml_text *to, tml_status status, const tml_log *log, const char *file,
                         const tml_verification *verification)
{
    char *certificate = verification ? tml_verification_text(verification) : NULL;
    tml_text_add(to, "{\"status\": \"%s\", \"messages\": ", wb_status_word(status));
    wb_put_messages(to, log, file);
    tml_text_add(to, ", \"certificate\": ");
    tml_text_put(to, certificate ? certificate : "null", certificate ? strlen(certificate) : 4);
    tml_text_add(to, "}");
    free(certificate);
}

char *wb_scene(const tml_model *model, int analysis)
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

static void put_head(tml_text *out, const wb_answer *answer, double id)
{
    tml_text_add(out, "{\"id\": ");
    wb_put_number(out, id);
    if (answer->code) {
        tml_text_add(out, ", \"error\": {\"code\": \"%s\", \"message\": ", answer->code);
        tml_text_put_json(out, answer->message.data ? answer->message.data : "");
        tml_text_add(out, "}}");
        return;
    }
    tml_text_add(out, ", \"result\": ");
    tml_text_put(out, answer->result.data ? answer->result.data : "null",
                 answer->result.data ? answer->result.length : 4);
    tml_text_add(out, "}");
}

static bool pack_binary(const wb_answer *answer, double id, tml_text *out)
{
    const size_t columns = wb_column_bytes(answer->results);
    tml_text head = {0};
    put_head(&head, answer, id);
    const size_t begin = (sizeof(uint32_t) + head.length + 7) / 8 * 8;
    char *data = head.failed ? NULL : tml_allocate(begin + columns + 1);
    if (data) {
        const uint32_t length = (uint32_t)head.length;
        memset(data, ' ', begin);
        memcpy(data, &length, sizeof length); /* little-endian, as are all machines it runs on */
        memcpy(data + sizeof length, head.data, head.length);
        wb_copy_columns(data + begin, answer->results);
        *out = (tml_text){.data = data, .length = begin + columns, .capacity = begin + columns + 1};
    }
    tml_text_free(&head);
    return data != NULL;
}

bool wb_answer_pack(wb_answer *answer, double id, tml_text *out, bool *binary)
{
    const size_t bytes = wb_column_bytes(answer->results) + answer->result.length;
    if (!answer->code && (answer->result.failed || bytes > WB_MAX_REPLY))
        wb_refuse(answer, answer->result.failed ? "memory" : "large",
                  answer->result.failed
                      ? "There is not enough memory for the answer."
                      : "The results take %zu MB, more than a page can hold: ask for fewer output times.",
                  bytes >> 20);
    *binary = answer->results && !answer->code;
    if (*binary)
        return pack_binary(answer, id, out);
    put_head(out, answer, id);
    return !out->failed;
}

void wb_answer_free(wb_answer *answer)
{
    tml_text_free(&answer->result);
    tml_text_free(&answer->message);
    tml_results_free(answer->results);
    *answer = (wb_answer){0};
}
