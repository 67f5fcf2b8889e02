/** Schematics, which are drawings: the netlists that their programs write are read instead. */
import type { Diagnostics } from '../base/diagnostic.js';
import type { SourceText } from '../base/span.js';

interface SchematicFormat {
  readonly program: string;
  /** How its files begin. */
  readonly begins: RegExp;
  /** How it writes a netlist. */
  readonly hint: string;
}

const FORMATS: readonly SchematicFormat[] = [
  {
    program: 'LTspice',
    begins: /^\s*Version\s+\d+(?:\.\d+)?\s*[\r\n]+\s*SHEET\s/i,
    hint: 'export its netlist: "View > SPICE Netlist" and save it, or run "LTspice -netlist FILE.asc"',
  },
  {
    program: 'KiCad',
    begins: /^\s*(?:\(kicad_sch|EESchema Schematic)/,
    hint: 'export its netlist: "File > Export > Netlist", as a Spice netlist',
  },
  {
    program: 'xschem',
    begins: /^\s*v\s*\{xschem/,
    hint: 'write its netlist: "Netlist", or run "xschem -n -q FILE.sch"',
  },
  {
    program: 'gschem',
    begins: /^\s*v \d{8} \d\s*[\r\n]+[A-Z] /,
    hint: 'write its netlist: run "gnetlist -g spice-sdb FILE.sch"',
  },
  {
    program: 'Qucs',
    begins: /^\s*<Qucs(?:-S)? Schematic/,
    hint: 'write its netlist: "Simulation > Build netlist" of Qucs-S',
  },
];

/** Reports a text that is a schematic; returns whether it is one. */
export function reportSchematic(source: SourceText, diagnostics: Diagnostics): boolean {
  const text = source.text.charCodeAt(0) === 0xfeff ? source.text.slice(1, 200) : source.text.slice(0, 200);
  const format = FORMATS.find(({ begins }) => begins.test(text));
  if (!format) return false;
  const start = source.text.search(/\S/);
  const span = {
    source,
    start,
    end: start + (/^\S[^\r\n]*/.exec(source.text.slice(start))?.[0] ?? '').length,
  };
  const message = `this is a schematic of ${format.program}, not a netlist`;
  diagnostics.error('schematic', message, span, { hint: format.hint });
  return true;
}
