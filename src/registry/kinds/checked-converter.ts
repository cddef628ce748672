import { type ApiObject, type MaybePromise, whenSettled } from '../../apimachinery/index.js';
import { conversionFailed } from './conversion-failed.js';
import { canonicalResult } from './converted-object.js';
import type { ConvertedVersion, ObjectConverter } from './object-converter.js';

/**
 * A converter that a kind declares, with its contract checked: as many objects as it was given, each still the same one.
 * Objects come out in canonical form. At most a batch is handed over at a time.
 */
export class CheckedConverter implements ObjectConverter {
  readonly batchSize: number;
  /** The prefix of failures: empty, or the plugin with a colon and a space. */
  private readonly owner: string;

  constructor(
    private readonly converter: ObjectConverter,
    { batchSize, owner }: { readonly batchSize: number; readonly owner: string },
  ) {
    this.batchSize = batchSize;
    this.owner = owner;
  }

  convert(
    objects: readonly ApiObject[],
    from: ConvertedVersion,
    to: ConvertedVersion,
  ): MaybePromise<readonly ApiObject[]> {
    if (objects.length > this.batchSize) return this.convertInBatches(objects, from, to);
    const check = (answer: readonly ApiObject[]): readonly ApiObject[] => {
      try {
        return checked(objects, answer, { to, where: `${this.owner}${from.gvk.kind}/${from.gvk.version}` });
      } catch (error) {
        throw conversionFailed(from, to, error);
      }
    };
    return whenSettled(this.ask(objects, from, to), check);
  }

  private async convertInBatches(
    objects: readonly ApiObject[],
    from: ConvertedVersion,
    to: ConvertedVersion,
  ): Promise<readonly ApiObject[]> {
    const converted: ApiObject[] = [];
    for (let at = 0; at < objects.length; at += this.batchSize) {
      for (const object of await this.convert(objects.slice(at, at + this.batchSize), from, to)) converted.push(object);
    }
    return converted;
  }

  private ask(
    objects: readonly ApiObject[],
    from: ConvertedVersion,
    to: ConvertedVersion,
  ): MaybePromise<readonly ApiObject[]> {
    const refuse = (error: unknown): never => {
      throw conversionFailed(from, to, error);
    };
    try {
      const answer = this.converter.convert(objects, from, to);
      return answer instanceof Promise ? answer.catch(refuse) : answer;
    } catch (error) {
      return refuse(error);
    }
  }
}

function checked(
  sent: readonly ApiObject[],
  answer: unknown,
  { to, where }: { readonly to: ConvertedVersion; readonly where: string },
): ApiObject[] {
  if (!Array.isArray(answer)) throw new Error('it returned no list of objects');
  if (answer.length !== sent.length) {
    throw new Error(`it returned ${answer.length} objects, expected ${sent.length}`);
  }
  return sent.map((object, index) => sameObject(object, answer[index] as ApiObject | undefined, { to, index, where }));
}

/** The identity of an object, which no conversion may change. */
const IDENTITY = ['name', 'namespace', 'uid'] as const;

function sameObject(
  { metadata: before }: ApiObject,
  after: ApiObject | undefined,
  { to, index, where }: { readonly to: ConvertedVersion; readonly index: number; readonly where: string },
): ApiObject {
  if (typeof after?.metadata !== 'object') throw new Error(`it returned no object with metadata at index ${index}`);
  for (const member of IDENTITY) {
    if ((before[member] ?? '') !== (after.metadata[member] ?? '')) {
      throw new Error(`it returned an object with another metadata.${member} at index ${index}`);
    }
  }
  const { apiVersion } = to;
  const { kind } = to.gvk;
  return canonicalResult({
    where: `${where}: convert`,
    object: { ...after, kind, apiVersion },
    to,
    wrap: (error) => error,
  });
}
