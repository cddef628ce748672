import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import type { ApiObject } from '../../src/apimachinery/index.js';
import { type Clock, MetricsRegistry, createLogger } from '../../src/observability/index.js';
import { declarationOf } from '../../src/plugin-api/built-in.js';
import { decodeProtobuf, decodeProtobufObject } from '../../src/codecs/protobuf/index.js';
import { type KindDefinition, ObjectCodec, ResolvedKind, storedVersionsOf } from '../../src/registry/index.js';
import { RangeAllocation } from '../../src/registry/allocation/range-allocation.v1.js';
import { shapeOf } from '../../src/schema/index.js';
import { EncryptingValues, transformationCounter } from '../../src/storage/encryption/encrypting-values.js';
import { makeProviders } from '../../src/storage/encryption/make-providers.js';
import { parseEncryptionConfiguration } from '../../src/storage/encryption/parse-configuration.js';
import { PlainValues, type ValueTransformer, type ValueTransformers } from '../../src/storage/index.js';
import { KubernetesValues } from '../../src/storage/etcd/index.js';
import { BUILT_IN_PLUGINS } from '../../src/plugins.js';

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'shared', 'etcd');

/** A recorded key of etcd with its value, and the object that was served of it. */
interface Recorded {
  readonly key: string;
  readonly form: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly value: string;
  readonly object?: ApiObject;
}

/** A value that was encrypted, and how. */
interface RecordedSecret {
  readonly provider: string;
  readonly configuration: string;
  readonly key: string;
  readonly value: string;
  readonly object: ApiObject;
}

const kinds = BUILT_IN_PLUGINS.flatMap((plugin) => {
  const { group, kinds: declared } = declarationOf(plugin)!;
  return (declared as unknown as KindDefinition[]).map((definition) => new ResolvedKind(group, definition));
}).filter(({ isStored }) => isStored);

const RANGE_VALUES = {
  group: '',
  resource: 'rangeallocations',
  gvk: { group: '', version: 'v1', kind: 'RangeAllocation' },
  shape: shapeOf(RangeAllocation),
};

/** The transformers of a recorded configuration. */
async function encryptionOf({ configuration }: RecordedSecret): Promise<ValueTransformers> {
  const parts = { clock: {} as Clock, logger: createLogger({ isEnabled: false }) };
  const { entries } = await makeProviders(parseEncryptionConfiguration(load(configuration)), parts);
  return new EncryptingValues(entries, transformationCounter(new MetricsRegistry()));
}

function transformerOf(kind: ResolvedKind, encryption: ValueTransformers = new PlainValues()): ValueTransformer {
  const { groupResource, storage } = kind;
  const values = { ...groupResource, gvk: storage.gvk, shape: storage.type, versions: storedVersionsOf(kind) };
  return new KubernetesValues(encryption, '/registry').of(values)!;
}

function rowsOf<T>(name: string): T[] {
  if (!existsSync(FOLDER)) return [];
  const lines = readFileSync(join(FOLDER, name), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as T);
}

const recorded = rowsOf<Recorded>('plain.ndjson');
const encrypted = rowsOf<RecordedSecret>('encrypted.ndjson');
const known = recorded.flatMap((row) => {
  const kind = kinds.find(({ keyPrefix }) => row.key.startsWith(keyPrefix));
  return kind && row.object ? [{ ...row, object: row.object, kind }] : [];
});

/** A claim that was stored without the phase, which is defaulted when it is read and so written from then on. */
const UNSET_PHASE = '/registry/persistentvolumeclaims/tables/clone';

interface Content {
  readonly content?: object;
  readonly [member: string]: unknown;
}

/** Reads stored bytes as plain members, whatever their form. */
function contentOf(bytes: Buffer, { storage, versions }: ResolvedKind): Content {
  if (!bytes.subarray(0, 4).equals(Buffer.from('k8s\0'))) return JSON.parse(bytes.toString()) as Content;
  const { apiVersion, kind, raw } = decodeProtobuf(bytes);
  const { type } = versions.get(apiVersion) ?? storage;
  return { apiVersion, kind, content: decodeProtobufObject(type.protobuf!, raw) };
}

/** How many values were written byte for byte; others differ in the order of map entries. */
let identical = 0;

const describeRecorded = recorded.length > 0 ? describe : describe.skip;

describeRecorded('values that a server of the reference left in etcd', () => {
  it('belong to served kinds, but for allocations, addresses of servers, and custom resources', () => {
    const others = recorded
      .filter(({ key }) => !known.some((row) => row.key === key))
      .map(({ key }) => key.split('/')[2]);
    expect([...new Set(others)]).toEqual(['masterleases', 'ranges', 'stored.example.com']);
  });

  it.each(known.map((row) => [row.key, row] as const))('%s is read to the very object', (key, row) => {
    const codec = new ObjectCodec(row.kind, { transformer: transformerOf(row.kind) });
    const revision = Number(row.object.metadata.resourceVersion);
    const entry = codec.ingest({ key, value: Buffer.from(row.value, 'base64'), revision, createRevision: 1 });
    expect(entry.unreadable).toBeUndefined();
    const { kind, storage } = row.kind;
    const served = row.kind.versions.get(row.object.apiVersion ?? storage.apiVersion)!;
    const shown = row.kind.convertOne(codec.decode(entry), storage, served) as ApiObject;
    expect(
      JSON.parse(JSON.stringify(served.type.canonicalize({ ...shown, kind, apiVersion: served.apiVersion }))),
    ).toEqual(row.object);
  });

  it.each(known.map((row) => [row.key, row] as const))('%s is written back to the same value', (key, row) => {
    const codec = new ObjectCodec(row.kind, { transformer: transformerOf(row.kind) });
    const value = Buffer.from(row.value, 'base64');
    const entry = codec.ingest({ key, value, revision: 1, createRevision: 1 });
    const written = codec.seal(codec.encode(codec.decodeStored(entry)), key);
    const expected = contentOf(value, row.kind);
    if (key === UNSET_PHASE) Object.assign(expected.content!, { status: { phase: 'Pending' } });
    expect(contentOf(written, row.kind)).toEqual(expected);
    if (row.form === 'protobuf' && written.equals(value)) identical++;
  });

  it('are byte for byte the same where the order of map entries is', () => {
    expect(identical).toBeGreaterThan(0);
  });

  it('have allocations that are read and written back to the very bytes', () => {
    const { transformers, rows } = {
      transformers: new KubernetesValues(new PlainValues(), '/registry'),
      rows: recorded,
    };
    for (const { key, value } of rows.filter((row) => row.kind === 'RangeAllocation')) {
      const bytes = Buffer.from(value, 'base64');
      const transformer = transformers.of(RANGE_VALUES)!;
      expect(transformer.toStored(transformer.fromStored(bytes, key), key).equals(bytes)).toBe(true);
    }
  });

  it.each(encrypted.map((row) => [`${row.provider} ${row.key}`, row] as const))(
    '%s is opened and sealed',
    async (_name, row) => {
      const kind = kinds.find(({ keyPrefix }) => row.key.startsWith(keyPrefix))!;
      const codec = new ObjectCodec(kind, { transformer: transformerOf(kind, await encryptionOf(row)) });
      const value = Buffer.from(row.value, 'base64');
      const entry = codec.ingest({
        key: row.key,
        value,
        revision: Number(row.object.metadata.resourceVersion),
        createRevision: 1,
      });
      expect(entry.unreadable).toBeUndefined();
      expect(codec.decode(entry)).toEqual(row.object);
      const sealed = codec.seal(codec.encode(codec.decodeStored(entry)), row.key);
      expect(
        codec.ingest({ key: row.key, value: Buffer.from(sealed), revision: 1, createRevision: 1 }).unreadable,
      ).toBeUndefined();
      expect(sealed.toString('latin1').split(':', 5)).toEqual(value.toString('latin1').split(':', 5));
    },
  );
});
