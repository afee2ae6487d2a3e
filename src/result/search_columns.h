/* search_columns.h - names in the tables of a search for the best, by which pictures know them. */
#pragma once

#define TML_EVALUATIONS                                                                                                \
    "evaluation" /* the first column of its history; which search it is of is the second, parameters follow */
#define TML_BEST "best so far" /* the last one, of one goal */
#define TML_GOAL "goal "       /* and the name of a goal: a fact, 1 to be made small, -1 large */
