import { useCallback, useEffect, useState } from 'preact/hooks';
import type { ApiError } from '../api/api-error.js';
import { type Resource, pathOf } from '../api/discovery.js';
import type { ApiObject } from '../api/objects.js';
import { WatchResumption } from '../api/watch-resumption.js';
import { useSession } from '../ui/session.js';

/** An object that is followed. */
export interface FollowedObject {
  readonly object: ApiObject | undefined;
  readonly error: ApiError | undefined;
  /** True once it was deleted while it was shown. */
  readonly isGone: boolean;
  reload(): void;
}

interface ObjectEvent {
  readonly type: string;
  readonly object: ApiObject;
}

/** Reads an object and follows its changes. */
export function useObject(resource: Resource, namespace: string, name: string): FollowedObject {
  const { api } = useSession();
  const [state, setState] = useState<Omit<FollowedObject, 'reload'>>({
    object: undefined,
    error: undefined,
    isGone: false,
  });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const follow = async (): Promise<void> => {
      const object = await api.json<ApiObject>({ path: pathOf(resource, namespace, name), signal });
      setState({ object, error: undefined, isGone: false });
      if (!resource.verbs.has('watch')) return;
      const resumption = new WatchResumption();
      resumption.reached(object.metadata.resourceVersion);
      const next = resumption.ended();
      const resourceVersion = next.step === 'watch' ? next.resourceVersion : '';
      const query = { watch: '1', fieldSelector: `metadata.name=${name}`, resourceVersion };
      const events = api.stream<ObjectEvent>({ path: pathOf(resource, namespace), query, signal });
      for await (const { type, object: changed } of events) {
        if (type === 'MODIFIED') setState({ object: changed, error: undefined, isGone: false });
        if (type === 'DELETED') setState({ object: changed, error: undefined, isGone: true });
      }
      // The watch has ended by its timeout: from the beginning, which reads the object once.
      if (!signal.aborted) setRound((value) => value + 1);
    };
    follow().catch(
      (error: ApiError) => !signal.aborted && setState((old) => ({ ...old, error: old.object ? undefined : error })),
    );
    return () => controller.abort();
  }, [api, resource, namespace, name, round]);
  const reload = useCallback(() => setRound((value) => value + 1), []);
  return { ...state, reload };
}
