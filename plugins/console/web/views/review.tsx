import type { ApiError } from '../api/api-error.js';
import { Failure } from '../ui/parts.js';
import { DiffView } from './diff-view.js';

/** Renders the result of a dry run of a change, or the reason of its rejection; nothing is stored yet. */
export function Review({
  before,
  after,
  error,
  action,
  onConfirm,
  onBack,
}: {
  readonly before: string;
  readonly after: string | undefined;
  readonly error: ApiError | undefined;
  readonly action: string;
  readonly onConfirm: () => void;
  readonly onBack: () => void;
}) {
  return (
    <section class="panel review" aria-label="Review">
      <header class="bar">
        <h2>{error ? 'The server refuses it' : 'What would be stored'}</h2>
        <span class="grow" />
        {!error && (
          <button type="button" class="primary" onClick={onConfirm} autofocus>
            {action}
          </button>
        )}
        <button type="button" onClick={onBack}>
          Back
        </button>
      </header>
      {error && <Failure error={error} />}
      {after !== undefined && !error && (
        <>
          <p class="muted small">By a dry run on the server: with defaults, and after admission.</p>
          <DiffView before={before} after={after} />
        </>
      )}
    </section>
  );
}
