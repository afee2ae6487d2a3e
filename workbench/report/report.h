/* report.h - a report: a model, what was computed of it and how, in one HTML file that needs nothing else.
 *
 * The file is a template from the page of the workbench (/report/plane.html, /report/space.html) with data in its place, as
 * workbench/page/src/analyse/report_data.ts describes them.
 */
#pragma once
#include "trammel/trammel.h"
#include <stdio.h>

typedef struct {
    const char *path;       /* of the model, as messages have it */
    const char *name;       /* the path without its folder */
    const char *text;       /* of the model */
    const char *how;        /* the command */
    const char *const *set; /* (set_count) "parameter=value" */
    int set_count;
    const tml_model *model;
    tml_status status; /* of the run */
    const tml_results *results;
    const tml_log *log; /* of the run */
    double seconds;
    bool verifies; /* the rest is there */
    tml_status verify_status;
    const tml_verification *verification; /* NULL: it came to no end */
    const tml_log *verify_log;
} wb_report;

/* Writes the file to html. TML_FAILED with a message: it would be too large. */
tml_status wb_report_write(const wb_report *report, FILE *html, tml_log *log);
