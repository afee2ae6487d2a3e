/* in_file.h - a study of the model file becomes the options that a command line gives, and messages about these find their place in the file.
 *
 *   vary: {L: "1.9:2.1:20"}   -->   "L=1.9:2.1:20"        keep: {peak: max(B.fx)}   -->   "peak = max(B.fx)"
 */
#pragma once
#include "model/model.h"
#include "model/study_class.h"

typedef enum { TML_BIND_TEXTS, TML_BIND_WORD, TML_BIND_NUMBER, TML_BIND_FILE } tml_binding_kind;

/* How a field of a study becomes a member of its options: an array of texts with its count, a text, a double, or the path
 * of a file beside the model. */
typedef struct {
    const char *field;
    tml_binding_kind kind;
    size_t at, count_at;
    const char *sign;   /* of TEXTS: what stands between a key of a map and its value */
    double least, most; /* of a NUMBER */
} tml_study_binding;

#define TML_BIND_TEXTS_OF(options, member, between)                                                                    \
    .kind = TML_BIND_TEXTS, .at = offsetof(options, member), .count_at = offsetof(options, member##_count),            \
    .sign = between
#define TML_BIND_WORD_OF(options, member) .kind = TML_BIND_WORD, .at = offsetof(options, member)
#define TML_BIND_FILE_OF(options, member) .kind = TML_BIND_FILE, .at = offsetof(options, member)
#define TML_BIND_NUMBER_OF(options, member, from, to)                                                                  \
    .kind = TML_BIND_NUMBER, .at = offsetof(options, member), .least = from, .most = to

/* Fields that say how each run is made, of every kind of study that runs the model; and what they become. */
/* clang-format off */
#define TML_STUDY_RUN_FIELDS                                                                                           \
    {"analysis", TML_FIELD_CHOICE, .registered = tml_study_analysis_name, .advanced = true,                            \
     .doc = "the analysis with which each run ends; the last of the model if not given"},                              \
    {"tolerance", TML_FIELD_NUMBER, "", .advanced = true,                                                              \
     .doc = "of all runs, instead of the tolerance of their analyses"},                                                \
    {"formulation", TML_FIELD_CHOICE, .choices = "auto", .registered = tml_study_formulation_name, .advanced = true,   \
     .doc = "of all runs, instead of the formulation of their analyses"},                                              \
    {"integrator", TML_FIELD_CHOICE, .choices = "auto", .registered = tml_study_integrator_name,                      \
     .elsewhere = tml_study_integrator_elsewhere, .advanced = true,                                                    \
     .doc = "of all runs, instead of the integrator of their analyses"}
#define TML_STUDY_RUN_BINDINGS(options)                                                                                \
    {"analysis", TML_BIND_WORD_OF(options, only)},                                                                     \
    {"tolerance", TML_BIND_NUMBER_OF(options, tolerance, 1e-14, 0.1)},                                                 \
    {"formulation", TML_BIND_WORD_OF(options, formulation)},                                                           \
    {"integrator", TML_BIND_WORD_OF(options, integrator)}
/* clang-format on */
/* The i-th of the kinds; NULL behind the last. */
const char *tml_study_analysis_name(int i);
const char *tml_study_formulation_name(int i);
const char *tml_study_integrator_name(int i);
/* Our integrator that other programs know under this name; NULL: none. */
const char *tml_study_integrator_elsewhere(const char *name);

/* A text of the options, and where it stands in the file. */
typedef struct {
    const char *text;
    size_t begin; /* of the value within the text */
    bool is_file; /* the text is a path: what is said of a line of that file is said there */
    tml_place key, value;
} tml_placed_text;

/* A study as it is asked for. */
typedef struct {
    const tml_model *model;
    const tml_element *study;
    const tml_study_binding *bindings; /* (binding_count) */
    size_t binding_count;
    const void *over; /* options that count instead of the file's, or are added; NULL: none */
    void *options;    /* to be filled; its size and numbers are set */
    tml_arena arena;  /* holds the texts */
    tml_placed_text *texts;
    int text_count, text_capacity;
    tml_log log; /* what is said of the options; tml_study_in_file_end places it */
} tml_study_in_file;

/* `list`: an array of bindings. */
#define TML_STUDY_IN_FILE(of_model, of_study, list, to)                                                                \
    (tml_study_in_file)                                                                                                \
    {                                                                                                                  \
        .model = of_model, .study = of_study, .bindings = list, .binding_count = sizeof list / sizeof *(list),         \
        .options = to                                                                                                  \
    }

/* The study of a kind that the model's file has: by its name, or with NULL the only one; `over`: options that are asked for
 * besides. False with a message: there is none. */
bool tml_study_in_file_find(tml_study_in_file *f, const tml_study_class *kind, const char *name, const void *over,
                            tml_log *log);
/* Fills the options. TML_WRONG, TML_NO_MEMORY with messages. */
tml_status tml_study_in_file_begin(tml_study_in_file *f);
/* Hands the messages over, each at its place in the file, and frees what the options refer to. */
void tml_study_in_file_end(tml_study_in_file *f, tml_log *log);
