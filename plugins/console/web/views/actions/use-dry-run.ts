import { useEffect, useState } from 'preact/hooks';
import type { ApiRequest } from '../../api/api.js';
import { ApiError } from '../../api/api-error.js';
import type { ApiObject } from '../../api/objects.js';
import { useSession } from '../../ui/session.js';

/** The result of a dry run. */
export interface DryRun {
  /** The object as it would be stored; undefined until the server has answered. */
  readonly result: ApiObject | undefined;
  readonly error: ApiError | undefined;
}

const NOTHING: DryRun = { result: undefined, error: undefined };
/** Milliseconds without a change of the input before it is tried. */
const PAUSE_MS = 250;
const MANAGER = 'binnacle-console';

/** Returns a request with the parameters of a write. */
export function asWrite(request: ApiRequest, isDryRun: boolean): ApiRequest {
  return { ...request, query: { ...request.query, fieldManager: MANAGER, dryRun: isDryRun ? 'All' : undefined } };
}

/** Tries a request on the server without storing anything, again when its key changes; nothing without a request. */
export function useDryRun(request: ApiRequest | undefined, key: string): DryRun {
  const { api } = useSession();
  const [state, setState] = useState(NOTHING);
  useEffect(() => {
    setState(NOTHING);
    if (!request) return;
    const controller = new AbortController();
    const { signal } = controller;
    const attempt = (): void =>
      void api.json<ApiObject>({ ...asWrite(request, true), signal }).then(
        (result) => !signal.aborted && setState({ result, error: undefined }),
        (fault: unknown) => !signal.aborted && setState({ result: undefined, error: ApiError.from(fault) }),
      );
    const timer = setTimeout(attempt, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [api, key]);
  return state;
}
