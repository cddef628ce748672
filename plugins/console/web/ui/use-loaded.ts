import { useCallback, useEffect, useState } from 'preact/hooks';
import type { ApiError } from '../api/api-error.js';

/** Something that is read from the server. */
export interface Loaded<T> {
  readonly value: T | undefined;
  readonly error: ApiError | undefined;
  readonly isLoading: boolean;
  reload(): void;
}

/** Reads something, again whenever a dependency changes; what was asked for before is given up. */
export function useLoaded<T>(load: (signal: AbortSignal) => Promise<T>, dependencies: readonly unknown[]): Loaded<T> {
  const [state, setState] = useState<Omit<Loaded<T>, 'reload'>>({
    value: undefined,
    error: undefined,
    isLoading: true,
  });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    setState(({ value }) => ({ value: round > 0 ? value : undefined, error: undefined, isLoading: true }));
    load(controller.signal).then(
      (value) => !controller.signal.aborted && setState({ value, error: undefined, isLoading: false }),
      (error: ApiError) => !controller.signal.aborted && setState({ value: undefined, error, isLoading: false }),
    );
    return () => controller.abort();
  }, [...dependencies, round]);
  const reload = useCallback(() => setRound((value) => value + 1), []);
  return { ...state, reload };
}
