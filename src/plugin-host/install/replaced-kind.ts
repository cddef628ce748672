import { type ResolvedKind } from '../../registry/index.js';
import type { Ingest } from '../../storage/index.js';
import { PluginError } from '../mistakes/index.js';

/** The kinds of a replacement, while what is stored is read once more. */
export interface Rereading {
  readonly old: ResolvedKind;
  readonly next: ResolvedKind;
  readonly reading: { readonly isOver: boolean };
}

/**
 * Returns the same, which throws PluginError while it is read for a stored object that the former kind could read. Kinds whose shapes
 * come at run time check their versions themselves.
 */
export function keepingReadable(ingest: Ingest, { old, next, reading }: Rereading): Ingest {
  if (!('layout' in next.storage.type.published)) return ingest;
  return (value) => {
    const entry = ingest(value);
    if (entry.unreadable !== undefined && !reading.isOver) refuseLoss(old, next);
    return entry;
  };
}

function refuseLoss(old: ResolvedKind, next: ResolvedKind): never {
  const lost = [...old.versions.values()].filter(({ apiVersion }) => !next.versions.has(apiVersion));
  const fix =
    lost.length === 0
      ? 'give the version another name and a conversion from the stored one'
      : `keep ${lost.map(({ name }) => name).join(', ')} with served: false until they have been written again`;
  throw new PluginError([`${next.place}: objects are stored that could not be read any more; ${fix}`]);
}

/** Reports whether the objects of two kinds are found under the same keys. */
export function isSamePlace(old: ResolvedKind, next: ResolvedKind): boolean {
  if (old.definition.backend || next.definition.backend) return false;
  return next.isStored && old.keyPrefix === next.keyPrefix && old.isNamespaced === next.isNamespaced;
}

/** Reports whether the cached entries of one kind are those another would have. */
export function isSameForm(old: ResolvedKind, next: ResolvedKind): boolean {
  if (old.storage.apiVersion !== next.storage.apiVersion || old.storage.type !== next.storage.type) return false;
  const names = Object.keys(next.selectors);
  if (names.length !== Object.keys(old.selectors).length) return false;
  if (old.conversionMayWait !== next.conversionMayWait) return false;
  return old.kind === next.kind && names.every((name) => old.selectors[name] === next.selectors[name]);
}
