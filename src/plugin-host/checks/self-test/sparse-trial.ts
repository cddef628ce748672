import { type ApiObject, collectFieldErrors } from '../../../apimachinery/index.js';
import { type ResolvedKind, type ResolvedVersion, examplesOf, systemContext } from '../../../registry/index.js';
import { freezeDeeply } from './difference.js';
import { lossFromHub } from './hub-trial.js';
import { sparseObjects } from './sparse-objects.js';
import {
  ROUND_TRIP,
  changeText,
  convertNow,
  failureText,
  isRefusal,
  roundTripLoss,
  thereAndBack,
  triedVersions,
} from './trial-conversion.js';
import { triedStrategy } from './tried-strategy.js';

/**
 * Runs the functions of a version on objects that lack something, as a client may send them: with defaults, and before
 * any rule is applied; then on its examples. Returns the first fault, with what the object lacks.
 */
export function findSparseFault(kind: ResolvedKind, version: ResolvedVersion, sample: ApiObject): string | undefined {
  const trial = new SparseTrial(kind, version);
  for (const { lack, object } of sparseObjects(sample)) {
    const fault = trial.faultOf(object);
    if (fault !== undefined) return `${fault} (tried with an object ${lack})`;
  }
  for (const [i, example] of examplesOf(version).entries()) {
    const fault = trial.faultOf(structuredClone(example));
    if (fault !== undefined) return `${fault} (tried with examples[${i}])`;
  }
  return undefined;
}

/** Reports whether an object keeps all rules of a version and of the storage version, as far as they can be asked before the start. */
export function isAllowed(kind: ResolvedKind, version: ResolvedVersion, object: ApiObject): boolean {
  return new SparseTrial(kind, version).isAllowed(object);
}

/**
 * Returns a report about a member of an object that is lost or changed when it is converted to the storage version and back; none
 * where the rules or the conversion refuse the object. Throws what else the conversion throws.
 */
export function lossThereAndBack(kind: ResolvedKind, version: ResolvedVersion, object: ApiObject): string | undefined {
  try {
    return new SparseTrial(kind, version).lossOf(object);
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

/** Reports whether what a client sends is taken by all rules, as far as they can be asked before the start; defaults are filled in. */
export function accepts(kind: ResolvedKind, version: ResolvedVersion, draft: ApiObject): boolean {
  return new SparseTrial(kind, version).accepts(draft);
}

/** Tries one version. */
class SparseTrial {
  /** The function that runs. */
  private running = '';

  constructor(
    private readonly kind: ResolvedKind,
    private readonly version: ResolvedVersion,
  ) {}

  faultOf(draft: ApiObject): string | undefined {
    const { kind, version } = this;
    try {
      const object = this.completed(draft);
      if (version === kind.hub) return this.runHooks(object);
      return version.conversion && this.lossOf(freezeDeeply(object));
    } catch (error) {
      return isRefusal(error) ? undefined : failureText(this.running, error);
    }
  }

  /** An object that makes a function fail is not taken; other trials report it. */
  accepts(draft: ApiObject): boolean {
    const { strategy = {} } = this.kind.definition;
    if (typeof strategy === 'function' || strategy.validateAsync) return false;
    try {
      return this.isAllowed(this.completed(draft));
    } catch {
      return false;
    }
  }

  private completed(draft: ApiObject): ApiObject {
    const { type } = this.version;
    this.running = 'its defaults';
    const object = type.decode(draft) as unknown as ApiObject;
    type.applyDefaults(object);
    return object;
  }

  /** The text of a report about what its conversion loses; none where a rule refuses the object. */
  lossOf(object: ApiObject): string | undefined {
    const { kind, version } = this;
    this.running = 'its conversion';
    const back = thereAndBack(kind, version, object);
    const lost = roundTripLoss(kind, object, back);
    return lost && this.isAllowed(object) ? changeText(ROUND_TRIP, lost) : undefined;
  }

  /** Reports whether an object keeps all rules, as far as they can be asked before the start. */
  isAllowed(object: ApiObject): boolean {
    const { kind, version } = this;
    if (version.type.validate(object).length > 0 || (version.validate?.(object) ?? []).length > 0) return false;
    const hub = convertNow(kind, object, [version, kind.hub]);
    return kind.hub.type.validate(hub).length === 0 && this.errorsOfStrategy(structuredClone(hub)) === 0;
  }

  private runHooks(object: ApiObject): string | undefined {
    const { kind, version } = this;
    const errors = this.errorsOfStrategy(object);
    freezeDeeply(object);
    const lost = this.lossInOthers(object);
    // Other objects are refused before these functions see them.
    if (errors > 0 || version.type.validate(object).length > 0) return undefined;
    for (const [name, read] of Object.entries(kind.selectors)) {
      this.running = `selectableFields[${JSON.stringify(name)}]`;
      read(object);
    }
    return lost;
  }

  /** The first loss of an object of the storage version in another one that takes it. */
  private lossInOthers(hub: ApiObject): string | undefined {
    const losses: (string | undefined)[] = [];
    // All are tried: a later one may throw.
    for (const other of triedVersions(this.kind)) {
      if (!other.conversion) continue;
      this.running = `the conversion to ${other.name} and back`;
      losses.push(lossFromHub(this.kind, other, hub));
    }
    return losses.find((lost) => lost !== undefined);
  }

  /** How many faults the strategy finds in an object, after preparing it; at least one where it cannot be asked yet. */
  private errorsOfStrategy(object: ApiObject): number {
    const { strategy = {} } = this.kind.definition;
    if (typeof strategy === 'function') return 1;
    const hooks = triedStrategy(this.kind);
    const { user } = systemContext();
    const { apiVersion } = this.kind.hub;
    const scope = { user, namespace: '', subresource: '', dryRun: true, apiVersion, isEnabled: () => false };
    this.running = 'prepareForCreate of its strategy';
    hooks.prepareForCreate?.(object, scope);
    if (hooks.loadRules) return 1;
    this.running = 'validate of its strategy';
    return collectFieldErrors(() => hooks.validate?.(object, scope) ?? []).length;
  }
}
