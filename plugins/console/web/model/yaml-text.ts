/** Members of metadata that belong to one life of an object, or that the server sets. */
const OF_ONE_LIFE = new Set([
  'creationTimestamp',
  'deletionGracePeriodSeconds',
  'deletionTimestamp',
  'generation',
  'managedFields',
  'resourceVersion',
  'selfLink',
  'uid',
]);
const OWNERS = new Set(['managedFields']);
const METADATA = 2;

/** Returns an object as the server writes it in YAML, without the owners of its fields, which have their own view. */
export function withoutOwners(yaml: string): string {
  return withoutMembers(yaml, METADATA, OWNERS);
}

/** Returns the object without what belongs to one life of it, and without a status that its creator does not write. */
export function withoutFormerLife(yaml: string, hasStatus: boolean): string {
  const text = withoutMembers(yaml, METADATA, OF_ONE_LIFE);
  return hasStatus ? withoutMembers(text, 0, new Set(['status'])) : text;
}

/** Leaves out members of the object itself (`indent` 0) or of its metadata (2). Elements of a list stand below their key. */
function withoutMembers(yaml: string, indent: number, names: ReadonlySet<string>): string {
  let isLeftOut = false;
  let isInside = indent === 0;
  const kept = yaml.split('\n').filter((line) => {
    const start = line.search(/\S/);
    if (indent > 0 && start === 0 && !line.startsWith('- ')) {
      isInside = line === 'metadata:';
      isLeftOut = false;
    }
    const isMember = start === indent && line[start] !== '-';
    if (isInside && isMember) isLeftOut = names.has(line.slice(start, line.indexOf(':', start)));
    return !isLeftOut;
  });
  return kept.join('\n');
}

/** Returns the namespace that a text gives its object; undefined where it gives none. */
export function namespaceIn(yaml: string): string | undefined {
  const lines = yaml.split('\n');
  const start = lines.indexOf('metadata:');
  for (const line of lines.slice(start + 1)) {
    if (start < 0 || /^\S/.test(line)) return undefined;
    const found = /^ +namespace: *["']?([a-z0-9-]+)["']? *$/.exec(line);
    if (found) return found[1];
  }
  return undefined;
}
