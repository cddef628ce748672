import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ApiError } from '../api/api-error.js';
import { faultsOf, nextStepOf, shortMessage } from '../model/refusal.js';
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

/** Renders a failed request: why, as the server described it, and the next step for the user. */
export function Failure({ error, lines = [], onLine }: { readonly error: ApiError } & Partial<FaultLines>) {
  const { go } = useSession();
  const faults = faultsOf(error);
  return (
    <div class="failure" role="alert">
      <p class="failure-title">
        <span class="code">{error.code || (error.reason ? '' : 'No answer')}</span>{' '}
        {error.reason || (error.code ? 'The server refused' : 'from the server')}
      </p>
      <p>{shortMessage(error.message)}</p>
      {faults.length > 0 && (
        <ul>
          {faults.map(({ field, line, message }, index) => (
            <li key={index}>
              {field && <code>{field}: </code>}
              {message} <LineLink line={lines[index] ?? line} onLine={onLine} />
            </li>
          ))}
        </ul>
      )}
      <p class="next-step">{nextStepOf(error)}</p>
      {error.code === 403 && (
        <button type="button" class="link" onClick={() => go({ view: 'access' })}>
          Who can do this, and why was it denied?
        </button>
      )}
    </div>
  );
}

/** The lines of the faults of a failure, and how to go to one. */
export interface FaultLines {
  readonly lines: readonly (number | undefined)[];
  readonly onLine: (line: number) => void;
}

function LineLink({
  line,
  onLine,
}: {
  readonly line: number | undefined;
  readonly onLine: FaultLines['onLine'] | undefined;
}) {
  if (line === undefined || !onLine) return null;
  return (
    <button type="button" class="link" onClick={() => onLine(line)}>
      line {line}
    </button>
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
        <button type="button" class="quiet" aria-label="Close, Esc" onClick={onClose}>
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
