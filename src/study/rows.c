/* rows.c - the points of a study that are done: in memory, and in a journal, a file to which each is appended as it comes.
 *
 * The journal begins with a line that tells the study by its digest. A record is its length, the number of the point, the answers, and the
 * reason, followed by a check sum (FNV-1a of all before it). What a killed program has left half-written at the end is cut off.
 */
#include "base/file.h"
#include "run/origin.h"
#include "study/study.h"
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_REASON = 1 << 16 };

struct tml_study_rows {
    const tml_study *study;
    pthread_mutex_t lock;
    uint64_t points;
    _Atomic uint64_t done; /* read without the lock, to show progress */
    size_t answers;
    double *values;       /* (points x answers) */
    unsigned char *state; /* (points) 0: not done, 1: done, 2: without all answers */
    char **reasons;       /* (points) NULL until one is needed */
    int file;             /* -1: no journal */
    char *path;
    tml_text record; /* the one that is being written */
    int error;       /* errno: the journal could not be written; 0: all is in it */
};

/* ---- in memory ---- */

static bool keep_reason(tml_study_rows *r, uint64_t point, const char *reason)
{
    if (!r->reasons)
        r->reasons = calloc(r->points, sizeof *r->reasons);
    if (!r->reasons)
        return false;
    free(r->reasons[point]);
    r->reasons[point] = strdup(reason);
    return r->reasons[point] != NULL;
}

static bool keep(tml_study_rows *r, uint64_t point, const double *answers, const char *reason)
{
    if (reason && !keep_reason(r, point, reason))
        return false;
    memcpy(r->values + point * r->answers, answers, r->answers * sizeof(double));
    r->done += r->state[point] == 0;
    r->state[point] = reason ? 2 : 1;
    return true;
}

/* ---- the journal ---- */

/* A record is: length of all of it (4 bytes), length of the reason (4), point (8), answers (8 each), reason, check sum (4). */
typedef struct {
    uint32_t length, reason;
    uint64_t point;
} record_head;

static size_t record_length(const tml_study_rows *r, size_t reason)
{
    return sizeof(record_head) + r->answers * sizeof(double) + reason + sizeof(uint32_t);
}

static uint32_t check_sum(const void *bytes, size_t length)
{
    uint32_t sum = 2166136261u;
    for (size_t i = 0; i < length; i++)
        sum = (sum ^ ((const unsigned char *)bytes)[i]) * 16777619u;
    return sum;
}

static void write_record(tml_study_rows *r, uint64_t point, const double *answers, const char *reason)
{
    const size_t text = reason ? strlen(reason) : 0;
    const record_head head = {(uint32_t)record_length(r, text), (uint32_t)text, point};
    r->record.length = 0;
    tml_text_put(&r->record, (const char *)&head, sizeof head);
    tml_text_put(&r->record, (const char *)answers, r->answers * sizeof(double));
    tml_text_put(&r->record, reason ? reason : "", text);
    const uint32_t sum = r->record.failed ? 0 : check_sum(r->record.data, r->record.length);
    tml_text_put(&r->record, (const char *)&sum, sizeof sum);
    const int error = r->record.failed ? ENOMEM : tml_file_write_all(r->file, r->record.data, r->record.length);
    r->error = r->error ? r->error : error;
}

/* Takes over the records of a file; where the first begins that is not whole. */
static size_t take_records(tml_study_rows *r, const char *bytes, size_t length, size_t at)
{
    for (record_head head; length - at >= sizeof head; at += head.length) {
        memcpy(&head, bytes + at, sizeof head);
        uint32_t sum;
        if (head.length > length - at || head.reason > MAX_REASON || head.length != record_length(r, head.reason) ||
            head.point >= r->points)
            break;
        memcpy(&sum, bytes + at + head.length - sizeof sum, sizeof sum);
        if (sum != check_sum(bytes + at, head.length - sizeof sum))
            break;
        char reason[MAX_REASON + 1];
        memcpy(reason, bytes + at + sizeof head + r->answers * sizeof(double), head.reason);
        reason[head.reason] = 0;
        double *answers = r->values + head.point * r->answers;
        memcpy(answers, bytes + at + sizeof head, r->answers * sizeof(double));
        if (!keep(r, head.point, answers, head.reason ? reason : NULL))
            break;
    }
    return at;
}

static void first_line(const tml_study *study, char *line, size_t size)
{
    snprintf(line, size, "trammel study 1 %s\n", study->digest);
}

static tml_status resume(tml_study_rows *r, const char *path, tml_log *log)
{
    char line[128];
    tml_text text = {0};
    first_line(r->study, line, sizeof line);
    if (access(path, F_OK) != 0)
        return TML_OK;
    tml_status status = tml_file_read(path, &text, log);
    const bool begun = text.length >= strlen(line); /* else it was killed within its first line */
    if (status == TML_OK && text.length && strncmp(text.data, line, begun ? strlen(line) : text.length) != 0) {
        tml_log_raise(log, TML_E_STUDY_FILE, (tml_place){.file = path},
                      "this file holds points of another study; without --resume all points are computed anew");
        status = TML_WRONG;
    }
    const size_t good = status == TML_OK && begun ? take_records(r, text.data, text.length, strlen(line)) : 0;
    if (status == TML_OK && good < text.length && truncate(path, (off_t)good) != 0)
        status = TML_FAILED;
    tml_text_free(&text);
    return status;
}

/* A journal of an earlier sweep is begun anew; any other file is somebody's, and is left alone. */
static tml_status check_replaceable(const char *path, tml_log *log)
{
    static const char begin[] = "trammel study ";
    char found[sizeof begin] = "";
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    const ssize_t length = file >= 0 ? read(file, found, sizeof begin - 1) : 0;
    if (file >= 0)
        close(file);
    if (length <= 0 || strncmp(found, begin, (size_t)length) == 0)
        return TML_OK;
    tml_log_raise(
        log, TML_E_STUDY_FILE, (tml_place){.file = path},
        "the journal of the sweep would overwrite this file, which is no journal: give the output another name");
    return TML_WRONG;
}

static tml_status open_journal(tml_study_rows *r, const char *path, bool from_before, tml_log *log)
{
    char line[128];
    const tml_status status = from_before ? resume(r, path, log) : check_replaceable(path, log);
    if (status != TML_OK)
        return status;
    r->path = strdup(path);
    r->file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | (from_before ? 0 : O_TRUNC), 0666);
    int error = r->file < 0 ? errno : 0;
    first_line(r->study, line, sizeof line);
    if (!error && lseek(r->file, 0, SEEK_END) == 0)
        error = tml_file_write_all(r->file, line, strlen(line));
    if (!error && r->path)
        return TML_OK;
    tml_log_raise(log, TML_E_CANNOT_ACCESS, (tml_place){.file = path}, "cannot be written: %s", strerror(error));
    return TML_WRONG;
}

/* ---- public ---- */

tml_status tml_study_rows_make(const tml_study *study, const char *journal, bool from_before, tml_study_rows **rows,
                               tml_log *log)
{
    const uint64_t points = tml_study_point_count(study);
    tml_study_rows *r = calloc(1, sizeof *r);
    *rows = r;
    if (r) {
        r->study = study;
        pthread_mutex_init(&r->lock, NULL);
        r->points = points;
        r->answers = tml_study_answer_count(study);
        r->file = -1;
        r->values = calloc(points, r->answers * sizeof(double));
        r->state = calloc(points, 1);
    }
    tml_status status = r && r->values && r->state ? TML_OK : TML_NO_MEMORY;
    if (status == TML_NO_MEMORY)
        tml_log_raise(log, TML_E_OUT_OF_MEMORY, TML_NOWHERE, "out of memory: the study has %llu points",
                      (unsigned long long)points);
    else if (journal)
        status = open_journal(r, journal, from_before, log);
    if (status != TML_OK) {
        tml_study_rows_free(r);
        *rows = NULL;
    }
    return status;
}

void tml_study_rows_free(tml_study_rows *r)
{
    if (!r)
        return;
    if (r->file >= 0)
        close(r->file);
    for (uint64_t i = 0; r->reasons && i < r->points; i++)
        free(r->reasons[i]);
    free(r->reasons);
    free(r->values);
    free(r->state);
    free(r->path);
    tml_text_free(&r->record);
    pthread_mutex_destroy(&r->lock);
    free(r);
}

uint64_t tml_study_rows_done(const tml_study_rows *r)
{
    return r->done;
}

bool tml_study_rows_has(const tml_study_rows *r, uint64_t point)
{
    return point < r->points && r->state[point] != 0;
}

tml_status tml_study_rows_put(tml_study_rows *r, uint64_t point, const double *answers, const char *reason)
{
    if (point >= r->points)
        return TML_WRONG;
    pthread_mutex_lock(&r->lock);
    const bool good = keep(r, point, answers, reason);
    if (good && r->file >= 0)
        write_record(r, point, answers, reason);
    pthread_mutex_unlock(&r->lock);
    return good ? TML_OK : TML_NO_MEMORY;
}

bool tml_study_rows_get(const tml_study_rows *r, uint64_t point, double *answers, const char **reason)
{
    *reason = NULL;
    if (point >= r->points)
        return false;
    pthread_mutex_t *lock = (pthread_mutex_t *)&r->lock; /* the rows are only read */
    pthread_mutex_lock(lock);
    const bool done = r->state[point] != 0;
    if (done) {
        memcpy(answers, r->values + point * r->answers, r->answers * sizeof(double));
        *reason = r->state[point] == 2 ? r->reasons[point] : NULL;
    }
    pthread_mutex_unlock(lock);
    return done;
}

tml_status tml_study_rows_check(const tml_study_rows *r, tml_log *log)
{
    if (!r->error)
        return TML_OK;
    tml_log_raise(log, TML_E_CANNOT_ACCESS, (tml_place){.file = r->path}, "could not be written: %s",
                  strerror(r->error));
    return TML_FAILED;
}

/* ---- as a table ---- */

static tml_table *add_table(const tml_study *s, tml_results *results)
{
    const size_t parameters = tml_study_parameter_count(s), answers = tml_study_answer_count(s);
    tml_column *columns = tml_allocate((1 + parameters + answers) * sizeof *columns), *to = columns;
    if (!columns)
        return NULL;
    *to++ = (tml_column){.name = TML_POINTS, .unit = ""};
    for (size_t i = 0; i < parameters; i++)
        *to++ = (tml_column){.name = tml_study_parameter_name(s, i), .unit = tml_variation_unit(s->variation, (int)i)};
    for (size_t i = 0; i < answers; i++)
        *to++ = (tml_column){.name = tml_study_answer_name(s, i), .unit = s->units[i]};
    tml_table *table = tml_results_add(results, "sweep", s->model->title, columns, 1 + parameters + answers);
    tml_release(columns);
    if (table)
        table->has_row_names = table->names_are_reasons = true;
    return table;
}

static bool add_row(const tml_study *s, const tml_study_rows *r, uint64_t point, tml_table *table)
{
    const char *reason = r->reasons && r->reasons[point] ? r->reasons[point] : "";
    double *row = tml_table_append_named(table, reason);
    if (!row)
        return false;
    row[0] = (double)point;
    tml_study_point(s, point, row + 1);
    memcpy(row + 1 + tml_study_parameter_count(s), r->values + point * r->answers, r->answers * sizeof(double));
    return true;
}

static bool add_facts(const tml_study *s, const tml_study_rows *r, tml_table *table)
{
    uint64_t failed = 0;
    for (uint64_t i = 0; i < r->points; i++)
        failed += r->state[i] == 2;
    return tml_table_add_fact(table, "points", (double)r->points, "%llu: %s", (unsigned long long)r->points,
                              s->sample) &&
           tml_table_add_fact(table, TML_PARAMETERS, (double)tml_study_parameter_count(s), "%zu",
                              tml_study_parameter_count(s)) &&
           tml_table_add_fact(table, "points done", (double)r->done, "%llu", (unsigned long long)r->done) &&
           tml_table_add_fact(table, "points without all answers", (double)failed, "%llu", (unsigned long long)failed);
}

tml_results *tml_study_results(const tml_study *s, const tml_study_rows *r)
{
    tml_results *results = tml_results_make();
    tml_table *table = results ? add_table(s, results) : NULL;
    bool good = table && tml_table_reserve(table, (size_t)r->done) && add_facts(s, r, table) &&
                tml_run_keep_origin(s->model, &s->options, results) &&
                tml_results_set_origin(results, TML_STUDY, s->definition) &&
                tml_results_set_origin(results, "study digest", s->digest);
    for (uint64_t i = 0; good && i < r->points; i++)
        good = r->state[i] == 0 || add_row(s, r, i, table);
    if (good && r->done < r->points)
        tml_results_set_partial(results, "the study was stopped before all points were done");
    if (good)
        return results;
    tml_results_free(results);
    return NULL;
}
