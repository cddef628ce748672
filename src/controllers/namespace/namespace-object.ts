import type { ApiObject } from '../../apimachinery/index.js';

/** One thing that is known of the end of a namespace. */
export interface NamespaceCondition {
  type: string;
  status: 'True' | 'False' | 'Unknown';
  lastTransitionTime?: string;
  reason?: string;
  message?: string;
}

/** What controllers read and write of a namespace. */
export interface NamespaceObject extends ApiObject {
  spec?: { finalizers?: string[] };
  status?: { phase?: string; conditions?: NamespaceCondition[] };
}

/** Whether new content may be made in a namespace. */
export function isActive({ metadata, status }: NamespaceObject): boolean {
  return !metadata.deletionTimestamp && status?.phase !== 'Terminating';
}
