import { ELEMENT, type Schema, SchemaBook, examplesIn, isOpen, typeName } from './schema.js';

const gvk = [{ group: 'apps', version: 'v1', kind: 'Deployment' }];
const book = SchemaBook.of({
  components: {
    schemas: {
      deployment: {
        'x-kubernetes-group-version-kind': gvk,
        properties: { spec: { allOf: [{ $ref: '#/components/schemas/spec' }], description: 'own words' } },
      },
      spec: {
        description: 'of the type',
        properties: { list: { type: 'array', items: { $ref: '#/components/schemas/item' } } },
      },
      item: { type: 'object', properties: { labels: { type: 'object', additionalProperties: { type: 'string' } } } },
    },
  },
});
const root = book.kind('apps', 'v1', 'Deployment')!;
const resolve = (schema: Schema): Schema => book.resolve(schema);

describe('SchemaBook', () => {
  it('follows references, lists and maps; the description of the member counts', () => {
    expect(book.at(root, ['spec'])?.description).toBe('own words');
    expect(book.at(root, ['spec', 'list', ELEMENT, 'labels', 'any'])).toEqual({ type: 'string' });
    expect(book.at(root, ['spec', 'lost'])).toBeUndefined();
    expect(book.kind('apps', 'v1', 'Other')).toBeUndefined();
  });

  it('names types', () => {
    expect(typeName(book.at(root, ['spec', 'list'])!, resolve)).toBe('[]object');
    expect(typeName(book.at(root, ['spec', 'list', ELEMENT, 'labels'])!, resolve)).toBe('map[string]string');
    expect(typeName({ type: 'integer', format: 'int32' }, resolve)).toBe('integer (int32)');
  });

  it('reports which objects may have other members', () => {
    expect(isOpen(book.at(root, ['spec'])!)).toBe(false);
    expect(isOpen({ type: 'object' })).toBe(true);
    expect(isOpen({ properties: {}, 'x-kubernetes-preserve-unknown-fields': true })).toBe(true);
  });
});

describe('examplesIn()', () => {
  const names = { group: 'apps', version: 'v1', kind: 'Deployment' };
  const examples = [{ metadata: { name: 'a' } }];
  const post = { 'x-kubernetes-group-version-kind': names, 'x-binnacle-examples': examples };
  const other = { ...post, 'x-kubernetes-group-version-kind': { ...names, kind: 'Other' } };

  it('finds the examples of the operation that creates a kind', () => {
    const paths = { '/a': {}, '/b': { post: other }, '/c': { post } };
    expect(examplesIn({ paths }, names)).toBe(examples);
    expect(examplesIn({ paths: { '/b': { post: other } } }, names)).toEqual([]);
    expect(examplesIn({}, names)).toEqual([]);
  });
});
