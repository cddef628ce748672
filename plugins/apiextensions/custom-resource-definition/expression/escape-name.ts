const RESERVED: ReadonlySet<string> = new Set(
  (
    'true false null in as break const continue else for function if import let loop package namespace ' +
    'return var void while'
  ).split(' '),
);
const SIGNS: Readonly<Record<string, string>> = { '.': 'dot', '-': 'dash', '/': 'slash', __: 'underscores' };

/** The name by which expressions know a member; undefined where no name can be made of it. */
export function escapeMemberName(name: string): string | undefined {
  if (RESERVED.has(name)) return `__${name}__`;
  if (!/^[a-zA-Z_./-][\w./-]*$/.test(name)) return undefined;
  return name.replace(/__|[./-]/g, (sign) => `__${SIGNS[sign]}__`);
}
