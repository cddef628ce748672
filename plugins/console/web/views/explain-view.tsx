import { useState } from 'preact/hooks';
import { type Resource, apiVersionOf } from '../api/discovery.js';
import { ELEMENT, type PathStep, type Schema, type SchemaBook, typeName } from '../model/schema.js';
import { fragmentOf } from '../router.js';
import { FilterField } from '../ui/filter-field.js';
import { Empty, Failure, Loading } from '../ui/parts.js';
import { useSchema } from './use-schema.js';

/** Renders the fields of a kind, as OpenAPI describes them. */
export function ExplainView({ resource }: { readonly resource: Resource }) {
  const [text, setText] = useState('');
  const { value, error, isLoading } = useSchema(resource);
  const { group, resource: plural, kind } = resource;
  return (
    <>
      <header class="view-head">
        <h1>
          {kind} <span class="muted">{apiVersionOf(resource)}</span>
        </h1>
        <span class="grow" />
        <FilterField label="Filter fields" placeholder="Filter fields" text={text} onText={setText} />
        <a class="button" href={fragmentOf({ view: 'table', group, resource: plural, namespace: '' })}>
          Objects
        </a>
      </header>
      {error && <Failure error={error} />}
      {isLoading && <Loading what="the OpenAPI document" />}
      {value && <p class="description">{value.root.description}</p>}
      {value && <Fields book={value.book} root={value.root} path={[]} filter={text.toLowerCase()} />}
      {!value && !isLoading && !error && <Empty title="The server publishes no schema of this kind" />}
    </>
  );
}

interface FieldsParts {
  readonly book: SchemaBook;
  readonly root: Schema;
  readonly path: readonly PathStep[];
  /** Names of the first level that are shown contain it. */
  readonly filter: string;
}

function Fields({ book, root, path, filter }: FieldsParts) {
  const schema = book.at(root, path);
  const names = Object.keys(schema?.properties ?? {}).filter((name) => name.toLowerCase().includes(filter));
  return (
    <ul class="fields">
      {names.map((name) => (
        <FieldItem
          key={name}
          book={book}
          root={root}
          path={[...path, name]}
          name={name}
          isRequired={!!schema?.required?.includes(name)}
        />
      ))}
    </ul>
  );
}

function FieldItem({
  book,
  root,
  path,
  name,
  isRequired,
}: Omit<FieldsParts, 'filter'> & { readonly name: string; readonly isRequired: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const schema = book.at(root, path) ?? {};
  const inner = innerPath(book, root, path);
  const head = (
    <>
      <code class="field-name">{name}</code>
      <span class="field-type">{typeName(schema, (each) => book.resolve(each))}</span>
      {isRequired && <span class="required">required</span>}
    </>
  );
  return (
    <li>
      {inner ? (
        <button type="button" class="field-head" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <span class="twisty" aria-hidden="true">
            {isOpen ? '▾' : '▸'}
          </span>
          {head}
        </button>
      ) : (
        <span class="field-head leaf">{head}</span>
      )}
      <p class="description">{schema.description}</p>
      {inner && isOpen && <Fields book={book} root={root} path={inner} filter="" />}
    </li>
  );
}

/** The path to the members below a field, through lists; undefined where it has none. */
function innerPath(book: SchemaBook, root: Schema, path: readonly PathStep[]): readonly PathStep[] | undefined {
  const schema = book.at(root, path);
  if (schema?.properties) return path;
  if (schema?.items) return innerPath(book, root, [...path, ELEMENT]);
  return undefined;
}
