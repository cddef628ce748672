import { useEffect, useState } from 'preact/hooks';
import { Api } from '../api/api.js';
import { ApiError } from '../api/api-error.js';
import { type Group, isSameGroups, readGroups } from '../api/discovery.js';
import type { SignedIn } from '../api/who-am-i.js';

/** Milliseconds between two readings of the kinds. */
const REDISCOVERY = 60_000;

/** Reads the kinds of the server for a user, again every minute: they come and go while it runs. */
export function useDiscovery(identity: SignedIn | undefined) {
  const [groups, setGroups] = useState<readonly Group[]>([]);
  const [discoveryError, setDiscoveryError] = useState<ApiError | undefined>();
  useEffect(() => {
    if (!identity) return;
    const api = new Api(identity.credentials);
    let isCurrent = true;
    const read = (): void =>
      void readGroups(api).then(
        (found) => {
          if (!isCurrent) return;
          setDiscoveryError(undefined);
          setGroups((known) => (isSameGroups(known, found) ? known : found));
        },
        (fault) => isCurrent && setDiscoveryError(ApiError.from(fault)),
      );
    read();
    const timer = setInterval(read, REDISCOVERY);
    return () => {
      isCurrent = false;
      clearInterval(timer);
    };
  }, [identity]);
  return { groups, discoveryError, forget: () => setGroups([]) };
}
