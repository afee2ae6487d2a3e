/* channel_positions.c - the positions of the bodies in a row of channels. */
#include "system/channel/channels.h"
#include <string.h>

/* After t, the position of each body comes first among its channels and those of its points. */
void tml_channels_positions(const tml_system *system, const double *row, double *q)
{
    const size_t nqb = (size_t)system->nqb, body = tml_channel_count(TML_OF_BODY, system->space),
                 point = tml_channel_count(TML_OF_POINT, system->space);
    row++;
    for (int i = 1; i < system->nb; i++) {
        memcpy(q + (size_t)(i - 1) * nqb, row, nqb * sizeof(double));
        row += body + (size_t)system->masses[i].written->point_count * point;
    }
}
