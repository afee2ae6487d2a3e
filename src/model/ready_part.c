/* ready_part.c - ready parts: ports and parameters as their classes declare them, before the text that is their own. */
#include "model/ready_part.h"
#include <math.h>
#include <string.h>

static const tml_node *given(const tml_part_use *use, const char *parameter)
{
    const tml_node *with = tml_node_find(use->use, "with");
    return with ? tml_node_find(with, parameter) : NULL;
}

bool tml_part_gives(const tml_part_use *use, const char *parameter)
{
    return given(use, parameter) != NULL;
}

int tml_part_count(tml_part_use *use, const char *parameter, int otherwise)
{
    const tml_node *node = given(use, parameter);
    double value = otherwise;
    if (!node)
        return otherwise;
    if (node->kind != TML_NODE_SCALAR || !tml_decimal_read(node->text, strlen(node->text), &value) || value < 1 ||
        value > 1e6 || value != round(value)) {
        tml_log_raise(use->c->log, TML_E_READY_PART, node->place, "%s: with: \"%s\" must be a whole number, 1 or more",
                      use->what, parameter);
        use->good = false;
        return 1;
    }
    return (int)value;
}

void tml_part_refuse(tml_part_use *use, const char *why)
{
    tml_log_raise(use->c->log, TML_E_READY_PART, use->use->place, "%s: %s", use->what, why);
    use->good = false;
}

/* "ports: [housing]", "parameters:" with a line for each. */
static const char *head_of(const tml_ready_part_class *class, tml_arena *arena)
{
    const char *ports = "", *parameters = "";
    for (const char *word = class->ports; *word; word += *word == ' ') {
        const size_t length = strcspn(word, " ");
        ports = tml_arena_format(arena, "%s%s%.*s", ports, *ports ? ", " : "", (int)length, word);
        word += length;
    }
    for (size_t i = 0; i < class->parameters_count; i++)
        parameters = tml_arena_format(arena, "%s  %s: %s\n", parameters, class->parameters[i].name,
                                      class->parameters[i].preset ? class->parameters[i].preset : "");
    return tml_arena_format(arena, "ports: [%s]\nparameters:\n%s", ports, parameters);
}

static const tml_ready_part_class *find(const char *name)
{
    for (int i = 0; i < tml_ready_part_class_count; i++)
        if (strcmp(tml_ready_part_classes[i]->name, name) == 0)
            return tml_ready_part_classes[i];
    return NULL;
}

const tml_node *tml_ready_part(const tml_checker *c, const char *name, const tml_node *use, const char *what,
                               const char **key, bool *known)
{
    const tml_ready_part_class *class = find(name);
    tml_part_use u = {.c = c, .use = use, .what = what, .good = true};
    *known = class != NULL;
    if (!class)
        return NULL;
    *key = tml_arena_format(c->arena, "ready part %s", name);
    if (c->space ? !class->space : !class->plane) {
        tml_log_raise(c->log, TML_E_READY_PART_NOT_HERE, use->place, "%s: %s", what, class->why_not);
        return NULL;
    }
    const char *text = class->text(&u, key);
    if (!u.good)
        return NULL;
    text = tml_arena_format(c->arena, "%s%s", head_of(class, c->arena), text);
    return tml_node_parse(c->arena, text, strlen(text), name, c->log);
}
