/** The signals of circuits: every segment has a closed form, so that derivatives are exact. */
import type { Signal } from '../../kernel/modeling/signals/signal.js';

export type ClosedFormSignal = Signal & Required<Pick<Signal, 'generator' | 'generate'>>;
