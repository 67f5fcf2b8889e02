/** Mechanical elements and transducers whose ends on one side are one node: nothing moves them, or drives a current. A slip of a node's name. */
import { nodePlace } from './element-places.js';
import type { Diagnostics } from '../base/diagnostic.js';
import type { FlatElement } from './flat-circuit.js';
import type { ElementSyntax } from './language.js';
import { isMechanical } from './node-domains.js';

export function warnOfClosedElements(
  elements: readonly FlatElement[],
  syntaxOf: (letter: string) => ElementSyntax | undefined,
  diagnostics: Diagnostics,
): void {
  for (const element of elements) {
    const syntax = syntaxOf(element.letter);
    const domains = syntax?.domains;
    if (!domains || syntax.onOneNode === 'refused') continue;
    for (const ofSide of [isMechanical, (domain: (typeof domains)[number]) => domain === 'electrical']) {
      const [first = -1, second = -1] = domains.flatMap((domain, k) => (ofSide(domain) ? [k] : []));
      const node = element.nodes[first];
      if (second < 0 || node === undefined || node !== element.nodes[second]) continue;
      const [side, does] =
        ofSide === isMechanical
          ? ['', syntax.onOneNode ?? 'it does nothing']
          : ['electrical ', 'no voltage drives it'];
      const message = `${element.name} has both ${side}ends at node ${node}: ${does}`;
      diagnostics.warning('closed-element', message, nodePlace(element, second), {
        hint: 'give it a second node: 0 is the frame and ground',
      });
    }
  }
}
