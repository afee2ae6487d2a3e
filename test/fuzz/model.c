/* model.c - fuzzes the reader of models: any text is read, compiled for each of its analyses and written back.
 *
 * Nothing may crash or hang; a refused model has a message; all of our memory comes back; what is written reads again.
 */
#include "model/model.h"
#include "base/status.h"
#include "counted.h"
#include "system/initial_guess.h"
#include "system/system.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    (void)count, (void)arguments;
    count_memory();
    return 0;
}

static void demand(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "fuzz_model: not so: %s\n", what);
    abort();
}

/* ---- one model ---- */

static void compile(tml_model *model, const tml_element *analysis, tml_log *log)
{
    tml_arena arena = {0};
    jmp_buf escape;
    arena.escape = &escape;
    if (setjmp(escape) == 0) {
        const size_t errors = log->error_count;
        tml_resolved *resolved = tml_model_read(model, NULL, 0, &arena, log);
        const tml_system *s = resolved ? tml_system_compile(resolved, analysis, NULL, &arena, log) : NULL;
        demand(s || log->error_count > errors, "a model that is not compiled has a message");
        if (s) {
            double *q = TML_NEW_ARRAY(&arena, double, s->nq + 1), *v = TML_NEW_ARRAY(&arena, double, s->nv + 1);
            tml_system_initial_guess(s, &arena, q, v);
        }
    }
    tml_arena_free(&arena);
}

static void write_back(const tml_model *model, tml_log *log)
{
    char *text = tml_model_text(model);
    tml_model *again = text ? tml_model_parse(text, strlen(text), "again.yaml", log) : NULL;
    if (text && !again && allowed < 0)
        fprintf(stderr, "%s\n", text);
    demand(again || allowed >= 0, "what is written reads again");
    tml_model_free(again);
    free(text);
}

static void read_model(const char *text, size_t size)
{
    tml_log *log = tml_log_make();
    tml_model *model = log ? tml_model_parse(text, size, "fuzz.yaml", log) : NULL;
    demand(model || !log || tml_log_count(log) > 0, "a refused model has a message");
    if (model) {
        compile(model, NULL, log);
        for (int i = 0; i < model->analysis_count && i < 4; i++)
            compile(model, &model->analyses[i], log);
        write_back(model, log);
    }
    tml_model_free(model);
    tml_log_free(log);
    demand(held == 0, "all memory comes back");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    unsigned long mix = size;
    for (size_t i = 0; i < size; i++)
        mix = 31 * mix + data[i];
    char *text = malloc(size + 1); /* exact, so that the sanitizer sees a step too far */
    if (!text)
        return 0;
    memcpy(text, data, size);
    allowed = -1;
    read_model(text, size);
    if (mix % 8 == 0) { /* and once more with little memory */
        allowed = (long)(mix / 8 % 200);
        read_model(text, size);
    }
    free(text);
    return 0;
}
