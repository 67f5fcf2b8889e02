/** Nonsmooth laws of a model file, one line a tag; tags of older files beside those of today. Source: [intro] 6.3, 9.1. */
import { ComplementarityConditionNSL } from '../kernel/modeling/laws/complementarity-condition-nsl.js';
import { EqualityConditionNSL } from '../kernel/modeling/laws/equality-condition-nsl.js';
import { NewtonImpactFrictionNSL, NewtonImpactNSL } from '../kernel/modeling/laws/newton-impact-nsl.js';
import type { NonSmoothLaw } from '../kernel/modeling/laws/nonsmooth-law.js';
import { RelayNSL } from '../kernel/modeling/laws/relay-nsl.js';
import type { ElementReader } from './element-reader.js';

type LawReader = (element: ElementReader, size: number) => NonSmoothLaw | undefined;

export const lawTable: Readonly<Record<string, LawReader>> = Object.freeze({
  NewtonImpactNSL: impact,
  NewtonImpactLaw: impact,
  NewtonImpactFrictionNSL: friction,
  NewtonImpactFrictionLaw: friction,
  ComplementarityConditionNSL: complementarity,
  ComplementarityConditionLaw: complementarity,
  ComplementarityCondition: complementarity,
  RelayNSL: relay,
  RelayLaw: relay,
  Relay: relay,
  EqualityConditionNSL: equality,
});

function impact(element: ElementReader, size: number): NonSmoothLaw | undefined {
  const e = element.required('e')?.number();
  return e === undefined ? undefined : element.make(() => new NewtonImpactNSL(e, size));
}

function friction(element: ElementReader, size: number): NonSmoothLaw | undefined {
  const [en, et, mu] = [['en'], ['et'], ['mu']].map((names) => element.child(...names)?.number() ?? 0);
  if (size !== 2 && size !== 3) {
    element.error(
      'wrong-size',
      `${element.name}: a contact has 2 rows in the plane and 3 in space, not ${size}`,
    );
    return undefined;
  }
  return element.make(() => new NewtonImpactFrictionNSL(en ?? 0, et ?? 0, mu ?? 0, size));
}

function complementarity(_element: ElementReader, size: number): NonSmoothLaw {
  return new ComplementarityConditionNSL(size);
}

function relay(element: ElementReader, size: number): NonSmoothLaw | undefined {
  const lb = element.child('lb', 'd')?.number() ?? -1;
  const ub = element.child('ub', 'c')?.number() ?? 1;
  return element.make(() => new RelayNSL(size, lb, ub));
}

function equality(_element: ElementReader, size: number): NonSmoothLaw {
  return new EqualityConditionNSL(size);
}
