import { useState } from 'preact/hooks';
import { type Control, type Step, controlOf, emptyOf, valueOfText } from '../../model/form.js';
import type { Schema, SchemaBook } from '../../model/schema.js';

/** A value of a form, and how it is changed. */
export interface FieldParts {
  readonly book: SchemaBook;
  readonly schema: Schema;
  readonly name: string;
  readonly path: readonly Step[];
  readonly value: unknown;
  readonly isRequired: boolean;
  /** Called with the part at a path; undefined takes it away. */
  readonly onChange: (path: readonly Step[], part: unknown) => void;
}

const NESTED: ReadonlySet<Control> = new Set(['object', 'list', 'map', 'other']);

/** Renders the field of a form for a value; those with parts are folded until they are opened. */
export function FormField(parts: FieldParts) {
  const control = controlOf(parts.schema, parts.book);
  return NESTED.has(control) ? <Folded parts={parts} control={control} /> : <Simple parts={parts} control={control} />;
}

function Folded({ parts, control }: { readonly parts: FieldParts; readonly control: Control }) {
  const { name, value, isRequired, schema } = parts;
  const [isOpen, setOpen] = useState(isRequired || value !== undefined);
  return (
    <details class="form-group" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {name}
        <Required isRequired={isRequired} /> {value === undefined && <span class="muted small">not set</span>}
      </summary>
      {isOpen && (
        <div class="form-parts">
          <Hint schema={schema} />
          {control === 'object' && <ObjectFields {...parts} />}
          {control === 'list' && <ListFields {...parts} />}
          {control === 'map' && <MapFields {...parts} />}
          {control === 'other' && <Other value={value} />}
        </div>
      )}
    </details>
  );
}

/** Renders the members of an object. */
export function ObjectFields({ book, schema, path, value, onChange }: FieldParts) {
  const required = new Set(schema.required);
  const names = Object.keys(schema.properties ?? {});
  const sorted = [...names.filter((name) => required.has(name)), ...names.filter((name) => !required.has(name))];
  const members = (value ?? {}) as Readonly<Record<string, unknown>>;
  return (
    <>
      {sorted.map((name) => (
        <FormField
          key={name}
          {...{ book, name, onChange }}
          schema={book.resolve(schema.properties![name])}
          path={[...path, name]}
          value={members[name]}
          isRequired={required.has(name)}
        />
      ))}
    </>
  );
}

function ListFields({ book, schema, path, value, name, onChange }: FieldParts) {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  const items = book.resolve(schema.items!);
  return (
    <>
      {list.map((element, index) => (
        <div class="form-element" key={index}>
          <FormField
            {...{ book, onChange }}
            schema={items}
            name={`${name} ${index + 1}`}
            path={[...path, index]}
            value={element}
            isRequired
          />
          <button
            type="button"
            aria-label={`Remove ${name} ${index + 1}`}
            onClick={() => onChange([...path, index], undefined)}
          >
            Remove
          </button>
        </div>
      ))}
      <button type="button" onClick={() => onChange([...path, list.length], emptyOf(items, book))}>
        Add to {name}
      </button>
    </>
  );
}

function MapFields({ path, value, name, onChange }: FieldParts) {
  const [added, setAdded] = useState('');
  const entries = Object.entries((value ?? {}) as Readonly<Record<string, string>>);
  const add = (): void => {
    if (added === '') return;
    onChange([...path, added], '');
    setAdded('');
  };
  return (
    <>
      {entries.map(([key, text]) => (
        <div class="form-element" key={key}>
          <label class="form-field">
            <span>{key}</span>
            <input value={text} onInput={(event) => onChange([...path, key], event.currentTarget.value)} />
          </label>
          <button
            type="button"
            aria-label={`Remove ${key} of ${name}`}
            onClick={() => onChange([...path, key], undefined)}
          >
            Remove
          </button>
        </div>
      ))}
      <div class="form-element">
        <input
          aria-label={`Name of a new entry of ${name}`}
          placeholder="Name"
          value={added}
          onInput={(event) => setAdded(event.currentTarget.value)}
        />
        <button type="button" disabled={added === ''} onClick={add}>
          Add to {name}
        </button>
      </div>
    </>
  );
}

function Other({ value }: { readonly value: unknown }) {
  return (
    <>
      <p class="warning">The schema leaves this open: change it in the YAML.</p>
      {value !== undefined && <pre class="log-lines short">{JSON.stringify(value, undefined, 2)}</pre>}
    </>
  );
}

function Simple({ parts, control }: { readonly parts: FieldParts; readonly control: Control }) {
  const { name, schema, isRequired } = parts;
  return (
    <label class="form-field">
      <span>
        {name}
        <Required isRequired={isRequired} />
      </span>
      <Input parts={parts} control={control} />
      <Hint schema={schema} />
    </label>
  );
}

function Input({
  parts: { schema, path, value, isRequired, onChange },
  control,
}: {
  readonly parts: FieldParts;
  readonly control: Control;
}) {
  const change = (next: unknown): void => onChange(path, next);
  const hint = schema.default === undefined ? '' : `default: ${JSON.stringify(schema.default)}`;
  const text = value === undefined || value === null ? '' : String(value as string | number | boolean);
  if (control === 'choice' || control === 'boolean') {
    const choices = control === 'boolean' ? ['true', 'false'] : (schema.enum as readonly string[]);
    const valueOf = (choice: string): unknown => (control === 'boolean' ? choice === 'true' : choice);
    return (
      <select
        value={text}
        required={isRequired}
        onChange={({ currentTarget: { value: choice } }) => change(choice === '' ? undefined : valueOf(choice))}
      >
        <option value="">{hint || 'not set'}</option>
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    );
  }
  if (control === 'number') {
    const step = schema.type === 'integer' ? 1 : 'any';
    const onInput = ({ currentTarget: { valueAsNumber: number } }: { currentTarget: HTMLInputElement }): void =>
      change(Number.isNaN(number) ? undefined : number);
    return <input type="number" step={step} placeholder={hint} value={text} required={isRequired} onInput={onInput} />;
  }
  return (
    <input
      placeholder={hint}
      value={text}
      required={isRequired}
      onInput={(event) => change(valueOfText(event.currentTarget.value, schema))}
    />
  );
}

function Required({ isRequired }: { readonly isRequired: boolean }) {
  if (!isRequired) return null;
  return (
    <span class="required" title="required">
      {' '}
      <span aria-hidden="true">*</span>
      <span class="visually-hidden">required</span>
    </span>
  );
}

/** Letters of a description that are shown. */
const LONGEST_HINT = 200;

function Hint({ schema: { description = '' } }: { readonly schema: Schema }) {
  if (description === '') return null;
  const text = description.length <= LONGEST_HINT ? description : `${description.slice(0, LONGEST_HINT)} …`;
  return <span class="muted small">{text}</span>;
}
