/* choose_contact.c - contacts, stops and friction in a motion: from event to event, stepped over, or compliant.
 *
 * Springs that stand for rigid ones, with K = m a/size of the accelerations in play (penalty_stiffness.h):
 *   k = 1e8 K     w = sqrt(a size K/k), the width of smooth friction     most damping sqrt(k/K)
 * Under weight they yield by size K/k, in an impact at sqrt(a size) by size sqrt(K/k). What they differ by from rigid ones, the duration
 * of impacts above all, is of the order of sqrt(K/k): four times the stiffness halves it.
 */
#include "analysis/dynamics/choose_contact.h"
#include "analysis/dynamics/penalty_stiffness.h"
#include "analysis/held_interactions.h"
#include "system/contact_set.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double STIFF = 1e8;

/* Contacts and stops that are compliant as they are written. */
static int count_compliant(const tml_system *s)
{
    int count = 0;
    for (int i = 0; i < s->contact_count; i++)
        count += s->contacts[i].normal < 0;
    for (int i = 0; i < s->limit_count; i++)
        count += s->limits[i].law >= 0;
    for (int i = 0; i < s->penalized_gap_count; i++)
        count -= s->laws[s->penalized_gaps[i].law].joint < 0;
    return count;
}

bool tml_choose_contact(tml_task *task, const char *name, tml_contact_choice *choice)
{
    static const tml_contact_method methods[] = {TML_CONTACT_EVENTS, TML_CONTACT_STEPS, TML_CONTACT_SPRINGS};
    static const char *const names[] = {"events", "time_stepping", "compliant"};
    const tml_system *s = task->system;
    const bool many = tml_system_gaps(s) > TML_MANY_CONTACTS;
    *choice = (tml_contact_choice){.why = ""};
    if (!name)
        return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            choice->method = methods[i];
    if (strcmp(name, "auto") == 0) {
        choice->method = many || s->contact_set_count ? TML_CONTACT_STEPS : TML_CONTACT_EVENTS;
        choice->why = task->model->wanted             ? "" /* nobody reads it */
                      : many || !s->contact_set_count ? tml_arena_format(task->arena, "auto: %s than %d gaps",
                                                                         many ? "more" : "not more", TML_MANY_CONTACTS)
                                                      : "auto: many pairs of surfaces";
    } else if (choice->method == TML_CONTACT_EVENTS && s->contact_set_count) {
        const tml_node *node = tml_element_field(task->element, tml_task_field(task, "contact"));
        tml_log_raise(task->log, TML_E_WRONG_OPTION, node ? node->place : task->element->place,
                      "dynamics: contact cannot be events: force %s has so many pairs of surfaces that only those "
                      "which are near are looked at; use contact: time_stepping",
                      s->contact_sets[0].name);
        return false;
    }
    return true;
}

tml_contact_penalty tml_choose_contact_penalty(const tml_system *s, double stiffness, double t, const double *q,
                                               const double *v, double span, tml_arena *arena)
{
    double K = tml_characteristic_stiffness(s, t, q, v, span, arena);
    K = K > 0 ? K : 1; /* nothing moves */
    const double k = stiffness > 0 ? stiffness : STIFF * K, speed = s->size * K / sqrt(s->mass * k),
                 weight = tml_norm(s->gravity) * sqrt(s->mass / k);
    return (tml_contact_penalty){.stiffness = k,
                                 .speed = speed,
                                 .weight = weight > 0 ? fmin(weight, speed) : speed,
                                 .damping = fmax(1, sqrt(k / K))};
}

/* ---- what is said ---- */

static void rigid_fact(const tml_system *s, const tml_contact_choice *choice, tml_table *table)
{
    const int gaps = tml_system_gaps(s), frictions = tml_system_count(s, TML_FRICTION), compliant = count_compliant(s);
    char more[64] = "";
    if (compliant)
        snprintf(more, sizeof more, "; %d compliant by law%s", compliant, compliant == 1 ? "" : "s");
    tml_table_add_fact(table, "contact", NAN, "from event to event: %d rigid gap%s, %d exact friction%s%s%s%s%s", gaps,
                       gaps == 1 ? "" : "s", frictions, frictions == 1 ? "" : "s", more, choice->why[0] ? " (" : "",
                       choice->why, choice->why[0] ? ")" : "");
}

static void spring_facts(const tml_system *s, tml_table *table)
{
    const tml_contact_penalty *p = &s->contact_penalty;
    const int gaps = s->penalized_gap_count, frictions = s->smoothed_friction_count;
    char springs[96] = "", smooth[96] = "";
    if (gaps)
        snprintf(springs, sizeof springs, "%d rigid gap%s as springs of %.4g N/m", gaps, gaps == 1 ? "" : "s",
                 p->stiffness);
    if (frictions)
        snprintf(smooth, sizeof smooth, "%sexact friction smooth below %.3g m/s", gaps ? ", " : "", p->speed);
    tml_table_add_fact(table, "contact", NAN, "compliant: %s%s", springs, smooth);
    tml_table_add_fact(table, TML_CONTACT_STIFFNESS, p->stiffness, "%.6g N/m", p->stiffness);
    if (frictions)
        tml_table_add_fact(table, TML_FRICTION_WIDTH, p->speed, "%.6g m/s", p->speed);
}

void tml_contact_facts(const tml_system *s, const tml_contact_choice *choice, tml_table *table)
{
    const tml_contact_penalty *p = &s->contact_penalty;
    const int compliant = count_compliant(s);
    if (s->interaction_count)
        rigid_fact(s, choice, table);
    else if (p->stiffness > 0)
        spring_facts(s, table);
    else if (compliant)
        tml_table_add_fact(table, "contact", NAN, "compliant: %d contact%s or stop%s by law%s", compliant,
                           compliant == 1 ? "" : "s", compliant == 1 ? "" : "s",
                           choice->why[0] ? " (auto: none is rigid)" : "");
}

/* ---- springs ---- */

void tml_contact_springs_start(tml_workspace *w)
{
    const tml_system *s = w->system;
    for (int i = 0; i < s->penalized_gap_count; i++) {
        const tml_penalized_gap *gap = &s->penalized_gaps[i];
        const tml_terms *terms = &s->laws[gap->law].terms;
        const tml_jet along = tml_workspace_sum(w, terms);
        const double arm = tml_terms_turn(s, terms) ? s->size : 1, u = along.d;
        const bool touches = along.f + gap->offset <= 0;
        w->inputs[gap->touch] = touches;
        w->inputs[gap->approach] = touches && -u * arm > s->contact_penalty.speed ? -u : INFINITY;
    }
}

void tml_penetration_take(tml_penetration *deepest, const tml_workspace *w, double t)
{
    const tml_system *s = w->system;
    for (int i = 0; i < s->penalized_gap_count; i++) {
        const tml_penalized_gap *gap = &s->penalized_gaps[i];
        const tml_terms *terms = &s->laws[gap->law].terms;
        const double depth = -(tml_workspace_sum(w, terms).f + gap->offset), scale = tml_terms_scale(s, terms);
        if (depth > deepest->depth * scale)
            *deepest = (tml_penetration){depth / scale, i, t};
    }
}

void tml_penetration_fact(const tml_penetration *deepest, const tml_system *s, tml_table *table)
{
    if (!s->penalized_gap_count)
        return;
    if (!(deepest->depth > 0)) {
        tml_table_add_fact(table, "largest penetration", 0, "none: nothing touched");
        return;
    }
    const tml_penalized_gap *gap = &s->penalized_gaps[deepest->gap];
    const tml_terms *terms = &s->laws[gap->law].terms;
    const bool angle = tml_terms_turn(s, terms);
    const double depth = deepest->depth * tml_terms_scale(s, terms);
    if (angle)
        tml_table_add_fact(table, "largest penetration", depth, "%.3g rad of %s, at t = %.6g s", depth, gap->name,
                           deepest->t);
    else
        tml_table_add_fact(table, "largest penetration", depth, "%.3g m of %s, at t = %.6g s: %.2g of the size", depth,
                           gap->name, deepest->t, deepest->depth);
}
