import { ApiServices } from '../aggregation/index.js';
import { Serializers, builtInSerializers } from '../codecs/index.js';
import { decodeProtobuf, decodeProtobufObject, writeProtobuf } from '../codecs/protobuf/index.js';
import { Catalogue, type ServedResource, serveContent } from '../plugin-host/index.js';
import { ResolvedKind, defineKind } from '../registry/index.js';
import { ApiType, Field, ObjectMeta, StructuralShape } from '../schema/index.js';
import { type DiscoveryAnswer, DiscoveryHandler } from './discovery-handler.js';

@ApiType()
class Thing {
  @Field(1, ObjectMeta) metadata: ObjectMeta;
  @Field(2, Thing, { pointer: true }) status?: object;
}

const SERIALIZERS = new Serializers(builtInSerializers());
interface AggregatedResource {
  readonly responseKind: object;
  readonly subresources: readonly { readonly responseKind: object }[];
}

const AGGREGATED = 'g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

function served(
  group: string,
  version: string,
  changes: Partial<Parameters<typeof defineKind>[0]> = {},
): ServedResource {
  const versions = ['v1', 'v2beta1'].map((name) => ({ name, type: Thing }));
  const names = { kind: 'Thing', plural: 'things', shortNames: ['th'], versions, storageVersion: 'v1' };
  const kind = new ResolvedKind(group, defineKind({ ...names, namespaced: true, hasStatus: true, ...changes }));
  const parts = {
    gvr: { group, version, resource: kind.definition.plural },
    kind,
    version: kind.versionOf(group === '' ? version : `${group}/${version}`),
    deprecation: undefined,
    hasSubresource: () => true,
    handlerOf: () => ({}) as never,
    connectorOf: () => ({}) as never,
  };
  return serveContent(parts, { serves: 'objects', store: { kind } as never });
}

function handlerOf(...resources: ServedResource[]): { handler: DiscoveryHandler; catalogue: Catalogue } {
  const catalogue = new Catalogue();
  const parts = { services: new ApiServices(), remote: { describe: () => ({}), onChange: () => () => {} } };
  for (const resource of resources) catalogue.add(resource);
  return {
    handler: new DiscoveryHandler(SERIALIZERS, { catalogue, ...parts, serverAddress: () => '10.0.0.1:6443' }),
    catalogue,
  };
}

const { handler } = handlerOf(
  served('', 'v1', { scale: {} as never }),
  served('test.example.com', 'v2beta1'),
  served('test.example.com', 'v1'),
);

function read(path: string, accept?: string): DiscoveryAnswer {
  const answer = handler.aggregatedAnswer(path, accept) ?? handler.answer(path, accept);
  if (typeof answer === 'string') throw new Error(answer);
  return answer;
}

describe('DiscoveryHandler', () => {
  it('lists the versions of the core group and their addresses', () => {
    expect(read('/api').document).toEqual({
      kind: 'APIVersions',
      versions: ['v1'],
      serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: '10.0.0.1:6443' }],
    });
  });

  it('lists named groups, the better version first', () => {
    const v1 = { groupVersion: 'test.example.com/v1', version: 'v1' };
    const beta = { groupVersion: 'test.example.com/v2beta1', version: 'v2beta1' };
    const group = { name: 'test.example.com', versions: [v1, beta], preferredVersion: v1 };
    expect(read('/apis').document).toEqual({ kind: 'APIGroupList', apiVersion: 'v1', groups: [group] });
    expect(read('/apis/test.example.com').document).toEqual({ kind: 'APIGroup', apiVersion: 'v1', ...group });
  });

  it('lists resources and their subresources, those of another group with their version', () => {
    const { resources } = read('/api/v1').document as { resources: { name: string }[] };
    expect(resources.map((r) => r.name)).toEqual(['things', 'things/scale', 'things/status']);
    expect(resources[1]).toEqual({
      name: 'things/scale',
      singularName: '',
      namespaced: true,
      group: 'autoscaling',
      version: 'v1',
      kind: 'Scale',
      verbs: ['get', 'patch', 'update'],
    });
    expect(resources[2]).not.toHaveProperty('version');
  });

  it.each(['/apis/none.example.com', '/apis/test.example.com/v9', '/api/v2'])('finds nothing at %s', (path) => {
    expect(handler.answer(path, undefined)).toBe('notFound');
    expect(handler.leadsSomewhere(path)).toBe(false);
  });

  it.each([
    ['application/yaml', 'yaml'],
    ['text/html, application/json;q=0.1', 'json'],
    ['application/vnd.kubernetes.protobuf', 'protobuf'],
    [undefined, 'json'],
    ['application/vnd.service.protobuf', 'protobuf'],
  ])('answers %s in %s', (accept, name) => {
    expect(read('/apis', accept).negotiated.serializer.name).toBe(name);
  });

  it('accepts no other format', () => {
    expect(handler.answer('/apis', 'text/html')).toBe('notAcceptable');
  });

  it.each(['/api', '/apis', '/apis/test.example.com', '/apis/test.example.com/v1'])('writes %s as protobuf', (path) => {
    const { document, type } = read(path, 'application/vnd.kubernetes.protobuf');
    const { kind, raw } = decodeProtobuf(writeProtobuf(document, type));
    const { kind: name, apiVersion, ...members } = document as Record<string, unknown>;
    expect(kind).toBe(name);
    expect(type!.canonicalize(decodeProtobufObject(type!.protobuf!, raw))).toEqual(type!.canonicalize(members));
    expect(apiVersion).toBe(path === '/api' ? undefined : 'v1');
  });
});

describe('aggregated discovery', () => {
  it('has everything below a root in one document with an ETag', () => {
    const { document, contentType, etag } = read('/apis', `application/json;${AGGREGATED}`);
    expect(contentType).toBe(`application/json;${AGGREGATED}`);
    expect(etag).toMatch(/^"[0-9A-F]{128}"$/);
    expect(document).toMatchObject({
      kind: 'APIGroupDiscoveryList',
      items: [{ metadata: { name: 'test.example.com' }, versions: [{ version: 'v1' }, { version: 'v2beta1' }] }],
    });
  });

  it('comes before every other form, wherever in the header it is asked for', () => {
    expect(read('/api', `application/json,application/json;${AGGREGATED}`).etag).toBeDefined();
    expect(read('/api', 'application/json').etag).toBeUndefined();
  });

  it('names kinds by group and version only where they are of others', () => {
    const { document } = read('/api', `application/json;${AGGREGATED}`);
    const [{ versions }] = (document as { items: { versions: { resources: AggregatedResource[] }[] }[] }).items;
    const [{ responseKind, subresources }] = versions[0].resources;
    expect(responseKind).toEqual({ group: '', version: '', kind: 'Thing' });
    expect(subresources.map((below) => below.responseKind)).toEqual([
      { group: 'autoscaling', version: 'v1', kind: 'Scale' },
      { group: '', version: '', kind: 'Thing' },
    ]);
  });

  it('names custom kinds in full, and lists the verbs a kind advertises in their order', () => {
    const type = new StructuralShape('Thing', { type: 'object' });
    const versions = [{ name: 'v1', type }];
    const scale = {} as never;
    const custom = served('custom.example.com', 'v1', {
      versions,
      scale,
      quirks: { advertisedVerbs: ['watch', 'get'] },
    });
    const { handler } = handlerOf(custom);
    const { document } = handler.aggregatedAnswer('/apis', `application/json;${AGGREGATED}`) as DiscoveryAnswer;
    const own = { group: 'custom.example.com', version: 'v1', kind: 'Thing' };
    expect(document).toMatchObject({
      items: [
        {
          versions: [
            {
              resources: [
                {
                  responseKind: own,
                  verbs: ['watch', 'get'],
                  subresources: [{ subresource: 'status', responseKind: own }, { subresource: 'scale' }],
                },
              ],
            },
          ],
        },
      ],
    });
    expect((handler.answer('/apis/custom.example.com/v1', undefined) as DiscoveryAnswer).document).toMatchObject({
      resources: [{ verbs: ['watch', 'get'] }, { name: 'things/status' }, { name: 'things/scale' }],
    });
  });

  it('is offered at the roots only', () => {
    const accept = `application/json;${AGGREGATED},application/json`;
    expect(read('/apis/test.example.com', accept).document).toMatchObject({ kind: 'APIGroup' });
  });

  it('is written as protobuf, item by item', () => {
    const { document, type } = read('/apis', `application/vnd.kubernetes.protobuf;${AGGREGATED}`);
    expect(decodeProtobuf(writeProtobuf(document, type)).kind).toBe('APIGroupDiscoveryList');
  });

  it('changes when a resource is added', () => {
    const accept = `application/json;${AGGREGATED}`;
    const { handler, catalogue } = handlerOf(served('test.example.com', 'v1'));
    const before = handler.aggregatedAnswer('/apis', accept);
    catalogue.add(served('test.example.com', 'v2beta1'));
    expect(handler.aggregatedAnswer('/apis', accept)?.etag).not.toBe(before?.etag);
  });
});
