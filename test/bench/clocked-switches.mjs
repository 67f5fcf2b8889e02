/**
 * A hundred PWM periods of clocked switches, each with an RC of its own: seconds of the whole process without a file, with
 * all quantities in a raw file, and with one of them. Takes the numbers of switches; default 64, 256.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { command } from './peers.mjs';

/** Switches k = 0, 1 ... of 10 us, that turn at one of seven times for one, two or three microseconds. */
function netlist(count, more) {
  const lines = ['clocked switches', 'V1 in 0 10', '.model sw sw(vt=.5 vh=0 ron=1 roff=1e9)'];
  for (let k = 0; k < count; k++) {
    lines.push(`Vg${k} g${k} 0 pulse(0 1 ${k % 7}u 0 0 ${1 + (k % 3)}u 10u)`);
    lines.push(`S${k} in o${k} g${k} 0 sw`, `R${k} o${k} 0 ${100 + k}`, `C${k} o${k} 0 100n ic=0`);
  }
  return [...lines, more, '.tran 1u 1m uic'].join('\n');
}

const folder = mkdtempSync(join(tmpdir(), 'bench-'));
try {
  const counts = process.argv.slice(2).map(Number);
  for (const count of counts.length > 0 ? counts : [64, 256]) {
    const file = join(folder, 'switches.cir');
    const used = (more, ...args) => {
      writeFileSync(file, netlist(count, more));
      return `${command('run', file, '--quiet', ...args).seconds.toFixed(2)} s`;
    };
    const raw = join(folder, 'x.raw');
    const [none, all, one] = [used(''), used('', '-o', raw), used('.save v(o5)', '-o', raw)];
    console.log(`${count} switches: ${none} without a file, ${all} with all quantities, ${one} with one`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
