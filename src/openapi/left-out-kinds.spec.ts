import { type JsonSchema, StructuralShape } from '../schema/index.js';
import { type DocumentedResource, OpenApiDocuments, type OpenApiSource } from './index.js';
import { findOpenApi } from './catalogue-documents.js';

const GOOD = 'apis/good.example.com/v1';
const BAD = 'apis/bad.example.com/v1';

/** A schema that cannot be read, or not be written. */
const UNREADABLE = () => {
  throw new Error('unreadable');
};
const UNWRITABLE = (): JsonSchema =>
  ({
    example: {
      toJSON: () => {
        throw new Error('unwritable');
      },
    },
  }) as JsonSchema;

const kindOf = (kind: string, type: StructuralShape): DocumentedResource => ({
  kind,
  listKind: `${kind}List`,
  plural: `${kind.toLowerCase()}s`,
  isNamespaced: true,
  verbs: new Set(['get', 'list']),
  type,
  deleteReturnsObject: false,
  examples: [],
  subresources: [],
  connections: [],
});

function documentsOf(read: () => JsonSchema, further: readonly DocumentedResource[] = []) {
  const leftOut: unknown[] = [];
  const reported: string[] = [];
  const bad = new StructuralShape('bad.example.com/v1.Leak', {}, read);
  Object.defineProperty(bad, 'published', {
    value: {
      get schema() {
        return bad.schema;
      },
      onLeftOut: (error: unknown) => leftOut.push(error),
    },
  });
  const good = kindOf('Buoy', new StructuralShape('good.example.com/v1.Buoy', { type: 'object' }));
  const groups = [
    { group: 'good.example.com', version: 'v1', isCustom: true, resources: [good] },
    { group: 'bad.example.com', version: 'v1', isCustom: true, resources: [kindOf('Leak', bad), ...further] },
  ];
  const source: OpenApiSource = { release: '1.32', describesIssuer: false, hasCore: false, lasting: [], groups };
  const documents = new OpenApiDocuments(
    () => source,
    undefined,
    (path) => reported.push(path),
  );
  return { documents, leftOut, reported };
}

async function read(documents: OpenApiDocuments, path: string) {
  const found = await findOpenApi(documents, path, 'application/json');
  return typeof found === 'string' ? found : (JSON.parse(found.bytes.toString()) as Record<string, object>);
}

describe.each([
  ['read', UNREADABLE],
  ['written', UNWRITABLE],
])('A kind whose schema cannot be %s', (_, schema) => {
  it('is left out of the document of all groups', async () => {
    const { documents } = documentsOf(schema);
    const { definitions, paths } = (await read(documents, '/openapi/v2')) as Record<string, object>;
    expect(Object.keys(definitions)).toContain('com.example.good.v1.Buoy');
    expect(Object.keys(definitions).filter((name) => name.includes('bad'))).toEqual([]);
    expect(Object.keys(paths).filter((path) => path.includes('bad'))).toEqual([]);
  });

  it('takes its group from the index where the group has no other', async () => {
    const { documents } = documentsOf(schema);
    const { paths } = (await read(documents, '/openapi/v3')) as Record<string, object>;
    expect(Object.keys(paths)).toContain(GOOD);
    expect(Object.keys(paths)).not.toContain(BAD);
    expect(await read(documents, `/openapi/v3/${BAD}`)).toBe('notFound');
  });

  it('has no document, even before the index was built', async () => {
    const { documents } = documentsOf(schema);
    expect(await read(documents, `/openapi/v3/${BAD}`)).toBe('notFound');
  });

  it('leaves the other kinds of its group in the document', async () => {
    const other = kindOf('Oil', new StructuralShape('bad.example.com/v1.Oil', { type: 'object' }));
    const { documents } = documentsOf(schema, [other]);
    const { components } = (await read(documents, `/openapi/v3/${BAD}`)) as Record<string, { schemas: object }>;
    expect(Object.keys(components.schemas)).toContain('com.example.bad.v1.Oil');
    expect(Object.keys(components.schemas)).not.toContain('com.example.bad.v1.Leak');
  });

  it('is reported once, with the reason', async () => {
    const { documents, leftOut, reported } = documentsOf(schema);
    await read(documents, '/openapi/v2');
    await read(documents, '/openapi/v3');
    expect(reported).toEqual([`${BAD}/leaks`]);
    expect(leftOut).toHaveLength(1);
  });
});
