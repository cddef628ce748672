import {
  textSince,
  type FieldError,
  type FieldPath,
  invalid,
  isDns1035Label,
  isPathSegmentName,
  isPathSegmentPrefix,
  type ObjectMeta,
  required,
  validateObjectMeta,
} from '../../apimachinery/index.js';
import { isPlain, type Plain } from './json-schema.js';
import { memberNode, type SchemaNode } from './schema-node.js';

const NOT_EMPTY = 'must not be empty';

/** Returns the faults of kind, version and metadata of embedded objects, here and below (upstream: objectmeta.Validate). */
export function validateEmbedded(node: SchemaNode, value: unknown, path: FieldPath): FieldError[] {
  if (!node.hasEmbedded) return [];
  if (Array.isArray(value)) {
    const { items } = node;
    return items ? value.flatMap((element, i) => validateEmbedded(items, element, path.index(i))) : [];
  }
  if (!isPlain(value)) return [];
  const own = node.isEmbedded ? objectErrors(value, path) : [];
  const below = Object.keys(value).flatMap((name) => {
    const of = memberNode(node, name);
    if (!of) return [];
    return validateEmbedded(of, value[name], node.properties.has(name) ? path.child(name) : path.key(name));
  });
  return [...own, ...below];
}

function objectErrors(value: Plain, path: FieldPath): FieldError[] {
  const metadata = value.metadata as ObjectMeta | undefined;
  return [
    ...versionErrors(value.apiVersion, path.child('apiVersion')),
    ...kindErrors(value.kind, path.child('kind')),
    ...(metadata ? metadataErrors(metadata, path.child('metadata')) : []),
  ];
}

function versionErrors(version: unknown, path: FieldPath): FieldError[] {
  if (typeof version !== 'string') return [required(path, textSince('1.34', '', NOT_EMPTY))];
  if (version === '') return [invalid(path, version, NOT_EMPTY)];
  const parts = version.split('/').length;
  return parts <= 2 ? [] : [invalid(path, version, `unexpected GroupVersion string: ${version}`)];
}

function kindErrors(kind: unknown, path: FieldPath): FieldError[] {
  if (typeof kind !== 'string') return [required(path, textSince('1.34', '', NOT_EMPTY))];
  if (kind === '') return [invalid(path, kind, NOT_EMPTY)];
  const faults = isDns1035Label(kind.toLowerCase());
  const text = `may have mixed case, but should otherwise match: ${faults.join(',')}`;
  return faults.length > 0 ? [invalid(path, kind, text)] : [];
}

/** Embedded objects need no name; one with a namespace counts as namespaced. */
function metadataErrors(metadata: ObjectMeta, path: FieldPath): FieldError[] {
  const named = metadata.name ? metadata : { ...metadata, name: 'fakename' };
  const nameRule = (name: string, isPrefix: boolean) =>
    isPrefix ? isPathSegmentPrefix(name) : isPathSegmentName(name);
  return validateObjectMeta(
    named,
    { namespaced: Boolean(metadata.namespace), nameRule, allowsPlainFinalizers: true },
    path,
  );
}
