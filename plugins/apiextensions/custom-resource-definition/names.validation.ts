import { type FieldError, type FieldPath, invalid, required } from '../../../src/plugin-api/index.js';
import { isDns1035Label } from '../../../src/plugin-api/built-in.js';
import type { CustomResourceDefinitionNames } from './custom-resource-definition.v1.js';

/** Checks that a kind has all names it needs. */
export function validateNamesGiven(names: CustomResourceDefinitionNames, path: FieldPath): FieldError[] {
  const needed = ['plural', 'singular', 'kind', 'listKind'] as const;
  return needed.filter((name) => !names[name]).map((name) => required(path.child(name)));
}

/** Checks the names there are. */
export function validateNames(names: CustomResourceDefinitionNames, path: FieldPath): FieldError[] {
  const { plural = '', singular = '', kind = '', listKind = '', shortNames, categories } = names;
  return [
    ...labelErrors(plural, path.child('plural')),
    ...labelErrors(singular, path.child('singular')),
    ...kindErrors(kind, path.child('kind')),
    ...kindErrors(listKind, path.child('listKind')),
    ...listErrors(shortNames, path.child('shortNames')),
    ...(kind !== '' && kind === listKind
      ? [invalid(path.child('listKind'), listKind, 'kind and listKind may not be the same')]
      : []),
    ...listErrors(categories, path.child('categories')),
  ];
}

function labelErrors(name: string, path: FieldPath): FieldError[] {
  return name === '' ? [] : joined(isDns1035Label(name), name, path);
}

function listErrors(names: readonly string[] | undefined, path: FieldPath): FieldError[] {
  return (names ?? []).flatMap((name, i) => joined(isDns1035Label(name), name, path.index(i)));
}

function kindErrors(kind: string, path: FieldPath): FieldError[] {
  const messages = kind === '' ? [] : isDns1035Label(kind.toLowerCase());
  if (messages.length === 0) return [];
  return [invalid(path, kind, `may have mixed case, but should otherwise match: ${messages.join(',')}`)];
}

function joined(messages: readonly string[], value: string, path: FieldPath): FieldError[] {
  return messages.length === 0 ? [] : [invalid(path, value, messages.join(','))];
}
