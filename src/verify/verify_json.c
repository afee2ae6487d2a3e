/* verify_json.c - a verification as JSON: all its data, for programs and for the workbench. */
#include "analysis/analysis.h"
#include "base/escape.h"
#include "base/number.h"
#include "base/text.h"
#include <math.h>

static const char *const quantities[TML_QUANTITY_COUNT] = {"time",         "position", "speed",
                                                           "acceleration", "reaction", "state"};

static void put_text(tml_text *to, const char *name, const char *text, const char *after)
{
    tml_text_add(to, "\"%s\": ", name);
    if (text)
        tml_text_put_json(to, text);
    else
        tml_text_add(to, "null");
    tml_text_add(to, "%s", after);
}

/* JSON has no inf. */
static void put_number(tml_text *to, const char *name, double value, const char *after)
{
    tml_text_add(to, "\"%s\": ", name);
    if (isfinite(value))
        tml_text_put_number(to, value);
    else
        tml_text_add(to, "null");
    tml_text_add(to, "%s", after);
}

static void put_difference(tml_text *to, const tml_difference *d)
{
    const bool there = d->channel != NULL;
    tml_text_add(to, "{");
    put_number(to, "difference", d->difference, ", ");
    put_number(to, "allowed", there ? d->allowed : NAN, ", ");
    put_number(to, "own_error", d->own, ", ");
    put_number(to, "compliance", d->compliance, ", ");
    put_text(to, "channel", d->channel, ", ");
    put_text(to, "other", d->other, ", ");
    put_number(to, "time", there ? d->time : NAN, ", ");
    put_number(to, "value", there ? d->value : NAN, ", ");
    put_number(to, "others_value", there ? d->others_value : NAN, ", ");
    put_number(to, "until", d->until, "}");
}

static void put_formulation(tml_text *to, const tml_verified *f)
{
    tml_text_add(to, "{");
    put_text(to, "name", f->name, ", ");
    put_text(to, "verdict", tml_verdict_text(f->verdict), ", ");
    put_text(to, "text", f->text, ", ");
    tml_text_add(to, "\"equations\": %d, \"constraints\": %d, \"rank\": %d, ", f->equations, f->constraints, f->rank);
    put_number(to, "tolerance", f->tolerance, ", ");
    put_number(to, "evaluations", f->evaluations, ", ");
    put_number(to, "cpu", f->cpu, ", ");
    put_number(to, "stiffness", f->stiffness > 0 ? f->stiffness : NAN, ", ");
    put_number(to, "reached", f->reached, "");
    for (int q = 0; q < TML_QUANTITY_COUNT; q++) {
        tml_text_add(to, ", \"%s\": ", quantities[q]);
        put_difference(to, &f->of[q]);
    }
    tml_text_add(to, "}");
}

char *tml_verification_text(const tml_verification *v)
{
    tml_text to = {0};
    tml_text_add(&to, "{\"agreed\": %s, \"moves\": %s, ", v->agreed ? "true" : "false", v->moves ? "true" : "false");
    put_text(&to, "motion", v->motion, ", ");
    put_number(&to, "begin", v->rows ? v->begin : NAN, ", ");
    put_number(&to, "end", v->rows ? v->end : NAN, "");
    tml_text_add(&to, ", \"rows\": %zu, \"channels\": %zu, \"difference\": {", v->rows, v->channels);
    for (int q = 0; q < TML_QUANTITY_COUNT; q++)
        put_number(&to, quantities[q], v->moves ? v->difference[q] : NAN, q + 1 < TML_QUANTITY_COUNT ? ", " : "");
    tml_text_add(&to, "}, \"formulations\": [");
    for (size_t i = 0; i < v->count; i++) {
        tml_text_add(&to, i ? ",\n  " : "\n  ");
        put_formulation(&to, &v->formulations[i]);
    }
    tml_text_add(&to, "], \"notes\": [");
    for (size_t i = 0; i < v->note_count; i++) {
        tml_text_add(&to, i ? ", " : "");
        tml_text_put_json(&to, v->notes[i]);
    }
    tml_text_add(&to, "], ");
    put_text(&to, "outcome", v->outcome, "}\n");
    return tml_text_detach(&to);
}
