import { type JsonValue, assert, jsonValue, property } from 'fast-check';
import { readAggregated, readResourceList } from './remote-documents.js';

const V2 = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
const WIDGETS = {
  resource: 'widgets',
  responseKind: { group: 'a.example.com', version: 'v1', kind: 'Widget' },
  scope: 'Namespaced',
  singularResource: 'widget',
  verbs: ['get', 'list'],
  shortNames: ['wd'],
  categories: ['all'],
  subresources: [
    {
      subresource: 'scale',
      responseKind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
      acceptedTypes: [{ group: 'b.example.com', version: 'v2', kind: 'Other' }],
      verbs: ['get'],
    },
  ],
};
const NO_KIND = { group: '', version: '', kind: '' };
/** A resource without any usable member. */
const EMPTY = { resource: '', responseKind: NO_KIND, scope: '', singularResource: '', verbs: [] };

function aggregated(body: unknown, contentType: string | undefined = V2): unknown {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const of = { group: 'a.example.com', version: 'v1' };
  return readAggregated({ headers: { 'content-type': contentType }, body: Buffer.from(text) }, of);
}

const listOf = (resources: unknown): unknown => ({
  items: [
    { metadata: { name: 'b.example.com' }, versions: [{ version: 'v1', resources: [EMPTY] }] },
    {
      metadata: { name: 'a.example.com' },
      versions: [
        { version: 'v2', resources: [EMPTY] },
        { version: 'v1', resources },
      ],
    },
  ],
});

describe('readAggregated()', () => {
  it.each([
    V2,
    V2.replace('v2', 'v2beta1'),
    'Application/JSON; g=apidiscovery.k8s.io; v="v2"; as=APIGroupDiscoveryList; charset=utf-8',
  ])('reads the version of a group in %s', (contentType) => {
    expect(aggregated(listOf([WIDGETS]), contentType)).toEqual({ resources: [WIDGETS] });
  });

  it.each([
    ['application/json'],
    [''],
    ['no type'],
    [V2.replace('v2', 'v3')],
    [V2.replace('v=v2;', '')],
    [V2.replace('k8s.io', 'k8s.io.example.com')],
    [V2.replace('DiscoveryList', 'DiscoveryListing')],
    [V2.replace('json', 'yaml')],
    ['application/json;profile="g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"'],
  ])('leaves what comes as %j to plain discovery', (contentType) => {
    expect(aggregated(listOf([WIDGETS]), contentType)).toBeUndefined();
  });

  it('leaves what comes without a type to plain discovery', () => {
    expect(readAggregated({ headers: {}, body: Buffer.from('{}') }, { group: 'a', version: 'v1' })).toBeUndefined();
  });

  it.each([
    ['no items', {}],
    ['other groups', { items: [{ metadata: { name: 'c' } }] }],
    ['other versions', { items: [{ metadata: { name: 'a.example.com' }, versions: [{ version: 'v9' }] }] }],
    ['members of a prototype', '{"__proto__":{"items":[{"metadata":{"name":"a.example.com"}}]}}'],
    ['null', 'null'],
    ['a list', '[]'],
  ])('finds no resources where there is: %s', (_title, body) => {
    expect(aggregated(body)).toEqual({ resources: [] });
  });

  it('takes members of wrong types for missing ones', () => {
    const wrong = { ...WIDGETS, resource: 1, verbs: 'get', responseKind: [], shortNames: {}, subresources: [null, 3] };
    const { shortNames: _names, ...others } = WIDGETS;
    const { resource: _resource, scope: _scope, singularResource: _singular, ...below } = EMPTY;
    const empty = { ...below, subresource: '' };
    const expected = { ...others, resource: '', verbs: [], responseKind: NO_KIND, subresources: [empty, empty] };
    expect(aggregated(listOf([wrong, null, 'text', []]))).toEqual({ resources: [expected, EMPTY, EMPTY, EMPTY] });
  });

  it('does not take over what it does not know', () => {
    const text = JSON.stringify(listOf([{ extra: 1 }])).replace('"extra":1', '"extra":1,"__proto__":{"verbs":["*"]}');
    expect(aggregated(text)).toEqual({ resources: [EMPTY] });
    expect(({} as { verbs?: unknown }).verbs).toBeUndefined();
  });

  it('fails at what is no JSON', () => {
    expect(() => aggregated('{')).toThrow(SyntaxError);
  });
});

function plain(resources: unknown): unknown {
  return readResourceList(Buffer.from(JSON.stringify({ resources }))).resources;
}

const kindOf = (kind: string): object => ({ group: '', version: '', kind });

describe('readResourceList()', () => {
  it('puts subresources into their resources, before or after these', () => {
    const resources = [
      { name: 'widgets/scale', namespaced: true, kind: 'Scale', group: 'autoscaling', version: 'v1', verbs: ['get'] },
      { name: 'widgets', singularName: 'widget', namespaced: true, kind: 'Widget', verbs: ['get'], shortNames: ['w'] },
      { name: 'gears', namespaced: false, kind: 'Gear', verbs: ['list'], categories: ['all'] },
      { name: 'widgets/proxy/deep', namespaced: true, group: 'of.no.kind', verbs: ['*'] },
    ];
    const scale = { group: 'autoscaling', version: 'v1', kind: 'Scale' };
    expect(plain(resources)).toEqual([
      {
        resource: 'widgets',
        responseKind: kindOf('Widget'),
        scope: 'Namespaced',
        singularResource: 'widget',
        verbs: ['get'],
        shortNames: ['w'],
        subresources: [
          { subresource: 'scale', responseKind: scale, verbs: ['get'] },
          { subresource: 'proxy/deep', responseKind: NO_KIND, verbs: ['*'] },
        ],
      },
      {
        ...EMPTY,
        resource: 'gears',
        responseKind: kindOf('Gear'),
        scope: 'Cluster',
        verbs: ['list'],
        categories: ['all'],
      },
    ]);
  });

  it('lists subresources without a resource below one that has nothing else', () => {
    const of = { namespaced: true, kind: 'Part', verbs: ['create'] };
    const below = { responseKind: kindOf('Part'), verbs: ['create'] };
    const subresources = [
      { subresource: 'a', ...below },
      { subresource: 'b', ...below },
    ];
    const list = [
      { name: 'none/a', ...of },
      { name: 'none/b', ...of },
    ];
    expect(plain(list)).toEqual([{ ...EMPTY, resource: 'none', scope: 'Namespaced', subresources }]);
  });

  it('fails where the scopes of a resource and its subresource differ', () => {
    const list = [
      { name: 'a', namespaced: true },
      { name: 'a/b', namespaced: false },
    ];
    expect(() => plain(list)).toThrow('scopes');
  });

  it('takes names for what they are', () => {
    const names = ['__proto__/constructor', '__proto__', 'constructor'];
    const found = plain(names.map((name) => ({ name }))) as { resource: string }[];
    expect(found.map(({ resource }) => resource)).toEqual(['__proto__', 'constructor']);
  });

  it.each([[{}], [null], ['text'], [undefined]])('finds nothing in %j', (resources) => {
    expect(plain(resources)).toEqual([]);
  });

  it('answers resources in their form, whatever it reads', () => {
    const isList = (value: unknown): boolean => Array.isArray(value) && value.every((each) => typeof each === 'string');
    assert(
      property(jsonValue(), jsonValue(), jsonValue(), (verbs: JsonValue, kind: JsonValue, shortNames: JsonValue) => {
        const [found] = plain([{ name: 'a', verbs, kind, shortNames }]) as Record<string, object>[];
        expect([isList(found.verbs), isList(found.shortNames ?? [])]).toEqual([true, true]);
        expect(Object.values(found.responseKind).map((each) => typeof each)).toEqual(['string', 'string', 'string']);
      }),
    );
  });

  it('takes time in proportion to the length of the document', () => {
    const start = performance.now();
    const list = Array.from({ length: 50_000 }, (_, i) => ({ name: `a/${i}` }));
    expect(plain(list)).toMatchObject([{ resource: 'a' }]);
    expect(performance.now() - start).toBeLessThan(30_000);
  });
});
