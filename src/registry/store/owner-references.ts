import { type ApiObject, repeatFinder } from '../../apimachinery/index.js';
import { stringifyJson } from '../../codecs/index.js';

/** The origin of duplicate owner references that are dropped: a body, or the result of a patch or of admission. */
export type OwnersOrigin = 'body' | 'change';

/** Removes duplicate owner references, and warns the client. */
export function dropRepeatedOwners({ metadata }: ApiObject, warn: (text: string) => void, origin: OwnersOrigin): void {
  const references = metadata.ownerReferences;
  if (!references || references.length < 2) return;
  const isRepeat = repeatFinder<string>();
  // Decoded references have their members in one order.
  const repeats = references.map((reference) => isRepeat(stringifyJson(reference)));
  const kept = references.filter((_, i) => !repeats[i]);
  if (kept.length === references.length) return;
  const repeated = new Set(references.filter((_, i) => repeats[i]).map(({ uid }) => uid));
  metadata.ownerReferences = kept;
  warn(
    `.metadata.ownerReferences contains duplicate entries${origin === 'change' ? ' after mutating admission happens' : ''}; ` +
      'API server dedups owner references in 1.20+, and may reject ' +
      `such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${[...repeated].join(', ')}`,
  );
}
