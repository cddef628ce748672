import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { ELEMENT, type PathStep, type Schema, typeName } from '../model/schema.js';
import { pathTo } from '../model/yaml-path.js';
import type { EditorSchema } from './editor-schema.js';
import { fieldAt } from './field-at.js';

/** Completes names of members, and values that are one of a few, by the schema. */
export function completeFields(context: CompletionContext, schema: EditorSchema | undefined): CompletionResult | null {
  if (!schema) return null;
  return completeValue(context, schema) ?? completeName(context, schema);
}

function completeName(
  { state, pos, explicit }: CompletionContext,
  { book, root }: EditorSchema,
): CompletionResult | null {
  const place = fieldAt(state, pos);
  if (!place || (place.name === '' && !explicit)) return null;
  const parent = book.at(root, place.path);
  const options = Object.entries(parent?.properties ?? {}).map(([name, property]) => {
    const resolved = book.resolve(property);
    const isRequired = parent?.required?.includes(name) ?? false;
    return {
      label: name,
      type: 'property',
      detail: `${typeName(resolved, (inner) => book.resolve(inner))}${isRequired ? ' *' : ''}`,
      info: resolved.description,
      apply: `${name}:${isNested(resolved) ? '' : ' '}`,
      boost: isRequired ? 1 : 0,
    };
  });
  return options.length === 0 ? null : { from: place.from, options, validFor: /^[\w./-]*$/ };
}

function completeValue({ state, pos }: CompletionContext, { book, root }: EditorSchema): CompletionResult | null {
  const line = state.doc.lineAt(pos);
  const found = /^(\s*(?:- )*)([\w./-]+): *(\S*)$/.exec(line.text.slice(0, pos - line.from));
  if (!found) return null;
  const [, before, name, value] = found;
  const lines = state.doc.sliceString(0, line.to).split('\n');
  const path: PathStep[] = [...pathTo(lines, line.number - 1, before.length), name];
  const values = valuesOf(book.at(root, path));
  if (values.length === 0) return null;
  return { from: pos - value.length, options: values.map((label) => ({ label, type: 'constant' })) };
}

function valuesOf(schema: Schema | undefined): string[] {
  if (schema?.type === 'boolean') return ['true', 'false'];
  return (schema?.enum ?? []).map(String);
}

function isNested({ type, properties }: Schema): boolean {
  return type === 'object' || type === 'array' || properties !== undefined;
}

/** Returns the members that lead to a position, for people. */
export function pathText(path: readonly PathStep[]): string {
  return path.map((step) => (step === ELEMENT ? '[]' : `.${step}`)).join('');
}
