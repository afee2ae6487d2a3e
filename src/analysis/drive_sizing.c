/* drive_sizing.c - functions of motors along a run, and the facts about them. */
#include "analysis/drive_sizing.h"
#include <math.h>
#include <stdio.h>

enum { TORQUE, SPEED, POWER, LOAD, FUNCTIONS }; /* LOAD: |torque| over what is available at that speed */
enum { TEXT = 256 };
static const double PRECISION = 1e-10; /* of peaks and rms values, relative to the largest value */
static const double NOTEWORTHY = 1e-6; /* error of a quadrature relative to the largest value */

typedef struct {
    const char *kind, *name;
    int law; /* of the system: without a value where the drive is off */
    bool has_shaft, slides;
    const tml_force *force;                      /* without a shaft */
    double factor;                               /* without a shaft: of the force, -1 where tension is positive */
    int torque, speed, available;                /* signals of a motor with a shaft; -1: none */
    double rated_torque, peak_torque, max_speed; /* 0: not given */
} motor;

struct tml_sizing {
    const tml_system *system;
    int count;
    motor *motors;
};

static int signal_of(const tml_task *task, const char *name, const char *signal)
{
    return tml_names_find(&task->system->model->state_values, tml_arena_dotted(task->arena, name, signal));
}

static double rating(const tml_task *task, const tml_element *force, const char *name)
{
    const tml_field *field = tml_field_find(force->force->fields, force->force->fields_count, name);
    double value = 0;
    if (field && tml_node_find(force->node, name))
        tml_element_number(task->resolved, force, field, &value);
    return value;
}

/* Whether events switch forces. */
static bool switches(const tml_system *s)
{
    bool any = false;
    for (int i = 0; i < s->assignment_count; i++)
        any |= s->assignments[i].what == TML_SET_FORCE;
    return any;
}

static void add_motor(tml_sizing *z, const tml_task *task, const tml_state_element *e, int law)
{
    z->motors[z->count++] = (motor){.kind = "motor",
                                    .name = e->name,
                                    .law = law,
                                    .has_shaft = true,
                                    .torque = signal_of(task, e->name, "motor_torque"),
                                    .speed = signal_of(task, e->name, "motor_speed"),
                                    .available = signal_of(task, e->name, "available_torque"),
                                    .rated_torque = rating(task, e->force, "rated_torque"),
                                    .peak_torque = rating(task, e->force, "peak_torque"),
                                    .max_speed = rating(task, e->force, "max_speed")};
}

/* The factor with which its force is reported. */
static double factor_of(const tml_force_class *class)
{
    for (size_t i = 0; i < class->channels_count; i++)
        if (class->channels[i].what == TML_CHANNEL_FORCE)
            return class->channels[i].factor;
    return 1;
}

static void add_drive(tml_sizing *z, const tml_task *task, const tml_element *written, const tml_force *force)
{
    z->motors[z->count++] = (motor){.kind = force->class->name,
                                    .name = force->name,
                                    .law = force->first_law,
                                    .force = force,
                                    .slides = !tml_terms_turn(z->system, &z->system->laws[force->first_law].terms),
                                    .factor = factor_of(force->class),
                                    .rated_torque = rating(task, written, "rated"),
                                    .peak_torque = rating(task, written, "peak"),
                                    .max_speed = rating(task, written, "max_speed"),
                                    .torque = -1,
                                    .speed = -1,
                                    .available = -1};
}

tml_sizing *tml_sizing_make(const tml_task *task, bool drives)
{
    const tml_model *model = task->system->model;
    tml_sizing *z = TML_NEW(task->arena, tml_sizing);
    const bool switched = switches(task->system);
    *z = (tml_sizing){.system = task->system,
                      .motors = TML_NEW_ARRAY(task->arena, motor, model->state_count + task->system->force_count + 1)};
    for (int i = 0; i < model->state_count; i++) {
        const tml_state_element *e = &model->states[i];
        const int force = (int)(e->force - model->forces);
        if (e->form.has_shaft && (!task->resolved->force_off[force] || switched))
            add_motor(z, task, e, task->system->forces[force].first_law);
    }
    for (int i = 0; drives && i < task->system->force_count; i++)
        if (task->system->forces[i].class->drives && task->system->forces[i].law_count > 0 &&
            (!task->resolved->force_off[i] || switched))
            add_drive(z, task, &model->forces[i], &task->system->forces[i]);
    return z->count ? z : NULL;
}

int tml_sizing_count(const tml_sizing *z)
{
    return z ? FUNCTIONS * z->count : 0;
}

/* Of each drive the rms of its torque and the largest magnitudes; of what is available the largest part. */
void tml_sizing_begin(const tml_sizing *z, tml_along *along)
{
    static const unsigned wanted[FUNCTIONS] = {[TORQUE] = TML_WANT_SQUARE | TML_WANT_MAX | TML_WANT_MIN,
                                               [SPEED] = TML_WANT_MAX | TML_WANT_MIN,
                                               [POWER] = TML_WANT_MAX | TML_WANT_MIN,
                                               [LOAD] = TML_WANT_MAX};
    for (int i = 0; i < tml_sizing_count(z); i++) {
        const int function = i % FUNCTIONS;
        along[i] = tml_along_none;
        along[i].wanted = function == LOAD && z->motors[i / FUNCTIONS].available < 0 ? 0 : wanted[function];
        along[i].magnitude = true;
        along[i].precision = PRECISION;
    }
}

static double signal_value(const tml_sizing *z, const tml_workspace *w, int signal)
{
    return tml_expression_value(z->system->signals[signal].value, w->inputs, w->expression);
}

/* Of one without a shaft, along what it acts on. */
static void drive_values(const tml_system *s, const motor *m, const tml_workspace *w, double *f)
{
    const tml_term term = s->terms[s->laws[m->law].terms.first];
    const double force = tml_force_along(w, m->force), rate = term.coefficient * w->rate[term.measure];
    f[TORQUE] = m->factor * force + 0.0; /* no negative zero */
    f[SPEED] = rate;
    f[POWER] = force * rate;
    f[LOAD] = 0;
}

static void values_of(const tml_sizing *z, const motor *m, const tml_workspace *w, double *f)
{
    if (!m->has_shaft) {
        drive_values(z->system, m, w, f);
        return;
    }
    f[TORQUE] = z->system->laws[m->law].value ? signal_value(z, w, m->torque) : 0;
    f[SPEED] = signal_value(z, w, m->speed);
    f[POWER] = f[TORQUE] * f[SPEED];
    const double available = m->available >= 0 ? signal_value(z, w, m->available) : INFINITY;
    f[LOAD] = f[TORQUE] == 0 ? 0 : fabs(f[TORQUE]) / fmax(available, 1e-12 * fabs(f[TORQUE]));
}

void tml_sizing_values(const tml_sizing *z, const tml_workspace *w, double *values)
{
    for (int i = 0; z && i < z->count; i++)
        values_of(z, &z->motors[i], w, values + FUNCTIONS * i);
}

void tml_sizing_take(const tml_sizing *z, const tml_workspace *w, double t, tml_along *along)
{
    double f[FUNCTIONS];
    for (int i = 0; z && i < z->count; i++) {
        values_of(z, &z->motors[i], w, f);
        for (int k = 0; k < FUNCTIONS; k++)
            tml_along_take(&along[FUNCTIONS * i + k], t, f[k]);
    }
}

/* ---- facts ---- */

typedef struct {
    double value, time; /* with its sign */
} peak;

static peak peak_of(const tml_along *a)
{
    return fabs(a->min) > fabs(a->max) ? (peak){a->min, a->min_time} : (peak){a->max, a->max_time};
}

static void put_peak(const motor *m, const char *what, const tml_along *a, const char *unit, tml_table *table)
{
    char name[TEXT], gap[TEXT] = "";
    const peak p = peak_of(a);
    if (!isnan(a->undefined))
        snprintf(gap, sizeof gap, "; not finite at t = %.9g s", a->undefined);
    snprintf(name, sizeof name, "%s %s %s", m->kind, m->name, what);
    tml_table_add_fact(table, name, p.value, "peak %.6g %s at t = %.6g s%s", p.value, unit, p.time, gap);
}

/* rms torque; NAN: not known. */
static double put_rms(const motor *m, const tml_along *a, tml_table *table)
{
    char name[TEXT], after[TEXT] = "";
    const double span = a->end - a->begin;
    if (!(span > 0) || !isnan(a->undefined))
        return NAN;
    const double rms = sqrt(fmax(0, a->square / span));
    if (a->square_error > NOTEWORTHY * a->scale * a->scale * span)
        snprintf(after, sizeof after, " (error of the quadrature about %.1g)", a->square_error / (2 * rms * span));
    snprintf(name, sizeof name, "%s %s rms %s", m->kind, m->name, m->slides ? "force" : "torque");
    tml_table_add_fact(table, name, rms, "%.6g %s over %.6g s%s", rms, m->slides ? "N" : "N*m", span, after);
    return rms;
}

/* "peak_torque 1.31, ...": how many times what is needed the rating is. */
static void add_margin(char *text, size_t *length, double *least, const char *what, double rating, double needed)
{
    if (!(rating > 0) || !isfinite(needed))
        return;
    const double margin = rating / fabs(needed);
    *least = fmin(*least, margin);
    const int more = snprintf(text + *length, TEXT - *length, "%s%s %.4g%s", *length ? ", " : "", what, margin,
                              margin < 1 ? " (exceeded)" : "");
    *length = more > 0 && *length + (size_t)more < TEXT ? *length + (size_t)more : TEXT - 1;
}

static void put_margins(const motor *m, const tml_along *a, double rms, tml_table *table)
{
    char name[TEXT], text[TEXT] = "";
    size_t length = 0;
    double least = INFINITY;
    add_margin(text, &length, &least, m->has_shaft ? "peak_torque" : "peak", m->peak_torque, peak_of(&a[TORQUE]).value);
    add_margin(text, &length, &least, m->has_shaft ? "rated_torque by rms" : "rated by rms", m->rated_torque, rms);
    add_margin(text, &length, &least, "max_speed", m->max_speed, peak_of(&a[SPEED]).value);
    if (m->available >= 0)
        add_margin(text, &length, &least, "curve", 1, a[LOAD].max);
    if (!length)
        return;
    snprintf(name, sizeof name, "%s %s margins", m->kind, m->name);
    tml_table_add_fact(table, name, least, "%s", text);
}

void tml_sizing_facts(const tml_sizing *z, const tml_along *along, const char *how, tml_table *table)
{
    if (!z || !(along[0].max >= along[0].min))
        return;
    int shafts = 0;
    for (int i = 0; i < z->count; i++)
        shafts += z->motors[i].has_shaft;
    if (shafts)
        tml_table_add_fact(table, "motors", shafts, "%d, at their shafts: %s", shafts, how);
    if (z->count > shafts)
        tml_table_add_fact(table, "drives", z->count - shafts, "%d, along what they act on: %s", z->count - shafts,
                           how);
    for (int i = 0; i < z->count; i++) {
        const tml_along *a = along + FUNCTIONS * i;
        const motor *m = &z->motors[i];
        put_peak(m, m->slides ? "force" : "torque", &a[TORQUE], m->slides ? "N" : "N*m", table);
        const double rms = put_rms(m, &a[TORQUE], table);
        put_peak(m, "speed", &a[SPEED], m->slides ? "m/s" : "rad/s", table);
        put_peak(m, "power", &a[POWER], "W", table);
        put_margins(m, a, rms, table);
    }
}
