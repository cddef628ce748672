import type { Controller } from '../plugin-api/built-in.js';

/** The properties that decide whether a controller runs. */
export type NamedController = Pick<Controller, 'name' | 'alias' | 'isOffByDefault' | 'isPartOfServer'>;

/**
 * Reports whether `--controllers` lets a controller run: `name` and `-name` decide about one, `*` and `-*` about those
 * not named. What is off by default runs only when it is named (upstream: IsControllerEnabled).
 */
export function isControllerEnabled(controller: NamedController, selection: readonly string[]): boolean {
  if (controller.isPartOfServer) return true;
  const names = namesOf(controller);
  if (names.some((name) => selection.includes(`-${name}`))) return false;
  if (names.some((name) => selection.includes(name))) return true;
  return selection.includes('*') && !selection.includes('-*') && !controller.isOffByDefault;
}

/** Returns the names in a selection that no controller has. */
export function unknownControllers(controllers: readonly NamedController[], selection: readonly string[]): string[] {
  const known = new Set(['*', ...controllers.flatMap(namesOf)]);
  return selection.map((entry) => entry.replace(/^-/, '')).filter((name) => !known.has(name));
}

function namesOf({ name, alias }: NamedController): string[] {
  return alias === undefined ? [name] : [name, alias];
}
