import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import protobuf from 'protobufjs';
import { HarborPlugin } from '../../plugins/example/index.js';
import { decodeProtobuf, encodeProtobuf } from '../../src/codecs/protobuf/index.js';
import { exportProto, protoOf } from '../../src/commands/proto/export.js';
import { declarationOf } from '../../src/plugin-api/built-in.js';
import { BUILT_IN_PLUGINS } from '../../src/plugins.js';
import { type KindDefinition, ResolvedKind } from '../../src/registry/index.js';

const KINDS = [...BUILT_IN_PLUGINS, HarborPlugin].flatMap((plugin) => {
  const { group, kinds } = declarationOf(plugin)!;
  return kinds.map((definition) => ({ group, definition: definition as unknown as KindDefinition }));
});

/** Reads the files of an export as a compiler does: imports are paths within the directory. */
function rootOf(files: ReadonlyMap<string, string>): protobuf.Root {
  const root = new protobuf.Root();
  for (const text of files.values()) protobuf.parse(text, root, { keepCase: true });
  root.resolveAll();
  return root;
}

describe('binnacle proto export', () => {
  it('writes files whose imports are there, and whose types resolve, for every kind', () => {
    const files = protoOf(KINDS);
    expect(() => rootOf(files)).not.toThrow();
    const imports = [...files.values()].flatMap((text) =>
      [...text.matchAll(/^import "(.*)";$/gm)].map(([, path]) => path),
    );
    expect(imports.filter((path) => !files.has(path))).toEqual([]);
    expect([...files.keys()]).toContain('k8s.io/api/core/v1/generated.proto');
  });

  it('imports what a file uses', () => {
    const files = protoOf(KINDS.filter(({ definition }) => definition.kind === 'Berth'));
    const own = files.get('com/example/harbor/v1/generated.proto')!;
    expect(own).toContain('import "k8s.io/apimachinery/pkg/apis/meta/v1/generated.proto";');
    expect(own).toMatch(/^\/\/ A place where ships can lie\.\nmessage Berth \{/m);
    expect(own).toMatch(/ {2}\/\/ Supplies for ships\.\n {2}repeated string services = 4;/);
    expect([...files.keys()].filter((path) => path.includes('core'))).toEqual([]);
  });

  it('writes the files of plugins to a directory', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'binnacle-proto-'));
    const err: string[] = [];
    const output = { out: { write: () => true }, err: { write: (text: string) => err.push(text) } };
    const words = ['--plugins', 'harbor.ts', '--out', directory];
    try {
      expect(await exportProto(words, output, async () => [HarborPlugin])).toBe(0);
      const path = join(directory, 'com/example/harbor/v1/generated.proto');
      expect(await readFile(path, 'utf8')).toContain('message BerthList {');
      expect(err.join('')).toMatch(/^\d+ files written to /);
    } finally {
      await rm(directory, { recursive: true });
    }
    const nowhere = exportProto(['--plugins', 'harbor.ts', '--out', '/dev/null/x'], output, async () => [HarborPlugin]);
    await expect(nowhere).rejects.toThrow('--out: ENOTDIR');
    await expect(exportProto(['--plugins', 'harbor.ts'], output)).rejects.toThrow('--out DIRECTORY is missing');
  });

  const OBJECTS: [string, object, object][] = [
    [
      'Pod',
      {
        metadata: { name: 'a', labels: { app: 'x' }, creationTimestamp: '2026-01-02T03:04:05Z' },
        spec: {
          containers: [
            {
              name: 'c',
              resources: { limits: { cpu: '500m' } },
              livenessProbe: { tcpSocket: { port: 'http' } },
            },
          ],
          volumes: [{ name: 'v', configMap: { name: 'm' } }],
        },
      },
      {
        metadata: { name: 'a', labels: { app: 'x' }, creationTimestamp: { seconds: 1767323045 } },
        spec: {
          containers: [
            {
              name: 'c',
              resources: { limits: { cpu: { string: '500m' } } },
              livenessProbe: { probeHandler: { tcpSocket: { port: { type: 1, strVal: 'http' } } } },
            },
          ],
          volumes: [{ name: 'v', volumeSource: { configMap: { localObjectReference: { name: 'm' } } } }],
        },
      },
    ],
    [
      'CustomResourceDefinition',
      {
        metadata: { name: 'x' },
        spec: {
          group: 'g',
          versions: [
            {
              name: 'v1',
              schema: {
                openAPIV3Schema: {
                  $ref: '#/a',
                  'x-kubernetes-map-type': 'atomic',
                  default: { a: 1 },
                  additionalProperties: false,
                  items: { type: 'string' },
                },
              },
            },
          ],
        },
      },
      {
        metadata: { name: 'x' },
        spec: {
          group: 'g',
          versions: [
            {
              name: 'v1',
              schema: {
                openAPIV3Schema: {
                  ref: '#/a',
                  xKubernetesMapType: 'atomic',
                  default: { raw: 'eyJhIjoxfQ==' },
                  additionalProperties: { allows: false },
                  items: { schema: { type: 'string' } },
                },
              },
            },
          ],
        },
      },
    ],
    [
      'CertificateSigningRequest',
      { metadata: { name: 'x' }, spec: { request: 'YQ==', extra: { a: ['1', '2'] } } },
      { metadata: { name: 'x' }, spec: { request: 'YQ==', extra: { a: { items: ['1', '2'] } } } },
    ],
  ];

  it.each(OBJECTS)('describes the bytes of a %s', (kind, object, read) => {
    const declared = KINDS.find(({ definition }) => definition.kind === kind)!;
    const version = new ResolvedKind(declared.group, declared.definition).storage;
    if (!('layout' in version.type.published)) throw new Error('no layout');
    const { layout } = version.type.published;
    const gvk = { group: version.group, version: version.name, kind };
    const { raw } = decodeProtobuf(encodeProtobuf(layout, gvk, version.type.decode(object)));
    const message = rootOf(protoOf([declared])).lookupType(layout.name);
    const decoded = message.toObject(message.decode(raw), { bytes: String, longs: Number });
    expect(decoded).toMatchObject(read);
  });
});
