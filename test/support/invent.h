/* invent.h - random mechanisms as model texts: assembled as written, the same for a seed on every machine.
 *
 * A tree of bodies grows from the ground at random poses, by joints of all kinds in either order; loop joints are put where the
 * bodies stand. They move as long as freedoms are left: freedoms of the tree - rows of the loops - drivers >= 1.
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
    bool massless;  /* rods and welded parts without mass */
    bool compliant; /* some joints are */
} invent_wish;

typedef struct {
    tml_text text; /* the model; free with tml_text_free */
    int bodies, loops;
    int coordinates; /* as counted; the rank found by assembly decides */
} invention;

invention invent_mechanism(invent_wish wish, uint64_t seed);

/* Trees and loops, redundant, massless and compliant ones, in the plane and in space. */
typedef struct {
    const char *name;
    invent_wish wish;
} invent_family;
enum { INVENT_FAMILIES = 10 };
extern const invent_family invent_families[INVENT_FAMILIES];
