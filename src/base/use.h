/* use.h - which use of a part a text of the model file belongs to.
 *
 * The text of a part is written once and read once for each use, each time with a place that names the use: names in it are looked up
 * there first, then outward (model/scope.h), and messages say which use is meant.
 */
#pragma once

typedef struct tml_use {
    const char *name;            /* "leg3"; within another use "side1.leg3" */
    const char *part;            /* of which part; NULL: a repeated element, which has an index and nothing else */
    const struct tml_use *outer; /* where it stands; NULL: in the file itself */
    const char *index;           /* name of the number below in expressions; NULL: none */
    int number;                  /* from 1 */
    int id;                      /* of a use of a part: its position among all of them */
} tml_use;
