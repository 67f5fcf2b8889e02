/**
 * The stage table: the passes of the front end in their order. One more pass = one more file and one
 * more line.
 */
import type { Session } from '../session.js';
import { applyAlterations } from './apply-alterations.js';
import { addBridges } from './auto-bridges.js';
import { checkCircuit } from './check-circuit.js';
import { collectCards } from './collect-cards.js';
import { expandCircuit } from './expand-circuit.js';
import { readSettings } from './read-settings.js';
import { resolveControls } from './resolve-controls.js';
import { resolveModels } from './resolve-models.js';
import { resolveParameters } from './resolve-parameters.js';

export type Pass = (session: Session) => void;

export const STAGES: readonly Pass[] = Object.freeze([
  readSettings,
  applyAlterations,
  collectCards,
  resolveParameters,
  resolveModels,
  expandCircuit,
  resolveControls,
  addBridges,
  checkCircuit,
]);
