/** Where a schema is declared. */
export interface TypeName {
  /** The file, without its ending: the package of the schema. */
  readonly module: string;
  readonly name: string;
}

const MODULE = /^[a-z0-9][a-z0-9._-]*$/;
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/**
 * Returns the module and the type of a schema: `io.k8s.api.core.v1.Pod` is `Pod` in `io.k8s.api.core.v1`. Characters that
 * files or TypeScript do not allow become underscores, whatever a server sends.
 */
export function typeNameOf(schema: string): TypeName {
  const dot = schema.lastIndexOf('.');
  const [module, name] = dot < 0 ? ['types', schema] : [schema.slice(0, dot), schema.slice(dot + 1)];
  return { module: moduleOf(module), name: identifierOf(name) };
}

/** Returns the name of the schema that a reference leads to. */
export function referencedSchema(reference: string): string {
  return reference.split('/').at(-1)!;
}

/** Returns a name that TypeScript takes for a type. */
export function identifierOf(name: string): string {
  const safe = name.replace(/[^\w$]/g, '_');
  return IDENTIFIER.test(safe) ? safe : `_${safe}`;
}

/** Returns a member of an interface, in quotes where it needs them. */
export function memberOf(name: string): string {
  return IDENTIFIER.test(name) ? name : textLiteral(name);
}

/** Returns a text in single quotes. */
export function textLiteral(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replace(/\\"/g, '"').replace(/'/g, "\\'");
  return `'${inner.replace(/[\u2028\u2029]/g, (end) => `\\u${end.charCodeAt(0).toString(16)}`)}'`;
}

function moduleOf(name: string): string {
  const safe = name
    .toLowerCase()
    .replace(/[^a-z0-9._-]/g, '_')
    .replace(/\.{2,}/g, '.')
    .slice(0, 200);
  return MODULE.test(safe) ? safe : `_${safe.replace(/^[._-]+/, '')}`;
}
