import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { decodeProtobuf, decodeProtobufObject, encodeProtobuf } from '../../src/codecs/protobuf/index.js';
import { parseJson } from '../../src/codecs/index.js';
import { type GroupResource, formatApiVersion } from '../../src/apimachinery/index.js';
import { declarationOf } from '../../src/plugin-api/built-in.js';
import { DeleteOptions, type ObjectShape, Scale, Status, shapeOf, toShape } from '../../src/schema/index.js';
import { type KindDefinition, ResolvedKind } from '../../src/registry/index.js';
import { BUILT_IN_PLUGINS } from '../../src/plugins.js';

/** Objects of every kind with every field set, as JSON and as protobuf, where they lie beside the checkout. */
const FOLDER = join(import.meta.dirname, '..', '..', '..', 'shared', 'fixtures', 'api');

/** Recorded objects that are never read or written here: reviews sent to webhooks, options, former subresources. */
const ELSEWHERE =
  /AdmissionReview|ImageReview|apidiscovery|Options$|DeploymentRollback|v1beta[12]\.Scale|APIGroup$|APIVersions|PodStatusResult|RangeAllocation|SerializedReference|WatchEvent/;

const types = new Map<string, ObjectShape>();
const add = (apiVersion: string, kind: string, type: ObjectShape): void =>
  void types.set(`${apiVersion} ${kind}`, type);

/** The kind of a resource that some plugin declares. */
function kindNamed({ group, resource }: GroupResource): string {
  const brought = BUILT_IN_PLUGINS.map((plugin) => declarationOf(plugin)!).filter((each) => each.group === group);
  return brought.flatMap(({ kinds }) => kinds).find(({ plural }) => plural === resource)!.kind;
}

add('v1', 'Status', shapeOf(Status));
add('v1', 'DeleteOptions', shapeOf(DeleteOptions));
add('autoscaling/v1', 'Scale', shapeOf(Scale));
for (const plugin of BUILT_IN_PLUGINS) {
  const { group, kinds, versionsOf = [] } = declarationOf(plugin)!;
  // Versions that a plugin adds to a kind of another one, whose name is the same.
  for (const { of, versions } of versionsOf) {
    const kind = kindNamed(of);
    for (const { name, type } of versions) add(formatApiVersion({ group, version: name }), kind, toShape(type));
  }
  for (const definition of kinds as unknown as KindDefinition[]) {
    const kind = new ResolvedKind(group, definition);
    for (const version of kind.versions.values()) {
      add(version.apiVersion, kind.kind, version.type);
      for (const { group: own, version: name, kind: body, type, otherVersions = [] } of version.subresources) {
        for (const each of [name, ...otherVersions])
          add(formatApiVersion({ group: own, version: each }), body, toShape(type));
      }
    }
  }
}

const names = existsSync(FOLDER)
  ? readdirSync(FOLDER)
      .filter((name) => name.endsWith('.json') && !ELSEWHERE.test(name.slice(0, -'.json'.length)))
      .map((name) => name.slice(0, -'.json'.length))
  : [];

/** Test data leaves out no member that is empty and written all the same; both sides are held in one form. */
const plain = (value: unknown): unknown => parseJson(JSON.stringify(value)).value;

describe.each(names.length > 0 ? names : ['nothing beside the checkout'])('%s', (name) => {
  it('is the same in JSON and protobuf, there and back', () => {
    if (names.length === 0) return;
    const json = parseJson(readFileSync(join(FOLDER, `${name}.json`), 'utf8')).value as Record<string, unknown>;
    const bytes = readFileSync(join(FOLDER, `${name}.pb`));
    const { apiVersion, kind } = json as { apiVersion: string; kind: string };
    const type = types.get(`${apiVersion} ${kind}`);
    expect(type === undefined ? `no type for ${apiVersion} ${kind}` : '').toBe('');
    const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
    const fromJson = type!.canonicalize(type!.decode(json as never));
    const envelope = decodeProtobuf(bytes);
    expect([envelope.apiVersion, envelope.kind]).toEqual([apiVersion, kind]);
    const read = decodeProtobufObject(type!.protobuf!, envelope.raw);
    const fromProtobuf = type!.canonicalize(type!.decode({ ...read, apiVersion, kind } as never));
    expect(plain(fromProtobuf)).toEqual(plain(fromJson));
    expect(plain(fromJson)).toEqual(plain(json));
    expect(encodeProtobuf(type!.protobuf!, { group, version, kind }, fromJson).equals(bytes)).toBe(true);
  });
});
