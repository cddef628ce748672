import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ApiError } from '../api/api-error.js';
import { useSession } from './session.js';

/** Renders a place where something is being read. */
export function Loading({ what }: { readonly what: string }) {
  return (
    <p class="notice" role="status">
      <span class="spinner" aria-hidden="true" /> Reading {what} …
    </p>
  );
}

/** Renders a place without content, with the next step for the user. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}

/** Renders a failed request, as the server described it; one that was denied leads to the page that explains it. */
export function Failure({ error }: { readonly error: ApiError }) {
  const { go } = useSession();
  return (
    <div class="failure" role="alert">
      <p class="failure-title">
        <span class="code">{error.code || 'no answer'}</span>{' '}
        {error.reason || (error.code ? 'The server refused' : 'The server did not answer')}
      </p>
      <p>{error.message}</p>
      {error.causes?.length > 0 && (
        <ul>
          {error.causes.map(({ field, message }) => (
            <li key={field}>
              {field && <code>{field}: </code>}
              {message}
            </li>
          ))}
        </ul>
      )}
      {error.code === 403 && (
        <button type="button" class="link" onClick={() => go({ view: 'access' })}>
          Who can do this, and why was it denied?
        </button>
      )}
    </div>
  );
}

/** Renders a dialog that takes the focus, and closes with Escape. */
export function Dialog({
  title,
  onClose,
  children,
}: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label={title}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <header class="dialog-head">
        <h2>{title}</h2>
        <button type="button" class="quiet" aria-label="Close" onClick={onClose}>
          Esc
        </button>
      </header>
      {children}
    </dialog>
  );
}

/** Returns buttons of which one is chosen; arrows move between them. */
export function Tabs({
  titles,
  chosen,
  onChoose,
}: {
  readonly titles: Readonly<Record<string, string>>;
  readonly chosen: string;
  readonly onChoose: (name: string) => void;
}) {
  const names = Object.keys(titles);
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const list = event.currentTarget as HTMLElement;
    const index = (names.indexOf(chosen) + step + names.length) % names.length;
    onChoose(names[index]);
    list.querySelectorAll('button')[index]?.focus();
  };
  return (
    <div class="tabs" role="tablist" onKeyDown={move}>
      {names.map((name) => (
        <button
          type="button"
          role="tab"
          key={name}
          aria-selected={name === chosen}
          tabIndex={name === chosen ? 0 : -1}
          onClick={() => onChoose(name)}
        >
          {titles[name]}
        </button>
      ))}
    </div>
  );
}
