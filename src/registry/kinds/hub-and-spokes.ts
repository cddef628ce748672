import { API_OBJECT, type ApiObject, type ResultRule, WrongResult, resultFault } from '../../apimachinery/index.js';
import { conversionFailed } from './conversion-failed.js';
import { canonicalResult } from './converted-object.js';
import { callHook, failureOf, framesOf } from './hook-failure.js';
import type { ObjectConverter } from './object-converter.js';
import type { ResolvedVersion } from './resolved-version.js';

/** The facts of a kind for the converter between its versions. */
export interface ConvertedKind {
  readonly kind: string;
  /** The declaration, which messages name the place of. */
  readonly definition: object;
  readonly hub: ResolvedVersion;
  /** True if the hub is a version that the release does not have. */
  readonly hasLaterHub: boolean;
}

const CONVERTED: ResultRule = { ...API_OBJECT, instead: 'a converter of the kind may wait' };

/** Converts by the pure functions that the versions of a kind declare, through the shape of the hub. Never waits. */
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
    const { kind, hub, definition } = this.kind;
    const to = way === 'toHub' ? hub : version;
    const where = `${this.owner}${kind}/${version.name}: ${way}`;
    const result = callHook(where, () => {
      const converted = version.conversion![way](object);
      const fault = resultFault(converted, CONVERTED, object);
      if (fault !== undefined) throw new WrongResult(fault, framesOf(version.conversion) || framesOf(definition));
      return converted;
    });
    const { apiVersion } = to;
    const made = canonicalResult({
      where,
      object: { ...result, kind, apiVersion },
      to,
      wrap: (error) => failureOf(where, error),
    });
    // The defaults of the requested version are those of the release, which are fewer.
    if (way === 'toHub' && this.kind.hasLaterHub) to.type.applyDefaults(made);
    return made;
  }
}
