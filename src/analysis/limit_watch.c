/* limit_watch.c - joint coordinates that are driven beyond their limits, surfaces of rigid contacts and flanks of teeth into each other, ropes beyond their length. */
#include "analysis/limit_watch.h"
#include "system/kernel/interaction_motion.h"

static const double ROUNDING = 1e-9; /* of the scale of a coordinate */
static const double DEGREE = 3.14159265358979323846 / 180;

struct tml_limit_watch {
    const tml_system *system;
    struct beyond {
        bool ignored;
        double first;           /* time; NAN: never */
        double most, most_time; /* how far at most */
    } * limits;                 /* (limit_count), then (contact_count), then (interaction_count) */
};

static bool is_coupler(const tml_system *s, const tml_interaction *is)
{
    return s->joints[is->joint].class->connects == TML_CONNECT_EXPRESSION;
}

static bool is_rope_or_flank(const tml_system *s, const tml_interaction *is)
{
    return is->kind == TML_UNILATERAL && is->joint >= 0 &&
           (s->joints[is->joint].path || s->joints[is->joint].has_flanks || is_coupler(s, is));
}

tml_limit_watch *tml_limit_watch_make(const tml_system *system, bool rigid, tml_arena *arena)
{
    const int limits = system->limit_count, others = limits + system->contact_count,
              all = others + system->interaction_count;
    if (!all)
        return NULL;
    tml_limit_watch *w = TML_NEW(arena, tml_limit_watch);
    w->system = system;
    w->limits = TML_NEW_ARRAY(arena, struct beyond, all);
    for (int i = 0; i < all; i++)
        w->limits[i] =
            (struct beyond){.ignored = i < limits   ? rigid && system->limits[i].law >= 0
                                       : i < others ? system->contacts[i - limits].normal < 0
                                                    : !is_rope_or_flank(system, &system->interactions[i - others]),
                            .first = NAN};
    return w;
}

static void take(struct beyond *b, double t, double excess, double scale)
{
    if (b->ignored || !(excess > ROUNDING * scale))
        return;
    if (!(t >= b->first)) /* the first, though places between steps come after the ends of the step */
        b->first = t;
    if (excess > b->most)
        b->most = excess, b->most_time = t;
}

void tml_limit_watch_take(tml_limit_watch *w, const tml_workspace *work)
{
    const tml_system *s = w ? w->system : NULL;
    for (int i = 0; w && i < s->limit_count; i++) {
        const int measure = s->coordinates[s->limits[i].coordinate].term.measure;
        take(&w->limits[i], work->t, tml_workspace_limit_excess(work, i), tml_measure_scale(s, measure));
    }
    for (int i = 0; w && i < s->interaction_count; i++)
        if (is_rope_or_flank(s, &s->interactions[i]))
            take(&w->limits[s->limit_count + s->contact_count + i], work->t,
                 -tml_interaction_gap(work, &s->interactions[i]), tml_interaction_scale(s, &s->interactions[i]));
    for (int i = 0; w && i < s->contact_count; i++)
        tml_limit_watch_gap(w, i, work->t, work->value[tml_contact_gap_measure(s, i)]);
}

/* ---- between such configurations ---- */

/* Both sides of a limit share what is told of it. */
static struct beyond *beyond_of(const tml_limit_watch *w, int gap)
{
    const tml_system *s = w->system;
    return &w->limits[gap < 2 * s->limit_count ? gap / 2 : gap - s->limit_count + s->contact_count];
}

int tml_limit_watch_gaps(const tml_limit_watch *w)
{
    const int count = 2 * w->system->limit_count + w->system->interaction_count;
    for (int i = 0; i < count; i++)
        if (!beyond_of(w, i)->ignored)
            return count;
    return 0;
}

static bool read_limit(const tml_system *s, const tml_limit *l, bool upper, const tml_workspace *work, const double *a,
                       tml_limit_gap *out)
{
    const tml_term term = s->coordinates[l->coordinate].term;
    const double sign = upper ? -1 : 1;
    *out = (tml_limit_gap){sign * (term.coefficient * work->value[term.measure] - (upper ? l->upper : l->lower)),
                           sign * term.coefficient * work->rate[term.measure],
                           sign * tml_workspace_term_acceleration(work, term, a), tml_measure_scale(s, term.measure)};
    return isfinite(out->value);
}

bool tml_limit_watch_read(const tml_limit_watch *w, int gap, const tml_workspace *work, const double *a,
                          tml_limit_gap *out)
{
    const tml_system *s = w->system;
    if (beyond_of(w, gap)->ignored)
        return false;
    if (gap < 2 * s->limit_count)
        return read_limit(s, &s->limits[gap / 2], gap % 2, work, a, out);
    const tml_interaction *is = &s->interactions[gap - 2 * s->limit_count];
    *out = (tml_limit_gap){tml_interaction_gap(work, is), tml_interaction_rate(work, is, 0),
                           tml_interaction_acceleration(work, is, 0, a), tml_interaction_scale(s, is)};
    return true;
}

void tml_limit_watch_note(tml_limit_watch *w, int gap, double t, const tml_limit_gap *at)
{
    take(beyond_of(w, gap), t, -at->value, at->scale);
}

void tml_limit_watch_gap(tml_limit_watch *w, int contact, double t, double gap)
{
    take(&w->limits[w->system->limit_count + contact], t, -gap, w->system->size);
}

bool tml_limit_watch_heeds(const tml_limit_watch *w, int contact)
{
    return !w->limits[w->system->limit_count + contact].ignored;
}

int tml_contact_gap_measure(const tml_system *s, int contact)
{
    return s->terms[s->laws[s->contacts[contact].normal_law].terms.first].measure;
}

static void report_contact(const tml_task *task, const tml_contact *c, const struct beyond *b)
{
    const tml_interaction *is = &task->system->interactions[c->normal];
    tml_log_raise(task->log, TML_W_BEYOND_LIMITS, is->place,
                  "%s: bodies overlap in contact %s at t = %.9g s, by up to %.6g m at t = %.9g s, of the times "
                  "looked at: "
                  "drivers are obeyed here, and rigid contacts are not; change the driver, or the place of the bodies",
                  task->element->kind, is->name, b->first, b->most, b->most_time);
}

static void report_rope_or_teeth(const tml_task *task, const tml_interaction *is, const struct beyond *b)
{
    const bool rope = task->system->joints[is->joint].path != NULL;
    tml_log_raise(task->log, TML_W_BEYOND_LIMITS, is->place,
                  "%s: %s %s at t = %.9g s, by up to %.6g %s at t = %.9g s, of the times looked at: drivers are "
                  "obeyed here, and what pulls or pushes on one side only is not; change the driver, or the %s",
                  task->element->kind, is->name,
                  rope                           ? "is longer than it can be"
                  : is_coupler(task->system, is) ? "is not met"
                                                 : "overlaps with its other flank",
                  b->first, b->most, tml_terms_turn(task->system, &is->along[0]) ? "rad" : "m", b->most_time,
                  rope                           ? "length of the cable"
                  : is_coupler(task->system, is) ? "condition"
                                                 : "backlash");
}

void tml_limit_watch_report(const tml_limit_watch *w, const tml_task *task)
{
    for (int i = 0; w && i < w->system->limit_count; i++) {
        const struct beyond *b = &w->limits[i];
        const tml_limit *l = &w->system->limits[i];
        const tml_joint_coordinate *c = &w->system->coordinates[l->coordinate];
        if (!isnan(b->first))
            tml_log_raise(task->log, TML_W_BEYOND_LIMITS, l->place,
                          "%s: %s.%s is beyond its limits at t = %.9g s, by up to %.6g %s at t = %.9g s, of the "
                          "times looked at: drivers are obeyed here, and stops are not; change the driver, or "
                          "the limits",
                          task->element->kind, w->system->joints[l->joint].name, c->name, b->first,
                          b->most / (c->is_rotation ? DEGREE : 1), c->is_rotation ? "deg" : "m", b->most_time);
    }
    for (int i = 0; w && i < w->system->contact_count; i++)
        if (!isnan(w->limits[w->system->limit_count + i].first))
            report_contact(task, &w->system->contacts[i], &w->limits[w->system->limit_count + i]);
    const int first = w ? w->system->limit_count + w->system->contact_count : 0;
    for (int i = 0; w && i < w->system->interaction_count; i++)
        if (!isnan(w->limits[first + i].first))
            report_rope_or_teeth(task, &w->system->interactions[i], &w->limits[first + i]);
}

/* Where no set of closed stops has a state, one is sought as if they were not there: beyond them it is none. */
bool tml_limits_are_kept(const tml_task *task, const tml_table *table)
{
    const tml_system *s = task->system;
    for (int i = 0; i < s->limit_count; i++) {
        const tml_limit *l = &s->limits[i];
        const tml_joint_coordinate *c = &s->coordinates[l->coordinate];
        const long column = tml_table_find(table, tml_arena_dotted(task->arena, s->joints[l->joint].name, c->name));
        double most = 0;
        for (size_t k = 0; l->law < 0 && column >= 0 && k < table->row_count; k++) {
            const double q = table->values[k * table->column_count + (size_t)column];
            most = fmax(most, fmax(l->lower - q, q - l->upper));
        }
        if (!(most > ROUNDING * tml_measure_scale(s, c->term.measure)))
            continue;
        tml_log_raise(task->log, TML_E_STOP_IN_EQUILIBRIUM, l->place,
                      "%s: %s.%s would be beyond its limits by %.6g %s: no state within rigid stops was found; "
                      "start within them, or give the limits a stiffness",
                      task->element->kind, s->joints[l->joint].name, c->name, most / (c->is_rotation ? DEGREE : 1),
                      c->is_rotation ? "deg" : "m");
        return false;
    }
    return true;
}
