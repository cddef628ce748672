import { BOOLEAN, type GroupVersionResource, checkedResult } from '../apimachinery/index.js';
import type { AdmissionOperation, EquivalentResource } from './admission-attributes.js';
import type { AdmissionPlugin } from './admission-plugin.js';

/** A plugin that changes objects. */
export type MutatingPlugin = AdmissionPlugin & Required<Pick<AdmissionPlugin, 'admit'>>;
/** A plugin that refuses writes. */
export type ValidatingPlugin = AdmissionPlugin & Required<Pick<AdmissionPlugin, 'validate'>>;

/** The plugins that are asked about one operation on one resource, in order. */
export interface AdmissionHandlers {
  readonly mutating: readonly MutatingPlugin[];
  readonly validating: readonly ValidatingPlugin[];
  /** True if one of those that change objects asks for reinvocation. */
  readonly hasReinvocation: boolean;
}

/** Finds the other groups and versions under which a resource is served. */
export type FindEquivalents = (resource: GroupVersionResource, subresource: string) => readonly EquivalentResource[];

/**
 * The enabled plugins by operation and resource, each pair resolved on first use. Rebuilt when plugins or served
 * resources change. Resources are compared by identity, so that a lookup needs no key: a version of a kind has one
 * object of its own.
 */
export class AdmissionIndex {
  private readonly handlers = new WeakMap<GroupVersionResource, Map<string, AdmissionHandlers>>();
  private readonly equivalents = new WeakMap<GroupVersionResource, Map<string, readonly EquivalentResource[]>>();

  constructor(
    private readonly plugins: readonly AdmissionPlugin[],
    private readonly findEquivalents: FindEquivalents,
  ) {}

  /** Returns the plugins that handle an operation on a resource, or on a subresource where one is named. */
  handlersOf(operation: AdmissionOperation, resource: GroupVersionResource, subresource: string): AdmissionHandlers {
    const known = mapOf(this.handlers, resource);
    const key = subresource === '' ? operation : `${operation} ${subresource}`;
    let handlers = known.get(key);
    if (!handlers) known.set(key, (handlers = this.resolve(operation, resource, subresource)));
    return handlers;
  }

  /** Returns the other groups and versions under which a resource, or a subresource, is served. */
  equivalentsOf(resource: GroupVersionResource, subresource: string): readonly EquivalentResource[] {
    const known = mapOf(this.equivalents, resource);
    let equivalents = known.get(subresource);
    if (!equivalents) known.set(subresource, (equivalents = this.findEquivalents(resource, subresource)));
    return equivalents;
  }

  private resolve(
    operation: AdmissionOperation,
    { group, version, resource }: GroupVersionResource,
    subresource: string,
  ): AdmissionHandlers {
    const admitted = { group, version, resource, subresource };
    const handling = this.plugins.filter((plugin) => {
      // Nothing would be taken for no, and the writes would pass.
      return checkedResult(`admission plugin ${plugin.name}: handles`, plugin.handles(operation, admitted), BOOLEAN);
    });
    const mutating = handling.filter((plugin): plugin is MutatingPlugin => plugin.admit !== undefined);
    const validating = handling.filter((plugin): plugin is ValidatingPlugin => plugin.validate !== undefined);
    return { mutating, validating, hasReinvocation: mutating.some(isReinvoked) };
  }
}

/** Reports whether a plugin is called once more when another one has changed the object after it. */
export function isReinvoked({ reinvocationPolicy }: AdmissionPlugin): boolean {
  return reinvocationPolicy === 'IfNeeded';
}

function mapOf<V>(maps: WeakMap<GroupVersionResource, Map<string, V>>, resource: GroupVersionResource): Map<string, V> {
  let map = maps.get(resource);
  if (!map) maps.set(resource, (map = new Map()));
  return map;
}
