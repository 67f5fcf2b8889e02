/**
 * Relations of a model file, one line a tag; tags of older files beside those of today. A constant that is absent (b, e) is 0.
 * Plugins are called as the callbacks of the kernel: h(q, out, z) where the constraint is fixed, h(t, q, out, z) where it moves,
 * h(q, lambda, out, z) where it yields, and Jacobians alike. Source: [intro] 6.2, 9.1.
 */
import type { DynamicalSystem } from '../kernel/modeling/systems/dynamical-system.js';
import { FirstOrderLinearTIR } from '../kernel/modeling/relations/first-order-linear-tir.js';
import {
  LagrangianCompliantR,
  LagrangianRheonomousR,
  LagrangianScleronomousR,
} from '../kernel/modeling/relations/lagrangian-r.js';
import { LagrangianLinearTIR } from '../kernel/modeling/relations/lagrangian-linear-tir.js';
import type { Relation } from '../kernel/modeling/relations/relation.js';
import { isSecondOrder } from '../kernel/modeling/systems/second-order-system.js';
import type { ElementReader } from './element-reader.js';

export interface RelationPlace {
  /** Rows of y. */
  readonly size: number;
  /** The systems that are linked. */
  readonly systems: readonly DynamicalSystem[];
}

type RelationReader = (element: ElementReader, place: RelationPlace) => Relation | undefined;

export const relationTable: Readonly<Record<string, RelationReader>> = Object.freeze({
  LagrangianLinearTIR: lagrangianLinear,
  LagrangianLinearRelation: lagrangianLinear,
  LagrangianScleronomousR: scleronomous,
  LagrangianRheonomousR: rheonomous,
  LagrangianCompliantR: compliant,
  LagrangianRelation: lagrangianByType,
  FirstOrderLinearTIR: firstOrderLinear,
  FirstOrderLinearR: firstOrderLinear,
  FirstOrderRelation: firstOrderLinear,
  LinearTIRelation: firstOrderLinear,
  LinearTIR: firstOrderLinear,
});

/** The value of the attribute "type" of LagrangianRelation. */
const lagrangianTypes: Readonly<Record<string, RelationReader>> = Object.freeze({
  LinearTI: lagrangianLinear,
  Linear: lagrangianLinear,
  Scleronomous: scleronomous,
  Rheonomous: rheonomous,
  Compliant: compliant,
});

function lagrangianByType(element: ElementReader, place: RelationPlace): Relation | undefined {
  const type = element.attribute('type') ?? 'Scleronomous';
  const reader = Object.hasOwn(lagrangianTypes, type) ? lagrangianTypes[type] : undefined;
  if (reader) return reader(element, place);
  const hint = `known are ${Object.keys(lagrangianTypes).join(', ')}`;
  element.error('unknown-element', `${element.name}: there is no type ${type}`, hint);
  return undefined;
}

function lagrangianLinear(element: ElementReader, place: RelationPlace): Relation | undefined {
  const { size } = place;
  const coordinates = coordinatesOf(element, place);
  if (!coordinates) return undefined;
  const count = coordinates.reduce((sum, each) => sum + each, 0);
  const H = element.required('H', 'C')?.matrix(size, count);
  const e = element.child('b', 'e')?.vector(size);
  const D = element.child('D')?.matrix(size, size);
  if (!H) return undefined;
  const options = { coordinates, ...(e && { e }), ...(D && { D }) };
  return element.make(() => new LagrangianLinearTIR(size, H, options));
}

function scleronomous(element: ElementReader, place: RelationPlace): Relation | undefined {
  const coordinates = coordinatesOf(element, place);
  const h = element.required('h')?.plugin();
  const H = jacobian(element, 0);
  if (!coordinates || !h) return undefined;
  return element.make(() => new LagrangianScleronomousR(place.size, coordinates, { h, ...(H && { H }) }));
}

function rheonomous(element: ElementReader, place: RelationPlace): Relation | undefined {
  const coordinates = coordinatesOf(element, place);
  const h = element.required('h')?.plugin();
  const H = jacobian(element, 0);
  const hDot = element.child('JacobianDoth', 'hDot')?.plugin() ?? jacobian(element, 1);
  if (!coordinates || !h) return undefined;
  const functions = { h, ...(H && { H }), ...(hDot && { hDot }) };
  return element.make(() => new LagrangianRheonomousR(place.size, coordinates, functions));
}

function compliant(element: ElementReader, place: RelationPlace): Relation | undefined {
  const coordinates = coordinatesOf(element, place);
  const h = element.required('h')?.plugin();
  const G0 = jacobian(element, 0);
  const G1 = element.child('Jacobianhlambda')?.plugin() ?? jacobian(element, 1);
  if (!coordinates || !h) return undefined;
  const functions = { h, ...(G0 && { G0 }), ...(G1 && { G1 }) };
  return element.make(() => new LagrangianCompliantR(place.size, coordinates, functions));
}

function firstOrderLinear(element: ElementReader, { size, systems }: RelationPlace): Relation | undefined {
  const n = systems.reduce((sum, system) => sum + system.n, 0);
  const C = element.required('C')?.matrix(size, n);
  const B = element.required('B')?.matrix(n, size);
  const D = element.child('D')?.matrix(size, size);
  const e = element.child('e', 'a')?.vector(size);
  if (!C || !B) return undefined;
  return element.make(() => new FirstOrderLinearTIR(size, C, B, { ...(D && { D }), ...(e && { e }) }));
}

/** Jacobian k of h: a child of its own name, or the k-th matrix of G. */
function jacobian(element: ElementReader, k: number) {
  const own = k === 0 ? element.child('Jacobianhq')?.plugin() : undefined;
  const listed = element.child('G', 'jacobianH')?.children.filter(({ name }) => name === 'matrix')[k];
  return own ?? listed?.plugin();
}

function coordinatesOf(element: ElementReader, { systems }: RelationPlace): readonly number[] | undefined {
  const coordinates = systems.flatMap((system) => (isSecondOrder(system) ? [system.equations] : []));
  if (coordinates.length === systems.length) return coordinates;
  element.error('wrong-system', `${element.name} links mechanical systems; a linked one is of first order`);
  return undefined;
}
