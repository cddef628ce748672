import { useEffect } from 'preact/hooks';
import type { Renewal, SignedIn } from '../api/who-am-i.js';

/** Milliseconds before its end at which a token is renewed, at most half of its time. */
const EARLY_MS = 60_000;

/** Keeps the token of a user valid: requests a new one before it expires, as long as the user is signed in. */
export function useRenewal(identity: SignedIn | undefined, onFailure: (fault: Error) => void): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isCurrent = true;
    const plan = (renewal: Renewal): void => {
      const left = renewal.expiresAt - Date.now();
      timer = setTimeout(
        () => renewal.renew().then((next) => isCurrent && plan(next), onFailure),
        Math.max(left - EARLY_MS, left / 2, 0),
      );
    };
    if (identity?.renewal) plan(identity.renewal);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [identity]);
}
