import { thing } from '../../test/support/registry-store.js';
import { THINGS, type ThingEndpoint, openThingEndpoint } from '../../test/support/thing-endpoint.js';
import { Span, type SpanAttributes } from '../observability/index.js';
import type { TestRequest } from '../../test/support/test-client.js';

/** A span that keeps what happens in it, parts included, as lines. */
class Recorded {
  readonly lines: string[] = [];
  attributes: SpanAttributes = {};

  constructor(
    private readonly depth = 0,
    lines?: string[],
  ) {
    if (lines) this.lines = lines;
  }

  addEvent(name: string, attributes: SpanAttributes): void {
    const facts = Object.entries(attributes).map(([key, value]) => ` ${key}=${String(value)}`);
    this.lines.push(`${'  '.repeat(this.depth)}${name}${facts.join('')}`);
  }

  start(name: string, { attributes = {} }: { attributes?: SpanAttributes }): Recorded {
    this.lines.push(`${'  '.repeat(this.depth)}[${name}`);
    this.attributes = attributes;
    return new Recorded(this.depth + 1, this.lines);
  }

  setAttributes(): void {}
  fail(): void {}
  headers(): Record<string, string> {
    return {};
  }

  end(): void {
    this.lines.push(`${'  '.repeat(this.depth - 1)}]`);
  }
}

const A = `${THINGS}/a`;
const MERGE = { 'content-type': 'application/merge-patch+json' };
const ANSWER = ['  About to write a response', '  [SerializeObject', '  ]', '  Writing http response done'];

let things: ThingEndpoint;
let recorded: Recorded | undefined;

beforeAll(async () => {
  const prepare = (context: { span: Span | undefined }): void => {
    if (recorded) context.span = new Span(recorded as never, undefined);
  };
  things = await openThingEndpoint({ prepare });
});

afterAll(() => things.close());

async function traced(method: string, path: string, sent?: TestRequest): Promise<Recorded> {
  const span = (recorded = new Recorded());
  await things.send(method, path, sent);
  recorded = undefined;
  return span;
}

async function linesOf(method: string, path: string, sent?: TestRequest): Promise<string[]> {
  return (await traced(method, path, sent)).lines;
}

describe('traceVerb()', () => {
  it('shows what a create does', async () => {
    const lines = await linesOf('POST', THINGS, { body: thing('a') });
    expect(lines).toEqual([
      '[Create',
      '  limitedReadBody succeeded len=85',
      '  About to convert to expected version',
      '  Conversion done',
      '  About to store object in database',
      '  Write to database call succeeded',
      ...ANSWER,
      ']',
    ]);
  });

  it('shows what a get and a list do', async () => {
    expect(await linesOf('GET', A)).toEqual(['[Get', '  About to Get from storage', ...ANSWER, ']']);
    expect(await linesOf('GET', THINGS)).toEqual([
      '[List',
      '  About to List from storage',
      '  [cacher list',
      '    Listed items from cache count=1',
      '  ]',
      '  Listing from storage done count=1',
      ...ANSWER,
      ']',
    ]);
  });

  it('shows what an update and a patch do', async () => {
    expect(await linesOf('PUT', A, { body: thing('a', { count: 1 }) })).toEqual([
      '[Update',
      '  limitedReadBody succeeded len=94',
      '  About to convert to expected version',
      '  Conversion done',
      '  About to store object in database',
      '  Write to database call succeeded',
      ...ANSWER,
      ']',
    ]);
    expect(await linesOf('PATCH', A, { body: '{"spec":{"count":2}}', headers: MERGE })).toEqual([
      '[Patch',
      '  limitedReadBody succeeded len=20',
      '  Recorded the audit event',
      '  About to apply patch',
      '  About to check admission control',
      '  Object stored in database',
      ...ANSWER,
      ']',
    ]);
  });

  it('shows what deletions do', async () => {
    await things.send('POST', THINGS, { body: thing('b') });
    expect(await linesOf('DELETE', `${THINGS}/b`)).toEqual([
      '[Delete',
      '  Decoded delete options',
      '  About to delete object from database',
      '  Object deleted from database',
      ']',
    ]);
    expect(await linesOf('DELETE', `${THINGS}?labelSelector=none`)).toEqual(['[Delete', ...ANSWER, ']']);
  });

  it('has no span for watches', async () => {
    expect(await linesOf('GET', `${THINGS}?watch=1&timeoutSeconds=-1&resourceVersion=1`)).toEqual([]);
  });

  const HEADERS = { accept: 'application/json', 'user-agent': 'test' };
  it.each([
    ['GET', A, { verb: 'GET', scope: 'resource', name: 'a', namespace: 'n', subresource: '' }],
    ['GET', `${A}/status`, { verb: 'GET', scope: 'resource', subresource: 'status', url: `${A}/status` }],
    ['GET', `${THINGS}?limit=1`, { verb: 'LIST', scope: 'namespace', name: '', namespace: 'n', url: THINGS }],
    ['GET', '/apis/test.example.com/v1/things', { verb: 'LIST', scope: 'cluster', namespace: '' }],
    ['POST', THINGS, { verb: 'POST', scope: 'resource', name: '' }],
    ['DELETE', THINGS, { verb: 'DELETE', scope: 'namespace' }],
  ])('has the attributes of %s %s', async (method, path, attributes) => {
    const { attributes: found } = await traced(method, `${path}`, { headers: HEADERS });
    expect(found).toMatchObject({
      ...HEADERS,
      'audit-id': 'the-request',
      client: '127.0.0.1',
      'api-group': 'test.example.com',
      'api-version': 'v1',
      protocol: 'HTTP/1.1',
      resource: 'things',
      ...attributes,
    });
    await things.send('POST', THINGS, { body: thing('a') });
  });

  it('cuts texts that clients choose', async () => {
    const long = 'x'.repeat(1025);
    const name = 'y'.repeat(1024);
    const headers = { accept: '*/*', 'user-agent': long };
    const { attributes } = await traced('GET', `${THINGS}/${name}`, { headers });
    expect(attributes['user-agent']).toBe(`${long.slice(1)}...TRUNCATED`);
    expect(attributes.url).toBe(`${`${THINGS}/${name}`.slice(0, 1024)}...TRUNCATED`);
    const whole = await traced('GET', A, { headers: { 'user-agent': long.slice(1) } });
    expect(whole.attributes['user-agent']).toBe(long.slice(1));
    expect((await traced('GET', A)).attributes).toMatchObject({ accept: '', 'user-agent': '' });
  });

  it('describes the writing of the answer', async () => {
    const spans: Recorded[] = [];
    const start = Recorded.prototype.start;
    Recorded.prototype.start = function (...began) {
      const part = start.apply(this, began);
      if (began[0] === 'SerializeObject') spans.push(this);
      return part;
    };
    await traced('GET', A, { headers: { accept: 'application/yaml' } });
    Recorded.prototype.start = start;
    expect(spans.map(({ attributes }) => attributes)).toEqual([
      { 'audit-id': 'the-request', method: 'GET', url: A, protocol: 'HTTP/1.1', mediaType: 'application/yaml' },
    ]);
  });
});
