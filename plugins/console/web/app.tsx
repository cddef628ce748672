import { useCallback, useMemo, useState } from 'preact/hooks';
import { Api } from './api/api.js';
import type { SignedIn } from './api/who-am-i.js';
import { isUnsaved, mayDiscard } from './model/unsaved.js';
import { Frame } from './ui/frame.js';
import { type Session, SessionContext } from './ui/session.js';
import { useDiscovery } from './ui/use-discovery.js';
import { useRoute } from './ui/use-route.js';
import { useRenewal } from './sign-in/use-renewal.js';
import { Login } from './views/login.js';
import { Toasts, useToasts } from './ui/toasts.js';

/** Renders the console: who looks, then what there is. */
export function App() {
  const [identity, setIdentity] = useState<SignedIn | undefined>();
  const { groups, discoveryError, forget } = useDiscovery(identity);
  const { toasts, say } = useToasts();
  const [route, go] = useRoute();
  const signOut = useCallback(() => setIdentity(undefined), []);
  // It stays the same while kinds come and go: views read anew for another one.
  const api = useMemo((): Api | undefined => {
    if (!identity) return undefined;
    const onUnauthorized = (): void => {
      // Changes that are not written stay on the page, to be copied.
      if (!isUnsaved()) signOut();
      say('Sign in again: the server does not know you any more.', 'bad');
    };
    return new Api(identity.credentials, { onWarning: (text) => say(`Warning: ${text}`), onUnauthorized });
  }, [identity]);
  useRenewal(identity, (fault) => say(`Sign in again: ${fault.message}`, 'bad'));
  const session = useMemo((): Session | undefined => {
    if (!identity || !api) return undefined;
    const { user, userGroups } = identity;
    const signInAs = (next: SignedIn): void => {
      if (!mayDiscard()) return;
      forget();
      setIdentity(next);
      go({ view: 'home' });
    };
    const leave = (): void => void (mayDiscard() && signOut());
    return { api, signInAs, user, userGroups, groups, discoveryError, go, say, signOut: leave };
  }, [identity, api, groups, discoveryError]);
  return (
    <>
      {session ? (
        <SessionContext.Provider value={session}>
          <Frame route={route} />
        </SessionContext.Provider>
      ) : (
        <Login onSignedIn={setIdentity} />
      )}
      <Toasts toasts={toasts} />
    </>
  );
}
