/* verner.c - the coefficients of Verner's pair 8(7) of 1978 (SIAM J. Numer. Anal. 15, 772-790).
 *
 * Chosen for its small weights: the difference of its two formulas adds up to 0.4, so that rounding in stiff accelerations is not
 * taken for an error of the step (Verner's efficient pair of 2008 has 57 there). Fehlberg's 8(7), which ARKODE brings along,
 * estimates no error at all where y' depends on t alone, as the work of a driven mechanism does.
 */
#include "integrate/verner.h"

enum { STAGES = 13 };

static const double c[STAGES] = {0,       1.0 / 4, 1.0 / 12, 1.0 / 8, 2.0 / 5, 1.0 / 2, 6.0 / 7,
                                 1.0 / 7, 2.0 / 3, 2.0 / 7,  1,       1.0 / 3, 1};

static const double A[STAGES][STAGES] = {
    {0},
    {1.0 / 4},
    {5.0 / 72, 1.0 / 72},
    {1.0 / 32, 0, 3.0 / 32},
    {106.0 / 125, 0, -408.0 / 125, 352.0 / 125},
    {1.0 / 48, 0, 0, 8.0 / 33, 125.0 / 528},
    {-1263.0 / 2401, 0, 0, 39936.0 / 26411, -64125.0 / 26411, 5520.0 / 2401},
    {37.0 / 392, 0, 0, 0, 1625.0 / 9408, -2.0 / 15, 61.0 / 6720},
    {17176.0 / 25515, 0, 0, -47104.0 / 25515, 1325.0 / 504, -41792.0 / 25515, 20237.0 / 145800, 4312.0 / 6075},
    {-23834.0 / 180075, 0, 0, -77824.0 / 1980825, -636635.0 / 633864, 254048.0 / 300125, -183.0 / 7000, 8.0 / 11,
     -324.0 / 3773},
    {12733.0 / 7600, 0, 0, -20032.0 / 5225, 456485.0 / 80256, -42599.0 / 7125, 339227.0 / 912000, -1029.0 / 4180,
     1701.0 / 1408, 5145.0 / 2432},
    {-27061.0 / 204120, 0, 0, 40448.0 / 280665, -1353775.0 / 1197504, 17662.0 / 25515, -71687.0 / 1166400, 98.0 / 225,
     1.0 / 16, 3773.0 / 11664},
    {11203.0 / 8680, 0, 0, -38144.0 / 11935, 2354425.0 / 458304, -84046.0 / 16275, 673309.0 / 1636800, 4704.0 / 8525,
     9477.0 / 10912, -1029.0 / 992, 0, 729.0 / 341},
};

/* weights of order 8 and of order 7 */
static const double b[STAGES] = {
    31.0 / 720, 0, 0, 0, 0, 16.0 / 75, 16807.0 / 79200, 16807.0 / 79200, 243.0 / 1760, 0, 0, 243.0 / 1760, 31.0 / 720};
static const double d[STAGES] = {
    13.0 / 288,     0,          0, 0, 0, 32.0 / 125, 31213.0 / 144000, 2401.0 / 12375, 1701.0 / 14080,
    2401.0 / 19200, 19.0 / 450, 0, 0};

ARKodeButcherTable tml_verner_87(void)
{
    realtype rows[STAGES * STAGES], nodes[STAGES], weights[STAGES], embedded[STAGES];
    for (int i = 0; i < STAGES; i++) {
        nodes[i] = c[i], weights[i] = b[i], embedded[i] = d[i];
        for (int j = 0; j < STAGES; j++)
            rows[i * STAGES + j] = A[i][j];
    }
    return ARKodeButcherTable_Create(STAGES, 8, 7, nodes, rows, weights, embedded);
}
