/** The language that the front end reads: assembled from the device, source and option tables. */
import type { Language, OptionSpec } from '../netlist/language.js';
import type { Device } from './device.js';
import { deviceTable } from './devices/device-table.js';
import { modelRatings } from './devices/parts/ratings.js';
import { sourceFunctions } from './sources/source-table.js';

const optionTable: readonly OptionSpec[] = Object.freeze<OptionSpec[]>([
  word(
    'method',
    'exact events, steps on a fixed grid, or sparse steps with error control; auto: the first or the last',
    ['auto', 'events', 'theta', 'stepping'],
    ['trap', 'trapezoidal', 'tr', 'gear', 'euler', 'be'],
  ),
  number('theta', '', 'weight of the new state in A x; 1: backward Euler, 0.5: trapezoidal', 'unit-interval'),
  number('gamma', '', 'weight of the new multiplier in B lambda', 'unit-interval'),
  number('h', 's', 'fixed step; absent: fourth argument of .tran, else tstep, else tstop/1000', 'positive'),
  word('relation', 'where the relation holds: at the end of a step, or at gamma', ['end', 'gamma']),
  word('source', 'how a step sees a source: its exact average, or samples', ['average', 'sample']),
  word('ideal', 'makes diodes, switches or both ideal', ['0', '1', 'none', 'all', 'diodes', 'switches']),
  word('edges', 'PULSE without rise time: a jump, or a ramp over tstep as in SPICE', ['ideal', 'spice']),
  word(
    'zerowidth',
    'PULSE of width 0: no top, or v2 up to tstop or the end of its period, as ngspice reads it',
    ['none', 'tstop'],
  ),
  word('diode', "a D without parameters: ideal, or SPICE's default", ['ideal', 'spice']),
  word(
    'vswitch',
    'VSWITCH and ISWITCH: levels of resistance, or the smooth law; auto: levels for exact events alone',
    [...['auto', 'levels', 'smooth']],
  ),
  word('points', 'operating points of .op: one, or all of a piecewise-linear circuit, as --all', [
    'one',
    'all',
  ]),
  word('allowlong', 'a run of any length and files of any size, as --allow-long', ['0', '1']),
  word('certificate', 'which points are checked', ['full', 'sampled']),
  number('certtol', '', 'bound of complementarity and Kirchhoff residuals, relative', 'positive'),
  number('reltol', '', 'error of a step of variable length, relative', 'positive'),
  number('chgtol', 'A s', 'charges below this are noise', 'positive'),
  number('trtol', '', 'how often reltol one step may be off; default 7', 'positive'),
  number('vntol', 'V', 'voltages below this are noise', 'positive'),
  number('abstol', 'A', 'currents below this are noise', 'positive'),
  number(
    'maxstep',
    's',
    'longest step of .tran, where that names none or a longer one (LTspice)',
    'positive',
  ),
  number('evtol', 's', 'events closer than this are one; default 1e-12 of tstop', 'positive'),
  number(
    'rowtol',
    '',
    'rows are added where lines between them miss a quantity by this part of it; 0: none',
    'non-negative',
  ),
  word('code', 'loops that run often: machine code, or plain loops with the same result', [
    'compiled',
    'plain',
  ]),
  number(
    'pwltol',
    'V',
    'voltage error of a fitted junction; default 1 mV, or 1e-4 of the largest source',
    'positive',
  ),
  word('smoothbsrc', 'voltages that expressions give follow them with the lag rcconst', ['0', '1']),
  number('rcconst', 's', 'time constant of smoothbsrc', 'positive'),
  number('minres', 'Ohm', 'least series resistance of an exponential diode', 'non-negative'),
  number('mincap', 'F', 'least junction capacitance of an exponential diode', 'non-negative'),
  word('charge', "a junction's charge: piecewise linear in its voltage, or constant capacitances", [
    'pwl',
    'constant',
  ]),
  number('chargetol', '', "error of a junction's charge, relative to its range in the circuit", 'positive'),
  word('mos', 'segments of a transistor: fitted, or the six of the literature', ['fit', 'seed']),
  number(
    'mostol',
    '',
    "error of voltages that a transistor's channel makes, relative to their range; default 5e-3",
    'positive',
  ),
  number('seed', '', 'seed of noise sources and random functions', 'non-negative'),
  number('temp', 'Celsius', 'temperature of exponential diodes', 'temperature'),
  number(
    'scale',
    '',
    'factor of the lengths of M, R and C cards and M models; its square of areas',
    'positive',
  ),
  number('defl', 'm', 'channel length of M where neither card nor model gives one', 'positive'),
  number('defw', 'm', 'channel width likewise', 'positive'),
  number('defad', 'm^2', 'area of the drain of M cards without one', 'non-negative'),
  number('defas', 'm^2', 'area of the source likewise', 'non-negative'),
  number('defnrd', '', 'squares of the drain likewise', 'non-negative'),
  number('defnrs', '', 'squares of the source likewise', 'non-negative'),
  number('rshunt', 'Ohm', 'resistor from every node to ground', 'positive'),
  number('gshunt', 'S', 'conductance from every node to ground', 'non-negative'),
  number('cshunt', 'F', 'capacitor from every node to ground', 'non-negative'),
  number(
    'diginitstate',
    '',
    "state of PSpice's flip-flops at the start: 0, 1 or 2 (unknown)",
    'non-negative',
  ),
  number(
    'digmntymx',
    '',
    "delays of PSpice's digital parts: 1 least, 2 usual, 3 largest; default 2",
    'positive',
  ),
  number(
    'digmntyscale',
    '',
    'least delay by the usual one where a model has no least; default 0.4',
    'positive',
  ),
  number('digtymxscale', '', 'largest delay by the usual one likewise; default 1.6', 'positive'),
  number('tnom', 'Celsius', 'temperature at which values and models are given; default 27', 'temperature'),
]);

/** SPICE options that change nothing here. */
const ignoredOptions: readonly string[] = Object.freeze([
  ...[
    'acct',
    'list',
    'nomod',
    'nopage',
    'node',
    'opts',
    'noacct',
    'noinit',
    'post',
    'probe',
    'brief',
    'accurate',
    'ingold',
    'measform',
    'post_version',
    'runlvl',
    'captab',
    'measdgt',
    'co',
    'fast',
    'numdgt',
    'distribution',
    'limpts',
    'width',
  ],
  ...['gmin', 'pivrel', 'pivtol', 'itl1', 'itl2', 'itl3', 'itl4', 'itl5', 'itl6'],
  ...['maxord', 'xmu', 'gminsteps', 'srcsteps', 'sollim', 'autostop', 'interp', 'bypass'],
  ...[
    'ramptime',
    'convstep',
    'convabsstep',
    'digiolvl',
    'digfreq',
    'digdrvf',
    'digdrvz',
    'digovrdrv',
    'digerrdefault',
    'digerrlimit',
    'dignosetuphold',
  ],
  ...['stepgmin', 'nogmini', 'nostepsrc', 'nostepdep', 'advconv', 'skipbp', 'threads', 'solver'],
  ...['expand', 'library', 'nobias', 'noecho', 'nooutmsg', 'noprbmsg', 'noreuse', 'cptime'],
  ...['trytocompact', 'badmos3', 'keepopinfo', 'savecurrents', 'plotwinsize', 'noopiter', 'klu', 'sparse'],
]);

export const circuitLanguage: Language = languageOf(deviceTable);

/** What is read where these are the devices. */
export function languageOf(devices: readonly Device[]): Language {
  return Object.freeze({
    elements: devices.map(({ syntax }) => syntax),
    models: devices.flatMap(({ models }) => models),
    sourceFunctions: sourceFunctions.map(({ syntax }) => syntax),
    options: optionTable,
    ignoredOptions,
    ratings: modelRatings,
  });
}

type Range = NonNullable<Extract<OptionSpec['value'], { kind: 'number' }>['range']>;

function number(name: string, unit: string, doc: string, range: Range): OptionSpec {
  return { name, unit, doc, value: { kind: 'number', range } };
}

function word(
  name: string,
  doc: string,
  words: readonly string[],
  ignored: readonly string[] = [],
): OptionSpec {
  return { name, unit: '', doc, value: { kind: 'word', words, ignored } };
}
