/* study_class.h - the descriptor of a kind of study: what an entry of the section `studies` may say.
 *
 *   studies:
 *     - sweep: {name: peaks, vary: {torque: "30:50:100"}, keep: {peak: max(abs(B.fx))}}
 */
#pragma once
#include "model/model.h"

struct tml_study_class {
    const char *name, *doc;
    const tml_field *fields; /* besides those that every study has */
    size_t fields_count;
    tml_template template;
    /* Whether what it says can be done, without computing anything; false with messages at their places. */
    bool (*check)(const tml_model *model, const tml_element *study, tml_log *log);
};

extern const tml_study_class *const tml_study_classes[];
extern const int tml_study_class_count;
extern const tml_field tml_study_common_fields[]; /* every study has these: name */
extern const size_t tml_study_common_fields_count;

/* Whether all studies of a model can be done; false with messages. */
bool tml_studies_check(const tml_model *model, tml_log *log);
