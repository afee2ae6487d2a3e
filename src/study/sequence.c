/* sequence.c - what all sequences have in common: their check, and the choice of the kind. */
#include "study/sequence.h"
#include <stddef.h>
#include <string.h>

const tml_sequence_class *tml_sequence_class_find(const char *name)
{
    for (int i = 0; i < tml_sequence_class_count; i++)
        if (strcmp(tml_sequence_classes[i]->name, name) == 0)
            return tml_sequence_classes[i];
    return NULL;
}

const char *tml_sequence_check(const tml_sequence *s)
{
    if (!s->class)
        return "no kind of sequence is given";
    if (s->dimensions < 1)
        return "a sequence needs at least one parameter";
    if (s->class->max_dimensions && s->dimensions > s->class->max_dimensions)
        return "there are more parameters than this kind of sequence has dimensions";
    if (s->count < 1)
        return "a sequence needs at least one point";
    if (s->count >= TML_MAX_POINTS)
        return "a sequence has fewer than 2^52 points";
    if (s->class->takes_levels && (!s->levels || tml_grid_count(s->dimensions, s->levels) != s->count))
        return "the number of points is not the product of the numbers of values";
    return NULL;
}

void tml_sequence_point(const tml_sequence *s, uint64_t index, double *u)
{
    s->class->point(s, index, u);
}
