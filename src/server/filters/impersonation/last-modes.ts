import type { ImpersonationMode } from './impersonation-mode.js';

/** Callers that are known at a time (upstream: newModeIndexCache). */
const MOST_CALLERS = 10_000;
/** Callers with longer names are not kept: a front proxy may send names of any length, and 10,000 of them take memory. */
const LONGEST_NAME = 256;

/**
 * The mode in which each caller last impersonated a user, by the name of the caller; the least recently used are evicted.
 * It changes the order of attempts alone, never their outcome.
 */
export class LastModes {
  private readonly modes = new Map<string, ImpersonationMode>();

  get(name: string): ImpersonationMode | undefined {
    return this.modes.get(name);
  }

  /** Records a success of a caller. */
  set(name: string, mode: ImpersonationMode): void {
    if (name.length > LONGEST_NAME) return;
    this.modes.delete(name);
    this.modes.set(name, mode);
    if (this.modes.size > MOST_CALLERS) this.modes.delete(this.modes.keys().next().value!);
  }
}
