/**
 * `.model` cards -> models by name.
 */
import type { Session } from '../session.js';
import { readDotCards } from './read-dot-cards.js';

export function resolveModels(session: Session): void {
  readDotCards('models', session);
}
