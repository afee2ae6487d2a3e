/* integrator.c - registry of integrators: by name, by their role in `auto`, and as lists for messages. */
#include "integrate/integrator.h"
#include <string.h>
#include <strings.h>

const tml_integrator_class *tml_integrator_find(const char *name)
{
    for (int i = 0; i < tml_integrator_class_count; i++)
        if (strcmp(tml_integrator_classes[i]->name, name) == 0)
            return tml_integrator_classes[i];
    return NULL;
}

const char *tml_integrator_name(int i)
{
    return i < tml_integrator_class_count ? tml_integrator_classes[i]->name : NULL;
}

static bool lists(const char *words, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = words; *at; at += strspn(at, " ")) {
        const size_t its = strcspn(at, " ");
        if (its == length && strncasecmp(at, word, length) == 0)
            return true;
        at += its;
    }
    return false;
}

const char *tml_integrator_elsewhere(const char *name)
{
    static const char switching[] = "lsoda LSODAR daeauto variable-step VariableStepAuto"; /* between stiff and not */
    for (int i = 0; i < tml_integrator_class_count; i++) {
        const tml_integrator_class *class = tml_integrator_classes[i];
        if (class->elsewhere && lists(class->elsewhere, name))
            return class->name;
    }
    return lists(switching, name) ? "auto" : NULL;
}

const tml_integrator_class *tml_integrator_automatic(tml_automatic_use use)
{
    int i = 0;
    while (i + 1 < tml_integrator_class_count && tml_integrator_classes[i]->automatic != use)
        i++;
    return tml_integrator_classes[i];
}

const char *tml_integrator_list(bool (*is)(const tml_integrator_class *class), tml_arena *arena)
{
    const char *list = "", *last = NULL;
    for (int i = 0; i < tml_integrator_class_count; i++) {
        if (!is(tml_integrator_classes[i]))
            continue;
        if (last)
            list = tml_arena_format(arena, "%s%s%s", list, *list ? ", " : "", last);
        last = tml_integrator_classes[i]->name;
    }
    return !last ? list : *list ? tml_arena_format(arena, "%s or %s", list, last) : last;
}
