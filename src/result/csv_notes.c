/* csv_notes.c - the file TABLE.csv-metadata.json: what is to be said of a table that its numbers do not say.
 *
 *   {"@context": "http://www.w3.org/ns/csvw", "url": "o.csv", "notes": [{"trammel": version, "sha256": of the bytes of the table,
 *    "partial": why the run did not finish, "reactions not unique": "A.fx, B: ...", "parameters": how many columns were varied,
 *    "study": its definition}]}
 *
 * The place and the form are those of metadata of tables on the web (W3C, Metadata Vocabulary for Tabular Data, 2015): the table itself has
 * rows and columns only (RFC 4180). The digest tells whether the notes are of the table as it stands.
 */
#include "result/csv_notes.h"
#include "base/escape.h"
#include "base/file.h"
#include "base/sha256.h"
#include "trammel/version.h"
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char ENDING[] = "-metadata.json", CONTEXT[] = "http://www.w3.org/ns/csvw";

/* ---- writing ---- */

static void put_member(tml_text *to, const char *name, const char *value)
{
    tml_text_add(to, ",\n  ");
    tml_text_put_json(to, name);
    tml_text_add(to, ": ");
    tml_text_put_json(to, value);
}

static const char *fact_text(const tml_table *table, const char *name)
{
    const long at = tml_table_fact_find(table, name);
    return at < 0 ? NULL : table->facts[at].text;
}

void tml_csv_notes_put(const tml_results *results, const tml_table *chosen, const char *path, const tml_text *csv,
                       tml_text *notes)
{
    const char *loose = fact_text(chosen, TML_NOT_UNIQUE), *study = tml_results_origin(results, TML_STUDY),
               *parameters = study ? fact_text(chosen, TML_PARAMETERS) : NULL, *slash = strrchr(path, '/');
    char digest[TML_SHA256_DIGITS + 1];
    if (!results->partial && !loose && !study)
        return;
    tml_sha256(csv->data, csv->length, digest);
    tml_text_add(notes, "{\"@context\": \"%s\",\n \"url\": ", CONTEXT);
    tml_text_put_json(notes, slash ? slash + 1 : path);
    tml_text_add(notes, ",\n \"notes\": [{\"trammel\": ");
    tml_text_put_json(notes, tml_version());
    put_member(notes, "sha256", digest);
    if (results->partial)
        put_member(notes, "partial", results->partial);
    if (loose)
        put_member(notes, TML_NOT_UNIQUE, loose);
    if (parameters)
        put_member(notes, TML_PARAMETERS, parameters);
    if (study)
        put_member(notes, TML_STUDY, study);
    tml_text_add(notes, "}]}\n");
}

/* ---- the file beside ---- */

char *tml_csv_notes_path(const char *path)
{
    tml_text beside = {0};
    tml_text_add(&beside, "%s%s", path, ENDING);
    char *made = tml_text_detach(&beside);
    tml_text_free(&beside);
    return made;
}

/* Our notes in the file; NULL: there is no file, or somebody else's. The root is to be freed. */
static const json_t *find_notes(const char *beside, json_t **root)
{
    tml_text text = {0};
    tml_log unheard = {.quiet = true};
    const bool read = access(beside, R_OK) == 0 && tml_file_read(beside, &text, &unheard) == TML_OK;
    *root = read ? json_loadb(text.data ? text.data : "", text.length, 0, NULL) : NULL;
    tml_text_free(&text);
    const char *context = json_string_value(json_object_get(*root, "@context"));
    const json_t *notes = json_array_get(json_object_get(*root, "notes"), 0);
    return context && strcmp(context, CONTEXT) == 0 && json_object_get(notes, "trammel") ? notes : NULL;
}

static bool is_ours(const char *beside)
{
    json_t *root;
    const bool ours = find_notes(beside, &root) != NULL;
    json_decref(root);
    return ours;
}

static tml_status fail(const char *beside, const char *why, tml_log *log)
{
    tml_log_raise(log, TML_E_CANNOT_ACCESS, (tml_place){.file = beside}, "%s", why);
    return TML_FAILED;
}

static tml_status replace(const char *beside, const tml_text *notes, tml_log *log)
{
    const bool exists = access(beside, F_OK) == 0, ours = exists && is_ours(beside);
    if (notes->length == 0)
        return !ours || unlink(beside) == 0 ? TML_OK : fail(beside, "notes on an earlier table cannot be removed", log);
    if (exists && !ours)
        return fail(beside, "what is to be said of the table cannot be written: this file is not of Trammel", log);
    return tml_file_write(beside, notes->data, notes->length, log);
}

tml_status tml_csv_notes_save(const char *path, const tml_text *notes, tml_log *log)
{
    char *beside = notes->failed ? NULL : tml_csv_notes_path(path);
    const tml_status status = beside ? replace(beside, notes, log) : TML_NO_MEMORY;
    if (!beside)
        tml_log_raise(log, TML_E_OUT_OF_MEMORY, TML_NOWHERE, "out of memory");
    free(beside);
    return status;
}

/* ---- reading ---- */

static bool take_notes(tml_results *results, const json_t *notes)
{
    const char *partial = json_string_value(json_object_get(notes, "partial")),
               *loose = json_string_value(json_object_get(notes, TML_NOT_UNIQUE)),
               *parameters = json_string_value(json_object_get(notes, TML_PARAMETERS)),
               *study = json_string_value(json_object_get(notes, TML_STUDY));
    tml_table *table = results->tables[0];
    if (partial)
        tml_results_set_partial(results, partial);
    return (!loose || tml_table_add_fact(table, TML_NOT_UNIQUE, NAN, "%s", loose)) &&
           (!parameters || tml_table_add_fact(table, TML_PARAMETERS, strtod(parameters, NULL), "%s", parameters)) &&
           tml_results_set_origin(results, TML_STUDY, study);
}

bool tml_csv_notes_load(tml_results *results, const char *path, const char *csv, size_t length, tml_log *log)
{
    json_t *root = NULL;
    char digest[TML_SHA256_DIGITS + 1];
    char *beside = tml_csv_notes_path(path);
    const json_t *notes = beside && results->count ? find_notes(beside, &root) : NULL;
    bool good = beside != NULL;
    if (notes) {
        const char *of = json_string_value(json_object_get(notes, "sha256"));
        tml_sha256(csv, length, digest);
        if (of && strcmp(of, digest) == 0)
            good = take_notes(results, notes);
        else {
            const char *partial = json_string_value(json_object_get(notes, "partial"));
            if (partial) /* as of a run that was killed between one file and the other */
                tml_results_set_partial(results, partial);
            tml_log_raise(log, TML_W_OTHER_NOTES, (tml_place){.file = path},
                          "the notes in %s are of another table, or this one has been changed: they are not used",
                          beside);
        }
    }
    json_decref(root);
    free(beside);
    return good;
}
