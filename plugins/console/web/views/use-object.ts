import { useEffect, useState } from 'preact/hooks';
import type { Api } from '../api/api.js';
import type { ApiError } from '../api/api-error.js';
import { type Resource, pathOf } from '../api/discovery.js';
import type { ApiObject } from '../api/objects.js';
import { useSession } from '../ui/session.js';

/** An object that is followed. */
export interface FollowedObject {
  readonly object: ApiObject | undefined;
  readonly error: ApiError | undefined;
  /** True once it was deleted while it was shown. */
  readonly isGone: boolean;
  /** True while what is shown may be older than what is stored: the connection broke and is tried again. */
  readonly isInterrupted: boolean;
}

interface ObjectEvent {
  readonly type: string;
  readonly object: ApiObject;
}

/** The place of an object. */
interface ObjectPlace {
  readonly resource: Resource;
  readonly namespace: string;
  readonly name: string;
}

const NOTHING: FollowedObject = { object: undefined, error: undefined, isGone: false, isInterrupted: false };
/** Milliseconds before an object is read again whose watch broke. */
const RETRY = 3000;

/** Reads an object and follows its changes; begins again when the watch ends. */
export function useObject(resource: Resource, namespace: string, name: string): FollowedObject {
  const { api } = useSession();
  const [state, setState] = useState(NOTHING);
  const [round, setRound] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let timer = 0;
    const again = (): void => setRound((value) => value + 1);
    const fail = (error: ApiError): void => {
      if (signal.aborted) return;
      // The object stays on the page: it is gone, or the connection comes back.
      const isPassing = error.code !== 404 && error.code !== 403;
      setState((old) =>
        old.object ? { ...old, isGone: error.code === 404, isInterrupted: isPassing } : { ...NOTHING, error },
      );
      if (isPassing) timer = setTimeout(again, RETRY) as unknown as number;
    };
    follow(api, { resource, namespace, name }, { signal, onState: setState }).then(
      (isFollowed) => isFollowed && !signal.aborted && again(),
      fail,
    );
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [api, resource, namespace, name, round]);
  return state;
}

/** Reads an object and reports its states until the watch ends; answers false where it cannot be watched. */
async function follow(
  api: Api,
  { resource, namespace, name }: ObjectPlace,
  { signal, onState }: { readonly signal: AbortSignal; readonly onState: (state: FollowedObject) => void },
): Promise<boolean> {
  const object = await api.json<ApiObject>({ path: pathOf(resource, namespace, name), signal });
  onState({ object, error: undefined, isGone: false, isInterrupted: false });
  if (!resource.verbs.has('watch')) return false;
  const { resourceVersion } = object.metadata;
  const query = { watch: '1', fieldSelector: `metadata.name=${name}`, resourceVersion };
  const events = api.stream<ObjectEvent>({ path: pathOf(resource, namespace), query, signal });
  for await (const { type, object: changed } of events) {
    if (type === 'ERROR') break;
    onState({ object: changed, error: undefined, isGone: type === 'DELETED', isInterrupted: false });
  }
  return true;
}
