/* kernels.h - evaluation of one kind of measure over a range, in the plane and in space. */
#pragma once
#include "system/work.h"

void tml_kernel_plane(tml_work *work, int first, int last); /* a range of one kind */
void tml_kernel_space(tml_work *work, int first, int last);
