/* model.h - the model as the user wrote it: read, changed, checked, drawn. */
#pragma once
#include "trammel/log.h"
TML_BEGIN_DECLS

typedef struct tml_model tml_model;

/* From a file or from text; NULL with messages where it is wrong. `name` stands for the file in messages. */
TML_API tml_model *tml_model_load(const char *path, tml_log *log);
TML_API tml_model *tml_model_parse(const char *text, size_t length, const char *name, tml_log *log);
/* The same for a text that is not trusted: files that it names (tables) are read from `folder` and below it, and from nowhere
 * else; NULL: it may name none. */
TML_API tml_model *tml_model_parse_within(const char *text, size_t length, const char *name, const char *folder,
                                          tml_log *log);
TML_API void tml_model_free(tml_model *model);
/* The text of a model file laid out: indentation, blanks and alignment; comments and meaning stay. The caller frees it with free().
 * TML_WRONG with messages: it is no YAML, or written in a way that cannot be laid out. */
TML_API tml_status tml_model_format(const char *text, size_t length, const char *name, char **formatted, tml_log *log);
/* The text of a model file with other values (count) of parameters, in SI units: each is written in the unit in which it stands there, or
 * without one; `units` (NULL: none) are the SI units of those that are expressions there. All else stays as it is written. The caller frees it
 * with free(). TML_WRONG with messages: it is no YAML, or a value is not written there as a plain text below `parameters`. */
TML_API tml_status tml_model_put_values(const char *text, size_t length, const char *name,
                                        const char *const *parameters, const double *values, const char *const *units,
                                        size_t count, char **changed, tml_log *log);
/* The text of a model file as JSON with the same meaning, aliases and merge keys written out, for programs that change it: tml_model_parse
 * reads it. The caller frees it with free(). TML_WRONG with messages: it is no YAML. */
TML_API tml_status tml_model_document(const char *text, size_t length, const char *name, char **json, tml_log *log);

/* Whether the model is read from this file: its own, or any that it names (included files, tables, mass properties, measured curves, meshes,
 * the picture under the drawing). Results must not be written there. */
TML_API bool tml_model_reads(const tml_model *model, const char *path);

/* What is in it, by name and in the order of the model. Body 0 is the ground. NULL: no such. */
TML_API bool tml_model_is_spatial(const tml_model *model); /* false: planar */
TML_API size_t tml_model_body_count(const tml_model *model);
TML_API const char *tml_model_body_name(const tml_model *model, size_t body);
TML_API size_t tml_model_joint_count(const tml_model *model);
TML_API const char *tml_model_joint_name(const tml_model *model, size_t joint);
/* A joint, or -1. B.coupler, what a joint of several bodies does to the first of them, is found as its first joint. */
TML_API long tml_model_joint_find(const tml_model *model, const char *name);
TML_API size_t tml_model_use_count(const tml_model *model); /* of parts: what belongs to one has its name, leg1.knee */
TML_API const char *tml_model_use_name(const tml_model *model, size_t use); /* "leg1" */
TML_API const char *tml_model_use_part(const tml_model *model, size_t use); /* "leg" */
TML_API size_t tml_model_analysis_count(const tml_model *model);
TML_API const char *tml_model_analysis_kind(const tml_model *model, size_t analysis); /* "dynamics" */
TML_API size_t tml_model_study_count(const tml_model *model);
TML_API const char *tml_model_study_name(const tml_model *model,
                                         size_t study); /* its kind, if it has none of its own */
TML_API const char *tml_model_study_kind(const tml_model *model, size_t study); /* "sweep" */

/* Gives a parameter another value before a run; the text is an expression, as in the file. */
TML_API tml_status tml_model_set(tml_model *model, const char *parameter, const char *text, tml_log *log);

/* From now on whatever works on the model (a check, a scene, a drag, a run) calls cancelled(context) now and then, in its own
 * thread, also while a mechanism is being assembled. Non-zero: the work ends with TML_STOPPED. NULL: nothing is called any more. */
TML_API void tml_model_set_cancel(tml_model *model, int (*cancelled)(void *context), void *context);

/* Text that the caller frees with free(): the JSON Schema of the model file; the model as canonical YAML. */
TML_API char *tml_schema_text(void);
/* Everything that this version knows, as JSON (the caller frees it): joints, forces, shapes, analyses, integrators, formulations and
 * writers with their fields, symbols and documentation; functions and units of expressions; channels. NULL: no memory. */
TML_API char *tml_describe_text(void);
TML_API char *tml_model_text(const tml_model *model);

/* What is drawn of the model, as JSON (the caller frees it): bodies with shapes and their poses at the start, joints, forces,
 * drivers, parameters, names of channels, each with its place in the text. TML_FAILED, with messages: it cannot be assembled, and
 * bodies are where the initial guess puts them. There is text only where the status is TML_OK or TML_FAILED, else *json is NULL. */
TML_API tml_status tml_scene_text(const tml_model *model, char **json, tml_log *log);
/* The same with the parameters as they are in one of its analyses (from 0), after `set` in it and in those before it. */
TML_API tml_status tml_scene_text_in(const tml_model *model, size_t analysis, char **json, tml_log *log);
/* The last analysis up to this one with a `set`: both have the same scene. -1: there is none, and the scene is that of the model. */
TML_API long tml_scene_analysis(const tml_model *model, size_t analysis);

typedef struct {
    size_t size;    /* sizeof(tml_check_options) */
    bool particles; /* also the equivalent particles: positions, masses, the bodies that share them */
} tml_check_options;

/* What is in the model, as text for people (the caller frees it): bodies, joints, loops, degrees of freedom, redundant constraints,
 * gaps. `options` may be NULL. TML_FAILED where it cannot be assembled; the text says what is open. */
TML_API tml_status tml_model_check(const tml_model *model, const tml_check_options *options, char **text, tml_log *log);

TML_END_DECLS
