import {
  CONTRIBUTION_POINTS,
  type ContributedClasses,
  type ContributedParts,
  type ContributionPoint,
  type ContributionTypes,
} from '../../plugin-api/built-in.js';
import type { HookClass, Stop } from '../../registry/index.js';

/** Makes the contributions of one plugin from its classes. `resolve` finds the instance Nest has made of one. */
export function resolveContributions(
  declared: ContributedClasses,
  resolve: <T>(hook: HookClass<T>) => T,
): ContributedParts {
  const entries = CONTRIBUTION_POINTS.map((point) => {
    const classes: readonly HookClass<unknown>[] = declared[point] ?? [];
    return [point, classes.map((one) => resolve(one))];
  });
  return Object.fromEntries(entries) as ContributedParts;
}

/**
 * The contributions of the currently installed plugins, in their order. Provided to the components that run or call
 * them.
 */
export class Contributions {
  private installed: readonly ContributedParts[] = [];
  private readonly listeners = new Set<() => void>();

  /** Adds those of a plugin; the result takes them out again. */
  add(parts: ContributedParts): () => void {
    this.change([...this.installed, parts]);
    return () => this.change(this.installed.filter((each) => each !== parts));
  }

  /** Returns all that go to one place. */
  all<P extends ContributionPoint>(point: P): readonly ContributionTypes[P][] {
    return this.installed.flatMap((parts): readonly ContributionTypes[P][] => parts[point]);
  }

  /** Calls back whenever a plugin is installed or uninstalled; the result ends that. */
  onChange(listener: () => void): Stop {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  private change(installed: readonly ContributedParts[]): void {
    this.installed = installed;
    for (const listener of this.listeners) listener();
  }
}

/** Where names of contributions have to be unique, and what the thing is called. */
const NAMED = [
  ['admission', 'admission plugin'],
  ['writeHooks', 'write hook'],
  ['startHooks', 'start hook'],
  ['controllers', 'controller'],
  ['healthChecks', 'health check'],
] as const;

/**
 * Names that two contributions to one place share, those of a plugin that is to come included: each one a mistake, with
 * its remedy. Those of a plugin that is being removed do not count.
 */
export function findRepeatedNames(
  contributions: Contributions,
  coming?: ContributedParts,
  going?: ContributedParts,
): string[] {
  return NAMED.flatMap(([point, what]) => {
    const gone: readonly object[] = going?.[point] ?? [];
    const staying = contributions.all(point).filter((each) => !gone.includes(each));
    const all = [...staying, ...(coming?.[point] ?? [])];
    const names = all.map(({ name }) => name);
    const repeated = new Set(names.filter((name, i) => names.indexOf(name) !== i));
    return [...repeated].map((name) => `two plugins bring the ${what} ${JSON.stringify(name)}; rename one of them`);
  });
}
