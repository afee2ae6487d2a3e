/* fmu_description.h - modelDescription.xml: what an FMU says of itself. */
#pragma once
#include "fmu/payload.h"
#include "fmu_variables.h"
#include <stdio.h>

typedef struct {
    int fmi;                /* 2 or 3 */
    const char *title;      /* of the model */
    const char *identifier; /* of the binary: a name of C */
    const fmu_payload *payload;
    cli_fmu_kinds kinds;
    bool smooth;             /* directional derivatives are known */
    double start, end;       /* s: of the motion, as the model says */
    double tolerance;        /* of the motion; 0: steps are of a fixed size */
    const char *description; /* how steps are made */
} cli_fmu_description;

void cli_fmu_description_put(FILE *to, const cli_fmu_description *description);
