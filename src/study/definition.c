/* definition.c - a study again, from the definition that its results hold: a line for each text of its options. */
#include "base/guard.h"
#include "study/study.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *definition;
    tml_study_options options;
    tml_arena arena;
} reading;

/* "torque=30:50:3" of the line "vary torque=30:50:3"; NULL: the line says something else. */
static const char *said(const char *line, const char *word)
{
    const size_t length = strlen(word);
    return strncmp(line, word, length) == 0 && line[length] == ' ' ? line + length + 1 : NULL;
}

static bool take_text(const char *line, const char *word, const char **texts, size_t *count)
{
    const char *text = said(line, word);
    if (text)
        texts[(*count)++] = text;
    return text;
}

static void take_word(const char *line, const char *word, const char **value)
{
    const char *text = said(line, word);
    if (text && *text)
        *value = text;
}

static void take_number(const char *line, const char *word, double *value)
{
    const char *text = said(line, word);
    if (text)
        *value = strtod(text, NULL);
}

static void take_line(const char *line, tml_study_options *o, const char **vary, const char **keep,
                      const char **correlate)
{
    if (take_text(line, "vary", vary, &o->vary_count) || take_text(line, "keep", keep, &o->keep_count) ||
        take_text(line, "correlate", correlate, &o->correlate_count))
        return;
    take_word(line, "sample", &o->sample);
    take_number(line, "count", &o->count);
    take_number(line, "seed", &o->seed);
    take_word(line, "only", &o->only);
    take_word(line, "formulation", &o->formulation);
    take_word(line, "integrator", &o->integrator);
    take_number(line, "tolerance", &o->tolerance);
}

static tml_status read_lines(void *context)
{
    reading *r = context;
    tml_study_options *o = &r->options;
    size_t lines = 1;
    for (const char *c = r->definition; *c; c++)
        lines += *c == '\n';
    const char **vary = TML_NEW_ARRAY(&r->arena, const char *, lines),
               **keep = TML_NEW_ARRAY(&r->arena, const char *, lines),
               **correlate = TML_NEW_ARRAY(&r->arena, const char *, lines);
    for (const char *line = r->definition; *line;) {
        const size_t length = strcspn(line, "\n");
        take_line(tml_arena_text(&r->arena, line, length), o, vary, keep, correlate);
        line += length + (line[length] == '\n');
    }
    o->vary = vary;
    o->keep = keep;
    o->correlate = correlate;
    return TML_OK;
}

tml_study *tml_study_of_results(const tml_model *model, const tml_results *results, tml_log *log)
{
    reading r = {.definition = tml_results_origin(results, TML_STUDY), .options.size = sizeof r.options};
    tml_study *study = NULL;
    if (!r.definition)
        tml_log_raise(log, TML_E_STUDY_FILE, TML_NOWHERE, "the results are not those of a study");
    else if (tml_guarded(&r.arena, NULL, read_lines, &r) == TML_OK)
        study = tml_study_make(model, &r.options, log);
    else
        tml_log_raise(log, TML_E_OUT_OF_MEMORY, TML_NOWHERE, "out of memory");
    tml_arena_free(&r.arena);
    return study;
}
