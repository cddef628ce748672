import { useEffect, useState } from 'preact/hooks';
import { Api } from '../api/api.js';
import type { ApiError } from '../api/api-error.js';

/** Who is signed in; the token is in the memory of the page alone. */
export interface SignedIn {
  readonly token: string;
  readonly user: string;
  readonly userGroups: readonly string[];
}

interface SelfSubjectReview {
  readonly status?: { readonly userInfo?: { readonly username?: string; readonly groups?: readonly string[] } };
}

const ANONYMOUS = 'system:anonymous';
const REVIEW = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };

/** Asks the server who a token, or the certificate of the browser, belongs to. Throws ApiError. */
async function whoAmI(token: string): Promise<SignedIn> {
  const path = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
  const { status } = await new Api(token).json<SelfSubjectReview>({ method: 'POST', path, body: REVIEW });
  return { token, user: status?.userInfo?.username ?? '', userGroups: status?.userInfo?.groups ?? [] };
}

/** The page for those who are not known yet. A client certificate that the browser shows is enough. */
export function Login({ onSignedIn }: { readonly onSignedIn: (identity: SignedIn) => void }) {
  const [token, setToken] = useState('');
  const [error, setError] = useState('');
  const [isAsking, setAsking] = useState(true);
  const enter = (given: string, isSilent: boolean): void => {
    setAsking(true);
    whoAmI(given)
      .then((identity) => {
        if (identity.user !== ANONYMOUS) return onSignedIn(identity);
        if (!isSilent) setError('The browser shows no client certificate that this server knows.');
      })
      .catch((fault: ApiError) => {
        if (!isSilent) setError(fault.code === 401 ? 'The server does not know this token.' : fault.message);
      })
      .finally(() => setAsking(false));
  };
  useEffect(() => enter('', true), []);
  const submit = (event: Event): void => {
    event.preventDefault();
    if (token.trim() === '') setError('Paste a token, or use a client certificate.');
    else enter(token.trim(), false);
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
          value={token}
          onInput={(event) => setToken(event.currentTarget.value)}
        />
        <button type="submit" class="primary" disabled={isAsking}>
          Sign in
        </button>
        <button type="button" disabled={isAsking} onClick={() => enter('', false)}>
          Use the client certificate of this browser
        </button>
        {error !== '' && (
          <p class="failure-text" role="alert">
            {error}
          </p>
        )}
        <p class="muted small">
          The token stays in the memory of this page: reloading signs you out. A token for yourself:{' '}
          <code>kubectl create token NAME</code>
        </p>
      </form>
    </main>
  );
}
