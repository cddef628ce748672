import { Thing, thing } from '../../../test/support/registry-store.js';
import { THINGS, type ThingEndpoint, openThingEndpoint } from '../../../test/support/thing-endpoint.js';
import type { Json, TestRequest } from '../../../test/support/test-client.js';
import type { AuditTrail } from '../../audit/index.js';
import { StructuralShape } from '../../schema/index.js';

const A = `${THINGS}/a`;
const MERGE = { 'content-type': 'application/merge-patch+json' };
const APPLY = { 'content-type': 'application/apply-patch+yaml' };
const YAML = { accept: 'application/yaml' };
const KEEPS = { 'x-kubernetes-preserve-unknown-fields': true } as object;
const TABLE = { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' };

/** Keeps the facts that handlers report. */
class Trail {
  readonly facts: [string, unknown][] = [];
  readonly times = {
    storage: 0,
    beginSerialization: () => this.note('begin', undefined),
    endSerialization: () => this.note('end', undefined),
  };

  constructor(readonly wantsResponse: boolean) {}

  private note(what: string, fact: unknown): void {
    this.facts.push([what, fact]);
  }

  sawRequest(object: Json | undefined, encode: () => string): void {
    this.note('request', [object?.metadata.name, JSON.parse(encode())]);
  }

  sawPatch(text: string): Promise<void> {
    return Promise.resolve(this.note('patch', text));
  }

  sawResponse(encode: () => string): void {
    this.note('response', JSON.parse(encode()));
    this.note('text', encode().trim());
  }

  sawStatus({ code, status }: Json): void {
    this.note('status', [status, code]);
  }

  sawDeprecated(removed: string | undefined): void {
    this.note('deprecated', removed);
  }

  started(code: number): void {
    this.note('started', code);
  }

  of(what: string): unknown[] {
    return this.facts.filter(([name]) => name === what).map(([, fact]) => fact);
  }
}

let trail: Trail;
let wantsResponse: boolean;
let things: ThingEndpoint;

beforeEach(async () => {
  wantsResponse = true;
  const versions = [{ name: 'v1', type: Thing, removed: '1.40' }];
  const prepare = (context: { trail: AuditTrail | undefined }): void => {
    trail = new Trail(wantsResponse);
    context.trail = trail as unknown as AuditTrail;
  };
  things = await openThingEndpoint({ deprecation: 'old', definition: { versions }, prepare });
  await things.send('POST', THINGS, { body: thing('a', { color: 'red' }) });
});

afterEach(() => things.close());

const send = async (method: string, path: string, sent?: TestRequest): Promise<Trail> => {
  await things.send(method, path, sent);
  return trail;
};

describe('what is recorded of a request', () => {
  it('is the object of a create and of an update, and the answer', async () => {
    const created = await send('POST', THINGS, { body: thing('b') });
    expect(created.of('request')).toEqual([['b', expect.objectContaining({ kind: 'Thing', spec: { count: 3 } })]]);
    expect(created.of('response')).toMatchObject([{ kind: 'Thing', metadata: { name: 'b', namespace: 'n' } }]);
    expect([created.of('started'), created.of('deprecated')]).toEqual([[201], ['1.40']]);
    const updated = await send('PUT', A, { body: thing('a', { count: 7 }) });
    expect(updated.of('request')).toMatchObject([['a', { spec: { count: 7 } }]]);
    expect(updated.of('response')).toMatchObject([{ spec: { count: 7 } }]);
    expect(updated.times.storage).toBeGreaterThan(0);
  });

  it('is the text of a patch and of a configuration', async () => {
    const patched = await send('PATCH', A, { body: '{"spec":{"count":8}}', headers: MERGE });
    expect([patched.of('patch'), patched.of('response')]).toMatchObject([
      ['{"spec":{"count":8}}'],
      [{ spec: { count: 8 } }],
    ]);
    const body = 'apiVersion: test.example.com/v1\nkind: Thing\nmetadata: {name: a}\n';
    const applied = await send('PATCH', `${A}?fieldManager=me`, { body, headers: APPLY });
    expect(applied.of('patch')).toEqual([body]);
  });

  it('is the Status of a deletion and of a refusal', async () => {
    const deleted = await send('DELETE', A, { body: { gracePeriodSeconds: 3 } });
    expect(deleted.of('request')).toEqual([
      [undefined, expect.objectContaining({ kind: 'DeleteOptions', gracePeriodSeconds: 3 })],
    ]);
    expect(deleted.of('status')).toEqual([['Success', undefined]]);
    expect((await send('GET', A)).of('status')).toEqual([['Failure', 404]]);
    expect((await send('GET', A, { headers: { accept: 'image/png' } })).of('status')).toEqual([]);
  });

  it.each([
    ['application/json', { accept: 'application/json' }],
    ['JSON for people', { accept: 'application/json', 'user-agent': 'curl/8' }],
    ['YAML', YAML],
  ])('is the answer in JSON, whatever the client asked for: %s', async (_format, headers) => {
    const got = await send('GET', A, { headers });
    expect(got.of('response')).toMatchObject([
      { kind: 'Thing', apiVersion: 'test.example.com/v1', spec: { color: 'red' } },
    ]);
    expect(got.of('text')).toEqual([expect.not.stringContaining('\n')]);
    const listed = await send('GET', THINGS, { headers });
    const [list] = listed.of('response') as Json[];
    expect(listed.of('text')).toEqual([expect.not.stringContaining('\n')]);
    expect([list.kind, list.items.length, 'continue' in list.metadata]).toEqual(['ThingList', 1, false]);
    expect([listed.of('begin').length, listed.of('end').length]).toEqual([1, 1]);
  });

  it('is a table as a table, and the page of a list with its token', async () => {
    expect((await send('GET', A, { headers: TABLE })).of('response')).toMatchObject([{ kind: 'Table' }]);
    const bare = await send('GET', `${A}?includeObject=None&pretty=1`, { headers: TABLE });
    expect(bare.of('response')).toMatchObject([{ kind: 'Table', rows: [{ object: null }] }]);
    await things.send('POST', THINGS, { body: thing('b') });
    const [page] = (await send('GET', `${THINGS}?limit=1`)).of('response') as Json[];
    expect(page.metadata.continue).toEqual(expect.stringMatching(/./));
  });

  it('is no answer where its level does not want that, and none of a watch', async () => {
    wantsResponse = false;
    for (const path of [A, THINGS]) {
      const read = await send('GET', path);
      expect([read.of('response'), read.of('begin').length]).toEqual([[], 1]);
    }
    wantsResponse = true;
    const watched = await send('GET', `${THINGS}?watch=1&timeoutSeconds=-1&resourceVersion=1`);
    expect([watched.of('response'), watched.of('started')]).toEqual([[], [200]]);
  });

  it('is refused as the answer would be', async () => {
    const metadata = TABLE.accept.replace('Table', 'PartialObjectMetadataList');
    expect((await things.send('GET', A, { headers: { accept: metadata } })).status).toBe(406);
    const watch = `${THINGS}?watch=1&includeObject=Other`;
    expect((await things.send('GET', watch, { headers: TABLE })).status).toBe(400);
  });

  it('sends clients the same as without a record', async () => {
    const { text, headers } = await things.send('GET', THINGS, { headers: YAML });
    expect([headers['content-type'], text.includes('continue:')]).toEqual(['application/yaml', true]);
    expect((await things.send('GET', THINGS)).body.metadata).toHaveProperty('continue', '');
  });
});

describe('the record of a custom resource', () => {
  it('marks the end of lists of whole objects', async () => {
    const type = new StructuralShape('com.example.test.v1.Thing', { type: 'object', ...KEEPS });
    const prepare = (context: { trail: AuditTrail | undefined }): void => {
      trail = new Trail(true);
      context.trail = trail as unknown as AuditTrail;
    };
    const own = await openThingEndpoint({ definition: { versions: [{ name: 'v1', type }] } as never, prepare });
    await own.send('POST', THINGS, { body: thing('a') });
    for (const [accept, marksEnd] of [
      ['application/json', true],
      ['application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1', false],
    ] as const) {
      await own.send('GET', THINGS, { headers: { accept } });
      expect((trail.of('response') as Json[]).map(({ metadata }) => 'continue' in metadata)).toEqual([marksEnd]);
    }
    await own.close();
  });
});
