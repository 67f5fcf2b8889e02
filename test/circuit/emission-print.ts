/** What devices emit of a text, as a text to compare: data by their entries, functions by what they give at samples. */
import { vi } from 'vitest';
import { smallSignalCircuit } from '../../src/analysis/small-signal/small-signal-circuit.js';
import { Diagnostics } from '../../src/base/diagnostic.js';
import type { TextSource } from '../../src/base/host.js';
import { circuitOptionsFrom } from '../../src/circuit/circuit-options.js';
import { deviceTable } from '../../src/circuit/devices/device-table.js';
import { emitBranches, emitSmoothBranches } from '../../src/circuit/emission.js';
import { circuitLanguage } from '../../src/circuit/language-table.js';
import {
  LogicNetwork,
  type LogicCall,
  type LogicPart,
} from '../../src/kernel/modeling/signals/logic-network.js';
import { elaborate } from '../../src/netlist/elaborate.js';
import type { FlatCircuit } from '../../src/netlist/flat-circuit.js';

const files: Readonly<Record<string, string>> = {
  levels: '0 0s 1s\n1u 1s 0s\n',
  states: '0 0s 0s 0 0 -> 1\n1 1s 1s 1 1 -> 0\n',
};

export const textSource: TextSource = {
  resolve: (path) => path,
  read: (name) => ({ name, text: files[name] ?? '' }),
};

/** What a text comes to: a print of all that is emitted, smooth and piecewise linear, and all that is said. */
export interface Outcome {
  readonly smooth: string;
  /** Worked out where it is asked for: straight segments are fitted. */
  readonly straight: () => string;
  readonly said: string;
  readonly errors: readonly string[];
}

const samples = [-3.1, -0.62, 0, 1e-9, 1.3e-6, 0.37, 0.81, 2.3, 41];

/** Data as text: maps and arrays by their entries, functions of a number by what they give at samples. */
export function printOf(value: unknown, seen = new Map<object, number>()): string {
  if (typeof value === 'function') {
    const call = value as (x: number) => unknown;
    if (call.length > 1) return 'function';
    return `f(${samples.map((x) => safely(() => printOf(call(x), seen))).join(' ')})`;
  }
  if (typeof value !== 'object' || value === null) return String(value);
  const known = seen.get(value);
  if (known !== undefined) return `#${known}`;
  seen.set(value, seen.size);
  if (ArrayBuffer.isView(value)) return `[${(value as Float64Array).join(' ')}]`;
  const all = value instanceof Map || value instanceof Set ? [...value.entries()] : Object.entries(value);
  const entries = all.filter(([key]) => !/span/i.test(String(key)));
  const own = entries.map(([key, inner]) => `${String(key)}:${printOf(inner, seen)}`).join(',');
  const { value: at, integral } = value as { value?: unknown; integral?: unknown };
  const args = (value as { arguments?: unknown }).arguments;
  const methods = [
    Array.isArray(args)
      ? vectors(args.length)
          .map((x) => safely(() => String((value as Shaped).value(x))))
          .join(' ')
      : '',
    typeof at === 'function' && at.length <= 1
      ? safely(() => samples.map((x) => (value as Valued).value(x)).join(' '))
      : '',
    typeof integral === 'function'
      ? safely(() => samples.map((x) => (value as Valued).integral?.(0, Math.abs(x))).join(' '))
      : '',
  ];
  return `{${own}${methods.join(';')}}`;
}

interface Shaped {
  value(at: Float64Array): number;
}

/** Where functions of several numbers are asked. */
function vectors(length: number): readonly Float64Array[] {
  const random = randomOf(length);
  return [0.1, 1, 30, 1e3].map((size) => Float64Array.from({ length }, () => size * (2 * random() - 1)));
}

interface Valued {
  value(x: number): number;
  integral?(from: number, to: number): number;
}

export function safely(run: () => string): string {
  try {
    return run();
  } catch {
    return 'thrown';
  }
}

const outcomes = new Map<string, Outcome>();

export function outcomeOf(text: string): Outcome {
  const known = outcomes.get(text);
  if (known) return known;
  const source = { name: 't.cir', text: `title\n${text}\n.end\n` };
  const { circuit, diagnostics } = elaborate(source, circuitLanguage, textSource);
  const all = [...diagnostics];
  const printOfCircuit = (circuit: FlatCircuit, emit: typeof emitSmoothBranches): string => {
    const found = new Diagnostics();
    const { branches, parts } = listening(() =>
      emit(circuit, deviceTable, circuitOptionsFrom(circuit.options), found),
    );
    all.push(...found.items);
    const couplings = circuit.elements.map(({ letter, value, parameters }) =>
      letter === 'K' ? [value, ...parameters] : '',
    );
    return printOf([branches, parts.map(behaviourOf), couplings]);
  };
  const printWith = (emit: typeof emitSmoothBranches): string =>
    circuit ? printOfCircuit(circuit, emit) : '';
  // What .ac takes are the smooth laws of another circuit where cards have values for small signals.
  const small = circuit && smallSignalCircuit(circuit);
  const smooth =
    printWith(emitSmoothBranches) +
    (small && small !== circuit ? printOfCircuit(small, emitSmoothBranches) : '');
  const sources = printOf(circuit?.elements.map(({ ac }) => ac));
  let straight: string | undefined;
  const outcome = {
    smooth: smooth + sources,
    straight: () => (straight ??= printWith(emitBranches)),
    get said() {
      return all
        .map(({ message, hint }) => `${message} ${hint ?? ''}`)
        .join('\n')
        .toLowerCase();
    },
    get errors() {
      return all.filter(({ severity }) => severity === 'error').map(({ message }) => message);
    },
  };
  outcomes.set(text, outcome);
  return outcome;
}

/** Runs an emission and collects the digital parts that it adds to its network. */
function listening(emit: () => { branches: readonly unknown[] }): {
  branches: readonly unknown[];
  parts: LogicPart[];
} {
  const parts: LogicPart[] = [];
  const spy = vi.spyOn(LogicNetwork.prototype, 'add').mockImplementation(function (this: LogicNetwork, part) {
    parts.push(part);
    return add.call(this, part);
  });
  try {
    return { branches: emit().branches, parts };
  } finally {
    spy.mockRestore();
  }
}

const add = LogicNetwork.prototype.add;

/** What a digital part does when its inputs take random levels, some at rest. */
function behaviourOf(part: LogicPart): string {
  const random = randomOf(7);
  const done: string[] = [];
  let behave = part.begin();
  for (let k = 0; k < 160; k++) {
    // Begun anew, once from levels that set and reset nothing.
    if (k === 80) behave = part.begin();
    const levels = part.reads.map(() => (k >= 80 && k < 84 ? 0 : Math.floor(3 * random())));
    const call: LogicCall = {
      t: k * 1e-6,
      atRest: k % 80 === 0,
      input: (at) => levels[at] ?? 2,
      drive: (at, level, delay) => void done.push(`${at}:${level}:${delay}`),
      cancel: (at) => void done.push(`${at}-`),
      wakeAt: (t) => void done.push(`w${t}`),
      send: (_, value, duration) => void done.push(`s${value}:${duration}`),
    };
    const probed = vi.spyOn(LogicNetwork.prototype, 'probed').mockReturnValue(random() < 0.5);
    safely(() => {
      behave(call);
      return '';
    });
    probed.mockRestore();
  }
  return done.join(' ');
}

/** A generator of numbers between 0 and 1 (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t ^= t + Math.imul(t ^ (t >>> 7), 61 | t);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
