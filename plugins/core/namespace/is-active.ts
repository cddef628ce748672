import type { Namespace } from './namespace.v1.js';

/** Reports whether new content may be made in a namespace. */
export function isActive({ metadata, status }: Namespace): boolean {
  return !metadata.deletionTimestamp && status?.phase !== 'Terminating';
}
