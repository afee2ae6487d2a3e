/* kept_study.c - the points of a study that were computed. */
#include "workbench/server/kept_study.h"

void wb_kept_study_free(wb_kept_study *kept)
{
    tml_study_rows_free(kept->rows); /* before the study that they are of */
    tml_study_free(kept->study);
    *kept = (wb_kept_study){0};
}
