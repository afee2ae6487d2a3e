/* closure_report.h - messages about a mechanism that does not close. */
#pragma once
#include "assembly/closure.h"
#include "diagnosis/diagnosis.h"

/* Which joints are open and by how much (the first of them), which drivers and `initial` are missed. */
void tml_closure_report_open(tml_closure *c, const double *q, const tml_diagnosis *why, tml_log *log);
/* Suggests a remedy: does it close without `initial`? */
void tml_closure_report_remedy(tml_closure *c, double *q, const tml_diagnosis *why, tml_log *log);
/* Joints that are closed with their axes reversed; false: there are none. */
bool tml_closure_report_reversed_axes(tml_closure *c, const double *q, tml_log *log);
/* Drivers and `initial` whose speeds are missed by more than `least`, m/s. */
void tml_closure_report_missed_speeds(tml_closure *c, double least, tml_log *log);
/* Drivers whose value (derivative 0) or speed (1) is not finite at the last evaluation; false: there are none. */
bool tml_closure_report_not_finite(const tml_closure *c, int derivative, tml_log *log);
