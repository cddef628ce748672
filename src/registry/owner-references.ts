import type { ApiObject } from '../apimachinery/index.js';
import { isDeepEqual } from '../patch/index.js';

/** Takes out owner references that occur more than once, and tells the client of it. */
export function dropRepeatedOwners({ metadata }: ApiObject, warn: (text: string) => void, isUpdate: boolean): void {
  const references = metadata.ownerReferences;
  if (!references || references.length < 2) return;
  const kept = references.filter((r, i) => references.findIndex((other) => isDeepEqual(other, r)) === i);
  if (kept.length === references.length) return;
  const repeated = new Set(
    references.filter((r, i) => references.findIndex((o) => isDeepEqual(o, r)) !== i).map((r) => r.uid),
  );
  metadata.ownerReferences = kept;
  warn(
    `.metadata.ownerReferences contains duplicate entries${isUpdate ? ' after mutating admission happens' : ''}; ` +
      'API server dedups owner references in 1.20+, and may reject ' +
      `such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${[...repeated].join(', ')}`,
  );
}
