import { type ApiObject, MAX_SHOWN_FIELD, cutText } from '../../apimachinery/index.js';
import { findMisfit } from '../../schema/index.js';
import type { ConvertedVersion } from './object-converter.js';

/**
 * An object of another type than its version that a plugin's conversion has returned. The message is for the author of the
 * plugin; clients get the `answer`, in the words of the reference.
 */
export class MisconvertedObject extends Error {
  constructor(
    message: string,
    readonly answer: string,
    cause: unknown,
  ) {
    super(message, { cause });
    this.name = 'MisconvertedObject';
  }
}

/** The result of a conversion, as messages name it. */
export interface ConversionResult {
  /** The function that has returned it, with plugin, kind and version. */
  readonly where: string;
  readonly object: ApiObject;
  readonly to: Pick<ConvertedVersion, 'apiVersion' | 'type'>;
  /** Makes the error of a fault that no single value explains, and words faults for clients. */
  readonly wrap: (error: unknown) => unknown;
}

/** Returns the canonical form of what a conversion has returned. Throws MisconvertedObject for a value that its version cannot have. */
export function canonicalResult({ where, object, to, wrap }: ConversionResult): ApiObject {
  try {
    return to.type.canonicalize(object);
  } catch (error) {
    const wrapped = wrap(error);
    const { published } = to.type;
    const misfit = 'layout' in published ? findMisfit(published.layout, object) : undefined;
    if (!misfit) throw wrapped;
    const { path, found, wanted } = misfit;
    const text = `${where} returns ${found} for ${cutText(path, MAX_SHOWN_FIELD)}, which is ${wanted} in ${to.apiVersion}`;
    throw new MisconvertedObject(text, wrapped instanceof Error ? wrapped.message : String(wrapped), error);
  }
}
