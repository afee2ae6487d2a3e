/* study.c - what rank 0 of a sweep on many machines does for each row that it is sent: how long tml_study_rows_put takes, with a journal.
 *
 *     bench_study MODEL JOURNAL
 *
 * Prints seconds for a row, with one answer.
 */
#include <stdio.h>
#include <time.h>
#include <trammel/trammel.h>

enum { ROWS = 400000 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int count, char **arguments)
{
    if (count != 3)
        return 2;
    static const char *const vary[] = {"torque=38:42"}, *const keep[] = {"crank.angle"};
    const tml_study_options options = {.size = sizeof options,
                                       .vary = vary,
                                       .vary_count = 1,
                                       .keep = keep,
                                       .keep_count = 1,
                                       .sample = "random",
                                       .count = ROWS};
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_load(arguments[1], log);
    tml_study *study = model ? tml_study_make(model, &options, log) : NULL;
    tml_study_rows *rows = NULL;
    bool good = study && tml_study_rows_make(study, arguments[2], false, &rows, log) == TML_OK;
    const double begun = now();
    for (uint64_t i = 0; good && i < ROWS; i++)
        good = tml_study_rows_put(rows, i, &(double){0.1 * (double)i}, NULL) == TML_OK;
    if (good)
        printf("%g\n", (now() - begun) / ROWS);
    for (size_t i = 0; i < tml_log_count(log); i++)
        fprintf(stderr, "%s\n", tml_log_get(log, i).text);
    tml_study_rows_free(rows);
    tml_study_free(study);
    tml_model_free(model);
    tml_log_free(log);
    return good ? 0 : 1;
}
