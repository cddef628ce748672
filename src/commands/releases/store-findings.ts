import type { ResolvedKind } from '../../registry/index.js';
import { DecodeError } from '../../schema/index.js';
import { type StoredRow, readRows } from '../../storage/index.js';
import { CommandError } from '../output.js';
import { formChange } from '../moving/row-forms.js';
import type { PluginClass } from '../../plugin-host/index.js';
import type { KindsOfReleases } from './kinds-of-releases.js';

/** How many stored objects have a field that a release does not have. */
export interface FieldCount {
  readonly release: string;
  /** As `deployments.apps`. */
  readonly resource: string;
  /** As `spec.template.spec.containers[].resizePolicy`. */
  readonly field: string;
  readonly objects: number;
}

/** The store that is read, and with whose kinds. */
export interface StoreQuestion {
  readonly location: Parameters<typeof readRows>[0];
  readonly plugins: readonly PluginClass[];
  readonly kinds: KindsOfReleases;
  readonly releases: readonly string[];
}

/**
 * Counts the fields of stored objects that releases do not have, by release, resource and field. Reads the store once, while
 * servers may use it. Throws CommandError where values cannot be read.
 */
export async function countFields({ location, plugins, kinds, releases }: StoreQuestion): Promise<FieldCount[]> {
  const counters = releases.map((release) => new FieldCounter(release, kinds.stored(release)));
  const toJson = await formChange('json', plugins);
  for await (const rows of readRows(location, { newest: true })) {
    const plain = rows.map(toJson).filter((row) => row !== undefined);
    for (const row of plain) for (const counter of counters) counter.take(row);
  }
  return counters.flatMap((counter) => counter.counts());
}

class FieldCounter {
  private readonly byPrefix: ReadonlyMap<string, ResolvedKind>;
  private readonly objects = new Map<string, FieldCount>();

  constructor(
    private readonly release: string,
    kinds: readonly ResolvedKind[],
  ) {
    this.byPrefix = new Map(kinds.map((kind) => [kind.keyPrefix, kind]));
  }

  take({ key, value }: StoredRow): void {
    const kind = this.kindOf(key);
    if (!kind) return;
    const object = JSON.parse(value.toString('utf8')) as { readonly apiVersion?: string };
    const { type } = kind.versionOf(object.apiVersion);
    const fields = new Set<string>();
    try {
      type.decode(object, { onUnknown: (path) => fields.add(path.replace(/\[\d+\]/g, '[]')) });
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      throw new CommandError(`${key}: ${error.message}`);
    }
    for (const field of fields) this.count(kind, field);
  }

  counts(): FieldCount[] {
    return [...this.objects.values()].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  }

  private kindOf(key: string): ResolvedKind | undefined {
    for (let slash = key.lastIndexOf('/'); slash > 0; slash = key.lastIndexOf('/', slash - 1)) {
      const kind = this.byPrefix.get(key.slice(0, slash + 1));
      if (kind) return kind;
    }
    return undefined;
  }

  private count({ groupResource: { group, resource } }: ResolvedKind, field: string): void {
    const name = group === '' ? resource : `${resource}.${group}`;
    const key = `${name} ${field}`;
    const objects = (this.objects.get(key)?.objects ?? 0) + 1;
    this.objects.set(key, { release: this.release, resource: name, field, objects });
  }
}

const nameOf = ({ resource, field }: FieldCount): string => `${resource} ${field}`;
