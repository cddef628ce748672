import { mergedMembers, readSwaggerPart } from './swagger-part.js';

const GVK = 'x-kubernetes-group-version-kind';
const ref = (name: string): object => ({ $ref: `#/definitions/${name}` });

function part(members: object, root = '/apis/a.example.com/v1') {
  return readSwaggerPart(Buffer.from(JSON.stringify({ swagger: '2.0', ...members })), root);
}

describe('readSwaggerPart()', () => {
  it('keeps the paths of a group version and the definitions that they refer to', () => {
    const paths = {
      '/apis/a.example.com/v1/': { get: {} },
      '/apis/a.example.com/v1/boats': { get: { schema: ref('Boat') } },
      '/apis/a.example.com/v1beta1/boats': { get: { schema: ref('Former') } },
      '/apis/a.example.com/': { get: {} },
      '/version/': { get: { schema: ref('Version') } },
    };
    const definitions = { Boat: { properties: { crew: ref('Crew') } }, Crew: ref('Boat'), Former: {}, Version: {} };
    const read = part({ paths, definitions });
    expect(read.paths.map(([path]) => path)).toEqual(['/apis/a.example.com/v1/', '/apis/a.example.com/v1/boats']);
    expect([...read.definitions.keys()]).toEqual(['Boat', 'Crew']);
  });

  it.each<[string, string]>([
    ['{', 'JSON'],
    ['{"openapi":"3.0.0"}', 'not a Swagger 2.0 document'],
    ['[]', 'not a Swagger 2.0 document'],
    [`{"swagger":"2.0","paths":{"/apis/a":{"x":${'['.repeat(300)}${']'.repeat(300)}}}}`, 'nested too deeply'],
  ])('refuses %.40s', (text, message) => {
    expect(() => readSwaggerPart(Buffer.from(text), '/apis/a')).toThrow(message);
  });

  it('ignores members of a wrong type, and references to nothing', () => {
    const paths = { '/apis/a.example.com/v1/a': 7, '/apis/a.example.com/v1/b': { schema: ref('__proto__') } };
    const read = part({ paths, definitions: 'none' });
    expect(read.definitions.size).toBe(0);
    expect(read.paths).toHaveLength(2);
  });
});

describe('mergedMembers()', () => {
  const boats = (definition: object) =>
    part({ paths: { '/apis/a.example.com/v1/boats': { schema: ref('Boat') } }, definitions: { Boat: definition } });
  const merge = (parts: Parameters<typeof mergedMembers>[0], own: Record<string, object> = {}) => {
    const { paths, definitions } = mergedMembers(parts, {
      paths: new Set(['/apis/own']),
      definition: (name) => (Object.hasOwn(own, name) ? own[name] : undefined),
    });
    const read = (members: typeof paths) => Object.fromEntries(members.map(([name, text]) => [name, JSON.parse(text)]));
    return { paths: read(paths), definitions: read(definitions) };
  };

  it('shares definitions that are the same but for their kinds', () => {
    const own = { Boat: { type: 'object', [GVK]: [{ kind: 'A' }] } };
    expect(merge([boats({ type: 'object', [GVK]: [{ kind: 'B' }] })], own)).toEqual({
      paths: { '/apis/a.example.com/v1/boats': { schema: ref('Boat') } },
      definitions: {},
    });
  });

  it('renames other definitions of a taken name, with the references to them', () => {
    const merged = merge([boats({ type: 'object', properties: { tow: ref('Boat') } })], { Boat: { type: 'string' } });
    expect(merged.paths).toEqual({ '/apis/a.example.com/v1/boats': { schema: ref('Boat_v2') } });
    expect(merged.definitions).toEqual({ Boat_v2: { type: 'object', properties: { tow: ref('Boat_v2') } } });
  });

  it('numbers further ones, and keeps the first of two paths', () => {
    const merged = merge([boats({ type: 'object' }), boats({ type: 'array' })], { Boat: { type: 'string' } });
    expect(Object.keys(merged.definitions)).toEqual(['Boat_v2', 'Boat_v3']);
    expect(merged.paths).toEqual({ '/apis/a.example.com/v1/boats': { schema: ref('Boat_v2') } });
  });

  it('leaves the paths of this server alone', () => {
    const other = part({ paths: { '/apis/own': {} } }, '/apis/own');
    expect(merge([other]).paths).toEqual({});
  });
});
