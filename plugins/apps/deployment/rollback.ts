import { type ObjectMeta } from '../../../src/plugin-api/index.js';
import { DecodeError } from '../../../src/plugin-api/built-in.js';
import { parseAnnotationNumber } from '../annotation-number.js';

/** The annotation in which former versions' `spec.rollbackTo` lives on. */
export const ROLLBACK_TO = 'deprecated.deployment.rollback.to';

/** Returns the revision that a client of a former version wants back; undefined when none does. Throws DecodeError. */
export function rollbackRevisionOf({ metadata }: { metadata: ObjectMeta }): number | undefined {
  const text = metadata.annotations?.[ROLLBACK_TO];
  if (!text) return undefined;
  try {
    return parseAnnotationNumber(text);
  } catch (error) {
    const why = (error as DecodeError).message;
    throw new DecodeError(`failed to parse annotation[${ROLLBACK_TO}]=${text} as int64: ${why}`);
  }
}
