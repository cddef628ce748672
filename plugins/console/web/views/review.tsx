import type { ApiError } from '../api/api-error.js';
import { type FaultLines, Failure } from '../ui/parts.js';
import { DiffView } from './lazy-parts.js';

/** Renders the result of a dry run of a change, or the reason of its rejection; nothing is stored yet. */
export function Review({
  before,
  after,
  error,
  lines,
  onLine,
  action,
  onConfirm,
  onBack,
}: Partial<FaultLines> & {
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
        <h2>{error ? refusalTitle(error) : 'What would be stored'}</h2>
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
      {error && <Failure error={error} lines={lines} onLine={onLine} />}
      {after !== undefined && !error && (
        <>
          <p class="muted small">By a dry run on the server: with defaults, and after admission.</p>
          <DiffView before={before} after={after} />
        </>
      )}
    </section>
  );
}

function refusalTitle({ code, reason }: ApiError): string {
  if (code !== 0) return 'The server refuses it';
  return reason === '' ? 'The server did not answer' : 'The answer cannot be read';
}
