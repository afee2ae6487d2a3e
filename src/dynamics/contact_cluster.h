/* contact_cluster.h - the few contacts of a heap that sweeps do not solve, in clusters. */
#pragma once
#include "dynamics/contact_solver.h"

/* Solves every contact above the tolerance together with those nearest to it, `size` in all, the impulses of the others as they are. In the plane
 * and without joints; elsewhere nothing is done. True: some cluster was solved. */
bool tml_contact_solve_clusters(tml_contact_solver *s, int size, double tolerance, double *v, tml_arena *scratch);
