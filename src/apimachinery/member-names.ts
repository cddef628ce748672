const RESERVED: ReadonlySet<string> = new Set(
  (
    'true false null in as break const continue else for function if import let loop package namespace ' +
    'return var void while'
  ).split(' '),
);
const SIGNS: Readonly<Record<string, string>> = { '.': 'dot', '-': 'dash', '/': 'slash', __: 'underscores' };

/**
 * Returns the name by which expressions (CEL) know a member of an object; undefined where no name can be made of it.
 *
 * @internal
 * @example
 * const known = escapeMemberName('x-y'); // x__dash__y
 */
export function escapeMemberName(name: string): string | undefined {
  if (RESERVED.has(name)) return `__${name}__`;
  if (!/^[a-zA-Z_./-][\w./-]*$/.test(name)) return undefined;
  return name.replace(/__|[./-]/g, (sign) => `__${SIGNS[sign]}__`);
}
