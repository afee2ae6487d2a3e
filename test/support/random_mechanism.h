/* random_mechanism.h - random mechanisms as model texts: assembled as written, the same for a seed on every machine.
 *
 * A tree of bodies grows from the ground at random poses, by joints of all kinds in either order; loop joints are fitted to the poses.
 * Enough degrees of freedom are left to move: joint coordinates of the tree - rows of the loops - drivers >= 1.
 */
#pragma once
#include "base/text.h"
#include <stdbool.h>
#include <stdint.h>

typedef struct {
    bool space;
    bool loops;
    bool
        redundant; /* in space: all axes along z, each loop closed with three rows too many; plane: three bodies on a pin */
    bool massless;  /* rods and welded bodies without mass */
    bool compliant; /* some joints are */
} random_mechanism_options;

typedef struct {
    tml_text text; /* the model; free with tml_text_free */
    int bodies, loops;
    int coordinates; /* as counted; the rank found by assembly decides */
} random_mechanism;

random_mechanism random_mechanism_make(random_mechanism_options options, uint64_t seed);

/* Trees and loops, redundant, massless and compliant ones, in the plane and in space. */
typedef struct {
    const char *name;
    random_mechanism_options options;
} random_family;
enum { RANDOM_FAMILIES = 10 };
extern const random_family random_families[RANDOM_FAMILIES];
