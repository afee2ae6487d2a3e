/* builder.h - the system under construction: growing lists, names of channels. */
#pragma once
#include "model/channel.h"
#include "model/contact.h"
#include "system/system.h"

/* A copy of a list in an arena: of its final length, or to be put in another order. */
#define TML_OWN(arena, list, count)                                                                                    \
    ((list) = (count) ? tml_arena_copy((arena), (list), (size_t)(count) * sizeof *(list)) : NULL)

/* Frames F on the first body and M on the second: origins from the centres of mass, axes in body axes. */
typedef struct {
    int body1, body2;
    tml_vec3 p1, p2;
    tml_mat3 F, M;
    double offset;               /* plane: angle of the frame M minus that of F, in their bodies */
    const struct tml_wire *wire; /* of a joint with a curve */
} tml_frames;

/* Friction, a stop or a contact as its element declares it; texts of expressions may use u0, u1, u2 (slip), N (force of `normal`) and the
 * names of `scope`. */
typedef struct {
    tml_interaction is;                                                /* without its expressions, laws */
    const char *sliding, *holding, *impulse_sliding, *impulse_holding; /* NULL: none */
    const char *sliding_back, *holding_back, *impulse_back;            /* NULL: the same in both senses of slip */
    const tml_scope *scope;                                            /* NULL: no other names */
    const char *what;                                                  /* for messages: "friction of joint O" */
} tml_interaction_form;

typedef struct {
    tml_system *s;
    tml_resolved *r;
    tml_treatment treatment;
    tml_arena *arena; /* of names and growing lists: freed when the system is complete */
    tml_arena *home;  /* of the finished system */
    tml_log *log;
    tml_names channels; /* name -> index into found */
    struct tml_found {
        tml_term term;
        bool rate;
        tml_dimension dimension;
    } * found;
    int found_count, found_capacity;
    int measure_capacity, term_capacity, row_capacity, law_capacity, input_capacity, coordinate_capacity,
        guard_capacity, limit_capacity, store_capacity, event_capacity, action_capacity, assignment_capacity,
        memory_count, result_law_capacity, interaction_capacity, interaction_form_capacity, contact_capacity,
        contact_pair_capacity, penalized_gap_capacity, relation_capacity;
    const tml_expression **expressions; /* all that were compiled */
    int expression_count, expression_capacity, time_break_capacity, time_crossing_capacity;
    bool *built_in; /* (expression_count) of texts that no user wrote */
    int built_in_capacity;
    int time_feature_capacity, motion_feature_capacity;
    int parameters_named, parameters_noted;  /* how often a text names one that varies; in those expressions */
    tml_interaction_form *interaction_forms; /* (interaction_count) */
    double *numbers;                         /* (number_count) in texts that no user wrote */
    int number_count, number_capacity;
    int *last_input, *input_before; /* (measures) latest input of each, (inputs) the previous one; 0: none */
    int last_input_capacity, input_before_capacity;
    struct tml_friction_scope **smooth_frictions;
    int smooth_friction_count, smooth_friction_capacity, friction_capacity;
    struct tml_mesh_scope **meshes;
    int mesh_count, mesh_capacity;
    tml_constraint *compliant_rows; /* rows of compliant joints */
    int compliant_row_count, compliant_row_capacity;
    tml_scope scope;                      /* of what the user writes in forces, drivers, events, states */
    struct tml_state_scope *state_scopes; /* (state_count of the model) of the texts of each kind */
    struct tml_state_value *state_values; /* (state_signal_count of the model) values of states that are reported */
    struct tml_state_value *open_value;   /* the one that is being compiled; NULL: none */
    struct tml_output_draft *outputs;     /* (output_count) */
    const tml_column *columns;            /* what is reported; NULL: not known yet, or because of errors */
    tml_names column_names;               /* -> index */
    int *result_inputs;                   /* (columns) the input of expressions that reads it; 0: none */
    int result_capacity;
    bool results_allowed; /* in outputs, and in what events watch */
    /* while compiling the expressions of one element: */
    const tml_element *element;
    const tml_force *local; /* its own channels may be named without prefix */
    const char *what;       /* "force spring" */
    const tml_use *use;     /* of the text */
    bool time_only;         /* drivers: no channels */
    int order;              /* drivers: of a position, speed or acceleration */
    bool equation;          /* of a coupler: lengths have their dimension, angles are plain numbers */
    bool takes_results;     /* forces: reactions and accelerations too */
    int results_used;       /* how often such an expression named one */
} tml_builder;

/* Makes the scope ready. */
void tml_builder_open_scope(tml_builder *b);
tml_term tml_builder_measure(tml_builder *b, const tml_row *row, const tml_frames *frames);
tml_terms tml_builder_terms(tml_builder *b, const tml_term *terms, int count);
/* The input that a varying parameter of the model is. */
int tml_builder_parameter(tml_builder *b, int parameter);
int tml_builder_input(tml_builder *b, tml_input input);
/* The input of a channel, made at its first use. */
int tml_builder_input_of(tml_builder *b, tml_term term, bool rate);
/* A point in an expression, as B or crank.A, or a coordinate of one: it moves, but in drivers is where it is drawn. Unknown: no point. */
tml_meaning tml_builder_point(tml_builder *b, const char *name, tml_place place);
void tml_builder_row(tml_builder *b, tml_constraint row, bool compliant);
int tml_builder_force_law(tml_builder *b, tml_force_law law);
/* (nb) bodies with a joint that TML_PENALIZE penalizes */
void tml_builder_penalized(tml_builder *b, bool *penalized);
/* Stiffness and damping of a rigid row between two points under TML_PENALIZE. */
void tml_builder_penalize(const tml_builder *b, const int bodies[2], const tml_vec3 points[2], bool is_rotation,
                          double *k, double *c);
/* The measure of a channel that a text of a use names, created if needed. False: no such channel (no message). */
bool tml_builder_channel(tml_builder *b, const char *text, const tml_use *use, tml_term *term, bool *rate,
                         tml_dimension *dimension);
void tml_builder_name(tml_builder *b, const char *name, tml_term term, bool rate, tml_dimension dimension);
/* Compiles an expression of t and channels; NULL with messages. */
const tml_expression *tml_builder_expression(tml_builder *b, const char *text, tml_place place, const char *unit,
                                             const char *what);
/* The same of a parsed text that stands in a use of a part. */
const tml_expression *tml_builder_parsed(tml_builder *b, const tml_tree *tree, const tml_use *use, const char *unit,
                                         const char *what);

/* The same from a parsed text, in a scope around that of the builder or in this. */
const tml_expression *tml_builder_compile(tml_builder *b, const tml_tree *tree, const tml_scope *scope,
                                          tml_expectation expect);
/* A number in a text that no user wrote, as a name: so the text is the same whatever the number is. */
const char *tml_builder_number(tml_builder *b, double value);
/* What such a name means; false: it is another. */
bool tml_builder_number_named(const tml_builder *b, const char *name, tml_meaning *meaning);
void tml_builder_note_expression(tml_builder *b, const tml_expression *e, bool built_in);
/* Whether parameters that vary are read by outputs, and by values of force laws without kinks that are known beforehand, alone. */
bool tml_builder_parameters_only_load(const tml_builder *b);
/* Breaks and narrow features of the first of all expressions compiled so far. */
/* How each input of expressions varies. */
const tml_varies *tml_builder_varies(const tml_builder *b);
void tml_builder_breaks(tml_builder *b, int count);
void tml_builder_features(tml_builder *b, int count);
/* Makes the value of a law whose expression has used results an unknown. */
int tml_builder_result_law(tml_builder *b, int law, const char *name, tml_place place);
/* Declares an interaction: its force laws and unknowns; its index. Where joints and forces are placed, before what is reported is known. */
int tml_builder_interaction(tml_builder *b, tml_interaction_form form);
/* Then, with everything declared, the expressions of all. */
void tml_builder_interactions(tml_builder *b);
/* Dry friction that a force has along its first law; false with a message. */
bool tml_builder_force_friction(tml_builder *b, const tml_element *e, tml_force *force);
/* Rigid ends of the stroke of a force. */
void tml_builder_force_ends(tml_builder *b, const tml_element *e, tml_force *force);
/* The scope of the texts of a force with states of its own; NULL: it has none. */
const tml_scope *tml_builder_state_scope(const tml_builder *b, const tml_element *force, const tml_state_form **form);
/* What a name is in an expression that may use the own channels of a force without its name; NULL: of none. */
tml_meaning tml_builder_look_up_of(tml_builder *b, const tml_force *local, const char *name, tml_place place);
/* The channel of the acceleration of the joint coordinate that a force acts along; NULL: of none. */
const char *tml_builder_acceleration_of(tml_builder *b, const tml_force *force);
/* What the user wrote in fields of states, with all names known: wrong fields are told once. */
void tml_builder_check_states(tml_builder *b);
/* The law of a force that has states: this text of theirs; NULL: the value of their form. */
const tml_expression *tml_builder_state_law(tml_builder *b, const tml_element *force, const char *text,
                                            const char *what);
/* A measure of a force that texts of its states name; `written`: that what the user writes may name. False: none is called so. */
bool tml_builder_measure_named(tml_builder *b, const tml_element *force, const char *name, bool written, tml_term *term,
                               bool *rate);
/* What the name of a state, or of a ready piece, is in an expression at a place. */
tml_meaning tml_builder_state_named(tml_builder *b, const char *name, tml_place place);

/* Frames in the axes of the text of an element, carried over into the frames of the bodies. */
void tml_builder_axes(tml_builder *b, const tml_element *e, tml_frames *frames);
/* What the name of an output means in an expression other than of an output; false: no output is called so. */
bool tml_builder_output_named(tml_builder *b, const char *name, tml_place place, tml_meaning *meaning);
/* What is reported: once joints, forces, drivers and states are declared. */
void tml_builder_columns(tml_builder *b);
/* A column of it as an input; false: none is called so. */
bool tml_builder_column(tml_builder *b, const char *text, const tml_use *use, tml_meaning *meaning);
/* The same where results may be used: in forces and events. */
bool tml_builder_result_named(tml_builder *b, const char *name, tml_place place, tml_meaning *meaning);

/* Two surfaces that roll on each other: rows of the gap and of the slip along and across. */
typedef struct {
    tml_term terms[3];
    int count;
    bool integrable;
    double period;
} tml_rolling_slip;
typedef struct {
    tml_frames frames; /* of the joint: at the middle of each surface, or at a point of it */
    tml_term gap[2];
    int gap_count;
    double target; /* of the gap */
    tml_rolling_slip slip[2];
    int slip_count;
} tml_rolling;
/* False with a message. */
bool tml_builder_rolling(tml_builder *b, const tml_element *e, tml_rolling *out);

/* The curve of a joint: its wire, and the frame that it is in on the first body; false with a message. */
bool tml_builder_curve(tml_builder *b, const tml_element *e, tml_frames *frames);
/* Of such a joint the curvature as a function of the length along it; NULL: it is constant. */
const tml_expression *tml_builder_curvature(tml_builder *b, const tml_joint *joint);
/* What is watched of it: false where it has no ends. */
bool tml_builder_watch_curve(tml_builder *b, const tml_joint *joint, tml_bounded *out);

/* Measures and force laws of a bushing between two frames, which take its axes. */
void tml_builder_mount(tml_builder *b, const tml_element *e, tml_force *force, tml_frames *frames);

/* Measures, force laws and interactions of a contact: at each place where it may touch. */
void tml_builder_contact(tml_builder *b, const tml_element *e, tml_force *force);
/* The same of the pairs of a joint with clearance; e has the fields of a contact. */
void tml_builder_joint_contact(tml_builder *b, const tml_element *e, tml_contact_form *form, tml_joint *joint);
/* Clearance of a joint: surfaces that take the place of rows, and their contact. */
void tml_builder_clearance(tml_builder *b, tml_joint *joint);
/* A row that play frees: it guides the assembly, and may be reported. */
void tml_builder_play(tml_builder *b, tml_joint *joint, const tml_play_row *row, tml_term term);
/* Candidates of a pair of surfaces: how many, in *flat or *solid, whichever the model has; 0: they cannot touch. */
int tml_builder_candidates(tml_builder *b, const tml_surface_pair *pair, tml_profile_candidate **flat,
                           tml_candidate **solid);
/* What a surface is for contact, from the centre of mass: a curve in the plane, a solid in space (NULL: there is no such). */
const struct tml_profile *tml_builder_profile(tml_builder *b, const tml_body_surface *s);
const struct tml_contact_solid *tml_builder_solid(tml_builder *b, const tml_body_surface *s);
/* A rigid contact of many pairs as a set; false: of few, or one that needs a gap for each pair. */
bool tml_builder_contact_set(tml_builder *b, const tml_element *e, const tml_contact_form *form);
/* The pairs of bodies that its places belong to. */
void tml_builder_contact_pairs(tml_builder *b, tml_force *force);
/* Value and rate of what a gap is along, where that is not one measure, and what their names are. */
typedef struct {
    const char *value, *rate;
    const tml_scope *scope;
} tml_gap_texts;
/* A compliant contact or stop: gap = value along which it acts + offset. */
typedef struct {
    const char *name;
    tml_place place;
    tml_terms along;
    const tml_gap_texts *texts; /* of what is not one measure */
    double offset;
    int approach; /* input that keeps the speed at which it begins; -1: none */
    int touch;    /* input that is 1 from there until it ends, else 0; -1: none */
} tml_touch_form;
/* An input that events set. */
int tml_builder_memory(tml_builder *b);
/* Events at which it begins and ends. */
void tml_builder_touch_events(tml_builder *b, const tml_touch_form *touch);
/* What gap, depth, its rate `speed` and `opening` are in a text of its force; unknown: another name. */
tml_meaning tml_builder_touch_named(tml_builder *b, const tml_touch_form *touch, const char *name, tml_place place);
/* Those of all compliant contacts. */
void tml_builder_contact_events(tml_builder *b);

/* Whether rigid contacts and stops become springs, and exact friction smooth. */
bool tml_builder_penalizes_contacts(const tml_builder *b);
/* Their force, of what tml_builder_touch_named knows, approach, and the numbers of tml_builder_penalty_named. */
extern const tml_contact_law_class tml_contact_penalty_law;
/* False: no such number. */
bool tml_builder_penalty_named(const tml_builder *b, const char *name, double restitution, bool is_rotation,
                               double *value);
/* Damping that reproduces a restitution; at most `most`. */
double tml_restitution_damping(double restitution, double most);
/* Notes a gap that has become a spring. */
void tml_builder_penalized_gap(tml_builder *b, tml_penalized_gap gap);
/* A unilateral interaction of a joint as a spring: the index of its law. texts: of what is not one measure; else NULL. */
int tml_builder_penalized_stop(tml_builder *b, tml_interaction is, const tml_gap_texts *texts);
/* A measure of a place where surfaces touch: GAP, SLIP. */
tml_term tml_builder_add_measure(tml_builder *b, tml_measure measure);

/* An entry of `initial` that names a state; false: it names none. */
bool tml_builder_start_state(tml_builder *b, const tml_named_text *entry, bool later);
void tml_builder_declare_states(tml_builder *b);
void tml_builder_declare_outputs(tml_builder *b);
void tml_builder_states(tml_builder *b);
void tml_builder_outputs(tml_builder *b);
void tml_builder_joints(tml_builder *b);
/* Joints of an expression, once all that their equations may name is placed. */
void tml_builder_couplers(tml_builder *b);
/* Wheels with teeth: rows along functions of measures; then, with everything declared, the forces that tooth forces bring with them. */
void tml_builder_meshes(tml_builder *b);
void tml_builder_mesh_loads(tml_builder *b);
/* A body in which rigid hinges fix the axes of two of them, and these there; -1: none. */
int tml_builder_shared_carrier(const tml_builder *b, const tml_joint *first, const tml_joint *second, tml_vec3 at[2],
                               tml_vec3 axis[2]);
/* Whether rigid joints keep the distance of the axes of these two. */
bool tml_builder_keeps_distance(const tml_builder *b, const tml_joint *first, const tml_joint *second);
/* Belts and cables: rows and force laws along the lengths of their sections. */
void tml_builder_paths(tml_builder *b);
/* Terms of a relation, the function of positions that an expression is. NULL, or what it has that is no position. */
const char *tml_builder_relation(tml_builder *b, const tml_expression *value, tml_terms *out);
/* Friction of a joint: its force laws; then, with everything declared, what smooth ones are. */
void tml_builder_joint_friction(tml_builder *b, const tml_element *e, tml_joint *joint, const tml_frames *frames);
void tml_builder_smooth_frictions(tml_builder *b);
/* Stops of joint coordinates. */
void tml_builder_limits(tml_builder *b);
void tml_builder_store(tml_builder *b, tml_store store);
/* Forces: where they act; then, with everything declared, their laws. */
void tml_builder_place_forces(tml_builder *b);
void tml_builder_force_laws(tml_builder *b);
void tml_builder_drivers(tml_builder *b);
void tml_builder_starts(tml_builder *b, const tml_element *analysis);
/* Events of the model and of the analysis. Parameters that they set vary: these must be known before any expression is compiled. */
void tml_builder_vary_parameters(tml_builder *b, const tml_element *analysis);
void tml_builder_events(tml_builder *b, const tml_element *analysis);
/* An event without a report where an expression changes its sign: there a force or a rate has a kink; stiff: of a stop. NULL: could not be
 * compiled. */
void tml_builder_kink(tml_builder *b, const char *name, tml_place place, const tml_expression *when, bool stiff);
/* Forces that are off; after everything that must know of all forces. */
void tml_builder_switches(tml_builder *b);
void tml_builder_tree(tml_builder *b);
void tml_builder_finish(tml_builder *b);
/* Rows (with `tree`: those that the spanning tree satisfies last), measures and blocks in their final order. */
void tml_system_order(tml_system *system, bool tree, tml_arena *arena);
/* Blocks and shares of the Jacobian, by rows. */
void tml_system_make_blocks(tml_system *system, tml_arena *arena);
