/** A: a code model of XSPICE; `code-models/` has one file a kind. */
import { CodePart } from '../code-models/code-model.js';
import { codeModels } from '../code-models/code-model-table.js';
import { timingModels } from '../code-models/timing-models.js';
import type { Device } from '../device.js';

const byType = new Map(codeModels.map((model) => [model.syntax.type, model]));

export const codeModel: Device = {
  syntax: {
    letter: 'A',
    name: 'code model',
    doc: 'A block of the type of its model, whose ports stand in the order of the model. %v, %vd, %i, %id, %g, %gd, %h, %hd, %vnam or %d before a port says its type, ~ inverts a digital one, null leaves one out, square brackets hold several. A digital net that bears the name of a node is joined to it as in ngspice: by an adc_bridge with its threshold at vcc / 2 where digital parts only read it, else by a dac_bridge from 0 to vcc, the parameter vcc as the innermost of them sees it, else 3.3; a note says which.',
    terminals: [],
    value: { kind: 'code-model' },
    modelTypes: codeModels.filter(({ syntax }) => syntax.ports).map(({ syntax }) => syntax.type),
    parameters: [],
  },
  models: [...codeModels.map(({ syntax }) => syntax), ...timingModels],
  branches(element, context) {
    const model = byType.get(element.model?.type ?? '');
    if (!model) return [];
    const part = new CodePart(element, context, model.syntax);
    const branches = model.branches(part);
    return [...part.meters, ...branches];
  },
};
