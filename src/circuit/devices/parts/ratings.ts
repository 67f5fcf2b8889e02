/**
 * What libraries of manufacturers and LTspice's schematics write beside a part for people, and ngspice's limits of the safe
 * operating area: ratings, makers, order numbers. They change no voltage and no current; a netlist that has them is read,
 * and says once that they have no effect.
 */

/** On the cards of R, C and L. */
export const partRatings: readonly string[] = Object.freeze([
  ...['v', 'irms', 'ipk', 'isat', 'tol', 'pwr'],
  ...['mfg', 'pn', 'type', 'mtbf', 'pppkg'],
]);

/** Of LTspice's sources by expression and by transfer function: how it steps, and how it makes an impulse response. */
export const numericalHints: readonly string[] = Object.freeze([
  ...['tripdv', 'tripdt', 'nojacob'],
  ...['window', 'nfft', 'mtol'],
]);

/** In models. */
export const modelRatings: readonly string[] = Object.freeze([
  ...['vpk', 'vceo', 'vds', 'iave', 'ipk', 'irms', 'icrating', 'diss', 'ron', 'qg'],
  ...['mfg', 'pn', 'type'],
  ...['bv_max', 'fv_max', 'id_max', 'ic_max', 'ib_max', 'te_max', 'pd_max'],
  ...['vbe_max', 'vbc_max', 'vce_max', 'vcs_max', 'vgs_max', 'vgsr_max', 'vgd_max', 'vgdr_max'],
  ...['vgb_max', 'vgbr_max', 'vds_max', 'vbs_max', 'vbsr_max', 'vbd_max', 'vbdr_max'],
]);
