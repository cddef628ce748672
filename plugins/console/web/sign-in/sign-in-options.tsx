import { useEffect, useState } from 'preact/hooks';
import type { SignedIn } from '../api/who-am-i.js';
import { useLoaded } from '../ui/use-loaded.js';
import { KubeconfigOpener } from './kubeconfig-opener.js';
import { type OidcAnswer, takeAnswer } from './oidc-redirect.js';
import { type OidcSettings, readSettings } from './settings.js';

// The address is read once, before the router looks at it.
let answer: OidcAnswer | undefined = takeAnswer();

/** Renders the other ways to sign in: at an issuer of OpenID Connect, and with a context of a kubeconfig. */
export function SignInOptions({ onSignedIn }: { readonly onSignedIn: (identity: SignedIn) => void }) {
  const { value: settings } = useLoaded(readSettings, []);
  if (!settings) return null;
  return (
    <>
      {settings.oidc && <OidcButton oidc={settings.oidc} onSignedIn={onSignedIn} />}
      <KubeconfigOpener servers={settings.servers} onSignedIn={onSignedIn} />
    </>
  );
}

function OidcButton({
  oidc,
  onSignedIn,
}: {
  readonly oidc: OidcSettings;
  readonly onSignedIn: (identity: SignedIn) => void;
}) {
  const [error, setError] = useState('');
  const [isWaiting, setWaiting] = useState(answer !== undefined);
  const fail = (fault: Error): void => {
    setError(fault.message);
    setWaiting(false);
  };
  useEffect(() => {
    if (!answer) return;
    const given = answer;
    answer = undefined;
    import('./oidc.js').then(({ endSignIn }) => endSignIn(oidc, given)).then(onSignedIn, fail);
  }, []);
  const begin = (): void => {
    setWaiting(true);
    setError('');
    import('./oidc.js').then(({ beginSignIn }) => beginSignIn(oidc)).catch(fail);
  };
  return (
    <>
      <button type="button" disabled={isWaiting} onClick={begin}>
        Sign in at {new URL(oidc.issuer).host}
      </button>
      {error !== '' && (
        <p class="failure-text" role="alert">
          {error}
        </p>
      )}
    </>
  );
}
