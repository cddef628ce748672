import { useState } from 'preact/hooks';
import type { ApiError } from '../api/api-error.js';
import type { SignedIn } from '../api/who-am-i.js';
import { setContexts, useContexts } from './context-store.js';
import type { KubeContext } from './kubeconfig.js';
import { obstacleTo, signInWith } from './sign-in-with.js';

/** Renders how to open a kubeconfig, and its contexts. The file is read by the page, and sent nowhere. */
export function KubeconfigOpener({
  servers,
  onSignedIn,
}: {
  readonly servers: readonly string[];
  readonly onSignedIn: (identity: SignedIn) => void;
}) {
  const { contexts } = useContexts();
  const [error, setError] = useState('');
  const open = (file: File | undefined): void => {
    if (!file) return;
    setError('');
    readContexts(file).then(
      (found) => setContexts({ contexts: found, current: '' }),
      (fault: Error) => setError(`${file.name}: ${fault.message}`),
    );
  };
  const use = (context: KubeContext): void => {
    setError('');
    signInWith(context).then(onSignedIn, (fault: ApiError) => setError(failureText(context, fault)));
  };
  return (
    <fieldset class="kubeconfig">
      <legend>Contexts of a kubeconfig</legend>
      <label class="button">
        Open a kubeconfig{' '}
        <input
          type="file"
          name="kubeconfig"
          class="visually-hidden"
          onChange={(event) => open(event.currentTarget.files?.[0])}
        />
      </label>
      {error !== '' && (
        <p class="failure-text" role="alert">
          {error}
        </p>
      )}
      <ul class="contexts">
        {contexts.map((context) => (
          <ContextItem key={context.name} context={context} servers={servers} onUse={() => use(context)} />
        ))}
      </ul>
    </fieldset>
  );
}

function ContextItem({
  context,
  servers,
  onUse,
}: {
  readonly context: KubeContext;
  readonly servers: readonly string[];
  readonly onUse: () => void;
}) {
  const obstacle = obstacleTo(context, servers);
  return (
    <li>
      <button type="button" disabled={obstacle !== ''} onClick={onUse}>
        {context.name}
      </button>
      <span class="muted small">{obstacle || context.server}</span>
    </li>
  );
}

async function readContexts(file: File): Promise<KubeContext[]> {
  const { MOST_BYTES, contextsIn } = await import('./kubeconfig.js');
  if (file.size > MOST_BYTES) throw new Error('it is too large for a kubeconfig');
  return contextsIn(await file.text());
}

function failureText({ name, server }: KubeContext, { code, message }: ApiError): string {
  if (code !== 0) return `${name}: ${message}`;
  return `${name}: ${server} did not answer this page. It needs --cors-allowed-origins for ${location.origin}, and a certificate that the browser trusts.`;
}
