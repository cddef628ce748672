type Plain = Record<string, unknown>;

/** Returns the members a simple path such as `.spec.replicas` leads through. */
export function membersOf(path: string): string[] {
  return path.replace(/^\./, '').split('.');
}

/** Returns the value at a simple path: absent where a member on the way is; a fault where one on the way is no object. */
export function valueAt(object: object, path: string): { readonly value?: unknown; readonly fault?: string } {
  let at: unknown = object;
  const names = membersOf(path);
  for (const [i, name] of names.entries()) {
    if (!isPlain(at)) {
      const place = names.slice(0, i + 1).join('.');
      return {
        fault: `.${place} accessor error: ${goText(at)} is of the type ${goType(at)}, expected map[string]interface{}`,
      };
    }
    if (!Object.hasOwn(at, name)) return {};
    at = at[name];
  }
  return { value: at };
}

/** Sets the value at a simple path and creates the objects on the way. Throws TypeError where one is no object. */
export function setValueAt(object: object, path: string, value: unknown): void {
  const names = membersOf(path);
  let at = object as Plain;
  for (const name of names.slice(0, -1)) {
    if (!Object.hasOwn(at, name)) at[name] = {};
    const next = at[name];
    if (!isPlain(next)) throw new TypeError(`value cannot be set because ${name} is not a map[string]interface{}`);
    at = next;
  }
  at[names[names.length - 1]] = value;
}

/** Returns the name Go has for the type of a value decoded from JSON. */
export function goType(value: unknown): string {
  if (value === null || value === undefined) return '<nil>';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64';
  if (typeof value === 'bigint') return 'int64';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'object') return Array.isArray(value) ? '[]interface {}' : 'map[string]interface {}';
  return 'string';
}

/** Returns a value as Go's `%v` prints it. */
export function goText(value: unknown): string {
  if (value === null || value === undefined) return '<nil>';
  if (Array.isArray(value)) return `[${value.map(goText).join(' ')}]`;
  if (typeof value !== 'object') return String(value as string | number | boolean | bigint);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `map[${members.map(([name, member]) => `${name}:${goText(member)}`).join(' ')}]`;
}

function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
