import type { ApiObject } from '../../api/objects.js';
import { changedFields } from '../../model/changed-fields.js';
import { Failure, Loading } from '../../ui/parts.js';
import type { DryRun } from './use-dry-run.js';

/** Renders what a change would store, or why the server rejects it. */
export function DryRunResult({
  dryRun: { result, error },
  before,
}: {
  readonly dryRun: DryRun;
  readonly before: ApiObject;
}) {
  return (
    <section class="dry-run" aria-label="Dry run" aria-live="polite">
      {error && <Failure error={error} />}
      {!error && !result && <Loading what="the result of a dry run" />}
      {result && <Changes before={before} after={result} />}
    </section>
  );
}

function Changes({ before, after }: { readonly before: ApiObject; readonly after: ApiObject }) {
  if (before.metadata.uid === after.metadata.uid)
    return <Fields fields={changedFields(withoutType(before), withoutType(after))} />;
  return (
    <p>
      The server would create {after.kind} <strong>{after.metadata.name}</strong>.
    </p>
  );
}

function Fields({ fields }: { readonly fields: ReturnType<typeof changedFields> }) {
  if (fields.length === 0) return <p>The server would accept it; nothing would change.</p>;
  return (
    <>
      <p class="muted small">The server accepts it in a dry run. These fields would change:</p>
      <ul class="changes">
        {fields.map(({ path, before, after }) => (
          <li key={path}>
            <code>{path}</code>: <del>{before}</del> <span aria-label="becomes">→</span> <ins>{after}</ins>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Returns an object without its type, which some responses have and others do not. */
function withoutType({ apiVersion: _apiVersion, kind: _kind, ...rest }: ApiObject): object {
  return rest;
}
