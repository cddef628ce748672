import type { ApiObject } from '../../apimachinery/index.js';
import { conversionFailed } from './conversion-failed.js';
import { canonicalResult } from './converted-object.js';
import { callHook, failureOf } from './hook-failure.js';
import type { ObjectConverter } from './object-converter.js';
import type { ResolvedVersion } from './resolved-version.js';

/** The facts of a kind for the converter between its versions. */
export interface ConvertedKind {
  readonly kind: string;
  readonly storage: ResolvedVersion;
}

/** Converts by the pure functions that the versions of a kind declare, through the shape of the storage version. Never waits. */
export class HubAndSpokes implements ObjectConverter {
  /** `owner` is what failures begin with: empty, or the plugin with a colon and a space. */
  constructor(
    private readonly kind: ConvertedKind,
    private readonly owner: string,
  ) {}

  convert(objects: readonly ApiObject[], from: ResolvedVersion, to: ResolvedVersion): readonly ApiObject[] {
    try {
      return objects.map((object) => this.convertOne(object, from, to));
    } catch (error) {
      throw conversionFailed(from, to, error);
    }
  }

  private convertOne(object: ApiObject, from: ResolvedVersion, to: ResolvedVersion): ApiObject {
    const hub = from.conversion ? this.converted('toHub', from, object) : object;
    return to.conversion ? this.converted('fromHub', to, hub) : hub;
  }

  /** In canonical form: a conversion may leave members undefined, which would count as a change. */
  private converted(way: 'toHub' | 'fromHub', version: ResolvedVersion, object: ApiObject): ApiObject {
    const { kind, storage } = this.kind;
    const to = way === 'toHub' ? storage : version;
    const where = `${this.owner}${kind}/${version.name}: ${way}`;
    const result = callHook(where, () => {
      const converted = version.conversion![way](object);
      if (typeof converted?.metadata !== 'object') throw new Error('it answers no object with metadata');
      return converted;
    });
    const { apiVersion } = to;
    return canonicalResult({
      where,
      object: { ...result, kind, apiVersion },
      to,
      wrap: (error) => failureOf(where, error),
    });
  }
}
