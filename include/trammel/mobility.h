/* mobility.h - whether a mechanism can move: degrees of freedom by count and by rank, what keeps it from moving, how far a joint can go. */
#pragma once
#include "trammel/model.h"
TML_BEGIN_DECLS

typedef enum {
    TML_MOVES,     /* nothing keeps it from moving as it is asked to */
    TML_IMMOBILE,  /* the joints leave no degree of freedom */
    TML_OVERDRIVEN /* there are more drivers than degrees of freedom, and they contradict each other */
} tml_mobility_verdict;

typedef struct {
    int bodies;      /* moving bodies */
    int loops;       /* independent ones */
    int constraints; /* rows of rigid joints */
    int count;       /* Gruebler-Kutzbach: coordinates - constraints; negative where many of them are redundant */
    int joints;      /* degrees of freedom that the joints leave: coordinates - rank, at the start */
    int free_count;  /* with the drivers */
    int redundant;   /* constraints - rank: joints that hold what others hold already */
    int drivers;     /* OVERDRIVEN: of those that contradict each other; else all */
    int excess;      /* drivers more than the joints leave degrees of freedom for */
    tml_mobility_verdict verdict;
    /* IMMOBILE: bodies, each of which alone holds the rest; OVERDRIVEN: drivers, of which `excess` must go. The last written comes first. */
    size_t remedy_count;
    const char *const *remedies;
} tml_mobility;

/* TML_WRONG, with messages: the model cannot be compiled; else *mobility is made, also where the model cannot be assembled: the rank is
 * then that of the joints as drawn. */
TML_API tml_status tml_mobility_make(const tml_model *model, tml_mobility **mobility, tml_log *log);
TML_API void tml_mobility_free(tml_mobility *mobility);

/* How far a joint coordinate can go from the start, joints closed, drivers and `initial` let go. */
typedef struct {
    bool rotates; /* an angle, rad; else a displacement, m */
    double start;
    double low,
        high; /* rad or m; infinite: a rotation makes a full turn, a displacement goes ten times the size of the mechanism */
    double
        length; /* m: of a crank, from its pin on the ground to its farthest joint; 0: the joint is no pin on the ground */
    double max_length; /* m: of a crank that cannot make a full turn: a shorter one can; 0: none can, or this one can */
} tml_range;

/* The configuration is followed along the joints in both directions up to where the coordinate has its extreme: a dead point of a driver
 * there. Where other degrees of freedom are left, they go where they let it go farthest nearby. TML_WRONG, with a message: no such
 * coordinate ("O.angle"); TML_FAILED: it cannot be assembled. */
TML_API tml_status tml_coordinate_range(const tml_model *model, const char *coordinate, tml_range *range, tml_log *log);

TML_END_DECLS
