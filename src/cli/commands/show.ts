/** `nscircuit show FILE`: the compiled system as text. */
import { prepare } from '../../analysis/preparation.js';
import { showCircuit } from '../../circuit/show.js';
import type { Arguments } from '../command.js';
import { type ExitCode, exitCodes } from '../exit-codes.js';
import { netlistExitCode, prepareFile, printDiagnostics } from '../input/netlist-file.js';
import { printOut } from '../terminal.js';

export function show(args: Arguments): Promise<ExitCode> {
  const { circuit, diagnostics } = prepareFile(args, prepare);
  printDiagnostics(diagnostics, args);
  if (!circuit) return Promise.resolve(netlistExitCode(diagnostics));
  const { flat, compiled } = circuit;
  printOut(`${flat.title === '' ? '' : `${flat.title}\n\n`}${showCircuit(compiled)}`);
  return Promise.resolve(exitCodes.fine);
}
