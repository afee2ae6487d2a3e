/* compile_features.c - narrow features of what drives, loads and couples bodies, and of rates of states: so that no step of an integrator passes over one.
 */
#include "system/compile/builder.h"

static tml_varies varies(const tml_input *in)
{
    switch (in->what) {
    case TML_INPUT_TIME:
        return TML_VARIES_WITH_TIME;
    case TML_INPUT_VALUE:
    case TML_INPUT_RATE:
    case TML_INPUT_STATE:
        return TML_VARIES_WITH_MOTION;
    case TML_INPUT_PARAMETER:
    case TML_INPUT_MEMORY: /* both change at events alone */
        return TML_VARIES_NOT;
    case TML_INPUT_RESULT:
    case TML_INPUT_OUTPUT:
    case TML_INPUT_UNKNOWN:
        return TML_VARIES_UNKNOWN;
    }
    return TML_VARIES_UNKNOWN;
}

const tml_varies *tml_builder_varies(const tml_builder *b)
{
    const tml_system *s = b->s;
    tml_varies *kinds = TML_NEW_ARRAY(b->arena, tml_varies, s->input_count + 1);
    for (int i = 0; i < s->input_count; i++)
        kinds[i] = varies(&s->inputs[i]);
    return kinds;
}

/* Whether couplers prescribe positions by it. */
static bool is_relation(const tml_system *s, const tml_expression *e)
{
    for (int i = 0; i < s->relation_count; i++)
        if (s->relations[i].value == e)
            return true;
    return false;
}

/* How many derivatives of an expression the equations of motion contain: of positions that a driver or a coupler prescribes two. Compliant rows have their own
 * list until the system is finished. */
static int derivatives_of(const tml_builder *b, const tml_expression *e)
{
    const tml_system *s = b->s;
    if (is_relation(s, e))
        return 2;
    for (int i = 0; i < s->drive_count; i++) {
        const tml_drive *d = &s->drives[i];
        const tml_target *motion = (d->law >= 0 ? b->compliant_rows : s->rows)[d->row].motion;
        if (motion && motion->value == e)
            return motion->order < 2 ? 2 - motion->order : 0;
    }
    return 0;
}

/* Forces and rates of states. */
static bool is_rate(const tml_system *s, const tml_expression *e)
{
    for (int i = 0; i < s->law_count; i++)
        if (s->laws[i].value == e)
            return true;
    for (int i = 0; i < s->state_count; i++)
        if (s->states[i].rate == e)
            return true;
    return false;
}

static void keep(tml_builder *b, tml_narrow_feature f, tml_narrow_feature **list, int *count, int *capacity)
{
    if (!f.e)
        return;
    for (int i = 0; i < *count; i++)
        if (tml_expression_same((*list)[i].e, f.e))
            return;
    const size_t work = tml_expression_size(f.e);
    b->s->expression_work = work > b->s->expression_work ? work : b->s->expression_work;
    TML_GROW(b->arena, *list, *count, *capacity);
    (*list)[(*count)++] = f;
}

/* The curvature of what leads points or bodies along it. */
static void curve_features(tml_builder *b)
{
    for (int i = 0; i < b->s->joint_count; i++) {
        tml_narrow_feature time, motion;
        const tml_joint *joint = &b->s->joints[i];
        const tml_expression *e = joint->class->curve ? tml_builder_curvature(b, joint) : NULL;
        if (!e)
            continue;
        tml_expression_narrow_features(b->home, e, tml_builder_varies(b), 0, &time, &motion);
        keep(b, motion, &b->s->narrow.motion, &b->s->narrow.motion_count, &b->motion_feature_capacity);
    }
}

static void mark_relations(tml_system *s, const tml_expression *e)
{
    for (int i = 0; i < s->relation_count; i++)
        s->relations[i].narrow |= s->relations[i].value == e;
}

void tml_builder_features(tml_builder *b, int count)
{
    tml_system *s = b->s;
    const tml_varies *kinds = tml_builder_varies(b);
    curve_features(b);
    for (int i = 0; i < count; i++) {
        tml_narrow_feature time, motion;
        const tml_expression *e = b->expressions[i];
        const bool whole = tml_expression_narrow_features(b->home, e, kinds, derivatives_of(b, e), &time, &motion);
        keep(b, time, &s->narrow.time, &s->narrow.time_count, &b->time_feature_capacity);
        if (time.e || motion.e || !whole)
            mark_relations(s, e);
        if (b->built_in[i] || !(is_rate(s, e) || is_relation(s, e)))
            continue; /* what no user wrote is smooth */
        keep(b, motion, &s->narrow.motion, &s->narrow.motion_count, &b->motion_feature_capacity);
        s->narrow.too_long += !whole;
    }
}
