import type { Flag } from './flag.js';
import { ApiServerOptions } from './option-groups.js';

type PlainGroups = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Returns a function that finds the default of a flag. */
export function defaultReader(): (flag: Flag) => unknown {
  const defaults = new ApiServerOptions() as unknown as PlainGroups;
  return ({ group, property, ofPlugin }) => (ofPlugin ? ofPlugin.initial : defaults[group][property]);
}

/** Returns a function that writes the default of a flag; empty for a secret. */
export function defaultFormatter(): (flag: Flag) => string {
  const defaultOf = defaultReader();
  return (flag) => (flag.ofPlugin?.isSecret ? '' : flag.kind.format(defaultOf(flag)));
}
