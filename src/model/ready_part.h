/* ready_part.h - parts that need not be written, src/part: what each says about itself, and its text as a use wants it.
 *
 * A ready part is a part of the model file (parts.md) whose text the program writes. It is used as one that the file has:
 *   use: {g: {part: planetary, ports: {housing: ground}, with: {sun: 24, planet: 18, module: 2 mm}}}
 * Its ports and parameters are declared; its text has the rest: points, bodies, joints, forces.
 */
#pragma once
#include "model/check.h"
#include "model/symbol.h"

/* A use of a ready part, while its text is made. */
typedef struct {
    const tml_checker *c;
    const tml_node *use;
    const char *what;
    bool good; /* nothing was refused */
} tml_part_use;

/* Whether the use gives this parameter. */
bool tml_part_gives(const tml_part_use *use, const char *parameter);
/* A whole number that the use gives, 1 or more; otherwise this one. */
int tml_part_count(tml_part_use *use, const char *parameter, int otherwise);
void tml_part_refuse(tml_part_use *use, const char *why);

typedef struct tml_ready_part_class {
    const char *name, *doc;
    const char *ports;           /* names, separated by blanks */
    const tml_field *parameters; /* a preset is an expression, which may use those before it */
    size_t parameters_count;
    bool plane, space;
    const char *why_not; /* what is said where it does not exist */
    /* All but ports and parameters. Of parts that differ in more than the values of parameters, key tells one from another. */
    const char *(*text)(tml_part_use *use, const char **key);
    tml_template template;
    const char *example; /* a model file that loads and runs */
} tml_ready_part_class;

extern const tml_ready_part_class *const tml_ready_part_classes[];
extern const int tml_ready_part_class_count;

/* The part of this name as a use wants it; its key tells one of them from another. NULL: there is none, or with a message (*known is true). */
const tml_node *tml_ready_part(const tml_checker *c, const char *name, const tml_node *use, const char *what,
                               const char **key, bool *known);
