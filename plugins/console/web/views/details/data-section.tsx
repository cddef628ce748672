import { useState } from 'preact/hooks';
import { isOneOf } from '../../actions/action.js';
import type { ActionTarget } from '../../actions/kubectl.js';
import type { ApiError } from '../../api/api-error.js';
import { revealSecret } from '../../api/reveal-secret.js';
import { entriesAt } from '../../model/value-at.js';
import { Failure } from '../../ui/parts.js';
import { useSession } from '../../ui/session.js';

/** Renders the data of ConfigMaps and Secrets; those of Secrets when the user asks for them. */
export function DataSection({ target }: { readonly target: ActionTarget }) {
  const { resource, object } = target;
  if (isOneOf(resource, '', 'configmaps')) return <MapData object={object} />;
  return isOneOf(resource, '', 'secrets') ? <SecretData target={target} /> : null;
}

function MapData({ object }: { readonly object: unknown }) {
  const texts = entriesAt(object, 'data').map(([name, value]): [string, string] => [name, String(value)]);
  const binaries = entriesAt(object, 'binaryData').map(([name]) => name);
  return (
    <section aria-label="Data">
      <h2>Data</h2>
      {texts.length + binaries.length === 0 && <p class="notice">It has no data.</p>}
      {texts.map(([name, text]) => (
        <Value key={name} name={name} text={text} />
      ))}
      {binaries.map((name) => (
        <p key={name}>
          <code>{name}</code> <span class="muted">binary</span>
        </p>
      ))}
    </section>
  );
}

function SecretData({ target }: { readonly target: ActionTarget }) {
  const { object } = target;
  const { api } = useSession();
  const names = entriesAt(object, 'data').map(([name]) => name);
  const [revealed, setRevealed] = useState<ReadonlyMap<string, string> | undefined>();
  const [error, setError] = useState<ApiError | undefined>();
  const reveal = (): void => {
    setError(undefined);
    revealSecret(api, target).then(setRevealed, setError);
  };
  return (
    <section aria-label="Data">
      <header class="bar">
        <h2>Data</h2>
        <span class="grow" />
        {revealed ? (
          <button type="button" onClick={() => setRevealed(undefined)}>
            Hide the values
          </button>
        ) : (
          <button type="button" disabled={names.length === 0} onClick={reveal}>
            Reveal the values
          </button>
        )}
      </header>
      <p class="muted small">
        Revealing reads the Secret again, and is noted in the audit log of the server with your name.
      </p>
      {error && <Failure error={error} />}
      {names.length === 0 && <p class="notice">It has no data.</p>}
      {revealed
        ? [...revealed].map(([name, text]) => <Value key={name} name={name} text={text} />)
        : names.map((name) => (
            <p key={name}>
              <code>{name}</code> <span class="muted">hidden</span>
            </p>
          ))}
    </section>
  );
}

function Value({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <div class="datum">
      <code>{name}</code>
      <pre tabIndex={0}>{text}</pre>
    </div>
  );
}
