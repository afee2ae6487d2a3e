/* outcome.c - the result of a verification as text: notes, and the outcome in one sentence. */
#include "elementary/elementary.h"
#include "verify/verify.h"
#include <math.h>
#include <string.h>

static const char *const quantities[] = {"times", "positions", "velocities", "accelerations", "reactions", "states"};

static const double FADES = 100;  /* times the difference in the first half of a motion: it grows, */
static const double FADED = 1e-8; /* and is no rounding */

static void add_note(tml_verify_workspace *v, const char *text)
{
    v->notes[v->out->note_count++] = text;
}

/* "a", "a and b", "a, b and c" of the formulations in a set */
static const char *names_of(tml_verify_workspace *v, unsigned set)
{
    const char *text = "";
    for (int i = 0, left = 0; i < tml_formulation_class_count; i++) {
        if (!(set >> i & 1))
            continue;
        left = set >> i >> 1 ? 1 : 0;
        text = tml_arena_format(v->arena, "%s%s%s", text, !text[0] ? "" : left ? ", " : " and ", v->list[i].name);
    }
    return text;
}

static unsigned set_of(const tml_verify_workspace *v, tml_verdict verdict)
{
    unsigned set = 0;
    for (int i = 0; i < tml_formulation_class_count; i++)
        set |= (unsigned)(v->list[i].verdict == verdict) << i;
    return set;
}

static unsigned compliant_ones(const tml_verify_workspace *v)
{
    unsigned set = 0;
    for (int i = 0; i < tml_formulation_class_count; i++)
        set |= (unsigned)tml_verify_is_compliant(v, i) << i;
    return set;
}

static bool one(unsigned set)
{
    return set && !(set & (set - 1));
}

static const char *first_text(const tml_verify_workspace *v, unsigned set)
{
    for (int i = 0; i < tml_formulation_class_count; i++)
        if ((set >> i & 1) && v->list[i].text[0])
            return v->list[i].text;
    return "";
}

/* "positions to 10.3 digits, velocities to 9.8, …" */
static const char *describe_digits(tml_verify_workspace *v, const double difference[TML_QUANTITY_COUNT])
{
    const char *text = "";
    for (int q = TML_POSITION; q < TML_QUANTITY_COUNT; q++)
        if (!isnan(difference[q]))
            text = tml_arena_format(v->arena, "%s%s%s to %.1f%s", text, text[0] ? ", " : "", quantities[q],
                                    -tml_log10(fmax(difference[q], 1e-16)), text[0] ? "" : " digits");
    return text;
}

static const char *describe_agreement(tml_verify_workspace *v, const tml_comparison *c, unsigned agree)
{
    const unsigned compliant = agree & compliant_ones(v), rigid = agree & ~compliant;
    if (!agree)
        return "";
    if (one(agree))
        return tml_arena_format(v->arena, "%s has nothing to be compared to", names_of(v, agree));
    const char *text =
        one(rigid) ? ""
                   : tml_arena_format(v->arena, "%s, by %s", describe_digits(v, c->difference), names_of(v, rigid));
    for (int i = 0; i < tml_formulation_class_count; i++) {
        const tml_difference *d = &v->list[i].of[TML_POSITION];
        if (compliant >> i & 1)
            text = tml_arena_format(v->arena,
                                    "%s%s%s differs by %.1e, where compliance and errors of integration explain %.1e",
                                    text, text[0] ? "; " : "", v->list[i].name, d->difference, d->allowed);
    }
    return text;
}

static const char *describe_disagreement(tml_verify_workspace *v, const tml_comparison *c, unsigned apart)
{
    if (!c->decided || !(c->group & ~apart))
        return tml_arena_format(v->arena, "%s disagree, and it cannot be decided which is right: %s",
                                names_of(v, apart), first_text(v, apart));
    return tml_arena_format(v->arena, "%s stand%s%s against %s: %s", names_of(v, apart), one(apart) ? "s" : "",
                            one(apart) ? " alone" : "", names_of(v, c->group & ~apart), first_text(v, apart));
}

static void set_outcome(tml_verify_workspace *v, const tml_comparison *c)
{
    const unsigned apart = set_of(v, TML_DISAGREES), failed = set_of(v, TML_NOT_FINISHED),
                   diverged = set_of(v, TML_NOT_CONVERGED);
    const char *agreement = describe_agreement(v, c, set_of(v, TML_AGREES)), *text = "";
    const unsigned none = set_of(v, TML_NOT_EXPRESSED), left = set_of(v, TML_NOT_COMPARED);
    v->out->agreed = !apart && !failed && !diverged && !v->law && set_of(v, TML_AGREES);
    if (v->law)
        text = tml_arena_format(v->arena, "disagreed: %s", v->law);
    if (apart)
        text = tml_arena_format(v->arena, "%s%s%s", text,
                                text[0] ? "; " : "disagreed: ", describe_disagreement(v, c, apart));
    if (failed)
        text = tml_arena_format(v->arena, "%s%s%s did not finish: %s", text,
                                text[0] ? "; " : "failed: ", names_of(v, failed), first_text(v, failed));
    if (diverged)
        text = tml_arena_format(v->arena, "%s%s%s did not converge: %s", text,
                                text[0] ? "; " : "failed: ", names_of(v, diverged), first_text(v, diverged));
    if (!v->out->agreed && !text[0] && left)
        text = tml_arena_format(v->arena, "nothing was compared: %s: %s", names_of(v, left), first_text(v, left));
    else if (!v->out->agreed && !text[0])
        text = tml_arena_format(v->arena, "failed: no formulation can integrate the motion: %s", first_text(v, none));
    v->out->outcome = v->out->agreed ? tml_arena_format(v->arena, "agreed: %s", agreement)
                      : agreement[0] ? tml_arena_format(v->arena, "%s; agreed: %s", text, agreement)
                                     : text;
    const char *events = tml_verify_event_lists(v);
    if (events)
        v->out->outcome = tml_arena_format(v->arena, "%s; the runs have different events%s: %s", v->out->outcome,
                                           v->out->agreed ? ", which change nothing beyond their errors" : "", events);
}

/* Where compliant joints were not integrated to the end, or are not conclusive. */
static void note_compliant(tml_verify_workspace *v, int i, const tml_comparison *comparison)
{
    tml_verified *f = &v->list[i];
    const bool exhausted = tml_verify_exhausted(v, i);
    if (f->verdict == TML_NOT_COMPARED && !f->text[0])
        f->text = exhausted ? "its stiff joints make it too slow (a thorough verification integrates it to the end)"
                            : "its joints yield so much that it is not conclusive";
    if (f->verdict != TML_AGREES && f->verdict != TML_DISAGREES)
        return;
    if (exhausted)
        add_note(v, tml_arena_format(v->arena,
                                     "%s was integrated to t = %.4g s: its stiff joints make it slow (a thorough "
                                     "verification integrates it to the end)",
                                     f->name, f->reached));
    const char *diverged = "", *unsettled = "";
    for (int q = TML_POSITION; q < TML_QUANTITY_COUNT; q++) {
        const tml_difference *d = &f->of[q];
        if (isnan(d->until) &&
            (q == TML_REACTION ? v->plan.non_unique_count > 0 : q == TML_STATE && !v->plan.state_channel_count))
            continue;
        if (isnan(d->until) && !v->completed) /* there was nothing to compare it to */
            continue;
        if (isnan(d->until) && d->own <= TML_DIVERGED && d->compliance <= TML_TOO_COMPLIANT)
            unsettled = tml_arena_format(v->arena, "%s%s%s", unsettled, unsettled[0] ? ", " : "", quantities[q]);
        else if (isnan(d->until))
            diverged = tml_arena_format(v->arena, "%s%s%s", diverged, diverged[0] ? ", " : "", quantities[q]);
        else if (d->until < f->reached)
            diverged = tml_arena_format(v->arena, "%s%s%s after t = %.4g s", diverged, diverged[0] ? ", " : "",
                                        quantities[q], d->until);
    }
    if (comparison->events)
        add_note(v, tml_arena_format(v->arena,
                                     "%s is not compared in accelerations and reactions for %.3g s after each instant "
                                     "at which events act (%d): its compliant joints oscillate there",
                                     f->name, comparison->settling, comparison->events));
    if (unsettled[0])
        add_note(v, tml_arena_format(v->arena,
                                     "%s is not compared in %s: its joints start unloaded%s and have not settled",
                                     f->name, unsettled, comparison->events ? ", or events act on them," : ""));
    if (diverged[0])
        add_note(
            v,
            tml_arena_format(
                v->arena,
                "%s is not compared in %s: stiff joints magnify its errors beyond 1 %% or its compliance beyond 5 %%",
                f->name, diverged));
}

/* An unstable motion: what digits are left depends on when. */
static void note_fading(tml_verify_workspace *v, const tml_comparison *c)
{
    const double end = c->difference[TML_POSITION];
    if (end > FADES * fmax(c->early, 1e-16) && end > FADED)
        add_note(v, tml_arena_format(v->arena,
                                     "digits are lost as the motion goes on: positions agree to %.1f until t = %.4g s, "
                                     "half of it, and to %.1f in all",
                                     -tml_log10(fmax(c->early, 1e-16)), 0.5 * (c->begin + c->end), -tml_log10(end)));
}

/* "12 instants ...: their times agree to 10.2 digits; 3 rows ... are left out" */
static void note_events(tml_verify_workspace *v, const tml_comparison *c)
{
    const char *text = tml_arena_format(v->arena, "events, contacts or friction change the motion at %zu instant%s",
                                        c->matched + c->unmatched, c->matched + c->unmatched == 1 ? "" : "s");
    if (c->matched + c->unmatched == 0)
        return;
    if (c->matched && !isnan(c->difference[TML_TIME]))
        text = tml_arena_format(v->arena, "%s; the times of %zu agree to %.1f digits of the duration", text, c->matched,
                                -tml_log10(fmax(c->difference[TML_TIME], 1e-16)));
    if (c->unmatched)
        text = tml_arena_format(v->arena, "%s; %zu that not all runs have are not compared", text, c->unmatched);
    if (c->left_out)
        text = tml_arena_format(v->arena, "%s; rows left out because runs are on different sides of one: %zu", text,
                                c->left_out);
    if (c->vague)
        text = tml_arena_format(v->arena,
                                "%s; rows at one without accelerations and reactions, which have no limit there: %zu",
                                text, c->vague);
    add_note(v, text);
}

static void add_notes(tml_verify_workspace *v, const tml_comparison *comparison)
{
    const tml_verify_plan *p = &v->plan;
    const char *non_unique = "";
    if (p->rigid_row_count == 0)
        add_note(v, "no joint is rigid: formulations differ in their coordinates alone");
    for (int i = 0; i < p->non_unique_count; i++)
        non_unique = tml_arena_format(v->arena, "%s%s%s", non_unique, i ? ", " : "", p->non_unique[i]);
    for (int i = 0; i < tml_formulation_class_count; i++) {
        if (!tml_verify_is_compliant(v, i) || v->of[i][TML_RUN_FINE] < 0)
            continue;
        if (p->non_unique_count)
            add_note(v, tml_arena_format(v->arena,
                                         "reactions of %s are not unique: the smallest are compared; %s distributes "
                                         "them by stiffness and is not compared in them",
                                         non_unique, v->list[i].name));
        if (!isnan(comparison->jump))
            add_note(v, tml_arena_format(v->arena,
                                         "positions jump at t = %.4g s, between two analyses: %s, whose joints are "
                                         "compliant, is compared up to there",
                                         comparison->jump, v->list[i].name));
        note_compliant(v, i, comparison);
    }
    if (comparison->left_open)
        add_note(v, tml_arena_format(v->arena,
                                     "%zu channels are not compared: contacts, friction and joints share loads "
                                     "in several ways there (fact \"" TML_NOT_UNIQUE "\" of a run)",
                                     comparison->left_open));
    note_events(v, comparison);
    note_fading(v, comparison);
}

/* A single one agrees with nobody. */
static void find_alone(tml_verify_workspace *v)
{
    const unsigned agree = set_of(v, TML_AGREES);
    for (int i = 0; one(agree) && !set_of(v, TML_DISAGREES) && i < tml_formulation_class_count; i++)
        if (agree >> i & 1) {
            v->list[i].verdict = TML_NOT_COMPARED;
            v->list[i].text = "no other formulation can integrate the motion";
        }
}

void tml_verify_report(tml_verify_workspace *v, const tml_comparison *comparison)
{
    find_alone(v);
    add_notes(v, comparison);
    set_outcome(v, comparison);
}
