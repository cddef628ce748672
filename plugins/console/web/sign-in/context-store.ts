import { useEffect, useState } from 'preact/hooks';
import type { KubeContext } from './kubeconfig.js';

/** The contexts that were opened. They are in the memory of the page alone. */
export interface OpenedContexts {
  readonly contexts: readonly KubeContext[];
  /** The name of the one that is used; empty before one is chosen. */
  readonly current: string;
}

let opened: OpenedContexts = { contexts: [], current: '' };
const listeners = new Set<() => void>();

/** Changes which contexts are opened, or which one is used. */
export function setContexts(next: Partial<OpenedContexts>): void {
  opened = { ...opened, ...next };
  for (const listener of listeners) listener();
}

/** Returns the contexts that were opened, again when these change. */
export function useContexts(): OpenedContexts {
  const [, setTick] = useState(0);
  useEffect(() => {
    const listener = (): void => setTick((tick) => tick + 1);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  return opened;
}
