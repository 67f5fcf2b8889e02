/**
 * The table of commands and their options. Both readers of a command line (plain-arguments.ts and
 * full-arguments.ts) and the help are driven by it. A new command is one file and one entry here.
 */
import { check } from './commands/check.js';
import type { CommandEntry, OptionEntry } from './command.js';
import { compare } from './commands/compare.js';
import { convert } from './commands/convert.js';
import { plot } from './commands/plot.js';
import { run } from './commands/run.js';
import { show } from './commands/show.js';

const set: OptionEntry = {
  long: 'set',
  value: 'PARAM=VALUE',
  repeatable: true,
  doc: 'give a .param of the netlist another value; repeatable',
};
const option: OptionEntry = {
  long: 'option',
  value: 'KEY=VALUE',
  repeatable: true,
  doc: "set an option; wins over the netlist's .options; repeatable",
};
const probe: OptionEntry = {
  long: 'probe',
  value: 'LIST',
  repeatable: true,
  doc: 'write these quantities too: "v(out),i(l1),v(a,b)"; repeatable',
};
const allowLong: OptionEntry = {
  long: 'allow-long',
  doc: 'let a run take more than four hours (as estimated after some seconds), or files outgrow their disk',
};
const dialect: OptionEntry = {
  long: 'dialect',
  value: 'NAME',
  doc: 'read the netlist as ngspice, ltspice, pspice or xyce; default: guessed from the file',
};
const allowOutside: OptionEntry = {
  long: 'allow-outside',
  doc: 'let .include leave the folder of the netlist',
};
const lib: OptionEntry = {
  long: 'lib',
  value: 'DIR',
  repeatable: true,
  doc: 'look here for files that .include and .lib name; repeatable, before the folders of NSCIRCUIT_LIB',
};
const chartSize: readonly OptionEntry[] = [
  {
    long: 'width',
    value: 'N',
    doc: 'characters of a line of a chart; default: those of the terminal, else 80',
  },
  { long: 'height', value: 'N', doc: 'lines of each curve of a chart (default 8)' },
  {
    long: 'log',
    value: 'AXES',
    doc: 'logarithmic axes of charts, .svg and .html: x, y, xy or none; default: as the values ask for, densities of noise over decades',
  },
];
const json: OptionEntry = { long: 'json', doc: 'print JSON to stdout instead of text' };
const quiet: OptionEntry = { long: 'quiet', doc: 'print errors only' };

const ascii: OptionEntry = {
  long: 'ascii',
  doc: 'write raw files as text, all digits unless --digits says how many',
};

export const commands: readonly CommandEntry[] = Object.freeze<CommandEntry[]>([
  {
    name: 'run',
    doc: 'simulate a netlist',
    fileDoc:
      'SPICE netlist, or a model of mechanical or first-order systems (.xml); "-": a netlist from standard input',
    options: [
      {
        long: 'output',
        short: 'o',
        value: 'FILE',
        repeatable: true,
        doc:
          'write the waveforms; .csv .raw .json .prn .txt .html .svg choose the format; repeatable. ' +
          'A .csv holds one analysis or point of .step: further ones go to FILE.tran2.csv, FILE.op.csv. ' +
          '"-": CSV on standard output, the summary on standard error',
      },
      {
        long: 'rawfile',
        short: 'r',
        value: 'FILE',
        repeatable: true,
        doc: 'write an ngspice raw file to exactly FILE',
      },
      {
        long: 'measures',
        value: 'FILE',
        repeatable: true,
        doc: 'write the results of .meas cards: .csv has one line a point of .step, .svg and .html a chart a measure over what is stepped; repeatable',
      },
      {
        long: 'statistics',
        doc: 'print mean, rms, min and max of the written quantities over the run and the last period; small runs without .meas do',
      },
      {
        long: 'window',
        value: 'FROM:TO',
        doc: 'the same over the run and from one time to another: 4m:5m',
      },
      { long: 'times', doc: 'print on standard error how long reading and the analyses took the processor' },
      {
        long: 'all',
        doc: 'of .op every solution of the piecewise-linear circuit, and whether these are proved to be all',
      },
      { long: 'plot', doc: 'draw the written quantities in the terminal' },
      ...chartSize,
      probe,
      set,
      option,
      { long: 'tstop', value: 'SECONDS', doc: 'end of the run of a model file (.xml), in place of its own' },
      {
        long: 'digits',
        value: 'N',
        doc: 'significant digits of numbers written as text, 1 to 17 (default 9)',
      },
      ascii,
      dialect,
      lib,
      allowOutside,
      allowLong,
      json,
      quiet,
    ],
    action: run,
  },
  {
    name: 'check',
    doc: 'read and compile a netlist without running it',
    fileDoc: 'SPICE netlist; "-": from standard input',
    options: [probe, set, option, dialect, lib, allowOutside, json, quiet],
    action: check,
  },
  {
    name: 'show',
    doc: 'print the compiled system: tree, states, multipliers, matrices, laws',
    fileDoc: 'SPICE netlist; "-": from standard input',
    options: [set, option, dialect, lib, allowOutside, quiet],
    action: show,
  },
  {
    name: 'compare',
    doc: 'run the transient beside ngspice, other options or a file, and say how far they are apart',
    fileDoc: 'SPICE netlist',
    options: [
      {
        long: 'with',
        value: 'PEER',
        doc: 'ngspice, or nscircuit:KEY=VALUE,... for nscircuit with these options',
      },
      { long: 'reference', value: 'FILE', doc: 'compare with a waveform: .raw .csv .prn .txt' },
      {
        long: 'output',
        short: 'o',
        value: 'FILE',
        repeatable: true,
        doc: 'write both waveforms and their difference; .html .svg .raw .json choose the format; repeatable',
      },
      {
        long: 'refine',
        value: 'N',
        doc: 'with ngspice: N times more, each with half the diode drop and half the step',
      },
      {
        long: 'tolerance',
        value: 'X',
        doc: 'exit with 4 where a quantity deviates by more than X of its range',
      },
      probe,
      set,
      option,
      dialect,
      lib,
      allowOutside,
      json,
      quiet,
    ],
    action: compare,
  },
  {
    name: 'convert',
    doc: 'write the circuit as a flat netlist of another simulator',
    fileDoc: 'SPICE netlist',
    options: [
      { long: 'to', value: 'NAME', doc: 'ngspice (default)' },
      { long: 'output', short: 'o', value: 'FILE', doc: 'write to this file; default: stdout' },
      set,
      option,
      dialect,
      lib,
      allowOutside,
      quiet,
    ],
    action: convert,
  },
  {
    name: 'plot',
    doc: 'draw the curves of a waveform file in the terminal, or write them in another format',
    fileDoc: 'waveform: .raw of ngspice, LTspice or nscircuit, .csv, .prn',
    options: [
      {
        long: 'output',
        short: 'o',
        value: 'FILE',
        repeatable: true,
        doc: 'write instead; .html .svg .csv .raw .json .prn .txt choose the format; repeatable; "-": CSV on standard output',
      },
      {
        long: 'probe',
        value: 'LIST',
        repeatable: true,
        doc: 'these quantities only: "v(out),i(l1)"; repeatable',
      },
      ascii,
      ...chartSize,
    ],
    action: plot,
  },
]);
