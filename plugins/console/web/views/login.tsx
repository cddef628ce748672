import { useEffect, useRef, useState } from 'preact/hooks';
import type { ApiError } from '../api/api-error.js';
import { Credentials } from '../api/credentials.js';
import { ANONYMOUS, type SignedIn, whoAmI } from '../api/who-am-i.js';
import { SignInOptions } from '../sign-in/sign-in-options.js';

/** Renders the page for those who are not known yet. A client certificate that the browser shows is enough. */
export function Login({ onSignedIn }: { readonly onSignedIn: (identity: SignedIn) => void }) {
  const [token, setToken] = useState('');
  const { enter, error, isAsking } = useEntering(onSignedIn);
  useEffect(() => enter('', true), []);
  const submit = (event: Event): void => {
    event.preventDefault();
    enter(token.trim(), false);
  };
  return (
    <main class="login">
      <form class="card" onSubmit={submit} autocomplete="off">
        <img src="/console/icon.svg" alt="" width="44" height="44" />
        <h1>Binnacle console</h1>
        <p class="muted">Everything is done by your own rights, as with kubectl.</p>
        <label for="token">Bearer token</label>
        <input
          id="token"
          type="password"
          autocomplete="off"
          spellcheck={false}
          autofocus
          required
          value={token}
          onInput={(event) => setToken(event.currentTarget.value)}
        />
        <button type="submit" class="primary" disabled={isAsking}>
          Sign in
        </button>
        <button type="button" disabled={isAsking} onClick={() => enter('', false)}>
          Use the client certificate of this browser
        </button>
        <SignInOptions onSignedIn={onSignedIn} />
        {error !== '' && (
          <p class="failure-text" role="alert">
            {error}
          </p>
        )}
        <p class="muted small">
          The token stays in the memory of this page: reloading signs you out. One for a service account:{' '}
          <code>kubectl create token NAME</code>
        </p>
      </form>
    </main>
  );
}

/** Asks the server who somebody is, and says why it does not know. The latest question counts, a silent one disables nothing. */
function useEntering(onSignedIn: (identity: SignedIn) => void) {
  const [error, setError] = useState('');
  const [isAsking, setAsking] = useState(false);
  const latest = useRef(0);
  const enter = (token: string, isSilent: boolean): void => {
    const question = ++latest.current;
    const isLatest = (): boolean => question === latest.current;
    if (!isSilent) setAsking(true);
    whoAmI(new Credentials(token))
      .then((identity) => {
        if (!isLatest()) return;
        if (identity.user !== ANONYMOUS) return onSignedIn(identity);
        if (!isSilent) setError(NO_CERTIFICATE);
      })
      .catch((fault: ApiError) => {
        if (!isSilent && isLatest()) setError(faultText(fault, token));
      })
      .finally(() => isLatest() && setAsking(false));
  };
  return { enter, error, isAsking };
}

const NO_CERTIFICATE = 'The browser shows no client certificate that this server knows.';

function faultText({ code, message }: ApiError, token: string): string {
  if (token === '' && (code === 401 || code === 403)) return NO_CERTIFICATE;
  return code === 401 ? 'The server does not know this token.' : message;
}
