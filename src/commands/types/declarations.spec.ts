import ts from 'typescript';
import { declarationsOf } from './declarations.js';
import type { Document, Schema } from './open-api.js';

const GVK = { group: 'harbor.example.com', version: 'v1', kind: 'Berth' };

const documentOf = (schemas: Record<string, Schema>, resource = 'berths'): Document => ({
  paths: {
    [`/apis/harbor.example.com/v1/${resource}`]: {
      get: { 'x-kubernetes-action': 'list', 'x-kubernetes-group-version-kind': GVK },
    },
    [`/apis/harbor.example.com/v1/namespaces/{namespace}/${resource}`]: {
      get: { 'x-kubernetes-action': 'list', 'x-kubernetes-group-version-kind': GVK },
    },
  },
  components: { schemas },
});

const BERTH = 'com.example.harbor.v1.Berth';
const META = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';
const refTo = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** The member of a type that is made of one schema. */
function memberText(schema: Schema): string {
  const [[, text]] = declarationsOf([documentOf({ 'a.v1.T': { type: 'object', properties: { m: schema } } })]);
  return /m\?: ([^]*?);\n}/.exec(text)![1];
}

/** The syntactic faults of a text. */
const faultsOf = (text: string): number =>
  ts.transpileModule(text, { reportDiagnostics: true, compilerOptions: { target: ts.ScriptTarget.ES2022 } })
    .diagnostics!.length;

describe('declarationsOf()', () => {
  it.each<[Schema, string]>([
    [{ type: 'string' }, 'string'],
    [{ type: 'string', format: 'byte' }, 'string'],
    [{ type: 'string', enum: ['A', "it's"] }, "'A' | 'it\\'s'"],
    [{ type: 'integer', format: 'int64' }, 'number'],
    [{ type: 'number' }, 'number'],
    [{ type: 'boolean', nullable: true }, 'boolean | null'],
    [{ type: 'array', items: { type: 'string' } }, 'string[]'],
    [{ type: 'array', items: { type: 'string', enum: ['A', 'B'] } }, "('A' | 'B')[]"],
    [{ type: 'array' }, 'unknown[]'],
    [{ type: 'object', additionalProperties: { type: 'string' } }, '{ [name: string]: string }'],
    [{ type: 'object' }, '{ [name: string]: unknown }'],
    [{ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }, '{\n    a: string;\n  }'],
    [{ 'x-kubernetes-int-or-string': true }, 'number | string'],
    [{ oneOf: [{ type: 'string' }, { type: 'number' }] }, 'string | number'],
    [{ anyOf: [{ type: 'integer' }, { type: 'string' }], 'x-kubernetes-int-or-string': true }, 'number | string'],
    [{ allOf: [refTo('a.v1.T')] }, 'T'],
    [{ allOf: [refTo('b.v1.U')] }, 'b_v1.U'],
    [{}, 'unknown'],
  ])('writes %j as %s', (schema, text) => {
    expect(memberText(schema)).toBe(text);
  });

  it('writes a type and a constant for a kind, by the namespaces in its paths', () => {
    const schema = {
      type: 'object',
      description: 'A place where ships can lie.',
      properties: { metadata: { allOf: [refTo(META)] }, spec: { type: 'object' } },
      'x-kubernetes-group-version-kind': [GVK],
    };
    const files = declarationsOf([
      documentOf({ [BERTH]: schema, [META]: { type: 'object', properties: { name: { type: 'string' } } } }),
    ]);
    expect([...files.keys()]).toEqual(['com.example.harbor.v1.ts', 'io.k8s.apimachinery.pkg.apis.meta.v1.ts']);
    expect(files.get('com.example.harbor.v1.ts'))
      .toBe(`// Written by \`binnacle types\`. Run it again when the server changes.
import type { ResourceKind } from 'binnacle/client';
import type * as meta_v1 from './io.k8s.apimachinery.pkg.apis.meta.v1.js';

/** A place where ships can lie. */
export interface Berth {
  metadata: meta_v1.ObjectMeta;
  spec?: { [name: string]: unknown };
}

/** Berth, for \`client.of\`. */
export const Berth: ResourceKind<Berth> = {
  group: 'harbor.example.com',
  version: 'v1',
  kind: 'Berth',
  resource: 'berths',
  scope: 'Namespaced',
};
`);
  });

  it('writes the same text whatever the order of schemas and members', () => {
    const one = documentOf({ 'a.v1.A': { type: 'object', properties: { x: {}, y: {} } }, 'a.v1.B': {} });
    const other = documentOf({ 'a.v1.B': {}, 'a.v1.A': { type: 'object', properties: { y: {}, x: {} } } });
    expect(declarationsOf([one])).toEqual(declarationsOf([other]));
  });

  it.each([
    ['a name', '../../etc/x.T', {}],
    ['a type name', 'a.v1.T{}; process.exit()', {}],
    ['a member', 'a.v1.T', { type: 'object', properties: { "a': string }; process.exit(); //": { type: 'string' } } }],
    ['a description', 'a.v1.T', { description: '*/ process.exit() /*', type: 'string' }],
    ['a line separator', 'a.v1.T', { description: 'a\u2028*/ process.exit()', enum: ['\u2028'], type: 'string' }],
    ['a reference', 'a.v1.T', { $ref: "#/x/y.v1'; process.exit(); '.Z" }],
  ])('keeps code out of what it writes where a server sends it in %s', (_, name, schema) => {
    const files = declarationsOf([documentOf({ [name]: schema })]);
    for (const [file, text] of files) {
      expect(file).toMatch(/^[a-z0-9_][a-z0-9._-]*\.ts$/);
      expect(faultsOf(text)).toBe(0);
      const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
      const isDeclaration = (node: ts.Node): boolean =>
        ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isImportDeclaration(node);
      expect(source.statements.every(isDeclaration)).toBe(true);
    }
  });

  it('gives up on schemas that are nested without end', () => {
    let schema: Schema = { type: 'string' };
    for (let i = 0; i < 5000; i++) schema = { type: 'array', items: schema };
    expect(memberText(schema)).toContain('unknown');
  });
});
