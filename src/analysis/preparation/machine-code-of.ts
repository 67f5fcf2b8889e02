/** The machine code of sparse systems, as far as `code=` lets them have it. */
import { machineCode } from '../../circuit/machine-code.gen.js';
import type { MachineCode } from '../../numerics/code/machine-room.js';
import type { TransientOptions } from './transient-options.js';

export function machineCodeOf(code: TransientOptions['code']): MachineCode | undefined {
  return code === 'plain' ? undefined : machineCode;
}
