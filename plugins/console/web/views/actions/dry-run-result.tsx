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
  const isSame = before.metadata.uid === after.metadata.uid && (after.kind === undefined || after.kind !== 'Scale');
  if (after.kind === 'Scale') return <Fields fields={scaleFields(before, after)} />;
  if (isSame) return <Fields fields={changedFields(without(before), without(after))} />;
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

/** The type is in some responses only. */
function without({ apiVersion: _apiVersion, kind: _kind, ...rest }: ApiObject): object {
  return rest;
}

function scaleFields(before: ApiObject, after: ApiObject) {
  const replicas = (object: ApiObject): unknown => (object as { spec?: { replicas?: number } }).spec?.replicas;
  return changedFields({ spec: { replicas: replicas(before) } }, { spec: { replicas: replicas(after) } });
}
