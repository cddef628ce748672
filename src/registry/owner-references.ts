import { type ApiObject, repeatFinder } from '../apimachinery/index.js';
import { stringifyJson } from '../codecs/index.js';

/** Whose repeats of owner references are dropped: those of a body, or those of what has been patched or admitted. */
export type OwnersOrigin = 'body' | 'change';

/** Takes out owner references that occur more than once, and tells the client of it. */
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
