/** `nscircuit convert FILE --to ngspice`: the circuit as a netlist for another simulator. */
import { spiceNetlist } from '../../compare/spice-netlist.js';
import { withExplicitEdges } from '../../compare/regularization.js';
import { prepare } from '../../analysis/preparation.js';
import { type Arguments, lastValue } from '../command.js';
import { type ExitCode, exitCodes } from '../exit-codes.js';
import { checkWritable, FileSink } from '../output/file-sink.js';
import { netlistExitCode, prepareFile, printDiagnostics, textSourceFor } from '../input/netlist-file.js';
import { standardOutput } from '../output/stdout-sink.js';
import { overwritten } from '../input/same-file.js';
import { printOut } from '../terminal.js';
import { refuse } from '../usage-error.js';

export function convert(args: Arguments): Promise<ExitCode> {
  const to = lastValue(args, 'to') ?? 'ngspice';
  refuse(to === 'ngspice' ? [] : [`--to ${to}: it must be ngspice`]);
  const output = lastValue(args, 'output');
  const path = output === standardOutput ? undefined : output;
  if (path !== undefined) refuse(problemOf(path));
  const textSource = textSourceFor(args);
  const { circuit, diagnostics } = prepareFile(args, prepare, textSource);
  if (path !== undefined) {
    const lost = overwritten({ file: args.file, files: textSource.files })(path);
    refuse(lost === undefined ? [] : [`-o ${path} would overwrite ${lost}`]);
  }
  printDiagnostics(diagnostics, args);
  if (!circuit) return Promise.resolve(netlistExitCode(diagnostics));
  const idealDiodes = circuit.circuitOptions.diode === 'ideal';
  const { text, diagnostics: found } = spiceNetlist(withExplicitEdges(circuit.flat), { idealDiodes });
  printDiagnostics(found.items, args);
  if (text === undefined) return Promise.resolve(exitCodes.input);
  if (path === undefined) printOut(text);
  else {
    const sink = new FileSink(path);
    sink.write(new TextEncoder().encode(text));
    sink.commit();
  }
  return Promise.resolve(exitCodes.fine);
}

function problemOf(path: string): string[] {
  try {
    checkWritable(path);
    return [];
  } catch (error) {
    return [`-o ${path}: ${error instanceof Error ? error.message : String(error)}`];
  }
}
