import {
  LabelMatcher,
  Quantity,
  type Strategy,
  type StrategyContext,
  formatTime,
  isDeepEqual,
  stringifyJson,
} from '../../../src/plugin-api/index.js';
import type { Dock } from './types.js';
import { validateDock } from './validation.js';

/** The rules of docks. */
export const dockStrategy: Strategy<Dock> = {
  prepareForCreate: (dock) => void (dock.status = { conditions: [] }),
  validate: validateDock,
  warningsOnCreate: warningsOf,
  warningsOnUpdate: (dock, old, context) => (isDeepEqual(dock.spec, old.spec) ? [] : warningsOf(dock, context)),
};

function warningsOf({ spec: { lift = '0' } }: Dock, { user }: StrategyContext): string[] {
  const isWeak = Quantity.parse(lift).compare(Quantity.parse('5k')) < 0;
  return isWeak ? [`spec.lift: ${user.name} will lift no ship with ${lift}`] : [];
}

/** Reports whether a ship may use a dock. */
export const accepts = ({ spec: { ships } }: Dock, labels: Readonly<Record<string, string>>): boolean =>
  LabelMatcher.fromObject(ships).matches(labels);

/** Returns a line of the log book; JSON with integers beyond what a number holds is written exactly. */
export const logLine = (dock: Dock, now: number): string => `${formatTime(new Date(now))} ${stringifyJson(dock.spec)}`;
