/* answer.h - what is kept of each point of a study: an expression of numbers that a run gives.
 *
 *   max(f) min(f) range(f)    extrema over the run, between rows too (in kinematics, of an interpolation of rows); range = max - min
 *   mean(f) rms(f)            1/T int f dt,  sqrt(1/T int f^2 dt)
 *   integral(f) final(f)      int f dt over the run; the value at its end
 *   at(f, 0.3)                the value at a time, 0.3 s
 *   time(max(f))              when an extremum is reached; time(E): when the event E occurs first
 *   frequency[2]              an entry of a table: row 2 of the column `frequency`; [-1]: the last row
 *
 * f is any expression of channels, as in `outputs`. A channel or parameter outside of these functions means its final value:
 * `max(abs(B.fx)) / torque`. Functions f become outputs of the model that is run, so that extrema and integrals of
 * motions come from the dense output.
 */
#pragma once
#include "expression/expression.h"
#include "model/model.h"
#include "result/table.h"

typedef struct tml_answers tml_answers;

/* One for each text, "NAME = EXPRESSION" or "EXPRESSION", which then is its name. `model`: names that are taken. NULL with messages. */
const tml_answers *tml_answers_read(const tml_model *model, const char *const *texts, size_t count, tml_arena *arena,
                                    tml_log *log);
int tml_answers_count(const tml_answers *all);
const char *tml_answer_name(const tml_answers *all, int index);
/* Outputs that the model needs for them. */
const tml_named_text *tml_answers_outputs(const tml_answers *all, int *count);
/* What they need of each output of such a model (output_count + 1): bits of tml_wanted; the last: of energies in rows. */
void tml_answers_wanted(const tml_answers *all, const tml_model *model, unsigned char *wanted);
/* Doubles of work that evaluating needs. */
size_t tml_answers_work(const tml_answers *all);
/* The times at which values are asked for, rising, each once. */
const double *tml_answers_times(const tml_answers *all, tml_arena *arena, size_t *count);
/* Their values (count) in the results of a run; parameters: of the model, in that run. An index whose answer could not be found, or is not
 * finite, and *why says so; -1: all are there. */
int tml_answers_evaluate(const tml_answers *all, const tml_results *results, const double *parameters, double *work,
                         double *values, char *why, size_t size);
/* Whether every table entry that they name is in the results; false with messages. */
bool tml_answers_check(const tml_answers *all, const tml_results *results, tml_log *log);
/* The unit of an answer, by those of a run's tables: "N"; "": none, or not known. */
const char *tml_answer_unit(const tml_answers *all, int index, const tml_results *results, char *text, size_t size);
