/* b(t) of the resonant converter for Siconos: 1 V at 55 kHz over Lr; compiled by the benchmark into a temporary folder. */
#include <math.h>

void resonantSource(double time, unsigned int size, double *b, unsigned int sizeZ, double *z)
{
  double sine = sin(2 * M_PI * 55000 * time);
  (void)sizeZ;
  (void)z;
  for (unsigned int i = 0; i < size; i++) b[i] = 0;
  b[0] = (sine > 0 ? 1 : sine < 0 ? -1 : 0) / 150e-6;
}
