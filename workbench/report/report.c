/* report.c - the data of a report, in their place in the template.
 *
 * They stand in a script that browsers do not run. No '<' is left in them (\u003c in JSON), so that nothing in a model ends that script.
 * The numbers of all tables follow as base64.
 */
#define _XOPEN_SOURCE 700
#include "workbench/report/report.h"
#include "frontend/codes.h"
#include "frontend/json.h"
#include "frontend/memory.h"
#include "workbench/report/report_meshes.h"
#include "workbench/server/answer.h"
#include "workbench/server/page.h"
#include <nettle/base64.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char place[] = "<script type=\"application/json\" id=\"data\">";
static const size_t columns_most = (size_t)256 << 20; /* bytes: what a browser takes as one text */

/* ---- pieces ---- */

/* JSON as it may stand in a script: '<' is only ever in strings there; U+2028 and U+2029 end lines in scripts, not in JSON. */
static void put_inert(FILE *to, const char *json, size_t length)
{
    size_t done = 0;
    for (size_t i = 0; i < length; i++) {
        const bool line = length - i > 2 && memcmp(json + i, "\xe2\x80", 2) == 0 &&
                          ((unsigned char)json[i + 2] == 0xa8 || (unsigned char)json[i + 2] == 0xa9);
        if (json[i] != '<' && !line)
            continue;
        fwrite(json + done, 1, i - done, to);
        fputs(!line ? "\\u003c" : (unsigned char)json[i + 2] == 0xa8 ? "\\u2028" : "\\u2029", to);
        i += line ? 2 : 0;
        done = i + 1;
    }
    fwrite(json + done, 1, length - done, to);
}

/* Piece by piece; a piece of a multiple of three bytes needs no padding. */
static void put_base64(FILE *to, const char *bytes, size_t length)
{
    enum { PIECE = 3 << 12 };
    char encoded[BASE64_ENCODE_RAW_LENGTH(PIECE)];
    for (size_t i = 0; i < length; i += PIECE) {
        const size_t part = length - i < PIECE ? length - i : PIECE;
        base64_encode_raw(encoded, part, (const uint8_t *)bytes + i);
        fwrite(encoded, 1, BASE64_ENCODE_RAW_LENGTH(part), to);
    }
}

static tml_status put_columns(FILE *to, const tml_results *results)
{
    const size_t bytes = wb_column_bytes(results);
    char *columns = malloc(bytes + 1);
    if (!columns)
        return TML_NO_MEMORY;
    wb_copy_columns(columns, results);
    put_base64(to, columns, bytes);
    free(columns);
    return TML_OK;
}

static void put_date(FILE *to)
{
    const time_t now = time(NULL);
    struct tm utc;
    char date[32] = "";
    if (gmtime_r(&now, &utc))
        strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &utc);
    fe_put_json(to, date);
}

static void put_settings(FILE *to, const wb_report *r)
{
    fputs("{", to);
    for (int i = 0; i < r->set_count; i++) {
        const size_t length = strcspn(r->set[i], "=");
        fputs(i ? ", " : "", to);
        fe_put_json_part(to, r->set[i], length);
        fputs(": ", to);
        fe_put_json(to, r->set[i] + length + (r->set[i][length] == '='));
    }
    fputs("}", to);
}

/* What is in the model, in words; what it has to say beyond that, the run has said. */
static void put_check(FILE *to, const tml_model *model)
{
    char *words = NULL;
    tml_log *log = tml_log_make();
    if (log)
        tml_model_check(model, NULL, &words, log);
    fe_put_json(to, words ? words : "");
    free(words);
    tml_log_free(log);
}

/* How the kinds in it are drawn. */
static void put_description(FILE *to)
{
    char *text = tml_describe_text();
    fputs(", \"description\": ", to);
    wb_put_raw(to, text);
    free(text);
}

/* ---- the whole ---- */

static void put_data(FILE *to, const wb_report *r)
{
    fputs("{\"version\": ", to);
    fe_put_json(to, tml_version());
    fputs(", \"made\": ", to);
    put_date(to);
    fputs(", \"how\": ", to);
    fe_put_json(to, r->how);
    fputs(", \"name\": ", to);
    fe_put_json(to, r->name);
    fputs(", \"text\": ", to);
    fe_put_json(to, r->text);
    fputs(", \"settings\": ", to);
    put_settings(to, r);
    fputs(", \"check\": ", to);
    put_check(to, r->model);
    fputs(", \"run\": ", to);
    wb_put_run(to, r->status, r->log, r->path, r->seconds, r->model, r->results);
    fputs(", \"verified\": ", to);
    if (r->verifies)
        wb_put_verification(to, r->verify_status, r->verify_log, r->path, r->verification);
    else
        fputs("null", to);
}

/* The template for mechanisms in space carries what draws them. */
static const wb_page_file *template_for(const tml_model *model)
{
    return wb_page_find(tml_model_is_spatial(model) ? "/report/space.html" : "/report/plane.html");
}

static tml_status assemble(const wb_report *r, const char *scene, const char *page, FILE *html)
{
    const char *at = strstr(page, place);
    fe_memory data;
    if (!at)
        return TML_FAILED;
    if (!fe_memory_open(&data))
        return TML_NO_MEMORY;
    put_data(data.to, r);
    put_description(data.to);
    fputs(", \"scene\": ", data.to);
    wb_put_raw(data.to, scene);
    fputs(", \"meshes\": ", data.to);
    wb_put_meshes(data.to, scene, r->path);
    if (!fe_memory_close(&data))
        return TML_NO_MEMORY;
    at += strlen(place);
    fwrite(page, 1, (size_t)(at - page), html);
    put_inert(html, data.data, data.length);
    fputs(", \"columns\": \"", html);
    const tml_status status = put_columns(html, r->results);
    fputs("\"}", html);
    fputs(at, html);
    fe_memory_free(&data);
    return ferror(html) ? TML_NO_MEMORY : status;
}

tml_status wb_report_write(const wb_report *r, FILE *html, tml_log *log)
{
    const size_t bytes = wb_column_bytes(r->results);
    if (bytes > columns_most) {
        tml_log_add(log, FE_E_REPORT_TOO_LARGE, (tml_place){0},
                    "the results take %zu MB, more than a browser reads in a report; ask for fewer output times",
                    bytes >> 20);
        return TML_FAILED;
    }
    char *scene = wb_scene(r->model, -1);
    const wb_page_file *file = template_for(r->model);
    char *page = file ? malloc(file->size + 1) : NULL;
    tml_status status = file ? TML_NO_MEMORY : TML_FAILED;
    if (page) {
        page[file->size] = 0;
        status = wb_page_unpack(file, page) ? assemble(r, scene, page, html) : TML_FAILED;
    }
    if (status == TML_FAILED)
        tml_log_add(log, FE_E_REPORT_TEMPLATE, (tml_place){0}, "the template of reports in this program is broken");
    else if (status == TML_NO_MEMORY)
        tml_log_add(log, FE_E_OUT_OF_MEMORY, (tml_place){0}, "out of memory");
    free(page);
    free(scene);
    return status;
}
