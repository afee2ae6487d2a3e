/* contents.c - what is in a model, by name: for those who know it only by the public header. */
#include "model/multiple_joint.h"
#include <string.h>

bool tml_model_is_spatial(const tml_model *model)
{
    return model->space;
}

size_t tml_model_body_count(const tml_model *model)
{
    return (size_t)model->body_count;
}

const char *tml_model_body_name(const tml_model *model, size_t body)
{
    return body < (size_t)model->body_count ? model->bodies[body].name : NULL;
}

size_t tml_model_joint_count(const tml_model *model)
{
    return (size_t)model->joint_count;
}

const char *tml_model_joint_name(const tml_model *model, size_t joint)
{
    return joint < (size_t)model->joint_count ? model->joints[joint].name : NULL;
}

/* Names are kept in the order body, joint, force, driver. */
long tml_model_joint_find(const tml_model *model, const char *name)
{
    const int found = tml_names_find(&model->names, name) - model->body_count;
    for (int i = 0; i < model->multiple_joint_count; i++)
        if (strcmp(model->multiple_joints[i]->resultant, name) == 0)
            return model->multiple_joints[i]->joint;
    return found >= 0 && found < model->joint_count ? found : -1;
}

size_t tml_model_use_count(const tml_model *model)
{
    return (size_t)model->use_count;
}

const char *tml_model_use_name(const tml_model *model, size_t use)
{
    return use < (size_t)model->use_count ? model->uses[use]->name : NULL;
}

const char *tml_model_use_part(const tml_model *model, size_t use)
{
    return use < (size_t)model->use_count ? model->uses[use]->part : NULL;
}

size_t tml_model_analysis_count(const tml_model *model)
{
    return (size_t)model->analysis_count;
}

const char *tml_model_analysis_kind(const tml_model *model, size_t analysis)
{
    return analysis < (size_t)model->analysis_count ? model->analyses[analysis].kind : NULL;
}

size_t tml_model_study_count(const tml_model *model)
{
    return (size_t)model->study_count;
}

const char *tml_model_study_name(const tml_model *model, size_t study)
{
    return study < (size_t)model->study_count ? model->studies[study].name : NULL;
}

const char *tml_model_study_kind(const tml_model *model, size_t study)
{
    return study < (size_t)model->study_count ? model->studies[study].kind : NULL;
}
