import { useState } from 'preact/hooks';
import { type Resource, apiVersionOf, pathOf } from '../../api/discovery.js';
import type { ApiObject } from '../../api/objects.js';
import { type Step, withPart } from '../../model/form.js';
import type { Schema } from '../../model/schema.js';
import { Empty, Failure, Loading } from '../../ui/parts.js';
import { useSession } from '../../ui/session.js';
import { useUnsaved } from '../../ui/use-unsaved.js';
import { setUnsaved } from '../../model/unsaved.js';
import { Review } from '../review.js';
import { useReview } from '../use-review.js';
import { useSchema } from '../use-schema.js';
import { useYaml } from '../use-yaml.js';
import { FormField } from './form-field.js';

/** Members that are no fields of a form: the server, or another control, sets them. */
const LEFT_OUT = new Set(['apiVersion', 'kind', 'metadata', 'status']);

/** Changes an object in a form. */
export function FormTab({ resource, object }: { readonly resource: Resource; readonly object: ApiObject }) {
  const { value: yaml = '' } = useYaml(resource, object);
  return <ObjectForm {...{ resource, object, yaml }} namespace={object.metadata.namespace ?? ''} />;
}

/** Changes an object, or creates one, in a form that its schema makes, after a look at what the server would store. */
export function ObjectForm({
  resource,
  namespace,
  object,
  yaml,
}: {
  readonly resource: Resource;
  readonly namespace: string;
  /** Undefined for a new object. */
  readonly object: ApiObject | undefined;
  /** The object as the server writes it; empty for a new one. */
  readonly yaml: string;
}) {
  const { value: schema, error, isLoading } = useSchema(resource);
  const [before, setBefore] = useState<ApiObject>(() => object ?? beginning(resource, namespace));
  const [value, setValue] = useState(before);
  const { reviewed, confirm, ...write } = useWriting({
    resource,
    namespace,
    value,
    isNew: !object,
    onWritten: (next) => (setBefore(next), setValue(next)),
  });
  useUnsaved(value !== before);
  if (error) return <Failure error={error} />;
  if (isLoading) return <Loading what="the schema" />;
  if (!schema) return <Empty title="The server publishes no schema of this kind">Use the YAML.</Empty>;
  const change = (path: readonly Step[], part: unknown): void => {
    write.clear();
    setValue((current) => withPart(current, path, part) as ApiObject);
  };
  const beginAgain = object && (() => (write.clear(), setBefore(object), setValue(object)));
  return (
    <form class="object-form" onSubmit={(event) => (event.preventDefault(), void write.review())}>
      <FormBar before={before} object={object} onBeginAgain={beginAgain} />
      {(reviewed !== undefined || write.error) && (
        <Review
          before={yaml}
          after={reviewed}
          error={write.error}
          action={object ? 'Write' : 'Create'}
          onConfirm={confirm}
          onBack={write.clear}
        />
      )}
      {!object && <NameField value={value} onChange={change} />}
      <Fields schema={schema.root} value={value} book={schema.book} onChange={change} />
    </form>
  );
}

function FormBar({
  before,
  object,
  onBeginAgain,
}: {
  readonly before: ApiObject;
  readonly object: ApiObject | undefined;
  readonly onBeginAgain: (() => void) | undefined;
}) {
  const isOutdated = object !== undefined && object.metadata.resourceVersion !== before.metadata.resourceVersion;
  return (
    <div class="bar">
      <button type="submit" class="primary">
        Review
      </button>
      {onBeginAgain && (
        <button type="button" onClick={onBeginAgain}>
          Begin again
        </button>
      )}
      {isOutdated && <span class="warning">It has changed since: writing will be refused. Begin again.</span>}
    </div>
  );
}

function Fields({
  schema,
  value,
  ...rest
}: Pick<Parameters<typeof FormField>[0], 'book' | 'onChange'> & {
  readonly schema: Schema;
  readonly value: ApiObject;
}) {
  const names = Object.keys(schema.properties ?? {}).filter((name) => !LEFT_OUT.has(name));
  if (names.length === 0) return <p class="warning">The schema names no fields: use the YAML.</p>;
  return (
    <>
      {names.map((name) => (
        <FormField
          key={name}
          {...rest}
          name={name}
          schema={rest.book.resolve(schema.properties![name])}
          path={[name]}
          value={(value as unknown as Readonly<Record<string, unknown>>)[name]}
          isRequired={name === 'spec' || !!schema.required?.includes(name)}
        />
      ))}
    </>
  );
}

function NameField({
  value,
  onChange,
}: {
  readonly value: ApiObject;
  readonly onChange: (path: readonly Step[], part: unknown) => void;
}) {
  return (
    <label class="form-field">
      <span>
        name <span class="required">*</span>
      </span>
      <input
        name="object-name"
        required
        value={value.metadata.name}
        onInput={(event) => onChange(['metadata', 'name'], event.currentTarget.value)}
      />
    </label>
  );
}

function useWriting({
  resource,
  namespace,
  value,
  isNew,
  onWritten,
}: {
  readonly resource: Resource;
  readonly namespace: string;
  readonly value: ApiObject;
  readonly isNew: boolean;
  readonly onWritten: (object: ApiObject) => void;
}) {
  const { say, go } = useSession();
  const target = resource.isNamespaced ? namespace || 'default' : '';
  const path = isNew ? pathOf(resource, target) : pathOf(resource, target, value.metadata.name);
  // JSON is YAML too.
  const write = useReview(isNew ? 'POST' : 'PUT', () => ({ path, text: JSON.stringify(withoutOwnership(value)) }));
  const send = async (): Promise<void> => {
    const stored = await write.write();
    if (!stored) return;
    const { name } = stored.metadata;
    write.clear();
    onWritten(stored);
    setUnsaved(false);
    say(isNew ? `${name} was created` : `${name} was written`);
    if (isNew) go({ view: 'object', ...resource, namespace: target, name, tab: 'details' });
  };
  return { ...write, confirm: () => void send() };
}

function withoutOwnership(object: ApiObject): ApiObject {
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}

function beginning(resource: Resource, namespace: string): ApiObject {
  const place = resource.isNamespaced ? { namespace: namespace || 'default' } : {};
  return { apiVersion: apiVersionOf(resource), kind: resource.kind, metadata: { name: '', ...place } };
}
