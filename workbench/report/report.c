/* report.c - the data of a report, in their place in the template.
 *
 * They stand in a script that browsers do not run. No '<' is left in them (\u003c in JSON), so that nothing in a model ends that script.
 * The numbers of all tables follow as base64: groups of 6 bits, as letters.
 */
#define _XOPEN_SOURCE 700
#include "workbench/report/report.h"
#include "base/arena.h"
#include "base/escape.h"
#include "base/status.h"
#include "model/model.h"
#include "workbench/server/answer.h"
#include "workbench/server/page.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char place[] = "<script type=\"application/json\" id=\"data\">";
static const size_t columns_most = (size_t)256 << 20; /* bytes: what a browser takes as one text */

/* ---- pieces ---- */

/* JSON as it may stand in a script: '<' is only ever in strings there; U+2028 and U+2029 end lines in scripts, not in JSON. */
static void put_inert(tml_text *to, const char *json, size_t length)
{
    size_t done = 0;
    for (size_t i = 0; i < length; i++) {
        const bool line = length - i > 2 && memcmp(json + i, "\xe2\x80", 2) == 0 &&
                          ((unsigned char)json[i + 2] == 0xa8 || (unsigned char)json[i + 2] == 0xa9);
        if (json[i] != '<' && !line)
            continue;
        tml_text_put(to, json + done, i - done);
        tml_text_add(to, "%s", !line ? "\\u003c" : (unsigned char)json[i + 2] == 0xa8 ? "\\u2028" : "\\u2029");
        i += line ? 2 : 0;
        done = i + 1;
    }
    tml_text_put(to, json + done, length - done);
}

static void put_base64(tml_text *to, const unsigned char *bytes, size_t length)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < length; i += 3) {
        const size_t left = length - i;
        const uint32_t group = (uint32_t)bytes[i] << 16 | (left > 1 ? (uint32_t)bytes[i + 1] << 8 : 0) |
                               (left > 2 ? (uint32_t)bytes[i + 2] : 0);
        const char four[4] = {letters[group >> 18], letters[group >> 12 & 63],
                              left > 1 ? letters[group >> 6 & 63] : '=', left > 2 ? letters[group & 63] : '='};
        tml_text_put(to, four, 4);
    }
}

static tml_status put_columns(tml_text *to, const tml_results *results)
{
    const size_t bytes = wb_column_bytes(results);
    char *columns = tml_allocate(bytes + 1);
    if (!columns)
        return TML_NO_MEMORY;
    wb_copy_columns(columns, results);
    put_base64(to, (const unsigned char *)columns, bytes);
    tml_release(columns);
    return TML_OK;
}

static void put_date(tml_text *to)
{
    const time_t now = time(NULL);
    struct tm utc;
    char date[32] = "";
    if (gmtime_r(&now, &utc))
        strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &utc);
    tml_text_put_json(to, date);
}

static void put_settings(tml_text *to, const wb_report *r)
{
    tml_text_add(to, "{");
    for (int i = 0; i < r->set_count; i++) {
        tml_text name = {0};
        const size_t length = strcspn(r->set[i], "=");
        tml_text_put(&name, r->set[i], length);
        tml_text_add(to, i ? ", " : "");
        tml_text_put_json(to, name.data ? name.data : "");
        tml_text_add(to, ": ");
        tml_text_put_json(to, r->set[i] + length + (r->set[i][length] == '='));
        tml_text_free(&name);
    }
    tml_text_add(to, "}");
}

/* What is in the model, in words; what it has to say beyond that, the run has said. */
static void put_check(tml_text *to, const tml_model *model)
{
    char *words = NULL;
    tml_log *log = tml_log_make();
    if (log)
        tml_model_check(model, NULL, &words, log);
    tml_text_put_json(to, words ? words : "");
    free(words);
    tml_log_free(log);
}

/* ---- the whole ---- */

static void put_data(tml_text *to, const wb_report *r)
{
    tml_text_add(to, "{\"version\": ");
    tml_text_put_json(to, tml_version());
    tml_text_add(to, ", \"made\": ");
    put_date(to);
    tml_text_add(to, ", \"how\": ");
    tml_text_put_json(to, r->how);
    tml_text_add(to, ", \"name\": ");
    tml_text_put_json(to, r->name);
    tml_text_add(to, ", \"text\": ");
    tml_text_put_json(to, r->text);
    tml_text_add(to, ", \"settings\": ");
    put_settings(to, r);
    tml_text_add(to, ", \"check\": ");
    put_check(to, r->model);
    tml_text_add(to, ", \"run\": ");
    wb_put_run(to, r->status, r->log, r->path, r->seconds, r->model, r->results);
    tml_text_add(to, ", \"verified\": ");
    if (r->verifies)
        wb_put_verification(to, r->verify_status, r->verify_log, r->path, r->verification);
    else
        tml_text_add(to, "null");
}

/* The template for mechanisms in space carries what draws them. */
static const wb_page_file *template_for(const tml_model *model)
{
    return wb_page_find(model->space ? "/report/space.html" : "/report/plane.html");
}

static tml_status assemble(const wb_report *r, const char *scene, const char *page, size_t length, tml_text *html)
{
    const char *at = strstr(page, place);
    if (!at)
        return TML_FAILED;
    at += strlen(place);
    tml_text data = {0};
    put_data(&data, r);
    tml_text_add(&data, ", \"scene\": ");
    tml_text_put(&data, scene ? scene : "null", scene ? strlen(scene) : 4);
    tml_text_put(html, page, (size_t)(at - page));
    put_inert(html, data.data ? data.data : "", data.length);
    tml_text_add(html, ", \"columns\": \"");
    const tml_status status = put_columns(html, r->results);
    tml_text_add(html, "\"}");
    tml_text_put(html, at, length - (size_t)(at - page));
    const bool failed = data.failed || html->failed;
    tml_text_free(&data);
    return failed ? TML_NO_MEMORY : status;
}

tml_status wb_report_write(const wb_report *r, tml_text *html, tml_log *log)
{
    const size_t bytes = wb_column_bytes(r->results);
    if (bytes > columns_most) {
        tml_log_raise(log, TML_E_REPORT_TOO_LARGE, TML_NOWHERE,
                      "the results take %zu MB, more than a browser reads in a report; ask for fewer output times",
                      bytes >> 20);
        return TML_FAILED;
    }
    char *scene = wb_scene(r->model, -1);
    const wb_page_file *file = template_for(r->model);
    char *page = file ? tml_allocate(file->size + 1) : NULL;
    tml_status status = file ? TML_NO_MEMORY : TML_FAILED;
    if (page) {
        page[file->size] = 0;
        status = wb_page_unpack(file, page) ? assemble(r, scene, page, file->size, html) : TML_FAILED;
    }
    if (status == TML_FAILED)
        tml_log_raise(log, TML_E_REPORT_TEMPLATE, TML_NOWHERE, "the template of reports in this program is broken");
    else if (status == TML_NO_MEMORY)
        tml_log_raise(log, TML_E_OUT_OF_MEMORY, TML_NOWHERE, "out of memory");
    tml_release(page);
    free(scene);
    return status;
}
