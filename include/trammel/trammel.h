/* trammel.h - the public interface of Trammel: everything a front end may use.
 *
 *   model    what the user wrote           tml_model_load, tml_model_check, tml_scene_text, tml_model_free
 *   run      its analyses, in order        tml_run, tml_run_options
 *   results  tables of channels            tml_results_*, tml_table_*
 *   live     a motion step by step         tml_live_*
 *   hand     a mechanism led by a point    tml_drag_*
 *   verify   one motion by all formulations tml_verify, tml_verification
 *   log      messages with their places    tml_log_*
 *
 * Nothing here prints, exits or keeps global state. Angles are radians, everything else SI.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TML_API __attribute__((visibility("default")))

/* ---- status and messages ------------------------------------------------------------------------------------- */

typedef enum {
    TML_OK,
    TML_FAILED, /* the analysis failed (cannot be assembled, singular, did not converge): results up to then stand */
    TML_WRONG,  /* the model or the request is wrong: nothing was computed */
    TML_NO_MEMORY,
    TML_STOPPED, /* stopped by the caller: results up to then stand */
} tml_status;

typedef enum { TML_NOTE, TML_WARNING, TML_ERROR } tml_severity;

typedef struct {
    const char *file; /* NULL: no place */
    int line, column; /* from 1 */
} tml_place;

typedef struct {
    tml_severity severity;
    tml_place place;
    const char *text;
    const char
        *code; /* "E042": what it is about, as tml_explanation_find knows it; stays the same from version to version */
} tml_message;

typedef struct tml_log tml_log;
TML_API tml_log *tml_log_make(void);
TML_API void tml_log_free(tml_log *log);
TML_API size_t tml_log_count(const tml_log *log);
TML_API tml_message tml_log_get(const tml_log *log, size_t index);

/* What the messages of one code mean. */
typedef struct {
    const char *code; /* "E042" */
    tml_severity severity;
    const char *title; /* a few words */
    const char *text;  /* what it means, and what to do; may be "" */
    const char *wrong,
        *cured; /* a small model that raises it, and the same without the fault; NULL: no model alone can show it */
} tml_explanation;
TML_API size_t tml_explanation_count(void);
TML_API tml_explanation tml_explanation_get(size_t index); /* ordered by number */
/* The index of a code, written "E042", "e42" or "42"; *exact is false where only a code with the nearest number is found; -1: no code. */
TML_API long tml_explanation_find(const char *code, bool *exact);

TML_API const char *tml_version(void);

/* ---- model --------------------------------------------------------------------------------------------------- */

typedef struct tml_model tml_model;

/* One of the two; NULL with messages when the file is wrong. `name` stands for the file in messages. */
TML_API tml_model *tml_model_load(const char *path, tml_log *log);
TML_API tml_model *tml_model_parse(const char *text, size_t length, const char *name, tml_log *log);
/* The same for a text that is not to be trusted: files that it names (tables) are read from `folder` and what is below it, from
 * nowhere else; NULL: it may name none. */
TML_API tml_model *tml_model_parse_within(const char *text, size_t length, const char *name, const char *folder,
                                          tml_log *log);
TML_API void tml_model_free(tml_model *model);

/* Whether a file is one that the model is read from: its own, or one of its tables. Results must not be written there. */
TML_API bool tml_model_reads(const tml_model *model, const char *path);

/* Gives a parameter another value before a run; the text is an expression, as in the file. */
TML_API tml_status tml_model_set(tml_model *model, const char *parameter, const char *text, tml_log *log);

/* Has unwanted(context) asked now and then, also while a mechanism is being assembled, by whatever works on the model from now on: a
 * check, a scene, a hand, a run, each in the thread that does it. Non-zero: the work is given up, with TML_STOPPED. NULL: nobody is
 * asked any more. */
TML_API void tml_model_watch(tml_model *model, int (*unwanted)(void *context), void *context);

/* Text that the caller frees with free(): the JSON Schema of the model file; the model as canonical YAML. */
TML_API char *tml_schema_text(void);
/* Everything that this version knows, as JSON (caller frees): joints, forces, shapes, analyses, integrators, formulations and writers
 * with their fields, symbols and documentation; functions and units of expressions; channels. NULL: no memory. */
TML_API char *tml_describe_text(void);
TML_API char *tml_model_text(const tml_model *model);

/* What is drawn of the model, as JSON (caller frees): bodies with shapes and where they stand at the start, joints, forces, drivers,
 * parameters, names of channels, each with its place in the text. TML_FAILED, with messages: it cannot be assembled; bodies are where
 * they were put. Only where the status is TML_OK or TML_FAILED is there text, else *json is NULL. */
TML_API tml_status tml_scene_text(const tml_model *model, char **json, tml_log *log);
/* The same with the parameters as they are in one of its analyses (from 0), after `set` in it and in those before it. */
TML_API tml_status tml_scene_text_in(const tml_model *model, size_t analysis, char **json, tml_log *log);

/* ---- results ------------------------------------------------------------------------------------------------- */

typedef struct tml_table tml_table;     /* one analysis: named columns, one row per output time or solution */
typedef struct tml_results tml_results; /* of a run: one table per analysis, and its matrices behind it ("modes.A") */

TML_API size_t tml_results_count(const tml_results *results);
TML_API const tml_table *tml_results_table(const tml_results *results, size_t index);
TML_API void tml_results_free(tml_results *results);

TML_API const char *tml_table_kind(const tml_table *table); /* "dynamics" */
TML_API size_t tml_table_rows(const tml_table *table);
TML_API size_t
tml_table_stride(const tml_table *table); /* every so many rows, and the last, are those asked for; 1: all */
TML_API size_t tml_table_analysis(const tml_table *table); /* which of the model's analyses it is of, from 0 */
TML_API size_t tml_table_columns(const tml_table *table);
TML_API const char *tml_table_name(const tml_table *table, size_t column); /* "crank.x" */
TML_API const char *tml_table_unit(const tml_table *table, size_t column); /* "m" */
TML_API long tml_table_find(const tml_table *table, const char *name);     /* column, or -1 */
TML_API double tml_table_value(const tml_table *table, size_t row, size_t column);
TML_API const char *tml_table_row_name(const tml_table *table, size_t row); /* of a matrix; NULL: rows have no names */
/* False: a reaction of which only the smallest of all possible values is told, since the constraints are redundant. */
TML_API bool tml_table_is_unique(const tml_table *table, size_t column);
/* What the run says of itself, in order: name, value or text ("worst position residual", 1e-15, "m"). */
TML_API size_t tml_table_fact_count(const tml_table *table);
TML_API const char *tml_table_fact_name(const tml_table *table, size_t index);
TML_API const char *tml_table_fact_text(const tml_table *table, size_t index);
TML_API double tml_table_fact_number(const tml_table *table, size_t index); /* NAN: it is only text */

/* Writes results by the ending of path: .csv (the table `kind`, or that of the last analysis if NULL), .json (all). */
TML_API tml_status tml_results_save(const tml_results *results, const char *path, const char *kind, tml_log *log);

/* ---- runs ---------------------------------------------------------------------------------------------------- */

typedef struct {
    const char *only; /* run no further than the analysis of this kind ("modes", "modes.A"); NULL: all */
    void *context;    /* of `progress` */
    /* Called now and then with the part done, 0 to 1; non-zero stops the run and keeps what was computed. */
    int (*progress)(void *context, const char *analysis, double part);
    bool profile; /* also measure the time inside evaluations of the equations, at the cost of reading the clock */
    /* What `dynamics` says otherwise; NULL, 0: as the model says. */
    const char *formulation; /* "absolute", "joint", "point", "particles" (point, reduce: false), "implicit", "auto" */
    const char *integrator;
    double tolerance;
    double stiffness; /* of joints under `implicit`, N/m */
    /* Motions with fewer rows than this get more, evenly between those that the model asks for (tml_table_stride), so that they can be
     * shown moving; 0: as the model says. Not with fixed steps. */
    double rows;
    /* Also estimate the global error of every channel of `dynamics`, by two more runs at other tolerances: tables "dynamics.error" with the
     * same rows and channels, and facts ("error of positions"). Takes about four times as long. */
    bool error;
    double
        refine; /* `dynamics`: errors smaller by about this factor, by tolerance or fixed step; 0: as the model says */
} tml_run_options;

/* Does the model's analyses in order. *results is made (perhaps with unfinished tables) unless the status is TML_WRONG
 * or TML_NO_MEMORY. A model may be run by several threads at once, each with a log of its own. */
TML_API tml_status tml_run(const tml_model *model, const tml_run_options *options, tml_results **results, tml_log *log);

typedef struct {
    bool particles; /* also the model as particles: places, masses, the bodies that share them */
} tml_check_options;

/* What is in the model: text for people (caller frees): bodies, joints, loops, freedoms, redundant rows, gaps.
 * `options` may be NULL. TML_FAILED when it cannot be assembled (the text says what is open). */
TML_API tml_status tml_model_check(const tml_model *model, const tml_check_options *options, char **text, tml_log *log);

/* ---- live motions -------------------------------------------------------------------------------------------- */

typedef struct tml_live tml_live; /* the motion of a model, followed by its caller in steps of one length */

typedef struct {
    double step;               /* s; 0: as `dynamics` says: its step, else its output interval */
    const char *formulation;   /* as in tml_run_options; NULL: as the model says */
    const char *const *inputs; /* (input_count) parameters that may change between steps */
    size_t input_count;
} tml_live_options;

/* Does what stands before the model's first `dynamics`, assembles, and begins that motion without running it: integrator rk4, whatever
 * the model says. It goes on for as long as it is stepped. Events are not looked for. An input may stand in values of forces only, not
 * where a number is needed once (points, masses, stiffnesses, drivers). `options` may be NULL; the model must stay. *live is made
 * only if the status is TML_OK. */
TML_API tml_status tml_live_make(const tml_model *model, const tml_live_options *options, tml_live **live,
                                 tml_log *log);
TML_API void tml_live_free(tml_live *live);

/* One step: four evaluations of the equations and a projection; no memory is taken, no lock, no system call. TML_FAILED: the motion
 * cannot go on from here; the state stays as it was. */
TML_API tml_status tml_live_step(tml_live *live);
TML_API void tml_live_reset(tml_live *live); /* back to the start, inputs as in the model */
/* After a step that failed: why, as notes. Not for real time. */
TML_API void tml_live_explain(tml_live *live, tml_log *log);

TML_API double tml_live_time(const tml_live *live);
TML_API double tml_live_step_size(const tml_live *live);
/* Channels are those of the table of `dynamics`, which is here without rows, for its names and units. The first value read after a step
 * or a new input takes about as long as a step, the others nothing. NAN where there is none. */
TML_API const tml_table *tml_live_channels(const tml_live *live);
TML_API long tml_live_channel(const tml_live *live, const char *name); /* or -1 */
TML_API double tml_live_value(tml_live *live, long channel);
/* A parameter named in the options; its value holds from the next step on. */
TML_API long tml_live_input(const tml_live *live, const char *name); /* or -1 */
TML_API void tml_live_set(tml_live *live, long input, double value);

/* ---- led by hand --------------------------------------------------------------------------------------------- */

typedef struct tml_drag tml_drag; /* a mechanism that follows where its points are led, its joints closed */

/* Where a body is. */
typedef struct {
    double at[3];         /* its centre of mass, ground axes */
    double angle;         /* plane: by which it is turned, full turns counted; 0 in space */
    double quaternion[4]; /* w x y z: its frame's axes on ground axes; in the plane the same turn about z */
} tml_pose;

typedef struct {
    double distance; /* m: from where the point is now to where it was to go */
    bool closed;     /* every joint is closed */
    bool moved;      /* the mechanism is elsewhere than before: leading on may bring the point nearer */
} tml_lead;

/* Reads the model and assembles it as for its first analysis; drivers and `initial` hold for that start only. Compliant joints
 * are kept closed, too. No analysis is done. The model must stay. *hand is made only if the status is TML_OK, also where only speeds
 * cannot be as the model says, which is told; TML_FAILED: it cannot be assembled. */
TML_API tml_status tml_drag_make(const tml_model *model, tml_drag **hand, tml_log *log);
TML_API void tml_drag_free(tml_drag *hand);

/* Takes a point of a body (0: the ground, which stays; body frame) towards a place on ground axes: to a pose near the present one,
 * on the same branch, with all joints closed and the point as near as it gets by a bounded piece of work; what is far off is
 * approached in several calls. Bodies that no joints hold together with it stay; springs and bushings do not pull. No memory is
 * taken. `lead` may be NULL. TML_WRONG: no such body, or a number is not finite; nothing has moved. */
TML_API tml_status tml_drag_lead(tml_drag *hand, size_t body, const double point[3], const double to[3],
                                 tml_lead *lead);
TML_API void tml_drag_reset(tml_drag *hand); /* back to the start */

/* Bodies in the order of the model, [0] is the ground. */
TML_API size_t tml_drag_body_count(const tml_drag *hand);
TML_API const char *tml_drag_body_name(const tml_drag *hand, size_t body);
TML_API tml_pose tml_drag_pose(const tml_drag *hand, size_t body);
/* Freedoms of the joints, as `initial` and `drivers` name them; NULL and NAN where there is none. */
TML_API size_t tml_drag_coordinate_count(const tml_drag *hand);
TML_API const char *tml_drag_coordinate_name(const tml_drag *hand, size_t index); /* "O.angle" */
TML_API const char *tml_drag_coordinate_unit(const tml_drag *hand, size_t index); /* "rad" */
TML_API double tml_drag_coordinate_value(const tml_drag *hand, size_t index);     /* full turns counted */

/* ---- verification -------------------------------------------------------------------------------------------- */

/* What is compared. Every difference is a part of a scale: of the length of the run, of the size of the mechanism (angles: of
 * 1 rad), of the largest speed, acceleration, force or torque of its kind in the run. */
typedef enum { TML_TIME, TML_POSITION, TML_SPEED, TML_ACCELERATION, TML_REACTION, TML_QUANTITY_COUNT } tml_quantity;

typedef struct {
    double difference;                /* the largest, from the others; NAN: not compared */
    double allowed;                   /* there: what errors of integration and compliance explain */
    double own;                       /* largest difference between its runs at the two tolerances */
    double compliance;                /* what the stiffness of its joints explains; 0: they are rigid */
    const char *channel, *other;      /* where it is largest, and by which other formulation; NULL: nowhere */
    double time, value, others_value; /* there */
    double until;                     /* time to which it was compared; NAN: not at all */
} tml_difference;

typedef enum {
    TML_AGREES,
    TML_DISAGREES,
    TML_NOT_CONVERGED, /* its own runs at two tolerances differ so much that they tell nothing */
    TML_NOT_FINISHED,  /* a run failed */
    TML_NOT_COMPARED,  /* too slow: stopped before there was something to compare */
    TML_NOT_EXPRESSED, /* it cannot express the model */
} tml_verdict;
TML_API const char *tml_verdict_text(tml_verdict verdict); /* "agrees" */

typedef struct {
    const char *name, *doc; /* of the formulation */
    tml_verdict verdict;
    const char *text;                      /* why, where it does not simply agree; or "" */
    int equations, constraints, rank;      /* 0 where not expressed */
    double tolerance;                      /* of its finer run; the coarser has ten times as much */
    double evaluations, cpu;               /* of its finer run; s */
    double stiffness;                      /* of compliant joints, N/m; 0: rigid */
    double reached;                        /* time to which it was compared; NAN: not at all */
    tml_difference of[TML_QUANTITY_COUNT]; /* from those that agree with each other */
} tml_verified;

typedef struct {
    bool moves;         /* false: there is no motion to compare */
    bool agreed;        /* nothing disagreed or failed */
    const char *motion; /* what was compared, in words */
    double begin, end;  /* s */
    size_t rows, channels;
    size_t count; /* of formulations */
    const tml_verified *formulations;
    double difference[TML_QUANTITY_COUNT]; /* largest among the rigid ones that agree with each other; NAN: none */
    const char *outcome;                   /* in one sentence */
    size_t note_count;
    const char *const *notes;
} tml_verification;

typedef struct {
    int threads;   /* 0: as many as there are processors */
    double end;    /* s: up to here only, 50 rows; 0: as the model says; where it has no dynamics, in its own time */
    bool thorough; /* follow `implicit` to the end, however long it takes */
    void *context; /* of `progress` */
    /* Called now and then by the calling thread with the part done, 0 to 1; non-zero stops. */
    int (*progress)(void *context, double part);
} tml_verify_options;

/* The dynamics of the model by every formulation that can express it, each at two tolerances, and how well they agree. `options`
 * may be NULL. TML_OK: agreed, or nothing moves. TML_FAILED: disagreed, or some run failed. *verification is made in both cases. */
TML_API tml_status tml_verify(const tml_model *model, const tml_verify_options *options,
                              tml_verification **verification, tml_log *log);
/* Everything in it as JSON, which the caller frees with free(). NULL: no memory. */
TML_API char *tml_verification_text(const tml_verification *verification);
TML_API void tml_verification_free(tml_verification *verification);

#ifdef __cplusplus
}
#endif
