import { KNOWN_FEATURE_GATES } from './known-feature-gates.js';
import { minorOf } from './release.js';
import { REMOVED_FEATURE_GATES } from './removed-feature-gates.js';

/** How far a feature has come. PreAlpha: its gate does not exist yet in the release. Removed: no longer. */
export type GateStage = 'PreAlpha' | 'Alpha' | 'Beta' | 'GA' | 'Deprecated' | 'Removed';

/** The state of a gate in one release. */
export interface GateState {
  readonly stage: GateStage;
  /** The default; before the gate and after it, the behaviour of the code without the gate. */
  readonly isOn: boolean;
  readonly isLocked: boolean;
}

const ABSENT: GateState = { stage: 'PreAlpha', isOn: false, isLocked: false };

/** Reports whether some release has a gate of that name. */
export function hasGate(name: string): boolean {
  return historyOf(name) !== undefined;
}

/** Returns the state of a gate in a release; undefined for a name that no release has. */
export function gateStateIn(name: string, release: string): GateState | undefined {
  const history = historyOf(name);
  if (history === undefined) return undefined;
  const states = history.split(' ').map((state) => state.split(':'));
  const index = states.findLastIndex(([since]) => minorOf(since) <= minorOf(release));
  if (index < 0) return ABSENT;
  const stage = states[index][1] as GateStage;
  const [, , setting, lock] = stage === 'Removed' ? states[index - 1] : states[index];
  return { stage, isOn: setting === 'on', isLocked: lock === 'locked' };
}

/** Returns the names of the gates that a release has, sorted. */
export function gatesIn(release: string): string[] {
  const names = [...Object.keys(KNOWN_FEATURE_GATES), ...Object.keys(REMOVED_FEATURE_GATES)];
  return names.filter((name) => isShown(gateStateIn(name, release))).sort();
}

/** Reports whether a release has a gate in that state. */
function isShown(state: GateState | undefined): boolean {
  return state !== undefined && state.stage !== 'PreAlpha' && state.stage !== 'Removed';
}

function historyOf(name: string): string | undefined {
  if (Object.hasOwn(KNOWN_FEATURE_GATES, name)) return KNOWN_FEATURE_GATES[name];
  return Object.hasOwn(REMOVED_FEATURE_GATES, name) ? REMOVED_FEATURE_GATES[name] : undefined;
}
