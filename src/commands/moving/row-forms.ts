import { NEWEST_RELEASE } from '../../options/index.js';
import type { PluginClass } from '../../plugin-host/index.js';
import { declarationOf } from '../../plugin-api/built-in.js';
import { RANGE_VALUES, ResolvedKind, storedVersionsOf } from '../../registry/index.js';
import { type KindDefinition } from '../../plugin-api/index.js';
import { type StoredRow, type ValueTransformer, type ValueTransformers, etcdFormOf } from '../../storage/index.js';
import { CommandError } from '../output.js';

/** Changes the form of a row; undefined for one that is left behind. */
export type ChangeForm = (row: StoredRow) => StoredRow | undefined;

/** Each running server writes its own every few seconds. */
const LEFT_BEHIND = '/registry/masterleases/';
const RANGES = '/registry/ranges/';
const ENCRYPTED = Buffer.from('k8s:enc:');
const PROTOBUF = Buffer.from('k8s\0');

/** Returns the changes from canonical JSON to the form of values in etcd, or back, for the kinds of plugins. */
export async function formChange(to: 'etcd' | 'json', plugins: readonly PluginClass[]): Promise<ChangeForm> {
  const forms = new Map(transformersOf(plugins, await etcdFormOf()));
  return (row) => {
    const { key, value } = row;
    if (key.startsWith(LEFT_BEHIND)) return undefined;
    if (startsWith(value, ENCRYPTED)) throw new CommandError(`${key} is encrypted: ${REMEDY_OF_ENCRYPTED}`);
    const form = formOf(key, forms);
    return { ...row, value: to === 'etcd' ? stored(form, row) : canonical(form, row) };
  };
}

const REMEDY_OF_ENCRYPTED =
  'make identity the first provider of --encryption-provider-config and write all objects once more, then move';

function* transformersOf(
  plugins: readonly PluginClass[],
  form: ValueTransformers,
): Iterable<[prefix: string, form: ValueTransformer]> {
  yield [RANGES, form.of(RANGE_VALUES)!];
  for (const plugin of plugins) {
    const { group, kinds } = declarationOf(plugin)!;
    for (const definition of kinds as unknown as KindDefinition[]) {
      const kind = new ResolvedKind(group, definition, { release: NEWEST_RELEASE });
      if (!kind.isStored) continue;
      const { groupResource, storage, keyPrefix } = kind;
      const values = { ...groupResource, gvk: storage.gvk, shape: storage.type, versions: storedVersionsOf(kind) };
      yield [keyPrefix, form.of(values)!];
    }
  }
}

/** The form of the longest prefix of a key; undefined for custom resources, which are JSON everywhere. */
function formOf(key: string, forms: ReadonlyMap<string, ValueTransformer>): ValueTransformer | undefined {
  for (let slash = key.lastIndexOf('/'); slash > 0; slash = key.lastIndexOf('/', slash - 1)) {
    const form = forms.get(key.slice(0, slash + 1));
    if (form) return form;
  }
  return undefined;
}

function stored(form: ValueTransformer | undefined, { key, value }: StoredRow): Buffer {
  return form ? form.toStored(value, key) : value;
}

function canonical(form: ValueTransformer | undefined, { key, value }: StoredRow): Buffer {
  if (form) return form.fromStored(value, key);
  if (startsWith(value, PROTOBUF))
    throw new CommandError(`${key} is of a kind that is not known: name its plugin with --plugins`);
  return Buffer.from(value.toString('utf8').trimEnd());
}

function startsWith(value: Buffer, start: Buffer): boolean {
  return value.subarray(0, start.length).equals(start);
}
