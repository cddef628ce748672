import { setMember } from '../codecs/index.js';
import { type Plain, isPlain, memberOf, sortedCopy, withoutNulls } from './plain.js';

/**
 * Applies a merge patch (RFC 7386) to a document: members that are null are taken out, objects are merged, everything
 * else is replaced. Neither argument is changed; objects the patch reaches into come back with sorted members.
 */
export function applyMergePatch(document: unknown, patch: unknown): unknown {
  if (!isPlain(patch)) return withoutNulls(patch);
  return isPlain(document) ? mergeObjects(document, patch) : withoutNulls(patch);
}

function mergeObjects(document: Plain, patch: Plain): Plain {
  const merged: Plain = { ...document };
  for (const name of Object.keys(patch)) {
    const change = patch[name];
    if (change === null) {
      delete merged[name];
    } else {
      setMember(merged, name, applyMergePatch(memberOf(merged, name), change));
    }
  }
  return sortedCopy(merged);
}
