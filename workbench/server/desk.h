/* desk.h - what a page works with between its questions: the folder of its files, and the mechanism it leads by hand. */
#pragma once
#include "trammel/trammel.h"
#include <pthread.h>

typedef struct {
    const char *folder; /* whose files may be read and written */
    const char *file;   /* the one named when the workbench was started; NULL: none */
} wb_place;

typedef struct {
    const wb_place *place;
    pthread_mutex_t lock; /* of what follows */
    tml_model *model;     /* of the hand */
    int hand;             /* its number, from 1; 0: there was none yet */
} wb_desk;

void wb_desk_make(wb_desk *desk, const wb_place *place);
void wb_desk_free(wb_desk *desk);
