/** Parts of Xyce that are not modelled, by their first word; and what to write instead. */
export const UNSUPPORTED_PARTS: ReadonlyMap<string, readonly [what: string, hint: string]> = new Map([
  ['ydac', ['a voltage that another program sets', 'write a source: V1 1 0 pwl(0 0 1m 5)']],
  ['yadc', ['an output to another program', 'leave it out, or write .print tran v(1)']],
  ['yneuron', ['a model of a neuron', 'write its equations as B sources and capacitors']],
  ['ysynapse', ['a model of a synapse', 'write its equations as B sources and capacitors']],
  ['ymemristor', ['a memristor', 'write its equations as B sources and a capacitor of 1 F for its state']],
  ['ypde', ['a device solved in space', 'write a compact model: D, Q or M']],
  ['yacc', ['a projectile with an acceleration', 'write YMASS']],
  ['ygenext', ['a device of another program', 'write its equations as B sources']],
]);
