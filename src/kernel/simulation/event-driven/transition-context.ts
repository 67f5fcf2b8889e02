/** What the stages of an event (`transition.ts`) work on. */
import type { LinearSystem } from '../linear/linear-model.js';
import type { ExactFlow } from './exact-flow.js';
import type { LcsFlowOptions } from './lcs-flow-options.js';
import type { GeneratorBank } from './modes/generator-bank.js';
import type { ModeCache } from './modes/mode-cache.js';
import type { ExplicitSystem } from './modes/mode-dynamics.js';
import type { SwitchStates } from './switch-states.js';

export interface TransitionContext {
  readonly system: LinearSystem;
  readonly options: LcsFlowOptions;
  readonly switches: SwitchStates;
  readonly modes: ModeCache;
  /** Knows the sizes that states and rows have had. */
  readonly segment: ExactFlow;
  /** sqrt(M_ii) of each state. */
  readonly weight: Float64Array;
  readonly explicit: ExplicitSystem;
  readonly bank: GeneratorBank;
}
